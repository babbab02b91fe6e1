"""The texts of Enduring Freedom in every language: messages and rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Message, Param
from khyber.engine.text import Catalogue, RuleTexts, Vocabulary, own_section
from khyber.engine.text_files import TextFiles
from khyber.games.enduring_freedom.board import PLACE_IDS
from khyber.games.enduring_freedom.box import Box, printed_box

languages: Final = ("en", "it")
FILES: Final = TextFiles(__name__, languages)

#: Parameters whose words are in a section of the catalogue.
WORDS: Final = {
    **own_section("side", "unit", "place", "phase", "event", "ending", "result", "mission", "scenario"),
    "seat": "side",
    "winner": "side",
    "origin": "place",
}
#: Parameters that are numbers.
NUMBERS: Final = (
    "n",
    "now",
    "change",
    "turn",
    "die",
    "success",
    "ours",
    "theirs",
    "total",
    "level",
    "again",
    "row",
    "column",
    "points",
    "left",
)
#: Parameters that only choose a sentence.
CHOOSING: Final = ("stopped", "flight")
#: Those of the numbers that are changes.
SIGNED: Final = frozenset(("change",))


#: What prompts say of the options on offer.
OFFERED: Final[Mapping[str, Callable[[Decision], Param]]] = {"pay": lambda decision: int("pay" in decision.values)}


@cache
def catalogue(lang: str) -> Catalogue:
    """Return the messages of that language (`pseudo`: accented English, for tests). Raises BadSetup.

    >>> from khyber.engine.decision import Message
    >>> catalogue("it").say(Message("log.revealed", {"unit": "tb-omar", "place": "kandahar"}))
    'Kandahar: scoperto Mullah Omar'
    """
    entries = FILES.entries(lang)
    return Catalogue(lang, entries, Vocabulary(WORDS, signed=SIGNED, offered=OFFERED))


def own_names(box: Box) -> dict[str, Mapping[Param, str]]:
    """Return the names that a user's own file gives to zones and counters, by message parameter."""
    names: dict[str, Mapping[Param, str]] = {}
    for param, own in (("place", box.names["zone"]), ("unit", box.names["unit"])):
        if own:
            texts: dict[Param, str] = dict(own.items())
            names |= dict.fromkeys((other for other, section in WORDS.items() if section == param), texts)
    return names


def catalogue_for(lang: str, box: Box) -> Catalogue:
    """Return the messages with the names of this box."""
    names = own_names(box)
    return catalogue(lang).naming(names) if names else catalogue(lang)


@cache
def rule_texts(lang: str) -> RuleTexts:
    """Return the rules in our own words, by number."""
    return FILES.rules(lang)


#: Parts of a view whose values have words of their own; parts that name places; parts that hold units.
VIEW_WORDS: Final = ("step", "control", "terrain", "loya-jirga", "neighbour", "box")
VIEW_PLACES: Final = ("zone", "zones", "missions", "to-fight", "boxes", "staging")
VIEW_UNITS: Final = ("ground", "air", "moved", *PLACE_IDS)
#: Parts of a view that may hold face-down counters, and their side.
VIEW_HIDDEN: Final = {
    "islamists": "islamists",
    "underground": "islamists",
    "alliance": "alliance",
    "alliance-available": "alliance",
}


@cache
def view_words(lang: str) -> Catalogue:
    """Return the words of a view: all messages, headings (`view.zones`), names of its values, and the glossary.

    >>> view_words("it").word("view.points"), view_words("en").called("ground", "us-75r reduced")
    ('Punti NetWar', '75R, reduced')
    """
    own = FILES.entries(lang, "view") | FILES.explained(lang)
    words = catalogue(lang).joined(own).speaking({key: key for key in VIEW_WORDS})
    units: dict[Param, str] = {}
    for kind in printed_box().kind_by_id:
        units[kind] = words.called("unit", kind)
        units[f"{kind} reduced"] = words.say(Message("view.reduced", {"unit": kind}))
    spoken, places = {"events": "event", "attacker": "side", "edge": "side"}, dict.fromkeys(VIEW_PLACES, "place")
    hidden = {part: units | {"face-down": words.word(f"view.face-down-{side}")} for part, side in VIEW_HIDDEN.items()}
    return words.speaking(spoken | places).naming(dict.fromkeys(VIEW_UNITS, units) | hidden)


@cache
def _table_words(lang: str) -> Catalogue:
    own = FILES.entries(lang, "tables")
    return view_words(lang).joined(own).speaking({"road": "road"})


def table_words(lang: str, box: Box) -> Catalogue:
    """Return the words of the printed tables, with the names of a user's own file."""
    return _table_words(lang).naming(own_names(box))
