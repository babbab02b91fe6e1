"""What fair shares of the workers rest on, as stored. Each function is part of one transaction."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select, update

from khyber.server.storage import schema


def owner_of(connection: Connection, user: str) -> str:
    """Return whose share the jobs of a user take: their own or, for a guest, that of the address last seen."""
    share = connection.execute(select(schema.users.c.share).where(schema.users.c.id == user)).scalar()
    return user if share is None else str(share)


def store_owners(connection: Connection, owners: Mapping[str, str]) -> None:
    """Store the owners of guests' jobs, by guest; whoever has an account by now owns their own."""
    users = schema.users
    for user, owner in owners.items():
        connection.execute(update(users).where(users.c.id == user, users.c.login.is_(None)).values(share=owner))


def used_times(connection: Connection, lane: str) -> dict[str, float]:
    """Return the seconds that each owner has used of a kind of workers."""
    shares = schema.shares
    return {
        str(row.owner): float(row.used)
        for row in connection.execute(select(shares.c.owner, shares.c.used).where(shares.c.lane == lane))
    }


def store_used_times(connection: Connection, lane: str, used: Mapping[str, float]) -> None:
    """Replace the seconds that each owner has used of a kind of workers."""
    shares = schema.shares
    connection.execute(delete(shares).where(shares.c.lane == lane))
    if used:
        connection.execute(
            insert(shares), [{"lane": lane, "owner": owner, "used": time} for owner, time in used.items()]
        )
