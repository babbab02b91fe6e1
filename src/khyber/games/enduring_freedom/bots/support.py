"""The value of close air support for units about to be attacked (17.1, 24.4)."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.bots.costs import air_step_worth, turns_left
from khyber.games.enduring_freedom.bots.estimates import Enemy, chance_of, enemy_in, expected_kills, pool_of
from khyber.games.enduring_freedom.bots.weights import Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import coalition_at, counters_at, factor
from khyber.games.enduring_freedom.rules.reaction import support_zones
from khyber.games.enduring_freedom.state import State


def support_worth(state: State, box: Box, zone: int, enemy: Enemy, unit: int, weights: Weights) -> float:
    """Return the gain from another air unit or drone there, less its collateral damage.

    Collateral damage by close air support also costs an air unit a step (24.4).
    """
    firing = coalition_at(state, box, zone) + counters_at(state, zone, box.ground_end, box.end)
    chances = [factor(state, box, other) / 6 for other in firing]
    mean, variance = sum(chances), sum(chance * (1 - chance) for chance in chances)
    own = factor(state, box, unit) / 6
    more, more_variance = mean + own, variance + own * (1 - own)
    points, fire = enemy.after(expected_kills(enemy.units, mean, variance))
    more_points, less_fire = enemy.after(expected_kills(enemy.units, more, more_variance))
    worth = more_points - points + (fire - less_fire) * weights.mean_hit / 2  # half the time they have fired before
    if not turns_left(state, box):
        worth += award(box, zone) * (
            chance_of(enemy.units, more, more_variance) - chance_of(enemy.units, mean, variance)
        )
    step = 0.0 if unit >= box.air_end else air_step_worth(state, box, unit, weights)
    harm = (7 - box.collateral[zone]) / 6 * (box.loss.collateral + step)
    shot_at = 0.0 if unit >= box.air_end else enemy.air_defense * (box.loss.air_reduced + step) / 2
    return worth - harm - shot_at


def best_support(state: State, box: Box, units: Sequence[int], weights: Weights) -> tuple[int, int] | None:
    """Return the unit and the zone where close air support gains most; None if nowhere enough."""
    pool, best, found = pool_of(state, box), weights.support_gain, None
    for zone in support_zones(state, box):
        enemy = enemy_in(state, box, zone, pool)
        for unit in units:
            worth = support_worth(state, box, zone, enemy, unit, weights)
            worth -= weights.drone_kept if unit >= box.air_end else 0.0
            if worth > best:
                best, found = worth, (unit, zone)
    return found
