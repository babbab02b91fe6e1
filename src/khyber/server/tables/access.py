"""Access to tables. To strangers, a private table looks like one that does not exist."""

from __future__ import annotations

from khyber.server.errors import Refused, no_seat, no_table
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import may_watch
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables


async def check_access(tables: Tables, table: str, user: User | None) -> None:
    """Raise Refused unless the user may know of the table.

    Call it before anything else: loading a table takes time and may fail in its own way, which would reveal its
    existence. A refusal costs one query, whether the table exists or not.
    """
    live = tables.lives.get(table)
    if live is not None and live.fresh and live.may_watch(user):
        return
    key = user.id if user is not None else None
    if not await tables.database.run(lambda connection: may_watch(connection, table, key)):
        raise no_table()


def check_host(live: LiveTable, user: User, seat: str | None = None) -> None:
    """Raise Refused unless the user hosts the table, and the seat is one of its seats."""
    live.check_access(user)
    if live.row.host != user.id:
        raise Refused("forbidden", "only the host may do that")
    if seat is not None and seat not in live.seats:
        raise no_seat(seat, live.seats)
