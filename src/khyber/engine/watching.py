"""Following a table: the log as somebody knows it, kept up with as the game goes on and not made anew each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from khyber.engine.errors import UndoRefused
from khyber.engine.game import Event
from khyber.engine.play import RawEvent, S
from khyber.engine.record import NO_BARRIER
from khyber.engine.table import Table


class Follower(Generic[S]):
    """The log of a table as these seats know it; with no seat, as a spectator does.

    Finished steps are read once. After an undo or a load the follower begins again (`restart`).
    """

    def __init__(self, *seats: str) -> None:
        self.seats = seats
        self._done: list[RawEvent] = []
        self._steps = 0

    def restart(self) -> None:
        self._done, self._steps = [], 0

    def seen(self, table: Table[S], since: int = 0) -> tuple[list[Event], int]:
        """The events from number `since` on, and how many there are in all."""
        if self._steps > len(table.steps):
            self.restart()
        see = table.game.see
        for step in table.steps[self._steps :]:
            self._done += [event for raw in step.raw_events() if (event := see(raw, self.seats)) is not None]
        self._steps = len(table.steps)
        now = [event for raw in table._events if (event := see(tuple(raw), self.seats)) is not None]
        total = len(self._done) + len(now)
        wanted = [*self._done[since:], *now[max(0, since - len(self._done)) :]]
        return [table.game.read_event(raw) for raw in wanted], total


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
        if entry[0] not in NO_BARRIER:
            return False
    return False


def check_undo(table: Table[S], seat: str) -> None:
    """Raises UndoRefused if the seat has no choice at all to take back."""
    if not any(seat in step.seats() for step in table.steps) and seat not in entries_now(table)[1]:
        raise UndoRefused(f"{seat} has made no choice yet")
