"""What can be asked over HTTP about one's own account, one function each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
from starlette.responses import Response, StreamingResponse

from khyber.engine.errors import Error
from khyber.server.api.account_messages import (
    Export,
    ExportedLine,
    ExportedTable,
    PasswordRequest,
    Profile,
    SessionInfo,
    SessionList,
)
from khyber.server.api.calls import Call, Endpoint
from khyber.server.api.messages import Done, Me
from khyber.server.api.refusals import Refused, problem
from khyber.server.people.accounts import shown
from khyber.server.storage import people_store, table_store
from khyber.server.storage.people_store import SessionRow, User
from khyber.server.storage.table_store import OVER
from khyber.server.tables.library import AnyTable
from khyber.server.tables.live import Live

#: Letters of a session's digest that name it in lists.
SHORT = 16
#: More tables than anybody has.
ALL = 1_000_000

encode = msgspec.json.Encoder().encode


async def change_password(call: Call) -> Me:
    user = call.user
    code, ended = await call.server.people.change_password(user, call.session, call.body.old, call.body.new)
    for session in ended:
        call.server.send_away(user, session)
    return shown(user, code)


async def sessions(call: Call) -> SessionList:
    return SessionList(sessions=_listed(await call.server.people.sessions(call.user), call.session))


def _listed(rows: list[SessionRow], current: str) -> list[SessionInfo]:
    return [SessionInfo(id=row.id[:SHORT], device=row.device, created=row.created, used=row.used,
                        current=row.id == current) for row in rows]


async def end_session(call: Call) -> Done:
    user, wanted = call.user, call.path["session"]
    found = next((row.id for row in await call.server.people.sessions(user) if row.id[:SHORT] == wanted), None)
    if found is None:
        raise Refused("not-found", "there is no such session, or it has ended already")
    await call.server.people.end(found)
    call.server.send_away(user, found)
    if found == call.session:
        call.cookie = ""
    return Done()


async def end_other_sessions(call: Call) -> Done:
    for session in await call.server.people.end_others(call.user, call.session):
        call.server.send_away(call.user, session)
    return Done()


# -- all that is stored of somebody ----------------------------------------------------------------------


async def record_of(live: Live, user: User | None) -> str:
    """A table's record: as the user may keep it while a game runs, whole once it is over or to a sandbox's host."""
    own = live.row.sandbox and user is not None and live.row.host == user.id
    whole = live.status == OVER or own
    # in a thread: a long record takes a while to pack
    return await asyncio.to_thread(_record_text, live.table, None if whole else live.seats_of(user))


def _record_text(table: AnyTable, seats: tuple[str, ...] | None) -> str:
    return table.save() if seats is None else table.own_record(*seats)


async def export(call: Call) -> Response:
    """Written as it is read: a table at a time, so that neither memory nor anybody else has to wait for the whole."""
    user, database = call.user, call.server.database
    created, seen = await database.run(lambda connection: people_store.seen_of(connection, user.id))
    lines = await database.run(lambda connection: people_store.lines_of(connection, user.id))
    notes = await database.run(lambda connection: people_store.notes_of(connection, user.id))
    tables = await database.run(lambda connection: table_store.list_tables(connection, user.id, mine=True, most=ALL))
    whole = Export(
        made=time.time(),
        profile=Profile(id=user.id, name=user.name, login=user.login, created=created, seen=seen),
        sessions=_listed(await call.server.people.sessions(user), call.session),
        chat=[ExportedLine(table=table, line=line) for table, line in lines], tables=[])

    async def parts() -> AsyncIterator[bytes]:
        yield encode(whole).removesuffix(b"]}")
        for number, (kept, seats) in enumerate(tables):
            told = ExportedTable(
                id=kept.id, game=kept.game, name=kept.name, status=kept.status, host=kept.host == user.id,
                seats=[seat.seat for seat in seats if seat.user == user.id], created=kept.created, changed=kept.changed,
                notes=notes.get(kept.id, ""), record=None, problem="")
            try:
                async with call.server.tables.at(kept.id) as live:
                    told.record = cast(Any, msgspec.Raw(await record_of(live, user)))  # JSON already
            except Error as wrong:
                told.problem = problem(wrong).message
            yield (b"," if number else b"") + encode(told)
        yield b"]}"

    return StreamingResponse(parts(), media_type="application/json",
                             headers={"content-disposition": 'attachment; filename="khyber-my-data.json"'})


ACCOUNT_ENDPOINTS = (
    Endpoint("POST", "/api/me/password", change_password, "Change my password; all other sessions end.", Me,
             body=PasswordRequest, limit="log-in", signed_in=True),
    Endpoint("GET", "/api/me/sessions", sessions, "Where I am signed in.", SessionList, signed_in=True),
    Endpoint("DELETE", "/api/me/sessions", end_other_sessions, "Sign out everywhere else.", Done, limit="write",
             signed_in=True),
    Endpoint("DELETE", "/api/me/sessions/{session}", end_session, "Sign out one session.", Done, limit="write",
             signed_in=True),
    Endpoint("GET", "/api/me/export", export, "All that is stored of me.", Export, limit="export", signed_in=True),
)
