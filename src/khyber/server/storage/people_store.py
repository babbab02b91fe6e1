"""People in the database: users, sessions, chat, notes. Each function is part of one transaction."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Table,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from khyber.server.messages.live import ChatLine, PlayerRequest
from khyber.server.storage import schema
from khyber.server.storage.clock import DAY, Steady, steady
from khyber.server.storage.holders_store import leave_all
from khyber.server.storage.table_store import OVER

#: Lines of chat sent to a new viewer.
CHAT_LINES = 200
#: Sessions of one user; the least recently used ones end.
SESSIONS = 20
#: Seconds between updates of when a session was last used.
NOTED = 3600.0
#: Lines of chat kept for each table; the oldest are deleted.
KEPT_LINES = 5_000


class User(msgspec.Struct, frozen=True):
    """A guest or the owner of an account."""

    id: str
    name: str
    login: str | None


class Lifetimes(msgspec.Struct, frozen=True):
    """Seconds until a session ends: when unused, and in any case.

    The second is for accounts only: a guest without a recovery code has nothing but the session.
    """

    idle: float
    session: float


class SessionRow(msgspec.Struct, frozen=True):
    """A row of `sessions`."""

    id: str
    device: str
    created: float
    used: float


def _user(row: Row[Any] | None) -> User | None:
    return None if row is None else User(row.id, row.name, row.login)


def insert_user(connection: Connection, user: User, *, password: str | None, recovery: str | None, source: str) -> None:
    """Insert a user. Raises Conflict (from the database) if the login is taken."""
    connection.execute(
        insert(schema.users).values(
            id=user.id,
            name=user.name,
            login=user.login,
            password=password,
            recovery=recovery,
            created=time.time(),
            seen=time.time(),
            source=source,
        )
    )


def _came_today(people: Table) -> ColumnElement[bool]:
    return people.c.created.between(time.time() - DAY, time.time() + DAY)


def count_arrivals(connection: Connection, source: str) -> int:
    """Return how many users came from the address with that digest within a day, deleted ones included."""
    return sum(
        connection.execute(
            select(func.count()).select_from(people).where(people.c.source == source, _came_today(people))
        ).scalar_one()
        for people in (schema.users, schema.departures)
    )


def forget_sources(connection: Connection) -> None:
    """Delete the digests of the addresses that users came from more than a day ago."""
    users, departures = schema.users, schema.departures
    connection.execute(update(users).where(users.c.source != "", ~_came_today(users)).values(source=""))
    connection.execute(delete(departures).where(~_came_today(departures)))


def _keep_source(connection: Connection, user: str) -> None:
    """Let a user who is being deleted count on for the address they came from."""
    users = schema.users
    source = select(users.c.source, users.c.created).where(users.c.id == user, users.c.source != "")
    connection.execute(insert(schema.departures).from_select(["source", "created"], source))


def make_account(connection: Connection, user: str, login: str, name: str, password: str, session: str) -> list[str]:
    """Turn a guest into an account; delete the recovery code, and end and return all other sessions.

    Whoever had the guest's code must not keep the account. Raises Conflict (from the database) if the login is taken.
    """
    connection.execute(
        update(schema.users)
        .where(schema.users.c.id == user)
        .values(login=login, name=name, password=password, recovery=None, share=None)
    )
    return end_other_sessions(connection, user, session)


def user_by_recovery(connection: Connection, recovery: str) -> User | None:
    return _user(connection.execute(select(schema.users).where(schema.users.c.recovery == recovery)).one_or_none())


def user_by_login(connection: Connection, login: str, old: str) -> tuple[User, str] | None:
    """Return the user and the digest of the password; `old` is the login as earlier releases stored it."""
    rows = connection.execute(select(schema.users).where(schema.users.c.login.in_((login, old)))).all()
    row = next((row for row in rows if row.login == login), rows[0] if rows else None)
    user = _user(row)
    return None if row is None or user is None else (user, row.password or "")


def secrets_of(connection: Connection, user: str) -> tuple[str, str]:
    """Return the digests of password and recovery code; empty where there is none."""
    row = connection.execute(
        select(schema.users.c.password, schema.users.c.recovery).where(schema.users.c.id == user)
    ).one_or_none()
    return ("", "") if row is None else (row.password or "", row.recovery or "")


def change_password(connection: Connection, user: str, password: str, recovery: str | None, session: str) -> list[str]:
    """Set password and recovery code, and end all other sessions; return which."""
    connection.execute(
        update(schema.users).where(schema.users.c.id == user).values(password=password, recovery=recovery)
    )
    return end_other_sessions(connection, user, session)


def set_password(connection: Connection, user: str, password: str) -> None:
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(password=password))


def insert_session(connection: Connection, session: str, user: str, device: str) -> None:
    """Insert a session, and end the least recently used ones beyond the limit.

    Of the others, those end first that were used in the future: the clock was wrong then.
    """
    sessions, now = schema.sessions, time.time()
    others, future = (sessions.c.user_id == user) & (sessions.c.id != session), sessions.c.used > now + NOTED
    connection.execute(insert(sessions).values(id=session, user_id=user, created=now, used=now, device=device))
    _see(connection, user, now)
    kept = [
        row.id
        for row in connection.execute(
            select(sessions.c.id)
            .where(others)
            .order_by(case((future, 1), else_=0), sessions.c.used.desc())
            .limit(SESSIONS - 1)
        )
    ]
    connection.execute(delete(sessions).where(others, sessions.c.id.not_in(kept)))


def _see(connection: Connection, user: str, now: float) -> None:
    """Record when a user was seen; that never runs backwards."""
    users = schema.users
    connection.execute(update(users).where(users.c.id == user, users.c.seen < now).values(seen=now))


def user_of_session(connection: Connection, session: str, lifetimes: Lifetimes) -> User | None:
    """Return the user of a session, None if it has ended; records its use once an hour.

    What is recorded never runs backwards: a clock set back for a while must not make anybody seem long gone.
    """
    users, sessions = schema.users, schema.sessions
    row = connection.execute(
        select(users, sessions.c.used, sessions.c.created.label("begun"))
        .select_from(sessions.join(users, users.c.id == sessions.c.user_id))
        .where(sessions.c.id == session)
    ).one_or_none()
    if row is None:
        return None
    now = time.time()
    idle, old = now - lifetimes.idle, now - lifetimes.session
    if row.used < idle or (row.login is not None and row.begun < old):
        trusted = steady(connection)
        if row.used < trusted.ago(lifetimes.idle):
            return None
        if row.login is not None and row.begun < trusted.ago(lifetimes.session):
            return None
    if now - row.used > NOTED:
        connection.execute(update(sessions).where(sessions.c.id == session, sessions.c.used < now).values(used=now))
        _see(connection, row.id, now)
    return _user(row)


def delete_session(connection: Connection, session: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.id == session))


def sessions_of(connection: Connection, user: str, lifetimes: Lifetimes) -> list[SessionRow]:
    """Return the active sessions of a user, the last used first."""
    sessions = schema.sessions
    rows = connection.execute(
        select(sessions)
        .where(sessions.c.user_id == user, ~ended(lifetimes, steady(connection)))
        .order_by(sessions.c.used.desc(), sessions.c.created.desc())
    )
    return [SessionRow(row.id, row.device, row.created, row.used) for row in rows]


def ended(lifetimes: Lifetimes, trusted: Steady) -> ColumnElement[bool]:
    """Return the SQL condition that a session has ended, as far as the clock can be trusted."""
    sessions, users = schema.sessions, schema.users
    accounts = select(users.c.id).where(users.c.login.is_not(None))
    return (sessions.c.used < trusted.ago(lifetimes.idle)) | (
        (sessions.c.created < trusted.ago(lifetimes.session)) & sessions.c.user_id.in_(accounts)
    )


def end_other_sessions(connection: Connection, user: str, session: str) -> list[str]:
    """End all other sessions of a user; return which."""
    sessions = schema.sessions
    others = (sessions.c.user_id == user) & (sessions.c.id != session)
    ended = [str(row.id) for row in connection.execute(select(sessions.c.id).where(others))]
    connection.execute(delete(sessions).where(others))
    return ended


def alive(connection: Connection, sessions: Collection[str]) -> set[str]:
    """Return those of the sessions that are still stored."""
    found = connection.execute(select(schema.sessions.c.id).where(schema.sessions.c.id.in_(sessions)))
    return set(found.scalars())


def delete_user(connection: Connection, user: str) -> tuple[list[str], list[str]]:
    """Delete all data about a user; return the tables deleted, and those that others keep.

    A table without any other person is deleted; otherwise one of the others becomes host, and the seat is empty. Only
    the name under which they held it stays there until the game is over.
    """
    tables, seats = schema.tables, schema.seats
    concerned = [
        str(row.id)
        for row in connection.execute(
            select(tables.c.id).where(
                (tables.c.host == user)
                | exists(literal(1)).where((seats.c.table_id == tables.c.id) & (seats.c.user_id == user))
            )
        )
    ]
    deleted, changed = [], []
    for table in concerned:
        others = [
            str(row.user_id)
            for row in connection.execute(
                select(seats.c.user_id).where(
                    seats.c.table_id == table, seats.c.user_id.is_not(None), seats.c.user_id != user
                )
            )
        ]
        if not others:
            connection.execute(delete(tables).where(tables.c.id == table))
            deleted.append(table)
            continue
        changed.append(table)
        connection.execute(update(tables).where(tables.c.id == table, tables.c.host == user).values(host=others[0]))
    leave_all(connection, user)
    _keep_source(connection, user)
    connection.execute(update(seats).where(seats.c.user_id == user).values(user_id=None))
    connection.execute(update(schema.changes).where(schema.changes.c.user_id == user).values(user_id=None))
    for kept in (schema.sessions, schema.chat, schema.notes):
        connection.execute(delete(kept).where(kept.c.user_id == user))
    connection.execute(delete(schema.shares).where(schema.shares.c.owner == user))
    connection.execute(delete(schema.users).where(schema.users.c.id == user))
    return deleted, changed


def name_of(connection: Connection, user: str) -> str:
    """Return the name of a user, or ""."""
    return str(connection.execute(select(schema.users.c.name).where(schema.users.c.id == user)).scalar() or "")


def leave_table(connection: Connection, table: str, user: str) -> Literal["deleted", "left", "playing", "stranger"]:
    """Remove a table from the user's list: delete it, or leave it to its other players.

    Nothing changes while they are still playing, or if the user neither hosts nor plays it.
    """
    tables, seats = schema.tables, schema.seats
    row = connection.execute(select(tables.c.host, tables.c.status).where(tables.c.id == table)).one_or_none()
    seated = {
        str(row.user_id)
        for row in connection.execute(
            select(seats.c.user_id).where(seats.c.table_id == table, seats.c.user_id.is_not(None))
        )
    }
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


# -- export -------------------------------------------------------------------------------------------


def profile_of(connection: Connection, user: str) -> Row[Any, Any, Any, Any]:
    """Return when the user was created and last seen, and the digests of the addresses they came and called from."""
    users = schema.users
    return connection.execute(
        select(users.c.created, users.c.seen, users.c.source, users.c.share).where(users.c.id == user)
    ).one()


def lines_of(connection: Connection, user: str) -> list[tuple[str, ChatLine]]:
    """Return every chat line the user wrote, with its table."""
    rows = connection.execute(_LINES.where(schema.chat.c.user_id == user).order_by(schema.chat.c.id))
    return [(row.table_id, _line(row)) for row in rows]


def notes_of(connection: Connection, user: str) -> dict[str, str]:
    """Return the user's notes, by table."""
    notes = schema.notes
    return {
        row.table_id: row.text
        for row in connection.execute(select(notes.c.table_id, notes.c.text).where(notes.c.user_id == user))
    }


