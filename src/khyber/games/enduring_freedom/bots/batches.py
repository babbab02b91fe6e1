"""Batches that do what `bot:standard` would do unit by unit: the same result in fewer choices.

Each function names a batch only if it moves, buys or pays for exactly what was planned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from khyber.games.enduring_freedom.board import OFF_MAP
from khyber.games.enduring_freedom.bots.planning import Move
from khyber.games.enduring_freedom.bots.purchases import Order
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.air import flyable, landings, ready_to_assault, strikers
from khyber.games.enduring_freedom.rules.forces import ground_room, islamist_zones
from khyber.games.enduring_freedom.rules.ground import ALL, ATTACK, Reach, mobile
from khyber.games.enduring_freedom.rules.mobilization import SOF, affordable, sof_areas
from khyber.games.enduring_freedom.state import State

#: An air unit or drone, and the zone it strikes.
Strike = tuple[int, int]


class March(NamedTuple):
    """A batch of moves: of all units in one place, or, without a place, of all units in reach."""

    here: int | None
    dest: int
    units: frozenset[int]

    @property
    def choice(self) -> str | tuple[str, int]:
        return ATTACK if self.here is None else (ALL, self.here)


def sof_batch(state: State, box: Box, orders: Sequence[Order]) -> tuple[int, list[Order]] | None:
    """Return the Staging Area where the batch buys only SOF units that are ordered, and their orders."""
    units = affordable(state, box, sof=True)
    for area, n, _ in sof_areas(state, box):
        bought = Counter(box.of[unit].id for unit in units[:n])
        met = []
        for order in orders:
            if order.what == SOF and order.place == area and bought[box.of[order.counter].id]:
                bought[box.of[order.counter].id] -= 1
                met.append(order)
        if n > 1 and len(met) == n:
            return area, met
    return None


def largest_group(strikes: Sequence[Strike]) -> int:
    """Return the zone that most of these strikes go to, the first of equals."""
    return max(dict.fromkeys(zone for _, zone in strikes), key=[zone for _, zone in strikes].count)


def strikes_in_order(state: State, box: Box, strikes: Sequence[Strike], sent: int) -> tuple[list[Strike], bool]:
    """Return the strikes by zone, and whether those by air units that are left go to one zone as a batch.

    Those at the zone where the last unit was `sent` come first, the largest group last if no air unit stays.
    """
    by_air = [strike for strike in strikes if strike[0] < box.air_end]
    zones = sorted(dict.fromkeys(zone for _, zone in strikes), key=lambda zone: zone != sent)
    if len(by_air) < 2 or len(by_air) < len(strikers(state, box)):
        return _by_zone(strikes, zones), False
    last = largest_group(by_air)
    if sum(zone == last for _, zone in by_air) > 2 or last != sent:
        zones.remove(last)
        zones.append(last)
    return _by_zone(strikes, zones), {zone for _, zone in by_air} == {last} and (len(by_air) > 2 or last != sent)


def _by_zone(strikes: Sequence[Strike], zones: Sequence[int]) -> list[Strike]:
    return sorted(strikes, key=lambda strike: zones.index(strike[1]))


def flight(state: State, box: Box, moves: Sequence[Move], strikes: Sequence[Strike]) -> int | None:
    """Return the zone of a batch that flies exactly the units still to fly and sends exactly these strikes."""
    zones = {move.place for move in moves} | {zone for unit, zone in strikes if unit < box.air_end}
    if len(zones) != 1 or not moves:
        return None
    (zone,) = zones
    units = {unit for unit in ready_to_assault(state, box) if zone in landings(state, box, unit)}
    ours = sum(unit < box.air_end for unit, _ in strikes)
    if zone >= OFF_MAP or zone not in islamist_zones(state, box) or ours != len(strikers(state, box)):
        return None
    return zone if units == {move.unit for move in moves} and len(units) + ours > 1 else None


def lift(state: State, box: Box, moves: Sequence[Move], sent: int) -> March | None:
    """Return a batch that flies exactly units of one place that are to go where the first can go next.

    Where the last unit was `sent`, two more are sent as quickly one by one.
    """
    first = next((move for move in moves if move.place in landings(state, box, move.unit)), None)
    if first is None:
        return None
    flying, dest = [*flyable(state, box)], first.place
    room = len(flying) if dest < OFF_MAP else ground_room(state, box, dest)
    for here in dict.fromkeys(state.where[move.unit] for move in moves if move.place == dest):
        going = [unit for unit in flying if state.where[unit] == here and dest in landings(state, box, unit)]
        exact = _is_planned(going, dest, moves) and len(going) <= room and all(box.of[unit].airmobile for unit in going)
        if exact and (len(going) > 2 or dest != sent):
            return March(here, dest, frozenset(going))
    return None


def march(state: State, box: Box, moves: Sequence[Move]) -> March | None:
    """Return a batch that moves exactly units that are to march, all to one zone; None if there is none."""
    held, units, reach = islamist_zones(state, box), mobile(state, box), Reach(state, box)
    for zone in dict.fromkeys(move.place for move in moves if move.place in held):
        going = {unit for unit in units if state.where[unit] not in held and zone in reach.places(unit)}
        if _is_planned(going, zone, moves):
            return March(None, zone, frozenset(going))
    for here, dest in dict.fromkeys((state.where[move.unit], move.place) for move in moves if move.place < OFF_MAP):
        going = {unit for unit in units if state.where[unit] == here and dest in reach.places(unit)}
        if _is_planned(going, dest, moves):
            return March(here, dest, frozenset(going))
    return None


def _is_planned(units: Collection[int], dest: int, moves: Sequence[Move]) -> bool:
    return len(units) > 1 and set(units) <= {move.unit for move in moves if move.place == dest}


def smaller_groups_first(state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the moves so that of those from one place the largest group goes last, as a batch if nobody stays."""
    ways = Counter((state.where[move.unit], move.place) for move in moves)
    largest = {here: dest for (here, dest), _ in reversed(ways.most_common())}
    return sorted(moves, key=lambda move: move.place == largest[state.where[move.unit]])
