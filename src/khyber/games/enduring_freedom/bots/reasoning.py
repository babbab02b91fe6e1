"""The reasons of the reference Coalition player: all of a step, and the one that decided its last answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khyber.engine.decision import AnswerMessage, Decision, Message, Param, Value


def quote(reason: str, decision: Decision, value: Value, **params: Param) -> AnswerMessage:
    """Return a reason that quotes an option."""
    return AnswerMessage(f"why.{reason}", params, decision.options[decision.values.index(value)])


class Reasoning:
    """Keeps reasons, each once, and counts them."""

    __slots__ = ("_decided", "_kept", "_reasons", "_used")

    def __init__(self, *, explain: bool) -> None:
        self._reasons: list[Message] | None = [] if explain else None
        self._used: dict[str, int] = {}
        self._decided: Message | None = None
        #: The reason of the plan that the next answers follow.
        self._kept: Message | None = None

    def why(self) -> Sequence[Message]:
        return self._reasons or ()

    def reason(self) -> Message | None:
        return self._decided if self._reasons is not None else None

    def used(self) -> Mapping[str, int]:
        return self._used

    def because(self, reason: str, **params: Param) -> None:
        """Note the reason for an answer."""
        self._decided = self.note(reason, **params)

    def note(self, reason: str, **params: Param) -> Message:
        """Note a reason that need not be for the answer at hand."""
        self._used[reason] = self._used.get(reason, 0) + 1
        message = Message(f"why.{reason}", params)
        if self._reasons is not None and message not in self._reasons:
            self._reasons.append(message)
        return message

    def keep_reason(self) -> None:
        """Keep the reason of this answer for those that follow from it."""
        self._kept = self._decided

    def forget_reason(self) -> None:
        self._decided = None

    def follow(self, decision: Decision, value: Value | None, why: Message | None = None) -> Value:
        """Answer as planned, for the reason of the plan or another; any option if it is not on offer."""
        if value is None or value not in decision.values:
            return self.whichever(decision, "unplanned")
        self._decided = why or self._kept
        return value

    def whichever(self, decision: Decision, reason: str) -> Value:
        """Take the first option."""
        self._decided = quote(reason, decision, decision.values[0])
        return decision.values[0]