# -- chat and notes -----------------------------------------------------------------------------------


_LINES = select(
    schema.chat.c.id,
    schema.chat.c.table_id,
    schema.chat.c.user_id,
    schema.users.c.name,
    schema.chat.c.text,
    schema.chat.c.at,
    schema.wishes.c.seat,
    schema.wishes.c.to_seat,
    schema.wishes.c.what,
    schema.wishes.c.amount,
    schema.wishes.c.answer,
).select_from(
    schema.chat.join(schema.users, schema.users.c.id == schema.chat.c.user_id).outerjoin(
        schema.wishes, schema.wishes.c.line_id == schema.chat.c.id
    )
)


def _line(row: Any) -> ChatLine:
    request = (
        None
        if row.seat is None
        else PlayerRequest(seat=row.seat, to=row.to_seat, what=row.what, amount=row.amount, answer=row.answer or UNSET)
    )
    return ChatLine(id=row.id, user=row.user_id, name=row.name, text=row.text, at=row.at, wish=request)


def add_line(connection: Connection, table: str, user: User, text: str, request: PlayerRequest | None = None) -> None:
    """Add a chat line, perhaps a request to another seat; delete the oldest beyond the limit."""
    key = connection.execute(
        insert(schema.chat).values(table_id=table, user_id=user.id, text=text, at=time.time())
    ).inserted_primary_key
    if request is not None and key is not None:
        connection.execute(
            insert(schema.wishes).values(
                line_id=key[0],
                seat=request.seat,
                to_seat=request.to,
                what=request.what,
                amount=request.amount,
                answer=request.answer or "",
            )
        )
    chat = schema.chat
    beyond = select(chat.c.id).where(chat.c.table_id == table).order_by(chat.c.id.desc()).offset(KEPT_LINES).limit(1)
    connection.execute(delete(chat).where(chat.c.table_id == table, chat.c.id <= beyond.scalar_subquery()))


