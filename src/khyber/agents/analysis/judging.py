"""Judges the turns of a game: what each cost its seat, by what it knew at the time, and what was better.

A turn may go on after dice and reveals. So each step of it is compared by itself: the choices made in it against the
best that a search finds at its first choice, both continued by the same bot. The cost of a turn is the sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from khyber.agents.agent import Seen
from khyber.agents.analysis.chances import as_shown
from khyber.agents.analysis.weighing import weighed
from khyber.agents.explain import choices_made, key_of
from khyber.agents.strong.lines import Line, stand_ins
from khyber.agents.strong.reasons import SILENT, choices_of, options_of
from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking
from khyber.engine.decision import Message, Option, TurnMessage
from khyber.engine.errors import Error
from khyber.engine.history import retrace
from khyber.engine.optional import Evaluation
from khyber.engine.play import S
from khyber.engine.record import ASIDE, NOT_ANSWERS
from khyber.engine.table import Table
from khyber.engine.turns import Turn, turns

#: Worlds of a search; as many new ones decide what a step cost.
WORLDS: Final = 8
#: The costliest turns that are shown, and the least cost of one.
COSTLIEST: Final = 5
MIN_COST: Final = 0.01
#: Of a turn those steps are shown that cost at least this share of the costliest one.
MAX_OF: Final = 0.5
#: Steps after the better turn that are played out.
STEPS_ON: Final = 4


@dataclass(frozen=True, slots=True)
class Slip:
    """A step in which a search finds something better than what was played, with both values in the same new worlds."""

    step: int
    seat: str
    #: The choices in the step.
    played: Line
    #: The choices from the step on, as far as a search plans them.
    best: Line
    value: float
    better: float

    @property
    def cost(self) -> float:
        return self.better - self.value


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn and the steps of it in which a search finds something better."""

    turn: Turn
    slips: tuple[Slip, ...]

    @property
    def cost(self) -> float:
        return sum(slip.cost for slip in self.slips)

    @property
    def costly(self) -> tuple[Slip, ...]:
        """The steps that cost most of it."""
        least = max(MIN_COST, MAX_OF * max((slip.cost for slip in self.slips), default=0.0))
        return tuple(slip for slip in self.slips if slip.cost >= least)


# -- what to judge ------------------------------------------------------------------------------------


def to_judge(table: Table[S], seats: tuple[str, ...] | None = None) -> list[Turn]:
    """Return the turns in which their seats made choices; only of these seats."""
    return [turn for turn in turns(table) if (seats is None or turn.seat in seats) and steps_to_judge(table, turn)]


def steps_to_judge(table: Table[S], turn: Turn) -> list[int]:
    """Return the finished steps of a turn in which its seat gave answers."""
    return [step for step in turn.steps if step < len(table.steps) and _answered(table, step, turn.seat)]


def _answered(table: Table[S], step: int, seat: str) -> bool:
    entries, by = table.entries(step)
    return any(who == seat and entry[0] not in NOT_ANSWERS + ASIDE for entry, who in zip(entries, by, strict=True))


# -- judging ------------------------------------------------------------------------------------------


def judge(table: Table[S], turn: Turn, worlds: int = WORLDS) -> Judged:
    """Judge a turn, step by step."""
    found = (judge_step(table, step, turn.seat, worlds) for step in steps_to_judge(table, turn))
    return Judged(turn, tuple(slip for slip in found if slip is not None))


def judge_step(table: Table[S], step: int, seat: str, worlds: int = WORLDS) -> Slip | None:
    """Compare a seat's choices in a step with what a search finds from what it knew.

    None if nothing is better: it had no choice, made the same choices in whatever order, or the difference is within
    the standard error. Also if the comparison fails.
    """
    asked = _asked(table, step, seat)
    if asked is None:
        return None
    again, played = asked
    try:
        search = Search(again, seat, Thinking(worlds=worlds), given=(played,))
        best = search.best()[0]
        mine, other = (Counter(map(_said, _in_step(search, seat, line))) for line in (played, best.line))
        if mine == other:
            return None
        # what follows dice and reveals is left to a bot, which sees them
        found = best.opening if Evaluation.of(table.game).plans_turns else best.line
        # new worlds: in those of the search the best looks better than it is
        fresh = range(worlds, 2 * worlds)
        value, better = (weighed(search, seat, line, fresh, best.policy) for line in (played, found))
    except Error:
        return None
    lead, error = better.lead_over(value)
    return Slip(step, seat, played, best.line, value.value, better.value) if lead > error else None


def _in_step(search: Search[S], seat: str, line: Line) -> tuple[Option, ...]:
    return choices_of(search.world(0), seat, line, step_only=True)


def _said(option: Option) -> tuple[str, tuple[tuple[str, object], ...]]:
    return option.message.key, tuple(sorted(option.message.params.items()))


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


def costliest(judged: Sequence[Judged], most: int = COSTLIEST) -> list[Judged]:
    """Return the turns that cost most, the costliest first."""
    found = (one for one in judged if one.cost >= MIN_COST and one.costly)
    return sorted(found, key=lambda one: -one.cost)[:most]


# -- in words -----------------------------------------------------------------------------------------


def described(table: Table[S], judged: Judged, worlds: int = WORLDS) -> tuple[list[Message], list[Message]]:
    """Return what was played and what was better, step by step; and the costliest one played on in a world."""
    alone = "-alone" if len(table.game.seats) == 1 else ""
    compared: list[Message] = []
    line: list[Message] = []
    costly = judged.costly
    if not costly:
        return [], []
    ends = [*(slip.step for slip in costly[1:]), judged.turn.steps[-1] + 1]
    worst = max(costly, key=lambda slip: slip.cost)
    for slip, end in zip(costly, ends, strict=True):
        asked = _asked(table, slip.step, slip.seat)
        if asked is None:
            continue
        search = Search(asked[0], slip.seat, Thinking(worlds=worlds), given=(slip.played,))
        played = [option for step in range(slip.step, end) for option in _played(table, step, slip.seat)]
        for key, value, options in (
            ("played", slip.value, tuple(played)),
            ("was-better", slip.better, options_of(search.world(0), slip.seat, slip.best)),
        ):
            compared.append(TurnMessage(f"search.{key}{alone}", {"n": as_shown(table.game, value)}, options))
        if slip is worst:
            world = search.world(worlds)
            options_of(world, slip.seat, slip.best)
            line = [TurnMessage("search.line", {"seat": seat}, on) for seat, on in _played_on(world, slip.seat)]
    return compared, line


def _played(table: Table[S], step: int, seat: str) -> list[Option]:
    """Return the choices of a seat in a step, without those that end a selection."""
    found: list[Option] = []
    if step >= len(table.steps):
        return found
    for again, entry in retrace(table, step):
        decision = again.decision
        if decision is not None and decision.seat == seat and len(decision.values) > 1:
            index = decision.find(key_of(entry))
            found += [decision.options[index]] if index is not None else []
    return [option for option in found if option.key not in SILENT] or found


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
