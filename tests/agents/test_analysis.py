"""Analysis: winning chances, what turns cost, and puzzles found and solved."""

from __future__ import annotations

from typing import Any

import pytest

import khyber
from khyber.agents.analysis.chances import as_shown, chances, curve_of, on_curve
from khyber.agents.analysis.judging import (
    Judged,
    Slip,
    costliest,
    described,
    judge,
    judge_step,
    steps_to_judge,
    to_judge,
)
from khyber.agents.analysis.solving import compare, is_played, line_played
from khyber.agents.analysis.weighing import Weighed, best_of_ideas, idea
from khyber.agents.strong.reasons import options_of
from khyber.agents.strong.search import Candidate, Search
from khyber.agents.strong.thinking import Thinking
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.cli.text import words
from khyber.engine.errors import BadSetup
from khyber.engine.table import Table
from khyber.engine.turns import Turn
from khyber.puzzles import puzzle, puzzles
from tests.agents.test_strong import POSITIONS, asked

ALL = [one for game in GAMES for one in puzzles(game)]


def passed_turn() -> tuple[Table[Any], int, str]:
    """A game in which the Taliban pass where Terror is far better."""
    table = asked(*POSITIONS[0])
    step, seat = len(table.steps), "taliban"
    table.choose("pass")
    return table, step, seat


