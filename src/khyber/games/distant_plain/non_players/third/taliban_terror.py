"""8.8.3: Terror and Extort of the Non-player Taliban."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    AFGHAN,
    ALL_SPACES,
    ECON,
    IS_LOC,
    KINDS,
    T_UNDERGROUND,
    TALIBAN,
    W_BASE,
    WARLORDS,
    Space,
)
from khyber.games.distant_plain.non_players.flowchart import begin
from khyber.games.distant_plain.non_players.general import at_neutral, at_opposition, at_support, by_population, pop
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.third.taliban_guards import may_expose
from khyber.games.distant_plain.non_players.walk import Candidate, Priority, Rank, Walk, walk_box
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import guerrillas_for_terror, terror_cost
from khyber.games.distant_plain.rules.insurgent_operations import terror_in
from khyber.games.distant_plain.rules.lasting import forbidden
from khyber.games.distant_plain.rules.operations import select
from khyber.games.distant_plain.rules.taliban_activities import can_be_extorted, extort_in
from khyber.games.distant_plain.state import State

POPULATION = Rank("population", by_population)
#: T.Terror.0: so many points must shift in all.
POINTS_WORTH_IT = 3

# -- Terror -----------------------------------------------------------------------------------------


def can_terrorise(walk: Walk, space: Space) -> bool:
    """T.Terror.P: a Guerrilla to show, within T.Keep; a space once (3.1)."""
    state = walk.state
    if space in state.op_spaces or (walk.one_space and state.op_spaces):
        return False
    return may_expose(state, space, guerrillas_for_terror(state, TALIBAN, space))


def support_spaces(walk: Walk) -> list[Candidate]:
    """T.Terror.1: spaces at Support."""
    return [space for space in AFGHAN if at_support(walk.state, space) and can_terrorise(walk, space)]


def neutral_spaces(walk: Walk) -> list[Candidate]:
    """T.Terror.2: Neutral spaces with people; elsewhere nothing would shift (R-T4)."""
    state = walk.state
    return [space for space in AFGHAN
            if at_neutral(state, space) and pop(state, space) and can_terrorise(walk, space)]


def terrorise(walk: Walk, candidate: Candidate) -> bool:
    """Pay, if need be after a pause to Extort, and do it."""
    assert isinstance(candidate, int)
    cost = terror_cost(walk.state, TALIBAN, candidate)
    if not walk.can_pay(cost):
        pause_to_extort(walk, "terror-space")
        if not walk.can_pay(cost) or not can_terrorise(walk, candidate):
            return False
    walk.pay(cost)
    walk.plan.put("terror-space", candidate)
    select(walk.play, TALIBAN, "3.3.4", candidate, 0)
    walk.do(terror_in(walk.play, TALIBAN, candidate))
    return True


TERROR = (
    Priority("T.Terror.1", "8.8.3", support_spaces, terrorise, (POPULATION,)),
    Priority("T.Terror.2", "8.8.3", neutral_spaces, terrorise, (POPULATION,)),
)


def points(state: State) -> int:
    """Support less Opposition, in points: what Terror lowers."""
    return sum(pop(state, space) * (state.level[space] - 1) for space in AFGHAN)


@rule("8.8.3")
def walk_terror(mind: NonPlayer, play: Play) -> tuple[Walk, int] | None:
    """8.8.3: the Terror of bullets one and two, and how many points it shifts; None if there is none."""
    walk = begin(mind, play, "terror")
    before = points(walk.state)
    if not walk_box(walk, TERROR):
        return None
    return walk, before - points(walk.state)


# -- Extort -----------------------------------------------------------------------------------------


def extort_yield(state: State, space: Space) -> int:
    """4.4.1: what Extort would bring there."""
    poppies = state.pieces[space * KINDS + W_BASE]
    if poppies:
        return min(2 * poppies, state.resources[WARLORDS])
    return ECON[space] if IS_LOC[space] and not state.terror[space] else 1


def can_extort_in(state: State, space: Space) -> bool:
    """T.Extort: legal, within T.Keep, and worth something."""
    return (space not in state.special_spaces and can_be_extorted(state, space) and may_expose(state, space)
            and extort_yield(state, space) > 0)


def unseen_extortion(walk: Walk) -> list[Candidate]:
    """T.Extort.1: at Opposition, or where another Guerrilla stays Underground."""
    state = walk.state
    return [space for space in ALL_SPACES if can_extort_in(state, space)
            and (at_opposition(state, space) or state.pieces[space * KINDS + T_UNDERGROUND] > 1)]


def any_extortion(walk: Walk) -> list[Candidate]:
    """T.Extort.2: everywhere it is legal."""
    return [space for space in ALL_SPACES if can_extort_in(walk.state, space)]


def still_poor(walk: Walk) -> bool:
    return walk.state.resources[TALIBAN] == 0


def extort_here(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    walk.plan.put("extort-space", candidate)
    walk.state.special_spaces += bytes((candidate,))
    extort_in(walk.play, candidate)
    return True


EXTORT = (
    Priority("T.Extort.1", "8.8.3", unseen_extortion, extort_here),
    Priority("T.Extort.2", "8.8.3", any_extortion, extort_here, when=still_poor),
)


@rule("8.8.3")
def walk_extort(walk: Walk, ask: str) -> bool:
    """8.8.3: Extort as the Special Activity, at the question `ask` of the Operation; False if there is none."""
    if not walk.activity_open or forbidden(walk.play, TALIBAN, "extort"):
        return False
    trial = walk.trial()
    trial.start_activity("extort", ask)
    if not walk_box(trial, EXTORT):
        trial.drop()
        return False
    walk.adopt(trial)
    return True


def pause_to_extort(walk: Walk, ask: str) -> None:
    """T.Terror.P, T.Rally.P: when the next space cannot be paid, Extort comes in between, once."""
    if walk_extort(walk, ask):
        walk.note("pause", activity="extort")
