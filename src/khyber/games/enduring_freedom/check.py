"""Legality of positions: every counter is in one possible place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.bounds import check_bounds
from khyber.engine.errors import BadPosition
from khyber.games.enduring_freedom import board
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.rules.forces import air_room, coalition_in, concealed_in, ground_room, zones_of
from khyber.games.enduring_freedom.state import NONE, State, bounds

#: Where counters of each family may be, besides the zones.
PLACES: Final = {
    "islamists": frozenset((board.UNDERGROUND, board.DEAD, board.AIRLIFT, board.ASIDE)),
    "alliance": frozenset((board.POOL, board.LOST, *board.STAGING)),
    "ground": frozenset((board.AVAILABLE, board.LOST, board.DEMOBILIZED, *board.STAGING)),
    "air": frozenset((board.AVAILABLE, board.LOST, board.STRIKE, board.CAS, *board.STAGING)),
    "assets": frozenset((board.AVAILABLE, board.READY)),
}
#: Steps that can follow an Intelligence counter, and the removal of excess units.
AFTER_INTEL: Final = ("isr-missions", "reveal", "events", "cas-reveal")
AFTER_STACKING: Final = ("refit", "air", "reveal", "islamist-mobilization")
#: Steps before which all Islamists with Coalition units have been revealed (20.2).
REVEALED: Final = ("air-defense", "strike", "combat-begin", "cas", "counterattack-begin")
#: Steps that work on zones designated before.
TARGETED: Final = (
    "pre-islamists",
    "pre-islamists-shown",
    "pre-alliance",
    "pre-alliance-shown",
    "isr",
    "isr-missions",
    "national-shown",
    "combat",
    "engage",
    "fight",
    "",
)
#: Steps in which a battle is under way.
BATTLE: Final = ("engage", "fight")


def check(state: State, box: Box, steps: Sequence[str]) -> None:
    """Raise BadPosition if a counter is duplicated, in excess or in an impossible place."""
    _check_shape(state, box, steps)
    for counter in range(box.end):
        _check_counter(state, box, counter)
    for area in board.STAGING:
        if ground_room(state, box, area) < 0 or air_room(state, box, area) < 0:
            raise BadPosition(f"{box.place_id(area)} is over its capacity of {box.capacity[area - board.OFF_MAP]}")
    _check_step(state, box, steps)


def _check_shape(state: State, box: Box, steps: Sequence[str]) -> None:
    """Check the fields of a state made by hand."""
    check_bounds(state, bounds(box, tuple(steps)))
    if bool(state.ending) == bool(state.step):
        raise BadPosition(f"at the step {state.step!r} the ending cannot be {state.ending!r}")
    if (state.points == 0) != (state.ending == board.CATASTROPHE):
        raise BadPosition(f"points = {state.points}: the index is 1 to {board.MAX_POINTS}, and 0 in a catastrophe only")
    if state.events_seen & 3:
        raise BadPosition(f"events_seen = {state.events_seen:#b}: the events are 2 to 12")
    if any(place >= len(box.zones) and place not in (board.UNDERGROUND, NONE) for place in state.targets):
        raise BadPosition("a mission is in no zone")
    if len(state.began) not in (0, len(box.engineers)):
        raise BadPosition("began names the place of every engineer, or of none")


def _check_counter(state: State, box: Box, counter: int) -> None:
    kind, place = box.of[counter], state.where[counter]
    if place >= len(box.zones) and place not in PLACES[kind.family]:
        raise BadPosition(f"{kind.id} is nowhere it can be")
    for flags in (state.shown, state.reduced, state.moved):
        if flags[counter] > 1:
            raise BadPosition(f"{kind.id} is neither one thing nor the other")
    if state.shown[counter] and counter >= box.alliance_end:
        raise BadPosition(f"{kind.id} is always face up")
    if state.reduced[counter] and not (box.alliance_end <= counter < box.air_end):
        raise BadPosition(f"{kind.id} has no reduced side")
    if state.reduced[counter] and place in (board.AVAILABLE, board.LOST):
        raise BadPosition(f"{kind.id} is not in play, and not reduced")
    _check_face(state, box, counter)


def _check_face(state: State, box: Box, counter: int) -> None:
    kind, place, shown = box.of[counter], state.where[counter], state.shown[counter]
    if place in (board.DEAD, board.AIRLIFT, board.ASIDE) and not shown:
        raise BadPosition(f"{kind.id} cannot be face up in {box.place_id(place)}")
    if place == board.DEAD and kind.type not in ("hvt", "special-forces"):
        raise BadPosition(f"{kind.id} goes Underground when it is eliminated")
    if place == board.ASIDE and kind.type not in ("ambush", "intel"):
        raise BadPosition(f"{kind.id} is not laid aside")
    if kind.family == "alliance" and place == board.LOST and kind.type != "leader":
        raise BadPosition(f"{kind.id} can return when it is eliminated")
    if kind.family == "alliance" and (shown if place == board.POOL else not shown and place >= board.OFF_MAP):
        raise BadPosition(f"{kind.id} is the wrong way up in {box.place_id(place)}")
    if shown and place < board.OFF_MAP and kind.type in ("ambush", "intel", "deception", "option"):
        raise BadPosition(f"{kind.id} leaves the map when it is turned up")


def _check_step(state: State, box: Box, steps: Sequence[str]) -> None:
    if (state.zone != NONE) != (state.step in BATTLE) and state.step:
        raise BadPosition("a battle needs a zone, and nothing else does")
    if state.zone != NONE and state.zone >= len(box.zones):
        raise BadPosition("there is no such zone")
    if state.step in ("combat", *BATTLE):
        zones = [zone for zone in range(len(box.zones)) if state.to_fight >> zone & 1 or zone == state.zone]
        for zone in zones:
            if not coalition_in(state, box, zone) or concealed_in(state, box, zone):
                raise BadPosition(f"{box.zones[zone]}: a battle needs Coalition units, and Islamists face up")
        if not zones:
            raise BadPosition(f"the step {state.step} needs a zone to fight in")
        if state.targets and sum(1 << zone for zone in state.targets) != state.to_fight:
            raise BadPosition("an order of battles names every zone to fight in")
    for zone in zones_of(state, box.islamist_end, box.ground_end) if state.step in REVEALED else ():
        if concealed_in(state, box, zone):
            raise BadPosition(
                f"{box.zones[zone]}: in the step {state.step} Islamists beside Coalition units lie face up"
            )
    if state.step in ("designate", "designated") and (not state.intel or state.then not in AFTER_INTEL):
        raise BadPosition(
            "to designate a zone there must be an Intelligence counter, and a step to go on with; valid: "
            f"{', '.join(AFTER_INTEL)}"
        )
    if state.step == "designated" and not state.targets:
        raise BadPosition("the step designated needs a zone")
    if state.intel and state.step not in ("designate", "designated"):
        raise BadPosition(f"intel = {state.intel}; valid: 0 in the step {state.step!r}")
    going_on = state.then == "isr-missions" and state.step in ("designate", "designated")
    if len(state.targets) > (1 if state.step == "designated" else 0) and not (going_on or state.step in TARGETED):
        raise BadPosition(f"targets name {len(state.targets)} places, which the step {state.step!r} has no use for")
    if state.step == "overstack" and state.then not in AFTER_STACKING:
        raise BadPosition(f"the step overstack needs a step to go on with; valid: {', '.join(AFTER_STACKING)}")
    if (
        state.step
        and not state.turn
        and state.step
        not in ("deal", "pre-islamists", "pre-islamists-shown", "pre-alliance", "pre-alliance-shown", "mobilize")
    ):
        raise BadPosition(f"the step {state.step} needs a turn")
