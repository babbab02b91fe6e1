"""The spaces as shapes on the page, projected from longitude and latitude."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from math import ceil, cos, dist, exp, radians
from typing import TypedDict, cast

Point = tuple[float, float]

WIDTH, HEIGHT = 1400, 1000

#: Units of the page for one degree of latitude.
SCALE = 98.5

WEST, NORTH, MARGIN = 60.5, 38.47, 8
#: Length of a degree of longitude relative to one of latitude, at mid-country.
SHRINK = cos(radians(33.8))

#: Degrees between points added to straight lines, so that they bend with the lenses.
STRIDE = 0.3


@dataclass(frozen=True, slots=True)
class Lens:
    """A magnified area of the map."""

    longitude: float
    latitude: float
    power: float
    reach: float


#: Enlarged areas: Kabul and the small Provinces around it, Konduz, Balkh and Zabol.
LENSES = (
    Lens(69.15, 34.5, 0.75, 1.55),
    Lens(69.3, 36.75, 0.3, 0.8),
    Lens(66.5, 36.95, 0.4, 0.8),
    Lens(66.7, 31.5, 0.4, 1.0),
)


@dataclass(frozen=True, slots=True)
class Shape:
    """A space on the page; the course of a LoC is open, that of a Province closed."""

    id: str
    name: str
    kind: str
    terrain: str | None
    pashtun: bool
    econ: int | None
    anchor: Point
    columns: int
    label: Point | None
    turn: float
    course: tuple[Point, ...]


def project(longitude: float, latitude: float) -> Point:
    """Project a point: equirectangular, then spread by each lens.

    >>> x, y = project(69.17, 34.53)
    >>> 0 < x < WIDTH and 0 < y < HEIGHT
    True
    """
    x = east = longitude * SHRINK
    y = north = latitude
    for lens in LENSES:
        dx, dy = east - lens.longitude * SHRINK, north - lens.latitude
        pull = lens.power * exp(-(dx * dx + dy * dy) / lens.reach**2)
        x, y = x + dx * pull, y + dy * pull
    return MARGIN + (x - WEST * SHRINK) * SCALE, MARGIN + (NORTH - y) * SCALE


@cache
def shapes() -> tuple[Shape, ...]:
    """Return every space of the map, in the order of the file.

    >>> len(shapes())
    32
    """
    facts = _map()
    return tuple(_shape(feature, facts[feature["properties"]["id"]]) for feature in _features())


def along(course: Sequence[Point], near: Point, count: int, gap: float) -> list[Point]:
    """Return points for symbols along a LoC, around its point nearest to `near`, in lanes if it is short.

    Distances are the larger of horizontal and vertical, because marks are square.

    >>> along([(0, 0), (100, 0)], (50, 0), 3, 20)
    [(30.0, 0.0), (50.0, 0.0), (70.0, 0.0)]
    """
    west_first = course if course[0][0] <= course[-1][0] else course[::-1]
    steps = [*_steps(west_first, 1)]
    length = len(steps) - 1
    lanes = ceil((count - 0.5) * gap / length)
    seats = ceil(count / lanes)
    room = min(seats * gap / 2, length / 2)
    middle = min(range(length + 1), key=lambda step: dist(steps[step], near))
    middle = min(max(middle, ceil(room)), int(length - room))
    places = []
    for mark in range(count):
        lane, seat = divmod(mark, seats)
        step = min(max(round(middle + (seat - (min(count, seats) - 1) / 2) * gap), 1), length - 1)
        (ax, ay), (bx, by) = steps[step - 1], steps[step + 1]
        aside = (lane - (lanes - 1) / 2) * gap / max(abs(bx - ax), abs(by - ay))
        x, y = steps[step]
        places.append((x - (by - ay) * aside, y + (bx - ax) * aside))
    return places


def _steps(line: Iterable[Point], stride: float) -> Iterator[Point]:
    """Yield points along a line at most a stride apart, by the larger of horizontal and vertical distance."""
    end: Point | None = None
    for (ax, ay), (bx, by) in pairwise(line):
        steps = ceil(max(abs(bx - ax), abs(by - ay)) / stride) or 1
        for step in range(steps):
            yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
        end = bx, by
    if end:
        yield end


def _shape(feature: _Feature, fact: _Fact) -> Shape:
    about, geometry = feature["properties"], feature["geometry"]
    if geometry["type"] == "Polygon":
        line = cast("list[list[list[float]]]", geometry["coordinates"])[0]
    else:
        line = cast("list[list[float]]", geometry["coordinates"])
    label = about.get("label")
    return Shape(
        id=about["id"],
        name=about["name"],
        kind=fact["kind"],
        terrain=fact.get("terrain"),
        pashtun=fact["pashtun"],
        econ=fact.get("econ"),
        anchor=project(*about["anchor"]),
        columns=about.get("columns", 4),
        label=project(*label) if label else None,
        turn=about.get("turn", 0),
        course=tuple(project(*place) for place in _steps(((x, y) for x, y in line), STRIDE)),
    )


class _About(TypedDict, total=False):
    id: str
    name: str
    anchor: list[float]
    columns: int
    label: list[float]
    turn: float


class _Geometry(TypedDict):
    type: str
    coordinates: object


class _Feature(TypedDict):
    properties: _About
    geometry: _Geometry


class _Fact(TypedDict, total=False):
    kind: str
    terrain: str | None
    pashtun: bool
    econ: int


def _features() -> list[_Feature]:
    text = resources.files(__package__).joinpath("spaces.geojson").read_text("utf-8")
    return cast("dict[str, list[_Feature]]", json.loads(text))["features"]


def _map() -> dict[str, _Fact]:
    text = resources.files("khyber.games.distant_plain.data").joinpath("map.json").read_text("utf-8")
    return cast("dict[str, dict[str, _Fact]]", json.loads(text))["spaces"]
