"""The shapes of the map, from zones.json: outlines, roads, connections, boxes.

Outlines, roads and lines are flat lists of x and y in units of the picture; `view` is its left, top, width and height.
A region's outline has no part under a city or stronghold that other zones touch, too; one inside the region is
drawn over it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final, NotRequired, TypedDict, cast

#: Names longer than this have two lines.
LONGEST: Final = 12


class ZoneShape(TypedDict):
    """A zone; `room` is left, top, width and height for counters, `label` the middle of the name.

    A name of two lines has its first line there. `flag` and `airbase` are the middles of these marks.
    """

    outline: list[int]
    label: list[int]
    room: list[int]
    flag: list[int]
    airbase: NotRequired[list[int]]


class Link(TypedDict):
    """A Staging Area's connection to a zone: a road, one for Iranian units only, or a line without a use."""

    staging: str
    zone: str
    kind: str
    line: list[int]


class Shapes(TypedDict):
    """The whole map."""

    about: str
    provenance: str
    view: list[int]
    zones: dict[str, ZoneShape]
    roads: dict[str, list[int]]
    links: list[Link]
    staging: dict[str, list[int]]
    boxes: dict[str, list[int]]
    #: The list of Jihad events: left, top, width and height.
    events: list[int]
    neighbours: dict[str, list[int]]


@cache
def shapes() -> Shapes:
    """Return the map.

    >>> len(shapes()["zones"])
    28
    """
    text = resources.files(__package__).joinpath("zones.json").read_text("utf-8")
    return cast(Shapes, json.loads(text))


def lines_of(name: str) -> list[str]:
    """Return a name as the map writes it: a long one is divided at the space nearest its middle.

    >>> lines_of("Hindu Kush West"), lines_of("Spin Boldak")
    (['Hindu Kush', 'West'], ['Spin Boldak'])
    """
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if len(name) <= LONGEST or not spaces:
        return [name]
    at = min(spaces, key=lambda place: (abs(place - len(name) / 2), -place))
    return [name[:at], name[at + 1 :]]


def airbase_at(zone: str) -> list[int]:
    """Return the middle of a zone's airbase mark: above the name where none is printed."""
    shape = shapes()["zones"][zone]
    x, y = shape["label"]
    return shape.get("airbase", [x, y - 16])
