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
#: A batch: move all units of a place to another (`all`, from).
ALL = "all"
#: A batch: move another unit where the last one went (`with`, unit, from, to).
WITH = "with"
#: No place: nothing has moved yet.
NOWHERE = -1
#: A choice of this phase.
Order = Unit | tuple[str, int] | tuple[str, int, int, int] | str


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
    reach = Reach(state, box)
    last = NOWHERE
    while True:
        choices = partial(ground_choices, able, facing, reach, last)
        choice = yield from play.pick("ground", "16.3", choices, notation=play.flights)
        if choice == DONE:
            break
        if isinstance(choice, str):
            going = [unit for unit in units if state.where[unit] not in held]
            last = yield from play.pick("attack", "16.3", partial(targets, reach, going, held))
            march_all(play, reach, going, last)
        elif len(choice) > 2:
            going = [choice[1]]
            march_all(play, reach, going, last)
        else:
            what, place = choice
            going = [what] if isinstance(what, int) else [unit for unit in units if state.where[unit] == place]
            last = yield from play.pick(
                "ground-to", "16.3", partial(reach.by_any, going), {"place": box.place_id(place), "n": len(going)}
            )
            if isinstance(what, int):
                march(play, what, last)
                units.remove(what)
                del able[what]
                continue
            march_all(play, reach, going, last)
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


def ground_choices(
    able: Mapping[int, tuple[int, Unit]], facing: set[int], reach: Reach, last: int = NOWHERE
) -> list[Order]:
    """Return the choices: batches against a zone or from a place, single units, or done.

    Units that are `able` to go somewhere have not moved; each has a key for its kind and place, and its option, made
    once per phase. Those `facing` Islamists are next to them. The last unit went to `last`.
    """
    several: dict[int, bool] = {}
    single: dict[int, Unit] = {}
    for alike, option in able.values():
        place = option[1]
        several[place] = place in several
        if alike not in single:
            single[alike] = option
    found: list[Order] = [ATTACK] if not facing.isdisjoint(able) else []
    found += [(ALL, place) for place, more in several.items() if more]
    if last != NOWHERE:
        found += [(WITH, *option, last) for option in single.values() if last in reach.places(option[0])]
    found += single.values()
    found.append(DONE)
    return found


# -- batches ---------------------------------------------------------------------------------------


def march_all(play: Play, reach: Reach, units: list[int], dest: int) -> None:
    """Move to a place all of these units that can reach it, one by one."""
    for unit in units:
        places = reach.places(unit)
        if dest in places:
            play.single(play.places.key((unit, play.state.where[unit])))
            play.made(dest, len(places))
            march(play, unit, dest)


def targets(reach: Reach, units: list[int], held: set[int]) -> list[int]:
    """Return the zones with Islamists that one of these units can reach."""
    return [zone for zone in reach.by_any(units) if zone in held]


# -- single moves ----------------------------------------------------------------------------------


@rule("16.1", "9.3")
def mobile(state: State, box: Box) -> list[int]:
    """Return the units that may still move: no FOBs, no face-down Northern Alliance units.

    They come by kind and place: in the order of their numbers, one could be recognised that was face down in between.
    """
    where, moved, shown, alliance_end, furthest = state.where, state.moved, state.shown, box.alliance_end, STAGING[-1]
    kind = box.kind_key
    return sorted(
        [
            unit
            for unit in box.mobile
            if where[unit] <= furthest and not moved[unit] and (unit >= alliance_end or shown[unit])
        ],
        key=lambda unit: kind[unit] + where[unit],
    )


class Reach:
    """The places that units can reach in one phase.

    Islamists, FOBs and engineers' starting places do not change in it, so the zones that a contingent can reach from a
    place are found once.
    """

    __slots__ = ("_box", "_state", "_zones")

    def __init__(self, state: State, box: Box) -> None:
        self._state = state
        self._box = box
        self._zones: dict[tuple[int, str], list[int]] = {}

    def places(self, unit: int) -> list[int]:
        """Return the places a unit can reach."""
        state, box = self._state, self._box
        alike = (state.where[unit], box.of[unit].contingent)
        zones = self._zones.get(alike)
        if zones is None:
            zones = self._zones[alike] = zones_reached(state, box, unit)
        return zones + ways_out(state, box, unit)

    def by_any(self, units: list[int]) -> list[int]:
        """Return the places that at least one of the units can reach."""
        if len(units) == 1:
            return self.places(units[0])
        where, of = self._state.where, self._box.of
        alike = {(where[unit], of[unit].contingent): unit for unit in units}
        return sorted({dest for unit in alike.values() for dest in self.places(unit)})


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
    allowance, bonus = movement_allowance(box, unit), has_road_bonus(state, box, unit)
    if allowance == 1 and not bonus:  # as for most units
        return sorted(box.adjacent[here])
    found = within(state, box, here, allowance)
    if bonus:
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
