"""Defensive close air support in the Reaction Phase (17.1, 21.2)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import CAS, OFF_MAP
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.air import drones_ready
from khyber.games.enduring_freedom.rules.air_defense import air_defense
from khyber.games.enduring_freedom.rules.forces import counters_at, islamists_in, put, unlike, zones_of
from khyber.games.enduring_freedom.rules.mobilization import DONE
from khyber.games.enduring_freedom.state import State


def any_support(state: State, box: Box) -> bool:
    """Whether there is close air support to give."""
    return len(support_actions(state, box)) > 1


@rule("7.2", "17.1", "21.2")
def defensive_support(play: Play) -> Rules:
    """17.1 (2), 21.2: air units tasked with CAS, and drones, go where US or NATO units will be attacked; then air
    defense fires at them."""
    state, box = play.state, play.box
    while True:
        what = yield from play.pick("cas", "17.1", lambda: support_actions(state, box))
        if what == DONE:
            break
        unit = drones_ready(state, box)[0] if what == "drone" else -1
        if what == "cas":
            unit, _ = yield from play.pick("cas-unit", "17.1", lambda: unlike(state, box, tasked(state, box)))
        n = 1 if unit >= 0 else len(tasked(state, box))
        zone = yield from play.pick("cas-zone", "17.1", lambda: support_zones(state, box), {"n": n})
        if unit >= 0:
            put(play, "17.1", unit, zone)
        else:
            support_all(play, zone)
    for zone in zones_of(state, box.ground_end, box.air_end):
        yield from air_defense(play, zone, counters_at(state, zone, box.ground_end, box.air_end))
    state.step = "counterattack-begin"


def support_actions(state: State, box: Box) -> list[str]:
    air, drones = tasked(state, box), drones_ready(state, box)
    if not (air or drones) or not support_zones(state, box):
        return [DONE]
    found = ["cas-all"] if len(air) > 1 else []
    if air:
        found.append("cas")
    if drones:
        found.append("drone")
    return [*found, DONE]


def support_all(play: Play, zone: int) -> None:
    """A batch: all close air support in a zone, one by one."""
    state, box = play.state, play.box
    zones = len(support_zones(state, box))
    while units := unlike(state, box, tasked(state, box)):
        play.single("cas")
        play.made(units[0], len(units))
        play.made(zone, zones)
        put(play, "17.1", units[0][0], zone)


def tasked(state: State, box: Box) -> list[int]:
    return counters_at(state, CAS, box.ground_end, box.air_end)


@rule("17.1")
def support_zones(state: State, box: Box) -> list[int]:
    """17.1 (2): zones with US or NATO units and Islamists."""
    defended = sorted({state.where[unit] for unit in box.western if state.where[unit] < OFF_MAP})
    return [zone for zone in defended if islamists_in(state, box, zone)]
