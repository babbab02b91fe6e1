"""The picture of a game as one SVG document: the map with its counters, and the tracks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from xml.etree.ElementTree import Element, SubElement, tostring

from khyber.engine.game import Event
from khyber.engine.text import Catalogue
from khyber.engine.view_fields import items, mapping, number, string
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.drawing.counters import COUNTER, colour_of, faces, frame_of, size_of, symbol_of
from khyber.games.enduring_freedom.drawing.reactions import Reactions, reactions_of
from khyber.games.enduring_freedom.drawing.shapes import airbase_at, lines_of, shapes
from khyber.games.enduring_freedom.drawing.stacks import Cell, arranged, kind_of, piles_at
from khyber.games.enduring_freedom.rules.netwar import level_of

INK, PAPER, ABROAD, BORDER, ROAD = "#26221c", "#fffdf6", "#e6e0d2", "#6b5a40", "#b5693a"
TERRAIN = {"clear": "#eef0d5", "desert": "#f6e3b4", "mountain": "#dccfb4", "city": "#fff6cf", "stronghold": "#e7c9b4"}
#: Flags of control; a disputed zone has half a Coalition flag on the Islamists'.
CONTROL = {"coalition": "#2f6fb3", "islamists": "#1b1a18", "disputed": "#1b1a18"}
#: Badges of counters that came and went: fill and ink by side.
BADGES = {"islamists": ("#1b1a18", "#ffffff"), "alliance": ("#d9b44a", "#241c05")}
ADVANCE, FIGHT = "#a3201a", "#d0342b"
#: Connections of Staging Areas: ink, width and dashes.
LINKS = {"road": (ROAD, 5, ""), "iranian": (ROAD, 5, "10 6"), "line": (BORDER, 2, "3 6")}
#: Ridges and dunes, with the size of their pattern.
RELIEF = {"mountain": ("M3 9l4-6 4 6M16 19l4-6 4 6", 26, 20), "desert": ("M2 6q4-4 8 0M12 14q4-4 8 0", 22, 16)}
AIRCRAFT = "M0-6l1.3 4.3 5.7 3v1.7l-5.7-1.2-.5 2.7 1.7 1.2v1l-2.5-.6-2.5.6v-1l1.7-1.2-.5-2.7-5.7 1.2v-1.7l5.7-3z"
#: Marks beside the counters of a place: an ISR mission, aircraft over their target, a battle to come.
MARKS = {
    "isr": ("M-7 0q7-7 14 0q-7 7-14 0zM-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0", "#0b5563"),
    "strike": ("M-8 0H8M0-8V8M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "#8a4b00"),
    "battle": ("M-6-6L6 6M6-6L-6 6M-7 3l4 4M7 3l-4 4", "#b3261e"),
}
ELITE = "M33 27.5l1.6 3.7 4 .3-3.1 2.6 1 3.9-3.5-2.1-3.5 2.1 1-3.9-3.1-2.6 4-.3z"
#: Steps in which units are given orders: those that have moved are dimmed.
ORDERING = ("staging", "ground", "air", "cas")
#: Width of a letter in the title of a box, and in the name of a city or stronghold.
LETTER, NARROW = 6.6, 6.8
#: Characters in a line of the list of events.
EVENT_LINE = 19


def draw(view: Mapping[str, object], told: Sequence[Event], box: Box, words: Catalogue) -> str:
    """Draw the view of a game after these entries of the log, with the names of these words."""
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
        ink, thick, dashes = LINKS[link["kind"]]
        _put(root, "path", d=_path(link["line"]), fill="none", stroke=ink, stroke_width=thick, stroke_dasharray=dashes)
    for line in drawn["roads"].values():
        for ink, thick in ((BORDER, 7), (ROAD, 4)):
            _put(root, "path", d=_path(line), fill="none", stroke=ink, stroke_width=thick, stroke_linejoin="round")
    for name in centres:
        _outline(root, name, box.terrain[zones[name]], mapping(shown.get(name)))
    for name in zones:
        _zone(root, name, box, mapping(shown.get(name)), word)
    boxes = drawn["staging"] | drawn["boxes"]
    for name, room in boxes.items():
        _box(root, name, room, view, word)
    reactions = reactions_of(told)
    _advances(root, reactions)
    for name in (*zones, *boxes):
        _counters(root, name, view, box)
    _under_way(root, view)
    _marks(root, view, reactions)
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
        label = _text(root, x, y + row * size, line, size, INK, bold=True)
        if small:
            _squeeze(label, line, NARROW, shape["room"][2] + 2)
    if box.airbase[box.zone_by_id[name]]:
        left, top = airbase_at(name)
        at = _put(root, "g", transform=f"translate({left} {top})")
        _put(at, "circle", r=8, fill=PAPER, stroke=INK)
        _put(at, "path", d=AIRCRAFT, fill=INK)
    if fill := CONTROL.get(string(zone.get("control"))):
        at = _put(root, "g", transform=f"translate({shape['flag'][0]} {shape['flag'][1]})")
        _put(at, "path", d="M-5 9V-8H8L5-3.5 8 1H-5", fill=fill, stroke=INK)
        if zone.get("control") == "disputed":
            _put(at, "path", d="M-5-8L8 1H-5z", fill=CONTROL["coalition"])


def _box(
    root: Element, name: str, room: Sequence[int], view: Mapping[str, object], word: Callable[[str, str], str]
) -> None:
    x, y, width, height = room
    area = mapping(mapping(view.get("staging")).get(name))
    fill = "#dfe8ee" if area else "#f7f3e8"
    _put(root, "rect", x=x, y=y, width=width, height=height, rx=8, fill=fill, stroke=BORDER, data_box=name).set(
        "stroke-width", "2.5" if area else "1.5"
    )
    title = f"{word('box', name)} ({number(area.get('capacity'))})" if area else word("box", name)
    label = _text(root, x + width / 2, y + 11, title, 11, INK, bold=True)
    _squeeze(label, title, LETTER, width - 8)


def _room(place: str) -> Sequence[int]:
    """Return the room for counters in a place; in a box, below its title."""
    drawn = shapes()
    if place in drawn["zones"]:
        return drawn["zones"][place]["room"]
    x, y, width, height = (drawn["staging"] | drawn["boxes"])[place]
    return x + 6, y + 22, width - 12, height - 26


# -- marks -----------------------------------------------------------------------------------------


def _advances(root: Element, reactions: Reactions) -> None:
    """Add arrows where Islamists advanced, from edge to edge of the counters."""
    for origin, place in reactions.advances:
        (a, b), (c, d) = ((x + width / 2, y + height / 2) for x, y, width, height in (_room(origin), _room(place)))
        far = hypot(c - a, d - b) or 1
        x, y = (c - a) / far, (d - b) / far
        ends = [(a + x * 20, b + y * 20), (c - x * 24, d - y * 24)]
        (_, (ex, ey)) = ends
        head = [(ex - x * 11 - y * 6, ey - y * 11 + x * 6), (ex, ey), (ex - x * 11 + y * 6, ey - y * 11 - x * 6)]
        line = "".join("M" + "L".join(f"{_plain(left)} {_plain(top)}" for left, top in part) for part in (ends, head))
        arrow = _put(root, "path", d=line, fill="none", stroke=ADVANCE, stroke_width=3, stroke_linecap="round")
        arrow.set("data-advance", f"{origin} {place}")


def _under_way(root: Element, view: Mapping[str, object]) -> None:
    """Mark the zone of the battle under way."""
    if zone := string(mapping(view.get("battle")).get("zone")):
        outline = _path(shapes()["zones"][zone]["outline"]) + "Z"
        line = _put(root, "path", d=outline, fill="none", stroke=FIGHT, stroke_width=5, stroke_dasharray="10 6")
        line.set("data-battle", zone)


def _marks(root: Element, view: Mapping[str, object], reactions: Reactions) -> None:
    """Add the marks beside counters: ISR missions, aircraft over targets, battles to come, who came and went."""
    flown = [name for name, zone in mapping(view.get("zones")).items() if mapping(mapping(zone).get("air"))]
    wanted = [
        *(("isr", place, 0) for place in items(view.get("missions"))),
        *(("strike", place, 0) for place in flown),
        *(("battle", place, 0) for place in items(view.get("to-fight"))),
        *((side, place, n) for place, side, n in reactions.changes),
    ]
    taken: dict[str, int] = {}
    for kind, place, n in wanted:
        left, top, width, _ = _room(place)
        at = taken[place] = taken.get(place, -1) + 1
        mark = _put(root, "g", transform=f"translate({left + width - 2} {top + 8 + 23 * at})", data_mark=kind)
        mark.set("data-at", place)
        if n:
            fill, ink = BADGES[kind]
            _put(mark, "rect", x=-13, y=-9, width=26, height=18, rx=9, fill=fill, stroke=PAPER, stroke_width=1.5)
            _text(mark, 0, 0, f"+{n}" if n > 0 else f"\N{MINUS SIGN}{-n}", 12.5, ink, bold=True)
        else:
            line, ink = MARKS[kind]
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
    """Add turn, NetWar Points with their level, Jihad level and Loya Jirga in the corner that the map leaves free."""
    step, points = string(view.get("step")), number(view.get("points"))
    level = words.called("ending", level_of(box, points))
    more = {"turn": words.called("step", step) if step else "", "points": level, "jihad": ""}
    for row, (track, said) in enumerate(more.items()):
        line = f"{words.word(f'view.{track}')}: {number(view.get(track))}" + (f" · {said}" if said else "")
        _text(root, 1388, 16 + 20 * row, line, 13, INK, bold=True, anchor="end").set("data-track", track)
    jirga = f"{words.word('view.loya-jirga')}: {words.called('loya-jirga', string(view.get('loya-jirga')))}"
    _text(root, 1388, 76, jirga, 13, INK, anchor="end").set("data-track", "loya-jirga")


# -- counters --------------------------------------------------------------------------------------


def _counters(root: Element, place: str, view: Mapping[str, object], box: Box) -> None:
    """Add the counters of a place; those that have moved in this phase are dimmed."""
    orders, moved = mapping(view.get("orders")), items(view.get("moved")) if view.get("step") in ORDERING else []
    for cell in arranged(piles_at(place, view, box), _room(place)):
        kinds = [kind_of(unit, box) for unit in cell.units]
        ready = any(kind and (kind.id if kind.count == 1 else f"{kind.id} {place}") in orders for kind in kinds)
        spent = cell.family != "islamists" and not ready and all(kind and kind.id in moved for kind in kinds)
        group = _put(root, "g", data_place=place, data_unit=cell.units[0], data_count=len(cell.units))
        if spent:
            group.set("opacity", "0.5")
        _cell(group, cell, box)


def _cell(group: Element, cell: Cell, box: Box) -> None:
    _, units, x, y, size = cell
    for off in (3, 1.5)[3 - min(3, len(units)) :]:
        _put(group, "rect", x=x + off, y=y - off, width=size, height=size, rx=3, fill="#cfc6b2", stroke=INK)
    face = _put(group, "g", transform=f"translate({_plain(x)} {_plain(y)}) scale({size / COUNTER:.3f})")
    counter(face, units[0], cell.family, box)
    if len(units) > 1:
        left, top = x + size - 3, y + size - 3
        _put(group, "circle", cx=left, cy=top, r=8, fill=PAPER, stroke=INK)
        _text(group, left, top, str(len(units)), 11, INK, bold=True)


def counter(group: Element, unit: str, family: str, box: Box) -> None:
    """Add the face of a counter by its name in views, or its back: 40 by 40, from 0 0."""
    looks = faces()
    kind = kind_of(unit, box)
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
        _put(group, "path", d=ELITE, transform="translate(-.8 .6)", fill=INK if reduced else ink)


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


def _squeeze(label: Element, words: str, letter: float, room: float) -> None:
    """Squeeze a text that would be wider than its room; a letter is about `letter` wide."""
    if len(words) * letter > room:
        label.set("textLength", _plain(room))
        label.set("lengthAdjust", "spacingAndGlyphs")


def _path(points: Sequence[int]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in zip(points[::2], points[1::2], strict=True))
