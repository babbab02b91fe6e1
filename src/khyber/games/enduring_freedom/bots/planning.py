"""Where to fight this turn: which units march or fly there, and which strike from the air."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from khyber.games.enduring_freedom.board import OFF_MAP, STAGING
from khyber.games.enduring_freedom.bots.bases import building_worth, headquarters_here, headquarters_worth, supply
from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.bots.disposition import SUPPORT, Arrival, Disposition
from khyber.games.enduring_freedom.bots.outlook import Forecast
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import factor
from khyber.games.enduring_freedom.state import State

#: How many units are tried beyond the last that gained.
PATIENCE: Final = 3


class Move(NamedTuple):
    """The move of a unit to a place, on the ground or by air."""

    unit: int
    place: int
    by_air: bool


class Group(NamedTuple):
    """The units sent to a zone with Islamists, and the forecast."""

    zone: int
    units: int
    strikes: int
    forecast: Forecast


@dataclass(slots=True)
class Plan:
    """The moves and strikes of a turn, in order."""

    moves: list[Move] = field(default_factory=list)
    #: Air units and drones, each with its zone.
    strikes: list[tuple[int, int]] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    #: Zones that free air units could strike, and do not because it would not pay.
    spared: list[int] = field(default_factory=list)

    def exchange(self, one: int, other: int) -> None:
        """Let two units alike take each other's part."""
        part = {one: other, other: one}
        self.moves = [Move(part.get(move.unit, move.unit), move.place, move.by_air) for move in self.moves]


@dataclass(slots=True)
class Fill:
    """Units and strikes that would go to a zone together, and the gain."""

    gain: float
    units: list[int]
    air: list[int]
    fresh: bool = True


