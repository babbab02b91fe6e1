"""2nd:8.6.1: the Non-player Government under Tribal Elders, and what Civic Action buys it."""

from __future__ import annotations

from khyber.engine.decision import Decision, Value
from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Level, Space
from khyber.games.distant_plain.bots.common.guidelines import pop
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.second.guidelines import affordable_levels
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.elders import heeded
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import State


@rule("2nd:8.6.1")
def level_by_elders(state: State, space: Space) -> Level:
    """G2.Mom.1: Support, or Neutral if Support would put the Coalition's margin ahead."""
    margin = margins(state)
    gained = 0 if state.level[space] == board.SUPPORT else pop(state, space)
    return board.SUPPORT if margin[board.COALITION] + gained <= margin[board.GOVERNMENT] else board.NEUTRAL


def elders_level(bot: NonPlayer, play: Play, decision: Decision) -> Value:
    """G2.Mom.1: choose Support or Neutral."""
    bot.cite("G2.Mom.1", "2nd:8.6.1")
    bot.follow("G2.Mom.1")
    return board.LEVEL_IDS[level_by_elders(play.state, board.SPACE_BY_ID[str(decision.about["space"])])]


def levels_bought(state: State, space: Space, resources: int) -> int:
    """Return the levels toward Support these Resources buy, Terror first; elders shift all for one payment."""
    if heeded(state, board.GOVERNMENT, space):
        enough = resources >= COIN_COST * (state.terror[space] + 1)
        return max(0, level_by_elders(state, space) - state.level[space]) if enough else 0
    return affordable_levels(state, space, board.SUPPORT, resources, COIN_COST)
