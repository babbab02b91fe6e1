"""The cost of the Jihad level to the Coalition, now and later, and what pays against it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from khyber.games.enduring_freedom.board import COALITION, DISPUTED, HIGHEST_JIHAD, ISLAMISTS, LOWEST_JIHAD, MAX_POINTS
from khyber.games.enduring_freedom.bots.estimates import DIE
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import control
from khyber.games.enduring_freedom.state import State

#: Points that a turn at a level costs, by the number under it on the track. Measured over simulated campaigns at
#: a fixed level: only the highest one hurts much.
BY_LINE: Final = (0.0, 0.1, 0.2, 0.3, 0.8)
MAX_MARKERS: Final = 4
#: Cities and strongholds that the Islamists lose in a turn, about.
TAKEN: Final = 3
#: Results kept: costs come from data that users may write.
MAX_KEPT: Final = 4096


def award(box: Box, zone: int) -> int:
    """Return the points for controlling a zone at the end (4.2)."""
    if zone == box.kabul:
        return box.end_awards.kabul
    kind = box.kind[zone]
    return box.end_awards.city if kind == "city" else box.end_awards.stronghold if kind == "stronghold" else 0


def awards_held(state: State, box: Box) -> int:
    """Return the awards for what the Coalition controls now."""
    return sum(award(box, zone) for zone in (*box.cities, *box.strongholds) if control(state, box, zone) == COALITION)


def bounded(level: int) -> int:
    """Return the level within the track (28.5)."""
    return max(LOWEST_JIHAD, min(HIGHEST_JIHAD, level))


def turn_cost(box: Box, level: int, weights: Weights) -> float:
    """Return the cost of a turn at that level."""
    line = weights.jihad * BY_LINE[min(box.lower_line[level], len(BY_LINE) - 1)]
    return line + weights.edge * box.jihad_edge[level]


@lru_cache(maxsize=MAX_KEPT)
def infowar_odds(level: int, markers: int) -> tuple[tuple[int, float], ...]:
    """Return the levels that `markers` InfoWar attacks may lead to, with their probabilities (14.2)."""
    odds = {level: 1.0}
    for _ in range(markers):
        after: dict[int, float] = {}
        for at, chance in odds.items():
            for change, share in ((-1, 3 / 6), (0, 2 / 6), (1, 1 / 6)):
                to = bounded(at + change)
                after[to] = after.get(to, 0.0) + chance * share
        odds = after
    return tuple(odds.items())


@lru_cache(maxsize=MAX_KEPT)
def cost_ahead(costs: tuple[float, ...], turns: int, level: int, rise: int) -> float:
    """Return the cost of `turns` turns, InfoWar included, if the level rises by `rise` each turn (28.3)."""
    if turns <= 0:
        return 0.0
    return min(cost_with(costs, turns, level, rise, markers) for markers in range(MAX_MARKERS + 1))


@lru_cache(maxsize=MAX_KEPT)
def cost_with(costs: tuple[float, ...], turns: int, level: int, rise: int, markers: int) -> float:
    """Return the same cost with `markers` InfoWar markers used in the first turn."""
    cost = float(marker_cost(markers))
    for at, chance in infowar_odds(level, markers):
        cost += chance * (costs[at] + cost_ahead(costs, turns - 1, bounded(at + rise), rise))
    return cost


def marker_cost(markers: int) -> int:
    """Return the price of markers: one point for two."""
    return (markers + 1) // 2


class Climate:
    """The Jihad level and its outlook."""

    def __init__(self, state: State, box: Box, weights: Weights = WEIGHTS) -> None:
        self._costs = (0.0, *(turn_cost(box, level, weights) for level in range(1, HIGHEST_JIHAD + 1)))
        self._level = state.jihad
        #: Turns to come, this one included.
        self._turns = box.last_turn - max(1, state.turn) + 1
        held = sum(control(state, box, zone) == ISLAMISTS for zone in box.cities)
        held += sum(control(state, box, zone) in (ISLAMISTS, DISPUTED) for zone in box.strongholds)
        #: Expected rise of the level at the end of this turn.
        self._rise = max(0, held - TAKEN)
        #: Value of keeping one more city or stronghold from raising the level.
        self.city = weights.city if self._turns > box.last_turn - 2 else weights.city_later

    def markers(self, price: float = 1.0) -> int:
        """Return how many InfoWar markers pay off this turn, given the value of a point."""
        return min(
            range(MAX_MARKERS + 1),
            key=lambda n: (
                cost_with(self._costs, self._turns, self._level, self._rise, n) - (1 - price) * marker_cost(n),
                n,
            ),
        )

    def jirga(self) -> float:
        """Return the value of calling a Loya Jirga at this level (33.2)."""
        odds = jirga_odds(self._level)
        won = DIE + self._from(self._level) - self._from(bounded(self._level - 2))
        lost = 2 * DIE + self._from(bounded(self._level + 1)) - self._from(self._level)
        return odds * won - (1 - odds) * lost

    def _from(self, level: int) -> float:
        """Return the cost of this turn's Reaction Phase and of the turns after it."""
        return self._costs[level] + cost_ahead(self._costs, self._turns - 1, bounded(level + self._rise), self._rise)


def jirga_odds(level: int) -> float:
    """Return the chance that a Loya Jirga succeeds: two dice must exceed the level."""
    return sum(one + two > level for one in range(1, 7) for two in range(1, 7)) / 36


def jirga_is_free(state: State, box: Box, weights: Weights = WEIGHTS) -> bool:
    """Return whether a Loya Jirga may succeed while failure would cost nothing.

    The index ends at 99 (4.1): with more than that in sight in the last turn, the cost of two dice does not matter. Nor
    may a rise of one level bring more events.
    """
    return (
        state.turn >= box.last_turn
        and jirga_odds(state.jihad) > 0
        and state.points - weights.likely_loss + weights.kept * awards_held(state, box) >= MAX_POINTS
        and turn_cost(box, bounded(state.jihad + 1), weights) <= turn_cost(box, state.jihad, weights)
    )
