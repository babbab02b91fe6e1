"""8.7: which pieces the Non-player Government may move out of a space."""

from __future__ import annotations

from khyber.games.distant_plain.board import G_BASE, G_TROOPS, IS_LOC, Space
from khyber.games.distant_plain.bots.common.coin.spaces import balance, controlled
from khyber.games.distant_plain.rulebook import rule
from khyber.games.distant_plain.rules.forces import count
from khyber.games.distant_plain.state import State


def free_to_leave(state: State, space: Space) -> int:
    """Return how many COIN pieces may leave without losing COIN Control; all, if there is none."""
    if not controlled(state, space):
        return 99
    return max(0, balance(state, space) - 1)


@rule("8.7.3", "8.7.6")
def excess_troops(state: State, space: Space) -> int:
    """G.Transport.P, G.Sweep.P: Troops that may leave: one stays on LoCs and at Bases; Control holds."""
    troops = count(state, space, G_TROOPS)
    kept = 1 if IS_LOC[space] or count(state, space, G_BASE) else 0
    return max(0, min(troops - kept, free_to_leave(state, space)))
