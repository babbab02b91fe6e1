"""What bot:standard chooses in given positions, and that it plays every Tactics card."""

from __future__ import annotations

import random

import pytest

from khyber.agents.bot import step_bot
from khyber.engine.table import Table
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.bots.weights import NAME
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.figures import summary
from khyber.games.zurmat.state import State
from khyber.lab.simulate import Plan, Results, play_game
from tests.zurmat.tables import GAME, Facts, answer, asked, at_level, control, keys, new, table, tiles

#: The Objective of having the most units, with one that does not matter here.
MAX_UNITS = ["most-units", "patrol3"]


def chosen(playing: Table[State]) -> str:
    """What the bot answers to the pending question, from what its seat knows."""
    decision = asked(playing)
    mind = step_bot(playing, NAME, decision.seat, explain=False)
    value = mind.answer(GAME.play(GAME.known(playing.state, decision.seat)), decision)
    return decision.options.keys()[list(decision.values).index(value)]


def played_on(playing: Table[State], seat: str, most: int = 12) -> list[str]:
    """What the bot answers from here until the other seat is asked."""
    answers: list[str] = []
    while len(answers) < most and asked(playing).seat == seat:
        answers.append(chosen(playing))
        answer(playing, answers[-1])
    return answers


# -- Ambush -------------------------------------------------------------------------------------------


def with_ambush(fighters: int, elsewhere: int, month: str, objectives: list[str]) -> Table[State]:
    """The Taliban have done their Operation; beside 4 ANA units they have some fighters, out of reach some more."""
    laid = tiles(
        {
            "01": {"ana": 4},
            "08": {"taliban": fighters, "control": "taliban"},
            "04": {"north": 2, "taliban": elsewhere, "control": "taliban"},
        }
    )
    taliban = {"hand": ["ambush"], "board": at_level(0, "recruit"), "objectives": objectives}
    return answer(table(laid, active="taliban", month=month, taliban=taliban), "recruit")


@pytest.mark.rule("zurmat:tactics")
def test_an_ambush_with_one_die_against_many_waits() -> None:
    playing = with_ambush(1, 0, "march", ["declare3", "patrol3"])
    assert keys(playing) == ["end", "play ambush"]
    assert chosen(playing) == "end"


@pytest.mark.rule("zurmat:tactics")
def test_an_ambush_with_one_die_waits_even_when_an_objective_counts_units_if_turns_are_left() -> None:
    assert chosen(with_ambush(1, 3, "march", MAX_UNITS)) == "end"


@pytest.mark.rule("zurmat:tactics")
@pytest.mark.parametrize(("elsewhere", "choice"), [(3, "play ambush"), (4, "end")])
def test_on_the_last_turn_one_die_is_rolled_if_a_single_hit_may_meet_an_objective(elsewhere: int, choice: str) -> None:
    """4 units against 4: a Hit would make it the most. 5 against 4 are the most already."""
    assert chosen(with_ambush(1, elsewhere, "december", MAX_UNITS)) == choice


@pytest.mark.rule("zurmat:tactics")
def test_an_ambush_with_three_dice_is_played() -> None:
    playing = with_ambush(3, 0, "march", ["declare3", "patrol3"])
    assert played_on(playing, "taliban")[:1] == ["play ambush"]


@pytest.mark.rule("zurmat:card-clarifications")
def test_an_ambush_strikes_with_all_that_may_and_where_it_matters() -> None:
    """A Hit on 12 would leave the Taliban ahead there; one on the FOB tile changes nothing."""
    laid = tiles(
        {
            "01": {"us": 5, "ana": 4, "schools": 2},
            "12": {"ana": 1, "control": "coalition"},
            "08": {"taliban": 4, "control": "taliban"},
            "02": {"east": 1, "north": 1, "taliban": 3},
        }
    )
    playing = table(laid, active="taliban", taliban={"hand": ["ambush"], "board": at_level(0, "recruit")})
    answer(playing, "recruit")
    assert played_on(playing, "taliban", 4)[:1] == ["play ambush"]
    assert [event.params["tile"] for event in playing.all_events() if event.kind == "battle"] == ["12"]


# -- Attack -------------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:attack")
@pytest.mark.parametrize(("tile", "fighters"), [("08", 2), ("04", 1)])
def test_the_coalition_attacks_when_it_pays(tile: str, fighters: int) -> None:
    """Eight units beside two fighters; and one fighter two tiles away, whom a Patrol could not dislodge."""
    laid = tiles({"01": {"us": 5, "ana": 3}, "04": {"north": 2}}, {tile: {"taliban": fighters, "control": "taliban"}})
    playing = table(laid, coalition={"board": at_level(4, "attack")})
    assert chosen(playing) == "attack"
    played_on(playing, "coalition", 6)
    assert [event.params["tile"] for event in playing.all_events() if event.kind == "battle"] == [tile]


