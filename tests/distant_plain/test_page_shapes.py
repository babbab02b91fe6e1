"""The shapes that the page draws: smoothed and enlarged, they still show the adjacency of the map (1.3.6)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib import resources
from itertools import combinations, pairwise
from math import dist, hypot
from pathlib import Path
from typing import TypedDict, cast

Point = tuple[float, float]
Line = list[Point]

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "khyber" / "games" / "distant_plain" / "page" / "shapes.json"

GRID = 3
"""Rooms were sought on a grid this fine, so that a corner may lie so far outside."""

SAME = 0.3
"""Borders nearer to each other than this, in units of the page, are seen as one line."""

BORDER = 6.0
"""So long at least is a border that can be seen; what is not adjacent shares none at all."""

ROAD = 5.5
"""A road is drawn 11 wide: nearer than half of that it touches a space."""

APART = 8.0
"""Between a road and what it does not touch there is land to be seen: it is farther away than this."""


class Space(TypedDict, total=False):
    name: str
    kind: str
    terrain: str | None
    pashtun: bool
    econ: int | None
    adjacent: list[str]
    arcs: list[int]
    course: list[float]
    room: list[list[float]]


class Shapes(TypedDict):
    view: list[float]
    arcs: list[list[float]]
    frontier: list[int]
    spaces: dict[str, Space]


def shipped() -> Shapes:
    return cast("Shapes", json.loads(PAGE.read_text("utf-8")))


def world() -> Mapping[str, Space]:
    text = resources.files("khyber.games.distant_plain.data").joinpath("map.json").read_text("utf-8")
    return cast("dict[str, dict[str, Space]]", json.loads(text))["spaces"]


def points(flat: list[float]) -> Line:
    return list(zip(flat[::2], flat[1::2], strict=True))


def outlines(shapes: Shapes) -> dict[str, Line]:
    """The outline of each land as the page puts it together: arc after arc, ~number for one turned round."""
    arcs = [points(arc) for arc in shapes["arcs"]]
    found: dict[str, Line] = {}
    for name, space in shapes["spaces"].items():
        for number in space.get("arcs", []):
            found.setdefault(name, []).extend(arcs[number] if number >= 0 else arcs[~number][::-1])
    return found


def roads(shapes: Shapes) -> dict[str, Line]:
    return {name: points(space["course"]) for name, space in shapes["spaces"].items() if space["kind"] == "loc"}


def from_line(place: Point, line: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    share = ((place[0] - ax) * dx + (place[1] - ay) * dy) / ((dx * dx + dy * dy) or 1)
    share = max(0.0, min(1.0, share))
    return hypot(place[0] - ax - share * dx, place[1] - ay - share * dy)


def near(place: Point, line: Line, reach: float) -> bool:
    """Whether a place is within reach of a line; what is far away by either coordinate is not measured."""
    x, y = place
    return any(
        from_line(place, ((ax, ay), (bx, by))) <= reach
        for (ax, ay), (bx, by) in pairwise(line)
        if min(ax, bx) - reach <= x <= max(ax, bx) + reach and min(ay, by) - reach <= y <= max(ay, by) + reach
    )


def shared(one: Line, other: Line) -> float:
    """How long a border two outlines have in common, as it is drawn: by where the lines lie, not by their numbers."""
    if not overlap(one, other):
        return 0
    return sum(
        dist(a, b)
        for a, b in pairwise(one)
        if all(near(place, other, SAME) for place in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b))
    )


def overlap(one: Line, other: Line) -> bool:
    return all(
        min(place[axis] for place in a) <= max(place[axis] for place in b)
        for axis in (0, 1)
        for a, b in ((one, other), (other, one))
    )


def disagreements(shapes: Shapes) -> set[tuple[str, str]]:
    """Pairs of spaces whose drawing says other than the map whether they are adjacent."""
    told, drawn, courses = world(), outlines(shapes), roads(shapes)
    wrong = set()
    for a, b in combinations(sorted(drawn), 2):
        long = shared(drawn[a], drawn[b])
        if long < BORDER if b in told[a]["adjacent"] else long > 0:
            wrong.add((a, b))
    for road, course in courses.items():
        fine = [place for line in pairwise(course) for place in walk(*line)]
        for land, outline in drawn.items():
            reach = ROAD if land in told[road]["adjacent"] else APART
            if any(near(place, outline, reach) for place in fine) != (land in told[road]["adjacent"]):
                wrong.add((road, land))
    return wrong


def walk(a: Point, b: Point) -> Line:
    steps = int(dist(a, b) / 4) + 1
    return [(a[0] + (b[0] - a[0]) * at / steps, a[1] + (b[1] - a[1]) * at / steps) for at in range(steps + 1)]


def test_the_file_is_what_the_tool_makes() -> None:
    subprocess.run([sys.executable, "-m", "tools.generate.shapes", "check"], cwd=ROOT, check=True)


def test_every_space_of_the_map_is_shipped_with_its_facts() -> None:
    spaces = shipped()["spaces"]
    assert spaces.keys() == world().keys()
    for name, entry in world().items():
        for fact in ("name", "kind", "pashtun", "adjacent"):
            assert spaces[name][fact] == entry[fact], (name, fact)
        assert spaces[name]["terrain"] == entry.get("terrain")
        assert spaces[name]["econ"] == entry.get("econ")


def test_the_drawn_adjacency_is_that_of_the_map() -> None:
    assert disagreements(shipped()) == set()


def test_two_roads_meet_exactly_when_they_are_adjacent() -> None:
    told, courses = world(), roads(shipped())
    for a, b in combinations(courses, 2):
        meet = {courses[a][0], courses[a][-1]} & {courses[b][0], courses[b][-1]}
        assert bool(meet) == (b in told[a]["adjacent"]), (a, b)


def moved(shapes: Shapes, land: str, other: str) -> Shapes:
    """Move what a land has in common with another aside, for it alone: as if each had been smoothed for itself."""
    there = {max(arc, ~arc) for arc in shapes["spaces"][other]["arcs"]}
    arcs = []
    for arc in shapes["spaces"][land]["arcs"]:
        if max(arc, ~arc) in there:
            line = points(shapes["arcs"][max(arc, ~arc)])
            (ax, ay), (bx, by) = line[0], line[-1]
            share = 12 / dist(line[0], line[-1])
            aside = (by - ay) * share, (ax - bx) * share
            shapes["arcs"].append([part for x, y in line for part in (x + aside[0], y + aside[1])])
            new = len(shapes["arcs"]) - 1
            arcs.append(new if arc >= 0 else ~new)
        else:
            arcs.append(arc)
    shapes["spaces"][land]["arcs"] = arcs
    return shapes


def test_any_border_that_is_moved_is_noticed() -> None:
    adjacent = [(a, b) for a, b in combinations(sorted(outlines(shipped())), 2) if b in world()[a]["adjacent"]]
    assert len(adjacent) == 61
    for a, b in adjacent:
        drawn = outlines(moved(shipped(), a, b))
        assert shared(drawn[a], drawn[b]) < BORDER, (a, b)
    assert ("farah", "herat") in disagreements(moved(shipped(), "farah", "herat"))


def test_a_road_that_is_moved_is_noticed() -> None:
    shapes = shipped()
    road = shapes["spaces"]["kandahar-kabul"]
    road["course"] = [part + 40 for part in road["course"]]
    assert disagreements(shapes)


def test_the_room_for_pieces_lies_within_each_space_and_off_the_roads() -> None:
    shapes = shipped()
    drawn, courses = outlines(shapes), roads(shapes)
    for name, outline in drawn.items():
        assert shapes["spaces"][name]["room"], name
        for x, y, width, height in shapes["spaces"][name]["room"]:
            across, down = width / 2 - GRID, height / 2 - GRID
            corners = [(x + i * across, y + j * down) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            assert all(inside(corner, outline) for corner in corners), name
            if name != "kabul":
                for course in courses.values():
                    assert not any(abs(px - x) < width / 2 and abs(py - y) < height / 2 for px, py in course), name


def inside(place: Point, ring: Line) -> bool:
    x, y = place
    crossed = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def test_the_whole_country_is_in_view() -> None:
    shapes = shipped()
    left, top, width, height = shapes["view"]
    for line in (*outlines(shapes).values(), *roads(shapes).values()):
        assert all(left < x < left + width and top < y < top + height for x, y in line)
