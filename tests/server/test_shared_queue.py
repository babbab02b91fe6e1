"""Several workers share one queue in the database: as fair as the queue of one, and nothing is run twice or lost."""

from __future__ import annotations

import asyncio
import os
import pickle
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, select, update

from khyber.server.errors import Busy, Conflict, OverBudget, Unavailable, WorkerDied
from khyber.server.storage import job_store, schema
from khyber.server.storage.job_store import NewJob
from khyber.server.storage.urls import open_database
from khyber.server.workers import shared
from khyber.server.workers.fair import Claim, Urgency
from khyber.server.workers.shared import SharedPool, SharedQueue
from khyber.server.workers.wire import Outcome, kinds
from tests.server.conftest import Fresh
from tests.server.games import WHERE
from tests.server.serving import PATIENCE
from tests.server.test_fair_shares import OWNERS, Wanted, served, source_of

LANE, RELEASE = "thinking", "1.0 games"
WAITED, DUE, IDLE = Urgency


def new_job(owner: str, urgency: Urgency = WAITED, turn: str | None = None, waiter: str = "server") -> NewJob:
    return NewJob(
        secrets.token_hex(8), LANE, owner, int(urgency), turn, RELEASE, "echo", b"", 1.0, waiter, source_of(owner)
    )


# -- whose turn it is -------------------------------------------------------------------------------


def shared_order(connection: Connection, jobs: Wanted, workers: int, per_owner: int) -> list[str]:
    """The owners in the order in which their jobs end, on a clock that only jobs move."""
    job_store.open_lane(connection, LANE)
    job_store.say_slots(connection, "one", [(LANE, workers, per_owner)])
    waiting, running, order, now = dict[str, tuple[str, float]](), list[tuple[float, int, str]](), list[str](), 0.0
    numbers = dict[str, int]()

    def take() -> None:
        while len(running) < workers and (job := shared.take(connection, LANE, "one", RELEASE)) is not None:
            running.append((now + waiting[job.id][1], numbers[job.id], job.id))

    for number, (owner, urgency, seconds) in enumerate(jobs):
        job = new_job(owner, urgency)
        waiting[job.id], numbers[job.id] = (owner, seconds), number
        shared.submit(connection, job)
        take()
    while running:
        running.sort()
        now, _, job_id = running.pop(0)
        owner, seconds = waiting[job_id]
        assert job_store.end(connection, job_id, "one", b"", seconds)
        order.append(owner)
        take()
    return order


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(OWNERS), st.sampled_from(list(Urgency)), st.sampled_from([0.5, 1.0, 8.0])),
        max_size=20,
    ),
    st.integers(1, 4),
    st.integers(0, 2),
)
def test_it_serves_in_the_order_of_the_queue_of_one(jobs: Wanted, workers: int, per_owner: int) -> None:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        assert shared_order(connection, jobs, workers, per_owner) == served(jobs, workers, per_owner)


# -- jobs that anybody may run ------------------------------------------------------------------------


def echo(where: str, text: str) -> str:
    return text


