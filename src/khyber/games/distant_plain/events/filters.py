"""Filters that select the spaces of a step: `afghan & pop>=1 & !support & has(coalition-troops)`.

Terms are joined by & (and), | (or), ! (not) and parentheses. A filter is parsed once into a test of a space.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Final

from khyber.engine.errors import Error
from khyber.games.distant_plain.board import (
    ADJACENT,
    AFGHAN,
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
    """A malformed filter."""


#: Terms that depend only on the space and the pieces and markers in it.
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

#: Terms that depend only on the printed map.
_PRINTED: Final = frozenset(("any", "province", "kabul", "afghan", "loc", "pakistan", "mountain", "plains", "pashtun"))
_NO_STATE: Final = State()

# For speed, a test may know the only spaces where it can pass, and those where it always does; the step that selected
# all of them; and what remains to be tested in the former, term by term.
_AT_MOST: Final[dict[Test, frozenset[Space]]] = {}
_SURELY: Final[dict[Test, frozenset[Space]]] = {}
_SELECTED_BY: Final[dict[Test, int]] = {}
_REST: Final[dict[Test, tuple[Test, ...]]] = {}
_WHERE_TO_LOOK: Final[dict[Test, tuple[Space, ...]]] = {}
_EVERYWHERE: Final = frozenset(ALL_SPACES)


def _among(spaces: Iterable[Space], test: Test) -> Test:
    """Return a test that can pass only in these spaces."""
    _AT_MOST[test] = frozenset(spaces)
    return test


def _always(spaces: Iterable[Space], test: Test) -> Test:
    """Return a test that always passes in these spaces and nowhere else."""
    _SURELY[test] = frozenset(spaces)
    _REST[test] = ()
    return _among(_SURELY[test], test)


def _at_most(test: Test) -> frozenset[Space]:
    return _AT_MOST.get(test, _EVERYWHERE)


def _rest(test: Test) -> tuple[Test, ...]:
    return _REST.get(test, (test,))


def _and(one: Test, other: Test) -> Test:
    both = _among(_at_most(one) & _at_most(other), lambda event, space: one(event, space) and other(event, space))
    _SURELY[both] = _SURELY.get(one, frozenset()) & _SURELY.get(other, frozenset())
    _REST[both] = (*_rest(one), *_rest(other))
    for test in (one, other):
        if test in _SELECTED_BY:
            _SELECTED_BY[both] = _SELECTED_BY[test]
    return both


def _or(one: Test, other: Test) -> Test:
    either = _among(_at_most(one) | _at_most(other), lambda event, space: one(event, space) or other(event, space))
    _SURELY[either] = _SURELY.get(one, frozenset()) | _SURELY.get(other, frozenset())
    return either


def _not(test: Test) -> Test:
    denied = _among(_EVERYWHERE - _SURELY.get(test, frozenset()), lambda event, space: not test(event, space))
    _SURELY[denied] = _EVERYWHERE - _at_most(test)
    return denied


_TOKEN: Final = re.compile(r"\s*(?:([a-z][a-z-]*)|(\d+)|(>=|[&|!(),>]))")


def pieces_in(state: State, space: Space, group: str) -> int:
    """Return the number of pieces of the group in the space."""
    at, pieces = space * KINDS, state.pieces
    return sum([pieces[at + piece] for piece in GROUPS[group]])


class _Reader:
    """A recursive descent parser: or, and, not, term."""

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
            raise BadFilter(
                f"the filter {self.text!r} lacks {expected or 'something'} after {' '.join(self.tokens[: self.at])!r}"
            )
        self.at += 1
        return token

    def either(self) -> Test:
        tests = [self.both()]
        while self.peek() == "|":
            self.take()
            tests.append(self.both())
        return reduce(_or, tests)

    def both(self) -> Test:
        tests = [self.single()]
        while self.peek() == "&":
            self.take()
            tests.append(self.single())
        return reduce(_and, tests)

    def single(self) -> Test:
        if self.peek() == "!":
            self.take()
            return _not(self.single())
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
            return _among(
                AFGHAN, lambda event, space: IS_AFGHAN[space] and population(event.play.state, space) >= least
            )
        if word == "is":
            spaces = frozenset(self.space(name) for name in self.arguments())
            return _always(spaces, lambda event, space: space in spaces)
        if word == "adjacent":
            return self.next_to()
        if word == "selected":
            (step,) = (int(argument) for argument in self.arguments())

            def selected(event: Resolution, space: Space) -> bool:
                return space in event.selected.get(step, ())

            _SELECTED_BY[selected] = step
            return selected
        if word not in _TERMS:
            raise BadFilter(f"the filter {self.text!r} has the term {word!r}; there are {', '.join(sorted(_TERMS))}")
        term = _TERMS[word]
        if word in _PRINTED:
            return _always(
                [space for space in ALL_SPACES if term(_NO_STATE, space)], lambda event, space: term(_NO_STATE, space)
            )
        return lambda event, space: term(event.play.state, space)

    def has(self) -> Test:
        group = self.group()
        if self.peek() == ">=":
            self.take()
            least = self.number()
            return lambda event, space: pieces_in(event.play.state, space, group) >= least
        if self.peek() == ">":
            self.take()
            self.take("has")
            other = self.group()
            return lambda event, space: (
                pieces_in(event.play.state, space, group) > pieces_in(event.play.state, space, other)
            )
        pieces = GROUPS[group]
        if len(pieces) == 1:
            (piece,) = pieces
            return lambda event, space: event.play.state.pieces[space * KINDS + piece] > 0
        return lambda event, space: pieces_in(event.play.state, space, group) > 0

    def of_named(self) -> Test:
        """Return the pieces of the group that belong to the Faction an earlier step named."""
        group = GROUPS[self.group()]
        return lambda event, space: any(
            event.state.pieces[space * KINDS + piece] and OWNER[piece] == event.named for piece in group
        )

    def next_to(self) -> Test:
        (name,) = self.arguments()
        if name == "origin":
            return lambda event, space: event.origin is not None and space in ADJACENT[event.origin]
        near = frozenset(PAKISTAN if name == "pakistan" else (self.space(name),))
        beside = frozenset(space for space in ALL_SPACES if not near.isdisjoint(ADJACENT[space]))
        return _always(beside, lambda event, space: space in beside)


def read_filter(text: str) -> Test:
    """Parse a filter into a test of a space. Raises BadFilter."""
    reader = _Reader(text)
    test = reader.either()
    if reader.peek():
        raise BadFilter(f"the filter {text!r} has unexpected text at {reader.peek()!r}")
    _WHERE_TO_LOOK[test] = tuple(sorted(_at_most(test)))
    return test


def matching(event: Resolution, test: Test) -> list[Space]:
    """Return the spaces that pass."""
    step = _SELECTED_BY.get(test)
    if step is not None:
        return [space for space in sorted(set(event.selected.get(step, ()))) if test(event, space)]
    spaces = _WHERE_TO_LOOK.get(test)
    if spaces is None:
        return [space for space in ALL_SPACES if test(event, space)]
    found = list(spaces)
    for term in _rest(test):
        found = [space for space in found if term(event, space)]
    return found
