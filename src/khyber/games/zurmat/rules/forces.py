"""Units, buildings and Control markers: count and change them."""

from __future__ import annotations

from itertools import compress
from operator import or_

from khyber.games.zurmat.board import (
    AFGHAN,
    ANA,
    COALITION,
    CONTROL_IDS,
    FIGHTER,
    KINDS,
    NOWHERE,
    SIDES,
    TALIBAN,
    TILE_IDS,
    TILES,
    UNIT_IDS,
    UNITS,
    US,
    Tile,
)
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rulebook import rule
from khyber.games.zurmat.state import State

#: Units by kind: ANA, US, Taliban.
Group = tuple[int, int, int]

#: Translations to 1: of a cell of the map, and of each side's Control marker. All else becomes 0.
SOMEWHERE = bytes(cell != NOWHERE for cell in range(256))
MARKED_BY = tuple(bytes(by == side for by in range(256)) for side in SIDES)

SCHOOL = "school"
FORT = "fort"


def on_map(state: State) -> list[Tile]:
    """Return the tiles of the map."""
    return list(compress(range(TILES), state.cell.translate(SOMEWHERE)))


def controlled(state: State, side: int) -> list[Tile]:
    """Return the tiles with this side's Control marker."""
    return list(compress(range(TILES), state.control.translate(MARKED_BY[side])))


def units_of(state: State, side: int, tile: Tile) -> int:
    """Return the number of units of a side on a tile."""
    at = tile * KINDS
    return state.units[at] + state.units[at + 1] if side == COALITION else state.units[at + FIGHTER]


def with_units(state: State, side: int) -> list[Tile]:
    """Return the tiles with units of a side."""
    units = state.units
    there = map(or_, units[ANA::KINDS], units[US::KINDS]) if side == COALITION else units[FIGHTER::KINDS]
    return list(compress(range(TILES), there))


@rule("moving", "buildings")
def has_enemies(state: State, side: int, tile: Tile) -> bool:
    """Return whether a tile has enemy units, or Forts under enemy control."""
    at = tile * KINDS
    if side == COALITION:
        return bool(state.units[at + FIGHTER] or (state.forts[tile] and state.control[tile] == TALIBAN))
    return bool(state.units[at] or state.units[at + 1] or (state.forts[tile] and state.control[tile] == COALITION))


def forts_of(state: State, side: int, tile: Tile) -> int:
    """Return the Forts of a side: those on tiles it controls."""
    return state.forts[tile] if state.control[tile] == side else 0


# -- units ------------------------------------------------------------------------------------------


def place_units(play: Play, reason: str, kind: int, n: int, tile: Tile) -> None:
    """Place units from beside the board."""
    state = play.state
    state.units[tile * KINDS + kind] += n
    for side in SIDES:
        if kind == AFGHAN[side]:
            state.supply[side] -= n
    play.emit("placed", reason, UNIT_IDS[kind], n, TILE_IDS[tile])


def remove_units(play: Play, reason: str, kind: int, n: int, tile: Tile, moved: int | None = None) -> None:
    """Remove units: Afghan ones may be recruited again, US ones may not.

    `moved` is the number that have moved in this Operation; by default those are removed first.
    """
    state = play.state
    at = tile * KINDS + kind
    state.units[at] -= n
    state.moved[at] -= min(n, state.moved[at]) if moved is None else moved
    for side in SIDES:
        if kind == AFGHAN[side]:
            state.supply[side] += n
    play.emit("removed", reason, UNIT_IDS[kind], n, TILE_IDS[tile])


def shift(play: Play, reason: str, group: Group, origin: Tile, dest: Tile) -> Group:
    """Move units from one tile to another, those already moved first.

    Returns how many of each kind those are.
    """
    state = play.state
    units, moved = state.units, state.moved
    taken = [0, 0, 0]
    for kind in UNITS:
        n = group[kind]
        if n:
            here, there = origin * KINDS + kind, dest * KINDS + kind
            units[here] -= n
            units[there] += n
            marked = min(n, moved[here])
            moved[here] -= marked
            moved[there] += marked
            taken[kind] = marked
            play.emit("moved", reason, UNIT_IDS[kind], n, TILE_IDS[origin], TILE_IDS[dest])
    return taken[ANA], taken[US], taken[FIGHTER]


def groups(state: State, side: int, tile: Tile, most: int, *, unmoved: bool = False) -> list[Group]:
    """Return every group of up to `most` units of a side on a tile; `unmoved`: of those that have not moved."""
    at = tile * KINDS
    units = state.units
    moved = state.moved if unmoved else bytes(TILES * KINDS)
    if side == TALIBAN:
        return [(0, 0, n) for n in range(1, min(most, units[at + FIGHTER] - moved[at + FIGHTER]) + 1)]
    ana, us = units[at] - moved[at], units[at + 1] - moved[at + 1]
    return units_among(ana, us, most)


def units_among(ana: int, us: int, most: int) -> list[Group]:
    """Return every group of up to `most` of these Coalition units."""
    return [(a, u, 0) for a in range(min(ana, most) + 1) for u in range(min(us, most - a) + 1) if a + u]


def unmoved(state: State, side: int, tile: Tile) -> int:
    """Return the units of a side on a tile that have not moved in this Operation."""
    at = tile * KINDS
    if side == COALITION:
        return state.units[at] + state.units[at + 1] - state.moved[at] - state.moved[at + 1]
    return state.units[at + FIGHTER] - state.moved[at + FIGHTER]


# -- buildings and control --------------------------------------------------------------------------


@rule("buildings", "construct")
def markers_left(state: State, box: Box) -> int:
    """Return the markers left: Schools and Forts are two faces of one pool."""
    return box.numbers.buildings - sum(state.schools) - sum(state.forts)


@rule("construct", "buildings")
def room_for(state: State, box: Box, building: str, side: int) -> list[Tile]:
    """Construct: return controlled tiles with fewer than two of that building."""
    if markers_left(state, box) <= 0:
        return []
    there, most = (
        (state.schools, box.numbers.most_schools) if building == SCHOOL else (state.forts, box.numbers.most_forts)
    )
    return [tile for tile in controlled(state, side) if there[tile] < most]


def build(play: Play, reason: str, building: str, tile: Tile) -> None:
    """Build a School or a Fort."""
    there = play.state.schools if building == SCHOOL else play.state.forts
    there[tile] += 1
    play.emit("built", reason, building, TILE_IDS[tile])


def raze_forts(play: Play, reason: str, n: int, tile: Tile) -> None:
    """Remove Forts lost in combat."""
    play.state.forts[tile] -= n
    play.emit("razed", reason, n, TILE_IDS[tile])


def set_control(play: Play, reason: str, tile: Tile, by: int) -> None:
    """Place or flip a Control marker; buildings stay with the tile."""
    if play.state.control[tile] != by:
        play.state.control[tile] = by
        play.emit("control", reason, TILE_IDS[tile], CONTROL_IDS[by])


def neighbours(state: State, tile: Tile) -> list[Tile]:
    """Return the tiles adjacent to a tile, on or off roads."""
    return [other for other in state.near[tile * 4 : tile * 4 + 4] if other != NOWHERE]
