"""Whole games with Non-players of the 2nd printing, alone, beside random agents, and beside those of the 3rd."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.figures import INEFFECTIVE, NO_REASON, WASTEFUL, turns_of
from khyber.games.distant_plain.text import step_ids
from tests.distant_plain.bots.games import BOT_2ND, BOTH, MIXED, game_of_bots

GAMES = 30
CHUNK = 10


@pytest.mark.parametrize("start", [first + at for first in (0, MIXED, BOTH) for at in range(0, GAMES, CHUNK)])
def test_games_with_non_players_finish(start: int) -> None:
    games = [game_of_bots(index, BOT_2ND) for index in range(start, start + CHUNK)]
    assert [played.error for played in games if played.error] == []
    turns = turns_of(games)
    assert turns.turns > CHUNK * 10
    assert turns.idle == []
    assert turns.outcomes.get(WASTEFUL, 0) == turns.outcomes.get(INEFFECTIVE, 0) == 0
    assert NO_REASON not in turns.reasons
    assert set(turns.followed) <= set(step_ids())
