"""2nd:8.6.4: Sweep of the Non-player Government."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import controlled, needed_for_control
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.coin_search import found_by, taliban_found, warlords_found
from khyber.games.distant_plain.bots.second.government.activities import after_sweep
from khyber.games.distant_plain.bots.second.guidelines import quota
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_guerrillas, count, move
from khyber.games.distant_plain.rules.operations.common import select
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, movable, sweep_spaces
from khyber.games.distant_plain.rules.operations.sweep import searchers
from khyber.games.distant_plain.state import State


@cache
def sweep_box() -> Priorities:
    return (
        Priority("G2.Sweep.1", "2nd:8.6.4", control_by_sweep, sweep_into, (ranks.POPULATION,), most=1),
        Priority(
            "G2.Sweep.2",
            "2nd:8.6.4",
            guerrillas_to_show,
            sweep_in_place,
            (Rank("taliban-shown", taliban_found), Rank("warlords-shown", warlords_found), ranks.KABUL),
        ),
    )


#: Most spaces of the Operation.
MAX_SPACES: Final = 3


def open_spaces(walk: Walk) -> list[Space]:
    """Return the spaces that may still be selected and are affordable."""
    if len(walk.state.op_spaces) >= MAX_SPACES or not walk.can_pay(COIN_COST):
        return []
    return sweep_spaces(walk.play, board.GOVERNMENT)


# -- G2.Sweep.1: Troops that come -------------------------------------------------------------------


def to_spare(state: State) -> list[int]:
    """Return for each space the Troops that may leave without changing its Control."""
    return [
        quota(state, origin, board.GOVERNMENT, movable(state, origin, board.G_TROOPS))
        if count(state, origin, board.G_TROOPS)
        else 0
        for origin in board.ALL_SPACES
    ]


def roads_into(state: State, target: Space, spare: list[int]) -> dict[Space, list[Space]]:
    """Return the origins of Troops, each with the LoCs that lead here; none if adjacent."""
    ways: dict[Space, list[Space]] = {}
    for via in board.ADJACENT_LOCS[target]:
        if not state.terror[via]:
            for origin in board.ADJACENT[via]:
                if spare[origin] and origin != target:
                    ways.setdefault(origin, []).append(via)
    return ways | {origin: [] for origin in board.ADJACENT[target] if spare[origin]}


def control_by_sweep(walk: Walk) -> list[Candidate]:
    """G2.Sweep.1: spaces that enough Troops can reach for COIN Control, even at Population 0 (R34)."""
    state = walk.state
    targets = [space for space in open_spaces(walk) if not controlled(state, space)]
    spare = to_spare(state) if targets else []
    return [
        space
        for space in targets
        if sum(spare[origin] for origin in roads_into(state, space, spare)) >= needed_for_control(state, space)
    ]


def sweep_into(walk: Walk, candidate: Candidate) -> bool:
    """G2.Sweep.1: move exactly the Troops needed, one by one: free routes, then from where most may leave."""
    target, state = where(candidate), walk.state
    spare = to_spare(state)
    ways = roads_into(state, target, spare)
    taken: dict[Space, int] = {}
    by: dict[Space, Space | None] = {}
    for _ in range(needed_for_control(state, target)):
        dear = {origin: toll(state, vias, by, origin) for origin, vias in ways.items() if spare[origin]}
        cheapest = min(dear.values())
        most = max(spare[origin] for origin, cost in dear.items() if cost == cheapest)
        origin = random_space(
            walk.dice, [origin for origin, cost in dear.items() if cost == cheapest and spare[origin] == most]
        )
        if origin not in by:
            by[origin] = best_road(walk, ways[origin], by)
        spare[origin] -= 1
        taken[origin] = taken.get(origin, 0) + 1
    walk.pay(COIN_COST)
    walk.plan.put("sweep-space", target)
    select(walk.play, board.GOVERNMENT, "3.2.3", target, 0)
    for origin, n in taken.items():
        via = by[origin]
        walk.plan.put("sweep-from", origin if via is None else (origin, via), space=target)
        walk.plan.put("move-count", n, origin=origin, dest=target, piece=board.G_TROOPS)
        move(walk.play, "3.2.3", board.G_TROOPS, n, origin, target)
        state.moved[target * board.KINDS + board.G_TROOPS] += n
    return True


def payment(state: State, via: Space, by: dict[Space, Space | None]) -> int:
    """R31: return the toll of a LoC: 1 with Guerrillas, once for all Troops that use it."""
    return 1 if all_guerrillas(state, via) and via not in by.values() else 0


def toll(state: State, vias: list[Space], by: dict[Space, Space | None], origin: Space) -> int:
    """Return what the next Troop from there pays; later ones on the same LoC pay nothing."""
    return 0 if origin in by or not vias else min(payment(state, via, by) for via in vias)


def best_road(walk: Walk, vias: list[Space], by: dict[Space, Space | None]) -> Space | None:
    """Return the direct way, else the cheapest LoC; ties at random."""
    if not vias:
        return None
    cheapest = min(payment(walk.state, via, by) for via in vias)
    return walk.dice.lot([via for via in vias if payment(walk.state, via, by) == cheapest])


# -- G2.Sweep.2: Sweep in place ----------------------------------------------------------------------


def guerrillas_to_show(walk: Walk) -> list[Candidate]:
    """G2.Sweep.2: spaces where Government cubes find Guerrillas."""
    state = walk.state
    return [
        space for space in open_spaces(walk) if any(found_by(state, space, searchers(state, board.GOVERNMENT, space)))
    ]


def sweep_in_place(walk: Walk, candidate: Candidate) -> bool:
    walk.pay(COIN_COST)
    walk.plan.put("sweep-space", where(candidate))
    select(walk.play, board.GOVERNMENT, "3.2.3", where(candidate), 0)
    return True


@rule("2nd:8.6.4")
def walk_sweep(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.6.4: move Troops into one space, then Sweep in place in others; None if there is nothing to do."""
    walk = begin(bot, play, "sweep")
    if not walk.follow(sweep_box):
        return None
    walk.plan.afterwards = after_sweep
    return walk
