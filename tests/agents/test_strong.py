"""The agent that searches, and the rulebook's bots in players' seats."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import advance, agent_named, agent_names, agents_of
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.search import DOUBT, Candidate, Search
from khyber.agents.strong.thinking import Thinking, thinking_of
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.table import Table

FEW_WORLDS = Thinking(worlds=12)


def asked(game: str, seat: str, seed: int, after: int) -> Table[Any]:
    """A game of bots, stopped where the seat has a choice to make after that many steps."""
    scenario = "short" if game == "distant-plain" else None
    table = khyber.new(game, scenario=scenario, seed=seed)
    bot = find_game(game).bots[0]  # type: ignore[attr-defined]
    agents = {
        who: agent_named(bot.replace("bot:", "agent:") if game == "distant-plain" else bot, table.game)
        for who in table.game.seats
    }
    while (decision := table.decision) is not None:
        if decision.seat == seat and len(table.steps) >= after and len(decision.values) > 2 and not table.since:
            return table
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    raise AssertionError("the seat was not asked")


POSITIONS = (("distant-plain", "taliban", 4, 12), ("distant-plain", "coalition", 5, 30), ("zurmat", "taliban", 2, 40))
CAMPAIGN = ("enduring-freedom", "coalition", 1, 3)


# -- the rulebook's bots as players -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["agent:2nd", "agent:3rd"])
def test_a_bot_in_a_players_seat_is_no_non_player_and_plays_to_the_end(name: str) -> None:
    for seed in range(4):
        table = khyber.play("distant-plain", scenario="short", seed=seed, seats=name)
        assert table.state.non_players == 0
        assert table.outcome is not None and table.outcome.rule == "", "it was judged as with Non-players (8.5)"


def test_only_games_with_non_players_have_bots_as_players() -> None:
    assert {"agent:2nd", "agent:3rd"} < set(agent_names(find_game("distant-plain")))
    assert not {"agent:standard"} & set(agent_names(find_game("zurmat")))


# -- names --------------------------------------------------------------------------------------------


def test_a_name_says_how_long_to_think() -> None:
    assert thinking_of("agent:quick") == Thinking(0.3)
    assert thinking_of("agent:strong@0.5s") == Thinking(0.5)
    assert thinking_of("agent:strong@16w").worlds == 16
    assert thinking_of("agent:strong@3p") == Thinking(2.0, processes=3)
    assert thinking_of("agent:quick@0.5s@2p") == Thinking(0.5, processes=2)


@pytest.mark.parametrize(
    "name",
    [
        "agent:",
        "agent:weak",
        "agent:strong@",
        "agent:strong@0w",
        "agent:strong@1.5w",
        "agent:strong@9999s",
        "agent:strong@0p",
        "agent:strong@65p",
        "agent:strong@16w@2p",
    ],
)
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(BadSetup):
        agent_named(name, find_game("zurmat"))


# -- the search ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seat", "seed", "after"), POSITIONS)
def test_with_a_number_of_worlds_it_chooses_the_same_again(game: str, seat: str, seed: int, after: int) -> None:
    table = asked(game, seat, seed, after)
    first, second = (Search(table, seat, FEW_WORLDS).best() for _ in range(2))
    assert [(one.line, one.values) for one in first] == [(one.line, one.values) for one in second]
    assert len({one.line for one in first}) > 1, "there was nothing to compare"


@pytest.mark.parametrize(("game", "seat", "seed", "after"), POSITIONS)
def test_it_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart(
    game: str, seat: str, seed: int, after: int
) -> None:
    table = asked(game, seat, seed, after)
    other = table.imagine(seat, 77)
    assert other.view(seat) == table.view(seat) and other.state.pack() != table.state.pack()
    assert Search(other, seat, FEW_WORLDS).best()[0].line == Search(table, seat, FEW_WORLDS).best()[0].line


@pytest.mark.parametrize(("game", "seat", "seed", "after"), (*POSITIONS, CAMPAIGN))
def test_all_lines_are_compared_in_the_same_worlds_and_the_best_is_played(
    game: str, seat: str, seed: int, after: int
) -> None:
    table = asked(game, seat, seed, after)
    agent = Strong[Any](FEW_WORLDS)
    assert table.decision is not None
    first = agent(Seen(table, table.decision))
    best = agent.compared[0]
    assert first.key == best.line[0]
    again = [one for one in agent.compared if len(one.values) == 12]
    assert best in again and len(again) < len(agent.compared), "the best of the first worlds are compared again"
    assert {len(one.values) for one in agent.compared} == {6, 12}
    bots = next(one for one in again if one.is_bots)
    leader = max(again, key=lambda one: one.value)
    assert best is (leader if leader.lead_over(bots) > DOUBT else bots)


def test_the_luckiest_of_many_lines_is_not_played_instead_of_the_bots() -> None:
    bots = Candidate(("pass",), "bot:3rd", [0.5] * 6 + [0.4, 0.6] * 6)
    lucky = Candidate(("rally",), "random", [0.9] * 6 + [0.6, 0.4] * 6)
    better = Candidate(("march",), "random", [0.6] * 6 + [0.5, 0.65] * 6)
    assert lucky.value_in(6) > better.value_in(6) and lucky.lead_over(bots) <= DOUBT < better.lead_over(bots)


def test_it_plays_a_whole_game() -> None:
    seats = {"coalition": "agent:strong@0.05s", "taliban": "bot:standard"}
    table = khyber.new("zurmat", seed=8, seats=seats)
    advance(table, {seat: agent for seat, agent in agents_of(table).items() if agent is not None})
    assert table.outcome is not None


def test_a_game_leaves_no_searches_behind() -> None:
    """Of all its searches an agent keeps the worlds of the last one only."""
    table = asked(*POSITIONS[2])
    agent = agent_named("agent:strong@6w", table.game)
    assert agent is not None
    kept: list[int] = []
    while table.decision is not None and len(kept) < 8:
        decision = table.decision
        if decision.seat == "taliban" and not table.since:
            option = agent(Seen(table, decision))
            gc.collect()
            kept.append(sum(isinstance(one, Table) for one in gc.get_objects()))
        else:
            option = decision.options[0]
        table.choose(option, decision.seat)
    assert max(kept[4:]) <= max(kept[:4]) + 2
