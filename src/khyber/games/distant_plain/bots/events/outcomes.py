"""The effect of an Event's step in each space, cached while the position stays the same."""

from __future__ import annotations

from operator import attrgetter

from khyber.games.distant_plain.board import KINDS, Space
from khyber.games.distant_plain.bots.events.difference import Difference
from khyber.games.distant_plain.state import State

#: By space or option: what changes; None: nothing.
Known = dict[Space | str, Difference | None]

_all_fields = attrgetter(*State.fields)


class Outcomes:
    """The outcomes that one Non-player has found in one step of the game.

    It tries the whole Event before it executes it, and 9 of 10 spaces that the execution asks about are those of the
    trial, in the same position, so their outcomes are remembered.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: list[tuple[tuple[object, ...], State, Known]] = []

    def of(self, state: State, *question: object, within_space: bool = False) -> tuple[State, Known]:
        """Return a fixed copy of the position, and the outcomes known for the question there.

        If an outcome depends on the space alone (`within_space`), it stays known until that space changes.
        """
        earlier: tuple[State, Known] | None = None
        for asked, before, known in self._found:
            if asked == question:
                if before.pieces == state.pieces and _all_fields(before) == _all_fields(state):
                    return before, known
                earlier = before, known
        still_known = _still_known(state, *earlier) if within_space and earlier is not None else {}
        self._found.append((question, state.copy(), still_known))
        return self._found[-1][1:]


def _still_known(state: State, before: State, known: Known) -> Known:
    """Return the outcomes in spaces that have not changed since."""
    if before.islamabad != state.islamabad or before.lasting != state.lasting:
        return {}
    return {space: diff for space, diff in known.items() if isinstance(space, int) and _same(before, state, space)}


def _same(before: State, after: State, space: Space) -> bool:
    """Return whether the space has the same pieces and markers in both positions."""
    row = slice(space * KINDS, (space + 1) * KINDS)
    return (
        before.pieces[row] == after.pieces[row]
        and before.level[space] == after.level[space]
        and before.control[space] == after.control[space]
        and before.terror[space] == after.terror[space]
        and before.returnees[space] == after.returnees[space]
    )
