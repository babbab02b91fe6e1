"""Coalition air movement: joint strikes, drones, air transfer and air assault (17.0 to 19.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from khyber.games.enduring_freedom.board import OFF_MAP, READY, STAGING, STRIKE
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Asking, Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    any_at,
    areas_with_ground_room,
    coalition_places,
    counters_at,
    has_coalition,
    islamist_places,
    islamist_zones,
    more_than_one,
    put,
    revealed_zones,
    unlike,
)
from khyber.games.enduring_freedom.rules.ground import ALL, ATTACK, NOWHERE, WITH
from khyber.games.enduring_freedom.rules.mobilization import DONE, asset_range
from khyber.games.enduring_freedom.rules.stacking import end_phase
from khyber.games.enduring_freedom.state import State

#: A choice of this phase.
Flight = str | tuple[str, int] | tuple[str, int, int, int]


@rule("7.2", "17.4", "19.9")
def air_movement(play: Play) -> Rules:
    """17.4, 19.0: send air units and drones to zones and fly ground units, in any order, each once."""
    state, box = play.state, play.box
    state.moved[:] = bytes(box.end)
    state.traffic[:] = bytes(len(state.traffic))
    theirs, known = islamist_zones(state, box), revealed_zones(state, box)  # once: they stay there in this phase
    targets = partial(zones_to_strike, state, box, theirs, known)
    last = NOWHERE
    while True:
        actions = partial(air_actions, state, box, theirs, targets, last)
        what = yield from play.pick("air", "17.4", actions, notation=play.flights)
        if what == DONE:
            break
        if isinstance(what, tuple):
            if what[0] == WITH:
                follow(play, what[1], last, targets)
            else:
                last = yield from fly_all(play, what[1])
        elif what == "fly":
            last = yield from fly(play)
        elif what == ATTACK:
            last = yield from play.pick("attack", "19.2", lambda: assault_targets(state, box))
            attack(play, last)
        else:
            unit = -1
            if what == "strike":
                unit, _ = yield from play.pick("strike-unit", "17.4", lambda: unlike(state, box, strikers(state, box)))
            elif what == "drone":
                unit = drones_ready(state, box)[0]
            n = 1 if unit >= 0 else len(strikers(state, box))
            last = yield from play.pick("strike-zone", "17.1", targets, {"n": n})
            if unit >= 0:
                put(play, "17.4", unit, last)
            else:
                strike_all(play, last)
    end_phase(play, "reveal")


def air_actions(
    state: State, box: Box, theirs: set[int], targets: Callable[[], list[int]], last: int = NOWHERE
) -> list[Flight]:
    """Return the choices: batches against a zone or from a place, single flights, strikes and drones, or done.

    `theirs` are the zones with Islamists, `targets` finds those to strike, `last` is where the last unit was sent.
    """
    found: list[Flight] = []
    if may_attack(state, box, theirs):
        found.append(ATTACK)
    strike, drones = strikers(state, box), drones_ready(state, box)
    zones = targets() if strike or drones else []
    if zones and len(strike) > 1:
        found.append("strike-all")
    flying = [*flyable(state, box)]
    if flying:
        places = [state.where[unit] for unit in flying]
        found += [(ALL, place) for place in dict.fromkeys(places) if places.count(place) > 1]
        found.append("fly")
    if zones:
        if strike:
            found.append("strike")
        if drones:
            found.append("drone")
    if last != NOWHERE:
        landing: dict[tuple[int, bool, bool, bool], bool] = {}
        for unit, place in unlike(state, box, flying):
            kind = box.of[unit]
            alike = (place, kind.airmobile, kind.sof, kind.heavy)
            if alike not in landing:
                landing[alike] = last in landings(state, box, unit)
            if landing[alike]:
                found.append((WITH, unit, place, last))
        if last in zones:
            found += [(WITH, unit, place, last) for unit, place in unlike(state, box, strike)]
            found += [(WITH, unit, READY, last) for unit in drones[:1]]
    return [*found, DONE]


def unsent(state: State, box: Box) -> int:
    """Return joint-strike air units and drones without a target, while a zone can be struck (17.4)."""
    waiting = len(strikers(state, box)) + len(drones_ready(state, box))
    return waiting if waiting and strike_zones(state, box) else 0


# -- batches ---------------------------------------------------------------------------------------


def ready_to_assault(state: State, box: Box) -> list[int]:
    """Return airmobile units in Staging Areas that have not moved."""
    where, moved = state.where, state.moved
    return [unit for unit in airmobile(box) if where[unit] in STAGING and not moved[unit]]


@rule("19.5", "19.7")
def may_attack(state: State, box: Box, theirs: set[int]) -> bool:
    """Return whether such a unit can fly to a zone with Islamists, one of `theirs`; only SOF enter mountains."""
    units = ready_to_assault(state, box)
    if not units:
        return False
    return not theirs.isdisjoint(box.open_zones) or (bool(theirs) and any(box.of[unit].sof for unit in units))


def assault_targets(state: State, box: Box) -> list[int]:
    """Return the zones with Islamists that such a unit can fly to."""
    alike = {(state.where[unit], box.of[unit].sof): unit for unit in ready_to_assault(state, box)}
    zones = {zone for unit in alike.values() for zone in landings(state, box, unit) if zone < OFF_MAP}
    theirs = islamist_places(state, box)
    return sorted(zone for zone in zones if zone in theirs)


def attack(play: Play, zone: int) -> None:
    """Run a batch: fly all such units that can reach the zone, one by one, and all joint strikes."""
    state, box = play.state, play.box
    for unit in ready_to_assault(state, box):
        fly_if_possible(play, unit, zone)
    if zone in strike_zones(state, box):
        strike_all(play, zone)


@rule("19.2", "19.9")
def fly_all(play: Play, here: int) -> Asking[int]:
    """Run a batch: fly all units of a place that can reach another, one by one; return where."""
    state, box = play.state, play.box
    units = [unit for unit in flyable(state, box) if state.where[unit] == here]
    about = {"place": box.place_id(here)}
    dest = yield from play.pick(
        "fly-all", "19.2", lambda: sorted({dest for unit in units for dest in landings(state, box, unit)}), about
    )
    for unit in units:
        fly_if_possible(play, unit, dest)
    return dest


def fly_if_possible(play: Play, unit: int, dest: int) -> None:
    """Fly a unit as part of a batch, if it can reach the place."""
    state, box = play.state, play.box
    places = landings(state, box, unit)
    if dest in places:
        play.single("fly")
        play.made((unit, state.where[unit]), 1 + more_than_one(state, box, flyable(state, box)))
        play.made(dest, len(places))
        land(play, unit, dest)


@rule("17.4", "19.9")
def follow(play: Play, unit: int, dest: int, targets: Callable[[], list[int]]) -> None:
    """Run a batch: send one more unit or strike to where the last one went."""
    state, box = play.state, play.box
    if unit < box.ground_end:
        fly_if_possible(play, unit, dest)
        return
    if unit < box.air_end:
        play.single("strike")
        play.made((unit, state.where[unit]), len(unlike(state, box, strikers(state, box))))
    else:
        play.single("drone")
    play.made(dest, len(targets()))
    put(play, "17.4", unit, dest)


def strike_all(play: Play, zone: int) -> None:
    """Run a batch: send all joint strikes to a zone, one by one."""
    send_all(play, "17.4", "strike", STRIKE, zone, len(strike_zones(play.state, play.box)))


def send_all(play: Play, reason: str, mission: str, tasked: int, zone: int, zones: int) -> None:
    """Run a batch: send all air units of a tasking box to a zone; `zones` is the number open to them."""
    state, box = play.state, play.box
    while units := unlike(state, box, counters_at(state, tasked, box.ground_end, box.air_end)):
        play.single(mission)
        play.made(units[0], len(units))
        play.made(zone, zones)
        put(play, reason, units[0][0], zone)


# -- joint strike and drones -----------------------------------------------------------------------


def strikers(state: State, box: Box) -> list[int]:
    """Return the air units tasked with joint strike."""
    return counters_at(state, STRIKE, box.ground_end, box.air_end)


@rule("18.0")
def drones_ready(state: State, box: Box) -> list[int]:
    return counters_at(state, READY, *asset_range(box, "drone"))


@rule("17.1", "17.2", "17.3", "18.1", "22.1")
def strike_zones(state: State, box: Box) -> list[int]:
    """17.1, 17.2: zones with revealed Islamists, or where ground units will reveal them this turn."""
    return zones_to_strike(state, box, islamist_zones(state, box), revealed_zones(state, box))


def zones_to_strike(state: State, box: Box, theirs: set[int], known: set[int]) -> list[int]:
    """Return the zones to strike: of those with Islamists, the ones with revealed ones or with ground units."""
    ours = coalition_places(state, box)
    return sorted([zone for zone in theirs if zone in known or zone in ours])


# -- ground units by air ---------------------------------------------------------------------------


def fly(play: Play) -> Asking[int]:
    """19.2, 19.6: fly a unit, airmobile ones by air assault, others by air transfer; return where."""
    state, box = play.state, play.box
    unit, here = yield from play.pick("fly-unit", "19.2", lambda: unlike(state, box, [*flyable(state, box)]))
    about = {
        "unit": box.of[unit].id,
        "place": box.place_id(here),
        "flight": "assault" if box.of[unit].airmobile else "transfer",
    }
    dest = yield from play.pick("fly-to", "19.2", lambda: landings(state, box, unit), about)
    land(play, unit, dest)
    return dest


def land(play: Play, unit: int, dest: int) -> None:
    """Fly a unit, once per phase."""
    if play.box.of[unit].airmobile:
        air_assault(play, unit, dest)
    else:
        air_transfer(play, unit, dest)
    play.state.moved[unit] = 1


@rule("19.2")
def air_transfer(play: Play, unit: int, dest: int) -> None:
    """19.2, 19.3: use capacity at take-off and at landing."""
    state, box = play.state, play.box
    points = capacity_points(box, unit)
    state.traffic[_index(box, state.where[unit])] += points
    state.traffic[_index(box, dest)] += points
    put(play, "19.2", unit, dest)


@rule("19.6", "19.8")
def air_assault(play: Play, unit: int, dest: int) -> None:
    """19.6, 19.8: fly without using capacity."""
    put(play, "19.6", unit, dest)


def flyable(state: State, box: Box) -> Iterator[int]:
    """Return the units that can fly somewhere."""
    where, moved, of, furthest = state.where, state.moved, box.of, STAGING[-1]
    landing: dict[tuple[int, bool, int], bool] = {}
    for unit in flyers(box):
        place = where[unit]
        if place <= furthest and not moved[unit]:
            kind = of[unit]
            alike = (place, kind.airmobile, kind.sof if kind.airmobile else kind.heavy)
            if alike not in landing:  # from a base there is always somewhere to go by air assault
                free = kind.airmobile and (kind.sof or place >= OFF_MAP) and is_base(state, box, place)
                landing[alike] = free or bool(landings(state, box, unit))
            if landing[alike]:
                yield unit


@rule("19.4", "32.3")
def can_fly(box: Box, unit: int) -> bool:
    """19.4: only US and NATO units, and no FOBs."""
    kind = box.of[unit]
    return kind.contingent in ("us", "nato") and not kind.fixed


@lru_cache(maxsize=16)
def flyers(box: Box) -> tuple[int, ...]:
    """Return the units that may fly at all."""
    return tuple(unit for unit in box.ground if can_fly(box, unit))


@lru_cache(maxsize=16)
def airmobile(box: Box) -> tuple[int, ...]:
    """Return the airmobile ones among them."""
    return tuple(unit for unit in flyers(box) if box.of[unit].airmobile)


def landings(state: State, box: Box, unit: int) -> list[int]:
    """Return the places a unit can fly to."""
    return assault_zones(state, box, unit) if box.of[unit].airmobile else transfer_bases(state, box, unit)


@rule("19.1")
def is_base(state: State, box: Box, place: int) -> bool:
    """19.1: a Staging Area, or an airbase that the Coalition controls or disputes."""
    return place >= OFF_MAP or (box.airbase[place] and has_coalition(state, box, place))


@rule("19.1")
def airbases_open(state: State, box: Box) -> list[int]:
    """19.1: the airbases that the Coalition controls or disputes, having ground units there."""
    there = state.where[box.islamist_end : box.ground_end]
    return [zone for zone in box.airbases if zone in there]


@rule("19.1", "19.3", "19.4")
def transfer_bases(state: State, box: Box, unit: int) -> list[int]:
    """19.1, 19.3: from base to base, both with capacity left, a Staging Area also with room."""
    here, points = state.where[unit], capacity_points(box, unit)
    if not is_base(state, box, here) or capacity_left(state, box, here) < points:
        return []
    return [
        place
        for place in (*airbases_open(state, box), *areas_with_ground_room(state, box))
        if place != here and capacity_left(state, box, place) >= points
    ]


@rule("19.3")
def capacity_points(box: Box, unit: int) -> int:
    """19.3: a heavy unit counts double."""
    return 2 if box.of[unit].heavy else 1


@rule("19.3")
def capacity_left(state: State, box: Box, place: int) -> int:
    """19.3: capacity of a Staging Area or airbase (4 with a FOB, else 2) less take-offs and landings."""
    if place >= OFF_MAP:
        capacity = box.capacity[place - OFF_MAP]
    else:
        capacity = 4 if any_at(state, place, box.fobs) else 2
    return capacity - state.traffic[_index(box, place)]


def _index(box: Box, place: int) -> int:
    return place if place < OFF_MAP else len(box.zones) + place - OFF_MAP


@rule("19.5", "19.7")
def assault_zones(state: State, box: Box, unit: int) -> list[int]:
    """19.5: from a base to anywhere, or from anywhere to a base; mountains only for SOF."""
    here, sof = state.where[unit], box.of[unit].sof
    if here < OFF_MAP and box.sof_only[here] and not sof:
        return []
    if is_base(state, box, here):
        places = list(range(len(box.zones)) if sof else box.open_zones)
    else:
        places = [zone for zone in airbases_open(state, box) if sof or not box.sof_only[zone]]
    places += areas_with_ground_room(state, box)
    if here in places:
        places.remove(here)
    return places
