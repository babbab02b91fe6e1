"""What must hold in every position of Zurmat: everything is somewhere, and only once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.errors import BadPosition
from khyber.games.zurmat.board import (
    AFGHAN,
    CARD_KINDS,
    CELLS,
    CENTRE,
    FACE_IDS,
    FOB,
    KINDS,
    LEVELS,
    NOBODY,
    NOWHERE,
    SEATS,
    SIDES,
    STEPS,
    TILE_IDS,
    TILES,
    UNIT_IDS,
    US,
    WIDTH,
    Lies,
)
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.forces import markers_left, on_map
from khyber.games.zurmat.state import State, empty

ENDINGS: Final = ("december", "winter")
MOST_TILES: Final = 11
#: Besides the step look, the steps in which a side may still see the discs that it looked at.
LOOKING: Final = ("loyalty", "turn", "intel", "after", "card")


def check(state: State, box: Box, steps: Sequence[str]) -> None:
    """Raises BadPosition where something is lost, doubled or where it cannot be."""
    _check_shape(state, steps)
    _check_map(state, box)
    for side in SIDES:
        _check_side(state, box, side)
    if sum(state.units[US::KINDS]) > box.numbers.us_units:
        raise BadPosition(f"{sum(state.units[US::KINDS])} US units: there are {box.numbers.us_units}")
    if max(state.lies) > max(Lies):
        raise BadPosition("an Event card is nowhere")
    if state.card >= len(box.tactics[state.active]) or (state.step == "card") != (state.card >= 0):
        raise BadPosition("the step of a card needs a card, and no other does")
    if state.step in ("place", "show", "refugees") and not any(state.drawn):
        raise BadPosition(f"the step {state.step} needs discs in hand")
    if state.step == "show" and not state.due:
        raise BadPosition("the step show needs a tile that the discs are due on")
    if state.step in ("place", "show", "look", "card") and state.then not in steps:
        raise BadPosition(f"the step {state.step} needs a step to go on with")
    if state.look == NOWHERE if state.step == "look" else state.look != NOWHERE and state.step not in LOOKING:
        raise BadPosition(f"a tile is looked at in the steps look, {', '.join(LOOKING)}, and in no other")
    if state.step == "orders" and len(state.dealt) != box.numbers.objectives_drawn:
        raise BadPosition(f"the step orders needs {box.numbers.objectives_drawn} Objectives dealt")
    if state.step and not state.month and state.step not in _BEFORE_MARCH:
        raise BadPosition(f"the step {state.step!r} needs a month")
    needs_op = ("recruit", "construct", "intel", "loyalty", "attack", "battle", "patrol", "completed", "after")
    if state.step in needs_op and state.op < 0:
        raise BadPosition(f"the step {state.step} needs an Operation")


_BEFORE_MARCH: Final = ("deal", "tile", "territory", "loyalties", "place", "orders", "board")


def _check_shape(state: State, steps: Sequence[str]) -> None:
    """A state that somebody made by hand might not even have the right fields."""
    blank = empty()
    for name in State.fields:
        value = getattr(state, name)
        if not isinstance(value, type(getattr(blank, name))):
            raise BadPosition(f"{name} is of the wrong kind")
        if isinstance(value, bytearray) and len(value) != len(getattr(blank, name)):
            raise BadPosition(f"{name} has {len(value)} places")
    if state.step not in (*steps, ""):
        raise BadPosition(f"there is no step {state.step!r}")
    if bool(state.ending) == bool(state.step) or (state.ending and state.ending not in ENDINGS):
        raise BadPosition(f"at the step {state.step!r} the ending cannot be {state.ending!r}")
    if len(state.vps) != (2 if state.ending else 0):
        raise BadPosition("at the end there are points for both sides")
    if not (0 <= state.active <= 1 and 0 <= state.drawer <= 1 and 0 <= state.looker <= 1 and -1 <= state.op < LEVELS
            and 0 <= state.event <= len(state.lies) and state.card >= -1 and 0 <= state.struck < 1 << TILES
            and min(state.level, state.bonus, state.left, state.steps_left) >= 0):
        raise BadPosition("a number is out of its range")
    for tile in (*state.roadblock, *state.entered, *state.due, state.look, state.project):
        if tile != NOWHERE and (tile >= TILES or state.cell[tile] == NOWHERE):
            raise BadPosition("something lies on a tile that is not on the map")
    if len(state.roadblock) not in (0, 2):
        raise BadPosition("the Roadblock lies between two tiles")


def _check_map(state: State, box: Box) -> None:
    laid = on_map(state)
    if state.step != "deal" and (state.cell[FOB] != CENTRE or state.turn[FOB] > 3):
        raise BadPosition("the FOB tile lies in the centre")
    if len(laid) > MOST_TILES:
        raise BadPosition(f"{len(laid)} tiles are on the map: at most {MOST_TILES} are")
    near = bytearray([NOWHERE] * TILES * 4)
    for tile in laid:
        if state.cell[tile] >= WIDTH * WIDTH or state.turn[tile] > 3:
            raise BadPosition(f"tile.{TILE_IDS[tile]} is off the map")
        for way, step in enumerate(STEPS):
            cell = state.cell[tile] + step
            there = state.cell.find(cell) if cell >= 0 else -1
            if there >= 0:
                near[tile * 4 + way] = there
        if state.holder[tile] != NOBODY:
            raise BadPosition(f"tile.{TILE_IDS[tile]} is on the map and in a hand")
        if all(there == NOWHERE for there in near[tile * 4 : tile * 4 + 4]) and len(laid) > 1:
            raise BadPosition(f"tile.{TILE_IDS[tile]} lies beside no other tile")
    if near != state.near:
        raise BadPosition("the tiles do not lie as they should")
    if len({state.cell[tile] for tile in laid}) < len(laid):
        raise BadPosition("two tiles lie on one place")
    for tile in range(TILES):
        _check_tile(state, box, tile)
    if markers_left(state, box) < 0:
        raise BadPosition(f"there are {box.numbers.buildings} School and Fort markers")


def _check_tile(state: State, box: Box, tile: int) -> None:
    name = f"tile.{TILE_IDS[tile]}"
    there = (state.schools[tile], state.forts[tile], *state.units[tile * KINDS : (tile + 1) * KINDS],
             *state.discs[tile * CELLS : (tile + 1) * CELLS], int(state.control[tile] != NOBODY))
    if state.cell[tile] == NOWHERE and any(there):
        raise BadPosition(f"{name} is not on the map, and something is on it")
    if state.schools[tile] > box.numbers.most_schools or state.forts[tile] > box.numbers.most_forts:
        raise BadPosition(f"{name}: at most {box.numbers.most_schools} Schools and {box.numbers.most_forts} Forts")
    if state.control[tile] > NOBODY or state.holder[tile] > NOBODY:
        raise BadPosition(f"{name}: there is no such side")
    for kind, unit in enumerate(UNIT_IDS):
        if state.moved[tile * KINDS + kind] > state.units[tile * KINDS + kind]:
            raise BadPosition(f"{name}: more {unit} units have moved than are there")


def _check_side(state: State, box: Box, side: int) -> None:
    seat = SEATS[side]
    for face, name in enumerate(FACE_IDS):
        discs = state.bags[side * 2 + face] + (state.drawn[face] if state.drawer == side else 0)
        discs += sum(sum(state.discs[side * 4 + face * 2 + known :: CELLS]) for known in (0, 1))
        if discs != box.numbers.discs[face]:
            raise BadPosition(f"{seat}: {discs} {name} discs: there are {box.numbers.discs[face]}")
    cubes = sum(state.units[AFGHAN[side] :: KINDS]) + state.supply[side] + state.boxed[side]
    if cubes != box.numbers.afghan_units:
        raise BadPosition(f"{seat}: {cubes} Afghan units: there are {box.numbers.afghan_units}")
    if sorted(state.levels[side * LEVELS : (side + 1) * LEVELS]) != list(range(LEVELS)):
        raise BadPosition(f"{seat}: the five Operations are at levels 0 to {LEVELS - 1}, each once")
    for kind in range(CARD_KINDS):
        copies = box.tactics[side][kind].copies if kind < len(box.tactics[side]) else 0
        at = side * CARD_KINDS + kind
        if state.hand[at] + state.deck[at] > copies:
            raise BadPosition(f"{seat}: too many cards of a kind")
    for at in state.objectives[side * 2 : side * 2 + 2]:
        if at != NOWHERE and at >= len(box.objectives[side]):
            raise BadPosition(f"{seat}: there is no such Objective")


