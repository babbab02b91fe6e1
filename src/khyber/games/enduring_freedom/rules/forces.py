"""Counters: which are in a zone, who controls it, and moving them (3.4 to 3.7, 8.0)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import compress

from khyber.games.enduring_freedom.board import COALITION, DISPUTED, ISLAMISTS, OFF_MAP, UNCONTROLLED, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.play import Play
from khyber.games.enduring_freedom.rulebook import rule
from khyber.games.enduring_freedom.state import State

#: Translation of face up to a place off the map, which covers any other; face down stays 0.
COVERED = bytes((0, 255)) + bytes(254)
#: The Underground as 1, every other place as 0.
IN_UNDERGROUND = bytes(place == UNDERGROUND for place in range(256))
#: All places off the map, to leave them out with `translate`.
OFF_THE_MAP = bytes(range(OFF_MAP, 256))
#: Each place as a string of bytes.
ONLY = tuple(bytes((place,)) for place in range(256))
#: A unit as options name it: its counter and its place.
Unit = tuple[int, int]


def counters_at(state: State, place: int, start: int, end: int) -> list[int]:
    """Return the counters from `start` to `end` in a place.

    They stand between the gaps: one split finds them all.
    """
    found: list[int] = []
    there = state.where[start:end]
    if place in there:
        at = start - 1
        for gap in there.split(ONLY[place]):
            at += len(gap) + 1
            found.append(at)
        found.pop()
    return found


def zones_of(state: State, start: int, end: int) -> list[int]:
    """Return the zones with counters from `start` to `end`, in order."""
    return sorted(set(state.where[start:end].translate(None, OFF_THE_MAP)))


def zones_of_hidden(state: State, start: int, end: int) -> list[int]:
    """Return the zones with face-down counters from `start` to `end`, in order.

    All counters are covered at once, as bits of a number.
    """
    cover = int.from_bytes(state.shown[start:end].translate(COVERED))
    hidden = (int.from_bytes(state.where[start:end]) | cover).to_bytes(end - start)
    return sorted(set(hidden.translate(None, OFF_THE_MAP)))


# -- who is there ----------------------------------------------------------------------------------


def coalition_in(state: State, box: Box, place: int) -> int:
    """Return the number of Coalition ground units there, face-down Northern Alliance included."""
    return state.where.count(place, box.islamist_end, box.ground_end)


def has_coalition(state: State, box: Box, place: int) -> bool:
    """Return whether there are any, which is faster than counting them."""
    return place in state.where[box.islamist_end : box.ground_end]


def coalition_at(state: State, box: Box, place: int) -> list[int]:
    return counters_at(state, place, box.islamist_end, box.ground_end)


@rule("8.8", "10.2")
def islamists_in(state: State, box: Box, zone: int) -> int:
    """Return the number of Islamist units there: face-down counters, and face-up ones but markers (10.2)."""
    n = state.where.count(zone, 0, box.islamist_end)
    if n and 1 in state.shown[box.marker_start : box.marker_end]:
        where, shown = state.where, state.shown
        for marker in box.markers:
            if where[marker] == zone and shown[marker]:
                n -= 1
    return n


@rule("8.8", "10.2")
def has_islamists(state: State, box: Box, zone: int) -> bool:
    """Return whether there are any, which is faster than counting them."""
    if zone not in state.where[: box.islamist_end]:
        return False
    return 1 not in state.shown[box.marker_start : box.marker_end] or islamists_in(state, box, zone) > 0


def islamist_zones(state: State, box: Box) -> set[int]:
    """Return the zones with Islamist units."""
    where, shown = state.where, state.shown
    places = set(where[: box.islamist_end].translate(None, OFF_THE_MAP))
    if 1 in shown[box.marker_start : box.marker_end]:
        for marker in box.markers:
            if shown[marker] and not islamists_in(state, box, where[marker]):
                places.discard(where[marker])
    return places


def islamist_places(state: State, box: Box) -> Container[int]:
    """Return the same to look zones up in: half of the time of `islamists_in` for each zone."""
    if 1 in state.shown[box.marker_start : box.marker_end]:
        return islamist_zones(state, box)
    return state.where[: box.islamist_end]


def coalition_places(state: State, box: Box) -> Container[int]:
    """Return the places with Coalition ground units, to look places up in."""
    return state.where[box.islamist_end : box.ground_end]


def islamists_at(state: State, box: Box, zone: int) -> list[int]:
    """Return the Islamist units there, face up or down."""
    special, shown = box.special, state.shown
    return [c for c in counters_at(state, zone, 0, box.islamist_end) if not (shown[c] and special[c])]


@rule("17.2", "20.1")
def revealed_at(state: State, box: Box, zone: int) -> list[int]:
    """Return the face-up Islamist units there, which can be attacked from the air."""
    shown, special = state.shown, box.special
    return [c for c in counters_at(state, zone, 0, box.islamist_end) if shown[c] and not special[c]]


@rule("17.2", "20.1")
def revealed_zones(state: State, box: Box) -> set[int]:
    """Return the zones with face-up Islamist units."""
    where, special = state.where, box.special
    return {where[c] for c in counters_shown(state, box) if not special[c] and where[c] < OFF_MAP}


def counters_shown(state: State, box: Box) -> list[int]:
    """Return all face-up Islamist counters."""
    return list(compress(box.islamists, state.shown[: box.islamist_end]))


@rule("10.1", "20.1")
def concealed_in(state: State, box: Box, place: int) -> bool:
    """Return whether there is a face-down Islamist counter."""
    where, shown, end = state.where, state.shown, box.islamist_end
    at = where.find(place, 0, end)
    while at >= 0:
        if not shown[at]:
            return True
        at = where.find(place, at + 1, end)
    return False


def any_at(state: State, place: int, counters: Iterable[int]) -> bool:
    """Return whether one of these counters is there."""
    where = state.where
    for counter in counters:  # noqa: SIM110  # `any` is slower, and this is asked very often
        if where[counter] == place:
            return True
    return False


@rule("3.7", "8.11")
def control(state: State, box: Box, zone: int) -> int:
    """3.7: a side alone with ground units in a zone controls it; both dispute it."""
    theirs = has_islamists(state, box, zone)
    if has_coalition(state, box, zone):
        return DISPUTED if theirs else COALITION
    return ISLAMISTS if theirs else UNCONTROLLED


# -- strength --------------------------------------------------------------------------------------


@rule("3.4", "9.2", "23.1")
def factor(state: State, box: Box, counter: int) -> int:
    """Return the combat factor of a unit on its current side."""
    return box.factors[counter][state.reduced[counter]]


def any_elite(state: State, box: Box, units: Sequence[int]) -> bool:
    """Return whether a ground unit among these is elite on its current side."""
    elite, reduced = box.elite, state.reduced
    return any(elite[unit][reduced[unit]] and unit < box.ground_end for unit in units)


# -- basing ----------------------------------------------------------------------------------------


@rule("8.5", "8.9")
def ground_room(state: State, box: Box, area: int) -> int:
    """Return how many more ground units fit in a Staging Area."""
    return box.capacity[area - OFF_MAP] - state.where.count(area, box.islamist_end, box.ground_end)


@rule("8.5")
def air_room(state: State, box: Box, area: int) -> int:
    """Return how many more air units fit in a Staging Area."""
    return box.capacity[area - OFF_MAP] - state.where.count(area, box.ground_end, box.air_end)


def most_ground_room(state: State, box: Box) -> int:
    """Return how many more ground units fit in the Staging Area with most room."""
    there, most = state.where[box.islamist_end : box.ground_end], 0
    for area, capacity in box.staging:
        room = capacity - there.count(area)
        if room > most:
            most = room
    return most


def areas_with_ground_room(state: State, box: Box) -> list[int]:
    return _areas_with_room(state, box, box.islamist_end, box.ground_end)


def areas_with_air_room(state: State, box: Box) -> list[int]:
    return _areas_with_room(state, box, box.ground_end, box.air_end)


def any_air_room(state: State, box: Box) -> bool:
    """Return whether there are any."""
    there = state.where[box.ground_end : box.air_end]
    return any(there.count(area) < capacity for area, capacity in box.staging)


def _areas_with_room(state: State, box: Box, start: int, end: int) -> list[int]:
    """Return the Staging Areas with room for counters from `start` to `end`."""
    there = state.where[start:end]
    return [area for area, capacity in box.staging if there.count(area) < capacity]


# -- moving counters -------------------------------------------------------------------------------


@rule("8.1", "8.7")
def put(play: Play, reason: str, counter: int, place: int) -> None:
    """Move a counter to a place and log it."""
    state, box = play.state, play.box
    ids = box.place_ids
    if play.events is not None:  # without a call of `emit`: no event is as frequent
        play.events.append(("moved", reason, box.of[counter].id, ids[state.where[counter]], ids[place]))
    state.where[counter] = place


def unlike(state: State, box: Box, counters: Sequence[int]) -> list[Unit]:
    """Return these counters as options: one per kind and place."""
    found: dict[int, Unit] = {}
    where, kind = state.where, box.kind_key
    for counter in counters:
        place = where[counter]
        alike = kind[counter] + place
        if alike not in found:
            found[alike] = counter, place
    return list(found.values())


def more_than_one(state: State, box: Box, counters: Iterable[int]) -> bool:
    """Return whether these counters make more than one option."""
    first = -1
    for counter in counters:
        alike = box.kind_key[counter] + state.where[counter]
        if first < 0:
            first = alike
        elif alike != first:
            return True
    return False


def underground(state: State, box: Box) -> list[int]:
    """Return the Islamist counters in the Underground."""
    return list(compress(box.islamists, state.where[: box.islamist_end].translate(IN_UNDERGROUND)))


# -- random picks ----------------------------------------------------------------------------------


@rule("3.7", "3.9")
def draw(play: Play, name: str, place: int, start: int, end: int) -> int:
    """Draw a counter there at random, unseen."""
    return pick_from(play, name, counters_at(play.state, place, start, end))


@rule("3.7", "3.9")
def pick_from(play: Play, name: str, counters: list[int]) -> int:
    """Draw one of these counters at random, unseen, and remove it from the list."""
    return counters.pop(play.roll(name, len(counters), seen_by="") - 1)
