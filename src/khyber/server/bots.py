"""Bots: they think in processes of their own, fed with a checkpoint and the choices since; their turn is one change.

A process is told where the library of games is, and nothing else is kept in it: any process can think for any table.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from khyber.agents.agent import Seen
from khyber.agents.driver import agents_of
from khyber.engine.errors import Error, RuleFailed
from khyber.engine.record import SEAT, Record, StepRecord
from khyber.engine.watching import entries_now
from khyber.server import stored
from khyber.server.library import AnyTable, from_text, library, restored
from khyber.server.live import Live
from khyber.server.refusing import Refused, problem
from khyber.server.stored import Change
from khyber.server.tables import Tables

log = logging.getLogger("khyber.server")
T = TypeVar("T")

#: More choices than this in one turn, and the bot has gone astray.
MOST_CHOICES = 1_000
#: Seconds for a turn of a bot, and for looking at what somebody sent in.
PATIENCE = 120.0
#: How often a turn is tried before the table waits for its host.
TRIES = 3


@dataclass(frozen=True, slots=True)
class Thought:
    """What became of a turn: choices (seat and key), or what went wrong with the record of it."""

    choices: list[tuple[str, str]]
    failed: str = ""
    record: str = ""


class CannotPlay(Error):
    """A bot's turn failed."""

    def __init__(self, message: str, record: str = "") -> None:
        super().__init__(message)
        self.record = record


# -- in a bot's process -------------------------------------------------------------------------------


def begin(where: str) -> None:
    """A process begins: it imports the games, and ends when its server does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    games = library(where)
    for game in games.ids():
        games.find(game)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


def ready() -> bool:
    return True


def think(where: str, record: Record) -> Thought:
    """The turn of the bot that is asked. Whatever goes wrong in it is told, not raised: it has to cross processes."""
    try:
        return Thought(_turn(where, record))
    except RuleFailed as failed:
        return Thought([], str(failed), failed.record)
    except Exception as failed:
        return Thought([], f"{type(failed).__name__}: {failed}", record.dumps())


def _turn(where: str, record: Record) -> list[tuple[str, str]]:
    """The choices of the bot: until another seat is asked, or a step is over."""
    table = restored(library(where), record)
    agents = agents_of(table)
    asked, steps, chosen = table.decision, len(table.steps), list[tuple[str, str]]()
    while (decision := table.decision) is not None and asked is not None:
        agent = agents[decision.seat]
        if decision.seat != asked.seat or agent is None or (len(table.steps) != steps and chosen):
            break
        if len(chosen) >= MOST_CHOICES:
            raise Error(f"{table.seats[asked.seat]} makes no end of its turn for {asked.seat}")
        option = agent(Seen(table, decision))
        chosen.append((decision.seat, option.key))
        table.choose(option, decision.seat)
    return chosen


def examine(where: str, text: str, game: str) -> tuple[str, str]:
    """What is wrong with a record or position that somebody sent in: code and message, empty if it is good."""
    try:
        from_text(library(where), text, game)
    except Error as error:
        told = problem(error)
        return told.code, told.message
    return "", ""


def light(table: AnyTable) -> Record:
    """The record without what lies before its last checkpoint: of that only how many steps there were, and who sat
    down in them.
    """
    last = len(table.steps) - 1
    steps = [step if number == last else StepRecord(step.name, "", _seats_taken(step), b"[]", b"", step.rules)
             for number, step in enumerate(table.steps)]
    entries, by = entries_now(table)
    return Record(table.header, steps, entries, by, table.version, table.branch, table.game.rules_version)


def _seats_taken(step: StepRecord) -> str:
    return "\n".join(entry for entry in step.listed() if entry[0] == SEAT) if SEAT in step.entries else ""


# -- in the server ------------------------------------------------------------------------------------


class Processes:
    """A pool of processes; one that dies is replaced."""

    def __init__(self, where: str, count: int) -> None:
        self.where = where
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._count, multiprocessing.get_context("spawn"), initializer=begin, initargs=(self.where,))
        return self._pool

    def warm(self) -> None:
        self._started().submit(ready)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Raises Error if it takes too long or its process dies."""
        pool = self._started()
        try:
            return await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(pool, work, self.where, *given), PATIENCE)
        except BrokenProcessPool as broken:
            if self._pool is pool:
                self._pool = None
            raise Error("a bot's process died") from broken
        except TimeoutError as late:
            if self._pool is pool:
                self._pool = None
                self._kill(pool)
            raise Error(f"no answer after {PATIENCE:.0f} seconds") from late

    @staticmethod
    def _kill(pool: ProcessPoolExecutor) -> None:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        if self._pool is not None:
            self._kill(self._pool)
            self._pool = None


class Bots:
    """Whoever is asked and is no person gets its turn played."""

    def __init__(self, tables: Tables, processes: Processes, pick_up: float) -> None:
        self._tables = tables
        self._processes = processes
        self._pick_up = pick_up
        self._playing: set[str] = set()

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
                try:
                    thought = await self._processes.run(think, record)
                    if thought.failed:
                        raise CannotPlay(thought.failed, thought.record)
                    await self._apply(table, version, thought.choices)
                    failed = 0
                except Error as error:
                    failed += 1
                    log.error("table %s: a bot cannot play: %s", table, error)
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
                for seat, key in choices:
                    changes += stored.chosen(live.table, Change("bot", seat, key))
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
                        lambda connection: stored.keep_failure(connection, table, message, record))
                finally:  # even if that could not be kept, the host can help
                    live.trouble = "The bot cannot play its turn; the host may put another bot or a person in its seat."
                    live.push()

    async def watch(self) -> None:
        """Now and then look for bots that nobody runs: their server was stopped, or their worker died."""
        late = 0.0  # at the start every bot that is asked is waiting
        while True:
            for table in await self._waiting(time.time() - late):
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
        return await self._tables.database.run(lambda connection: stored.waiting_bots(connection, before, 50))
