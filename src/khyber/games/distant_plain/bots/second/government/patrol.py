"""2nd:8.6.3: Patrol of the Non-player Government."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.assault import capacity
from khyber.games.distant_plain.bots.common.government.patrol import move_cube, open_to, plan_patrol
from khyber.games.distant_plain.bots.machinery.chance import random_space
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.government.activities import after_train_or_patrol
from khyber.games.distant_plain.bots.second.guidelines import quota
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import all_pieces, count, cubes, government_cubes, guerrillas, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import movable
from khyber.games.distant_plain.rules.operations.patrol import patrol_reach
from khyber.games.distant_plain.state import State


@cache
def patrol_box() -> Priorities:
    return (Priority("G2.Patrol.1", "2nd:8.6.3", roads_to_hold, bring, (ranks.KABUL,)),)


@cache
def free_assault_box() -> Priorities:
    return (
        Priority(
            "G2.Patrol.4",
            "2nd:8.6.3",
            locs_to_assault,
            plan_assault,
            (Rank("taliban-removed", taliban_removed),),
            most=1,
        ),
    )


ROADS: Final = (board.KABUL, *board.LOCS)


def taliban_prevail(state: State, space: Space) -> bool:
    """Return whether Taliban Guerrillas outnumber all other pieces."""
    return guerrillas(state, board.TALIBAN, space) > all_pieces(state, space) - pieces_of(state, board.TALIBAN, space)


@rule("2nd:8.6.3")
def called_for(state: State) -> bool:
    """G2.Select.2: whether Taliban Guerrillas outnumber all other pieces on any LoC or in Kabul."""
    return any(taliban_prevail(state, space) for space in ROADS)


def roads_to_hold(walk: Walk) -> list[Candidate]:
    """G2.Patrol.1: LoCs and Kabul where Taliban Guerrillas prevail."""
    return [
        space
        for space in ROADS
        if taliban_prevail(walk.state, space) and missing(walk.state, space) and open_to(walk, space)
    ]


def missing(state: State, space: Space) -> int:
    """Return how many more COIN cubes would equal the Taliban Guerrillas."""
    return max(0, guerrillas(state, board.TALIBAN, space) - cubes(state, space))


def bring(walk: Walk, candidate: Candidate) -> bool:
    """G2.Patrol.1: move in one Police if there is none, then Troops; either replaces the other (R32)."""
    dest = where(candidate)
    came = False
    while missing(walk.state, dest):
        police_first = not count(walk.state, dest, board.G_POLICE)
        kinds = (board.G_POLICE, board.G_TROOPS) if police_first else (board.G_TROOPS, board.G_POLICE)
        found = next(filter(None, (fullest(walk, kind, dest) for kind in kinds)), None)
        if found is None:
            break
        move_cube(walk, *found, dest)
        came = True
    return came


def fullest(walk: Walk, piece: Piece, dest: Space) -> tuple[Space, Piece] | None:
    """G2.Patrol.2: the Province or Kabul with the most such cubes that can reach it and spare one."""
    state = walk.state
    most = 0
    found: list[Space] = []
    for origin in board.AFGHAN:
        here = count(state, origin, piece)
        if (
            here
            and here >= most
            and origin != dest
            and movable(state, origin, piece) > 0
            and quota(state, origin, board.GOVERNMENT, 1)
            and dest in patrol_reach(state, origin)
        ):
            if here > most:
                most, found = here, []
            found.append(origin)
    return (random_space(walk.dice, found), piece) if found else None


@rule("2nd:8.6.3")
def walk_patrol(bot: NonPlayer, play: Play) -> Walk | None:
    """G2.Patrol.5: plan a Patrol; None if nothing would happen."""
    return plan_patrol(bot, play, patrol_box, would_find, free_assault_box, after_train_or_patrol)


def would_find(state: State, loc: Space) -> bool:
    """G2.Patrol.5: whether it Activates or removes a Taliban Guerrilla."""
    return government_cubes(state, loc) > 0 and (
        count(state, loc, board.T_UNDERGROUND) > 0 or removable(state, loc) > 0
    )


# -- the Assault at the end -------------------------------------------------------------------------


def removable(state: State, loc: Space) -> int:
    """Return the Taliban Guerrillas that an Assault there removes."""
    shown = count(state, loc, board.T_ACTIVE)
    return min(shown, capacity(state, loc)) if shown else 0


def locs_to_assault(walk: Walk) -> list[Candidate]:
    """G2.Patrol.4: LoCs to Assault; in a Limited Patrol only its own."""
    state = walk.state
    return [loc for loc in board.LOCS if removable(state, loc) and (loc in state.op_spaces or not walk.one_space)]


def taliban_removed(walk: Walk, candidate: Candidate) -> int:
    return removable(walk.state, where(candidate))


def plan_assault(walk: Walk, candidate: Candidate) -> bool:
    """G2.Patrol.4: Assault Taliban only, never using excess hits on Warlords (R33)."""
    loc = where(candidate)
    walk.plan.put("patrol-assault", loc)
    walk.plan.put("remove-enemy", *[board.T_ACTIVE] * removable(walk.state, loc), "done", space=loc)
    return True
