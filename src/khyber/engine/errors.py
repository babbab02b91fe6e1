"""Errors for people: what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from khyber.engine.decision import Message


class Error(Exception):
    """Base of all errors of Khyber. The message is one sentence that a person can act on."""


class NotOffered(Error):
    """A choice that is not among the options of the pending decision.

    `why` is the reason as a message, if the game has one.
    """

    def __init__(self, message: str, why: Message | None = None) -> None:
        super().__init__(message)
        self.why = why


class NotYourTurn(Error):
    """A seat answered another seat's decision."""


class UndoRefused(Error):
    """There is nothing to undo, or a die roll, a reveal or another seat's choice came after it."""


class BadSetup(Error):
    """An unknown game, scenario, option, seat or number of players.

    `key` names the message `setup.KEY` for refusals that a person can meet on the page.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class BadRecord(Error):
    """A record that is damaged or does not replay."""


class BadPosition(Error):
    """A position that is malformed or impossible."""


class PositionWarning(UserWarning):
    """A playable position that its author probably did not intend."""


class RuleFailed(Error):
    """A rule raised an exception; the table is at the decision before, and `record` reproduces it."""

    def __init__(self, message: str, record: str) -> None:
        super().__init__(message)
        self.record = record