@pytest.mark.rule("zurmat:attack")
def test_the_taliban_attack_a_weak_village() -> None:
    laid = tiles(
        {"01": {"ana": 1}, "12": {"ana": 1, "control": "coalition"}, "08": {"taliban": 6, "control": "taliban"}}
    )
    assert chosen(table(laid, active="taliban", taliban={"board": at_level(4, "attack")})) == "attack"


@pytest.mark.rule("zurmat:attack")
def test_nobody_attacks_a_stronghold() -> None:
    laid = tiles({"01": {"us": 5, "forts": 2, "schools": 2}, "08": {"taliban": 2, "control": "taliban"}})
    assert chosen(table(laid, active="taliban", taliban={"board": at_level(4, "attack")})) != "attack"


# -- Intel --------------------------------------------------------------------------------------------


def before_a_village(**discs: int) -> Table[State]:
    """The Coalition has done its Operation and holds Intel and Village Declares; 12 has seven discs."""
    laid = tiles({"12": {"control": "taliban", **{name.replace("_", "-"): n for name, n in discs.items()}}})
    coalition = {"hand": ["intel", "village"], "board": at_level(0, "recruit")}
    return answer(table(laid, coalition=coalition), "recruit")


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:declare")
def test_intel_is_played_before_village_declares_and_believed() -> None:
    good = before_a_village(coalition_faction=3, coalition_neutral=1, taliban_faction=1, taliban_neutral=2)
    assert played_on(good, "coalition") == ["play intel", "12", "play village", "12"]
    assert control(good, "12") == "coalition"
    bad = before_a_village(coalition_faction=1, coalition_neutral=3, taliban_faction=3)
    assert played_on(bad, "coalition") == ["play intel", "12", "end"]


@pytest.mark.rule("zurmat:tactics")
def test_intel_is_played_before_the_operation_when_a_declare_may_disappoint() -> None:
    laid = tiles(
        {
            "12": {
                "control": "taliban",
                "coalition-faction": 3,
                "coalition-neutral": 1,
                "taliban-faction": 1,
                "taliban-neutral": 2,
            }
        }
    )
    playing = table(laid, coalition={"hand": ["intel"], "board": at_level(0, "recruit")})
    assert chosen(playing) == "play intel"


# -- every card ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated() -> Results:
    plan = Plan("zurmat", seats=NAME, games=30, seed=5).checked()
    return Results(plan, [play_game(plan, index) for index in range(plan.games)])


@pytest.mark.parametrize("seat", SEATS)
def test_every_tactics_card_is_played_and_counted(simulated: Results, seat: str) -> None:
    assert not simulated.failed
    sides = summary(simulated)["sides"]
    assert isinstance(sides, dict)
    tactics = sides[seat]["tactics"]
    assert set(tactics) == {card.id for card in printed_box().tactics[SEATS.index(seat)]}
    for card, counts in tactics.items():
        assert 0 < counts["played"] <= counts["drawn"], card
    assert sum(counts["drawn"] for counts in tactics.values()) >= 30 * 9  # 2 cards and one in each of 7 to 10 months


def test_one_die_is_hardly_ever_rolled_against_many(simulated: Results) -> None:
    sides = summary(simulated)["sides"]
    assert isinstance(sides, dict)
    ambushes = [(name, n) for seat in SEATS for name, n in sides[seat]["ambushes"].items()]
    thin = sum(n for name, n in ambushes if name.startswith("1 ") and not name.endswith(" 1"))
    assert sum(n for _, n in ambushes) > 30
    assert thin <= 0.02 * sum(n for _, n in ambushes)


# -- it always answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_it_answers_every_question_of_random_games(options: tuple[str, ...]) -> None:
    """Random play leads to positions that no bot would get itself into, often in the middle of a turn."""
    asks = set()
    for seed in range(8):
        playing, source = new(100 + seed, options), random.Random(seed)
        while (decision := playing.decision) is not None:
            assert chosen(playing) in keys(playing)
            asks.add(decision.ask)
            playing.choose(source.randrange(len(decision.values)))
    assert len(asks) > 40


ALONE: dict[str, Facts] = {"01": {"control": "coalition", "us": 2, "taliban": 1}}


@pytest.mark.parametrize("seat", SEATS)
def test_it_plays_on_a_map_of_one_tile(seat: str) -> None:
    playing = table(ALONE, active=seat, coalition={"hand": ["intel", "village"]}, taliban={"hand": ["ambush"]})
    assert played_on(playing, seat)
