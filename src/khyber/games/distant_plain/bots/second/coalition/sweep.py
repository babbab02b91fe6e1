"""2nd:8.8.3: Sweep of the Non-player Coalition."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.coalition.air_lift import may_lift
from khyber.games.distant_plain.bots.common.coin.lasting_events import note_few_spaces
from khyber.games.distant_plain.bots.common.coin.spaces import coalition_here, hidden
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, best, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coalition import air_lift
from khyber.games.distant_plain.bots.second.coalition.air_lift import Airfields, Flight
from khyber.games.distant_plain.bots.second.coalition.air_strike import after_operation
from khyber.games.distant_plain.bots.second.coin_search import found_by, taliban_found, warlords_found
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count, cubes
from khyber.games.distant_plain.rules.lasting import ISR, shaded, unshaded
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import allowed, sweep_spaces
from khyber.games.distant_plain.rules.operations.sweep import ISR_GUERRILLAS, searchers
from khyber.games.distant_plain.state import State


@cache
def sweep_box() -> Priorities:
    return (
        Priority(
            "C2.Sweep.2",
            "2nd:8.8.3",
            places,
            sweep_in_place,
            (Rank("taliban-shown", taliban_found), Rank("warlords-shown", warlords_found)),
        ),
    )


@cache
def watch_box() -> Priorities:
    return (
        Priority(
            "C2.Sweep.3",
            "2nd:8.8.3",
            watched,
            watch,
            (Rank("road", road_first), Rank("last-hidden", last_hidden_first)),
            most=1,
            when=drones_here,
        ),
    )


def hiding(state: State, space: Space) -> int:
    """Return the Underground Taliban Guerrillas there."""
    return count(state, space, board.T_UNDERGROUND)


# -- C2.Sweep.1: Air Lift before --------------------------------------------------------------------


def would_stay_hidden(state: State, space: Space) -> bool:
    """Return whether a Sweep now would leave Taliban Underground."""
    return hiding(state, space) > searchers(state, board.COALITION, space)


def most_hiding(walk: Walk, candidate: Candidate) -> int:
    return hiding(walk.state, where(candidate))


@rule("2nd:8.8.3")
def lift_before_sweep(walk: Walk) -> bool:
    """C2.Sweep.1: lift Troops to where a Sweep then finds all Underground Taliban, most first (R61)."""
    state = walk.state
    if not may_lift(walk) or shaded(state, ISR):
        return False
    dests = [space for space in allowed(state, list(board.AFGHAN)) if would_stay_hidden(state, space)]
    if not dests:
        return False

    def finds_all(dest: Space, flight: Flight) -> bool:
        present = coalition_here(state, dest) or flight.coalition > 0
        return present and cubes(state, dest) + flight.troops >= hiding(state, dest)

    found = air_lift.passing_flights(Airfields(walk), dests, finds_all)
    if not found:
        return False
    dest = where(best(walk, list(found), (Rank("taliban-shown", most_hiding),)).candidate)
    air_lift.lift_to(walk, dest, air_lift.pick_flight(walk, found[dest]), "sweep-space", "C2.Sweep.1", "2nd:8.8.3")
    done = dict(walk.plan.followed)
    walk.plan.cancelled = lambda bot, live: sweep_on(bot, live, done)
    return True


# -- C2.Sweep.2 -------------------------------------------------------------------------------------


def places(walk: Walk) -> list[Candidate]:
    """C2.Sweep.2: spaces with Coalition pieces where Guerrillas can be found."""
    state = walk.state
    return [
        space
        for space in sweep_spaces(walk.play, board.COALITION)
        if hidden(state, space) and any(found_by(state, space, searchers(state, board.COALITION, space)))
    ]


def sweep_in_place(walk: Walk, candidate: Candidate) -> bool:
    walk.plan.put("sweep-space", where(candidate))
    select(walk.play, board.COALITION, "3.2.3", where(candidate), 0)
    return True


# -- C2.Sweep.3: ISR --------------------------------------------------------------------------------


def watched(walk: Walk) -> list[Candidate]:
    """C2.Sweep.3: spaces with Underground Taliban outside the Sweep."""
    state = walk.state
    return [space for space in board.ALL_SPACES if hiding(state, space) and space not in state.op_spaces]


def road_first(walk: Walk, candidate: Candidate) -> int:
    return board.IS_LOC[where(candidate)]


def last_hidden_first(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return board.IS_AFGHAN[space] and hiding(walk.state, space) <= ISR_GUERRILLAS


def watch(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    walk.plan.put("sweep-search", ("isr", space))
    walk.plan.put("isr-count", min(ISR_GUERRILLAS, hiding(walk.state, space)), space=space, faction=board.TALIBAN)
    return True


def watch_elsewhere(walk: Walk) -> bool:
    """C2.Sweep.3: watch a space, and note how many Guerrillas are found there."""
    if not walk.follow(watch_box):
        return False
    watched_space = walk.plan.queues["sweep-search",][0]
    assert isinstance(watched_space, tuple) and isinstance(watched_space[1], int)
    space = watched_space[1]
    walk.note("isr", space=board.SPACE_IDS[space], n=min(ISR_GUERRILLAS, hiding(walk.state, space)))
    return True


def drones_here(walk: Walk) -> bool:
    return unshaded(walk.state, ISR)


@rule("2nd:8.8.3")
def plan_sweep(bot: NonPlayer, play: Play) -> Plan | None:
    """2nd:8.8.3: Sweep in place everywhere, perhaps after an Air Lift; None if it Activates no Guerrilla."""
    walk = begin(bot, play, "sweep")
    lift_before_sweep(walk)
    if not sweep(walk):
        walk.drop()
        return None
    walk.plan.afterwards = after_operation
    return walk.plan


def sweep(walk: Walk) -> bool:
    """Select the spaces, and one for ISR; a Sweep that finds nothing may still enable ISR."""
    found = walk.follow(sweep_box)
    if found:
        note_few_spaces(walk, sweep_box)
        watch_elsewhere(walk)
        return True
    spaces = sweep_spaces(walk.play, board.COALITION) if drones_here(walk) else []
    idle = [space for space in spaces if coalition_here(walk.state, space)]
    if not idle:
        return False
    sweep_in_place(walk, random_space(walk.dice, idle))
    return watch_elsewhere(walk)


def sweep_on(bot: NonPlayer, play: Play, done: dict[str, int]) -> None:
    """Replan the Sweep after a cancelled Air Lift; it must select a space (4.1)."""
    walk = Walk(bot, play, Plan("sweep"))
    walk.plan.followed = done
    if not sweep(walk) and not walk.state.op_spaces:
        spaces = sweep_spaces(walk.play, board.COALITION)
        sweep_in_place(walk, random_space(walk.dice, [s for s in spaces if coalition_here(walk.state, s)] or spaces))
    bot.plan = walk.plan
