"""The picture of a game as one SVG document: the map with its counters, and the tracks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from xml.etree.ElementTree import Element, SubElement, tostring

from khyber.engine.text import Catalogue
from khyber.engine.view_fields import mapping, number, string
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.layout.counters import COUNTER, colour_of, faces, frame_of, size_of, symbol_of
from khyber.games.enduring_freedom.layout.shapes import airbase_at, lines_of, shapes
from khyber.games.enduring_freedom.rules.netwar import level_of

INK, PAPER, ABROAD, BORDER, ROAD = "#26221c", "#fffdf6", "#e6e0d2", "#6b5a40", "#b5693a"
TERRAIN = {"clear": "#eef0d5", "desert": "#f6e3b4", "mountain": "#dccfb4", "city": "#fff6cf", "stronghold": "#e7c9b4"}
CONTROL = {"coalition": "#2f6fb3", "islamists": "#1b1a18", "disputed": "#8a6d9a"}
#: Ridges and dunes, with the size of their pattern.
RELIEF = {"mountain": ("M3 9l4-6 4 6M16 19l4-6 4 6", 26, 20), "desert": ("M2 6q4-4 8 0M12 14q4-4 8 0", 22, 16)}
AIRCRAFT = "M0-6l1.3 4.3 5.7 3v1.7l-5.7-1.2-.5 2.7 1.7 1.2v1l-2.5-.6-2.5.6v-1l1.7-1.2-.5-2.7-5.7 1.2v-1.7l5.7-3z"
#: Marks beside the counters of a place: an ISR mission, aircraft over their target, a battle to come.
MARKS = {
    "isr": ("M-7 0q7-7 14 0q-7 7-14 0zM-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0", "#0b5563"),
    "strike": ("M-8 0H8M0-8V8M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "#8a4b00"),
    "battle": ("M-6-6L6 6M6-6L-6 6M-7 3l4 4M7 3l-4 4", "#b3261e"),
}
FACE_DOWN = "face-down"
#: Counters are no larger than this, and lie in piles if they would be smaller than that.
LARGEST, SMALLEST, GAP = 46, 26, 2
#: Width of a letter in the title of a box.
LETTER = 6.6
#: Characters in a line of the list of events.
EVENT_LINE = 19
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
    _patterns(root)
    zones = {name: zone for zone, name in enumerate(box.zones)}
    shown = mapping(view.get("zones"))
    regions = [name for name in zones if box.kind[zones[name]] == "region"]
    centres = [name for name in zones if name not in regions]
    for name in regions:
        _outline(root, name, box.terrain[zones[name]], mapping(shown.get(name)))
    for link in drawn["links"]:
        dashes = {"road": "", "iranian": "10 6", "line": "3 6"}[link["kind"]]
        _put(root, "path", d=_path(link["line"]), fill="none", stroke=ROAD, stroke_width=4, stroke_dasharray=dashes)
    for line in drawn["roads"].values():
        for ink, thick in ((BORDER, 7), (ROAD, 4)):
            _put(root, "path", d=_path(line), fill="none", stroke=ink, stroke_width=thick, stroke_linejoin="round")
    for name in centres:
        _outline(root, name, box.terrain[zones[name]], mapping(shown.get(name)))
    for name in zones:
        _zone(root, name, box, mapping(shown.get(name)), word)
    for name, room in (*drawn["staging"].items(), *drawn["boxes"].items()):
        _box(root, name, room, box, view, word)
    for name, kinds in _marked(view).items():
        _marks(root, name, kinds)
    _events(root, view, words)
    _tracks(root, view, box, words)
    return tostring(root, encoding="unicode")


# -- places ----------------------------------------------------------------------------------------


def _patterns(root: Element) -> None:
    defs = SubElement(root, "defs")
    for terrain, (line, width, height) in RELIEF.items():
        tile = _put(defs, "pattern", id=f"ef-{terrain}", width=width, height=height, patternUnits="userSpaceOnUse")
        _put(tile, "path", d=line, fill="none", stroke="#6e5a37", stroke_width=1.1, stroke_opacity=0.4)


def _outline(root: Element, name: str, terrain: str, zone: Mapping[str, object]) -> None:
    outline = _path(shapes()["zones"][name]["outline"]) + "Z"
    dashes = "7 3" if terrain == "stronghold" else ""
    drawn = _put(root, "path", d=outline, fill=TERRAIN[terrain], stroke=BORDER, stroke_width=2, stroke_dasharray=dashes)
    drawn.set("data-zone", name)
    drawn.set("data-control", string(zone.get("control")))
    if terrain in RELIEF:
        _put(root, "path", d=outline, fill=f"url(#ef-{terrain})")


def _zone(root: Element, name: str, box: Box, zone: Mapping[str, object], word: Callable[[str, str], str]) -> None:
    shape = shapes()["zones"][name]
    x, y = shape["label"]
    small = box.kind[box.zone_by_id[name]] != "region"
    for row, line in enumerate(lines_of(word("place", name))):
        size = 11 if small else 14
        _text(root, x, y + row * size, line, size, INK, bold=True)
    if box.airbase[box.zone_by_id[name]]:
        left, top = airbase_at(name)
        at = _put(root, "g", transform=f"translate({left} {top})")
        _put(at, "circle", r=8, fill=PAPER, stroke=INK)
        _put(at, "path", d=AIRCRAFT, fill=INK)
    if fill := CONTROL.get(string(zone.get("control"))):
        at = _put(root, "g", transform=f"translate({shape['flag'][0]} {shape['flag'][1]})")
        _put(at, "path", d="M-5 9V-8H8L5-3.5 8 1H-5", fill=fill, stroke=INK)
    heaps = [heap for family in ("islamists", "alliance", "ground", "air") for heap in _heaps(zone.get(family), family)]
    _counters(root, name, heaps, shape["room"], box)


def _box(
    root: Element, name: str, room: Sequence[int], box: Box, view: Mapping[str, object], word: Callable[[str, str], str]
) -> None:
    x, y, width, height = room
    area = mapping(mapping(view.get("staging")).get(name))
    fill = "#dfe8ee" if area else "#f7f3e8"
    _put(root, "rect", x=x, y=y, width=width, height=height, rx=8, fill=fill, stroke=BORDER, data_box=name)
    title = f"{word('box', name)} ({number(area.get('capacity'))})" if area else word("box", name)
    label = _text(root, x + width / 2, y + 11, title, 11, INK, bold=True)
    if len(title) * LETTER > width - 8:
        label.set("textLength", str(width - 8))
        label.set("lengthAdjust", "spacingAndGlyphs")
    heaps = [*_heaps(area.get("ground"), "ground"), *_heaps(area.get("air"), "air")]
    back = "alliance" if name == "alliance-available" else "islamists"
    heaps += _heaps(mapping(view.get("boxes")).get(name), back)
    _counters(root, name, heaps, _inside(room), box)


def _inside(room: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the room for counters in a box, below its title."""
    x, y, width, height = room
    return x + 6, y + 22, width - 12, height - 26


