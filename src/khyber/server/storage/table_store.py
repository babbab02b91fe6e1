"""Tables in the database: the contents of a row, and all queries. `changes` writes them.

Each function is part of one transaction.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, case, delete, exists, func, insert, literal, or_, select

from khyber.agents.driver import PERSON
from khyber.engine.game import Json, Outcome, Setup
from khyber.engine.history import undone_chance
from khyber.engine.record import Header, Record, StepRecord
from khyber.server.errors import Damaged
from khyber.server.library import AnyTable
from khyber.server.messages.live import StandIn
from khyber.server.messages.tables import HelpLevel
from khyber.server.storage import schema

RUNNING, PAUSED, OVER = "running", "paused", "over"
#: Seconds by which the clocks of two workers may differ.
CLOCK_DRIFT = 30.0
#: Failures kept for each table.
FAILURES = 5
#: The last changes of a table that are kept: a game has some thousand, and undoing makes more without end.
KEPT_CHANGES = 10_000
#: What a change takes, about.
BYTES_OF_CHANGE = 60
#: Why a table accepts no new players.
CLOSED = {
    "imported": "the person who imported this game may know what is hidden in it; import it again with open seats, "
    "and all of that is redrawn",
    "sandbox": "in a sandbox one person plays all sides, and may know everything",
    "taken-back": "a choice was undone here past dice or cards, so somebody knows what is to come",
}


class Change(msgspec.Struct, frozen=True):
    """One accepted change: its kind, its seat, and who made it (None: a bot or the rules)."""

    kind: str
    seat: str
    text: str
    user: str | None = None


#: A decision with nothing to choose, answered by the table itself as part of the choice before it.
COVERED = Change("cover", "", "")


def choose(table: AnyTable, choice: Change) -> list[Change]:
    """Make the choice; return one change for each new version. Raises the errors of `Table.choose`."""
    before = table.version
    table.choose(choice.text, choice.seat)
    return [choice, *[COVERED] * (table.version - before - 1)]


class Progress(msgspec.Struct, frozen=True):
    """The columns of a table that change with an accepted choice."""

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


class TableRow(Progress, frozen=True, kw_only=True):
    """A row of `tables`."""

    id: str
    game: str
    name: str
    host: str | None
    header: str
    sandbox: bool
    imported: bool
    public: bool
    created: float
    changed: float
    quarantine: str | None = None
    closed: str = ""
    rematch: str | None = None
    source: str = ""
    help: HelpLevel = "none"
    origin: str | None = None
    handover: str | None = None

    @property
    def progress(self) -> Progress:
        return Progress(*[getattr(self, name) for name in Progress.__struct_fields__])


class Proposal(msgspec.Struct, frozen=True):
    """A bot that somebody (an id and a name) wants in another's seat, unless its owner objects until then."""

    agent: str
    user: str
    name: str
    until: float

    def stored(self) -> str:
        return msgspec.json.encode(self).decode()


class Seat(msgspec.Struct, frozen=True):
    """A seat: its owner, the agent that plays it, and the bot that is to play it."""

    seat: str
    user: str | None
    name: str
    agent: str
    invited: bool
    proposal: Proposal | None = None
    #: Who left it while the game ran; "" for a deleted account.
    left: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """Whether it is or was a person's, who may still know what is played there."""
        return self.user is not None or bool(self.left)


class Loaded(msgspec.Struct, frozen=True):
    """A stored table, with its steps from the requested number on."""

    row: TableRow
    seats: list[Seat]
    steps: list[StepRecord]


# -- rows from tables, and records from rows ------------------------------------------------------------


def progress_of(
    table: AnyTable, agents: Mapping[str, str], *, epoch: int, undo: str | None = None, status: str = RUNNING
) -> Progress:
    """Return a table's progress as columns."""
    entries, by = table.entries()
    outcome, decision = table.outcome, table.decision
    asked = decision.seat if decision is not None else ""
    return Progress(
        table.version,
        table.branch,
        epoch,
        table.game.rules_version,
        len(table.steps),
        "\n".join(entries),
        "\n".join(by),
        asked,
        bool(asked) and agents[asked] != PERSON,
        undo,
        None if outcome is None else stored_outcome(outcome, undone=undone_chance(table)),
        OVER if decision is None else status,
    )


