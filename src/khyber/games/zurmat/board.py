"""The fixed shape of Zurmat: sides, pieces, Operations, the grid of tiles. Printed values: box.py."""

from __future__ import annotations

from typing import Final, NewType

#: The two sides, the Coalition first as in every phase. They, units and Operations are plain integers, not members of
#: an enumeration, with which CPython computes more slowly.
Side = NewType("Side", int)
SIDES: Final = tuple(map(Side, range(2)))
COALITION, TALIBAN = SIDES
SEATS: Final = ("coalition", "taliban")
SIDE_BY_ID: Final = dict(zip(SEATS, SIDES, strict=True))
#: The controller of an uncontrolled tile.
NOBODY: Final = 2
CONTROL_IDS: Final = (*SEATS, "nobody")
OTHER: Final = (TALIBAN, COALITION)

#: A kind of unit cube.
Unit = NewType("Unit", int)
UNITS: Final = tuple(map(Unit, range(3)))
ANA, US, FIGHTER = UNITS
UNIT_IDS: Final = ("ana", "us", "taliban")
KINDS: Final = len(UNITS)
#: The Afghan units of each side: those that are recruited.
AFGHAN: Final = (ANA, FIGHTER)
#: All kinds of each side.
UNITS_OF: Final = ((ANA, US), (FIGHTER,))

#: One of the five Operations.
Op = NewType("Op", int)
OPS: Final = tuple(map(Op, range(5)))
RECRUIT, CONSTRUCT, DECLARE, ATTACK, PATROL = OPS
OP_IDS: Final = ("recruit", "construct", "declare", "attack", "patrol")
OP_BY_ID: Final = dict(zip(OP_IDS, OPS, strict=True))
#: Levels on a player board, from left to right (0 to 4).
LEVELS: Final = len(OPS)

# -- Population discs ---------------------------------------------------------------------------------

NEUTRAL: Final = 0
FACTION: Final = 1
FACE_IDS: Final = ("neutral", "faction")
#: A face that nobody may know.
UNSEEN: Final = "unseen"
#: Places for discs on a tile: owner, face, and whether the other side knows it (see state.py).
CELLS: Final = 8

# -- the map ------------------------------------------------------------------------------------------

#: A tile is its number less one.
Tile = int
TILES: Final = 14
FOB: Final[Tile] = 0
TILE_IDS: Final = tuple(f"{number:02}" for number in range(1, TILES + 1))
TILE_BY_ID: Final = {name: tile for tile, name in enumerate(TILE_IDS)}
#: No tile, cell or card.
NOWHERE: Final = 255

#: Edges of a tile and ways on the map: north, east, south, west. The edge opposite to `d` is `d ^ 2`.
DIRECTIONS: Final = "nesw"
#: Every edge, as bits.
ALL_ROADS: Final = 15

#: Eleven tiles, four of them around the FOB tile, reach seven tiles away from it at most.
REACH: Final = 7
WIDTH: Final = 2 * REACH + 1
CENTRE: Final = REACH * WIDTH + REACH
#: To the neighbouring cell, by direction.
STEPS: Final = (-WIDTH, 1, WIDTH, -1)


def place_of(cell: int) -> tuple[int, int]:
    """Return how far east and north of the FOB tile a cell is.

    >>> place_of(CENTRE - WIDTH + 2)
    (2, 1)
    """
    return cell % WIDTH - REACH, REACH - cell // WIDTH


def cell_at(east: int, north: int) -> int:
    """Return the cell this far from the FOB tile.

    >>> cell_at(2, 1) == CENTRE - WIDTH + 2
    True
    """
    return (REACH - north) * WIDTH + REACH + east


# -- the Event deck -----------------------------------------------------------------------------------

EVENTS: Final = 20


class Lies:
    """The places where an Event card may be."""

    DECK: Final = 0
    DISCARD: Final = 1
    CURRENT: Final = 2
    NEXT: Final = 3
    TWO: Final = 4
    ON_TILE: Final = 5
    COALITION: Final = 6
    TALIBAN: Final = 7


LIES_IDS: Final = ("deck", "discard", "current", "next", "two", "tile", *SEATS)

#: Kinds of Tactics cards that a side may have.
CARD_KINDS: Final = 16
#: Objective cards there are for each side.
OBJECTIVES_EACH: Final = 10
