"""Who may know of a table. To anybody else, a private table is as one that does not exist."""

from __future__ import annotations

from sqlalchemy import Connection, exists, literal, select

from khyber.server.api.refusals import no_table
from khyber.server.storage import schema
from khyber.server.storage.people_store import User
from khyber.server.tables.tables import Tables


def may_watch(connection: Connection, table: str, user: str | None) -> bool:
    """Whether the user may know of the table: False as well where there is none, found out by the same query."""
    tables, seats = schema.tables, schema.seats
    seated = exists(literal(1)).where(
        (seats.c.table_id == tables.c.id) & (seats.c.user_id == user)).correlate(tables)
    found = connection.execute(select(literal(1)).where(
        tables.c.id == table, tables.c.public | (tables.c.host == user) | seated)).scalar()
    return found is not None


async def check_access(tables: Tables, table: str, user: User | None) -> None:
    """Raises Refused unless the user may know of the table.

    Before anything else is done with it: loading a table takes time, and may fail in its own way, by which a stranger
    would learn that it is there. Whoever is refused has cost one read of the database, whether it is there or not.
    """
    live = tables.lives.get(table)
    if live is not None and live.fresh and live.may_watch(user):
        return
    key = user.id if user is not None else None
    if not await tables.database.run(lambda connection: may_watch(connection, table, key)):
        raise no_table()
