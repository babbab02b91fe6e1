"""Tactics cards played on one's own turn: their effects, and whether they are possible now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from khyber.games.zurmat.board import AFGHAN, COALITION, NOWHERE, SEATS, TALIBAN, TILE_IDS, Tile
from khyber.games.zurmat.box import HIT, Tactic
from khyber.games.zurmat.notation import EDGES, TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.ambush import one_sided
from khyber.games.zurmat.rules.bag import draw_onto
from khyber.games.zurmat.rules.board_levels import disturb
from khyber.games.zurmat.rules.combat import battle, begin_battle, take_losses
from khyber.games.zurmat.rules.declare import declare_loyalty
from khyber.games.zurmat.rules.dice import US_DIE, roll_dice
from khyber.games.zurmat.rules.forces import (
    SCHOOL,
    build,
    controlled,
    has_enemies,
    neighbours,
    on_map,
    place_units,
    room_for,
    shift,
    units_of,
    with_units,
)
from khyber.games.zurmat.rules.moving import choose_group, enter, halt
from khyber.games.zurmat.rules.population import look_at, stop_looking
from khyber.games.zurmat.rules.roadside import edges, is_blocked, set_roadblock
from khyber.games.zurmat.rules.tactics import PLAYABLE, asks_next, before_operation, in_attack
from khyber.games.zurmat.state import State

REASON: Final = "card-clarifications"


@rule("card-clarifications", "tactics")
def play_card(play: Play) -> Rules:
    """Execute a card; no Operation is counted and no card slides. Then the turn continues."""
    state = play.state
    side = state.active
    card = play.box.tactics[side][state.card]
    state.card, state.step = -1, state.then
    if state.step == "place":  # with the discs of a Declare in hand
        state.then = "intel"
    yield from EFFECTS[card.does](play, side, card)


# -- the people -------------------------------------------------------------------------------------


@rule("card-clarifications")
def village_declares(play: Play, side: int, card: Tactic) -> Rules:
    """Village Declares: only step 3 of a Declare, on any tile; a +1 applies this time only."""
    tile = yield from play.ask(side, "card-declare", REASON, TILE_CHOICE, partial(on_map, play.state))
    stop_looking(play.state)
    declare_loyalty(play, tile, (card.loyalty, 0) if side == COALITION else (0, card.loyalty))


@rule("card-clarifications")
def intel(play: Play, side: int, card: Tactic) -> Rules:
    """Intel: only step 2 of a Declare, on any tile; the side sees the discs until its next choice."""
    state = play.state
    tile = yield from play.ask(side, "card-intel", REASON, TILE_CHOICE, partial(on_map, state))
    look_at(play, side, tile)
    if not asks_next(state, side):
        state.step = "look"


@rule("card-clarifications")
def add_units(play: Play, side: int, card: Tactic) -> Rules:
    """ANA Enlistment, Foreign Fighters: Afghan units on one tile that the side controls."""
    tile = yield from play.ask(side, "card-units", REASON, TILE_CHOICE, partial(controlled, play.state, side))
    place_units(play, REASON, AFGHAN[side], min(card.units, play.state.supply[side]), tile)


@rule("card-clarifications")
def add_school(play: Play, side: int, card: Tactic) -> Rules:
    """Village School: a School on a tile that the side controls."""
    tile = yield from play.ask(
        side, "card-school", REASON, TILE_CHOICE, partial(room_for, play.state, play.box, SCHOOL, side)
    )
    build(play, REASON, SCHOOL, tile)


@rule("card-clarifications")
def raise_level(play: Play, side: int, card: Tactic) -> Rules:
    """Irrigation Project, Night Letters: raise the level of this turn's Operation."""
    play.state.bonus += card.change
    play.emit("bonus", REASON, SEATS[side], play.state.bonus)
    return
    yield


# -- attacks ----------------------------------------------------------------------------------------


@rule("card-clarifications")
def ambush_targets(play: Play, side: int, origin: Tile) -> list[Tile]:
    """Return tiles with enemies: the same one, or one that a road leads to."""
    state, joined = play.state, play.box.joined
    roads = joined[origin * 4 + state.turn[origin]]
    found = [origin] if has_enemies(state, side, origin) else []
    for way in range(4):
        there = state.near[origin * 4 + way]
        if (
            there != NOWHERE
            and roads[way]
            and joined[there * 4 + state.turn[there]][way ^ 2]
            and (has_enemies(state, side, there))
        ):
            found.append(there)
    return found


def ambushers(play: Play, side: int) -> list[Tile]:
    return [tile for tile in with_units(play.state, side) if ambush_targets(play, side, tile)]


def can_ambush(play: Play, side: int) -> bool:
    return any(ambush_targets(play, side, tile) for tile in with_units(play.state, side))


@rule("card-clarifications")
def ambush(play: Play, side: int, card: Tactic) -> Rules:
    """Ambush: units on one tile attack without moving, and the enemy does not roll."""
    origin = yield from play.ask(side, "ambush-from", REASON, TILE_CHOICE, partial(ambushers, play, side))
    target = yield from play.ask(side, "ambush-at", REASON, TILE_CHOICE, partial(ambush_targets, play, side, origin))
    group = yield from choose_group(play, side, "ambush-units", REASON, origin, card.units)
    yield from one_sided(play, side, origin, target, group)


