"""Read the values that a decision offers."""

from __future__ import annotations

from khyber.engine.decision import Decision
from khyber.games.distant_plain.board import PIECES, Piece


def numbers(decision: Decision) -> list[int]:
    """Return the spaces or counts on offer, without words such as "done"."""
    return [value for value in decision.values if isinstance(value, int)]


def pieces_offered(decision: Decision) -> list[Piece]:
    return [PIECES[value] for value in numbers(decision)]
