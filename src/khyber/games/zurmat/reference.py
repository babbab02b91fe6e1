"""Player aids, glossary and tutorial; their words are in text/."""

from __future__ import annotations

from functools import cache
from typing import Final
from xml.etree.ElementTree import Element, tostring

from khyber.engine.errors import BadSetup
from khyber.engine.provenance import MARK
from khyber.engine.reference import Aid, Term, Tutorial
from khyber.engine.reference_files import ReferenceFiles
from khyber.games.zurmat.board import SEATS, UNIT_IDS
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.drawing.svg import at, unit
from khyber.games.zurmat.text import catalogue, languages

#: Groups of an aid, in their order.
GROUPS: Final = ("victory", "sequence", "operations", "reminders")
_NUMBERS: Final = printed_box().numbers
FILES: Final = ReferenceFiles(
    "khyber.games.zurmat.text",
    tuple(languages),
    SEATS,
    catalogue,
    GROUPS,
    {"schools": _NUMBERS.most_schools, "forts": _NUMBERS.most_forts, "mark": MARK},
    "side",
)


def aid(seat: str, lang: str) -> Aid:
    """Return the player aid of a side. Raises BadSetup if the seat or language is unknown.

    >>> aid("taliban", "en").groups[0].sections[0].title
    'Victory points'
    """
    return FILES.aid(seat, lang)


@cache
def picture(piece: str) -> str:
    """Return a unit as an SVG element. Raises BadSetup if it is unknown.

    >>> picture("us")[:30]
    '<svg viewBox="-21 -21 42 42" a'
    """
    if piece not in UNIT_IDS:
        raise BadSetup(f"there is no piece {piece!r}: the pieces are {', '.join(UNIT_IDS)}")
    drawn = Element("svg", {"viewBox": "-21 -21 42 42", "aria-hidden": "true"})
    unit(at(drawn, 0, 0), piece, 1)
    return tostring(drawn, encoding="unicode")


@cache
def glossary(lang: str) -> tuple[Term, ...]:
    """Return the glossary: pieces, markers and terms in one sentence."""
    return FILES.glossary(lang)


@cache
def tutorial(lang: str) -> Tutorial:
    """Return the tutorial: fifteen choices of the Coalition.

    >>> first = tutorial("en").steps[0]
    >>> first.ask, first.key, first.title
    ('orders', 'patrol3 + declare3', 'Your orders')
    """
    return FILES.tutorial(lang)
