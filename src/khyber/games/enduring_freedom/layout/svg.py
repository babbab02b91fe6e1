"""The picture of a game as one SVG document: the map with its counters, and the tracks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from xml.etree.ElementTree import Element, SubElement, tostring

from khyber.engine.text import Catalogue
from khyber.engine.view_fields import mapping, number, string
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.layout.counters import COUNTER, colour_of, faces, frame_of, symbol_of
from khyber.games.enduring_freedom.layout.shapes import shapes

INK, PAPER, ABROAD, BORDER, ROAD = "#26221c", "#fffdf6", "#e6e0d2", "#6b5a40", "#b5693a"
TERRAIN = {"clear": "#eef0d5", "desert": "#f6e3b4", "mountain": "#dccfb4", "city": "#fff6cf", "stronghold": "#e7c9b4"}
CONTROL = {"coalition": "#2f6fb3", "islamists": "#1b1a18", "disputed": "#8a6d9a"}
FACE_DOWN = "face-down"
#: Counters are no larger than this, and lie in piles if they would be smaller than that.
LARGEST, SMALLEST, GAP = 46, 26, 2
#: A counter to draw: its name in the view, its family, and how many lie there.
Heap = tuple[str, str, int]


def draw(view: Mapping[str, object], box: Box, words: Catalogue) -> str:
    """Draw the view of a game, with the names of these words."""
    word = words.called
    drawn = shapes()
    left, top, width, height = drawn["view"]
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"{left} {top} {width} {height}"})
    root.set("width", str(width))
    root.set("height", str(height))
    root.set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
    _put(root, "rect", width=width, height=height, fill=ABROAD)
    for country, (x, y, turn) in drawn["neighbours"].items():
        label = _text(root, x, y, word("neighbour", country), 20, "#a2977f")
        label.set("transform", f"rotate({turn} {x} {y})")
    zones = {name: zone for zone, name in enumerate(box.zones)}
    for name in sorted(zones, key=lambda zone: box.kind[zones[zone]] != "region"):
        _outline(root, name, box.terrain[zones[name]], mapping(mapping(view.get("zones")).get(name)))
    for link in drawn["links"]:
        dashes = {"road": "", "iranian": "10 6", "line": "3 6"}[link["kind"]]
        _put(root, "path", d=_path(link["line"]), fill="none", stroke=ROAD, stroke_width=4, stroke_dasharray=dashes)
    for line in drawn["roads"].values():
        _put(root, "path", d=_path(line), fill="none", stroke=ROAD, stroke_width=4, stroke_linejoin="round")
    for name in zones:
        _zone(root, name, box, mapping(mapping(view.get("zones")).get(name)), word)
    for name, room in (*drawn["staging"].items(), *drawn["boxes"].items()):
        _box(root, name, room, box, view, word)
    _tracks(root, view, words)
    return tostring(root, encoding="unicode")


# -- places ----------------------------------------------------------------------------------------


def _outline(root: Element, name: str, terrain: str, zone: Mapping[str, object]) -> None:
    outline = _path(shapes()["zones"][name]["outline"]) + "Z"
    drawn = _put(root, "path", d=outline, fill=TERRAIN[terrain], stroke=BORDER, stroke_width=2, data_zone=name)
    drawn.set("data-control", string(zone.get("control")))


def _zone(root: Element, name: str, box: Box, zone: Mapping[str, object], word: Callable[[str, str], str]) -> None:
    shape, at = shapes()["zones"][name], box.zone_by_id[name]
    x, y = shape["label"]
    small = box.kind[at] != "region"
    _text(root, x, y, word("place", name), 11 if small else 14, INK, bold=True)
    if box.airbase[at]:
        _put(root, "path", d=f"M{x - 6} {y - 10}l12 -4M{x - 1} {y - 17}l3 10", stroke=INK, stroke_width=2, fill="none")
    if fill := CONTROL.get(string(zone.get("control"))):
        _put(root, "path", d=f"M{x - 22} {y - 8}v-14h12l-3 4 3 4h-12", fill=fill, stroke=INK)
    heaps = [heap for family in ("islamists", "alliance", "ground", "air") for heap in _heaps(zone.get(family), family)]
    _counters(root, name, heaps, shape["room"], box)


def _box(
    root: Element, name: str, room: Sequence[int], box: Box, view: Mapping[str, object], word: Callable[[str, str], str]
) -> None:
    x, y, width, height = room
    area = mapping(mapping(view.get("staging")).get(name))
    fill = "#dfe8ee" if name in shapes()["staging"] else "#f7f3e8"
    _put(root, "rect", x=x, y=y, width=width, height=height, rx=8, fill=fill, stroke=BORDER, data_box=name)
    _text(root, x + width / 2, y + 11, word("box", name), 11, INK, bold=True)
    heaps = [*_heaps(area.get("ground"), "ground"), *_heaps(area.get("air"), "air")]
    back = "alliance" if name == "alliance-available" else "islamists"
    heaps += _heaps(mapping(view.get("boxes")).get(name), back)
    _counters(root, name, heaps, (x + 6, y + 22, width - 12, height - 26), box)


def _tracks(root: Element, view: Mapping[str, object], words: Catalogue) -> None:
    """Add turn, NetWar Points and Jihad level in the corner that the map leaves free."""
    step = string(view.get("step"))
    for row, track in enumerate(("turn", "points", "jihad")):
        line = f"{words.word(f'view.{track}')}: {number(view.get(track))}"
        if track == "turn" and step:
            line += f" · {words.called('step', step)}"
        _text(root, 1385, 22 + 22 * row, line, 16, INK, bold=True, anchor="end").set("data-track", track)


# -- counters --------------------------------------------------------------------------------------


def _heaps(units: object, family: str) -> Iterator[Heap]:
    for unit, n in mapping(units).items():
        yield unit, family, number(n)


def _counters(root: Element, place: str, heaps: Sequence[Heap], room: Sequence[int], box: Box) -> None:
    """Add counters side by side if all fit, else as piles."""
    single = [(u, family, 1) for u, family, n in heaps if u != FACE_DOWN for _ in range(n)]
    single += [heap for heap in heaps if heap[0] == FACE_DOWN]
    x, y, width, height = room
    if single and _fit(len(single), width, height)[1] < SMALLEST:
        single = list(heaps)
    if not single:
        return
    columns, size = _fit(len(single), width, height)
    rows = ceil(len(single) / columns)
    for at, heap in enumerate(single):
        row, column = divmod(at, columns)
        in_row = min(columns, len(single) - row * columns)
        left = x + (width - in_row * (size + GAP) + GAP) / 2 + column * (size + GAP)
        top = y + (height - rows * (size + GAP) + GAP) / 2 + row * (size + GAP)
        _counter(root, place, heap, (left, top, size), box)


def _fit(n: int, width: float, height: float) -> tuple[int, float]:
    """Return the columns that let `n` squares be as large as possible, and their size."""
    sizes = [
        (min((width - GAP * (columns - 1)) / columns, height / ceil(n / columns) - GAP), -columns)
        for columns in range(1, n + 1)
    ]
    size, columns = max(sizes)
    return -columns, min(LARGEST, size)


def _counter(root: Element, place: str, heap: Heap, square: tuple[float, float, float], box: Box) -> None:
    unit, family, n = heap
    x, y, size = square
    looks = faces()
    kind = box.kind_by_id.get(unit.split(" ", 1)[0])
    reduced = unit.endswith(" reduced")
    back = "alliance" if family == "alliance" else "taliban"
    fill, ink = looks["colours"][back if kind is None else colour_of(kind)]
    group = _put(root, "g", transform=f"translate({_plain(x)} {_plain(y)}) scale({size / COUNTER:.3f})")
    for key, value in (("data-place", place), ("data-unit", unit), ("data-count", str(n))):
        group.set(key, value)
    if n > 1:
        _put(group, "rect", x=3, y=-2, width=38.5, height=38.5, rx=3.5, fill="#cfc6b2", stroke=INK)
    _put(group, "rect", x=0.7, y=0.7, width=38.5, height=38.5, rx=3.5, fill=fill, stroke=INK)
    if kind is None:
        frame = looks["frames"]["friend" if family == "alliance" else "hostile"]
        _put(group, "path", d=frame, transform="translate(0 2.5)", fill="none", stroke=ink, stroke_width=2)
        _text(group, 20, 20, "?", 18, ink, bold=True)
    else:
        if reduced:
            _put(group, "path", d="M1 31.5H39V38.5H1z", fill="#f6f1e4")
        if frame_of(kind):
            _put(group, "path", d=looks["frames"][frame_of(kind)], fill="none", stroke=ink, stroke_width=1.6)
        symbol = looks["symbols"][symbol_of(kind)]
        if "stroke" in symbol:
            _put(group, "path", d=symbol["stroke"], fill="none", stroke=ink, stroke_width=1.6)
        if "fill" in symbol:
            _put(group, "path", d=symbol["fill"], fill=ink)
        if "text" in symbol:
            _text(group, 20, 17.5, symbol["text"], 12 if frame_of(kind) else 22, ink, bold=True)
        if factor := kind.factors[reduced]:
            _text(group, 8, 33.5, f"{factor}", 12, INK if reduced else ink, bold=True)
        if kind.elite[reduced]:
            _text(group, 32, 33, "★", 10, INK if reduced else ink)
    if n > 1:
        _put(group, "circle", cx=36, cy=36, r=8, fill=PAPER, stroke=INK)
        _text(group, 36, 36, str(n), 11, INK, bold=True)


# -- elements --------------------------------------------------------------------------------------


def _put(parent: Element, tag: str, **attributes: str | float) -> Element:
    """Add an element; `stroke_width=` becomes `stroke-width`, and numbers are rounded; empty values are left out."""
    named = {name.replace("_", "-"): _plain(value) for name, value in attributes.items() if value != ""}
    return SubElement(parent, tag, named)


def _plain(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def _text(
    parent: Element,
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    anchor: str = "middle",
) -> Element:
    """Add text centred at a height."""
    weight = "bold" if bold else "normal"
    place = {"x": x, "y": y + 0.36 * size}
    text = _put(parent, "text", font_size=size, text_anchor=anchor, font_weight=weight, fill=fill, **place)
    text.text = words
    return text


def _path(points: Sequence[int]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in zip(points[::2], points[1::2], strict=True))
