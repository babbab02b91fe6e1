"""Messages about people: guests, accounts, sessions, and data export."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from khyber.server.messages.base import Name, Password, Reply, Request, Token
from khyber.server.messages.live import ChatLine


class GuestRequest(Request):
    """A guest needs only a name."""

    name: Name


class RecoverRequest(Request):
    code: Token


class AccountRequest(Request):
    name: Name
    password: Password


class Person(Reply):
    id: str
    name: str
    guest: bool


class Me(Reply):
    user: Person | None
    #: Shown once: it signs the same person in from another device.
    recovery_code: str | UnsetType = UNSET


class NewRecoveryRequest(Request):
    """`password` is an account's password, or its current recovery code; guests have none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class PasswordRequest(Request):
    """`old` is the current password, or the recovery code."""

    old: Annotated[str, Meta(min_length=1, max_length=200)]
    new: Password


class SessionInfo(Reply):
    id: str
    #: Browser and system, such as "Firefox · Windows"; empty if unknown.
    device: str
    created: float
    #: To the hour.
    used: float
    #: Whether it is the session of this request.
    current: bool


class SessionList(Reply):
    sessions: list[SessionInfo]


class Profile(Reply):
    id: str
    name: str
    #: The name as logins compare it; None for a guest.
    login: str | None
    created: float
    #: When last seen, to the hour.
    seen: float
    #: Digests of the address I came from, for a day, and as a guest of the one I was last seen at.
    source: str
    share: str


class ExportedLine(Reply):
    table: str
    line: ChatLine


class ExportedTable(Reply):
    id: str
    game: str
    name: str
    status: str
    host: bool
    #: My seats.
    seats: list[str]
    created: float
    changed: float
    notes: str
    #: Digest of the address I made it from.
    source: str
    #: As I may know it while the game runs, whole once it is over; None if it cannot be read: see `problem`.
    record: dict[str, Any] | None
    problem: str


class LeftSeat(Reply):
    """A seat that I left, and may know secrets of."""

    table: str
    seat: str
    #: My name then.
    name: str
    at: float


class Export(Reply):
    """All data stored about me."""

    made: float
    profile: Profile
    sessions: list[SessionInfo]
    chat: list[ExportedLine]
    left: list[LeftSeat]
    tables: list[ExportedTable]
