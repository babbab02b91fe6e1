"""People in the database: users, sessions, chat, notes. Each function is part of one transaction."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, exists, func, insert, literal, select, update

from khyber.server.api.messages import ChatLine, Wish
from khyber.server.storage import schema
from khyber.server.storage.table_store import OVER

#: So many lines of chat are sent to whoever comes to a table.
CHAT_LINES = 200
#: So many sessions a user has at once; the oldest end.
SESSIONS = 20
#: Seconds after which it is noted again that a session is in use.
NOTED = 3600.0
#: Lines of chat that are kept for each table; the oldest go.
KEPT_LINES = 5_000


class User(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str
    login: str | None


class Lifetimes(msgspec.Struct, frozen=True):
    """Seconds for which a session is good: unused, and in any case.

    The second is for accounts: a guest without a recovery code has nothing but the session.
    """

    idle: float
    session: float


class SessionRow(msgspec.Struct, frozen=True):
    """A session as it is stored."""

    id: str
    device: str
    created: float
    used: float


def _user(row: Row[Any] | None) -> User | None:
    return None if row is None else User(row.id, row.name, row.login)


def insert_user(connection: Connection, user: User, *, password: str | None, recovery: str | None) -> None:
    """Raises Conflict (from the database) if the login is taken."""
    connection.execute(insert(schema.users).values(
        id=user.id, name=user.name, login=user.login, password=password, recovery=recovery,
        created=time.time(), seen=time.time()))


def make_account(connection: Connection, user: str, login: str, name: str, password: str) -> None:
    """A guest becomes an account, and the guest's recovery code no longer opens it.

    Raises Conflict (from the database) if the login is taken.
    """
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(
        login=login, name=name, password=password, recovery=None))


def user_by_recovery(connection: Connection, recovery: str) -> User | None:
    return _user(connection.execute(select(schema.users).where(schema.users.c.recovery == recovery)).one_or_none())


def user_by_login(connection: Connection, login: str, old: str) -> tuple[User, str] | None:
    """The user and the digest of the password; `old` is what an earlier release would have stored the login as."""
    rows = connection.execute(select(schema.users).where(schema.users.c.login.in_((login, old)))).all()
    row = next((row for row in rows if row.login == login), rows[0] if rows else None)
    user = _user(row)
    return None if row is None or user is None else (user, row.password or "")


def secrets_of(connection: Connection, user: str) -> tuple[str, str]:
    """The digests of the password and of the recovery code; empty where there is none."""
    row = connection.execute(select(schema.users.c.password, schema.users.c.recovery).where(
        schema.users.c.id == user)).one_or_none()
    return ("", "") if row is None else (row.password or "", row.recovery or "")


def change_password(connection: Connection, user: str, password: str, recovery: str | None, session: str) -> list[str]:
    """A new password and, in place of an old one, a new recovery code. Other sessions end; returns which."""
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(
        password=password, recovery=recovery))
    return end_other_sessions(connection, user, session)


def set_password(connection: Connection, user: str, password: str) -> None:
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(password=password))


def insert_session(connection: Connection, session: str, user: str, device: str) -> None:
    sessions, now = schema.sessions, time.time()
    connection.execute(insert(sessions).values(id=session, user_id=user, created=now, used=now, device=device))
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(seen=now))
    kept = [row.id for row in connection.execute(
        select(sessions.c.id).where(sessions.c.user_id == user).order_by(sessions.c.used.desc()).limit(SESSIONS))]
    connection.execute(delete(sessions).where(sessions.c.user_id == user, sessions.c.id.not_in(kept)))


def user_of_session(connection: Connection, session: str, lives: Lifetimes) -> User | None:
    """Whose session it is; None if it is over. That it was used is noted once an hour."""
    users, sessions = schema.users, schema.sessions
    row = connection.execute(select(users, sessions.c.used, sessions.c.created.label("begun")).select_from(
        sessions.join(users, users.c.id == sessions.c.user_id)).where(sessions.c.id == session)).one_or_none()
    now = time.time()
    if row is None or row.used < now - lives.idle or (row.login is not None and row.begun < now - lives.session):
        return None
    if abs(now - row.used) > NOTED:
        connection.execute(update(sessions).where(sessions.c.id == session).values(used=now))
        connection.execute(update(users).where(users.c.id == row.id).values(seen=now))
    return _user(row)


def delete_session(connection: Connection, session: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.id == session))


def sessions_of(connection: Connection, user: str, lives: Lifetimes) -> list[SessionRow]:
    """The sessions of a user that are not over, the last used first."""
    sessions = schema.sessions
    rows = connection.execute(select(sessions).where(
        sessions.c.user_id == user, ~ended(lives)).order_by(sessions.c.used.desc(), sessions.c.created.desc()))
    return [SessionRow(row.id, row.device, row.created, row.used) for row in rows]


def ended(lives: Lifetimes) -> ColumnElement[bool]:
    """Whether a session's time is over, as a condition."""
    sessions, users, now = schema.sessions, schema.users, time.time()
    accounts = select(users.c.id).where(users.c.login.is_not(None))
    return (sessions.c.used < now - lives.idle) | (
        (sessions.c.created < now - lives.session) & sessions.c.user_id.in_(accounts))


