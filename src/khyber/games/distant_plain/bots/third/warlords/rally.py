"""8.9.3: Rally of the Non-player Warlords."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import has_guerrillas, pop
from khyber.games.distant_plain.bots.common.insurgents import build_base, rally_at
from khyber.games.distant_plain.bots.common.warlords import activities
from khyber.games.distant_plain.bots.common.warlords import rally as shared
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, Rank, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.third.warlords.activities import has_base
from khyber.games.distant_plain.bots.third.warlords.suborn import by_lot, can_buy, walk_suborn
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, bases, count, guerrillas, room_for_base
from khyber.games.distant_plain.rules.operations.conditions import spaces_with
from khyber.games.distant_plain.state import State


@cache
def bases_in_the_way_box() -> Priorities:
    return (Priority("W.Rally.1a", "8.9.3", shut_out_by_government, buy_base_away),)


#: All but W.Rally.1a, which comes before the Rally itself.
@cache
def rally_box() -> Priorities:
    return (
        Priority("W.Rally.1b", "8.9.3", with_room, build_base),
        Priority(
            "W.Rally.2",
            "8.9.3",
            ripe_for_cultivation,
            rally_beside_cultivation,
            (ranks.POPULATION,),
            most=1,
            when=may_cultivate,
        ),
        Priority("W.Rally.3", "8.9.3", bases_alone, shared.place_or_flip, (ranks.POPULATION, Rank("bases", by_bases))),
        Priority("W.Rally.4", "8.9.3", at_bases, shared.place_or_flip, (ranks.POPULATION,)),
        Priority("W.Rally.5", "8.9.3", guerrillas_alone, shared.place_or_flip),
        Priority("W.Rally.6", "8.9.3", among_people, shared.place_or_flip, (ranks.POPULATION,), most=1),
    )


def open_to_rally(walk: Walk) -> Sequence[Space]:
    """W.Rally.P: Kabul and Afghan Provinces not yet selected, while another is affordable."""
    return shared.rally_spaces_left(walk, board.AFGHAN)


def open_with(walk: Walk, piece: Piece, *others: Piece) -> Sequence[Space]:
    """Return those with such pieces."""
    there = [space for space in spaces_with(walk.state, piece, *others) if board.IS_AFGHAN[space]]
    return shared.rally_spaces_left(walk, there) if there else ()


def enough_for_base(state: State, space: Space) -> bool:
    """W.Rally.1: three Guerrillas or more."""
    return guerrillas(state, board.WARLORDS, space) >= 3


# -- .1: Guerrillas into Bases ----------------------------------------------------------------------


def shut_out_by_government(walk: Walk) -> list[Candidate]:
    """W.Rally.1a: three Guerrillas, no room, but a Government Base to Suborn (R-W4)."""
    state = walk.state
    bought = len(state.special_spaces)
    if bought >= min(shared.MAX_SPACES, available(state, board.W_BASE)) or not can_buy(walk):
        return []
    return [
        space
        for space in open_with(walk, board.W_UNDERGROUND, board.W_ACTIVE)
        if enough_for_base(state, space)
        and space not in state.special_spaces
        and not room_for_base(state, space)
        and count(state, space, board.G_BASE)
    ]


def buy_base_away(walk: Walk, candidate: Candidate) -> bool:
    assert isinstance(candidate, int)
    activities.suborn_in(walk, candidate, activities.BASE, by_lot)
    return True


def walk_bases_in_the_way(walk: Walk) -> None:
    """W.Rally.1a: Suborn before the Rally: first those Bases, then by its own box."""
    if not walk.activity_open or walk.bot.barred(walk.play, "suborn"):
        return
    if walk.follow(bases_in_the_way_box):
        freed = walk.state.special_spaces
        walk_suborn(walk)
        for space in freed:
            build_base(walk, space)


def with_room(walk: Walk) -> list[Candidate]:
    """W.Rally.1b: three Guerrillas, and room for a Base."""
    state = walk.state
    if not available(state, board.W_BASE):
        return []
    return [
        space
        for space in open_with(walk, board.W_UNDERGROUND, board.W_ACTIVE)
        if enough_for_base(state, space) and room_for_base(state, space)
    ]


# -- .2: Rally and Cultivate ------------------------------------------------------------------------


def can_cultivate_first(state: State, space: Space) -> bool:
    """W.Rally.2b: Police are outnumbered now, and Rally still has an effect with the new Base."""
    n = count(state, space, board.W_BASE) + 1
    return activities.outnumbers_police(state, space) and (
        shared.recruits(state, space, n) > 0 or shared.can_flip(state, space, n)
    )


def can_cultivate_then(state: State, space: Space) -> bool:
    """W.Rally.2a: Police are outnumbered only after the Rally places Guerrillas."""
    n = shared.recruits(state, space, count(state, space, board.W_BASE))
    return not activities.outnumbers_police(state, space) and activities.outnumbers_police(state, space, n)


def ripe_for_cultivation(walk: Walk) -> list[Candidate]:
    """W.Rally.2: populated Provinces with one Warlord Base and room, where both are possible (R-W5)."""
    state = walk.state
    return [
        space
        for space in open_with(walk, board.W_BASE)
        if count(state, space, board.W_BASE) == 1
        and space in board.PROVINCES
        and activities.can_hold_base(state, space)
        and (can_cultivate_first(state, space) or can_cultivate_then(state, space))
    ]


def rally_beside_cultivation(walk: Walk, candidate: Candidate) -> bool:
    """W.Rally.2a: Rally, then Cultivate. W.Rally.2b: Cultivate during the Rally, then place more."""
    assert isinstance(candidate, int)
    first = can_cultivate_first(walk.state, candidate)
    walk.plan.follow("W.Rally.2b" if first else "W.Rally.2a")
    rally_at(walk, candidate)
    if first:
        walk.plan.put("rally-how", "cultivate", space=candidate)
        walk.state.special = "cultivate"
        activities.plant(walk, candidate)
        shared.reinforce(walk, candidate)
    else:
        shared.reinforce(walk, candidate)
        walk.start_activity("cultivate", "rally-space")
        activities.plant(walk, candidate)
    return True


def may_cultivate(walk: Walk) -> bool:
    """W.Rally.2: no Special Activity used yet, even in the last Campaign (R-W3)."""
    return walk.activity_open and not walk.bot.barred(walk.play, "cultivate")


# -- .3 to .6: more Guerrillas ----------------------------------------------------------------------


def can_place(state: State) -> bool:
    return available(state, board.W_UNDERGROUND) > 0


def bases_alone(walk: Walk) -> list[Candidate]:
    """W.Rally.3: Bases without Guerrillas."""
    state = walk.state
    if not can_place(state):
        return []
    return [space for space in open_with(walk, board.W_BASE) if not has_guerrillas(state, board.WARLORDS, space)]


def at_bases(walk: Walk) -> list[Candidate]:
    """W.Rally.4: all other Bases; with none Available, to flip."""
    state = walk.state
    return [space for space in open_with(walk, board.W_BASE) if shared.can_place_or_flip(state, space)]


def guerrillas_alone(walk: Walk) -> list[Candidate]:
    """W.Rally.5: Guerrillas without a Base."""
    state = walk.state
    if not can_place(state):
        return []
    return [space for space in open_with(walk, board.W_UNDERGROUND, board.W_ACTIVE) if not has_base(state, space)]


def among_people(walk: Walk) -> list[Candidate]:
    """W.Rally.6: any populated space."""
    state = walk.state
    if not can_place(state):
        return []
    return [space for space in open_to_rally(walk) if pop(state, space)]


def by_bases(walk: Walk, candidate: Candidate) -> int:
    """Rank by Bases of all Factions there."""
    return bases(walk.state, where(candidate))


@rule("8.9.3")
def walk_rally(bot: NonPlayer, play: Play) -> Walk | None:
    """8.9.3: walk the Rally; None if there is none."""
    walk = begin(bot, play, "rally")
    walk_bases_in_the_way(walk)
    walk.follow(rally_box)
    return walk if walk.state.op_spaces else None


def builds_base(walk: Walk) -> bool:
    """W.Rally.0: the first bullet replaces Guerrillas with a Base."""
    return "W.Rally.1a" in walk.plan.followed or "W.Rally.1b" in walk.plan.followed
