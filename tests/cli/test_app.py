"""The command line: one line and exit code 2 for wrong input, figures for programs, the same whatever the jobs."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

import khyber
from khyber.cli import checkout
from khyber.cli.app import app, run
from khyber.cli.examples import examples_of_games
from khyber.cli.options import seats_from
from khyber.engine.errors import Error
from khyber.engine.game import Json
from khyber.lab.coverage import coverage
from khyber.lab.observers import Observer
from khyber.lab.simulate import Plan, simulate
from khyber.lab.summary import wilson

KHYBER = Path(sys.executable).with_name("khyber")

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command writes, it does not write here."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def saved() -> str:
    """A game some way on, as text."""
    table = khyber.new("distant-plain", seed=7)
    for _ in range(60):
        assert table.decision is not None
        table.choose(0)
    return table.save()


@pytest.fixture
def record(saved: str, tmp_path: Path) -> Path:
    path = tmp_path / "game.khyber.json"
    path.write_text(saved, encoding="utf-8")
    return path


def refused(capsys: Capture, *arguments: str) -> str:
    """The one line that wrong input gets."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("khyber: ") and err.endswith("\n") and err.count("\n") == 1
    assert "Traceback" not in err
    return err.removeprefix("khyber: ").rstrip("\n")


def test_worlds_given_for_all_searches_make_them_repeatable(capsys: Capture) -> None:
    figures = []
    for _ in range(2):
        line = "simulate zurmat --games 1 --seats coalition=agent:quick,taliban=bot:standard --worlds 8 --json --seed 3"
        assert run(line.split()) == 0
        figures.append(json.loads(capsys.readouterr().out))
    first, second = ({name: one[name] for name in one if name != "seconds"} for one in figures)
    assert first == second


# -- wrong input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frobnicate", "No such command 'frobnicate'"),
        ("simulate", "Missing argument 'GAME'"),
        ("simulate chess", "unknown game 'chess'; the games are distant-plain"),
        ("simulate distant-plain --scenario long", "there is no scenario 'long'"),
        ("simulate distant-plain --players 5", "5 players"),
        ("simulate distant-plain --players two", "'--players'"),
        ("simulate distant-plain --option fog", "there is no option 'fog'"),
        ("simulate zurmat --seconds 1", "--seconds needs an agent that searches, such as agent:strong"),
        ("simulate zurmat --seats agent:strong@1s --worlds 8", "--worlds needs an agent that searches"),
        ("simulate zurmat --seats agent:strong --seconds 1 --worlds 8", "--seconds and --worlds cannot both be given"),
        ("simulate zurmat --seats agent:strong --worlds 4", "should be greater than or equal to 8"),
        ("play zurmat --worlds 8", "--worlds needs an agent that searches"),
        ("tournament zurmat --entries random,bot:standard --seconds 1", "--seconds needs an agent that searches"),
        ("simulate distant-plain --players 2 --option deception", "deception is for 3 or 4 players"),
        ("simulate distant-plain --games 0", "'--games'"),
        ("simulate distant-plain --jobs 0", "'--jobs'"),
        ("simulate distant-plain --nonsense", "No such option"),
        ("simulate distant-plain --seats clever", "there is no agent 'clever'"),
        ("simulate distant-plain --seats nobody=random", "unknown seat 'nobody'"),
        ("simulate distant-plain --seats taliban=", "'taliban=' should be SEAT=AGENT"),
        ("simulate distant-plain --seats taliban=random,taliban=random", "taliban is given twice"),
        ("simulate distant-plain --seats person", "a simulation needs an agent in every seat"),
        ("simulate distant-plain --keep /dev/null/here", "cannot write records to /dev/null/here"),
        ("play chess", "unknown game 'chess'"),
        ("play distant-plain --scenario long", "there is no scenario 'long'"),
        ("play distant-plain --lang fr", "'--lang'"),
        ("rules chess", "unknown game 'chess'"),
        ("rules distant-plain 3.9", "unknown rule '3.9'"),
        ("rules distant-plain 3.9 --coverage", "unknown rule '3.9'"),
        ("rules distant-plain --lang fr", "'--lang'"),
        ("rules distant-plain --card 73", "unknown card 73 of distant-plain; the cards are 1 to 72"),
        (
            "rules distant-plain --card predatros",
            "unknown card 'predatros' of distant-plain; did you mean 'Predators'?",
        ),
        ("rules enduring-freedom --card x", "enduring-freedom has no cards to look up"),
        ("rules distant-plain 3.3.1 --card 34", "give only one of"),
        ("rules chess --cards", "unknown game 'chess'"),
        ("bench --seconds soon", "'--seconds'"),
        ("verify no-such-file.json", "no-such-file.json"),
        ("verify /", "/"),
        ("replay no-such-file.json", "no-such-file.json"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(line: str, said: str, capsys: Capture) -> None:
    assert said in refused(capsys, *line.split())


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: "", "not a record"),
        (lambda text: text[: len(text) // 2], "not a record"),
        (lambda text: text.replace("khyber-record/1", "khyber-record/0"), "not a record of format"),
        (lambda text: text.replace('"game": "distant-plain"', '"game": "chess"'), "unknown game 'chess'"),
        (lambda text: text.replace('"scenario": "short"', '"scenario": "long"'), "the scenario 'long'"),
        (lambda text: text.replace('"seed": 7', '"seed": 8'), "does not follow from its seed"),
        (lambda text: text.replace('"seats"', '"chairs"'), "has no field 'seats'"),
        (lambda text: text.replace('"step":"card"', '"step":"cart"', 1), "step 2 (cart)"),
        (lambda text: text.replace('"now": ["', '"now": ["no-such-thing", "'), "'no-such-thing' is not offered"),
        (lambda text: text.replace('"check":"', '"check":"f', 1), "step 1 (deal): the checksum does not match"),
    ],
)
def test_a_damaged_record_is_refused_with_the_place(
    damage: Callable[[str], str], said: str, saved: str, record: Path, capsys: Capture
) -> None:
    damaged = damage(saved)
    assert damaged != saved
    if said.startswith("'no-such-thing'"):
        damaged = damaged.replace('"now-by": [', '"now-by": ["warlords", ')
    record.write_text(damaged, encoding="utf-8")
    message = refused(capsys, "verify", str(record))
    assert message.startswith(str(record)) and said in message
    assert record.read_text(encoding="utf-8") == damaged


