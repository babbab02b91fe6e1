"""The texts of A Distant Plain in every language: messages, rules and cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

from khyber.engine.decision import Param
from khyber.engine.errors import BadSetup
from khyber.engine.provenance import MARK, ORIGINS
from khyber.engine.text import Catalogue, Entry, RuleTexts, Sentence, Vocabulary, own_section
from khyber.engine.text_files import TextFiles, change
from khyber.games.distant_plain.board import CARD_FILES, CARDS, PROPAGANDA_CARDS, SPACES
from khyber.games.distant_plain.events.deck import printed_deck
from khyber.games.distant_plain.events.describe import describe
from khyber.games.distant_plain.play import SIDES
from khyber.games.distant_plain.provenance import read_side
from khyber.games.distant_plain.text.offers import NOTED, OFFERED

languages: Final = ("en", "it")
FILES: Final = TextFiles(__name__, languages)

#: Parameters whose words are in a section of the catalogue.
WORDS: Final = {
    **own_section("faction", "piece", "level", "control", "operation", "activity", "side"),
    **own_section("phase", "scenario", "marker", "ending", "answer", "title", "choices"),
    "seat": "faction",
    "to": "faction",
    "box": "islamabad",
    "option": "option-name",
    "winner": "player",
    "pool": "label",
    "into": "label",
    "id": "priority",
    **dict.fromkeys(("by", "first", "second", "third"), "rank"),
}
#: Parameters that are spaces, and those that are cards: they have proper names.
SPACE_PARAMS: Final = ("space", "origin", "dest", "via")
CARD_PARAMS: Final = ("card", "next")
#: Parameters that are numbers; changes are shown with a sign.
NUMBERS: Final = ("n", "of", "now", "die", "hard", "success", "troops", "bases", "back")
SIGNED: Final = frozenset(("change", "margin"))

_SPACE_NAMES: Final[dict[Param, str]] = {space.id: space.name for space in SPACES}


@cache
def catalogue(lang: str) -> Catalogue:
    """Return the messages of that language (`pseudo`: accented English, for tests). Raises BadSetup.

    >>> from khyber.engine.decision import Message
    >>> catalogue("it").say(Message("log.placed", {"space": "paktika", "n": 2, "piece": "taliban-base"}))
    'Paktika: +2 Basi talebane'
    """
    entries = FILES.entries(lang) | FILES.entries(lang, "non_players")
    propaganda = Catalogue(lang, entries, Vocabulary()).word("label.propaganda")
    cards: dict[Param, str] = {number: f"{number} {card.title}" for number, card in CARDS.items()}
    cards |= dict.fromkeys(PROPAGANDA_CARDS, propaganda)
    names = dict.fromkeys(SPACE_PARAMS, _SPACE_NAMES) | dict.fromkeys(CARD_PARAMS, cards)
    for side in SIDES:
        names[f"card:{side}"] = {
            card: f"{texts[side]}{side_mark(card, side)}" for card, texts in card_texts(lang).items() if side in texts
        }
    names["id:code"] = {step: step for step in step_ids()}
    return Catalogue(
        lang, entries, Vocabulary(WORDS, names, SIGNED, offered=OFFERED, covered={"asset": 0}, noted=NOTED)
    )


def side_mark(card: int, side: str) -> str:
    """Return the mark of a side that is reconstructed in whole or in part.

    >>> side_mark(24, "unshaded"), side_mark(3, "shaded")
    ('', 'ʳ')
    """
    return "" if read_side(printed_deck()[card][side]).origin == ORIGINS[0] else MARK


@cache
def step_ids() -> tuple[str, ...]:
    """Return the flowchart steps that have a text, in rulebook order."""
    return tuple(tomllib.loads(FILES.text("en", "non_players"))["priority"])


#: Further parameters of sentences about effects.
EFFECT_WORDS: Final = {
    "pieces": "group",
    "instead": "group",
    "becomes": "state",
    "done": "done",
    "track": "track",
    "gainer": "track",
    "status": "status",
    "ops": "ops",
    "factions": "factions",
}


@cache
def effect_words(lang: str) -> Catalogue:
    """Return the messages that describe the steps of Events (events/describe.py)."""
    own = FILES.entries(lang, "effects") | _outlines(lang)
    plain = Catalogue(lang, own, Vocabulary())
    amounts: dict[Param, str] = {word: plain.word(f"amount.{word}") for word in ("all", "any")}
    known = Vocabulary({**WORDS, **EFFECT_WORDS}, {"number": amounts, "spaces": amounts}, frozenset())
    return Catalogue(lang, FILES.entries(lang) | own, known)


@cache
def rule_texts(lang: str) -> RuleTexts:
    """Return the rules in our own words."""
    return FILES.rules(lang)


def _outlines(lang: str) -> dict[str, Entry]:
    """Return what the sides do that are a function instead of steps, from the files of the cards."""
    changed, source, found = change(lang), FILES.source(lang), dict[str, Entry]()
    for card, sides in printed_deck().items():
        for side, text in sides.items():
            if text.special:
                outline = _side_words(card, side, "outline")
                if not isinstance(outline, Mapping) or source not in outline:
                    raise BadSetup(f"card {card} {side}: outline should have a text for each language")
                found[f"effect.{text.special}"] = Sentence(changed(str(outline[source])))
    return found


def _side_words(card: int, side: str, key: str) -> object:
    """Return a field of one side in the card's file, or None."""
    table = CARD_FILES[card].get(side)
    return table.get(key) if isinstance(table, Mapping) else None


@cache
def card_texts(lang: str) -> Mapping[int, Mapping[str, str]]:
    """Return the text of every card in our own words: card -> side -> text.

    A side without words of its own has those of its steps.
    """
    changed, source = change(lang), FILES.source(lang)
    found: dict[int, dict[str, str]] = {}
    for card, sides in printed_deck().items():
        found[card] = {}
        for side, steps in sides.items():
            words = _side_words(card, side, source)
            if words is None:
                found[card][side] = "; ".join(effect_words(lang).say(message) for message in describe(steps))
            else:
                found[card][side] = changed(str(words))
    return found


def card_text(card: int, side: str, lang: str) -> str:
    """Return the text of one side of a card. Raises BadSetup if there is no such side.

    >>> card_text(6, "shaded", "it")
    'Sposta Islamabad di 2 caselle verso Sponsorizzazione.'
    """
    text = card_texts(lang).get(card, {}).get(side)
    if text is None:
        raise BadSetup(f"card {card} has no {side} text")
    return text


#: Parts of a view that are lists of cards, and those whose values have words of their own.
VIEW_CARDS: Final = ("played", "removed", "capabilities", "momentum")
VIEW_WORDS: Final = ("step", "first-did")


@cache
def view_words(lang: str) -> Catalogue:
    """Return the words of a view: all messages, headings (`view.spaces`), and names of its values.

    `help.ID` explains a thing in one sentence, `term.ID` names it.

    >>> view_words("it").word("view.margins"), view_words("it").called("played", 6)
    ('Margine', '6 US-Pakistan Talks')
    """
    own = FILES.entries(lang, "view") | FILES.explained(lang)
    words = catalogue(lang)
    cards: dict[Param, str] = {card: words.called("card", card) for card in (*CARDS, *PROPAGANDA_CARDS)}
    return words.joined(own).speaking({key: key for key in VIEW_WORDS}).naming(dict.fromkeys(VIEW_CARDS, cards))
