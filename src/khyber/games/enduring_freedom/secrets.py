"""What the player does not know: which face-down counter is where."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from khyber.games.enduring_freedom.board import OFF_MAP, POOL, UNDERGROUND
from khyber.games.enduring_freedom.box import Box
from khyber.games.enduring_freedom.state import State


def hidden(state: State, box: Box) -> Iterator[list[int]]:
    """Yield the face-down counters of the Islamists (zones and Underground), then the Northern Alliance."""
    where, shown = state.where, state.shown
    for counters, off_map in ((box.islamists, UNDERGROUND), (box.alliance, POOL)):
        yield [c for c in counters if not shown[c] and (where[c] < OFF_MAP or where[c] == off_map)]


def imagine(state: State, box: Box, source: random.Random) -> State:
    """Return a state drawn at random from all that look the same: face-down counters are shuffled.

    All counters of a kind change numbers: by its number, one that was face up and is concealed again would be
    recognised where it turns up next (section 20).
    """
    world = state.copy()
    if not state.ending:
        for counters in hidden(state, box):
            places = sorted(state.where[c] for c in counters)
            source.shuffle(places)
            for counter, place in zip(counters, places, strict=True):
                world.where[counter] = place
        _renumber(world, box, box.alliance_end, source)
    return world


def _renumber(world: State, box: Box, most: int, source: random.Random | None = None) -> None:
    """Give the counters below `most` new numbers within their kind: at random, or in the order of their places."""
    rows = (world.where, world.shown, world.reduced, world.moved)
    for first, end in _alike(box, most):
        counters = sorted(zip(*(row[first:end] for row in rows), strict=True))
        if source is not None:
            source.shuffle(counters)
        for row, column in zip(rows, zip(*counters, strict=True), strict=True):
            row[first:end] = bytes(column)


@lru_cache(maxsize=16)
def _alike(box: Box, most: int) -> tuple[tuple[int, int], ...]:
    """Return where each kind with several counters below `most` begins and ends."""
    starts = ((box.first[kind.id], kind.count) for kind in box.kinds if kind.count > 1)
    return tuple((first, first + count) for first, count in starts if first < most)


def known(state: State, box: Box) -> State:
    """Return a copy with the face-down counters in a fixed order, and the numbers of Islamists of a kind.

    Northern Alliance units keep theirs: whoever moves them plans by them.
    """
    copy = state.copy()
    where, shown = copy.where, copy.shown
    middle, end = box.islamist_end, box.alliance_end
    where[:middle] = _in_order(bytes(where[:middle]), bytes(shown[:middle]), UNDERGROUND)
    where[middle:end] = _in_order(bytes(where[middle:end]), bytes(shown[middle:end]), POOL)
    _renumber(copy, box, middle)
    return copy


def observed(state: State, box: Box) -> State:
    """Return what is known, with the numbers of the Northern Alliance in order, too: nobody can follow a counter."""
    copy = known(state, box)
    _renumber(copy, box, box.alliance_end)
    return copy


@lru_cache(maxsize=1024)
def _in_order(where: bytes, shown: bytes, off_map: int) -> bytes:
    """Return the places of a family's counters, those of face-down ones sorted; they often stay as they were."""
    counters = [c for c, place in enumerate(where) if not shown[c] and (place < OFF_MAP or place == off_map)]
    ordered = bytearray(where)
    for counter, place in zip(counters, sorted(where[c] for c in counters), strict=True):
        ordered[counter] = place
    return bytes(ordered)
