"""Games in the database: written change by change, read back whole. Each function is part of one transaction."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, bindparam, delete, exists, func, insert, literal, or_, select, update

from khyber.agents.driver import PERSON
from khyber.engine.record import Record, StepRecord
from khyber.server.api.messages import StoodIn
from khyber.server.storage import schema
from khyber.server.storage.database import Conflict, Damaged, Prepared
from khyber.server.tables.library import AnyTable, header_from

RUNNING, PAUSED, OVER = "running", "paused", "over"
#: Seconds by which the clocks of two workers may differ.
CLOCK_DRIFT = 30.0
#: Why nobody new may take a seat at a table.
CLOSED = {
    "imported": "whoever brought this game in may know what is hidden in it; bring it in again with open seats, and "
                "all of it is redrawn",
    "taken-back": "something was taken back here past dice or cards, and whoever did it knows what is to come",
}


class Change(msgspec.Struct, frozen=True):
    """One accepted change: what, by which seat, and who did it (None: a bot or the rules)."""

    kind: str
    seat: str
    text: str
    user: str | None = None


#: A question with nothing to choose, answered by the table itself: part of the choice before it.
COVERED = Change("cover", "", "")


def chosen(table: AnyTable, choice: Change) -> list[Change]:
    """Make the choice; returns what was accepted, one change for every version. Raises what `Table.choose` does."""
    before = table.version
    table.choose(choice.text, choice.seat)
    return [choice, *[COVERED] * (table.version - before - 1)]


class Standing(msgspec.Struct, frozen=True):
    """All that changes of a table row when something is accepted."""

    version: int
    branch: int
    epoch: int
    rules: str
    steps: int
    now: str
    now_by: str
    asked: str
    bot: bool
    undo: str | None
    outcome: str | None
    status: str


class Kept(msgspec.Struct, frozen=True):
    """A table row."""

    id: str
    game: str
    name: str
    host: str | None
    header: str
    status: str
    sandbox: bool
    imported: bool
    public: bool
    version: int
    branch: int
    epoch: int
    rules: str
    steps: int
    now: str
    now_by: str
    asked: str
    bot: bool
    undo: str | None
    outcome: str | None
    created: float
    changed: float
    quarantine: str | None = None
    closed: str = ""


class Seat(msgspec.Struct, frozen=True):
    """Who sits in a seat: whose it is, and who plays it."""

    seat: str
    user: str | None
    name: str
    agent: str
    invited: bool


class Loaded(msgspec.Struct, frozen=True):
    """A table as it is stored; `steps` from the number asked for on."""

    row: Kept
    seats: list[Seat]
    steps: list[StepRecord]


# -- a table's state, in and out ------------------------------------------------------------------------


def standing(table: AnyTable, agents: dict[str, str], *, epoch: int, undo: str | None = None,
             status: str = RUNNING) -> Standing:
    """Where a table stands, as columns."""
    entries, by = table.entries()
    outcome, decision = table.outcome, table.decision
    asked = decision.seat if decision is not None else ""
    told = None if outcome is None else json.dumps(
        {"winner": outcome.winner, "ranking": outcome.ranking, "equal": outcome.equal,
         "margins": dict(outcome.margins), "ending": outcome.ending})
    return Standing(
        table.version, table.branch, epoch, table.game.rules_version, len(table.steps), "\n".join(entries),
        "\n".join(by), asked, bool(asked) and agents[asked] != PERSON, undo, told,
        OVER if decision is None else status)


def mark(now: Standing) -> str:
    """What a table is, in short: two that went the same way have the same."""
    return f"{now.version} {now.steps} {zlib.crc32(now.now.encode())} {now.asked} {now.epoch}"


def record_of(row: Kept, steps: list[StepRecord]) -> Record:
    """The record of a stored table. Raises Damaged."""
    now = row.now.split("\n") if row.now else []
    by = row.now_by.split("\n") if now else []
    try:
        header = header_from(json.loads(row.header))
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise Damaged(f"the header of table {row.id} is damaged: {problem!r}") from problem
    return Record(header, steps, now, by, row.version, row.branch, row.rules)


def step_row(table: str, number: int, step: StepRecord) -> dict[str, Any]:
    return {"table_id": table, "number": number, "name": step.name, "by": step.by, "entries": step.entries,
            "rules": step.rules, "events": zlib.compress(step.events, 1), "after": zlib.compress(step.after, 1)}


def _step(row: Row[Any]) -> StepRecord:
    try:
        return StepRecord(row.name, row.by, row.entries, zlib.decompress(row.events), zlib.decompress(row.after),
                          row.rules)
    except zlib.error as problem:
        raise Damaged(f"step {row.number + 1} of table {row.table_id} is damaged: {problem}") from problem


def change_rows(table: str, now: Standing, changes: Sequence[Change], at: float) -> list[dict[str, Any]]:
    """The rows of the last changes that led to where the table stands."""
    first = now.version - len(changes) + 1
    return [{"table_id": table, "version": version, "kind": change.kind, "seat": change.seat, "text": change.text,
             "user_id": change.user, "at": at} for version, change in enumerate(changes, first)]


# -- writing ------------------------------------------------------------------------------------------


_UPDATE = Prepared(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("this"), schema.tables.c.version == bindparam("seen"))
    .values({name: bindparam(name) for name in (*Standing.__struct_fields__, "changed")}))
_INSERT_CHANGE = Prepared(insert(schema.changes))
_INSERT_STEP = Prepared(insert(schema.steps))
_DELETE_STEPS = Prepared(delete(schema.steps).where(
    schema.steps.c.table_id == bindparam("this"), schema.steps.c.number >= bindparam("least")))


def write_change(connection: Connection, table: str, seen: int, now: Standing, changes: Sequence[Change],
                 kept: int, steps: Sequence[StepRecord], *, cut: bool = False) -> None:
    """The changes that led from version `seen` to `now`. The first `kept` steps stay; `steps` follow them.

    Raises Conflict if the table stored is at another version.
    """
    at = time.time()
    if _UPDATE.run(connection, {"this": table, "seen": seen, "changed": at, **msgspec.structs.asdict(now)}) != 1:
        raise Conflict("somebody else was faster")
    if changes:
        _INSERT_CHANGE.run(connection, *change_rows(table, now, changes, at))
    if cut:
        _DELETE_STEPS.run(connection, {"this": table, "least": kept})
    if steps:
        _INSERT_STEP.run(connection, *(step_row(table, number, step) for number, step in enumerate(steps, kept)))


def insert_table(connection: Connection, row: Kept, seats: Iterable[tuple[str, str | None, str, str | None]],
                 steps: Sequence[StepRecord]) -> None:
    """A new table with its seats (seat, user, agent, digest of the invitation)."""
    connection.execute(insert(schema.tables).values(**msgspec.structs.asdict(row)))
    connection.execute(insert(schema.seats), [
        {"table_id": row.id, "seat": seat, "user_id": user, "agent": agent, "invite": invite}
        for seat, user, agent, invite in seats])
    if steps:
        _INSERT_STEP.run(connection, *(step_row(row.id, number, step) for number, step in enumerate(steps)))


def new_row(game: str, header: str, now: Standing, *, key: str, name: str, host: str, sandbox: bool, imported: bool,
            public: bool, closed: str = "") -> Kept:
    at = time.time()
    return Kept(id=key, game=game, name=name, host=host, header=header, sandbox=sandbox,
                imported=imported, public=public, created=at, changed=at, closed=closed, **msgspec.structs.asdict(now))


def set_columns(connection: Connection, table: str, **values: Any) -> None:
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(**values))


def set_undo(connection: Connection, table: str, version: int, undo: str | None) -> None:
    """Raises Conflict if the table has gone on."""
    done = connection.execute(update(schema.tables).where(
        schema.tables.c.id == table, schema.tables.c.version == version).values(undo=undo))
    if done.rowcount != 1:
        raise Conflict("the game has gone on")


def set_seat(connection: Connection, table: str, seat: str, **values: Any) -> None:
    connection.execute(update(schema.seats).where(
        schema.seats.c.table_id == table, schema.seats.c.seat == seat).values(**values))


def take_seat(connection: Connection, table: str, invite: str, user: str) -> str | None:
    """The seat of an invitation goes to the user; None if there is no such invitation, it was used, or the table has
    been closed since.
    """
    seats, tables = schema.seats, schema.tables
    seat = connection.execute(
        select(seats.c.seat).select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        .where(seats.c.table_id == table, seats.c.invite == invite, tables.c.closed == "")).scalar()
    if seat is None:
        return None
    done = connection.execute(update(schema.seats).where(
        schema.seats.c.table_id == table, schema.seats.c.seat == seat, schema.seats.c.invite == invite,
        schema.seats.c.user_id.is_(None)).values(user_id=user, invite=None))
    return str(seat) if done.rowcount == 1 else None


def keep_failure(connection: Connection, table: str, message: str, record: str) -> None:
    """The last few failures of a table, for whoever runs the server."""
    connection.execute(insert(schema.failures).values(
        table_id=table, at=time.time(), message=message, record=record))
    last = select(schema.failures.c.id).where(schema.failures.c.table_id == table).order_by(
        schema.failures.c.id.desc()).limit(5).scalar_subquery()
    connection.execute(delete(schema.failures).where(
        schema.failures.c.table_id == table, schema.failures.c.id.not_in(last)))


# -- reading ------------------------------------------------------------------------------------------


def load_table(connection: Connection, table: str, first_step: int = 0) -> Loaded | None:
    """The table as it is stored."""
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    if found is None:
        return None
    rows = connection.execute(select(schema.steps).where(
        schema.steps.c.table_id == table, schema.steps.c.number >= first_step).order_by(schema.steps.c.number))
    return Loaded(Kept(**found._mapping), seats_of(connection, table), [_step(row) for row in rows])


def load_row(connection: Connection, table: str) -> Kept | None:
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    return None if found is None else Kept(**found._mapping)


def seats_of(connection: Connection, table: str) -> list[Seat]:
    users, seats = schema.users, schema.seats
    rows = connection.execute(
        select(seats.c.seat, seats.c.user_id, users.c.name, seats.c.agent, seats.c.invite)
        .select_from(seats.outerjoin(users, users.c.id == seats.c.user_id)).where(seats.c.table_id == table))
    return [Seat(row.seat, row.user_id, row.name or "", row.agent, row.invite is not None) for row in rows]


def stand_ins(connection: Connection, table: str, user: str) -> list[StoodIn]:
    """Bots that others put into the user's seats, and what they did, until the user has chosen something again."""
    changes, seats, users = schema.changes, schema.seats, schema.users
    own = {row.seat: row.agent for row in connection.execute(
        select(seats.c.seat, seats.c.agent).where(seats.c.table_id == table, seats.c.user_id == user))}
    rows = connection.execute(
        select(changes.c.version, changes.c.seat, changes.c.text, changes.c.user_id, changes.c.at, users.c.name)
        .select_from(changes.outerjoin(users, users.c.id == changes.c.user_id))
        .where(changes.c.table_id == table, changes.c.kind == "seat", changes.c.seat.in_(own))
        .order_by(changes.c.version)).all()
    last = {row.seat: row for row in rows if row.text != PERSON and row.user_id != user}
    found = []
    for seat, row in last.items():
        since = [changes.c.table_id == table, changes.c.seat == seat, changes.c.version > row.version]
        if connection.execute(select(literal(1)).where(
                *since, changes.c.user_id == user, changes.c.kind == "choose").limit(1)).scalar():
            continue
        made = connection.execute(select(func.count()).where(*since, changes.c.kind == "bot")).scalar_one()
        found.append(StoodIn(seat=seat, agent=row.text, by=row.name or "", at=row.at, choices=made,
                             still=own[seat] == row.text))
    return found


