"""What goes over the wire about one's own account."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from khyber.server.api.messages import ChatLine, Password, Reply, Request


class PasswordRequest(Request):
    """`old` is the password so far; whoever has forgotten it gives the recovery code."""

    old: Annotated[str, Meta(min_length=1, max_length=200)]
    new: Password


class SessionInfo(Reply):
    id: str
    #: Browser and system, such as "Firefox · Windows"; empty if it did not say.
    device: str
    created: float
    #: To within an hour.
    used: float
    #: Whether it is the one that asks.
    current: bool


class SessionList(Reply):
    sessions: list[SessionInfo]


class Profile(Reply):
    id: str
    name: str
    #: What the name is compared by at a login; None for a guest.
    login: str | None
    created: float
    #: When last here, to within an hour.
    seen: float


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
    #: As I may keep it: my own while the game runs, whole once it is over; None if it cannot be read, with the reason.
    record: dict[str, Any] | None
    problem: str


class Export(Reply):
    """All that is stored of me."""

    made: float
    profile: Profile
    sessions: list[SessionInfo]
    chat: list[ExportedLine]
    tables: list[ExportedTable]
