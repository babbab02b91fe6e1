"""The commands `analyse` and `puzzle`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

import khyber
from khyber.agents.analysis.judging import to_judge
from khyber.cli import analyse as analyse_module
from khyber.cli import puzzle as puzzle_module
from khyber.cli.app import run
from khyber.cli.puzzle import Solving
from khyber.cli.text import words
from khyber.engine.history import undone_chance
from khyber.puzzles import puzzles
from tests.agents.test_strong import POSITIONS, asked


@pytest.fixture
def passed(tmp_path: Path) -> Path:
    """A solo game, saved after the Taliban passed where another turn was far better."""
    table = asked(*POSITIONS[0])
    for seat in ("coalition", "government", "warlords"):
        table.sit(seat, "agent:3rd")
    table.choose("pass")
    file = tmp_path / "passed.khyber.json"
    file.write_text(table.save(), encoding="utf-8")
    return file


def test_analyse_finds_the_costly_turn(passed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(passed), "--unfinished", "--worlds", "4", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["judged"] == found["of"] >= 1
    worst = found["costliest"][0]
    (slip,) = worst["slips"]
    assert worst["seat"] == "taliban" and slip["played"] == ["pass"] and worst["cost"] > 5
    assert abs(worst["cost"] - (slip["best"] - slip["value"])) <= 1 and found["unit"] == "percent"
    assert [one["key"] for one in worst["compared"]] == ["search.played", "search.was-better"]
    assert found["chances"][0]["step"] == 0 and {"taliban", "coalition"} < set(found["chances"][0])


def test_analyse_in_italian_shows_curves_and_turns(passed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(passed), "--unfinished", "--worlds", "4", "--jobs", "1", "--lang", "it"]) == 0
    out = capsys.readouterr().out
    assert "Talebani: " in out and "punti percentuali" in out and "Meglio (" in out


def test_a_running_game_is_analysed_only_alone_on_request_and_only_ones_own_turns(
    passed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", str(passed)]) == 2
    assert "the game is not over; in a solo game, --unfinished" in capsys.readouterr().err
    assert run(["analyse", str(passed), "--unfinished", "--seat", "warlords"]) == 2
    assert "only your own seat can be analysed: taliban" in capsys.readouterr().err
    together = tmp_path / "together.khyber.json"
    together.write_text(asked(*POSITIONS[0]).save(), encoding="utf-8")
    assert run(["analyse", str(together), "--unfinished"]) == 2
    assert "solo games" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "seat"), [("zurmat", "taliban"), ("enduring-freedom", "coalition")])
def test_a_finished_game_of_any_title_is_analysed(
    game: str, seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first turns are enough here."""
    monkeypatch.setattr(analyse_module, "to_judge", lambda table, seats=None: to_judge(table, seats)[:2])
    file = tmp_path / "over.khyber.json"
    file.write_text(khyber.play(game, seed=3, seats="bot:standard").save(), encoding="utf-8")
    assert run(["analyse", str(file), "--seat", seat, "--worlds", "4", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["judged"] == 2 and found["chances"][-1][seat] in range(101)
    assert found["unit"] == {"zurmat": "percent", "enduring-freedom": "points"}[game]
    assert len({one["turn"] for one in found["costliest"]}) == len(found["costliest"])


def test_a_game_for_one_is_analysed_in_points_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analyse_module, "to_judge", lambda table, seats=None: to_judge(table, seats)[:1])
    file = tmp_path / "campaign.khyber.json"
    played = khyber.play("enduring-freedom", seed=3, seats="bot:standard")
    file.write_text(played.save(), encoding="utf-8")
    assert run(["analyse", str(file), "--worlds", "2", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "Points after each turn" in out and f" {played.state.points} points" in out
    assert "%" not in out and "hance" not in out, "a second scale"


def test_an_unknown_seat_is_refused(passed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(passed), "--seat", "nobody"]) == 2
    assert "unknown seat" in capsys.readouterr().err


def test_puzzles_are_listed_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle", "--game", "zurmat", "--lang", "it"]) == 0
    assert "zurmat-1" in capsys.readouterr().out
    assert run(["puzzle", "--json"]) == 0
    assert {one["id"] for one in json.loads(capsys.readouterr().out)["puzzles"]} >= {"zurmat-1"}
    assert run(["puzzle", "zurmat-0"]) == 2


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_puzzle_is_solved_at_the_keyboard(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = puzzles("zurmat")[0]
    out = Console(file=io.StringIO(), width=100)
    solving = Solving(one, lang, out)
    typed = iter(["hint", *one.solution])
    monkeypatch.setattr(solving.keyboard, "line", lambda: next(typed, None))
    solving.solve()
    shown = out.file.getvalue()  # type: ignore[attr-defined]
    spoken = words("zurmat", lang)
    assert spoken.word("ui.puzzle-judging") in shown
    assert ("Solved!" if lang == "en" else "Risolto!") in shown


def test_giving_up_shows_the_solution_without_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    one = puzzles("zurmat")[0]
    out = Console(file=io.StringIO(), width=100)
    solving = puzzle_module.Solving(one, "en", out)
    typed = iter(["solution"])
    monkeypatch.setattr(solving.keyboard, "line", lambda: next(typed, None))
    solving.solve()
    shown = out.file.getvalue()  # type: ignore[attr-defined]
    assert "The solution (" in shown and "Solved" not in shown


def test_an_analysis_says_that_chance_was_undone() -> None:
    table = asked(*POSITIONS[0])
    plain = [str(line) for line in analyse_module.report(table, [], 4, words("distant-plain", "en"))]
    assert "With undone chance" not in "".join(plain)
    table.sit("taliban", "random")
    table.choose("pass")
    table.undo("taliban", agreed=True)  # its own choice: nothing was decided for it
    for _ in range(3):
        table.choose(0)
    assert table.decision is not None
    table.undo("taliban", agreed=True)
    assert undone_chance(table)
    lines = [str(line) for line in analyse_module.report(table, [], 4, words("distant-plain", "en"))]
    assert lines[0].startswith("With undone chance: ")
    assert analyse_module.as_json(table, [], 4, words("distant-plain", "en"))["undone_chance"] is True
