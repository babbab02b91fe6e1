"""4.4: Extort and Infiltrate by a Non-player Taliban of either printing, in one space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.activities.common import spaces_left
from khyber.games.distant_plain.rules.activities.extort import can_be_extorted, extort_in, extort_spaces
from khyber.games.distant_plain.rules.forces import place, remove
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity, spaces_with
from khyber.games.distant_plain.rules.tracks import change_patronage
from khyber.games.distant_plain.state import State

#: The two LoCs with the highest Economic value are worth a Special Activity of their own.
RICH: Final = 3

# -- Extort -----------------------------------------------------------------------------------------


def legal_extortion(walk: Walk) -> list[Space]:
    """4.4.1: return all spaces where Extort is legal."""
    state = walk.state
    if state.op and not state.op_spaces:
        return extort_spaces(walk.play)  # what leaves the Operation possible that it precedes (4.1)
    if not spaces_left(state, len(board.IS_LOC)):
        return []
    return open_to_activity(
        state,
        [
            space
            for space in spaces_with(state, board.T_UNDERGROUND)
            if space not in state.special_spaces and can_be_extorted(state, space)
        ],
    )


def is_rich_road(state: State, space: Space) -> bool:
    """Return whether this is one of the highest-value LoCs, and not Sabotaged."""
    return board.IS_LOC[space] and board.ECON[space] >= RICH and not state.terror[space]


def extort_here(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    walk.plan.put("extort-space", space)
    walk.state.special_spaces += bytes((space,))
    extort_in(walk.play, space)
    return True


# -- Infiltrate -------------------------------------------------------------------------------------


def infiltrate_in(walk: Walk, space: Space, pieces: Sequence[Piece], *, replace: bool) -> None:
    """4.4.2: remove these pieces, or replace the single one there with a Guerrilla."""
    walk.plan.put("infiltrate-space", space)
    walk.plan.put("infiltrate-how", "replace" if replace else "remove", space=space)
    walk.plan.put("remove-enemy", *pieces, space=space)
    walk.state.special_spaces += bytes((space,))
    for piece in pieces:
        remove(walk.play, "4.4.2", piece, space)
    if replace:
        place(walk.play, "4.4.2", board.T_UNDERGROUND, space)
    change_patronage(walk.play, "4.4.2", -sum(board.OWNER[piece] == board.GOVERNMENT for piece in pieces))
