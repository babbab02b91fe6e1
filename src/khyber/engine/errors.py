"""Errors for people: what was wrong, where, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from khyber.engine.decision import Message


class Error(Exception):
    """Anything Khyber refuses. The message is one sentence a person can act on."""


class NotOffered(Error):
    """A choice that is not among the options of the pending decision.

    Where a game has words for the reason, `why` says it in any language.
    """

    def __init__(self, message: str, why: Message | None = None) -> None:
        super().__init__(message)
        self.why = why


class NotYourTurn(Error):
    """A seat answered a decision that another seat was asked."""


class UndoRefused(Error):
    """There is nothing to take back, or a die, a reveal or another seat's choice stands in the way."""


class BadSetup(Error):
    """An unknown game, scenario, option, seat or number of players.

    What a person can choose on a page and rules refuse has a `key`: `setup.KEY` of the words says it in any language.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class BadRecord(Error):
    """A record that is damaged, or that does not replay."""


class BadPosition(Error):
    """A position that is not well formed or could not arise."""


class PositionWarning(UserWarning):
    """A position that can be played, but probably not as its author expects."""


class RuleFailed(Error):
    """A rule raised an exception. The table stands at the decision before; `record` reproduces it."""

    def __init__(self, message: str, record: str) -> None:
        super().__init__(message)
        self.record = record
