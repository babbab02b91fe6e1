"""Who sits where: tables made and imported, invitations, stand-ins, pauses. Each is one transaction."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection

from khyber.agents.driver import PERSON
from khyber.engine.chance import new_seed
from khyber.server.api.messages import Branched, ImportTable, Invite, Joined, NewTable, TableMade
from khyber.server.api.refusals import Refused, no_table
from khyber.server.people.names import checked_title
from khyber.server.people.quotas import Quotas
from khyber.server.storage import table_store
from khyber.server.storage.people_store import User, leave_table
from khyber.server.storage.table_store import OVER, PAUSED, RUNNING, Change
from khyber.server.study.study import check_step, past_eyes
from khyber.server.tables.library import check_agent, set_up
from khyber.server.tables.live import Live
from khyber.server.tables.tables import Tables
from khyber.server.workers.jobs import ARRIVAL, Arrived, arrived, branched, imported, light, recalled
from khyber.server.workers.lanes import Lane

ME, OPEN = "me", "open"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def agent_of(seat: str) -> str:
    """Who plays, of what was asked for a seat."""
    return PERSON if seat in (ME, OPEN, PERSON) else seat


class Seating:
    """Everything about tables that is not a choice in a game."""

    def __init__(self, tables: Tables, arrivals: Lane, quotas: Quotas) -> None:
        self._tables = tables
        self._arrivals = arrivals
        self._quotas = quotas

    # -- new tables ---------------------------------------------------------------------------------

    async def make(self, user: User, wanted: NewTable) -> TableMade:
        """A new table. Raises BadSetup or Refused."""
        if wanted.seed is not None and not wanted.sandbox:
            raise Refused("bad-request", "a seed can be chosen in a sandbox only")
        game = self._tables.games.find(wanted.game)
        seats = {seat: wanted.seats.get(seat, ME if wanted.sandbox else OPEN) for seat in game.seats}
        seats |= {seat: agent for seat, agent in wanted.seats.items() if seat not in seats}  # refused with its name
        table = set_up(self._tables.games, wanted.game, wanted.scenario, wanted.options,
                       {seat: agent_of(agent) for seat, agent in seats.items()}, wanted.players, wanted.seed)
        return await self._store(user, arrived(table), seats, wanted.name, sandbox=wanted.sandbox, imported=False,
                                 public=wanted.public and not wanted.sandbox)

    async def bring(self, user: User, wanted: ImportTable) -> TableMade:
        """A table from a record or a position. Raises BadRecord, BadPosition or Refused.

        Whoever sends it in may know what is hidden in it: where seats are open to others, it is all redrawn and the
        game begins there; where none is, none will be.
        """
        agents = {seat: agent_of(agent) for seat, agent in wanted.seats.items()}
        seed = new_seed() if OPEN in wanted.seats.values() else None
        ready = await self._arrivals.run(
            imported, wanted.text, wanted.game, agents, seed, whose=user.id, seconds=ARRIVAL)
        if ready.code:
            raise Refused(ready.code, ready.message)
        seats = {seat: wanted.seats.get(seat, ME) for seat in self._tables.games.find(ready.game).seats}
        return await self._store(user, ready, seats, wanted.name, sandbox=wanted.sandbox, imported=True,
                                 public=wanted.public, closed="" if seed is not None else "imported")

    async def _store(self, user: User, ready: Arrived, seats: dict[str, str], name: str, *, sandbox: bool,
                     imported: bool, public: bool, closed: str = "") -> TableMade:
        if sandbox and OPEN in seats.values():
            raise Refused("bad-request", "in a sandbox one person plays all sides: no seat is open")
        assert ready.now is not None
        invites = {seat: secrets.token_urlsafe(16) for seat, agent in seats.items() if agent == OPEN}
        rows = [(seat, user.id if agent == ME else None, agent_of(agent),
                 digest(invites[seat]) if seat in invites else None) for seat, agent in seats.items()]
        key = secrets.token_urlsafe(9)
        row = table_store.new_row(ready.game, ready.header, ready.now, key=key, name=checked_title(name), host=user.id,
                             sandbox=sandbox, imported=imported, public=public, closed=closed)

        used = await self._quotas.used(user.id)

        def work(connection: Connection) -> int:
            table_store.insert_table(connection, row, rows, ready.steps)
            return self._quotas.check(connection, user.id, key, used)

        self._quotas.add(user.id, await self._tables.database.run(work))
        if row.bot:
            self._tables.bot_asked(await self._tables.find(key))
        return TableMade(id=key, invites=invites)

    async def remove(self, table: str, user: User) -> None:
        """Delete a table; a finished one is left to the others who played there. Raises Refused if they still play.

        It is not loaded for that: whoever has a damaged table can be rid of it.
        """
        left = await self._tables.database.run(lambda connection: leave_table(connection, table, user.id))
        if left == "stranger":
            raise Refused("forbidden", "only the host, and those who played, may delete a table from their list")
        if left == "playing":
            raise Refused("in-use", "others play here: the table can be deleted once the game is over")
        self._quotas.forget(user.id)
        self._tables.database.announce(self._tables.database.news(table, "gone" if left == "deleted" else "info"))
        if left == "deleted":
            self._tables.drop(table)
        else:
            async with self._tables.at(table) as live:
                await self._tables.push_info(live)

    async def branch(self, table: str, user: User, step: int | None, choice: int | None) -> Branched:
        """A sandbox that begins now, or at a moment of the past: exactly there once the game is over, and while it
        runs in a world drawn from what the user may know. Raises Refused.
        """
        if choice is not None and not step:
            raise Refused("bad-request", "a choice is one of a step: say of which")
        async with self._tables.at(table) as live:
            if not live.may_watch(user):
                raise no_table()
            if step is not None:
                check_step(live, step, choice)
            over, name = live.status == OVER, live.row.name
            at = None if step is None or (choice is None and step > len(live.table.steps)) else (
                (step, None) if choice is None else (step - 1, choice))
            if over and at is None:
                raise Refused("over", "the game is over: say from which moment to play on")
            seats = None if over else live.seats_of(user) if at is None else past_eyes(live, user)
            record = live.table.record() if over else light(live.table) if at is None else recalled(live.table, at[0])
        ready = await self._arrivals.run(branched, record, at, seats, new_seed(), whose=user.id, seconds=ARRIVAL)
        if ready.code:
            raise Refused(ready.code, ready.message)
        everybody = dict.fromkeys(self._tables.games.find(ready.game).seats, ME)
        made = await self._store(user, ready, everybody, name, sandbox=True, imported=True, public=False)
        return Branched(id=made.id)

    # -- people come ----------------------------------------------------------------------------------

    async def join(self, table: str, user: User, token: str) -> Joined:
        """The invitation's seat is now the user's. A table that is not there has no invitations either."""

        def work(connection: Connection) -> str | None:
            seat = table_store.take_seat(connection, table, digest(token), user.id)
            if seat is not None:
                self._tables.database.tell(connection, self._tables.database.news(table, "info"))
            return seat

        seat = await self._tables.database.run(work)
        if seat is None:
            raise Refused("not-found", "there is no such invitation, or it was used already: ask for a new one")
        async with self._tables.at(table) as live:
            await self._tables.push_info(live)
        return Joined(id=table, seat=seat)

    async def invite(self, table: str, user: User, seat: str) -> Invite:
        """A new invitation to an empty seat; an older one is no longer good."""
        async with self._tables.at(table) as live:
            self._check_host(live, user, seat)
            if live.seats[seat].user is not None:
                raise Refused("taken", f"{live.seats[seat].name} sits there")
            if live.row.closed:
                raise Refused("closed", f"nobody new can join: {table_store.CLOSED[live.row.closed]}")
            token = secrets.token_urlsafe(16)
            await self._change_seat(live, seat, invite=digest(token))
            return Invite(seat=seat, token=token)

    async def sit(self, table: str, user: User, seat: str, agent: str) -> None:
        """A bot stands in, a person comes back, or the host takes an empty seat.

        The host may do it for any seat; a player for the own one.
        """
        async with self._tables.at(table) as live:
            if seat not in live.seats:
                raise Refused("not-found", f"there is no seat {seat!r}: the seats are {', '.join(live.seats)}")
            here = live.seats[seat]
            is_host, is_mine = live.row.host == user.id, here.user == user.id
            if not live.may_watch(user):
                raise no_table()
            if not (is_host or is_mine):
                raise Refused("forbidden", "only the host, and the player for the own seat, may change who sits there")
            if live.status == OVER:
                raise Refused("over", "the game is over")
            if agent == ME and here.user not in (None, user.id):
                raise Refused("taken", f"the seat is {here.name}'s: give it back with 'person', or let a bot stand in")
            if agent == OPEN:
                raise Refused("bad-request", "ask for an invitation instead")
            wanted = agent_of(agent)
            check_agent(live.table.game, wanted)
            values: dict[str, Any] = {"agent": wanted}
            if agent == ME and here.user is None:
                values |= {"user_id": user.id, "invite": None}
            if wanted == here.agent:
                await self._change_seat(live, seat, **values)
                return
            version, steps = live.table.version, len(live.table.steps)
            live.table.sit(seat, wanted)
            live.seats[seat] = msgspec.structs.replace(
                here, agent=wanted, user=values.get("user_id", here.user),
                name=user.name if "user_id" in values else here.name)
            await self._tables.commit(live, version, steps, [Change("seat", seat, wanted, user.id)],
                                      seat=(seat, values))

    async def pause(self, table: str, user: User, *, paused: bool) -> None:
        async with self._tables.at(table) as live:
            self._check_host(live, user)
            if live.status == OVER:
                raise Refused("over", "the game is over")
            status = PAUSED if paused else RUNNING

            def work(connection: Connection) -> None:
                table_store.set_columns(connection, table, status=status)
                self._tables.database.tell(connection, self._tables.database.news(table, "info"))

            await self._tables.database.run(work)
            await self._tables.push_info(live)
            if live.bot_asked():
                self._tables.bot_asked(live)

    async def _change_seat(self, live: Live, seat: str, **values: Any) -> None:
        table = live.row.id

        def work(connection: Connection) -> None:
            table_store.set_seat(connection, table, seat, **values)
            self._tables.database.tell(connection, self._tables.database.news(table, "info"))

        await self._tables.database.run(work)
        await self._tables.push_info(live)

    @staticmethod
    def _check_host(live: Live, user: User, seat: str | None = None) -> None:
        if not live.may_watch(user):
            raise no_table()
        if live.row.host != user.id:
            raise Refused("forbidden", "only the host may do that")
        if seat is not None and seat not in live.seats:
            raise Refused("not-found", f"there is no seat {seat!r}: the seats are {', '.join(live.seats)}")