def nap(where: str, seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def spin(where: str) -> None:
    while True:
        pass


def fail(where: str) -> int:
    raise ZeroDivisionError("nobody can")


def end_it_all(where: str) -> int:
    os._exit(1)


KINDS = kinds(echo, nap, spin, fail, end_it_all)


class Process:
    """A worker of the server, or a thinker elsewhere: `slots` jobs at a time, none of which needs a game."""

    def __init__(self, url: str, slots: int, per_owner: int = 0, release: str = RELEASE) -> None:
        self.database = open_database(url)
        self.queue = SharedQueue(self.database, KINDS, release)
        self.pool = SharedPool(self.queue, LANE, WHERE, slots, per_owner=per_owner)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self.database.start(self.queue.on_notification)
        await self.queue.start()
        self._tasks = [asyncio.create_task(self.queue.serve()), asyncio.create_task(self.queue.renew())]

    async def die(self) -> None:
        """Stop at once, as a process that is killed does: nothing is given back or charged."""
        self.queue._stopping = True
        for task in (*self._tasks, *self.queue._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self.queue._tasks, return_exceptions=True)
        self._tasks = []
        self.pool.stop()

    async def stop(self) -> None:
        if self._tasks:
            await self.queue.stop()
            await self.die()
        await self.database.close()

    def run(self, work: Callable[..., Any], *given: Any, owner: str = "ann", **more: Any) -> asyncio.Task[Any]:
        claim = Claim(owner, more.pop("urgency", WAITED), more.pop("turn", ""))
        return asyncio.create_task(self.pool.run(work, *given, seconds=more.pop("seconds", 5.0), claim=claim))

    async def rows(self) -> list[Any]:
        jobs = schema.jobs
        return await self.database.run(lambda connection: list(connection.execute(select(jobs).order_by(jobs.c.at))))


def together(url: str, *slots: int, **more: Any) -> Callable[[Callable[..., Awaitable[None]]], None]:
    """Run a test with processes that have so many slots each."""

    def run(test: Callable[..., Awaitable[None]]) -> None:
        async def whole() -> None:
            processes = [Process(url, count, **more) for count in slots]
            try:
                for one in processes:
                    await one.start()
                async with asyncio.timeout(PATIENCE):
                    await test(*processes)
            finally:
                for one in processes:
                    await one.stop()

        asyncio.run(whole())

    return run


async def ended(number: int, *processes: Process) -> None:
    """Wait until processes have ended that many jobs: a result may come before its process has counted it."""
    while (found := sum(one.queue.ended for one in processes)) < number:
        await asyncio.sleep(0.02)
    assert found == number


async def eventually(what: Callable[[], Awaitable[Any]]) -> Any:
    while not (found := await what()):
        await asyncio.sleep(0.02)
    return found


def test_a_process_without_workers_gets_its_results_from_others(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 1)
    async def test(server: Process, thinker: Process) -> None:
        found = await asyncio.gather(*(server.run(echo, f"job {number}") for number in range(10)))
        assert found == [f"job {number}" for number in range(10)]
        await ended(10, thinker)
        assert await server.rows() == []


def test_each_job_runs_once_however_many_take_them(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 2, 2, 2)
    async def test(*processes: Process) -> None:
        wanted = [one.run(echo, str(number), owner=f"{number % 5}") for number, one in enumerate(processes * 20)]
        assert [await task for task in wanted] == [str(number) for number in range(60)]
        await ended(60, *processes)


def test_owners_get_equal_time_in_all_processes_together(fresh_postgres: Fresh) -> None:
    """One who sends forty jobs through one worker delays nobody who comes through another."""

    @together(fresh_postgres(), 1, 1)
    async def test(first: Process, second: Process) -> None:
        ended: list[str] = []

        async def one(process: Process, owner: str) -> None:
            await process.run(nap, 0.02, owner=owner)
            ended.append(owner)

        many = [asyncio.create_task(one(first, "many")) for _ in range(40)]
        await eventually(first.rows)
        few = [asyncio.create_task(one(second, "few")) for _ in range(5)]
        await asyncio.gather(*many, *few)
        assert max(place for place, owner in enumerate(ended) if owner == "few") < 22


@pytest.mark.parametrize(("per_owner", "most"), [(0, 3), (1, 1), (2, 2)])
def test_one_owner_never_has_more_than_allowed_in_all_processes_together(
    fresh_postgres: Fresh, per_owner: int, most: int
) -> None:
    @together(fresh_postgres(), 2, 2, per_owner=per_owner)
    async def test(first: Process, second: Process) -> None:
        seen = Counter[int]()
        tasks = [process.run(nap, 0.05) for process in (first, second) * 10]
        while not all(task.done() for task in tasks):
            seen[sum(row.runner is not None and row.outcome is None for row in await first.rows())] += 1
        assert max(seen) == most
        assert [await task for task in tasks] == [0.05] * 20


def test_jobs_of_a_killed_process_are_run_by_another_after_their_lease(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 1, 0)
    async def test(server: Process, thinker: Process, other: Process) -> None:
        job = server.run(nap, 3.0, seconds=20.0)
        await eventually(lambda: _running(server))
        await thinker.die()
        (row,) = await server.rows()
        assert row.runner == thinker.queue.process
        other.queue._lanes[LANE].slots = 1
        await server.queue.renew_once()
        assert (await server.rows())[0].runner == thinker.queue.process, "its lease is not over"
        await _age(server, "lease")
        await server.queue.renew_once()
        assert await job == 3.0
        await ended(1, other)


async def _running(process: Process) -> list[Any]:
    return [row for row in await process.rows() if row.runner is not None]


async def _age(process: Process, column: str) -> None:
    """Let a lease be over, as if time had passed."""
    await process.database.run(lambda connection: connection.execute(update(schema.jobs).values({column: 1.0})))


def test_a_job_that_kills_whoever_runs_it_is_given_up(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0)
    async def test(server: Process) -> None:
        job = server.run(echo, "never")
        await eventually(server.rows)
        for number in range(job_store.MAX_TRIES):
            taken = await server.database.run(lambda connection: shared.take(connection, LANE, "dead", RELEASE))
            assert taken is not None, number
            await _age(server, "lease")
            await server.queue.renew_once()
        with pytest.raises(WorkerDied):
            await job


def test_nobody_runs_what_a_killed_process_waited_for(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 0)
    async def test(server: Process, other: Process) -> None:
        server.run(echo, "for nobody")
        await eventually(other.rows)
        await server.die()
        await other.queue.renew_once()
        assert await other.rows()
        await _age(other, "wanted")
        await other.queue.renew_once()
        assert not await other.rows()


def test_a_process_that_stops_gives_its_jobs_back_at_once(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 1, 0)
    async def test(server: Process, thinker: Process, other: Process) -> None:
        job = server.run(nap, 1.0, seconds=20.0)
        await eventually(lambda: _running(server))
        other.queue._lanes[LANE].slots = 1
        await other.queue.renew_once()
        await thinker.stop()
        await thinker.database.start(lambda notification: None)  # to be closed again
        assert await job == 1.0
        await ended(1, other)


def test_a_job_that_nobody_wants_any_more_is_stopped(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 1)
    async def test(server: Process, thinker: Process) -> None:
        job = server.run(nap, 30.0, seconds=60.0)
        await eventually(lambda: _running(server))
        job.cancel()
        await eventually(lambda: _unwanted(server))
        for _ in range(2):
            await thinker.queue.renew_once()
        await eventually(lambda: _idle(thinker))
        await eventually(lambda: _none(server))
        assert thinker.pool.killed == 1
        assert await _used(server) > 0, "whoever withdraws a job gets its time for nothing"


async def _unwanted(process: Process) -> bool:
    return all(row.waiter == job_store.UNWANTED for row in await process.rows())


async def _used(process: Process) -> float:
    """The seconds that have been counted."""
    found = await process.database.run(lambda connection: job_store.used_in(connection, LANE))
    return sum(found.values())


@pytest.mark.parametrize("who", ["the waiter stops", "the waiter dies", "the runner stops", "both die"])
def test_the_time_of_a_job_counts_that_nobody_waits_for_any_more(database: str, who: str) -> None:
    """Nor is its owner given another worker instead of the one that it still takes."""

    def work(connection: Connection) -> tuple[int, float, int]:
        jobs = schema.jobs
        job_store.open_lane(connection, LANE)
        job_store.say_slots(connection, "runner", [(LANE, 2, 1)])
        for one in (new_job("net/ann", turn="table"), new_job("net/ann")):
            shared.submit(connection, one)
        assert shared.take(connection, LANE, "runner", RELEASE) is not None
        connection.execute(update(jobs).where(jobs.c.runner == "runner").values(began=jobs.c.began - 9))
        if who in ("the waiter stops", "the runner stops"):
            job_store.withdraw(connection, "server")
        else:
            connection.execute(update(jobs).where(jobs.c.runner == "runner").values(wanted=1.0))
            job_store.sweep(connection, b"died")
        shared.submit(connection, new_job("net/ann", turn="table"))
        taken = shared.take(connection, LANE, "runner", RELEASE)
        (job,) = connection.execute(select(jobs.c.id).where(jobs.c.runner == "runner")).scalars()
        if who == "the runner stops":
            job_store.give_back(connection, "runner")
        elif who == "both die":
            now = job_store.clock(connection)
            connection.execute(update(jobs).where(jobs.c.id == job).values(lease=now - 1, began=now - 10))
            job_store.sweep(connection, b"died")
        else:
            assert job_store.end(connection, job, "runner", b"", 9.0)
        gone = connection.execute(select(jobs.c.id).where(jobs.c.id == job)).first() is None
        return int(taken is None), job_store.used_in(connection, LANE)["net/ann"], int(gone)

    async def run() -> tuple[int, float, int]:
        found = open_database(database)
        await found.start(lambda notification: None)
        try:
            return await found.run(work)
        finally:
            await found.close()

    held, used, gone = asyncio.run(run())
    assert held and gone and 8.5 < used < 60


async def _none(process: Process) -> bool:
    return not await process.rows()


async def _idle(process: Process) -> bool:
    return not process.queue._lanes[LANE].running


def test_what_goes_wrong_with_a_job_reaches_whoever_waits(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 1)
    async def test(server: Process, thinker: Process) -> None:
        with pytest.raises(OverBudget):
            await server.run(spin, seconds=0.2)
        for work in (fail, end_it_all):
            with pytest.raises(WorkerDied):
                await server.run(work)
        assert await server.run(echo, "still here") == "still here"


def test_a_job_lost_with_the_database_is_not_waited_for_for_ever(fresh_postgres: Fresh) -> None:
    """After a crash of PostgreSQL the queue is empty."""

    @together(fresh_postgres(), 0)
    async def test(server: Process) -> None:
        job = server.run(echo, "lost")
        await eventually(server.rows)
        await server.database.run(lambda connection: connection.execute(schema.jobs.delete()))
        for _ in range(2):
            await server.queue.renew_once()
        with pytest.raises(Unavailable):
            await job


def test_a_turn_is_played_by_one_job_at_a_time(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0, 0)
    async def test(first: Process, second: Process) -> None:
        one = first.run(echo, "turn", turn="table")
        await eventually(first.rows)
        with pytest.raises(Conflict):
            await second.run(echo, "turn", turn="table")
        other = second.run(echo, "turn", turn="another table")
        await eventually(lambda: _two(first))
        one.cancel()
        other.cancel()


async def _two(process: Process) -> bool:
    return len(await process.rows()) == 2


def test_an_owner_with_too_many_jobs_is_refused_by_every_process(
    fresh_postgres: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "MAX_OF_OWNER", 2)

    @together(fresh_postgres(), 0, 0)
    async def test(first: Process, second: Process) -> None:
        held = [first.run(echo, "1"), second.run(echo, "2")]
        await eventually(lambda: _two(first))
        for process in (first, second):
            with pytest.raises(Busy):
                await process.run(echo, "3")
        held.append(second.run(echo, "4", owner="bob"))
        await eventually(lambda: _three(first))
        for task in held:
            task.cancel()


async def _three(process: Process) -> bool:
    return len(await process.rows()) == 3


def test_what_becomes_urgent_while_it_waits_comes_first(fresh_postgres: Fresh) -> None:
    @together(fresh_postgres(), 0)
    async def test(server: Process) -> None:
        tasks = [
            server.run(echo, "idle", urgency=IDLE, turn="watched"),
            server.run(echo, "due", urgency=DUE, owner="bob"),
        ]
        await eventually(lambda: _two(server))
        await server.queue.hurry("watched", WAITED)
        first = await server.database.run(lambda connection: shared.take(connection, LANE, "me", RELEASE))
        assert first is not None and KINDS["echo"].unpack(first.given) == ("idle",)
        for task in tasks:
            task.cancel()


# -- a row is data ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "given"),
    [
        ("echo", pickle.dumps(("text",))),
        ("echo", msgspec.msgpack.encode([7])),
        ("echo", b""),
        ("system", msgspec.msgpack.encode(["true"])),
        ("__import__", msgspec.msgpack.encode(["os"])),
    ],
)
def test_a_row_that_is_no_job_runs_nothing(fresh_postgres: Fresh, work: str, given: bytes) -> None:
    @together(fresh_postgres(), 1)
    async def test(server: Process) -> None:
        job = msgspec.structs.replace(new_job("mallory"), work=work, given=given)
        await server.database.run(lambda connection: shared.submit(connection, job))
        server.queue._look_at(LANE)
        (row,) = await eventually(lambda: _ended(server))
        assert msgspec.msgpack.decode(row.outcome, type=Outcome).end == "failed"
        assert server.pool._busy == set() and not server.pool._used


async def _ended(process: Process) -> list[Any]:
    return [row for row in await process.rows() if row.outcome is not None]


def test_jobs_of_another_release_wait_for_a_process_of_theirs(fresh_postgres: Fresh) -> None:
    url = fresh_postgres()

    @together(url, 1)
    async def test(server: Process) -> None:
        later = Process(url, 0, release="2.0 games")
        await later.start()
        job = later.run(echo, "of later")
        await eventually(server.rows)
        assert await server.database.run(lambda c: shared.take(c, LANE, "me", RELEASE)) is None
        assert await server.queue.foreign_releases() == ["2.0 games"]
        job.cancel()
        await later.stop()
