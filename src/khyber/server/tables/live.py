"""A table in memory, with those who watch it. It is a copy of what is stored, and may be dropped at any time."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from khyber.agents.driver import PERSON
from khyber.engine.log import Follower
from khyber.engine.text import Catalogue
from khyber.server.api import frames
from khyber.server.api.messages import (
    AsidesFrame,
    Frame,
    PresenceFrame,
    Reply,
    SeatInfo,
    TableInfo,
    Told,
    UndoAsked,
)
from khyber.server.storage.people_store import User
from khyber.server.storage.table_store import Kept, Seat, Standing
from khyber.server.tables.library import AnyTable, Library

#: Steps that are read, and events put into words, at a stretch before others get their turn.
STEPS_AT_ONCE, EVENTS_AT_ONCE = 20, 50
#: A viewer who has so many messages unread is too slow, and is sent away to come back.
MOST_UNREAD = 200

encode = msgspec.json.Encoder().encode


class Viewer:
    """Somebody at a table: a socket, and what was sent through it."""

    def __init__(self, user: User | None, lang: str, *, asides: bool) -> None:
        self.user = user
        self.session = ""
        self.lang = lang
        self.asides = asides
        self.epoch = -1
        self.sent = 0
        self.seats: tuple[str, ...] | None = None
        self.line = 0
        self.gone = False
        self._unread: deque[bytes] = deque()
        self._wake = asyncio.Event()

    def put(self, message: Reply) -> None:
        self.put_bytes(encode(message))

    def put_bytes(self, message: bytes) -> None:
        if len(self._unread) >= MOST_UNREAD:
            self.gone = True
        else:
            self._unread.append(message)
        self._wake.set()

    def leave(self) -> None:
        """Send this viewer away."""
        self.gone = True
        self._wake.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is put, until the viewer is sent away."""
        while not self.gone:
            while self._unread and not self.gone:
                await send(self._unread.popleft().decode())
            self._wake.clear()
            if not self._unread and not self.gone:
                await self._wake.wait()


