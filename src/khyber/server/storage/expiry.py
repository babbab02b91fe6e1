"""What nobody needs any more is deleted: sessions, guests who never came back, tables that never began."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, exists, insert, literal, select, update

from khyber.server.storage import people_store, schema
from khyber.server.storage.people_store import Lifetimes
from khyber.server.storage.table_store import OVER

if TYPE_CHECKING:
    from khyber.server.api.app import Server

log = logging.getLogger("khyber.server")

DAY = 24 * 3600.0
#: Seconds after the start of a server, and then between two rounds.
FIRST, BETWEEN = 60.0, 3600.0
#: Rows looked for in one transaction, and seconds between two, in which others have the database to themselves.
BATCH, PAUSE = 50, 0.05
#: Seconds without a round after which nothing is deleted for a while, and for how long; where rounds are noted.
GAP, MERCY = 3 * DAY, 14 * DAY
NOTED = "expiry"


def is_due(connection: Connection) -> bool:
    """Whether anything may be deleted now; notes that it was asked.

    Not if the last round is long ago, or lies ahead: then the server was off and nobody could come back, or its clock
    is wrong. Either way people have some days before anything of theirs goes.
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
    """Guests who were not here since then."""
    users = schema.users
    return [str(row.id) for row in connection.execute(select(users.c.id).where(
        users.c.login.is_(None), users.c.seen < before, users.c.created < before).limit(BATCH))]


def forget_lost_guest(connection: Connection, user: str, before: float) -> tuple[list[str], list[str]]:
    """Delete a guest who has not come back meanwhile; returns the tables that are gone, and those that go on."""
    users = schema.users
    still = connection.execute(select(literal(1)).where(
        users.c.id == user, users.c.login.is_(None), users.c.seen < before)).scalar()
    return people_store.forget(connection, user) if still else ([], [])


def delete_empty_tables(connection: Connection, before: float) -> list[str]:
    """Delete some tables that have not changed since then: those at which no person has made a choice,
    unless they were brought in, and those that are nobody's. Returns which.
    """
    tables, seats, changes = schema.tables, schema.seats, schema.changes
    begun = exists(literal(1)).where((changes.c.table_id == tables.c.id) & (changes.c.kind == "choose"))
    people = exists(literal(1)).where((seats.c.table_id == tables.c.id) & seats.c.user_id.is_not(None))
    unstarted = ~tables.c.imported & (tables.c.status != OVER) & ~begun
    deserted = tables.c.host.is_(None) & ~people
    found = [str(row.id) for row in connection.execute(select(tables.c.id).where(
        tables.c.changed < before, unstarted | deserted).limit(BATCH))]
    if found:
        connection.execute(delete(tables).where(tables.c.id.in_(found)))
    return found


async def expire(server: Server) -> None:
    """One round."""
    settings, database = server.settings, server.database
    if not await database.run(is_due):
        return
    await database.run(lambda connection: delete_ended_sessions(connection, server.people.lives))
    await server.tables.send_away_ended()
    while settings.guest_days:
        before = time.time() - settings.guest_days * DAY
        lost = await database.run(partial(lost_guests, before=before))
        for guest in lost:
            gone, go_on = await database.run(partial(forget_lost_guest, user=guest, before=before))
            await server.tables_changed(gone, go_on)
            await asyncio.sleep(PAUSE)
        if lost:
            log.info("deleted %d guests who were not here for %d days", len(lost), settings.guest_days)
        if len(lost) < BATCH:
            break
    while settings.empty_table_days:
        before = time.time() - settings.empty_table_days * DAY
        gone = await database.run(partial(delete_empty_tables, before=before))
        await server.tables_changed(gone, [])
        await asyncio.sleep(PAUSE)
        if gone:
            log.info("deleted %d tables that never began in %d days", len(gone), settings.empty_table_days)
        if len(gone) < BATCH:
            break


async def keep_expiring(server: Server) -> None:
    """As long as the server runs."""
    await asyncio.sleep(FIRST)
    while True:
        await expire(server)
        await asyncio.sleep(BETWEEN)
