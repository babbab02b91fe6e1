"""Whole games with Non-players: they finish, nothing is refused, no turn is idle without a rule that says so."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.bots.steps import REASONS
from khyber.games.distant_plain.figures import INEFFECTIVE, NO_REASON, WASTEFUL, turns_of
from khyber.games.distant_plain.text import step_ids
from tests.distant_plain.bots.games import MIXED, game_of_bots

#: Games of four Non-players, and as many beside random agents.
GAMES = 50
CHUNK = 10


@pytest.mark.parametrize("start", [*range(0, GAMES, CHUNK), *range(MIXED, MIXED + GAMES, CHUNK)])
def test_games_with_non_players_finish(start: int) -> None:
    games = [game_of_bots(index) for index in range(start, start + CHUNK)]
    assert [played.error for played in games if played.error] == []
    turns = turns_of(games)
    assert turns.turns > CHUNK * 10
    assert turns.idle == []
    assert turns.outcomes.get(WASTEFUL, 0) == turns.outcomes.get(INEFFECTIVE, 0) == 0
    assert NO_REASON not in turns.reasons
    assert set(turns.followed) <= set(step_ids())


def test_steps_said_never_to_be_followed_exist() -> None:
    assert set(REASONS) <= set(step_ids())
