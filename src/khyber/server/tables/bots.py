"""Bots: worker processes play their turns from a checkpoint and the choices since, one transaction per turn."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from functools import partial

from khyber.agents.strong.thinking import is_strong
from khyber.engine.errors import Error, RuleFailed
from khyber.server.errors import Busy, Conflict, OverBudget, Refused, Unavailable
from khyber.server.monitor.logs import about
from khyber.server.people.shares import Shares
from khyber.server.settings import Settings
from khyber.server.storage import table_store
from khyber.server.storage.table_store import Change
from khyber.server.tables.engine_help import needed
from khyber.server.tables.jobs import BOT_TURN, checkpoint_record, play_turn, thinking_time
from khyber.server.tables.live import LiveTable
from khyber.server.tables.release import Release, has_secrets
from khyber.server.tables.tables import Tables
from khyber.server.workers.budget import APPLYING, cpu_budget
from khyber.server.workers.fair import Urgency
from khyber.server.workers.lanes import Lane
from khyber.server.workers.thinkers import Thinkers

log = logging.getLogger("khyber.server")
#: Attempts at a turn before the table waits for its host.
TRIES = 3
#: Tables picked up at a time.
BATCH = 50
#: Tables kept whose bots sleep, or play alone; the first of them are woken when there are more.
MAX_ASLEEP = 5_000
#: Trouble of a branch or an imported game whose bot would give help that another table forbids.
NO_HELP = "Its bot may not play while a game between people runs without engine help."


class TurnFailed(Error):
    """A bot's turn failed; `record` reproduces it."""

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record


