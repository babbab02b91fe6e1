"""Undo at a table: alone up to a barrier, beyond it with the consent of all other seats' owners."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from khyber.engine.errors import UndoRefused
from khyber.engine.history import last_to_choose, scope
from khyber.engine.record import CHANCE_HIDDEN, REVEAL
from khyber.server.errors import Refused
from khyber.server.library import AnyTable
from khyber.server.messages.live import Agree, Undo, UndoScopeFrame, UndoScopeRequest
from khyber.server.storage.changes import TableChange
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, RUNNING, Change
from khyber.server.tables.consent import still_waiting
from khyber.server.tables.engine_help import undoes_a_bot
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Done, Tables


async def undo(tables: Tables, table: str, user: User | None, said: Undo, done: Done) -> None:
    """Undo a choice: one's own at once; beyond a barrier, request the consent of the others."""
    async with tables.at(table) as live:
        tables.check_seat(live, user, said.seat, said.version)
        assert user is not None
        if live.status == OVER and not live.row.sandbox:
            # everybody can read the whole record, seed and secrets: the game must not resume
            raise Refused("over", "the game is over: branch off a sandbox to play on from an earlier moment")
        try:
            if undoes_a_bot(live, said.seat):
                raise UndoRefused(f"{said.seat} cannot undo what a bot chose for it, without engine help")
            await _undo(tables, live, user, said.seat, done, agreed=False)
        except UndoRefused:
            # a bot that stands in does not consent for the owner of its seat
            others = [s.seat for s in live.seats.values() if s.user is not None and s.user != user.id]
            _check_no_open_seat(live)
            seat = _last_to_choose(live, user, said.seat)
            if live.row.sandbox or not others:
                await _undo(tables, live, user, seat, done, agreed=True, alone=True)
                return
            scope(live.table, seat)  # raises UndoRefused before anybody is asked
            await _set_request(tables, live, {"seat": seat, "by": user.id, "waiting": others})
            done(live.table.version)
            live.push()


async def show_scope(tables: Tables, table: str, user: User | None, said: UndoScopeRequest) -> UndoScopeFrame:
    """Return what undoing the user's last choice would take back. Raises Refused where `undo` would."""
    async with tables.at(table) as live:
        tables.check_seat(live, user, said.seat, said.version)
        assert user is not None
        _check_no_open_seat(live)
        found = live.undo_scope(live.seats_of(user), _last_to_choose(live, user, said.seat))
        return UndoScopeFrame(id=said.id, version=live.table.version, scope=found)


def _last_to_choose(live: LiveTable, user: User, seat: str) -> str:
    """Return which of the user's seats chose last: past a barrier that choice is undone, whichever seat asks."""
    return last_to_choose(live.table, live.seats_of(user)) or seat


async def agree(tables: Tables, table: str, user: User | None, said: Agree, done: Done) -> None:
    """Answer an undo request, granted once all have agreed; its author may withdraw it."""
    async with tables.at(table) as live:
        if not live.undo:
            raise Refused("not-offered", "there is no undo request")
        asked = json.loads(live.undo)
        waiting = still_waiting(live, asked, user, agree=said.agree)
        live.check_version(said.version)
        if waiting == []:
            assert user is not None
            _check_no_open_seat(live)
            await _undo(tables, live, user, asked["seat"], done, agreed=True)
            return
        await _set_request(tables, live, None if waiting is None else {**asked, "waiting": waiting})
        done(live.table.version)
        live.push()


def _check_no_open_seat(live: LiveTable) -> None:
    """Raise Refused while somebody may still join who has not agreed to an undo past a barrier."""
    if not live.row.sandbox and any(seat.invited for seat in live.seats.values()):
        raise Refused(
            "undo-refused",
            "somebody may still take the open seat: until then nothing can be undone past "
            "dice, cards or the choices of others",
        )


async def _undo(
    tables: Tables, live: LiveTable, user: User, seat: str, done: Done, *, agreed: bool, alone: bool = False
) -> None:
    """Undo, in a thread: it repeats the whole step.

    Who undoes `alone`, or with others past what came to light, knows what is to come: nobody new may join afterwards.
    """
    table, seen, steps, revealed = live.table, live.table.version, len(live.table.steps), _reveals(live.table)
    live.fresh = False  # until it is stored, whatever happens
    try:
        await asyncio.to_thread(table.undo, seat, agreed=agreed)
    except UndoRefused:
        live.fresh = True
        raise
    looked_ahead = alone or len(table.steps) < steps or _reveals(table) < revealed
    if live.status == OVER:
        live.status = RUNNING
    await tables.commit(
        live,
        seen,
        steps,
        [Change("undo", seat, "agreed" if agreed else "", user.id)],
        undone=True,
        closing=agreed and looked_ahead and not live.row.sandbox,
        done=done,
    )


def _reveals(table: AnyTable) -> int:
    """Return how often something hidden was drawn or came to light in the current step."""
    return sum(entry[0] in REVEAL + CHANCE_HIDDEN for entry in table.entries()[0])


async def _set_request(tables: Tables, live: LiveTable, asked: dict[str, Any] | None) -> None:
    request = None if asked is None else json.dumps(asked)
    live.fresh = False
    await tables.database.write(
        TableChange(table=live.row.id, seen=live.table.version, columns={"undo": request}),
        tables.database.notification(live.row.id, "info"),
    )
    live.fresh = True
    live.undo = request
