"""Judges the turns of a game: what each was worth to its seat, from what it knew, and what was better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from khyber.agents.agent import Seen
from khyber.agents.analysis.weighing import weigh
from khyber.agents.explain import choices_made
from khyber.agents.strong.lines import Line, stand_ins
from khyber.agents.strong.reasons import SILENT, options_of, percent
from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking
from khyber.engine.decision import Message, Option, TurnMessage
from khyber.engine.errors import Error
from khyber.engine.history import retrace
from khyber.engine.play import S
from khyber.engine.record import ASIDE, NOT_ANSWERS
from khyber.engine.table import Table

#: Worlds of a search; as many new ones decide what a turn cost.
WORLDS: Final = 8
#: The costliest turns that are shown, and the least cost of one.
COSTLIEST: Final = 5
LEAST_COST: Final = 0.01
#: Steps after the better turn that are played out.
STEPS_ON: Final = 4


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn as it was played and the best that a search finds, with their values in the same new worlds."""

    step: int
    seat: str
    played: Line
    best: Line
    value: float
    better: float

    @property
    def cost(self) -> float:
        return max(0.0, self.better - self.value)


def to_judge(table: Table[S], seats: tuple[str, ...] | None = None) -> list[tuple[int, str]]:
    """Return the finished steps in which a seat made choices, with the first seat that did; only of these seats."""
    found: list[tuple[int, str]] = []
    for step in range(len(table.steps)):
        entries, by = table.entries(step)
        answered = (who for entry, who in zip(entries, by, strict=True) if who and entry[0] not in NOT_ANSWERS + ASIDE)
        seat = next(answered, "")
        if seat and (seats is None or seat in seats):
            found.append((step, seat))
    return found


def judge(table: Table[S], step: int, seat: str, worlds: int = WORLDS) -> Judged | None:
    """Compare a seat's turn with what a search finds from what it knew; None if there was no choice or it fails."""
    asked = _asked(table, step, seat)
    if asked is None:
        return None
    again, played = asked
    try:
        search = Search(again, seat, Thinking(worlds=worlds), given=(played,))
        found = search.best()[0].line
        # new worlds: in those of the search the best looks better than it is
        weighed = {one.line: one.value for one in weigh(search, seat, {played, found}, range(worlds, 2 * worlds))}
    except Error:
        return None
    best = found if weighed[found] > weighed[played] else played
    return Judged(step, seat, played, best, weighed[played], weighed[best])


def _asked(table: Table[S], step: int, seat: str) -> tuple[Table[S], Line] | None:
    """Return the table at the seat's first choice of a step, and the choices it made."""
    try:
        line = choices_made(table, step, seat)
        for again, _ in retrace(table, step):
            if again.decision is not None and again.decision.seat == seat and len(again.decision.values) > 1:
                return again, line
    except Error:  # played under other rules
        pass
    return None


def costliest(judged: list[Judged], most: int = COSTLIEST) -> list[Judged]:
    """Return the turns that cost most, the costliest first."""
    return sorted((one for one in judged if one.cost >= LEAST_COST), key=lambda one: -one.cost)[:most]


def described(table: Table[S], judged: Judged, worlds: int = WORLDS) -> tuple[list[Message], list[Message]]:
    """Return what was played and what was better, in words to be; and the line played out in one imagined world."""
    asked = _asked(table, judged.step, judged.seat)
    if asked is None:
        return [], []
    again, _ = asked
    search = Search(again, judged.seat, Thinking(worlds=worlds), given=(judged.played,))
    played = options_of(search.world(0), judged.seat, judged.played)
    better = options_of(search.world(0), judged.seat, judged.best)
    compared: list[Message] = [
        TurnMessage("search.played", {"n": percent(judged.value)}, played),
        TurnMessage("search.was-better", {"n": percent(judged.better)}, better),
    ]
    world = search.world(worlds)
    options_of(world, judged.seat, judged.best)
    line: list[Message] = [
        TurnMessage("search.line", {"seat": seat}, options) for seat, options in _played_on(world, judged.seat)
    ]
    return compared, line


def _played_on(world: Table[S], seat: str) -> list[tuple[str, tuple[Option, ...]]]:
    """Play a few more steps and return the choices made in them, by seat."""
    agents = stand_ins(world, seat)
    last, step = len(world.steps) + STEPS_ON, -1
    found: list[tuple[str, list[Option]]] = []
    while (decision := world.decision) is not None and len(world.steps) <= last:
        option = agents[decision.seat](Seen(world, decision))
        if not found or found[-1][0] != decision.seat or step != len(world.steps):
            found.append((decision.seat, []))
            step = len(world.steps)
        if option.key not in SILENT:
            found[-1][1].append(option)
        world.choose(option, decision.seat)
    return [(who, tuple(options)) for who, options in found if options][:STEPS_ON]
