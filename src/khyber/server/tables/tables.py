"""The tables of a server: loaded when needed, changed one transaction at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection

from khyber.agents.driver import PERSON
from khyber.engine.errors import RuleFailed
from khyber.engine.record import StepRecord
from khyber.server.errors import Busy, Conflict, OverBudget, Refused, Unavailable, no_seat, no_table
from khyber.server.library import AnyTable, Library, restore
from khyber.server.messages.live import AwayFrame, ChatFrame, Choose
from khyber.server.monitor.logs import about
from khyber.server.monitor.metrics import Metrics
from khyber.server.storage import people_store, table_store
from khyber.server.storage.changes import SeatChange, TableChange
from khyber.server.storage.database import Database
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, PAUSED, Change, TableRow
from khyber.server.tables import frames
from khyber.server.tables.engine_help import EngineHelp
from khyber.server.tables.live import LiveTable
from khyber.server.tables.viewer import Viewer
from khyber.server.workers.budget import CHOICE, LOADING, cpu_budget
from khyber.server.workers.supervisor import Supervisor

log = logging.getLogger("khyber.server")

#: Seconds that an idle table stays in memory, and bytes of logs and states that all idle tables may take.
IDLE = 600.0
MAX_IDLE_BYTES = 64 * 1024 * 1024
#: Reason for quarantine of a table that is not even loaded.
TOO_SLOW = "it takes too long to load"
#: Seconds between announcements of who is present.
PRESENCE = 20.0

#: Called with the new version once a change is stored.
Done = Callable[[int], None]


def _quarantined(row: TableRow) -> Refused:
    return Refused("quarantined", f"this table is out of play: {row.quarantine}")


def size(live: LiveTable) -> int:
    """Return the approximate size of a table's log, states and own data (as text and as read), in bytes."""
    log = sum(len(step.events) + len(step.after) + len(step.entries) for step in live.table.steps)
    return log + 2 * len(live.row.header)


