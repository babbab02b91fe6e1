"""Option notations shared by all games: bare words, and counts."""

from __future__ import annotations

from khyber.engine.decision import Message, Value


class Words:
    """A bare word: `done`, `pass`, `attack`."""

    def key(self, value: Value) -> str:
        return str(value)

    def message(self, value: Value) -> Message:
        return Message(f"option.{value}", {})


class Counts(Words):
    """A count, or a word."""

    def message(self, value: Value) -> Message:
        return Message("option.count", {"n": value}) if isinstance(value, int) else super().message(value)
