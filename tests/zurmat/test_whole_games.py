"""Whole games at random: no error, everything conserved, copies equal, records that verify."""

from __future__ import annotations

import pytest

from khyber.agents.driver import advance
from khyber.engine.record import loads
from khyber.engine.verify import verify
from tests.zurmat.fuzzing import fuzz_game
from tests.zurmat.tables import GAME, new


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_random_games(first: int) -> None:
    for index in range(first, first + 5):
        counts = fuzz_game(index, 29)
        assert 100 < counts["decisions"] < 1000
        assert counts["checked"] > 3


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_records_verify(options: tuple[str, ...]) -> None:
    for seed in range(6):
        playing = new(seed, options, seats="random")
        advance(playing)
        assert verify(GAME, loads(playing.save())) == len(playing.steps)
