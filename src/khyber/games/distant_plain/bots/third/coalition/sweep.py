"""8.6.3: Sweep of the Non-player Coalition."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coalition.air_lift import Lift, may_lift, take_off
from khyber.games.distant_plain.bots.common.coin.lasting_events import note_few_spaces
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_base, coalition_here, hidden
from khyber.games.distant_plain.bots.common.guidelines import at_support, pop
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import LAST_QUESTION, Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.coalition import guards
from khyber.games.distant_plain.bots.third.coalition.air_lift import bring_troops, complete
from khyber.games.distant_plain.bots.third.coalition.air_strike import strike_or_lift
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import bases, count, cubes, government_cubes
from khyber.games.distant_plain.rules.lasting import ISR, PARTNERING_POLICY, shaded, unshaded
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import (
    COIN_COST,
    allowed,
    cost_met,
    held_back,
    no_more_spaces,
    spaces_with,
)
from khyber.games.distant_plain.rules.operations.sweep import ISR_GUERRILLAS, sweep_move
from khyber.games.distant_plain.rules.victory import is_non_player
from khyber.games.distant_plain.state import State


@cache
def at_support_box() -> Priorities:
    return (Priority("C.Sweep.1", "8.6.3", support_spaces, sweep_support, (ranks.POPULATION,)),)


@cache
def elsewhere_box() -> Priorities:
    return (
        Priority("C.Sweep.2", "8.6.3", places, sweep_in_place),
        Priority(
            "C.Sweep.3",
            "8.6.3",
            still_hidden,
            sweep_in_force,
            (ranks.POPULATION, ranks.COALITION_BASE, Rank("bases", most_bases)),
            most=1,
        ),
    )


#: Sweep brings Government Troops along where fewer Government cubes than this are.
ENOUGH_GOVERNMENT: Final = 2

# -- C.Sweep.0 --------------------------------------------------------------------------------------


@rule("8.6.3")
def sweep_wanted(state: State) -> bool:
    """C.Sweep.0: Underground Taliban at Support, or a player's Guerrillas with a Coalition Base."""
    for space in board.AFGHAN:
        if at_support(state, space) and count(state, space, board.T_UNDERGROUND):
            return True
        if coalition_base(state, space) and any(
            count(state, space, board.UNDERGROUND_OF[f]) and not is_non_player(state, f) for f in board.INSURGENTS
        ):
            return True
    return False


def open_to_sweep(walk: Walk) -> list[Space]:
    """3.2.3: Kabul and Afghan Provinces that may still be selected."""
    state = walk.state
    if no_more_spaces(state, board.COALITION) or held_back(state, board.COALITION):
        return []
    enemies = spaces_with(state, board.T_UNDERGROUND, board.W_UNDERGROUND)
    return allowed(state, [space for space in enemies if board.IS_AFGHAN[space] and space not in state.op_spaces])


def can_search(state: State, space: Space) -> bool:
    """Return whether a Sweep in place is possible: a Coalition piece, and a cube to find Guerrillas."""
    return coalition_here(state, space) and cubes(state, space) > 0


def support_spaces(walk: Walk) -> list[Candidate]:
    """C.Sweep.1: Support spaces with enemies, and Troops there or in reach."""
    state = walk.state
    return [
        space
        for space in open_to_sweep(walk)
        if at_support(state, space) and (can_search(state, space) or guards.ways_in(state, space))
    ]


def places(walk: Walk) -> list[Candidate]:
    """C.Sweep.2: all spaces where a Sweep in place is possible."""
    return [space for space in open_to_sweep(walk) if can_search(walk.state, space)]


def still_hidden(walk: Walk) -> list[Candidate]:
    """C.Sweep.3: populated spaces where an enemy would stay Underground and Troops can come.

    The first bullet has already moved all available Troops into Support spaces (R-C4).
    """
    state = walk.state
    spaces = [*open_to_sweep(walk), *(space for space in state.op_spaces if not at_support(state, space))]
    return [
        space
        for space in spaces
        if pop(state, space)
        and guards.found_by_sweep(state, space) < hidden(state, space)
        and guards.ways_in(state, space)
    ]


def most_bases(walk: Walk, candidate: Candidate) -> int:
    return bases(walk.state, where(candidate))


def sweep_at(walk: Walk, space: Space) -> None:
    """3.1: select the space, once."""
    if space not in walk.state.op_spaces:
        walk.plan.put("sweep-space", space)
        select(walk.play, board.COALITION, "3.2.3", space, 0)


def wants_escort(state: State, space: Space) -> bool:
    """C.Sweep, escort: whether there are few Government cubes, and the Government can pay."""
    return (
        government_cubes(state, space) < ENOUGH_GOVERNMENT
        and not shaded(state, PARTNERING_POLICY)
        and (bool(state.op_paid >> space & 1) or cost_met(state, board.COALITION, COIN_COST))
    )


def bring(walk: Walk, dest: Space, n: int) -> None:
    """N.Source: bring `n` Troops, first from where others remain, with the Government Troops they escort."""
    escorted = wants_escort(walk.state, dest)
    while n and (ways := guards.ways_in(walk.state, dest)):
        state = walk.state
        free = {origin: min(n, guards.free_to_sweep(state, origin)) for origin in ways}
        sparing = [origin for origin in ways if count(state, origin, board.C_TROOPS) > free[origin]]
        origin = random_space(walk.dice, sparing or list(ways))
        going = free[origin]
        along = guards.free_to_escort(state, origin, going) if escorted else 0
        walk.plan.put("sweep-from", ways[origin], space=dest)
        _move(walk, origin, dest, going, along)
        n -= going


