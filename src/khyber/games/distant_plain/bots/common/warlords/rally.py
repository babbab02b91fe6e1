"""3.3.1: one space of a Rally by a Non-player Warlords of either printing: place, flip, or build a Base."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import insurgents
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import available, count
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.operations.conditions import no_more_spaces
from khyber.games.distant_plain.state import State

#: Most spaces of a Rally.
MAX_SPACES = 3


def rally_spaces_left(walk: Walk, spaces: Sequence[Space], most: int = MAX_SPACES) -> Sequence[Space]:
    """Return the spaces not selected yet, while another is affordable."""
    state = walk.state
    chosen = state.op_spaces
    if len(chosen) >= most or no_more_spaces(state, board.WARLORDS) or not walk.can_pay(0 if state.op_free else 1):
        return ()
    only = state.op_only
    return [space for space in spaces if space not in chosen and only >> space & 1]


def recruits(state: State, space: Space, bases: int) -> int:
    """3.3.1: return how many Guerrillas a Rally places there with this number of Warlord Bases."""
    most = bases + population(state, space) if bases and not board.IS_PASHTUN[space] else 1
    return min(most, available(state, board.W_UNDERGROUND))


def can_flip(state: State, space: Space, bases: int) -> bool:
    """Return whether none is Available but Active ones at a non-Pashtun Base can flip."""
    return (
        not available(state, board.W_UNDERGROUND)
        and bases > 0
        and not board.IS_PASHTUN[space]
        and count(state, space, board.W_ACTIVE) > 0
    )


def can_place_or_flip(state: State, space: Space) -> bool:
    """Return whether the starred Rally is possible: place Guerrillas; flip if none is Available."""
    return available(state, board.W_UNDERGROUND) > 0 or can_flip(state, space, count(state, space, board.W_BASE))


def reinforce(walk: Walk, space: Space) -> None:
    """Place as many as possible, or flip all, in a space already chosen."""
    n = recruits(walk.state, space, count(walk.state, space, board.W_BASE))
    if n:
        insurgents.place_guerrillas(walk, space, n)
    else:
        insurgents.hide_guerrillas(walk, space)


def place_or_flip(walk: Walk, candidate: Candidate) -> bool:
    """Rally in one space: place as many as possible, or flip all."""
    space = where(candidate)
    if not insurgents.rally_at(walk, space):
        return False
    reinforce(walk, space)
    return True