def _marked(view: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the marks of each place: ISR missions, aircraft over their target, battles to come."""
    found: dict[str, list[str]] = {}
    for kind, places in (
        ("isr", view.get("missions")),
        ("strike", [name for name, zone in mapping(view.get("zones")).items() if mapping(zone).get("air")]),
        ("battle", view.get("to-fight")),
    ):
        for place in places if isinstance(places, list) else ():
            found.setdefault(string(place), []).append(kind)
    return found


def _marks(root: Element, place: str, kinds: Sequence[str]) -> None:
    """Add the marks of a place beside its counters."""
    drawn = shapes()
    boxes = drawn["staging"] | drawn["boxes"]
    left, top, width, _ = drawn["zones"][place]["room"] if place in drawn["zones"] else _inside(boxes[place])
    for at, kind in enumerate(kinds):
        line, ink = MARKS[kind]
        mark = _put(root, "g", transform=f"translate({left + width - 2} {top + 8 + 23 * at})", data_mark=kind)
        _put(mark, "circle", r=11, fill=PAPER, stroke=ink, stroke_width=2)
        _put(mark, "path", d=line, fill="none", stroke=ink, stroke_width=1.8)


def _events(root: Element, view: Mapping[str, object], words: Catalogue) -> None:
    """Add the list of Jihad events that occurred in the last reaction."""
    x, y, width, height = shapes()["events"]
    _put(root, "rect", x=x, y=y, width=width, height=height, rx=8, fill="#f7f3e8", stroke=BORDER)
    _text(root, x + width / 2, y + 11, words.word("view.events"), 11, INK, bold=True)
    found = view.get("events")
    top = float(y + 32)
    for event in found if isinstance(found, list) else ():
        for line in wrapped(words.called("events", string(event)), EVENT_LINE):
            _text(root, x + 8, top, line, 11, INK, anchor="start").set("data-event", string(event))
            top += 14
        top += 5


def wrapped(text: str, most: int) -> list[str]:
    """Break a text into lines of at most that many characters, between words.

    >>> wrapped("Coalition Troop Rotation", 20)
    ['Coalition Troop', 'Rotation']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _tracks(root: Element, view: Mapping[str, object], box: Box, words: Catalogue) -> None:
    """Add turn, NetWar Points with their level and Jihad level in the corner that the map leaves free."""
    step, points = string(view.get("step")), number(view.get("points"))
    level = words.called("ending", level_of(box, points))
    more = {"turn": words.called("step", step) if step else "", "points": level, "jihad": ""}
    for row, (track, said) in enumerate(more.items()):
        line = f"{words.word(f'view.{track}')}: {number(view.get(track))}" + (f" · {said}" if said else "")
        _text(root, 1388, 16 + 20 * row, line, 13, INK, bold=True, anchor="end").set("data-track", track)


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
    group = _put(root, "g", transform=f"translate({_plain(x)} {_plain(y)}) scale({size / COUNTER:.3f})")
    for key, value in (("data-place", place), ("data-unit", unit), ("data-count", str(n))):
        group.set(key, value)
    if n > 1:
        _put(group, "rect", x=3, y=-2, width=38.5, height=38.5, rx=3.5, fill="#cfc6b2", stroke=INK)
    counter(group, unit, family, box)
    if n > 1:
        _put(group, "circle", cx=36, cy=36, r=8, fill=PAPER, stroke=INK)
        _text(group, 36, 36, str(n), 11, INK, bold=True)


def counter(group: Element, unit: str, family: str, box: Box) -> None:
    """Add the face of a counter by its name in views, or its back: 40 by 40, from 0 0."""
    looks = faces()
    kind = box.kind_by_id.get(unit.split(" ", 1)[0])
    reduced = unit.endswith(" reduced")
    back = "alliance" if family == "alliance" else "taliban"
    fill, ink = looks["colours"][back if kind is None else colour_of(kind)]
    _put(group, "rect", x=0.7, y=0.7, width=38.5, height=38.5, rx=3.5, fill=fill, stroke=INK)
    if kind is None:
        frame = looks["frames"]["friend" if family == "alliance" else "hostile"]
        _put(group, "path", d=frame, transform="translate(0 2.5)", fill="none", stroke=ink, stroke_width=2)
        _text(group, 20, 20, "?", 18, ink, bold=True)
        return
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
    if frame_of(kind) == "friend" and (mark := looks["sizes"].get(size_of(kind), "")):
        _text(group, 20, 5.5, mark, 7.5, ink, bold=True)
    if factor := kind.factors[reduced]:
        printed = f"[{factor}]" if kind.heavy else str(factor)
        _text(group, 10 if kind.heavy else 8, 33.5, printed, 12, INK if reduced else ink, bold=True)
    if kind.airmobile:
        _put(group, "path", d="M30 4.5h8M34 4.5v3.5", fill="none", stroke=ink, stroke_width=1.5)
    if kind.elite[reduced]:
        _text(group, 32, 33, "★", 10, INK if reduced else ink)


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