def _move(walk: Walk, origin: Space, dest: Space, n: int, along: int) -> None:
    numbers = {"move-count": n, "sweep-along": along}

    def answers(decision: Decision) -> Value | None:
        return numbers.get(decision.ask)

    walk.rehearse(sweep_move(walk.play, board.COALITION, origin, dest), answers)


def sweep_support(walk: Walk, candidate: Candidate) -> bool:
    """C.Sweep.1: bring exactly the Troops needed to find all Guerrillas there, if they can come."""
    assert isinstance(candidate, int)
    state = walk.state
    missing = max(hidden(state, candidate) - cubes(state, candidate), 0 if coalition_here(state, candidate) else 1, 0)
    sweep_at(walk, candidate)
    bring(walk, candidate, missing)
    return True


def sweep_in_place(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    sweep_at(walk, candidate)
    return True


def sweep_in_force(walk: Walk, candidate: Candidate) -> bool:
    """C.Sweep.3: bring every Troop that may move there."""
    assert isinstance(candidate, int)
    sweep_at(walk, candidate)
    bring(walk, candidate, 255)
    return True


# -- Air Lift during the Sweep -----------------------------------------------------------------------


def not_found(state: State, space: Space) -> int:
    """Return how many cubes are missing there to find all Guerrillas."""
    return hidden(state, space) - guards.found_by_sweep(state, space)


def needed_to_search(state: State, space: Space) -> int:
    """Return the cubes that a selected space needs to find Guerrillas."""
    return guards.found_by_sweep(state, space) if space in state.op_spaces else 0


@rule("8.6.3")
def lift_for_sweep(walk: Walk) -> bool:
    """C.Sweep.1: Air Lift to Support spaces where enemies would stay Underground, as selected.

    If the Air Lift's own box brings enough there, follow it; else bring exactly the Troops needed. Then complete the
    Air Lift.
    """
    short = [space for space in walk.state.op_spaces if not_found(walk.state, space)]
    if not short or not may_lift(walk):
        return False
    lift = Lift(walk, needed_to_search)
    served = False
    for space in short:
        by_itself = lift.again()
        if complete(by_itself) and not not_found(by_itself.state, space):
            lift, served = by_itself, True
            continue
        by_itself.drop()
        by_need = lift.again()
        missing = not_found(lift.state, space)
        if missing and not lift_missing(by_need, space, missing):
            by_need.drop()
        else:
            lift, served = by_need, True
    if not served:
        lift.drop()
        walk.note("lift-short", id="C.Sweep.1", text="8.6.3")
        return False
    complete(lift)
    return take_off(walk, lift, "sweep-space")


def lift_missing(lift: Lift, space: Space, n: int) -> bool:
    """C.Sweep.1: lift exactly these Troops there, and note it; False if they cannot come."""
    with lift.because("sent", id="C.Sweep.1", text="8.6.3", n=n, space=board.SPACE_IDS[space]):
        return bring_troops(lift, space, n)


@rule("8.6.3")
def plan_sweep(bot: NonPlayer, play: Play) -> Plan | None:
    """8.6.3: plan the Sweep; None if it would find no Guerrilla (R-C6)."""
    walk = begin(bot, play, "sweep")
    swept = walk.follow(at_support_box)
    if swept and lift_for_sweep(walk):
        done = dict(walk.plan.followed)
        walk.plan.cancelled = lambda bot, live: sweep_on(bot, live, done)
    swept += walk.follow(elsewhere_box)
    if not swept:
        return None
    note_few_spaces(walk, at_support_box, elsewhere_box)
    watch_elsewhere(walk)
    walk.plan.afterwards = activity_after
    return walk.plan


def sweep_on(bot: NonPlayer, play: Play, done: dict[str, int]) -> None:
    """R-C8: replan the Sweep after a cancelled Air Lift."""
    walk = Walk(bot, play, Plan("sweep"))
    walk.plan.followed = done
    walk.follow(elsewhere_box)
    watch_elsewhere(walk)
    bot.plan = walk.plan


def activity_after(bot: NonPlayer, play: Play) -> None:
    """C.Choose: after a Sweep or Assault without a Special Activity, Air Strike or Air Lift."""
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    strike_or_lift(walk, LAST_QUESTION[play.state.op])
    bot.plan = walk.plan


# -- ISR --------------------------------------------------------------------------------------------


@rule("8.6.1")
def watch_elsewhere(walk: Walk) -> None:
    """C.Sweep.ISR: one more space, where most enemies are found, up to three."""
    state = walk.state
    if not unshaded(state, ISR):
        return
    spaces = [space for space in board.ALL_SPACES if hidden(state, space) and space not in state.op_spaces]
    if not spaces:
        return
    most = max(min(ISR_GUERRILLAS, hidden(state, space)) for space in spaces)
    space = random_space(walk.dice, [s for s in spaces if min(ISR_GUERRILLAS, hidden(state, s)) == most])
    left = ISR_GUERRILLAS
    with walk.because("isr", space=board.SPACE_IDS[space], n=most):
        for owner in guards.random_player_first(walk):
            n = min(left, count(state, space, board.UNDERGROUND_OF[owner]))
            walk.plan.put("isr-count", n, space=space, faction=owner)
            left -= n
        walk.plan.put("sweep-search", ("isr", space))
    walk.plan.follow("C.Sweep.ISR")
