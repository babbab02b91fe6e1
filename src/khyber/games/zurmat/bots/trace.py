"""The bot's reasons; those that depend on its secrets are shown when the game is over."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.engine.decision import Message

#: Messages of these sections may be shown at once, or only when the game is over.
OPEN = "why"
SECRET = "why-secret"


class Trace:
    """The reasons of one step, in order."""

    __slots__ = ("messages",)

    def __init__(self) -> None:
        self.messages: list[Message] = []


def tellable(messages: Sequence[Message], *, over: bool) -> list[Message]:
    """Return the reasons that may be shown: all when the game is over.

    >>> tellable([Message("why.turn", {}), Message("why-secret.hand", {})], over=False)
    [Message(key='why.turn', params={})]
    """
    return [message for message in messages if over or not message.key.startswith(f"{SECRET}.")]
