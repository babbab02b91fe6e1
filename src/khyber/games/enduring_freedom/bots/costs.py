"""The cost of losses, and the value of avoiding them."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.enduring_freedom.board import COALITION
from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.bots.estimates import DIE, Enemy, edge_odds, expected_kills
from khyber.games.enduring_freedom.bots.weights import Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import any_elite, coalition_in, control, counters_at, factor
from khyber.games.enduring_freedom.rules.mobilization import refit_cost, refittable
from khyber.games.enduring_freedom.rules.sustainment import sustain_cost
from khyber.games.enduring_freedom.state import State


def turns_left(state: State, box: Box) -> int:
    """Return how many turns come after this one."""
    return max(0, box.last_turn - max(1, state.turn))


def untried_cost(state: State, box: Box, mean_factor: float, weights: Weights) -> float:
    """Return the cost of losing a face-down Northern Alliance unit."""
    return weights.untried_loss + weights.factor_turn * turns_left(state, box) * mean_factor / 2


def hit_costs(state: State, box: Box, unit: int, weights: Weights) -> tuple[float, ...]:
    """Return the cost of each hit on a ground unit: points (4.2), and the unit's further use."""
    kind, loss = box.of[unit], box.loss
    ahead = weights.factor_turn * turns_left(state, box)
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


def loss_cost(state: State, box: Box, unit: int, weights: Weights) -> float:
    """Return the cost of the next hit on a unit."""
    if unit < box.ground_end:
        return hit_costs(state, box, unit, weights)[0]
    scored = box.loss.air_eliminated if state.reduced[unit] else box.loss.air_reduced
    return scored + air_step_worth(state, box, unit, weights)


def air_step_worth(state: State, box: Box, unit: int, weights: Weights) -> float:
    """Return the further use of the step that an air unit would lose."""
    full, weak = box.factors[unit]
    return weights.air_factor_turn * turns_left(state, box) * (weak if state.reduced[unit] else full - weak)


def refit_worth(state: State, box: Box, unit: int, weights: Weights) -> float:
    """Return the value of a reduced unit's full side, this turn included (12.0)."""
    full, weak = box.factors[unit]
    turns = turns_left(state, box) + 1
    if unit >= box.ground_end:
        return weights.air_factor_turn * turns * (full - weak)
    return weights.factor_turn * turns * (full - weak) + weights.steady


def sustain_worth(state: State, box: Box, unit: int, weights: Weights) -> float:
    """Return the value of the step that a unit loses if it is not sustained (27.2)."""
    full, weak = box.factors[unit]
    ahead = weights.factor_turn * turns_left(state, box)
    if not state.reduced[unit]:
        return min(box.cost.refit_ground + weights.steady, ahead * (full - weak))
    zone = state.where[unit]
    holds = control(state, box, zone) == COALITION and coalition_in(state, box, zone) == 1
    return ahead * full + (award(box, zone) if holds and not turns_left(state, box) else 0)


def edge_worth(state: State, box: Box, zone: int, enemy: Enemy, weights: Weights) -> float:
    """Return the value of +1 for the tactical edge in a battle (32.1)."""
    units = counters_at(state, zone, box.islamist_end, box.ground_end)
    lead = int(any_elite(state, box, units)) - round(enemy.elite) - box.jihad_edge[state.jihad]
    tie = box.coalition_tie[zone]
    chances = [factor(state, box, unit) / 6 for unit in units]
    kills = expected_kills(enemy.units, sum(chances), sum(chance * (1 - chance) for chance in chances))
    spared = enemy.fire - enemy.after(kills)[1]
    odds = edge_odds(lead + 1, tie) - edge_odds(lead, tie)
    return odds * (spared * weights.mean_hit + weights.weakened * enemy.fire * weights.mean_kill)


def worth_refitting(state: State, box: Box, weights: Weights) -> list[int]:
    """Return the units whose full side is worth more than it costs, while points last."""
    points, found = float(state.points), list[int]()
    for unit in refittable(state, box):
        cost = refit_cost(box, unit)
        if points - cost >= weights.refit_reserve and refit_worth(state, box, unit, weights) > cost:
            found.append(unit)
            points -= cost
    return found


def worth_sustaining(state: State, box: Box, units: Sequence[int], weights: Weights) -> list[bool]:
    """Return for each unit whether sustaining it is worth its cost, while points last."""
    points, found = state.points, list[bool]()
    for unit in units:
        cost = sustain_cost(box, unit)
        worth = sustain_worth(state, box, unit, weights)
        found.append(points > max(weights.sustain_reserve, cost) and worth > cost)
        points -= cost * found[-1]
    return found
