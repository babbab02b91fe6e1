"""Endpoints for the user's own account: password, sessions, export."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
from starlette.responses import Response, StreamingResponse

from khyber.engine.errors import Error
from khyber.server.api.calls import Call, Endpoint
from khyber.server.api.people_endpoints import end_others
from khyber.server.errors import Refused, problem
from khyber.server.library import AnyTable
from khyber.server.messages.base import Done
from khyber.server.messages.people import (
    Export,
    ExportedLine,
    ExportedTable,
    LeftSeat,
    Me,
    PasswordRequest,
    Profile,
    SessionInfo,
    SessionList,
)
from khyber.server.people.accounts import shown
from khyber.server.storage import holders_store, people_store, table_store
from khyber.server.storage.people_store import SessionRow
from khyber.server.storage.table_store import OVER
from khyber.server.tables.live import LiveTable

#: Characters of a session's digest that serve as its id.
SHORT = 16
#: More tables than any person has.
ALL = 1_000_000

encode = msgspec.json.Encoder().encode


async def change_password(call: Call) -> Me:
    user = call.user
    code, ended = await call.server.people.change_password(user, call.session, call.body.old, call.body.new)
    for session in ended:
        call.server.disconnect(user, session)
    return shown(user, code)


async def sessions(call: Call) -> SessionList:
    return SessionList(sessions=_listed(await call.server.people.sessions(call.user), call.session))


def _listed(rows: list[SessionRow], current: str) -> list[SessionInfo]:
    return [
        SessionInfo(id=row.id[:SHORT], device=row.device, created=row.created, used=row.used, current=row.id == current)
        for row in rows
    ]


async def end_session(call: Call) -> Done:
    user, wanted = call.user, call.path["session"]
    found = next((row.id for row in await call.server.people.sessions(user) if row.id[:SHORT] == wanted), None)
    if found is None:
        raise Refused("not-found", "this session does not exist or has already ended")
    await call.server.people.end_session(found)
    call.server.disconnect(user, found)
    if found == call.session:
        call.cookie = ""
    return Done()


async def end_other_sessions(call: Call) -> Done:
    await end_others(call, call.user)
    return Done()


# -- export -------------------------------------------------------------------------------------------


async def record_of(call: Call, live: LiveTable) -> str:
    """Return a table's record as the caller may keep it; in full after the game, or for a sandbox's host."""
    user = call.user_
    own = live.row.sandbox and user is not None and live.row.host == user.id
    whole = live.status == OVER or own
    # in a thread: a long record takes a while to write
    async with call.server.writing:
        return await asyncio.to_thread(_record_text, live.table, None if whole else live.seats_of(user))


def _record_text(table: AnyTable, seats: tuple[str, ...] | None) -> str:
    return table.save() if seats is None else table.own_record(*seats)


async def export(call: Call) -> Response:
    """Stream the user's data table by table, to save memory and not block others."""
    user, database = call.user, call.server.database
    row = await database.run(lambda connection: people_store.profile_of(connection, user.id))
    lines = await database.run(lambda connection: people_store.lines_of(connection, user.id))
    notes = await database.run(lambda connection: people_store.notes_of(connection, user.id))
    left = await database.run(lambda connection: holders_store.left_by(connection, user.id))
    tables = await database.run(lambda connection: table_store.list_tables(connection, user.id, mine=True, most=ALL))
    whole = Export(
        made=time.time(),
        profile=Profile(
            id=user.id,
            name=user.name,
            login=user.login,
            created=row.created,
            seen=row.seen,
            source=row.source,
            share=row.share or "",
        ),
        sessions=_listed(await call.server.people.sessions(user), call.session),
        chat=[ExportedLine(table=table, line=line) for table, line in lines],
        left=[LeftSeat(table=one.table, seat=one.seat, name=one.name, at=one.at) for one in left],
        tables=[],
    )

    async def parts() -> AsyncIterator[bytes]:
        yield encode(whole).removesuffix(b"]}")
        for number, (row, seats) in enumerate(tables):
            exported = ExportedTable(
                id=row.id,
                game=row.game,
                name=row.name,
                status=row.status,
                host=row.host == user.id,
                seats=[seat.seat for seat in seats if seat.user == user.id],
                created=row.created,
                changed=row.changed,
                notes=notes.get(row.id, ""),
                source=row.source if row.host == user.id else "",
                record=None,
                problem="",
            )
            try:
                async with call.server.tables.at(row.id) as live:
                    exported.record = cast(Any, msgspec.Raw(await record_of(call, live)))  # JSON already
            except Error as wrong:
                exported.problem = problem(wrong).message
            yield (b"," if number else b"") + encode(exported)
        yield b"]}"

    return StreamingResponse(
        parts(),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="khyber-my-data.json"'},
    )


ACCOUNT_ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/me/password",
        change_password,
        "Change my password; all other sessions end.",
        Me,
        body=PasswordRequest,
        limit="log-in",
        signed_in=True,
    ),
    Endpoint("GET", "/api/me/sessions", sessions, "Where I am signed in.", SessionList, signed_in=True),
    Endpoint(
        "DELETE",
        "/api/me/sessions",
        end_other_sessions,
        "Sign out everywhere else.",
        Done,
        limit="write",
        signed_in=True,
    ),
    Endpoint(
        "DELETE",
        "/api/me/sessions/{session}",
        end_session,
        "Sign out one session.",
        Done,
        limit="write",
        signed_in=True,
    ),
    Endpoint("GET", "/api/me/export", export, "All data stored about me.", Export, limit="export", signed_in=True),
)