def stored_outcome(outcome: Outcome, *, undone: bool) -> str:
    """Return an outcome as JSON for storage; `undone`: chance was undone on the way."""
    found = {
        "winner": outcome.winner,
        "ranking": outcome.ranking,
        "equal": outcome.equal,
        "margins": dict(outcome.margins),
        "ending": outcome.ending,
    }
    return json.dumps(found | {"undone": True} if undone else found)


def fingerprint(now: Progress) -> str:
    """Return a short text, equal for two tables that took the same course."""
    return f"{now.version} {now.steps} {zlib.crc32(now.now.encode())} {now.asked} {now.epoch}"


def header_fields(header: Header) -> dict[str, Json]:
    """Return a record's header as JSON for storage."""
    setup = header.setup
    return {
        "game": header.game,
        "rules": header.rules,
        "data": header.data,
        "seed": header.seed,
        "scenario": setup.scenario,
        "options": list(setup.options),
        "players": setup.players,
        "non-players": list(setup.non_players),
        "replaced": dict(setup.replaced),
        "seats": dict(header.seats),
        "start": header.start.hex(),
    }


def header_from(fields: Mapping[str, Any]) -> Header:
    """Return the header that `header_fields` wrote."""
    setup = Setup(
        fields["scenario"],
        tuple(fields["options"]),
        fields["players"],
        tuple(fields["non-players"]),
        fields["replaced"],
    )
    return Header(
        fields["game"],
        fields["rules"],
        fields["data"],
        fields["seed"],
        setup,
        fields["seats"],
        bytes.fromhex(fields["start"]),
    )


def record_of(row: TableRow, steps: list[StepRecord]) -> Record:
    """Return the record of a stored table. Raises Damaged."""
    now = row.now.split("\n") if row.now else []
    by = row.now_by.split("\n") if now else []
    try:
        header = header_from(json.loads(row.header))
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise Damaged(f"the header of table {row.id} is damaged: {problem!r}") from problem
    return Record(header, steps, now, by, row.version, row.branch, row.rules)


def _step(row: Row[Any]) -> StepRecord:
    try:
        return StepRecord(
            row.name, row.by, row.entries, zlib.decompress(row.events), zlib.decompress(row.after), row.rules
        )
    except zlib.error as problem:
        raise Damaged(f"step {row.number + 1} of table {row.table_id} is damaged: {problem}") from problem


# -- one table ----------------------------------------------------------------------------------------


def load_table(connection: Connection, table: str, first_step: int = 0) -> Loaded | None:
    row = load_row(connection, table)
    if row is None:
        return None
    steps = connection.execute(
        select(schema.steps)
        .where(schema.steps.c.table_id == table, schema.steps.c.number >= first_step)
        .order_by(schema.steps.c.number)
    )
    return Loaded(row, seats_of(connection, [table])[table], [_step(step) for step in steps])


def load_row(connection: Connection, table: str) -> TableRow | None:
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    return None if found is None else TableRow(**found._mapping)


def has_table(connection: Connection, table: str) -> bool:
    return connection.execute(select(literal(1)).where(schema.tables.c.id == table)).scalar() is not None


def seats_of(connection: Connection, tables: Collection[str]) -> dict[str, list[Seat]]:
    """Return the seats of each table."""
    users, seats, holders = schema.users, schema.seats, schema.former_holders
    found: dict[str, list[Seat]] = {table: [] for table in tables}
    left: dict[tuple[str, str], tuple[str, ...]] = {}
    for table, seat, user in connection.execute(
        select(holders.c.table_id, holders.c.seat, holders.c.user_id).where(holders.c.table_id.in_(tables))
    ):
        left[table, seat] = (*left.get((table, seat), ()), user or "")
    for row in connection.execute(
        select(
            seats.c.table_id,
            seats.c.seat,
            seats.c.user_id,
            users.c.name,
            seats.c.agent,
            seats.c.invite,
            seats.c.stand_in,
        )
        .select_from(seats.outerjoin(users, users.c.id == seats.c.user_id))
        .where(seats.c.table_id.in_(tables))
    ):
        proposal = None if row.stand_in is None else msgspec.json.decode(row.stand_in, type=Proposal)
        found[row.table_id].append(
            Seat(
                row.seat,
                row.user_id,
                row.name or "",
                row.agent,
                row.invite is not None,
                proposal,
                left.get((row.table_id, row.seat), ()),
            )
        )
    return found


