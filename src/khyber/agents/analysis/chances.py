"""Every seat's winning chances in a position: the game's estimate, calibrated by what happened in many games.

In a game for one it is the points, which need no calibration.
"""

from __future__ import annotations

import random
import tomllib
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final

from khyber.engine.chance import stream
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation
from khyber.engine.play import S

#: Worlds over which a position is averaged for seats that do not know all of it.
WORLDS: Final = 8

#: Points of a curve: an estimate, and the share of games won from there.
Curve = tuple[tuple[float, float], ...]


#: The curves read so far, by the id of the game.
_CURVES: dict[str, Curve] = {}


def curve_of(game: Game[Any]) -> Curve:
    """Return the curve of a game (tools/tuning/calibration.py writes it); a game without one is taken at its word."""
    if game.id not in _CURVES:
        file = game.file("ai/calibration.toml")
        points = tomllib.loads(file.read_text(encoding="utf-8"))["curve"] if file.is_file() else ()
        _CURVES[game.id] = tuple((estimate, share) for estimate, share in points)
    return _CURVES[game.id]


def on_curve(estimate: float, curve: Curve) -> float:
    """Return the share of games won at that estimate, between the points around it.

    >>> on_curve(0.25, ((0.0, 0.0), (0.5, 0.8), (1.0, 1.0)))
    0.4
    """
    if not curve:
        return estimate
    at = bisect_right([point[0] for point in curve], estimate)
    if at in (0, len(curve)):
        return curve[0 if at == 0 else -1][1]
    (left, low), (right, high) = curve[at - 1 : at + 1]
    return low + (high - low) * (estimate - left) / (right - left)


def as_shown(game: Game[S], value: float) -> int:
    """Return a value from 0 to 1 in percent or, in a game for one, in points."""
    return round(_share(value) * (Evaluation[S].of(game).points or 100))


def _share(estimate: float) -> float:
    """Return an estimate within 0 and 1: some games add a little for the margin of a victory."""
    return min(1.0, max(0.0, estimate))


def chances(game: Game[S], state: S, known: Sequence[str] | None = None) -> dict[str, float]:
    """Return each seat's chance; of seats that play against each other, together 1. A lone seat's is its points.

    With `known`, it rests on what these seats may know of the state, averaged over worlds drawn from it.
    """
    states, over = [state], game.outcome(state) is not None
    if known is not None and not over:
        sources = (random.Random(stream("chances", number, str(game.view(state, known)))) for number in range(WORLDS))
        states = [game.imagine(state, known, source) for source in sources]
    evaluation = Evaluation[S].of(game)
    curve = () if over else curve_of(game)  # what has happened is certain
    found = {
        seat: sum(on_curve(_share(evaluation.winning_chance(one, seat)), curve) for one in states) / len(states)
        for seat in game.seats
    }
    total = sum(found.values())
    return {seat: value / total for seat, value in found.items()} if len(found) > 1 and total > 0 else found
