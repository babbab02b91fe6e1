"""The picture of a game as one SVG document: the year, the map, and what each side has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

from khyber.engine.view_fields import counted, items, mapping, number, string
from khyber.games.zurmat.board import FOB, OP_IDS, SEATS, TILE_IDS, UNIT_IDS
from khyber.games.zurmat.drawing import colours, shapes
from khyber.games.zurmat.drawing.shapes import PLACES, SIZE

MARGIN = 16
#: The room above the map for the calendar, and below it for the two sides.
HEAD, FOOT = 56, 132
#: The least width: that of the calendar.
LEAST = 900

#: The name of an id, by the message parameter that it is a value of; or a heading of the view (`view`).
Word = Callable[[str, str], str]


def put(parent: Element, tag: str, **attributes: str | float) -> Element:
    """Add an element; `data_tile=` becomes `data-tile`, and numbers are rounded."""
    plain = {name: value if isinstance(value, str) else f"{value:g}" for name, value in attributes.items()}
    return SubElement(parent, tag, {name.strip("_").replace("_", "-"): value for name, value in plain.items()})


def at(parent: Element, x: float, y: float, scale: float = 1) -> Element:
    """Add a group at a point."""
    move = f"translate({x:g} {y:g})"
    return put(parent, "g", transform=move if scale == 1 else f"{move} scale({scale:g})")


def text(parent: Element, x: float, y: float, words: str, **more: str | float) -> None:
    style: dict[str, str | float] = {"font_size": 18, "text_anchor": "middle", "fill": colours.INK, **more}
    put(parent, "text", x=x, y=y, **style).text = words


def draw(view: Mapping[str, object], months: tuple[str, ...], word: Word) -> str:
    """Draw the view of a game.

    >>> draw({"tiles": {}}, ("march",), lambda section, id_: id_).startswith("<svg ")
    True
    """
    tiles = {id_: mapping(tile) for id_, tile in mapping(view.get("tiles")).items()}
    east = [number(tile.get("east")) for tile in tiles.values()] or [0]
    north = [number(tile.get("north")) for tile in tiles.values()] or [0]
    wide = (max(east) - min(east) + 1) * SIZE
    width = max(LEAST, wide + 2 * MARGIN)
    height = (max(north) - min(north) + 1) * SIZE + 2 * MARGIN + HEAD + FOOT
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    for name, value in (("width", str(width)), ("height", str(height)), ("viewBox", f"0 0 {width} {height}")):
        root.set(name, value)
    root.set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
    put(root, "rect", width=width, height=height, fill=colours.PAPER)
    _calendar(root, view, months, word)
    left, top = (width - wide) / 2 - min(east) * SIZE, HEAD + MARGIN + max(north) * SIZE
    for id_, tile in tiles.items():
        corner = left + number(tile.get("east")) * SIZE, top - number(tile.get("north")) * SIZE
        _tile(at(root, *corner), id_, tile, word)
    _under_way(root, view, tiles, (left, top))
    _roadblock(root, items(view.get("roadblock")), tiles, (left, top))
    for place, seat in enumerate(SEATS):
        side = mapping(mapping(view.get("sides")).get(seat))
        _side(at(root, MARGIN + place * width / 2, height - FOOT), seat, side, width / 2 - 2 * MARGIN, word)
    return tostring(root, encoding="unicode")


def _calendar(root: Element, view: Mapping[str, object], months: tuple[str, ...], word: Word) -> None:
    lost = items(view.get("winter"))
    for place, month in enumerate(months):
        fill = colours.MONTH if month == view.get("month") else colours.WINTER if month in lost else "#fffdf8"
        put(root, "rect", x=MARGIN + place * 62, y=14, width=58, height=30, rx=5, fill=fill, stroke=colours.SEAM)
        text(root, MARGIN + place * 62 + 29, 35, word("month", month)[:3])
    if view.get("event"):
        text(root, MARGIN + len(months) * 62 + 8, 35, word("event", str(view["event"])), text_anchor="start")


# -- tiles ---------------------------------------------------------------------------------------------


def _tile(parent: Element, id_: str, tile: Mapping[str, object], word: Word) -> None:
    parent.set("data-tile", id_)
    put(parent, "title").text = word("tile", id_)
    face(parent, items(tile.get("roads")), poppy=bool(tile.get("poppy")), fob=id_ == TILE_IDS[FOB])
    control = string(tile.get("control"))
    if control in colours.HELD:
        dashes = {"stroke_dasharray": "16 5"} if control == "taliban" else {}
        frame = put(parent, "rect", x=5, y=5, width=SIZE - 10, height=SIZE - 10, rx=6, fill="none", **dashes)
        frame.set("stroke", colours.HELD[control])
        frame.set("stroke-width", "7")
        fill, ink = colours.SIDES[control]
        plate = at(parent, *PLACES["control"])
        put(plate, "path", d="M-15-15H15V6L0 18L-15 6Z", fill=fill, stroke=colours.RIM)
        put(at(plate, 0, -3, 1.9), "path", d=shapes.SIGNS[control], fill=ink)
    text(parent, *PLACES["number"], id_, text_anchor="start", font_weight="bold")
    for kind in ("school", "fort"):
        x, y = PLACES[f"{kind}s"]
        for nth in range(number(tile.get(f"{kind}s"))):
            _building(at(parent, x + nth * shapes.BUILDING_STEP, y), kind, control)
    for seat in SEATS:
        _discs(at(parent, *PLACES[f"discs-{seat}"]), seat, mapping(mapping(tile.get("discs")).get(seat)))
    moved = mapping(tile.get("moved"))
    for kind in UNIT_IDS:
        n, gone = number(mapping(tile.get("units")).get(kind)), number(moved.get(kind))
        x, y = PLACES[kind]
        if gone:
            unit(at(parent, x, y - 36), kind, gone).set("opacity", "0.5")
        if n > gone:
            unit(at(parent, x, y), kind, n - gone)


def face(parent: Element, roads: list[str], *, poppy: bool, fob: bool) -> None:
    """Draw what is printed on a tile."""
    put(parent, "rect", width=SIZE, height=SIZE, fill=colours.FIELD if poppy else colours.GROUND, stroke=colours.SEAM)
    put(parent, "path", d=shapes.HILLS, fill="none", stroke=colours.HILL, stroke_width=3, stroke_linecap="round")
    if poppy:
        for x, y in shapes.POPPIES:
            put(at(parent, x, y), "path", d=shapes.POPPY, fill=colours.POPPY, stroke=colours.STEM)
    for colour, thick in ((colours.VERGE, 18), (colours.ROAD, 13)):
        for road in roads:
            put(parent, "path", d=shapes.road(road), fill="none", stroke=colour, stroke_width=thick)
    for road in roads:
        if len(road) == 1:
            x, y = shapes.VILLAGES[road]
            put(parent, "circle", cx=x, cy=y, r=9, fill=colours.ROAD, stroke=colours.VERGE, stroke_width=2.5)
            for dx, dy in shapes.HOUSES:
                put(at(parent, x + dx, y + dy), "path", d=shapes.HOUSE, fill=colours.HOUSE, stroke=colours.VERGE)
    if fob:
        centre = at(parent, SIZE / 2, SIZE / 2)
        put(centre, "path", d=shapes.FOB, fill=colours.WALL, fill_rule="evenodd", stroke=colours.VERGE)
        put(centre, "path", d=shapes.FLAG, fill=colours.FLAG)


# -- tokens --------------------------------------------------------------------------------------------


def unit(parent: Element, kind: str, n: int) -> Element:
    """Draw like units at a point: a cube with the sign of their kind, and their number."""
    fill, ink, shade, top = colours.UNITS[kind]
    rim = colours.PALE_RIM if kind == "taliban" else colours.RIM
    parent.set("data-unit", kind)
    put(parent, "path", d="M-17-12L-12-18H18V11L13 17H-17Z", fill=shade, stroke=rim)
    put(parent, "path", d="M-17-12L-12-18H18L13-12Z", fill=top, stroke=rim)
    put(parent, "rect", x=-17, y=-12, width=30, height=29, fill=fill, stroke=rim)
    put(at(parent, -8.6, 2.6, 1.15) if n > 1 else at(parent, -2, 2.6, 2), "path", d=shapes.SIGNS[kind], fill=ink)
    if n > 1:
        text(parent, 5.2, 10, str(n), font_size=17 if n > 9 else 21, font_weight="bold", fill=ink)
    return parent


def _building(parent: Element, kind: str, control: str) -> None:
    fill, ink = colours.SIDES[control]
    rim = colours.PALE_RIM if control == "taliban" else colours.RIM
    if kind == "school":
        put(parent, "circle", r=shapes.BUILDING, fill=fill, stroke=rim)
    else:
        put(parent, "rect", x=-13, y=-13, width=26, height=26, rx=3, fill=fill, stroke=rim)
    put(at(parent, 0, 0, 1.8), "path", d=shapes.SIGNS[kind], fill=ink)


def _discs(parent: Element, seat: str, discs: Mapping[str, object]) -> None:
    """Draw a stack: backs, then the faces that may be known, on top."""
    n, faction, neutral = (number(discs.get(name)) for name in ("n", "faction", "neutral"))
    for place, x in enumerate(shapes.disc_places(n)):
        disc = at(parent, x, 0)
        ours, known = place >= n - faction, place >= n - faction - neutral
        fill, ink = colours.SIDES[seat] if ours else colours.NEUTRAL if known else colours.BACK
        rim = colours.SIDES[seat][0]
        if ours:
            rim = colours.PALE_RIM if seat == "taliban" else colours.RIM
        put(disc, "circle", r=shapes.DISC, fill=fill, stroke=rim, stroke_width=3)
        if ours:
            put(at(disc, 0, 0, 1.7), "path", d=shapes.SIGNS[seat], fill=ink)
        elif known:
            put(disc, "path", d="M-6 0H6", stroke=ink, stroke_width=3)
        else:
            put(disc, "circle", r=4.5, fill="none", stroke=ink, stroke_width=2)
    if n > 2:
        # on the first disc where faces lie on top
        fill, halo = (colours.INK, colours.LIGHT) if n == faction + neutral and neutral else ("#ffffff", "#2b2314")
        x = -5 if faction or neutral else shapes.disc_places(n)[-1]
        number_ = put(parent, "text", x=x, y=6, font_size=17, font_weight="bold", text_anchor="middle", fill=fill)
        number_.text = str(n)
        for name, value in (("stroke", halo), ("stroke-width", "3"), ("paint-order", "stroke")):
            number_.set(name, value)


def _under_way(
    root: Element, view: Mapping[str, object], tiles: Mapping[str, Mapping[str, object]], origin: tuple[float, float]
) -> None:
    """Draw the marker of a project, and a dot on each tile that the group on its way has entered."""

    def centre(id_: str) -> tuple[float, float]:
        east, north = (number(tiles[id_].get(way)) for way in ("east", "north"))
        return origin[0] + (east + 0.5) * SIZE, origin[1] - (north - 0.5) * SIZE

    if planned := string(mapping(view.get("project")).get("tile")):
        x, y = centre(planned)
        plate = at(root, x - 38, y - 42)
        put(plate, "rect", x=-15, y=-13, width=30, height=24, rx=4, fill=colours.LIGHT, stroke=colours.PROJECT)
        text(plate, 0, 6, "!", font_weight="bold", fill=colours.PROJECT)
    for nth, id_ in enumerate(items(mapping(view.get("operation")).get("entered"))):
        x, y = centre(id_)
        put(root, "circle", cx=x + nth % 3 * 12 - 12, cy=y, r=7, fill=colours.ENTERED, stroke=colours.LIGHT)


def _roadblock(
    root: Element, between: list[str], tiles: Mapping[str, Mapping[str, object]], origin: tuple[float, float]
) -> None:
    if len(between) == 2:
        ends = [tiles[tile] for tile in between]
        x = origin[0] + SIZE * (sum(number(tile.get("east")) for tile in ends) / 2 + 0.5)
        y = origin[1] - SIZE * (sum(number(tile.get("north")) for tile in ends) / 2 - 0.5)
        sign = at(root, x, y)
        put(sign, "circle", r=20, fill="#fffdf6", stroke=colours.BLOCK, stroke_width=3)
        put(at(sign, 0, 0, 2.6), "path", d=shapes.SIGNS["roadblock"], fill=colours.BLOCK)


# -- what each side has --------------------------------------------------------------------------------


def _side(parent: Element, seat: str, side: Mapping[str, object], width: float, word: Word) -> None:
    """Draw a side's points, Operations and cards; of cards that are hidden, only their number."""
    fill, ink = colours.SIDES[seat]
    put(parent, "rect", width=width, height=FOOT - MARGIN, rx=8, fill="#fffdf8", stroke=colours.SEAM)
    put(parent, "path", d=f"M0 8A8 8 0 0 1 8 0H{width - 8:g}A8 8 0 0 1 {width:g} 8V28H0Z", fill=fill)
    text(parent, 12, 20, word("side", seat), text_anchor="start", font_weight="bold", fill=ink)
    text(parent, width - 12, 20, f"{number(side.get('points'))} VP", text_anchor="end", font_weight="bold", fill=ink)
    base, levels, done = (mapping(side.get(part)) for part in ("levels", "levels-now", "completed"))
    order = sorted(OP_IDS, key=lambda op: -number(base.get(op)))
    said = "  ".join(f"{number(levels.get(op))} {word('operation', op)}{'▪' * number(done.get(op))}" for op in order)
    lines = [said, *(_cards(side.get(part), word, part, param) for part, param in PARTS)]
    for row, line in enumerate(lines):
        text(parent, 12, 52 + row * 24, line, text_anchor="start", font_size=min(16, 1.8 * width / max(1, len(line))))


#: Cards of a side, and the parameter that names one.
PARTS = (("objectives", "objective"), ("hand", "card"))


def _cards(cards: object, word: Word, part: str, param: str) -> str:
    shown = items(cards)
    return ", ".join(word(param, card) for card in shown) if shown else f"{word('view', part)}: {counted(cards)}"
