"""Fair shares of the workers: whose job is next when more wait than there are workers.

Owners take turns by the time their jobs have taken, so whoever sends many jobs delays mostly their own.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final, NamedTuple

from khyber.server.errors import Busy

#: Jobs that may wait: of one owner, and in all.
MAX_OF_OWNER: Final = 60
MAX_WAITING: Final = 2_000
#: Seconds by which a job that nobody watches is put behind those that somebody waits for.
BEHIND: Final = 10.0


class Urgency(IntEnum):
    """Who waits for a job."""

    #: Somebody sees that it is not there yet.
    WAITED_FOR = 0
    #: Nobody now, but a person is to play on from it.
    DUE = 1
    #: Nobody: it runs only when nothing else waits.
    IDLE = 2


@dataclass(frozen=True, slots=True)
class Claim:
    """Whose job it is, and who waits for it."""

    owner: str
    urgency: Urgency = Urgency.WAITED_FOR
    #: The table whose bots play their turn in the job.
    turn: str = ""


class First(NamedTuple):
    """The job of an owner that is next among their own: the most urgent, then the oldest."""

    owner: str
    urgency: int
    #: When it came, on any scale.
    at: float
    #: Seconds that the owner's jobs have taken, and how many run now.
    used: float
    running: int


def whose_turn(firsts: Iterable[First], per_owner: int, *, idle: bool) -> First | None:
    """Return whose job runs next; `idle`: whether it may be one that nobody waits for."""
    eligible = (one for one in firsts if one.running < per_owner and (idle or one.urgency < Urgency.IDLE))
    return min(eligible, key=_order, default=None)


def _order(first: First) -> tuple[bool, float, float]:
    behind = BEHIND if first.urgency == Urgency.DUE else 0.0
    return first.urgency == Urgency.IDLE, first.used + behind, first.at


def most_for_one(workers: int, per_owner: int = 0) -> int:
    """Return the most workers that one owner has at a time; by default all but one, so that others find one free."""
    return per_owner or max(1, workers - 1)


@dataclass(slots=True)
class _Job:
    claim: Claim
    #: The order of arrival.
    number: int
    granted: asyncio.Future[Claim]


@dataclass(slots=True)
class _Owner:
    #: Seconds that jobs of this owner have taken, never less than those of whoever was last to wait for nothing.
    used: float
    jobs: list[_Job] = field(default_factory=list)


class FairQueue:
    """A number of workers, shared out job by job."""

    def __init__(self, workers: int, per_owner: int = 0) -> None:
        """`per_owner`: the most workers that one owner has at a time; 0: all but one, so that others find one free."""
        self._free = workers
        self._per_owner = most_for_one(workers, per_owner)
        #: Workers for jobs that nobody waits for.
        self._for_idle = most_for_one(workers)
        self._owners: dict[str, _Owner] = {}
        self._running: Counter[str] = Counter()
        self._idle_running = 0
        #: Where an owner begins who has not waited for long: nobody saves up time.
        self._floor = 0.0
        self._numbers = itertools.count()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        return sum(len(owner.jobs) for owner in self._owners.values())

    def leads(self) -> dict[str, float]:
        """Return the seconds by which owners have used more than whoever begins now."""
        return {name: owner.used - self._floor for name, owner in self._owners.items() if owner.used > self._floor}

    def resume(self, leads: Mapping[str, float]) -> None:
        """Begin with what `leads` returned when an earlier queue ended."""
        for name, seconds in leads.items():
            self._owners[name] = _Owner(self._floor + seconds)

    async def acquire(self, claim: Claim) -> Claim:
        """Wait for a worker; return the claim with the urgency that it had in the end. Raises Busy if too many wait."""
        owner = self._owners.get(claim.owner) or _Owner(self._floor)
        if not owner.jobs and not self._running[claim.owner]:
            owner.used = max(owner.used, self._floor)
        if len(owner.jobs) >= MAX_OF_OWNER or self.waiting >= MAX_WAITING:
            raise Busy("the server is busy: please try again in a moment")
        self._owners[claim.owner] = owner
        job = _Job(claim, next(self._numbers), asyncio.get_running_loop().create_future())
        owner.jobs.append(job)
        self._grant()
        try:
            return await job.granted
        except asyncio.CancelledError:
            if job.granted.done() and not job.granted.cancelled():
                self.release(job.claim, 0.0)
            else:
                owner.jobs.remove(job)
                self._forget(claim.owner)
            raise

    def release(self, claim: Claim, seconds: float) -> None:
        """Give a worker back that a job has held for that long."""
        self._free += 1
        self._running[claim.owner] -= 1
        self._idle_running -= claim.urgency == Urgency.IDLE
        self._owners[claim.owner].used += seconds
        self._forget(claim.owner)
        self._grant()

    def hurry(self, turn: str, urgency: Urgency) -> None:
        """Let the job for a table's turn, if it still waits, come as soon as this urgency allows."""
        for owner in self._owners.values():
            for job in owner.jobs:
                if job.claim.turn == turn and job.claim.urgency > urgency:
                    job.claim = replace(job.claim, urgency=urgency)
        self._grant()

    def _grant(self) -> None:
        """Give free workers to the jobs whose turn it is."""
        while self._free:
            firsts = {name: job for name, owner in self._owners.items() if (job := self._first(owner)) is not None}
            chosen = whose_turn(
                (
                    First(name, job.claim.urgency, job.number, self._owners[name].used, self._running[name])
                    for name, job in firsts.items()
                ),
                self._per_owner,
                idle=self._idle_running < self._for_idle,
            )
            if chosen is None:
                return
            job, owner = firsts[chosen.owner], self._owners[chosen.owner]
            owner.jobs.remove(job)
            self._free -= 1
            self._running[chosen.owner] += 1
            self._idle_running += job.claim.urgency == Urgency.IDLE
            self._floor = max(self._floor, owner.used)
            job.granted.set_result(job.claim)

    @staticmethod
    def _first(owner: _Owner) -> _Job | None:
        return min(owner.jobs, key=lambda job: (job.claim.urgency, job.number), default=None)

    def _forget(self, name: str) -> None:
        """Drop an owner without jobs who would begin at the floor anyway."""
        owner = self._owners[name]
        if not owner.jobs and not self._running[name]:
            del self._running[name]
            if owner.used <= self._floor:
                del self._owners[name]
        if len(self._owners) > MAX_WAITING:
            for other in [key for key, one in self._owners.items() if not one.jobs and not self._running[key]]:
                del self._owners[other]
