"""The queue that workers share. Each function is part of one transaction; whose turn it is, `workers/fair.py` says.

Processes may be on machines whose clocks differ, so all times are the database's. What a process holds (jobs it waits
for, jobs it runs, its slots) it holds until a time that it moves on every few seconds: nobody has to notice a death.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    case,
    cast,
    delete,
    exists,
    extract,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from khyber.server.storage import schema

#: Seconds for which a process holds something after it last said so.
LEASE: Final = 15.0
#: Times that a job is begun before it is given up: it may be what kills those that run it.
MAX_TRIES: Final = 3
#: The owner whose time is that at which newcomers begin.
NEWCOMER: Final = ""


class NewJob(msgspec.Struct, frozen=True):
    """A job for the queue."""

    id: str
    lane: str
    owner: str
    urgency: int
    turn: str | None
    release: str
    work: str
    given: bytes
    seconds: float
    waiter: str


class TakenJob(NamedTuple):
    """A job that a process has begun to run."""

    id: str
    work: str
    given: bytes
    seconds: float
    waiter: str


class WaitingJob(NamedTuple):
    """The next job of an owner: the most urgent, then the oldest."""

    id: str
    owner: str
    urgency: int
    at: float
    used: float


class Running(NamedTuple):
    """How many jobs of a kind run: by owner, and those that nobody waits for."""

    owners: dict[str, int]
    idle: int


def clock(connection: Connection) -> ColumnElement[float]:
    """Return the time as an expression: the database's, or for SQLite, whose process is here, ours."""
    if connection.dialect.name == "sqlite":
        return literal(time.time(), Float)
    return cast(extract("epoch", func.clock_timestamp()), Float)


# -- shares -------------------------------------------------------------------------------------------


def open_lane(connection: Connection, lane: str) -> None:
    """Make sure that a kind of workers has its row. Raises Conflict (from the database) if another does so now."""
    shares = schema.shares
    if not connection.execute(
        select(exists(literal(1)).where(shares.c.lane == lane, shares.c.owner == NEWCOMER))
    ).scalar():
        connection.execute(insert(shares).values(lane=lane, owner=NEWCOMER, used=0.0))


def lock_lane(connection: Connection, lane: str) -> float:
    """Wait until nobody else changes this lane; return the time at which a newcomer begins."""
    shares = schema.shares
    return float(
        connection.execute(
            select(shares.c.used).where(shares.c.lane == lane, shares.c.owner == NEWCOMER).with_for_update()
        ).scalar_one()
    )


def raise_floor(connection: Connection, lane: str, used: float) -> None:
    """Let newcomers begin at this time or later."""
    shares = schema.shares
    connection.execute(
        update(shares).where(shares.c.lane == lane, shares.c.owner == NEWCOMER, shares.c.used < used).values(used=used)
    )


def charge(connection: Connection, lane: str, owner: str, seconds: float) -> None:
    """Count the seconds that a job has taken."""
    shares = schema.shares
    connection.execute(
        update(shares)
        .where(shares.c.lane == lane, shares.c.owner == owner)
        .values(used=shares.c.used + max(0.0, seconds))
    )


def welcome(connection: Connection, lane: str, owner: str, floor: float) -> None:
    """Let an owner without jobs begin with the others: nobody saves up time while away."""
    shares = schema.shares
    here = (shares.c.lane == lane) & (shares.c.owner == owner)
    if connection.execute(select(shares.c.used).where(here)).scalar() is None:
        connection.execute(insert(shares).values(lane=lane, owner=owner, used=floor))
    else:
        connection.execute(update(shares).where(here, shares.c.used < floor).values(used=floor))


def forget_owners(connection: Connection, lane: str) -> None:
    """Delete owners without jobs who would begin as newcomers anyway. The lane must be locked."""
    shares, jobs = schema.shares, schema.jobs
    floor = (
        select(shares.c.used).where(shares.c.lane == lane, shares.c.owner == NEWCOMER).correlate(None).scalar_subquery()
    )
    busy = exists(literal(1)).where(jobs.c.lane == shares.c.lane, jobs.c.owner == shares.c.owner)
    connection.execute(
        delete(shares).where(shares.c.lane == lane, shares.c.owner != NEWCOMER, shares.c.used <= floor, ~busy)
    )


# -- jobs ---------------------------------------------------------------------------------------------


def count_jobs(connection: Connection, lane: str, owner: str) -> tuple[int, int]:
    """Return how many jobs an owner has in a lane, and everybody together."""
    jobs = schema.jobs
    own, all_ = connection.execute(
        select(func.coalesce(func.sum(case((jobs.c.owner == owner, 1), else_=0)), 0), func.count()).where(
            jobs.c.lane == lane, jobs.c.outcome.is_(None)
        )
    ).one()
    return int(own), int(all_)


