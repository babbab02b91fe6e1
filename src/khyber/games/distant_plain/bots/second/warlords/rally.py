"""2nd:8.5.1: Rally of the Non-player Warlords."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import has_base, has_guerrillas
from khyber.games.distant_plain.bots.common.insurgents import build_base, hide_there
from khyber.games.distant_plain.bots.common.warlords import rally as shared
from khyber.games.distant_plain.bots.common.warlords.activities import can_hold_base, outnumbers_police
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.bots.second.warlords.activities import cultivable
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, bases, count, cubes, guerrillas, room_for_base


@cache
def rally_box() -> Priorities:
    return (
        Priority("W2.Rally.1", "2nd:8.5.1", in_sight, hide_there),
        Priority("W2.Rally.2", "2nd:8.5.1", with_room, build_base),
        Priority("W2.Rally.3", "2nd:8.5.1", bases_alone, shared.place_or_flip),
        Priority("W2.Rally.4", "2nd:8.5.1", guerrillas_alone, shared.place_or_flip),
        Priority("W2.Rally.5", "2nd:8.5.1", cultivable_then, shared.place_or_flip, most=1, when=no_cultivation_yet),
        Priority("W2.Rally.6", "2nd:8.5.1", anywhere, shared.place_or_flip),
    )


#: W2.Rally.2: Guerrillas needed to build a Base.
ENOUGH_FOR_BASE: Final = 2


def provinces(walk: Walk) -> Sequence[Space]:
    """Return Afghan Provinces, never Kabul (R20); three in all, each once."""
    return shared.rally_spaces_left(walk, board.PROVINCES)


def to_recruit_in(walk: Walk) -> Sequence[Space]:
    """Return the same, while Guerrillas are Available."""
    return provinces(walk) if available(walk.state, board.W_UNDERGROUND) else ()


def in_sight(walk: Walk) -> list[Candidate]:
    """W2.Rally.1: non-Pashtun Bases with cubes where all Guerrillas are Active."""
    state = walk.state
    return [
        space
        for space in provinces(walk)
        if not board.IS_PASHTUN[space]
        and count(state, space, board.W_ACTIVE)
        and not count(state, space, board.W_UNDERGROUND)
        and count(state, space, board.W_BASE)
        and cubes(state, space)
    ]


def with_room(walk: Walk) -> list[Candidate]:
    """W2.Rally.2: two Guerrillas, and room for a Base."""
    state = walk.state
    if not available(state, board.W_BASE):
        return []
    return [
        space
        for space in provinces(walk)
        if guerrillas(state, board.WARLORDS, space) >= ENOUGH_FOR_BASE and room_for_base(state, space)
    ]


def bases_alone(walk: Walk) -> list[Candidate]:
    """W2.Rally.3: Warlord Bases without Guerrillas."""
    state = walk.state
    return [
        space
        for space in to_recruit_in(walk)
        if has_base(state, board.WARLORDS, space) and not has_guerrillas(state, board.WARLORDS, space)
    ]


def guerrillas_alone(walk: Walk) -> list[Candidate]:
    """W2.Rally.4: Guerrillas in spaces without any Base (R21)."""
    state = walk.state
    return [
        space
        for space in to_recruit_in(walk)
        if has_guerrillas(state, board.WARLORDS, space) and not bases(state, space)
    ]


def no_cultivation_yet(walk: Walk) -> bool:
    """W2.Rally.5: Cultivate is open, but not possible in any Province selected so far."""
    return walk.activity_open and not walk.bot.barred(walk.play, "cultivate") and not cultivable(walk)


def cultivable_then(walk: Walk) -> list[Candidate]:
    """W2.Rally.5: where new Guerrillas make Cultivate possible."""
    state = walk.state
    return [
        space
        for space in to_recruit_in(walk)
        if can_hold_base(state, space)
        and outnumbers_police(state, space, shared.recruits(state, space, count(state, space, board.W_BASE)))
    ]


def anywhere(walk: Walk) -> list[Candidate]:
    """W2.Rally.6: all other Provinces."""
    return list(to_recruit_in(walk))


@rule("2nd:8.5.1")
def walk_rally(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.5.1: walk the Rally; None if there is none."""
    walk = begin(bot, play, "rally")
    return walk if walk.follow(rally_box) else None
