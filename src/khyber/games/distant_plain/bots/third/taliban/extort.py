"""8.8.3, 8.8.4: Extort of the Non-player Taliban, and which Special Activity accompanies which Operation."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import at_opposition
from khyber.games.distant_plain.bots.common.taliban.activities import extort_here, is_rich_road, legal_extortion
from khyber.games.distant_plain.bots.machinery.flowchart import use_activity
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority
from khyber.games.distant_plain.bots.machinery.walk import Walk, follower
from khyber.games.distant_plain.bots.third.taliban.guards import may_expose
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.state import State


@cache
def extort_box() -> Priorities:
    return (
        Priority("T.Extort.1", "8.8.3", unseen_extortion, extort_here),
        Priority("T.Extort.2", "8.8.3", any_extortion, extort_here, when=still_poor),
    )


@cache
def loc_extort_box() -> Priorities:
    return (Priority("T.LoCExtort", "8.8.4", rich_roads, extort_here),)


def extort_yield(state: State, space: Space) -> int:
    """4.4.1: return the Resources that Extort would gain there."""
    poppies = count(state, space, board.W_BASE)
    most = board.MAX_RESOURCES - state.resources[board.TALIBAN]
    if poppies:
        return min(2 * poppies, state.resources[board.WARLORDS], most)
    return min(board.ECON[space] if board.IS_LOC[space] and not state.terror[space] else 1, most)


@rule("8.8.3", "8.8.4")
def extortable(walk: Walk) -> list[Space]:
    """T.Extort: spaces where Extort is legal, within T.Keep, and pays."""
    state = walk.state
    return [space for space in legal_extortion(walk) if may_expose(state, space) and extort_yield(state, space) > 0]


def unseen_extortion(walk: Walk) -> list[Candidate]:
    """T.Extort.1: at Opposition, or where another Guerrilla stays Underground."""
    state = walk.state
    return [
        space
        for space in extortable(walk)
        if at_opposition(state, space) or count(state, space, board.T_UNDERGROUND) > 1
    ]


def any_extortion(walk: Walk) -> list[Candidate]:
    """T.Extort.2: all spaces where Extort is legal."""
    return list(extortable(walk))


def still_poor(walk: Walk) -> bool:
    return walk.state.resources[board.TALIBAN] == 0


def rich_roads(walk: Walk) -> list[Candidate]:
    """T.LoCExtort: the two LoCs with the highest Economic value, unless Sabotaged (R-T6)."""
    return [space for space in extortable(walk) if is_rich_road(walk.state, space)]


def pause_to_extort(walk: Walk, ask: str) -> None:
    """T.Terror.P, T.Rally.P: when the next space is unaffordable, interrupt once to Extort."""
    if use_activity(walk, "extort", ask, follower(extort_box)):
        walk.note("pause", activity="extort")