def test_a_file_that_is_no_text_is_refused(record: Path, capsys: Capture) -> None:
    record.write_bytes(b"\xff\xfe\x00")
    assert "text" in refused(capsys, "verify", str(record))


def test_bytes_changed_anywhere_are_never_a_traceback(saved: str, record: Path, capsys: Capture) -> None:
    for at in range(0, len(saved), len(saved) // 60):
        record.write_text(saved[:at] + "\x07" + saved[at + 1 :], encoding="utf-8")
        refused(capsys, "verify", str(record))


def test_impossible_positions_and_choices_are_one_line_too() -> None:
    for toml in (
        "space.kabul = { coalition-base = 3 }",
        "space.paktika = { taliban-guerrilla-underground = 31 }",
        "nonsense",
        "scenario = 'long'",
    ):
        with pytest.raises(Error) as problem:
            khyber.position("distant-plain", toml)
        assert "\n" not in str(problem.value)
    table = khyber.new("distant-plain", seed=7)
    before = table.save()
    with pytest.raises(Error) as problem:
        table.choose("no such thing")
    assert "\n" not in str(problem.value) and "no such thing" in str(problem.value)
    assert table.save() == before


# -- simulate ---------------------------------------------------------------------------------------

KEYS = ("games", "finished", "errors", "seconds", "decisions", "wins", "margins", "endings")


def simulated(capsys: Capture, *arguments: str, code: int = 0) -> dict[str, object]:
    assert run(["simulate", "distant-plain", "--json", *arguments]) == code
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_simulation_tells_programs_what_they_rely_on(capsys: Capture) -> None:
    found = simulated(capsys, "--games", "3", "--seed", "5", "--jobs", "1")
    assert tuple(found)[: len(KEYS)] == KEYS
    assert found["games"] == found["finished"] == 3 and found["errors"] == 0
    assert isinstance(found["seconds"], float) and isinstance(found["decisions"], int)
    wins, margins, endings = found["wins"], found["margins"], found["endings"]
    assert isinstance(wins, dict) and isinstance(margins, dict) and isinstance(endings, dict)
    assert list(margins) == ["coalition", "government", "taliban", "warlords"]
    assert set(wins) == set(margins)
    assert sum(wins.values()) == sum(endings.values()) == 3


def test_the_number_of_jobs_changes_nothing(capsys: Capture) -> None:
    arguments = ("--games", "5", "--seed", "11", "--players", "2", "--option", "no-non-player", "--seats", "random")
    one, two = (simulated(capsys, *arguments, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.pop("seconds") and two.pop("seconds")
    assert one == two
    wins = one["wins"]
    assert isinstance(wins, dict) and set(wins) == {"coalition+government", "taliban+warlords"}


def test_another_seed_gives_other_games(capsys: Capture) -> None:
    one, other = (simulated(capsys, "--games", "2", "--jobs", "1", "--seed", seed) for seed in ("3", "4"))
    assert one["margins"] != other["margins"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_game_that_goes_on_too_long_is_an_error_and_kept(jobs: str, tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "kept" / "here"
    assert (
        run(
            [
                "simulate",
                "distant-plain",
                "--games",
                "2",
                "--max-decisions",
                "30",
                "--keep",
                str(folder),
                "--jobs",
                jobs,
                "--json",
            ]
        )
        == 1
    )
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["finished"], found["errors"], found["wins"]) == (0, 2, {})
    files = sorted(folder.iterdir())
    assert [failure["record"] for failure in found["failures"]] == [str(file) for file in files]
    assert all(str(file) in err for file in files)
    assert khyber.load(files[0].read_text(encoding="utf-8")).decision is not None
    assert run(["verify", str(files[0])]) == 0


def test_a_person_reads_a_summary(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["simulate", "distant-plain", "--games", "2", "--jobs", "1"]).output
    for words in ("Wins", "95% interval", "Margins", "Endings", "2 games finished, 0 errors"):
        assert words in told
    failing = CliRunner().invoke(
        app, ["simulate", "distant-plain", "--games", "1", "--max-decisions", "3", "--keep", str(tmp_path / "kept")]
    )
    assert failing.exit_code == 1
    assert "not over after 3 decisions" in failing.output
    assert str(next((tmp_path / "kept").iterdir())) in failing.output


class Hooks(Observer):
    """In which order it was called."""

    name = "hooks"

    def __init__(self) -> None:
        self.hooks: list[str] = []

    def before(self, table: object) -> None:
        self.hooks.append("before")

    def step(self, table: object, decision: object, option: object) -> None:
        if self.hooks[-1] != "step":
            self.hooks.append("step")

    def after(self, table: object) -> None:
        self.hooks.append("after")

    def figures(self) -> dict[str, Json]:
        return {"hooks": " ".join(self.hooks)}


def test_observers_live_outside_the_loop() -> None:
    results = simulate(Plan("distant-plain", games=2, seed=3), jobs=2, observers=(Hooks,))
    assert [played.figures["hooks"]["hooks"] for played in results.games] == ["before step after"] * 2


def wait_for_children(parent: int, least: int, seconds: float = 60) -> None:
    """Wait until that process has started this many others."""
    over = time.monotonic() + seconds
    while time.monotonic() < over:
        parents = subprocess.run(["ps", "-A", "-o", "ppid="], capture_output=True, text=True, check=True).stdout.split()
        if parents.count(str(parent)) >= least:
            return
        time.sleep(0.1)
    raise AssertionError(f"{parent} has not started {least} processes in {seconds} s")


def heed_interrupts() -> None:
    """What runs in the background of a shell ignores interrupts, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_stops_cleanly_with_a_summary() -> None:
    running = subprocess.Popen(
        [str(KHYBER), "simulate", "distant-plain", "--games", "100000", "--jobs", "2", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    try:
        wait_for_children(running.pid, 2)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    found = json.loads(out)
    assert found["stopped"] and 0 <= found["finished"] < 100_000
    assert running.returncode == 130 and err == ""


def test_wilson_intervals() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 20)
    assert low == 0.0 and 0.1 < high < 0.2
    assert [round(bound, 3) for bound in wilson(50, 100)] == [0.404, 0.596]


def test_seats_are_one_value_or_one_each() -> None:
    assert seats_from("random") == "random"
    assert seats_from("taliban=person, warlords=random") == {"taliban": "person", "warlords": "random"}


# -- verify, rules, bench, help ---------------------------------------------------------------------


def test_a_good_record_is_verified(record: Path, capsys: Capture) -> None:
    assert run(["verify", str(record)]) == 0
    assert "checkpoints replayed, all as recorded" in capsys.readouterr().out
    assert run(["verify", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["checkpoints"] > 0


def test_a_rule_is_told_in_our_own_words(capsys: Capture) -> None:
    assert run(["rules", "distant-plain", "3.3.1"]) == 0
    english = capsys.readouterr().out
    assert english.startswith("3.3.1 Rally\n")
    assert run(["rules", "distant-plain", "3.3.1", "--lang", "it"]) == 0
    assert capsys.readouterr().out not in ("", english)
    assert run(["rules", "distant-plain", "3.3", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["rules"]) == ["3.3.1", "3.3.2", "3.3.3", "3.3.4"]


def test_rules_are_listed(capsys: Capture) -> None:
    assert run(["rules", "distant-plain"]) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert lines.index(["3.3.1", "Rally"]) < lines.index(["7.3", "After Final Propaganda"])


def test_the_coverage_is_told_to_programs_and_people(capsys: Capture) -> None:
    assert run(["rules", "distant-plain", "--coverage", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["rules"]) == list(coverage("distant-plain"))
    assert set(found["rules"]["3.3.1"]) == {"title", "functions", "tests"}
    assert isinstance(found["missing"], list)
    assert run(["rules", "distant-plain", "--coverage"]) == 0
    told = capsys.readouterr().out
    assert ["3.3.1", "Rally"] in [line.split(maxsplit=1) for line in told.splitlines()]
    assert "operations.rally:rally:" in told


def test_the_page_is_measured_by_the_tool_of_a_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called: list[tuple[list[str], Path]] = []

    def noted(command: list[str], *, cwd: Path, check: bool) -> subprocess.CompletedProcess[str]:
        called.append((command[1:], cwd))
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", noted)
    assert run(["bench", "--page", "--json"]) == 3, "the tool's exit code"
    assert called == [(["-m", "tools.bench.page_bench", "--json"], checkout.ROOT)]
    assert (checkout.ROOT / "tools" / "bench" / "page_bench.py").is_file()


def test_without_a_checkout_the_page_is_not_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    assert run(["bench", "--page"]) == 2
    assert "needs a checkout of the project" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", "play", "replay", "simulate", "tournament", "verify", "rules", "bench", "aid"])
def test_every_command_has_help_with_an_example(command: str, capsys: Capture) -> None:
    assert run([*command.split(), "--help"]) == 0
    told = capsys.readouterr().out
    assert "Usage: khyber" in told
    assert not any(f"{{{what}}}" in told for what in ("scenarios", "options", "bots", "examples"))
    assert not command or f"khyber {command}" in told.split("For example:")[1]


@pytest.mark.parametrize("line", examples_of_games())
def test_an_example_of_a_game_is_a_valid_command_line(line: str) -> None:
    name, *given = shlex.split(line.removeprefix("khyber "))
    command = cast(TyperGroup, typer.main.get_command(app)).commands[name]
    command.make_context(name, given)  # raises for an unknown option


def test_the_version(capsys: Capture) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"khyber {khyber.__version__}\n"


# -- the command as it is installed -----------------------------------------------------------------


def installed(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(KHYBER), *arguments], capture_output=True, text=True, timeout=60, check=False)


def test_the_installed_command(record: Path) -> None:
    good = installed("verify", str(record))
    assert (good.returncode, good.stderr) == (0, "")
    record.write_text("{}", encoding="utf-8")
    bad = installed("verify", str(record))
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == f"khyber: {record}: not a record of format khyber-record/1 (found None)\n"
    unknown = installed("simulate", "distant-plain", "--scenario", "long")
    assert unknown.returncode == 2 and unknown.stderr.count("\n") == 1
    assert installed().stdout.count("simulate") >= 1


def test_the_installed_command_simulates_over_processes() -> None:
    done = installed("simulate", "distant-plain", "--games", "2", "--jobs", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["finished"] == 2
