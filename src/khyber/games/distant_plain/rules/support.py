"""1.6: Support and Opposition, and Terror and Sabotage markers (3.3.4)."""

from __future__ import annotations

from khyber.games.distant_plain.board import (
    IS_AFGHAN,
    IS_LOC,
    LEVEL_IDS,
    OPPOSITION,
    SPACE_IDS,
    SUPPORT,
    TERROR_MARKERS,
    Level,
    Space,
)
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.state import State

TOWARD_SUPPORT = 1
TOWARD_OPPOSITION = -1


@rule("1.6", "1.6.2")
def has_opinion(state: State, space: Space) -> bool:
    """1.6.2: whether the space can have a level: Kabul and Afghan Provinces with Population."""
    return IS_AFGHAN[space] and population(state, space) > 0


@rule("1.6.1")
def shift(play: Play, rule: str, space: Space, direction: int) -> bool:
    """1.6.1: shift one level toward Support or Opposition, if possible."""
    level = play.state.level[space] + direction
    if not OPPOSITION <= level <= SUPPORT:
        return False
    return set_level(play, rule, space, Level(level))


@rule("1.6.1")
def set_level(play: Play, rule: str, space: Space, level: Level) -> bool:
    """1.6.1: set the level directly."""
    state = play.state
    if state.level[space] == level or not has_opinion(state, space):
        return False
    state.level[space] = level
    play.emit("level", rule, SPACE_IDS[space], LEVEL_IDS[level])
    return True


def can_shift(state: State, space: Space, direction: int) -> bool:
    return has_opinion(state, space) and OPPOSITION <= state.level[space] + direction <= SUPPORT


def markers_left(state: State) -> int:
    """3.3.4: return the markers left of the 30 for Terror and Sabotage."""
    return TERROR_MARKERS - sum(state.terror)


def place_terror(play: Play, rule: str, space: Space) -> bool:
    """3.3.4: place a Terror marker in a Province or Kabul, any number, or one Sabotage marker on a LoC."""
    state = play.state
    if markers_left(state) == 0 or (IS_LOC[space] and state.terror[space]):
        return False
    state.terror[space] += 1
    play.emit("sabotage" if IS_LOC[space] else "terror", rule, SPACE_IDS[space], state.terror[space])
    return True


def remove_terror(play: Play, rule: str, space: Space) -> bool:
    """Remove a Terror or Sabotage marker."""
    state = play.state
    if not state.terror[space]:
        return False
    state.terror[space] -= 1
    play.emit("sabotage" if IS_LOC[space] else "terror", rule, SPACE_IDS[space], state.terror[space])
    return True


def clear_terror(play: Play, rule: str, space: Space) -> None:
    """Remove all Terror or Sabotage markers of a space, which the log tells in one line."""
    state = play.state
    if state.terror[space]:
        state.terror[space] = 1
        remove_terror(play, rule, space)


def can_influence(state: State, space: Space, direction: int) -> bool:
    """6.4: whether Civic Action or Sharia would change anything: Terror to remove, or a level to shift."""
    return state.terror[space] > 0 or can_shift(state, space, direction)


def influence(play: Play, rule: str, space: Space, direction: int) -> None:
    """6.4: one purchase of Civic Action or Sharia: remove Terror, or else shift a level."""
    if not remove_terror(play, rule, space):
        shift(play, rule, space, direction)
