"""Following a table: the log as somebody knows it, kept up with as the game goes on and not made anew each time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Generic

from khyber.engine.errors import UndoRefused
from khyber.engine.game import Event
from khyber.engine.play import RawEvent, S
from khyber.engine.record import BRANCH, SEAT
from khyber.engine.table import Table


class Follower(Generic[S]):
    """The log of a table as these seats know it; with no seat, as a spectator does.

    Finished steps are read once. After an undo or a load the follower begins again (`restart`).
    """

    def __init__(self, *seats: str) -> None:
        self.seats = seats
        self._done: list[RawEvent] = []
        #: How many events there are up to the end of each finished step.
        self._ends: list[int] = []

    def restart(self) -> None:
        self._done, self._ends = [], []

    def seen(self, table: Table[S], since: int = 0) -> tuple[list[Event], int]:
        """The events from number `since` on, and how many there are in all."""
        if len(self._ends) > len(table.steps):
            self.restart()
        see = table.game.see
        for step in table.steps[len(self._ends) :]:
            self._done += [event for raw in step.raw_events() if (event := see(raw, self.seats)) is not None]
            self._ends.append(len(self._done))
        now = [event for raw in table._events if (event := see(tuple(raw), self.seats)) is not None]
        total = len(self._done) + len(now)
        wanted = [*self._done[since:], *now[max(0, since - len(self._done)) :]]
        return [table.game.read_event(raw) for raw in wanted], total

    def step_of(self, n: int) -> int:
        """In which step event `n` happened; steps are counted from 1, and the one under way is the last."""
        return bisect_right(self._ends, n) + 1


def events_of_step(table: Table[S], step: int, seats: Sequence[str]) -> list[Event]:
    """What happened in a finished step, as these seats know it."""
    see = table.game.see
    return [table.game.read_event(event) for raw in table.steps[step].raw_events()
            if (event := see(raw, seats)) is not None]


def entries_now(table: Table[S]) -> tuple[list[str], list[str]]:
    """The entries since the last checkpoint, and whose they are."""
    entries, by = table._listed(len(table.steps))
    return list(entries), list(by)


def may_undo(table: Table[S], seat: str) -> bool:
    """Whether the seat can take back its last choice without asking anybody."""
    entries, by = entries_now(table)
    for entry, who in zip(reversed(entries), reversed(by), strict=True):
        if who == seat:
            return True
        if entry[0] not in SEAT + BRANCH:
            return False
    return False


def check_undo(table: Table[S], seat: str) -> None:
    """Raises UndoRefused if the seat has no choice at all to take back."""
    if not any(seat in step.seats() for step in table.steps) and seat not in entries_now(table)[1]:
        raise UndoRefused(f"{seat} has made no choice yet")