class Bots:
    """Plays the turns of seats that no person plays."""

    def __init__(self, tables: Tables, lane: Lane, thinkers: Thinkers, shares: Shares, settings: Settings) -> None:
        self._tables = tables
        self._lane = lane
        self._thinkers = thinkers
        self._shares = shares
        self._settings = settings
        self.release = Release()
        #: Tables at which a turn is queued or in progress, and who waited for it when it was queued.
        self._playing: dict[str, Urgency] = {}
        #: Since when nobody has waited for a table's bots, and the tables where they sleep until somebody comes.
        self._alone: dict[str, float] = {}
        self._asleep: dict[str, None] = {}

    @property
    def queue(self) -> int:
        """Tables at which a bot's turn is queued or in progress."""
        return len(self._playing)

    def start(self, live: LiveTable) -> None:
        """Play in the background if it is a bot's turn at this table; sooner than planned if somebody has come."""
        table = live.row.id
        if table in self._playing:
            self._tables.spawn(self._hurry(table, live.urgency()))
        elif not self._sleeps(live):
            self._playing[table] = live.urgency()
            self._tables.spawn(self._play(table))

    async def _hurry(self, table: str, urgency: Urgency) -> None:
        """Let a turn that is queued already come as soon as this urgency allows."""
        if urgency < self._playing.get(table, urgency):
            self._playing[table] = urgency
            for workers in (self._thinkers, self._lane):
                await workers.hurry(table, urgency)

    def _sleeps(self, live: LiveTable) -> bool:
        """Return whether nobody has watched or been due to play for so long that its bots stop until somebody comes."""
        table, now = live.row.id, time.monotonic()
        if live.urgency() != Urgency.IDLE:
            self._alone.pop(table, None)
            self._asleep.pop(table, None)
            return False
        since = self._alone.setdefault(table, now)
        if len(self._alone) > MAX_ASLEEP:
            del self._alone[next(iter(self._alone))]
        if now - since < self._settings.sleep_after:
            return False
        self._asleep[table] = None
        if len(self._asleep) > MAX_ASLEEP:
            del self._asleep[next(iter(self._asleep))]
        return True

    async def _play(self, table: str) -> None:
        """Play turn after turn until it is a person's turn or the game is over."""
        failed = 0
        try:
            while failed < TRIES:
                async with self._tables.at(table) as live:
                    if not live.is_bot_asked() or self._sleeps(live):
                        return
                    elsewhere = await self._tables.help.elsewhere(live.row, live.row.host)
                    if not elsewhere.covers(needed(live.asked_agent())):
                        live.trouble = NO_HELP
                        live.push()
                        return
                    claim = await self._shares.claim_of(live.row.host, live.urgency(), live.row.source)
                    claim = replace(claim, turn=table)
                    self._playing[table] = claim.urgency
                    record, version = checkpoint_record(live.table), live.table.version
                    agent = live.asked_agent()
                    secret, asked = has_secrets(live, live.row.asked), self.release.clock()
                began = time.perf_counter()
                try:
                    if is_strong(agent):
                        turn = await self._thinkers.run(
                            agent, play_turn, record, seconds=thinking_time(agent), claim=claim
                        )
                    else:
                        turn = await self._lane.run(play_turn, record, of=table, seconds=BOT_TURN, claim=claim)
                    if turn.error:
                        raise TurnFailed(turn.error, turn.record)
                    if secret:
                        await self.release.wait(asked)
                    await self._apply(table, version, turn.choices)
                    self._tables.metrics.bot_turn_seconds.observe(time.perf_counter() - began)
                    failed = 0
                except Conflict:  # another worker of the server plays this turn
                    self._playing[table] = Urgency.IDLE
                    await self._hurry(table, claim.urgency)
                    return
                except (Unavailable, Busy) as error:
                    log.warning("table %s: a bot has to wait: %s", table, error, extra=about("bot-waits", table=table))
                    return  # `pick_up` will resume
                except OverBudget as error:
                    await self._tables.quarantine(table, f"a bot's turn was stopped: {error}")
                    return
                except Error as error:
                    failed += 1
                    log.error("table %s: a bot cannot play: %s", table, error, extra=about("bot-failed", table=table))
                    if failed == TRIES:
                        await self._give_up(table, version, error)
        finally:
            self._playing.pop(table, None)
        async with self._tables.at(table) as live:
            if live.is_bot_asked() and failed < TRIES:
                self.start(live)

    async def _apply(self, table: str, version: int, choices: list[tuple[str, str]]) -> None:
        """Make the choices of a turn under the same checks as a person's, unless the table has changed since."""
        async with self._tables.at(table) as live:
            if live.table.version != version or not live.is_bot_asked():
                return
            steps, changes = len(live.table.steps), list[Change]()
            try:
                with cpu_budget(APPLYING):
                    for seat, key in choices:
                        changes += table_store.choose(live.table, Change("bot", seat, key))
            except Error as error:
                live.fresh = False  # some choices are already made: read the stored table again
                if isinstance(error, RuleFailed):
                    await self._tables.keep_failure(table, error)
                raise
            try:
                await self._tables.commit(live, version, steps, changes)
            except Refused as refused:
                if refused.code != "stale":
                    raise

    async def _give_up(self, table: str, version: int, error: Error) -> None:
        """Store the failure and notify the viewers, unless the table has changed since."""
        async with self._tables.at(table) as live:
            if live.table.version != version:
                return
            record = getattr(error, "record", "") or live.table.save()
            message = f"bot: {error}"
            try:
                await self._tables.database.run(
                    lambda connection: table_store.keep_failure(connection, table, message, record)
                )
            finally:  # even if it cannot be stored, the host can help
                live.trouble = "The bot cannot play its turn; the host may put another bot or a person in its seat."
                live.push()

    async def pick_up(self) -> None:
        """Periodically resume abandoned bots, whose server was stopped or whose worker died."""
        age = 0.0  # at the start every bot that is asked is waiting
        while True:
            try:
                waiting = await self._tables.database.run(
                    partial(table_store.waiting_bots, before=time.time() - age, most=BATCH, besides=tuple(self._asleep))
                )
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
                    self.start(live)
            age = self._settings.pick_up
            await asyncio.sleep(self._settings.pick_up)
