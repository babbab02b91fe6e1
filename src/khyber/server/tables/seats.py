"""Create, import, branch and delete tables; invitations, stand-ins, pauses."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection

from khyber import api
from khyber.agents.driver import PERSON
from khyber.engine.chance import new_seed
from khyber.engine.history import undone_chance
from khyber.server.errors import Conflict, Refused, no_seat
from khyber.server.library import AnyGame, agents_for, check_agent
from khyber.server.messages.study import BranchRequest
from khyber.server.messages.tables import (
    Branched,
    HelpLevel,
    ImportTable,
    NewTable,
    Rematch,
    Resigned,
    TableMade,
    TableSettings,
)
from khyber.server.people.accounts import digest
from khyber.server.people.names import checked_title
from khyber.server.people.quotas import Quotas
from khyber.server.people.shares import Shares
from khyber.server.storage import table_store
from khyber.server.storage.changes import SeatChange, insert_table, step_rows
from khyber.server.storage.holders_store import Leaver
from khyber.server.storage.people_store import User, leave_table
from khyber.server.storage.table_store import OVER, PAUSED, RUNNING, Change, Seat
from khyber.server.tables import frames
from khyber.server.tables.access import check_host
from khyber.server.tables.engine_help import check_seating, check_setting, is_puzzle, needed
from khyber.server.tables.handovers import Handovers
from khyber.server.tables.invitations import Invitations
from khyber.server.tables.jobs import (
    IMPORT,
    ReadyTable,
    branch_table,
    checkpoint_record,
    import_table,
    ready_table,
    step_record,
)
from khyber.server.tables.live import LiveTable
from khyber.server.tables.stand_ins import StandIns
from khyber.server.tables.tables import Tables
from khyber.server.workers.lanes import Lane

ME, OPEN = "me", "open"


def agent_of(seat: str) -> str:
    """Return the agent for a seat as requested: "me", "open", "person" or a bot."""
    return PERSON if seat in (ME, OPEN, PERSON) else seat


def _seated(game: AnyGame, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the agent of each seat in a sandbox: the user, or a bot. Raises Refused or BadSetup."""
    for seat, agent in wanted.items():
        if seat not in game.seats:
            raise no_seat(seat, game.seats)
        check_agent(game, agent_of(agent))
    return {seat: wanted.get(seat, ME) for seat in game.seats}


