"""Hostile input to every command: exit code 2, one short line, bounded time and memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import khyber
from khyber.cli.app import LONGEST_LINE, run, short
from khyber.engine.record import loads
from tests.fuzzing.corpus import texts

Capture = pytest.CaptureFixture[str]
#: Characters of one line, the name of the program included; and of what was given that it repeats.
LONGEST = LONGEST_LINE + 20
REPEATED = 200
#: Seconds of processor time, and bytes.
SECONDS, BYTES = 3.0, 500 << 20

DEEP = "a = " + "[" * 5_000 + "]" * 5_000
DOTTED = ".".join("a" * 100_000) + " = 1"
TABLES = "a = " + "{ a = " * 2_000 + "1" + " }" * 2_000
HUGE = "version = 0x" + "f" * 10_000
FILES = {
    "deep.toml": DEEP,
    "dotted.toml": DOTTED,
    "tables.toml": TABLES,
    "huge.toml": HUGE,
    "long.toml": f'format = "{"x" * 30_000_000}"',
    "wide.toml": f'format = "{"x" * 200_000}"',
    "date.toml": "format = 1979-05-27",
    "half.toml": 'format = "\\ud800"',
    "deep.json": "[" * 100_000,
    "long.json": json.dumps({"format": "x" * 30_000_000}),
    "wide.json": json.dumps({"format": "x" * 3_000_000}),
    "lists.json": "[" + "[]," * 1_000_000 + "[]]",
}
#: Commands that take a saved game, and those that take a file of TOML.
RECORDS = ("verify {}", "replay {}", "explain {}", "play --resume {}")
TOMLS = (
    "advise {}",
    "play --position {}",
    "play zurmat --position {}",
    "provenance distant-plain --deck {}",
    "provenance zurmat --deck {}",
    "simulate enduring-freedom --deck {}",
    "play --deck {}",
    "study run {}",
)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that nobody should be able to stop the command with."""
    there = tmp_path_factory.mktemp("hostile")
    for name, text in FILES.items():
        (there / name).write_text(text, encoding="utf-8")
    os.mkfifo(there / "pipe")
    (there / "bytes").write_bytes(bytes(range(256)) * 100)
    return there


