"""Mutated records and positions of all games: refused with a sentence, or played on. `make soak` tries 100,000."""

from __future__ import annotations

from collections import Counter

import pytest

from khyber.catalogue import GAMES
from tests.fuzzing.cases import ACCEPTED, REFUSED, case, run

#: Cases of each game.
CASES = 250


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_imported_is_refused_in_a_line_or_can_be_played(game: str) -> None:
    results = Counter(run(game, index) for index in range(CASES))
    assert set(results) == {REFUSED, ACCEPTED}, results
    assert results[ACCEPTED] > CASES // 10, "too few of them are near enough to the real thing"


def test_cases_are_the_same_each_time() -> None:
    assert case("zurmat", 7) == case("zurmat", 7) != case("zurmat", 8)