class Tables:
    """All tables, each loaded when it is first used."""

    def __init__(self, database: Database, games: Library, most: int) -> None:
        self.database = database
        self.games = games
        self._most = most
        self.lives: dict[str, LiveTable] = {}
        self.help = EngineHelp(database)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.supervisor = Supervisor()
        self.metrics = Metrics()
        #: Called when a bot may be asked at a table.
        self.bot_asked: Callable[[LiveTable], None] = lambda live: None
        #: Called when a viewer comes to a table.
        self.entered: Callable[[LiveTable], None] = lambda live: None

    # -- load and evict -------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable:
        """Return the table of that id. Raises Refused if there is none."""
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
    async def at(self, table: str) -> AsyncIterator[LiveTable]:
        """Lock a table in its stored state."""
        while True:
            live = await self.find(table)
            async with live.lock:
                if self.lives.get(table) is not live:
                    continue  # dropped while we waited
                if not live.fresh:
                    await self.refresh(live)
                yield live
                return

    async def _load(self, table: str) -> LiveTable:
        loaded = await self.database.read(lambda connection: table_store.load_table(connection, table))
        if loaded is None:
            raise no_table()
        if loaded.row.quarantine == TOO_SLOW:
            raise _quarantined(loaded.row)
        # a long game takes a while to load: in a thread, so that other tables do not wait
        game, row, seconds = await asyncio.to_thread(self._restore_timed, loaded.row, loaded.steps)
        if seconds > LOADING:
            await self._write_quarantine(table, TOO_SLOW, f"it took {seconds:.1f} seconds to load")
            raise _quarantined(msgspec.structs.replace(row, quarantine=TOO_SLOW))
        if row is not loaded.row:
            await self._write_new_rules(game, loaded.row, row)
        live = self.lives[table] = LiveTable(row, loaded.seats, game, self.games)
        return live

    def _restore_timed(self, row: TableRow, steps: list[StepRecord]) -> tuple[AnyTable, TableRow, float]:
        began = time.thread_time()
        return *self._restore(row, steps), time.thread_time() - began

    def _restore(self, row: TableRow, steps: list[StepRecord]) -> tuple[AnyTable, TableRow]:
        """Return the table of a row, with a new row if the present rules lead elsewhere."""
        try:
            table = restore(self.games, table_store.record_of(row, steps), stored=True)
        except MemoryError as problem:  # the server's, not the row's
            raise Busy("the server is short of memory: please try again in a moment") from problem
        except Exception as problem:  # a damaged row must not affect any other table
            log.error(
                "table %s cannot be loaded: %s: %s",
                row.id,
                type(problem).__name__,
                problem,
                extra=about("table-broken", table=row.id),
            )
            raise Refused(
                "broken", "this table cannot be loaded; its data is kept, and the server's log has the reason"
            ) from problem
        if row.rules == table.game.rules_version:
            return table, row
        agents = {seat: table.seats[seat] for seat in table.game.seats}
        now = table_store.progress_of(table, agents, epoch=row.epoch, undo=None, status=row.status)
        if (now.steps, now.now, now.now_by) != (row.steps, row.now, row.now_by):
            table.version = row.version + 1
        elif now.asked == row.asked:
            now = msgspec.structs.replace(now, undo=row.undo)
        if row.status == OVER:
            now = msgspec.structs.replace(now, outcome=now.outcome or row.outcome)  # somebody resigned
        return table, msgspec.structs.replace(
            row,
            **msgspec.structs.asdict(
                msgspec.structs.replace(now, version=table.version, epoch=row.epoch + (table.version != row.version))
            ),
        )

    async def _write_new_rules(self, table: AnyTable, before: TableRow, row: TableRow) -> None:
        """Store that a table continues under other rules."""
        kept = min(before.steps, row.steps)
        change = TableChange(
            table=row.id,
            seen=before.version,
            now=row.progress,
            kept=kept,
            steps=table.steps[kept:],
            log=[Change("rules", "", row.rules)] if row.version != before.version else [],
        )
        try:
            await self.database.write(change, self.database.notification(row.id, "change", row.version))
        except Conflict as problem:
            raise Refused("stale", "the table is being changed; please try again") from problem

    async def refresh(self, live: LiveTable) -> None:
        """Read the stored state again: other workers may have changed it."""
        fresh, epoch, table = live.fresh, live.epoch, live.row.id
        known = len(live.table.steps) if fresh else 0

        def work(connection: Connection) -> table_store.Loaded | None:
            row = table_store.load_row(connection, table)
            if row is None:
                return None
            return table_store.load_table(connection, table, known if row.epoch == epoch and row.steps >= known else 0)

        live.fresh = False
        loaded = await self.database.read(work)
        if loaded is None:
            self.drop(table)
            raise no_table()
        row = loaded.row
        if fresh and row.version == live.table.version and row.rules == live.row.rules:
            live.load(row, loaded.seats, live.table)  # seats or status changed, not the game
            return
        missing = row.steps - len(loaded.steps)
        game, now = await asyncio.to_thread(self._restore, row, [*live.table.steps[:missing], *loaded.steps])
        if now is not row:
            await self._write_new_rules(game, row, now)
        live.load(now, loaded.seats, game)

    def drop(self, table: str) -> None:
        """Remove a table from memory and disconnect its viewers."""
        live = self.lives.pop(table, None)
        if live is not None:
            for viewer in live.viewers:
                viewer.disconnect()

    def evict_idle(self) -> None:
        """Remove unused tables from memory."""
        now = time.monotonic()
        idle = sorted(
            (live for live in self.lives.values() if not live.viewers and not live.lock.locked()),
            key=lambda live: live.touched,
        )
        over, excess = len(idle) - self._most, sum(size(live) for live in idle) - MAX_IDLE_BYTES
        for number, live in enumerate(idle):
            if number < over or excess > 0 or now - live.touched > IDLE:
                self.lives.pop(live.row.id, None)
                excess -= size(live)

    # -- change ---------------------------------------------------------------------------------------

    async def commit(
        self,
        live: LiveTable,
        seen: int,
        steps: int,
        changes: Sequence[Change],
        *,
        undone: bool = False,
        closing: bool = False,
        seat: SeatChange | None = None,
        done: Done | None = None,
    ) -> None:
        """Store the changes since version `seen`, when the table had `steps` steps; then send frames.

        `closing`: nobody new may join from now on. `done` is called once it is stored, before any frame is sent. If it
        cannot be stored, the table in memory is read again.
        """
        table, kept = live.table, min(steps, len(live.table.steps))
        now = table_store.progress_of(table, live.agents(), epoch=live.epoch + undone, status=live.status)
        notification = self.database.notification(live.row.id, "change", now.version)
        if all(change.kind in ("choose", "bot", "cover") for change in changes):
            notification.choices = [(change.seat, change.text) for change in changes if change.kind != "cover"]
            notification.fingerprint = table_store.fingerprint(now)
        columns = {"closed": "taken-back"} if closing else {}
        live.fresh = False  # until it is stored, whatever happens
        stored = self.database.write(
            TableChange(
                table=live.row.id,
                seen=seen,
                now=now,
                log=changes,
                kept=kept,
                steps=table.steps[kept:],
                cut=undone,
                columns=columns,
                seat=seat,
            ),
            notification,
        )
        # build the frames while the database writes; none is sent before it has written
        live.update(now)
        live.row = msgspec.structs.replace(live.row, **columns) if columns else live.row
        if undone:
            live.cut_logs()
        for viewer in [viewer for viewer in live.viewers if viewer.asides]:
            await live.list_asides(live.seats_of(viewer.user))
        built = live.frames()
        try:
            await stored
        except BaseException as problem:
            live.discard_frames()
            if not isinstance(problem, Conflict):
                raise
            await self.refresh(live)
            raise Refused("stale", "the table has changed meanwhile: look again") from problem
        live.fresh = True
        self.metrics.accepted(change.kind for change in changes)
        if done is not None:
            done(now.version)
        for viewer, frame in built:
            viewer.put_bytes(frame)
        if now.bot:
            self.bot_asked(live)

    async def change_info(self, live: LiveTable, **change: Any) -> None:
        """Store a change of seats or status (fields of TableChange), then send frames."""
        table = live.row.id
        await self.database.write(TableChange(table=table, **change), self.database.notification(table, "info"))
        await self.push_info(live)

    def check_seat(self, live: LiveTable, user: User | None, seat: str, version: int) -> None:
        """Raise Refused unless the user may answer for the seat and has seen the current version."""
        if seat not in live.seats:
            raise no_seat(seat, live.seats)
        if user is None or live.seats[seat].user != user.id:
            raise Refused("forbidden", f"{seat} is not your seat")
        if live.row.quarantine:
            raise _quarantined(live.row)
        if live.status == PAUSED:
            raise Refused("paused", "the game is paused")
        live.check_version(version)
        if live.seats[seat].agent != PERSON:
            raise Refused("not-your-turn", f"{live.seats[seat].agent} stands in for {seat}: take the seat back first")

    async def choose(self, table: str, user: User | None, said: Choose, done: Done) -> None:
        """Make a person's choice or aside. Raises Refused, NotOffered or NotYourTurn if it changes nothing."""
        async with self.at(table) as live:
            self.check_seat(live, user, said.seat, said.version)
            live.check_running()
            live.check_room()
            assert user is not None
            seen, steps = live.table.version, len(live.table.steps)
            try:
                with cpu_budget(CHOICE):
                    changes = table_store.choose(live.table, Change("choose", said.seat, said.key, user.id))
            except RuleFailed as problem:
                await self.keep_failure(table, problem)
                raise
            except OverBudget as problem:
                live.fresh = False  # the choice may be half made
                await self._quarantine(live, f"a choice was stopped: {problem}")
                raise
            here, stays = live.seats[said.seat], None
            if here.proposal is not None:  # who plays has no need of a bot
                live.seats[said.seat] = msgspec.structs.replace(here, proposal=None)
                stays = SeatChange(said.seat, {"stand_in": None})
            await self.commit(live, seen, steps, changes, seat=stays, done=done)

    async def quarantine(self, table: str, reason: str) -> None:
        """Take a table that exceeded its budget out of play."""
        async with self.at(table) as live:
            await self._quarantine(live, reason)

    async def _quarantine(self, live: LiveTable, reason: str) -> None:
        await self._write_quarantine(live.row.id, reason, reason)
        await self.push_info(live)

    async def _write_quarantine(self, table: str, reason: str, logged: str) -> None:
        log.error("table %s is quarantined: %s", table, logged, extra=about("quarantined", table=table))
        self.metrics.quarantines.add()
        await self.database.write(
            TableChange(table=table, columns={"quarantine": reason}), self.database.notification(table, "info")
        )

    async def keep_failure(self, table: str, problem: RuleFailed) -> None:
        log.error("table %s: %s", table, problem, extra=about("rule-failed", table=table))
        await self.database.run(
            lambda connection: table_store.keep_failure(connection, table, str(problem), problem.record)
        )

    # -- viewers ----------------------------------------------------------------------------------------

    async def enter(self, table: str, viewer: Viewer) -> None:
        """Add a viewer: send the state, the chat, and who is present."""
        async with self.at(table) as live:
            live.check_access(viewer.user)
            viewer.lang = self.games.language(live.row.game, viewer.lang)  # any other would have a log of its own
            await live.read_log(viewer)
            if viewer.asides:
                await live.list_asides(live.seats_of(viewer.user))
            viewer.help = await self.help.elsewhere(live.row, None if viewer.user is None else viewer.user.id)
            live.viewers.add(viewer)
            viewer.put(live.frame(viewer))
            await self._send_stand_ins(live, viewer)
            await self.push_chat(live)
            live.push_presence()
            self.publish_presence(live)
            if live.is_bot_asked():
                self.bot_asked(live)
            self.entered(live)

    async def _send_stand_ins(self, live: LiveTable, viewer: Viewer) -> None:
        """Tell a seat's owner what a bot did there that someone else put in."""
        user, table = viewer.user, live.row.id
        if user is None or not live.seats_of(user) or live.row.sandbox:
            return
        found = await self.database.run(lambda connection: table_store.stand_ins(connection, table, user.id))
        if found:
            viewer.put(AwayFrame(stood_in=found))

    async def leave(self, table: str, viewer: Viewer) -> None:
        live = self.lives.get(table)
        if live is not None and viewer in live.viewers:
            before = live.present()
            live.viewers.discard(viewer)
            live.left(before)
            live.evict_logs()
            live.touched = time.monotonic()
            live.push_presence()
            self.publish_presence(live)

    def publish_presence(self, live: LiveTable) -> None:
        users = sorted({viewer.user.id for viewer in live.viewers if viewer.user is not None})
        self.database.publish(self.database.notification(live.row.id, "presence", users=users[:50]))

    async def push_info(self, live: LiveTable) -> None:
        """Read changed seats or status, and send frames."""
        await self.refresh(live)
        live.push()

    async def push_chat(self, live: LiveTable) -> None:
        """Send every viewer the new chat lines."""
        viewers = tuple(live.viewers)
        if not viewers:
            return
        table, least = live.row.id, min(viewer.line for viewer in viewers)
        lines = await self.database.run(lambda connection: people_store.lines(connection, table, least))
        for viewer in viewers:
            unread = [line for line in lines if line.id > viewer.line]
            if unread:
                viewer.line = unread[-1].id
                viewer.put(ChatFrame(lines=frames.chat(unread, live.words(viewer.lang))))

    async def on_deletion(self, deleted: Sequence[str], changed: Sequence[str]) -> None:
        """Update tables whose user was deleted, here and in the other workers."""
        for table in deleted:
            self.drop(table)
            self.database.publish(self.database.notification(table, "gone"))
        for table in changed:
            with contextlib.suppress(Refused):  # a table that cannot be loaded must not stop the others
                async with self.at(table) as live:
                    await self.push_info(live)
            self.database.publish(self.database.notification(table, "info"))

    # -- background -------------------------------------------------------------------------------------

    async def maintain(self) -> None:
        """Evict idle tables, announce who is present, and disconnect ended sessions, every `PRESENCE` seconds."""
        while True:
            await asyncio.sleep(PRESENCE)
            self.evict_idle()
            if self.database.shared:
                for live in [live for live in self.lives.values() if live.viewers]:
                    self.publish_presence(live)
                with contextlib.suppress(Unavailable):
                    await self.disconnect_ended()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task once in the background."""
        self.supervisor.spawn(work)

    async def stop(self) -> None:
        await self.supervisor.stop()
        for table in list(self.lives):
            self.drop(table)

    def disconnect(self, user: str, session: str = "") -> None:
        """Close the sockets of a user in this worker; with a session, only its own."""
        for viewer in self._signed_in():
            if viewer.user is not None and viewer.user.id == user and session in ("", viewer.session):
                viewer.disconnect()

    async def disconnect_ended(self) -> None:
        """Close the sockets of ended sessions, in case a notification was lost."""
        here = self._signed_in()
        sessions = {viewer.session for viewer in here}
        alive = await self.database.run(lambda connection: people_store.alive(connection, sessions)) if here else set()
        for viewer in here:
            if viewer.session not in alive:
                viewer.disconnect()

    def _signed_in(self) -> list[Viewer]:
        return [viewer for live in self.lives.values() for viewer in live.viewers if viewer.user is not None]
