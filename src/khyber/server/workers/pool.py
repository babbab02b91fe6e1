"""Worker processes for jobs that would block the event loop, each with a budget of time and memory.

A job over budget is stopped or its worker killed and replaced, so that no other job waits for it.
"""

from __future__ import annotations

import asyncio
import logging.config
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from khyber.agents.strong.threads import one_thread
from khyber.server.errors import OverBudget, WorkerDied
from khyber.server.library import library
from khyber.server.monitor import logs
from khyber.server.monitor.logs import about
from khyber.server.workers.budget import cpu_budget
from khyber.server.workers.fair import Claim, FairQueue, Urgency
from khyber.server.workers.parent import end_with_parent

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

log = logging.getLogger("khyber.server")
T = TypeVar("T")

#: Bytes of memory for one worker, including the games.
MAX_MEMORY = 450 * 1024 * 1024
#: Seconds for a worker to start; multiple of its budget that a job may take by the clock.
STARTING, KILLED_AFTER = 120.0, 4.0
#: By how much workers that search give way to the server itself; the most of them by default.
GIVES_WAY, MAX_THINKERS = 10, 4


def usual_thinkers() -> int:
    """Return the default number of workers that search: one for each core, within a limit."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MAX_THINKERS, cores)


def thinkers_of(setting: int) -> int:
    """Return the number of workers that search: the setting, the default for 0, and none below."""
    return max(0, setting or usual_thinkers())


# -- in a worker --------------------------------------------------------------------------------------


def start_worker(where: str, memory: int, nice: int) -> None:
    """Import the games, limit the memory, give way to others, and end with the server."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.config.dictConfig(logs.config(os.environ.get("KHYBER_LOG_FORMAT", "text")))
    end_with_parent()
    games = library(where)
    for game in games.ids():
        games.find(game)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def ready() -> bool:
    """Answer once the worker has started."""
    return True


@dataclass(frozen=True, slots=True)
class Exceeded:
    """The budget that a job exceeded."""

    what: str
    #: Whether the worker has no memory left, which may be what other jobs left there.
    exhausted: bool = False
    #: Whether the worker had run no other job.
    alone: bool = False


TOO_MUCH_MEMORY: Final = "it took too much memory"
EXHAUSTED: Final = Exceeded(TOO_MUCH_MEMORY, exhausted=True)


def _run_job(work: Callable[..., T], where: str, given: tuple[Any, ...], seconds: float) -> tuple[T] | Exceeded:
    """Return the result or the budget that was exceeded."""
    try:
        with cpu_budget(seconds):
            return (work(where, *given),)
    except OverBudget as late:
        return Exceeded(str(late))
    except RecursionError:
        return Exceeded(TOO_MUCH_MEMORY)
    except MemoryError:
        return EXHAUSTED


# -- in the server ------------------------------------------------------------------------------------


class Pool:
    """Workers of one kind, started when needed; each runs one job at a time."""

    def __init__(self, where: str, count: int, *, memory: int = MAX_MEMORY, nice: int = 0, per_owner: int = 0) -> None:
        self.where = where
        self._memory = memory
        #: By how much its workers give way to other processes.
        self._nice = nice
        self.queue = FairQueue(count, per_owner)
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()
        #: Workers that have answered once, and so have imported the games; and those that have run a job.
        self._started: set[ProcessPoolExecutor] = set()
        self._used: set[ProcessPoolExecutor] = set()
        self._stopped = False
        #: Workers killed so far.
        self.killed = 0

    @property
    def waiting(self) -> int:
        """The number of jobs queued now."""
        return self.queue.waiting

    def _start(self) -> ProcessPoolExecutor:
        one_thread()
        return ProcessPoolExecutor(
            1,
            multiprocessing.get_context("spawn"),
            initializer=start_worker,
            initargs=(self.where, self._memory, self._nice),
        )

    def warm(self) -> None:
        """Start a worker in advance, so that the first job does not wait for it."""
        worker = self._start()
        worker.submit(ready)
        self._idle.append(worker)

    async def run(self, work: Callable[..., T], *given: Any, seconds: float, claim: Claim) -> T:
        """Run a job in a worker, when it is its owner's turn, within this CPU time.

        Raises OverBudget, WorkerDied or Busy.
        """
        claim = await self.queue.acquire(claim)
        began = time.monotonic()
        try:
            return await self.run_now(work, *given, seconds=seconds)
        finally:
            self.queue.release(claim, time.monotonic() - began)

    async def hurry(self, turn: str, urgency: Urgency) -> None:
        """Let the job for a table's turn, if it still waits, come as soon as this urgency allows."""
        self.queue.hurry(turn, urgency)

    async def run_now(self, work: Callable[..., T], *given: Any, seconds: float) -> T:
        """Run a job in a worker that nobody else has, within this CPU time. Raises OverBudget or WorkerDied.

        A worker stops itself. One that cannot, in a single long call, is killed after four times the limit in
        wall-clock time: a busy machine alone is no reason to kill it. One that runs out of memory is replaced, and the
        job is run again in a new one, so that it answers only for what it needs itself.
        """
        found = await self._in_worker(work, given, seconds)
        if isinstance(found, Exceeded) and found.exhausted and not found.alone:
            log.warning("a worker ran out of memory: replaced, and its job run again", extra=about("worker-replaced"))
            found = await self._in_worker(work, given, seconds, fresh=True)
        if isinstance(found, Exceeded):
            raise OverBudget(f"stopped: {found.what}")
        return found[0]

    async def _in_worker(
        self, work: Callable[..., T], given: tuple[Any, ...], seconds: float, *, fresh: bool = False
    ) -> tuple[T] | Exceeded:
        """Run a job in an idle worker or, if it must be `fresh`, in a new one; replace a worker that is of no use."""
        worker = self._idle.pop() if self._idle and not fresh else self._start()
        self._busy.add(worker)
        alone, usable = worker not in self._used, False
        self._used.add(worker)
        try:
            found: tuple[T] | Exceeded = await self._job(worker, seconds, _run_job, work, self.where, given, seconds)
            usable = not (isinstance(found, Exceeded) and found.exhausted)
        except TimeoutError as late:
            raise OverBudget(f"stopped: it took more than {seconds:g} seconds") from late
        except BrokenProcessPool as broken:
            raise WorkerDied("a worker process died; please try again") from broken
        except MemoryError:  # it could not even send its result
            found = EXHAUSTED
        except Exception:
            usable = True  # the job failed, not the worker
            raise
        finally:
            self._busy.discard(worker)
            if usable and not self._stopped:
                self._idle.append(worker)
            else:
                self.killed += not usable
                self._forget(worker)
        return replace(found, alone=alone) if isinstance(found, Exceeded) else found

    async def _job(self, worker: ProcessPoolExecutor, seconds: float, *job: Any) -> Any:
        """Run a job within a wall-clock limit, not counting the start of the worker."""
        loop = asyncio.get_running_loop()
        if worker not in self._started:
            await asyncio.wait_for(loop.run_in_executor(worker, ready), STARTING)
            self._started.add(worker)
        return await asyncio.wait_for(loop.run_in_executor(worker, *job), KILLED_AFTER * seconds)

    def _forget(self, worker: ProcessPoolExecutor) -> None:
        self._started.discard(worker)
        self._used.discard(worker)
        self._kill(worker)

    @staticmethod
    def _kill(worker: ProcessPoolExecutor) -> None:
        for process in list((worker._processes or {}).values()):
            process.kill()
        worker.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """Kill all workers: no job is worth waiting for."""
        self._stopped = True
        for worker in (*self._idle, *self._busy):
            self._kill(worker)
        self._idle.clear()
