"""The map as it is drawn: its shapes agree with adjacency, roads and Staging Areas of the map's data."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import ceil, hypot
from typing import cast

from khyber.games.enduring_freedom.board import STAGING_IDS
from khyber.games.enduring_freedom.facts import facts
from khyber.games.enduring_freedom.layout.shapes import shapes
from tests.enduring_freedom.tables import BOX

Point = tuple[float, float]

NEAR = 1.5
"""Outlines nearer than this run together: outlines are rounded to whole units."""

BORDER, CORNER = 8, 5
"""Length of the shortest border, and the longest stretch along which zones that only meet at a corner are near."""

INSIDE = ("jalalabad", "herat", "kunduz", "mazar-i-sharif", "tora-bora", "shah-i-kot")


def points(flat: list[int]) -> list[Point]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def ring(zone: str) -> list[Point]:
    line = points(shapes()["zones"][zone]["outline"])
    return [*line, line[0]]


def steps(line: list[Point]) -> list[Point]:
    """Points along a line, one unit apart."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(line):
        n = ceil(hypot(bx - ax, by - ay)) or 1
        found += [(ax + (bx - ax) * at / n, ay + (by - ay) * at / n) for at in range(n)]
    return found


def away(point: Point, line: list[Point]) -> float:
    """Distance of a point from a line."""
    x, y = point
    least = float("inf")
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / ((dx * dx + dy * dy) or 1)))
        least = min(least, hypot(x - ax - dx * share, y - ay - dy * share))
    return least


def within(point: Point, line: list[Point]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in pairwise(line):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def border(one: str, two: str) -> int:
    """Length along which two outlines run together."""
    other = ring(two)
    left, right = min(x for x, _ in other) - NEAR, max(x for x, _ in other) + NEAR
    top, bottom = min(y for _, y in other) - NEAR, max(y for _, y in other) + NEAR
    near = [(x, y) for x, y in steps(ring(one)) if left <= x <= right and top <= y <= bottom]
    return sum(away(point, other) < NEAR for point in near)


def test_zones_share_a_border_exactly_if_they_are_adjacent() -> None:
    bordering, adjacent = set(), set()
    for one, two in combinations(range(len(BOX.zones)), 2):
        pair = BOX.zones[one], BOX.zones[two]
        inner = [zone for zone in pair if zone in INSIDE]
        if two in BOX.adjacent[one]:
            adjacent.add(pair)
        if inner:
            outer = pair[1] if inner[0] == pair[0] else pair[0]
            if all(within(point, ring(outer)) for point in ring(inner[0])):
                bordering.add(pair)
        elif (length := border(*pair)) >= BORDER:
            bordering.add(pair)
        else:
            assert length <= CORNER, f"{pair} are neither adjacent nor apart: {length}"
    assert bordering == adjacent
    assert len(adjacent) == 52


def test_names_and_counters_have_room_in_their_zone() -> None:
    for name, zone in shapes()["zones"].items():
        left, top, width, height = zone["room"]
        middle = (left + width / 2, top + height / 2)
        assert within(middle, ring(name)), name
        assert min(width, height) >= 26, name
        x, y = zone["label"]
        assert within((x, y), ring(name)), name


def test_each_road_passes_its_zones_in_order() -> None:
    drawn = shapes()["roads"]
    assert set(drawn) == set(BOX.road_paths)
    for name, path in BOX.road_paths.items():
        along = steps(points(drawn[name]))
        at = [next((n for n, p in enumerate(along) if within(p, ring(BOX.zones[zone]))), None) for zone in path]
        assert None not in at, (name, [BOX.zones[z] for z, n in zip(path, at, strict=True) if n is None])


def test_staging_areas_are_joined_to_their_zones() -> None:
    links = {(link["staging"], link["zone"], link["kind"]) for link in shapes()["links"]}
    wanted = set()
    for area, roads, iranian in zip(STAGING_IDS, BOX.roads_in, BOX.iranian_in, strict=True):
        wanted |= {(area, BOX.zones[zone], "road") for zone in roads}
        wanted |= {(area, BOX.zones[zone], "iranian") for zone in iranian if zone not in roads}
    assert {link for link in links if link[2] != "line"} == wanted
    for link in shapes()["links"]:
        *_, end = points(link["line"])
        assert within(end, ring(link["zone"])), link


def test_boxes_do_not_overlap_the_country_or_each_other() -> None:
    drawn = shapes()
    boxes = {**drawn["staging"], **drawn["boxes"]}
    for (one, (ax, ay, aw, ah)), (two, (bx, by, bw, bh)) in combinations(boxes.items(), 2):
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay, (one, two)
    for zone in drawn["zones"]:
        for name, (left, top, width, height) in boxes.items():
            assert not any(left < x < left + width and top < y < top + height for x, y in ring(zone)), (zone, name)


def test_facts_have_every_counter_and_zone() -> None:
    known = facts(BOX)
    assert set(cast("dict[str, object]", known["zones"])) == set(BOX.zones)
    assert set(cast("dict[str, object]", known["counters"])) == {kind.id for kind in BOX.kinds if kind.count}
