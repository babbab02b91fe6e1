"""Cards by name; where a game lists their sides, each with its effects, provenance and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path

from khyber.catalogue import game as find_game
from khyber.engine.cards import find_cards
from khyber.engine.errors import Error
from khyber.engine.optional import Cards, CardSide, CardText
from khyber.engine.provenance import MARK as RECONSTRUCTED
from khyber.engine.reference import plain
from khyber.lab.coverage import mark_of, marked_tests

MARK = "card"


class UnknownCard(Error):
    """No card of the game matches."""


@dataclass(frozen=True, slots=True)
class TestedSide:
    """One side of a card and the tests marked with it."""

    side: CardSide
    tests: Sequence[str]


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
    if numbers := {side.card for side in Cards.of(find_game(game)).card_sides()}:
        found = [card for card in found if card.number in numbers]
        if not found and name.strip().isdecimal():
            raise UnknownCard(f"unknown card {name} of {game}; the cards are {min(numbers)} to {max(numbers)}")
    if not found:
        titles = {plain(title): card.title for card in known for title in (card.id, card.title) if title}
        near = get_close_matches(plain(name), titles, 1)
        hint = f"; did you mean {titles[near[0]]!r}?" if near else f"; `khyber rules {game} --cards` lists them"
        raise UnknownCard(f"unknown card {name!r} of {game}{hint}")
    return found


def all_sides(game: str, tests: Path | None = None) -> list[TestedSide]:
    """Return every side of the game's cards, with the tests marked with it; none if it does not list them."""
    sides = Cards.of(find_game(game)).card_sides()
    marked = marked_tests(tests, MARK) if sides and tests is not None else {}
    return [TestedSide(side, marked.get(mark_of(game, side.id), ())) for side in sides]


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


def as_json(sides: Sequence[TestedSide]) -> list[dict[str, object]]:
    return [
        {
            "number": tested.side.card,
            "side": tested.side.side,
            "provenance": tested.side.provenance,
            "effects": list(tested.side.effects),
            "tests": list(tested.tests),
            "special": tested.side.special,
        }
        for tested in sides
    ]


def as_text(sides: Sequence[TestedSide]) -> Iterator[str]:
    """Return the deck as lines for reading and grep."""
    for tested in sides:
        side = tested.side
        yield f"{side.id:<4} {side.title}: {', '.join(side.effects)} ({side.provenance})"
        yield from (f"         test      {test}" for test in tested.tests)
    without = sum(not tested.tests for tested in sides)
    yield ""
    yield f"{len(sides)} sides, {without} without a test"
