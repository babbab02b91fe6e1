"""The value of headquarters, engineers and Forward Operating Bases: they sustain, build and hold."""

from __future__ import annotations

from typing import Final

from khyber.games.enduring_freedom.board import AVAILABLE, OFF_MAP
from khyber.games.enduring_freedom.bots.climate import award
from khyber.games.enduring_freedom.bots.disposition import Disposition

#: The turns counted for an HQ.
HQ_TURNS: Final = 2
#: FOBs that an engineer is expected to build, one a turn.
FOBS: Final = 2


def is_source(plan: Disposition, unit: int) -> bool:
    """Return whether a unit sustains others (27.1)."""
    return plan.box.of[unit].type in ("hq", "fob")


def supply(plan: Disposition) -> None:
    """Return the zones that HQs and FOBs sustain by the plan (27.1)."""
    box, look = plan.box, plan.look
    supplied = [False] * len(box.zones)
    for zone in box.airbases:
        if any(is_source(plan, unit) for unit in plan.at[zone]):
            for place in sustained_from(plan, zone):
                supplied[place] = True
    for zone, now in enumerate(supplied):
        if now != look.supplied[zone]:
            look.supplied[zone] = now
            plan.changed(zone)


def sustained_from(plan: Disposition, zone: int) -> tuple[int, ...]:
    """Return the zones a base at an airbase sustains: its own, and neighbours without Islamists."""
    if (
        plan.look.occupied[zone]
        and plan.look.forecast(zone, plan.at[zone], plan.striking[zone]).cleared <= plan.weights.safe
    ):
        return (zone,)
    return (zone, *plan.box.adjacent[zone])


def saved(plan: Disposition, zone: int) -> int:
    """Return the points that a base in a zone would save this turn."""
    if not plan.box.airbase[zone]:
        return 0
    return sum(
        plan.look.upkeep(unit)
        for place in sustained_from(plan, zone)
        if not plan.look.supplied[place]
        for unit in plan.at[place]
    )


def headquarters_worth(plan: Disposition, zone: int) -> float:
    """Return an HQ's value in a zone beyond its fire: units it sustains, now and later."""
    return saved(plan, zone) * (1 + plan.weights.hq_lasting * min(HQ_TURNS, plan.look.turns_left))


def headquarters_here(plan: Disposition, unit: int) -> float:
    """Return the value lost if an HQ leaves its zone."""
    here = plan.place[unit]
    if here >= OFF_MAP or plan.box.of[unit].type != "hq":
        return 0.0
    plan.at[here].remove(unit)
    supply(plan)
    worth = headquarters_worth(plan, here)
    plan.at[here].append(unit)
    supply(plan)
    return worth


def fob_worth(plan: Disposition, fob: int, zone: int, turns: int) -> float:
    """Return the value of a FOB in a zone, this turn and `turns` more (11.2, 27.1)."""
    worth = plan.arriving(fob, zone).gain + saved(plan, zone) * (1 + plan.weights.fob_lasting * turns)
    return worth + (plan.weights.garrison if turns and award(plan.box, zone) else 0.0)


def building_worth(plan: Disposition, engineer: int, zone: int) -> float:
    """Return the value of the FOBs an engineer can build from the next turn on, starting here."""
    box, turns = plan.box, plan.look.turns_left
    contingent = box.of[engineer].contingent
    fobs = [fob for fob in box.fobs if plan.world.where[fob] == AVAILABLE and box.of[fob].contingent == contingent]
    others = sum(
        other != engineer and other in plan.place and box.of[other].contingent == contingent for other in box.engineers
    )
    n = min(len(fobs) - FOBS * others, turns, FOBS)
    if n <= 0:
        return 0.0
    return max(0.0, plan.weights.unsure * n * (fob_worth(plan, fobs[0], zone, turns - 1) - box.cost.fob))
