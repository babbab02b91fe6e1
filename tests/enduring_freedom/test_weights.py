"""The preferences of the bot: told apart by name, and all of them in use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import khyber
from khyber.agents.bot import Bot
from khyber.agents.driver import advance
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.optional import Bots, Evaluation
from khyber.games.enduring_freedom import bots
from khyber.games.enduring_freedom.bots.weights import KEEN, NAME, SCALED, WEIGHTS, named, scaled, weights_of

GAME = find_game("enduring-freedom")


@cache
def points(name: str, seed: int) -> int:
    table = khyber.new("enduring-freedom", seed=seed, seats=NAME)
    advance(table, {"coalition": Bot(name)})
    assert table.outcome is not None
    return table.outcome.margins["coalition"]


def test_a_name_says_which_preferences_differ() -> None:
    assert weights_of(NAME) == WEIGHTS and named(WEIGHTS) == NAME
    assert weights_of(named(KEEN)) == KEEN
    thrifty = scaled(WEIGHTS, [1.0 if name == "margin" else 0.0 for name in SCALED])
    assert named(thrifty) == "bot:standard(margin=0.6796)"


@pytest.mark.parametrize("wrong", ["margin", "margin=much", "mercy=1", "=1"])
def test_what_is_no_preference_is_refused_by_its_name(wrong: str) -> None:
    with pytest.raises(BadSetup, match="is not a preference and its number"):
        weights_of(f"{NAME}({wrong})")


def test_there_is_no_other_bot() -> None:
    with pytest.raises(BadSetup, match="enduring-freedom has no bot 'bot:3rd'"):
        weights_of("bot:3rd")


def test_a_search_plays_by_the_keen_bot_and_people_meet_the_standard_one() -> None:
    assert Evaluation.of(GAME).policies("coalition") == (named(KEEN),)
    assert Bots.of(GAME).bots == (NAME,)


@pytest.mark.parametrize("name", ["reserve", "margin", "worthwhile", "strike_gain", "factor_turn", "weakened"])
def test_a_preference_changes_how_campaigns_go(name: str) -> None:
    changed = [named(scaled(WEIGHTS, [log if one == name else 0.0 for one in SCALED])) for log in (1.5, -1.5)]
    assert any(points(bot, seed) != points(NAME, seed) for seed in range(8) for bot in changed)


def test_no_preference_is_left_over() -> None:
    read = "".join(file.read_text(encoding="utf-8") for file in Path(bots.__path__[0]).glob("*.py"))
    assert [name for name in SCALED if not re.search(rf"(weights|own)\.{name}\b", read)] == []