def end_other_sessions(connection: Connection, user: str, session: str) -> list[str]:
    """End all sessions of a user but this one; returns which."""
    sessions = schema.sessions
    others = (sessions.c.user_id == user) & (sessions.c.id != session)
    ended = [str(row.id) for row in connection.execute(select(sessions.c.id).where(others))]
    connection.execute(delete(sessions).where(others))
    return ended


def alive(connection: Connection, sessions: Collection[str]) -> set[str]:
    """Those of the sessions that are not over."""
    found = connection.execute(select(schema.sessions.c.id).where(schema.sessions.c.id.in_(sessions)))
    return set(found.scalars())


def forget(connection: Connection, user: str) -> tuple[list[str], list[str]]:
    """All that is stored of a user goes. Returns the tables that went too, and those that go on without the user.

    A table at which no other person sits goes; another is handed to one of the others, and the seat stands open.
    """
    tables, seats = schema.tables, schema.seats
    concerned = [str(row.id) for row in connection.execute(select(tables.c.id).where(
        (tables.c.host == user) | exists(literal(1)).where(
            (seats.c.table_id == tables.c.id) & (seats.c.user_id == user))))]
    gone, go_on = [], []
    for table in concerned:
        others = [str(row.user_id) for row in connection.execute(select(seats.c.user_id).where(
            seats.c.table_id == table, seats.c.user_id.is_not(None), seats.c.user_id != user))]
        if not others:
            connection.execute(delete(tables).where(tables.c.id == table))
            gone.append(table)
            continue
        go_on.append(table)
        connection.execute(update(tables).where(tables.c.id == table, tables.c.host == user).values(host=others[0]))
    connection.execute(update(seats).where(seats.c.user_id == user).values(user_id=None))
    connection.execute(update(schema.changes).where(schema.changes.c.user_id == user).values(user_id=None))
    for kept in (schema.sessions, schema.chat, schema.notes):
        connection.execute(delete(kept).where(kept.c.user_id == user))
    connection.execute(delete(schema.users).where(schema.users.c.id == user))
    return gone, go_on


def leave_table(connection: Connection, table: str, user: str) -> Literal["deleted", "left", "playing", "stranger"]:
    """A table goes from the user's list: it is deleted, or left to the others who played there.

    Not while they are still playing, nor if it is on no list of the user's: then nothing has changed.
    """
    tables, seats = schema.tables, schema.seats
    row = connection.execute(select(tables.c.host, tables.c.status).where(tables.c.id == table)).one_or_none()
    seated = {str(row.user_id) for row in connection.execute(select(seats.c.user_id).where(
        seats.c.table_id == table, seats.c.user_id.is_not(None)))}
    if row is None or (row.host != user and user not in seated):
        return "stranger"
    others = sorted(seated - {user})
    if row.host == user and not others:
        connection.execute(delete(tables).where(tables.c.id == table))
        return "deleted"
    if row.status != OVER:
        return "playing"
    if row.host == user:
        connection.execute(update(tables).where(tables.c.id == table).values(host=others[0]))
    connection.execute(update(seats).where(seats.c.table_id == table, seats.c.user_id == user).values(user_id=None))
    connection.execute(delete(schema.notes).where(schema.notes.c.table_id == table, schema.notes.c.user_id == user))
    return "left"


# -- all that is stored of somebody ----------------------------------------------------------------------


def seen_of(connection: Connection, user: str) -> tuple[float, float]:
    """When the user came first, and when last."""
    users = schema.users
    row = connection.execute(select(users.c.created, users.c.seen).where(users.c.id == user)).one()
    return row.created, row.seen


