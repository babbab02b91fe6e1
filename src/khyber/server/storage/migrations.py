"""Migrations from earlier releases: numbered steps, all in one transaction.

After a release, every change of `schema.py` needs a step here and a copy of the resulting schema in the tests.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, inspect, select, text, update

from khyber.engine.errors import BadSetup
from khyber.server.storage import schema

log = logging.getLogger("khyber.server")

LATER: Final = "the database belongs to a later release of Khyber: use that release"
Step = Callable[[Connection], None]


def add_requests(connection: Connection) -> None:
    """Add requests to chat lines. Databases created between releases may have them already."""
    number = "INTEGER" if connection.dialect.name == "sqlite" else "BIGINT"
    connection.execute(
        text(
            "CREATE TABLE IF NOT EXISTS wishes ("
            f"line_id {number} NOT NULL PRIMARY KEY REFERENCES chat (id) ON DELETE CASCADE, "
            "seat VARCHAR NOT NULL, to_seat VARCHAR NOT NULL, what VARCHAR NOT NULL, amount INTEGER NOT NULL)"
        )
    )


def add_expiry_and_quarantine(connection: Connection) -> None:
    """Add last-seen times of users and sessions (initially now), quarantine and closed tables."""
    for table, column in (
        ("users", "seen FLOAT NOT NULL DEFAULT 0"),
        ("sessions", "used FLOAT NOT NULL DEFAULT 0"),
        ("sessions", "device VARCHAR NOT NULL DEFAULT ''"),
        ("tables", "quarantine TEXT"),
        ("tables", "closed VARCHAR NOT NULL DEFAULT ''"),
    ):
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column}"))
    now = {"now": time.time()}
    connection.execute(text("UPDATE users SET seen = :now"), now)
    connection.execute(text("UPDATE sessions SET used = :now"), now)


def add_rematches_and_answers(connection: Connection) -> None:
    """Add the table of a rematch, and bots' answers to requests."""
    connection.execute(text("ALTER TABLE tables ADD COLUMN rematch VARCHAR"))
    connection.execute(text("ALTER TABLE wishes ADD COLUMN answer VARCHAR NOT NULL DEFAULT ''"))


def close_sandboxes(connection: Connection) -> None:
    """Close sandboxes to new players: whoever plays all sides knows what is hidden."""
    connection.execute(text("UPDATE tables SET closed = 'sandbox' WHERE sandbox"))


def add_stand_ins(connection: Connection) -> None:
    """Add the bots that wait for the objections of a seat's owner."""
    connection.execute(text("ALTER TABLE seats ADD COLUMN stand_in TEXT"))


def add_shares(connection: Connection) -> None:
    """Add what fair shares of the workers rest on: the owners of guests' jobs, and the time that owners have used."""
    connection.execute(text("ALTER TABLE users ADD COLUMN share VARCHAR"))
    connection.execute(
        text(
            "CREATE TABLE shares (lane VARCHAR NOT NULL, owner VARCHAR NOT NULL, used FLOAT NOT NULL, "
            "PRIMARY KEY (lane, owner))"
        )
    )


def add_sources(connection: Connection) -> None:
    """Add digests of the addresses that people and tables come from; those of before have none."""
    for table in ("users", "tables"):
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN source VARCHAR NOT NULL DEFAULT ''"))
        connection.execute(text(f"CREATE INDEX ix_{table}_source ON {table} (source)"))


def add_engine_help(connection: Connection) -> None:
    """Add engine help between people, which earlier tables keep, and the table that a sandbox was branched from."""
    connection.execute(text("ALTER TABLE tables ADD COLUMN help VARCHAR NOT NULL DEFAULT 'none'"))
    connection.execute(text("ALTER TABLE tables ADD COLUMN origin VARCHAR"))
    connection.execute(text("UPDATE tables SET help = 'all'"))


