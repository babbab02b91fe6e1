"""`khyber replay` by piped lines: both ways through a saved game, by steps and by choices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import khyber
from khyber.cli.text import words
from khyber.engine.record import NOT_ANSWERS
from khyber.engine.table import Table
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.terminal import Screen
from tests.cli.playing import columns, refused, run


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns(monkeypatch, 100)


@pytest.fixture(scope="module")
def finished() -> Table[State]:
    return khyber.play("distant-plain", seed=3)


@pytest.fixture
def file(finished: Table[State]) -> Path:
    path = Path("game")
    path.write_text(finished.save(), encoding="utf-8")
    return path


@pytest.fixture
def unfinished() -> Path:
    table = khyber.new("distant-plain", seed=7)
    for key in ("terror", "zabol"):
        table.choose(key)
    Path("unfinished").write_text(table.save(), encoding="utf-8")
    return Path("unfinished")


def parts(shown: str) -> list[str]:
    """What is shown after each line read."""
    return re.split(r"^> .*\n", shown, flags=re.MULTILINE)


def status(state: State, table: Table[State]) -> str:
    return Screen(words("distant-plain", "en")).status(table.game.view(state, ())).plain


def test_steps_forward_and_back_show_the_stored_checkpoints(file: Path, finished: Table[State]) -> None:
    shown = parts(run("replay", file, lines=["n"] * 12 + ["p"] * 12 + ["p"]))
    assert "Step 0 of" in shown[0]
    for at in range(1, 13):
        assert f"Step {at} of {len(finished.steps)}" in shown[at]
        state = finished.game.state_type.unpack(finished.steps[at - 1].after)
        assert status(state, finished) in shown[at]
        assert shown[24 - at] == shown[at]
    assert "This is the start." in shown[25]


def test_first_last_goto_and_an_empty_line(file: Path, finished: Table[State]) -> None:
    last = len(finished.steps)
    shown = parts(run("replay", file, lines=["last", "n", "first", "", "goto 7", "goto 9999", "goto x", "goto"]))
    assert f"Step {last} of {last}" in shown[1] and "Game over" in shown[1]
    assert "This is the last step." in shown[2]
    assert "Step 0 of" in shown[3] and "Step 1 of" in shown[4] and "Step 7 of" in shown[5]
    for answer in shown[6:9]:
        assert f"choose 0 to {last}." in answer


def test_the_log_and_the_map_of_a_step(file: Path, finished: Table[State]) -> None:
    shown = parts(run("replay", file, lines=["goto 3", "log", "map", "view", "rule 3.3.1"]))
    events = list(finished.steps[2].raw_events())
    assert len(shown[2].strip().splitlines()) == len(events)
    assert "Kandahar–Spin Boldak" in shown[3] and "Islamabad" in shown[4]
    assert "3.3.1 Rally" in shown[5]


def test_choices_forward_and_back(file: Path, finished: Table[State]) -> None:
    chosen = [[entry for entry in step.listed() if entry[0] not in NOT_ANSWERS] for step in finished.steps]
    at, answers = next((number, keys) for number, keys in enumerate(chosen) if len(keys) >= 4)
    shown = parts(run("replay", file, lines=[f"goto {at}", *["c"] * len(answers), *["b"] * len(answers)]))
    total = len(answers)
    for number in range(1, total):
        assert f"Choice {number} of {total}" in shown[number + 1]
        assert f": {answers[number - 1]}" in shown[number + 1]
        assert shown[1 + 2 * total - number] == shown[number + 1]
    assert f"Step {at + 1} of" in shown[total + 1] and "Choice" not in shown[total + 1]
    assert f"Step {at} of" in shown[1 + 2 * total]


def test_choices_of_a_whole_game_lead_to_the_end(file: Path, finished: Table[State]) -> None:
    at = len(finished.steps) - 6
    shown = parts(run("replay", file, lines=[f"goto {at}", *["c"] * 60]))
    assert "Game over" in "".join(shown)
    assert "This is the last step." in shown[-1]


def test_an_unfinished_game_ends_with_the_choices_made_since(unfinished: Path) -> None:
    shown = parts(run("replay", unfinished, lines=["last", "c", "c", "c", "p"]))
    assert "The game is not over: 2 choices follow this step." in shown[1]
    assert "Choice 1 of 2: Taliban: terror" in shown[2]
    assert "Choice 2 of 2: Taliban: zabol" in shown[3] and "Zabol" in shown[3]
    assert "This is the last step." in shown[4]
    assert shown[5] == shown[1] + "Goodbye.\n"


def test_a_replay_in_italian(file: Path) -> None:
    shown = run("replay", file, "--lang", "it", lines=["n", "n", "help", "xyzzy", "rule 3.3.1", "quit"])
    for said in (
        "Passo 2 di",
        "la carta successiva",
        "passo precedente",
        "Comando sconosciuto",
        "Radunare",
        "Arrivederci.",
    ):
        assert said in shown, said


def test_a_replay_hides_deception_markers_until_the_end() -> None:
    table = khyber.play("distant-plain", seed=3, options=("deception",))
    Path("game").write_text(table.save(), encoding="utf-8")
    shown = parts(run("replay", "game", lines=["goto 5", "view", "last", "view"]))
    assert shown[2].count("2 hidden") == 4
    assert "hidden" not in shown[4]


def test_what_is_no_saved_game_is_refused() -> None:
    assert "cannot be read" in refused("replay", "nowhere")
    Path("damaged").write_text("[]", encoding="utf-8")
    assert "damaged: not a record" in refused("replay", "damaged")
