"""What the player does not know: which face-down counter is where."""

from __future__ import annotations

import random
from collections.abc import Iterator

from khyber.games.enduring_freedom.board import OFF_MAP, POOL, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.state import State


def hidden(state: State, box: Box) -> Iterator[list[int]]:
    """Yield the face-down counters of the Islamists (zones and Underground), then the Northern Alliance."""
    where, shown = state.where, state.shown
    for counters, off_map in ((box.islamists, UNDERGROUND), (box.alliance, POOL)):
        yield [c for c in counters if not shown[c] and (where[c] < OFF_MAP or where[c] == off_map)]


def imagine(state: State, box: Box, source: random.Random) -> State:
    """Return a state drawn at random from all that look the same: face-down counters are shuffled."""
    world = state.copy()
    if not state.ending:
        for counters in hidden(state, box):
            places = sorted(state.where[c] for c in counters)
            source.shuffle(places)
            for counter, place in zip(counters, places, strict=True):
                world.where[counter] = place
    return world


def known(state: State, box: Box) -> State:
    """Return a copy with the face-down counters in a fixed order."""
    copy = state.copy()
    where = copy.where
    for counters in hidden(state, box):
        places = [where[counter] for counter in counters]
        ordered = sorted(places)
        if ordered != places:  # as a rule they were in order already
            for counter, place in zip(counters, ordered, strict=True):
                where[counter] = place
    return copy
