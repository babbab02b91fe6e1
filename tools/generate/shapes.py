"""Make the shapes of A Distant Plain's map for the page: `python -m tools.generate.shapes [check]`.

Borders are cut into arcs where three outlines meet, and each arc is smoothed once, so that neighbours keep a common
border and the map its adjacency. Roads are smoothed the same way. Each space also gets rectangles that no road
crosses, for names, markers and pieces.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from itertools import pairwise
from math import dist, exp, hypot
from pathlib import Path
from random import Random
from typing import cast

from khyber.games.distant_plain.drawing.shapes import Point, Shape, along, project, shapes

MADE = Path(__file__).resolve().parents[2] / "src" / "khyber" / "games" / "distant_plain" / "page" / "shapes.json"

VIEW = (-42, -22, 1210, 1012)
"""The map on the page: left, top, width, height."""

LONG = 16.0
"""Longer straight lines become uneven, like real borders."""

UNEVEN = 0.085
"""Displacement of the midpoint of a long line, relative to its length."""

ROADSIDE = 14.0
"""A border closer to a road than this stays in place, under the road."""

GRID = 3
"""Grid of the search for rectangles."""

RATIOS = (0.6, 0.72, 0.85, 1.0, 1.15, 1.35, 1.6, 1.9, 2.3)
"""Ratios of width to height of the rectangles in each space."""

TOWNS: dict[str, tuple[float, float, str]] = {
    "Kandahar": (65.71, 31.62, "sw"),
    "Herat": (62.2, 34.35, "e"),
    "Toraghondi": (62.28, 35.25, "n"),
    "Shibirghan": (65.75, 36.67, "ne"),
    "Aibak": (68.02, 36.26, "s"),
    "Tor Kham": (71.08, 34.12, "s"),
    "Spin Boldak": (66.4, 31.01, "e"),
    "Jalalabad": (70.45, 34.43, "n"),
}
"""Towns on the ring road: longitude, latitude, and the side of the name."""

NEIGHBOURS: dict[str, tuple[float, float, float, float]] = {
    "turkmenistan": (170, 150, -38, 0.86),
    "uzbekistan": (486, 36, 0, 0.74),
    "tajikistan": (720, 34, 0, 0.66),
    "china": (1080, 62, 0, 0.62),
    "iran": (-16, 700, -90, 1.0),
    "pakistan": (1040, 640, -62, 1.15),
}
"""Neighbouring countries: position, angle and size of their names."""

SPREAD = (
    (713, 393, 0.72, 86),
    (738, 150, 0.34, 92),
    (512, 138, 0.40, 92),
    (560, 508, 0.34, 78),
    (776, 250, 0.45, 66),
    (596, 268, 0.18, 80),
    (690, 630, 0.16, 80),
    (845, 330, 0.16, 80),
)
"""Small spaces, drawn larger than in the library's picture: centre, strength, radius."""

Line = list[Point]


def spread(place: Point) -> Point:
    """Move a point away from the centre of each small space.

    >>> spread((713, 393)) == (713, 393), spread((5000, 5000))
    (False, (5000.0, 5000.0))
    """
    x, y = float(place[0]), float(place[1])
    for east, south, power, reach in SPREAD:
        dx, dy = place[0] - east, place[1] - south
        pull = power * exp(-(dx * dx + dy * dy) / reach**2)
        x, y = x + dx * pull, y + dy * pull
    return x, y


def enlarged(shape: Shape) -> Shape:
    """Return a shape in the page's coordinates, before smoothing."""
    return replace(
        shape,
        anchor=spread(shape.anchor),
        label=spread(shape.label) if shape.label else None,
        course=tuple(spread(place) for place in shape.course),
    )


def arcs_of(lands: Sequence[Shape]) -> tuple[list[Line], dict[str, list[int]]]:
    """Cut outlines into arcs where they part; ~n is arc n reversed.

    An arc ends at a point where the number of borders is not two, or where the neighbours of a border change.
    """
    rings = {land.id: [_key(place) for place in land.course[:-1]] for land in lands}
    beside: dict[frozenset[Point], set[str]] = {}
    for land, ring in rings.items():
        for edge in _edges(ring):
            beside.setdefault(frozenset(edge), set()).add(land)
    meeting: dict[Point, list[frozenset[str]]] = {}
    for border, there in beside.items():
        for end in border:
            meeting.setdefault(end, []).append(frozenset(there))
    ends = {place for place, there in meeting.items() if len(there) != 2 or there[0] != there[1]}
    arcs: list[Line] = []
    numbers: dict[tuple[Point, ...], int] = {}
    outlines: dict[str, list[int]] = {}
    for land, ring in rings.items():
        for arc in _cut(ring, ends):
            line = tuple(arc)
            if line[::-1] in numbers:
                number = ~numbers[line[::-1]]
            else:
                number = numbers.setdefault(line, len(arcs))
                if number == len(arcs):
                    arcs.append(arc)
            outlines.setdefault(land, []).append(number)
    return arcs, outlines


