"""The write path of tables: a new table, and every change of a stored one.

A `TableChange` is one transaction. PostgreSQL takes a choice as a single statement: sent one by one, its statements
would wait for this process four times between BEGIN and COMMIT with the row locked, which is most of the time a choice
takes.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, Dialect, Table, UpdateBase, bindparam, delete, exists, insert, literal, update
from sqlalchemy.dialects import postgresql

from khyber.engine.record import StepRecord
from khyber.server.errors import Conflict
from khyber.server.storage import schema
from khyber.server.storage.holders_store import Leaver, add_leaver
from khyber.server.storage.table_store import KEPT_CHANGES, Change, Progress, TableRow

#: Versions after which the oldest changes of a long table are deleted.
TRIMMED_EVERY = 500
_PROGRESS = (*Progress.__struct_fields__, "changed")


class Affected(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...


class Executor(Protocol):
    """Runs SQL with its values, or with a list of them: a SQLAlchemy connection, or the driver's own."""

    @property
    def dialect(self) -> Dialect: ...

    def exec_driver_sql(self, statement: str, parameters: Any, /) -> Affected: ...


class PreparedStatement:
    """A statement compiled once for each kind of database."""

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, Sequence[str]]] = {}

    def run(self, connection: Executor, *rows: Mapping[str, Any]) -> int:
        """Run it for each row; return the number of rows it changed, if it was given one."""
        dialect = connection.dialect
        found = self._compiled.get(dialect.name)
        if found is None:
            compiled = self._statement.compile(dialect=dialect, column_keys=list(rows[0]))
            found = self._compiled[dialect.name] = str(compiled), compiled.positiontup or ()
        sql, names = found
        values = [tuple([row[name] for name in names]) for row in rows]
        return connection.exec_driver_sql(sql, values[0] if len(values) == 1 else values).rowcount


_UPDATE = PreparedStatement(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("this"), schema.tables.c.version == bindparam("seen"))
    .values({name: bindparam(name) for name in _PROGRESS})
)
_INSERT_CHANGE = PreparedStatement(insert(schema.changes))
_INSERT_STEP = PreparedStatement(insert(schema.steps))
_DELETE_STEPS = PreparedStatement(
    delete(schema.steps).where(
        schema.steps.c.table_id == bindparam("this"), schema.steps.c.number >= bindparam("least")
    )
)
_DELETE_CHANGES = PreparedStatement(
    delete(schema.changes).where(
        schema.changes.c.table_id == bindparam("this"), schema.changes.c.version <= bindparam("last")
    )
)


class SeatChange(msgspec.Struct, frozen=True):
    """New values for a seat; with `invite`, only while that invitation is open and the table not closed."""

    seat: str
    values: Mapping[str, Any]
    invite: str | None = None
    #: Who leaves it, and may know what is hidden in it.
    leaver: Leaver | None = None

    def apply(self, connection: Connection, table: str) -> None:
        seats, tables = schema.seats, schema.tables
        statement = update(seats).where(seats.c.table_id == table, seats.c.seat == self.seat)
        if self.invite is not None:
            still_open = exists(literal(1)).where((tables.c.id == table) & (tables.c.closed == ""))
            statement = statement.where(seats.c.invite == self.invite, seats.c.user_id.is_(None), still_open)
        if connection.execute(statement.values(**self.values)).rowcount != 1 and self.invite is not None:
            raise Conflict
        if self.leaver is not None:
            add_leaver(connection, table, self.seat, self.leaver)


