"""Counts of lines of play from fixed positions (tests/perft): a missing or extra option changes a number."""

from __future__ import annotations

import pytest
from tools.generate.perft import Case, cases

from khyber.catalogue import GAMES


@pytest.mark.parametrize("case", [case for game in GAMES for case in cases(game)], ids=lambda case: case.name)
def test_counts_are_as_committed(case: Case) -> None:
    """After an intended change of rules: python -m tools.generate.perft --write."""
    assert case.counted() == case.counts
