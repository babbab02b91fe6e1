"""The map as it is drawn: its shapes agree with adjacency, roads and Staging Areas of the map's data."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import ceil, hypot
from typing import cast

import pytest

from khyber.games.enduring_freedom.board import STAGING_IDS
from khyber.games.enduring_freedom.drawing.facts import facts
from khyber.games.enduring_freedom.drawing.shapes import lines_of, shapes
from khyber.games.enduring_freedom.text import catalogue, languages
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


#: Width of a letter and height of a line of names in regions, and in cities and strongholds, whose names are squeezed.
REGION, CENTRE = (9.6, 14), (6.8, 12)


def written(name: str, lang: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each line of a zone's name."""
    zone, at = shapes()["zones"][name], BOX.zone_by_id[name]
    x, y = zone["label"]
    letter, high = REGION if BOX.kind[at] == "region" else CENTRE
    most = float("inf") if BOX.kind[at] == "region" else zone["room"][2] + 2
    widths = [min(len(line) * letter, most) for line in lines_of(catalogue(lang).called("place", name))]
    return [(x - w / 2, y - 7 + row * high, x + w / 2, y + 5 + row * high) for row, w in enumerate(widths)]


def marked(name: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the flag and the airbase of a zone."""
    zone = shapes()["zones"][name]
    x, y = zone["flag"]
    found = [(x - 5.0, y - 8.0, x + 8.0, y + 9.0)]
    if "airbase" in zone:
        x, y = zone["airbase"]
        found.append((x - 8.0, y - 8.0, x + 8.0, y + 8.0))
    return found


def overlap(one: tuple[float, float, float, float], two: tuple[float, float, float, float], by: float = 2) -> bool:
    return min(one[2], two[2]) - max(one[0], two[0]) > by and min(one[3], two[3]) - max(one[1], two[1]) > by


@pytest.mark.parametrize("lang", languages)
def test_no_name_is_covered_by_a_city_another_name_counters_or_marks(lang: str) -> None:
    names = {name: written(name, lang) for name in BOX.zones}
    centres = {
        name: (min(xs), min(ys), max(xs), max(ys))
        for name in BOX.zones
        if BOX.kind[BOX.zone_by_id[name]] != "region"
        for xs, ys in [zip(*ring(name), strict=True)]
    }
    for name, lines in names.items():
        left, top, width, height = shapes()["zones"][name]["room"]
        for line in lines:
            assert not overlap(line, (left, top, left + width, top + height), 3), f"{name}: counters"
            for other, frame in centres.items():
                assert other == name or not overlap(line, frame, 4), f"{name} is covered by {other}"
            for other in BOX.zones:
                assert other == name or not any(overlap(line, theirs) for theirs in names[other]), (name, other)
                assert not any(overlap(line, mark) for mark in marked(other)), f"{name}: a mark of {other}"


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
    boxes = {**drawn["staging"], **drawn["boxes"], "events": drawn["events"]}
    for (one, (ax, ay, aw, ah)), (two, (bx, by, bw, bh)) in combinations(boxes.items(), 2):
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay, (one, two)
    for zone in drawn["zones"]:
        for name, (left, top, width, height) in boxes.items():
            assert not any(left < x < left + width and top < y < top + height for x, y in ring(zone)), (zone, name)


def test_facts_have_every_counter_and_zone() -> None:
    known = facts(BOX)
    assert set(cast("dict[str, object]", known["zones"])) == set(BOX.zones)
    assert set(cast("dict[str, object]", known["counters"])) == {kind.id for kind in BOX.kinds if kind.count}
