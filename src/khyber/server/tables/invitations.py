"""Invitations: links to a seat, and what they are to."""

from __future__ import annotations

import secrets

from khyber.server.errors import Conflict, Refused
from khyber.server.messages.tables import Invitation, Invite, Joined
from khyber.server.people.accounts import digest
from khyber.server.storage import table_store
from khyber.server.storage.changes import SeatChange, TableChange
from khyber.server.storage.people_store import User, name_of
from khyber.server.tables.access import check_host
from khyber.server.tables.handovers import Handovers
from khyber.server.tables.tables import Tables


def _no_invitation() -> Refused:
    return Refused("not-found", "this invitation does not exist or was already used: ask for a new one")


class Invitations:
    """Seats that somebody may take by a link."""

    def __init__(self, tables: Tables, handovers: Handovers) -> None:
        self._tables = tables
        self._handovers = handovers

    async def join(self, table: str, user: User, token: str, *, knowing: bool) -> Joined:
        """Take the seat of an invitation. A table that does not exist has none.

        `knowing`: the user says that they know who has seen what is hidden there.
        """
        seat = await self._invited(table, token)
        async with self._tables.at(table) as live:
            await self._handovers.check_taking(live, seat, user, knowing=knowing)
        try:
            await self.take(table, user, seat, digest(token))
        except Conflict as problem:
            raise _no_invitation() from problem
        async with self._tables.at(table) as live:
            await self._tables.push_info(live)
        return Joined(id=table, seat=seat)

    async def invitation(self, table: str, user: User | None, token: str, lang: str) -> Invitation:
        """Return the table and seat of an invitation, for anyone who has it."""
        seat = await self._invited(table, token)
        async with self._tables.at(table) as live:
            row, host = live.row, live.row.host or ""
            words = live.words(lang)
            return Invitation(
                game=row.game,
                game_name=self._tables.games.name(row.game),
                scenario=words.called("scenario", live.table.header.setup.scenario),
                name=row.name,
                host=await self._tables.database.run(lambda connection: name_of(connection, host)),
                seat=seat,
                seat_name=words.called("seat", seat),
                help=row.help,
                seen=await self._handovers.seen_seats(live, user, lang),
                players=live.players(user, lang),
            )

    async def _invited(self, table: str, token: str) -> str:
        """Return the seat of an invitation. Raises Refused."""
        invite = digest(token)
        seat = await self._tables.database.run(lambda connection: table_store.invited_seat(connection, table, invite))
        if seat is None:
            raise _no_invitation()
        return seat

    async def invite(self, table: str, user: User, seat: str) -> Invite:
        """Return a new invitation to an empty seat; it replaces an older one."""
        async with self._tables.at(table) as live:
            check_host(live, user, seat)
            if live.seats[seat].user is not None:
                raise Refused("taken", f"{live.seats[seat].name} has this seat")
            if live.row.closed:
                raise Refused("closed", f"nobody new may join: {table_store.CLOSED[live.row.closed]}")
            seen = await self._handovers.check_inviting(live, seat)
            token = secrets.token_urlsafe(16)
            await self._tables.change_info(live, seat=SeatChange(seat, {"invite": digest(token)}))
            return Invite(seat=seat, token=token, seen=seen)

    async def take(self, table: str, user: User, seat: str, invite: str) -> None:
        """Give a seat to the holder of its invitation. Raises Conflict if another player was faster.

        A request that waits for the others lapses: the new player was not asked.
        """
        taken = SeatChange(seat, {"user_id": user.id, "invite": None}, invite)
        await self._tables.database.write(
            TableChange(table=table, seat=taken, columns={"undo": None, "handover": None}),
            self._tables.database.notification(table, "info"),
        )
