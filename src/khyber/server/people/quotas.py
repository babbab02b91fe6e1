"""Limits on what may be stored: by one user, from one address, and by all together."""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection

from khyber.server.errors import Refused
from khyber.server.people.shares import Shares
from khyber.server.settings import Settings
from khyber.server.storage import schema, table_store
from khyber.server.storage.database import Database
from khyber.server.storage.room import MEGABYTE, Room

#: Seconds for which a sum is cached: adding up some hundred games takes a while.
FRESH = 60.0
#: Sums kept in memory.
MAX_SUMS = 10_000


class Share(NamedTuple):
    """What a new table counts against: the user, the digest of the address, and the bytes that both have stored."""

    user: str
    source: str
    of_user: int = 0
    of_source: int = 0


class Quotas:
    """Limits on the tables and bytes of one user, of one address, and of the whole database."""

    def __init__(self, database: Database, settings: Settings, room: Room, shares: Shares) -> None:
        self._database = database
        self._settings = settings
        self._room = room
        self._shares = shares
        self._sums: dict[str, tuple[int, float]] = {}

    async def check_room(self) -> None:
        """Raise Refused unless the server has room for another table."""
        await self._room.check()

    async def share(self, user: str) -> Share:
        """Return what a new table of this user counts against. Raises Refused if there is no room for any."""
        await self.check_room()
        source = self._shares.source_of(user) if self._settings.limits else ""
        of_source = await self._stored(f"from {source}", table_store.made_from(source)) if source else 0
        return Share(user, source, await self._stored(user, table_store.hosted_by(user)), of_source)

    async def _stored(self, key: str, which: ColumnElement[bool]) -> int:
        """Return the bytes stored: a cached sum, plus what was added here since."""
        found, at = self._sums.get(key, (0, 0.0))
        if not at or time.monotonic() - at > FRESH:
            found = await self._database.read(lambda connection: table_store.stored_bytes(connection, which))
            self._sums.pop(key, None)
            self._sums[key] = (found, time.monotonic())
            if len(self._sums) > MAX_SUMS:
                del self._sums[next(iter(self._sums))]
        return found

    def check(self, connection: Connection, share: Share, table: str) -> int:
        """Return the bytes of a table just stored. Raises Refused, which rolls it back, if that is too much."""
        limits = self._settings
        if table_store.count_unfinished(connection, table_store.hosted_by(share.user)) > limits.most_tables:
            raise Refused(
                "too-many", f"you host {limits.most_tables} unfinished tables, the maximum: finish or delete some first"
            )
        size = table_store.stored_bytes(connection, schema.tables.c.id == table)
        if share.of_user + size > limits.most_megabytes * MEGABYTE:
            raise Refused(
                "too-many",
                f"with this table your games would take {(share.of_user + size) / MEGABYTE:.2f} MB, more "
                f"than the {limits.most_megabytes} MB allowed: delete some first",
            )
        if share.source:
            self._check_source(connection, share, size)
        self._room.check_size(connection)
        return size

    def _check_source(self, connection: Connection, share: Share, size: int) -> None:
        most, limits = self._settings.most_address_tables, self._settings
        if table_store.count_unfinished(connection, table_store.made_from(share.source)) > most:
            raise Refused(
                "too-many-here", f"{most} unfinished tables were made from your address, the maximum: delete some first"
            )
        if share.of_source + size > limits.most_address_megabytes * MEGABYTE:
            raise Refused(
                "too-many-here",
                f"with this table the games from your address would take {(share.of_source + size) / MEGABYTE:.2f} MB, "
                f"more than the {limits.most_address_megabytes} MB allowed: delete some first",
            )

    def add(self, share: Share, size: int) -> None:
        for key in (share.user, f"from {share.source}"):
            if key in self._sums:
                found, at = self._sums[key]
                self._sums[key] = (found + size, at)

    def forget(self, user: str) -> None:
        """Drop the cached sums after a deletion by this user."""
        self._sums.pop(user, None)
        self._sums.pop(f"from {self._shares.source_of(user)}", None)
