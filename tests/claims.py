"""What prompts claim: their numbers, prices and lists, checked in random games against options and effects.

`check_game` plays one game at random. Every prompt is read in English and Italian: its numbers are those that the
game's own claims allow, computed without the texts, and the same in both languages; what it lists is on offer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import khyber
from khyber.catalogue import texts
from khyber.engine.chance import stream
from khyber.engine.decision import Decision
from khyber.engine.game import Event
from khyber.engine.log import Follower
from khyber.engine.table import Table
from khyber.engine.text import Catalogue

LANGUAGES: Final = ("en", "it")
NUMBER: Final = re.compile(r"(?<![\w.])\d+")


@dataclass
class Asked:
    """One prompt as it is checked: the decision, the table that asks, and the sentences by language."""

    table: Table[Any]
    decision: Decision
    said: Mapping[str, str]
    words: Mapping[str, Catalogue]

    @property
    def english(self) -> str:
        return self.said["en"]

    @property
    def counts(self) -> list[int]:
        """The options that are numbers."""
        return [value for value in self.decision.values if isinstance(value, int)]

    def about(self, name: str) -> int:
        found = self.decision.about[name]
        assert isinstance(found, int)
        return found


#: The numbers that a prompt may have.
Allowed = Callable[[Asked], Sequence[Sequence[int]]]


@dataclass
class Claims:
    """A game's claims: the numbers of each prompt, its lists, and prices that are paid at once."""

    numbers: Mapping[str, Allowed]
    #: Yields what is wrong with the lists of a prompt.
    lists: Callable[[Asked], Sequence[str]]
    #: Returns the price stated for the option of that index, and what was paid; None if neither is known.
    paid: Callable[[Asked, int, Sequence[Event]], tuple[int, int] | None]
    #: Patterns of a price within a sentence.
    price: re.Pattern[str] = re.compile(r"(?!)")
    #: The setup of a game by its number.
    setup: Callable[[int], Mapping[str, Any]] = lambda _: {}


def claims_of(game: str) -> Claims:
    found = import_module(f"tests.{game.replace('-', '_')}.claims").CLAIMS
    assert isinstance(found, Claims)
    return found


def numbers(asked: Asked, language: str) -> list[int]:
    """Return the numbers of a prompt, without those in names."""
    said, words = asked.said[language], asked.words[language]
    names = {words.called(param, value) for param, value in asked.decision.about.items()}
    for name in sorted(names, key=len, reverse=True):
        if not name.isdecimal():
            said = said.replace(name, "")
    return sorted(int(found) for found in NUMBER.findall(said))


def wrong(asked: Asked, claims: Claims) -> list[str]:
    """Return what is wrong with a prompt."""
    ask = asked.decision.ask
    read = {language: numbers(asked, language) for language in LANGUAGES}
    found = [f"{ask}: {asked.said}: the languages differ"] if read["en"] != read["it"] else []
    stated = [int(price) for price in claims.price.findall(asked.english)]
    left = list(read["en"])
    for price in stated:
        left.remove(price)
    allowed = [sorted(one) for one in claims.numbers[ask](asked)] if ask in claims.numbers else [[]]
    if left not in allowed:
        found.append(f"{ask}: {asked.english!r} has the numbers {left}, not {allowed}: {asked.decision.options.keys()}")
    return found + [f"{ask}: {asked.english!r}: {problem}" for problem in claims.lists(asked)]


def check_game(game: str, seed: int, most: int) -> tuple[int, list[str]]:
    """Play a game at random, at most so many decisions; return how many, and what was wrong."""
    claims, source = claims_of(game), random.Random(stream("claims", seed))
    table = khyber.new(game, seed=seed, **claims.setup(seed))
    words = {language: texts(game).catalogue(language).strictly() for language in LANGUAGES}
    log: Follower[Any] = Follower(*table.game.seats)
    problems: list[str] = []
    _, since = log.seen(table)
    played = 0
    while (decision := table.decision) is not None and played < most:
        asked = Asked(table, decision, {language: words[language].question(decision) for language in LANGUAGES}, words)
        problems += wrong(asked, claims)
        index = source.randrange(len(decision.values))
        key = decision.notation.key(decision.values[index])
        stated = claims.paid(asked, index, ())
        table.choose(index)
        events, since = log.seen(table, since)
        paid = None if stated is None else claims.paid(asked, index, events)
        if paid is not None and paid[0] != paid[1]:
            problems.append(f"{decision.ask}: {asked.english!r}: {key!r} states {paid[0]} and costs {paid[1]}")
        played += 1
        aside(table, source)
        _, since = log.seen(table, since)
    return played, problems


def aside(table: Table[Any], source: random.Random) -> None:
    """Now and then somebody gives or removes something: the prompt is made again."""
    if table.decision is not None and source.random() < 0.02:
        seat = source.choice(table.game.seats)
        if keys := table.asides(seat).keys():
            table.choose(source.choice(keys), seat=seat)
