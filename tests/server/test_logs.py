"""Log lines: for people, or JSON; slow requests are named, people are not."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from tools.postgres import free_port

from khyber.cli.app import run
from khyber.server.api.observability import RequestInfo
from khyber.server.monitor.logs import Json, Text, about
from khyber.server.serve import is_up
from khyber.server.workers.fair import Claim
from khyber.server.workers.pool import Pool
from tests.server.games import WHERE
from tests.server.serving import Player, Running, play_on

NAME = "Wilhelmina"


@contextmanager
def serving(folder: Path, *arguments: str, **settings: str) -> Iterator[tuple[str, list[str]]]:
    """`khyber serve`: its address, and the lines of its log, which are there once it has stopped."""
    port, log = free_port(), folder / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from khyber.cli.app import main; main()",
                "serve",
                "--no-browser",
                "--port",
                str(port),
                *arguments,
            ],
            stderr=file,
            start_new_session=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder), **settings},
        )
    lines: list[str] = []
    try:
        assert is_up(f"http://127.0.0.1:{port}", 60)
        yield f"http://127.0.0.1:{port}", lines
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)
        lines += log.read_text().splitlines()


def played(address: str) -> tuple[str, str, str]:
    """Somebody plays a little: the ids of the table and the user, and the user's recovery code."""
    with Player(address, NAME) as ann:
        seats = dict.fromkeys(("taliban", "coalition", "government", "warlords"), "me")
        table = ann.table("distant-plain", seats=seats)["id"]
        with ann.watch(table) as live:
            play_on(live, choices=2)
        ann.get(f"/api/tables/{table}/timeline")
        return table, ann.get("/api/me")["user"]["id"], ann.code


@pytest.mark.parametrize("by", ["option", "environment"])
def test_in_json_every_line_is_an_object(tmp_path: Path, by: str) -> None:
    given = (
        (["--log-format", "json", "--slow-ms", "0.001"], {})
        if by == "option"
        else ([], {"KHYBER_LOG_FORMAT": "json", "KHYBER_SLOW_MS": "0.001"})
    )
    with serving(tmp_path, *given[0], **given[1]) as (address, lines):
        table, user, code = played(address)
    told: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert all(line.keys() >= {"time", "level", "event", "message", "process"} for line in told)
    assert all(datetime.fromisoformat(line["time"]).tzinfo is not None for line in told)
    assert any(line["event"] == "ready" and line["level"] == "info" for line in told)
    slow = {line["endpoint"]: line for line in told if line["event"] == "slow"}
    timeline, choice = slow["GET /api/tables/{id}/timeline"], slow["live choose"]
    assert timeline["table"] == choice["table"] == table
    assert timeline["user"] == choice["user"] == user
    assert timeline["status"] == 200
    assert all(0 < line["duration_ms"] < 60_000 for line in (timeline, choice))
    whole = "\n".join(lines)
    assert NAME not in whole
    assert code not in whole


def test_for_people_a_line_says_what_was_slow_where_and_for_whom(tmp_path: Path) -> None:
    with serving(tmp_path, "--slow-ms", "0.001") as (address, lines):
        table, user, _ = played(address)
    (line,) = [line for line in lines if "/timeline" in line]
    day, clock, level, message = line.split(maxsplit=3)
    assert datetime.fromisoformat(f"{day} {clock}")
    assert level == "warning"
    assert message.startswith("slow: GET /api/tables/{id}/timeline took ")
    assert f"table={table} user={user}" in message


def test_by_default_only_what_takes_100_ms_is_slow(local: Running, caplog: pytest.LogCaptureFixture) -> None:
    monitor = local.server.monitor
    for seconds in (0.0, 0.0999, 0.1, 3.0):
        monitor.request(RequestInfo("GET /api/x", "t"), 200, seconds)
        monitor.message("undo", "t", "u", seconds)
    slow = [record.about for record in caplog.records if record.message.startswith("slow")]  # type: ignore[attr-defined]
    assert [(line["endpoint"], line["duration_ms"]) for line in slow] == [
        ("GET /api/x", 100.0),
        ("live undo", 100.0),
        ("GET /api/x", 3000.0),
        ("live undo", 3000.0),
    ]


def test_nothing_is_slow_where_that_is_switched_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db", slow_ms=0) as server:
        server.server.monitor.message("undo", "t", "u", 1e6)
    assert not [record for record in caplog.records if record.message.startswith("slow")]


def test_a_body_that_comes_slowly_is_no_slow_request(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.putrequest("POST", "/api/guests")
        for header in (("content-type", "application/json"), ("content-length", "14")):
            connection.putheader(*header)
        connection.endheaders()
        connection.send(b'{"name"')
        time.sleep(0.6)
        connection.send(b':"Ann"}')
        assert connection.getresponse().status == 200
        (took,) = server.server.metrics.request_seconds._sums.values()
        assert took < 0.6


def test_uvicorn_logs_the_same_way(tmp_path: Path) -> None:
    """A request that is no HTTP is a warning of uvicorn's."""
    with (
        serving(tmp_path, "--log-format", "json") as (address, lines),
        socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as raw,
    ):
        raw.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        raw.recv(1000)
    told = [json.loads(line) for line in lines]
    assert [line["level"] for line in told if line["event"] == "uvicorn.error"] == ["warning"]


def log_a_line(where: str) -> None:
    """A job that has something to say."""
    logging.getLogger("khyber.server").warning("from a worker", extra=about("trouble"))


def test_worker_processes_log_the_same_way(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("KHYBER_LOG_FORMAT", "json")

    async def logged() -> None:
        pool = Pool(WHERE, 1)
        await pool.run(log_a_line, seconds=5.0, claim=Claim("me"))
        pool.stop()

    asyncio.run(logged())
    (line,) = capfd.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["message"]) == ("trouble", "from a worker")
    assert told["process"] != os.getpid()


def test_an_unknown_format_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--log-format", "xml"]) == 2
    assert "--log-format takes text or json" in capsys.readouterr().err


def record(message: str, *given: object, **fields: str) -> logging.LogRecord:
    try:
        raise ValueError("bad\nthing")
    except ValueError:
        made = logging.LogRecord("khyber.server", logging.ERROR, "x.py", 1, message, given, sys.exc_info())
    if fields:
        made.__dict__.update(about("trouble", **fields))
    return made


def test_nobody_writes_lines_of_their_own_into_the_log() -> None:
    told = record("cannot read %s", "a\n2026-11-16 00:00:00 error forged\x1b[2J", table="t\n1")
    first, *trace = Text().format(told).split("\n")
    assert "forged" in first
    assert first.isprintable()
    assert trace[0].startswith("Traceback")
    line = json.loads(Json().format(told))
    assert "\n" not in Json().format(told)
    assert line["table"] == "t\n1"
    assert "ValueError" in line["traceback"]
