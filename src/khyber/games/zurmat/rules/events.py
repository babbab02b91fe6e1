"""Events: the card of the month, Winter, lasting effects, and choices by both players, Coalition first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from khyber.games.zurmat import board
from khyber.games.zurmat.board import Lies, Tile
from khyber.games.zurmat.box import EventCard
from khyber.games.zurmat.notation import OWNERS, TILE_CHOICE
from khyber.games.zurmat.play import Play, Rules
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.rules.bag import draw_discs
from khyber.games.zurmat.rules.declare import declare_loyalty
from khyber.games.zurmat.rules.forces import SCHOOL, build, controlled, neighbours, on_map, place_units, room_for
from khyber.games.zurmat.rules.placing import put_down
from khyber.games.zurmat.rules.population import discs_of, drawn_from_tile, look_at
from khyber.games.zurmat.state import State

REASON: Final = "event-clarifications"


@rule("events", "months")
def draw_event(play: Play) -> None:
    """Phase 1: draw an Event card; the deck's order is determined only by drawing."""
    state = play.state
    deck = [card for card in play.box.events if state.lies[card.number - 1] == Lies.DECK]
    card = deck[play.roll("event", len(deck)) - 1]
    state.event = card.number
    play.emit("event", "events", card.number)
    state.active = board.COALITION
    if card.kind == "winter":
        winter(play, card)
        lie(play, card, Lies.DISCARD)
    elif card.kind == "scored":
        lie(play, card, Lies.TWO)
    elif card.kind == "month":
        lie(play, card, Lies.CURRENT)
    elif card.kind == "tile":
        lie(play, card, Lies.ON_TILE)
        state.active, state.step = card.side, "event-side"
        return
    else:
        lie(play, card, Lies.DISCARD)
        if card.kind != "quiet":
            state.step = "event-side"
            return
    state.step = "influence"


@rule("events")
def lie(play: Play, card: EventCard, where: int) -> None:
    """Move the card to a box of the Calendar board, a tile, a player, or out of play."""
    play.state.lies[card.number - 1] = where
    if where != Lies.DISCARD:
        play.emit("lies", "events", card.number, board.LIES_IDS[where])


@rule("events", "event-clarifications")
def winter(play: Play, card: EventCard) -> None:
    """Winter: put cubes on the shaded months from December backward; excess cubes are ignored."""
    state = play.state
    n = min(card.cubes, play.box.numbers.winter_cubes - state.winter)
    state.winter += n
    play.emit("winter", REASON, n, state.winter)


@rule("events")
def event_side(play: Play) -> Rules:
    """Resolve the Event for the active side."""
    state = play.state
    card = play.box.events[state.event - 1]
    state.step = state.then = "event-over"
    yield from EFFECTS[card.kind](play, state.active, card)
    if state.step == "event-over":
        event_over(play)


@rule("events")
def event_over(play: Play) -> None:
    """The Coalition resolves an Event first, then the Taliban; then Influence Population."""
    state = play.state
    if state.active == board.COALITION and play.box.events[state.event - 1].kind != "tile":
        state.active, state.step = board.TALIBAN, "event-side"
    else:
        state.active, state.step = board.COALITION, "influence"


# -- one by one -------------------------------------------------------------------------------------


@rule("event-clarifications")
def start_project(play: Play, side: int, card: EventCard) -> Rules:
    """Pashtunwali, Road Project: place the card on a tile until the other side's turn is over."""
    state = play.state
    tile = yield from play.ask(side, "project", REASON, TILE_CHOICE, partial(on_map, state), {"event": card.number})
    state.project, state.disturbed = tile, False
    play.emit("project", REASON, card.number, board.TILE_IDS[tile])


@rule("event-clarifications")
def villages_declare(play: Play, side: int, card: EventCard) -> Rules:
    """Villages Declare: step 3 of a Declare on a tile of the side's choice, without steps 1 and 2."""
    tile = yield from play.ask(side, "event-declare", REASON, TILE_CHOICE, partial(on_map, play.state))
    declare_loyalty(play, tile)


def with_discs(state: State) -> list[Tile]:
    return [tile for tile in on_map(state) if any(state.discs[tile * board.CELLS : (tile + 1) * board.CELLS])]


