"""The Islamist Reaction Phase (7.2), after its Jihad events, which are in events.py."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import CAS, ISLAMISTS, OFF_MAP, READY
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.air import drones_ready, send_all
from khyber.games.enduring_freedom.rules.air_defense import air_defense
from khyber.games.enduring_freedom.rules.forces import (
    coalition_places,
    counters_at,
    has_coalition,
    has_islamists,
    islamist_places,
    put,
    unlike,
    zones_of,
)
from khyber.games.enduring_freedom.rules.jihad import change_jihad, random_location
from khyber.games.enduring_freedom.rules.mobilization import DONE
from khyber.games.enduring_freedom.rules.reveal import (
    clear_aside,
    drop_spectaculars,
    raise_from,
    ready_underground,
    reveal_all,
    spectacular_zones,
)
from khyber.games.enduring_freedom.rules.staging import fly_home
from khyber.games.enduring_freedom.state import State

# -- Islamist mobilization -----------------------------------------------------------------------


@rule("7.2", "28.6", "30.1")
def islamist_mobilization(play: Play) -> None:
    """28.6: mobilize units from the Underground by the lower line, each in a random zone."""
    for _ in range(play.box.lower_line[play.state.jihad]):
        zone = random_location(play)
        if not raise_from(play, "28.6", 1, zone, ready_underground(play)):
            break
    play.state.step = "cas-reveal"


# -- defensive close air support -----------------------------------------------------------------


@rule("20.2")
def reaction_reveal(play: Play) -> None:
    """20.2 (3): reveal Islamists in zones with Coalition ground units in the Reaction Phase."""
    if reveal_all(play, "20.2", "cas-reveal"):
        state, box = play.state, play.box
        for zone in spectacular_zones(state, box):
            if not (has_islamists(state, box, zone) and has_coalition(state, box, zone)):
                drop_spectaculars(play, zone)
        clear_aside(play)
        state.then, state.step = "", "cas"


def any_support(state: State, box: Box) -> bool:
    """Return whether close air support is available."""
    return len(support_actions(state, box)) > 1


@rule("7.2", "17.1", "21.2")
def defensive_support(play: Play) -> Rules:
    """17.1 (2), 21.2: send CAS and drones to threatened US or NATO units; air defense then fires."""
    state, box = play.state, play.box
    while True:
        what = yield from play.pick("cas", "17.1", lambda: support_actions(state, box), notation=play.flights)
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
            send_all(play, "17.1", "cas", CAS, zone, len(support_zones(state, box)))
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


def tasked(state: State, box: Box) -> list[int]:
    return counters_at(state, CAS, box.ground_end, box.air_end)


@rule("17.1")
def support_zones(state: State, box: Box) -> list[int]:
    """17.1 (2): zones with US or NATO units and Islamists."""
    where, theirs = state.where, islamist_places(state, box)
    defended = {where[unit] for unit in box.western}
    return [zone for zone in sorted(defended) if zone < OFF_MAP and zone in theirs]


# -- counterattack -------------------------------------------------------------------------------


@rule("23.2", "26.1", "31.1")
def counterattack_begin(play: Play) -> None:
    """23.2 (2), 31.1: mark the zones that Islamist and Coalition units share."""
    state, box = play.state, play.box
    state.attacker, state.to_fight = ISLAMISTS, 0
    theirs = islamist_places(state, box)
    for zone in zones_of(state, box.islamist_end, box.ground_end):
        if zone in theirs:
            state.to_fight |= 1 << zone
    state.step = "combat" if state.to_fight else "cas-home"


def any_support_out(state: State, box: Box) -> bool:
    """Return whether air units have to return."""
    there = state.where[box.ground_end : box.air_end]
    return CAS in there or min(there, default=OFF_MAP) < OFF_MAP


@rule("17.5", "18.0", "7.2")
def cas_home(play: Play) -> Rules:
    """17.5: after all combat, return close air support to base; unused drones stay ready."""
    state, box = play.state, play.box
    for drone in box.assets:
        if state.where[drone] < OFF_MAP:
            put(play, "17.5", drone, READY)
    yield from fly_home(play, [unit for unit in box.air if state.where[unit] < OFF_MAP or state.where[unit] == CAS])
    state.step = "adjust"


# -- Jihad adjustment ------------------------------------------------------------------------------


@rule("7.2", "28.3")
def adjust(play: Play) -> None:
    """28.3: +1 for each city the Islamists control, and each stronghold they control or dispute."""
    state, box = play.state, play.box
    ours, theirs = coalition_places(state, box), islamist_places(state, box)
    n = sum(zone in theirs and zone not in ours for zone in box.cities)
    n += sum(zone in theirs for zone in box.strongholds)
    play.emit("adjustment", "28.3", n)
    change_jihad(play, "28.3", n)
    state.step = "admin"
