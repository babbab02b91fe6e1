"""A hint by search is what that agent itself plays, choice by choice, with a budget that can be repeated."""

from __future__ import annotations

from typing import Any

import pytest

import khyber
from khyber.agents.agent import Agent, Seen
from khyber.agents.driver import agent_named
from khyber.agents.explain import hint
from khyber.agents.strong import search
from khyber.agents.strong.counsel import counsel
from khyber.agents.strong.reasons import SILENT
from khyber.agents.strong.resume import agents_now
from khyber.catalogue import game as find_game
from khyber.engine.decision import TurnMessage
from khyber.engine.optional import Bots
from khyber.engine.table import Table

EIGHT = "agent:quick@8w"
#: More hints than a game has choices.
WHOLE = 1000
#: A game, the seat that searches, a seed, and the number of hints.
GAMES = (("zurmat", "taliban", 3, WHOLE), ("zurmat", "coalition", 4, WHOLE), ("distant-plain", "taliban", 5, 40))
CAMPAIGN = ("enduring-freedom", "coalition", 2, 12)


@pytest.fixture(autouse=True)
def few_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same search with fewer lines, so that whole games take seconds."""
    monkeypatch.setattr(search, "CANDIDATES", 3)
    monkeypatch.setattr(search, "FIRST_WORLDS", 2)


def seated(game: str, seat: str, seed: int) -> tuple[Table[Any], dict[str, Agent[Any]]]:
    """A table with that agent in one seat and bots in the others."""
    found = find_game(game)
    bot = Bots.of(found).bots[0]
    scenario = "short" if game == "distant-plain" else None
    table = khyber.new(game, scenario=scenario, seed=seed, seats=dict.fromkeys(found.seats, bot) | {seat: EIGHT})
    agents = {who: agent_named(name, table.game) for who, name in table.seats.items()}
    return table, {who: agent for who, agent in agents.items() if agent is not None}


@pytest.mark.parametrize(("game", "seat", "seed", "most"), [*GAMES, CAMPAIGN])
def test_a_hint_is_what_the_agent_plays(game: str, seat: str, seed: int, most: int) -> None:
    """On its turn and outside it, at the first choice of a turn and at those that follow."""
    table, agents = seated(game, seat, seed)
    asked = 0
    while (decision := table.decision) is not None and asked < most:
        own = agents[decision.seat](Seen(table, decision))
        if decision.seat == seat and len(decision.values) > 1:
            given = hint(table, EIGHT)
            assert given.option is not None and given.option.key == own.key, (asked, decision)
            assert given.departed is None and given.decided is not None
            turn = next((reason for reason in given.reasons if isinstance(reason, TurnMessage)), None)
            if turn is not None and agents[seat].since == 0 and own.key not in SILENT:  # type: ignore[attr-defined]
                assert turn.options[0].key == own.key, (asked, decision)
            asked += 1
        table.choose(own, decision.seat)
    assert asked == most or (most == WHOLE and asked > 60)


def test_after_another_choice_it_plans_as_one_that_takes_over() -> None:
    table, agents = seated("zurmat", "taliban", 3)
    departures = 0
    while (decision := table.decision) is not None and departures < 3:
        own = agents[decision.seat](Seen(table, decision))
        if decision.seat == "taliban" and decision.ask == "turn" and len(decision.values) > 2:
            other = next(option for option in decision.options if option.key not in (own.key, "declare"))
            table.choose(other, decision.seat)
            here = table.decision
            if here is not None and here.seat == "taliban" and len(here.values) > 1:
                found = counsel(table, here, EIGHT)
                taking_over = agents_now(table)["taliban"]
                assert taking_over is not None and found.option.key == taking_over(Seen(table, here)).key
                assert found.departed is not None and (found.departed.key, found.departed.bot) == (other.key, own.key)
                departures += 1
            continue
        table.choose(own, decision.seat)
    assert departures == 3