def add_jobs(connection: Connection) -> None:
    """Add the queue of jobs that several workers share. Nothing in it outlives the processes that wait for it."""
    binary = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
    for statement in (
        "CREATE TABLE jobs (id VARCHAR NOT NULL PRIMARY KEY, lane VARCHAR NOT NULL, owner VARCHAR NOT NULL, "
        "urgency INTEGER NOT NULL, turn VARCHAR UNIQUE, release VARCHAR NOT NULL, work VARCHAR NOT NULL, "
        f"given {binary} NOT NULL, seconds FLOAT NOT NULL, at FLOAT NOT NULL, waiter VARCHAR NOT NULL, "
        "wanted FLOAT NOT NULL, runner VARCHAR, began FLOAT, lease FLOAT, tries INTEGER NOT NULL DEFAULT 0, "
        f"outcome {binary})",
        "CREATE INDEX jobs_by_lane ON jobs (lane, owner)",
        "CREATE TABLE thinkers (id VARCHAR NOT NULL, lane VARCHAR NOT NULL, slots INTEGER NOT NULL, "
        "per_owner INTEGER NOT NULL, until FLOAT NOT NULL, PRIMARY KEY (id, lane))",
    ):
        connection.execute(text(statement))
    set_unlogged(connection)


def set_unlogged(connection: Connection) -> None:
    """Keep the queue out of PostgreSQL's log: its commits need not wait for the disk, and a crash may empty it."""
    if connection.dialect.name == "postgresql":
        for table in ("jobs", "thinkers"):
            connection.execute(text(f"ALTER TABLE {table} SET UNLOGGED"))


def add_former_holders(connection: Connection) -> None:
    """Add who has left a seat that may hold secrets; of those who left before, nothing is known."""
    number = "INTEGER" if connection.dialect.name == "sqlite" else "BIGSERIAL"
    connection.execute(
        text(
            "CREATE TABLE former_holders ("
            f"id {number} NOT NULL PRIMARY KEY, "
            "table_id VARCHAR NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat VARCHAR NOT NULL, "
            "user_id VARCHAR REFERENCES users (id) ON DELETE SET NULL, name VARCHAR NOT NULL, "
            "step INTEGER NOT NULL, at FLOAT NOT NULL)"
        )
    )
    for column in ("table_id", "user_id"):
        connection.execute(text(f"CREATE INDEX ix_former_holders_{column} ON former_holders ({column})"))
    connection.execute(text("ALTER TABLE tables ADD COLUMN handover TEXT"))


def add_departures(connection: Connection) -> None:
    """Add the addresses of people who were deleted on the day they came."""
    connection.execute(text("CREATE TABLE departures (source VARCHAR NOT NULL, created FLOAT NOT NULL)"))
    connection.execute(text("CREATE INDEX ix_departures_source ON departures (source)"))


def add_sources_of_jobs(connection: Connection) -> None:
    """Add the addresses that jobs come from, all of whose owners share a few shares."""
    connection.execute(text("ALTER TABLE jobs ADD COLUMN source VARCHAR NOT NULL DEFAULT ''"))


#: The first step migrates schema 1 to schema 2, and so on. They use SQL of their own, because `schema.py` changes.
STEPS: tuple[Step, ...] = (
    add_requests,
    add_expiry_and_quarantine,
    add_rematches_and_answers,
    close_sandboxes,
    add_stand_ins,
    add_shares,
    add_sources,
    add_engine_help,
    add_jobs,
    add_former_holders,
    add_departures,
    add_sources_of_jobs,
)


def newest() -> int:
    """Return the number of the current schema."""
    return 1 + len(STEPS)


def check(connection: Connection) -> None:
    """Raise BadSetup unless the database has the current schema: for those that use a server's database beside it."""
    settings = schema.settings
    if not inspect(connection).has_table(settings.name):
        raise BadSetup("no server has used this database yet: start `khyber serve` with it first")
    found = int(connection.execute(select(settings.c.value).where(settings.c.name == "schema")).scalar_one())
    if found > newest():
        raise BadSetup(LATER)
    if found < newest():
        raise BadSetup(
            f"the database has schema {found}, and this release needs {newest()}: "
            "start `khyber serve` of this release with it first, which migrates it"
        )


def prepare(connection: Connection) -> None:
    """Create the schema of a new database, or migrate an older one. Raises BadSetup for a newer one."""
    settings = schema.settings
    if not inspect(connection).has_table(settings.name):
        schema.metadata.create_all(connection)
        set_unlogged(connection)
        connection.execute(settings.insert().values(name="schema", value=str(newest())))
        return
    here = settings.c.name == "schema"
    found = int(connection.execute(select(settings.c.value).where(here)).scalar_one())
    if found > newest():
        raise BadSetup(LATER)
    for number, step in enumerate(STEPS[found - 1 :], found + 1):
        log.warning("migrating the database to schema %d", number)
        step(connection)
        connection.execute(update(settings).where(here).values(value=str(number)))