class TableChange(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one transaction changes in a stored table."""

    table: str
    #: The version that the change is based on; None: any.
    seen: int | None = None
    #: The game after the accepted changes in `log`. Its first `kept` steps are stored already; `steps` follow them.
    now: Progress | None = None
    log: Sequence[Change] = ()
    kept: int = 0
    steps: Sequence[StepRecord] = ()
    #: Whether stored steps beyond `kept` are deleted: an undo.
    cut: bool = False
    #: Columns besides the game's: `name`, `public`, `status`, `outcome`, `undo`, `closed`, `quarantine`, `rematch`.
    columns: Mapping[str, Any] = {}
    seat: SeatChange | None = None

    @property
    def is_choice(self) -> bool:
        """Whether it only adds choices, and the steps they finish."""
        return self.now is not None and not self.cut and not self.columns and self.seat is None and not self.trimmed

    @property
    def trimmed(self) -> int:
        """The last version whose change is deleted with this one: undoing makes changes without end. 0: none is."""
        if self.now is None or self.now.version <= KEPT_CHANGES:
            return 0
        version = self.now.version
        due = version // TRIMMED_EVERY > (version - len(self.log)) // TRIMMED_EVERY
        return version - KEPT_CHANGES if due else 0

    def apply(self, connection: Connection) -> None:
        """Write it, one statement after another. Raises Conflict if the stored version differs."""
        if self.cut:
            _DELETE_STEPS.run(connection, {"this": self.table, "least": self.kept})
        self.apply_progress(connection)
        if self.trimmed:
            _DELETE_CHANGES.run(connection, {"this": self.table, "last": self.trimmed})
        if self.columns:
            self._set_columns(connection)
        if self.seat is not None:
            self.seat.apply(connection, self.table)

    def apply_progress(self, connection: Executor) -> None:
        """Write the progress of the game. Raises Conflict if the stored version differs."""
        at = time.time()
        if self.now is not None:
            values = {"this": self.table, "seen": self.seen, "changed": at, **msgspec.structs.asdict(self.now)}
            if _UPDATE.run(connection, values) != 1:
                raise Conflict
            if self.log:
                _INSERT_CHANGE.run(connection, *self._change_rows(self.now, at))
        if self.steps:
            _INSERT_STEP.run(connection, *step_rows(self.table, self.kept, self.steps))

    def _set_columns(self, connection: Connection) -> None:
        based_on = self.seen if self.now is None else self.now.version
        statement = update(schema.tables).where(schema.tables.c.id == self.table)
        if based_on is not None:
            statement = statement.where(schema.tables.c.version == based_on)
        if connection.execute(statement.values(**self.columns)).rowcount != 1 and based_on is not None:
            raise Conflict

    def _change_rows(self, now: Progress, at: float) -> list[dict[str, Any]]:
        first = now.version - len(self.log) + 1
        return [
            {
                "table_id": self.table,
                "version": version,
                "kind": change.kind,
                "seat": change.seat,
                "text": change.text,
                "user_id": change.user,
                "at": at,
            }
            for version, change in enumerate(self.log, first)
        ]

    def statement(self, channel: str, payload: str) -> tuple[str, list[object]] | None:
        """Return one statement for PostgreSQL and its values; None if it takes several.

        It returns how many tables had version `seen`, and its commit notifies the channel.
        """
        if not self.is_choice:
            return None
        assert self.now is not None
        at = time.time()
        values: list[object] = [self.table, self.seen, *msgspec.structs.astuple(self.now), at]
        for table, rows in (
            (schema.changes, self._change_rows(self.now, at)),
            (schema.steps, step_rows(self.table, self.kept, self.steps)),
        ):
            values += [[row[name] for row in rows] for name in _columns(table)]
        return _sql(), [*values, channel, payload]


def insert_table(
    connection: Connection,
    row: TableRow,
    seats: Iterable[tuple[str, str | None, str, str | None]],
    steps: Sequence[Mapping[str, Any]],
) -> None:
    """Insert a new table with its seats (seat, user, agent, digest of the invitation) and `step_rows`."""
    connection.execute(insert(schema.tables).values(**msgspec.structs.asdict(row)))
    connection.execute(
        insert(schema.seats),
        [
            {"table_id": row.id, "seat": seat, "user_id": user, "agent": agent, "invite": invite}
            for seat, user, agent, invite in seats
        ],
    )
    if steps:
        _INSERT_STEP.run(connection, *steps)


def step_rows(table: str, first: int, steps: Sequence[StepRecord]) -> list[dict[str, Any]]:
    """Return the rows of steps, packed: of a long game no work for a transaction, for which others wait."""
    return [
        {
            "table_id": table,
            "number": number,
            "name": step.name,
            "by": step.by,
            "entries": step.entries,
            "rules": step.rules,
            "events": zlib.compress(step.events, 1),
            "after": zlib.compress(step.after, 1),
        }
        for number, step in enumerate(steps, first)
    ]


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.name != "table_id"]


@cache
def _sql() -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    sets = ", ".join(f'"{name}" = ${place}' for place, name in enumerate(_PROGRESS, 3))
    place, parts = 3 + len(_PROGRESS), list[str]()
    for table in (schema.changes, schema.steps):
        names = _columns(table)
        listed = ", ".join(f'"{name}"' for name in names)
        arrays = ", ".join(f"${at}::{table.c[name].type.compile(dialect)}[]" for at, name in enumerate(names, place))
        parts.append(
            f'new_{table.name} AS (INSERT INTO "{table.name}" ("table_id", {listed}) '
            f"SELECT moved.id, fresh.* FROM moved, unnest({arrays}) AS fresh ({listed}))"
        )
        place += len(names)
    return (
        f'WITH moved AS (UPDATE "tables" SET {sets} WHERE "id" = $1 AND "version" = $2 RETURNING "id"), '
        f"{', '.join(parts)} SELECT count(pg_notify(${place}, ${place + 1})) FROM moved"
    )