@rule("event-clarifications")
def famine(play: Play, side: int, card: EventCard) -> Rules:
    """Famine: return discs drawn at random on one tile to their owners' bags."""
    state = play.state
    if not with_discs(state):
        return
    tile = yield from play.ask(side, "famine", REASON, TILE_CHOICE, partial(with_discs, state))
    for _ in range(card.discs):
        there = [discs_of(state, owner, tile) for owner in board.SIDES]
        if sum(there):
            owner = board.COALITION if play.roll("famine", sum(there)) <= there[board.COALITION] else board.TALIBAN
            face, known = drawn_from_tile(play, "famine", owner, tile)
            state.discs[tile * board.CELLS + owner * 4 + face * 2 + known] -= 1
            state.bags[owner * 2 + face] += 1
            play.emit("returned", REASON, board.SEATS[owner], board.FACE_IDS[face], 1, board.TILE_IDS[tile])


@rule("event-clarifications")
def refugees(play: Play, side: int, card: EventCard) -> Rules:
    """Refugees: draw discs and place all of them on one tile."""
    if draw_discs(play, side, card.discs):
        play.state.step = "refugees"
    return
    yield


@rule("event-clarifications")
def settle_refugees(play: Play) -> Rules:
    """Choose the tile for the Refugees."""
    state = play.state
    side = state.drawer
    tile = yield from play.ask(side, "refugees", REASON, TILE_CHOICE, partial(on_map, state))
    for face in (board.NEUTRAL, board.FACTION):
        for _ in range(state.drawn[face]):
            put_down(play, side, face, tile)
    event_over(play)


def or_none(tiles: list[Tile]) -> list[Tile | str]:
    return [*tiles, "none"]


@rule("event-clarifications")
def caravan(play: Play, side: int, card: EventCard) -> Rules:
    """Kuchi Caravan: move face-down discs from one tile to an adjacent one."""
    state = play.state
    origin = yield from play.ask(side, "caravan-from", REASON, TILE_CHOICE, lambda: or_none(with_discs(state)))
    if isinstance(origin, str):
        return
    dest = yield from play.ask(
        side, "caravan-to", REASON, TILE_CHOICE, partial(neighbours, state, origin), {"tile": board.TILE_IDS[origin]}
    )
    for n in range(card.discs):
        owner = yield from play.ask(
            side,
            "caravan-disc",
            REASON,
            OWNERS,
            partial(_caravan_discs, state, origin, n),
            {"tile": board.TILE_IDS[origin]},
        )
        if isinstance(owner, str):
            return
        face, known = drawn_from_tile(play, "caravan", owner, origin)
        cell = owner * 4 + face * 2 + known
        state.discs[origin * board.CELLS + cell] -= 1
        state.discs[dest * board.CELLS + cell] += 1
        play.emit("caravan", REASON, board.SEATS[owner], board.TILE_IDS[origin], board.TILE_IDS[dest])
        if not any(discs_of(state, owner, origin) for owner in board.SIDES):
            return


def _caravan_discs(state: State, origin: Tile, moved: int) -> list[int | str]:
    return [*(int(side) for side in board.SIDES if discs_of(state, side, origin)), *(["done"] if moved else [])]


@rule("event-clarifications")
def fighting_season(play: Play, side: int, card: EventCard) -> Rules:
    """Fighting Season: place an Afghan unit on a tile the side controls."""
    state = play.state
    n = min(card.units, state.supply[side])
    if n and controlled(state, side):
        tile = yield from play.ask(side, "event-units", REASON, TILE_CHOICE, partial(controlled, state, side))
        place_units(play, REASON, board.AFGHAN[side], n, tile)


@rule("event-clarifications")
def school_year(play: Play, side: int, card: EventCard) -> Rules:
    """School Year: the side may place a School on a tile it controls."""
    state, box = play.state, play.box
    if room_for(state, box, SCHOOL, side):
        tile = yield from play.ask(
            side, "event-school", REASON, TILE_CHOICE, lambda: or_none(room_for(state, box, SCHOOL, side))
        )
        if not isinstance(tile, str):
            build(play, REASON, SCHOOL, tile)


@rule("event-clarifications")
def shura(play: Play, side: int, card: EventCard) -> Rules:
    """Shura: step 2 of a Declare on a tile of the side's choice."""
    tile = yield from play.ask(side, "event-intel", REASON, TILE_CHOICE, partial(on_map, play.state))
    look_at(play, side, tile)
    play.state.step = "look"


EFFECTS: Final[dict[str, Callable[[Play, int, EventCard], Rules]]] = {
    "tile": start_project,
    "declare": villages_declare,
    "famine": famine,
    "refugees": refugees,
    "caravan": caravan,
    "units": fighting_season,
    "school": school_year,
    "intel": shura,
}
