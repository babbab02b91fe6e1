"""8.8.3: Terror of the Non-player Taliban."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    AFGHAN,
    C_TROOPS,
    COIN_CONTROL,
    KABUL,
    KINDS,
    T_UNDERGROUND,
    TALIBAN,
    Space,
)
from khyber.games.distant_plain.non_players.flowchart import begin
from khyber.games.distant_plain.non_players.general import at_neutral, at_support, by_population, pop
from khyber.games.distant_plain.non_players.insurgent_steps import terror_at
from khyber.games.distant_plain.non_players.mind import NonPlayer
from khyber.games.distant_plain.non_players.third.taliban_extort import pause_to_extort
from khyber.games.distant_plain.non_players.third.taliban_guards import may_expose
from khyber.games.distant_plain.non_players.walk import Candidate, Priority, Rank, Walk, walk_box, where
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.conditions import allowed, guerrillas_for_terror, terror_cost
from khyber.games.distant_plain.rules.forces import all_pieces
from khyber.games.distant_plain.rules.insurgent_operations import open_to_bomb
from khyber.games.distant_plain.rules.lasting import SUICIDE_BOMBERS, URBAN_SPECIALISTS, shaded
from khyber.games.distant_plain.state import State

POPULATION = Rank("population", by_population)
#: T.Terror.0: so many points must shift in all.
POINTS_WORTH_IT = 3


def can_terrorise(walk: Walk, space: Space) -> bool:
    """T.Terror.P: a Guerrilla to show, within T.Keep; a space once (3.1)."""
    state = walk.state
    if not state.pieces[space * KINDS + T_UNDERGROUND] or space in state.op_spaces:
        return False
    if walk.one_space and state.op_spaces:
        return False
    if space == KABUL and shaded(state, URBAN_SPECIALISTS):
        return True  # nobody is shown there
    return may_expose(state, space, guerrillas_for_terror(state, TALIBAN, space))


def support_spaces(walk: Walk) -> list[Candidate]:
    """T.Terror.1: spaces at Support."""
    state = walk.state
    return list(allowed(state, [space for space in AFGHAN if at_support(state, space) and can_terrorise(walk, space)]))


def neutral_spaces(walk: Walk) -> list[Candidate]:
    """T.Terror.2: Neutral spaces with people; elsewhere nothing would shift (R-T4)."""
    state = walk.state
    return list(allowed(state, [space for space in AFGHAN if at_neutral(state, space) and pop(state, space)
                                and can_terrorise(walk, space)]))


def terrorise(walk: Walk, candidate: Candidate) -> bool:
    """Pay, if need be after a pause to Extort, and do it."""
    assert isinstance(candidate, int)
    cost = terror_cost(walk.state, TALIBAN, candidate)
    if not walk.can_pay(cost):
        pause_to_extort(walk, "terror-space")
        if not walk.can_pay(cost) or not can_terrorise(walk, candidate):
            return False
    return terror_at(walk, candidate)


# -- Suicide Bombers --------------------------------------------------------------------------------


def bombers(walk: Walk) -> bool:
    return shaded(walk.state, SUICIDE_BOMBERS)


def open_to_bombers(walk: Walk) -> list[Candidate]:
    """T.Bomb: a space of this Terror with somebody to lose."""
    return [space for space in walk.state.op_spaces if open_to_bomb(walk.state, space)]


def kills_coalition(walk: Walk, candidate: Candidate) -> int:
    return int(C_TROOPS in open_to_bomb(walk.state, where(candidate)))


def breaks_control(walk: Walk, candidate: Candidate) -> int:
    """Whether COIN Control is lost with one cube."""
    state, space = walk.state, where(candidate)
    if state.control[space] != COIN_CONTROL:
        return 0
    return int(not outnumber_without_one(state, space))


def outnumber_without_one(state: State, space: Space) -> bool:
    """Whether COIN would keep Control with one cube less (1.7)."""
    at = space * KINDS
    coin = sum(state.pieces[at : at + T_UNDERGROUND])
    return 2 * (coin - 1) > all_pieces(state, space) - 1


def send_bomber(walk: Walk, candidate: Candidate) -> bool:
    walk.plan.put("terror-space", ("bomb", where(candidate)))
    return True


TERROR = (
    Priority("T.Terror.1", "8.8.3", support_spaces, terrorise, (POPULATION,)),
    Priority("T.Terror.2", "8.8.3", neutral_spaces, terrorise, (POPULATION,)),
    Priority("T.Bomb", "8.8.1", open_to_bombers, send_bomber,
             (Rank("coalition-lost", kills_coalition), Rank("control-lost", breaks_control), POPULATION),
             most=1, when=bombers),
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
