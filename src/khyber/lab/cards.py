"""The deck for people and programs: every side of every card, what it is made of, where from, and its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from khyber.catalogue import game as find_game
from khyber.engine.errors import Error
from khyber.games.distant_plain.board import CARDS, SEATS
from khyber.games.distant_plain.events.cards import Side, printed_deck
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.turn_effects import Choose
from khyber.games.distant_plain.text import card_text
from khyber.lab.coverage import marked_tests

MARK = "card"


#: The game whose cards are told here.
GAME = "distant-plain"


class UnknownCard(Error):
    """A card that the deck does not have."""


@dataclass(frozen=True, slots=True)
class TestedSide:
    """One side of a card and the tests marked with it."""

    side: Side
    tests: Sequence[str]

    @property
    def id(self) -> str:
        return side_id(self.side.card, self.side.side)


def side_id(card: int, side: str) -> str:
    """What tests are marked with.

    >>> side_id(34, "unshaded"), side_id(7, "shaded")
    ('34u', '7s')
    """
    return f"{card}{side[0]}"


def check_game(game: str) -> None:
    """Raises UnknownCard if the game has no deck of two-sided Event cards."""
    if find_game(game).id != GAME:
        raise UnknownCard(f"the cards of {game} have no sides to look up: that is for {GAME}")


def look_up_card(game: str, number: int) -> Mapping[str, Side]:
    """The sides of one card. Raises UnknownCard."""
    check_game(game)
    if number not in CARDS:
        raise UnknownCard(f"there is no card {number} in {game}: they are {min(CARDS)} to {max(CARDS)}")
    return printed_deck()[number]


def all_sides(game: str, tests: Path | None = None) -> list[TestedSide]:
    """Every side of the deck in order, with the tests marked with it."""
    check_game(game)
    marked = marked_tests(tests, MARK) if tests is not None else {}
    return [TestedSide(side, marked.get(side_id(number, name), ()))
            for number, sides in sorted(printed_deck().items()) for name, side in sides.items()]


def effect_names(effects: Sequence[Effect]) -> Iterator[str]:
    """The kinds of effects in order, those among which somebody chooses after the choice."""
    for effect in effects:
        yield re.sub(r"(?<!^)(?=[A-Z])", "-", type(effect).__name__).lower()
        if isinstance(effect, Choose):
            for _, inner in effect.options:
                yield from effect_names(inner)


# -- telling ----------------------------------------------------------------------------------------


def card_as_json(number: int, sides: Mapping[str, Side], language: str) -> dict[str, object]:
    card = CARDS[number]
    return {
        "number": number, "title": card.title, "order": [SEATS[faction] for faction in card.order], "kind": card.kind,
        "sides": {name: {"text": card_text(number, name, language), "provenance": side.provenance,
                         "filled-in": side.filled_in} for name, side in sides.items()}}


def as_json(sides: Sequence[TestedSide]) -> list[dict[str, object]]:
    return [{
        "number": tested.side.card, "side": tested.side.side, "provenance": tested.side.provenance,
        "effects": list(effect_names(tested.side.effects)), "tests": list(tested.tests),
        "special": bool(tested.side.special)} for tested in sides]


def as_text(sides: Sequence[TestedSide]) -> Iterator[str]:
    """The deck as lines that a person reads, and grep too."""
    for tested in sides:
        side = tested.side
        yield f"{tested.id:<4} {CARDS[side.card].title}: {', '.join(effect_names(side.effects))} ({side.provenance})"
        yield from (f"         test      {test}" for test in tested.tests)
    without = sum(not tested.tests for tested in sides)
    yield ""
    yield f"{len(sides)} sides, {without} without a test"
