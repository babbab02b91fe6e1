"""Player aids, glossary and tutorial; their words are in text/."""

from __future__ import annotations

from functools import cache
from typing import Final
from xml.etree.ElementTree import Element, tostring

from khyber.engine.decision import Param
from khyber.engine.errors import BadSetup
from khyber.engine.provenance import MARK
from khyber.engine.reference import Aid, Term, Tutorial
from khyber.engine.reference_files import ReferenceFiles
from khyber.engine.text import Catalogue
from khyber.games.distant_plain import board
from khyber.games.distant_plain.drawing import glyphs
from khyber.games.distant_plain.rules.activities import air_lift, ambush, govern, suborn, surge
from khyber.games.distant_plain.rules.operations import conditions, train
from khyber.games.distant_plain.text import catalogue, languages

#: Numbers in the aids, taken from the rules so that a change there changes the aid, and the mark of what
#: is reconstructed.
FIGURES: Final[dict[str, Param]] = {
    "support": board.SUPPORT_GOAL,
    "coingoal": board.COIN_GOAL,
    "opposition": board.OPPOSITION_GOAL,
    "uncontrolled": board.UNCONTROLLED_GOAL,
    "wealth": board.WARLORD_RESOURCES_GOAL,
    "bases": board.MAX_BASES,
    "patronage": board.MAX_PATRONAGE,
    "resources": board.MAX_RESOURCES,
    "markers": board.TERROR_MARKERS,
    "returnees": board.RETURNEES_MARKERS,
    "econ": sum(board.ECON),
    "coin": conditions.COIN_COST,
    "cubes": train.MAX_CUBES,
    "forbase": train.CUBES_FOR_A_BASE,
    "back": train.PATRONAGE_RETURNED,
    "surge": surge.MAX_SPACES,
    "lifted": air_lift.MAX_GOVERNMENT_TROOPS_LIFTED,
    "govern": govern.MAX_SPACES,
    "ambush": ambush.MAX_AMBUSHES,
    "suborn": suborn.SUBORN_COST,
    "suborned": suborn.MAX_SUBORNED,
    "bought": suborn.MAX_CUBES,
    "mark": MARK,
}
#: Groups of an aid, in their order.
GROUPS: Final = ("victory", "sequence", "operations", "activities", "propaganda", "reminders", "legend")


FILES: Final = ReferenceFiles(
    "khyber.games.distant_plain.text", tuple(languages), tuple(board.SEATS), catalogue, GROUPS, FIGURES, "faction"
)


@cache
def aid_words(lang: str) -> Catalogue:
    """Return the catalogue of the aids, joined with that of the game."""
    return FILES.words(lang)


def aid(seat: str, lang: str) -> Aid:
    """Return the player aid of a Faction. Raises BadSetup if the seat or language is unknown.

    >>> aid("taliban", "it").groups[0].sections[0].lines[0].text
    'Popolazione in Opposizione più le tue Basi sulla mappa, Pakistan compreso: più di 20.'
    """
    return FILES.aid(seat, lang)


@cache
def picture(piece: str) -> str:
    """Return a piece as an SVG element. Raises BadSetup if the piece is unknown.

    >>> picture("government-police")[:46]
    '<svg viewBox="-13 -13 26 26" aria-hidden="true'
    """
    if piece not in board.PIECE_IDS:
        raise BadSetup(f"there is no piece {piece!r}: the pieces are {', '.join(board.PIECE_IDS)}")
    drawn = Element("svg", {"viewBox": "-13 -13 26 26", "aria-hidden": "true"})
    glyphs.piece(drawn, 0, 0, "", piece, 1)
    return tostring(drawn, encoding="unicode")


@cache
def glossary(lang: str) -> tuple[Term, ...]:
    """Return the glossary: every piece, marker, box, track and term in one sentence.

    >>> next(term.text for term in glossary("en") if term.id == "momentum")
    'Events in effect until the next Reset Phase.'
    """
    return FILES.glossary(lang)


@cache
def tutorial(lang: str) -> Tutorial:
    """Return the tutorial: ten choices of the Taliban.

    >>> first = tutorial("en").steps[0]
    >>> first.ask, first.key, first.title
    ('turn', 'rally', 'Choose an Operation')
    """
    return FILES.tutorial(lang)
