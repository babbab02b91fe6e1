"""An estimate of a side's chances from the victory points it can count."""

from __future__ import annotations

from math import exp
from typing import Final

from khyber.games.zurmat import board
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.winning import points, winner
from khyber.games.zurmat.state import State

#: Victory points that multiply the odds by e.
SCALE: Final = 3.0
#: What a victory point is worth once the game is decided.
OF_POINTS: Final = 0.002


def winning_chance(state: State, box: Box, seat: str) -> float:
    """Return a side's share of the odds; of a finished game 1, 0 or a half, and a little for the points."""
    side = board.SIDE_BY_ID[seat]
    if state.ending:
        won = winner(state)
        return (0.5 if won is None else float(won == side)) + OF_POINTS * (state.vps[side] - state.vps[1 - side])
    lead = points(state, box, side) - points(state, box, 1 - side)
    return 1 / (1 + exp(-lead / SCALE))
