"""The Staging Phase: moves between Staging Areas, air tasking, and the return of aircraft (15.0, 17.1, 17.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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

#: The two missions, and the batches that send all the rest of the air units on one of them.
BOXES = {"strike": STRIKE, "cas": CAS}
TASK_ALL = {"strike-all": "strike", "cas-all": "cas"}


@rule("7.2", "15.0")
def staging(play: Play) -> Rules:
    """15.0: move units between Staging Areas and assign air units to missions, in any order."""
    state, box = play.state, play.box
    state.moved[:] = bytes(box.end)
    while True:
        what = yield from play.pick("staging", "15.0", lambda: staging_actions(state, box))
        if what == DONE:
            break
        if what in TASK_ALL:
            task_all(play, TASK_ALL[what])
        elif what in BOXES:
            unit, _ = yield from play.pick(
                "task", "17.1", lambda: unlike(state, box, at_home(state, box)), {"mission": what}
            )
            task(play, unit, BOXES[what])
        else:
            yield from change_area(play, air=what == "move-air")
    state.moved[:] = bytes(box.end)
    state.step = "ground"


def staging_actions(state: State, box: Box) -> list[str]:
    home = sum(map(state.where[box.ground_end : box.air_end].count, STAGING))
    found = [*TASK_ALL] if home > 1 else []
    if any_movable(state, box, air=False):
        found.append("move-ground")
    if home:
        if any_movable(state, box, air=True):
            found.append("move-air")
        found += BOXES
    return [*found, DONE]


def task_all(play: Play, mission: str) -> None:
    """Run a batch: assign all remaining air units to a mission, one by one."""
    state, box = play.state, play.box
    while untasked := unlike(state, box, at_home(state, box)):
        play.single(mission)
        play.made(untasked[0], len(untasked))
        task(play, untasked[0][0], BOXES[mission])


@rule("8.7", "17.1")
def at_home(state: State, box: Box) -> list[int]:
    """Return the air units in Staging Areas."""
    where = state.where
    return [unit for unit in box.air if where[unit] in STAGING]


@rule("17.1")
def task(play: Play, unit: int, mission: int) -> None:
    """17.1: place an air unit in a CENTCOM Air Tasking Box."""
    put(play, "17.1", unit, mission)


@rule("15.0", "8.5")
def movable(state: State, box: Box, *, air: bool) -> Iterator[int]:
    """Return units in Staging Areas that have not moved in this phase, while others have room."""
    start, end = (box.ground_end, box.air_end) if air else (box.islamist_end, box.ground_end)
    moved = state.moved
    return (
        unit
        for area in areas_to_leave(state, box, air=air)
        for unit in counters_at(state, area, start, end)
        if not moved[unit]
    )


def areas_to_leave(state: State, box: Box, *, air: bool) -> Sequence[int]:
    """Return the Staging Areas while others have room for a unit from there."""
    free = areas_with_air_room(state, box) if air else areas_with_ground_room(state, box)
    return STAGING if len(free) > 1 else [area for area in STAGING if area not in free] if free else ()


def any_movable(state: State, box: Box, *, air: bool) -> bool:
    """Return whether there are any."""
    return next(movable(state, box, air=air), None) is not None


def change_area(play: Play, *, air: bool) -> Rules:
    """15.0 (1): move from one Staging Area to another with room."""
    state, box = play.state, play.box
    unit, here = yield from play.pick(
        "staging-unit", "15.0", lambda: unlike(state, box, [*movable(state, box, air=air)])
    )
    areas = areas_with_air_room if air else areas_with_ground_room
    area = yield from play.pick(
        "staging-area", "15.0", lambda: [area for area in areas(state, box) if area != here], {"unit": box.of[unit].id}
    )
    put(play, "15.0", unit, area)
    state.moved[unit] = 1


@rule("17.5")
def fly_home(play: Play, units: Sequence[int]) -> Rules:
    """17.5: return air units to Staging Areas with room, one by one, or all the rest to one."""
    state, box = play.state, play.box
    left = list(units)
    while left:
        areas = areas_with_air_room(state, box)

        def offered(areas: list[int] = areas) -> list[tuple[str, int] | int]:
            roomy = [area for area in areas if air_room(state, box, area) >= len(left)] if len(left) > 1 else []
            return [*(("all", area) for area in roomy), *areas]

        choice = yield from play.pick("home", "17.5", offered, {"unit": box.of[left[0]].id, "n": len(left)})
        if isinstance(choice, int):
            put(play, "17.5", left.pop(0), choice)
            continue
        area = choice[1]
        while left:
            play.made(area, len(areas_with_air_room(state, box)))
            put(play, "17.5", left.pop(0), area)