def lines(connection: Connection, table: str, after: int = 0) -> list[ChatLine]:
    """Return the last chat lines, the oldest first; bots' answers are keys of the game's texts."""
    chat = schema.chat
    rows = connection.execute(
        _LINES.where(chat.c.table_id == table, chat.c.id > after).order_by(chat.c.id.desc()).limit(CHAT_LINES)
    ).all()
    return [_line(row) for row in reversed(rows)]


def read_note(connection: Connection, table: str, user: str) -> str:
    found = connection.execute(
        select(schema.notes.c.text).where(schema.notes.c.table_id == table, schema.notes.c.user_id == user)
    ).scalar()
    return str(found or "")


def write_note(connection: Connection, table: str, user: str, text: str) -> None:
    connection.execute(delete(schema.notes).where(schema.notes.c.table_id == table, schema.notes.c.user_id == user))
    if text:
        connection.execute(insert(schema.notes).values(table_id=table, user_id=user, text=text))


# -- settings of the server ---------------------------------------------------------------------------


def secret(connection: Connection, fresh: str) -> str:
    """Return the key that signs cookies: created once, the same for all workers."""
    settings = schema.settings
    found = connection.execute(select(settings.c.value).where(settings.c.name == "secret")).scalar()
    if found is None:
        connection.execute(insert(settings).values(name="secret", value=fresh))
    return str(found or fresh)


def write_health(connection: Connection) -> None:
    """Write the time of the last health check."""
    settings = schema.settings
    now = f"{time.time():.3f}"
    written = connection.execute(update(settings).where(settings.c.name == "health").values(value=now))
    if not written.rowcount:
        connection.execute(insert(settings).values(name="health", value=now))


def set_recovery(connection: Connection, user: str, recovery: str) -> None:
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(recovery=recovery))


def rename(connection: Connection, user: str, name: str) -> None:
    connection.execute(update(schema.users).where(schema.users.c.id == user).values(name=name))
