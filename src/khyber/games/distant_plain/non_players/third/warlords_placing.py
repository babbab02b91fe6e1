"""8.9.3: what the Non-player Warlords do in one space of a Rally: place, flip, or build a Base."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.games.distant_plain.board import (
    AFGHAN,
    IS_PASHTUN,
    KINDS,
    W_ACTIVE,
    W_BASE,
    W_UNDERGROUND,
    WARLORDS,
    Space,
)
from khyber.games.distant_plain.non_players.third.insurgent_base import guerrillas_into_base
from khyber.games.distant_plain.non_players.walk import Candidate, Walk
from khyber.games.distant_plain.rules.conditions import no_more_spaces, rally_cost
from khyber.games.distant_plain.rules.forces import available, guerrillas, hide, place
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.operations import select
from khyber.games.distant_plain.state import State

#: W.Rally.P: in so many spaces at most.
MOST_SPACES = 3


def open_to_rally(walk: Walk, most: int = MOST_SPACES) -> Sequence[Space]:
    """W.Rally.P: Kabul and Afghan Provinces not yet selected, while another can be paid."""
    state = walk.state
    chosen = state.op_spaces
    if len(chosen) >= most or no_more_spaces(state, WARLORDS) or not walk.can_pay(0 if state.op_free else 1):
        return ()
    only = state.op_only
    return [space for space in AFGHAN if space not in chosen and only >> space & 1]


def recruits(state: State, space: Space, bases: int) -> int:
    """3.3.1: how many Guerrillas a Rally places there, with so many Warlord Bases."""
    most = bases + population(state, space) if bases and not IS_PASHTUN[space] else 1
    return min(most, available(state, W_UNDERGROUND))


def can_flip(state: State, space: Space, bases: int) -> bool:
    """None is Available, but Active ones at a Base outside Pashtun land can turn Underground."""
    return (not available(state, W_UNDERGROUND) and bases > 0 and not IS_PASHTUN[space]
            and state.pieces[space * KINDS + W_ACTIVE] > 0)


def can_place_or_flip(state: State, space: Space) -> bool:
    """The starred Rally: Guerrillas until none is Available, then flip."""
    return available(state, W_UNDERGROUND) > 0 or can_flip(state, space, state.pieces[space * KINDS + W_BASE])


def choose_space(walk: Walk, space: Space) -> None:
    """Select and pay the space; how it Rallies there comes next."""
    walk.pay(rally_cost(walk.state, WARLORDS, space))
    walk.plan.put("rally-space", space)
    select(walk.play, WARLORDS, "3.3.1", space, 0)


def reinforce(walk: Walk, space: Space) -> None:
    """In a space already chosen: place as many as can be, or flip all."""
    state = walk.state
    n = recruits(state, space, state.pieces[space * KINDS + W_BASE])
    if n:
        walk.plan.put("rally-how", n, space=space)
        place(walk.play, "3.3.1", W_UNDERGROUND, space, n)
    else:
        walk.plan.put("rally-how", "hide", space=space)
        hide(walk.play, "3.3.1", WARLORDS, space, state.pieces[space * KINDS + W_ACTIVE])


def place_or_flip(walk: Walk, candidate: Candidate) -> bool:
    """A whole Rally in one space."""
    assert isinstance(candidate, int)
    choose_space(walk, candidate)
    reinforce(walk, candidate)
    return True


def build_base(walk: Walk, candidate: Candidate) -> bool:
    """W.Rally.1: two Guerrillas, Active ones first, become a Base."""
    assert isinstance(candidate, int)
    choose_space(walk, candidate)
    guerrillas_into_base(walk, candidate)
    return True


def enough_for_base(state: State, space: Space) -> bool:
    """W.Rally.1: three Guerrillas or more."""
    return guerrillas(state, WARLORDS, space) >= 3
