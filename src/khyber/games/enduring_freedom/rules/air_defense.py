"""Islamist air defense fire (21.0)."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import OFF_MAP
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import counters_at, factor, revealed_at, zones_of
from khyber.games.enduring_freedom.rules.losses import choose_loss, step_loss
from khyber.games.enduring_freedom.state import NONE, State


def any_fire(state: State, box: Box) -> bool:
    """Return whether an air defense unit has a target."""
    zones = {state.where[c] for c in box.air_defense if state.shown[c]}
    return any(zone < OFF_MAP and flying_in(state, box, zone) for zone in zones)


@rule("7.2", "21.1")
def air_defense_phase(play: Play) -> Rules:
    """21.1: after all air movement, fire zone by zone."""
    state, box = play.state, play.box
    for zone in zones_of(state, box.alliance_end, box.air_end) if any_fire(state, box) else ():
        targets = flying_in(state, box, zone)
        if targets:
            yield from air_defense(play, zone, targets)
    state.moved[:] = bytes(box.end)
    state.step = "strike"


@rule("21.1", "21.5")
def flying_in(state: State, box: Box, zone: int) -> list[int]:
    """21.1, 21.5: air units on missions there and ground units that flew in, but no drones."""
    landed = [unit for unit in counters_at(state, zone, box.alliance_end, box.ground_end) if state.moved[unit]]
    return counters_at(state, zone, box.ground_end, box.air_end) + landed


@rule("21.1", "21.2", "21.3", "21.4")
def air_defense(play: Play, zone: int, targets: list[int]) -> Rules:
    """21.1: roll for each air defense unit; for each hit the player chooses a unit to reduce."""
    state, box = play.state, play.box
    state.zone, state.hits = zone, 0
    for counter in revealed_at(state, box, zone):
        if box.of[counter].type == "air-defense":
            die = play.roll("air-defense")
            hit = die <= factor(state, box, counter)
            play.emit("fired", "21.1", box.of[counter].id, box.zones[zone], die, int(hit))
            state.hits += hit
    while state.hits:
        alive = [unit for unit in targets if state.where[unit] == zone]
        if not alive:
            break
        unit = yield from choose_loss(play, "air-loss", alive)
        state.hits -= 1
        step_loss(play, "21.3", unit)
    state.zone, state.hits = NONE, 0
