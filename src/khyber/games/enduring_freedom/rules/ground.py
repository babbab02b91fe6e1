"""Coalition ground movement: allowances, contact, terrain, roads, entering and leaving (16.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from khyber.games.enduring_freedom.board import OFF_MAP, STAGING
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import Unit, any_at, ground_room, has_islamists, islamist_zones, put
from khyber.games.enduring_freedom.rules.mobilization import DONE
from khyber.games.enduring_freedom.rules.stacking import end_phase
from khyber.games.enduring_freedom.state import State

#: A batch: move all units to one zone that can reach it and face no Islamists.
ATTACK = "attack"


@rule("7.2", "16.3")
def ground_movement(play: Play) -> Rules:
    """16.0: move each mobile unit once: singly, or in a batch."""
    state, box = play.state, play.box
    state.moved[:] = bytes(box.end)
    state.began = bytes(state.where[c] for c in box.engineers)
    held = islamist_zones(state, box)
    units = mobile(state, box)
    ways = {unit: near for unit in units if (near := ways_on(state, box, unit))}
    facing = {unit for unit, near in ways.items() if state.where[unit] not in held and not held.isdisjoint(near)}
    able = {unit: (box.kind_key[unit] + state.where[unit], (unit, state.where[unit])) for unit in ways}
    while True:
        choice = yield from play.pick("ground", "16.3", partial(ground_choices, able, facing))
        if choice == DONE:
            break
        if isinstance(choice, str):
            going = [unit for unit in units if state.where[unit] not in held]
            target = yield from play.pick("attack", "16.3", partial(targets, state, box, going, held))
            march_all(play, going, target)
        else:
            what, place = choice
            going = [what] if isinstance(what, int) else [unit for unit in units if state.where[unit] == place]
            dest = yield from play.pick(
                "ground-to",
                "16.3",
                partial(reachable_by_any, state, box, going),
                {"place": box.place_id(place), "n": len(going)},
            )
            if isinstance(what, int):
                march(play, what, dest)
                units.remove(what)
                del able[what]
                continue
            march_all(play, going, dest)
        for unit in going:
            if state.moved[unit]:
                units.remove(unit)
                able.pop(unit, None)
    state.began = b""
    end_phase(play, "air")


@rule("9.2", "9.4")
def march(play: Play, unit: int, dest: int) -> None:
    """Move a unit."""
    put(play, "16.3", unit, dest)
    play.state.moved[unit] = 1


def ground_choices(able: Mapping[int, tuple[int, Unit]], facing: set[int]) -> list[Unit | tuple[str, int] | str]:
    """Return the choices: batches against a zone or from a place, single units, or done.

    Units that are `able` to go somewhere have not moved; each has a key for its kind and place, and its option, made
    once per phase, which saves 0.6% of random play. Those `facing` Islamists are next to them.
    """
    several: dict[int, bool] = {}
    single: dict[int, Unit] = {}
    for alike, option in able.values():
        place = option[1]
        several[place] = place in several
        if alike not in single:
            single[alike] = option
    found: list[Unit | tuple[str, int] | str] = [ATTACK] if not facing.isdisjoint(able) else []
    found += [("all", place) for place, more in several.items() if more]
    found += single.values()
    found.append(DONE)
    return found


# -- batches ---------------------------------------------------------------------------------------


def march_all(play: Play, units: list[int], dest: int) -> None:
    """Move to a place all of these units that can reach it, one by one."""
    state, box = play.state, play.box
    reached: dict[tuple[int, str], list[int]] = {}
    for unit in units:
        here = state.where[unit]
        alike = (here, box.of[unit].contingent)
        if alike not in reached:
            reached[alike] = zones_reached(state, box, unit)
        areas = ways_out(state, box, unit)
        if dest in reached[alike] or dest in areas:
            play.single(play.places.key((unit, here)))
            play.made(dest, len(reached[alike]) + len(areas))
            march(play, unit, dest)


def targets(state: State, box: Box, units: list[int], held: set[int]) -> list[int]:
    """Return the zones with Islamists that one of these units can reach."""
    return [zone for zone in reachable_by_any(state, box, units) if zone in held]


# -- single moves ----------------------------------------------------------------------------------


@rule("16.1", "9.3")
def mobile(state: State, box: Box) -> list[int]:
    """Return the units that may still move: no FOBs, no face-down Northern Alliance units."""
    where, moved, shown, alliance_end, furthest = state.where, state.moved, state.shown, box.alliance_end, STAGING[-1]
    return [
        unit
        for unit in box.mobile
        if where[unit] <= furthest and not moved[unit] and (unit >= alliance_end or shown[unit])
    ]


def reachable_by_any(state: State, box: Box, units: list[int]) -> list[int]:
    """Return the places that at least one of them can reach."""
    if len(units) == 1:
        return destinations(state, box, units[0])
    alike = {(state.where[unit], box.of[unit].contingent): unit for unit in units}
    return sorted({dest for unit in alike.values() for dest in destinations(state, box, unit)})


def ways_on(state: State, box: Box, unit: int) -> tuple[int, ...]:
    """Return the zones next to the unit, which are the same for the whole phase."""
    place = state.where[unit]
    return box.adjacent[place] if place < OFF_MAP else ways_in(state, box, unit)


@rule("16.2", "32.3", "9.4")
def ways_in(state: State, box: Box, unit: int) -> tuple[int, ...]:
    """16.2 (1): the zones that a road joins to the Staging Area the unit is in."""
    roads = box.iranian_in if box.of[unit].contingent == "iran" else box.roads_in
    return roads[state.where[unit] - OFF_MAP]


@rule("16.2")
def ways_out(state: State, box: Box, unit: int) -> list[int]:
    """16.2 (2): the Staging Areas with room that a road joins to the zone the unit is in."""
    here = state.where[unit]
    if here >= OFF_MAP or not box.iranian_out[here]:  # theirs include all others
        return []
    roads = box.iranian_out if box.of[unit].contingent == "iran" else box.roads_out
    return [area for area in roads[here] if ground_room(state, box, area) > 0]


@rule("16.1", "16.2", "16.3", "16.4")
def destinations(state: State, box: Box, unit: int) -> list[int]:
    """Return the places a unit can reach by ground movement."""
    return zones_reached(state, box, unit) + ways_out(state, box, unit)


@rule("16.1", "16.2", "16.3", "16.4")
def zones_reached(state: State, box: Box, unit: int) -> list[int]:
    """Return the zones a unit can reach, the same for its whole contingent in that place."""
    here = state.where[unit]
    if here >= OFF_MAP:
        return list(ways_in(state, box, unit))
    allowance = movement_allowance(box, unit)
    found = within(state, box, here, allowance)
    if has_road_bonus(state, box, unit):
        found |= along_roads(state, box, here, allowance)
    found.discard(here)
    return sorted(found)


@rule("16.1")
def movement_allowance(box: Box, unit: int) -> int:
    """16.1: two zones for US and NATO units, one for Northern Alliance and Iranian units, none for FOBs."""
    kind = box.of[unit]
    if kind.fixed:
        return 0
    return 2 if kind.contingent in ("us", "nato") else 1


@rule("16.4", "8.2", "8.3")
def stops(state: State, box: Box, zone: int) -> bool:
    """16.4: movement ends in mountain and desert zones, and where Islamist units are."""
    return box.stop[zone] or has_islamists(state, box, zone)


def within(state: State, box: Box, here: int, allowance: int) -> set[int]:
    """Return the zones within the `allowance`."""
    entered = set(box.adjacent[here]) if allowance else set()
    found = entered
    for _ in range(1, allowance):
        entered = {zone for origin in entered if not stops(state, box, origin) for zone in box.adjacent[origin]}
        found = found | entered
    return found


@rule("16.5", "8.4", "32.2")
def has_road_bonus(state: State, box: Box, unit: int) -> bool:
    """16.5: it starts on a road, with a FOB, or with an engineer of its nation that began there."""
    here = state.where[unit]
    if not box.roads[here]:
        return False
    if any_at(state, here, box.fobs):
        return True
    contingent = box.of[unit].contingent
    return here in state.began and any(
        began == here and box.of[engineer].contingent == contingent
        for engineer, began in zip(box.engineers, state.began, strict=False)
    )


@rule("16.5", "8.4")
def along_roads(state: State, box: Box, here: int, allowance: int) -> set[int]:
    """16.5: one more zone, all along roads; the last not mountain or desert."""
    frontier = [here]
    for _ in range(allowance):
        frontier = [
            zone for zone in {zone for origin in frontier for zone in box.roads[origin]} if not stops(state, box, zone)
        ]
    return {zone for origin in frontier for zone in box.roads[origin] if not box.stop[zone]}