def may_watch(connection: Connection, table: str, user: str | None) -> bool:
    """Return whether the user may know of the table, with the same query if it does not exist."""
    tables, seats = schema.tables, schema.seats
    seated = exists(literal(1)).where((seats.c.table_id == tables.c.id) & (seats.c.user_id == user)).correlate(tables)
    found = connection.execute(
        select(literal(1)).where(tables.c.id == table, tables.c.public | (tables.c.host == user) | seated)
    ).scalar()
    return found is not None


def invited_seat(connection: Connection, table: str, invite: str) -> str | None:
    """Return the seat of an invitation; None if there is none, or the table has been closed since."""
    seats, tables = schema.seats, schema.tables
    return connection.execute(
        select(seats.c.seat)
        .select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        .where(seats.c.table_id == table, seats.c.invite == invite, tables.c.closed == "")
    ).scalar()


def open_invitation(connection: Connection, table: str, seat: str) -> str | None:
    """Return the digest of the open invitation to a seat."""
    seats = schema.seats
    return connection.execute(
        select(seats.c.invite).where(seats.c.table_id == table, seats.c.seat == seat, seats.c.user_id.is_(None))
    ).scalar()


def stand_ins(connection: Connection, table: str, user: str) -> list[StandIn]:
    """Return the bots that others put into the user's seats since the user's last choice, and their moves."""
    changes, seats, users = schema.changes, schema.seats, schema.users
    own = {
        row.seat: row.agent
        for row in connection.execute(
            select(seats.c.seat, seats.c.agent).where(seats.c.table_id == table, seats.c.user_id == user)
        )
    }
    rows = connection.execute(
        select(changes.c.version, changes.c.seat, changes.c.text, changes.c.user_id, changes.c.at, users.c.name)
        .select_from(changes.outerjoin(users, users.c.id == changes.c.user_id))
        .where(changes.c.table_id == table, changes.c.kind == "seat", changes.c.seat.in_(own))
        .order_by(changes.c.version)
    ).all()
    last = {row.seat: row for row in rows if row.text != PERSON and row.user_id != user}
    found = []
    for seat, row in last.items():
        since = [changes.c.table_id == table, changes.c.seat == seat, changes.c.version > row.version]
        if connection.execute(
            select(literal(1)).where(*since, changes.c.user_id == user, changes.c.kind == "choose").limit(1)
        ).scalar():
            continue
        made = connection.execute(select(func.count()).where(*since, changes.c.kind == "bot")).scalar_one()
        found.append(
            StandIn(seat=seat, agent=row.text, by=row.name or "", at=row.at, choices=made, still=own[seat] == row.text)
        )
    return found


def keep_failure(connection: Connection, table: str, message: str, record: str) -> None:
    """Store a failure of a rule or a bot for the administrator; delete the table's oldest ones."""
    failures = schema.failures
    connection.execute(insert(failures).values(table_id=table, at=time.time(), message=message, record=record))
    last = (
        select(failures.c.id)
        .where(failures.c.table_id == table)
        .order_by(failures.c.id.desc())
        .limit(FAILURES)
        .scalar_subquery()
    )
    connection.execute(delete(failures).where(failures.c.table_id == table, failures.c.id.not_in(last)))


# -- many tables --------------------------------------------------------------------------------------


def versions(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[int, str, str | None]]:
    """Return version, status and pending undo request of some tables."""
    columns = schema.tables.c
    rows = connection.execute(
        select(columns.id, columns.version, columns.status, columns.undo).where(columns.id.in_(tables))
    )
    return {row.id: (row.version, row.status, row.undo) for row in rows}


def waiting_bots(connection: Connection, before: float, most: int, besides: Collection[str] = ()) -> list[str]:
    """Return running tables where it is a bot's turn and nothing has happened since `before`, `besides` some.

    Those whose turn a job of any worker plays are not waiting. A table last changed in the future counts too: the clock
    was set back, and its age is unknown.
    """
    tables = schema.tables
    rows = connection.execute(
        select(tables.c.id)
        .where(
            tables.c.status == RUNNING,
            tables.c.bot,
            tables.c.quarantine.is_(None),
            tables.c.id.not_in(besides),
            ~exists(literal(1)).where(schema.jobs.c.turn == tables.c.id),
            or_(tables.c.changed < before, tables.c.changed > time.time() + CLOCK_DRIFT),
        )
        .order_by(tables.c.changed)
        .limit(most)
    )
    return [str(row.id) for row in rows]


