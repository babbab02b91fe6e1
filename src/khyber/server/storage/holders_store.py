"""Who has left a seat of a running game: they may know what is hidden in it, also when their account is gone."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, exists, func, insert, literal, null, select, update

from khyber.server.storage import schema
from khyber.server.storage.table_store import OVER


class Leaver(msgspec.Struct, frozen=True):
    """Somebody who leaves a seat, under their name of now, during a step of the game."""

    user: str
    name: str
    step: int


class FormerHolder(msgspec.Struct, frozen=True):
    """Somebody who left a seat; no user once the account is deleted. The name is the one they had then."""

    id: int
    table: str
    seat: str
    user: str | None
    name: str
    step: int
    at: float


def add_leaver(connection: Connection, table: str, seat: str, leaver: Leaver) -> None:
    """Keep that somebody leaves a seat: one row for each person and seat, with the latest step they saw there.

    It has a new id each time, so that no earlier consent is about it. SQLite would use that of a row deleted first.
    """
    holders = schema.former_holders
    same = (holders.c.table_id == table) & (holders.c.seat == seat) & (holders.c.user_id == leaver.user)
    last = connection.execute(select(func.max(holders.c.step)).where(same)).scalar()
    added = connection.execute(
        insert(holders).values(
            table_id=table,
            seat=seat,
            user_id=leaver.user,
            name=leaver.name,
            step=leaver.step if last is None else max(last, leaver.step),
            at=time.time(),
        )
    ).inserted_primary_key
    assert added is not None
    connection.execute(delete(holders).where(same, holders.c.id != added[0]))


def leave_all(connection: Connection, user: str) -> None:
    """Keep which seats a user who is being deleted leaves in running games, without who they were but for the name."""
    holders, seats, tables, users = schema.former_holders, schema.seats, schema.tables, schema.users
    held = (
        select(seats.c.table_id, seats.c.seat, null(), users.c.name, tables.c.steps, literal(time.time()))
        .select_from(seats.join(tables, tables.c.id == seats.c.table_id).join(users, users.c.id == seats.c.user_id))
        .where(seats.c.user_id == user, tables.c.status != OVER, ~tables.c.sandbox)
    )
    again = exists(literal(1)).where(
        seats.c.table_id == holders.c.table_id, seats.c.seat == holders.c.seat, seats.c.user_id == user
    )
    connection.execute(insert(holders).from_select(["table_id", "seat", "user_id", "name", "step", "at"], held))
    connection.execute(delete(holders).where(holders.c.user_id == user, again))
    connection.execute(update(holders).where(holders.c.user_id == user).values(user_id=None))


def former_holders(connection: Connection, table: str) -> list[FormerHolder]:
    holders = schema.former_holders
    rows = connection.execute(select(holders).where(holders.c.table_id == table).order_by(holders.c.id))
    return [FormerHolder(row.id, table, row.seat, row.user_id, row.name, row.step, row.at) for row in rows]


def left_by(connection: Connection, user: str) -> list[FormerHolder]:
    """Return the seats that a user has left."""
    holders = schema.former_holders
    rows = connection.execute(select(holders).where(holders.c.user_id == user).order_by(holders.c.id))
    return [FormerHolder(row.id, row.table_id, row.seat, user, row.name, row.step, row.at) for row in rows]


def forget_finished(connection: Connection) -> int:
    """Delete the former holders of games that are over, whose records are public; return how many."""
    over = select(schema.tables.c.id).where(schema.tables.c.status == OVER)
    return connection.execute(delete(schema.former_holders).where(schema.former_holders.c.table_id.in_(over))).rowcount
