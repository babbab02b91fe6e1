"""An estimate of how well the campaign goes, its NetWar Points, and what a learned estimate reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from khyber.engine.features import Feature, one_of
from khyber.games.enduring_freedom.ai.features import features
from khyber.games.enduring_freedom.board import (
    ASSETS,
    CAS,
    COALITION,
    CONTROL_IDS,
    DEAD,
    LOST,
    MAX_POINTS,
    READY,
    STAGING,
    STRIKE,
    UNDERGROUND,
)
from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import control, factor
from khyber.games.enduring_freedom.state import State

#: What learners observe that a network reads as it is. It reads all others as sums: campaigns are decided by dice, and
#: with thousands of fields it would learn those by heart.
OBSERVED: Final = ("step", "points", "jihad", "jirga")
#: The most of a sum that fits into a byte.
MOST: Final = 255
#: The combat factor at which a zone counts as guarded, and that of the Islamists next to it as a threat.
GUARDED: Final = 4
THREAT: Final = 6
#: Who may control a zone.
KINDS: Final = range(len(CONTROL_IDS))


def winning_chance(state: State) -> float:
    """Return the NetWar Points as a share of the most there can be."""
    return state.points / MAX_POINTS


def inputs(box: Box, steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what a network reads: the tracks, who controls what is scored (4.2), and the strength of each side."""
    awards = [award(box, zone) for zone in range(len(box.zones))]
    scored = [zone for zone, points in enumerate(awards) if points]

    def held(state: State) -> bytes:
        found = [control(state, box, zone) for zone in scored]
        points = [sum(awards[zone] for zone, who in zip(scored, found, strict=True) if who == kind) for kind in KINDS]
        return bytes([*points, *(found.count(kind) for kind in KINDS)])

    def of_islamists(state: State) -> bytes:
        where, on_map = state.where, [c for c in box.islamists if state.where[c] < len(awards)]
        return bytes(
            [
                len(on_map),
                min(MOST, sum(factor(state, box, c) for c in on_map)),
                sum(awards[where[c]] > 0 for c in on_map),
                sum(not state.shown[c] for c in on_map),
                sum(box.of[c].type == "hvt" and where[c] != DEAD for c in box.islamists),
                where[: box.islamist_end].count(DEAD),
                where[: box.islamist_end].count(UNDERGROUND),
            ]
        )

    def of_coalition(state: State) -> bytes:
        where, zones = state.where, len(awards)
        alliance = [c for c in box.alliance if where[c] < zones]
        ground = [c for c in box.ground if where[c] < zones]
        staged = [c for c in box.ground if where[c] in STAGING]
        flying = [c for c in box.air if where[c] < zones or where[c] in (*STAGING, STRIKE, CAS)]
        sums = (sum(factor(state, box, c) for c in units) for units in (ground, alliance, staged, flying))
        return bytes(
            [
                *(min(MOST, total) for total in sums),
                len(ground),
                len(alliance),
                sum(state.reduced[c] for c in ground),
                sum(box.of[c].type == "fob" for c in ground),
                sum(control(state, box, zone) == COALITION for zone in box.airbases),
                where[box.islamist_end : box.alliance_end].count(LOST),
                where[box.alliance_end : box.air_end].count(LOST),
                *(sum(where[c] == READY and box.of[c].id == kind for c in box.assets) for kind in ASSETS),
            ]
        )

    def at_risk(state: State) -> bytes:
        ours, theirs = ([0] * len(awards) for _ in range(2))
        for counter in range(box.ground_end):
            zone = state.where[counter]
            if zone < len(awards):
                (theirs if counter < box.islamist_end else ours)[zone] += factor(state, box, counter)
        own = [zone for zone in scored if control(state, box, zone) == COALITION]
        return bytes(
            [
                sum(awards[zone] for zone in own if ours[zone] < GUARDED),
                sum(awards[zone] for zone in own if sum(theirs[near] for near in box.adjacent[zone]) >= THREAT),
            ]
        )

    kinds = ", ".join(CONTROL_IDS)
    return (
        *_observed(box, steps),
        replace(one_of("turn", box.last_turn + 1, "the turn, a 1 at its place"), name="turns"),
        Feature("held", 2 * len(CONTROL_IDS), 60, f"points for zones at the end, then zones scored: {kinds}", "", held),
        Feature(
            "of-islamists",
            7,
            60,
            "counters on the map, their combat factors, those in zones that are scored, face-down ones; High Value "
            "Targets left; counters eliminated, Underground",
            "",
            of_islamists,
        ),
        Feature(
            "of-coalition",
            11 + len(ASSETS),
            60,
            "combat factors of ground units on the map, the Northern Alliance, ground units in Staging Areas, air "
            "units; numbers of the first two; reduced ones, FOBs; airbases; eliminated units of the Northern Alliance, "
            f"of others; assets ready: {', '.join(ASSETS)}",
            "",
            of_coalition,
        ),
        Feature("at-risk", 2, 60, "points for zones held by few, and next to a strong force of Islamists", "", at_risk),
    )


def _observed(box: Box, steps: tuple[str, ...]) -> Iterator[Feature]:
    return (one for one in features(box, steps) if one.name in OBSERVED)
