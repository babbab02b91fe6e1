"""Amounts in the effect language, such as `r+3`, `3*spaces(1)` or `min(6, pieces(warlords-base, any))`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from khyber.engine.errors import Error
from khyber.games.distant_plain.board import ECON
from khyber.games.distant_plain.events.filters import BadFilter, matching, pieces_in, read_filter
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.words import GROUPS

Amount = Callable[[Resolution], int]


class BadAmount(Error):
    """A malformed amount."""


_TOKEN: Final = re.compile(r"\s*(?:(\d+)|([a-z][a-z-]*)|([-+*(),]))")
#: Tracks that an amount may name.
_NAMES: Final[dict[str, Amount]] = {
    "aid": lambda event: event.state.aid,
    "islamabad": lambda event: event.state.islamabad,
}


class _Reader:
    """A recursive descent parser of sums of products of numbers, names and functions."""

    def __init__(self, text: str, dice: frozenset[str]) -> None:
        self.text = text
        self.dice = dice
        self.at = 0

    def fail(self, why: str) -> BadAmount:
        return BadAmount(f"the amount {self.text!r}: {why}")

    def peek(self) -> str:
        match = _TOKEN.match(self.text, self.at)
        return match.group().strip() if match else ""

    def take(self, expected: str = "") -> str:
        match = _TOKEN.match(self.text, self.at)
        token = match.group().strip() if match else ""
        if match is None or (expected and token != expected):
            raise self.fail(f"expected {expected or 'a number'} at {self.text[self.at :]!r}")
        self.at = match.end()
        return token

    def total(self) -> Amount:
        left = self.product()
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            left = _sum(left, self.product(), sign)
        return left

    def product(self) -> Amount:
        left = self.single()
        while self.peek() == "*":
            self.take()
            left = _product(left, self.single())
        return left

    def single(self) -> Amount:
        token = self.take()
        if token.isdigit():
            value = int(token)
            return lambda event: value
        if token in self.dice:
            return lambda event: event.dice[token]
        if token in _NAMES:
            return _NAMES[token]
        if token in ("min", "half", "half-up"):
            return self.function(token)
        if token in ("spaces", "removed"):
            step = int(self.inside())
            return (
                (lambda event: len(event.selected.get(step, ())))
                if token == "spaces"
                else (lambda event: event.removed.get(step, 0))
            )
        if token in ("count", "econ", "pieces"):
            return self.of_the_map(token)
        raise self.fail(f"{token!r} is unknown")

    def function(self, name: str) -> Amount:
        self.take("(")
        arguments = [self.total()]
        while self.peek() == ",":
            self.take()
            arguments.append(self.total())
        self.take(")")
        if name == "min":
            return lambda event: min(amount(event) for amount in arguments)
        (whole,) = arguments
        up = 1 if name == "half-up" else 0
        return lambda event: (whole(event) + up) // 2

    def inside(self) -> str:
        """Return the raw text between the parentheses that open here."""
        self.take("(")
        start, depth = self.at, 1
        while depth:
            if self.at >= len(self.text):
                raise self.fail("a parenthesis is not closed")
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
        return self.text[start : self.at - 1]

    def of_the_map(self, name: str) -> Amount:
        inside = self.inside()
        group = ""
        if name == "pieces":
            group, _, inside = (part.strip() for part in inside.partition(","))
            if group not in GROUPS:
                raise self.fail(f"there are no pieces {group!r}")
        try:
            test = read_filter(inside)
        except BadFilter as problem:
            raise self.fail(str(problem)) from problem
        if name == "count":
            return lambda event: len(matching(event, test))
        if name == "econ":
            return lambda event: sum(ECON[space] for space in matching(event, test))
        return lambda event: sum(pieces_in(event.state, space, group) for space in matching(event, test))


def _sum(left: Amount, right: Amount, sign: int) -> Amount:
    return lambda event: left(event) + sign * right(event)


def _product(left: Amount, right: Amount) -> Amount:
    return lambda event: left(event) * right(event)


def read_amount(value: int | str, dice: frozenset[str] = frozenset()) -> Amount:
    """Parse an amount; `dice` are the names of dice rolled before. Raises BadAmount."""
    if isinstance(value, int):
        return lambda event: value
    reader = _Reader(value, dice)
    amount = reader.total()
    if reader.text[reader.at :].strip():
        raise reader.fail(f"unexpected text at {reader.text[reader.at :]!r}")
    return amount
