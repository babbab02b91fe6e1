"""Why a plan holds an answer: the line of an explanation under which it was planned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from khyber.engine.decision import Message, Value

#: What identifies a question.
Key = tuple[str, ...]
#: The legs of a March, which are planned before the questions about them.
LEG: Final[Key] = ("leg",)
#: The spaces of a Special Activity that is planned as a whole.
SPACE: Final[Key] = ("space",)


#: Reasons for one question only: the answers to others, planned meanwhile, have their own.
ONLY_FOR: Final = {"why.reapers": "air-strike-again"}


def answers_to(reason: Message, ask: str) -> bool:
    """Return whether a line can be the reason for answers to this question."""
    return ONLY_FOR.get(reason.key, ask) == ask


class Causes:
    """The reasons of planned answers, by question; empty unless an explanation is wanted."""

    __slots__ = ("given", "now", "taken", "unclaimed")

    def __init__(self) -> None:
        #: The reason for what is being planned.
        self.now: Message | None = None
        self.given: dict[Key, list[tuple[Value, Message]]] = {}
        #: How often each answer was asked for: one given twice may have two reasons.
        self.taken: dict[tuple[Key, Value], int] = {}
        #: Answers whose reason comes after them.
        self.unclaimed: list[tuple[Key, Value]] = []

    def note(self, key: Key, values: Iterable[Value]) -> None:
        """Note that these answers are planned for the present reason."""
        if self.now is not None and answers_to(self.now, key[0]):
            self.given.setdefault(key, []).extend((value, self.now) for value in values)

    def await_claim(self, key: Key, value: Value) -> None:
        """Let the next reason explain this answer, if there is none now."""
        if self.now is None:
            self.unclaimed.append((key, value))

    def claim(self, reason: Message) -> None:
        for key, value in self.unclaimed:
            self.given.setdefault(key, []).append((value, reason))
        self.unclaimed.clear()

    def find(self, key: Key, value: Value) -> Message | None:
        """Return the first reason for an answer."""
        return next((reason for planned, reason in self.given.get(key, ()) if planned == value), None)

    def take(self, key: Key, value: Value) -> Message | None:
        """Return the reason for an answer, each time the next one."""
        found = [reason for planned, reason in self.given.get(key, ()) if planned == value]
        if not found:
            return None
        times = self.taken.get((key, value), 0)
        self.taken[key, value] = times + 1
        return found[min(times, len(found) - 1)]

    def copy(self) -> Causes:
        other = Causes()
        other.now = self.now
        if self.given or self.unclaimed:
            other.given = {key: list(given) for key, given in self.given.items()}
            other.taken, other.unclaimed = dict(self.taken), list(self.unclaimed)
        return other
