"""The Staging Phase: moving between Staging Areas, tasking air units, and their way home (15.0, 17.1, 17.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from khyber.games.enduring_freedom.board import CAS, STAGING, STRIKE
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play, Rules
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.rules.forces import (
    air_room,
    areas_with_air_room,
    areas_with_ground_room,
    counters_at,
    put,
    unlike,
)
from khyber.games.enduring_freedom.rules.mobilization import DONE
from khyber.games.enduring_freedom.state import State

#: The two missions, and all the rest of the air units on one of them.
BOXES = {"strike": STRIKE, "cas": CAS, "strike-all": STRIKE, "cas-all": CAS}


@rule("7.2", "15.0")
def staging(play: Play) -> Rules:
    """15.0: units change Staging Areas, and air units are assigned to missions, in any order."""
    state, box = play.state, play.box
    state.moved[:] = bytes(box.end)
    while True:
        what = yield from play.pick("staging", "15.0", lambda: staging_actions(state, box))
        if what == DONE:
            break
        if what in BOXES:
            untasked = at_home(state, box)
            if what in ("strike", "cas"):
                unit, _ = yield from play.pick("task", "17.1", partial(unlike, state, box, untasked),
                                               {"mission": what})
                untasked = [unit]
            for unit in untasked:
                task(play, unit, BOXES[what])
        else:
            yield from change_area(play, air=what == "move-air")
    state.moved[:] = bytes(box.end)
    state.step = "ground"


def staging_actions(state: State, box: Box) -> list[str]:
    found = []
    if next(movable(state, box, air=False), None) is not None:
        found.append("move-ground")
    if next(movable(state, box, air=True), None) is not None:
        found.append("move-air")
    home = len(at_home(state, box))
    if home:
        found += ["strike", "cas"]
        if home > 1:
            found += ["strike-all", "cas-all"]
    return [*found, DONE]


@rule("8.7", "17.1")
def at_home(state: State, box: Box) -> list[int]:
    """Air units in Staging Areas."""
    return [unit for unit in box.air if state.where[unit] in STAGING]


@rule("17.1")
def task(play: Play, unit: int, mission: int) -> None:
    """17.1: an air unit is placed in a CENTCOM Air Tasking Box."""
    put(play, "17.1", unit, mission)


@rule("15.0", "8.5")
def movable(state: State, box: Box, *, air: bool) -> Iterator[int]:
    """Units in Staging Areas that have not changed theirs in this phase, while there is room elsewhere."""
    start, end = (box.ground_end, box.air_end) if air else (box.islamist_end, box.ground_end)
    free = areas_with_air_room(state, box) if air else areas_with_ground_room(state, box)
    moved = state.moved
    return (unit for area in STAGING if any(other != area for other in free)
            for unit in counters_at(state, area, start, end) if not moved[unit])


def change_area(play: Play, *, air: bool) -> Rules:
    """15.0 (1): from a Staging Area to another with room."""
    state, box = play.state, play.box
    unit, here = yield from play.pick("staging-unit", "15.0",
                                      lambda: unlike(state, box, [*movable(state, box, air=air)]))
    areas = areas_with_air_room if air else areas_with_ground_room
    area = yield from play.pick("staging-area", "15.0",
                                lambda: [area for area in areas(state, box) if area != here],
                                {"unit": box.of[unit].id})
    put(play, "15.0", unit, area)
    state.moved[unit] = 1


@rule("17.5")
def fly_home(play: Play, units: Sequence[int]) -> Rules:
    """17.5: air units return to any Staging Areas with room, one by one, or all the rest to one of them."""
    state, box = play.state, play.box
    left = list(units)
    while left:
        areas = areas_with_air_room(state, box)

        def offered(areas: list[int] = areas) -> list[int | tuple[str, int]]:
            roomy = [area for area in areas if air_room(state, box, area) >= len(left)] if len(left) > 1 else []
            return [*areas, *(("all", area) for area in roomy)]

        choice = yield from play.pick("home", "17.5", offered, {"unit": box.of[left[0]].id, "n": len(left)})
        going, area = (left[:1], choice) if isinstance(choice, int) else (left[:], choice[1])
        for unit in going:
            put(play, "17.5", unit, area)
        del left[: len(going)]
