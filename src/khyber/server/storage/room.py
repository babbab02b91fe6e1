"""Room for new data: the size of the database, the free space of its disk, and the operator's limits on both.

Without room nothing new begins, and running games go on with what the limits hold back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection

from khyber.server.errors import Refused
from khyber.server.monitor.logs import about
from khyber.server.settings import Settings
from khyber.server.storage.database import Database

log = logging.getLogger("khyber.server")

MEGABYTE: Final = 1_000_000
#: Seconds for which a measurement holds, and between two of them while nobody asks.
FRESH, BETWEEN = 2.0, 15.0
#: The share of the database's limit from which the log warns.
NEARLY: Final = 0.9

Full = Literal["", "database", "disk"]


class Usage(NamedTuple):
    """Bytes of the database, and free ones on its disk; None if it is not known which disk that is."""

    size: int
    free: int | None


class Room:
    """The limits on all data together."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._most = settings.most_database_megabytes * MEGABYTE
        self._least_free = settings.least_free_megabytes * MEGABYTE
        self._disk = settings.disk
        self._measured: tuple[float, Usage] | None = None
        self._said = ""

    async def measure(self) -> Usage:
        """Return the usage, at most `FRESH` seconds old. Raises Unavailable."""
        if self._measured is None or time.monotonic() - self._measured[0] > FRESH:
            size = await self._database.read(self._database.size)
            usage = Usage(size, await asyncio.to_thread(self._database.free_space, self._disk))
            self._measured = time.monotonic(), usage
            self._note(usage)
        return self._measured[1]

    def full(self, usage: Usage) -> Full:
        """Return what has no room left."""
        if self._most and usage.size >= self._most:
            return "database"
        return "disk" if usage.free is not None and usage.free < self._least_free else ""

    async def check(self) -> None:
        """Raise Refused unless something new may begin."""
        if full := self.full(await self.measure()):
            raise _refusal(full)

    def check_size(self, connection: Connection) -> None:
        """Raise Refused, which rolls the transaction back, if the database has become too large in it."""
        if self._most and self._database.size(connection) > self._most:
            raise _refusal("database")

    async def watch(self) -> None:
        """Measure again and again, so that the log says when room gets scarce."""
        while True:
            await self.measure()
            await asyncio.sleep(BETWEEN)

    def _note(self, usage: Usage) -> None:
        """Log a change between room, little room and none."""
        full = self.full(usage)
        state = full or ("nearly" if self._most and usage.size >= NEARLY * self._most else "")
        if state == self._said:
            return
        size, most = usage.size / MEGABYTE, self._most // MEGABYTE
        if full:
            what = (
                f"the database has {size:.0f} MB, the limit is {most}"
                if full == "database"
                else f"the disk has {(usage.free or 0) / MEGABYTE:.0f} MB left, the limit is "
                f"{self._least_free // MEGABYTE}"
            )
            log.error(
                "no room for new tables, imports, guests, accounts, chat and notes: %s", what, extra=about("full")
            )
        elif state:
            log.warning("little room: the database has %.0f of %d MB", size, most, extra=about("nearly-full"))
        elif self._said != "nearly":
            log.warning("there is room again for new tables and accounts", extra=about("room"))
        self._said = state


def _refusal(full: Full) -> Refused:
    what = "its database is" if full == "database" else "its disk is nearly"
    return Refused("full", f"the server has no room for anything new: {what} full; running games go on")
