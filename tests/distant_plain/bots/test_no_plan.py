"""A Non-player asked during a turn it did not start answers, or says that it has no plan; it never fails."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

import khyber
from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.agents.driver import agents_of
from khyber.agents.explain import explain, hint
from khyber.cli.display import display_of
from khyber.cli.explain import explain_turn, one_step, shown
from khyber.cli.text import words
from khyber.engine.decision import Decision
from khyber.engine.history import answers_given
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.state import State
from tests.distant_plain.positions import at

BOTS = ("bot:3rd", "bot:2nd")
#: The steps in which anybody is asked more than one question.
STEPS = {"turn", "sharia", "civic-action", "desertion", "redeploy", "redeploy-police", "redeploy-taliban"}
OPERATIONS = {"train", "patrol", "sweep", "assault", "rally", "march", "attack", "terror"}
GAMES = 6
#: How often they are asked: some questions come in hundreds.
OFTEN = {"turn": 0.12, "redeploy-police": 0.08, "redeploy-taliban": 0.2}


@dataclass
class Asked:
    """Where Non-players were asked, and how often they had an answer."""

    places: set[tuple[str, str]] = field(default_factory=set)
    operations: set[str] = field(default_factory=set)
    activities: set[str] = field(default_factory=set)
    events: int = 0
    answers: Counter[bool] = field(default_factory=Counter)

    def note(self, table: Table[State], decision: Decision) -> None:
        state = table.state
        self.places.add((state.step, decision.seat))
        self.operations.add(state.op)
        self.activities.add(state.special)
        self.events += decision.ask.startswith("event-")


def ask_everything(table: Table[State], decision: Decision, bot: str) -> bool:
    """Ask for hint, fallback answer and explanation; return whether the hint was an answer."""
    given = hint(table, bot)
    assert (given.option is None) == bool(given.silent)
    assert given.option is None or given.option.key in decision.options.keys()  # noqa: SIM118
    assert Bot[State](bot)(Seen(table, decision)).key in decision.options.keys()  # noqa: SIM118
    assert not explain(table, len(table.steps), decision.seat, bot).stopped
    return given.option is not None


@pytest.mark.parametrize("bot", BOTS)
def test_asked_at_random_in_the_midst_of_random_turns_it_never_fails(bot: str) -> None:
    """Every Faction, Operation, Special Activity and step of a Propaganda Round, and Events."""
    asked = Asked()
    for seed in range(GAMES):
        source = random.Random(seed)
        table: Table[State] = khyber.new("distant-plain", seed=seed, seats="person")
        while (decision := table.decision) is not None:
            often = 0.8 if decision.ask.startswith("event-") else OFTEN.get(table.state.step, 0.5)
            if answers_given(table, decision.seat) and source.random() < often:
                asked.note(table, decision)
                asked.answers[ask_everything(table, decision, bot)] += 1
            table.choose(source.choice(list(decision.options)), decision.seat)
    assert {step for step, _ in asked.places} == STEPS
    assert {seat for step, seat in asked.places if step == "turn"} == set(SEATS)
    assert asked.operations >= OPERATIONS and asked.activities >= ACTIVITIES.keys() and asked.events > 20
    assert asked.answers[True] > asked.answers[False] > 0


@pytest.mark.parametrize("bot", BOTS)
def test_asked_before_it_has_answered_anything_it_always_has_a_plan(bot: str) -> None:
    """At the start of a turn, in a Propaganda Round, in others' turns; no Non-player brought these positions about."""
    for seed in range(GAMES):
        source = random.Random(seed)
        table: Table[State] = khyber.new("distant-plain", seed=seed, seats="person")
        while (decision := table.decision) is not None:
            if not answers_given(table, decision.seat) and not table.since and source.random() < 0.3:
                assert hint(table, bot).option is not None
                fresh: Bot[State] = Bot(bot)
                fresh(Seen(table, decision))
                assert not fresh.unplanned
            table.choose(source.choice(list(decision.options)), decision.seat)


# -- Redeploy -----------------------------------------------------------------------------------------


def police_moved_by_somebody_else() -> Table[State]:
    """Set up a Redeploy of the only Police of Ghazni, which no Non-player would choose."""
    spaces = {"kabul": "C 1B, G 2t 6p", "ghazni": "G 1p", "herat": "G 1t 3p", "konduz": "G 1B 1t"}
    table = at("government", spaces=spaces, step="redeploy-police", frozen=True, propaganda_played=1)
    table.choose("ghazni")
    return table


@pytest.mark.rule("6.5.3")
@pytest.mark.parametrize("bot", BOTS)
def test_police_that_it_would_not_move_have_no_place_to_go(bot: str) -> None:
    """Once they have gone, the rest is planned from there."""
    table = police_moved_by_somebody_else()
    assert table.decision is not None and table.decision.ask == "redeploy-to"
    assert hint(table, bot).option is None
    table.choose("konduz")
    assert hint(table, bot).option is not None
    why = explain(table, len(table.steps), "government", bot)
    assert not why.stopped and [answer.key for answer in why.answers] == ["ghazni", "konduz"]


@pytest.mark.rule("6.5.3")
@pytest.mark.parametrize("bot", BOTS)
def test_a_stand_in_in_the_midst_of_redeploy_ends_it_and_says_what_it_had_no_plan_for(bot: str) -> None:
    table = police_moved_by_somebody_else()
    table.sit("government", bot)
    agents, step = agents_of(table), len(table.steps)
    while table.decision is not None and len(table.steps) == step:
        agent = agents[table.decision.seat]
        assert isinstance(agent, Bot)
        table.choose(agent(Seen(table, table.decision)))
    why = explain(table, step, "government", bot)
    assert why.unplanned >= 1 and why.differs is None and not why.stopped
    assert why.answers[0].ask == "redeploy-to", "what was answered before is not its own"
    display = display_of("distant-plain")
    for lang, said in (("en", "another player began this turn"), ("it", "è stato iniziato da un altro giocatore")):
        turn = explain_turn(table, one_step(table, step), display)
        assert any(said in str(thing) for thing in shown(turn, words("distant-plain", lang), display))


# -- turns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
def test_a_turn_opened_otherwise_is_planned_with_that_opening(bot: str) -> None:
    """Its flowchart says something else, but it knows how to March."""
    spaces = {"kandahar": "T 3u 1B, support", "kabul": "T 1u, support", "waziristan": "T 2u 1B"}
    table = at(
        "taliban",
        spaces=spaces,
        taliban=10,
        played=[25],
        deck=[14, 69, 60],
        to_come=["warlords"],
        first_did="operation",
        acted=["coalition"],
        eligible=list(SEATS),
    )
    table.choose("march")
    given = hint(table, bot)
    assert given.departed is not None and given.departed.key == "march"
    assert given.option is not None and given.option.key != "done"


@pytest.mark.parametrize("bot", BOTS)
def test_a_turn_that_it_has_no_plan_for_is_said_to_have_none(bot: str) -> None:
    """Neither printing's Warlords Attack with so few."""
    table = at(
        "warlords",
        spaces={"balkh": "W 1u, T 2u, G 1p", "herat": "W 1a, G 1p"},
        warlords=5,
        played=[25],
        deck=[14, 69, 60],
        to_come=["taliban"],
        first_did="operation",
        acted=["coalition"],
        eligible=list(SEATS),
    )
    table.choose("attack")
    given = hint(table, bot)
    assert given.option is None and given.silent and given.departed is not None
