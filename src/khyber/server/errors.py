"""Errors of the server, and the code and HTTP status that a client gets for each."""

from __future__ import annotations

from collections.abc import Iterable

from khyber.engine.errors import (
    BadPosition,
    BadRecord,
    BadSetup,
    Error,
    NotOffered,
    NotYourTurn,
    RuleFailed,
    UndoRefused,
)
from khyber.server.messages.base import Problem

STATUS = {
    "bad-request": 400,
    "bad-setup": 400,
    "bad-record": 400,
    "bad-position": 400,
    "bad-name": 400,
    "not-signed-in": 401,
    "wrong-password": 401,
    "forbidden": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "stale": 409,
    "not-your-turn": 409,
    "not-offered": 409,
    "aside-refused": 409,
    "undo-refused": 409,
    "paused": 409,
    "over": 409,
    "taken": 409,
    "closed": 409,
    "in-use": 409,
    "no-help": 409,
    "seen": 409,
    "seen-elsewhere": 409,
    "returning": 409,
    "broken": 409,
    "quarantined": 409,
    "over-budget": 422,
    "rule-failed": 409,
    "too-many": 409,
    "too-many-here": 409,
    "too-large": 413,
    "unsupported": 415,
    "rate-limited": 429,
    "full": 507,
    "busy": 503,
    "unavailable": 503,
}


class Refused(Error):
    """A request that the server refuses, with its code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Conflict(Error):
    """A write based on an outdated version, or on a key that is taken."""

    def __init__(self, message: str = "the table has changed meanwhile") -> None:
        super().__init__(message)


class Unavailable(Error):
    """The database does not answer, or accepts no writes."""


class Damaged(Error):
    """Stored data of a table that cannot be read back."""


class OverBudget(Error):
    """A job that exceeded its budget of time or memory."""


class Busy(Error):
    """Too many jobs are queued."""


class WorkerDied(Error):
    """A worker process ended in the middle of a job."""


_CODES: dict[type[Error], str] = {
    NotOffered: "not-offered",
    NotYourTurn: "not-your-turn",
    UndoRefused: "undo-refused",
    BadSetup: "bad-setup",
    BadRecord: "bad-record",
    BadPosition: "bad-position",
    RuleFailed: "rule-failed",
    Conflict: "stale",
    Unavailable: "unavailable",
    Damaged: "broken",
    OverBudget: "over-budget",
    Busy: "busy",
    WorkerDied: "busy",
}


def problem(error: Error) -> Problem:
    """Return what a client may learn of an error: not the record of a failed rule, which holds secrets."""
    if isinstance(error, Refused):
        return Problem(code=error.code, message=str(error))
    code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "bad-request")
    if code == "rule-failed":
        return Problem(code=code, message="A rule failed. The table is unchanged and the failure was recorded.")
    if code == "unavailable":
        return Problem(code=code, message="The database is not available; please try again.")
    return Problem(code=code, message=str(error))


def status(problem: Problem) -> int:
    return STATUS.get(problem.code, 400)


def no_table() -> Refused:
    return Refused("not-found", "there is no such table, or you may not see it")


def no_seat(seat: str, seats: Iterable[str]) -> Refused:
    return Refused("not-found", f"unknown seat {seat!r}; the seats are {', '.join(seats)}")


def not_signed_in() -> Refused:
    return Refused("not-signed-in", "not signed in: come in as a guest or log in first")
