"""What fighting in a zone may come to, as far as the player can know: means, no dice, nothing that lies face down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
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
    """The Islamist counters that lie face down, wherever they are: what one of them is on average."""

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
    #: Units that lie face up, and counters that do not.
    shown: int
    concealed: int
    #: Hits that air defense units face up make on what flies in (21.1).
    air_defense: float
    #: Rescue missions face up.
    rescues: int

    def after(self, kills: float) -> tuple[float, float]:
        """The points for so many kills, and the fire that is left then."""
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
    ranks = []
    for factor in sorted({box.factors[c][0] for c in units}):
        alike = [c for c in units if box.factors[c][0] == factor]
        ranks.append(Rank(factor, len(alike) / n, sum(points_for(box, c) for c in alike) / len(alike)))
    return Pool(tuple(ranks), len(units) / n, sum(box.elite[c][0] for c in units) / n,
                sum(box.of[c].type == "ambush" for c in counters) / n)


def enemy_in(state: State, box: Box, zone: int, pool: Pool) -> Enemy:
    """What is to be expected there; what an ambush may bring counts as face down."""
    there = counters_at(state, zone, 0, box.islamist_end)
    shown = [c for c in there if state.shown[c] and not box.special[c]]
    concealed = sum(not state.shown[c] for c in there)
    unknown = concealed * (1 + pool.ambush * box.lower_line[state.jihad])
    ranks = [Rank(rank.factor, rank.units * unknown, rank.points) for rank in pool.ranks if unknown]
    ranks += [Rank(box.factors[c][0], 1.0, points_for(box, c)) for c in shown]
    ranks.sort(key=lambda rank: (rank.factor, -rank.points))
    elite = 1.0 if any(box.elite[c][0] for c in shown) else 1 - (1 - pool.elite) ** unknown
    return Enemy(
        tuple(ranks), sum(rank.units for rank in ranks), sum(rank.units * rank.factor for rank in ranks) / 6,
        sum(rank.units * rank.points for rank in ranks), elite, len(shown), concealed,
        sum(box.factors[c][0] for c in shown if box.of[c].type == "air-defense") / 6,
        sum(state.shown[c] and box.of[c].type == "rescue" for c in there))


# -- chances ---------------------------------------------------------------------------------------


@cache
def edge_odds(lead: int, coalition_tie: bool) -> float:
    """The chance of the tactical edge with that much more added to the Coalition's die than to the other."""
    won = sum(ours + lead > theirs or (ours + lead == theirs and coalition_tie)
              for ours in range(1, 7) for theirs in range(1, 7))
    return won / 36


def expected_kills(units: float, mean: float, variance: float) -> float:
    """How many of so many units fall when hits have that mean and variance: more hits than units are lost (25.3)."""
    if mean <= 0 or units <= 0:
        return 0.0
    if variance <= 1e-9:
        return min(units, mean)
    spread = sqrt(variance)
    d = (units - mean) / spread
    short = (units - mean) * (1 + erf(d / sqrt(2))) / 2 + spread * exp(-d * d / 2) / sqrt(2 * pi)
    return max(0.0, min(units, mean, units - short))


def chance_of(hits: float, mean: float, variance: float) -> float:
    """The chance of at least so many hits."""
    if hits <= 0:
        return 1.0
    if variance <= 1e-9:
        return 1.0 if mean >= hits else 0.0
    return (1 - erf((hits - 0.5 - mean) / sqrt(2 * variance))) / 2
