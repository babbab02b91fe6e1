"""Cards by name; for A Distant Plain, every side with its effects, provenance and tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path

from khyber.catalogue import game as find_game
from khyber.engine.cards import find_cards
from khyber.engine.errors import Error
from khyber.engine.optional import Cards, CardText
from khyber.engine.provenance import MARK as RECONSTRUCTED
from khyber.engine.reference import plain
from khyber.games.distant_plain.board import CARDS, SEATS
from khyber.games.distant_plain.events.deck import Side, printed_deck
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.turn_effects import Choose
from khyber.games.distant_plain.text import card_text
from khyber.lab.coverage import marked_tests

MARK = "card"


#: The game whose cards have a number and two sides.
GAME = "distant-plain"


class UnknownCard(Error):
    """No card of the game matches."""


@dataclass(frozen=True, slots=True)
class TestedSide:
    """One side of a card and the tests marked with it."""

    side: Side
    tests: Sequence[str]

    @property
    def id(self) -> str:
        return side_id(self.side.card, self.side.side)


def side_id(card: int, side: str) -> str:
    """Return the id by which tests are marked.

    >>> side_id(34, "unshaded"), side_id(7, "shaded")
    ('34u', '7s')
    """
    return f"{card}{side[0]}"


def all_cards(game: str, language: str) -> Sequence[CardText]:
    """Return every card and die of the game. Raises UnknownCard if it has none."""
    found = Cards.of(find_game(game)).card_texts(language)
    if not found:
        raise UnknownCard(f"{game} has no cards to look up")
    return found


def look_up_cards(game: str, name: str, language: str) -> list[CardText]:
    """Find cards by number, id, title, group or words of the title. Raises UnknownCard."""
    known = all_cards(game, language)
    found = find_cards(find_game(game), name, language).cards
    if game == GAME:
        found = [card for card in found if card.number in CARDS]
        if not found and name.strip().isdecimal():
            raise UnknownCard(f"unknown card {name} of {game}; the cards are {min(CARDS)} to {max(CARDS)}")
    if not found:
        titles = {plain(title): card.title for card in known for title in (card.id, card.title) if title}
        near = get_close_matches(plain(name), titles, 1)
        hint = f"; did you mean {titles[near[0]]!r}?" if near else f"; `khyber rules {game} --cards` lists them"
        raise UnknownCard(f"unknown card {name!r} of {game}{hint}")
    return found


def all_sides(game: str, tests: Path | None = None) -> list[TestedSide]:
    """Return every side of A Distant Plain's deck, with the tests marked with it."""
    marked = marked_tests(tests, MARK) if tests is not None else {}
    return [
        TestedSide(side, marked.get(side_id(number, name), ()))
        for number, sides in sorted(printed_deck().items())
        for name, side in sides.items()
    ]


def effect_names(effects: Sequence[Effect]) -> Iterator[str]:
    """Return the kinds of effects in order, each choice followed by its options."""
    for effect in effects:
        yield re.sub(r"(?<!^)(?=[A-Z])", "-", type(effect).__name__).lower()
        if isinstance(effect, Choose):
            for _, inner in effect.options:
                yield from effect_names(inner)


# -- output -----------------------------------------------------------------------------------------


def cards_as_json(cards: Sequence[CardText]) -> list[dict[str, object]]:
    """Return cards with a single text as JSON."""
    return [
        {
            "id": card.id,
            "title": card.title,
            "group": card.group,
            "facts": card.facts,
            "text": card.text,
            "sides": list(card.seats),
            "origin": card.origin,
            "origin-text": card.origin_text,
        }
        for card in cards
    ]


def cards_as_text(cards: Sequence[CardText]) -> Iterator[str]:
    """Return a line per card, under the headings of their groups."""
    for group, members in groupby(cards, key=lambda card: card.group):
        yield group
        for card in members:
            mark = RECONSTRUCTED if card.reconstructed else ""
            yield f"  {card.id:<14} {card.title} ({card.facts}): {card.text}{mark}"


def card_as_json(number: int, language: str) -> dict[str, object]:
    """Return a card of A Distant Plain as JSON."""
    card, sides = CARDS[number], printed_deck()[number]
    return {
        "number": number,
        "title": card.title,
        "order": [SEATS[faction] for faction in card.order],
        "kind": card.kind,
        "sides": {
            name: {
                "text": card_text(number, name, language),
                "provenance": side.provenance,
                "filled-in": side.filled_in,
            }
            for name, side in sides.items()
        },
    }


def as_json(sides: Sequence[TestedSide]) -> list[dict[str, object]]:
    return [
        {
            "number": tested.side.card,
            "side": tested.side.side,
            "provenance": tested.side.provenance,
            "effects": list(effect_names(tested.side.effects)),
            "tests": list(tested.tests),
            "special": bool(tested.side.special),
        }
        for tested in sides
    ]


def as_text(sides: Sequence[TestedSide]) -> Iterator[str]:
    """Return the deck as lines for reading and grep."""
    for tested in sides:
        side = tested.side
        yield f"{tested.id:<4} {CARDS[side.card].title}: {', '.join(effect_names(side.effects))} ({side.provenance})"
        yield from (f"         test      {test}" for test in tested.tests)
    without = sum(not tested.tests for tested in sides)
    yield ""
    yield f"{len(sides)} sides, {without} without a test"
