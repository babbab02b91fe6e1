"""A table in memory, and its viewers: a copy of what is stored, which may be dropped at any time."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any, cast

import msgspec

from khyber.agents.driver import PERSON
from khyber.engine.history import choices_of, scope, undone_chance
from khyber.engine.log import Follower
from khyber.engine.optional import Secrets
from khyber.engine.record import MAX_IN_STEP
from khyber.engine.text import Catalogue
from khyber.server.errors import Refused, no_table
from khyber.server.library import AnyTable, Library, goes_without_network
from khyber.server.messages.live import (
    AsidesFrame,
    Frame,
    LogEvent,
    PendingHandover,
    PendingUndo,
    PresenceFrame,
    UndoScope,
)
from khyber.server.messages.tables import SeatInfo, Status, TableInfo
from khyber.server.monitor.logs import about
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import OVER, RUNNING, Progress, Seat, TableRow
from khyber.server.tables import frames
from khyber.server.tables.engine_help import at_table, is_between_people, undoes_a_bot
from khyber.server.tables.viewer import Viewer
from khyber.server.workers.fair import Urgency

log = logging.getLogger("khyber.server")

#: Steps read, and events put into words, before other tasks get their turn.
STEPS_AT_ONCE, EVENTS_AT_ONCE = 20, 50
#: Entries of a step after which no choice is accepted: a record has room for more, because a choice may write many.
MAX_CHOICES = MAX_IN_STEP - 200
#: Seconds for which somebody who has left still counts as around: a page loads again, a train is in a tunnel.
RECENT = 30.0
#: Seconds by which a timer may be early, and more.
CLOCK = 0.1
#: Scopes of undo requests kept in memory: one for each set of seats that looks on.
MAX_SCOPES = 20
encode = msgspec.json.Encoder().encode


class LiveTable:
    """A table in this worker. Hold its lock to read it: before a commit it may be ahead of the database."""

    def __init__(self, row: TableRow, seats: list[Seat], table: AnyTable, games: Library) -> None:
        self.games = games
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        #: Users connected to other workers: worker -> (valid until, their ids).
        self.elsewhere: dict[str, tuple[float, list[str]]] = {}
        #: When seats' owners left: their ids, by the monotonic clock.
        self._left: dict[str, float] = {}
        self.fresh = True
        self.trouble = ""
        self.touched = time.monotonic()
        self._followers: dict[tuple[str, ...], Follower[Any]] = {}
        self._views: dict[tuple[str, ...], dict[str, Any]] = {}
        self._pasts: dict[tuple[str, ...], dict[str, Any]] = {}
        self._viewed = -1
        #: What an undo would take back: by version, viewer's seats and the seat that undoes.
        self._scopes: dict[tuple[int, tuple[str, ...], str], UndoScope] = {}
        self._words: dict[str, Catalogue] = {}
        self._names: dict[str, dict[str, str]] = {}
        #: Agents met so far, and whether they search without a network.
        self._without_network: dict[str, bool] = {}
        #: The log of finished steps in words, for each set of seats and language.
        self._logs: dict[tuple[tuple[str, ...], str], list[LogEvent]] = {}
        self.load(row, seats, table)

    def load(self, row: TableRow, seats: list[Seat], table: AnyTable) -> None:
        """Take over the stored state."""
        if getattr(self, "epoch", row.epoch) != row.epoch:
            for follower in self._followers.values():
                follower.restart()
            self._logs.clear()
        self.row = row
        self.table = table
        self.status = row.status
        self.epoch = row.epoch
        self.undo = row.undo
        order = table.game.seats
        self.seats = {seat.seat: seat for seat in sorted(seats, key=lambda seat: order.index(seat.seat))}
        if row.quarantine:
            self.trouble = f"This table is out of play: {row.quarantine}."
        self.fresh = True
        self._viewed = -1

    def update(self, now: Progress) -> None:
        """Take over the progress of the table after a change."""
        self.row = msgspec.structs.replace(self.row, **msgspec.structs.asdict(now), changed=time.time())
        self.epoch, self.status, self.undo, self.trouble = now.epoch, now.status, now.undo, ""

    def cut_logs(self) -> None:
        """Shorten logs after an undo: the rest is unchanged, so viewers need not load it again."""
        for follower in self._followers.values():
            follower.cut(len(self.table.steps))
        for (seats, _), log in self._logs.items():
            del log[self._follower(seats).settled :]
        for viewer in self.viewers:
            if viewer.epoch == self.epoch - 1:
                total = self.known(self.seats_of(viewer.user))
                viewer.sent, viewer.epoch = min(viewer.sent, total), self.epoch

    def _follower(self, seats: tuple[str, ...]) -> Follower[Any]:
        found = self._followers.get(seats)
        if found is None:
            found = self._followers[seats] = Follower(*seats)
        return found

    # -- people -------------------------------------------------------------------------------------

    def agents(self) -> dict[str, str]:
        return {seat.seat: seat.agent for seat in self.seats.values()}

    def seats_of(self, user: User | None) -> tuple[str, ...]:
        return () if user is None else tuple(s.seat for s in self.seats.values() if s.user == user.id)

    def others(self, user: str | None) -> list[str]:
        """Return the seats that belong to other people."""
        return [seat.seat for seat in self.seats.values() if seat.user not in (None, user)]

    def handover(self) -> dict[str, Any] | None:
        """Return the host's request to hand on a seat that somebody has seen; those who have left need not agree."""
        asked: dict[str, Any] | None = json.loads(self.row.handover) if self.row.handover else None
        if asked is None or asked["by"] != self.row.host or self.seats[asked["seat"]].user is not None:
            return None
        return {**asked, "waiting": [seat for seat in asked["waiting"] if seat in self.others(asked["by"])]}

    def may_watch(self, user: User | None) -> bool:
        return self.row.public or (user is not None and (self.row.host == user.id or bool(self.seats_of(user))))

    def check_access(self, user: User | None) -> None:
        """Raise Refused unless the user may know of the table."""
        if not self.may_watch(user):
            raise no_table()

    def check_running(self) -> None:
        if self.status == OVER:
            raise Refused("over", "the game is over")

    def check_room(self, kept: int = 0) -> None:
        """Raise Refused if the current step has so many entries that the table could not be loaded again.

        `kept`: entries that others may still need.
        """
        if len(self.table.since) >= MAX_CHOICES - kept:
            raise Refused("too-many", "too many choices in one step: undo some, or finish the step")

    def check_version(self, version: int) -> None:
        if version != self.table.version:
            raise Refused("stale", f"the table is at version {self.table.version}, not {version}")

    def is_bot_asked(self) -> bool:
        decision = self.table.decision
        return (
            self.status == RUNNING
            and decision is not None
            and not self.row.quarantine
            and self.seats[decision.seat].agent != PERSON
        )

    def asked_agent(self) -> str:
        """Return the agent whose turn it is; "" when the game is over."""
        return "" if self.table.decision is None else self.seats[self.table.decision.seat].agent

    def present(self) -> set[str]:
        """Return the ids of users connected to any worker."""
        now = time.monotonic()
        found = {viewer.user.id for viewer in self.viewers if viewer.user is not None}
        for until, users in self.elsewhere.values():
            if until > now:
                found.update(users)
        return found

    def left(self, before: set[str]) -> None:
        """Note which owners of seats have left since those were present; tell the others once that is long ago."""
        owners = {seat.user for seat in self.seats.values() if seat.user is not None}
        gone = (before & owners) - self.present()
        if gone:
            self._left.update(dict.fromkeys(gone, time.monotonic()))
            asyncio.get_running_loop().call_later(RECENT + CLOCK, self.push_presence)

    def is_around(self, user: str) -> bool:
        """Return whether the owner of a seat is connected, or was until just now."""
        since = self._left.get(user)
        return user in self.present() or (since is not None and time.monotonic() - since < RECENT)

    def urgency(self) -> Urgency:
        """Return who waits for its bots: somebody who is here, a person in a seat, or nobody."""
        if self.viewers or self.present():
            return Urgency.WAITED_FOR
        played = any(seat.user is not None and seat.agent == PERSON for seat in self.seats.values())
        return Urgency.DUE if played else Urgency.IDLE

    def presence(self) -> PresenceFrame:
        here = self.present()
        seated = {seat.user: seat.name for seat in self.seats.values() if seat.user}
        watching = sum(viewer.user is None or viewer.user.id not in seated for viewer in self.viewers)
        return PresenceFrame(
            here=sorted({name for user, name in seated.items() if user in here}),
            recent=sorted({name for user, name in seated.items() if user not in here and self.is_around(user)}),
            watching=watching,
        )

    # -- the past -----------------------------------------------------------------------------------

    def log_seats(self, user: User | None) -> tuple[str, ...]:
        """Return the seats whose log the user reads: their own or, after the game, all. Raises Refused."""
        self.check_access(user)
        return self.table.game.seats if self.status == OVER else self.seats_of(user)

    def past_seats(self, user: User | None) -> tuple[str, ...]:
        """Return the seats that see past moments: none if players may not look up what they saw."""
        seats = self.log_seats(user)
        return () if self.status != OVER and Secrets.of(self.table.game).forgets(self.table.state) else seats

    def last_step(self) -> int:
        """Return the number of the current step, or of the last one of a game that is over."""
        return len(self.table.steps) + (self.table.decision is not None)

    def check_step(self, step: int, choice: int | None = None) -> None:
        """Raise Refused if there is no such moment."""
        if step > self.last_step():
            raise Refused("not-found", f"there is no step {step}: the last one is {self.last_step()}")
        if choice is not None and choice > (most := len(choices_of(self.table, step - 1)) if step else 0):
            raise Refused("not-found", f"there is no choice {choice} in step {step}: it has {most}")

    # -- frames -------------------------------------------------------------------------------------

    def words(self, lang: str) -> Catalogue:
        found = self._words.get(lang)
        if found is None:
            found = self._words[lang] = self.games.words(self.row.game, lang)
        return found

    def players(self, user: User | None, lang: str) -> list[SeatInfo]:
        names, here = self._seat_names(lang), self.present()
        return [
            SeatInfo(
                seat=s.seat,
                name=names[s.seat],
                agent=s.agent,
                player=s.name or None,
                mine=user is not None and s.user == user.id,
                here=s.user in here,
                invited=s.invited,
                without_network=self._goes_without_network(s.agent),
                stand_in=frames.pending_stand_in(s)
                if user is not None and user.id in (s.user, self.row.host)
                else None,
            )
            for s in self.seats.values()
        ]

    def _goes_without_network(self, agent: str) -> bool:
        """Return whether the agent searches without a network; the log has it once."""
        if agent not in self._without_network:
            found = self._without_network[agent] = goes_without_network(self.table.game, agent)
            if found:
                message = "table %s: %s searches without a network: its data are others than those it was trained on"
                log.warning(message, self.row.id, agent, extra=about("no-network", table=self.row.id))
        return self._without_network[agent]

    def _seat_names(self, lang: str) -> dict[str, str]:
        words = self.words(lang)
        found = self._names.get(lang)
        if found is None:
            found = self._names[lang] = {seat: words.called("seat", seat) for seat in self.seats}
        return found

    def view(self, seats: tuple[str, ...]) -> dict[str, Any]:
        if self._viewed != self.table.version:
            self._views, self._pasts, self._viewed = {}, {}, self.table.version
        found = self._views.get(seats)
        if found is None:
            found = self._views[seats] = self.table.view(*seats)
        return found

    def past(self, seats: tuple[str, ...]) -> dict[str, Any]:
        """Return the parts of the view that these seats may look up later only as they are here."""
        now, secrets = self.view(seats), Secrets.of(self.table.game)
        if self.status == OVER or not secrets.forgets(self.table.state):
            return {}
        found = self._pasts.get(seats)
        if found is None:
            later = secrets.past_view(self.table.state, seats)
            found = self._pasts[seats] = {part: value for part, value in later.items() if value != now[part]}
        return found

    def frame(self, viewer: Viewer, *, whole: bool = False) -> Frame:
        """Return the state for a viewer, with new events or all."""
        seats = self.seats_of(viewer.user)
        words = self.words(viewer.lang)
        follower = self._follower(seats)
        same = viewer.epoch == self.epoch and viewer.seats in (None, seats)
        follower.catch_up(self.table)
        log = self._log(seats, viewer.lang)
        total = follower.total(self.table)
        since = viewer.sent if same and not whole and viewer.sent <= total else 0
        viewer.sent, viewer.epoch, viewer.seats = follower.lasting(self.table), self.epoch, seats
        running = self.status == RUNNING
        begin = max(since, len(log))  # of the current step, put only new events into words
        now = frames.log_events(words, follower.under_way(self.table, begin), begin, follower.step_of)
        return Frame(
            version=self.table.version,
            epoch=self.epoch,
            status=cast(Status, self.status),
            seats=list(seats),
            players=self.players(viewer.user, viewer.lang),
            help=at_table(self.row, self.seats.values(), self.status).least(viewer.help).told(),
            view=self.view(seats),
            past=self.past(seats),
            decision=None if self.status == OVER else frames.question(self.table, words, self.answerable(seats)),
            asides=frames.asides(self.table, words, self.answerable(seats)) if viewer.asides and running else {},
            since=since,
            events=[*log[since:], *now],
            outcome=frames.ending(
                frames.outcome(self.table, self.row.outcome), words, undone=undone_chance(self.table)
            ),
            can_undo=self.can_undo(self.answerable(seats)) if running else [],
            undo=self.pending_undo(viewer.user),
            handover=self.pending_handover(viewer.user),
            last_turn=follower.after_own_choice(self.table),
            rematch=self.row.rematch is not None,
            trouble=self.trouble,
            quarantined=self.row.quarantine is not None,
        )

    async def read_log(self, viewer: Viewer) -> None:
        """Put the log into words for a viewer in small portions: a long one takes a while."""
        seats = self.seats_of(viewer.user)
        while self._follower(seats).catch_up(self.table, STEPS_AT_ONCE):
            await asyncio.sleep(0)
        while len(self._log(seats, viewer.lang, EVENTS_AT_ONCE)) < self._follower(seats).settled:
            await asyncio.sleep(0)

    def _log(self, seats: tuple[str, ...], lang: str, most: int | None = None) -> list[LogEvent]:
        """Return the log of the finished steps; with `most`, at most that many more events than last time."""
        follower, log = self._follower(seats), self._logs.setdefault((seats, lang), [])
        begin = len(log)
        if begin < follower.settled:
            events = follower.finished(self.table, begin, None if most is None else begin + most)
            log += frames.log_events(self.words(lang), events, begin, follower.step_of)
        return log

    def evict_logs(self) -> None:
        """Drop the logs that no viewer reads anymore."""
        used = {(self.seats_of(viewer.user), viewer.lang) for viewer in self.viewers}
        for unused in [key for key in self._logs if key not in used]:
            del self._logs[unused]

    def can_undo(self, seats: tuple[str, ...]) -> list[str]:
        """Return which of the seats may undo their last choice at once."""
        return [seat for seat in frames.can_undo(self.table, seats) if not undoes_a_bot(self, seat)]

    def answerable(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of the seats that no bot plays."""
        return tuple(seat for seat in seats if self.seats[seat].agent == PERSON)

    async def list_asides(self, seats: tuple[str, ...]) -> None:
        """List the asides of these seats, one seat after another: with many Resources that takes a while."""
        for seat in self.answerable(seats) if self.status == RUNNING else ():
            self.table.asides(seat)
            await asyncio.sleep(0)

    def asides(self, viewer: Viewer, number: int) -> AsidesFrame:
        seats = self.answerable(self.seats_of(viewer.user)) if self.status == RUNNING else ()
        return AsidesFrame(
            version=self.table.version, id=number, asides=frames.asides(self.table, self.words(viewer.lang), seats)
        )

    def known(self, seats: tuple[str, ...]) -> int:
        """Return how many events these seats know of."""
        follower = self._follower(seats)
        follower.catch_up(self.table)
        return follower.total(self.table)

    def pending_undo(self, user: User | None) -> PendingUndo | None:
        if not self.undo:
            return None
        asked = json.loads(self.undo)
        return PendingUndo(
            seat=asked["seat"],
            scope=self.undo_scope(self.seats_of(user), asked["seat"]),
            waiting=asked["waiting"],
            mine=user is not None and asked["by"] == user.id,
        )

    def pending_handover(self, user: User | None) -> PendingHandover | None:
        """Return such a request, for the host and the players."""
        asked = self.handover()
        if asked is None or user is None or not (self.row.host == user.id or self.seats_of(user)):
            return None
        return PendingHandover(
            seat=asked["seat"],
            names=asked["names"],
            returning=asked.get("returning", False),
            waiting=asked["waiting"],
            refused=asked["refused"],
            mine=asked["by"] == user.id,
        )

    def undo_scope(self, seats: tuple[str, ...], seat: str) -> UndoScope:
        """Return what undoing the seat's last choice would take back, as these seats know it. Raises UndoRefused."""
        key = (self.table.version, seats, seat)
        found = self._scopes.get(key)
        if found is None:
            if len(self._scopes) > MAX_SCOPES:
                self._scopes.clear()
            undone, follower = scope(self.table, seat), self._follower(seats)
            since = follower.known_before(self.table, undone.step, undone.place)
            found = self._scopes[key] = frames.undo_scope(undone, since)
        return found

    def push(self) -> None:
        """Send every viewer the state."""
        for viewer, frame in self.frames():
            viewer.put_bytes(frame)

    def frames(self) -> list[tuple[Viewer, bytes]]:
        """Return the frame of each viewer, encoded; spectators who have seen the same share one."""
        shared: dict[tuple[str, int, int], bytes] = {}
        found = []
        for viewer in self.viewers:
            seated = viewer.user is not None and any(seat.user == viewer.user.id for seat in self.seats.values())
            if seated or viewer.seats:
                found.append((viewer, encode(self.frame(viewer))))
                continue
            seen = (viewer.lang, viewer.epoch, viewer.sent)
            frame = shared.get(seen)
            if frame is None:
                frame = shared[seen] = encode(self.frame(viewer))
            viewer.sent, viewer.epoch, viewer.seats = self._follower(()).lasting(self.table), self.epoch, ()
            found.append((viewer, frame))
        return found

    def discard_frames(self) -> None:
        """Discard frames built for viewers but not sent."""
        for viewer in self.viewers:
            viewer.epoch = -1

    def push_presence(self) -> None:
        message = encode(self.presence())
        for viewer in tuple(self.viewers):
            viewer.put_bytes(message)

    def info(self, user: User | None, lang: str) -> TableInfo:
        decision = self.table.decision
        return frames.table_info(
            self.row,
            self.players(user, lang),
            user,
            between_people=is_between_people(self.row, self.seats.values()),
            version=self.table.version,
            steps=len(self.table.steps),
            status=self.status,
            asked=decision.seat if decision is not None else "",
        )
