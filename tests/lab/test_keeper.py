"""Simulations and tournaments write the rows that a study of the same games writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from khyber.cli.app import run
from khyber.engine.errors import BadSetup
from khyber.lab.report.frames import read_run
from khyber.lab.report.numbers import numbers
from khyber.lab.simulate import simulate
from khyber.lab.study.keeper import simulation_keeper, tournament_keeper
from khyber.lab.study.plan import make_study
from khyber.lab.study.run import here, run_study
from khyber.lab.study.store import RunFolder
from khyber.lab.tournament import Tournament, compete

GAMES = 45


def rows(folder: Path, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / f"{kind}.parquet").to_pylist()
    return found


def test_a_simulation_writes_the_rows_of_a_study(tmp_path: Path) -> None:
    study = make_study({"name": "s", "setups": [{"game": "zurmat", "games": GAMES}]})
    run_study(RunFolder(tmp_path / "study", study), here(1))
    results = simulate(study.plans[0], rows=simulation_keeper(study.plans[0], tmp_path / "simulation"))
    for kind in ("games", "turns"):
        assert rows(tmp_path / "simulation", kind) == rows(tmp_path / "study", kind)
    assert len(results.finished) == GAMES and "turn-rows" not in results.games[0].figures


def test_a_simulation_without_rows_has_the_same_results(tmp_path: Path) -> None:
    plan = make_study({"name": "s", "setups": [{"game": "zurmat", "games": 3}]}).plans[0]
    kept = simulate(plan, rows=simulation_keeper(plan, tmp_path / "rows"))
    assert [game.figures for game in kept.games] == [game.figures for game in simulate(plan).games]


def test_the_command_simulate_writes_rows_for_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "rows"
    command = ["simulate", "zurmat", "--games", "3", "--jobs", "1", "--rows", str(folder)]
    assert run(command) == 0 and run(command) == 0  # the second time, the rows are there already
    assert numbers(read_run(folder)).games == 3
    capsys.readouterr()
    assert run([*command, "--seed", "1"]) == 2
    assert "another study" in capsys.readouterr().err


# -- tournaments ------------------------------------------------------------------------------------


TOURNAMENT = Tournament("zurmat", ("random", "bot:standard"), GAMES, ("standard",), seed=3)


def test_a_tournament_writes_a_row_for_each_game(tmp_path: Path) -> None:
    folder = tmp_path / "rows"
    standing = compete(TOURNAMENT, tmp_path / "r.jsonl", tmp_path, rows=tournament_keeper(TOURNAMENT, folder))
    games = rows(folder, "games")
    assert [game["index"] for game in games] == list(range(GAMES))
    for game, result in zip(games, standing.results, strict=True):
        assert game["winner"] == (result.winner or None) and game["margin_taliban"] == (result.margins or {})["taliban"]
        seats = {seat: game[f"agent_{seat}"] for seat in ("coalition", "taliban")}
        assert seats == TOURNAMENT.seating(result.index)
    found = numbers(read_run(folder))
    assert found.setups[0].agents == {"coalition": "", "taliban": ""}, "agents change seats"
    assert found.ratings is not None and [one.name for one in found.ratings.agents] == ["bot:standard", "random"]


def test_a_tournament_with_several_scenarios_has_a_setup_for_each(tmp_path: Path) -> None:
    tournament = Tournament("distant-plain", ("random", "bot:3rd"), 7, ("short", "main"), lone=True)
    compete(tournament, tmp_path / "r.jsonl", tmp_path, rows=tournament_keeper(tournament, tmp_path / "rows"))
    games = rows(tmp_path / "rows", "games")
    assert [(game["setup"], game["index"]) for game in games] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 0),
        (1, 1),
        (1, 2),
    ]
    assert Counter(game["scenario"] for game in games) == {"short": 4, "main": 3}
    assert len({game["seed"] for game in games}) == 4, "the games of a round share a deck"


def test_an_interrupted_tournament_resumes_its_rows(tmp_path: Path) -> None:
    file, folder = tmp_path / "r.jsonl", tmp_path / "rows"

    def interrupt(after: int) -> Callable[[int], None]:
        left = [after]

        def done(count: int) -> None:
            left[0] -= count
            if left[0] <= 0:
                raise KeyboardInterrupt

        return done

    stopped = compete(TOURNAMENT, file, tmp_path, done=interrupt(30), rows=tournament_keeper(TOURNAMENT, folder))
    assert stopped.stopped and not (folder / "games.parquet").exists()
    whole = compete(TOURNAMENT, file, tmp_path, rows=tournament_keeper(TOURNAMENT, folder))
    assert not whole.stopped
    compete(TOURNAMENT, tmp_path / "other.jsonl", tmp_path, rows=tournament_keeper(TOURNAMENT, tmp_path / "other"))
    for kind in ("games", "turns"):
        assert rows(folder, kind) == rows(tmp_path / "other", kind)
    with pytest.raises(BadSetup, match="another study"):
        tournament_keeper(Tournament("zurmat", ("bot:standard", "random"), GAMES, ("standard",), seed=4), folder)


def test_the_command_tournament_shows_ratings_and_a_cross_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r.jsonl"
    command = ["tournament", "zurmat", "--entries", "random,bot:standard", "--games", "6", "--jobs", "1"]
    assert run([*command, "--file", str(file), "--rows", str(tmp_path / "rows"), "--keep", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Ratings" in said and "Cross table" in said
    assert (tmp_path / "rows" / "turns.parquet").exists()
