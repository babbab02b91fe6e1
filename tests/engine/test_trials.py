"""Trials: a rule run on a scratch copy, with no log and no dice unless given."""

from __future__ import annotations

from functools import partial

import pytest

from khyber.engine.chance import ChanceRefused, Scripted, Seeded
from khyber.engine.decision import Decision, Value
from khyber.engine.errors import Error
from khyber.engine.play import Answer, Rules
from tests.engine.tables import at, state
from tests.engine.tiny import WORDS, TinyPlay, pay, raid, trade, turn


def answers(*keys: str) -> Answer:
    left = list(keys)

    def answer(decision: Decision) -> Value:
        found = decision.find(left.pop(0))
        assert found is not None
        return decision.values[found]

    return answer


def test_a_trial_leaves_the_state_the_record_and_the_log_alone() -> None:
    table = at(state("turn north", south="", coins=(1, 2)))
    before, held = table.save(), table.state.copy()
    scratch = table.play.trial(partial(raid, seat="north"), answers("loot"), Scripted([6], Seeded(0)))
    assert list(scratch.state.coins) == [2, 1]
    assert not scratch.recorded
    assert (table.save(), table.state, table.step_events()) == (before, held, [])
    assert table.state.draws == 0
    assert scratch.state.draws == 1


def test_dice_are_refused() -> None:
    table = at(state("turn north", south=""))
    held = table.state.copy()
    with pytest.raises(ChanceRefused, match=r"^raid depends on a die$"):
        table.play.trial(partial(turn, seat="north"), answers("raid"))
    with pytest.raises(ChanceRefused, match=r"^draw depends on a die$"):
        table.play.trial(partial(trade, seat="north"), answers("bank"))
    assert table.state == held


def test_a_rule_that_asks_nothing_may_be_tried() -> None:
    table = at(state("turn north"))
    scratch = table.play.trial(lambda play: pay(play, "0", "north", 5))
    assert (list(scratch.state.coins), list(table.state.coins)) == ([6, 1], [1, 1])


def test_single_options_answer_themselves_and_without_an_answer_the_first_is_taken() -> None:
    asked: list[str] = []

    def rule(play: TinyPlay) -> Rules:
        one = yield from play.ask("north", "one", "0", WORDS, lambda: ["only"])
        two = yield from play.ask("north", "two", "0", WORDS, lambda: ["first", "second"])
        asked.extend([one, two])

    play = at(state("turn north")).play
    play.trial(rule, lambda decision: {"two": "second"}[decision.ask])
    play.trial(rule)
    assert asked == ["only", "second", "only", "first"]


def test_a_dead_end_is_said_to_be_one() -> None:
    table = at(state("turn south", coins=(0, 1)))
    with pytest.raises(Error, match=r"^decision 'pay' \(rule 3.1\) has no options$"):
        table.play.trial(partial(trade, seat="north"))
