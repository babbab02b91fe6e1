"""Refusals: what a client may not do, with the code it gets and the HTTP status."""

from __future__ import annotations

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
from khyber.server.api.messages import Problem
from khyber.server.storage.database import Conflict, Damaged, Unavailable
from khyber.server.workers.budget import OverBudget
from khyber.server.workers.pool import Busy, WorkerDied

STATUS = {
    "bad-request": 400, "bad-setup": 400, "bad-record": 400, "bad-position": 400, "bad-name": 400, "not-signed-in": 401,
    "wrong-password": 401, "forbidden": 403, "not-found": 404, "method-not-allowed": 405, "stale": 409,
    "not-your-turn": 409, "not-offered": 409, "aside-refused": 409, "undo-refused": 409, "paused": 409, "over": 409,
    "taken": 409, "closed": 409, "in-use": 409, "broken": 409, "quarantined": 409, "over-budget": 422,
    "rule-failed": 409, "too-many": 409, "too-large": 413, "unsupported": 415, "rate-limited": 429, "busy": 503,
    "unavailable": 503,
}

_CODES: dict[type[Error], str] = {
    NotOffered: "not-offered", NotYourTurn: "not-your-turn", UndoRefused: "undo-refused", BadSetup: "bad-setup",
    BadRecord: "bad-record", BadPosition: "bad-position", RuleFailed: "rule-failed", Conflict: "stale",
    Unavailable: "unavailable", Damaged: "broken", OverBudget: "over-budget", Busy: "busy", WorkerDied: "busy",
}


class Refused(Error):
    """A request that is not granted, and why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def problem(error: Error) -> Problem:
    """What a client is told of an error. Failures of rules are told without their record: it holds secrets."""
    if isinstance(error, Refused):
        return Problem(code=error.code, message=str(error))
    code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "bad-request")
    if code == "rule-failed":
        return Problem(code=code, message="A rule failed; the table stands as it was before, and the failure was kept.")
    if code == "unavailable":
        return Problem(code=code, message="The database does not answer just now; please try again.")
    return Problem(code=code, message=str(error))


def status(told: Problem) -> int:
    return STATUS.get(told.code, 400)


def no_table() -> Refused:
    return Refused("not-found", "there is no such table, or it is not for you")


def not_signed_in() -> Refused:
    return Refused("not-signed-in", "say who you are first: as a guest, or with an account")
