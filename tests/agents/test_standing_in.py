"""A bot seated in the midst of somebody's turn brings it to an end, whatever was begun, and then plays by its rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.agents.driver import agents_of
from khyber.engine.errors import Error
from khyber.engine.retracing import taken_over
from khyber.engine.table import Table

AnyTable = Table[Any]


def left_in_the_midst(game: str, seed: int) -> AnyTable:
    """Somebody has answered at random, and goes away within a step begun."""
    source = random.Random(seed)
    table: AnyTable = khyber.new(game, seed=seed)
    least = source.randrange(150)
    while (decision := table.decision) is not None and (len(table.since) < 3 or least > 0):
        table.choose(source.choice(list(decision.options)), decision.seat)
        least -= 1
    return table


@pytest.mark.parametrize(("game", "bot"), [("distant-plain", "bot:3rd"), ("distant-plain", "bot:2nd"),
                                           ("zurmat", "bot:standard")])
@pytest.mark.parametrize("seed", range(12))
def test_a_turn_that_another_began_comes_to_its_end(game: str, bot: str, seed: int) -> None:
    table = left_in_the_midst(game, seed)
    assert table.decision is not None
    for seat in table.seats:
        table.sit(seat, bot)
    agents, step = agents_of(table), len(table.steps)
    for _ in range(400):
        decision = table.decision
        if decision is None or len(table.steps) > step + 12:
            break
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    assert len(table.steps) > step, "the step did not end"
    khyber.load(table.save())  # and it replays


def test_the_rules_of_the_bot_alone_would_be_at_a_loss_there() -> None:
    """Else the tests above would tell nothing."""
    lost = 0
    for seed in range(12):
        table = left_in_the_midst("distant-plain", seed)
        decision = table.decision
        assert decision is not None
        table.sit(decision.seat, "bot:3rd")
        if taken_over(table, decision.seat):
            try:
                Bot[Any]("bot:3rd")(Seen(table, table.decision or decision))
            except (Error, AssertionError):
                lost += 1
    assert lost


def test_who_was_there_from_the_first_answer_has_taken_over_nothing() -> None:
    table: AnyTable = khyber.new("distant-plain", seed=5, seats="bot:3rd")
    for _ in range(60):
        decision = table.decision
        assert decision is not None
        agent = agents_of(table)[decision.seat]
        assert agent is not None and not taken_over(table, decision.seat)
        table.choose(agent(Seen(table, decision)), decision.seat)
