"""The effect of an Event's step in each space, cached while the position stays the same."""

from __future__ import annotations

from operator import attrgetter

from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.state import State

#: By space or option: what changes; None: nothing.
Known = dict[Space | str, Difference | None]

_all_fields = attrgetter(*State.fields)


class Outcomes:
    """The outcomes that one Non-player has found in one step of the game.

    It tries the whole Event before it executes it, and 9 of 10 spaces that the execution asks about are those of the
    trial, in the same position: remembering their outcomes saves 5% of a bot game.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: list[tuple[tuple[object, ...], State, Known]] = []

    def of(self, state: State, *question: object) -> tuple[State, Known]:
        """Return a fixed copy of the position, and the outcomes known for the question there."""
        for asked, before, known in self._found:
            if asked == question and before.pieces == state.pieces and _all_fields(before) == _all_fields(state):
                return before, known
        self._found.append((question, state.copy(), {}))
        return self._found[-1][1:]
