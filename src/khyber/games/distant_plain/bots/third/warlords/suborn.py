"""8.9.3: Suborn of the Non-player Warlords."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import hits_first, pop, strength
from khyber.games.distant_plain.bots.common.warlords.activities import from_government, is_open, suborn_in, to_free
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import spaces_left
from khyber.games.distant_plain.rules.activities.suborn import MAX_SUBORNED, suborn_cost
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.tracks import affords
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import State


def suborn_box(before: int) -> Priorities:
    """W.Suborn, given the Population under COIN Control before it."""
    return (
        Priority(
            "W.Suborn.1", "8.9.3", partial(government_spaces, before=before), end_coin_control, (ranks.POPULATION,)
        ),
        Priority("W.Suborn.2", "8.9.3", controlled_spaces, free, (ranks.POPULATION, Rank("victim", by_victim)), most=1),
    )


#: W.Suborn.P: what must be left after paying.
RESOURCES_KEPT = 41
#: W.Suborn.1: most points taken off the Government's margin (R-W8).
MAX_POINTS = 4


@rule("8.9.3")
def can_buy(walk: Walk) -> bool:
    """W.Suborn.P: another space is allowed, and payment leaves enough; free spaces cost nothing."""
    state = walk.state
    cost = suborn_cost(state)
    if not spaces_left(state, MAX_SUBORNED) or not affords(state, board.WARLORDS, cost):
        return False
    return not cost or state.resources[board.WARLORDS] - cost >= RESOURCES_KEPT


def to_end_coin_control(state: State, space: Space) -> str:
    """W.Suborn.1: what ends COIN Control: the Base if enough, else cubes; empty if nothing does."""
    if state.control[space] != board.COIN_CONTROL:
        return ""
    coin, taliban, warlords = strength(state, space)
    return next((how for how, n in from_government(state, space) if coin - n <= taliban + warlords), "")


def by_lot(walk: Walk, space: Space, n: int) -> int:
    """8.2.1: return how many of `n` cubes drawn at random are Troops."""
    troops, police = count(walk.state, space, board.G_TROOPS), count(walk.state, space, board.G_POLICE)
    of_troops = 0
    for drawn in range(n):
        pool = [True] * (troops - of_troops) + [False] * (police - (drawn - of_troops))
        of_troops += walk.dice.lot(pool) if troops and police else bool(troops)
    return of_troops


def coin_population(state: State) -> int:
    """Return the Population under COIN Control, which the Government's total counts."""
    return sum(pop(state, space) for space in board.AFGHAN if state.control[space] == board.COIN_CONTROL)


def government_spaces(walk: Walk, before: int) -> list[Candidate]:
    """W.Suborn.1: where COIN Control ends, until the Government has lost four points in all."""
    state = walk.state
    if not walk.is_player(board.GOVERNMENT) or not can_buy(walk):
        return []
    left = MAX_POINTS - (before - coin_population(state))
    return [
        space
        for space in board.AFGHAN
        if 0 < pop(state, space) <= left and is_open(state, space) and to_end_coin_control(state, space)
    ]


def controlled_spaces(walk: Walk) -> list[Candidate]:
    """W.Suborn.2: spaces that can be made Uncontrolled (R-W10)."""
    if not can_buy(walk):
        return []
    state = walk.state
    return [space for space in board.AFGHAN if is_open(state, space) and to_free(state, space)]


def end_coin_control(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    suborn_in(walk, candidate, to_end_coin_control(walk.state, candidate), by_lot)
    return True


def free(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    suborn_in(walk, candidate, to_free(walk.state, candidate), by_lot)
    return True


def by_victim(walk: Walk, candidate: Candidate) -> int:
    """8.2.1: prefer players' pieces, then the better margin."""
    state = walk.state
    owner = board.TALIBAN if state.control[where(candidate)] == board.TALIBAN_CONTROL else board.GOVERNMENT
    if walk.is_player(board.GOVERNMENT) and walk.is_player(board.TALIBAN):
        return margins(state)[owner]
    return hits_first(state, board.WARLORDS, owner)


@rule("8.9.3")
def walk_suborn(walk: Walk) -> int:
    """W.Suborn: first against a player Government, then any one space that can be freed."""
    return walk.follow(partial(suborn_box, coin_population(walk.state)))
