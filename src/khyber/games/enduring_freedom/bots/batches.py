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
from khyber.games.enduring_freedom.rules.air import landings, ready_to_assault, strikers
from khyber.games.enduring_freedom.rules.forces import islamist_zones
from khyber.games.enduring_freedom.rules.ground import ATTACK, Reach, mobile
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
        return ATTACK if self.here is None else ("all", self.here)


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


def strikes_in_order(state: State, box: Box, strikes: Sequence[Strike]) -> tuple[list[Strike], bool]:
    """Return the strikes so that the last ones go to one zone, and whether all that are left do, as one batch."""
    by_air = [strike for strike in strikes if strike[0] < box.air_end]
    if len(by_air) < 2 or len(by_air) < len(strikers(state, box)):
        return [*strikes], False
    last = largest_group(by_air)
    first = [strike for strike in strikes if strike[1] != last or strike[0] >= box.air_end]
    single = [strike for strike in first if strike[0] < box.air_end]
    return [*first, *(strike for strike in by_air if strike[1] == last)], not single


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
