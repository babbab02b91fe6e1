"""The panel beside the map: boxes, tracks, Islamabad, victory, cards and Eligibility."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from khyber.engine.view_fields import mapping, number, string
from khyber.games.distant_plain.drawing import colours
from khyber.games.distant_plain.drawing.glyphs import PIECE, piece, plate, put, text
from khyber.games.distant_plain.drawing.view_fields import counts

Word = Callable[[str], str]

POSTURES = ("hostility", "pressure", "tolerance", "backing", "sponsorship")
#: Each total, and the faction whose victory it measures.
TOTALS = {
    "support-available": "coalition",
    "coin-patronage": "government",
    "opposition-bases": "taliban",
    "uncontrolled": "warlords",
}


def draw(root: Element, view: Mapping[str, object], word: Word) -> None:
    """Draw everything off the map into the corners around it."""
    panel = put(root, "g", class_="panel")
    _factions(panel, view, word)
    _cards(panel, view, word)
    _islamabad(panel, mapping(view.get("islamabad")), word)
    _totals(panel, mapping(view.get("totals")), word)
    for place, box in enumerate(("available", "casualties", "out-of-play")):
        _box(panel, (972 + place * 140, 846), box, view, word)


def _frame(parent: Element, place: tuple[float, float, float, float]) -> None:
    x, y, width, height = place
    put(parent, "rect", x=x, y=y, width=width, height=height, rx=6, fill=colours.PAPER, stroke=colours.FRAME)


def _factions(parent: Element, view: Mapping[str, object], word: Word) -> None:
    """Add Eligibility, Resources and margin of each Faction, then Aid and Patronage."""
    left, top, row = 12, 12, 27
    _frame(parent, (left, top, 318, 174))
    text(parent, left + 222, top + 15, word("label.resources"), size=12, width=100, fill=colours.FAINT)
    text(parent, left + 290, top + 15, "±", size=15, fill=colours.FAINT)
    resources, margins, eligible = (mapping(view.get(part)) for part in ("resources", "margins", "eligible"))
    for place, (faction, colour) in enumerate(colours.FACTION.items()):
        y = top + 40 + place * row
        may = bool(eligible.get(faction))
        disc = put(parent, "circle", cx=left + 18, cy=y, r=8, stroke=colour, stroke_width=3)
        disc.set("fill", colour if may else colours.PAPER)
        disc.set("data-faction", faction)
        disc.set("data-eligible", str(int(may)))
        name = word(f"faction.{faction}")
        text(parent, left + 36, y, name, size=15, width=140, anchor="start", bold=True)
        if faction in resources:
            _number(parent, left + 222, y, number(resources[faction]))
        if faction in margins:
            _number(parent, left + 290, y, number(margins[faction]), signed=True)
    for place, track in enumerate(("aid", "patronage")):
        x = left + 14 + place * 150
        text(parent, x, top + 154, word(f"label.{track}"), size=14, width=100, anchor="start")
        _number(parent, x + 122, top + 154, number(view.get(track)))


def _number(parent: Element, x: float, y: float, value: int, *, signed: bool = False) -> None:
    shown = f"{value:+d}".replace("-", "−") if signed and value else str(value)
    text(parent, x, y, shown, size=16, bold=True)


def _cards(parent: Element, view: Mapping[str, object], word: Word) -> None:
    """Add the current card, the next card and the number left."""
    for place, (part, label) in enumerate((("card", "card"), ("next", "next-card"), ("deck", "cards-left"))):
        x = 1144 + place * 84
        _frame(parent, (x, 12, 78, 84))
        text(parent, x + 39, 26, word(f"label.{label}"), size=11, width=74, fill=colours.FAINT)
        value = view.get(part)
        text(parent, x + 39, 62, "—" if value is None else str(number(value)), size=26, bold=True)


def _islamabad(parent: Element, islamabad: Mapping[str, object], word: Word) -> None:
    """Add the Islamabad track with the current box highlighted."""
    left, top = 1144, 106
    _frame(parent, (left, top, 246, 174))
    text(parent, left + 123, top + 16, word("label.islamabad"), size=14, width=230, bold=True)
    for place, posture in enumerate(POSTURES):
        y, here = top + 42 + place * 22, posture == string(islamabad.get("box"))
        plate(parent, left + 123, y, (230, 20), rx=4, fill=colours.BRIGHT if here else "none", stroke=colours.FRAME)
        fill, name = colours.INK if here else colours.FAINT, word(f"islamabad.{posture}")
        text(parent, left + 123, y, name, size=13, width=220, fill=fill, bold=here)
    if islamabad.get("hard"):
        text(parent, left + 123, top + 158, word("label.hard"), size=14, width=220, fill=colours.TERROR, bold=True)


def _totals(parent: Element, totals: Mapping[str, object], word: Word) -> None:
    """Add the four victory totals."""
    left, top = 1144, 290
    _frame(parent, (left, top, 246, 4 * 28 + 14))
    for place, (total, faction) in enumerate(TOTALS.items()):
        y = top + 21 + place * 28
        put(parent, "rect", x=left + 8, y=y - 9, width=8, height=18, fill=colours.FACTION[faction])
        text(parent, left + 24, y, word(f"label.{total}"), size=13, width=175, anchor="start")
        text(parent, left + 236, y, str(number(totals.get(total))), size=16, anchor="end", bold=True)


def _box(parent: Element, place: tuple[float, float], name: str, view: Mapping[str, object], word: Word) -> None:
    """Add a box of pieces, one row per Faction."""
    left, top, width, step = *place, 134, PIECE + 6
    _frame(parent, (left, top, width, 142))
    text(parent, left + width / 2, top + 14, word(f"label.{name}"), size=13, width=width - 16, bold=True)
    pieces = counts(view.get(name))
    for row, faction in enumerate(colours.FACTION):
        own = [kind for kind in pieces if kind.startswith(f"{faction}-")]
        for column, kind in enumerate(own):
            piece(parent, left + 22 + column * (PIECE + 8), top + 40 + row * step, name, kind, pieces[kind])
