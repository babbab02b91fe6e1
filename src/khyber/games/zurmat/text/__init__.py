"""The texts of Zurmat in every language: messages, rules and cards."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Param
from khyber.engine.errors import BadSetup
from khyber.engine.text import Catalogue, RuleTexts, Vocabulary, own_section
from khyber.engine.text_files import TextFiles, change
from khyber.games.zurmat.box import Box

languages: Final = ("en", "it")
FILES: Final = TextFiles(__name__, languages)

#: Sections of the card texts that say what cards do.
CARDS: Final = ("tactic", "event", "objective")

#: Parameters whose words are in a section of the catalogue.
WORDS: Final = {
    **own_section("side", "operation", "tile", "event", "objective", "unit", "building"),
    **own_section("face", "place", "month", "ending", "scenario", "step"),
    "seat": "side",
    "winner": "side",
    "origin": "tile",
    "dest": "tile",
    "card": "tactic",
    "other": "objective",
    "option": "option-name",
}
#: Parameters that are victory points in hundredths.
HUNDREDTHS: Final = frozenset(("worth",))
#: Parameters that are numbers.
NUMBERS: Final = (
    "n",
    "now",
    "level",
    "east",
    "north",
    "turn",
    "faction",
    "neutral",
    "cf",
    "cn",
    "tf",
    "tn",
    "ours",
    "theirs",
    "hits",
    "blocks",
    "success",
    "vp",
    "ana",
    "us",
    "taliban",
    "fort",
    "steps",
    "worth",
)


def _card_on_offer(decision: Decision) -> int:
    return int(any(isinstance(value, tuple) and value[0] == "play" for value in decision.values))


#: What prompts say of the options on offer: whether there is a card to play, or a tile to choose.
OFFERED: Final[Mapping[str, Callable[[Decision], Param]]] = {
    "cards": _card_on_offer,
    "tiles": lambda decision: int(any(isinstance(value, int) for value in decision.values)),
}


@cache
def catalogue(lang: str) -> Catalogue:
    """Return the messages of that language (`pseudo`: accented English, for tests). Raises BadSetup.

    >>> from khyber.engine.decision import Message
    >>> catalogue("it").say(Message("log.placed", {"unit": "ana", "n": 2, "tile": "07"}))
    '07 (campi di papavero): +2 unità ANA'
    """
    entries = FILES.entries(lang)
    return Catalogue(
        lang, entries, Vocabulary(WORDS, hundredths=HUNDREDTHS, offered=OFFERED, covered={"cards": 0, "tiles": 1})
    )


def own_names(box: Box) -> dict[str, Mapping[Param, str]]:
    """Return the names that a user's own file gives to tiles and cards, by message parameter."""
    names: dict[str, Mapping[Param, str]] = {}
    for param, own in box.names.items():
        if own:
            texts: dict[Param, str] = {int(name) if param == "event" else name: text for name, text in own.items()}
            names |= dict.fromkeys((other for other, section in WORDS.items() if section == WORDS[param]), texts)
    return names


def catalogue_for(lang: str, box: Box) -> Catalogue:
    """Return the messages with the names of this box."""
    names = own_names(box)
    return catalogue(lang).naming(names) if names else catalogue(lang)


@cache
def rule_texts(lang: str) -> RuleTexts:
    """Return the rules in our own words, by heading."""
    return FILES.rules(lang)


@cache
def card_texts(lang: str) -> Mapping[str, Mapping[str, str]]:
    """Return the text of every card: `tactic`, `event` or `objective` -> its id -> text."""
    changed = change(lang)
    texts = tomllib.loads(FILES.text(lang, "cards"))
    return {section: {name: changed(str(text)) for name, text in texts[section].items()} for section in CARDS}


def card_words(lang: str, box: Box) -> Catalogue:
    """Return the words for the facts on a card besides its effect, and for dice."""
    own = FILES.entries(lang, "cards")
    return catalogue_for(lang, box).joined(
        {key: entry for key, entry in own.items() if key.partition(".")[0] not in CARDS}
    )


def card_text(section: str, name: str, lang: str) -> str:
    """Return the text of one card. Raises BadSetup if there is no such card.

    >>> card_text("event", "20", "it")
    'Nessun effetto.'
    """
    text = card_texts(lang).get(section, {}).get(name)
    if text is None:
        raise BadSetup(f"there is no card {name!r} among the {section} cards")
    return text


#: Parts of a view with the sections of the catalogue that have words for what they hold.
VIEW_WORDS: Final = {
    "step": "step",
    "winter": "month",
    "roadblock": "tile",
    "entered": "tile",
    "to-fight": "tile",
    "discs-due": "tile",
    "tiles-in-hand": "tile",
    "units": "unit",
    "moved": "unit",
    "drawn": "face",
    "hand": "tactic",
    "spent": "tactic",
    "objectives": "objective",
    "objectives-dealt": "objective",
    "control": "side",
    **dict.fromkeys(("discard", "current", "next", "two", "on-tile", "coalition", "taliban"), "event"),
}


@cache
def view_words(lang: str) -> Catalogue:
    """Return the words of a view: all messages, headings (`view.tiles`), and names of its values.

    >>> view_words("it").word("view.winter"), view_words("it").called("current", 12)
    ('Mesi presi dall’inverno', 'Inverno')
    """
    own = FILES.entries(lang, "view")
    return catalogue(lang).joined(own).speaking(VIEW_WORDS)


def drawn_words(lang: str, box: Box) -> Callable[[str, str], str]:
    """Return what the picture calls things: a heading of the view, or the value of a message parameter.

    >>> from khyber.games.zurmat.box import printed_box
    >>> word = drawn_words("it", printed_box())
    >>> word("view", "hand"), word("event", "12")
    ('Mano', 'Inverno')
    """
    names, headings = catalogue_for(lang, box), view_words(lang)

    def word(param: str, id_: str) -> str:
        return (
            headings.word(f"view.{id_}")
            if param == "view"
            else names.called(param, int(id_) if param == "event" else id_)
        )

    return word
