"""2nd:8.6.2: Train of the Non-player Government."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.coin.spaces import balance, coin_base, controlled
from khyber.games.distant_plain.bots.common.government import train as shared
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.government.activities import after_train_or_patrol
from khyber.games.distant_plain.bots.second.government.elders import levels_bought
from khyber.games.distant_plain.bots.second.guidelines import evenly
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, count, government_cubes, room_for_base
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, train_spaces
from khyber.games.distant_plain.rules.operations.train import CUBES_FOR_A_BASE, may_place_cubes
from khyber.games.distant_plain.state import State


@cache
def train_box() -> Priorities:
    return (
        Priority("G2.Train.1", "2nd:8.6.2", provinces_for_a_base, shared.plan_base, most=1),
        Priority(
            "G2.Train.2",
            "2nd:8.6.2",
            could_be_won_over,
            strengthen,
            (Rank("most-levels", levels_if_chosen), ranks.MIN_CUBES),
            most=1,
            when=shared.no_base_yet,
        ),
        Priority("G2.Train.3", "2nd:8.6.2", thinly_held, strengthen, (ranks.MIN_CUBES,)),
        Priority(
            "G2.Train.4",
            "2nd:8.6.2",
            to_win_over,
            win_over,
            (Rank("selected", chosen_for_it), Rank("most-levels", levels_payable)),
            most=1,
            when=shared.no_base_yet,
        ),
    )


#: G2.Train.3: most spaces besides Kabul that get cubes (R28).
MAX_BESIDES_KABUL: Final = 3


def waiting(state: State) -> int:
    """Return the cubes Available."""
    return available(state, board.G_TROOPS) + available(state, board.G_POLICE)


def open_spaces(walk: Walk) -> list[Space]:
    """Return the spaces that it can pay for."""
    return train_spaces(walk.play, board.GOVERNMENT) if walk.can_pay(COIN_COST) else []


# -- G2.Train.1: a Base -----------------------------------------------------------------------------


def provinces_for_a_base(walk: Walk) -> list[Candidate]:
    """G2.Train.1: three cubes, no COIN Base, room, and a Base Available."""
    state = walk.state
    if not available(state, board.G_BASE):
        return []
    return [
        space
        for space in open_spaces(walk)
        if space != board.KABUL
        and government_cubes(state, space) >= CUBES_FOR_A_BASE
        and not coin_base(state, space)
        and room_for_base(state, space)
    ]


@rule("2nd:8.6.2")
def cubes_for_a_base(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G2.Train.1: the three cubes to replace with the Base, alternating Police and Troops."""
    bot.cite("G2.Train.1", "2nd:8.6.2")
    space = board.SPACE_BY_ID[str(decision.about["space"])]
    return evenly(
        CUBES_FOR_A_BASE, count(play.state, space, board.G_POLICE), count(play.state, space, board.G_TROOPS)
    ).troops


# -- cubes, and Civic Action among them -------------------------------------------------------------


def open_to_cubes(walk: Walk) -> list[Space]:
    """R28: Kabul, and up to three other spaces with a COIN Base."""
    state = walk.state
    chosen = [other for other in state.op_spaces if other != board.KABUL and shared.has_cubes(walk, other)]
    more = len(chosen) < MAX_BESIDES_KABUL
    return [
        space
        for space in open_spaces(walk)
        if space == board.KABUL or (more and may_place_cubes(state, board.GOVERNMENT, space))
    ]


def strengthen(walk: Walk, candidate: Candidate) -> bool:
    """Select the space and place as many cubes as allowed, alternating Police and Troops."""
    space, state = where(candidate), walk.state
    shared.choose(walk, space)
    cubes = evenly(shared.most_cubes(state), available(state, board.G_POLICE), available(state, board.G_TROOPS))
    shared.place_cubes(walk, space, cubes.troops, cubes.police)
    return True


def would_hold(state: State, space: Space) -> bool:
    """Return whether there is COIN Control, now or with the cubes that may be placed."""
    return balance(state, space) + min(shared.most_cubes(state), waiting(state)) > 0


def levels_if_chosen(walk: Walk, candidate: Candidate) -> int:
    """Return the levels toward Support that are affordable once the space is selected."""
    state = walk.state
    price = 0 if state.op_free else COIN_COST
    return levels_bought(state, where(candidate), state.resources[board.GOVERNMENT] - price)


def could_be_won_over(walk: Walk) -> list[Candidate]:
    """G2.Train.2: where selection enables an affordable Civic Action; never at a Coalition Base (R27)."""
    state = walk.state
    return [
        space
        for space in open_to_cubes(walk)
        if not count(state, space, board.C_BASE)
        and state.level[space] != board.SUPPORT
        and pop(state, space)
        and would_hold(state, space)
        and levels_if_chosen(walk, space)
    ]


def thinly_held(walk: Walk) -> list[Candidate]:
    """G2.Train.3: Kabul and COIN Bases, while cubes are Available."""
    return list(open_to_cubes(walk)) if waiting(walk.state) else []


# -- G2.Train.4 -------------------------------------------------------------------------------------


def levels_payable(walk: Walk, candidate: Candidate) -> int:
    return levels_bought(walk.state, where(candidate), walk.state.resources[board.GOVERNMENT])


def to_win_over(walk: Walk) -> list[Candidate]:
    """G2.Train.4: spaces of this Train with COIN Control, no Coalition Base, and an affordable shift."""
    state = walk.state
    return [
        space
        for space in state.op_spaces
        if controlled(state, space) and not count(state, space, board.C_BASE) and levels_payable(walk, space)
    ]


def chosen_for_it(walk: Walk, candidate: Candidate) -> int:
    """Return the space selected for Civic Action: the first of the Train."""
    return walk.plan.followed.get("G2.Train.2", 0) > 0 and where(candidate) == walk.state.op_spaces[0]


def win_over(walk: Walk, candidate: Candidate) -> bool:
    return shared.buy_civic_action(walk, where(candidate)) > 0


@rule("2nd:8.6.2")
def walk_train(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.6.2: a Base, cubes, Civic Action; None if there is nothing to do."""
    walk = begin(bot, play, "train")
    if not walk.follow(train_box):
        return None
    walk.plan.afterwards = after_train_or_patrol
    return walk
