"""Bots that a host puts into the seats of others: who is connected hears of it first, and may object for a minute."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from khyber.agents.driver import PERSON
from khyber.server.errors import Refused
from khyber.server.storage.changes import SeatChange
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, Change, Proposal, Seat
from khyber.server.tables.frames import pending_stand_in
from khyber.server.tables.live import LiveTable
from khyber.server.tables.tables import Tables

#: Seconds in which the owner of a seat may object to a bot.
OBJECTION = 60.0
#: Entries of a step that changes of seat leave for choices.
KEPT_FOR_CHOICES = 400


class StandIns:
    """The bots that wait for objections."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: set[tuple[str, str, Proposal]] = set()
        tables.entered = self.watch

    def must_wait(self, live: LiveTable, seat: Seat, agent: str, user: User) -> bool:
        """Return whether the seat's owner plays it, is around, and is somebody else.

        Who has been told of a bot has a minute to object, also without a connection.
        """
        owner = seat.user
        if agent == PERSON or seat.agent != PERSON or owner is None or owner == user.id:
            return False
        return pending_stand_in(seat) is not None or live.is_around(owner)

    async def propose(self, live: LiveTable, seat: str, agent: str, user: User) -> None:
        """Tell the seat's owner that a bot will play it unless they object."""
        if pending_stand_in(live.seats[seat]) is not None:
            raise Refused("in-use", f"a bot already waits for {seat}: its player has a minute to object")
        proposal = Proposal(agent, user.id, user.name, time.time() + OBJECTION)
        await self._tables.change_info(live, seat=SeatChange(seat, {"stand_in": proposal.stored()}))
        self.watch(live)

    async def put_in(
        self, live: LiveTable, seat: str, agent: str, by: str, values: Mapping[str, Any], name: str | None = None
    ) -> None:
        """Seat an agent; `values` are further columns of the seat, `name` that of a new owner."""
        live.check_room(KEPT_FOR_CHOICES)
        here, version, steps = live.seats[seat], live.table.version, len(live.table.steps)
        live.table.sit(seat, agent)
        live.seats[seat] = msgspec.structs.replace(
            here,
            agent=agent,
            user=values.get("user_id", here.user),
            name=here.name if name is None else name,
            proposal=None,
        )
        change = SeatChange(seat, {"agent": agent, "stand_in": None, **values})
        await self._tables.commit(live, version, steps, [Change("seat", seat, agent, by)], seat=change)

    def watch(self, live: LiveTable) -> None:
        """Wait for the objections to the bots proposed at a table."""
        for seat in live.seats.values():
            if seat.proposal is not None:
                waiting = (live.row.id, seat.seat, seat.proposal)
                if waiting not in self._waiting:
                    self._waiting.add(waiting)
                    self._tables.spawn(self._wait(*waiting))

    async def _wait(self, table: str, seat: str, proposal: Proposal) -> None:
        """Seat the bot when the time is up, unless somebody has withdrawn it or objected."""
        try:
            await asyncio.sleep(max(0.0, proposal.until - time.time()))
            with contextlib.suppress(Refused):  # the table was deleted, or is full
                async with self._tables.at(table) as live:
                    here = live.seats[seat]
                    if here.proposal != proposal or live.status == OVER:
                        return
                    if pending_stand_in(here) is None or here.agent != PERSON:
                        await self._tables.change_info(live, seat=SeatChange(seat, {"stand_in": None}))
                        return
                    await self.put_in(live, seat, proposal.agent, proposal.user, {})
        finally:
            self._waiting.discard((table, seat, proposal))
