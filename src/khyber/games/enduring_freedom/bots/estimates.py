"""Expected combat results in a zone from what the player knows: averages, no hidden counters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, pi, sqrt

from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import counters_at
from khyber.games.enduring_freedom.secrets import hidden
from khyber.games.enduring_freedom.state import State

#: A mean die.
DIE = 3.5


@dataclass(frozen=True, slots=True)
class Rank:
    """Islamist units of one combat factor: how many there are, and the points for each."""

    factor: int
    units: float
    points: float


@dataclass(frozen=True, slots=True)
class Pool:
    """The average face-down Islamist counter."""

    ranks: tuple[Rank, ...]
    #: The share of combat units among them, of elite ones, and of ambushes.
    units: float
    elite: float
    ambush: float


@dataclass(frozen=True, slots=True)
class Enemy:
    """The Islamists in a zone, as expected; the weakest rank first, as they fall (25.1)."""

    ranks: tuple[Rank, ...]
    units: float
    #: Hits that all of them together make in a fire round.
    fire: float
    points: float
    #: The chance that an elite unit is among them.
    elite: float
    #: Face-up units, and face-down counters.
    shown: int
    concealed: int
    #: Hits by face-up air defense units on arriving aircraft (21.1).
    air_defense: float
    #: Rescue missions face up.
    rescues: int

    def after(self, kills: float) -> tuple[float, float]:
        """Return the points for `kills`, and the remaining fire."""
        points, fire = 0.0, self.fire
        for rank in self.ranks:
            fallen = rank.units if rank.units < kills else kills
            points += fallen * rank.points
            fire -= fallen * rank.factor / 6
            kills -= fallen
            if kills <= 0:
                break
        return points, fire if fire > 0 else 0.0


def points_for(box: Box, counter: int) -> float:
    """Return the average points for eliminating an Islamist unit."""
    kind, gains = box.of[counter], box.gain
    if kind.type == "hvt":
        return DIE * (gains.first_target_dice if kind.first_target else gains.target_dice)
    if kind.type == "base":
        return gains.base_points + DIE * gains.base_dice
    return gains.sof if kind.type == "special-forces" else gains.other


def pool_of(state: State, box: Box) -> Pool:
    """Return the average of all face-down counters, whose list is public."""
    counters = next(hidden(state, box))
    units = [c for c in counters if not box.special[c]]
    n = max(1, len(counters))
    ranks = []
    for factor in sorted({box.factors[c][0] for c in units}):
        alike = [c for c in units if box.factors[c][0] == factor]
        ranks.append(Rank(factor, len(alike) / n, sum(points_for(box, c) for c in alike) / len(alike)))
    return Pool(
        tuple(ranks),
        len(units) / n,
        sum(box.elite[c][0] for c in units) / n,
        sum(box.of[c].type == "ambush" for c in counters) / n,
    )


def enemy_in(state: State, box: Box, zone: int, pool: Pool) -> Enemy:
    """Return the expected enemy in a zone; units from ambushes count as face down."""
    there = counters_at(state, zone, 0, box.islamist_end)
    shown = [c for c in there if state.shown[c] and not box.special[c]]
    concealed = sum(not state.shown[c] for c in there)
    unknown = concealed * (1 + pool.ambush * box.lower_line[state.jihad])
    ranks = [Rank(rank.factor, rank.units * unknown, rank.points) for rank in pool.ranks if unknown]
    ranks += [Rank(box.factors[c][0], 1.0, points_for(box, c)) for c in shown]
    ranks.sort(key=lambda rank: (rank.factor, -rank.points))
    elite = 1.0 if any(box.elite[c][0] for c in shown) else 1 - (1 - pool.elite) ** unknown
    return Enemy(
        tuple(ranks),
        sum(rank.units for rank in ranks),
        sum(rank.units * rank.factor for rank in ranks) / 6,
        sum(rank.units * rank.points for rank in ranks),
        elite,
        len(shown),
        concealed,
        sum(box.factors[c][0] for c in shown if box.of[c].type == "air-defense") / 6,
        sum(state.shown[c] and box.of[c].type == "rescue" for c in there),
    )


# -- chances ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)  # the lead comes from positions that users may write
def edge_odds(lead: int, coalition_tie: bool) -> float:
    """Return the chance of the tactical edge with this modifier on the Coalition's die."""
    won = sum(
        ours + lead > theirs or (ours + lead == theirs and coalition_tie)
        for ours in range(1, 7)
        for theirs in range(1, 7)
    )
    return won / 36


def expected_kills(units: float, mean: float, variance: float) -> float:
    """Return the expected kills among `units` for hits of this mean and variance; excess hits are lost (25.3)."""
    if mean <= 0 or units <= 0:
        return 0.0
    if variance <= 1e-9:
        return min(units, mean)
    spread = sqrt(variance)
    d = (units - mean) / spread
    short = (units - mean) * (1 + erf(d / sqrt(2))) / 2 + spread * exp(-d * d / 2) / sqrt(2 * pi)
    return max(0.0, min(units, mean, units - short))


def chance_of(hits: float, mean: float, variance: float) -> float:
    """Return the chance of at least this many hits."""
    if hits <= 0:
        return 1.0
    if variance <= 1e-9:
        return 1.0 if mean >= hits else 0.0
    return (1 - erf((hits - 0.5 - mean) / sqrt(2 * variance))) / 2
