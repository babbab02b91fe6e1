"""The agent that searches, and the rulebook's bots in players' seats."""

from __future__ import annotations

import gc
import json
import time
from typing import Any

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.driver import advance, agent_named, agent_names, agents_of
from khyber.agents.explain import choices_made, hint
from khyber.agents.strong.agent import Strong
from khyber.agents.strong.resume import agents_now
from khyber.agents.strong.search import Candidate, Search, trusted
from khyber.agents.strong.thinking import Thinking, thinking_of
from khyber.agents.strong.worth import Worth
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.optional import Evaluation, Turns
from khyber.engine.record import NOT_ANSWERS
from khyber.engine.table import Table

FEW_WORLDS = Thinking(worlds=12)


def asked(game: str, seat: str, seed: int, after: int) -> Table[Any]:
    """A game of bots, stopped where the seat has a choice to make in a turn of its own, after that many steps."""
    scenario = "short" if game == "distant-plain" else None
    table = khyber.new(game, scenario=scenario, seed=seed)
    bot = find_game(game).bots[0]  # type: ignore[attr-defined]
    agents = {
        who: agent_named(bot.replace("bot:", "agent:") if game == "distant-plain" else bot, table.game)
        for who in table.game.seats
    }
    while (decision := table.decision) is not None:
        own = Turns.of(table.game).whose_turn(table.state) == seat == decision.seat
        if own and len(table.steps) >= after and len(decision.values) > 2 and not table.since:
            return table
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    raise AssertionError("the seat was not asked")


POSITIONS = (("distant-plain", "taliban", 19, 12), ("distant-plain", "coalition", 5, 30), ("zurmat", "taliban", 2, 40))
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


def test_a_forced_choice_needs_no_search_to_be_hinted_at() -> None:
    table: Table[Any] = khyber.new("zurmat", seed=3, seats="bot:standard")
    bots, forced = agents_of(table), 0
    while (decision := table.decision) is not None and forced < 3:
        if len(decision.values) == 1:
            found = hint(table, "agent:quick")
            assert found.option is not None and found.option.key == decision.options[0].key
            forced += 1
        bot = bots[decision.seat]
        assert bot is not None
        table.choose(bot(Seen(table, decision)), decision.seat)
    assert forced == 3


def test_an_answer_without_an_alternative_is_no_choice_of_a_line() -> None:
    """A record holds such answers where being asked is information; a line does not."""
    table = khyber.play("zurmat", seed=3, seats="bot:standard")
    forced = 0
    for step in range(len(table.steps)):
        entries, by = table.entries(step)
        for seat in table.game.seats:
            answered = sum(who == seat and entry[0] not in NOT_ANSWERS for entry, who in zip(entries, by, strict=True))
            forced += answered - len(choices_made(table, step, seat))
    assert forced > 3


# -- agents in the middle of a turn -------------------------------------------------------------------


@pytest.mark.parametrize(("where", "shared"), [(POSITIONS[2], True), (CAMPAIGN, True), (POSITIONS[0], False)])
def test_an_agent_that_takes_over_in_the_middle_of_a_turn_takes_less_time(
    where: tuple[str, str, int, int], shared: bool
) -> None:
    """Servers make a new agent for every job. In A Distant Plain a step is a turn."""
    game, seat, *_ = where
    table = asked(*where)
    table.sit(seat, "agent:strong")
    turn, step = Turns.of(table.game).round_of(table.state), len(table.steps)
    bots = {who: agent_named(find_game(game).bots[0], table.game) for who in table.game.seats}  # type: ignore[attr-defined]
    while table.decision is not None and (len(table.steps) == step or table.decision.seat != seat):
        bot = bots[table.decision.seat]
        assert bot is not None
        table.choose(bot(Seen(table, table.decision)), table.decision.seat)
    same = shared and Turns.of(table.game).round_of(table.state) == turn
    agent = agents_now(table)[seat]
    assert isinstance(agent, Strong) and agent.thinking.seconds == (0.4 if same else 2.0)
    assert same or not shared, "the turn was over after its first step"


