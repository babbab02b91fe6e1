"""Analyses of tables: judged turn by turn in the workers that search, kept in memory, and made again when lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from khyber.agents.analysis.chances import chances
from khyber.agents.analysis.judging import Judged, costliest, described, judge, to_judge
from khyber.agents.driver import PERSON
from khyber.agents.strong.reasons import percent
from khyber.engine.record import Record
from khyber.server.errors import Busy, OverBudget, Refused, WorkerDied
from khyber.server.library import library, restore
from khyber.server.messages.study import Analysis, Chances, CostlyTurn
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER
from khyber.server.tables.jobs import step_record
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables
from khyber.server.workers.fair import Claim, Urgency
from khyber.server.workers.pool import Pool

#: Seconds of CPU time to judge a turn, and to draw the curves or put turns into words.
JUDGING: Final = 60.0
TELLING: Final = 20.0
#: Analyses kept in memory, and seconds without a viewer after which one pauses.
MOST_KEPT: Final = 32
PATIENCE: Final = 15.0


# -- in a worker --------------------------------------------------------------------------------------


def judge_step(where: str, record: Record, step: int, seat: str) -> Judged | None:
    """Judge one turn; None if it cannot be judged."""
    return judge(restore(library(where), record), step, seat)


def tell_turn(where: str, record: Record, judged: Judged, lang: str) -> CostlyTurn:
    """Put a costly turn and what was better into words."""
    games = library(where)
    table, words = restore(games, record), games.words(record.header.game, lang)
    compared, line = described(table, judged)
    return CostlyTurn(
        step=judged.step + 1,
        seat=judged.seat,
        cost=percent(judged.cost),
        compared=[words.say(message) for message in compared],
        line=[words.say(message) for message in line],
    )


def chances_after(where: str, record: Record, first: int, known: tuple[str, ...] | None) -> list[Chances]:
    """Return every seat's chances from that step on, as these seats may know them."""
    table = restore(library(where), record)
    return [
        Chances(
            step=step,
            values={seat: percent(value) for seat, value in chances(table.game, table.checkpoint(step), known).items()},
        )
        for step in range(first, len(table.steps) + 1)
    ]


# -- in the server ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Kept:
    """An analysis so far, of one table and the seats that it shows."""

    judged: dict[tuple[int, str], Judged | None] = field(default_factory=dict)
    curve: list[Chances] = field(default_factory=list)
    told: dict[tuple[int, str], CostlyTurn] = field(default_factory=dict)
    asked: float = 0.0
    working: bool = False


class Analyses:
    """Analyses of the tables of a server, one turn at a time."""

    def __init__(self, tables: Tables, thinking: Pool) -> None:
        self._tables = tables
        self._thinking = thinking
        self._one = asyncio.Semaphore(1)
        self._kept: dict[tuple[str, int, tuple[str, ...] | None], Kept] = {}

    async def show(self, table: str, user: User | None, lang: str, claim: Claim) -> Analysis:
        """Return the analysis so far; the rest is made while somebody asks for it. Raises Refused."""
        async with self._tables.at(table) as live:
            known = self._known(live, user)
            key = (table, live.epoch, known)
            kept = self._kept.pop(key, None) or Kept()
            self._kept[key] = kept
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            turns = to_judge(live.table, known)
            kept.asked = time.monotonic()
            worst = costliest([one for one in kept.judged.values() if one is not None])
            untold = [(one, step_record(live.table, one.step)) for one in worst if (one.step, lang) not in kept.told]
            whole = live.table.record() if len(kept.curve) <= len(live.table.steps) else None
        if whole is not None:
            first = len(kept.curve)
            drawn = await self._thinking.run(chances_after, whole, first, known, seconds=TELLING, claim=claim)
            kept.curve[first:] = drawn
        for one, record in untold:
            kept.told[one.step, lang] = await self._thinking.run(
                tell_turn, record, one, lang, seconds=TELLING, claim=claim
            )
        left = [turn for turn in turns if turn not in kept.judged]
        if left and not kept.working:
            kept.working = True
            self._tables.spawn(self._work(table, kept, key, left, Claim(claim.owner, Urgency.DUE)))
        return Analysis(
            chances=kept.curve,
            judged=len(turns) - len(left),
            of=len(turns),
            turns=[kept.told[one.step, lang] for one in worst],
        )

    @staticmethod
    def _known(live: LiveTable, user: User | None) -> tuple[str, ...] | None:
        """Return the seats whose turns may be judged; None for all, once the game is over. Raises Refused."""
        live.check_access(user)
        if live.status == OVER:
            return None
        seats = live.seats_of(user)
        if not seats:
            raise Refused("forbidden", "a game is analysed when it is over")
        if not live.row.sandbox and _others(live, seats):
            raise Refused("forbidden", "while a game runs, only solo games and sandboxes are analysed")
        return seats

    async def _work(
        self,
        table: str,
        kept: Kept,
        key: tuple[str, int, tuple[str, ...] | None],
        left: list[tuple[int, str]],
        claim: Claim,
    ) -> None:
        """Judge turn after turn, as long as somebody asks."""
        try:
            for step, seat in left:
                async with self._one:
                    if time.monotonic() - kept.asked > PATIENCE or self._kept.get(key) is not kept:
                        return
                    async with self._tables.at(table) as live:
                        if live.epoch != key[1] or step >= len(live.table.steps):
                            return
                        record = step_record(live.table, step)
                    try:
                        found = await self._thinking.run(judge_step, record, step, seat, seconds=JUDGING, claim=claim)
                    except OverBudget:
                        found = None
                    except (Busy, WorkerDied):
                        return  # the next request resumes
                    kept.judged[step, seat] = found
        finally:
            kept.working = False


def _others(live: LiveTable, seats: Iterable[str]) -> bool:
    """Return whether another person plays at the table."""
    return any(one.agent == PERSON for one in live.seats.values() if one.seat not in seats)
