"""The queue that several workers share through the database, and thinkers on other machines with them.

Whoever wants a job adds a row and waits; whoever has a free process takes the row whose turn it is, by the same rule as
`FairQueue`, and writes the result into it. Notifications make that quick, polling makes it certain.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar, cast

import msgspec
from sqlalchemy import Connection

from khyber import __version__
from khyber.server.errors import Busy, Conflict, OverBudget, Unavailable, WorkerDied
from khyber.server.monitor.logs import about
from khyber.server.storage import job_store
from khyber.server.storage.database import Database, Notification
from khyber.server.storage.job_store import NewJob, TakenJob
from khyber.server.workers.fair import (
    MAX_OF_OWNER,
    MAX_OF_SOURCE,
    MAX_WAITING,
    Claim,
    First,
    Urgency,
    most_for_one,
    whose_turn,
)
from khyber.server.workers.pool import MAX_MEMORY, Pool
from khyber.server.workers.wire import DIED, DONE, FAILED, OVER_BUDGET, Kind, Kinds, Outcome, Unreadable

log = logging.getLogger("khyber.server")
T = TypeVar("T")

#: The lanes: searches of seconds, and those of a moment.
THINKING, MOMENT = "thinking", "moment"
#: The kinds of notifications: jobs wait in these lanes; jobs of these processes have ended.
JOB, ENDED = "job", "job-ended"
#: Seconds between looks at the queue that no notification asked for, and between renewals of what a process holds.
POLL: Final = 2.0
RENEWED_EVERY: Final = 4.0
#: Seconds between attempts to store a result while the database does not answer.
RETRY: Final = 1.0

_encode = msgspec.msgpack.Encoder().encode
_outcome = msgspec.msgpack.Decoder(Outcome)
GAVE_UP: Final = _encode(Outcome(DIED, "the processes that ran the job died; please try again"))


def release_of(games: str) -> str:
    """Return what two processes must have in common to run the same jobs."""
    return f"{__version__} {games}"


# -- in one transaction -------------------------------------------------------------------------------


def submit(connection: Connection, job: NewJob) -> None:
    """Add a job. Raises Busy if too many wait, and Conflict if another plays the same turn."""
    floor = job_store.lock_lane(connection, job.lane)
    found = job_store.count_jobs(connection, job.lane, job.owner, job.source)
    crowded = bool(job.source) and found.waiting_from >= MAX_OF_SOURCE
    if found.of_owner >= MAX_OF_OWNER or crowded or found.all >= MAX_WAITING:
        raise Busy("the server is busy: please try again in a moment")
    if not found.of_owner:
        job_store.welcome(connection, job.lane, job.owner, floor)
    if job.source and not found.of_source:
        job_store.welcome(connection, job.lane, job.source, floor)
    job_store.add(connection, job)


def take(connection: Connection, lane: str, runner: str, release: str) -> TakenJob | None:
    """Give the process the job whose turn it is; None if there is none that may run now."""
    if not job_store.has_waiting(connection, lane, release):
        return None
    job_store.lock_lane(connection, lane)
    slots, per_owner = job_store.slots_of(connection, lane)
    running = job_store.running(connection, lane, Urgency.IDLE)
    waiting = {one.owner: one for one in job_store.next_of_owners(connection, lane, release)}
    first = whose_turn(
        (
            First(one.owner, one.urgency, one.at, one.used, running.by[one.owner], running.by[one.source])
            for one in waiting.values()
        ),
        most_for_one(slots, per_owner),
        idle=running.idle < most_for_one(slots),
    )
    if first is None:
        return None
    job_store.raise_floor(connection, lane, first.used.start)
    return job_store.begin(connection, waiting[first.owner].id, runner)


# -- in a process -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Wait:
    """A job that this process waits for."""

    lane: str
    ended: asyncio.Future[Outcome]
    #: Whether it is in the queue, and how often in a row it was not found there since.
    added: bool = False
    missed: int = 0


@dataclass(slots=True)
class _Lane:
    """The processes of one kind that this process runs jobs in."""

    pool: Pool
    slots: int
    per_owner: int
    running: dict[str, asyncio.Task[None]] = field(default_factory=dict)


class SharedQueue:
    """What one process adds to the queue, and what it runs of it."""

    def __init__(self, database: Database, kinds: Kinds, release: str) -> None:
        self._database = database
        self._kinds = kinds
        self._release = release
        self.process = database.worker
        self._lanes: dict[str, _Lane] = {}
        self._waits: dict[str, _Wait] = {}
        #: Jobs that were no longer this process's at the last renewal, and lanes in which nobody ran any.
        self._lost: set[str] = set()
        self._unserved: set[str] = set()
        #: The lanes to look at, and whether results wait here.
        self._look: set[str] = set()
        self._fetch = False
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        #: Jobs ended here since the start, and the seconds they took.
        self.ended = 0
        self.seconds = 0.0

    def open(self, lane: str, pool: Pool, slots: int, per_owner: int = 0) -> None:
        """Run jobs of this lane in a pool; `per_owner` is the most of one owner in all processes together."""
        self._lanes[lane] = _Lane(pool, slots, per_owner)

    def waiting(self, lane: str) -> int:
        """The number of jobs of this lane that this process waits for."""
        return sum(one.lane == lane for one in self._waits.values())

    @property
    def running(self) -> int:
        """The number of jobs that run here."""
        return sum(len(lane.running) for lane in self._lanes.values())

    async def start(self) -> None:
        """Say which jobs this process runs, before it takes the first."""
        for lane in self._lanes:
            with contextlib.suppress(Conflict):  # another process has just done it
                await self._database.run(partial(job_store.open_lane, lane=lane))
        await self._database.run(partial(job_store.say_slots, process=self.process, slots=self._slots()))

    def _slots(self) -> list[tuple[str, int, int]]:
        return [(name, lane.slots, lane.per_owner) for name, lane in self._lanes.items()]

    async def stop(self) -> None:
        """Let others run what runs here, and withdraw what this process waits for."""
        self._stopping = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Unavailable, Conflict):
            await self._database.run(self._leave)

    def _leave(self, connection: Connection) -> None:
        self._lock(connection)
        job_store.withdraw(connection, self.process)
        job_store.say_slots(connection, self.process, [])
        if lanes := job_store.give_back(connection, self.process):
            self._database.notify(connection, self._news(JOB, lanes))

    def _lock(self, connection: Connection) -> None:
        """Lock all lanes before any other row, as everybody does."""
        for name in sorted(self._lanes):
            job_store.lock_lane(connection, name)

    def _news(self, kind: str, users: list[str]) -> Notification:
        return self._database.notification("", kind, users=users)

    # -- jobs that this process wants -----------------------------------------------------------------

    async def run(self, lane: str, work: Callable[..., T], *given: Any, seconds: float, claim: Claim) -> T:
        """Have a job run somewhere. Raises OverBudget, WorkerDied, Busy, Unavailable, or Conflict for a turn twice."""
        kind = self._kinds[work.__name__]
        job = NewJob(
            secrets.token_hex(8),
            lane,
            claim.owner,
            int(claim.urgency),
            claim.turn or None,
            self._release,
            kind.name,
            kind.pack(given),
            seconds,
            self.process,
            claim.source,
        )
        wait = self._waits[job.id] = _Wait(lane, asyncio.get_running_loop().create_future())
        try:
            await self._database.run(lambda connection: self._submit(connection, job))
            wait.added = True
            self._look_at(lane)
            outcome = await wait.ended
        except BaseException:
            if not self._stopping:
                self._spawn(self._withdraw(job.id))
            raise
        finally:
            del self._waits[job.id]
        return cast(T, _result(kind, outcome))

    def _submit(self, connection: Connection, job: NewJob) -> None:
        submit(connection, job)
        self._database.notify(connection, self._news(JOB, [job.lane]))

    async def _withdraw(self, job: str) -> None:
        with contextlib.suppress(Unavailable, Conflict):
            await self._database.run(partial(job_store.withdraw, waiter=self.process, ids=[job]))

    async def hurry(self, turn: str, urgency: Urgency) -> None:
        """Let the job for a table's turn, whoever added it, come as soon as this urgency allows if it still waits."""

        def work(connection: Connection) -> str | None:
            lane = job_store.hurry(connection, turn, int(urgency))
            if lane is not None:
                self._database.notify(connection, self._news(JOB, [lane]))
            return lane

        with contextlib.suppress(Unavailable, Conflict):
            if (lane := await self._database.run(work)) is not None:
                self._look_at(lane)

    def on_notification(self, notification: Notification | None) -> None:
        """Follow what other processes do; None: some notifications may have been missed."""
        if notification is None:
            self._fetch = True
            self._look_at(*self._lanes)
        elif notification.kind == JOB:
            self._look_at(*notification.users)
        elif notification.kind == ENDED and self.process in notification.users:
            self._fetch = True
            self._wake.set()

    def _look_at(self, *lanes: str) -> None:
        self._look.update(lane for lane in lanes if lane in self._lanes)
        self._wake.set()

    # -- jobs that this process runs ------------------------------------------------------------------

    async def serve(self) -> None:
        """Take jobs and fetch results for ever."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL)
            if not self._wake.is_set():  # nobody has said anything for a while: look oneself
                self._look.update(self._lanes)
                self._fetch = bool(self._waits)
            self._wake.clear()
            try:
                if self._fetch:
                    self._fetch = False
                    await self._collect()
                while self._look:
                    await self._take_all(self._look.pop())
            except (Unavailable, Conflict):
                self._fetch = True
                self._look.update(self._lanes)
                await asyncio.sleep(RETRY)

    async def _collect(self) -> None:
        for job, outcome in await self._database.run(partial(job_store.collect, waiter=self.process)):
            self._deliver(job, outcome)

    def _deliver(self, job: str, outcome: bytes) -> None:
        wait = self._waits.get(job)
        if wait is not None and not wait.ended.done():
            wait.ended.set_result(_decoded(outcome))

    async def _take_all(self, name: str) -> None:
        """Take jobs of a lane as long as there are free processes and jobs that may run."""
        lane = self._lanes[name]
        while len(lane.running) < lane.slots and not self._stopping:
            job = await self._database.run(partial(take, lane=name, runner=self.process, release=self._release))
            if job is None:
                return
            lane.running[job.id] = self._spawn(self._run(name, lane, job))

    def _spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("a job failed: %s", problem, exc_info=problem, extra=about("task-failed"))

    async def _run(self, name: str, lane: _Lane, job: TakenJob) -> None:
        """Run a job, and store what became of it."""
        began = time.monotonic()
        try:
            outcome = _encode(await self._outcome(lane.pool, job))
            seconds = time.monotonic() - began
            await self._store(name, job, outcome, seconds)
            self.ended += 1
            self.seconds += seconds
        except asyncio.CancelledError:
            if not self._stopping:  # nobody waits for it any more, but its time counts
                self._spawn(self._store(name, job, GAVE_UP, time.monotonic() - began))
            raise
        finally:
            del lane.running[job.id]
            self._look_at(name)

    async def _outcome(self, pool: Pool, job: TakenJob) -> Outcome:
        try:
            kind = self._kinds[job.work]
            found = await pool.run_now(kind.work, *kind.unpack(job.given), seconds=job.seconds)
            return Outcome(DONE, found=kind.pack_found(found))
        except OverBudget as problem:
            return Outcome(OVER_BUDGET, str(problem))
        except WorkerDied as problem:
            return Outcome(DIED, str(problem))
        except Exception as problem:
            log.exception("the job %s failed", job.work, extra=about("job-failed"))
            return Outcome(FAILED, f"the job {job.work} failed: {type(problem).__name__}")

    async def _store(self, lane: str, job: TakenJob, outcome: bytes, seconds: float) -> None:
        """Store the outcome; wait for a database that does not answer. Another process may have it by then."""

        def work(connection: Connection) -> bool:
            job_store.lock_lane(connection, lane)
            ended = job_store.end(connection, job.id, self.process, outcome, seconds)
            if ended and job.waiter == self.process:
                job_store.withdraw(connection, self.process, [job.id])
            if ended and job.waiter != self.process:
                self._database.notify(connection, self._news(ENDED, [job.waiter]))
            if job_store.has_waiting(connection, lane, self._release):  # the owner may run another now, in any process
                self._database.notify(connection, self._news(JOB, [lane]))
            return ended

        while True:
            try:
                ended = await self._database.run(work)
                break
            except (Unavailable, Conflict):
                await asyncio.sleep(RETRY)
        if ended and job.waiter == self.process:
            self._deliver(job.id, outcome)

    # -- what this process holds ----------------------------------------------------------------------

    async def renew(self) -> None:
        """Hold on to the jobs of this process, and free what dead ones have left, for ever."""
        while True:
            await asyncio.sleep(RENEWED_EVERY)
            try:
                await self.renew_once()
            except (Unavailable, Conflict):
                continue

    async def renew_once(self) -> None:
        running = {job for lane in self._lanes.values() for job in lane.running}
        added = {job for job, wait in self._waits.items() if wait.added}
        held, found, unserved = await self._database.run(lambda connection: self._renew(connection, running, added))
        self._warn(unserved)
        lost = running - held
        for lane in self._lanes.values():
            for job in lost & self._lost & lane.running.keys():
                log.info("a job was taken away or is no longer wanted: stopped", extra=about("job-lost"))
                lane.running[job].cancel()
        self._lost = lost
        for job in added:
            wait = self._waits.get(job)
            if wait is None:
                continue
            wait.missed = 0 if job in found else wait.missed + 1
            # missed once, its result may just be on its way
            if wait.missed > 1 and not wait.ended.done():
                wait.ended.set_exception(Unavailable("the job was lost; please try again"))

    def _warn(self, unserved: set[str]) -> None:
        """Log once that jobs of these lanes wait and nobody runs any."""
        if new := unserved - self._unserved:
            log.warning(
                "jobs wait for %s, and no process runs any: start `khyber think`",
                " and ".join(sorted(new)),
                extra=about("no-thinkers"),
            )
        self._unserved = unserved

    def _renew(self, connection: Connection, running: set[str], added: set[str]) -> tuple[set[str], set[str], set[str]]:
        self._lock(connection)
        job_store.say_slots(connection, self.process, self._slots())
        held = job_store.renew_running(connection, self.process, running)
        found = job_store.renew_waiting(connection, self.process, added)
        lanes, waiters = job_store.sweep(connection, GAVE_UP)
        for name in self._lanes:
            job_store.forget_owners(connection, name)
        if lanes:
            self._database.notify(connection, self._news(JOB, sorted(lanes)))
            self._look_at(*lanes)
        if waiters:
            self._database.notify(connection, self._news(ENDED, sorted(waiters)))
            self.on_notification(self._news(ENDED, sorted(waiters)))
        lanes_here = {one.lane for one in self._waits.values()}
        return held, found, {lane for lane in lanes_here if not job_store.slots_of(connection, lane)[0]}

    async def foreign_releases(self) -> list[str]:
        """Return the other releases whose jobs wait, which this process cannot run."""
        found = set[str]()
        for lane in self._lanes:
            found.update(
                await self._database.run(partial(job_store.foreign_releases, lane=lane, release=self._release))
            )
        return sorted(found)


def _decoded(outcome: bytes) -> Outcome:
    try:
        return _outcome.decode(outcome)
    except msgspec.MsgspecError:
        return Outcome(FAILED, "the result of a job is damaged")


def _result(kind: Kind, outcome: Outcome) -> Any:
    """Return the result of a job. Raises OverBudget or WorkerDied."""
    if outcome.end == OVER_BUDGET:
        raise OverBudget(outcome.message)
    if outcome.end == DONE:
        try:
            return kind.unpack_found(outcome.found)
        except Unreadable as problem:
            raise WorkerDied(str(problem)) from problem
    raise WorkerDied(outcome.message or "a worker process died; please try again")


class SharedPool(Pool):
    """Workers whose jobs wait in the shared queue: any process may run them."""

    def __init__(
        self,
        shared: SharedQueue,
        lane: str,
        where: str,
        count: int,
        *,
        memory: int = MAX_MEMORY,
        nice: int = 0,
        per_owner: int = 0,
    ) -> None:
        super().__init__(where, count, memory=memory, nice=nice, per_owner=per_owner)
        self._shared = shared
        self._lane = lane
        shared.open(lane, self, count, per_owner)

    @property
    def waiting(self) -> int:
        return self._shared.waiting(self._lane)

    async def run(self, work: Callable[..., T], *given: Any, seconds: float, claim: Claim) -> T:
        return await self._shared.run(self._lane, work, *given, seconds=seconds, claim=claim)

    async def hurry(self, turn: str, urgency: Urgency) -> None:
        await self._shared.hurry(turn, urgency)
