"""The picture of a game as one SVG document; the panel beside the map is in panel.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from xml.etree.ElementTree import Element, tostring

from khyber.engine.view_fields import mapping, number, string
from khyber.games.distant_plain.drawing import colours, glyphs, panel
from khyber.games.distant_plain.drawing.glyphs import PIECE, plain, put
from khyber.games.distant_plain.drawing.shapes import HEIGHT, WIDTH, Point, Shape, along, shapes
from khyber.games.distant_plain.drawing.view_fields import counts

GAP = 3


def draw(view: Mapping[str, object], word: Callable[[str], str]) -> str:
    """Draw the public view of a game; `word` gives the text of a message key.

    >>> draw({"spaces": {"kabul": {"pieces": {"coalition-troops": 3}}}}, str).startswith("<svg ")
    True
    """
    drawn = shapes()
    spaces = mapping(view.get("spaces"))
    if strange := spaces.keys() - {shape.id for shape in drawn}:
        raise ValueError(f"The map has no space called {min(strange)!r}.")
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    for name, value in (("width", str(WIDTH)), ("height", str(HEIGHT)), ("viewBox", f"0 0 {WIDTH} {HEIGHT}")):
        root.set(name, value)
    root.set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
    _mountains(root)
    put(root, "rect", width=WIDTH, height=HEIGHT, fill=colours.SEA)
    outlines = put(root, "g", class_="outlines", stroke_linejoin="round", stroke_linecap="round")
    for layer in ("pakistan", "province", "loc", "city"):
        for shape in drawn:
            if shape.kind == layer:
                _outline(outlines, shape, mapping(spaces.get(shape.id)))
    roads_first = sorted(drawn, key=lambda shape: shape.kind != "loc")
    for shape in roads_first:
        group = put(root, "g", class_="space")
        if shape.kind == "loc":
            _road(group, shape, mapping(spaces.get(shape.id)))
        else:
            _land(group, shape, mapping(spaces.get(shape.id)))
    panel.draw(root, view, word)
    return tostring(root, encoding="unicode")


def _mountains(root: Element) -> None:
    defs = put(root, "defs")
    pattern = put(defs, "pattern", id="ridges", width=26, height=20, patternUnits="userSpaceOnUse")
    put(pattern, "path", d="M3 9l4-6 4 6M16 19l4-6 4 6", fill="none", stroke=colours.RIDGE, stroke_opacity="0.28")


def _outline(parent: Element, shape: Shape, space: Mapping[str, object]) -> None:
    line = "M" + "L".join(f"{plain(x)} {plain(y)}" for x, y in shape.course)
    data: dict[str, str | float] = {"data_space": shape.id, "data_kind": shape.kind}
    for name in ("level", "control", "population", "terror"):
        if name in space:
            data[f"data_{name}"] = str(space[name])
    for name in ("sabotage", "returnees"):
        if name in space:
            data[f"data_{name}"] = int(bool(space[name]))
    if shape.kind == "loc":
        put(parent, "path", d=line, fill="none", stroke=colours.VERGE, stroke_width=11)
        drawn = put(parent, "path", d=line, fill="none", stroke=colours.ROAD, stroke_width=8, **data)
        for x, y in (shape.course[0], shape.course[-1]):
            put(parent, "circle", cx=x, cy=y, r=6, fill=colours.PAPER, stroke=colours.VERGE, stroke_width=2)
    else:
        fill = _tint(shape)
        drawn = put(parent, "path", d=line + "Z", fill=fill, stroke=colours.VERGE, stroke_width=1.4, **data)
        if shape.terrain == "mountain":
            put(parent, "path", d=line + "Z", fill="url(#ridges)", pointer_events="none")
    put(drawn, "title").text = shape.name


def _tint(shape: Shape) -> str:
    if shape.kind == "pakistan":
        return colours.PAKISTAN
    if shape.kind == "city":
        return colours.CITY
    return colours.LAND[shape.terrain or "plains", shape.pashtun]


def _land(parent: Element, shape: Shape, space: Mapping[str, object]) -> None:
    """Add name, markers and pieces of a Province or Kabul, in rows around the anchor."""
    rows = _rows(counts(space.get("pieces")), shape.columns)
    x, middle = shape.anchor
    top = middle - (14 + 24 + len(rows) * (PIECE + GAP)) / 2
    _name(parent, x, top + 7, shape.name, 13)
    _markers(parent, x, top + 14 + 12, space)
    for row, pieces in enumerate(rows):
        _pieces(parent, (x, top + 38 + (PIECE + GAP) * (row + 0.5)), shape.id, pieces)


def _markers(parent: Element, x: float, y: float, space: Mapping[str, object]) -> None:
    control, people = string(space.get("control")), number(space.get("population"))
    level, terror = string(space.get("level")), number(space.get("terror"))
    marks: list[Callable[[float], None]] = [lambda at: glyphs.population(parent, at, y, control, people)]
    if space.get("returnees"):
        marks.append(lambda at: glyphs.returnees(parent, at, y))
    if level in ("support", "opposition"):
        marks.append(lambda at: glyphs.level(parent, at, y, level == "support"))
    if terror:
        marks.append(lambda at: glyphs.terror(parent, at, y, terror))
    for place, mark in enumerate(marks):
        mark(x + (place - (len(marks) - 1) / 2) * 23)


def _road(parent: Element, shape: Shape, space: Mapping[str, object]) -> None:
    """Add the name beside a LoC, and its Econ, Sabotage and pieces on it."""
    if shape.label:
        x, y = shape.label
        name = _name(parent, x, y, shape.name, 10.5)
        name.set("transform", f"rotate({plain(shape.turn)} {plain(x)} {plain(y)})")
    signs: list[Callable[[float, float], None]] = [lambda x, y: glyphs.econ(parent, x, y, shape.econ or 0)]
    if space.get("sabotage"):
        signs.append(lambda x, y: glyphs.sabotage(parent, x, y))
    for piece, count in counts(space.get("pieces")).items():
        signs.append(partial(glyphs.piece, parent, space=shape.id, name=piece, count=count))
    for sign, place in zip(signs, along(shape.course, shape.anchor, len(signs), PIECE + 1), strict=True):
        sign(*place)


def _name(parent: Element, x: float, y: float, name: str, size: float) -> Element:
    return glyphs.text(
        parent, x, y, name, size=size, bold=True,
        stroke=colours.PAPER, stroke_width=2.5, stroke_opacity="0.8", stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def _rows(pieces: Mapping[str, int], columns: int) -> list[list[tuple[str, int]]]:
    """Return rows of pieces: COIN first, Insurgents on a new row."""
    coin = [entry for entry in pieces.items() if entry[0].startswith(("coalition", "government"))]
    insurgents = [entry for entry in pieces.items() if entry not in coin]
    return [side[start : start + columns] for side in (coin, insurgents) for start in range(0, len(side), columns)]


def _pieces(parent: Element, middle: Point, space: str, pieces: list[tuple[str, int]]) -> None:
    x, y = middle
    for place, (name, count) in enumerate(pieces):
        at = x + (place - (len(pieces) - 1) / 2) * (PIECE + GAP)
        glyphs.piece(parent, at, y, space, name, count)
