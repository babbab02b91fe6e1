"""Other workers on the same database: follow their notifications, and poll for lost ones."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from khyber.engine.errors import Error
from khyber.server.errors import Unavailable
from khyber.server.people.limits import Limits
from khyber.server.storage import table_store
from khyber.server.storage.database import WRONG_PASSWORD, Notification
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import PRESENCE, Tables

#: Version, status and pending undo request of a table.
Version = tuple[int, str, str | None]
#: Seconds between checks for missed notifications.
POLL = 2.0


class Cluster:
    """Keeps the tables of this worker up to date with the others."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables = tables
        self._limits = limits

    def on_notification(self, notification: Notification | None) -> None:
        """Follow another worker's change; None: some may have been missed."""
        if notification is None:
            for live in self._tables.lives.values():
                self._tables.spawn(self._catch_up(live, Notification("", live.row.id, "change")))
            return
        if notification.kind == "away":
            for user in notification.users:
                self._tables.disconnect(user, notification.session)
            return
        if notification.kind == WRONG_PASSWORD:
            self._limits.count(notification.choices)
            return
        found = self._tables.lives.get(notification.table)
        if found is None:
            return
        if notification.kind != "presence":
            self._tables.spawn(self._catch_up(found, notification))
            return
        before = found.present()
        found.elsewhere[notification.worker] = (time.monotonic() + 3 * PRESENCE, notification.users)
        if found.present() != before:
            found.left(before)
            found.push_presence()

    async def _catch_up(self, live: LiveTable, notification: Notification) -> None:
        async with live.lock:
            if self._tables.lives.get(notification.table) is not live:
                return
            if notification.kind == "chat":
                await self._tables.push_chat(live)
            elif notification.kind == "gone":
                self._tables.drop(notification.table)
            elif notification.version and notification.version <= live.table.version and live.fresh:
                return
            elif self._follow(live, notification):
                live.push()
            elif live.viewers:
                await self._tables.push_info(live)
            else:
                live.fresh = False  # read again when it is needed

    @staticmethod
    def _follow(live: LiveTable, notification: Notification) -> bool:
        """Make the choices that another worker has stored; False if they are not the next ones here."""
        choices = notification.choices
        if not live.fresh or not choices or notification.version < live.table.version + len(choices):
            return False  # the version may be higher: the table answers empty decisions itself
        try:
            for seat, key in choices:
                live.table.choose(key, seat)
        except Error:
            live.fresh = False
            return False
        now = table_store.progress_of(live.table, live.agents(), epoch=live.epoch, status=live.status)
        if table_store.fingerprint(now) != notification.fingerprint:
            live.fresh = False
            return False
        live.update(now)
        return True

    async def poll(self) -> None:
        """Look for changes whose notifications were lost.

        A table that is behind once most likely has a notification on its way: only one that is still behind the version
        seen at the previous check is read from the database.
        """
        behind: dict[str, Version] = {}
        while self._tables.database.shared:
            await asyncio.sleep(POLL)
            watched = {key: live for key, live in self._tables.lives.items() if live.viewers}
            if not watched:
                continue
            try:
                stored = await self._tables.database.run(partial(table_store.versions, tables=list(watched)))
            except Unavailable:
                continue
            for key in self.still_behind(behind, watched):
                self._tables.spawn(self._catch_up(watched[key], Notification("", key, "change")))
            behind = {key: version for key, version in stored.items() if _is_behind(watched[key], version)}

    @staticmethod
    def still_behind(behind: dict[str, Version], watched: dict[str, LiveTable]) -> list[str]:
        """Return the tables that have not caught up with the versions seen before."""
        return [
            key
            for key, version in behind.items()
            if key in watched and not watched[key].lock.locked() and _is_behind(watched[key], version)
        ]


def _is_behind(live: LiveTable, stored: Version) -> bool:
    version, status, undo = stored
    here = live.table.version
    return here < version or (here == version and (live.status, live.undo) != (status, undo))
