"""Purchases of the reference Coalition player: the best value for its price first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from khyber.games.enduring_freedom.board import AVAILABLE, GULF, OFF_MAP, POOL, READY
from khyber.games.enduring_freedom.bots.bases import building_worth, fob_worth, headquarters_worth
from khyber.games.enduring_freedom.bots.climate import award, marker_cost
from khyber.games.enduring_freedom.bots.disposition import SUPPORT
from khyber.games.enduring_freedom.bots.foresight import reserve
from khyber.games.enduring_freedom.bots.planning import Planner
from khyber.games.enduring_freedom.bots.sighting import sighting_worth
from khyber.games.enduring_freedom.bots.weights import WEIGHTS, Weights
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import (
    areas_with_air_room,
    areas_with_ground_room,
    counters_at,
    ground_room,
)
from khyber.games.enduring_freedom.rules.mobilization import (
    AIR,
    ALLIANCE,
    ASSET,
    FOB,
    GROUND,
    IRGC,
    SOF,
    affordable,
    asset_range,
    fob_sites,
    sof_zones,
)
from khyber.games.enduring_freedom.secrets import known
from khyber.games.enduring_freedom.state import State

#: Units tried in a task force beyond the last that made it better.
PATIENCE: Final = 2


#: Why something may be bought.
REASONS: Final = (
    "bought",
    "bought-force",
    "bought-air",
    "bought-hq",
    "bought-engineer",
    "bought-drone",
    "bought-isr",
    "bought-infowar",
    "built",
    "recruited",
)


@dataclass(frozen=True, slots=True)
class Order:
    """One purchase: what, which counter, how many, where to, why, and for which zone."""

    what: str
    counter: int
    n: int
    place: int
    #: Its gain beyond its price, per point of the price.
    gain: float
    why: str
    zone: int = -1


class Market:
    """Everything on sale, and its value to this turn's plan and in later turns."""

    def __init__(self, state: State, box: Box, weights: Weights = WEIGHTS) -> None:
        self.state, self.box, self.weights = state.copy(), box, weights
        self.planner = Planner(state, box, weights=weights)
        self.planner.make()
        self.look = self.planner.look
        self._turns = self.look.turns_left
        #: Points that are kept.
        self._reserve = weights.reserve * reserve(state, box)
        #: How often the gain of a turn is repeated.
        self._future = sum(self.weights.lasting**turn for turn in range(1, self._turns + 1))
        #: Zones for which ISR markers were bought.
        self._watched: set[int] = set()
        #: The state at the start, and what was ordered since.
        self._start = state.copy()
        self._made: list[Order] = []

    @property
    def _spare(self) -> float:
        """The points that may be spent."""
        return self.state.points - self._reserve

    def follows(self, state: State, left: Sequence[Order]) -> bool:
        """Return whether the game has only followed this market's orders, all but those that are left."""
        world, waiting = self._start.copy(), [*left]
        for order in self._made:
            if order in waiting:
                waiting.remove(order)
            else:
                place(world, self.box, order)
        return bytes(state.where) == bytes(known(world, self.box).where)

    def orders(self) -> Iterator[Order]:
        """Yield one bargain after another, as if the game followed them."""
        while (order := self.order()) is not None:
            self.take(order)
            self._pay(order)
            yield order

    def in_order(self) -> list[Order]:
        """Return all orders, assets of a kind as one."""
        merged: dict[object, Order] = {}
        for number, order in enumerate(self.orders()):
            alike = self.box.of[order.counter].id if order.what == ASSET else number
            first = merged.get(alike)
            merged[alike] = order if first is None else replace(first, n=first.n + order.n)
        self._made = [*merged.values()]
        return [*self._made]

    def _pay(self, order: Order) -> None:
        state, cost = self.state, self.box.cost
        if order.what == ASSET:
            pairs = (order.n + 1 - state.half) // 2
            state.points -= pairs * cost.asset_pair
            state.half = (order.n + state.half) % 2 == 1
        elif order.what in (FOB, ALLIANCE):
            state.points -= cost.fob if order.what == FOB else cost.alliance
        else:
            state.points -= self.box.mobilization_cost(order.counter)

    def order(self) -> Order | None:
        """Return the best bargain, or None if nothing is worth its price."""
        return max(self._offers(), key=lambda order: order.gain, default=None)

    def _offers(self) -> Iterator[Order]:
        yield from self._single_units()
        yield from self._task_forces()
        yield from self._air_units()
        if self.state.turn:
            yield from self._bases()
            yield from self._recruits()
            yield from self._assets()

    def _offer(
        self, what: str, counter: int, n: int, place: int, worth: float, cost: float, why: str, zone: int = -1
    ) -> Iterator[Order]:
        """Yield an order if it is affordable and worth its price; points count less when plentiful."""
        if cost <= self._spare:
            price = cost * self.look.price
            if worth - price > self.weights.margin * price:
                yield Order(what, counter, n, place, (worth - price) / cost, why, zone)

    # -- ground units ----------------------------------------------------------------------------------

    def _single_units(self) -> Iterator[Order]:
        """Yield single units that join, relieve or help others."""
        state, box = self.state, self.box
        for what, unit, area in self._for_sale():
            worth, zone = self._worth_of(unit, area)
            why = f"bought-{box.of[unit].type}" if box.of[unit].type in SUPPORT else "bought"
            yield from self._offer(what, unit, 1, area, worth, box.mobilization_cost(unit), why, zone)
        iranian = next((unit for unit in box.iranian if state.where[unit] == AVAILABLE), None)
        if state.turn and iranian is not None and ground_room(state, box, GULF) > 0:
            worth, zone = self._worth_of(iranian, GULF)
            yield from self._offer(IRGC, iranian, 1, GULF, worth, box.cost.irgc, "bought", zone)

    def _for_sale(self) -> Iterator[tuple[str, int, int]]:
        """Yield distinct ground units, with the Staging Areas that make a difference."""
        state, box = self.state, self.box
        areas = areas_with_ground_room(state, box)
        seen: set[object] = set()
        for what in (SOF, GROUND):
            for unit in affordable(state, box, sof=what == SOF):
                kind = box.of[unit]
                alike = (
                    kind.factors,
                    kind.elite,
                    kind.airmobile,
                    kind.heavy,
                    (kind.type, kind.contingent) if kind.type in SUPPORT else None,
                )
                if alike not in seen:
                    seen.add(alike)
                    for area in areas[:1] if kind.airmobile else areas:
                        yield what, unit, area

    def _worth_of(self, unit: int, area: int) -> tuple[float, int]:
        """Return the value of a unit placed in a Staging Area, and the zone where it is used."""
        planner, kind = self.planner, self.box.of[unit]
        best, best_zone = 0.0, -1
        roads = self.box.roads_in[area - OFF_MAP]
        for zone in self._landings(unit, area):
            gain = planner.arriving(unit, zone, by_transfer=not kind.airmobile and zone not in roads).gain
            if kind.type == "hq":
                gain += headquarters_worth(planner, zone)
            elif kind.type == "engineer":
                gain += building_worth(planner, unit, zone)
            if gain > best:
                best, best_zone = gain, zone
        if kind.type not in SUPPORT:
            own = self.weights
            best *= 1 + self._future * (1.0 if kind.sof else own.fast if kind.airmobile else own.slow)
        return best + self._body(unit), best_zone

    def _landings(self, unit: int, area: int) -> list[int]:
        """Return the places a unit can reach from a Staging Area this turn."""
        box, kind = self.box, self.box.of[unit]
        if kind.contingent == "iran":
            return list(box.iranian_in[area - OFF_MAP])
        if kind.airmobile:
            return list(range(len(box.zones)) if kind.sof else box.open_zones)
        return sorted({*box.roads_in[area - OFF_MAP], *self.planner.bases(unit)})

    def _body(self, unit: int) -> float:
        """Return the value of one more unit at the end."""
        kind, own = self.box.of[unit], self.weights
        if not self._turns:
            return 0.0
        return own.body if kind.sof else own.fast_body if kind.airmobile else own.slow_body

    def _task_forces(self) -> Iterator[Order]:
        """Yield the first unit of a group that takes on a zone none of them would enter alone."""
        state, box = self.state, self.box
        areas = areas_with_ground_room(state, box)
        units = sorted(
            (
                unit
                for sof in (True, False)
                for unit in affordable(state, box, sof=sof)
                if box.of[unit].type not in SUPPORT
            ),
            key=lambda unit: (-bargain(box, unit), unit),
        )
        if len(units) > 1 and areas:
            for zone in range(len(box.zones)):
                if self.look.occupied[zone]:
                    yield from self._task_force(zone, units, areas)

    def _task_force(self, zone: int, units: list[int], areas: list[int]) -> Iterator[Order]:
        box, planner = self.box, self.planner
        by_road = [area for area in areas if zone in box.roads_in[area - OFF_MAP]]
        strikes = planner.striking[zone] + [unit for unit in planner.air if unit < box.air_end]
        force = planner.at[zone] + [
            unit
            for unit, place in planner.place.items()
            if place >= OFF_MAP and zone in planner.reach[unit] and box.of[unit].type not in SUPPORT
        ]
        first, area, stall = -1, -1, 0
        cost = bodies = 0.0
        best: tuple[float, float] | None = None
        for unit in units:
            kind = box.of[unit]
            ways = areas if kind.airmobile and (kind.sof or not box.sof_only[zone]) else by_road
            if not ways:
                continue
            cost += box.mobilization_cost(unit)
            if cost > self._spare:
                break
            if first < 0:
                first, area = unit, ways[0]
            force = [*force, unit]
            bodies += self._body(unit)
            gain = planner.worth(zone, force, strikes) - planner.now(zone)
            worth = gain * (1 + self._future * self.weights.together) + bodies
            if best is None or worth - cost > best[0] - best[1]:
                best, stall = (worth, cost), 0
            else:
                stall += 1
                if stall > PATIENCE:
                    break
        if best is not None:
            yield from self._offer(SOF if box.of[first].sof else GROUND, first, 1, area, *best, "bought-force", zone)

    # -- air units -------------------------------------------------------------------------------------

    def _air_units(self) -> Iterator[Order]:
        state, box = self.state, self.box
        areas = areas_with_air_room(state, box)
        seen: set[tuple[int, int]] = set()
        for unit in counters_at(state, AVAILABLE, box.ground_end, box.air_end) if areas else ():
            if box.factors[unit] not in seen:
                seen.add(box.factors[unit])
                zone, gain = self.planner.target(unit)
                worth = gain * (1 + self._turns) * self.weights.daring
                yield from self._offer(AIR, unit, 1, areas[0], worth, box.cost.air, "bought-air", zone)

    # -- what is placed in zones -----------------------------------------------------------------------

    def _bases(self) -> Iterator[Order]:
        """Yield FOBs where there are engineers."""
        state, box = self.state, self.box
        for zone, contingent in fob_sites(state, box):
            fob = next(c for c in box.fobs if state.where[c] == AVAILABLE and box.of[c].contingent == contingent)
            yield from self._offer(
                FOB, fob, 1, zone, fob_worth(self.planner, fob, zone, self._turns), box.cost.fob, "built", zone
            )

    def _recruits(self) -> Iterator[Order]:
        """Yield Northern Alliance units where there are SOF units."""
        state, box = self.state, self.box
        unit = state.where.find(POOL)
        for zone in sof_zones(state, box) if unit >= 0 else ():
            worth = self.planner.arriving(unit, zone).gain * (1 + self._future * self.weights.recruit)
            if self._turns and award(box, zone):
                worth += self.weights.body
            yield from self._offer(ALLIANCE, unit, 1, zone, worth, box.cost.alliance, "recruited", zone)

    # -- assets ----------------------------------------------------------------------------------------

    def _assets(self) -> Iterator[Order]:
        state, box = self.state, self.box
        price = box.cost.asset_pair / 2
        for drone in counters_at(state, AVAILABLE, *asset_range(box, "drone"))[:1]:
            zone, gain = self.planner.target(drone)
            yield from self._offer(ASSET, drone, 1, READY, gain, price, "bought-drone", zone)
        for sensor in counters_at(state, AVAILABLE, *asset_range(box, "isr"))[:1]:
            zone = self.best_sighting(range(len(box.zones)))
            worth = self.weights.seen * sighting_worth(self.planner, zone) if zone >= 0 else 0.0
            yield from self._offer(ASSET, sensor, 1, READY, worth, price, "bought-isr", zone)
        left = counters_at(state, AVAILABLE, *asset_range(box, "infowar"))
        ready = len(counters_at(state, READY, *asset_range(box, "infowar")))
        n = min(self.look.climate.markers(self.look.price) - ready, len(left))
        # their price was weighed with their worth
        if n > 0 and state.points - marker_cost(n) >= self.weights.infowar_reserve:
            yield Order(ASSET, left[0], n, READY, float("inf"), "bought-infowar")

    def best_sighting(self, zones: range | list[int]) -> int:
        """Return the zone where the next ISR marker gains most; -1 if none."""
        worth = {zone: sighting_worth(self.planner, zone) for zone in zones if zone not in self._watched}
        zone = max(worth, key=lambda zone: (worth[zone], -zone), default=-1)
        return zone if zone >= 0 and worth[zone] > 0 else -1

    def sight(self, zones: list[int]) -> int:
        """Return where to place an ISR marker: where it was bought for, else where it gains most."""
        for zone in zones:
            if zone in self._watched:
                return zone
        return self.best_sighting(zones)

    # -- what was ordered ------------------------------------------------------------------------------

    def take(self, order: Order) -> None:
        """Add the order to the plan."""
        box, planner, unit = self.box, self.planner, order.counter
        placed = place(self.state, box, order)
        for counter in placed:
            planner.world.where[counter] = order.place
        if order.what == ASSET:
            kind = box.of[unit].id
            if kind == "drone":
                planner.air += placed
            if kind == "isr":
                self._watched.add(order.zone)
        elif order.what == AIR:
            planner.air.append(unit)
        else:
            planner.add(unit)
            planner.gather()
        planner.settle()
        self._made.append(order)


def place(state: State, box: Box, order: Order) -> list[int]:
    """Place what was ordered and return its counters; of units that are drawn, any is as good as another."""
    if order.what == ASSET:
        placed = counters_at(state, AVAILABLE, *asset_range(box, box.of[order.counter].id))[: order.n]
    else:
        placed = [state.where.find(POOL) if order.what == ALLIANCE else order.counter]
    for counter in placed:
        state.where[counter] = order.place
    return placed


def bargain(box: Box, unit: int) -> float:
    """Return a unit's value for its price: both sides, and whether it is airmobile, elite or heavy."""
    kind = box.of[unit]
    return (
        sum(kind.factors) / max(1, box.mobilization_cost(unit))
        + 0.2 * kind.airmobile
        + 0.2 * kind.elite[0]
        - 0.2 * kind.heavy
    )