def standings(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[int, str, str | None]]:
    """Version, status and wish to take back of some tables."""
    kept = schema.tables.c
    rows = connection.execute(select(kept.id, kept.version, kept.status, kept.undo).where(kept.id.in_(tables)))
    return {row.id: (row.version, row.status, row.undo) for row in rows}


def waiting_bots(connection: Connection, before: float, most: int) -> list[str]:
    """Running tables at which a bot is asked and nothing has happened since then.

    A table that changed in the future has seen the clock set back: nobody can say how long it has been waiting.
    """
    tables = schema.tables
    rows = connection.execute(select(tables.c.id).where(
        tables.c.status == RUNNING, tables.c.bot, tables.c.quarantine.is_(None),
        or_(tables.c.changed < before, tables.c.changed > time.time() + CLOCK_DRIFT)
    ).order_by(tables.c.changed).limit(most))
    return [str(row.id) for row in rows]


def list_tables(connection: Connection, user: str | None, *, mine: bool, most: int) -> list[tuple[Kept, list[Seat]]]:
    """The user's own tables, or those that anybody may watch, the latest first."""
    tables, seats = schema.tables, schema.seats
    if mine:
        wanted = or_(tables.c.host == user,
                     exists(literal(1)).where(and_(seats.c.table_id == tables.c.id, seats.c.user_id == user)))
    else:
        wanted = and_(tables.c.public, tables.c.status != OVER)
    # the header and the entries are left out: nobody reads them in a list
    columns = [literal("").label(c.name) if c.name in ("header", "now", "now_by") else c for c in tables.c]
    found = [Kept(**row._mapping) for row in connection.execute(
        select(*columns).where(wanted).order_by(tables.c.changed.desc()).limit(most))]
    seated: dict[str, list[Seat]] = {row.id: [] for row in found}
    users = schema.users
    rows = connection.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.user_id, users.c.name, seats.c.agent, seats.c.invite)
        .select_from(seats.outerjoin(users, users.c.id == seats.c.user_id)).where(seats.c.table_id.in_(seated)))
    for row in rows:
        seated[row.table_id].append(Seat(row.seat, row.user_id, row.name or "", row.agent, row.invite is not None))
    return [(row, seated[row.id]) for row in found]


def count_by_status(connection: Connection) -> dict[str, int]:
    """How many tables there are of each status."""
    status = schema.tables.c.status
    counted = connection.execute(select(status, func.count()).group_by(status))
    return {RUNNING: 0, PAUSED: 0, OVER: 0} | {str(row[0]): int(row[1]) for row in counted}


def count_quarantined(connection: Connection) -> int:
    """How many tables are quarantined."""
    return connection.execute(select(func.count()).select_from(schema.tables).where(
        schema.tables.c.quarantine.is_not(None))).scalar_one()


def count_tables(connection: Connection, user: str) -> int:
    """How many unfinished tables the user hosts."""
    return connection.execute(select(func.count()).select_from(schema.tables).where(
        schema.tables.c.host == user, schema.tables.c.status != OVER)).scalar_one()
