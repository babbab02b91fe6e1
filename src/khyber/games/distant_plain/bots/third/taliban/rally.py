"""8.8.4: Rally of the Non-player Taliban."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import insurgents, ranks
from khyber.games.distant_plain.bots.common.guidelines import at_neutral
from khyber.games.distant_plain.bots.common.taliban.rally import release_priority, to_place
from khyber.games.distant_plain.bots.common.taliban.sharia import SHARIA_RANKS, impose_sharia, sharia_spaces
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.taliban.extort import pause_to_extort
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules import forces
from khyber.games.distant_plain.rules.lasting import ACCIDENTAL_GUERRILLAS, unshaded
from khyber.games.distant_plain.rules.operations.conditions import (
    DESPITE_ISLAMABAD,
    rally_cost,
    spaces_with,
    troops_without_base,
)
from khyber.games.distant_plain.state import State


@cache
def base_box() -> Priorities:
    return (
        Priority("T.Rally.1", "8.8.4", empty_bases, place_or_flip),
        Priority("T.Rally.2", "8.8.4", base_sites, build_base, (Rank("pakistan", in_pakistan),)),
    )


@cache
def rally_box() -> Priorities:
    return (
        Priority("T.Rally.3", "8.8.4", shown_at_bases, place_or_flip, (ranks.PRINTED_POPULATION,)),
        Priority("T.Rally.4", "8.8.4", kabul, place_or_flip),
        Priority("T.Rally.5", "8.8.4", new_ground, place_or_flip, (ranks.PRINTED_POPULATION,), most=MAX_NEUTRAL),
        Priority("T.Rally.6", "8.8.4", all_bases, place_or_flip, (ranks.AFGHAN, ranks.PRINTED_POPULATION)),
        Priority("T.Rally.7", "8.8.4", across_the_border, place_or_flip),
        release_priority("T.Release", "8.8.1"),
        Priority("T.Rally.S", "8.8.4", sharia_spaces, impose_sharia, SHARIA_RANKS, most=1),
    )


#: T.Rally.0: Guerrillas Available that call for a Rally.
MANY_AVAILABLE: Final = 15
#: T.Rally.P: most spaces paid for.
MAX_PAID: Final = 6
#: T.Rally.2: Guerrillas needed to build a Base.
ENOUGH_FOR_BASE: Final = 3
#: T.Rally.5: most Neutral spaces.
MAX_NEUTRAL: Final = 2

# -- where, and at what cost ------------------------------------------------------------------------


def can_rally_in(walk: Walk, space: Space) -> bool:
    """T.Rally.P: legal (3.3.1), not yet selected, and at most six paid spaces."""
    state = walk.state
    if space in state.op_spaces or (state.op_only >= 0 and not state.op_only >> space & 1):
        return False
    if state.op_spaces and (
        walk.one_space or (rally_cost(state, board.TALIBAN, space) and paid_for(state) >= MAX_PAID)
    ):
        return False
    if board.IS_PAKISTAN[space]:
        return state.islamabad > board.PRESSURE or state.op_text == DESPITE_ISLAMABAD
    if state.level[space] == board.SUPPORT and not board.IS_PASHTUN[space]:
        return False
    return not (unshaded(state, ACCIDENTAL_GUERRILLAS) and troops_without_base(state, space))


def paid_for(state: State) -> int:
    """Return the spaces of this Rally that were not free."""
    return sum(rally_cost(state, board.TALIBAN, space) for space in state.op_spaces)


def paid(walk: Walk, space: Space) -> bool:
    """Pay for and select the space, if necessary after interrupting to Extort."""
    if not walk.can_pay(rally_cost(walk.state, board.TALIBAN, space)):
        pause_to_extort(walk, "rally-space")
    return insurgents.rally_at(walk, space)


def base_spaces(walk: Walk) -> list[Space]:
    state = walk.state
    return [space for space in spaces_with(state, board.T_BASE) if can_rally_in(walk, space)]


# -- placing and hiding -----------------------------------------------------------------------------


def can_place_or_flip(state: State, space: Space) -> bool:
    """Return whether a Rally can place Guerrillas or, with none Available, flip Active ones at a Base."""
    return to_place(state, space) > 0 or (
        forces.count(state, space, board.T_BASE) > 0 and forces.can_hide(state, board.TALIBAN, space) > 0
    )


def place_or_flip(walk: Walk, candidate: Candidate) -> bool:
    """Rally there: place as many as possible or, with none Available, flip all."""
    space = where(candidate)
    if not paid(walk, space):
        return False
    n = to_place(walk.state, space)
    if n:
        insurgents.place_guerrillas(walk, space, n)
    else:
        insurgents.hide_guerrillas(walk, space)
    return True


def build_base(walk: Walk, candidate: Candidate) -> bool:
    """T.Rally.2: replace two Guerrillas, Active ones first, with a Base."""
    space = where(candidate)
    if not paid(walk, space):
        return False
    insurgents.guerrillas_into_base(walk, space)
    return True


def empty_bases(walk: Walk) -> list[Candidate]:
    """T.Rally.1: Bases without Guerrillas."""
    state = walk.state
    if not forces.available(state, board.T_UNDERGROUND):
        return []
    return [space for space in base_spaces(walk) if not forces.guerrillas(state, board.TALIBAN, space)]


def base_sites(walk: Walk) -> list[Candidate]:
    """T.Rally.2: three Guerrillas, and room for an Available Base."""
    return [space for space in base_sites_in(walk.state) if can_rally_in(walk, space)]


def base_sites_in(state: State) -> list[Space]:
    """Return spaces with enough Guerrillas for a Base, affordable or not."""
    if not forces.available(state, board.T_BASE):
        return []
    return [
        space
        for space in spaces_with(state, board.T_UNDERGROUND, board.T_ACTIVE)
        if forces.guerrillas(state, board.TALIBAN, space) >= ENOUGH_FOR_BASE and forces.room_for_base(state, space)
    ]


def shown_at_bases(walk: Walk) -> list[Candidate]:
    """T.Rally.3: Bases with a cube where all Guerrillas are Active."""
    state = walk.state
    return [
        space
        for space in base_spaces(walk)
        if forces.count(state, space, board.T_ACTIVE)
        and not forces.count(state, space, board.T_UNDERGROUND)
        and forces.cubes(state, space)
        and can_place_or_flip(state, space)
    ]


def kabul(walk: Walk) -> list[Candidate]:
    """T.Rally.4: Kabul, if no Guerrilla there is Underground."""
    state = walk.state
    if forces.count(state, board.KABUL, board.T_UNDERGROUND) or not can_rally_in(walk, board.KABUL):
        return []
    return [board.KABUL] if can_place_or_flip(state, board.KABUL) else []


def new_ground(walk: Walk) -> list[Candidate]:
    """T.Rally.5: Neutral spaces without Coalition or Taliban pieces."""
    state = walk.state
    if not forces.available(state, board.T_UNDERGROUND):
        return []
    return [
        space
        for space in board.AFGHAN
        if at_neutral(state, space)
        and not forces.pieces_of(state, board.COALITION, space)
        and not forces.pieces_of(state, board.TALIBAN, space)
        and can_rally_in(walk, space)
    ]


def all_bases(walk: Walk) -> list[Candidate]:
    """T.Rally.6: all other Bases."""
    return [space for space in base_spaces(walk) if can_place_or_flip(walk.state, space)]


def across_the_border(walk: Walk) -> list[Candidate]:
    """T.Rally.7: Pakistan, if it is free."""
    state = walk.state
    return [
        space
        for space in board.PAKISTAN
        if not rally_cost(state, board.TALIBAN, space) and can_rally_in(walk, space) and can_place_or_flip(state, space)
    ]


def in_pakistan(walk: Walk, candidate: Candidate) -> int:
    return int(board.IS_PAKISTAN[where(candidate)])


@rule("8.8.4")
def walk_rally(bot: NonPlayer, play: Play) -> Walk | None:
    """8.8.4: walk the Rally; None if there is none."""
    walk = begin(bot, play, "rally")
    return walk if walk.follow(base_box) + walk.follow(rally_box) else None


@rule("8.8.4")
def wanted_rally(bot: NonPlayer, play: Play) -> tuple[bool, Walk | None]:
    """T.Rally.0: the Rally, if 15 Guerrillas are Available or bullet two builds a Base; else None."""
    many = forces.available(play.state, board.T_UNDERGROUND) >= MANY_AVAILABLE
    if not many and not base_sites_in(play.state):
        return False, None
    walk = begin(bot, play, "rally")
    taken = walk.follow(base_box)
    if not many and "T.Rally.2" not in walk.plan.followed:
        walk.drop()
        return False, None
    taken += walk.follow(rally_box)
    return True, walk if taken else None
