"""A Faction's flowchart: its Operations and Special Activities, and the order of its boxes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import Faction
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer, Response
from khyber.games.distant_plain.bots.machinery.plan import LAST_QUESTION, Plan, pass_plan
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS_OF

#: Plans one Operation from its first bullet; None if nothing would change.
Planner = Callable[[NonPlayer, Play, str], Plan | None]
#: Operations that record which pieces have moved.
_MOVING = frozenset(("sweep", "patrol", "march"))


@dataclass(frozen=True, slots=True)
class Flowchart:
    """The boxes of one Non-player's sheet."""

    faction: Faction
    #: Plans an Operation among those open, by the loop of boxes; None is a Pass.
    operation: Callable[[NonPlayer, Play, Collection[str]], Plan | None]
    #: Plans one Operation from bullet one without its condition.
    box: Planner
    #: Its Special Activities: each puts into the plan what it would do, and returns whether (or how often) it would.
    activities: Mapping[str, Callable[[Walk], int]]
    #: Answers to questions outside its plans: Propaganda Rounds, lasting Events, other Factions' turns.
    responses: Mapping[str, Response]

    def activity(self, bot: NonPlayer, play: Play, name: str) -> Plan | None:
        """Plan one Special Activity alone, as granted by an Event (5.5); None if nothing would change."""
        walk = begin_activity(bot, play, name)
        return walk.plan if self.activities[name](walk) else None


def begin(bot: NonPlayer, play: Play, op: str, *, limit: int | None = None) -> Walk:
    """Return a walk on a scratch position in which the Operation has just been declared.

    `play.state` says whether it is free, Limited or restricted to some spaces, and whether a Special Activity may
    accompany it: a turn or an Event's grant sets that beforehand.
    """
    scratch = play.scratch()
    state = scratch.state
    state.op, state.op_by = op, bot.faction
    state.executing |= 1 << bot.faction
    if op in _MOVING:
        state.moved = bytearray(len(state.pieces))
    return Walk(bot, scratch, Plan(op), limit=None if state.op_free else limit)


def begin_activity(bot: NonPlayer, play: Play, name: str) -> Walk:
    """Return a walk on a scratch position in which a Special Activity without Operation has been declared (5.5)."""
    scratch = play.scratch()
    scratch.state.special, scratch.state.special_spaces = name, b""
    scratch.state.executing |= 1 << bot.faction
    return Walk(bot, scratch, Plan(name))


def loop(
    bot: NonPlayer, play: Play, first: str, successor: Mapping[str, str], open_to_it: Collection[str], box: Planner
) -> Plan | None:
    """Try each box once, starting with the first, until one gives a plan: "skip to" (R-C1, R-G2, R-T1)."""
    order = [first]
    while successor[order[-1]] not in order:
        order.append(successor[order[-1]])
    return in_turn(bot, play, order, open_to_it, box)


def in_turn(bot: NonPlayer, play: Play, order: Sequence[str], open_to_it: Collection[str], box: Planner) -> Plan | None:
    """Return the first plan that one of these boxes gives.

    An Operation that is not open (unaffordable, forbidden, not granted) counts as impossible.
    """
    for op in order:
        plan = box(bot, play, op) if op in open_to_it else None
        if plan is not None:
            return plan
        bot.abandon(play, op)
    return None


def selected(
    bot: NonPlayer, play: Play, select: str, order: Sequence[str], open_to_it: Collection[str], box: Planner, none: str
) -> Plan | None:
    """Return the plan of the first Operation or, by the step `none`, of the next possible one."""
    plan = in_turn(bot, play, order, open_to_it, box)
    if plan is not None:
        plan.follow(select if plan.opening == order[0] else none)
    return plan


def operate(
    charts: Mapping[Faction, Flowchart],
    least: Mapping[Faction, int],
    bot: NonPlayer,
    play: Play,
    decision: Decision,
    *,
    poor: str,
    none: str,
) -> Plan:
    """Plan an Operation by the Faction's chart; Pass if it is too `poor`, or if `none` is possible."""
    state, faction = play.state, bot.faction
    if state.resources[faction] < least.get(faction, 0):
        return pass_plan(bot, poor)
    limited = decision.ask == "turn-limited"
    state.limited, state.special_allowed = limited, not limited
    open_to_it = [op for op in OPERATIONS_OF[faction] if op in decision.values]
    return charts[faction].operation(bot, play, open_to_it) or pass_plan(bot, none)


def condition(bot: NonPlayer, step: str, holds: bool) -> bool:
    """Note whether a flowchart condition holds, and return it."""
    bot.note("condition", id=step, answer="yes" if holds else "no")
    return holds


def granted(chart: Flowchart, bot: NonPlayer, play: Play, decision: Decision) -> Plan:
    """Plan what an Event grants by the Faction's own chart: one Operation or Special Activity from its first priority,
    a choice of Operations by the chart's loop; decline if nothing would change.
    """
    wanted = [str(value) for value in decision.values if value != "decline"]
    if decision.ask == "free-activity":
        plan = next(filter(None, (chart.activity(bot, play, name) for name in wanted)), None)
    elif len(wanted) == 1:
        plan = chart.box(bot, play, wanted[0])
    else:
        plan = chart.operation(bot, play, wanted)
    return plan or Plan("decline")


def use_activity(walk: Walk, name: str, ask: str, act: Callable[[Walk], int]) -> bool:
    """4.1: use this Special Activity at the question `ask` of the Operation; False if it does nothing."""

    def begin_and_act(trial: Walk) -> int:
        trial.start_activity(name, ask)
        return act(trial)

    return walk.activity_open and not walk.bot.barred(walk.play, name) and walk.attempt(begin_and_act)


def first_of(walk: Walk, activities: Iterable[tuple[str, Callable[[Walk], int]]]) -> bool:
    """4.1: use the first of these Special Activities that has an effect; an explanation names those before it."""
    for name, use in activities:
        if walk.bot.barred(walk.play, name):
            continue
        if use(walk):
            return True
        walk.note("no-activity", activity=name)
    return False


def first_possible(
    bot: NonPlayer, play: Play, activities: Iterable[tuple[str, Callable[[Walk], int]]], step: str = ""
) -> None:
    """4.1: after the Operation, plan the first of these Special Activities that has an effect.

    With a `step` of the flowchart, that step is followed. An explanation names the activities passed over.
    """
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    for name, act in activities:
        if bot.barred(play, name):
            continue
        trial = walk.trial()
        trial.start_activity(name, LAST_QUESTION[play.state.op])
        if act(trial):
            if step:
                trial.plan.follow(step)
            bot.plan = trial.plan
            return
        bot.note("no-activity", activity=name)
