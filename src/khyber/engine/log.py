"""Following a table: the log as somebody knows it, kept up with as the game goes on and not made anew each time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Generic

from khyber.engine.decision import Message, Option
from khyber.engine.errors import Error, UndoRefused
from khyber.engine.game import Event
from khyber.engine.history import choices_of, forced_in, own_choices, retrace_choices
from khyber.engine.play import RawEvent, S
from khyber.engine.record import NO_BARRIER
from khyber.engine.table import Table


class Follower(Generic[S]):
    """The log of a table as these seats know it; with no seat, as a spectator does.

    Finished steps are read once. After an undo it forgets those taken back (`cut`); after a load it begins again
    (`restart`).
    """

    def __init__(self, *seats: str) -> None:
        self.seats = seats
        self.restart()

    def restart(self) -> None:
        self._done: list[RawEvent] = []
        #: How many of those there were after each finished step.
        self._ends: list[int] = []
        #: The finished steps in which these seats answered, each with the place of their last choice once known.
        self._answered: dict[int, int | None] = {}
        #: The last choice of these seats (step and place in it), and how much was known when the next one came.
        self._own: tuple[int, int] | None = None
        self._after_own = 0

    def cut(self, steps: int) -> None:
        """Forget the finished steps after the first `steps`."""
        if steps < len(self._ends):
            del self._ends[steps:]
            del self._done[self._ends[-1] if self._ends else 0 :]
        self._answered = {step: place for step, place in self._answered.items() if step < steps}
        self._own, self._after_own = None, 0

    def seen(self, table: Table[S], since: int = 0) -> tuple[list[Event], int]:
        """The events from number `since` on, and how many there are in all."""
        self.catch_up(table)
        now = self.under_way(table)
        done = self.finished(table, since)
        return [*done, *now[max(0, since - len(self._done)) :]], len(self._done) + len(now)

    @property
    def settled(self) -> int:
        """How many events there are of the finished steps that were read."""
        return len(self._done)

    def finished(self, table: Table[S], first: int, end: int | None = None) -> list[Event]:
        """Those of the finished steps that were read, from number `first` on."""
        return [table.game.read_event(raw) for raw in self._done[first:end]]

    def total(self, table: Table[S]) -> int:
        """How many events there are, those of the step under way included."""
        return self.settled + len(self._visible(table, table._events))

    def under_way(self, table: Table[S], first: int = 0) -> list[Event]:
        """Those of the step under way, from number `first` on."""
        raw = self._visible(table, table._events)
        return [table.game.read_event(one) for one in raw[max(0, first - self.settled) :]]

    def step_of(self, n: int) -> int:
        """In which step event `n` happened; steps are counted from 1, and the one under way is the last."""
        return bisect_right(self._ends, n) + 1

    def catch_up(self, table: Table[S], most: int | None = None) -> bool:
        """Read the finished steps that are new, `most` at a time; returns whether there are more."""
        if len(self._ends) > len(table.steps):
            self.restart()
        begin = len(self._ends)
        for step in table.steps[begin : None if most is None else begin + most]:
            if any(seat in self.seats for seat in step.seats()):
                self._answered[len(self._ends)] = None
            self._done += self._visible(table, step.raw_events())
            self._ends.append(len(self._done))
        return len(self._ends) < len(table.steps)

    def _visible(self, table: Table[S], events: Iterable[RawEvent]) -> list[RawEvent]:
        see = table.game.see
        return [event for raw in events if (event := see(tuple(raw), self.seats)) is not None]

    # -- since my last turn -------------------------------------------------------------------------

    def after_own_choice(self, table: Table[S]) -> int:
        """The number of the first event after the last choice of these seats and what came of it; 0 without any."""
        self.catch_up(table)
        own = self._last_choice(table)
        if own is not None and own != self._own:
            self._own, self._after_own = own, self._known_after(table, *own)
        return self._after_own

    def _last_choice(self, table: Table[S]) -> tuple[int, int] | None:
        """The step and the place in it of the last choice of these seats."""
        here = len(table.steps)
        now = own_choices(table, here, self.seats)
        if now:
            return here, now[-1]
        for step in reversed(self._answered):
            place = self._answered[step]
            if place is None:
                place = self._answered[step] = max(own_choices(table, step, self.seats), default=-1)
            if place >= 0:
                return step, place
        return None

    def _known_after(self, table: Table[S], step: int, place: int) -> int:
        """How many events were known when, after that entry of that step, somebody had the next choice."""
        for here in range(step, len(table.steps) + 1):
            forced = forced_in(table, here, self.seats)
            for number, choice in enumerate(choices_of(table, here)):
                if (here > step or choice > place) and choice not in forced:
                    before = self._ends[here - 1] if here else 0
                    return before + len(self._visible(table, _events_before(table, here, number)))
        return len(self._done) + len(self._visible(table, table._events))


def _events_before(table: Table[S], step: int, choice: int) -> Sequence[RawEvent]:
    """What happened in the step before that choice of it; all of it, where the rules of today do not lead there."""
    try:
        for number, (again, _, _) in enumerate(retrace_choices(table, step)):
            if number == choice:
                return list(again._events)
    except Error:
        pass
    return tuple(table.steps[step].raw_events()) if step < len(table.steps) else list(table._events)


def events_of_step(table: Table[S], step: int, seats: Sequence[str]) -> list[Event]:
    """What happened in a finished step, as these seats know it."""
    return seen_by(table, table.steps[step].raw_events(), seats)


def events_now(table: Table[S], seats: Sequence[str]) -> list[Event]:
    """What happened since the last checkpoint, as these seats know it."""
    return seen_by(table, table._events, seats)


def seen_by(table: Table[S], events: Iterable[RawEvent], seats: Sequence[str]) -> list[Event]:
    """Events as these seats know them."""
    game = table.game
    return [game.read_event(event) for raw in events if (event := game.see(tuple(raw), seats)) is not None]


def entries_now(table: Table[S]) -> tuple[list[str], list[str]]:
    """The entries since the last checkpoint, and whose they are."""
    entries, by = table._listed(len(table.steps))
    return list(entries), list(by)


def may_undo(table: Table[S], seat: str) -> bool:
    """Whether the seat can take back its last choice without asking anybody."""
    entries, by = entries_now(table)
    own = own_choices(table, len(table.steps), (seat,))
    return bool(own) and all(
        who == seat or entry[0] in NO_BARRIER for entry, who in zip(entries[own[-1]:], by[own[-1]:], strict=True))


def check_undo(table: Table[S], seat: str) -> None:
    """Raises UndoRefused if the seat has no choice at all to take back."""
    if not any(seat in step.seats() for step in table.steps) and seat not in entries_now(table)[1]:
        raise UndoRefused(f"{seat} has made no choice yet")


def warning_of(table: Table[S], option: Option) -> Message | None:
    """What speaks against an option of the pending decision: a person should be asked to confirm it."""
    return table.game.warning(table.state, option.decision, option.value)
