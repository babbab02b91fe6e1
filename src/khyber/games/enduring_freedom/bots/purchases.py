"""What the reference Coalition player buys, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from khyber.games.enduring_freedom.board import AVAILABLE, HIGHEST_JIHAD, READY
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import (
    areas_with_air_room,
    areas_with_ground_room,
    counters_at,
)
from khyber.games.enduring_freedom.rules.mobilization import AIR, ASSET, SOF, affordable, asset_range
from khyber.games.enduring_freedom.state import State

#: Points that are not spent on units.
RESERVE: Final = 20
#: Air units worth buying have this rating at least; and the last turns in which units are worth buying.
RATING: Final = 3
LAST_AIR: Final = 3
LAST_SOF: Final = 6
#: Points that are kept when InfoWar markers are bought.
INFOWAR_RESERVE: Final = 6
#: InfoWar markers committed against a fanatical Jihad.
INFOWAR: Final = 2


@dataclass(frozen=True, slots=True)
class Order:
    """One purchase: what, which counter, how many, and where to."""

    what: str
    counter: int
    n: int
    place: int


def next_order(state: State, box: Box) -> Order | None:
    """The next thing to buy: special forces, then bombers; InfoWar when the Jihad is at its height."""
    if state.turn <= LAST_SOF:
        areas = areas_with_ground_room(state, box)
        units = affordable(state, box, sof=True)
        if areas and units and state.points - box.cost.sof >= RESERVE:
            return Order(SOF, max(units, key=lambda unit: (box.of[unit].factors[0], -unit)), 1, areas[0])
    if state.turn <= LAST_AIR:
        areas = areas_with_air_room(state, box)
        units = [unit for unit in counters_at(state, AVAILABLE, box.ground_end, box.air_end)
                 if box.of[unit].factors[0] >= RATING]
        if areas and units and state.points - box.cost.air >= RESERVE:
            return Order(AIR, max(units, key=lambda unit: (sum(box.of[unit].factors), -unit)), 1, areas[0])
    if state.turn and state.jihad == HIGHEST_JIHAD:
        ready = len(counters_at(state, READY, *asset_range(box, "infowar")))
        left = counters_at(state, AVAILABLE, *asset_range(box, "infowar"))
        if ready < INFOWAR and len(left) >= INFOWAR - ready and state.points - box.cost.asset_pair >= INFOWAR_RESERVE:
            return Order(ASSET, left[0], INFOWAR - ready, READY)
    return None
