"""Other workers on the same database: what they tell is taken over here, and what they failed to tell is found."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from khyber.engine.errors import Error
from khyber.server.storage import table_store
from khyber.server.storage.database import News, Unavailable
from khyber.server.tables.live import Live
from khyber.server.tables.tables import PRESENCE, Tables

#: Version, status and wish to take back of a table.
Standing = tuple[int, str, str | None]
#: How often it is looked whether other workers' news were lost.
LOOK = 2.0


class Neighbours:
    """The tables of this worker follow what the others do."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def hear(self, news: News | None) -> None:
        """Another worker changed something; None: it may have, while we could not listen."""
        if news is None:
            for live in self._tables.lives.values():
                self._tables.spawn(self._catch_up(live, News("", live.row.id, "change")))
            return
        if news.kind == "away":
            for user in news.users:
                self._tables.send_away(user, news.mark)
            return
        live_ = self._tables.lives.get(news.table)
        if live_ is not None:
            if news.kind == "presence":
                before = live_.here()
                live_.elsewhere[news.worker] = (time.monotonic() + 3 * PRESENCE, news.users)
                if live_.here() != before:
                    live_.push_presence()
            else:
                self._tables.spawn(self._catch_up(live_, news))

    async def _catch_up(self, live: Live, news: News) -> None:
        async with live.lock:
            if self._tables.lives.get(news.table) is not live:
                return
            if news.kind == "chat":
                await self._tables.push_chat(live)
                return
            if news.kind == "gone":
                self._tables.drop(news.table)
                return
            if news.version and news.version <= live.table.version and live.fresh:
                return
            if self._follow(live, news):
                live.push()
            elif live.viewers:
                await self._tables.push_info(live)
            else:
                live.fresh = False  # read again when somebody comes

    @staticmethod
    def _follow(live: Live, news: News) -> bool:
        """Make the choices that another worker has stored, if they are the next ones here; False if not."""
        if not live.fresh or not news.choices or news.version < live.table.version + len(news.choices):
            return False  # it may be more: the table answers empty questions itself
        try:
            for seat, key in news.choices:
                live.table.choose(key, seat)
        except Error:
            live.fresh = False
            return False
        now = table_store.standing(live.table, live.agents(), epoch=live.epoch, status=live.status)
        if table_store.mark(now) != news.mark:
            live.fresh = False
            return False
        live.become(now)
        return True

    async def look_around(self) -> None:
        """Where there are other workers: look now and then whether news of them were lost.

        A table that is behind at one look has most likely news on their way; only what it lacked then and still lacks
        at the next look is read from the database.
        """
        lacked: dict[str, Standing] = {}
        while self._tables.database.shared:
            await asyncio.sleep(LOOK)
            watched = {key: live for key, live in self._tables.lives.items() if live.viewers}
            if not watched:
                continue
            try:
                stood = await self._tables.database.run(partial(table_store.standings, tables=list(watched)))
            except Unavailable:
                continue
            for key in self.behind(lacked, watched):
                self._tables.spawn(self._catch_up(watched[key], News("", key, "change")))
            lacked = {key: found for key, found in stood.items() if _lacks(watched[key], found)}

    @staticmethod
    def behind(lacked: dict[str, Standing], watched: dict[str, Live]) -> list[str]:
        """The tables that have not come to where they were seen to stand."""
        return [key for key, found in lacked.items()
                if key in watched and not watched[key].lock.locked() and _lacks(watched[key], found)]


def _lacks(live: Live, found: Standing) -> bool:
    """Whether a table here is not yet where it stands in the database, or stood when it was read."""
    version, status, undo = found
    here = live.table.version
    return here < version or (here == version and (live.status, live.undo) != (status, undo))
