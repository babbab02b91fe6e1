"""An estimate of how well the campaign goes, its NetWar Points, and what a learned estimate reads."""

from __future__ import annotations

from typing import Final

from khyber.engine.features import Feature
from khyber.games.enduring_freedom.board import (
    COALITION,
    CONTROL_IDS,
    DEMOBILIZED,
    FAMILIES,
    ISLAMISTS,
    MOST_POINTS,
    OFF_MAP,
)
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.features import features
from khyber.games.enduring_freedom.rules.forces import control, factor
from khyber.games.enduring_freedom.state import State

#: Places off the map.
PLACES: Final = DEMOBILIZED - OFF_MAP + 1


def winning_chance(state: State) -> float:
    """Return the NetWar Points as a share of the most there can be."""
    return state.points / MOST_POINTS


#: Fields that say nothing as numbers, because they name places; a network reads the places another way.
NAMES: Final = ("where", "began")


def inputs(box: Box, steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what learners observe (`features.py`), with places counted, and what they would have to work out."""
    zones = len(box.zones)
    families = [
        family
        for family, counters in enumerate((box.islamists, box.alliance, box.ground, box.air, box.assets))
        for _ in counters
    ]

    def controlled(state: State) -> bytes:
        found = [control(state, box, zone) for zone in range(zones)]
        return bytes([who == kind for kind in range(len(CONTROL_IDS)) for who in found])

    def factors(state: State) -> bytes:
        sums = bytearray(2 * zones)
        for counter in range(box.ground_end):
            zone = state.where[counter]
            if zone < zones:
                side = ISLAMISTS if counter < box.islamist_end else COALITION
                at = side * zones + zone
                sums[at] = min(255, sums[at] + factor(state, box, counter))
        return bytes(sums)

    def on_map(where: bytearray) -> bytes:
        return bytes([place < OFF_MAP for place in where])

    def counted(where: bytearray) -> bytes:
        found = bytearray(len(FAMILIES) * (zones + PLACES))
        for family, place in zip(families, where, strict=True):
            found[family * (zones + PLACES) + (place if place < OFF_MAP else zones + place - OFF_MAP)] += 1
        return bytes(found)

    return (
        *(one for one in features(box, steps) if one.name not in NAMES),
        Feature("on-map", box.end, 1, "counters that are in a zone", "where", on_map),
        Feature(
            "counters",
            len(FAMILIES) * (zones + PLACES),
            20,
            f"counters of each family ({', '.join(FAMILIES)}) by zone, then by place off the map",
            "where",
            counted,
        ),
        Feature("controlled", len(CONTROL_IDS) * zones, 1, f"zones: {', '.join(CONTROL_IDS)}", "", controlled),
        Feature("factors", 2 * zones, 255, "combat factors in each zone, Coalition, then Islamists", "", factors),
    )
