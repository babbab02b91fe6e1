"""Queries for expired data: ended sessions, guests who never returned, tables that never began, and more."""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, literal, select

from khyber.server.storage import people_store, schema
from khyber.server.storage.clock import Steady
from khyber.server.storage.people_store import Lifetimes
from khyber.server.storage.table_store import KEPT_CHANGES, OVER

#: Rows deleted in one transaction.
BATCH = 50


def delete_ended_sessions(connection: Connection, lives: Lifetimes, trusted: Steady) -> int:
    return connection.execute(delete(schema.sessions).where(people_store.ended(lives, trusted))).rowcount


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


def forget_old_changes(connection: Connection) -> None:
    """Delete all but the last changes of each table: nothing asks who made the ones before."""
    tables, changes = schema.tables, schema.changes
    long = connection.execute(select(tables.c.id, tables.c.version).where(tables.c.version > KEPT_CHANGES)).all()
    for row in long:
        old = changes.c.version <= row.version - KEPT_CHANGES
        connection.execute(delete(changes).where(changes.c.table_id == row.id, old))
