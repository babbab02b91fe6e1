"""How the reference Coalition player moves on the ground: to join attacks, to reach an airbase, to hold what counts."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import OFF_MAP
from khyber.games.enduring_freedom.bots.estimates import Pool, enemy_in, forecast, pool_of
from khyber.games.enduring_freedom.bots.planning import plan_air, worth
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.air import is_base
from khyber.games.enduring_freedom.rules.forces import coalition_at
from khyber.games.enduring_freedom.rules.ground import destinations, mobile
from khyber.games.enduring_freedom.state import State

#: What a move must gain.
WORTHWHILE = 0.3
#: What it is worth to join others in their attack, and hits from the air that are expected there.
JOINING = 1.0
AIR_SUPPORT = 1.5
#: What it is worth to an airmobile unit to come to an airbase, from which it can fly anywhere.
TO_AN_AIRBASE = 1.0


def plan_ground(state: State, box: Box) -> list[tuple[int, int]]:
    """The moves of this phase, one after the other, each where it is worth most given those before it."""
    world = state.copy()
    pool = pool_of(state, box)
    targets = frozenset(group.zone for group in plan_air(state, box).groups)
    moves: list[tuple[int, int]] = []
    for unit in mobile(world, box):
        if world.where[unit] < OFF_MAP:
            dest = best_move(world, box, unit, targets, pool)
            if dest != world.where[unit]:
                world.where[unit] = dest
                moves.append((unit, dest))
    return moves


def best_move(world: State, box: Box, unit: int, targets: frozenset[int], pool: Pool) -> int:
    """Where a unit gains most, or where it is."""
    here = world.where[unit]
    best, best_gain = here, WORTHWHILE
    flies_from_there = box.of[unit].airmobile and not is_base(world, box, here)
    with_it = zone_worth(world, box, here, targets, pool)
    for dest in destinations(world, box, unit):
        if dest >= OFF_MAP:
            continue
        before = zone_worth(world, box, dest, targets, pool)
        world.where[unit] = dest
        gain = zone_worth(world, box, dest, targets, pool) - before
        gain += zone_worth(world, box, here, targets, pool) - with_it
        if flies_from_there and is_base(world, box, dest):
            gain += TO_AN_AIRBASE
        world.where[unit] = here
        if gain > best_gain:
            best, best_gain = dest, gain
    return best


def zone_worth(world: State, box: Box, zone: int, targets: frozenset[int], pool: Pool) -> float:
    """What our units in a zone are worth this turn, others that will fly in considered."""
    there = coalition_at(world, box, zone)
    if not there:
        return 0.0
    enemy = enemy_in(world, box, zone, pool)
    seen = forecast(world, box, zone, there, AIR_SUPPORT if zone in targets else 0.0, enemy)
    return worth(world, box, zone, seen) + (JOINING if zone in targets and enemy.units else 0.0)
