"""Analyses of tables: judged turn by turn in the workers that search, kept in memory, and made again when lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from weakref import WeakValueDictionary

from khyber.agents.analysis.chances import as_shown, chances
from khyber.agents.analysis.judging import Judged, Slip, costliest, described, judge_step, steps_to_judge, to_judge
from khyber.engine.game import Event
from khyber.engine.optional import Turns
from khyber.engine.record import Record
from khyber.engine.turns import Turn, told_in
from khyber.server.errors import Busy, OverBudget, Refused, WorkerDied
from khyber.server.library import library, restore
from khyber.server.messages.study import Analysis, Chances, CostlyTurn
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER
from khyber.server.tables.engine_help import ALL
from khyber.server.tables.jobs import step_record
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables
from khyber.server.workers.fair import Claim, Urgency
from khyber.server.workers.pool import Pool

#: Seconds of CPU time to judge a step of a turn, and to draw the curves or put turns into words.
JUDGING: Final = 60.0
TELLING: Final = 20.0
#: Analyses kept in memory, and seconds without a viewer after which one pauses.
MAX_KEPT: Final = 32
PATIENCE: Final = 15.0


# -- in a worker --------------------------------------------------------------------------------------


def judge_one(where: str, record: Record, step: int, seat: str) -> Slip | None:
    """Judge one step of a turn; None if nothing else was found."""
    return judge_step(restore(library(where), record), step, seat)


def tell_turn(where: str, record: Record, judged: Judged, named: Sequence[Event], lang: str) -> CostlyTurn:
    """Put a costly turn and what was better into words; its name rests on the events `named`."""
    games = library(where)
    table, words = restore(games, record), games.words(record.header.game, lang)
    compared, line = described(table, judged)
    worst = max(judged.slips, key=lambda slip: slip.cost)
    name = Turns.of(table.game).turn_name(table.checkpoint(judged.turn.steps[0]), named)
    return CostlyTurn(
        step=worst.step + 1,
        seat=judged.turn.seat,
        name="" if name is None else words.say(name),
        cost=as_shown(table.game, judged.cost),
        compared=[words.say(message) for message in compared],
        line=[words.say(message) for message in line],
    )


def chances_after(where: str, record: Record, first: int, known: tuple[str, ...] | None) -> list[Chances]:
    """Return every seat's chances from that step on, as these seats may know them."""
    table = restore(library(where), record)
    return [
        Chances(
            step=step,
            values={
                seat: as_shown(table.game, value)
                for seat, value in chances(table.game, table.checkpoint(step), known).items()
            },
        )
        for step in range(first, len(table.steps) + 1)
    ]


# -- in the server ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Kept:
    """An analysis so far, of one table and the seats that it shows."""

    slips: dict[tuple[int, str], Slip | None] = field(default_factory=dict)
    curve: list[Chances] = field(default_factory=list)
    told: dict[tuple[Turn, str], CostlyTurn] = field(default_factory=dict)
    asked: float = 0.0
    working: bool = False


class Analyses:
    """Analyses of the tables of a server, one turn of each owner at a time: whose is next, the workers decide."""

    def __init__(self, tables: Tables, thinking: Pool) -> None:
        self._tables = tables
        self._thinking = thinking
        #: By owner, as long as one of theirs is made.
        self._one: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._kept: dict[tuple[str, int, tuple[str, ...] | None], Kept] = {}

    async def show(self, table: str, user: User | None, lang: str, claim: Claim) -> Analysis:
        """Return the analysis so far; the rest is made while somebody asks for it. Raises Refused."""
        async with self._tables.at(table) as live:
            known = self._known(live, user)
            (await self._tables.help.allowed(live, user)).check(ALL)
            key = (table, live.epoch, known)
            kept = self._kept.pop(key, None) or Kept()
            self._kept[key] = kept
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]
            whole = {turn: steps_to_judge(live.table, turn) for turn in to_judge(live.table, known)}
            kept.asked = time.monotonic()
            done = [
                Judged(turn, tuple(slip for step in steps if (slip := kept.slips[step, turn.seat]) is not None))
                for turn, steps in whole.items()
                if all((step, turn.seat) in kept.slips for step in steps)
            ]
            worst = costliest(done)
            untold = [
                (
                    one,
                    step_record(live.table, one.turn.steps[-1], since=one.turn.steps[0]),
                    told_in(live.table, one.turn.steps),
                )
                for one in worst
                if (one.turn, lang) not in kept.told
            ]
            record = live.table.record() if len(kept.curve) <= len(live.table.steps) else None
            alone = len(live.table.game.seats) == 1
        if record is not None:
            first = len(kept.curve)
            drawn = await self._thinking.run(chances_after, record, first, known, seconds=TELLING, claim=claim)
            kept.curve[first:] = drawn
        for one, part, named in untold:
            kept.told[one.turn, lang] = await self._thinking.run(
                tell_turn, part, one, named, lang, seconds=TELLING, claim=claim
            )
        left = [(step, turn.seat) for turn, steps in whole.items() for step in steps]
        left = [one for one in left if one not in kept.slips]
        if left and not kept.working:
            kept.working = True
            self._tables.spawn(self._work(table, kept, key, left, replace(claim, urgency=Urgency.DUE)))
        return Analysis(
            unit="points" if alone else "percent",
            chances=kept.curve,
            judged=len(done),
            of=len(whole),
            turns=[kept.told[one.turn, lang] for one in worst],
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
        return seats

    async def _work(
        self,
        table: str,
        kept: Kept,
        key: tuple[str, int, tuple[str, ...] | None],
        left: list[tuple[int, str]],
        claim: Claim,
    ) -> None:
        """Judge step after step, as long as somebody asks."""
        one = self._one.setdefault(claim.owner, asyncio.Lock())
        try:
            for step, seat in left:
                async with one:
                    if time.monotonic() - kept.asked > PATIENCE or self._kept.get(key) is not kept:
                        return
                    async with self._tables.at(table) as live:
                        if live.epoch != key[1] or step >= len(live.table.steps):
                            return
                        record = step_record(live.table, step)
                    try:
                        found = await self._thinking.run(judge_one, record, step, seat, seconds=JUDGING, claim=claim)
                    except OverBudget:
                        found = None
                    except (Busy, WorkerDied):
                        return  # the next request resumes
                    kept.slips[step, seat] = found
        finally:
            kept.working = False
