"""Features: a state as bytes of fixed length, field by field, for learners and search.

A game lists its fields once, with what they mean; the length never changes. They are read from what a seat knows
(`Bots.known`), so they cannot tell more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

#: The largest value of a byte: larger numbers are cut off.
MOST = 255
#: Values of a field whose bytes are remembered.
REMEMBERED = 4096
#: Turns the digits of a binary number into bytes.
_DIGITS = bytes.maketrans(b"01", b"\0\1")


@dataclass(frozen=True, slots=True)
class Feature:
    """Some bytes of an observation: a name, their number, their largest value, and what they mean."""

    name: str
    size: int
    most: int
    about: str
    #: The field of the state that they depend on; "" for the whole state. It holds only what the seat knows.
    field: str
    #: Turns the value of that field into the bytes; None: it is a row of bytes itself, or the beginning of one.
    encode: Callable[[Any], bytes | bytearray] | None


@dataclass(frozen=True, slots=True)
class MapFields:
    """What a learner that reads a map place by place observes; the same weights serve for every place."""

    #: The names of the places, as keys of options have them.
    names: tuple[str, ...]
    #: Fields of the game as a whole.
    overall: tuple[Feature, ...]
    #: Rows with the same number of bytes for each place, one place after another.
    by_place: tuple[Feature, ...]
    #: Rows with the same number of bytes for each place: the places it is linked to; other numbers are for none.
    links: tuple[Feature, ...]
    #: A row that says which places are there.
    present: Feature
    #: What a decision calls the place that it is about, and an amount: the first of these that it has.
    about_place: str
    about_amounts: tuple[str, ...]

    @property
    def places(self) -> int:
        return len(self.names)

    @property
    def every(self) -> tuple[Feature, ...]:
        """All fields, in order."""
        return (*self.overall, *self.by_place, *self.links, self.present)


class Codes(dict[Any, bytes]):
    """The bytes of each value met so far: most fields rarely change, and looking up is faster than encoding."""

    def __init__(self, encode: Callable[[Any], bytes]) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, value: Any) -> bytes:
        found = self._encode(value)
        if len(self) < REMEMBERED:
            self[value] = found
        return found


def remembered(name: str, size: int, most: int, about: str, encode: Callable[[Any], bytes], field: str = "") -> Feature:
    """A field whose values are hashable and few; it may have another name."""
    return Feature(name, size, most, about, field or name, Codes(encode).__getitem__)


def row(name: str, size: int, most: int, about: str) -> Feature:
    """A field that is a row of bytes; shorter ones are filled with 0."""
    return Feature(name, size, most, about, name, None)


def number(name: str, low: int, high: int, about: str) -> Feature:
    """A field that is a number, counted from its lowest value."""
    most = min(high - low, MOST)
    return remembered(name, 1, most, about, lambda value: bytes((max(0, min(value - low, MOST)),)))


def flag(name: str, about: str) -> Feature:
    """A field that is true (1) or false (0)."""
    return remembered(name, 1, 1, about, lambda value: b"\1" if value else b"\0")


def bits(name: str, size: int, about: str) -> Feature:
    """A field whose bits are flags, the lowest first; a negative number has all of them."""
    every = (1 << size) - 1

    def encode(value: int) -> bytes:
        return f"{value & every:0{size}b}"[::-1].encode().translate(_DIGITS)

    return remembered(name, size, 1, about, encode)


def word(name: str, words: Sequence[str], about: str) -> Feature:
    """A field that is one of the words: a 1 at its place, and none for any other."""
    about = f"{about}: {', '.join(word or 'none' for word in words)}"
    return remembered(name, len(words), 1, about, lambda value: bytes(known == value for known in words))


def one_of(name: str, size: int, about: str, low: int = 0) -> Feature:
    """A field that is a number of a kind rather than an amount: a 1 at its place."""
    return remembered(name, size, 1, about, lambda value: bytes(at == value - low for at in range(size)))


def members(name: str, size: int, about: str) -> Feature:
    """A field that lists numbers: a 1 at the place of each."""

    def encode(value: Iterable[int]) -> bytes:
        found = bytearray(size)
        for member in value:
            if 0 <= member < size:
                found[member] = 1
        return bytes(found)

    return remembered(name, size, 1, about, encode)


def places(name: str, size: int, about: str) -> Feature:
    """A field that lists numbers in order: for each its place in the list from 1, and 0 if it is not there."""

    def encode(value: Sequence[int]) -> bytes:
        found = bytearray(size)
        for place, member in enumerate(value, 1):
            found[member] = place
        return bytes(found)

    return remembered(name, size, size, about, encode)


class Encoder:
    """Encodes states field by field, always to the same number of bytes."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self.features = tuple(features)
        self.size = sum(feature.size for feature in self.features)
        # one call reads all fields, most of which are bytes already; the first place is for what goes before them
        self._fields = attrgetter("__class__", *(feature.field or "__class__" for feature in self.features))
        numbered = [(at, feature) for at, feature in enumerate(self.features, 1)]
        self._encoded = [(at, one.encode) for at, one in numbered if one.field and one.encode is not None]
        self._whole = [(at, one.encode) for at, one in numbered if not one.field and one.encode is not None]

    def encode(self, state: object, head: bytes = b"") -> bytes:
        """Return the bytes of all fields, after `head`."""
        data = list(self._fields(state))
        data[0] = head
        for at, encode in self._encoded:
            data[at] = encode(data[at])
        for at, encode in self._whole:
            data[at] = encode(state)
        found = b"".join(data)
        if len(found) != len(head) + self.size:  # some rows are shorter than they may be
            rows = zip(self.features, data[1:], strict=True)
            found = b"".join((head, *(row.ljust(feature.size, b"\0") for feature, row in rows)))
        return found

    def most(self) -> list[int]:
        """Return the largest value of each byte."""
        return [max(1, feature.most) for feature in self.features for _ in range(feature.size)]
