"""2nd:8.5.3: Terror of the Non-player Warlords."""

from __future__ import annotations

from functools import cache

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain.board import COALITION, IS_AFGHAN, LEVEL_IDS, NEUTRAL, TALIBAN, WARLORDS, Space
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, at_support
from khyber.games.distant_plain.bots.common.insurgents import terrorise
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.operations.conditions import allowed, terror_spaces


@cache
def terror_box() -> Priorities:
    return (
        Priority("W2.Terror.1", "2nd:8.5.3", opposition, terrorise, most=1, when=no_coalition_player),
        Priority("W2.Terror.2", "2nd:8.5.3", support, terrorise, most=1, when=no_taliban_player),
        Priority("W2.Terror.3", "2nd:8.5.3", either, terrorise, most=1),
    )


def with_opinion(walk: Walk) -> list[Space]:
    """Return spaces where an Underground Guerrilla could remove Support or Opposition; one in all."""
    state = walk.state
    if state.op_spaces:
        return []
    return [
        space
        for space in allowed(state, terror_spaces(walk.play, WARLORDS))
        if IS_AFGHAN[space] and state.level[space] != NEUTRAL
    ]


def opposition(walk: Walk) -> list[Candidate]:
    """W2.Terror.1: spaces at Opposition, if the Coalition is a Non-player."""
    return [space for space in with_opinion(walk) if at_opposition(walk.state, space)]


def support(walk: Walk) -> list[Candidate]:
    """W2.Terror.2: spaces at Support, if the Taliban are a Non-player."""
    return [space for space in with_opinion(walk) if at_support(walk.state, space)]


def either(walk: Walk) -> list[Candidate]:
    """W2.Terror.3: spaces at Support or Opposition."""
    return list(with_opinion(walk))


def no_coalition_player(walk: Walk) -> bool:
    return not walk.is_player(COALITION)


def no_taliban_player(walk: Walk) -> bool:
    return not walk.is_player(TALIBAN)


@rule("2nd:8.5.3")
def walk_terror(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.5.3: walk the Terror; None if there is none."""
    walk = begin(bot, play, "terror")
    return walk if walk.follow(terror_box) else None


def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """R68: under Tribal Elders, choose the same as by Terror."""
    bot.cite("W2.Elders", "2nd:8.5.3")
    return LEVEL_IDS[NEUTRAL]