# -- the search ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seat", "seed", "after"), (*POSITIONS, CAMPAIGN))
def test_with_a_number_of_worlds_it_chooses_the_same_again(game: str, seat: str, seed: int, after: int) -> None:
    table = asked(game, seat, seed, after)
    first, second = (Search(table, seat, FEW_WORLDS).best() for _ in range(2))
    assert [(one.line, one.values) for one in first] == [(one.line, one.values) for one in second]
    assert len({one.line for one in first}) > 1, "there was nothing to compare"


@pytest.mark.parametrize("world", [77, 78])
@pytest.mark.parametrize(("game", "seat", "seed", "after"), (*POSITIONS, CAMPAIGN))
def test_it_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart(
    game: str, seat: str, seed: int, after: int, world: int
) -> None:
    """The agent plays on in both as long as they look the same to it, for the rest of the step."""
    tables = (real := asked(game, seat, seed, after)), real.imagine(seat, world)
    assert tables[0].state.pack() != tables[1].state.pack()
    agents, played = [Strong[Any](FEW_WORLDS) for _ in tables], 0
    while all(one.decision is not None and one.decision.seat == seat for one in tables):
        seen = [json.dumps([one.view(seat), one.asked(seat)]) for one in tables]
        if seen[0] != seen[1] or len(tables[0].steps) > len(real.steps) or played == 6:
            break
        keys = []
        for one, agent in zip(tables, agents, strict=True):
            assert one.decision is not None
            keys.append(agent(Seen(one, one.decision)).key)
            one.choose(keys[-1], seat)
        assert keys[0] == keys[1]
        played += 1
    assert played, "the two worlds look different from the start"


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
    assert best is trusted([leader, bots], Evaluation.of(table.game))[0]


def test_the_luckiest_of_many_lines_is_not_played_instead_of_the_bots() -> None:
    bots = Candidate(("pass",), "bot:3rd", [0.5] * 6 + [0.4, 0.6] * 6)
    lucky = Candidate(("rally",), "random", [0.9] * 6 + [0.6, 0.4] * 6)
    better = Candidate(("march",), "random", [0.6] * 6 + [0.5, 0.65] * 6)
    assert lucky.value_in(6) > better.value_in(6) and lucky.lead_over(bots) <= 0.5 < better.lead_over(bots)
    game = Evaluation[Any]()
    assert trusted([lucky, bots], game)[0] is bots and trusted([better, bots], game)[0] is better


class Doubtful(Evaluation[Any]):
    """A game in which dice decide much."""

    doubt = 20.0


class Overrated(Evaluation[Any]):
    """A game whose estimates are often wrong by a tenth."""

    least_lead = 0.1


@pytest.mark.parametrize("game", [Doubtful(), Overrated()])
def test_a_game_may_ask_for_a_larger_lead_over_the_bots_turn(game: Evaluation[Any]) -> None:
    bots = Candidate(("pass",), "bot:3rd", [0.5] * 6 + [0.4, 0.6] * 6)
    better = Candidate(("march",), "random", [0.6] * 6 + [0.5, 0.65] * 6)
    far_better = Candidate(("rally",), "random", [0.9] * 6 + [0.8, 0.9] * 6)
    assert trusted([better, bots], game)[0] is bots
    assert trusted([far_better, bots], game)[0] is far_better


def test_a_search_ends_early_when_a_line_is_surely_better_or_makes_no_difference() -> None:
    best = Candidate(("rally",), "drawn", [0.9] * 6 + [0.7, 0.9] * 6)
    close = Candidate(("march",), "drawn", [0.8] * 6 + [0.9, 0.6] * 6)
    worse = Candidate(("pass",), "bot:3rd", [0.1] * 6 + [0.2, 0.3] * 6)
    alike = Candidate(("event",), "drawn", best.values.copy())
    fresh = Candidate(("terror",), "drawn", [0.2] * 6)
    assert best.is_settled(worse) and best.is_settled(alike)
    assert not best.is_settled(close) and not best.is_settled(fresh), "the worlds it was chosen in do not count"


