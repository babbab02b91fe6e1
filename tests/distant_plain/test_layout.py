"""The map as it is drawn: its shapes agree with the map's adjacency, and the picture can be read back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from itertools import combinations, pairwise
from math import hypot
from typing import TypedDict, cast
from xml.etree import ElementTree

import pytest

from khyber.games.distant_plain.drawing import svg
from khyber.games.distant_plain.drawing.glyphs import PIECE, PIECES
from khyber.games.distant_plain.drawing.shapes import HEIGHT, WIDTH, Point, project, shapes

Ring = tuple[Point, ...]

TOUCH, APART = 0.04, 0.08
"""Degrees: nearer than the first a road, broad as it is, touches a space; beyond the second it does not."""


class Entry(TypedDict):
    name: str
    kind: str
    adjacent: list[str]


def read(package: str, file: str) -> dict[str, object]:
    text = resources.files(f"khyber.games.distant_plain.{package}").joinpath(file).read_text("utf-8")
    return cast("dict[str, object]", json.loads(text))


@pytest.fixture(scope="module")
def world() -> Mapping[str, Entry]:
    return cast("dict[str, Entry]", read("data", "map.json")["spaces"])


def courses(kind: str) -> dict[str, Ring]:
    """Outlines (Polygon) or roads (LineString) in longitude and latitude, as the file has them."""
    found: dict[str, Ring] = {}
    for feature in cast("list[dict[str, dict[str, object]]]", read("drawing", "spaces.geojson")["features"]):
        if feature["geometry"]["type"] == kind:
            line = feature["geometry"]["coordinates"]
            if kind == "Polygon":
                (line,) = cast("list[object]", line)
            found[str(feature["properties"]["id"])] = tuple((x, y) for x, y in cast("list[list[float]]", line))
    return found


# Geometry against adjacency (1.3.6)


def test_every_space_is_drawn_under_its_name(world: Mapping[str, Entry]) -> None:
    assert {shape.id: (shape.name, shape.kind) for shape in shapes()} == {
        space: (entry["name"], entry["kind"]) for space, entry in world.items()
    }


def test_two_provinces_share_a_border_exactly_when_they_are_adjacent(world: Mapping[str, Entry]) -> None:
    edges = {space: {frozenset(edge) for edge in pairwise(ring)} for space, ring in courses("Polygon").items()}
    bordering = {pair for pair in combinations(sorted(edges), 2) if edges[pair[0]] & edges[pair[1]]}
    adjacent = {(a, b) for a, b in combinations(sorted(edges), 2) if b in world[a]["adjacent"]}
    assert bordering == adjacent
    assert len(bordering) == 61


def test_provinces_that_are_not_adjacent_do_not_even_meet_in_a_corner(world: Mapping[str, Entry]) -> None:
    outlines = courses("Polygon")
    for a, b in combinations(outlines, 2):
        if b not in world[a]["adjacent"]:
            assert not set(outlines[a]) & set(outlines[b]), (a, b)


def test_each_road_touches_exactly_the_spaces_that_it_is_adjacent_to(world: Mapping[str, Entry]) -> None:
    for road, course in courses("LineString").items():
        for land, outline in courses("Polygon").items():
            gap = distance(course, outline)
            if land in world[road]["adjacent"]:
                assert gap < TOUCH, (road, land)
            else:
                assert gap > APART, (road, land)


def test_two_roads_meet_at_a_town_exactly_when_they_are_adjacent(world: Mapping[str, Entry]) -> None:
    roads = courses("LineString")
    for a, b in combinations(roads, 2):
        ends = {roads[a][0], roads[a][-1]} & {roads[b][0], roads[b][-1]}
        assert bool(ends) == (b in world[a]["adjacent"]), (a, b)


def test_the_lenses_never_fold_the_map() -> None:
    step = 0.01
    for east in range(600, 745, 2):
        for north in range(285, 386, 2):
            x, y = project(east / 10, north / 10)
            x_east, y_east = project(east / 10 + step, north / 10)
            x_north, y_north = project(east / 10, north / 10 + step)
            assert (x_east - x) * (y - y_north) - (x_north - x) * (y - y_east) > 0


def distance(road: Ring, outline: Ring) -> float:
    return min(between(a, b) for a in pairwise(road) for b in pairwise(outline))


def between(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    if crossing(one, other):
        return 0
    return min(*(from_line(end, other) for end in one), *(from_line(end, one) for end in other))


def crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return all(side(line, ends[0]) * side(line, ends[1]) < 0 for line, ends in ((one, other), (other, one)))


def side(line: tuple[Point, Point], place: Point) -> float:
    (ax, ay), (bx, by) = line
    return (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)


def from_line(place: Point, line: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    share = ((place[0] - ax) * dx + (place[1] - ay) * dy) / (dx * dx + dy * dy)
    share = max(0.0, min(1.0, share))
    return hypot(place[0] - ax - share * dx, place[1] - ay - share * dy)


# The picture read back


CODES = ("CB", "CT", "GB", "GT", "GP", "TB", "TU", "TA", "WB", "WU", "WA")


def pieces(line: str) -> dict[str, int]:
    """Pieces from a line such as "CB CT3 GP2 TU TA2 WB": faction, kind and how many."""
    codes = dict(zip(CODES, PIECES, strict=True))
    return {codes[code[:2]]: int(code[2:] or 1) for code in line.split()}


POSITION: dict[str, tuple[str, dict[str, object]]] = {
    "kabul": ("CB CT3 GT2 GP2 TU", {"level": "support", "control": "coin", "returnees": True, "terror": 1}),
    "herat": ("GB GT2 GP2", {"control": "coin"}),
    "farah": ("WB WU", {}),
    "balkh": ("GT2 GP4 WB WU", {"level": "support", "control": "coin", "returnees": True, "terror": 2}),
    "helmand": ("CB CT3 GT2 GP2 TB TU2", {"control": "coin"}),
    "kandahar": ("CB CT2 GT2 GP2 TB TU TA3", {"level": "opposition", "control": "coin", "terror": 1}),
    "oruzgan": ("CT GT GP TU2 WB WU", {}),
    "nuristan": ("CT GT GP TU2 WB WU", {"level": "opposition", "terror": 1}),
    "ghazni": ("CB CT GT2 GP2 TB TU2", {"control": "coin"}),
    "paktika": ("CB CT GT2 GP2 TB TU2", {"level": "opposition", "control": "coin"}),
    "khowst": ("CB CT GT2 GP2 TB TU2 TA", {"level": "opposition", "returnees": True, "terror": 1}),
    "zabol": ("CT TB TU12 TA4", {"control": "taliban"}),
    "konduz": ("GB GT2 GP2 WB WU WA2", {"level": "support", "control": "coin", "returnees": True}),
    "baghlan": ("GP3 WB WA", {"returnees": True}),
    "balochistan": ("TB2 TU4 TA", {"control": "taliban"}),
    "waziristan": ("TB2 TU4 TA", {"control": "taliban"}),
    "northwest-frontier": ("TB2 TU4 TA", {"control": "taliban"}),
    "kandahar-kabul": ("GT GP2 TU TA2", {}),
    "kandahar-spin-boldak": ("TU", {"sabotage": True}),
    "kabul-tor-kham": ("GP3 TA", {}),
    "kabul-aibak": ("GP", {}),
    "toraghondi-farah": ("GP2 TU", {}),
    "farah-kandahar": ("CT2 GT3 TA", {"sabotage": True}),
    "shibirghan-aibak": ("GP WU", {}),
}
BOXES = {"available": "CT10 GT12 GP14 TB3 TU11 WB7 WU10", "casualties": "CB CT2", "out-of-play": "GT3 WU2"}


def sample() -> dict[str, object]:
    """The Short scenario after some fighting."""
    plain = {"level": "neutral", "control": "none", "population": 1, "terror": 0, "sabotage": False}
    spaces = {}
    for shape in shapes():
        line, marks = POSITION.get(shape.id, ("", {}))
        held = dict.fromkeys(PIECES, 0) | pieces(line) if shape.id == "kabul" else pieces(line)
        spaces[shape.id] = {**plain, "returnees": False, **marks, "pieces": held}
    return {
        "scenario": "short",
        "spaces": spaces,
        **{box: pieces(line) for box, line in BOXES.items()},
        "resources": {"government": 31, "taliban": 15, "warlords": 20},
        "aid": 24,
        "patronage": 6,
        "islamabad": {"box": "backing", "hard": True},
        "totals": {"support-available": 10, "coin-patronage": 21, "opposition-bases": 9, "uncontrolled": 13},
        "margins": {"coalition": -20, "government": -14, "taliban": -11, "warlords": 2},
        "card": 72,
        "next": None,
        "deck": 50,
        "eligible": {"coalition": True, "government": False, "taliban": True, "warlords": True},
    }


def bracket(key: str) -> str:
    return f"⟦{key}⟧"


def picture() -> ElementTree.Element:
    return ElementTree.fromstring(svg.draw(sample(), bracket))


def words(root: ElementTree.Element) -> list[str]:
    return [text for element in root.iter() for text in (element.text, element.tail) if text]


def test_the_pieces_read_back_from_the_picture_are_those_of_the_view() -> None:
    found: dict[str, dict[str, int]] = {}
    for element in picture().iter():
        if "data-piece" in element.attrib:
            there = found.setdefault(element.attrib["data-space"], {})
            assert element.attrib["data-piece"] not in there
            there[element.attrib["data-piece"]] = int(element.attrib["data-count"])
    on_map = {space: pieces(line) for space, (line, _) in POSITION.items()}
    assert found == on_map | {box: pieces(line) for box, line in BOXES.items()}


def test_each_space_has_one_outline_which_carries_its_markers() -> None:
    outlines = [element.attrib for element in picture().iter() if "data-kind" in element.attrib]
    assert sorted(outline["data-space"] for outline in outlines) == sorted(shape.id for shape in shapes())
    kabul = next(outline for outline in outlines if outline["data-space"] == "kabul")
    marks = ("level", "control", "population", "terror", "sabotage", "returnees")
    assert [kabul[f"data-{mark}"] for mark in marks] == ["support", "coin", "1", "1", "0", "1"]


def test_no_piece_hides_another_and_all_are_on_the_page() -> None:
    places = [place_of(element) for element in picture().iter() if "data-piece" in element.attrib]
    half = PIECE / 2
    assert all(half < x < WIDTH - half and half < y < HEIGHT - half for x, y in places)
    for (ax, ay), (bx, by) in combinations(places, 2):
        assert max(abs(ax - bx), abs(ay - by)) > PIECE - 2


def place_of(element: ElementTree.Element) -> Point:
    """The middle of a square, disc or hexagon."""
    at = element.attrib
    if "points" in at:
        corners = [[float(part) for part in corner.split(",")] for corner in at["points"].split()]
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    if "cx" in at:
        return float(at["cx"]), float(at["cy"])
    return float(at["x"]) + float(at["width"]) / 2, float(at["y"]) + float(at["height"]) / 2


def test_tracks_cards_and_who_is_eligible_are_shown() -> None:
    root = picture()
    shown = words(root)
    for text in ("31", "15", "20", "24", "6", "10", "21", "9", "13", "−20", "−14", "−11", "+2", "72", "—", "50"):
        assert text in shown
    eligible = {e.attrib["data-faction"] for e in root.iter() if e.attrib.get("data-eligible") == "1"}
    assert eligible == {"coalition", "taliban", "warlords"}
    assert bracket("label.hard") in shown


def test_hard_is_shown_only_when_islamabad_is() -> None:
    view = sample() | {"islamabad": {"box": "tolerance", "hard": False}}
    assert bracket("label.hard") not in svg.draw(view, bracket)


# Words


def test_every_word_is_translated_or_the_name_of_a_space() -> None:
    names = {shape.name for shape in shapes()}
    left = [re.sub("⟦[a-z.-]+⟧", "", text) for text in words(picture()) if text not in names]
    assert not [text for text in left if re.search(r"[^\W\d_]", text)]


LABELS = (
    *("available", "casualties", "out-of-play", "resources", "aid", "patronage", "islamabad", "hard"),
    *("card", "next-card", "cards-left"),
    *("support-available", "coin-patronage", "opposition-bases", "uncontrolled"),
)


def test_only_the_agreed_messages_are_asked_for() -> None:
    asked: list[str] = []

    def note(key: str) -> str:
        asked.append(key)
        return key

    svg.draw(sample(), note)
    agreed = {f"label.{label}" for label in LABELS}
    agreed |= {f"faction.{name}" for name in ("coalition", "government", "taliban", "warlords")}
    postures = ("hostility", "pressure", "tolerance", "backing", "sponsorship")
    agreed |= {f"islamabad.{name}" for name in postures}
    assert set(asked) == agreed


def test_special_characters_in_names_and_words_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    name, label = "<b>\"Kabul\" & 'environs'</b>", "<script>&amp;</script>"
    odd = tuple(replace(shape, name=name) for shape in shapes())
    monkeypatch.setattr(svg, "shapes", lambda: odd)
    drawn = svg.draw(sample(), lambda key: label)
    assert "<script" not in drawn
    assert "<b>" not in drawn
    shown = words(ElementTree.fromstring(drawn))
    assert shown.count(name) == 2 * len(odd)
    assert label in shown


def test_the_picture_stands_alone() -> None:
    drawn = svg.draw(sample(), bracket).replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
    assert not re.search(r"http|href|<script|<image|<style|@import|\bon\w+=", drawn)


def test_an_empty_view_gives_an_empty_map() -> None:
    root = ElementTree.fromstring(svg.draw({}, bracket))
    assert not [element for element in root.iter() if "data-piece" in element.attrib]


def test_a_space_that_is_not_on_the_map_is_refused() -> None:
    with pytest.raises(ValueError, match="no space called 'atlantis'"):
        svg.draw({"spaces": {"atlantis": {}}}, bracket)


def test_a_piece_of_no_faction_is_refused() -> None:
    with pytest.raises(ValueError, match="No faction has a piece called 'roman-legion'"):
        svg.draw({"available": {"roman-legion": 1}}, bracket)
