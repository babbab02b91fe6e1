"""8.9.3: Cultivate and Traffic of the Non-player Warlords, and the order of Special Activities."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import last_campaign
from khyber.games.distant_plain.bots.common.warlords import activities as shared
from khyber.games.distant_plain.bots.common.warlords import rally
from khyber.games.distant_plain.bots.machinery.flowchart import first_of
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.warlords.suborn import walk_suborn
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.activities import cultivate
from khyber.games.distant_plain.rules.forces import count, pieces_of
from khyber.games.distant_plain.rules.operations.conditions import allowed
from khyber.games.distant_plain.state import State


@cache
def cultivate_box() -> Priorities:
    return (
        Priority("W.Cultivate.2", "8.9.3", at_bases, shared.cultivate_here, (ranks.POPULATION,), most=1),
        Priority(
            "W.Cultivate.3", "8.9.3", on_new_ground, shared.cultivate_here, (ranks.POPULATION,), most=1, when=none_yet
        ),
        Priority(
            "W.Cultivate.4",
            "8.9.3",
            one_more_space,
            rally_and_cultivate,
            (ranks.POPULATION, Rank("own-pieces", by_own_pieces)),
            most=1,
            when=none_yet,
        ),
    )


@cache
def traffic_box() -> Priorities:
    return (
        Priority("W.Traffic.1", "8.9.3", left_to_nobody, shared.traffic_here),
        Priority("W.Traffic.2", "8.9.3", feeding_no_player, shared.traffic_here),
    )


#: W.SA: with fewer Resources than this Cultivate comes first, else Suborn.
RICH = 43

# -- Cultivate --------------------------------------------------------------------------------------


def has_base(state: State, space: Space) -> bool:
    return count(state, space, board.W_BASE) > 0


def none_yet(walk: Walk) -> bool:
    return not walk.state.special_spaces


def at_bases(walk: Walk) -> list[Candidate]:
    """W.Cultivate.2: Provinces with a Warlord Base."""
    state = walk.state
    return [space for space in allowed(state, cultivate.cultivate_spaces(state)) if has_base(state, space)]


def on_new_ground(walk: Walk) -> list[Candidate]:
    """W.Cultivate.3: Provinces without a Warlord Base."""
    state = walk.state
    return [space for space in allowed(state, cultivate.cultivate_spaces(state)) if not has_base(state, space)]


def one_more_space(walk: Walk) -> list[Candidate]:
    """W.Cultivate.4: after a Rally, where one more Rally enables it; a fourth space is allowed (R-W7)."""
    state = walk.state
    if state.op != "rally":
        return []
    found: list[Candidate] = []
    for space in rally.rally_spaces_left(walk, board.PROVINCES, most=len(board.PROVINCES)):
        if not shared.can_hold_base(state, space):
            continue
        bases = count(state, space, board.W_BASE)
        n = rally.recruits(state, space, bases)
        if (n or rally.can_flip(state, space, bases)) and shared.outnumbers_police(state, space, n):
            found.append(space)
    return found


def by_own_pieces(walk: Walk, candidate: Candidate) -> int:
    """8.2.1: prefer spaces with its own pieces."""
    return int(pieces_of(walk.state, board.WARLORDS, where(candidate)) > 0)


def rally_and_cultivate(walk: Walk, candidate: Candidate) -> bool:
    return rally.place_or_flip(walk, candidate) and shared.cultivate_here(walk, candidate)


@rule("8.9.3")
def walk_cultivate(walk: Walk) -> int:
    """W.Cultivate.1: place one Base, except in the last Campaign."""
    if last_campaign(walk.state):
        walk.plan.follow("W.Cultivate.1")
        walk.note("condition", id="W.Cultivate.1", answer="yes")
        return 0
    return walk.follow(cultivate_box)


# -- Traffic ----------------------------------------------------------------------------------------


def left_to_nobody(walk: Walk) -> list[Candidate]:
    """W.Traffic.1: all Uncontrolled spaces."""
    control = walk.state.control
    return [space for space in shared.open_to_traffic(walk) if control[space] == board.UNCONTROLLED]


def feeding_no_player(walk: Walk) -> list[Candidate]:
    """W.Traffic.2: all others, except where a player gets a share (R-W9)."""
    control = walk.state.control
    spared = [
        side
        for side, faction in ((board.TALIBAN_CONTROL, board.TALIBAN), (board.COIN_CONTROL, board.GOVERNMENT))
        if walk.is_player(faction)
    ]
    return [space for space in shared.open_to_traffic(walk) if control[space] not in spared]


@rule("8.9.3")
def walk_traffic(walk: Walk) -> int:
    """W.Traffic: everywhere that no player profits; None if it would gain nothing."""
    spaces = {where(candidate) for candidate in (*left_to_nobody(walk), *feeding_no_player(walk))}
    full = walk.state.resources[board.WARLORDS] >= board.MAX_RESOURCES
    return 0 if full or not shared.traffic_income(walk.state, spaces) else walk.follow(traffic_box)


# -- the chain --------------------------------------------------------------------------------------

ACTIVITIES = {"cultivate": walk_cultivate, "traffic": walk_traffic, "suborn": walk_suborn}


def chain(state: State) -> tuple[str, ...]:
    """W.SA: the Special Activities to try, in order."""
    if state.op in ("terror", "attack"):
        return ("suborn",)
    if state.resources[board.WARLORDS] < RICH:
        return ("cultivate", "traffic", "suborn")
    return ("suborn", "cultivate", "traffic")


@rule("8.9.3")
def after_operation(bot: NonPlayer, play: Play) -> None:
    """W.SA: use the first Special Activity of the chain that has an effect, if none was used."""
    assert bot.plan is not None
    walk = Walk(bot, play, bot.plan)
    first_of(walk, ((name, ACTIVITIES[name]) for name in chain(play.state)))