def refused(capsys: Capture, *arguments: str) -> str:
    """The one short line, within bounds of time."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    assert run(arguments) == 2
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < SECONDS
    said = capsys.readouterr().err
    assert said.startswith("khyber: ") and said.count("\n") == 1 and len(said) <= LONGEST, said[:1000]
    return said


@pytest.mark.parametrize("command", RECORDS)
@pytest.mark.parametrize("file", ["deep.json", "long.json", "wide.json", "lists.json", "pipe", "bytes", "deep.toml"])
def test_a_hostile_saved_game_is_refused(capsys: Capture, folder: Path, command: str, file: str) -> None:
    refused(capsys, *command.format(folder / file).split())


@pytest.mark.parametrize("command", TOMLS)
@pytest.mark.parametrize("file", [*(name for name in FILES if name.endswith(".toml")), "pipe", "bytes", "long.json"])
def test_a_hostile_file_of_toml_is_refused(capsys: Capture, folder: Path, command: str, file: str) -> None:
    refused(capsys, *command.format(folder / file).split())


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null", "/dev", "/dev/full"])
@pytest.mark.parametrize("command", (*RECORDS, *TOMLS, "tournament distant-plain --file {}", "study report {}"))
def test_a_device_is_not_a_file(capsys: Capture, command: str, device: str) -> None:
    said = refused(capsys, *command.format(device).split())
    assert device in said


@pytest.mark.parametrize("seats", [{}, {"coalition": "person"}, {"": ""}, [], None, {"coalition": 3}])
@pytest.mark.parametrize("command", RECORDS)
def test_a_record_without_its_seats_is_refused(capsys: Capture, command: str, seats: object) -> None:
    Path("game.json").write_text(json.dumps(json.loads(texts("distant-plain")[2]) | {"seats": seats}))
    assert "seat" in refused(capsys, *command.format("game.json").split())


@pytest.mark.parametrize(
    "line",
    [
        "serve --port abc",
        "serve --port 99999999999999999999",
        "serve --port 1e3",
        "serve --workers x",
        "serve --bots -1",
        "serve --host a..b",
        "serve --database postgresql://u@h:nope/x",
        "serve --database nonsense",
        "backup copy.db --database postgresql://u@h:nope/x",
        "backup copy.db --database nonsense",
        "simulate distant-plain --games 99999999999999999999",
        "simulate distant-plain --games many",
        "simulate distant-plain --jobs 100000",
        "simulate distant-plain --players 99999999999999999999999",
        "simulate distant-plain --max-decisions 1e9",
        "tournament distant-plain --games 99999999999",
        "bench --seconds nan",
        "bench --seconds inf",
        "explain game.json --turn x",
        "play --seed 0x10",
    ],
)
def test_odd_numbers_and_names_are_refused(capsys: Capture, line: str) -> None:
    refused(capsys, *line.split())


@pytest.mark.parametrize(
    "line",
    [
        "rules {}",
        "rules distant-plain {}",
        "rules zurmat --card {}",
        "play {}",
        "play --scenario {}",
        "play --option {}",
        "play --seats {}",
        "play --seats taliban={}",
        "play --seed {}",
        "play --players {}",
        "simulate {}",
        "simulate zurmat --scenario {}",
        "simulate zurmat --seats {}",
        "tournament {}",
        "tournament zurmat --entries {}",
        "aid {}",
        "aid distant-plain {}",
        "provenance {}",
        "verify {}",
        "replay {}",
        "explain {}",
        "advise {}",
        "backup {}",
        "play --resume {}",
        "play --position {}",
        "play --deck {}",
        "serve --port {}",
        "serve --host {}",
        "advise --dice {} position.toml",
        "play --lang {}",
        "simulate zurmat --keep /dev/null/{}",
        "nonsense-{}",
    ],
)
@pytest.mark.parametrize("given", ["x" * 100_000, "9" * 10_000, "x/" * 3_000, "word " * 20_000, "'\"" * 5_000])
def test_what_is_given_is_never_repeated_at_length(capsys: Capture, line: str, given: str) -> None:
    said = refused(capsys, *(part.format(given) for part in line.split()))
    assert max(map(len, said.split(given[:1] * 8))) <= LONGEST
    for start in range(0, len(given) - REPEATED, 1 + len(given) // 7):
        assert given[start : start + REPEATED + 10] not in said


def test_a_message_is_one_line_and_long_names_are_cut() -> None:
    assert short("unknown\n  game") == "unknown game"
    assert short(f"unknown game {'x' * 500!r}; valid: a, b") == f"unknown game '{'x' * 60}…'; valid: a, b"
    assert len(short("a b " * 1_000)) == LONGEST_LINE + 1


@pytest.mark.parametrize("command", ["play --seats random --save {}", "aid distant-plain --html {}"])
def test_a_device_is_not_replaced_by_a_file(command: str, capsys: Capture, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code = run(command.format("pipe").split())
    assert code == 2 and "it is not a file" in capsys.readouterr().err
    assert (tmp_path / "pipe").is_fifo()


def test_a_seed_that_no_record_could_hold_is_refused(capsys: Capture) -> None:
    assert "bits" in refused(capsys, "play", "--seed", str(1 << 600))
    assert loads(khyber.new("zurmat", seed=(1 << 500) + 7).save()).header.seed == (1 << 500) + 7


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "/dev/zero"),
        ("verify", "long.json"),
        ("replay", "lists.json"),
        ("advise", "dotted.toml"),
        ("play", "--position", "pipe"),
        ("serve", "--port", "abc"),
    ],
)
def test_in_a_process_of_its_own_time_and_memory_are_bounded(arguments: tuple[str, ...], folder: Path) -> None:
    # ru_maxrss would include what the test's own process held when it forked
    program = (
        "import pathlib, re, resource; from khyber.cli.app import run; code = run(); "
        "used = resource.getrusage(resource.RUSAGE_SELF); "
        "peak = re.search(r'VmHWM:\\s+(\\d+)', pathlib.Path('/proc/self/status').read_text())[1]; "
        "print(code, used.ru_utime + used.ru_stime, int(peak) * 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, cwd=folder, timeout=60, check=True
    )
    code, seconds, memory = done.stdout.split()
    assert code == "2" and done.stderr.count("\n") == 1 and len(done.stderr) <= LONGEST
    assert float(seconds) < SECONDS and int(memory) < BYTES
