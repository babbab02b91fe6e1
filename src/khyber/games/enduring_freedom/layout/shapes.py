"""The shapes of the map, from zones.json: outlines, roads, connections, boxes.

Outlines, roads and lines are flat lists of x and y in units of the picture; `view` is its left, top, width and height.
A region's outline has no part under a city or stronghold that other zones touch, too; one inside the region is
drawn over it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TypedDict, cast


class ZoneShape(TypedDict):
    """A zone; `room` is left, top, width and height for counters, `label` the middle of the name."""

    outline: list[int]
    label: list[int]
    room: list[int]
    anchor: list[int]
    radius: int


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
    neighbours: dict[str, list[int]]


@cache
def shapes() -> Shapes:
    """Return the map.

    >>> len(shapes()["zones"])
    28
    """
    text = resources.files(__package__).joinpath("zones.json").read_text("utf-8")
    return cast(Shapes, json.loads(text))