def lines_of(connection: Connection, user: str) -> list[tuple[str, ChatLine]]:
    """Every line of chat that the user wrote, with its table."""
    chat, users, wishes = schema.chat, schema.users, schema.wishes
    rows = connection.execute(
        select(chat.c.id, chat.c.table_id, chat.c.user_id, users.c.name, chat.c.text, chat.c.at, wishes.c.seat,
               wishes.c.to_seat, wishes.c.what, wishes.c.amount)
        .select_from(chat.join(users, users.c.id == chat.c.user_id).outerjoin(wishes, wishes.c.line_id == chat.c.id))
        .where(chat.c.user_id == user).order_by(chat.c.id))
    return [(row.table_id, ChatLine(id=row.id, user=row.user_id, name=row.name, text=row.text, at=row.at,
                                    wish=_wish(row))) for row in rows]


def notes_of(connection: Connection, user: str) -> dict[str, str]:
    """The user's notes, by table."""
    notes = schema.notes
    return {row.table_id: row.text for row in connection.execute(
        select(notes.c.table_id, notes.c.text).where(notes.c.user_id == user))}


# -- chat and notes -----------------------------------------------------------------------------------


def add_line(connection: Connection, table: str, user: User, text: str, wish: Wish | None = None) -> None:
    """A line of chat; a wish may go with it."""
    key = connection.execute(
        insert(schema.chat).values(table_id=table, user_id=user.id, text=text, at=time.time())).inserted_primary_key
    if wish is not None and key is not None:
        connection.execute(insert(schema.wishes).values(
            line_id=key[0], seat=wish.seat, to_seat=wish.to, what=wish.what, amount=wish.amount))
    chat = schema.chat
    beyond = select(chat.c.id).where(chat.c.table_id == table).order_by(chat.c.id.desc()).offset(KEPT_LINES).limit(1)
    connection.execute(delete(chat).where(chat.c.table_id == table, chat.c.id <= beyond.scalar_subquery()))


def lines(connection: Connection, table: str, after: int = 0) -> list[ChatLine]:
    """The last lines of chat, the oldest first."""
    chat, users, wishes = schema.chat, schema.users, schema.wishes
    rows = connection.execute(
        select(chat.c.id, chat.c.user_id, users.c.name, chat.c.text, chat.c.at, wishes.c.seat, wishes.c.to_seat,
               wishes.c.what, wishes.c.amount)
        .select_from(chat.join(users, users.c.id == chat.c.user_id).outerjoin(wishes, wishes.c.line_id == chat.c.id))
        .where(chat.c.table_id == table, chat.c.id > after).order_by(chat.c.id.desc()).limit(CHAT_LINES)).all()
    return [ChatLine(id=row.id, user=row.user_id, name=row.name, text=row.text, at=row.at, wish=_wish(row))
            for row in reversed(rows)]


def _wish(row: Any) -> Wish | None:
    return None if row.seat is None else Wish(seat=row.seat, to=row.to_seat, what=row.what, amount=row.amount)


def read_note(connection: Connection, table: str, user: str) -> str:
    found = connection.execute(select(schema.notes.c.text).where(
        schema.notes.c.table_id == table, schema.notes.c.user_id == user)).scalar()
    return str(found or "")


def write_note(connection: Connection, table: str, user: str, text: str) -> None:
    connection.execute(delete(schema.notes).where(
        schema.notes.c.table_id == table, schema.notes.c.user_id == user))
    if text:
        connection.execute(insert(schema.notes).values(table_id=table, user_id=user, text=text))


# -- the server's own ---------------------------------------------------------------------------------


def secret(connection: Connection, fresh: str) -> str:
    """The key that cookies are signed with: made once, the same for all workers."""
    settings = schema.settings
    found = connection.execute(select(settings.c.value).where(settings.c.name == "secret")).scalar()
    if found is None:
        connection.execute(insert(settings).values(name="secret", value=fresh))
    return str(found or fresh)


def sign_of_life(connection: Connection) -> None:
    """Write when somebody last asked whether the database takes anything."""
    settings = schema.settings
    now = f"{time.time():.3f}"
    written = connection.execute(update(settings).where(settings.c.name == "health").values(value=now))
    if not written.rowcount:
        connection.execute(insert(settings).values(name="health", value=now))


def counts(connection: Connection) -> tuple[int, int]:
    """How many tables there are, and how many are under way."""
    tables = schema.tables
    every = connection.execute(select(func.count()).select_from(tables)).scalar_one()
    running = connection.execute(
        select(func.count()).select_from(tables).where(tables.c.status != OVER)).scalar_one()
    return every, running


def set_recovery(connection: Connection, user: str, recovery: str) -> None:
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(recovery=recovery))


def rename(connection: Connection, user: str, name: str) -> None:
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(name=name))
