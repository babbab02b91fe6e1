"""Where to fight this turn: the plan of the reference Coalition player for its ground units."""

from __future__ import annotations

from dataclasses import dataclass, field

from khyber.games.enduring_freedom.board import STRIKE
from khyber.games.enduring_freedom.bots.estimates import Enemy, Forecast, enemy_in, forecast, pool_of
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.air import flyable, landings
from khyber.games.enduring_freedom.rules.forces import coalition_at, factor
from khyber.games.enduring_freedom.rules.strike import strike_factor
from khyber.games.enduring_freedom.state import State

#: The least that an attack must promise.
WORTHWHILE = 0.5
#: How much of its award a zone is worth while there are turns to come.
EARLY_AWARD = 0.15
#: What it is worth to hold an airbase, from which units can fly on.
AIRBASE = 1.0


@dataclass(slots=True)
class Group:
    """Units that go to a zone, and what is expected of them."""

    zone: int
    units: list[int]
    forecast: Forecast


@dataclass(slots=True)
class Plan:
    """Which units fly where, zone by zone in the order of their worth."""

    groups: list[Group] = field(default_factory=list)

    def order(self, state: State, box: Box) -> tuple[int, int] | None:
        """A unit that is not yet where it should be and can still go there, and where that is."""
        for group in self.groups:
            for unit in group.units:
                if (state.where[unit] != group.zone and not state.moved[unit]
                        and group.zone in landings(state, box, unit)):
                    return unit, group.zone
        return None


def award(box: Box, zone: int) -> int:
    """The points for controlling a zone at the end."""
    if zone == box.kabul:
        return box.end_awards.kabul
    kind = box.kind[zone]
    return box.end_awards.city if kind == "city" else box.end_awards.stronghold if kind == "stronghold" else 0


def holding_worth(state: State, box: Box, zone: int) -> float:
    """What it is worth to be alone in a zone at the end of this turn."""
    last = state.turn >= box.last_turn
    worth = award(box, zone) * (0.8 if last else EARLY_AWARD * state.turn / box.last_turn)
    return worth + (AIRBASE if box.airbase[zone] and not last else 0.0)


def worth(state: State, box: Box, zone: int, seen: Forecast) -> float:
    """The points of a fight, and the hold on the zone that it gives."""
    return seen.points + seen.cleared * holding_worth(state, box, zone)


def air_hits(state: State, box: Box, zone: int) -> float:
    """Hits that all air units tasked with joint strike make there."""
    return sum(strike_factor(state, box, unit, zone) for unit in box.air if state.where[unit] == STRIKE) / 6


def plan_air(state: State, box: Box) -> Plan:
    """Send the units that can fly where they are worth most: the best target first, with as many as it takes."""
    pool = pool_of(state, box)
    enemies = [enemy_in(state, box, zone, pool) for zone in range(len(box.zones))]
    free = sorted(flyable(state, box), key=lambda unit: -factor(state, box, unit))
    reach = {unit: frozenset(landings(state, box, unit)) | {state.where[unit]} for unit in free}
    plan = Plan()
    air_spent = False
    taken: set[int] = set()
    while free:
        best: Group | None = None
        best_worth = WORTHWHILE
        for zone, enemy in enumerate(enemies):
            if zone in taken:
                continue
            group = _fill(state, box, zone, enemy, [u for u in free if zone in reach[u]], not air_spent)
            if group is not None:
                gained = worth(state, box, zone, group.forecast) - _as_it_is(state, box, zone, enemy, free)
                if gained > best_worth:
                    best, best_worth = group, gained
        if best is None:
            break
        plan.groups.append(best)
        taken.add(best.zone)
        air_spent = air_spent or enemies[best.zone].units > 0
        free = [unit for unit in free if unit not in best.units]
    return plan


def _as_it_is(state: State, box: Box, zone: int, enemy: Enemy, free: list[int]) -> float:
    """What is to come there if nobody is sent, and who can leaves."""
    there = [unit for unit in coalition_at(state, box, zone) if unit not in free]
    if not there:
        return 0.0
    return worth(state, box, zone, forecast(state, box, zone, there, 0.0, enemy))


def _fill(state: State, box: Box, zone: int, enemy: Enemy, units: list[int], with_air: bool) -> Group | None:
    """The units for a zone: added one by one as long as each is worth more than a little."""
    there = [unit for unit in coalition_at(state, box, zone) if unit not in units]
    air = air_hits(state, box, zone) if with_air else 0.0
    chosen: list[int] = []
    best: Forecast | None = None
    best_worth = float("-inf")
    stall = 0
    taking: list[int] = []
    for unit in units:
        taking.append(unit)
        seen = forecast(state, box, zone, there + taking, air, enemy)
        got = worth(state, box, zone, seen)
        if got > best_worth + 0.25:
            best, best_worth, chosen, stall = seen, got, list(taking), 0
        else:
            stall += 1
            if stall > 2:
                break
    return Group(zone, chosen, best) if best is not None and chosen else None
