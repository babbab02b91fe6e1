"""What the player may know of a game, as JSON data: face-up counters, and the number of face-down ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from khyber.engine.game import Json, View
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.notation import notation_of
from khyber.games.enduring_freedom.rules import air, ground, reaction, staging
from khyber.games.enduring_freedom.rules.events import EVENT_IDS
from khyber.games.enduring_freedom.rules.forces import (
    areas_with_air_room,
    areas_with_ground_room,
    control,
    counters_at,
    unlike,
)
from khyber.games.enduring_freedom.state import NONE, State

#: The steps of ground combat.
COMBAT: Final = ("combat", "engage", "fight")


def view(state: State, box: Box) -> View:
    """Return the view, the same for everyone; after the game it includes face-down counters."""
    return {
        "game": "enduring-freedom",
        "scenario": state.scenario,
        "options": list[Json](state.options),
        "step": state.step,
        "then": state.then,
        "turn": state.turn,
        "points": state.points,
        "jihad": state.jihad,
        "lower-line": box.lower_line[state.jihad],
        "loya-jirga": board.JIRGA_IDS[state.jirga],
        "zones": {name: _zone(state, box, zone) for zone, name in enumerate(box.zones)},
        "staging": {
            name: {
                "capacity": capacity,
                "ground": units(state, box, area, box.islamist_end, box.ground_end),
                "air": units(state, box, area, box.ground_end, box.air_end),
            }
            for area, name, capacity in zip(board.STAGING, board.STAGING_IDS, box.capacity, strict=True)
        },
        "boxes": {
            box.place_id(place): units(state, box, place, 0, box.end)
            for place in (
                board.AVAILABLE,
                board.POOL,
                board.LOST,
                board.UNDERGROUND,
                board.DEAD,
                board.AIRLIFT,
                board.STRIKE,
                board.CAS,
                board.READY,
                board.ASIDE,
                board.DEMOBILIZED,
            )
        },
        "moved": [box.of[c].id for c in range(box.islamist_end, box.air_end) if state.moved[c]],
        "orders": {key: [box.place_id(place) for place in places] for key, places in orders(state, box)},
        "asset-paid": state.half,
        "missions": [box.place_id(place) for place in state.targets if place != NONE and not state.to_fight],
        "to-designate": state.left or state.intel,
        "battle": None
        if state.zone == NONE
        else {
            "zone": box.zones[state.zone],
            "attacker": _attacker(state),
            "round": state.round,
            "edge": board.SIDE_IDS[state.edge] if state.edge >= 0 else None,
            "hits": state.hits,
        },
        "attacker": _attacker(state),
        "to-fight": [name for zone, name in enumerate(box.zones) if state.to_fight >> zone & 1],
        "events": [name for total, name in EVENT_IDS.items() if state.events_seen >> total & 1],
        "events-left": state.events_left,
        "outcome": {"ending": state.ending, "points": state.points} if state.ending else None,
    }


def _attacker(state: State) -> str | None:
    """Return the attacker in ground combat; none during air defense, strikes and support."""
    return board.SIDE_IDS[state.attacker] if state.step in COMBAT else None


def _zone(state: State, box: Box, zone: int) -> View:
    east, north = box.drawn_at[zone]
    shown: View = {
        "east": east,
        "north": north,
        "terrain": box.terrain[zone],
        "airbase": box.airbase[zone],
        "control": board.CONTROL_IDS[control(state, box, zone)],
    }
    for name, start, end in (
        ("islamists", 0, box.islamist_end),
        ("alliance", box.islamist_end, box.alliance_end),
        ("ground", box.alliance_end, box.ground_end),
        ("air", box.ground_end, box.end),
    ):
        shown[name] = units(state, box, zone, start, end)
    return shown


def units(state: State, box: Box, place: int, start: int, end: int) -> View:
    """Return the counts by kind; reduced units by another name, face-down ones as `face-down`."""
    found: dict[str, int] = {}
    for counter in counters_at(state, place, start, end):
        name = box.of[counter].id
        if counter < box.alliance_end and not (state.shown[counter] or state.ending):
            name = "face-down"
        elif state.reduced[counter]:
            name += " reduced"
        found[name] = found.get(name, 0) + 1
    return dict[str, Json](sorted(found.items()))


def orders(state: State, box: Box) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the units that can be given orders in this phase, by the keys of options, and where each may go."""
    key = notation_of(box)[0].key
    for counters, places in _orders(state, box):
        for unit, here in unlike(state, box, counters):
            found = places(unit) if callable(places) else places
            if found := [place for place in found if place != here]:
                yield key((unit, here)), found


def _orders(state: State, box: Box) -> Iterator[tuple[list[int], Sequence[int] | Callable[[int], Sequence[int]]]]:
    """Yield groups of counters, with the places that all of them, or each by itself, may go to."""
    if state.step == "staging":
        yield [*staging.movable(state, box, air=False)], areas_with_ground_room(state, box)
        areas, movable = areas_with_air_room(state, box), {*staging.movable(state, box, air=True)}
        missions = staging.BOXES.values()
        yield staging.at_home(state, box), lambda unit: [*missions, *(areas if unit in movable else ())]
    elif state.step == "ground":
        yield ground.mobile(state, box), lambda unit: ground.destinations(state, box, unit)
    elif state.step == "air":
        yield [*air.flyable(state, box)], lambda unit: air.landings(state, box, unit)
        yield [*air.strikers(state, box), *air.drones_ready(state, box)], air.strike_zones(state, box)
    elif state.step == "cas":
        yield [*reaction.tasked(state, box), *air.drones_ready(state, box)], reaction.support_zones(state, box)
