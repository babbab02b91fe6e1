"""Delete expired data in the background: sessions, guests who never returned, tables that never began, old changes."""

from __future__ import annotations

import asyncio
import logging
import math
from functools import partial

from khyber.server.errors import Conflict
from khyber.server.settings import Settings
from khyber.server.storage import clock, expiry, holders_store, people_store
from khyber.server.storage.clock import DAY
from khyber.server.storage.people_store import Lifetimes
from khyber.server.tables.tables import Tables

log = logging.getLogger("khyber.server")

#: Seconds after the start of a server, and between two rounds.
FIRST, BETWEEN = 60.0, 3600.0
#: Seconds between two transactions, which leave the database to others.
PAUSE = 0.05


class Cleanup:
    """Deletes expired data."""

    def __init__(self, tables: Tables, lifetimes: Lifetimes, settings: Settings) -> None:
        self._tables = tables
        self._lifetimes = lifetimes
        self._settings = settings

    async def start(self) -> None:
        """Note the time and watch the clock from now on, before anything is recorded or judged by it."""
        database = self._tables.database
        database.watch.start()
        while True:
            try:
                await database.run(clock.note_start)
                return
            except Conflict:
                continue  # another worker has just noted it

    async def run(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            await self.expire()
            await asyncio.sleep(BETWEEN)

    async def expire(self) -> None:
        """Delete everything that has expired, once."""
        database = self._tables.database
        await database.run(expiry.forget_old_changes)
        await database.run(people_store.forget_sources)
        await database.run(holders_store.forget_finished)
        trusted = await database.run(clock.note_round)
        database.watch.settle()
        if trusted.since == math.inf:
            return
        await database.run(lambda connection: expiry.delete_ended_sessions(connection, self._lifetimes, trusted))
        await self._tables.disconnect_ended()
        while (days := self._settings.guest_days) and (before := trusted.ago(days * DAY)) > -math.inf:
            lost = await database.run(partial(expiry.lost_guests, before=before))
            for guest in lost:
                await self._tables.on_deletion(
                    *await database.run(partial(expiry.delete_lost_guest, user=guest, before=before))
                )
                await asyncio.sleep(PAUSE)
            if lost:
                log.info("deleted %d guests who were away for %d days", len(lost), days)
            if len(lost) < expiry.BATCH:
                break
        while (days := self._settings.empty_table_days) and (before := trusted.ago(days * DAY)) > -math.inf:
            deleted = await database.run(partial(expiry.delete_empty_tables, before=before))
            await self._tables.on_deletion(deleted, [])
            await asyncio.sleep(PAUSE)
            if deleted:
                log.info("deleted %d tables that did not begin within %d days", len(deleted), days)
            if len(deleted) < expiry.BATCH:
                break