def add(connection: Connection, job: NewJob) -> None:
    """Add a job. Raises Conflict (from the database) if there is one for the same turn."""
    now = clock(connection)
    connection.execute(insert(schema.jobs).values(**msgspec.structs.asdict(job), at=now, wanted=now + LEASE))


def has_waiting(connection: Connection, lane: str, release: str) -> bool:
    """Return whether a job waits for a worker of this kind, without a lock."""
    jobs = schema.jobs
    return bool(
        connection.execute(
            select(exists(literal(1)).where(jobs.c.lane == lane, jobs.c.release == release, jobs.c.runner.is_(None)))
        ).scalar()
    )


def running(connection: Connection, lane: str, idle: int) -> Running:
    """Return the jobs that run, and how many of them have the urgency `idle`."""
    jobs = schema.jobs
    rows = connection.execute(
        select(jobs.c.owner, func.count(), func.sum(case((jobs.c.urgency == idle, 1), else_=0)))
        .where(jobs.c.lane == lane, jobs.c.runner.is_not(None), jobs.c.outcome.is_(None))
        .group_by(jobs.c.owner)
    ).all()
    return Running({str(row[0]): int(row[1]) for row in rows}, sum(int(row[2] or 0) for row in rows))


def next_of_owners(connection: Connection, lane: str, release: str) -> list[WaitingJob]:
    """Return the next job of every owner."""
    jobs, shares = schema.jobs, schema.shares
    place = func.row_number().over(partition_by=jobs.c.owner, order_by=(jobs.c.urgency, jobs.c.at)).label("place")
    waiting = (
        select(jobs.c.id, jobs.c.owner, jobs.c.urgency, jobs.c.at, place)
        .where(jobs.c.lane == lane, jobs.c.release == release, jobs.c.runner.is_(None))
        .subquery()
    )
    rows = connection.execute(
        select(waiting.c.id, waiting.c.owner, waiting.c.urgency, waiting.c.at, shares.c.used)
        .select_from(waiting.outerjoin(shares, (shares.c.lane == lane) & (shares.c.owner == waiting.c.owner)))
        .where(waiting.c.place == 1)
    )
    return [WaitingJob(row.id, row.owner, row.urgency, row.at, row.used or 0.0) for row in rows]


def begin(connection: Connection, job: str, runner: str) -> TakenJob | None:
    """Give a waiting job to a process; None if somebody holds it just now, or it is gone."""
    jobs = schema.jobs
    found = connection.execute(
        select(jobs).where(jobs.c.id == job, jobs.c.runner.is_(None)).with_for_update(skip_locked=True)
    ).one_or_none()
    if found is None:
        return None
    now = clock(connection)
    connection.execute(
        update(jobs).where(jobs.c.id == job).values(runner=runner, began=now, lease=now + LEASE, tries=found.tries + 1)
    )
    return TakenJob(found.id, found.work, bytes(found.given), found.seconds, found.waiter)


def end(connection: Connection, job: str, runner: str, outcome: bytes, seconds: float) -> bool:
    """Store what became of a job, and count its time; False if it is no longer this process's."""
    jobs = schema.jobs
    mine = (jobs.c.id == job) & (jobs.c.runner == runner) & jobs.c.outcome.is_(None)
    found = connection.execute(
        update(jobs).where(mine).values(outcome=outcome, turn=None).returning(jobs.c.lane, jobs.c.owner)
    ).one_or_none()
    if found is None:
        return False
    charge(connection, found.lane, found.owner, seconds)
    return True


def collect(connection: Connection, waiter: str) -> list[tuple[str, bytes]]:
    """Return what became of jobs that a process waits for, and delete them."""
    jobs = schema.jobs
    rows = connection.execute(
        delete(jobs).where(jobs.c.waiter == waiter, jobs.c.outcome.is_not(None)).returning(jobs.c.id, jobs.c.outcome)
    )
    return [(str(row.id), bytes(row.outcome)) for row in rows]


def withdraw(connection: Connection, waiter: str, ids: Collection[str] | None = None) -> None:
    """Delete jobs that a process no longer waits for; all of them for None."""
    jobs = schema.jobs
    mine = jobs.c.waiter == waiter
    connection.execute(delete(jobs).where(mine if ids is None else mine & jobs.c.id.in_(ids)))


def give_back(connection: Connection, runner: str) -> list[str]:
    """Let others run what a process has begun and will not end; return their lanes."""
    jobs = schema.jobs
    rows = connection.execute(
        update(jobs)
        .where(jobs.c.runner == runner, jobs.c.outcome.is_(None))
        .values(runner=None, lease=None, began=None, tries=jobs.c.tries - 1)
        .returning(jobs.c.lane)
    )
    return sorted({str(row.lane) for row in rows})


