"""Read the values that a decision offers."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import PIECES, Piece


def numbers(decision: Decision) -> list[int]:
    """Return the spaces or counts on offer, without words such as "done"."""
    return [value for value in decision.values if isinstance(value, int)]


def least_and_most(decision: Decision) -> tuple[int, int]:
    """Return the smallest and the largest count on offer; counts are offered in ascending order."""
    least, most = decision.values[0], decision.values[-1]
    assert isinstance(least, int) and isinstance(most, int)
    return least, most


def pieces_offered(decision: Decision) -> list[Piece]:
    return [PIECES[value] for value in numbers(decision)]
