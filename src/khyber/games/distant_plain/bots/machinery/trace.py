"""What a Non-player thinks, kept for an explanation: messages by key, in any language."""

from __future__ import annotations

from khyber.engine.decision import AnswerMessage, Decision, Message, Param, Value


class Trace:
    """The thoughts of one step, in order. Nobody keeps one unless somebody wants to read it."""

    __slots__ = ("messages",)

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def say(self, key: str, **params: Param) -> None:
        self.messages.append(Message(f"why.{key}", params))

    def answer(self, key: str, decision: Decision, value: Value, **params: Param) -> None:
        """A sentence that tells a question and what was answered; nothing if that was not on offer."""
        if value in decision.values:
            option = decision.options[decision.values.index(value)]
            self.messages.append(AnswerMessage(f"why.{key}", params, option))
