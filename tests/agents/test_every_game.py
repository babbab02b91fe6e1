"""What holds for every game in the catalogue."""

from __future__ import annotations

import pytest

import khyber
from khyber.agents.driver import advance
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
def test_a_game_is_found_by_its_id(game: str) -> None:
    assert find_game(game).id == game


@EVERY_GAME
def test_the_same_seed_makes_the_same_game(game: str) -> None:
    first, second = khyber.new(game, seed=9, seats="random"), khyber.new(game, seed=9, seats="random")
    advance(first)
    advance(second)
    assert first.save() == second.save()
