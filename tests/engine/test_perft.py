"""Counts of the sequences of choices from small fixed positions: a missing or extra option changes a number."""

from __future__ import annotations

import pytest

from khyber.lab.perft import perft
from tests.engine.tables import at, state

POSITIONS = {
    "bid": state("bid", "tea silk gem", "guard guard"),
    "turn": state("turn north", "tea", "guard", coins=(1, 1)),
    "rich turn": state("turn north", "tea", "guard", coins=(3, 3), rounds=2),
    "empty hands": state("turn north", "", "", coins=(1, 0)),
    "last turn": state("turn south", "tea", "guard", coins=(0, 1)),
}


@pytest.mark.parametrize(
    ("name", "asides", "counts"),
    [
        ("bid", False, (3, 3, 9, 21)),
        ("turn", False, (3, 7, 15, 21)),
        ("turn", True, (5, 19, 48, 92)),
        ("rich turn", False, (3, 7, 15, 25)),
        ("rich turn", True, (5, 19, 65, 193)),
        ("empty hands", False, (3, 5, 7, 8)),
        ("empty hands", True, (4, 9, 14, 16)),
        ("last turn", True, (4, 6, 7, 8)),
    ],
)
def test_perft(name: str, asides: bool, counts: tuple[int, ...]) -> None:
    assert tuple(perft(at(POSITIONS[name]), depth, asides=asides) for depth in range(1, 5)) == counts
