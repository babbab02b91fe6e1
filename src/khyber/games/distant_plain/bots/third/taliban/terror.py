"""8.8.3: Terror of the Non-player Taliban."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import at_neutral, at_support, pop
from khyber.games.distant_plain.bots.common.insurgents import terror_at
from khyber.games.distant_plain.bots.common.taliban.suicide_bombers import bomber_priority
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.taliban.extort import pause_to_extort
from khyber.games.distant_plain.bots.third.taliban.guards import may_expose
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.rules.lasting import SUICIDE_BOMBERS, URBAN_SPECIALISTS, shaded, unshaded
from khyber.games.distant_plain.rules.operations.conditions import (
    allowed,
    guerrillas_for_terror,
    spaces_with,
    terror_cost,
)
from khyber.games.distant_plain.state import State


@cache
def terror_box() -> Priorities:
    return (
        Priority("T.Terror.1", "8.8.3", support_spaces, terrorise, (ranks.POPULATION,)),
        Priority("T.Terror.2", "8.8.3", neutral_spaces, terrorise, (ranks.POPULATION,)),
        bomber_priority("T.Bomb", "8.8.1"),
    )


#: T.Terror.0: points that must shift in all.
POINTS_WORTH_IT = 3


def can_terrorise(walk: Walk, space: Space) -> bool:
    """T.Terror.P: a Guerrilla that may turn Active, within T.Keep; each space once (3.1)."""
    state = walk.state
    if not count(state, space, board.T_UNDERGROUND) or space in state.op_spaces:
        return False
    if walk.one_space and state.op_spaces:
        return False
    n = underground_lost(state, space)
    return n == 0 or may_expose(state, space, n)


def underground_lost(state: State, space: Space) -> int:
    """T.Terror.P: return the Underground Guerrillas that Terror there turns Active or, by Suicide Bombers, removes."""
    if not (space == board.KABUL and shaded(state, URBAN_SPECIALISTS)):
        return guerrillas_for_terror(state, board.TALIBAN, space)  # Suicide Bombers then remove one of these
    return int(unshaded(state, SUICIDE_BOMBERS) and not count(state, space, board.T_ACTIVE))


def with_hidden_guerrillas(state: State) -> list[Space]:
    """Return the Afghan spaces with an Underground Guerrilla: few, and all that Terror needs to look at."""
    return [space for space in spaces_with(state, board.T_UNDERGROUND) if board.IS_AFGHAN[space]]


def support_spaces(walk: Walk) -> list[Candidate]:
    """T.Terror.1: spaces at Support."""
    state = walk.state
    hidden = with_hidden_guerrillas(state)
    return list(allowed(state, [space for space in hidden if at_support(state, space) and can_terrorise(walk, space)]))


def neutral_spaces(walk: Walk) -> list[Candidate]:
    """T.Terror.2: populated Neutral spaces; elsewhere nothing would shift (R-T4)."""
    state = walk.state
    return list(
        allowed(
            state,
            [
                space
                for space in with_hidden_guerrillas(state)
                if at_neutral(state, space) and pop(state, space) and can_terrorise(walk, space)
            ],
        )
    )


def terrorise(walk: Walk, candidate: Candidate) -> bool:
    """Pay, if necessary after interrupting to Extort, and execute Terror."""
    assert isinstance(candidate, int)
    cost = terror_cost(walk.state, board.TALIBAN, candidate)
    if not walk.can_pay(cost):
        pause_to_extort(walk, "terror-space")
        if not can_terrorise(walk, candidate):
            return False
    return terror_at(walk, candidate)


def points(state: State) -> int:
    """Return Support less Opposition in points, which Terror lowers."""
    level = state.level
    return sum([pop(state, space) * (level[space] - 1) for space in board.AFGHAN if level[space] != board.NEUTRAL])


@rule("8.8.3")
def walk_terror(bot: NonPlayer, play: Play) -> tuple[Walk, int] | None:
    """8.8.3: return the Terror and the points it shifts; None if there is none."""
    walk = begin(bot, play, "terror")
    before = points(walk.state)
    if not walk.follow(terror_box):
        return None
    return walk, before - points(walk.state)
