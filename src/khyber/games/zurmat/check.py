"""Legality of positions: every component is in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.bounds import check_bounds
from khyber.engine.errors import BadPosition
from khyber.games.zurmat import board
from khyber.games.zurmat.board import Lies
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.forces import markers_left, on_map
from khyber.games.zurmat.state import State, bounds

MAX_TILES: Final = 11
#: Steps besides look in which a side may still see the discs of a tile.
LOOKING: Final = ("place", "loyalty", "turn", "intel", "after", "card")


def check(state: State, box: Box, steps: Sequence[str]) -> None:
    """Raise BadPosition if a component is missing, duplicated or in an impossible place."""
    _check_shape(state, box, steps)
    _check_map(state, box)
    for side in board.SIDES:
        _check_side(state, box, side)
    if sum(state.units[board.US :: board.KINDS]) > box.numbers.us_units:
        raise BadPosition(f"{sum(state.units[board.US :: board.KINDS])} US units: there are {box.numbers.us_units}")
    if state.card >= len(box.tactics[state.active]) or (state.step == "card") != (state.card >= 0):
        raise BadPosition("the step of a card needs a card, and no other does")
    if state.card >= 0 and box.tactics[state.active][state.card].does in _REACTIONS:
        raise BadPosition(
            f"card: {box.tactics[state.active][state.card].id!r} answers what the other side does, and "
            "has no step of its own"
        )
    _check_hand(state)
    if (state.step == "show" and not state.due) or (state.due and state.step not in ("place", "show")):
        raise BadPosition("the step show needs a tile that the discs are due on, and only the step place may have some")
    _check_then(state)
    looks = state.look != board.NOWHERE
    if not looks if state.step == "look" else looks and state.step not in LOOKING:
        raise BadPosition(f"a tile is looked at in the steps look, {', '.join(LOOKING)}, and in no other")
    if len(state.dealt) != (box.numbers.objectives_drawn if state.step == "orders" else 0):
        raise BadPosition(f"the step orders needs {box.numbers.objectives_drawn} Objectives dealt, and no other does")
    _check_set_up(state, box)
    _check_events(state, box)
    if state.step and not state.month and state.step not in _BEFORE_MARCH:
        raise BadPosition(f"the step {state.step!r} needs a month")
    if state.month and state.step in SET_UP:
        raise BadPosition(f"the step {state.step!r} comes before the first month: month should be ''")


def _check_hand(state: State) -> None:
    """Check that discs are in hand where they are placed, or while a card is played in step 1 of a Declare."""
    in_hand = state.step in _IN_HAND or (state.step == "card" and state.then == "place")
    if any(state.drawn[:2]) != in_hand:
        raise BadPosition(
            f"the step {state.step} needs discs in hand"
            if in_hand
            else f"discs are in hand in the steps {', '.join(_IN_HAND)}, not in the step {state.step!r}"
        )
    if len(state.drawn) > 2 and (
        len(state.drawn) != 4 or not any(state.drawn[2:]) or state.step != "show" or state.then != "intel"
    ):
        raise BadPosition("discs wait only in a Declare, while the step show places those of a card")


def _check_set_up(state: State, box: Box) -> None:
    """Check what the steps before March rely on."""
    numbers = box.numbers
    if state.step in ("deal", "tile") and any(map(any, (state.schools, state.forts, state.units, state.discs))):
        raise BadPosition(f"in the step {state.step} the tiles are still empty")
    if state.step == "deal" and (len(on_map(state)) > 1 or state.holder.count(board.NOBODY) < board.TILES):
        raise BadPosition("in the step deal no tile but the FOB tile is on the map or in a hand")
    if state.step == "territory" and (
        len(on_map(state)) <= numbers.taliban_tiles or state.supply[board.TALIBAN] < numbers.taliban_units
    ):
        raise BadPosition(
            f"the step territory needs {numbers.taliban_tiles} tiles besides the FOB tile, and "
            f"{numbers.taliban_units} Taliban units in supply"
        )
    if state.step == "tile":
        held = state.holder.count(state.active)
        if not held or len(on_map(state)) + board.TILES - state.holder.count(board.NOBODY) > MAX_TILES:
            raise BadPosition(f"the step tile needs tiles to lay, and with them at most {MAX_TILES}")


def _check_events(state: State, box: Box) -> None:
    """Check that the Event deck lasts to December, and that an Event under way needs resolving."""
    to_draw = len(box.numbers.months) - state.month + (state.step == "event")
    if state.step and state.lies.count(Lies.DECK) < to_draw:
        raise BadPosition(f"{state.lies.count(Lies.DECK)} Event cards are in the deck: {to_draw} are still to be drawn")
    going_on = state.step in ("event-side", "refugees", "event-over") or (
        state.step in _PASSING and state.then == "event-over"
    )
    if going_on and (not state.event or box.events[state.event - 1].kind in _SILENT_EVENTS):
        raise BadPosition(f"the step {state.step} needs an Event with a choice to make; event = {state.event} has none")


#: Kinds of Events without an immediate choice.
_SILENT_EVENTS: Final = ("scored", "month", "winter", "quiet")


def _check_then(state: State) -> None:
    """Check that steps of an Operation, and those that return to one, have that Operation."""
    step = state.then if state.step in _PASSING else state.step
    if state.step == "card" and step == "place":  # which a Declare goes on from
        step = "intel"
    if state.step in _PASSING and step not in (_FIRST if not state.month else _MONTHS):
        raise BadPosition(
            f"the step {state.step} needs a step to go on with: then = {state.then!r}; valid: "
            f"{', '.join(_MONTHS if state.month else _FIRST)}"
        )
    if step in _OP_STEPS and state.op not in _OP_STEPS[step]:
        raise BadPosition(
            f"the step {step} needs an Operation; valid: {', '.join(board.OP_IDS[op] for op in _OP_STEPS[step])}"
        )


#: Kinds of Tactics cards that are played in the other side's steps.
_REACTIONS: Final = ("bad-intel", "more-dice", "mrap", "hinder", "ied")
#: Steps in which a side has discs in hand.
_IN_HAND: Final = ("place", "show", "refugees")
#: Steps that return to another.
_PASSING: Final = ("place", "show", "look", "card")
#: The steps of each Operation.
_OP_STEPS: Final = {
    "recruit": (board.RECRUIT,),
    "construct": (board.CONSTRUCT,),
    "intel": (board.DECLARE,),
    "loyalty": (board.DECLARE,),
    "attack": (board.ATTACK,),
    "battle": (board.ATTACK,),
    "patrol": (board.PATROL,),
    "completed": board.OPS,
    "after": board.OPS,
}
#: Steps that others can return to: during set-up, and in a month.
_FIRST: Final = ("loyalties",)
_MONTHS: Final = ("turn", *_OP_STEPS, "event-over", "influenced", "month-end")
SET_UP: Final = ("deal", "tile", "territory", "loyalties", "orders", "board")
_BEFORE_MARCH: Final = (*SET_UP, "place")


def _check_shape(state: State, box: Box, steps: Sequence[str]) -> None:
    """Check the fields of a state made by hand."""
    check_bounds(state, bounds(box, tuple(steps)))
    if bool(state.ending) == bool(state.step):
        raise BadPosition(f"at the step {state.step!r} the ending cannot be {state.ending!r}")
    if len(state.vps) != (2 if state.ending else 0):
        raise BadPosition("at the end there are points for both sides")
    for tile in (*state.roadblock, *state.entered, *state.due, state.look, state.project):
        if tile != board.NOWHERE and (tile >= board.TILES or state.cell[tile] == board.NOWHERE):
            raise BadPosition("something is on a tile that is not on the map")
    if len(state.roadblock) not in (0, 2):
        raise BadPosition("the Roadblock must be between two tiles")


def _check_map(state: State, box: Box) -> None:
    laid = on_map(state)
    if state.step != "deal" and (state.cell[board.FOB] != board.CENTRE or state.turn[board.FOB] > 3):
        raise BadPosition("the FOB tile must be in the centre")
    if len(laid) > MAX_TILES:
        raise BadPosition(f"{len(laid)} tiles are on the map: at most {MAX_TILES} are")
    near = bytearray([board.NOWHERE] * board.TILES * 4)
    for tile in laid:
        if state.cell[tile] >= board.WIDTH * board.WIDTH or state.turn[tile] > 3:
            raise BadPosition(f"tile.{board.TILE_IDS[tile]} is off the map")
        for way, step in enumerate(board.STEPS):
            cell = state.cell[tile] + step
            there = state.cell.find(cell) if cell >= 0 else -1
            if there >= 0:
                near[tile * 4 + way] = there
        if state.holder[tile] != board.NOBODY:
            raise BadPosition(f"tile.{board.TILE_IDS[tile]} is on the map and in a hand")
        if all(there == board.NOWHERE for there in near[tile * 4 : tile * 4 + 4]) and len(laid) > 1:
            raise BadPosition(f"tile.{board.TILE_IDS[tile]} is not beside another tile")
    if near != state.near:
        raise BadPosition("the neighbours of the tiles do not agree with their places")
    if len({state.cell[tile] for tile in laid}) < len(laid):
        raise BadPosition("two tiles are in one place")
    for tile in range(board.TILES):
        _check_tile(state, box, tile)
    if markers_left(state, box) < 0:
        raise BadPosition(f"there are {box.numbers.buildings} School and Fort markers")


def _check_tile(state: State, box: Box, tile: int) -> None:
    name = f"tile.{board.TILE_IDS[tile]}"
    there = (
        state.schools[tile],
        state.forts[tile],
        *state.units[tile * board.KINDS : (tile + 1) * board.KINDS],
        *state.discs[tile * board.CELLS : (tile + 1) * board.CELLS],
        int(state.control[tile] != board.NOBODY),
    )
    if state.cell[tile] == board.NOWHERE and any(there):
        raise BadPosition(f"{name} is not on the map, and something is on it")
    if state.schools[tile] > box.numbers.most_schools or state.forts[tile] > box.numbers.most_forts:
        raise BadPosition(f"{name}: at most {box.numbers.most_schools} Schools and {box.numbers.most_forts} Forts")
    if state.control[tile] > board.NOBODY or state.holder[tile] > board.NOBODY:
        raise BadPosition(f"{name}: there is no such side")
    for kind, unit in enumerate(board.UNIT_IDS):
        if state.moved[tile * board.KINDS + kind] > state.units[tile * board.KINDS + kind]:
            raise BadPosition(f"{name}: more {unit} units have moved than are there")


def _check_side(state: State, box: Box, side: int) -> None:
    seat = board.SEATS[side]
    for face, name in enumerate(board.FACE_IDS):
        discs = state.bags[side * 2 + face] + (sum(state.drawn[face::2]) if state.drawer == side else 0)
        discs += sum(sum(state.discs[side * 4 + face * 2 + known :: board.CELLS]) for known in (0, 1))
        if discs != box.numbers.discs[face]:
            raise BadPosition(f"{seat}: {discs} {name} discs: there are {box.numbers.discs[face]}")
    cubes = sum(state.units[board.AFGHAN[side] :: board.KINDS]) + state.supply[side] + state.boxed[side]
    if cubes != box.numbers.afghan_units:
        raise BadPosition(f"{seat}: {cubes} Afghan units: there are {box.numbers.afghan_units}")
    if sorted(state.levels[side * board.LEVELS : (side + 1) * board.LEVELS]) != list(range(board.LEVELS)):
        raise BadPosition(f"{seat}: the five Operations are at levels 0 to {board.LEVELS - 1}, each once")
    for kind in range(board.CARD_KINDS):
        copies = box.tactics[side][kind].copies if kind < len(box.tactics[side]) else 0
        at = side * board.CARD_KINDS + kind
        if state.hand[at] + state.deck[at] > copies:
            raise BadPosition(f"{seat}: too many cards of a kind")
    for at in state.objectives[side * 2 : side * 2 + 2]:
        if at != board.NOWHERE and at >= len(box.objectives[side]):
            raise BadPosition(f"{seat}: there is no such Objective")
