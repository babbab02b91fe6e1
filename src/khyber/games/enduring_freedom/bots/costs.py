"""The cost of losses, and the value of avoiding them."""

from __future__ import annotations

from typing import Final

from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.bots.estimates import DIE, Enemy, edge_odds, expected_kills
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import any_elite, coalition_in, control, counters_at, factor
from khyber.games.enduring_freedom.state import State

#: Value of a point of combat factor in each later turn: of a ground unit, and of an air unit.
FACTOR_TURN: Final = 0.2
AIR_FACTOR_TURN: Final = 0.13
#: Value of surviving the next hit.
STEADY: Final = 0.5
#: Cost of losing a face-down Northern Alliance unit, which may be a leader.
UNTRIED_LOSS: Final = 1.4
#: Average cost of a hit to the Coalition, the fire it loses by it, and the points for a kill.
MEAN_HIT: Final = 1.6
WEAKENED: Final = 0.2
MEAN_KILL: Final = 1.8


def turns_left(state: State, box: Box) -> int:
    """Return how many turns come after this one."""
    return max(0, box.last_turn - max(1, state.turn))


def untried_cost(state: State, box: Box, mean_factor: float) -> float:
    """Return the cost of losing a face-down Northern Alliance unit."""
    return UNTRIED_LOSS + FACTOR_TURN * turns_left(state, box) * mean_factor / 2


def hit_costs(state: State, box: Box, unit: int) -> tuple[float, ...]:
    """Return the cost of each hit on a ground unit: points (4.2), and the unit's further use."""
    kind, loss = box.of[unit], box.loss
    ahead = FACTOR_TURN * turns_left(state, box)
    if unit < box.alliance_end:
        cost = DIE * loss.leader_dice if kind.type == "leader" else loss.alliance
        return (cost + ahead * kind.factors[0] / 2,)
    if kind.contingent == "iran":
        first = second = 0.0
    elif kind.sof:
        first, second = loss.sof_reduced, loss.sof_eliminated
    else:
        first, second = loss.ground_reduced, loss.ground_eliminated
    first += min(box.cost.refit_ground, ahead * (kind.factors[0] - kind.factors[1]))
    second += ahead * kind.factors[0]
    return (second,) if state.reduced[unit] else (first, second)


def loss_cost(state: State, box: Box, unit: int) -> float:
    """Return the cost of the next hit on a unit."""
    if unit < box.ground_end:
        return hit_costs(state, box, unit)[0]
    scored = box.loss.air_eliminated if state.reduced[unit] else box.loss.air_reduced
    return scored + air_step_worth(state, box, unit)


def air_step_worth(state: State, box: Box, unit: int) -> float:
    """Return the further use of the step that an air unit would lose."""
    full, weak = box.factors[unit]
    return AIR_FACTOR_TURN * turns_left(state, box) * (weak if state.reduced[unit] else full - weak)


def refit_worth(state: State, box: Box, unit: int) -> float:
    """Return the value of a reduced unit's full side, this turn included (12.0)."""
    full, weak = box.factors[unit]
    turns = turns_left(state, box) + 1
    if unit >= box.ground_end:
        return AIR_FACTOR_TURN * turns * (full - weak)
    return FACTOR_TURN * turns * (full - weak) + STEADY


def sustain_worth(state: State, box: Box, unit: int) -> float:
    """Return the value of the step that a unit loses if it is not sustained (27.2)."""
    full, weak = box.factors[unit]
    ahead = FACTOR_TURN * turns_left(state, box)
    if not state.reduced[unit]:
        return min(box.cost.refit_ground + STEADY, ahead * (full - weak))
    zone = state.where[unit]
    holds = control(state, box, zone) == COALITION and coalition_in(state, box, zone) == 1
    return ahead * full + (award(box, zone) if holds and not turns_left(state, box) else 0)


def edge_worth(state: State, box: Box, zone: int, enemy: Enemy) -> float:
    """Return the value of +1 for the tactical edge in a battle (32.1)."""
    units = counters_at(state, zone, box.islamist_end, box.ground_end)
    lead = int(any_elite(state, box, units)) - round(enemy.elite) - box.jihad_edge[state.jihad]
    tie = box.coalition_tie[zone]
    chances = [factor(state, box, unit) / 6 for unit in units]
    kills = expected_kills(enemy.units, sum(chances), sum(chance * (1 - chance) for chance in chances))
    spared = enemy.fire - enemy.after(kills)[1]
    odds = edge_odds(lead + 1, tie) - edge_odds(lead, tie)
    return odds * (spared * MEAN_HIT + WEAKENED * enemy.fire * MEAN_KILL)
