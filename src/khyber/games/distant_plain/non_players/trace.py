"""What a Non-player thinks, kept for an explanation: messages by key, in any language."""

from __future__ import annotations

from khyber.engine.decision import Message, Param


class Trace:
    """The thoughts of one step, in order. Nobody keeps one unless somebody wants to read it."""

    __slots__ = ("messages",)

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def say(self, key: str, **params: Param) -> None:
        self.messages.append(Message(f"why.{key}", params))