def hurry(connection: Connection, turn: str, urgency: int) -> str | None:
    """Make a waiting job for a table's turn more urgent; return its lane if there is one."""
    jobs = schema.jobs
    return connection.execute(
        update(jobs)
        .where(jobs.c.turn == turn, jobs.c.runner.is_(None), jobs.c.urgency > urgency)
        .values(urgency=urgency)
        .returning(jobs.c.lane)
    ).scalar()


# -- processes ----------------------------------------------------------------------------------------


def say_slots(connection: Connection, process: str, slots: Sequence[tuple[str, int, int]]) -> None:
    """Store how many jobs a process runs at a time: of each lane, in all and of one owner."""
    thinkers = schema.thinkers
    connection.execute(delete(thinkers).where(thinkers.c.id == process))
    if slots:
        until = clock(connection) + LEASE
        for lane, count, per_owner in slots:
            connection.execute(
                insert(thinkers).values(id=process, lane=lane, slots=count, per_owner=per_owner, until=until)
            )


def slots_of(connection: Connection, lane: str) -> tuple[int, int]:
    """Return how many jobs of a lane run at a time in all processes together, and the most of one owner (0: any)."""
    thinkers = schema.thinkers
    row = connection.execute(
        select(func.coalesce(func.sum(thinkers.c.slots), 0), func.coalesce(func.max(thinkers.c.per_owner), 0)).where(
            thinkers.c.lane == lane, thinkers.c.until > clock(connection)
        )
    ).one()
    return int(row[0]), int(row[1])


def renew_running(connection: Connection, runner: str, ids: Collection[str]) -> set[str]:
    """Hold on to running jobs; return those that are still this process's."""
    return _renew(connection, "lease", schema.jobs.c.runner == runner, ids)


def renew_waiting(connection: Connection, waiter: str, ids: Collection[str]) -> set[str]:
    """Go on waiting for jobs; return those that are still there."""
    return _renew(connection, "wanted", schema.jobs.c.waiter == waiter, ids)


def _renew(connection: Connection, column: str, mine: ColumnElement[bool], ids: Collection[str]) -> set[str]:
    jobs = schema.jobs
    if not ids:
        return set()
    rows = connection.execute(
        update(jobs)
        .where(mine, jobs.c.id.in_(sorted(ids)))
        .values({column: clock(connection) + LEASE})
        .returning(jobs.c.id)
    )
    return {str(row.id) for row in rows}


def _lapsed(column: ColumnElement[Any], now: ColumnElement[float]) -> ColumnElement[bool]:
    """Return whether a time is over, or so far away that the clock must have been set back."""
    return or_(column < now, column > now + 2 * LEASE)


def sweep(connection: Connection, died: bytes) -> tuple[set[str], set[str]]:
    """Free what the dead have left; return the lanes with jobs to run again, and the processes whose jobs gave up.

    A job that too many have begun gets the outcome `died`.
    """
    jobs, thinkers, now = schema.jobs, schema.thinkers, clock(connection)
    connection.execute(delete(thinkers).where(_lapsed(thinkers.c.until, now)))
    connection.execute(delete(jobs).where(_lapsed(jobs.c.wanted, now)))
    lapsed = connection.execute(
        select(jobs.c.id, jobs.c.lane, jobs.c.owner, jobs.c.waiter, jobs.c.tries, jobs.c.lease - jobs.c.began)
        .where(jobs.c.runner.is_not(None), jobs.c.outcome.is_(None), _lapsed(jobs.c.lease, now))
        .with_for_update(skip_locked=True)
    ).all()
    lanes, waiters = set[str](), set[str]()
    for job, lane, owner, waiter, tries, seconds in lapsed:
        charge(connection, lane, owner, seconds)
        if tries < MAX_TRIES:
            connection.execute(update(jobs).where(jobs.c.id == job).values(runner=None, lease=None, began=None))
            lanes.add(lane)
        else:
            connection.execute(update(jobs).where(jobs.c.id == job).values(outcome=died, turn=None))
            waiters.add(waiter)
    return lanes, waiters


def foreign_releases(connection: Connection, lane: str, release: str) -> list[str]:
    """Return the other releases that jobs of a lane wait for."""
    jobs = schema.jobs
    rows = connection.execute(
        select(jobs.c.release).where(jobs.c.lane == lane, jobs.c.runner.is_(None), jobs.c.release != release).distinct()
    )
    return sorted(str(row.release) for row in rows)
