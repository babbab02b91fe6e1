"""Puzzles with a key choice: late positions of campaigns, turns without a choice, and how much it matters."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.analysis.solving import worth_in_puzzles
from khyber.agents.analysis.weighing import Weighed
from khyber.agents.bot import Bot
from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking
from khyber.lab import key_choices, puzzles
from khyber.lab.key_choices import LAST_STEPS, Avoiding, Keyed, choices, late_positions, turns_without
from khyber.lab.puzzles import keyed_puzzle_at, table_of

SEAT = "coalition"


def late(index: int) -> list[Any]:
    table = table_of("enduring-freedom", 1, index)
    return list(late_positions(table, {SEAT: Bot[Any]("bot:standard")}, random.Random(index)))


def test_late_positions_are_of_the_last_steps_and_offer_three_options_or_more() -> None:
    found = late(0)
    steps = [len(one.steps) for one in found]
    assert found and steps == sorted(set(steps)) and steps[-1] - steps[0] <= LAST_STEPS
    assert all(one.decision is not None and len(one.decision.values) > 2 and not one.since for one in found)


def test_campaigns_with_steps_at_random_are_not_all_won() -> None:
    """Bots alone reach 99 points in every other campaign; then no choice matters."""
    points = [late(index)[-1].state.points for index in range(6)]
    assert sum(points) / len(points) < 80


def test_an_agent_avoids_one_choice_and_makes_all_others_as_before() -> None:
    table = khyber.new("enduring-freedom", seed=1, seats="bot:standard")
    decision = table.decision
    assert decision is not None
    bot = Bot[Any]("bot:standard")
    own = bot(Seen(table, decision)).key
    assert Avoiding(bot, "another", random.Random(1))(Seen(table, decision)).key == own
    assert Avoiding(bot, own, random.Random(1))(Seen(table, decision)).key != own


def test_turns_without_a_choice_begin_alike_and_never_make_it() -> None:
    table = next(one for one in late(0) if one.state.step in ("staging", "mobilize"))
    search = Search(table, SEAT, Thinking(worlds=2), worth=worth_in_puzzles(table.game))
    line = key_choices._bots_turn(search, table, SEAT)
    for key in choices(line)[:4]:
        at = line.index(key)
        others = turns_without(search, table, SEAT, line, key, 3)
        assert len({other[at] for other in others}) == len(others), "each makes another choice instead"
        assert all(other[:at] == line[:at] and key not in other for other in others)


def test_choices_that_end_a_selection_are_no_keys() -> None:
    assert choices(("asset", "drone", "done", "asset", "end")) == ["asset", "drone"]


@pytest.mark.parametrize(("without", "is_puzzle"), [(0.5, True), (0.69, False)])
def test_a_turn_is_a_puzzle_if_all_turns_without_its_key_are_far_worse(
    without: float, is_puzzle: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = late(0)[0]
    keyed = Keyed(("a", "key"), "key", 0.1, [("a", "b"), ("c",)], ("a", "key", "d"))
    values = {("a", "key"): 0.7, ("a", "key", "d"): 0.69, ("a", "b"): without, ("c",): 0.2}
    weighed = sorted((Weighed(line, (value,) * 4) for line, value in values.items()), key=lambda one: -one.value)
    monkeypatch.setattr(puzzles, "keyed_turn", lambda *_: keyed)
    monkeypatch.setattr(puzzles, "compared", lambda *_: weighed)
    found = keyed_puzzle_at(table, SEAT)
    assert (found is not None) == is_puzzle
    if found is not None:
        assert found.solution == ["a", "key"] and [other.value for other in found.others] == [0.5, 0.2]
        assert found.bot == 0.69 and found.bot_begins, "the bot makes the key choice, too"