@rule("card-clarifications")
def drone_targets(state: State) -> list[Tile]:
    """Return tiles with Taliban units: a Fort alone is no target."""
    return with_units(state, TALIBAN)


@rule("card-clarifications")
def drone_strike(play: Play, side: int, card: Tactic) -> Rules:
    """Drone Strike: US dice against Taliban units on any tile, even one attacked before; no return fire.

    Its Hits are like any others: a Fort on the tile may be lost instead of a unit.
    """
    tile = yield from play.ask(side, "drone", REASON, TILE_CHOICE, partial(drone_targets, play.state))
    begin_battle(play, side, tile)
    hits = roll_dice(play, side, ((US_DIE, card.dice),))[HIT]
    yield from take_losses(play, tile, (0, hits))


# -- moves ------------------------------------------------------------------------------------------


@rule("card-clarifications")
def air_assault(play: Play, side: int, card: Tactic) -> Rules:
    """Air Assault: fly units from one tile to any other; they fight enemies, or else Patrol there.

    If an IED destroys them all, the battle is left to units that stood there, if any: a Fort alone does not attack.
    """
    state = play.state
    origin = yield from play.ask(side, "fly-from", REASON, TILE_CHOICE, partial(with_units, state, side))
    dest = yield from play.ask(
        side,
        "fly-to",
        REASON,
        TILE_CHOICE,
        lambda: [tile for tile in on_map(state) if tile != origin],
        {"tile": TILE_IDS[origin]},
    )
    group = yield from choose_group(play, side, "fly-units", REASON, origin, card.units)
    attacking = has_enemies(state, side, dest)
    left = yield from enter(play, side, REASON, group, origin, dest)
    if sum(left):
        halt(play, side, dest)
    if attacking and units_of(state, side, dest):
        yield from battle(play, side, dest)
    elif attacking:
        play.emit("no-battle", REASON, TILE_IDS[dest])
    else:
        patrolled(play, side, dest)


def patrolled(play: Play, side: int, tile: Tile) -> None:
    """Draw a disc for the tile that a Patrol by card moved onto."""
    disturb(play, side, tile)
    draw_onto(play, side, bytes((tile,)), play.state.then)


@rule("card-clarifications")
def motorcycle_reach(play: Play, origin: Tile, steps: int) -> list[Tile]:
    """Return tiles at most `steps` away, on or off roads, without enemies."""
    state = play.state
    near = {origin}
    for _ in range(steps):
        near |= {there for tile in near for there in neighbours(state, tile)}
    return sorted(tile for tile in near if tile != origin and not has_enemies(state, TALIBAN, tile))


def riders(play: Play, side: int, steps: int) -> list[Tile]:
    return [tile for tile in with_units(play.state, side) if motorcycle_reach(play, tile, steps)]


def can_ride(play: Play, side: int, steps: int) -> bool:
    return any(motorcycle_reach(play, tile, steps) for tile in with_units(play.state, side))


@rule("card-clarifications")
def motorcycles(play: Play, side: int, card: Tactic) -> Rules:
    """Motorcycles: Patrol across country, with a disc for the final tile."""
    origin = yield from play.ask(side, "ride-from", REASON, TILE_CHOICE, partial(riders, play, side, card.steps))
    dest = yield from play.ask(
        side,
        "ride-to",
        REASON,
        TILE_CHOICE,
        partial(motorcycle_reach, play, origin, card.steps),
        {"tile": TILE_IDS[origin]},
    )
    group = yield from choose_group(play, side, "ride-units", REASON, origin, card.units)
    shift(play, REASON, group, origin, dest)
    patrolled(play, side, dest)


def open_edges(state: State) -> list[tuple[Tile, Tile]]:
    return [edge for edge in edges(state) if not is_blocked(state, *edge)]


@rule("card-clarifications")
def roadblock(play: Play, side: int, card: Tactic) -> Rules:
    """Roadblock: close an edge until a Coalition unit ends its move next to it."""
    one, two = yield from play.ask(side, "roadblock", REASON, EDGES, partial(open_edges, play.state))
    set_roadblock(play, one, two)


EFFECTS: Final[dict[str, Callable[[Play, int, Tactic], Rules]]] = {
    "declare": village_declares,
    "intel": intel,
    "ambush": ambush,
    "drone": drone_strike,
    "air-assault": air_assault,
    "units": add_units,
    "school": add_school,
    "motorcycles": motorcycles,
    "roadblock": roadblock,
    "level": raise_level,
}

PLAYABLE.update(
    {
        "declare": lambda play, side, card: True,
        "intel": lambda play, side, card: True,
        "ambush": lambda play, side, card: can_ambush(play, side),
        "drone": lambda play, side, card: not in_attack(play.state) and bool(drone_targets(play.state)),
        "air-assault": lambda play, side, card: bool(with_units(play.state, side)),
        "units": lambda play, side, card: bool(play.state.supply[side]) and bool(controlled(play.state, side)),
        "school": lambda play, side, card: bool(room_for(play.state, play.box, SCHOOL, side)),
        "motorcycles": lambda play, side, card: can_ride(play, side, card.steps),
        "roadblock": lambda play, side, card: bool(open_edges(play.state)),
        "level": lambda play, side, card: before_operation(play.state),
    }
)
