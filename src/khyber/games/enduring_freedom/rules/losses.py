"""Reductions and eliminations, on both sides, and the points for them (4.2, 25.0)."""

from __future__ import annotations

from functools import partial

from khyber.games.enduring_freedom.board import DEAD, LOST, POOL, UNDERGROUND
from khyber.games.enduring_freedom.play import Asking, Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import Unit, factor, unlike
from khyber.games.enduring_freedom.rules.netwar import gain, lose
from khyber.games.enduring_freedom.rules.reveal import conceal_into

# -- Islamists -------------------------------------------------------------------------------------


@rule("22.3", "24.3", "25.1", "25.3")
def hit_islamists(play: Play, reason: str, zone: int, there: list[int]) -> Rules:
    """25.1: eliminate the weakest units first; the player breaks ties. Excess hits are lost.

    `there` are the revealed Islamists; the eliminated ones are removed from it.
    """
    state, box = play.state, play.box
    while state.hits and there:
        unit = there[0]
        if len(there) > 1:
            factors = [factor(state, box, c) for c in there]
            weakest = min(factors)
            first = [c for c, its in zip(there, factors, strict=True) if its == weakest]
            unit, _ = yield from play.pick(
                "islamist-loss", "25.1", partial(unlike, state, box, first), {"place": box.zones[zone], "n": state.hits}
            )
        state.hits -= 1
        there.remove(unit)
        eliminate_islamist(play, reason, unit)
    state.hits = 0


@rule("4.2", "10.2", "25.1")
def eliminate_islamist(play: Play, reason: str, counter: int) -> None:
    """25.1: remove leaders and special forces, send others Underground; gain points for either."""
    state, box = play.state, play.box
    kind, gains = box.of[counter], box.gain
    play.emit("eliminated", reason, kind.id, box.place_id(state.where[counter]))
    if kind.type in ("hvt", "special-forces"):
        state.where[counter], state.shown[counter] = DEAD, 1
    else:
        conceal_into(play, counter, UNDERGROUND)
    if kind.type == "hvt":
        gain(play, "4.2", play.dice("target", gains.first_target_dice if kind.first_target else gains.target_dice))
    elif kind.type == "base":
        gain(play, "4.2", gains.base_points + play.dice("base", gains.base_dice))
    else:
        gain(play, "4.2", gains.sof if kind.type == "special-forces" else gains.other)


# -- the Coalition ---------------------------------------------------------------------------------


@rule("24.2", "25.2")
def hit_coalition(play: Play, reason: str, units: list[int]) -> Rules:
    """25.2: the player chooses which units take the hits; excess hits are lost.

    `units` are those in the zone; the eliminated ones are removed from it.
    """
    state = play.state
    zone = state.zone
    while state.hits and units:
        unit = yield from choose_loss(play, "coalition-loss", units)
        state.hits -= 1
        step_loss(play, reason, unit)
        if state.where[unit] != zone:
            units.remove(unit)
    state.hits = 0


def choose_loss(play: Play, ask: str, units: list[int]) -> Asking[int]:
    """Ask which unit takes a hit."""
    if len(units) == 1:
        return units[0]
    state, box = play.state, play.box
    unit: Unit = yield from play.pick(
        ask, "25.2", partial(unlike, state, box, units), {"place": box.place_id(state.zone), "n": state.hits}
    )
    return unit[0]


@rule("4.2", "21.3", "25.2", "9.2")
def step_loss(play: Play, reason: str, unit: int, *, scored: bool = True) -> None:
    """25.2: reduce a full unit, eliminate a reduced or one-step one, for the points in the table."""
    state, box = play.state, play.box
    kind, losses = box.of[unit], box.loss
    air, two_steps = kind.family == "air", unit >= box.alliance_end
    if two_steps and not state.reduced[unit]:
        state.reduced[unit] = 1
        play.emit("reduced", reason, kind.id, box.place_id(state.where[unit]))
        cost = losses.air_reduced if air else losses.sof_reduced if kind.sof else losses.ground_reduced
    else:
        leader = kind.type == "leader"
        remove_coalition(play, reason, unit)
        if not two_steps:
            cost = 0 if not scored else play.dice("leader", losses.leader_dice) if leader else losses.alliance
        else:
            cost = losses.air_eliminated if air else losses.sof_eliminated if kind.sof else losses.ground_eliminated
    if scored and kind.contingent != "iran":
        lose(play, "4.2", cost)


@rule("12.2", "25.2")
def remove_coalition(play: Play, reason: str, unit: int) -> None:
    """25.2: eliminate for good; Northern Alliance units other than leaders can return."""
    state, box = play.state, play.box
    kind = box.of[unit]
    play.emit("eliminated", reason, kind.id, box.place_id(state.where[unit]))
    state.reduced[unit] = 0
    if kind.family == "alliance" and kind.type != "leader":
        conceal_into(play, unit, POOL)
    else:
        state.where[unit] = LOST
        if kind.family == "alliance":
            state.shown[unit] = 1