class Seats:
    """All operations on tables other than choices in a game."""

    def __init__(self, tables: Tables, imports: Lane, quotas: Quotas, shares: Shares) -> None:
        self._tables = tables
        self._imports = imports
        self._quotas = quotas
        self._shares = shares
        self.stand_ins = StandIns(tables)
        self.handovers = Handovers(tables)
        self.invitations = Invitations(tables, self.handovers)

    # -- new tables ---------------------------------------------------------------------------------

    async def create(self, user: User, wanted: NewTable) -> TableMade:
        """Create a table. Raises BadSetup or Refused."""
        if wanted.seed is not None and not wanted.sandbox:
            raise Refused("bad-request", "only a sandbox may have a seed of your choice")
        game = self._tables.games.find(wanted.game)
        seats = {seat: wanted.seats.get(seat, ME if wanted.sandbox else OPEN) for seat in game.seats}
        seats |= {seat: agent for seat, agent in wanted.seats.items() if seat not in seats}  # `new_table` refuses it
        table = api.new_table(
            game,
            scenario=wanted.scenario,
            options=tuple(dict.fromkeys(wanted.options)),
            players=wanted.players,
            seats={seat: agent_of(agent) for seat, agent in seats.items()},
            seed=wanted.seed,
        )
        return await self._store(
            user,
            ready_table(table),
            seats,
            wanted.name,
            sandbox=wanted.sandbox,
            imported=False,
            public=(OPEN in seats.values() if wanted.public is None else wanted.public) and not wanted.sandbox,
            level=wanted.help,
        )

    async def import_(self, user: User, wanted: ImportTable) -> TableMade:
        """Import a record or a position. Raises BadRecord, BadPosition or Refused.

        The sender may know what is hidden in it. With open seats all of that is redrawn and the game begins there;
        without any, nobody else can ever join.
        """
        agents = {seat: agent_of(agent) for seat, agent in wanted.seats.items()}
        seed = new_seed() if OPEN in wanted.seats.values() else None
        game = wanted.game or self._tables.games.ids()[0]
        await self._quotas.check_room()
        claim = await self._shares.claim_of(user.id)
        ready = await self._imports.run(
            import_table, wanted.text, game, agents, seed, of=user.id, seconds=IMPORT, claim=claim
        )
        if ready.code:
            raise Refused(ready.code, ready.message)
        copied = seed is not None or not await asyncio.to_thread(is_puzzle, ready)
        if copied:
            allowed = await self._tables.help.playing(user.id, ready.game)
            for agent in wanted.seats.values():
                allowed.check(needed(agent_of(agent)))
        seats = {seat: wanted.seats.get(seat, ME) for seat in self._tables.games.find(ready.game).seats}
        return await self._store(
            user,
            ready,
            seats,
            wanted.name,
            sandbox=wanted.sandbox,
            imported=copied,
            public=wanted.public,
            level=wanted.help,
            closed="" if seed is not None else "imported",
        )

    async def _store(
        self,
        user: User,
        ready: ReadyTable,
        seats: dict[str, str],
        name: str,
        *,
        sandbox: bool,
        imported: bool,
        public: bool,
        level: HelpLevel = "none",
        origin: str | None = None,
        closed: str = "",
    ) -> TableMade:
        if sandbox and OPEN in seats.values():
            raise Refused("bad-request", "a sandbox has no open seats: one person plays all sides")
        assert ready.now is not None
        invites = {seat: secrets.token_urlsafe(16) for seat, agent in seats.items() if agent == OPEN}
        rows = [
            (
                seat,
                user.id if agent == ME else None,
                agent_of(agent),
                digest(invites[seat]) if seat in invites else None,
            )
            for seat, agent in seats.items()
        ]
        key = secrets.token_urlsafe(9)
        at = time.time()
        row = table_store.TableRow(
            id=key,
            game=ready.game,
            header=ready.header,
            name=checked_title(name),
            host=user.id,
            sandbox=sandbox,
            imported=imported,
            public=public,
            help=level,
            origin=origin,
            closed="sandbox" if sandbox else closed,
            created=at,
            changed=at,
            **msgspec.structs.asdict(ready.now),
        )
        share = await self._quotas.share(user.id)
        steps = await asyncio.to_thread(step_rows, key, 0, ready.steps)

        def work(connection: Connection) -> int:
            insert_table(connection, msgspec.structs.replace(row, source=share.source), rows, steps)
            return self._quotas.check(connection, share, key)

        self._quotas.add(share, await self._tables.database.run(work))
        if row.bot:
            self._tables.bot_asked(await self._tables.find(key))
        return TableMade(id=key, invites=invites)

    async def delete(self, table: str, user: User) -> None:
        """Delete a table, or leave a finished one to its other players. Raises Refused while they play.

        The table is not loaded, so that even a damaged one can be deleted.
        """
        left = await self._tables.database.run(lambda connection: leave_table(connection, table, user.id))
        if left == "stranger":
            raise Refused("forbidden", "only the host and the players may delete a table from their list")
        if left == "playing":
            raise Refused("in-use", "others are still playing: the table can be deleted once the game is over")
        self._quotas.forget(user.id)
        deleted = left == "deleted"
        await self._tables.on_deletion([table] if deleted else [], [] if deleted else [table])

    async def branch(self, table: str, user: User, wanted: BranchRequest) -> Branched:
        """Branch a sandbox off now or a past moment. Raises Refused or BadSetup.

        It is exact once the game is over; before that, it is a world drawn from what the user may know.
        """
        step, choice = wanted.step, wanted.choice
        if choice is not None and not step:
            raise Refused("bad-request", "a choice needs the step it belongs to")
        await self._quotas.check_room()
        async with self._tables.at(table) as live:
            live.check_access(user)
            if step is not None:
                live.check_step(step, choice)
            over, name, game = live.status == OVER, live.row.name, live.table.game
            seated = _seated(game, wanted.seats)
            allowed = await self._tables.help.allowed(live, user)
            for agent in seated.values():
                allowed.check(needed(agent_of(agent)))
            origin = live.row.origin or live.row.id
            at = (
                None
                if step is None or (choice is None and step > len(live.table.steps))
                else ((step, None) if choice is None else (step - 1, choice))
            )
            if over and at is None:
                raise Refused("over", "the game is over: name the moment to play on from")
            seats = None if over else live.seats_of(user) if at is None else live.past_seats(user)
            record = (
                live.table.record()
                if over
                else (checkpoint_record(live.table) if at is None else step_record(live.table, at[0]))
            )
        agents = {seat: agent_of(agent) for seat, agent in seated.items()}
        ready = await self._imports.run(
            branch_table,
            record,
            at,
            seats,
            new_seed(),
            agents,
            of=user.id,
            seconds=IMPORT,
            claim=await self._shares.claim_of(user.id),
        )
        if ready.code:
            raise Refused(ready.code, ready.message)
        made = await self._store(user, ready, seated, name, sandbox=True, imported=True, public=False, origin=origin)
        return Branched(id=made.id)

    # -- seats ----------------------------------------------------------------------------------------

    async def sit(self, table: str, user: User, seat: str, agent: str) -> None:
        """Seat a bot, return a seat to its player, or take an empty one.

        The host may do it for any seat, a player for their own. A bot for another's seat waits for a minute while that
        player is connected; "person" objects to it, or withdraws it.
        """
        async with self._tables.at(table) as live:
            if seat not in live.seats:
                raise no_seat(seat, live.seats)
            here = live.seats[seat]
            is_host, is_mine = live.row.host == user.id, here.user == user.id
            live.check_access(user)
            if not (is_host or is_mine):
                raise Refused("forbidden", "only the host and the seat's own player may change who plays it")
            live.check_running()
            if agent == ME and here.user not in (None, user.id):
                raise Refused("taken", f"the seat is {here.name}'s: give it back with 'person', or put in a bot")
            if agent == OPEN:
                raise Refused("bad-request", "create an invitation instead")
            wanted = agent_of(agent)
            check_agent(live.table.game, wanted)
            await self._check_help(live, here, wanted, user)
            values: dict[str, Any] = {}
            if agent == ME and here.user is None:
                await self.handovers.check_own(live, seat, user)
                values = {"user_id": user.id, "invite": None}
            if wanted == here.agent:
                await self._tables.change_info(
                    live, seat=SeatChange(seat, {**values, "agent": wanted, "stand_in": None})
                )
            elif self.stand_ins.must_wait(live, here, wanted, user):
                await self.stand_ins.propose(live, seat, wanted, user)
            else:
                await self.stand_ins.put_in(live, seat, wanted, user.id, values, user.name if values else None)

    async def resign(self, table: str, user: User) -> Resigned:
        """Give the user's seats to bots.

        The game ends instead if nobody else plays, or if one player has all other seats: then that player wins.
        """
        async with self._tables.at(table) as live:
            mine = live.seats_of(user)
            if not mine:
                live.check_access(user)
                raise Refused("forbidden", "only players may resign")
            live.check_running()
            others = [seat for seat in live.seats.values() if seat.seat not in mine]
            people = {seat.user for seat in others if seat.user is not None}
            beaten = len(people) == 1 and all(seat.user is not None for seat in others)
            if not people or beaten:
                won = others[0].seat if beaten else ""
                await self._tables.change_info(
                    live,
                    seen=live.table.version,
                    columns={
                        "status": OVER,
                        "undo": None,
                        "outcome": table_store.stored_outcome(
                            frames.resignation(won), undone=undone_chance(live.table)
                        ),
                    },
                )
                return Resigned(bots=[])
            bot = agents_for(live.table.game)[0]
            for seat in mine:
                version, steps = live.table.version, len(live.table.steps)
                live.table.sit(seat, bot)
                here = live.seats[seat]
                live.seats[seat] = msgspec.structs.replace(
                    here, agent=bot, user=None, name="", left=(*here.left, user.id)
                )
                values = {"agent": bot, "user_id": None, "invite": None}
                left = SeatChange(seat, values, leaver=Leaver(user.id, user.name, steps))
                await self._tables.commit(live, version, steps, [Change("seat", seat, bot, user.id)], seat=left)
            return Resigned(bots=list(mine))

    async def rematch(self, table: str, user: User, lang: str, *, knowing: bool) -> Rematch:
        """Begin another game like a finished one, or join the one that another player began.

        `knowing`: the user says that they know who has seen what is hidden there.
        """
        async with self._tables.at(table) as live:
            mine = live.seats_of(user)
            if not mine:
                live.check_access(user)
                raise Refused("forbidden", "only players may ask for a rematch")
            if live.status != OVER:
                raise Refused("in-use", "the game is not over yet")
            begun = live.row.rematch
            if begun is not None and await self._tables.database.run(partial(table_store.has_table, table=begun)):
                return await self._join_rematch(begun, user, mine, lang, knowing=knowing)
            setup, row = live.table.header.setup, live.row
            seats = {
                seat.seat: ME
                if seat.seat in mine
                else OPEN
                if seat.user is not None or seat.agent == PERSON
                else seat.agent
                for seat in live.seats.values()
            }
            fresh = api.new_table(
                live.table.game,
                scenario=setup.scenario,
                options=setup.options,
                players=setup.players if setup.players in live.table.game.player_counts else None,
                seats={seat: agent_of(agent) for seat, agent in seats.items()},
                replaced=setup.replaced,
            )
            made = await self._store(
                user,
                ready_table(fresh),
                seats,
                row.name,
                sandbox=row.sandbox,
                imported=False,
                public=row.public,
                level=row.help,
            )
            await self._tables.change_info(live, columns={"rematch": made.id})
            return Rematch(id=made.id, seats=list(mine))

    async def _join_rematch(self, table: str, user: User, mine: Sequence[str], lang: str, *, knowing: bool) -> Rematch:
        """Take the user's seats of the previous game in the rematch, as far as they are free.

        If somebody has seen what is hidden there, none is taken until the user says that they know.
        """
        for seat in mine:
            invite = await self._tables.database.run(partial(table_store.open_invitation, table=table, seat=seat))
            if invite is None:
                continue
            async with self._tables.at(table) as live:
                seen = [] if knowing else await self.handovers.seen_seats(live, user, lang)
                await self.handovers.check_taking(live, seat, user, knowing=True)
            if seen:
                return Rematch(id=table, seats=[], seen=seen)
            with contextlib.suppress(Conflict):
                await self.invitations.take(table, user, seat, invite)
        async with self._tables.at(table) as live:
            await self._tables.push_info(live)
            live.check_access(user)
            return Rematch(id=table, seats=list(live.seats_of(user)))

    async def change_settings(self, table: str, user: User, wanted: TableSettings) -> None:
        """Rename a table, or open it to spectators."""
        async with self._tables.at(table) as live:
            check_host(live, user)
            columns: dict[str, Any] = {}
            if wanted.name is not None:
                columns["name"] = checked_title(wanted.name)
            if wanted.public is not None:
                if wanted.public and live.row.sandbox:
                    raise Refused("bad-request", "a sandbox has no spectators")
                columns["public"] = wanted.public
            if wanted.help is not None:
                check_setting(live)
                columns["help"] = wanted.help
            if columns:
                await self._tables.change_info(live, columns=columns)

    async def _check_help(self, live: LiveTable, seat: Seat, agent: str, user: User) -> None:
        """Raise Refused if the agent would give help that is not allowed: here for a player, elsewhere by playing."""
        check_seating(live, seat, agent, user)
        (await self._tables.help.elsewhere(live.row, user.id)).check(needed(agent))

    async def pause(self, table: str, user: User, *, paused: bool) -> None:
        async with self._tables.at(table) as live:
            check_host(live, user)
            live.check_running()
            await self._tables.change_info(live, columns={"status": PAUSED if paused else RUNNING})
            if live.is_bot_asked():
                self._tables.bot_asked(live)
