"""Planned places of all units at the end of a turn's moves, and their value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from khyber.games.enduring_freedom.board import OFF_MAP, STAGING, STRIKE
from khyber.games.enduring_freedom.bots.outlook import Outlook
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.air import (
    assault_zones,
    can_fly,
    capacity_left,
    capacity_points,
    drones_ready,
    is_base,
)
from khyber.games.enduring_freedom.rules.forces import coalition_at, counters_at, factor
from khyber.games.enduring_freedom.rules.ground import destinations, mobile
from khyber.games.enduring_freedom.rules.staging import at_home
from khyber.games.enduring_freedom.state import State

#: The moves from which on a leader is called to Kabul.
CALLED_FROM: Final = 4
#: Units that are worth most by what they do for others.
SUPPORT: Final = ("hq", "engineer")


@dataclass(frozen=True, slots=True)
class Arrival:
    """The gain when a unit comes to a zone, perhaps by relieving another that goes elsewhere."""

    gain: float
    other: int = -1
    place: int = -1


class Disposition:
    """A plan being made: the place of every unit, and the zone of every strike."""

    def __init__(self, state: State, box: Box, *, marching: bool, weights: Weights = WEIGHTS) -> None:
        self.box, self.weights = box, weights
        self.world = world = state.copy()
        if marching:
            world.moved[:] = bytes(box.end)
            world.began = bytes(world.where[c] for c in box.engineers)
            world.traffic[:] = bytes(len(world.traffic))
        self.look = Outlook(world, box, weights)
        zones = range(len(box.zones))
        #: Ground units by zone, air units and drones by the zone they strike, and the place of each ground unit.
        self.at = [coalition_at(world, box, zone) for zone in zones]
        self.striking = [counters_at(world, zone, box.ground_end, box.end) for zone in zones]
        self.place = {
            unit: world.where[unit] for unit in (*box.alliance, *box.ground) if world.where[unit] <= STAGING[-1]
        }
        #: Where each unit can march; where it can march or fly by air assault; units that fly by air transfer.
        self.on_foot: dict[int, tuple[int, ...]] = {}
        self.reach: dict[int, tuple[int, ...]] = {}
        self.ferried: list[int] = []
        self._marchers = set(mobile(world, box)) if marching else set[int]()
        for unit in self.place:
            self._find_ways(unit)
        tasked = counters_at(world, STRIKE, box.ground_end, box.air_end)
        #: Air units and drones that strike nowhere yet, the strongest first.
        self.air = sorted(
            [*at_home(world, box), *tasked] if marching else tasked, key=lambda unit: (-factor(world, box, unit), unit)
        )
        self.air += drones_ready(world, box)
        self._capacity = {zone: capacity_left(world, box, zone) for zone in box.airbases}
        #: Units in the order in which they were sent; those that keep an airbase open to others; those that leave one
        #: when others have come.
        self.sent: list[int] = []
        self.keepers: set[int] = set()
        self.relieved: set[int] = set()
        self._politics = 0.0
        if not world.jirga:
            free = weights.jirga_free if self.look.rich else 0.0
            self._politics = max(weights.jirga_share * self.look.climate.jirga(), free)
        self._to_kabul = moves_to(box, box.kabul, CALLED_FROM)
        # caches
        self._now: list[float | None] = [None] * len(zones)
        self._joining: list[dict[int, float]] = [{} for _ in zones]
        self._elsewhere: dict[int, tuple[int, float]] = {}

    def _find_ways(self, unit: int) -> None:
        """Compute where a unit can go."""
        world, box = self.world, self.box
        on_foot = destinations(world, box, unit) if unit in self._marchers else []
        by_air: list[int] = []
        if unit >= box.alliance_end and not world.moved[unit] and can_fly(box, unit):
            if box.of[unit].airmobile:
                by_air = assault_zones(world, box, unit)
            elif is_base(world, box, world.where[unit]):
                self.ferried.append(unit)
        self.on_foot[unit] = tuple(on_foot)
        self.reach[unit] = tuple(sorted({*on_foot, *by_air}))

    # -- changes --------------------------------------------------------------------------------------

    def add(self, unit: int) -> None:
        """Add a unit that was just placed."""
        place = self.place[unit] = self.world.where[unit]
        if place < OFF_MAP:
            self.at[place].append(unit)
            self.changed(place)
        if unit >= self.box.alliance_end:
            self._marchers.add(unit)
        self._find_ways(unit)

    def send(self, unit: int, place: int) -> None:
        """Send a unit to a place."""
        here = self.place[unit]
        if here < OFF_MAP:
            self.at[here].remove(unit)
            self.changed(here)
        if place < OFF_MAP:
            self.at[place].append(unit)
            self.changed(place)
        self.place[unit] = place
        if unit in self.sent:
            self.sent.remove(unit)
        self.sent.append(unit)

    def bring(self, unit: int, zone: int, arrival: Arrival) -> None:
        """Send a unit to a zone, by air transfer if it cannot march; the unit it relieves moves on."""
        here = self.place[unit]
        if arrival.other >= 0:
            self.relieved.add(arrival.other)
            self.send(arrival.other, arrival.place)
        if zone not in self.on_foot[unit]:
            points = capacity_points(self.box, unit)
            self._capacity[zone] -= points
            if here < OFF_MAP:
                self._capacity[here] -= points
            self.keepers.update(self.at[zone][:1])
        self.send(unit, zone)

    def strike(self, unit: int, zone: int) -> None:
        """Assign an air unit or drone to strike a zone."""
        self.air.remove(unit)
        self.striking[zone].append(unit)
        self.changed(zone)

    def call_off(self, unit: int, zone: int) -> None:
        """Cancel a strike."""
        self.striking[zone].remove(unit)
        self.air.append(unit)
        self.changed(zone)

    def changed(self, zone: int) -> None:
        """Discard the cached value of a zone."""
        self._now[zone] = None
        self._joining[zone].clear()
        self._elsewhere.clear()

    # -- worth ----------------------------------------------------------------------------------------

    def worth(self, zone: int, units: list[int], air: list[int]) -> float:
        """Return the value of a zone with these units in it and these strikes."""
        return self.look.forecast(zone, units, air).worth

    def now(self, zone: int) -> float:
        """Return the value of a zone as planned so far."""
        worth = self._now[zone]
        if worth is None:
            worth = self._now[zone] = self.worth(zone, self.at[zone], self.striking[zone])
        return worth

    def joining(self, unit: int, zone: int) -> float:
        """Return the gain in a zone if a unit joins those there."""
        known, alike = self._joining[zone], self.look.alike(unit)
        gain = known.get(alike)
        if gain is None:
            gain = self.worth(zone, [*self.at[zone], unit], self.striking[zone]) - self.now(zone)
            gain = known[alike] = gain + self._called_to(unit, zone)
        return gain

    def leaving(self, unit: int, gone: list[int] | None = None) -> float:
        """Return the gain (usually a loss) in its zone if a unit leaves, after others."""
        here = self.place[unit]
        if here >= OFF_MAP:
            return -self._staged(unit)
        there = self.at[here] if not gone else [other for other in self.at[here] if other not in gone]
        air = self.striking[here]
        return (
            self.worth(here, [other for other in there if other != unit], air)
            - self.worth(here, there, air)
            - self._called_to(unit, here)
        )

    def coming(self, unit: int, place: int) -> float:
        """Return the gain if a unit comes to a zone or Staging Area."""
        return self.joining(unit, place) if place < OFF_MAP else self._staged(unit)

    def _staged(self, unit: int) -> float:
        """Return the value of a unit in a Staging Area: 0 in the last turn."""
        if self.look.last:
            return 0.0
        return self.weights.staged + (self.weights.refit if self.world.reduced[unit] else 0.0)

    def _called_to(self, unit: int, zone: int) -> float:
        """Return a unit's value there for a Loya Jirga (33.1): in Kabul or, for a leader, near it."""
        kind = self.box.of[unit].type
        if not self._politics or kind not in ("leader", "hq") or (kind == "leader" and not self.world.shown[unit]):
            return 0.0
        away = self._to_kabul[zone] if kind == "leader" else 0 if zone == self.box.kabul else CALLED_FROM
        return self._politics * (1 - away / CALLED_FROM)

    def elsewhere(self, unit: int) -> tuple[int, float]:
        """Return the other zone where a unit gains most, and the gain, ignoring what it leaves."""
        found = self._elsewhere.get(unit)
        if found is None:
            here, best, best_gain = self.place[unit], -1, 0.0
            if self.box.of[unit].type not in SUPPORT:
                for zone in self.reach.get(unit, ()):
                    if zone < OFF_MAP and zone != here:
                        gain = self.joining(unit, zone)
                        if gain > best_gain:
                            best, best_gain = zone, gain
            found = self._elsewhere[unit] = (best, best_gain)
        return found

    def arriving(self, unit: int, zone: int, *, by_transfer: bool = False) -> Arrival:
        """Return a unit's gain in a zone: its own, or by freeing another to go elsewhere.

        Air transfer needs an open airbase (19.1): if nobody else keeps it open, the other unit must be there now, and
        leave by air.
        """
        there, air = self.at[zone], self.striking[zone]
        best = Arrival(self.joining(unit, zone))
        for other in there:
            if other in self.keepers:
                continue
            dest, gain = self.elsewhere(other)
            if gain > self.weights.worthwhile and (
                not by_transfer
                or len(there) > 1
                or (self.world.where[other] == zone and dest not in self.on_foot[other])
            ):
                rest = [*(each for each in there if each != other), unit]
                gain += self.worth(zone, rest, air) - self.now(zone) - self._called_to(other, zone)
                if gain > best.gain:
                    best = Arrival(gain, other, dest)
        return best

    def in_sight(self, zone: int) -> bool:
        """Return whether air units may strike there (17.2): Islamists are revealed, or will be by ground units."""
        return self.look.occupied[zone] > 0 and (bool(self.at[zone]) or self.look.enemies[zone].shown > 0)

    def target(self, unit: int) -> tuple[int, float]:
        """Return the zone where another air unit or drone gains most, and the gain; (-1, 0) if none."""
        best, best_gain = -1, 0.0
        for zone in range(len(self.box.zones)):
            if self.in_sight(zone):
                gain = self.worth(zone, self.at[zone], [*self.striking[zone], unit]) - self.now(zone)
                if gain > best_gain:
                    best, best_gain = zone, gain
        return best, best_gain

    def bases(self, unit: int) -> list[int]:
        """Return the airbases that are open to a unit by the plan, with room for it (19.1, 19.3)."""
        points = capacity_points(self.box, unit)
        here = self.place.get(unit, OFF_MAP)
        if here < OFF_MAP and self._capacity.get(here, 0) < points:
            return []
        return [zone for zone in self.box.airbases if zone != here and self._capacity[zone] >= points and self.at[zone]]


@lru_cache(maxsize=16)
def moves_to(box: Box, zone: int, most: int) -> tuple[int, ...]:
    """Return the distance of each zone from one, in moves, up to `most`."""
    away = {zone: 0}
    for moves in range(1, most):
        for near in [other for here in away for other in box.adjacent[here] if other not in away]:
            away[near] = moves
    return tuple(away.get(other, most) for other in range(len(box.zones)))
