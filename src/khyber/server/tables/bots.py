"""Bots: they play in worker processes, fed with a checkpoint and the choices since. A bot's turn is one change."""

from __future__ import annotations

import asyncio
import logging
import time

from khyber.engine.errors import Error, RuleFailed
from khyber.server.api.refusals import Refused
from khyber.server.monitor.logs import about
from khyber.server.storage import table_store
from khyber.server.storage.database import Unavailable
from khyber.server.storage.table_store import Change
from khyber.server.tables.live import Live
from khyber.server.tables.tables import Tables
from khyber.server.workers.budget import APPLYING, OverBudget, cpu_budget
from khyber.server.workers.jobs import BOT_TURN, light, think
from khyber.server.workers.lanes import Lane
from khyber.server.workers.pool import Busy

log = logging.getLogger("khyber.server")
#: How often a turn is tried before the table waits for its host.
TRIES = 3


class CannotPlay(Error):
    """A bot's turn failed."""

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record


class Bots:
    """Whoever is asked and is no person gets its turn played."""

    def __init__(self, tables: Tables, lane: Lane, pick_up: float) -> None:
        self._tables = tables
        self._lane = lane
        self._pick_up = pick_up
        self._playing: set[str] = set()

    @property
    def queue(self) -> int:
        """Tables at which a bot's turn is waiting or being played."""
        return len(self._playing)

    def asked(self, live: Live) -> None:
        """A bot may be asked at this table."""
        table = live.row.id
        if table not in self._playing:
            self._playing.add(table)
            self._tables.spawn(self._play(table))

    async def _play(self, table: str) -> None:
        """Turn after turn, until a person is asked or the game is over."""
        failed = 0
        try:
            while failed < TRIES:
                async with self._tables.at(table) as live:
                    if not live.bot_asked():
                        return
                    record, version = light(live.table), live.table.version
                began = time.perf_counter()
                try:
                    thought = await self._lane.run(think, record, whose=table, seconds=BOT_TURN)
                    if thought.failed:
                        raise CannotPlay(thought.failed, thought.record)
                    await self._apply(table, version, thought.choices)
                    self._tables.metrics.bot_turn_seconds.observe(time.perf_counter() - began)
                    failed = 0
                except (Unavailable, Busy) as error:
                    log.warning("table %s: a bot has to wait: %s", table, error, extra=about("bot-waits", table=table))
                    return  # nobody knows for how long: the watcher comes back to it
                except OverBudget as error:
                    await self._tables.quarantine(table, f"a bot's turn was stopped: {error}")
                    return
                except Error as error:
                    failed += 1
                    log.error("table %s: a bot cannot play: %s", table, error, extra=about("bot-failed", table=table))
                    await self._tell_trouble(table, version, error, last=failed == TRIES)
        finally:
            self._playing.discard(table)
        async with self._tables.at(table) as live:
            if live.bot_asked() and failed < TRIES:
                self.asked(live)

    async def _apply(self, table: str, version: int, choices: list[tuple[str, str]]) -> None:
        """The turn goes into the table, judged like anybody's, in one transaction; unless the table has gone on."""
        async with self._tables.at(table) as live:
            if live.table.version != version or not live.bot_asked():
                return
            steps, changes = len(live.table.steps), list[Change]()
            try:
                with cpu_budget(APPLYING):
                    for seat, key in choices:
                        changes += table_store.chosen(live.table, Change("bot", seat, key))
            except Error as error:
                live.fresh = False  # some of it is made already: read again what is stored
                if isinstance(error, RuleFailed):
                    await self._tables.keep_failure(table, error)
                raise
            await self._commit(live, version, steps, changes)

    async def _commit(self, live: Live, version: int, steps: int, changes: list[Change]) -> None:
        try:
            await self._tables.commit(live, version, steps, changes)
        except Refused as refused:
            if refused.code != "stale":
                raise

    async def _tell_trouble(self, table: str, version: int, error: Error, *, last: bool) -> None:
        async with self._tables.at(table) as live:
            if last and live.table.version == version:
                record = getattr(error, "record", "") or live.table.save()
                message = f"bot: {error}"
                try:
                    await self._tables.database.run(
                        lambda connection: table_store.keep_failure(connection, table, message, record))
                finally:  # even if that could not be kept, the host can help
                    live.trouble = "The bot cannot play its turn; the host may put another bot or a person in its seat."
                    live.push()

    async def watch(self) -> None:
        """Now and then look for bots that nobody runs: their server was stopped, or their worker died."""
        late = 0.0  # at the start every bot that is asked is waiting
        while True:
            try:
                waiting = await self._waiting(time.time() - late)
            except Unavailable:
                waiting = []
            for table in waiting:
                if table in self._playing:
                    continue
                try:
                    live = await self._tables.find(table)
                except Error:
                    continue
                if not live.trouble:
                    self.asked(live)
            late = self._pick_up
            await asyncio.sleep(self._pick_up)

    async def _waiting(self, before: float) -> list[str]:
        return await self._tables.database.run(lambda connection: table_store.waiting_bots(connection, before, 50))
