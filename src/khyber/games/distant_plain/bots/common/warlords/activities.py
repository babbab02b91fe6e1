"""4.5: Cultivate, Traffic and Suborn by a Non-player Warlords of either printing, in one space."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import pop, strength
from khyber.games.distant_plain.bots.machinery.plan import LAST_QUESTION
from khyber.games.distant_plain.bots.machinery.priority import Candidate, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules import forces
from khyber.games.distant_plain.rules.activities import suborn, traffic
from khyber.games.distant_plain.rules.lasting import COUNTER_NARC, unshaded
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity, spaces_with
from khyber.games.distant_plain.rules.tracks import pay
from khyber.games.distant_plain.state import State


def open_activity(walk: Walk, name: str) -> None:
    """4.1: begin the Special Activity at the Operation's next question, unless already declared."""
    if walk.state.special != name:
        walk.start_activity(name, LAST_QUESTION[walk.state.op])


def is_open(state: State, space: Space) -> bool:
    """Return whether the space is not yet selected, and allowed by an Event (5.5)."""
    return space not in state.special_spaces and bool(open_to_activity(state, [space]))


# -- Cultivate --------------------------------------------------------------------------------------


def outnumbers_police(state: State, space: Space, more: int = 0) -> bool:
    """4.5.1: return whether Warlord Guerrillas, with `more` placed, outnumber Police."""
    return forces.guerrillas(state, board.WARLORDS, space) + more > forces.count(state, space, board.G_POLICE)


def can_hold_base(state: State, space: Space) -> bool:
    """4.5.1: return whether a Base fits: a populated Province with room, and a Base Available."""
    return pop(state, space) > 0 and forces.room_for_base(state, space) and forces.available(state, board.W_BASE) > 0


def plant(walk: Walk, space: Space) -> None:
    """4.5.1: place the Base, once Cultivate has been declared."""
    walk.plan.put("cultivate-space", space)
    walk.state.special_spaces += bytes((space,))
    forces.place(walk.play, "4.5.1", board.W_BASE, space)


def cultivate_here(walk: Walk, candidate: Candidate) -> bool:
    open_activity(walk, "cultivate")
    plant(walk, where(candidate))
    return True


# -- Traffic ----------------------------------------------------------------------------------------


def open_to_traffic(walk: Walk) -> list[Space]:
    """4.5.2: return the spaces with a Warlord Base and no Coalition piece, unless an Event differs."""
    state = walk.state
    anywhere = state.op_text == traffic.PAST_COALITION
    return [
        space
        for space in spaces_with(state, board.W_BASE)
        if is_open(state, space) and (anywhere or not forces.pieces_of(state, board.COALITION, space))
    ]


def traffic_here(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    open_activity(walk, "traffic")
    walk.plan.put("traffic-space", space)
    walk.state.special_spaces += bytes((space,))
    if unshaded(walk.state, COUNTER_NARC):
        traffic.traffic_gifts(walk.play, space)
    else:
        traffic.traffic_in(walk.play, space)
    return True


def traffic_income(state: State, spaces: Iterable[Space]) -> int:
    """4.5.2: return what Traffic in these spaces would earn, halved by Momentum."""
    if unshaded(state, COUNTER_NARC):
        return traffic.half_traffic(state, spaces)
    return sum(forces.count(state, space, board.W_BASE) for space in spaces)


# -- Suborn -----------------------------------------------------------------------------------------

#: The pieces to remove.
BASE: Final = "base"
CUBES: Final = "cubes"
GUERRILLA: Final = "guerrilla"
#: How many of `n` cubes removed from a space are Troops.
Share = Callable[[Walk, Space, int], int]


def from_government(state: State, space: Space) -> tuple[tuple[str, int], ...]:
    """4.5.3: return what Suborn can remove of the Government's: a Base, else cubes."""
    found = []
    if forces.count(state, space, board.G_BASE):
        found.append((BASE, 1))
    if cubes := forces.government_cubes(state, space):
        found.append((CUBES, min(suborn.MAX_CUBES, cubes)))
    return tuple(found)


def to_free(state: State, space: Space) -> str:
    """Return what Suborn must remove to leave the space Uncontrolled; empty if that is impossible."""
    coin, taliban, warlords = strength(state, space)
    if state.control[space] == board.TALIBAN_CONTROL:
        has_guerrilla = forces.count(state, space, board.T_UNDERGROUND) or forces.count(state, space, board.T_ACTIVE)
        return GUERRILLA if has_guerrilla and taliban - 1 <= coin + warlords else ""
    if state.control[space] != board.COIN_CONTROL:
        return ""
    return next(
        (
            how
            for how, n in from_government(state, space)
            if coin - n <= taliban + warlords and taliban <= coin - n + warlords
        ),
        "",
    )


def suborn_in(walk: Walk, space: Space, how: str, share: Share) -> None:
    """4.5.3: pay and remove a Base, a Guerrilla (Underground first), or as many cubes as allowed."""
    open_activity(walk, "suborn")
    play, plan, state = walk.play, walk.plan, walk.state
    plan.put("suborn-space", space)
    plan.put("suborn-how", how, space=space)
    state.special_spaces += bytes((space,))
    pay(play, "4.5.3", board.WARLORDS, suborn.suborn_cost(state))
    if how == BASE:
        forces.remove(play, "4.5.3", board.G_BASE, space)
    elif how == GUERRILLA:
        which = board.T_UNDERGROUND if forces.count(state, space, board.T_UNDERGROUND) else board.T_ACTIVE
        plan.put("suborn-guerrilla", which, space=space)
        forces.remove(play, "4.5.3", which, space)
    else:
        n = min(suborn.MAX_CUBES, forces.government_cubes(state, space))
        of_troops = share(walk, space, n)
        plan.put("suborn-troops", of_troops, space=space)
        forces.remove(play, "4.5.3", board.G_TROOPS, space, of_troops)
        forces.remove(play, "4.5.3", board.G_POLICE, space, n - of_troops)
