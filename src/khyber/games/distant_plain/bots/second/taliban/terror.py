"""2nd:8.7.5: Terror of the Non-player Taliban."""

from __future__ import annotations

from functools import cache

from khyber.games.distant_plain.board import IS_LOC, TALIBAN
from khyber.games.distant_plain.bots.common import ranks
from khyber.games.distant_plain.bots.common.guidelines import at_opposition, pop
from khyber.games.distant_plain.bots.common.insurgents import terrorise
from khyber.games.distant_plain.bots.common.taliban.suicide_bombers import bomber_priority
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.operations.conditions import allowed, terror_spaces
from khyber.games.distant_plain.rules.support import markers_left


@cache
def terror_box() -> Priorities:
    return (
        Priority("T2.Terror.1", "2nd:8.7.5", open_roads, terrorise),
        Priority("T2.Terror.2", "2nd:8.7.5", not_yet_won, terrorise, (ranks.POPULATION,)),
        bomber_priority("T2.Effect.Bomb", "2nd:8.7.5"),
    )


def open_roads(walk: Walk) -> list[Candidate]:
    """T2.Terror.1: LoCs not yet Sabotaged, while markers last."""
    state = walk.state
    if not markers_left(state):
        return []
    return [
        space
        for space in allowed(state, terror_spaces(walk.play, TALIBAN))
        if IS_LOC[space] and not state.terror[space]
    ]


def not_yet_won(walk: Walk) -> list[Candidate]:
    """T2.Terror.2: populated Afghan spaces not at Opposition (R49)."""
    state = walk.state
    return [
        space
        for space in allowed(state, terror_spaces(walk.play, TALIBAN))
        if pop(state, space) and not at_opposition(state, space)
    ]


@rule("2nd:8.7.5")
def walk_terror(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.7.5: walk the Terror; None if there is none."""
    walk = begin(bot, play, "terror")
    return walk if walk.follow(terror_box) else None
