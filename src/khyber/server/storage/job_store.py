"""The queue that workers share. Each function is part of one transaction; whose turn it is, `workers/fair.py` says.

Processes may be on machines whose clocks differ, so all times are the database's. What a process holds (jobs it waits
for, jobs it runs, its slots) it holds until a time that it moves on every few seconds: nobody has to notice a death.
"""

from __future__ import annotations

import time
from collections import Counter
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
from khyber.server.storage.used_time import Time

#: Seconds for which a process holds something after it last said so.
LEASE: Final = 15.0
#: Times that a job is begun before it is given up: it may be what kills those that run it.
MAX_TRIES: Final = 3
#: The owner whose time is that at which newcomers begin.
NEWCOMER: Final = ""
#: The waiter of a job that runs although nobody waits for it any more.
UNWANTED: Final = ""


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
    source: str = ""


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
    source: str
    urgency: int
    at: float
    used: Time


class Running(NamedTuple):
    """How many jobs of a kind run: by owner and by address, and those that nobody waits for."""

    by: Counter[str]
    idle: int


class Present(NamedTuple):
    """How many jobs of a kind there are: of an owner, of an address, those of these that wait, and all."""

    of_owner: int
    of_source: int
    waiting_from: int
    all: int


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


def used_in(connection: Connection, lane: str, names: Collection[str] | None = None) -> dict[str, float]:
    """Return the seconds that these owners and addresses have used in a lane; all of them for None."""
    shares = schema.shares
    wanted = shares.c.owner != NEWCOMER if names is None else shares.c.owner.in_(names)
    rows = connection.execute(select(shares.c.owner, shares.c.used).where(shares.c.lane == lane, wanted))
    return {str(row.owner): float(row.used) for row in rows}


def charge(connection: Connection, lane: str, owner: str, source: str, seconds: float) -> None:
    """Count the seconds that a job has taken. The lane must be locked."""
    shares = schema.shares
    used = used_in(connection, lane, [owner, source] if source else [owner])
    time = Time(used.get(owner, 0.0), used.get(source, 0.0) if source else 0.0).after(seconds)
    for name, now in ((owner, time.of_owner), (source, time.of_source)):
        if name in used:
            connection.execute(update(shares).where(shares.c.lane == lane, shares.c.owner == name).values(used=now))


def welcome(connection: Connection, lane: str, owner: str, floor: float) -> None:
    """Let an owner or address without jobs begin with the others: nobody saves up time while away."""
    shares = schema.shares
    here = (shares.c.lane == lane) & (shares.c.owner == owner)
    if connection.execute(select(shares.c.used).where(here)).scalar() is None:
        connection.execute(insert(shares).values(lane=lane, owner=owner, used=floor))
    else:
        connection.execute(update(shares).where(here, shares.c.used < floor).values(used=floor))


def forget_owners(connection: Connection, lane: str) -> None:
    """Delete owners and addresses without jobs that would begin as newcomers anyway. The lane must be locked."""
    shares, jobs = schema.shares, schema.jobs
    floor = (
        select(shares.c.used).where(shares.c.lane == lane, shares.c.owner == NEWCOMER).correlate(None).scalar_subquery()
    )
    theirs = or_(jobs.c.owner == shares.c.owner, jobs.c.source == shares.c.owner)
    busy = exists(literal(1)).where(jobs.c.lane == shares.c.lane, theirs)
    connection.execute(
        delete(shares).where(shares.c.lane == lane, shares.c.owner != NEWCOMER, shares.c.used <= floor, ~busy)
    )


# -- jobs ---------------------------------------------------------------------------------------------


def count_jobs(connection: Connection, lane: str, owner: str, source: str) -> Present:
    """Return how many jobs an owner and an address have in a lane, and everybody together."""
    jobs = schema.jobs
    waits = jobs.c.runner.is_(None)
    counted = [
        func.coalesce(func.sum(case((which, 1), else_=0)), 0)
        for which in (jobs.c.owner == owner, jobs.c.source == source, (jobs.c.source == source) & waits)
    ]
    row = connection.execute(select(*counted, func.count()).where(jobs.c.lane == lane, jobs.c.outcome.is_(None))).one()
    return Present(*map(int, row))


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
        select(jobs.c.owner, jobs.c.source, func.count(), func.sum(case((jobs.c.urgency == idle, 1), else_=0)))
        .where(jobs.c.lane == lane, jobs.c.runner.is_not(None), jobs.c.outcome.is_(None))
        .group_by(jobs.c.owner, jobs.c.source)
    ).all()
    found = Running(Counter(), sum(int(row[3] or 0) for row in rows))
    for owner, source, number, _ in rows:
        found.by[owner] += number
        if source:
            found.by[source] += number
    return found


