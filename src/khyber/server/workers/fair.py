"""Fair shares of the workers: whose job is next when more wait than there are workers.

Owners take turns by the time their jobs have taken, so whoever sends many jobs delays mostly their own.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from khyber.server.errors import Busy

#: Jobs that may wait: of one owner, and in all.
MOST_OF_OWNER: Final = 60
MOST_WAITING: Final = 2_000
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


@dataclass(slots=True)
class _Job:
    claim: Claim
    #: The order of arrival.
    number: int
    granted: asyncio.Future[None]


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
        self._per_owner = per_owner or max(1, workers - 1)
        #: Workers for jobs that nobody waits for.
        self._for_idle = max(1, workers - 1)
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

    async def acquire(self, claim: Claim) -> None:
        """Wait for a worker. Raises Busy if too many jobs wait already."""
        owner = self._owners.get(claim.owner) or _Owner(self._floor)
        if not owner.jobs and not self._running[claim.owner]:
            owner.used = max(owner.used, self._floor)
        if len(owner.jobs) >= MOST_OF_OWNER or self.waiting >= MOST_WAITING:
            raise Busy("the server is busy: please try again in a moment")
        self._owners[claim.owner] = owner
        job = _Job(claim, next(self._numbers), asyncio.get_running_loop().create_future())
        owner.jobs.append(job)
        self._grant()
        try:
            await job.granted
        except asyncio.CancelledError:
            if job.granted.done() and not job.granted.cancelled():
                self.release(claim, 0.0)
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

    def _grant(self) -> None:
        """Give free workers to the jobs whose turn it is."""
        while self._free and (job := min(self._eligible(), key=self._order, default=None)) is not None:
            claim = job.claim
            owner = self._owners[claim.owner]
            owner.jobs.remove(job)
            self._free -= 1
            self._running[claim.owner] += 1
            self._idle_running += claim.urgency == Urgency.IDLE
            self._floor = max(self._floor, owner.used)
            job.granted.set_result(None)

    def _eligible(self) -> Iterator[_Job]:
        """Yield the job of each owner that may have a worker now: the most urgent, then the oldest."""
        for name, owner in self._owners.items():
            if owner.jobs and self._running[name] < self._per_owner:
                job = min(owner.jobs, key=lambda job: (job.claim.urgency, job.number))
                if job.claim.urgency < Urgency.IDLE or self._idle_running < self._for_idle:
                    yield job

    def _order(self, job: _Job) -> tuple[bool, float, int]:
        urgency, used = job.claim.urgency, self._owners[job.claim.owner].used
        return urgency == Urgency.IDLE, used + (BEHIND if urgency == Urgency.DUE else 0.0), job.number

    def _forget(self, name: str) -> None:
        """Drop an owner without jobs who would begin at the floor anyway."""
        owner = self._owners[name]
        if not owner.jobs and not self._running[name]:
            del self._running[name]
            if owner.used <= self._floor:
                del self._owners[name]
        if len(self._owners) > MOST_WAITING:
            for other in [key for key, one in self._owners.items() if not one.jobs and not self._running[key]]:
                del self._owners[other]
