"""Player aids, glossary and tutorial; their words are in text/."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final
from xml.etree.ElementTree import Element, tostring

from khyber.engine.decision import Message, Param
from khyber.engine.errors import BadSetup
from khyber.engine.provenance import MARK
from khyber.engine.reference import Aid, AidGroup, AidLine, AidPiece, AidSection, Term, Tutorial, TutorialStep
from khyber.engine.text import PSEUDO, Catalogue, pseudo, read_entries
from khyber.games.distant_plain import board
from khyber.games.distant_plain.layout import glyphs
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
    "bases": board.MOST_BASES,
    "patronage": board.MOST_PATRONAGE,
    "resources": board.MOST_RESOURCES,
    "markers": board.TERROR_MARKERS,
    "returnees": board.RETURNEES_MARKERS,
    "econ": sum(board.ECON),
    "coin": conditions.COIN_COST,
    "cubes": train.MOST_CUBES,
    "forbase": train.CUBES_FOR_A_BASE,
    "back": train.PATRONAGE_RETURNED,
    "surge": surge.MOST_SPACES,
    "lifted": air_lift.MOST_GOVERNMENT_TROOPS_LIFTED,
    "govern": govern.MOST_SPACES,
    "ambush": ambush.MOST_AMBUSHES,
    "suborn": suborn.SUBORN_COST,
    "suborned": suborn.MOST_SUBORNED,
    "bought": suborn.MOST_CUBES,
    "mark": MARK,
}
#: Groups of an aid, in their order.
GROUPS: Final = ("victory", "sequence", "operations", "activities", "propaganda", "reminders", "legend")


@cache
def aid_words(lang: str) -> Catalogue:
    """Return the catalogue of the aids, joined with that of the game."""
    own = read_entries(_text(f"aids.{_spoken(lang)}.toml"), f"aids.{lang}.toml", pseudo if lang == PSEUDO else str)
    return catalogue(lang).joined(own)


def aid(seat: str, lang: str) -> Aid:
    """Return the player aid of a Faction. Raises BadSetup if the seat or language is unknown.

    >>> aid("taliban", "it").groups[0].sections[0].lines[0].text
    'Popolazione in Opposizione più le tue Basi sulla mappa, Pakistan compreso: più di 20.'
    """
    if seat not in board.SEATS:
        raise BadSetup(f"there is no seat {seat!r}: the seats are {', '.join(board.SEATS)}")
    words, layout = aid_words(lang), tomllib.loads(_text("aids.toml"))
    groups = tuple(
        AidGroup(
            group,
            words.word(f"group.{group}"),
            tuple(
                _section(section, layout["rule"][section], layout["pieces"].get(section, {}), words)
                for section in layout[seat][group]
            ),
        )
        for group in GROUPS
    )
    return Aid(
        seat,
        words.say(Message("aid.title", {"faction": seat})),
        words.word("aid.from"),
        groups,
        words.say(Message("aid.legend", FIGURES)),
    )


def _section(section: str, rule: str, pieces: Mapping[str, Sequence[str]], words: Catalogue) -> AidSection:
    keys = words.keys()
    lines = tuple(
        AidLine(
            name,
            words.word(f"kind.{name}") if f"kind.{name}" in keys else "",
            words.say(Message(f"{section}.{name}", FIGURES)),
            tuple(
                AidPiece(piece, words.word(f"legend-piece.{piece}"), words.word(f"piece.{piece}", "mark"))
                for piece in pieces.get(name, ())
            ),
        )
        for name in tomllib.loads(_text("aids.en.toml"))[section]
        if name != "title"
    )
    return AidSection(section, words.word(f"{section}.title"), rule, lines)


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
    change = pseudo if lang == PSEUDO else str
    entries = tomllib.loads(_text(f"help.{_spoken(lang)}.toml"))["help"]
    return tuple(
        Term(id_, change(entry["name"]), change(entry["text"]), entry["rule"]) for id_, entry in entries.items()
    )


@cache
def tutorial(lang: str) -> Tutorial:
    """Return the tutorial: ten choices of the Taliban.

    >>> first = tutorial("en").steps[0]
    >>> first.ask, first.key, first.title
    ('turn', 'rally', 'Choose an Operation')
    """
    change = pseudo if lang == PSEUDO else str
    layout = tomllib.loads(_text("tutorial.toml"))
    said = tomllib.loads(_text(f"tutorial.{_spoken(lang)}.toml"))
    steps = []
    for n, step in enumerate(layout["step"], 1):
        words = {name: change(text) for name, text in said[f"step-{n}"].items()}
        steps.append(
            TutorialStep(
                n, words["title"], words["text"], words["otherwise"], step["ask"], step["key"], tuple(step["lights"])
            )
        )
    own = {name: change(text) for name, text in said["tutorial"].items()}
    return Tutorial(
        layout["scenario"],
        layout["seed"],
        layout["seat"],
        layout["seats"],
        own["title"],
        own["intro"],
        own["end-title"],
        own["end"],
        tuple(steps),
    )


def _spoken(lang: str) -> str:
    if lang not in (*languages, PSEUDO):
        raise BadSetup(f"there is no language {lang!r}: the languages are {', '.join(languages)}")
    return "en" if lang == PSEUDO else lang


@cache
def _text(name: str) -> str:
    return files("khyber.games.distant_plain.text").joinpath(name).read_text(encoding="utf-8")
