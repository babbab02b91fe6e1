"""The words of A Distant Plain: its catalogue and rule texts in every language there is."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from khyber.engine.decision import Param
from khyber.engine.errors import BadSetup
from khyber.engine.text import PSEUDO, Catalogue, RuleTexts, Vocabulary, pseudo, read_entries, read_rules
from khyber.games.distant_plain.board import CARDS, PROPAGANDA_CARDS, SPACES

languages: Final = ("en", "it")

#: Parameters whose words are in a section of the catalogue.
WORDS: Final = {
    "faction": "faction", "seat": "faction", "to": "faction", "piece": "piece", "level": "level",
    "control": "control", "box": "islamabad", "operation": "operation", "activity": "activity", "side": "side",
    "phase": "phase", "scenario": "scenario", "option": "option-name", "marker": "marker", "ending": "ending",
    "winner": "player",
}
#: Parameters that are spaces, and those that are cards: they have proper names.
SPACE_PARAMS: Final = ("space", "origin", "dest", "via")
CARD_PARAMS: Final = ("card", "next")
#: Parameters that are numbers; those that tell a change carry a sign.
NUMBERS: Final = ("n", "of", "now", "die", "hard", "success", "troops", "bases", "back")
SIGNED: Final = frozenset(("change", "margin"))

_SPACE_NAMES: Final[dict[Param, str]] = {space.id: space.name for space in SPACES}


@cache
def catalogue(lang: str) -> Catalogue:
    """The words in that language (`pseudo`: English with accents, for tests). Raises BadSetup if there are none.

    >>> from khyber.engine.decision import Message
    >>> catalogue("it").say(Message("log.placed", {"space": "paktika", "n": 2, "piece": "taliban-base"}))
    'Paktika: +2 Basi talebane'
    """
    entries = read_entries(_text(lang, ""), f"{lang}.toml", pseudo if lang == PSEUDO else str)
    propaganda = Catalogue(lang, entries, Vocabulary()).word("label.propaganda")
    cards: dict[Param, str] = {number: f"{number} {card.title}" for number, card in CARDS.items()}
    cards |= dict.fromkeys(PROPAGANDA_CARDS, propaganda)
    names = dict.fromkeys(SPACE_PARAMS, _SPACE_NAMES) | dict.fromkeys(CARD_PARAMS, cards)
    return Catalogue(lang, entries, Vocabulary(WORDS, names, SIGNED))


@cache
def rule_texts(lang: str) -> RuleTexts:
    """The rules in our own words."""
    return read_rules(_text(lang, "rules."), f"rules.{lang}.toml", pseudo if lang == PSEUDO else str)


def _text(lang: str, prefix: str) -> str:
    if lang not in (*languages, PSEUDO):
        raise BadSetup(f"there is no language {lang!r}: the languages are {', '.join(languages)}")
    name = f"{prefix}{'en' if lang == PSEUDO else lang}.toml"
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