def _key(place: Point) -> Point:
    return round(place[0], 5), round(place[1], 5)


def _edges(ring: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _cut(ring: Sequence[Point], ends: set[Point]) -> Iterator[Line]:
    first = next((at for at, place in enumerate(ring) if place in ends), 0)
    turned = [*ring[first:], *ring[:first], ring[first]]
    arc = [turned[0]]
    for place in turned[1:]:
        arc.append(place)
        if place in ends or len(arc) > len(ring):
            yield arc
            arc = [place]


def smooth(line: Line, times: int) -> Line:
    """Cut corners repeatedly, but keep the ends (Chaikin).

    >>> smooth([(0, 0), (4, 0), (4, 4)], 1)
    [(0, 0), (3.0, 0.0), (4.0, 1.0), (4, 4)]
    """
    for _ in range(times):
        inner: Line = []
        for at, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
            if at:
                inner.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            if at < len(line) - 2:
                inner.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        line = [line[0], *inner, line[-1]]
    return line


def uneven(line: Line, roads: Sequence[Line]) -> Line:
    """Displace the midpoints of long straight lines, deterministically, except along roads."""
    chance = Random(f"{line[0]}{line[-1]}{len(line)}")

    def part(a: Point, b: Point) -> Iterator[Point]:
        length = dist(a, b)
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if length > LONG:
            aside = chance.uniform(-UNEVEN, UNEVEN)
            if min(from_line(middle, edge) for road in roads for edge in pairwise(road)) > ROADSIDE + length / 3:
                middle = middle[0] - (b[1] - a[1]) * aside, middle[1] + (b[0] - a[0]) * aside
            yield from part(a, middle)
            yield from part(middle, b)
        else:
            yield b

    return [line[0], *(place for a, b in pairwise(line) for place in part(a, b))]


def from_line(place: Point, line: tuple[Point, Point]) -> float:
    """Return the distance of a point from a line."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    share = ((place[0] - ax) * dx + (place[1] - ay) * dy) / ((dx * dx + dy * dy) or 1)
    share = max(0.0, min(1.0, share))
    return hypot(place[0] - ax - share * dx, place[1] - ay - share * dy)


def thin(line: Line, tolerance: float) -> Line:
    """Remove points that hardly change the line (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    straight = line[0], line[-1]
    far, at = max((from_line(place, straight), at) for at, place in enumerate(line[1:-1], 1))
    if line[0] == line[-1]:
        far, at = max((dist(place, line[0]), at) for at, place in enumerate(line[1:-1], 1))
    if far <= tolerance:
        return [line[0], line[-1]]
    return thin(line[: at + 1], tolerance)[:-1] + thin(line[at:], tolerance)


# Room


def rectangles(ring: Line, taken: set[tuple[int, int]]) -> list[list[int]]:
    """Return the largest free rectangle for each ratio, as centre, width and height."""
    left, top = (int(min(place[axis] for place in ring) // GRID) for axis in (0, 1))
    right, bottom = (int(max(place[axis] for place in ring) // GRID) + 1 for axis in (0, 1))
    wide, high = right - left, bottom - top
    sums = [[0] * (wide + 1)]
    for row in range(high):
        y = (top + row + 0.5) * GRID
        crossings = sorted(
            ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in pairwise(ring) if (ay > y) != (by > y)
        )
        line, sofar = [0], 0
        for column in range(wide):
            x = (left + column + 0.5) * GRID
            inside = sum(crossing < x for crossing in crossings) % 2 == 1
            sofar += not inside or (left + column, top + row) in taken
            line.append(sofar + sums[-1][column + 1])
        sums.append(line)

    def free(x: int, y: int, w: int, h: int) -> bool:
        return (
            x >= 0
            and y >= 0
            and x + w <= wide
            and y + h <= high
            and sums[y + h][x + w] - sums[y][x + w] - sums[y + h][x] + sums[y][x] == 0
        )

    found = []
    for ratio in RATIOS:
        best = (0, 0, 0, 0)
        for y in range(high):
            for x in range(wide):
                while free(x, y, max(round((best[3] + 1) * ratio), 1), best[3] + 1):
                    best = x, y, max(round((best[3] + 1) * ratio), 1), best[3] + 1
        x, y, w, h = best
        if h:
            found.append([round((left + x + w / 2) * GRID), round((top + y + h / 2) * GRID), w * GRID, h * GRID])
    return found


def around_roads(roads: Mapping[str, Line], anchors: Mapping[str, Point]) -> set[tuple[int, int]]:
    """Return the grid squares of roads, with more room for their pieces."""
    taken: set[tuple[int, int]] = set()
    for road, course in roads.items():
        for x, y in along(course, anchors[road], 60, 6):
            wide = 17 if dist((x, y), anchors[road]) < 62 else 9
            taken |= _disc(x, y, wide)
        for place in _walk(course, 3):
            wide = 17 if dist(place, anchors[road]) < 62 else 9
            taken |= _disc(*place, wide)
    return taken


def _walk(line: Line, step: float) -> Iterator[Point]:
    for (ax, ay), (bx, by) in pairwise(line):
        steps = int(hypot(bx - ax, by - ay) / step) + 1
        for at in range(steps):
            yield ax + (bx - ax) * at / steps, ay + (by - ay) * at / steps


def _disc(x: float, y: float, radius: float) -> set[tuple[int, int]]:
    reach = int(radius // GRID) + 1
    column, row = int(x // GRID), int(y // GRID)
    return {
        (column + i, row + j)
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
        if hypot((column + i + 0.5) * GRID - x, (row + j + 0.5) * GRID - y) <= radius
    }


# The file


def made() -> str:
    """Return the contents of the file."""
    drawn = [enlarged(shape) for shape in shapes()]
    lands = [shape for shape in drawn if shape.kind != "loc"]
    roads = {shape.id: smooth(list(shape.course), 2) for shape in drawn if shape.kind == "loc"}
    arcs, outlines = arcs_of(lands)
    lines = [thin(smooth(uneven(arc, list(roads.values())), 2), 0.2) for arc in arcs]
    anchors = {shape.id: shape.anchor for shape in drawn}
    taken = around_roads(roads, anchors)
    rings = {land: ring_of(numbers, lines) for land, numbers in outlines.items()}
    country = {land.id: "pakistan" if land.kind == "pakistan" else "afghanistan" for land in lands}
    owners: dict[int, list[str]] = {}
    for land, numbers in outlines.items():
        for number in numbers:
            owners.setdefault(max(number, ~number), []).append(land)
    sides = {
        number: {country[land] for land in there} | ({"abroad"} if len(there) == 1 else set())
        for number, there in sorted(owners.items())
    }
    frontier = [number for number, there in sides.items() if "afghanistan" in there and len(there) > 1]
    facts = cast(
        "dict[str, dict[str, dict[str, object]]]",
        json.loads(resources.files("khyber.games.distant_plain.data").joinpath("map.json").read_text("utf-8")),
    )["spaces"]
    spaces = {}
    for shape in drawn:
        about: dict[str, object] = {
            "name": shape.name,
            "kind": shape.kind,
            "terrain": shape.terrain,
            "pashtun": shape.pashtun,
            "econ": shape.econ,
            "adjacent": facts[shape.id]["adjacent"],
            "anchor": [round(part) for part in shape.anchor],
        }
        if shape.kind == "loc":
            about["course"] = flat(thin(roads[shape.id], 0.2))
            about["label"] = [round(part) for part in shape.label or shape.anchor]
            about["turn"] = shape.turn
        else:
            ring = rings[shape.id]
            others = taken if shape.kind == "city" else taken | _city(rings["kabul"])
            about["arcs"] = outlines[shape.id]
            about["room"] = rectangles(ring, set() if shape.kind == "city" else others)
        spaces[shape.id] = about
    towns = [
        {"name": name, "at": [round(part) for part in spread(project(east, north))], "side": side}
        for name, (east, north, side) in TOWNS.items()
    ]
    neighbours = {name: list(place) for name, place in NEIGHBOURS.items()}
    parts: dict[str, object] = {
        "view": VIEW,
        "arcs": [flat(line) for line in lines],
        "frontier": frontier,
        "towns": towns,
        "neighbours": neighbours,
        "spaces": spaces,
    }
    return _written(parts)


def _city(ring: Line) -> set[tuple[int, int]]:
    """Return Kabul and a margin around it."""
    x = sum(place[0] for place in ring) / len(ring)
    y = sum(place[1] for place in ring) / len(ring)
    radius = max(dist(place, (x, y)) for place in ring) + 2
    return _disc(x, y, radius)


def ring_of(numbers: Sequence[int], lines: Sequence[Line]) -> Line:
    """Join an outline from its arcs."""
    ring: Line = []
    for number in numbers:
        line = lines[number] if number >= 0 else lines[~number][::-1]
        ring += line[1:] if ring else line
    return ring


def flat(line: Line) -> list[float]:
    return [round(part, 1) for place in line for part in place]


def _written(parts: Mapping[str, object]) -> str:
    """Write a line per arc, space and part, for readable diffs."""

    def short(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    lines = []
    for name, part in parts.items():
        if name in ("arcs", "towns"):
            inside = ",\n".join(short(entry) for entry in cast("list[object]", part))
            lines.append(f'"{name}":[\n{inside}\n]')
        elif name == "spaces":
            entries = cast("dict[str, object]", part).items()
            inside = ",\n".join(f'"{key}":{short(entry)}' for key, entry in entries)
            lines.append(f'"{name}":{{\n{inside}\n}}')
        else:
            lines.append(f'"{name}":{short(part)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    text = made()
    if sys.argv[1:] == ["check"]:
        if MADE.read_text("utf-8") != text:
            sys.exit(f"{MADE.name} is out of date: run python -m tools.generate.shapes")
    else:
        MADE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