def list_tables(
    connection: Connection, user: str | None, *, mine: bool, most: int
) -> list[tuple[TableRow, list[Seat]]]:
    """Return the user's own tables, or the public ones, the latest first."""
    tables, seats = schema.tables, schema.seats
    if mine:
        wanted = or_(
            tables.c.host == user,
            exists(literal(1)).where(and_(seats.c.table_id == tables.c.id, seats.c.user_id == user)),
        )
    else:
        wanted = and_(tables.c.public, tables.c.status != OVER)
    found = [
        TableRow(**row._mapping)
        for row in connection.execute(select(*_listed()).where(wanted).order_by(tables.c.changed.desc()).limit(most))
    ]
    seated = seats_of(connection, [row.id for row in found])
    return [(row, seated[row.id]) for row in found]


def played_by(connection: Connection, user: str, game: str) -> list[tuple[TableRow, list[Seat]]]:
    """Return the games of this title that the user plays with others and that may still go on.

    A host who left a seat counts as a player: they may come back to it.
    """
    tables, seats, holders = schema.tables, schema.seats, schema.former_holders
    sits = exists(literal(1)).where(and_(seats.c.table_id == tables.c.id, seats.c.user_id == user))
    left = exists(literal(1)).where(and_(holders.c.table_id == tables.c.id, holders.c.user_id == user))
    mine = or_(sits, and_(tables.c.host == user, left))
    wanted = (tables.c.game == game, tables.c.status != OVER, ~tables.c.sandbox, tables.c.quarantine.is_(None), mine)
    rows = [TableRow(**row._mapping) for row in connection.execute(select(*_listed()).where(*wanted))]
    seated = seats_of(connection, [row.id for row in rows])
    return [(row, seated[row.id]) for row in rows]


def _listed() -> list[ColumnElement[Any]]:
    """Return the columns of a table without header and entries, which may be long."""
    return [literal("").label(c.name) if c.name in ("header", "now", "now_by") else c for c in schema.tables.c]


def count_by_status(connection: Connection) -> dict[str, int]:
    status = schema.tables.c.status
    counted = connection.execute(select(status, func.count()).group_by(status))
    return {RUNNING: 0, PAUSED: 0, OVER: 0} | {str(row[0]): int(row[1]) for row in counted}


def count_quarantined(connection: Connection) -> int:
    return connection.execute(
        select(func.count()).select_from(schema.tables).where(schema.tables.c.quarantine.is_not(None))
    ).scalar_one()


def hosted_by(user: str) -> ColumnElement[bool]:
    return schema.tables.c.host == user


def made_from(source: str) -> ColumnElement[bool]:
    """Return the SQL condition that a table was made from the address with that digest."""
    return schema.tables.c.source == source


def count_unfinished(connection: Connection, which: ColumnElement[bool]) -> int:
    return connection.execute(
        select(func.count()).select_from(schema.tables).where(which, schema.tables.c.status != OVER)
    ).scalar_one()


def stored_bytes(connection: Connection, which: ColumnElement[bool]) -> int:
    """Return the approximate size of those tables, with their chat, notes and failures."""
    tables, steps, chat, notes, failures = schema.tables, schema.steps, schema.chat, schema.notes, schema.failures
    found = select(tables.c.id).where(which)
    entries = case((tables.c.version < KEPT_CHANGES, tables.c.version), else_=KEPT_CHANGES) * BYTES_OF_CHANGE
    sums = (
        select(func.sum(func.length(tables.c.header) + func.length(tables.c.now) + entries)).where(which),
        select(func.sum(func.length(steps.c.events) + func.length(steps.c.after) + func.length(steps.c.entries))).where(
            steps.c.table_id.in_(found)
        ),
        select(func.sum(func.length(chat.c.text))).where(chat.c.table_id.in_(found)),
        select(func.sum(func.length(notes.c.text))).where(notes.c.table_id.in_(found)),
        select(func.sum(func.length(failures.c.record))).where(failures.c.table_id.in_(found)),
    )
    return sum(int(connection.execute(wanted).scalar() or 0) for wanted in sums)
