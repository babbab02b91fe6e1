"""An accepted change on its way into the database. PostgreSQL takes it as one statement, which is one transaction.

Told in steps, it would wait for this process four times between BEGIN and COMMIT, with the row locked; busy, that is
most of the time a choice takes.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache

import msgspec
from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql

from khyber.engine.record import StepRecord
from khyber.server.storage import schema, table_store
from khyber.server.storage.table_store import Change, Standing

_STANDING = (*Standing.__struct_fields__, "changed")


class Writing(msgspec.Struct, frozen=True):
    """The changes that led a table from version `seen` to `now`, with the steps that follow its first `kept` ones."""

    table: str
    seen: int
    now: Standing
    changes: Sequence[Change]
    kept: int
    steps: Sequence[StepRecord]

    def write(self, connection: Connection) -> None:
        """In steps. Raises Conflict if the table stored is at another version."""
        table_store.write_change(connection, self.table, self.seen, self.now, self.changes, self.kept, self.steps)

    def statement(self, channel: str, news: str) -> tuple[str, list[object]]:
        """For PostgreSQL: a statement that returns how many tables were at version `seen`, and what it is given.

        Its commit tells the news to whoever listens to the channel.
        """
        at = time.time()
        changes = table_store.change_rows(self.table, self.now, self.changes, at)
        steps = [table_store.step_row(self.table, number, step) for number, step in enumerate(self.steps, self.kept)]
        given: list[object] = [self.table, self.seen, *msgspec.structs.astuple(self.now), at]
        for table, rows in ((schema.changes, changes), (schema.steps, steps)):
            given += [[row[name] for row in rows] for name in _columns(table)]
        return _sql(), [*given, channel, news]


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.name != "table_id"]


@cache
def _sql() -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    sets = ", ".join(f'"{name}" = ${place}' for place, name in enumerate(_STANDING, 3))
    place, parts = 3 + len(_STANDING), list[str]()
    for table in (schema.changes, schema.steps):
        names = _columns(table)
        listed = ", ".join(f'"{name}"' for name in names)
        arrays = ", ".join(f"${at}::{table.c[name].type.compile(dialect)}[]" for at, name in enumerate(names, place))
        parts.append(f'new_{table.name} AS (INSERT INTO "{table.name}" ("table_id", {listed}) '
                     f'SELECT moved.id, fresh.* FROM moved, unnest({arrays}) AS fresh ({listed}))')
        place += len(names)
    return (f'WITH moved AS (UPDATE "tables" SET {sets} WHERE "id" = $1 AND "version" = $2 RETURNING "id"), '
            f'{", ".join(parts)} SELECT count(pg_notify(${place}, ${place + 1})) FROM moved')
