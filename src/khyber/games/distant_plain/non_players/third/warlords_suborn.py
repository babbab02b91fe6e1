"""8.9.3: Suborn of the Non-player Warlords."""

from __future__ import annotations

from functools import partial

from khyber.games.distant_plain.board import (
    AFGHAN,
    COIN_CONTROL,
    G_BASE,
    G_POLICE,
    G_TROOPS,
    GOVERNMENT,
    KINDS,
    T_ACTIVE,
    T_UNDERGROUND,
    TALIBAN,
    TALIBAN_CONTROL,
    WARLORDS,
    Space,
)
from khyber.games.distant_plain.non_players.general import by_population, enemy_piece, hits_first, pop
from khyber.games.distant_plain.non_players.plan import LAST_QUESTION
from khyber.games.distant_plain.non_players.third.warlords_guards import strength
from khyber.games.distant_plain.non_players.walk import Candidate, Priority, Rank, Walk, walk_box, where
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activity_spaces import spaces_left
from khyber.games.distant_plain.rules.forces import government_cubes, remove
from khyber.games.distant_plain.rules.tracks import affords, pay
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.rules.warlord_activities import MOST_CUBES, MOST_SUBORNED, suborn_cost
from khyber.games.distant_plain.state import State

#: W.Suborn.P: what must be left after paying.
RESOURCES_KEPT = 41
#: W.Suborn.1: so many points of the Government's margin at most (R-W8).
MOST_POINTS = 4

BASE, CUBES, GUERRILLA = "base", "cubes", "guerrilla"


def open_activity(walk: Walk, name: str) -> None:
    """4.1: the Special Activity begins at the Operation's next question, unless it has been declared already."""
    if walk.state.special != name:
        walk.start_activity(name, LAST_QUESTION[walk.state.op])


@rule("8.9.3")
def can_buy(walk: Walk) -> bool:
    """W.Suborn.P: a space is left, and paying leaves enough; what is free costs nothing."""
    state = walk.state
    cost = suborn_cost(state)
    if not spaces_left(state, MOST_SUBORNED) or not affords(state, WARLORDS, cost):
        return False
    return not cost or state.resources[WARLORDS] - cost >= RESOURCES_KEPT


def is_open(state: State, space: Space) -> bool:
    """Not suborned yet, and where an Event allows it (5.5)."""
    return space not in state.special_spaces and bool(state.op_only >> space & 1)


# -- what to buy ------------------------------------------------------------------------------------


def from_government(state: State, space: Space) -> tuple[tuple[str, int], ...]:
    """4.5.3: what of the Government's can go there, and how many pieces that is: a Base first, then cubes."""
    found = []
    if state.pieces[space * KINDS + G_BASE]:
        found.append((BASE, 1))
    if cubes := government_cubes(state, space):
        found.append((CUBES, min(MOST_CUBES, cubes)))
    return tuple(found)


def to_end_coin_control(state: State, space: Space) -> str:
    """W.Suborn.1: what ends COIN Control there: the Base if that will do, else cubes; empty if nothing does."""
    if state.control[space] != COIN_CONTROL:
        return ""
    coin, taliban, warlords = strength(state, space)
    return next((how for how, n in from_government(state, space) if coin - n <= taliban + warlords), "")


def to_free(state: State, space: Space) -> str:
    """W.Suborn.2: what leaves the space to nobody; Control that only changes hands does not count (R-W10)."""
    coin, taliban, warlords = strength(state, space)
    if state.control[space] == TALIBAN_CONTROL:
        at = space * KINDS
        has_guerrilla = state.pieces[at + T_UNDERGROUND] or state.pieces[at + T_ACTIVE]
        return GUERRILLA if has_guerrilla and taliban - 1 <= coin + warlords else ""
    if state.control[space] != COIN_CONTROL:
        return ""
    return next((how for how, n in from_government(state, space)
                 if coin - n <= taliban + warlords and taliban <= coin - n + warlords), "")


def suborn_in(walk: Walk, space: Space, how: str) -> None:
    """4.5.3: pay and buy it; cubes by lot, as many as allowed."""
    open_activity(walk, "suborn")
    play, plan, state = walk.play, walk.plan, walk.state
    plan.put("suborn-space", space)
    plan.put("suborn-how", how, space=space)
    state.special_spaces += bytes((space,))
    pay(play, "4.5.3", WARLORDS, suborn_cost(state))
    if how == BASE:
        remove(play, "4.5.3", G_BASE, space)
    elif how == GUERRILLA:
        there = [piece for piece in (T_UNDERGROUND, T_ACTIVE) if state.pieces[space * KINDS + piece]]
        which = enemy_piece(walk.dice, state, space, there)
        plan.put("suborn-guerrilla", which, space=space)
        remove(play, "4.5.3", which, space)
    else:
        troops, police = state.pieces[space * KINDS + G_TROOPS], state.pieces[space * KINDS + G_POLICE]
        n = min(MOST_CUBES, troops + police)
        of_troops = 0
        for drawn in range(n):
            pool = [True] * (troops - of_troops) + [False] * (police - (drawn - of_troops))
            of_troops += walk.dice.lot(pool) if troops and police else bool(troops)
        plan.put("suborn-troops", of_troops, space=space)
        remove(play, "4.5.3", G_TROOPS, space, of_troops)
        remove(play, "4.5.3", G_POLICE, space, n - of_troops)


# -- the priorities ---------------------------------------------------------------------------------


def coin_population(state: State) -> int:
    """The people whom COIN Controls: what the Government's total counts."""
    return sum(pop(state, space) for space in AFGHAN if state.control[space] == COIN_CONTROL)


def government_spaces(walk: Walk, before: int) -> list[Candidate]:
    """W.Suborn.1: where COIN Control ends, as long as the Government has lost no more than four points in all."""
    state = walk.state
    if not walk.is_player(GOVERNMENT) or not can_buy(walk):
        return []
    left = MOST_POINTS - (before - coin_population(state))
    return [space for space in AFGHAN if 0 < pop(state, space) <= left
            and is_open(state, space) and to_end_coin_control(state, space)]


def controlled_spaces(walk: Walk) -> list[Candidate]:
    """W.Suborn.2: where Control can be turned into none."""
    if not can_buy(walk):
        return []
    state = walk.state
    return [space for space in AFGHAN if is_open(state, space) and to_free(state, space)]


def end_coin_control(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    suborn_in(walk, candidate, to_end_coin_control(walk.state, candidate))
    return True


def free(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    suborn_in(walk, candidate, to_free(walk.state, candidate))
    return True


def by_victim(walk: Walk, candidate: Candidate) -> int:
    """8.2.1: whose pieces go: players' first, of two players those of the one with the better margin."""
    state = walk.state
    owner = TALIBAN if state.control[where(candidate)] == TALIBAN_CONTROL else GOVERNMENT
    if walk.is_player(GOVERNMENT) and walk.is_player(TALIBAN):
        return margins(state)[owner]
    return hits_first(state, WARLORDS, owner)


POPULATION = Rank("population", by_population)


@rule("8.9.3")
def walk_suborn(walk: Walk) -> int:
    """W.Suborn: the Government of a player first, then any one space that can be freed."""
    before = coin_population(walk.state)
    return walk_box(walk, (
        Priority("W.Suborn.1", "8.9.3", partial(government_spaces, before=before), end_coin_control, (POPULATION,)),
        Priority("W.Suborn.2", "8.9.3", controlled_spaces, free, (POPULATION, Rank("victim", by_victim)), most=1),
    ))
