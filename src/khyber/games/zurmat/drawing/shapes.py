"""Shapes of tiles and tokens, as SVG paths: the picture and the page draw the same ones.

A tile is a square of `SIZE`, north up. A road is drawn by the letters of the edges it joins ("NS", "E").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from khyber.engine.game import Json

SIZE: Final = 200
#: How far the centre and the end of a road at a village are from the edge.
HALF: Final = SIZE // 2
VILLAGE: Final = 62

#: The middle of each edge, and where a road that begins there ends at a village.
EDGES: Final = {"N": (HALF, 0), "E": (SIZE, HALF), "S": (HALF, SIZE), "W": (0, HALF)}
VILLAGES: Final = {"N": (HALF, VILLAGE), "E": (SIZE - VILLAGE, HALF), "S": (HALF, SIZE - VILLAGE), "W": (VILLAGE, HALF)}
_OPPOSITE: Final = ("NS", "EW")


def road(edges: str) -> str:
    """Return the path of a road that joins these edges.

    >>> road("NS"), road("NE"), road("E")
    ('M100 0L100 200', 'M100 0Q100 100 200 100', 'M200 100L138 100')
    """
    starts = [f"M{x} {y}" for x, y in (EDGES[edge] for edge in edges)]
    if len(edges) == 1:
        x, y = VILLAGES[edges]
        return f"{starts[0]}L{x} {y}"
    if len(edges) == 2:
        x, y = EDGES[edges[1]]
        return f"{starts[0]}L{x} {y}" if edges in _OPPOSITE else f"{starts[0]}Q{HALF} {HALF} {x} {y}"
    return "".join(f"{start}L{HALF} {HALF}" for start in starts)


#: Hills of the open ground.
HILLS: Final = "M10 92q14-22 28 0q10-14 20 0M142 96q12-20 24 0q8-12 18 0M14 112q10-14 20 0"
#: A house, drawn around 0 0; and where the houses of a village stand, around its place.
HOUSE: Final = "M-7 6V-3L0-9L7-3V6Z"
HOUSES: Final = ((-15, -4), (15, -4), (-13, 12), (13, 12), (0, 8))
#: A poppy, drawn around 0 0; and where they grow.
POPPY: Final = "M0 0C-5-1-6-7-1-7C0-9 3-9 3-6C7-6 6 0 0 0ZM0 0L0 7"
POPPIES: Final = tuple(
    (x + (5 if row % 2 else 0), y)
    for row, y in enumerate((72, 86, 116, 130))
    for x in (14, 30, 46, 62, 78, 118, 134, 150, 166, 182)
)
#: The wall of the Forward Operating Base, and its flag, around the centre of its tile.
FOB: Final = "M-24-24H24V24H-24ZM-16-16V16H16V-16Z"
FLAG: Final = "M-1.5 10V-12H1.5V-10L11-6.5L1.5-3V10Z"

#: Signs of tokens, drawn around 0 0 within 10 by 10.
SIGNS: Final[Mapping[str, str]] = {
    "coalition": "M0-5L1.3-1.3L5 0L1.3 1.3L0 5L-1.3 1.3L-5 0L-1.3-1.3Z",
    "taliban": "M1.9-4.6A4.8 4.8 0 1 0 1.9 4.6A3.9 3.9 0 1 1 1.9-4.6Z",
    "us": "M0-5L1.3-1.3L5 0L1.3 1.3L0 5L-1.3 1.3L-5 0L-1.3-1.3Z",
    "ana": "M-4.4 .2L0-4.2L4.4 .2V2.6L0-1.8L-4.4 2.6ZM-4.4 3.8L0-.6L4.4 3.8V5.2L0 1.2L-4.4 5.2Z",
    "school": (
        "M-5 3.4V-2.6C-3.4-3.6-1.6-3.6 0-2.6C1.6-3.6 3.4-3.6 5-2.6V3.4C3.4 2.6 1.6 2.6 0 3.6"
        "C-1.6 2.6-3.4 2.6-5 3.4ZM-.4-1.6V2.4H.4V-1.6Z"
    ),
    "fort": "M-5 4.6V-4.4H-3V-2.4H-1V-4.4H1V-2.4H3V-4.4H5V4.6H1.4V1.6H-1.4V4.6Z",
    "hit": (
        "M0-5L1.1-2.3L3.7-3.5L2.6-.9L5 0L2.6 1.1L3.7 3.7L1.1 2.5L0 5"
        "L-1.1 2.5L-3.7 3.7L-2.6 1.1L-5 0L-2.6-.9L-3.7-3.5L-1.1-2.3Z"
    ),
    "block": "M0-5L4.4-3.4V.4C4.4 2.8 2.4 4.3 0 5.2C-2.4 4.3-4.4 2.8-4.4 .4V-3.4Z",
    "roadblock": "M-5-2.6H5V1H3.4V4.6H2V1H-2V4.6H-3.4V1H-5ZM-3.6-1.4L-1.6-.2H-.2L-2.2-1.4ZM1-1.4L3-.2H4.4L2.4-1.4Z",
}

#: Where things lie on a tile: Coalition in the south-west, Taliban in the south-east, buildings in the north-east.
PLACES: Final[Mapping[str, tuple[int, int]]] = {
    "control": (26, 26),
    "number": (50, 31),
    "schools": (138, 26),
    "forts": (138, 58),
    "ana": (28, 140),
    "us": (68, 140),
    "taliban": (138, 140),
    "discs-coalition": (22, 178),
    "discs-taliban": (128, 178),
}
#: The distance between two like buildings; the room that a stack of discs takes, and its step at most.
BUILDING_STEP: Final = 30
DISC_ROOM: Final = 52
DISC_STEP: Final = 12
#: Half the width of a unit, a building and a disc.
UNIT: Final = 17
BUILDING: Final = 13
DISC: Final = 13


def disc_places(n: int) -> list[float]:
    """Return how far each disc of a stack is from its first one.

    >>> disc_places(3), disc_places(6)
    ([0, 12, 24], [0.0, 10.4, 20.8, 31.2, 41.6, 52.0])
    """
    step = min(DISC_STEP, DISC_ROOM / max(1, n - 1))
    return [round(step * at, 1) for at in range(n)]


@cache
def facts() -> Mapping[str, Json]:
    """Return every shape for the page.

    >>> facts()["roads"]["SW"]
    'M100 200Q100 100 0 100'
    """
    groups = ["".join(edge for at, edge in enumerate("NESW") if mask >> at & 1) for mask in range(1, 16)]
    return {
        "size": SIZE,
        "roads": {group: road(group) for group in groups},
        "villages": {edge: [x, y] for edge, (x, y) in VILLAGES.items()},
        "hills": HILLS,
        "house": HOUSE,
        "houses": [[x, y] for x, y in HOUSES],
        "poppy": POPPY,
        "poppies": [[x, y] for x, y in POPPIES],
        "fob": FOB,
        "flag": FLAG,
        "signs": dict(SIGNS),
        "places": {name: [x, y] for name, (x, y) in PLACES.items()},
        "building-step": BUILDING_STEP,
        "disc-room": DISC_ROOM,
        "disc-step": DISC_STEP,
    }
