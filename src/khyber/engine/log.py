"""The log of a table: what a seat may know of events and entries, and how to follow it."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Generic

from khyber.engine.decision import Message, Option
from khyber.engine.errors import Error
from khyber.engine.game import Event, Game, Json
from khyber.engine.history import choices_of, forced_in, own_choices, retrace_choices
from khyber.engine.optional import Warnings
from khyber.engine.play import RawEvent, S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, CHANCE_HIDDEN, FORMAT, HIDDEN, Record

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: Events of which a picture of the board shows traces; the page takes as many.
RECENT: Final = 60

# -- redaction --------------------------------------------------------------------------------------


def visible(game: Game[S], events: Iterable[RawEvent], seats: Sequence[str]) -> list[RawEvent]:
    """Return the events that these seats may know, as they may know them."""
    see = game.see
    return [seen for raw in events if (seen := see(raw, seats)) is not None]


def read_events(game: Game[S], events: Iterable[RawEvent], seats: Sequence[str] | None = None) -> list[Event]:
    """Return events as these seats may know them; without seats, in full."""
    return [game.read_event(raw) for raw in (events if seats is None else visible(game, events, seats))]


def latest(table: Table[S], seats: Sequence[str], step: int | None = None) -> list[Event]:
    """Return the last events until now, or until a step began, as these seats know them.

    A step nearly always has one; an imported record may have thousands of steps without any, which are not all read.
    """
    found: list[RawEvent] = []
    last = len(table.steps) + 1 if step is None else step
    for before in range(last - 1, max(-1, last - 1 - RECENT), -1):
        found[:0] = visible(table.game, table.raw_events(before), seats)
        if len(found) >= RECENT:
            break
    return read_events(table.game, found[-RECENT:])


def redact(entries: Sequence[str], seats: Sequence[str], by: Sequence[str] | None = None) -> list[str]:
    """Return entries as these seats may know them; without `by`, answers are kept."""
    seen = []
    for index, entry in enumerate(entries):
        if entry[0] == CHANCE_HIDDEN:
            mark = entry.split(" ", 1)[0]
            if mark.partition("@")[2] not in seats:
                entry = f"{mark} {HIDDEN}"
        elif entry[0] == ANSWER_SECRET and by is not None and by[index] not in seats:
            entry = f"{ANSWER_SECRET}{HIDDEN}"
        elif entry[0] == ANSWER_FORGOTTEN and by is not None:
            entry = f"{ANSWER_FORGOTTEN}{HIDDEN}"
        seen.append(entry)
    return seen


def redact_record(record: Record, seats: Sequence[str], events: Iterable[RawEvent]) -> str:
    """Return the record as these seats may keep it, as text; `events` are those they may know."""
    header, setup = record.header, record.header.setup
    played: list[Json] = [list[Json](redact(step.listed(), seats, step.seats())) for step in record.steps]
    played.append(list[Json](redact(record.now, seats, record.now_by)))
    return json.dumps(
        {
            "format": FORMAT,
            "redacted-for": list(seats),
            "game": header.game,
            "rules": header.rules,
            "scenario": setup.scenario,
            "options": list(setup.options),
            "players": setup.players,
            "steps": played,
            "events": [list(event) for event in events],
        }
    )


# -- following --------------------------------------------------------------------------------------


class Follower(Generic[S]):
    """The log of a table as these seats know it; without seats, as a spectator does.

    Each finished step is read once. Call `cut` after an undo and `restart` after a load.
    """

    def __init__(self, *seats: str) -> None:
        self.seats = seats
        self.restart()

    def restart(self) -> None:
        self._done: list[RawEvent] = []
        #: Number of events after each finished step.
        self._ends: list[int] = []
        #: The finished steps in which these seats answered, each with the place of their last choice once known.
        self._answered: dict[int, int | None] = {}
        #: The last choice of these seats (step and place in it), and the number of events before the next choice.
        self._own: tuple[int, int] | None = None
        self._after_own = 0

    def cut(self, steps: int) -> None:
        """Forget all finished steps after the first `steps`."""
        if steps < len(self._ends):
            del self._ends[steps:]
            del self._done[self._ends[-1] if self._ends else 0 :]
        self._answered = {step: place for step, place in self._answered.items() if step < steps}
        self._own, self._after_own = None, 0

    def seen(self, table: Table[S], since: int = 0) -> tuple[list[Event], int]:
        """Return the events from number `since` on, and the total number of events."""
        self.catch_up(table)
        return [*self.finished(table, since), *self.under_way(table, since)], self.total(table)

    @property
    def settled(self) -> int:
        """Number of events in the finished steps read so far."""
        return len(self._done)

    def finished(self, table: Table[S], first: int, end: int | None = None) -> list[Event]:
        """Return the events of the finished steps read so far, from number `first` on."""
        return read_events(table.game, self._done[first:end])

    def lasting(self, table: Table[S]) -> int:
        """Return how many events stay: the last one of a step under way may be replaced, and is sent again."""
        return max(self.settled, self.total(table) - 1)

    def total(self, table: Table[S]) -> int:
        """Return the number of events, including those of the step under way."""
        return self.settled + len(visible(table.game, table.raw_events(), self.seats))

    def under_way(self, table: Table[S], first: int = 0) -> list[Event]:
        """Return the events of the step under way, from number `first` on."""
        raw = visible(table.game, table.raw_events(), self.seats)
        return read_events(table.game, raw[max(0, first - self.settled) :])

    def step_of(self, n: int) -> int:
        """Return the step, counted from 1, in which event `n` happened."""
        return bisect_right(self._ends, n) + 1

    def catch_up(self, table: Table[S], most: int | None = None) -> bool:
        """Read the new finished steps, at most `most` of them; return whether more are left."""
        if len(self._ends) > len(table.steps):
            self.restart()
        begin = len(self._ends)
        for step in table.steps[begin : None if most is None else begin + most]:
            if any(seat in self.seats for seat in step.seats()):
                self._answered[len(self._ends)] = None
            self._done += visible(table.game, step.raw_events(), self.seats)
            self._ends.append(len(self._done))
        return len(self._ends) < len(table.steps)

    # -- since my last turn -------------------------------------------------------------------------

    def after_own_choice(self, table: Table[S]) -> int:
        """Return the number of events before the first choice after these seats' last; 0 if none."""
        self.catch_up(table)
        own = self._last_choice(table)
        if own is not None and own != self._own:
            self._own, self._after_own = own, self._known_after(table, *own)
        return self._after_own

    def known_before(self, table: Table[S], step: int, place: int) -> int:
        """Return the number of events known before the choice at that place among the entries of a step."""
        self.catch_up(table)
        number = choices_of(table, step).index(place)
        before = self._ends[step - 1] if step else 0
        return before + len(visible(table.game, _events_before(table, step, number), self.seats))

    def _last_choice(self, table: Table[S]) -> tuple[int, int] | None:
        """Return the step of these seats' last choice, and its place in the step."""
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
        """Return the number of events known at the first choice after that entry."""
        for here in range(step, len(table.steps) + 1):
            choices = choices_of(table, here)
            if here == step and choices[-1] == place:
                continue
            forced = forced_in(table, here, self.seats)
            for choice in choices:
                if (here > step or choice > place) and choice not in forced:
                    return self.known_before(table, here, choice)
        return self.total(table)


def _events_before(table: Table[S], step: int, choice: int) -> Sequence[RawEvent]:
    """Return the events of a step before a choice; all, if the present rules fail there."""
    try:
        for number, (again, _, _) in enumerate(retrace_choices(table, step)):
            if number == choice:
                return list(again.raw_events())
    except Error:
        pass
    return table.raw_events(step)


def warning_of(table: Table[S], option: Option) -> Message | None:
    """Return the warning to confirm before choosing the option; None if there is none."""
    return Warnings.of(table.game).warning(table.state, option.decision, option.value)