class Live:
    """A table as this worker has it. Whoever looks at it holds its lock: what is not yet committed is not there."""

    def __init__(self, row: Kept, seats: list[Seat], table: AnyTable, games: Library) -> None:
        self.games = games
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        #: Users here by way of other workers: worker -> (until when, their ids).
        self.elsewhere: dict[str, tuple[float, list[str]]] = {}
        self.fresh = True
        self.trouble = ""
        self.touched = time.monotonic()
        self._followers: dict[tuple[str, ...], Follower[Any]] = {}
        self._views: dict[tuple[str, ...], dict[str, Any]] = {}
        self._viewed = -1
        self._words: dict[str, Catalogue] = {}
        #: The log of the finished steps in words, as some seats know it and in a language.
        self._logs: dict[tuple[tuple[str, ...], str], list[Told]] = {}
        self.stand(row, seats, table)

    def stand(self, row: Kept, seats: list[Seat], table: AnyTable) -> None:
        """Become what is stored."""
        if getattr(self, "epoch", row.epoch) != row.epoch:
            self.restart()
        self.row = row
        self.table = table
        self.status = row.status
        self.epoch = row.epoch
        self.undo = row.undo
        self.seat(seats)
        if row.quarantine:
            self.trouble = f"Nobody can play on at this table: {row.quarantine}."
        self.fresh = True
        self._viewed = -1

    def become(self, now: Standing) -> None:
        """The table has changed: keep up with it."""
        self.row = msgspec.structs.replace(self.row, **msgspec.structs.asdict(now), changed=time.time())
        self.epoch, self.status, self.undo, self.trouble = now.epoch, now.status, now.undo, ""

    def seat(self, seats: list[Seat]) -> None:
        order = self.table.game.seats
        self.seats = {seat.seat: seat for seat in sorted(seats, key=lambda seat: order.index(seat.seat))}

    def restart(self) -> None:
        """Something of the log was taken back."""
        for follower in self._followers.values():
            follower.restart()
        self._logs.clear()

    def took_back(self) -> None:
        """What is left of the log is the beginning of what it was: those who are here need not read it again."""
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

    def weight(self) -> int:
        """The bytes of its log and states, roughly."""
        return sum(len(step.events) + len(step.after) + len(step.entries) for step in self.table.steps)

    # -- who is here --------------------------------------------------------------------------------

    def agents(self) -> dict[str, str]:
        return {seat.seat: seat.agent for seat in self.seats.values()}

    def seats_of(self, user: User | None) -> tuple[str, ...]:
        return () if user is None else tuple(s.seat for s in self.seats.values() if s.user == user.id)

    def may_watch(self, user: User | None) -> bool:
        return self.row.public or (user is not None and (self.row.host == user.id or bool(self.seats_of(user))))

    def bot_asked(self) -> bool:
        decision = self.table.decision
        return (self.status == "running" and decision is not None and not self.row.quarantine
                and self.seats[decision.seat].agent != PERSON)

    def here(self) -> set[str]:
        """The ids of users who look at the table now."""
        now = time.monotonic()
        found = {viewer.user.id for viewer in self.viewers if viewer.user is not None}
        for until, users in self.elsewhere.values():
            if until > now:
                found.update(users)
        return found

    def presence(self) -> PresenceFrame:
        here = self.here()
        seated = {seat.user: seat.name for seat in self.seats.values() if seat.user}
        watching = sum(viewer.user is None or viewer.user.id not in seated for viewer in self.viewers)
        return PresenceFrame(here=sorted({name for user, name in seated.items() if user in here}), watching=watching)

    # -- what they see ------------------------------------------------------------------------------

    def words(self, lang: str) -> Catalogue:
        found = self._words.get(lang)
        if found is None:
            if len(self._words) > 20:
                self._words.clear()  # languages that clients made up
            found = self._words[lang] = self.games.words(self.row.game, lang)
        return found

    def players(self, user: User | None, lang: str) -> list[SeatInfo]:
        words, here = self.words(lang), self.here()
        return [SeatInfo(seat=s.seat, name=words.called("seat", s.seat), agent=s.agent, player=s.name or None,
                         mine=user is not None and s.user == user.id, here=s.user in here, invited=s.invited)
                for s in self.seats.values()]

    def view(self, seats: tuple[str, ...]) -> dict[str, Any]:
        if self._viewed != self.table.version:
            self._views, self._viewed = {}, self.table.version
        found = self._views.get(seats)
        if found is None:
            found = self._views[seats] = self.table.view(*seats)
        return found

    def frame(self, viewer: Viewer, *, whole: bool = False) -> Frame:
        """The state for a viewer: with the events that this one has not seen yet, or all of them."""
        seats = self.seats_of(viewer.user)
        words = self.words(viewer.lang)
        follower = self._follower(seats)
        same = viewer.epoch == self.epoch and viewer.seats in (None, seats)
        follower.catch_up(self.table)
        log = self._log(seats, viewer.lang)
        total = follower.total(self.table)
        since = viewer.sent if same and not whole and viewer.sent <= total else 0
        viewer.sent, viewer.epoch, viewer.seats = total, self.epoch, seats
        begin = max(since, len(log))  # of the step under way, only what is new is put into words
        now = frames.told(words, follower.under_way(self.table, begin), begin, follower.step_of)
        return Frame(
            version=self.table.version, epoch=self.epoch, status=self.status, seats=list(seats),
            players=self.players(viewer.user, viewer.lang), view=self.view(seats),
            decision=frames.question(self.table, words, self.answerable(seats)),
            asides=frames.asides(self.table, words, self.answerable(seats)) if viewer.asides else {}, since=since,
            events=[*log[since:], *now], outcome=frames.ending(self.table, words),
            can_undo=frames.can_undo(self.table, self.answerable(seats)) if self.status == "running" else [],
            undo=self.undo_asked(viewer.user), last_turn=follower.after_own_choice(self.table), trouble=self.trouble,
            quarantined=self.row.quarantine is not None)

    async def read_log(self, viewer: Viewer) -> None:
        """Put the log into words for a viewer, a little at a time: in a long game there is much of it."""
        seats = self.seats_of(viewer.user)
        while self._follower(seats).catch_up(self.table, STEPS_AT_ONCE):
            await asyncio.sleep(0)
        while len(self._log(seats, viewer.lang, EVENTS_AT_ONCE)) < self._follower(seats).settled:
            await asyncio.sleep(0)

    def _log(self, seats: tuple[str, ...], lang: str, most: int | None = None) -> list[Told]:
        """The log of the finished steps that were read; `most`: with up to that many more events."""
        follower, log = self._follower(seats), self._logs.setdefault((seats, lang), [])
        begin = len(log)
        if begin < follower.settled:
            events = follower.finished(self.table, begin, None if most is None else begin + most)
            log += frames.told(self.words(lang), events, begin, follower.step_of)
        return log

    def left(self) -> None:
        """Somebody has left: what nobody needs any more is forgotten."""
        used = {(self.seats_of(viewer.user), viewer.lang) for viewer in self.viewers}
        for unused in [key for key in self._logs if key not in used]:
            del self._logs[unused]

    def answerable(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the seats that no bot plays."""
        return tuple(seat for seat in seats if self.seats[seat].agent == PERSON)

    def asides(self, viewer: Viewer, number: int) -> AsidesFrame:
        seats = self.answerable(self.seats_of(viewer.user)) if self.status == "running" else ()
        return AsidesFrame(version=self.table.version, id=number,
                           asides=frames.asides(self.table, self.words(viewer.lang), seats))

    def known(self, seats: tuple[str, ...]) -> int:
        """How many events these seats know of."""
        follower = self._follower(seats)
        follower.catch_up(self.table)
        return follower.total(self.table)

    def undo_asked(self, user: User | None) -> UndoAsked | None:
        if not self.undo:
            return None
        asked = json.loads(self.undo)
        return UndoAsked(seat=asked["seat"], waiting=asked["waiting"],
                         mine=user is not None and asked["by"] == user.id)

    def push(self) -> None:
        """Send everybody the state."""
        for viewer, frame in self.frames():
            viewer.put_bytes(frame)

    def frames(self) -> list[tuple[Viewer, bytes]]:
        """The state for everybody, to be sent."""
        return [(viewer, encode(self.frame(viewer))) for viewer in self.viewers]

    def disown(self) -> None:
        """Frames that were made must not be sent: what viewers have is not what we thought."""
        for viewer in self.viewers:
            viewer.epoch = -1

    def push_presence(self) -> None:
        message = encode(self.presence())
        for viewer in tuple(self.viewers):
            viewer.put_bytes(message)

    def info(self, user: User | None, lang: str) -> TableInfo:
        decision = self.table.decision
        return table_info(self.row, self.players(user, lang), user, version=self.table.version,
                          steps=len(self.table.steps), status=self.status,
                          asked=decision.seat if decision is not None else "")


def table_info(row: Kept, seats: list[SeatInfo], user: User | None, *, version: int, steps: int, status: str,
               asked: str) -> TableInfo:
    """What may be known of a table besides its game."""
    return TableInfo(
        id=row.id, game=row.game, name=row.name, status=status, sandbox=row.sandbox,  # type: ignore[arg-type]
        imported=row.imported, public=row.public, host=user is not None and row.host == user.id, version=version,
        steps=steps, asked=asked or None,
        my_turn=status == "running" and any(s.mine and s.seat == asked and s.agent == PERSON for s in seats),
        seats=seats, outcome=json.loads(row.outcome) if row.outcome else None, created=row.created,
        changed=row.changed)
