"""4.1: Special Activities: which may accompany what, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from khyber.games.distant_plain.board import COALITION, FACTIONS, GOVERNMENT, SEATS, TALIBAN, WARLORDS, Faction, Space
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Asking, Play, Rules
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities import (
    air_lift,
    air_strike,
    ambush,
    cultivate,
    eradicate,
    extort,
    govern,
    infiltrate,
    suborn,
    surge,
    traffic,
    transport,
)
from khyber.games.distant_plain.rules.lasting import MANPADS_SCARE, forbidden, shaded
from khyber.games.distant_plain.rules.operations.conditions import operation_possible
from khyber.games.distant_plain.rules.tracks import pay


@dataclass(frozen=True, slots=True)
class Activity:
    """A Special Activity: its Faction, what it may accompany, when it is possible, and how to execute it."""

    faction: Faction
    rule: str
    accompanies: frozenset[str]
    possible: Callable[[Play, Faction], bool]
    execute: Callable[[Play, Faction], Rules]


_COIN_OPS = frozenset(("train", "patrol", "sweep", "assault"))
_INSURGENT_OPS = frozenset(("rally", "march", "attack", "terror"))
_MOVING = frozenset(("rally", "march"))

ACTIVITIES = {
    "surge": Activity(COALITION, "4.2.1", frozenset(("train",)), surge.can_surge, surge.surge),
    "air-lift": Activity(COALITION, "4.2.2", _COIN_OPS, air_lift.can_air_lift, air_lift.air_lift),
    "air-strike": Activity(COALITION, "4.2.3", _COIN_OPS - {"train"}, air_strike.can_air_strike, air_strike.air_strike),
    "govern": Activity(GOVERNMENT, "4.3.1", frozenset(("train", "patrol")), govern.can_govern, govern.govern),
    "transport": Activity(GOVERNMENT, "4.3.2", _COIN_OPS, transport.can_transport, transport.transport),
    "eradicate": Activity(GOVERNMENT, "4.3.3", _COIN_OPS - {"sweep"}, eradicate.can_eradicate, eradicate.eradicate),
    "extort": Activity(TALIBAN, "4.4.1", _INSURGENT_OPS, extort.can_extort, extort.extort),
    "infiltrate": Activity(TALIBAN, "4.4.2", _MOVING, infiltrate.can_infiltrate, infiltrate.infiltrate),
    "ambush": Activity(TALIBAN, "4.4.3", frozenset(("attack",)), ambush.can_ambush, ambush.ambush),
    "cultivate": Activity(WARLORDS, "4.5.1", _MOVING, cultivate.can_cultivate, cultivate.cultivate),
    "traffic": Activity(WARLORDS, "4.5.2", _MOVING, traffic.can_traffic, traffic.traffic),
    "suborn": Activity(WARLORDS, "4.5.3", _INSURGENT_OPS, suborn.can_suborn, suborn.suborn),
}
#: Special Activities that MANPADS may cancel, and the cost (5.4).
MISSILE_TARGETS = ("air-lift", "air-strike")
MISSILE_COST = 2
#: Special Activities that can make an Operation possible, by Resources or Underground Guerrillas, and their spaces.
ENABLING: Mapping[str, Callable[[Play], list[Space]]] = {
    "extort": extort.extort_spaces,
    "traffic": traffic.traffic_spaces,
    "suborn": suborn.suborn_spaces,
}
OF_FACTION = {
    faction: tuple(name for name, activity in ACTIVITIES.items() if activity.faction == faction) for faction in FACTIONS
}
_ACCOMPANYING = {
    (faction, op): tuple(name for name in names if op in ACTIVITIES[name].accompanies)
    for faction, names in OF_FACTION.items()
    for op in (*_COIN_OPS, *_INSURGENT_OPS)
}


@rule("4.1.1")
def may_accompany(faction: Faction, op: str) -> tuple[str, ...]:
    """4.1.1: the Faction's Special Activities that may accompany this Operation."""
    return _ACCOMPANYING[faction, op]


@rule("4.1")
def activities(play: Play, faction: Faction) -> list[str]:
    """4.1: the Special Activities open now: one type per Operation, before, during or after it."""
    state = play.state
    if not state.special_allowed or state.special:
        return []
    names = may_accompany(faction, state.op)
    if not state.op_spaces and not operation_possible(play, faction, state.op):
        names = tuple(name for name in names if name in ENABLING)
    return [name for name in names if ACTIVITIES[name].possible(play, faction) and not forbidden(play, faction, name)]


@rule("4.1")
def enabled_by(play: Play, name: str) -> bool:
    """4.1: whether the Special Activity under way has a space left that makes a declared Operation possible."""
    return name in ENABLING and bool(ENABLING[name](play))


def enabled_by_activity(play: Play, faction: Faction, op: str) -> bool:
    """4.1: whether a Special Activity executed first would make this Operation possible."""
    if not any(name in ENABLING for name in may_accompany(faction, op)):
        return False
    scratch = play.scratch()
    scratch.state.op, scratch.state.op_by, scratch.state.special_allowed = op, faction, True
    return bool(activities(scratch, faction))


def special_activity(play: Play, faction: Faction, name: str) -> Rules:
    """4.1: execute a whole Special Activity."""
    play.state.special = name
    play.emit("activity", ACTIVITIES[name].rule, SEATS[faction], name)
    play.interrupted = bool(play.state.op)
    if name in MISSILE_TARGETS and (yield from scared_off(play, name)):
        return
    play.under_way = name
    yield from ACTIVITIES[name].execute(play, faction)
    play.under_way = ""


def scared_off(play: Play, name: str) -> Asking[bool]:
    """4.2.2, 4.2.3: by Momentum, the Taliban may pay to cancel it, unless an Event granted it."""
    state = play.state
    if name in state.op_granted or not shaded(state, MANPADS_SCARE) or state.resources[TALIBAN] < MISSILE_COST:
        return False
    answer = yield from play.ask(
        TALIBAN,
        "manpads",
        ACTIVITIES[name].rule,
        WORDS,
        lambda: ["cancel", "let"],
        {"activity": name, "cost": MISSILE_COST},
    )
    if answer == "let":
        return False
    pay(play, ACTIVITIES[name].rule, TALIBAN, MISSILE_COST)
    play.emit("cancelled", ACTIVITIES[name].rule, name)
    return True
