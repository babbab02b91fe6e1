"""A Non-player's reasons, kept for an explanation as messages by key."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import AnswerMessage, Decision, Message, Param, Value

#: Lines that say why something was not done, or what a die showed: none of them decides for an answer.
AGAINST: Final = frozenset(
    f"why.{key}"
    for key in (
        "impossible",
        "none",
        "unpaid",
        "skip",
        "no-event",
        "no-activity",
        "capability",
        "rolled",
        "own-score",
        "own-score-all",
        "forbidden",
        "forbidden-operation",
        "few-spaces",
        "few-cubes",
        "ruled-out",
        "lift-short",
    )
)


def because(key: str, **params: Param) -> Message:
    return Message(f"why.{key}", params)


def decides(reason: Message) -> bool:
    """Return whether a line says why something was done."""
    return reason.key not in AGAINST and reason.params.get("answer") != "no"


def about_answer(key: str, decision: Decision, value: Value, **params: Param) -> AnswerMessage | None:
    """Return a message that quotes the question and the option chosen; None if it is not on offer."""
    if value not in decision.values:
        return None
    return AnswerMessage(f"why.{key}", params, decision.options[decision.values.index(value)])


class Trace:
    """The reasons noted during one step, in order; kept only when an explanation is wanted."""

    __slots__ = ("box", "messages")

    def __init__(self) -> None:
        self.messages: list[Message] = []
        #: Number of reasons when the box now tried began: those before it are for boxes abandoned.
        self.box = 0

    def say(self, key: str, **params: Param) -> None:
        self.messages.append(because(key, **params))

    def forget(self, since: int) -> None:
        """Remove the reasons noted since then."""
        del self.messages[since:]
        self.box = min(self.box, since)

    def next_box(self) -> None:
        """Record that the box tried so far is abandoned."""
        self.box = len(self.messages)

    def first_deciding(self, since: int) -> Message | None:
        """Return the line that decided for the box taken: the first such since then, after the boxes abandoned."""
        return next(filter(decides, self.messages[max(since, self.box) :]), None)
