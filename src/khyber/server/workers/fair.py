"""Fair shares of the workers: whose job is next when more wait than there are workers.

Owners take turns by the time their jobs have taken, so whoever sends many jobs delays mostly their own. All owners at
one address together get no more than a few shares: many accounts of one person delay others hardly more than one.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, NamedTuple

from khyber.server.errors import Busy
from khyber.server.storage.used_time import MAX_SHARES, Time

#: Jobs that may wait: of one owner, of one address, and in all.
MAX_OF_OWNER: Final = 60
MAX_OF_SOURCE: Final = MAX_SHARES * MAX_OF_OWNER
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
    #: The address that the owner came from, in a form that is no owner; "" if it is not known.
    source: str = ""


class First(NamedTuple):
    """The job of an owner that is next among their own: the most urgent, then the oldest."""

    owner: str
    urgency: int
    #: When it came, on any scale.
    at: float
    used: Time
    #: How many of the owner's jobs run now, and how many of their address.
    running: int
    of_source: int = 0


def whose_turn(firsts: Iterable[First], per_owner: int, *, idle: bool) -> First | None:
    """Return whose job runs next; `idle`: whether it may be one that nobody waits for."""
    eligible = (
        one
        for one in firsts
        if one.running < per_owner and one.of_source < per_owner * MAX_SHARES and (idle or one.urgency < Urgency.IDLE)
    )
    return min(eligible, key=_order, default=None)


def _order(first: First) -> tuple[bool, float, float, float]:
    """Order owners by the later of their own time and their address's, and those at one address by their own."""
    used = first.used.of_owner + (BEHIND if first.urgency == Urgency.DUE else 0.0)
    return first.urgency == Urgency.IDLE, max(used, first.used.of_source), used, first.at


def most_for_one(workers: int, per_owner: int = 0) -> int:
    """Return the most workers that one owner has at a time; by default all but one, so that others find one free."""
    return per_owner or max(1, workers - 1)


@dataclass(slots=True)
class _Job:
    claim: Claim
    #: The order of arrival.
    number: int
    granted: asyncio.Future[Claim]


class FairQueue:
    """A number of workers, shared out job by job."""

    def __init__(self, workers: int, per_owner: int = 0) -> None:
        """`per_owner`: the most workers that one owner has at a time; 0: all but one, so that others find one free."""
        self._free = workers
        self._per_owner = most_for_one(workers, per_owner)
        #: Workers for jobs that nobody waits for.
        self._for_idle = most_for_one(workers)
        #: The jobs that wait, by owner.
        self._jobs: dict[str, list[_Job]] = {}
        #: By owner and by address: jobs that wait or run, those that run, and the time that they have used.
        self._present: Counter[str] = Counter()
        self._running: Counter[str] = Counter()
        self._used: dict[str, float] = {}
        self._idle_running = 0
        #: Where an owner begins who has not waited for long: nobody saves up time.
        self._floor = 0.0
        self._numbers = itertools.count()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        return sum(map(len, self._jobs.values()))

    def leads(self) -> dict[str, float]:
        """Return the seconds by which owners and addresses have used more than whoever begins now."""
        return {name: used - self._floor for name, used in self._used.items() if used > self._floor}

    def resume(self, leads: Mapping[str, float]) -> None:
        """Begin with what `leads` returned when an earlier queue ended."""
        self._used.update((name, self._floor + seconds) for name, seconds in leads.items())

    async def acquire(self, claim: Claim) -> Claim:
        """Wait for a worker; return the claim with the urgency that it had in the end. Raises Busy if too many wait."""
        jobs = self._jobs.get(claim.owner, [])
        if (
            len(jobs) >= MAX_OF_OWNER
            or self._waiting_from(claim.source) >= MAX_OF_SOURCE
            or self.waiting >= MAX_WAITING
        ):
            raise Busy("the server is busy: please try again in a moment")
        for name in _names(claim):
            if not self._present[name]:
                self._used[name] = max(self._used.get(name, 0.0), self._floor)
            self._present[name] += 1
        job = _Job(claim, next(self._numbers), asyncio.get_running_loop().create_future())
        self._jobs.setdefault(claim.owner, jobs).append(job)
        self._grant()
        try:
            return await job.granted
        except asyncio.CancelledError:
            if job.granted.done() and not job.granted.cancelled():
                self.release(job.claim, 0.0)
            else:
                self._take(job)
                self._leave(claim)
            raise

    def release(self, claim: Claim, seconds: float) -> None:
        """Give a worker back that a job has held for that long."""
        self._free += 1
        self._idle_running -= claim.urgency == Urgency.IDLE
        for name, used in zip(_names(claim), self._time(claim).after(seconds), strict=False):
            self._running[name] -= 1
            self._used[name] = used
        self._leave(claim)
        self._grant()

    def hurry(self, turn: str, urgency: Urgency) -> None:
        """Let the job for a table's turn, if it still waits, come as soon as this urgency allows."""
        for jobs in self._jobs.values():
            for job in jobs:
                if job.claim.turn == turn and job.claim.urgency > urgency:
                    job.claim = replace(job.claim, urgency=urgency)
        self._grant()

    def _grant(self) -> None:
        """Give free workers to the jobs whose turn it is."""
        while self._free:
            firsts = {name: min(jobs, key=_among_own) for name, jobs in self._jobs.items()}
            chosen = whose_turn(
                map(self._contender, firsts.values()), self._per_owner, idle=self._idle_running < self._for_idle
            )
            if chosen is None:
                return
            job = firsts[chosen.owner]
            self._take(job)
            self._free -= 1
            self._running.update(_names(job.claim))
            self._idle_running += job.claim.urgency == Urgency.IDLE
            self._floor = max(self._floor, chosen.used.start)
            job.granted.set_result(job.claim)

    def _contender(self, job: _Job) -> First:
        claim = job.claim
        of_source = self._running[claim.source] if claim.source else 0
        return First(claim.owner, claim.urgency, job.number, self._time(claim), self._running[claim.owner], of_source)

    def _time(self, claim: Claim) -> Time:
        return Time(*(self._used[name] for name in _names(claim)))

    def _waiting_from(self, source: str) -> int:
        return self._present[source] - self._running[source] if source else 0

    def _take(self, job: _Job) -> None:
        """Let a job wait no longer."""
        jobs = self._jobs[job.claim.owner]
        jobs.remove(job)
        if not jobs:
            del self._jobs[job.claim.owner]

    def _leave(self, claim: Claim) -> None:
        """Count a job no more; drop owners and addresses without any who would begin at the floor anyway."""
        for name in _names(claim):
            self._present[name] -= 1
            if not self._present[name]:
                del self._present[name], self._running[name]
                if self._used[name] <= self._floor:
                    del self._used[name]
        if len(self._used) > 2 * MAX_WAITING:
            for name in [name for name in self._used if name not in self._present]:
                del self._used[name]


def _names(claim: Claim) -> tuple[str, ...]:
    """Return whose time a job takes: its owner's, and that of the address if it is known."""
    return (claim.owner, claim.source) if claim.source else (claim.owner,)


def _among_own(job: _Job) -> tuple[Urgency, int]:
    return job.claim.urgency, job.number
