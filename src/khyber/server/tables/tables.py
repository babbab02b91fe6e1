"""The tables of a server: kept in memory while somebody needs them, changed one transaction at a time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection

from khyber.agents.driver import PERSON
from khyber.engine.errors import RuleFailed, UndoRefused
from khyber.engine.history import check_undo
from khyber.engine.record import StepRecord
from khyber.server.api.messages import Agree, AwayFrame, ChatFrame, Choose, Undo, Wish
from khyber.server.api.refusals import Refused, no_table
from khyber.server.monitor.logs import about
from khyber.server.monitor.metrics import Metrics
from khyber.server.storage import people_store, table_store
from khyber.server.storage.database import Conflict, Database, Unavailable
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, PAUSED, RUNNING, Change, Kept
from khyber.server.storage.writes import Writing
from khyber.server.tables.library import AnyTable, Library, restored
from khyber.server.tables.live import Live, Viewer
from khyber.server.tables.requests import check_wish
from khyber.server.workers.budget import CHOICE, LOADING, OverBudget, cpu_budget
from khyber.server.workers.supervisor import Supervisor

log = logging.getLogger("khyber.server")

#: Seconds that a table stays in memory though nobody needs it.
IDLE = 600.0
#: Bytes of the logs and states of tables that stay in memory though nobody needs them.
MOST_IDLE_BYTES = 64 * 1024 * 1024
#: Why a table is not even loaded.
TOO_SLOW = "it takes too long to load"
#: How often other workers hear who is here, and for how long they believe it.
PRESENCE = 20.0


def _quarantined(row: Kept) -> Refused:
    return Refused("quarantined", f"nobody can play on at this table: {row.quarantine}")


class Tables:
    """All tables, each loaded when it is first asked for."""

    def __init__(self, database: Database, games: Library, most: int) -> None:
        self.database = database
        self.games = games
        self._most = most
        self.lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self.supervisor = Supervisor()
        self.metrics = Metrics()
        #: Told when a bot may be asked at a table.
        self.bot_asked: Callable[[Live], None] = lambda live: None

    # -- finding ------------------------------------------------------------------------------------

    async def find(self, table: str) -> Live:
        """The table of that id. Raises Refused if there is none."""
        live = self.lives.get(table)
        if live is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(loading)
        live.touched = time.monotonic()
        return live

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Live]:
        """The table, locked, as it is stored now."""
        while True:
            live = await self.find(table)
            async with live.lock:
                if self.lives.get(table) is not live:
                    continue  # it was dropped while we waited
                if not live.fresh:
                    await self._refresh(live)
                yield live
                return

    async def _load(self, table: str) -> Live:
        loaded = await self.database.run(lambda connection: table_store.load_table(connection, table))
        if loaded is None:
            raise no_table()
        if loaded.row.quarantine == TOO_SLOW:
            raise _quarantined(loaded.row)
        # a long game takes a while to read back: in a thread, so that the other tables go on
        game, row, seconds = await asyncio.to_thread(self._restored_and_timed, loaded.row, loaded.steps)
        if seconds > LOADING:
            log.error("table %s is quarantined: it took %.1f seconds to load", table, seconds,
                      extra=about("quarantined", table=table))
            self.metrics.quarantines.add()
            await self.database.run(lambda connection: table_store.set_columns(connection, table, quarantine=TOO_SLOW))
            raise _quarantined(msgspec.structs.replace(row, quarantine=TOO_SLOW))
        if row is not loaded.row:
            await self._write_new_rules(game, loaded.row, row)
        live = self.lives[table] = Live(row, loaded.seats, game, self.games)
        return live

    def _restored_and_timed(self, row: Kept, steps: list[StepRecord]) -> tuple[AnyTable, Kept, float]:
        began = time.thread_time()
        return *self._restored(row, steps), time.thread_time() - began

    def _restored(self, row: Kept, steps: list[StepRecord]) -> tuple[AnyTable, Kept]:
        """The table of a row; with its new row, if under the rules of today it stands elsewhere."""
        try:
            table = restored(self.games, table_store.record_of(row, steps))
        except Exception as problem:  # whatever a damaged row does to us, it does to its own table only
            log.error("table %s cannot be loaded: %s: %s", row.id, type(problem).__name__, problem,
                      extra=about("table-broken", table=row.id))
            raise Refused("broken", "this table cannot be loaded; nothing of it is lost: the reason is in the server's "
                                    "log") from problem
        if row.rules == table.game.rules_version:
            return table, row
        agents = {seat: table.seats[seat] for seat in table.game.seats}
        now = table_store.standing(table, agents, epoch=row.epoch, undo=None, status=row.status)
        as_it_was = (row.steps, row.now, row.now_by)
        if (now.steps, now.now, now.now_by) != as_it_was:
            table.version = row.version + 1
        elif now.asked == row.asked:
            now = msgspec.structs.replace(now, undo=row.undo)
        return table, msgspec.structs.replace(row, **msgspec.structs.asdict(msgspec.structs.replace(
            now, version=table.version, epoch=row.epoch + (table.version != row.version))))

    async def _write_new_rules(self, table: AnyTable, before: Kept, row: Kept) -> None:
        """A table goes on under other rules."""
        now = table_store.Standing(**{name: getattr(row, name) for name in table_store.Standing.__struct_fields__})
        changes = [Change("rules", "", row.rules)] if row.version != before.version else []
        kept = min(before.steps, row.steps)

        def work(connection: Connection) -> None:
            table_store.write_change(connection, row.id, before.version, now, changes, kept, table.steps[kept:])
            self.database.tell(connection, self.database.news(row.id, "change", row.version))

        try:
            await self.database.run(work)
        except Conflict as problem:
            raise Refused("stale", "the table is just being changed; please try again") from problem

    async def _refresh(self, live: Live) -> None:
        """Become what is stored: other workers may have gone on."""
        fresh, epoch, table = live.fresh, live.epoch, live.row.id
        known = len(live.table.steps) if fresh else 0

        def work(connection: Connection) -> table_store.Loaded | None:
            row = table_store.load_row(connection, table)
            if row is None:
                return None
            return table_store.load_table(connection, table, known if row.epoch == epoch and row.steps >= known else 0)

        live.fresh = False
        loaded = await self.database.run(work)
        if loaded is None:
            self.drop(table)
            raise no_table()
        row = loaded.row
        if fresh and row.version == live.table.version and row.rules == live.row.rules:
            live.stand(row, loaded.seats, live.table)  # only what is around the game has changed
            return
        missing = row.steps - len(loaded.steps)
        game, now = await asyncio.to_thread(self._restored, row, [*live.table.steps[:missing], *loaded.steps])
        if now is not row:
            await self._write_new_rules(game, row, now)
        live.stand(now, loaded.seats, game)

    def drop(self, table: str) -> None:
        """Forget a table that is gone, and send away who watches it."""
        live = self.lives.pop(table, None)
        if live is not None:
            for viewer in live.viewers:
                viewer.leave()

    def tidy(self) -> None:
        """Forget tables that nobody needs just now."""
        now = time.monotonic()
        idle = sorted((live for live in self.lives.values() if not live.viewers and not live.lock.locked()),
                      key=lambda live: live.touched)
        over, heavy = len(idle) - self._most, sum(live.weight() for live in idle) - MOST_IDLE_BYTES
        for number, live in enumerate(idle):
            if number < over or heavy > 0 or now - live.touched > IDLE:
                self.lives.pop(live.row.id, None)
                heavy -= live.weight()

    @property
    def loaded(self) -> int:
        return len(self.lives)

    # -- changing -----------------------------------------------------------------------------------

    async def commit(self, live: Live, seen: int, steps: int, changes: Sequence[Change], *, took_back: bool = False,
                     closing: bool = False, seat: tuple[str, dict[str, Any]] | None = None,
                     done: Callable[[int], None] | None = None) -> None:
        """Store what the table has become since version `seen`, when it had that many steps; then tell everybody.

        `closing`: from now on nobody new may join. `done` is called once it is stored, before anybody hears of it. If
        it cannot be stored, the table in memory is what is stored.
        """
        table, kept = live.table, min(steps, len(live.table.steps))
        now = table_store.standing(table, live.agents(), epoch=live.epoch + took_back, status=live.status)
        added = table.steps[kept:]
        this = live.row.id
        news = self.database.news(this, "change", now.version)
        if all(change.kind in ("choose", "bot", "cover") for change in changes):
            news.choices = [(change.seat, change.text) for change in changes if change.kind != "cover"]
            news.mark = table_store.mark(now)

        def work(connection: Connection) -> None:
            table_store.write_change(connection, this, seen, now, changes, kept, added, cut=took_back)
            if seat is not None:
                table_store.set_seat(connection, this, seat[0], **seat[1])
            if closing:
                table_store.set_columns(connection, this, closed="taken-back")
            self.database.tell(connection, news)

        live.fresh = False  # until it is stored, whatever stops us
        if took_back or seat is not None:
            stored_ = self.database.submit(work)
        else:
            stored_ = self.database.submit_at_once(Writing(this, seen, now, changes, kept, added), news)
        # while the database writes, the frames are made; nobody gets one before it has written
        live.become(now)
        if closing:
            live.row = msgspec.structs.replace(live.row, closed="taken-back")
        if took_back:
            live.took_back()
        frames = live.frames()
        try:
            await stored_
        except BaseException as problem:
            live.disown()
            if not isinstance(problem, Conflict):
                raise
            await self._refresh(live)
            raise Refused("stale", "somebody else was faster: look again") from problem
        live.fresh = True
        self.metrics.accepted(change.kind for change in changes)
        if done is not None:
            done(now.version)
        for viewer, frame in frames:
            viewer.put_bytes(frame)
        if now.bot:
            self.bot_asked(live)

    def check_seat(self, live: Live, user: User | None, seat: str, version: int) -> None:
        """Raises Refused unless the user may answer for the seat, having seen the table as it is."""
        if seat not in live.seats:
            raise Refused("not-found", f"there is no seat {seat!r}: the seats are {', '.join(live.seats)}")
        if user is None or live.seats[seat].user != user.id:
            raise Refused("forbidden", f"{seat} is not your seat")
        if live.row.quarantine:
            raise _quarantined(live.row)
        if live.status == PAUSED:
            raise Refused("paused", "the game is paused")
        if version != live.table.version:
            raise Refused("stale", f"the table is at version {live.table.version}, not {version}")
        if live.seats[seat].agent != PERSON:
            raise Refused("not-your-turn", f"{live.seats[seat].agent} stands in for {seat}: take the seat back first")

    async def choose(self, table: str, user: User | None, said: Choose, done: Callable[[int], None]) -> None:
        """A person answers, or takes an aside. Raises Refused, NotOffered, NotYourTurn: then nothing has changed."""
        async with self.at(table) as live:
            self.check_seat(live, user, said.seat, said.version)
            if live.status == OVER:
                raise Refused("over", "the game is over")
            assert user is not None
            seen, steps = live.table.version, len(live.table.steps)
            try:
                with cpu_budget(CHOICE):
                    changes = table_store.chosen(live.table, Change("choose", said.seat, said.key, user.id))
            except RuleFailed as problem:
                await self.keep_failure(table, problem)
                raise
            except OverBudget as problem:
                live.fresh = False  # it may be half changed
                await self._quarantine(live, f"a choice was stopped: {problem}")
                raise
            await self.commit(live, seen, steps, changes, done=done)

    async def quarantine(self, table: str, reason: str) -> None:
        """Nobody plays on at this table: it took more than its share."""
        async with self.at(table) as live:
            await self._quarantine(live, reason)

    async def _quarantine(self, live: Live, reason: str) -> None:
        log.error("table %s is quarantined: %s", live.row.id, reason, extra=about("quarantined", table=live.row.id))
        self.metrics.quarantines.add()
        table = live.row.id
        await self.database.run(lambda connection: table_store.set_columns(connection, table, quarantine=reason))
        await self._refresh(live)
        live.push()

    async def keep_failure(self, table: str, problem: RuleFailed) -> None:
        log.error("table %s: %s", table, problem, extra=about("rule-failed", table=table))
        await self.database.run(
            lambda connection: table_store.keep_failure(connection, table, str(problem), problem.record))

    # -- taking back --------------------------------------------------------------------------------

    async def undo(self, table: str, user: User | None, said: Undo, done: Callable[[int], None]) -> None:
        """Take back a choice: one's own at once; beyond a barrier when the other people at the table agree."""
        async with self.at(table) as live:
            self.check_seat(live, user, said.seat, said.version)
            assert user is not None
            if live.status == OVER and not live.row.sandbox:
                # the whole record, seed and secrets, is there for everybody: nothing may resume on it
                raise Refused("over", "the game is over: branch off a sandbox to play on from an earlier moment")
            try:
                await self._take_back(live, user, said.seat, done, agreed=False)
            except UndoRefused:
                # a bot that stands in decides nothing for the owner of its seat
                others = [s.seat for s in live.seats.values() if s.user is not None and s.user != user.id]
                if live.row.sandbox or not others:
                    await self._take_back_alone(live, user, said.seat, done)
                    return
                check_undo(live.table, said.seat)
                await self._ask_undo(live, {"seat": said.seat, "by": user.id, "waiting": others})
                done(live.table.version)
                live.push()

    async def _take_back_alone(self, live: Live, user: User, seat: str, done: Callable[[int], None]) -> None:
        """Where nobody else is to agree. Whoever comes later has not agreed either, so nobody new may come."""
        if not live.row.sandbox and any(other.invited for other in live.seats.values()):
            raise Refused("undo-refused", "somebody may still take the open seat: until then nothing is taken back "
                                          "past dice, cards or the choices of others")
        await self._take_back(live, user, seat, done, agreed=True, closing=not live.row.sandbox)

    async def _take_back(self, live: Live, user: User, seat: str, done: Callable[[int], None], *,
                         agreed: bool, closing: bool = False) -> None:
        seen, steps = live.table.version, len(live.table.steps)
        live.table.undo(seat, agreed=agreed)
        if live.status == OVER:
            live.status = RUNNING
        await self.commit(live, seen, steps, [Change("undo", seat, "agreed" if agreed else "", user.id)],
                          took_back=True, closing=closing, done=done)

    async def _ask_undo(self, live: Live, asked: dict[str, Any] | None) -> None:
        undo = None if asked is None else json.dumps(asked)
        table, version = live.row.id, live.table.version

        def work(connection: Connection) -> None:
            table_store.set_undo(connection, table, version, undo)
            self.database.tell(connection, self.database.news(table, "info"))

        live.fresh = False
        await self.database.run(work)
        live.fresh = True
        live.undo = undo

    async def agree(self, table: str, user: User | None, said: Agree, done: Callable[[int], None]) -> None:
        """Answer somebody's wish to take back; it is granted when all have agreed. Who asked may withdraw it."""
        async with self.at(table) as live:
            if not live.undo:
                raise Refused("not-offered", "nobody wants to take anything back")
            asked = json.loads(live.undo)
            mine = set(live.seats_of(user)) & set(asked["waiting"])
            withdrawn = user is not None and asked["by"] == user.id and not said.agree
            if user is None or not (mine or withdrawn):
                raise Refused("forbidden", "you are not asked whether to take back")
            if said.version != live.table.version:
                raise Refused("stale", f"the table is at version {live.table.version}, not {said.version}")
            waiting = [seat for seat in asked["waiting"] if seat not in mine]
            if said.agree and not waiting:
                await self._take_back(live, user, asked["seat"], done, agreed=True)
                return
            await self._ask_undo(live, {**asked, "waiting": waiting} if said.agree else None)
            done(live.table.version)
            live.push()

    # -- talking ------------------------------------------------------------------------------------

    async def chat(self, table: str, user: User | None, text: str, wish: Wish | None = None) -> None:
        """A line of chat: from whoever has a seat, or is the host. Raises Refused."""
        async with self.at(table) as live:
            if user is None or not (live.seats_of(user) or live.row.host == user.id):
                raise Refused("forbidden", "only those who play may talk at the table")
            if wish is not None:
                check_wish(live, user, wish)

            def work(connection: Connection) -> None:
                people_store.add_line(connection, table, user, text, wish)
                self.database.tell(connection, self.database.news(table, "chat"))

            await self.database.run(work)
            await self.push_chat(live)

    async def push_chat(self, live: Live) -> None:
        """Send everybody the lines that are new to them."""
        viewers = tuple(live.viewers)
        if not viewers:
            return
        table, least = live.row.id, min(viewer.line for viewer in viewers)
        lines = await self.database.run(lambda connection: people_store.lines(connection, table, least))
        for viewer in viewers:
            unread = [line for line in lines if line.id > viewer.line]
            if unread:
                viewer.line = unread[-1].id
                viewer.put(ChatFrame(lines=unread))

    # -- coming and going ---------------------------------------------------------------------------

    async def enter(self, table: str, viewer: Viewer) -> None:
        """A viewer comes to the table: the state, the chat, and who else is here."""
        async with self.at(table) as live:
            if not live.may_watch(viewer.user):
                raise no_table()
            await live.read_log(viewer)
            live.viewers.add(viewer)
            viewer.put(live.frame(viewer))
            await self._tell_stand_ins(live, viewer)
            await self.push_chat(live)
            live.push_presence()
            self.tell_presence(live)
            if live.bot_asked():
                self.bot_asked(live)

    async def _tell_stand_ins(self, live: Live, viewer: Viewer) -> None:
        """Tell the owner of a seat what a bot did there that somebody else put into it."""
        user, table = viewer.user, live.row.id
        if user is None or not live.seats_of(user) or live.row.sandbox:
            return
        found = await self.database.run(lambda connection: table_store.stand_ins(connection, table, user.id))
        if found:
            viewer.put(AwayFrame(stood_in=found))

    async def leave(self, table: str, viewer: Viewer) -> None:
        live = self.lives.get(table)
        if live is not None and viewer in live.viewers:
            live.viewers.discard(viewer)
            live.left()
            live.touched = time.monotonic()
            live.push_presence()
            self.tell_presence(live)

    def tell_presence(self, live: Live) -> None:
        users = sorted({viewer.user.id for viewer in live.viewers if viewer.user is not None})
        self.database.announce(self.database.news(live.row.id, "presence", users=users[:50]))

    async def push_info(self, live: Live) -> None:
        """Seats or status changed: read them again, and send them."""
        await self._refresh(live)
        live.push()

    # -- beside -------------------------------------------------------------------------------------

    async def keep_house(self) -> None:
        """Now and then: forget idle tables, tell the others who is here, and look who has left elsewhere."""
        while True:
            await asyncio.sleep(PRESENCE)
            self.tidy()
            if self.database.shared:
                for live in [live for live in self.lives.values() if live.viewers]:
                    self.tell_presence(live)
                with contextlib.suppress(Unavailable):
                    await self.send_away_ended()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something once in the background; a failure is logged."""
        self.supervisor.spawn(work)

    async def stop(self) -> None:
        await self.supervisor.stop()
        for table in list(self.lives):
            self.drop(table)

    def send_away(self, user: str, session: str = "") -> None:
        """Close the sockets of a user here; with a session, only its own."""
        for viewer in self._signed_in():
            if viewer.user is not None and viewer.user.id == user and session in ("", viewer.session):
                viewer.leave()

    async def send_away_ended(self) -> None:
        """Close the sockets of sessions that are over, in case nobody told us."""
        here = self._signed_in()
        sessions = {viewer.session for viewer in here}
        alive = await self.database.run(lambda connection: people_store.alive(connection, sessions)) if here else set()
        for viewer in here:
            if viewer.session not in alive:
                viewer.leave()

    def _signed_in(self) -> list[Viewer]:
        return [viewer for live in self.lives.values() for viewer in live.viewers if viewer.user is not None]
