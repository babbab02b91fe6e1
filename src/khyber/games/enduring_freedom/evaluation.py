"""An estimate of how well the campaign goes, its NetWar Points, and what a learned estimate reads."""

from __future__ import annotations

from khyber.engine.features import Feature
from khyber.games.enduring_freedom.board import COALITION, CONTROL_IDS, ISLAMISTS, MOST_POINTS
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.features import features
from khyber.games.enduring_freedom.rules.forces import control, factor
from khyber.games.enduring_freedom.state import State


def winning_chance(state: State) -> float:
    """Return the NetWar Points as a share of the most there can be."""
    return state.points / MOST_POINTS


def inputs(box: Box, steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what learners observe (`features.py`), and what they would otherwise have to work out."""
    zones = range(len(box.zones))

    def controlled(state: State) -> bytes:
        found = [control(state, box, zone) for zone in zones]
        return bytes([who == kind for kind in range(len(CONTROL_IDS)) for who in found])

    def factors(state: State) -> bytes:
        sums = bytearray(2 * len(zones))
        for counter in range(box.ground_end):
            zone = state.where[counter]
            if zone < len(zones):
                side = ISLAMISTS if counter < box.islamist_end else COALITION
                at = side * len(zones) + zone
                sums[at] = min(255, sums[at] + factor(state, box, counter))
        return bytes(sums)

    return (
        *features(box, steps),
        Feature("controlled", len(CONTROL_IDS) * len(zones), 1, f"zones: {', '.join(CONTROL_IDS)}", "", controlled),
        Feature("factors", 2 * len(zones), 255, "combat factors in each zone, Coalition, then Islamists", "", factors),
    )
