"""Symbols of the picture: text, pieces and markers, each drawn at a point."""

from __future__ import annotations

from math import cos, pi, sin
from xml.etree.ElementTree import Element, SubElement

from khyber.games.distant_plain.board import PIECE_IDS, SEATS
from khyber.games.distant_plain.drawing import colours

#: Width of a piece.
PIECE = 22

#: Width of a letter relative to the font size, rounded up.
GLYPH = 0.6

#: The order in which pieces are laid out: those of a Faction together, its Bases first.
PIECES = tuple(
    piece
    for seat in SEATS
    for piece in sorted((one for one in PIECE_IDS if one.startswith(seat)), key=lambda one: not one.endswith("-base"))
)


def put(parent: Element, tag: str, **attributes: str | float) -> Element:
    """Add an element; `data_space=` becomes `data-space`, and numbers are rounded."""
    return SubElement(
        parent, tag, {name.strip("_").replace("_", "-"): plain(value) for name, value in attributes.items()}
    )


def plain(value: str | float) -> str:
    """Write a number with at most one decimal.

    >>> plain(2.0), plain(1.26), plain("x")
    ('2', '1.3', 'x')
    """
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def text(
    parent: Element,
    x: float,
    y: float,
    words: str,
    *,
    size: float = 12,
    width: float | None = None,
    anchor: str = "middle",
    fill: str = colours.INK,
    bold: bool = False,
    **more: str | float,
) -> Element:
    """Add text centred at height y, smaller if it would not fit the width."""
    if width is not None:
        size = min(size, width / (GLYPH * max(len(words), 1)))
    weight = "bold" if bold else "normal"
    element = put(
        parent,
        "text",
        x=x,
        y=y + 0.36 * size,
        font_size=size,
        text_anchor=anchor,
        font_weight=weight,
        fill=fill,
        **more,
    )
    element.text = words
    return element


def polygon(parent: Element, x: float, y: float, radii: tuple[float, ...], **attributes: str | float) -> Element:
    """Add a polygon around a point; its corners are at these distances, clockwise from the top."""
    turns = [2 * pi * corner / len(radii) for corner in range(len(radii))]
    places = [(x + r * sin(t), y - r * cos(t)) for r, t in zip(radii, turns, strict=True)]
    return put(parent, "polygon", points=" ".join(f"{plain(a)},{plain(b)}" for a, b in places), **attributes)


def plate(
    parent: Element, x: float, y: float, size: tuple[float, float], *, rx: float = 0, fill: str, stroke: str
) -> Element:
    """Add a rectangle centred at a point."""
    width, height = size
    left, top = x - width / 2, y - height / 2
    return put(parent, "rect", x=left, y=top, width=width, height=height, rx=rx, fill=fill, stroke=stroke)


def star(parent: Element, x: float, y: float, size: float, fill: str) -> None:
    """Add the star of an Active Guerrilla."""
    polygon(parent, x, y, (size, size * 0.42) * 5, fill=fill)


def piece(parent: Element, x: float, y: float, space: str, name: str, count: int) -> None:
    """Add pieces of one kind in a space as one symbol, with their number if more than one."""
    faction, _, kind = name.partition("-")
    colour = colours.POLICE if kind == "police" else colours.FACTION.get(faction, colours.PAPER)
    light = kind == "police" or faction == "coalition"
    edge, face, number = colours.INK, colour, colours.INK if light else colours.PAPER
    group = put(parent, "g", class_="piece")
    half = PIECE / 2
    above = 0.0
    if kind == "base":
        drawn = put(group, "circle", cx=x, cy=y, r=half, fill=face, stroke=edge)
        put(group, "circle", cx=x, cy=y, r=half - 2.5, fill="none", stroke=number, stroke_width=1)
    elif kind.startswith("guerrilla"):
        active = kind.endswith("-active")
        if not active:
            edge, face, number = colour, colours.PAPER, colour
        radius = half * 1.1 if active else half
        drawn = polygon(group, x, y, (radius,) * 6, fill=face, stroke=edge, stroke_width=1 if active else 2.6)
        if active:
            above = 4.5 if count > 1 else 0.0
            star(group, x, y - above * 1.2, 4.5 if count > 1 else 7.5, colours.PAPER)
    else:
        drawn = plate(group, x, y, (PIECE - 2, PIECE - 2), rx=2, fill=face, stroke=edge)
    for key, value in (("data-space", space), ("data-piece", name), ("data-count", str(count))):
        drawn.set(key, value)
    if count > 1:
        size = 11.5 if above or count > 9 else 13
        text(group, x, y + above, str(count), size=size, fill=number, bold=True)


def population(parent: Element, x: float, y: float, control: str, number: int) -> None:
    """Add a badge with the Population, in the colour of Control."""
    fill = colours.CONTROL.get(control)
    edge = colours.PAPER if fill else colours.INK
    put(parent, "circle", cx=x, cy=y, r=9, fill=fill or colours.PAPER, stroke=edge, stroke_width=1.4)
    text(parent, x, y, str(number), size=12.5, fill=colours.PAPER if fill else colours.INK, bold=True)


def level(parent: Element, x: float, y: float, support: bool) -> None:
    """Add a plus for Support or a minus for Opposition."""
    fill = colours.SUPPORT if support else colours.OPPOSITION
    plate(parent, x, y, (18, 18), rx=5, fill=fill, stroke=colours.PAPER)
    strokes = f"M{plain(x - 5)} {plain(y)}h10" + (f"M{plain(x)} {plain(y - 5)}v10" if support else "")
    put(parent, "path", d=strokes, stroke=colours.PAPER, stroke_width=3, fill="none")


def terror(parent: Element, x: float, y: float, count: int) -> None:
    """Add a red burst with the number of Terror markers."""
    polygon(parent, x, y, (11.0, 7.5) * 8, fill=colours.PAPER, stroke=colours.TERROR, stroke_width=1.6)
    text(parent, x, y, str(count), size=11, fill=colours.TERROR, bold=True)


def sabotage(parent: Element, x: float, y: float) -> None:
    """Add a crossed-out road sign."""
    plate(parent, x, y, (18, 18), rx=2, fill=colours.SABOTAGE, stroke=colours.INK)
    strokes = f"M{plain(x - 5)} {plain(y - 5)}l10 10m0 -10l-10 10"
    put(parent, "path", d=strokes, stroke=colours.TERROR, stroke_width=3, fill="none")


def returnees(parent: Element, x: float, y: float) -> None:
    """Add a +1 Pop marker."""
    plate(parent, x, y, (20, 16), rx=8, fill=colours.RETURNEES, stroke=colours.PAPER)
    text(parent, x, y, "+1", size=11, fill=colours.PAPER, bold=True)


def econ(parent: Element, x: float, y: float, number: int) -> None:
    """Add the Econ value of a LoC."""
    plate(parent, x, y, (16, 16), fill=colours.ECON, stroke=colours.INK)
    text(parent, x, y, str(number), size=11.5, bold=True)
