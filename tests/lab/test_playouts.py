"""Puzzles played to the end: which turns are played, how far the solution leads, and games that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.soak.puzzles import BOT, EACH, Games, judged, name_of

from khyber.agents.strong.lines import Line
from khyber.lab.playouts import WORTHWHILE, Lead, Played, lead, still_close, turns_to_play
from khyber.lab.puzzles import LEAST, MOST
from khyber.puzzles import puzzle

ONE = puzzle("zurmat-1")


def test_every_first_choice_is_played_the_known_turns_as_they_are() -> None:
    others = [other.line for other in ONE.others]
    lines = turns_to_play(ONE.table(), ONE.solution, others)
    assert lines[: 1 + len(others)] == [ONE.solution, *others]
    decision = ONE.table().decision
    assert decision is not None
    assert sorted(line[0] for line in lines) == sorted(decision.options.keys())


def test_games_of_a_line_are_the_same_when_played_again() -> None:
    played = [Played(ONE.table(), ONE.seat, BOT) for _ in range(2)]
    results = [[one.game(ONE.solution, number) for number in range(6)] for one in played]
    assert results[0] == results[1]
    assert set(results[0]) <= {0.0, 0.5, 1.0}
    assert played[0].game(("no such choice",), 0) in (0.0, 0.5, 1.0), "the bot goes on where a line is not offered"


def test_the_lead_is_over_the_best_rival_that_begins_differently() -> None:
    values: dict[Line, list[float]] = {
        ("a", "b"): [1.0, 1.0, 0.0, 1.0],
        ("a", "c"): [1.0, 1.0, 1.0, 1.0],  # the same idea
        ("d",): [0.0, 1.0, 0.0, 0.0],
        ("e",): [0.0, 0.0, 0.0, 0.0],
    }
    found = lead(values, ("a", "b"))
    assert (found.rival, found.solution, found.other, found.games) == (("d",), 0.75, 0.25, 4)
    assert found.error == pytest.approx(((0.25 * 2 + 0.25 * 2) / 3 / 4) ** 0.5)
    assert still_close(values, ("a", "b")) == [("a", "b"), ("d",), ("e",)]
    surely: dict[Line, list[float]] = {("a",): [1.0] * 50, ("d",): [0.0] * 49 + [1.0]}
    assert still_close(surely, ("a",)) == [("a",)]


@pytest.mark.parametrize(
    ("solution", "other", "error", "holds"),
    [
        (0.6, 0.5, 0.03, True),
        (0.6, 0.5, 0.06, False),  # it may be chance
        (0.6, 0.6 - WORTHWHILE / 2, 0.001, False),  # clear, and not worth finding
        (LEAST - 0.02, 0.0, 0.01, False),
        (MOST + 0.02, 0.5, 0.01, False),
    ],
)
def test_what_makes_a_puzzle(solution: float, other: float, error: float, holds: bool) -> None:
    assert Lead(("d",), solution, other, error, 400).holds is holds


def test_kept_games_are_not_played_again(tmp_path: Path) -> None:
    """With all of them kept nothing is left to do, and what they say decides."""
    games, each = Games(tmp_path), EACH[BOT]
    turns = turns_to_play(ONE.table(), ONE.solution, [other.line for other in ONE.others])
    for line in turns:
        won = [float(number % 4 != 0 if line == ONE.solution else number % 4 == 0) for number in range(each)]
        games.keep(name_of(ONE, BOT, line, 0), won)
    again = Games(tmp_path)
    assert again.values(ONE, BOT, ONE.solution, each).count(1.0) == sum(n % 4 != 0 for n in range(each))
    (found,) = judged(again, [ONE], each, jobs=1)
    assert found.games == each
    assert found.solution > found.other and found.is_clear
