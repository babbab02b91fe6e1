"""Limits on what one user may store."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from khyber.server.errors import Refused
from khyber.server.settings import Settings
from khyber.server.storage import table_store
from khyber.server.storage.database import Database

#: Seconds for which a sum is cached: adding up some hundred games takes a while.
FRESH = 600.0
#: Sums kept in memory.
MOST_SUMS = 10_000
MEGABYTE = 1_000_000


class Quotas:
    """Limits on the tables and bytes of one user."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self.most_tables = settings.most_tables
        self.most_bytes = settings.most_megabytes * MEGABYTE
        self._sums: dict[str, tuple[int, float]] = {}

    async def used(self, user: str) -> int:
        """Return the bytes a user has stored: a cached sum, plus what was added here since."""
        found, at = self._sums.get(user, (0, 0.0))
        if not at or time.monotonic() - at > FRESH:
            found = await self._database.read(lambda connection: table_store.stored_bytes(connection, user))
            self._sums.pop(user, None)
            self._sums[user] = (found, time.monotonic())
            if len(self._sums) > MOST_SUMS:
                del self._sums[next(iter(self._sums))]
        return found

    def check(self, connection: Connection, user: str, table: str, used: int) -> int:
        """Return the bytes of a table just stored. Raises Refused, which rolls it back, if that is too much."""
        if table_store.count_tables(connection, user) > self.most_tables:
            raise Refused(
                "too-many", f"you host {self.most_tables} unfinished tables, the maximum: finish or delete some first"
            )
        size = table_store.stored_bytes(connection, user, table)
        if used + size > self.most_bytes:
            raise Refused(
                "too-many",
                f"with this table your games would take {(used + size) / MEGABYTE:.2f} MB, more "
                f"than the {self.most_bytes // MEGABYTE} MB allowed: delete some first",
            )
        return size

    def add(self, user: str, size: int) -> None:
        if user in self._sums:
            found, at = self._sums[user]
            self._sums[user] = (found + size, at)

    def forget(self, user: str) -> None:
        """Drop the cached sum after a deletion."""
        self._sums.pop(user, None)
