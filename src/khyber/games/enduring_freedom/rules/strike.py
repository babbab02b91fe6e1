"""Joint strikes from the air (22.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import OFF_MAP, READY, STRIKE
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import counters_at, factor, put, revealed_at, zones_of
from khyber.games.enduring_freedom.rules.intelligence import spend_asset
from khyber.games.enduring_freedom.rules.losses import hit_islamists
from khyber.games.enduring_freedom.rules.netwar import lose
from khyber.games.enduring_freedom.rules.staging import fly_home
from khyber.games.enduring_freedom.state import NONE, State


def any_strike(state: State, box: Box) -> bool:
    """Return whether air units or drones are out, or were tasked."""
    there = state.where[box.ground_end :]
    return STRIKE in there or min(there, default=OFF_MAP) < OFF_MAP


@rule("7.2", "22.2")
def joint_strike_phase(play: Play) -> Rules:
    """22.2: resolve strikes zone by zone; then return air units."""
    state, box = play.state, play.box
    for zone in zones_of(state, box.ground_end, box.end):
        yield from joint_strike(play, zone, counters_at(state, zone, box.ground_end, box.end))
    yield from fly_home(play, [unit for unit in box.air if state.where[unit] < OFF_MAP or state.where[unit] == STRIKE])
    state.step = "combat-begin"


@rule("17.2", "22.2", "22.3", "22.4")
def joint_strike(play: Play, zone: int, attackers: list[int]) -> Rules:
    """22.2: roll for each air unit and drone, without edge or return fire, against revealed counters."""
    state, box = play.state, play.box
    revealed = revealed_at(state, box, zone)
    if not revealed:
        for unit in attackers:
            if unit >= box.air_end:
                put(play, "17.2", unit, READY)
        return
    state.zone, state.hits = zone, 0
    collateral = 0
    for unit in attackers:
        die = play.roll("strike")
        hit = die <= strike_factor(state, box, unit, zone)
        play.emit("fired", "22.2", box.of[unit].id, box.zones[zone], die, int(hit))
        state.hits += hit
        collateral += die >= box.collateral[zone]
        if unit >= box.air_end:
            spend_asset(play, "18.0", unit)
    if collateral:
        play.emit("collateral", "22.2", "coalition", box.zones[zone], collateral)
        lose(play, "22.2", collateral * box.loss.collateral)
    yield from hit_islamists(play, "22.3", zone, revealed)
    state.zone = NONE


@rule("22.5")
def strike_factor(state: State, box: Box, unit: int, zone: int) -> int:
    """22.5: air units, but not drones, lose 1 against mountains and strongholds, to a minimum of 1."""
    full = factor(state, box, unit)
    return max(1, full - 1) if box.rough[zone] and unit < box.air_end and full else full
