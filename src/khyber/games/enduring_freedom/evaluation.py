"""An estimate of how well the campaign goes: its NetWar Points."""

from __future__ import annotations

from khyber.games.enduring_freedom.board import MOST_POINTS
from khyber.games.enduring_freedom.state import State


def winning_chance(state: State) -> float:
    """Return the NetWar Points as a share of the most there can be."""
    return state.points / MOST_POINTS
