"""The commands `serve` and `backup`."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tools.postgres import free_port

from khyber.cli.app import run
from khyber.server.serve import is_up
from tests.server.serving import Player, Running

Capture = pytest.CaptureFixture[str]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`khyber serve`, as a person starts it."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", "from khyber.cli.app import main; main()", "serve", "--no-browser", "--port", str(port)],
        env={**os.environ, "XDG_DATA_HOME": str(folder)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert is_up(f"http://127.0.0.1:{port}", 60)
        yield f"http://127.0.0.1:{port}", process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_a_server_is_started_played_copied_and_stopped(tmp_path: Path, capsys: Capture) -> None:
    with serving(tmp_path) as (address, process):
        with Player(address, "Ann") as ann:
            rest = dict.fromkeys(("coalition", "government", "warlords"), "random")
            table = ann.table("distant-plain", seats={"taliban": "me", **rest}, public=True)["id"]
            with ann.watch(table) as socket:
                socket.until_asked("taliban")
                socket.choose(0)
        database, copy = f"sqlite:///{tmp_path}/khyber/khyber.db", tmp_path / "copy.db"
        assert run(["backup", "--database", database, str(copy)]) == 0
        assert "bytes" in capsys.readouterr().out
        assert copy.stat().st_mode & 0o077 == 0
        assert run(["backup", "--database", database, str(copy)]) == 2
        assert "already exists" in capsys.readouterr().err
        assert run(["serve", "--no-browser", "--database", database, "--port", str(free_port())]) == 2
        assert "another server uses" in capsys.readouterr().err
        port = address.rpartition(":")[2]
        assert run(["serve", "--no-browser", "--database", f"sqlite:///{tmp_path}/other.db", "--port", port]) == 2
        assert "choose another --port" in capsys.readouterr().err
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
        assert "Khyber is at http://localhost" in told
        assert "Traceback" not in told
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT count(*) FROM changes").fetchone()[0] > 0
    with Running(f"sqlite:///{copy}") as again, again.player() as ann:
        assert ann.get(f"/api/tables/{table}")["status"] == "running"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("serve --database mysql://localhost/x", "unsupported database 'mysql'"),
        ("serve --database nonsense", "is not a database URL"),
        ("serve --database sqlite://", "needs a database in a file"),
        ("serve --database postgresql://nobody@127.0.0.1:1/none", "does not answer"),
        ("serve --workers 2", "SQLite serves one process"),
        ("serve --port 0", "'--port'"),
        ("backup", "Missing argument"),
        ("backup --database sqlite:////nowhere/none.db copy.db", "there is no database"),
        ("backup --database sqlite:////nowhere/none.db nowhere/copy.db", "there is no folder"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    arguments: str, told: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    given = arguments.split()
    if given[0] == "serve" and "--port" not in given:
        given += ["--no-browser", "--port", str(free_port())]
    assert run(given) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_a_copy_of_postgresql(postgres: str, tmp_path: Path, capsys: Capture) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed (Debian: apt-get install postgresql-client)")
    assert run(["backup", "--database", postgres, str(tmp_path / "copy.dump")]) == 0
    assert (tmp_path / "copy.dump").read_bytes().startswith(b"PGDMP")
