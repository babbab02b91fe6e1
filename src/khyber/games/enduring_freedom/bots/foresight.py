"""The points that the worst Islamist reaction in sight may cost, and the reserve kept against it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

from khyber.games.enduring_freedom.bots.estimates import DIE, Pool, pool_of
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import coalition_at, factor, islamists_at, zones_of
from khyber.games.enduring_freedom.rules.sustainment import sustain_cost, unsustained
from khyber.games.enduring_freedom.state import State

#: The least that is kept, by turn: what is bought next is not on the map yet. Of 1,393 turns of campaigns one in a
#: hundred cost 15 points or more on balance, the worst one 22, and the worst are as likely late as early.
FLOOR: Final = (22, 22, 20, 18, 16, 15, 15, 15)
#: The most that a War on Terror costs: the highest even roll (29.1).
WAR_ON_TERROR: Final = 6
#: The most units of an uprising (29.1).
UPRISING: Final = 6
#: Standard deviations above the mean: one attack in forty has more hits.
DEVIATIONS: Final = 2


def reserve(state: State, box: Box) -> int:
    """Return the points to keep when buying: the worst reaction in sight, and never less than `FLOOR`.

    Over the same 100 campaigns the bot had 93.2 points on average, and 93.3 with the floor alone (standard error 1.1);
    neither ended in a catastrophe.
    """
    return max(FLOOR[min(state.turn, len(FLOOR) - 1)], worst(state, box))


def worst(state: State, box: Box) -> int:
    """Return the points that the next reaction may cost with the units as they stand (7.2).

    A War on Terror and an uprising, if the Jihad level brings any event (29.1); with reinforcements (28.6), the
    uprising comes where it hurts most; counterattacks in all zones (31.1); and sustainment (27.2).
    """
    line, pool = box.lower_line[state.jihad], pool_of(state, box)
    risen = UPRISING + line if line else 0
    held = zones_of(state, box.islamist_end, box.ground_end)
    attacks = {zone: attack_cost(state, box, zone, pool) for zone in held}
    uprising = max((attack_cost(state, box, zone, pool, risen) - attacks[zone] for zone in held), default=0)
    upkeep = sum(sustain_cost(box, unit) for unit in unsustained(state, box))
    return (WAR_ON_TERROR if line else 0) + sum(attacks.values()) + uprising + upkeep


def attack_cost(state: State, box: Box, zone: int, pool: Pool, risen: int = 0) -> int:
    """Return the points that a counterattack in a zone may cost, with that many more units (24.1)."""
    unknown = sum(rank.units * rank.factor for rank in pool.ranks) / 6
    there = islamists_at(state, box, zone)
    chances = [factor(state, box, unit) / 6 if state.shown[unit] else unknown for unit in there] + [unknown] * risen
    hits = sum(chances) + DEVIATIONS * sqrt(sum(chance * (1 - chance) for chance in chances))
    return hits_cost(state, box, coalition_at(state, box, zone), round(hits))


def hits_cost(state: State, box: Box, units: Sequence[int], hits: int) -> int:
    """Return the points for that many hits on these units, taken where they cost least (4.2, 25.2)."""
    steps = sorted(cost for unit in units for cost in step_costs(state, box, unit))
    return sum(steps[:hits])


def step_costs(state: State, box: Box, unit: int) -> list[int]:
    """Return the points for each step that a ground unit may lose (4.2); Iranian units cost none."""
    kind, loss = box.of[unit], box.loss
    if kind.contingent == "iran":
        return [0]
    if unit < box.alliance_end:
        leader = state.shown[unit] and kind.type == "leader"
        return [ceil(DIE * loss.leader_dice) if leader else loss.alliance]
    both = [loss.sof_reduced, loss.sof_eliminated] if kind.sof else [loss.ground_reduced, loss.ground_eliminated]
    return both[state.reduced[unit] :]
