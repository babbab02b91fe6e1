"""A Non-player's reasons, kept for an explanation as messages by key."""

from __future__ import annotations

from khyber.engine.decision import AnswerMessage, Decision, Message, Param, Value


class Trace:
    """The reasons noted during one step, in order; kept only when an explanation is wanted."""

    __slots__ = ("messages",)

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def say(self, key: str, **params: Param) -> None:
        self.messages.append(Message(f"why.{key}", params))

    def answer(self, key: str, decision: Decision, value: Value, **params: Param) -> None:
        """Add a message that quotes the question and the option chosen, if it was on offer."""
        if value in decision.values:
            option = decision.options[decision.values.index(value)]
            self.messages.append(AnswerMessage(f"why.{key}", params, option))
