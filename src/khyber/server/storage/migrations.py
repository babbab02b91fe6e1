"""Databases of earlier releases: numbered steps bring them to the tables of today, all in one transaction.

Whoever changes `schema.py` after a release adds a step here, and a copy of the tables it makes to the tests.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from sqlalchemy import Connection, inspect, select, text, update

from khyber.engine.errors import BadSetup
from khyber.server.storage import schema

log = logging.getLogger("khyber.server")

Step = Callable[[Connection], None]


def add_wishes(connection: Connection) -> None:
    """Wishes in lines of chat. There may be some: databases made between releases have them already."""
    number = "INTEGER" if connection.dialect.name == "sqlite" else "BIGINT"
    connection.execute(text(
        "CREATE TABLE IF NOT EXISTS wishes ("
        f"line_id {number} NOT NULL PRIMARY KEY REFERENCES chat (id) ON DELETE CASCADE, "
        "seat VARCHAR NOT NULL, to_seat VARCHAR NOT NULL, what VARCHAR NOT NULL, amount INTEGER NOT NULL)"))


def add_expiry_and_quarantine(connection: Connection) -> None:
    """When people and sessions were last seen, and why a table is out of play, or closed. All count as seen now."""
    for table, column in (("users", "seen FLOAT NOT NULL DEFAULT 0"), ("sessions", "used FLOAT NOT NULL DEFAULT 0"),
                          ("sessions", "device VARCHAR NOT NULL DEFAULT ''"), ("tables", "quarantine TEXT"),
                          ("tables", "closed VARCHAR NOT NULL DEFAULT ''")):
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column}"))
    now = {"now": time.time()}
    connection.execute(text("UPDATE users SET seen = :now"), now)
    connection.execute(text("UPDATE sessions SET used = :now"), now)


#: The step at place 0 brings a database from schema 1 to schema 2, and so on. Each says in SQL of its own what it
#: makes: `schema.py` tells of today, and goes on.
STEPS: tuple[Step, ...] = (add_wishes, add_expiry_and_quarantine)


def newest() -> int:
    """The number of the schema of this release."""
    return 1 + len(STEPS)


def prepare(connection: Connection) -> None:
    """Make the tables of a new database; bring those of an older one up to today. Raises BadSetup for a later one."""
    settings = schema.settings
    if not inspect(connection).has_table(settings.name):
        schema.metadata.create_all(connection)
        connection.execute(settings.insert().values(name="schema", value=str(newest())))
        return
    here = settings.c.name == "schema"
    found = int(connection.execute(select(settings.c.value).where(here)).scalar_one())
    if found > newest():
        raise BadSetup("the database was made by a later release of Khyber: use that one")
    for number, step in enumerate(STEPS[found - 1 :], found + 1):
        log.warning("migrating the database to schema %d", number)
        step(connection)
        connection.execute(update(settings).where(here).values(value=str(number)))
