"""Attack: move, then fight; at least one enemy unit or Fort must be attacked."""

from __future__ import annotations

from functools import partial

from khyber.games.zurmat.board import ALL_ROADS, KINDS, SEATS, TILE_IDS, TILES, UNITS_OF, Tile
from khyber.games.zurmat.notation import TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.board_levels import complete
from khyber.games.zurmat.rules.combat import battle
from khyber.games.zurmat.rules.forces import has_enemies, units_of, unmoved, with_units
from khyber.games.zurmat.rules.moving import choose_group, enemy_in_reach, enter, entries_from, halt, mark, roads_on
from khyber.games.zurmat.rules.tactics import Choice, begins_card, has_cards, menu


@rule("attack")
def can_attack(play: Play, side: int, level: int) -> bool:
    """Return whether an Attack could reach an enemy unit or Fort."""
    state = play.state
    if not level:
        return False
    own = with_units(state, side)
    return any(has_enemies(state, side, tile) for tile in own) or any(
        enemy_in_reach(play, side, tile, ALL_ROADS, level) for tile in own
    )


def targets(play: Play, side: int) -> list[Tile]:
    """Return tiles moved into or activated, with enemies to fight."""
    state = play.state
    if not state.struck:
        return []
    return [
        tile
        for tile in range(TILES)
        if state.struck >> tile & 1 and has_enemies(state, side, tile) and units_of(state, side, tile)
    ]


@rule("attack", "moving")
def origins(play: Play, side: int) -> list[Tile]:
    """Return the tiles from which a group may attack, or where it may fight."""
    state = play.state
    if not state.left:
        return []
    found = []
    for tile in with_units(state, side):
        if unmoved(state, side, tile):
            stays = has_enemies(state, side, tile) and not state.struck >> tile & 1
            if stays or enemy_in_reach(play, side, tile, ALL_ROADS, state.steps_left):
                found.append(tile)
    return found


@rule("attack", "moving")
def attack(play: Play) -> Rules:
    """Attack: move up to `level` units in groups onto as many tiles in all; then fight.

    A unit may be activated on its own tile, counting as one of those that move. Units move only to attack.
    """
    state = play.state
    side = state.active
    while True:
        choice = yield from play.ask(
            side,
            "attack-from",
            "attack",
            TILE_CHOICE,
            partial(_attack_menu, play, side),
            {"n": state.left, "steps": state.steps_left},
            cover=has_cards(state, side),
        )
        if begins_card(play, side, choice, "attack"):
            return
        if not isinstance(choice, int):
            break
        yield from attack_with(play, side, choice)
    state.step = "battle"
    yield from battles(play)


def _attack_menu(play: Play, side: int) -> list[Choice]:
    """Return the choices; `done` once something can be attacked, or nothing can."""
    found = origins(play, side)
    return menu(play, side, found, "done") if not found or targets(play, side) else menu(play, side, found)


def attack_with(play: Play, side: int, origin: Tile) -> Rules:
    """Move one group until it meets enemies, or activate a unit on its own tile."""
    state = play.state
    dest: Tile | str = yield from play.ask(
        side, "attack-to", "attack", TILE_CHOICE, partial(_first_moves, play, side, origin), {"tile": TILE_IDS[origin]}
    )
    if isinstance(dest, str):
        activate(play, side, origin)
        return
    group = yield from choose_group(play, side, "attack-units", "attack", origin, state.left, unmoved=True)
    state.left -= sum(group)
    mark(play, group, origin)
    here, roads = origin, ALL_ROADS
    while True:
        edge = next(edge for there, edge in entries_from(play, side, here, roads, attacking=True) if there == dest)
        state.steps_left -= 1
        group = yield from enter(play, side, "attack", group, here, dest)
        here, roads = dest, roads_on(play, side, dest, edge)
        state.struck |= 1 << here
        if not sum(group):
            return
        if not roads:  # on a tile with enemies, where movement ends
            break
        dest = yield from play.ask(
            side,
            "attack-on",
            "attack",
            TILE_CHOICE,
            partial(moves_to_attack, play, side, here, roads),
            {"tile": TILE_IDS[here], "n": state.steps_left},
        )
    halt(play, side, here)


def activate(play: Play, side: int, tile: Tile) -> None:
    """Activate a unit to fight on its own tile; it counts as one of those that move."""
    state = play.state
    state.left -= 1
    state.struck |= 1 << tile
    for kind in UNITS_OF[side]:
        at = tile * KINDS + kind
        if state.units[at] > state.moved[at]:
            state.moved[at] += 1
            break
    play.emit("activated", "attack", SEATS[side], TILE_IDS[tile])


def _first_moves(play: Play, side: int, origin: Tile) -> list[Tile | str]:
    state = play.state
    stay = has_enemies(state, side, origin) and not state.struck >> origin & 1
    return [*(["stay"] if stay else []), *moves_to_attack(play, side, origin, ALL_ROADS)]


@rule("attack", "moving")
def moves_to_attack(play: Play, side: int, tile: Tile, roads: int) -> list[Tile]:
    """Return tiles a group may enter next: with enemies, or with enemies still in reach from there.

    An Attack is not a way to move units across the map, so every group goes all the way to an enemy.
    """
    steps = play.state.steps_left
    if not steps or not roads:
        return []
    return [
        there
        for there, edge in entries_from(play, side, tile, roads, attacking=True)
        if has_enemies(play.state, side, there)
        or enemy_in_reach(play, side, there, roads_on(play, side, there, edge), steps - 1)
    ]


@rule("attack", "combat")
def battles(play: Play) -> Rules:
    """Fight one battle at a time, in the attacker's order, on tiles moved into or activated."""
    state = play.state
    side = state.active
    if not targets(play, side):
        yield from complete(play)
        return
    done = ("done",) if state.fought else ()
    choice = yield from play.ask(
        side,
        "battle",
        "attack",
        TILE_CHOICE,
        lambda: menu(play, side, targets(play, side), *done),
        cover=has_cards(state, side),
    )
    if begins_card(play, side, choice, "battle"):
        return
    if not isinstance(choice, int):
        yield from complete(play)
        return
    state.fought = True
    state.struck &= ~(1 << choice)
    yield from battle(play, side, choice)