def next_of_owners(connection: Connection, lane: str, release: str) -> list[WaitingJob]:
    """Return the next job of every owner."""
    jobs, shares, of_source = schema.jobs, schema.shares, schema.shares.alias()
    place = func.row_number().over(partition_by=jobs.c.owner, order_by=(jobs.c.urgency, jobs.c.at)).label("place")
    waiting = (
        select(jobs.c.id, jobs.c.owner, jobs.c.source, jobs.c.urgency, jobs.c.at, place)
        .where(jobs.c.lane == lane, jobs.c.release == release, jobs.c.runner.is_(None))
        .subquery()
    )
    one = waiting.c
    rows = connection.execute(
        select(one.id, one.owner, one.source, one.urgency, one.at, shares.c.used, of_source.c.used.label("of_source"))
        .select_from(
            waiting.outerjoin(shares, (shares.c.lane == lane) & (shares.c.owner == one.owner)).outerjoin(
                of_source, (of_source.c.lane == lane) & (of_source.c.owner == one.source) & (one.source != NEWCOMER)
            )
        )
        .where(one.place == 1)
    )
    return [
        WaitingJob(row.id, row.owner, row.source, row.urgency, row.at, Time(row.used or 0.0, row.of_source or 0.0))
        for row in rows
    ]


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
    """Store what became of a job, and count its time; False if it is no longer this process's.

    A job that nobody waits for any more is deleted. Its lane must be locked.
    """
    jobs = schema.jobs
    mine = (jobs.c.id == job) & (jobs.c.runner == runner) & jobs.c.outcome.is_(None)
    found = connection.execute(
        update(jobs)
        .where(mine)
        .values(outcome=outcome, turn=None)
        .returning(jobs.c.lane, jobs.c.owner, jobs.c.source, jobs.c.waiter)
    ).one_or_none()
    if found is None:
        return False
    if found.waiter == UNWANTED:
        connection.execute(delete(jobs).where(jobs.c.id == job))
    charge(connection, found.lane, found.owner, found.source, seconds)
    return True


def collect(connection: Connection, waiter: str) -> list[tuple[str, bytes]]:
    """Return what became of jobs that a process waits for, and delete them."""
    jobs = schema.jobs
    rows = connection.execute(
        delete(jobs).where(jobs.c.waiter == waiter, jobs.c.outcome.is_not(None)).returning(jobs.c.id, jobs.c.outcome)
    )
    return [(str(row.id), bytes(row.outcome)) for row in rows]


def withdraw(connection: Connection, waiter: str, ids: Collection[str] | None = None) -> None:
    """Delete jobs that a process no longer waits for; all of them for None. Those that run go when they end."""
    jobs = schema.jobs
    mine = jobs.c.waiter == waiter
    _drop(connection, mine if ids is None else mine & jobs.c.id.in_(ids))


def _drop(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete jobs, but keep those that run, whose time still counts, as unwanted."""
    jobs = schema.jobs
    runs = jobs.c.runner.is_not(None) & jobs.c.outcome.is_(None)
    connection.execute(update(jobs).where(which, runs).values(waiter=UNWANTED, turn=None))
    connection.execute(delete(jobs).where(which, ~runs))


def give_back(connection: Connection, runner: str) -> list[str]:
    """Let others run what a process has begun and will not end; return the lanes. They must be locked."""
    jobs, now = schema.jobs, clock(connection)
    mine = (jobs.c.runner == runner) & jobs.c.outcome.is_(None)
    unwanted = connection.execute(
        select(jobs.c.id, jobs.c.lane, jobs.c.owner, jobs.c.source, now - jobs.c.began).where(
            mine, jobs.c.waiter == UNWANTED
        )
    ).all()
    for job, lane, owner, source, seconds in unwanted:
        charge(connection, lane, owner, source, seconds)
        connection.execute(delete(jobs).where(jobs.c.id == job))
    rows = connection.execute(
        update(jobs)
        .where(mine)
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
    """Hold on to running jobs; return those that are still this process's, and wanted."""
    jobs = schema.jobs
    held = _renew(connection, "lease", jobs.c.runner == runner, ids)
    unwanted = select(jobs.c.id).where(jobs.c.id.in_(sorted(held)), jobs.c.waiter == UNWANTED)
    return held - {str(row.id) for row in connection.execute(unwanted)}


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

    A job that too many have begun gets the outcome `died`. All lanes must be locked.
    """
    jobs, thinkers, now = schema.jobs, schema.thinkers, clock(connection)
    connection.execute(delete(thinkers).where(_lapsed(thinkers.c.until, now)))
    _drop(connection, _lapsed(jobs.c.wanted, now))
    one = jobs.c
    lapsed = connection.execute(
        select(one.id, one.lane, one.owner, one.source, one.waiter, one.tries, one.lease - one.began)
        .where(jobs.c.runner.is_not(None), jobs.c.outcome.is_(None), _lapsed(jobs.c.lease, now))
        .with_for_update(skip_locked=True)
    ).all()
    lanes, waiters = set[str](), set[str]()
    for job, lane, owner, source, waiter, tries, seconds in lapsed:
        charge(connection, lane, owner, source, seconds)
        if waiter == UNWANTED:
            connection.execute(delete(jobs).where(jobs.c.id == job))
        elif tries < MAX_TRIES:
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
