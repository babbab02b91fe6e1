"""What a battle may come to, as far as the player can know: means, no dice, nothing that lies face down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import counters_at, factor, is_elite
from khyber.games.enduring_freedom.secrets import hidden
from khyber.games.enduring_freedom.state import State

#: A mean die, and what a hit on the Coalition costs in points, refit or replacement included.
DIE = 3.5
HIT_COST = 1.2


@dataclass(frozen=True, slots=True)
class Pool:
    """The Islamist counters that lie face down, wherever they are: what one of them is on average."""

    #: The share of combat units among them, and of elite ones.
    units: float
    elite: float
    factor: float
    #: Points for eliminating it.
    value: float


@dataclass(frozen=True, slots=True)
class Enemy:
    """The Islamists in a zone, as expected."""

    units: float
    #: Hits that all of them together make in a fire round.
    fire: float
    value: float
    elite: float


def value_of(box: Box, counter: int) -> float:
    """The points for eliminating an Islamist unit, on average."""
    kind, gains = box.of[counter], box.gain
    if kind.type == "hvt":
        return DIE * (gains.first_target_dice if kind.first_target else gains.target_dice)
    if kind.type == "base":
        return gains.base_points + DIE * gains.base_dice
    return gains.sof if kind.type == "special-forces" else gains.other


def pool_of(state: State, box: Box) -> Pool:
    """What lies face down, all of it: which counters these are is known to everybody."""
    counters = next(hidden(state, box))
    units = [c for c in counters if not box.special[c]]
    n = max(1, len(counters))
    return Pool(len(units) / n, sum(box.of[c].elite[0] for c in units) / n,
                sum(box.of[c].factors[0] for c in units) / n, sum(value_of(box, c) for c in units) / n)


def enemy_in(state: State, box: Box, zone: int, pool: Pool) -> Enemy:
    """What is to be expected there."""
    there = counters_at(state, zone, 0, box.islamist_end)
    shown = [c for c in there if state.shown[c] and not box.special[c]]
    concealed = sum(not state.shown[c] for c in there)
    elite = 1.0 if any(box.of[c].elite[0] for c in shown) else 1 - (1 - pool.elite) ** concealed
    return Enemy(len(shown) + pool.units * concealed,
                 (sum(box.of[c].factors[0] for c in shown) + pool.factor * concealed) / 6,
                 sum(value_of(box, c) for c in shown) + pool.value * concealed, elite)


@cache
def edge_odds(lead: int, coalition_tie: bool) -> float:
    """The chance of the tactical edge with that much more added to the Coalition's die than to the other."""
    won = sum(ours + lead > theirs or (ours + lead == theirs and coalition_tie)
              for ours in range(1, 7) for theirs in range(1, 7))
    return won / 36


@dataclass(frozen=True, slots=True)
class Forecast:
    """What fighting in a zone for a turn comes to."""

    kills: float
    losses: float
    #: The chance that no Islamist unit is left.
    cleared: float
    #: Points, gains less losses.
    points: float


def forecast(state: State, box: Box, zone: int, units: Sequence[int], air: float, enemy: Enemy) -> Forecast:
    """An attack by these ground units after air strikes that make so many hits, and the counterattack."""
    if enemy.units <= 0:
        return Forecast(0, 0, 1, 0)
    fire = sum(factor(state, box, unit) for unit in units) / 6
    elite = any(is_elite(state, box, unit) for unit in units)
    lead = int(elite) - box.jihad_edge[state.jihad]
    tie = box.coalition_tie[zone]
    first = enemy.elite * edge_odds(lead - 1, tie) + (1 - enemy.elite) * edge_odds(lead, tie)
    left = max(0.0, enemy.units - air)
    losses = 0.0
    per_unit = enemy.fire / enemy.units
    for _ in range(2 if units else 0):
        if left <= 0:
            break
        weakened = max(0.0, fire - per_unit * left / 5)
        kills = first * min(left, fire) + (1 - first) * min(left, weakened)
        losses += per_unit * (first * max(0.0, left - fire) + (1 - first) * left)
        left -= kills
        fire = max(0.0, fire - losses / 5)
    kills = enemy.units - left
    cleared = max(0.0, 1 - left) ** 2 if left < 1 else 0.0
    bonus = max(0.0, enemy.value - enemy.units)
    share = max(cleared, (kills / enemy.units) ** 3)  # the weakest fall first, what counts most falls last
    return Forecast(kills, losses, cleared, kills + bonus * share - losses * HIT_COST)