def test_by_the_clock_it_looks_for_lines_in_half_of_its_time() -> None:
    table = asked(*POSITIONS[0])
    search, now = Search(table, "taliban", Thinking(3600)), time.perf_counter()
    later, earlier = now + 1800, now - 1
    assert search._wants_more(40, 0, later) and not search._wants_more(40, 0, earlier)
    assert search._wants_more(3, 0, earlier), "a few are compared, however little time there is"
    assert not search._wants_more(40, 16, later), "nothing new is found any more"
    assert not search._wants_more(256, 0, later)


def test_where_every_line_is_known_it_stops_looking() -> None:
    """A choice between two discs leaves nothing more to find, however much time there is."""
    table = few_lines()
    began = time.perf_counter()
    search = Search(table, "taliban", Thinking(60.0), worth=Worth(table.game, None))
    search._begin()
    assert time.perf_counter() - began < 20 and 1 <= len(search.compared) < 40


def few_lines() -> Table[Any]:
    table: Table[Any] = khyber.new("zurmat", seed=3, seats="bot:standard")
    bots = agents_of(table)
    while (decision := table.decision) is not None:
        if decision.seat == "taliban" and decision.ask == "which-disc" and len(decision.values) == 2:
            return table
        bot = bots[decision.seat]
        assert bot is not None
        table.choose(bot(Seen(table, decision)), decision.seat)
    raise AssertionError("nobody had to choose between two discs")


def seconds_given(
    where: tuple[str, str, int, int], used: float, monkeypatch: pytest.MonkeyPatch, searches: int
) -> list[float]:
    """How long an agent with two seconds a turn searches, if every search takes that long by the clock."""
    table = asked(*where)
    agent, given, clock = Strong[Any](Thinking(2.0)), list[float](), [0.0]

    def searched(self: Strong[Any], seen: Seen[Any], thinking: Thinking) -> list[Candidate]:
        given.append(thinking.seconds)
        clock[0] += used
        return [Candidate((seen.decision.options[0].key,), "drawn")]

    monkeypatch.setattr(Strong, "_searched", searched)
    monkeypatch.setattr("khyber.agents.strong.agent.time.perf_counter", lambda: clock[0])
    while table.decision is not None and len(given) < searches:
        table.choose(agent(Seen(table, table.decision)), table.decision.seat)
    return given


def test_a_turn_planned_at_once_gets_all_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seconds_given(POSITIONS[0], 1.5, monkeypatch, 1) == [2.0]


def test_several_searches_of_a_turn_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Enduring Freedom each may take half of the time that is left."""
    assert seconds_given(CAMPAIGN, 0.4, monkeypatch, 3) == pytest.approx([1.0, 0.8, 0.6])


def test_it_plays_a_whole_game() -> None:
    seats = {"coalition": "agent:strong@0.05s", "taliban": "bot:standard"}
    table = khyber.new("zurmat", seed=8, seats=seats)
    advance(table, {seat: agent for seat, agent in agents_of(table).items() if agent is not None})
    assert table.outcome is not None


@pytest.mark.parametrize("game", ["distant-plain", "zurmat", "enduring-freedom"])
def test_a_whole_game_leaves_no_searches_behind(game: str) -> None:
    """Of all its searches an agent keeps the worlds of the last one at most."""
    scenario = "short" if game == "distant-plain" else None
    table = khyber.new(game, scenario=scenario, seed=8, seats=find_game(game).bots[0])  # type: ignore[attr-defined]
    agents, kept = agents_of(table), list[int]()
    searching = Strong[Any](Thinking(0.02))
    seat = table.game.seats[0]
    while (decision := table.decision) is not None:
        before = searching.compared
        agent = searching if decision.seat == seat else agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
        if searching.compared is not before:
            gc.collect()
            kept.append(sum(isinstance(one, Table) for one in gc.get_objects()))
    assert len(kept) > 4
    assert max(kept[len(kept) // 2 :]) <= max(kept[: len(kept) // 2]) + 2
