"""A bot seated in the midst of somebody's turn brings it to an end, whatever was begun, and then plays by its rules."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot, chosen, step_bot
from khyber.agents.driver import agents_of
from khyber.engine.errors import Error
from khyber.engine.history import retrace
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


@pytest.mark.parametrize(
    ("game", "bot"), [("distant-plain", "bot:3rd"), ("distant-plain", "bot:2nd"), ("zurmat", "bot:standard")]
)
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
        mind = step_bot(table, "bot:3rd", decision.seat)
        try:
            for again, _ in retrace(table):
                if again.decision is not None and again.decision.seat == decision.seat:
                    mind.answer(Seen(again, again.decision).play(), again.decision)
            chosen(decision, mind.answer(Seen(table, decision).play(), decision))
        except Error:
            lost += 1
    assert lost


@pytest.mark.parametrize("bot", ["bot:3rd", "bot:2nd"])
@pytest.mark.parametrize("seed", range(12))
def test_a_turn_that_another_release_began_in_its_place_comes_to_its_end(bot: str, seed: int) -> None:
    """The record has the bot in the seat, but answers that it would not give: a change of its rules, as it seems."""
    table = left_in_the_midst("distant-plain", seed)
    decision = table.decision
    assert decision is not None
    record = json.loads(table.save())
    record["seats"] = dict.fromkeys(record["seats"], bot)
    again: AnyTable = khyber.load(json.dumps(record))
    agents, step = agents_of(again), len(again.steps)
    while again.decision is not None and len(again.steps) == step:
        agent = agents[again.decision.seat]
        assert isinstance(agent, Bot)
        again.choose(agent(Seen(again, again.decision)))
    khyber.load(again.save())


def test_a_bot_in_a_turn_of_its_own_has_a_plan_for_everything() -> None:
    table: AnyTable = khyber.new("distant-plain", seed=5, seats="bot:3rd")
    agents = agents_of(table)
    for _ in range(200):
        decision = table.decision
        if decision is None:
            break
        agent = agents[decision.seat]
        assert isinstance(agent, Bot)
        table.choose(agent(Seen(table, decision)), decision.seat)
        assert not agent.unplanned


def test_a_bot_goes_on_from_what_others_did_in_its_seat_meanwhile() -> None:
    """The same agent is asked again in the same step, after a person has sat there for a while."""
    for seed in range(6):
        table = left_in_the_midst("distant-plain", seed)
        decision = table.decision
        assert decision is not None
        seat, step = decision.seat, len(table.steps)
        bot: Bot[Any] = Bot("bot:3rd")
        source = random.Random(seed)
        for turn in range(300):
            decision = table.decision
            if decision is None or len(table.steps) > step:
                break
            own = decision.seat == seat and turn % 2
            option = bot(Seen(table, decision)) if own else source.choice(list(decision.options))
            table.choose(option, decision.seat)
        assert len(table.steps) > step
