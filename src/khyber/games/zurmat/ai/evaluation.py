"""An estimate of a side's chances from the victory points it can count, and what networks read."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from khyber.engine.features import Feature
from khyber.games.zurmat import board
from khyber.games.zurmat.ai.features import OBJECTIVES, features
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.winning import points, winner
from khyber.games.zurmat.state import MAX_POINTS, State

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


def inputs(box: Box, steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what learners observe (`features.py`), and what they would otherwise have to work out."""

    def controlled(control: bytearray) -> bytes:
        return bytes([who == side for side in board.SIDES for who in control])

    def held(objectives: bytearray) -> bytes:
        return bytes([at in objectives[side * 2 : side * 2 + 2] for side in board.SIDES for at in range(OBJECTIVES)])

    return (
        *features(steps),
        Feature("points", 2, MAX_POINTS, "victory points of each side, Objectives met among them", "", all_points(box)),
        Feature("controlled", 2 * board.TILES, 1, "tiles by the side in control", "control", controlled),
        Feature("held", 2 * OBJECTIVES, 1, "Objectives by side", "objectives", held),
    )


def all_points(box: Box) -> Callable[[State], bytes]:
    def encode(state: State) -> bytes:
        return bytes([min(points(state, box, side), MAX_POINTS) for side in board.SIDES])

    return encode
