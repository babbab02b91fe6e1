"""What prompts and options claim: their numbers, prices and lists, checked in random games.

`check_game` plays one game at random. Every prompt and every option is read in English and Italian: its numbers are
those that the game's own claims allow, computed without the texts, and the same in both languages; what a prompt lists
is on offer; and what an option states is what then follows, in the next question or in the log.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

import khyber
from khyber.catalogue import package, texts
from khyber.engine import asides
from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Option
from khyber.engine.game import Event
from khyber.engine.log import Follower
from khyber.engine.table import Table
from khyber.engine.text import Catalogue

LANGUAGES: Final = ("en", "it")
NUMBER: Final = re.compile(r"(?<![\w.])\d+")
#: What makes a number in a sentence: a digit, or a parameter that stands for one.
NUMBERED: Final = re.compile(
    r"\d|\{(?:n|now|of|room|most|limit|chosen|level|steps|turn|cost|price|toll|ground|air|pay)[:}]"
)


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
#: The numbers that the text of an option must have; None for a printed text that is not read.
Stated = Callable[[Asked, Option], Sequence[int] | None]


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
    #: The numbers of the texts of options, by `ask.word` or `word`; any other has only those of its own value.
    options: Mapping[str, Stated] = field(default_factory=dict)
    #: Yields in what the question or the log that follows contradicts the option of that index.
    followed: Callable[[Asked, int, Sequence[Event]], Sequence[str]] = lambda *_: ()
    #: The prices that a prompt may state where they are not paid as the option is chosen.
    prices: Mapping[str, Allowed] = field(default_factory=dict)
    #: The questions whose prices `paid` compares.
    at_once: Callable[[Asked], bool] = lambda _: False


def claims_of(game: str) -> Claims:
    found = import_module(f"tests.{game.replace('-', '_')}.claims").CLAIMS
    assert isinstance(found, Claims)
    return found


def numbers(asked: Asked, language: str, option: Option | None = None) -> list[int]:
    """Return the numbers of a prompt, or of an option, without those in names."""
    words = asked.words[language]
    said = asked.said[language] if option is None else words.option(option)
    named = {**asked.decision.about, **(option.message.params if option is not None else {})}
    names = {words.called(param, value) for param, value in named.items()}
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
    priced = [sorted(one) for one in claims.prices[ask](asked)] if ask in claims.prices else [[]]
    if sorted(stated) not in priced and not claims.at_once(asked):
        found.append(f"{ask}: {asked.english!r} has the prices {stated}, not {priced}: {asked.decision.options.keys()}")
    allowed = [sorted(one) for one in claims.numbers[ask](asked)] if ask in claims.numbers else [[]]
    if left not in allowed:
        found.append(f"{ask}: {asked.english!r} has the numbers {left}, not {allowed}: {asked.decision.options.keys()}")
    return found + [f"{ask}: {asked.english!r}: {problem}" for problem in claims.lists(asked)]


def wrong_options(asked: Asked, claims: Claims) -> list[str]:
    """Return what is wrong with the texts of the options."""
    ask, found = asked.decision.ask, []
    for option in asked.decision.options:
        word = option.message.key.removeprefix("option.")
        stated = claims.options.get(f"{ask}.{word}") or claims.options.get(word) or own_numbers
        if (wanted := stated(asked, option)) is None:
            continue
        read = {language: numbers(asked, language, option) for language in LANGUAGES}
        text = f"{ask}: {option.key!r}: {asked.words['en'].option(option)!r}"
        if read["en"] != read["it"]:
            found.append(f"{text}: the languages differ: {asked.words['it'].option(option)!r}")
        if read["en"] != sorted(wanted) and not (stated is own_numbers and not read["en"]):
            found.append(f"{text} has the numbers {read['en']}, not {sorted(wanted)}")
    return found


def own_numbers(asked: Asked, option: Option) -> Sequence[int]:
    """The numbers that an option stands for."""
    return [value for value in option.message.params.values() if isinstance(value, int)]


def with_numbers(game: str) -> set[str]:
    """Return the questions whose English sentence may have a number."""
    text = files(package(game)).joinpath("text", "en.toml").read_text(encoding="utf-8")
    return {ask for ask, entry in tomllib.loads(text)["ask"].items() if NUMBERED.search(str(entry))}


def check_game(game: str, seed: int, most: int, visited: set[str] | None = None) -> tuple[int, list[str]]:
    """Play a game at random; return how many decisions were made, at most `most`, and what was wrong.

    `visited` collects the questions that were asked.
    """
    claims, source = claims_of(game), random.Random(stream("claims", seed))
    table = khyber.new(game, seed=seed, **claims.setup(seed))
    words = {language: texts(game).catalogue(language).strictly() for language in LANGUAGES}
    log: Follower[Any] = Follower(*table.game.seats)
    problems: list[str] = []
    _, since = log.seen(table)
    played = 0
    while (decision := table.decision) is not None and played < most:
        asked = Asked(table, decision, {language: words[language].question(decision) for language in LANGUAGES}, words)
        problems += [*wrong(asked, claims), *wrong_options(asked, claims)]
        if visited is not None:
            visited.add(decision.ask)
        index = source.randrange(len(decision.values))
        key = decision.notation.key(decision.values[index])
        stated = claims.paid(asked, index, ())
        table.choose(index)
        events, since = log.seen(table, since)
        paid = None if stated is None else claims.paid(asked, index, events)
        if paid is not None and paid[0] != paid[1]:
            problems.append(f"{decision.ask}: {asked.english!r}: {key!r} states {paid[0]} and costs {paid[1]}")
        problems += [f"{decision.ask}: {key!r} {problem}" for problem in claims.followed(asked, index, events)]
        played += 1
        problems += aside(table, source, words, claims)
        _, since = log.seen(table, since)
    return played, problems


def aside(table: Table[Any], source: random.Random, words: Mapping[str, Catalogue], claims: Claims) -> Sequence[str]:
    """Now and then somebody gives or removes something: the prompt is made again. Returns what its options misstate."""
    if table.decision is None or source.random() >= 0.05:
        return []
    seat = source.choice(table.game.seats)
    if (open_now := asides.offered(table, seat)) is None or not open_now.values:
        return []
    problems = wrong_options(Asked(table, open_now, {}, words), claims)
    if source.random() < 0.4:
        table.choose(source.choice(open_now.options.keys()), seat=seat)
    return problems
