"""8.3.1: free actions with a special instruction instead of the usual boxes."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision
from khyber.engine.play import run
from khyber.games.distant_plain.board import AFGHAN, C_TROOPS, COALITION, LANDS, T_BASE, W_BASE, Space
from khyber.games.distant_plain.bots.common.coalition.air_lift import Lift, take_off
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_here, hidden
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.bots.events.instructions import Named, by_name
from khyber.games.distant_plain.bots.events.trial import USUAL_FACE, Table, scratch_of
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin_activity
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.coalition.air_lift import bring_troops, most_from, sources
from khyber.games.distant_plain.bots.third.coalition.guards import found_by_sweep
from khyber.games.distant_plain.bots.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.events import free_operation
from khyber.games.distant_plain.rules.forces import cubes
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS_OF, operation

#: How many Guerrillas a Sweep must find to be worth an Air Lift.
WORTH_A_LIFT = 3


# -- a Limited Operation of its own -----------------------------------------------------------------------------


def own_limited_operation(bot: NonPlayer, play: Play) -> Difference:
    """Return the change by the Coalition's own Limited Operation."""
    scratch = scratch_of(play)
    scratch.state.executing |= 1 << COALITION
    table = Table(bot, scratch, "event-unshaded", USUAL_FACE)
    run(free_operation(scratch, COALITION, OPERATIONS_OF[COALITION], limited=True), table.answer)
    return Difference(play.state, scratch.state)


def assault_sweep_or_train(bot: NonPlayer, play: Play, decision: Decision) -> Plan | None:
    """Assault if that removes a Base, else Sweep, else Train."""
    chart = FLOWCHARTS[COALITION]
    if "assault" in decision.values:
        plan = chart.box(bot, play, "assault")
        if plan is not None and _removes_base(bot, play, plan):
            return plan
    for op in ("sweep", "train"):
        if op in decision.values and (plan := chart.box(bot, play, op)) is not None:
            return plan
    return None


def _removes_base(bot: NonPlayer, play: Play, plan: Plan) -> bool:
    scratch = scratch_of(play)
    table = Table(bot, scratch, plan.opening, USUAL_FACE)
    table.bot_of(COALITION).plan = plan.copy()
    run(operation(scratch, COALITION, plan.opening, rule="5.5"), table.answer)
    diff = Difference(play.state, scratch.state, LANDS)
    return diff.arrived(T_BASE) < 0 or diff.arrived(W_BASE) < 0


# -- an Air Lift, then a Sweep ---------------------------------------------------------------------------------


def lift_to_sweep(bot: NonPlayer, play: Play, decision: Decision) -> Plan | None:
    """Air Lift into the space where a Sweep then finds most, and Sweep there."""
    if "sweep" in decision.values:
        found = [space for space in AFGHAN if found_by_sweep(play.state, space)]
        if not found:
            return None
        most = max(found_by_sweep(play.state, space) for space in found)
        best = [space for space in found if found_by_sweep(play.state, space) == most]
        play.state.op_only = 1 << random_space(bot.dice, best)
        return FLOWCHARTS[COALITION].box(bot, play, "sweep")
    space = sweep_after_lift(bot, play)
    if space is None:
        return None
    walk = begin_activity(bot, play, "air-lift")
    lift = Lift(walk)
    n = _lifted_to(lift, space)
    with walk.because("followed", id="N.Halo"):
        done = n > 0 and bring_troops(lift, space, n) and take_off(walk, lift)
    return walk.plan if done else None


def sweep_after_lift(bot: NonPlayer, play: Play) -> Space | None:
    """Return the space where a Sweep after an Air Lift finds most Guerrillas, at least three; or None."""
    state = play.state
    lift = Lift(begin_activity(bot, play, "air-lift"))
    found: dict[Space, int] = {}
    for space in AFGHAN:
        if hidden(state, space) >= WORTH_A_LIFT:
            n = _lifted_to(lift, space)
            if n or coalition_here(state, space):
                found[space] = min(hidden(state, space), cubes(state, space) + n)
    best = max(found.values(), default=0)
    if best < WORTH_A_LIFT:
        return None
    return random_space(bot.dice, [space for space, n in found.items() if n == best])


def _lifted_to(lift: Lift, space: Space) -> int:
    """Return how many Coalition Troops to lift there to find all Guerrillas, if they can come."""
    state = lift.state
    missing = max(hidden(state, space) - cubes(state, space), 0 if coalition_here(state, space) else 1)
    return max(0, min(missing, most_from(lift, space, sources(lift, C_TROOPS, space), lift.room)))


FREE_ACTIONS: Final[Named] = by_name(assault_sweep_or_train, lift_to_sweep)
