"""2nd:8.5.4: Cultivate, Traffic and Suborn of the Non-player Warlords."""

from __future__ import annotations

from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import has_guerrillas
from khyber.games.distant_plain.bots.common.warlords import activities as shared
from khyber.games.distant_plain.bots.machinery.flowchart import first_of
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.guidelines import evenly
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities.common import spaces_left
from khyber.games.distant_plain.rules.activities.cultivate import cultivate_spaces
from khyber.games.distant_plain.rules.activities.suborn import MAX_SUBORNED, suborn_cost
from khyber.games.distant_plain.rules.forces import count, government_cubes
from khyber.games.distant_plain.rules.lasting import COUNTER_NARC, unshaded
from khyber.games.distant_plain.rules.operations.conditions import open_to_activity
from khyber.games.distant_plain.rules.tracks import affords


@cache
def cultivate_box() -> Priorities:
    return (
        Priority(
            "W2.Cultivate", "2nd:8.5.4", cultivable, shared.cultivate_here, (Rank("warlord-base", by_own_base),), most=1
        ),
    )


@cache
def traffic_box() -> Priorities:
    return (Priority("W2.Traffic", "2nd:8.5.4", markets, shared.traffic_here),)


@cache
def suborn_box() -> Priorities:
    return (
        Priority("W2.Suborn.1", "2nd:8.5.4", breakable, break_control, (Rank("government-base", by_government_base),)),
        Priority("W2.Suborn.2", "2nd:8.5.4", weak_spots, weaken, (Rank("loc-first", loc_first_pakistan_last),)),
    )


# -- Cultivate --------------------------------------------------------------------------------------


def cultivable(walk: Walk) -> list[Candidate]:
    """W2.Cultivate: populated Provinces of this action with room, and more Guerrillas than Police."""
    return list(open_to_activity(walk.state, cultivate_spaces(walk.state)))


def by_own_base(walk: Walk, candidate: Candidate) -> int:
    return int(count(walk.state, where(candidate), board.W_BASE) > 0)


@rule("2nd:8.5.4")
def walk_cultivate(walk: Walk) -> int:
    """W2.Cultivate: place one Base."""
    return walk.follow(cultivate_box)


# -- Traffic ----------------------------------------------------------------------------------------


def markets(walk: Walk) -> list[Candidate]:
    """W2.Traffic: every Warlord Base without a Coalition piece."""
    return list(shared.open_to_traffic(walk))


@rule("2nd:8.5.4")
def walk_traffic(walk: Walk) -> int:
    """W2.Traffic: everywhere, unless Resources would be full (R69) or Momentum cancels the gain."""
    state = walk.state
    spaces = [where(candidate) for candidate in markets(walk)]
    if state.resources[board.WARLORDS] + shared.traffic_income(state, spaces) >= board.MAX_RESOURCES:
        return 0
    if unshaded(state, COUNTER_NARC) and sum(count(state, space, board.W_BASE) for space in spaces) == 1:
        return 0
    return walk.follow(traffic_box)


# -- Suborn -----------------------------------------------------------------------------------------


def can_buy(walk: Walk) -> bool:
    """W2.Suborn: whether another space is allowed (three at most) and affordable."""
    return spaces_left(walk.state, MAX_SUBORNED) and affords(walk.state, board.WARLORDS, suborn_cost(walk.state))


def breakable(walk: Walk) -> list[Candidate]:
    """W2.Suborn.1: spaces that can be made Uncontrolled (R24)."""
    state = walk.state
    if not can_buy(walk):
        return []
    return [
        space
        for space in board.AFGHAN
        if state.control[space] and shared.is_open(state, space) and shared.to_free(state, space)
    ]


def by_government_base(walk: Walk, candidate: Candidate) -> int:
    """W2.Suborn.1: spaces where removing a Government Base is enough."""
    return int(shared.to_free(walk.state, where(candidate)) == shared.BASE)


def break_control(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    shared.suborn_in(walk, space, shared.to_free(walk.state, space), police_and_troops)
    return True


def to_weaken(walk: Walk, space: Space) -> str:
    """W2.Suborn.2: a Taliban Guerrilla if the Coalition is a Non-player, else a Government Base or cubes."""
    state = walk.state
    if not walk.is_player(board.COALITION):
        return shared.GUERRILLA if has_guerrillas(state, board.TALIBAN, space) else ""
    if count(state, space, board.G_BASE):
        return shared.BASE
    return shared.CUBES if government_cubes(state, space) else ""


def weak_spots(walk: Walk) -> list[Candidate]:
    """W2.Suborn.2: all spaces with such a piece."""
    if not can_buy(walk):
        return []
    return [space for space in board.ALL_SPACES if shared.is_open(walk.state, space) and to_weaken(walk, space)]


def loc_first_pakistan_last(walk: Walk, candidate: Candidate) -> int:
    space = where(candidate)
    return 2 if board.IS_LOC[space] else 0 if board.IS_PAKISTAN[space] else 1


def weaken(walk: Walk, candidate: Candidate) -> bool:
    space = where(candidate)
    shared.suborn_in(walk, space, to_weaken(walk, space), police_and_troops)
    return True


def police_and_troops(walk: Walk, space: Space, n: int) -> int:
    """N2.Proc.2: return how many of `n` cubes removed alternately are Troops."""
    return evenly(n, count(walk.state, space, board.G_POLICE), count(walk.state, space, board.G_TROOPS)).troops


@rule("2nd:8.5.4")
def walk_suborn(walk: Walk) -> int:
    """W2.Suborn: first to end Control, then to remove other pieces."""
    return walk.follow(suborn_box)


# -- the chain --------------------------------------------------------------------------------------

ACTIVITIES: Final = {"cultivate": walk_cultivate, "traffic": walk_traffic, "suborn": walk_suborn}
#: W2.SA.1: what is tried after each Operation, in order.
CHAIN: Final = {
    "rally": ("cultivate", "traffic", "suborn"),
    "march": ("cultivate", "traffic", "suborn"),
    "terror": ("suborn",),
}


@rule("2nd:8.5.4")
def after_operation(bot: NonPlayer, play: Play) -> None:
    """W2.SA.1: use the first Special Activity of the chain that has an effect."""
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    first_of(walk, ((name, ACTIVITIES[name]) for name in CHAIN[play.state.op]))
