"""Tribal Elders (5.4): its holder may set any level where its own action would shift or set one."""

from __future__ import annotations

from khyber.games.distant_plain.board import LEVEL_IDS, SPACE_IDS, Faction, Level, Space
from khyber.games.distant_plain.notation import WORDS
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.lasting import TRIBAL_ELDERS, held_by
from khyber.games.distant_plain.rules.support import can_influence, has_opinion, remove_terror, set_level, shift
from khyber.games.distant_plain.state import State


def heeded(state: State, faction: Faction, space: Space) -> bool:
    """Return whether Tribal Elders let the Faction choose the level of this space."""
    return held_by(state, TRIBAL_ELDERS, faction) and has_opinion(state, space)


def choose_level(play: Play, faction: Faction, rule: str, space: Space) -> Rules:
    """Ask the Faction for any level of the space, or none."""
    level = yield from play.ask(
        faction, "elders-level", "5.4", WORDS, lambda: list(LEVEL_IDS), {"space": SPACE_IDS[space]}
    )
    set_level(play, rule, space, Level(LEVEL_IDS.index(level)))


def shift_by(play: Play, faction: Faction, rule: str, space: Space, direction: int) -> Rules:
    """Shift the space for an action of the Faction, or by Tribal Elders."""
    if heeded(play.state, faction, space):
        yield from choose_level(play, faction, rule, space)
    else:
        shift(play, rule, space, direction)


def set_by(play: Play, faction: Faction, rule: str, space: Space, level: Level) -> Rules:
    """Set the space for an action of the Faction, or by Tribal Elders."""
    if heeded(play.state, faction, space):
        yield from choose_level(play, faction, rule, space)
    else:
        set_level(play, rule, space, level)


def can_influence_by(state: State, faction: Faction, space: Space, direction: int) -> bool:
    """6.4: whether there is Terror to remove, a level to shift, or Tribal Elders to use."""
    return can_influence(state, space, direction) or heeded(state, faction, space)


def influence_by(play: Play, faction: Faction, rule: str, space: Space, direction: int) -> Rules:
    """6.4: one purchase of Civic Action or Sharia: Terror first, then a level."""
    if not remove_terror(play, rule, space):
        yield from shift_by(play, faction, rule, space, direction)