# -- chances ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_chances_of_all_seats_add_up_and_end_in_certainty(game: str) -> None:
    table = khyber.play(game, seed=3, seats="random")
    seats = table.game.seats
    for step in (0, len(table.steps) // 2, len(table.steps)):
        found = chances(table.game, table.checkpoint(step))
        assert list(found) == list(seats) and all(0 <= value <= 1 for value in found.values())
        if len(seats) > 1:
            assert sum(found.values()) == pytest.approx(1)
    outcome = table.outcome
    assert outcome is not None
    if len(seats) > 1 and outcome.winner in seats:
        assert chances(table.game, table.state)[outcome.winner] == pytest.approx(1)


def test_the_chances_that_a_seat_sees_are_the_same_in_worlds_it_cannot_tell_apart() -> None:
    table = asked(*POSITIONS[2])
    worlds = [table.imagine("taliban", seed) for seed in (1, 2)]
    assert worlds[0].state != worlds[1].state
    one, other = (chances(world.game, world.state, ("taliban",)) for world in worlds)
    assert one == other


def test_calibration_follows_a_rising_curve() -> None:
    assert on_curve(0.5, ((0.0, 0.1), (1.0, 0.9))) == pytest.approx(0.5)
    assert on_curve(0.3, ()) == 0.3
    curves = [curve for game in GAMES if (curve := curve_of(find_game(game)))]
    assert len(curves) == 2
    for curve in curves:
        assert list(curve) == sorted(curve) and [share for _, share in curve] == sorted(share for _, share in curve)
        assert 0 <= on_curve(0.0, curve) <= on_curve(0.5, curve) <= on_curve(1.0, curve) <= 1


# -- turns --------------------------------------------------------------------------------------------


def test_a_bad_turn_costs_something_and_what_was_better_is_told() -> None:
    table, step, seat = passed_turn()
    (turn,) = (turn for turn in to_judge(table) if step in turn.steps)
    judged = judge(table, turn, worlds=4)
    (slip,) = judged.slips
    assert (slip.step, slip.seat, slip.played) == (step, seat, ("pass",))
    assert slip.best[0] != "pass" and judged.cost == slip.cost > 0.05
    assert costliest([judged]) == [judged]
    assert judge(table, turn, worlds=4) == judged, "the same worlds give the same judgement"
    compared, line = described(table, judged, worlds=4)
    assert [message.key for message in compared] == ["search.played", "search.was-better"] and line
    for lang in ("en", "it"):
        assert all(words(table.game.id, lang).strictly().say(message) for message in (*compared, *line))


def test_a_turn_is_judged_by_what_its_seat_knew() -> None:
    table, step, seat = passed_turn()
    fresh = asked(*POSITIONS[0])
    world = fresh.imagine(seat, 7)
    world.choose("pass")
    slip, imagined = judge_step(table, step, seat, worlds=4), judge_step(world, 0, seat, worlds=4)
    assert slip is not None and imagined is not None
    assert (slip.best, slip.value, slip.better) == (imagined.best, imagined.value, imagined.better)


def test_only_turns_with_choices_of_their_seat_are_judged() -> None:
    table = khyber.play("distant-plain", scenario="short", seed=2, seats="agent:3rd")
    every = to_judge(table)
    own = to_judge(table, ("taliban",))
    assert own and {turn.number for turn in own} < {turn.number for turn in every}
    assert {turn.seat for turn in own} == {"taliban"}


def test_a_game_of_zurmat_has_two_turns_a_month_to_judge() -> None:
    table = khyber.play("zurmat", seed=1, seats="bot:standard")
    months = table.checkpoint(len(table.steps) - 1).month
    found = to_judge(table)
    assert [turn.seat for turn in found] == ["coalition", "taliban"] * months
    assert any(len(steps_to_judge(table, turn)) > 3 for turn in found), "no turn has parts that could be judged apart"


def test_the_costliest_turns_are_whole_turns_and_each_is_named_once() -> None:
    table = khyber.play("zurmat", seed=4, seats="random")
    judged = [judge(table, turn, worlds=2) for turn in to_judge(table)[:8]]
    worst = costliest(judged)
    assert len(worst) > 2 and len({one.turn.number for one in worst}) == len(worst)
    assert any(len(one.slips) > 1 for one in worst), "no turn was judged in more than one step"
    for one in worst:
        assert one.cost == pytest.approx(sum(slip.cost for slip in one.slips))
        assert {slip.step for slip in one.slips} <= set(one.turn.steps)


def test_what_was_better_is_never_what_was_played() -> None:
    table = khyber.play("zurmat", seed=1, seats="bot:standard")
    compared = 0
    for turn in to_judge(table)[:6]:
        judged = judge(table, turn, worlds=2)
        told, _ = described(table, judged, worlds=2)
        texts = [words("zurmat", "en").say(message).partition(": ")[2] for message in told]
        for played, better in zip(texts[::2], texts[1::2], strict=True):
            compared += 1
            assert not better.startswith(played) and not played.startswith(better)
    assert compared > 2


def test_a_search_that_was_followed_finds_nothing_better() -> None:
    table = asked(*POSITIONS[0])
    seat, step = "taliban", len(table.steps)
    found = Search(table, seat, Thinking(worlds=4)).best()[0].line
    for key in found:
        table.choose(key, seat)
    assert table.steps[step:] and judge_step(table, step, seat, worlds=4) is None


def test_a_game_for_one_is_analysed_in_its_points() -> None:
    table = khyber.play("enduring-freedom", seed=5, seats="bot:standard")
    assert table.outcome is not None
    for step in (4, 15, len(table.steps)):
        state = table.checkpoint(step)
        assert as_shown(table.game, chances(table.game, state)["coalition"]) == state.points
    one = Slip(4, "coalition", (), (), 10 / 99, 12 / 99)
    assert as_shown(table.game, Judged(Turn(1, "coalition", range(4, 15)), (one,)).cost) == 2


# -- puzzles ------------------------------------------------------------------------------------------


def test_lines_are_grouped_by_their_first_choice() -> None:
    found = [Candidate(("a", "x"), "", [0.5]), Candidate(("a", "y"), "", [0.6]), Candidate(("b",), "", [0.1])]
    assert best_of_ideas(found, 1) == [("a", "y"), ("b",)]
    assert idea(()) == ""


def test_a_lead_counts_only_as_far_as_it_is_certain() -> None:
    even = Weighed(("b",), (0.2, 0.2, 0.2, 0.2))
    assert Weighed(("a",), (0.5, 0.5, 0.5, 0.5)).above(even) == pytest.approx(0.3)
    assert Weighed(("a",), (1.0, 0.0, 1.0, 0.0)).above(even) < 0


def test_there_are_puzzles_and_their_ids_differ() -> None:
    assert len(puzzles("distant-plain")) >= 100
    assert len(puzzles("zurmat")) >= 20 and len(puzzles("enduring-freedom")) >= 20
    assert len({one.id for one in ALL}) == len(ALL)
    with pytest.raises(BadSetup, match="no puzzle"):
        puzzle("zurmat-0")
    with pytest.raises(BadSetup, match="no puzzle"):
        puzzle("chess-1")


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_every_puzzle_can_be_played_and_its_solution_is_offered(one: Any) -> None:
    table = one.table()
    assert table.decision is not None and table.decision.seat == one.seat
    assert {other.line[0] for other in one.others} < set(table.decision.options.keys())
    assert one.value > max(other.value for other in one.others)
    assert find_game(one.game).seats and one.seats()[one.seat] == "person"
    for key in one.solution:
        if table.decision is None or table.decision.seat != one.seat or table.decision.find(key) is None:
            break  # a die or another seat changed the plan
        table.choose(key, one.seat)
    played = line_played(table, one.seat)
    assert played == one.solution[: len(played)] and played


@pytest.mark.parametrize("one", puzzles("enduring-freedom"), ids=lambda one: one.id)
def test_a_key_choice_is_in_the_solution_and_in_no_other_turn(one: Any) -> None:
    assert one.to_key[-1] == one.key and one.to_key == one.solution[: len(one.to_key)]
    assert all(one.key not in other.line for other in one.others)
    *_, hint = options_of(one.table(), one.seat, one.to_key)
    assert hint.key == one.key, "a hint gives it away"


def test_without_a_key_choice_the_hint_is_how_the_solution_begins() -> None:
    one = puzzles("zurmat")[0]
    assert one.to_key == one.solution[:1]


def test_the_solution_solves_a_puzzle_and_the_next_best_idea_does_not() -> None:
    one = ALL[0]
    found = compare(one.table(), one.seat, one.solution, one.solution, one.others[0].line, worlds=12)
    assert found.solved and found.value == found.solution > found.other
    wrong = compare(one.table(), one.seat, one.others[0].line, one.solution, one.others[0].line, worlds=12)
    assert not wrong.solved
    assert not is_played(one.table(), one.seat)
