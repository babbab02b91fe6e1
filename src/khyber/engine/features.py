"""Features: a state as bytes of fixed length, field by field, for learners and search.

A game lists its fields once, with what they mean; the length never changes. They are read from what a seat knows
(`Bots.known`), so they cannot tell more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

#: The largest value of a byte: larger numbers are cut off.
MOST = 255


@dataclass(frozen=True, slots=True)
class Feature:
    """Some bytes of an observation: a name, their number, their largest value, and what they mean."""

    name: str
    size: int
    most: int
    about: str
    #: Reads them from a state that holds only what the seat knows.
    read: Callable[[Any], bytes]


def row(name: str, size: int, most: int, about: str) -> Feature:
    """A field that is a row of bytes; shorter ones are filled with 0."""

    def read(state: Any) -> bytes:
        return bytes(getattr(state, name)).ljust(size, b"\0")

    return Feature(name, size, most, about, read)


def number(name: str, low: int, high: int, about: str) -> Feature:
    """A field that is a number, counted from its lowest value."""

    def read(state: Any) -> bytes:
        value = getattr(state, name) - low
        return bytes((0 if value < 0 else min(value, MOST),))

    return Feature(name, 1, min(high - low, MOST), about, read)


def flag(name: str, about: str) -> Feature:
    """A field that is true (1) or false (0)."""

    def read(state: Any) -> bytes:
        return b"\1" if getattr(state, name) else b"\0"

    return Feature(name, 1, 1, about, read)


def bits(name: str, size: int, about: str) -> Feature:
    """A field whose bits are flags, the lowest first; a negative number has all of them."""

    def read(state: Any) -> bytes:
        value = getattr(state, name)
        return bytes([value >> at & 1 for at in range(size)])

    return Feature(name, size, 1, about, read)


def word(name: str, words: Sequence[str], about: str) -> Feature:
    """A field that is one of the words: a 1 at its place, and none for any other."""
    codes = {known: bytes(at == place for at in range(len(words))) for place, known in enumerate(words)}
    none = bytes(len(words))

    def read(state: Any) -> bytes:
        return codes.get(getattr(state, name), none)

    return Feature(name, len(words), 1, f"{about}: {', '.join(word or 'none' for word in words)}", read)


def one_of(name: str, size: int, about: str, low: int = 0) -> Feature:
    """A field that is a number of a kind rather than an amount: a 1 at its place."""
    codes = [bytes(at == place for at in range(size)) for place in range(size)]
    none = bytes(size)

    def read(state: Any) -> bytes:
        place = getattr(state, name) - low
        return codes[place] if 0 <= place < size else none

    return Feature(name, size, 1, about, read)


def members(name: str, size: int, about: str) -> Feature:
    """A field that lists numbers: a 1 at the place of each."""

    def read(state: Any) -> bytes:
        found = bytearray(size)
        for member in getattr(state, name):
            if member < size:
                found[member] = 1
        return bytes(found)

    return Feature(name, size, 1, about, read)


def places(name: str, size: int, about: str) -> Feature:
    """A field that lists numbers in order: for each its place in the list from 1, and 0 if it is not there."""

    def read(state: Any) -> bytes:
        found = bytearray(size)
        for place, member in enumerate(getattr(state, name), 1):
            found[member] = place
        return bytes(found)

    return Feature(name, size, size, about, read)
