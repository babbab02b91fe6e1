"""Requests that wait for the consent of other players: an undo, a seat that somebody has seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khyber.server.errors import Refused
from khyber.server.storage.people_store import User
from khyber.server.tables.live import LiveTable


def still_waiting(live: LiveTable, asked: Mapping[str, Any], user: User | None, *, agree: bool) -> list[str] | None:
    """Return the seats that have yet to agree after the user's answer; None if it is refused or withdrawn.

    `asked` says who asks (`by`) and which seats it waits for (`waiting`). Raises Refused if not for this user.
    """
    mine = set(live.seats_of(user)) & set(asked["waiting"])
    withdrawn = user is not None and asked["by"] == user.id and not agree
    if user is None or not (mine or withdrawn):
        raise Refused("forbidden", "this request does not wait for you")
    return [seat for seat in asked["waiting"] if seat not in mine] if agree else None
