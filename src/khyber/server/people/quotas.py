"""How much one person may have stored here."""

from __future__ import annotations

import time

from sqlalchemy import Connection, func, select

from khyber.server.api.refusals import Refused
from khyber.server.settings import Settings
from khyber.server.storage import schema, table_store
from khyber.server.storage.database import Database

#: Seconds for which a sum is believed: adding up some hundred games takes the database a while.
FRESH = 600.0
#: Sums that are remembered.
MOST_SUMS = 10_000
MEGABYTE = 1_000_000


def stored_bytes(connection: Connection, user: str, table: str | None = None) -> int:
    """Bytes of the tables that the user hosts, games played and brought in, with their chat; or of one of them."""
    tables, steps, chat = schema.tables, schema.steps, schema.chat
    hosted = select(tables.c.id).where(tables.c.host == user, *([tables.c.id == table] if table is not None else []))
    sums = (
        select(func.sum(func.length(tables.c.header) + func.length(tables.c.now))).where(tables.c.id.in_(hosted)),
        select(func.sum(func.length(steps.c.events) + func.length(steps.c.after) + func.length(steps.c.entries)))
        .where(steps.c.table_id.in_(hosted)),
        select(func.sum(func.length(chat.c.text))).where(chat.c.table_id.in_(hosted)))
    return sum(int(connection.execute(wanted).scalar() or 0) for wanted in sums)


class Quotas:
    """Limits on the tables and the bytes of one person."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self.most_tables = settings.most_tables
        self.most_bytes = settings.most_megabytes * MEGABYTE
        self._sums: dict[str, tuple[int, float]] = {}

    async def used(self, user: str) -> int:
        """The bytes that a user has stored, as of a while ago, and what was added here since."""
        found, at = self._sums.get(user, (0, 0.0))
        if not at or time.monotonic() - at > FRESH:
            found = await self._database.run(lambda connection: stored_bytes(connection, user))
            self._sums.pop(user, None)
            self._sums[user] = (found, time.monotonic())
            if len(self._sums) > MOST_SUMS:
                del self._sums[next(iter(self._sums))]
        return found

    def check(self, connection: Connection, user: str, table: str, used: int) -> int:
        """Returns the bytes of a table that was just stored. Raises Refused, and it is not, if that is too much."""
        if table_store.count_tables(connection, user) > self.most_tables:
            raise Refused("too-many", f"you host {self.most_tables} unfinished tables, the most that one person may: "
                                      "finish or delete some of them first")
        size = stored_bytes(connection, user, table)
        if used + size > self.most_bytes:
            raise Refused("too-many", f"with this one your games would take up {(used + size) / MEGABYTE:.1f} MB, and "
                                      f"one person may store {self.most_bytes // MEGABYTE} MB: delete some first")
        return size

    def add(self, user: str, size: int) -> None:
        if user in self._sums:
            found, at = self._sums[user]
            self._sums[user] = (found + size, at)

    def forget(self, user: str) -> None:
        """Something was deleted: add up again."""
        self._sums.pop(user, None)
