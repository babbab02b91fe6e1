"""Studies: the rows are those of the games, whoever plays them and however often the run is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import khyber.lab
from khyber.cli.app import run
from khyber.engine.errors import BadSetup
from khyber.engine.optional import Charts
from khyber.engine.turns import turns
from khyber.lab.study.plan import Chunk, Study, make_study, read_study
from khyber.lab.study.rows import PlayedChunk
from khyber.lab.study.run import here, run_study
from khyber.lab.study.store import RunFolder

Rows = list[dict[str, Any]]

STUDY = {
    "name": "both",
    "seed": 7,
    "rows": ["games", "turns", "decisions"],
    "setups": [
        {"game": "distant-plain", "seats": ["bot:3rd", {"taliban": "random"}], "games": 2},
        {"game": "zurmat", "options": [[], ["notes"]], "games": 3},
    ],
}
FILE = """
name = "many"
[[setups]]
game = "zurmat"
games = 400
"""


@pytest.fixture(scope="module")
def rows() -> Mapping[str, Rows]:
    return {kind: table.to_pylist() for kind, table in khyber.lab.run(STUDY, jobs=1).items()}


def test_lists_of_a_study_are_combined(rows: Mapping[str, Rows]) -> None:
    games = rows["games"]
    assert [(game["setup"], game["index"]) for game in games] == [
        (s, i) for s in range(4) for i in range([2, 3][s > 1])
    ]
    assert [game["options"] for game in games[-6:]] == ["", "", "", "notes", "notes", "notes"]
    assert {game["agent_taliban"] for game in games if game["setup"] == 1} == {"random"}
    assert len({game["seed"] for game in games}) == len(games)


def test_a_game_can_be_played_again_from_its_row(rows: Mapping[str, Rows]) -> None:
    row = rows["games"][2]
    seats = {name.removeprefix("agent_"): agent for name, agent in row.items() if name.startswith("agent_") and agent}
    table = khyber.new(row["game"], scenario=row["scenario"], seed=int(row["seed"]), seats=seats)
    khyber.advance(table)
    assert table.outcome is not None
    assert (row["winner"], row["ending"], row["steps"]) == (
        table.outcome.winner,
        table.outcome.ending,
        len(table.steps),
    )
    assert {seat: row[f"margin_{seat}"] for seat in table.seats} == table.outcome.margins
    mine = [turn for turn in rows["turns"] if (turn["setup"], turn["index"]) == (1, 0)]
    assert [(turn["seat"], turn["step"]) for turn in mine] == [(turn.seat, turn.steps[0]) for turn in turns(table)]
    last = Charts.of(table.game).measured(table.view())
    assert mine[-1]["aid"] == last["aid"] and mine[-1]["margin_taliban"] == last["margin:taliban"]


def test_every_turn_says_what_was_done(rows: Mapping[str, Rows]) -> None:
    plain = [turn for turn in rows["turns"] if turn["setup"] == 0]
    assert len([game for game in rows["games"] if game["setup"] == 0]) == len({turn["index"] for turn in plain})
    for turn in plain:
        assert turn["passed"] or turn["operation"] or turn["event"], turn
        assert turn["card"] is not None and (not turn["activity"] or turn["operation"] or turn["event"])
    assert {turn["seat"] for turn in plain} == {"coalition", "government", "taliban", "warlords"}


def test_decisions_lead_to_the_same_game(rows: Mapping[str, Rows]) -> None:
    row = next(game for game in rows["games"] if game["game"] == "zurmat")
    table = khyber.new("zurmat", seed=int(row["seed"]), seats="random")
    for decision in rows["decisions"]:
        if decision["setup"] == row["setup"] and decision["index"] == row["index"]:
            assert table.decision is not None and table.decision.ask == decision["ask"]
            table.choose(decision["key"], decision["seat"])
    assert table.outcome is not None and table.outcome.winner == row["winner"]


def test_the_number_of_processes_does_not_matter(rows: Mapping[str, Rows]) -> None:
    found = khyber.lab.run(STUDY, jobs=2)
    assert {kind: table.to_pylist() for kind, table in found.items()} == rows


def test_a_run_killed_again_and_again_ends_with_the_same_files(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text(FILE)
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    run_study(RunFolder(undisturbed, read_study(file)), here(1))
    command = [sys.executable, "-m", "khyber", "study", "run", str(file), "--out", str(killed), "--jobs", "2"]
    for kills in range(3):
        running = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
        over = time.monotonic() + 60
        while len(list(killed.glob("parts/*-turns.parquet"))) < 3 * (kills + 1) and time.monotonic() < over:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        assert not (killed / "games.parquet").exists(), "the kill came too late to show anything"
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    for kind in ("games", "turns"):
        assert (killed / f"{kind}.parquet").read_bytes() == (undisturbed / f"{kind}.parquet").read_bytes()
    assert not (killed / "parts").exists()


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    study = make_study({"name": "one", "setups": [{"game": "zurmat", "games": 1}]})
    run_study(RunFolder(tmp_path / "run", study), here(1))

    def never(study: Study, chunks: Sequence[Chunk]) -> Iterator[PlayedChunk]:
        raise AssertionError("played again")

    done: list[int] = []
    run_study(RunFolder(tmp_path / "run", study), never, done.append)
    assert done == [1]


def test_a_folder_keeps_one_study(tmp_path: Path) -> None:
    one, other = (make_study({"name": "s", "seed": n, "setups": [{"game": "zurmat", "games": 1}]}) for n in (1, 2))
    run_study(RunFolder(tmp_path / "run", one), here(1))
    with pytest.raises(BadSetup, match="another study"):
        RunFolder(tmp_path / "run", other)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("no rows")
    with pytest.raises(BadSetup, match="not empty"):
        RunFolder(tmp_path / "mine", one)
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "no rows"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not TOML"),
        ('[[setups]]\ngame = "zurmat"', "name"),
        ('name = "x"\nsetups = []', "length"),
        ('name = "x"\n[[setups]]\ngame = "chess"', "chess"),
        ('name = "x"\n[[setups]]\ngame = "zurmat"\nseats = "bot:9th"', "bot:9th"),
        ('name = "x"\n[[setups]]\ngame = "zurmat"\ngmaes = 3', "gmaes"),
        ('name = "x"\n[[setups]]\ngame = "zurmat"\noptions = ["notes", ["notes"]]', "not both"),
        ('name = "x"\nrows = ["moves"]\n[[setups]]\ngame = "zurmat"', "moves"),
        ('name = "../x"\n[[setups]]\ngame = "zurmat"', "name"),
    ],
)
def test_a_bad_study_is_refused_in_one_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert run(["study", "run", str(file), "--out", str(tmp_path / "rows")]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert not (tmp_path / "rows").exists()


@pytest.mark.parametrize("frame", ["pandas", "polars"])
def test_rows_come_as_data_frames(frame: khyber.lab.Frame) -> None:
    few = {"name": "few", "rows": ["games"], "setups": [{"game": "zurmat", "games": 2}]}
    found = khyber.lab.run(few, jobs=1, frame=frame)["games"]
    assert type(found).__module__.startswith(frame) and len(found) == 2
    assert set(found["game"]) == {"zurmat"}


def test_the_command_says_where_the_rows_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "few.toml"
    file.write_text('name = "few"\n[[setups]]\ngame = "zurmat"\ngames = 2\n')
    assert run(["study", "run", str(file), "--out", str(tmp_path / "rows"), "--jobs", "1"]) == 0
    assert "games.parquet" in capsys.readouterr().out


def test_turns_are_counted_where_they_are_not_recorded(rows: Mapping[str, Rows]) -> None:
    only_games = khyber.lab.run({**STUDY, "rows": ["games"]}, jobs=1)
    assert list(only_games) == ["games"] and only_games["games"].to_pylist() == rows["games"]
