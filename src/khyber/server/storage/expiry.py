"""Queries for expired data: ended sessions, guests who never returned, tables that never began."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, exists, insert, literal, select, update

from khyber.server.storage import people_store, schema
from khyber.server.storage.people_store import Lifetimes
from khyber.server.storage.table_store import OVER

DAY = 24 * 3600.0
#: Rows deleted in one transaction.
BATCH = 50
#: Seconds without a round after which nothing is deleted, and for how long; the setting that records rounds.
GAP, MERCY = 3 * DAY, 14 * DAY
NOTED = "expiry"


def is_due(connection: Connection) -> bool:
    """Return whether anything may be deleted now, and record this round.

    Not if the last round was long ago or lies in the future: the server was off and nobody could come back, or its
    clock is wrong. Either way people get some days before their data is deleted.
    """
    now, settings = time.time(), schema.settings
    found = connection.execute(select(settings.c.value).where(settings.c.name == NOTED)).scalar()
    last, mercy = map(float, str(found).split()) if found else (0.0, 0.0)
    if not 0 <= now - last <= GAP:
        mercy = now + MERCY
    elif mercy > now + MERCY:
        mercy = now + MERCY  # the clock was set back meanwhile
    value = f"{now:.0f} {mercy:.0f}"
    if found is None:
        connection.execute(insert(settings).values(name=NOTED, value=value))
    else:
        connection.execute(update(settings).where(settings.c.name == NOTED).values(value=value))
    return now >= mercy


def delete_ended_sessions(connection: Connection, lives: Lifetimes) -> int:
    return connection.execute(delete(schema.sessions).where(people_store.ended(lives))).rowcount


def lost_guests(connection: Connection, before: float) -> list[str]:
    """Return guests not seen since `before`."""
    users = schema.users
    return [
        str(row.id)
        for row in connection.execute(
            select(users.c.id)
            .where(users.c.login.is_(None), users.c.seen < before, users.c.created < before)
            .limit(BATCH)
        )
    ]


def delete_lost_guest(connection: Connection, user: str, before: float) -> tuple[list[str], list[str]]:
    """Delete a guest unless they have returned; return tables deleted, and those that others keep."""
    users = schema.users
    still = connection.execute(
        select(literal(1)).where(users.c.id == user, users.c.login.is_(None), users.c.seen < before)
    ).scalar()
    return people_store.delete_user(connection, user) if still else ([], [])


def delete_empty_tables(connection: Connection, before: float) -> list[str]:
    """Delete tables unchanged since `before`; return which.

    Those where nobody has made a choice, unless they were imported, and those without any person.
    """
    tables, seats, changes = schema.tables, schema.seats, schema.changes
    begun = exists(literal(1)).where((changes.c.table_id == tables.c.id) & (changes.c.kind == "choose"))
    people = exists(literal(1)).where((seats.c.table_id == tables.c.id) & seats.c.user_id.is_not(None))
    unstarted = ~tables.c.imported & (tables.c.status != OVER) & ~begun
    deserted = tables.c.host.is_(None) & ~people
    found = [
        str(row.id)
        for row in connection.execute(
            select(tables.c.id).where(tables.c.changed < before, unstarted | deserted).limit(BATCH)
        )
    ]
    if found:
        connection.execute(delete(tables).where(tables.c.id.in_(found)))
    return found
