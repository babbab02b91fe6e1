"""Sustainment of US and NATO ground units (27.0)."""

from __future__ import annotations

from functools import lru_cache, partial

from khyber.games.enduring_freedom.board import OFF_MAP
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import any_at, has_islamists
from khyber.games.enduring_freedom.rules.losses import step_loss
from khyber.games.enduring_freedom.rules.netwar import affords, lose
from khyber.games.enduring_freedom.state import State


def any_unsustained(state: State, box: Box) -> bool:
    return bool(unsustained(state, box))


#: Batches: the same for all the rest.
SUSTAIN_ALL = {"pay-all": "pay", "reduce-all": "reduce"}


@rule("7.2", "27.2")
def sustainment(play: Play) -> Rules:
    """27.2: for each unsustained unit, or all the rest at once, spend points or reduce it."""
    state, box = play.state, play.box
    units = unsustained(state, box)
    while units:
        unit = units[0]
        cost = sustain_cost(box, unit)
        choice = yield from play.pick(
            "sustain",
            "27.2",
            partial(sustain_choices, state, box, units),
            {"unit": box.of[unit].id, "place": box.zones[state.where[unit]], "n": cost},
        )
        if choice in SUSTAIN_ALL:
            for at, other in enumerate(units):
                play.made(SUSTAIN_ALL[choice], len(sustain_choices(state, box, units[at:])))
                sustain(play, other, pay=choice == "pay-all")
            break
        sustain(play, unit, pay=choice == "pay")
        del units[0]
    state.step = "civil"


def sustain_choices(state: State, box: Box, units: list[int]) -> list[str]:
    """Return the choices: pay or reduce, for one unit or all that are left."""
    pay = ["pay"] if affords(state, sustain_cost(box, units[0])) else []
    if len(units) == 1:
        return [*pay, "reduce"]
    pay_all = ["pay-all"] if affords(state, sum(sustain_cost(box, unit) for unit in units)) else []
    return [*pay_all, "reduce-all", *pay, "reduce"]


@rule("27.2")
def sustain(play: Play, unit: int, *, pay: bool) -> None:
    """27.2: spend points for a unit, or reduce it."""
    if pay:
        cost = sustain_cost(play.box, unit)
        lose(play, "27.2", cost)
        play.emit("sustained", "27.2", play.box.of[unit].id, cost)
    else:
        step_loss(play, "27.2", unit, scored=False)


@rule("27.2")
def sustain_cost(box: Box, unit: int) -> int:
    """27.2 (1): return the cost, higher for a heavy unit."""
    return box.cost.sustain_heavy if box.of[unit].heavy else box.cost.sustain_light


@lru_cache(maxsize=16)
def to_sustain(box: Box) -> tuple[int, ...]:
    """Return the US and NATO ground units that need to be sustained at all."""
    return tuple(c for c in box.western if not box.of[c].sof and box.of[c].type not in ("fob", "hq"))


@rule("27.1", "27.3")
def unsustained(state: State, box: Box) -> list[int]:
    """27.1, 27.3: US and NATO ground units in Afghanistan that nothing sustains."""
    supplied: dict[int, bool] = {}
    found = []
    for unit in to_sustain(box):
        place = state.where[unit]
        if place < OFF_MAP:
            if place not in supplied:
                supplied[place] = is_supplied(state, box, place)
            if not supplied[place]:
                found.append(unit)
    return found


@rule("27.1", "9.5", "32.1")
def is_supplied(state: State, box: Box, zone: int) -> bool:
    """27.1 (4) and (5): a FOB or HQ at an airbase in the zone, or in an adjacent one without Islamists."""
    if box.airbase[zone] and any_at(state, zone, box.bases):
        return True
    return any(
        box.airbase[other] and any_at(state, other, box.bases) and not has_islamists(state, box, other)
        for other in box.adjacent[zone]
    )
