"""1.7: Control, updated after every step that changes pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from khyber.games.distant_plain.board import CONTROL_IDS, KINDS, LANDS, SPACE_IDS, Space
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.state import State

#: The spaces that can be Controlled: not LoCs, nor the boxes beside the map.
_CONTROLLABLE: Final = frozenset(LANDS)


@rule("1.7")
def control_of(state: State, space: Space) -> int:
    """1.7: COIN together or the Taliban alone, if they have more pieces than all others; else none."""
    pieces = state.pieces
    at = space * KINDS
    coin = pieces[at] + pieces[at + 1] + pieces[at + 2] + pieces[at + 3] + pieces[at + 4]
    taliban = pieces[at + 5] + pieces[at + 6] + pieces[at + 7]
    warlords = pieces[at + 8] + pieces[at + 9] + pieces[at + 10]
    if coin > taliban + warlords:
        return 1
    if taliban > coin + warlords:
        return 2
    return 0


def adjust_control(play: Play, space: Space, rule: str = "1.7") -> None:
    """1.7: update the marker where Control has changed. LoCs have none; in 6.5 all wait."""
    state = play.state
    if space not in _CONTROLLABLE or state.frozen:
        return
    now = control_of(state, space)
    if state.control[space] != now:
        state.control[space] = now
        play.emit("control", rule, SPACE_IDS[space], CONTROL_IDS[now])


@contextmanager
def as_one_step(play: Play, spaces: Sequence[Space]) -> Iterator[None]:
    """1.7: change pieces in these spaces as one step: Control follows its result, not what it passes through."""
    state = play.state
    waits = state.frozen
    state.frozen = True
    yield
    state.frozen = waits
    for space in spaces:
        adjust_control(play, space)


def adjust_all(play: Play, rule: str = "1.7") -> None:
    for space in LANDS:
        adjust_control(play, space, rule)
