"""Bounds of the fields of a state at a checkpoint, checked when a state is read.

Rules trust the state that they work on. A state from a file is checked against these bounds first, then by the game's
module `check`, which compares fields with each other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sized
from dataclasses import dataclass
from typing import Final

from khyber.engine.errors import BadPosition
from khyber.engine.names import listed, quoted
from khyber.engine.state import StepState

#: More draws than any game makes.
MAX_DRAWS: Final = 10**9


class Bound(ABC):
    """The valid values of one field."""

    __slots__ = ()

    @abstractmethod
    def wrong(self, value: object) -> bool:
        """Return whether the value is out of bounds."""

    def found(self, value: object) -> str:
        """Describe a wrong value, for an error message."""
        return f"= {quoted(value)}"

    @property
    @abstractmethod
    def valid(self) -> str:
        """Valid values, for an error message."""


@dataclass(frozen=True, slots=True)
class Number(Bound):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def wrong(self, value: object) -> bool:
        return not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high

    @property
    def valid(self) -> str:
        return f"{self.low} to {self.high}" if self.low < self.high else f"{self.low}"


@dataclass(frozen=True, slots=True)
class Flag(Bound):
    """True or false, or `only` one of them."""

    only: bool | None = None

    def wrong(self, value: object) -> bool:
        return not isinstance(value, bool) or value is (not self.only if self.only is not None else None)

    @property
    def valid(self) -> str:
        return "true or false" if self.only is None else str(self.only).lower()


@dataclass(frozen=True, slots=True)
class Word(Bound):
    """One of the words."""

    words: Collection[str]

    def wrong(self, value: object) -> bool:
        return not isinstance(value, str) or value not in self.words

    @property
    def valid(self) -> str:
        return listed(word or "nothing" for word in self.words)


@dataclass(frozen=True, slots=True)
class Words(Bound):
    """Some of the words, each at most once."""

    words: Collection[str]

    def wrong(self, value: object) -> bool:
        return (
            not isinstance(value, tuple)
            or len(value) > len(self.words)
            or not all(isinstance(word, str) and word in self.words for word in value)
            or len(set(value)) < len(value)
        )

    @property
    def valid(self) -> str:
        return f"each at most once, {listed(self.words)}"


@dataclass(frozen=True, slots=True)
class Texts(Bound):
    """Up to `most` texts; which of them are valid depends on other fields."""

    most: int

    def wrong(self, value: object) -> bool:
        return (
            not isinstance(value, list | tuple)
            or len(value) > self.most
            or not all(isinstance(text, str) for text in value)
        )

    @property
    def valid(self) -> str:
        return f"at most {self.most} texts"


@dataclass(frozen=True, slots=True)
class Row(Bound):
    """`least` to `most` bytes from 0 to `high` (or `other`); with `once`, all different."""

    high: int
    least: int
    most: int
    other: int = -1
    once: bool = False

    def wrong(self, value: object) -> bool:
        if not isinstance(value, bytes | bytearray) or not self.least <= len(value) <= self.most:
            return True
        if self.once and len(set(value)) < len(value):
            return True
        return max(value, default=0) > self.high and any(n > self.high and n != self.other for n in value)

    def found(self, value: object) -> str:
        if not isinstance(value, bytes | bytearray) or not self.least <= len(value) <= self.most:
            return f"has {len(value)} places" if isinstance(value, Sized) else f"= {quoted(value)}"
        odd = [n for n in value if n > self.high and n != self.other]
        return f"holds {odd[0]}" if odd else "names one twice"

    @property
    def valid(self) -> str:
        size = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        other = f" (or {self.other})" if self.other >= 0 else ""
        return f"{size} numbers from 0 to {self.high}{other}" + (", each at most once" if self.once else "")


@dataclass(frozen=True, slots=True)
class Numbers(Bound):
    """Exactly `count` whole numbers from `low` to `high`, or none."""

    low: int
    high: int
    count: int

    def wrong(self, value: object) -> bool:
        one = Number(self.low, self.high)
        return not isinstance(value, tuple) or len(value) not in (0, self.count) or any(one.wrong(n) for n in value)

    @property
    def valid(self) -> str:
        return f"{self.count} numbers from {self.low} to {self.high}, or none"


@dataclass(frozen=True, slots=True)
class Pairs(Bound):
    """Up to `most` pairs of numbers, from 0 to `first` and from 0 to `second`."""

    first: int
    second: int
    most: int

    def wrong(self, value: object) -> bool:
        ones, twos = Number(0, self.first), Number(0, self.second)
        return (
            not isinstance(value, tuple)
            or len(value) > self.most
            or not all(
                isinstance(pair, tuple) and len(pair) == 2 and not ones.wrong(pair[0]) and not twos.wrong(pair[1])
                for pair in value
            )
        )

    @property
    def valid(self) -> str:
        return f"at most {self.most} pairs of a number to {self.first} and one to {self.second}"


@dataclass(frozen=True, slots=True)
class Hands(Bound):
    """A hand of words for each of up to `most` players; `counts` are the copies of each word."""

    counts: Mapping[str, int]
    most: int

    def wrong(self, value: object) -> bool:
        return (
            not isinstance(value, tuple)
            or len(value) > self.most
            or not all(
                isinstance(hand, tuple)
                and len(hand) <= sum(self.counts.values())
                and all(isinstance(word, str) and word in self.counts for word in hand)
                for hand in value
            )
        )

    @property
    def valid(self) -> str:
        return f"for each of at most {self.most} players some of {listed(self.counts)}"


Bounds = dict[str, Bound]
#: Fields that the engine keeps in every state, except the step, whose names belong to the game.
ENGINE: Final[Bounds] = {"draws": Number(0, MAX_DRAWS)}


def check_bounds(state: StepState, bounds: Bounds) -> None:
    """Raise BadPosition, naming the field and its valid values, if a field is out of bounds."""
    for name in state.fields:
        bound, value = bounds[name], getattr(state, name)
        if bound.wrong(value):
            raise BadPosition(f"{name} {bound.found(value)}; valid: {bound.valid}")
