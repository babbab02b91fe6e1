"""Lookup of cards and dice by number, id or name."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from khyber.engine.game import Game
from khyber.engine.optional import Cards, CardText
from khyber.engine.reference import plain

#: Cards are also found by their names in this language.
ENGLISH = "en"


class FoundCards(NamedTuple):
    """The cards that a name may mean; `exact` if it is their id, title, number or group."""

    cards: list[CardText]
    exact: bool


def find_cards(game: Game[Any], sought: str, language: str) -> FoundCards:
    """Return the cards with that id, title, group or number, or those words in the title.

    Words may be abbreviated. English names are tried after those of the language.
    """
    cards = Cards.of(game).card_texts(language)
    english = Cards.of(game).card_texts(ENGLISH)
    sought = plain(sought).strip()
    if not sought:
        return FoundCards([], False)
    for names in (cards, english):
        called = [card for card, named in zip(cards, names, strict=True) if is_called(named, sought)]
        if called:
            return FoundCards(called, True)
    if sought.isdecimal():
        numbered = [card for card in cards if str(card.number) == sought]
        return FoundCards(numbered, bool(numbered))
    patterns = [re.compile(rf"\b{re.escape(word)}") for word in sought.split()]
    for names in (cards, english):
        titled = [
            card
            for card, named in zip(cards, names, strict=True)
            if all(pattern.search(plain(named.title)) for pattern in patterns)
        ]
        if titled:
            return FoundCards(titled, False)
    return FoundCards([], False)


def is_called(card: CardText, sought: str) -> bool:
    """Return whether the card has that id or title, or belongs to that group.

    >>> card = CardText(0, "Air Assault", (), "", "", id="air-assault", group="Tactics cards")
    >>> [is_called(card, sought) for sought in ("air assault", "air-assault", "tactics cards", "air")]
    [True, True, True, False]
    """
    return sought in {plain(name) for name in (card.id, card.title, card.group) if name}