class Planner(Disposition):
    """Builds a plan: the best zone first, with as many units as it takes; then unit by unit."""

    def __init__(self, state: State, box: Box, *, marching: bool = True, weights: Weights = WEIGHTS) -> None:
        super().__init__(state, box, marching=marching, weights=weights)
        supply(self)

    def make(self) -> Plan:
        """Return the complete plan."""
        self.gather()
        self._refine()
        self._place_support()
        self._ferry_others()
        for _ in range(2):  # strikes draw units, and units draw strikes
            self._refine()
            self._strike_all()
        return self._plan()

    def settle(self) -> None:
        """Revise the plan after a unit has joined it."""
        self._refine()
        self._place_support()
        self._strike_all()

    # -- groups ---------------------------------------------------------------------------------------

    def gather(self) -> None:
        """Send units to the zone that gains most, then to the next, until none gains enough."""
        box, look = self.box, self.look
        settled: set[int] = set()
        fills = {
            zone: self._fill(zone, settled)
            for zone in range(len(box.zones))
            if look.occupied[zone] or award(box, zone) or box.airbase[zone] or look.enemies[zone].rescues
        }
        while fills:
            zone, fill = max(fills.items(), key=lambda item: (item[1].gain, -item[0]))
            if fill.gain <= self.weights.worthwhile:
                return
            if not fill.fresh:  # what it counted on may have gone elsewhere
                fills[zone] = self._fill(zone, settled)
                continue
            for unit in fill.units:
                self.send(unit, zone)
            settled.update(fill.units)
            for unit in fill.air:
                self.strike(unit, zone)
            for other in fills.values():
                other.fresh = False
            del fills[zone]

    def _fill(self, zone: int, settled: set[int]) -> Fill:
        """Return the units and strikes that gain most in a zone: strongest first, while the gain grows."""
        world, box = self.world, self.box
        base, before = self.at[zone], self.now(zone)
        air = self._air_for(zone)
        strikes = self.striking[zone] + air
        best = Fill(0.0, [], [])
        if air and self.in_sight(zone):
            best = Fill(self.worth(zone, base, strikes) - before, [], air)
        taking: list[int] = []
        left, stall = 0.0, 0
        candidates = [
            unit
            for unit, reach in self.reach.items()
            if unit not in settled and self.place[unit] != zone and zone in reach and box.of[unit].type not in SUPPORT
        ]
        for unit in sorted(candidates, key=lambda unit: (-factor(world, box, unit), unit)):
            left += self.leaving(unit, taking)
            taking.append(unit)
            gain = self.worth(zone, base + taking, strikes) - before + left
            if gain > best.gain + self.weights.better:
                best, stall = Fill(gain, list(taking), air), 0
            else:
                stall += 1
                if stall > PATIENCE:
                    break
        if best.air:
            self._trim(zone, best)
        return best

    def _air_for(self, zone: int) -> list[int]:
        """Return enough of the free air units to hit everything there."""
        chosen: list[int] = []
        left = self.look.enemies[zone].units if self.look.occupied[zone] else 0.0
        for unit in self.air:
            if left <= self.weights.enough or unit >= self.box.air_end:
                break
            chosen.append(unit)
            left -= factor(self.world, self.box, unit) / 6
        return chosen

    def _trim(self, zone: int, fill: Fill) -> None:
        """Drop strikes that gain too little."""
        units, air = self.at[zone] + fill.units, list(fill.air)
        worth = self.worth(zone, units, self.striking[zone] + air)
        while air:
            less = self.worth(zone, units, self.striking[zone] + air[:-1])
            if less < worth - self.weights.strike_gain:
                break
            fill.gain += less - worth
            worth = less
            air.pop()
        fill.air = air

    # -- unit by unit ---------------------------------------------------------------------------------

    def _refine(self) -> None:
        """Send each unit where it gains most, given all others."""
        for unit, reach in self.reach.items():
            if self.box.of[unit].type in SUPPORT or unit in self.keepers:
                continue
            here, start = self.place[unit], self.world.where[unit]
            best, best_gain = here, self.weights.worthwhile
            left = self.leaving(unit)
            for place in (*reach, start):
                if place != here and not (place in STAGING and start in STAGING and place != start):
                    gain = left + self.coming(unit, place)
                    if gain > best_gain:
                        best, best_gain = place, gain
            if best != here:
                self.send(unit, best)

    def _place_support(self) -> None:
        """Send headquarters where they sustain most, and engineers where a FOB will be useful."""
        for unit, here in list(self.place.items()):
            kind = self.box.of[unit].type
            if kind in SUPPORT and here == self.world.where[unit]:
                worth = headquarters_worth if kind == "hq" else None
                places = {*self.on_foot[unit], *(self.bases(unit) if unit in self.ferried else ())}
                offers = []
                for zone in sorted(places):
                    if zone < OFF_MAP:
                        arrival = self.arriving(unit, zone, by_transfer=zone not in self.on_foot[unit])
                        more = worth(self, zone) if worth is not None else building_worth(self, unit, zone)
                        offers.append((zone, Arrival(arrival.gain + more, arrival.other, arrival.place)))
                stays = headquarters_here(self, unit) if kind == "hq" else 0.0
                if kind == "engineer" and here < OFF_MAP:
                    stays = building_worth(self, unit, here)
                self._bring_best(unit, offers, self.leaving(unit) - stays)
                supply(self)

    def _ferry_others(self) -> None:
        """Send units by air transfer where they gain most, or relieve others."""
        for unit in self.ferried:
            if self.box.of[unit].type not in SUPPORT and self.place[unit] == self.world.where[unit]:
                self._bring_best(
                    unit,
                    [(zone, self.arriving(unit, zone, by_transfer=True)) for zone in self.bases(unit)],
                    self.leaving(unit),
                )

    def _bring_best(self, unit: int, offers: list[tuple[int, Arrival]], left: float) -> None:
        """Send a unit to the best of these zones if it gains enough; the unit it relieves moves on."""
        if not offers:
            return
        zone, arrival = max(offers, key=lambda offer: (offer[1].gain, -offer[0]))
        if left + arrival.gain > self.weights.worthwhile:
            self.bring(unit, zone, arrival)

    # -- strikes --------------------------------------------------------------------------------------

    def _strike_all(self) -> None:
        """Cancel strikes that no longer pay; assign free ones where they gain most, if anywhere."""
        box, world = self.box, self.world
        for zone, units in enumerate(self.striking):
            for unit in list(units):
                rest = [other for other in units if other != unit]
                least = self.now(zone) - self.weights.strike_gain
                if world.where[unit] != zone and (
                    not self.in_sight(zone) or self.worth(zone, self.at[zone], rest) > least
                ):
                    self.call_off(unit, zone)
        self.air.sort(key=lambda unit: (unit >= box.air_end, -factor(world, box, unit), unit))
        for unit in list(self.air):
            zone, gain = self.target(unit)
            if gain > (self.weights.strike_gain if unit < box.air_end else self.weights.drone_gain):
                self.strike(unit, zone)

    # -- the plan -------------------------------------------------------------------------------------

    def _plan(self) -> Plan:
        plan, where = Plan(), self.world.where
        for unit in self.sent:
            place = self.place[unit]
            if place != where[unit]:
                plan.moves.append(Move(unit, place, place not in self.on_foot[unit]))
        plan.moves.sort(key=self._when)
        transfers = any(not self.box.of[move.unit].airmobile for move in plan.moves if move.by_air)
        sizes = Counter((move.by_air, move.place) for move in plan.moves)
        # then those that go to one place together, the largest group last: a batch takes all that are left
        plan.moves.sort(
            key=lambda move: (
                self._when(move) if transfers else move.unit in self.relieved,
                sizes[move.by_air, move.place],
                move.place,
            )
        )
        for zone, units in enumerate(self.striking):
            plan.strikes += [(unit, zone) for unit in units if where[unit] != zone]
            if self.look.occupied[zone] and (self.at[zone] or units):
                plan.groups.append(
                    Group(zone, len(self.at[zone]), len(units), self.look.forecast(zone, self.at[zone], units))
                )
            if self.in_sight(zone) and not units and any(unit < self.box.air_end for unit in self.air):
                plan.spared.append(zone)
        return plan

    def _when(self, move: Move) -> int:
        """Order the moves: who opens an airbase flies before who needs it, and who leaves one after that."""
        if move.unit in self.relieved:
            return 3
        return 0 if self._opens(move) else 2 if self.box.of[move.unit].airmobile else 1

    def _opens(self, move: Move) -> bool:
        return self.box.of[move.unit].airmobile and move.place < OFF_MAP and self.box.airbase[move.place]


def plan_turn(state: State, box: Box, *, marching: bool = True, weights: Weights = WEIGHTS) -> Plan:
    """Return the plan of a turn: before ground movement or, without `marching`, before air movement."""
    return Planner(state, box, marching=marching, weights=weights).make()
