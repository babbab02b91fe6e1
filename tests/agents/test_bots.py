"""A game's own bots at a table: they keep their place through saving, undo and others' choices, and never guess."""

from __future__ import annotations

import random

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot, RefusedIntent, chosen, step_bot
from khyber.agents.driver import advance, agent_names, agents_of
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup, UndoRefused
from khyber.engine.history import retrace
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.state import State

BOT = "bot:3rd"


def answers(table: Table[State], most: int) -> list[str]:
    """What the agents seated answer next."""
    agents = agents_of(table)
    given: list[str] = []
    while (decision := table.decision) is not None and len(given) < most:
        agent = agents[decision.seat]
        assert agent is not None
        option = agent(Seen(table, decision))
        given.append(option.key)
        table.choose(option, decision.seat)
    return given


def at_a_random_moment(seed: int) -> Table[State]:
    """A game of four bots, somewhere in the midst of a step if there is such a moment near."""
    source = random.Random(seed)
    table = khyber.new("distant-plain", seed=seed, seats=BOT)
    answers(table, source.randrange(20, 200))
    for _ in range(40):
        if table.since:
            break
        answers(table, 1)
    return table


@pytest.mark.parametrize("seed", range(6))
def test_a_bot_goes_on_after_a_load_as_if_nothing_had_happened(seed: int) -> None:
    table = at_a_random_moment(seed)
    again = khyber.load(table.save())
    assert answers(again, 40) == answers(table, 40)
    assert again.save() == table.save()


@pytest.mark.parametrize("seed", range(6))
def test_a_bot_answers_an_undone_question_as_before(seed: int) -> None:
    table = at_a_random_moment(seed)
    decision = table.decision
    assert decision is not None
    bot: Bot[State] = Bot(BOT)
    first = bot(Seen(table, decision))
    table.choose(first, decision.seat)
    if not table.since:
        return
    try:
        table.undo(decision.seat)
    except UndoRefused:
        return
    assert table.decision is not None
    assert bot(Seen(table, table.decision)).key == first.key


def test_the_same_seed_gives_the_same_game() -> None:
    games = [khyber.play("distant-plain", seed=5, seats=BOT).save() for _ in range(2)]
    assert games[0] == games[1]


def test_seats_that_nobody_is_named_for_are_the_games_bots() -> None:
    table = khyber.new("distant-plain", seed=1, seats={"taliban": "person"})
    assert table.seats == dict.fromkeys(SEATS, BOT) | {"taliban": "person"}
    assert table.view()["non-players"] == ["coalition", "government", "warlords"]


def test_only_rulebook_bots_are_non_players() -> None:
    """R-N22: a random agent stands in for a player."""
    table = khyber.new("distant-plain", seed=1, seats={"taliban": "random"})
    assert table.view()["non-players"] == ["coalition", "government", "warlords"]


def test_an_agent_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(BadSetup, match="person or random or bot:3rd"):
        khyber.new("distant-plain", seats="bot:9th")
    assert agent_names(find_game("distant-plain"))[:2] == ("person", "random")


def test_an_intent_that_is_not_on_offer_is_an_error() -> None:
    table = khyber.new("distant-plain", seed=3, seats=BOT)
    assert table.decision is not None
    with pytest.raises(RefusedIntent, match="with 'fly', which is not offered"):
        chosen(table.decision, "fly")


def test_a_finished_step_can_be_thought_through_again() -> None:
    """The answers of the record come out, and with them the reasons."""
    table = khyber.new("distant-plain", seed=11, seats=BOT)
    answers(table, 120)
    turns = [number for number, step in enumerate(table.steps) if step.name == "turn" and step.listed()]
    assert len(turns) > 5
    for number in turns:
        seat = next(seat for seat in table.steps[number].seats() if seat)
        mind = step_bot(table, BOT, seat, step=number, explain=True)
        for again, answer in retrace(table, number):
            decision = again.decision
            assert decision is not None
            if decision.seat == seat:
                assert chosen(decision, mind.answer(Seen(again, decision).play(), decision)).key == answer
        assert mind.why()


def test_bots_play_to_the_end_without_a_person() -> None:
    table = khyber.new("distant-plain", seed=2, seats=BOT)
    advance(table)
    assert table.outcome is not None
