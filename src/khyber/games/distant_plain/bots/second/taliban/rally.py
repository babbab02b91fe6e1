"""2nd:8.7.2: Rally of the Non-player Taliban."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Space
from khyber.games.distant_plain.bots.common.guidelines import strength
from khyber.games.distant_plain.bots.common.insurgents import build_base, hide_there, place_guerrillas, rally_at
from khyber.games.distant_plain.bots.common.taliban.rally import release_priority, to_place
from khyber.games.distant_plain.bots.common.taliban.sharia import SHARIA_RANKS, impose_sharia, sharia_spaces
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.priority import Candidate, Priorities, Priority, where
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import available, can_hide, count, cubes, guerrillas, room_for_base
from khyber.games.distant_plain.rules.operations.conditions import rally_spaces, spaces_with


@cache
def rally_box() -> Priorities:
    return (
        Priority("T2.Rally.1", "2nd:8.7.2", in_sight, hide_there, most=MAX_FLIPPED),
        Priority("T2.Rally.2", "2nd:8.7.2", with_room, build_base),
        Priority("T2.Rally.3", "2nd:8.7.2", kabul, place_all, most=1),
        Priority("T2.Rally.4", "2nd:8.7.2", to_control, place_all, most=1),
        Priority("T2.Rally.5", "2nd:8.7.2", small_groups, place_all, most=1),
        Priority("T2.Rally.6", "2nd:8.7.2", bases, place_all),
        release_priority("T2.Effect.Release", "2nd:8.7.2"),
        Priority("T2.Rally.7", "2nd:8.7.2", sharia_spaces, impose_sharia, SHARIA_RANKS, most=1),
    )


#: T2.Rally.1: most spaces.
MAX_FLIPPED: Final = 3
#: T2.Rally.2: Guerrillas needed to build a Base.
ENOUGH_FOR_BASE: Final = 3


def spaces(walk: Walk) -> list[Space]:
    """Return spaces where a Rally is legal and affordable, each once (3.3.1)."""
    return rally_spaces(walk.play, board.TALIBAN)


def to_recruit_in(walk: Walk) -> list[Space]:
    """Return the same, while Guerrillas are Available."""
    return spaces(walk) if available(walk.state, board.T_UNDERGROUND) else []


def open_among(walk: Walk, wanted: Collection[Space]) -> list[Candidate]:
    """Return those where a Rally is legal and affordable; most often none is wanted, and nothing is looked up."""
    return [space for space in spaces(walk) if space in wanted] if wanted else []


def in_sight(walk: Walk) -> list[Candidate]:
    """T2.Rally.1: Bases with cubes where all Guerrillas are Active."""
    state = walk.state
    wanted = [
        space
        for space in spaces_with(state, board.T_ACTIVE)
        if not count(state, space, board.T_UNDERGROUND)
        and count(state, space, board.T_BASE)
        and cubes(state, space)
        and can_hide(state, board.TALIBAN, space)
    ]
    return open_among(walk, wanted)


def with_room(walk: Walk) -> list[Candidate]:
    """T2.Rally.2: three Guerrillas, and room for a Base."""
    state = walk.state
    if not available(state, board.T_BASE):
        return []
    wanted = [
        space
        for space in spaces_with(state, board.T_UNDERGROUND, board.T_ACTIVE)
        if guerrillas(state, board.TALIBAN, space) >= ENOUGH_FOR_BASE and room_for_base(state, space)
    ]
    return open_among(walk, wanted)


def kabul(walk: Walk) -> list[Candidate]:
    """T2.Rally.3: Kabul, if no Guerrilla there is Underground."""
    if count(walk.state, board.KABUL, board.T_UNDERGROUND):
        return []
    return [board.KABUL] if board.KABUL in to_recruit_in(walk) else []


def place_all(walk: Walk, candidate: Candidate) -> bool:
    """T2.Rally.N: place as many as possible (R40)."""
    space = where(candidate)
    if not rally_at(walk, space):
        return False
    place_guerrillas(walk, space, to_place(walk.state, space))
    return True


def to_control(walk: Walk) -> list[Candidate]:
    """T2.Rally.4: where new Guerrillas give Taliban Control, Pakistan included (R70)."""
    state = walk.state
    found: list[Candidate] = []
    for space in to_recruit_in(walk):
        if state.control[space] != board.TALIBAN_CONTROL:
            coin, taliban, warlords = strength(state, space)
            if taliban + to_place(state, space) > coin + warlords:
                found.append(space)
    return found


def small_groups(walk: Walk) -> list[Candidate]:
    """T2.Rally.5: spaces with one or two Guerrillas."""
    state = walk.state
    if not available(state, board.T_UNDERGROUND):
        return []
    present = spaces_with(state, board.T_UNDERGROUND, board.T_ACTIVE)
    return open_among(walk, [space for space in present if guerrillas(state, board.TALIBAN, space) <= 2])


def bases(walk: Walk) -> list[Candidate]:
    """T2.Rally.6: all other Bases."""
    state = walk.state
    return open_among(walk, list(spaces_with(state, board.T_BASE))) if available(state, board.T_UNDERGROUND) else []


@rule("2nd:8.7.2")
def walk_rally(bot: NonPlayer, play: Play) -> Walk | None:
    """2nd:8.7.2: walk the Rally; None if there is none."""
    walk = begin(bot, play, "rally")
    return walk if walk.follow(rally_box) else None
