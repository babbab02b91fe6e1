"""Which spaces a step is about: `afghan & pop>=1 & !support & has(coalition-troops)`.

Terms are joined by & (and), | (or), ! (not) and parentheses. A filter is read once and gives a test of a space.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from khyber.engine.errors import Error
from khyber.games.distant_plain.board import (
    ADJACENT,
    ALL_SPACES,
    COIN_CONTROL,
    IS_AFGHAN,
    IS_LOC,
    IS_MOUNTAIN,
    IS_PAKISTAN,
    IS_PASHTUN,
    KABUL,
    KINDS,
    NEUTRAL,
    OPPOSITION,
    OWNER,
    PAKISTAN,
    SPACE_BY_ID,
    SPACES,
    SUPPORT,
    TALIBAN_CONTROL,
    UNCONTROLLED,
    Space,
)
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.words import GROUPS
from khyber.games.distant_plain.rules.forces import room_for_base
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.state import State

Test = Callable[[Resolution, Space], bool]


class BadFilter(Error):
    """A filter that is not well formed."""


#: Terms that look at the space alone, or at what stands and lies there.
_TERMS: Final[dict[str, Callable[[State, Space], bool]]] = {
    "any": lambda state, space: True,
    "province": lambda state, space: IS_AFGHAN[space] and space != KABUL,
    "kabul": lambda state, space: space == KABUL,
    "afghan": lambda state, space: IS_AFGHAN[space],
    "loc": lambda state, space: IS_LOC[space],
    "pakistan": lambda state, space: IS_PAKISTAN[space],
    "mountain": lambda state, space: IS_MOUNTAIN[space],
    "plains": lambda state, space: SPACES[space].terrain == "plains",
    "pashtun": lambda state, space: IS_PASHTUN[space],
    "support": lambda state, space: state.level[space] == SUPPORT,
    "neutral": lambda state, space: state.level[space] == NEUTRAL,
    "opposition": lambda state, space: state.level[space] == OPPOSITION,
    "coin-control": lambda state, space: not IS_LOC[space] and state.control[space] == COIN_CONTROL,
    "taliban-control": lambda state, space: not IS_LOC[space] and state.control[space] == TALIBAN_CONTROL,
    "uncontrolled": lambda state, space: not IS_LOC[space] and state.control[space] == UNCONTROLLED,
    "terror": lambda state, space: not IS_LOC[space] and state.terror[space] > 0,
    "sabotage": lambda state, space: IS_LOC[space] and state.terror[space] > 0,
    "returnees": lambda state, space: state.returnees[space] > 0,
    "base-room": room_for_base,
}

_TOKEN: Final = re.compile(r"\s*(?:([a-z][a-z-]*)|(\d+)|(>=|[&|!(),>]))")


def pieces_in(state: State, space: Space, group: str) -> int:
    """How many pieces of the group stand in the space."""
    return sum(state.pieces[space * KINDS + piece] for piece in GROUPS[group])


class _Reader:
    """Reads a filter by descent: or, and, not, term."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            match = _TOKEN.match(text, at)
            if match is None:
                raise BadFilter(f"the filter {text!r} is unclear at {text[at:]!r}")
            self.tokens.append(match.group().strip())
            at = match.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            raise BadFilter(f"the filter {self.text!r} lacks {expected or 'something'} after "
                            f"{' '.join(self.tokens[: self.at])!r}")
        self.at += 1
        return token

    def either(self) -> Test:
        tests = [self.both()]
        while self.peek() == "|":
            self.take()
            tests.append(self.both())
        return tests[0] if len(tests) == 1 else lambda event, space: any(test(event, space) for test in tests)

    def both(self) -> Test:
        tests = [self.single()]
        while self.peek() == "&":
            self.take()
            tests.append(self.single())
        return tests[0] if len(tests) == 1 else lambda event, space: all(test(event, space) for test in tests)

    def single(self) -> Test:
        if self.peek() == "!":
            self.take()
            test = self.single()
            return lambda event, space: not test(event, space)
        if self.peek() == "(":
            self.take()
            test = self.either()
            self.take(")")
            return test
        return self.term()

    def arguments(self) -> list[str]:
        self.take("(")
        found = [self.take()]
        while self.peek() == ",":
            self.take()
            found.append(self.take())
        self.take(")")
        return found

    def number(self) -> int:
        token = self.take()
        if not token.isdigit():
            raise BadFilter(f"the filter {self.text!r} has {token!r} where a number should be")
        return int(token)

    def group(self) -> str:
        (name,) = self.arguments()
        if name not in GROUPS:
            raise BadFilter(f"the filter {self.text!r} names the pieces {name!r}; there are {', '.join(GROUPS)}")
        return name

    def space(self, name: str) -> Space:
        if name not in SPACE_BY_ID:
            raise BadFilter(f"the filter {self.text!r} names the space {name!r}, which does not exist")
        return SPACE_BY_ID[name]

    def term(self) -> Test:
        word = self.take()
        if word == "has":
            return self.has()
        if word == "named":
            return self.of_named()
        if word == "pop":
            self.take(">=")
            least = self.number()
            return lambda event, space: IS_AFGHAN[space] and population(event.state, space) >= least
        if word == "is":
            spaces = frozenset(self.space(name) for name in self.arguments())
            return lambda event, space: space in spaces
        if word == "adjacent":
            return self.next_to()
        if word == "selected":
            (step,) = (int(argument) for argument in self.arguments())
            return lambda event, space: space in event.selected.get(step, ())
        if word not in _TERMS:
            raise BadFilter(f"the filter {self.text!r} has the term {word!r}; there are {', '.join(sorted(_TERMS))}")
        term = _TERMS[word]
        return lambda event, space: term(event.state, space)

    def has(self) -> Test:
        group = self.group()
        if self.peek() == ">=":
            self.take()
            least = self.number()
            return lambda event, space: pieces_in(event.state, space, group) >= least
        if self.peek() == ">":
            self.take()
            self.take("has")
            other = self.group()
            return lambda event, space: pieces_in(event.state, space, group) > pieces_in(event.state, space, other)
        return lambda event, space: pieces_in(event.state, space, group) > 0

    def of_named(self) -> Test:
        """Pieces of the group that belong to the Faction an earlier step named."""
        group = GROUPS[self.group()]
        return lambda event, space: any(
            event.state.pieces[space * KINDS + piece] and OWNER[piece] == event.named for piece in group)

    def next_to(self) -> Test:
        (name,) = self.arguments()
        if name == "origin":
            return lambda event, space: event.origin is not None and space in ADJACENT[event.origin]
        near = frozenset(PAKISTAN if name == "pakistan" else (self.space(name),))
        return lambda event, space: not near.isdisjoint(ADJACENT[space])


def read_filter(text: str) -> Test:
    """The test that a filter describes. Raises BadFilter."""
    reader = _Reader(text)
    test = reader.either()
    if reader.peek():
        raise BadFilter(f"the filter {text!r} goes on after it should end, at {reader.peek()!r}")
    return test


def matching(event: Resolution, test: Test) -> list[Space]:
    """The spaces that pass."""
    return [space for space in ALL_SPACES if test(event, space)]
