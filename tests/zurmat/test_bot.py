"""bot:standard: it wins, it thinks with what its seat knows only, and it says why."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from khyber.agents.agent import Agent, Seen
from khyber.agents.bot import Bot, step_bot
from khyber.agents.driver import advance
from khyber.agents.explain import hint
from khyber.agents.random_agent import random_agent
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup
from khyber.engine.record import loads
from khyber.engine.table import Table, from_record
from khyber.games.zurmat.bots.standard import RESPONSES
from khyber.games.zurmat.bots.trace import tellable
from khyber.games.zurmat.bots.weights import NAME
from khyber.games.zurmat.state import State
from khyber.games.zurmat.text import catalogue
from tests.zurmat.greedy import greedy
from tests.zurmat.tables import GAME, SEATS, asked, at_level, control, new, table, tiles
from tests.zurmat.test_text import asks_in_source


def wins(seat: str, opponent: Agent[State], games: int, options: tuple[str, ...] = ()) -> float:
    """The share of games that the bot wins from that seat."""
    won = 0
    for seed in range(games):
        playing = new(seed, options)
        agents: Mapping[str, Agent[State]] = {seat: Bot[State](NAME), SEATS[1 - SEATS.index(seat)]: opponent}
        advance(playing, agents)
        assert playing.outcome is not None
        won += playing.outcome.winner == seat
    return won / games


# -- how well it plays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("notes",)])
@pytest.mark.parametrize("seat", SEATS)
def test_it_beats_random_play(seat: str, options: tuple[str, ...]) -> None:
    assert wins(seat, random_agent, 20, options) >= 0.95


@pytest.mark.parametrize("seat", SEATS)
def test_it_beats_the_greedy_baseline(seat: str) -> None:
    assert wins(seat, greedy, 15) >= 0.85


def test_the_greedy_baseline_beats_random_play() -> None:
    """A baseline worth beating."""
    won = 0
    for seed in range(12):
        playing = new(seed)
        agents: Mapping[str, Agent[State]] = {"coalition": greedy, "taliban": random_agent}
        advance(playing, agents)
        assert playing.outcome is not None
        won += playing.outcome.winner == "coalition"
    assert won >= 7


def test_it_declares_the_tile_that_it_is_sure_of() -> None:
    playing = table(
        tiles({"08": {"ana": 3}, "12": {"ana": 1, "taliban": 1}}), coalition={"board": at_level(0, "declare")}
    )
    for _ in range(3):
        advance_one(playing, Bot[State](NAME))
    assert control(playing, "08") == "coalition"


def test_it_gives_up_what_is_cheapest() -> None:
    """A Fort or an ANA unit before a US unit."""
    laid = tiles({"08": {"us": 1, "ana": 1, "control": "coalition"}, "04": {"north": 2, "taliban": 1}})
    playing = table(laid, active="taliban", taliban={"board": at_level(1, "attack")}, dice=[6, 6, 1])
    playing.choose("attack")
    mind = GAME.bot(NAME, "coalition", lambda: random.Random(1), explain=False)
    assert asked(playing).ask == "losses"
    assert mind.answer(GAME.play(GAME.known(playing.state, "coalition")), asked(playing)) == (1, 0, 0, 0)


# -- what it knows --------------------------------------------------------------------------------------


def test_it_has_an_answer_to_every_question() -> None:
    assert set(RESPONSES) == asks_in_source()


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_it_answers_alike_in_worlds_that_look_alike(options: tuple[str, ...]) -> None:
    def answer_in(playing: Table[State]) -> object:
        decision = asked(playing)
        mind = GAME.bot(NAME, decision.seat, lambda: random.Random(5), explain=False)
        return mind.answer(GAME.play(GAME.known(playing.state, decision.seat)), decision)

    compared = 0
    for seed in range(6):
        playing, source = new(seed, options), random.Random(seed)
        while (decision := playing.decision) is not None:
            if source.random() < 0.2:
                assert answer_in(playing) == answer_in(playing.imagine(decision.seat, seed))
                compared += 1
            playing.choose(source.randrange(len(decision.values)))
    assert compared > 150


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_a_game_goes_on_the_same_after_loading(options: tuple[str, ...]) -> None:
    def play(stops: int) -> str:
        playing = new(11, options)
        while playing.decision is not None:
            agents: dict[str, Agent[State]] = {seat: Bot[State](NAME) for seat in SEATS}
            for _ in range(stops):
                if (decision := playing.decision) is None:
                    break
                advance_one(playing, agents[decision.seat])
            playing = from_record(GAME, loads(playing.save()))
        return playing.save()

    assert play(3) == play(10_000)


def advance_one(playing: Table[State], agent: Agent[State]) -> None:
    decision = asked(playing)
    playing.choose(agent(Seen(playing, decision)), decision.seat)


def test_no_card_takes_units_out_of_a_tile_that_is_declared_next() -> None:
    """In the same turn: neither by Air Assault nor by Motorcycles. In these games it did."""
    moved = 0
    for seed in (22, 39, 54, 1038, 1938, 2241):
        playing = new(seed)
        bots = {seat: Bot[State](NAME) for seat in SEATS}
        turn, left = (0, 0), set[str]()
        while (decision := playing.decision) is not None:
            if turn != (playing.state.month, playing.state.active):
                turn, left = (playing.state.month, playing.state.active), set()
            key = bots[decision.seat](Seen(playing, decision)).key
            if decision.seat == SEATS[turn[1]] and decision.ask in ("fly-from", "ride-from"):
                left.add(key)
                moved += 1
            assert decision.ask not in ("loyalty", "card-declare") or key not in left, (seed, turn, key)
            playing.choose(key)
    assert moved


# -- why ------------------------------------------------------------------------------------------------


def reasons(playing: Table[State], most: int = 10_000) -> list[Message]:
    """All that the bots of both seats say about their next answers."""
    bots = {seat: Bot[State](NAME, explain=True) for seat in SEATS}
    said: list[Message] = []
    while playing.decision is not None and most:
        bot = bots[asked(playing).seat]
        advance_one(playing, bot)
        assert bot.step_bot is not None
        said += bot.step_bot.why()
        most -= 1
    return said


def advice(seed: int) -> list[Message]:
    """What decides its hints where somebody moves at random."""
    playing, source, said = new(seed), random.Random(seed), []
    while (decision := playing.decision) is not None:
        if decision.ask.startswith(("attack", "ride", "ambush")) and len(decision.values) > 1:
            given = hint(playing, NAME)
            assert given.decided is not None and given.option is not None
            said.append(given.decided)
        playing.choose(source.choice(list(decision.options)))
    return said


def test_it_says_why_in_every_language() -> None:
    said = [message for seed in (4, 5, 6, 7, 9) for message in reasons(new(seed))]
    held = {name: {"control": "coalition"} for name in ("01", "12", "03", "07")}
    defending = table(
        tiles(held, {"08": {"ana": 2, "taliban": 2, "control": "coalition"}}),
        month="november",
        coalition={"board": at_level(3, "patrol")},
    )
    defending.choose("patrol")
    said += reasons(defending, 1)
    said += [reason for seed in range(4) for reason in advice(seed)]
    for language in ("en", "it", "pseudo"):
        words = catalogue(language).strictly()
        assert all(words.say(message) for message in said)
    kinds = {message.key for message in said}
    assert kinds == {key for key in sorted(catalogue("en").keys()) if key.startswith("why")}


def test_every_choice_that_matters_has_its_reason() -> None:
    for seed in (10, 11):
        playing = new(seed)
        bots = {seat: Bot[State](NAME, explain=True) for seat in SEATS}
        while (decision := playing.decision) is not None:
            advance_one(playing, bots[decision.seat])
            mind = bots[decision.seat].step_bot
            assert mind is not None
            assert len(decision.values) == 1 or mind.reason() is not None, decision


def test_what_rests_on_secrets_is_told_when_the_game_is_over() -> None:
    playing = table(tiles({"08": {"ana": 2}}))
    mind = step_bot(playing, NAME, asked(playing).seat, explain=True)
    mind.answer(GAME.play(GAME.known(playing.state, asked(playing).seat)), asked(playing))
    assert {message.key.split(".")[0] for message in tellable(mind.why(), over=True)} == {"why", "why-secret"}
    assert {message.key.split(".")[0] for message in tellable(mind.why(), over=False)} <= {"why"}
    assert sum(mind.used().values()) == 1


def test_there_is_one_bot() -> None:
    assert GAME.bots == (NAME,)
    with pytest.raises(BadSetup, match=r"zurmat has no bot 'bot:3rd'"):
        GAME.bot("bot:3rd", "taliban", lambda: random.Random(1), explain=False)
