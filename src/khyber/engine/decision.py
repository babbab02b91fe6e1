"""Decisions as data: seat, ask, rule and options. Keys and texts are built when read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from khyber.engine.errors import NotOffered

#: What a rule receives for a choice: a number (a space, a count), a word, or a tuple of those.
Value = int | str | tuple[int | str, ...]
#: A parameter of a message.
Param = int | str

#: Pattern of option keys, which are the same in every language and release.
KEY_PATTERN = r"[a-z0-9 .:>+-]+"

_new = object.__new__


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in no particular language: a key of the catalogue and its parameters."""

    key: str
    params: Mapping[str, Param]


@dataclass(frozen=True, slots=True)
class AnswerMessage(Message):
    """A sentence about an answer; its parameters `question` and `choice` are texts."""

    option: Option = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TurnMessage(Message):
    """A sentence about a whole turn; its parameter `turn` is the text of these choices."""

    options: tuple[Option, ...] = field(compare=False, repr=False)


class Fresh(dict[str, Param]):
    """What a question is about, made again with its options: an aside may change both."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Mapping[str, Param]]) -> None:
        super().__init__(make())
        self.make = make


class Notation(Protocol):
    """Writes the values of one kind of option as keys and as messages."""

    def key(self, value: Value) -> str: ...

    def message(self, value: Value) -> Message: ...


class Option:
    """One option of a decision."""

    __slots__ = ("decision", "index")

    def __init__(self, decision: Decision, index: int) -> None:
        self.decision = decision
        self.index = index

    @property
    def value(self) -> Value:
        return self.decision.values[self.index]

    @property
    def key(self) -> str:
        return self.decision.notation.key(self.value)

    @property
    def message(self) -> Message:
        return self.decision.notation.message(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and other.decision is self.decision and other.index == self.index

    def __hash__(self) -> int:
        return hash((id(self.decision), self.index))

    def __repr__(self) -> str:
        return f"Option({self.key!r})"


class Options(list[Option]):
    """The options of a decision, each built when read.

    The list itself holds their values, and is only read: the length of a list takes no call.
    """

    __slots__ = ("decision",)
    decision: Decision

    def __getitem__(self, index: int) -> Option:  # type: ignore[override]
        decision = self.decision
        values = decision.values
        values[index]  # raises IndexError
        new: Option = _new(Option)  # without a call of `__init__`: every choice reads one
        new.decision = decision
        new.index = index if index >= 0 else index + len(values)
        return new

    def __iter__(self) -> Iterator[Option]:
        return (Option(self.decision, index) for index in range(len(self)))

    __contains__ = Sequence.__contains__
    __reversed__ = Sequence.__reversed__
    __eq__ = object.__eq__
    index = Sequence.index  # type: ignore[assignment]
    count = Sequence.count

    def keys(self) -> list[str]:
        decision = self.decision
        key = decision.notation.key
        return [key(value) for value in decision.values]

    def some(self, most: int = 12) -> str:
        """Return the keys of the first options, for an error message."""
        keys = self.keys()
        return f"options: {', '.join(keys[:most])}" + (f" and {len(keys) - most} more" if len(keys) > most else "")

    def __repr__(self) -> str:
        return f"Options({', '.join(self.keys())})"


class Decision:
    """A choice that one seat must make.

    `values` are what `build` listed when the decision was made; after an aside has changed the state, it is made
    `again`. `boundary` is false between a die and its result, where no aside is allowed. A `window` is asked even
    with one option, because being asked is information; it is a `cover` if that information is only what the seat
    holds (engine/covers.py). A `secret` answer is hidden from the other seats; a `forgotten` one also from its own.
    """

    __slots__ = (
        "about",
        "ask",
        "boundary",
        "build",
        "cover",
        "forgotten",
        "notation",
        "rule",
        "seat",
        "secret",
        "values",
        "window",
    )

    def __init__(
        self,
        seat: str,
        ask: str,
        rule: str,
        notation: Notation,
        build: Callable[[], Sequence[Value]],
        about: Mapping[str, Param],
        boundary: bool = True,
        window: bool = False,
        secret: bool = False,
        forgotten: bool = False,
        values: Sequence[Value] | None = None,
        cover: bool = False,
    ) -> None:
        self.seat = seat
        self.ask = ask
        self.rule = rule
        self.notation = notation
        self.build = build
        self.about = about
        self.boundary = boundary
        self.window = window
        self.secret = secret
        self.forgotten = forgotten
        self.cover = cover
        #: Not built when first read: a `__getattr__` slows every attribute down.
        self.values: Sequence[Value] = build() if values is None else values

    @property
    def options(self) -> Options:
        options = Options(self.values)  # type: ignore[arg-type]
        options.decision = self
        return options

    @property
    def always_asked(self) -> bool:
        """Whether it is asked even with one option, because its absence would reveal something."""
        return self.window or self.secret

    @property
    def message(self) -> Message:
        return Message(f"ask.{self.ask}", self.about)

    def again(self, build: Callable[[], Sequence[Value]] | None = None) -> Decision:
        """Return the same decision with its values rebuilt, and what is Fresh; options of this one expire."""
        about = self.about
        return Decision(
            self.seat,
            self.ask,
            self.rule,
            self.notation,
            build or self.build,
            Fresh(about.make) if isinstance(about, Fresh) else about,
            self.boundary,
            self.window,
            self.secret,
            self.forgotten,
            cover=self.cover,
        )

    def find(self, key: str) -> int | None:
        """Return the index of the option with this key; None if there is none."""
        key_of = self.notation.key
        for index, value in enumerate(self.values):
            if key_of(value) == key:
                return index
        return None

    def __repr__(self) -> str:
        return f"Decision({self.seat}, {self.ask!r}, rule {self.rule}, {self.options!r})"


def plain_decision(
    seat: str,
    ask: str,
    rule: str,
    notation: Notation,
    build: Callable[[], Sequence[Value]],
    about: Mapping[str, Param],
    values: Sequence[Value],
) -> Decision:
    """Return a decision with the default marks, without a call of `__init__`: nearly all are such."""
    new: Decision = _new(Decision)
    new.seat = seat
    new.ask = ask
    new.rule = rule
    new.notation = notation
    new.build = build
    new.about = about
    new.values = values
    new.boundary = True
    new.window = new.secret = new.forgotten = new.cover = False
    return new


class _Nothing:
    """The notation of a decision without options."""

    def key(self, value: Value) -> str:
        raise NotOffered("there are no options")

    def message(self, value: Value) -> Message:
        raise NotOffered("there are no options")


def nothing_open(seat: str) -> Decision:
    """Return a decision without options."""
    return Decision(seat, "aside", "", _Nothing(), list, {})
