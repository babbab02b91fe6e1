"""Connections that ask nothing: they are closed in time, and lock nobody else out."""

from __future__ import annotations

import http.client
import os
import resource
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tools.postgres import free_port

from khyber.server.api import connections
from khyber.server.api.guards import network
from khyber.server.serve import is_up, options
from khyber.server.settings import Settings
from tests.server import serving
from tests.server.conftest import Fresh
from tests.server.games import WHERE
from tests.server.killing import ROOT, kill
from tests.server.serving import PATIENCE, Running, until

#: Descriptors that the server has, and connections that are opened: the attack that locked everybody out.
DESCRIPTORS, ATTACK = 1024, 1100
HALF = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
#: Seconds in which somebody else must be answered meanwhile.
PROMPT = 5.0


@contextmanager
def limited_server(database: str, *, proxy: str = "", workers: int = 1, **settings: Any) -> Iterator[int]:
    """A server process with few descriptors and all limits on; yields its port."""
    port = free_port()
    environment = {
        **os.environ,
        **Settings(database=database, games=WHERE, **settings).environment(),
        "KHYBER_PORT": str(port),
        "KHYBER_WORKERS": str(workers),
        "KHYBER_PROXY": proxy,
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "khyber.server"],
        env=environment,
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS)),
    )
    try:
        assert is_up(f"http://127.0.0.1:{port}", PATIENCE), "the server did not start"
        yield port
    finally:
        kill(process)


@pytest.fixture
def many_descriptors() -> Iterator[None]:
    """The attacker is this process: it needs more than the server has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * ATTACK)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def opened(port: int, source: str, sent: bytes) -> socket.socket:
    raw = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
    raw.setblocking(False)
    with suppress(OSError):  # it may be turned away at once
        raw.send(sent)
    return raw


def alive(held: list[socket.socket]) -> list[socket.socket]:
    """Those that the other side has not closed."""
    poll = select.poll()
    by_number = {raw.fileno(): raw for raw in held}
    for number in by_number:
        poll.register(number, select.POLLIN | select.POLLHUP)
    for number, _ in poll.poll(0):
        try:
            while by_number[number].recv(65536):
                pass  # what was said before the close
            del by_number[number]
        except BlockingIOError:
            pass
        except OSError:
            del by_number[number]
    return list(by_number.values())


def trickle(held: list[socket.socket], letter: bytes = b"a") -> None:
    for raw in held:
        try:
            raw.send(letter)
        except OSError:
            continue


def seconds_to_answer(port: int, source: str) -> float:
    began = time.monotonic()
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as client:
        assert client.get(f"http://127.0.0.1:{port}/api/health").json()["ok"]
    return time.monotonic() - began


def all_closed(held: list[socket.socket], within: float, letter: bytes = b"a") -> None:
    """A byte now and then does not keep them open."""
    over = time.monotonic() + within
    while held := alive(held):
        assert time.monotonic() < over, f"{len(held)} are still open"
        trickle(held, letter)
        time.sleep(0.2)


def test_a_thousand_half_open_requests_lock_nobody_out(tmp_path: Path, many_descriptors: None) -> None:
    with limited_server(f"sqlite:///{tmp_path / 'khyber.db'}", header_timeout=6.0) as port, ExitStack() as stack:
        held = [stack.enter_context(opened(port, "127.0.0.1", HALF)) for _ in range(ATTACK)]
        assert seconds_to_answer(port, "127.0.0.2") < PROMPT
        time.sleep(0.5)
        held = alive(held)
        assert 0 < len(held) <= Settings().per_address  # on a slow machine some are late already
        trickle(held)
        assert seconds_to_answer(port, "127.0.0.3") < PROMPT
        all_closed(held, within=6.0 + PROMPT)
        assert seconds_to_answer(port, "127.0.0.1") < PROMPT


def test_many_addresses_that_fill_the_server_make_room_for_another(tmp_path: Path, many_descriptors: None) -> None:
    with limited_server(f"sqlite:///{tmp_path / 'khyber.db'}", header_timeout=60.0) as port, ExitStack() as stack:
        held = [stack.enter_context(opened(port, f"127.0.1.{1 + number // 60}", HALF)) for number in range(ATTACK)]
        time.sleep(0.5)
        full = len(alive(held))
        assert full <= DESCRIPTORS - connections.RESERVED
        assert full > DESCRIPTORS // 2
        for number in range(2, 12):
            assert seconds_to_answer(port, f"127.0.0.{number}") < PROMPT


def test_several_workers_are_guarded_alike(fresh_postgres: Fresh, many_descriptors: None) -> None:
    with limited_server(fresh_postgres(), workers=2, header_timeout=3.0) as port, ExitStack() as stack:
        held = [stack.enter_context(opened(port, "127.0.0.1", HALF)) for _ in range(300)]
        assert seconds_to_answer(port, "127.0.0.2") < PROMPT
        time.sleep(0.5)
        held = alive(held)
        assert len(held) <= 2 * Settings().per_address
        all_closed(held, within=3.0 + PROMPT)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\r\n",
        b"GET /",
        HALF,
        b"GET /api/tables/x/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    ],
    ids=["nothing", "an empty line", "half a line", "half a header", "half a handshake"],
)
def test_a_request_that_does_not_come_is_closed(tmp_path: Path, sent: bytes) -> None:
    with (
        Running(f"sqlite:///{tmp_path / 'khyber.db'}", header_timeout=1.0) as server,
        opened(server.port, "127.0.0.1", sent) as raw,
    ):
        all_closed([raw], within=1.0 + PROMPT, letter=b"\r\n" if sent == b"\r\n" else b"a" if sent else b"")


@pytest.mark.parametrize("framing", [b"Content-Length: 1000\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_a_body_that_does_not_come_is_answered_and_closed(tmp_path: Path, framing: bytes) -> None:
    head = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + framing + b"\r\n"
    with (
        Running(f"sqlite:///{tmp_path / 'khyber.db'}", body_timeout=1.0) as server,
        socket.create_connection(("127.0.0.1", server.port)) as raw,
    ):
        raw.settimeout(1.0 + PROMPT)
        raw.sendall(head)
        assert raw.recv(1000).startswith(b"HTTP/1.1 408 ")
        assert raw.recv(1000) == b""


def test_a_body_for_nobody_is_not_awaited_for_ever(local: Running) -> None:
    """A request is answered before its body has come, and the rest of it trickles on."""
    local.server.connections.body_timeout = 1.0
    with opened(
        local.port, "127.0.0.1", b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n"
    ) as raw:
        all_closed([raw], within=1.0 + PROMPT)


def test_a_kept_connection_must_ask_in_time_again(local: Running) -> None:
    local.server.connections.header_timeout = 1.0
    with socket.create_connection(("127.0.0.1", local.port)) as raw:
        for _ in range(2):
            raw.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = http.client.HTTPResponse(raw)
            answer.begin()
            assert answer.read()
            assert answer.status == 200
        raw.setblocking(False)
        raw.send(HALF)
        all_closed([raw], within=1.0 + PROMPT)


def test_requests_behind_one_another_are_all_answered(local: Running) -> None:
    local.server.connections.header_timeout = 1.0
    body = b'{"name": "Ann"}'
    one = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    other = (
        b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    )
    with socket.create_connection(("127.0.0.1", local.port)) as raw:
        raw.settimeout(PATIENCE)
        raw.sendall(one + other + one + HALF)
        heard = b""
        while part := raw.recv(65536):
            heard += part
        assert heard.count(b"HTTP/1.1 200 ") == 3
        assert heard.count(b"HTTP/1.1 408 ") == 1  # for the half one


@pytest.mark.parametrize("said", [b"", b"\x81\xfe\xff\xff"], ids=["nothing", "half a message"])
def test_a_viewer_who_answers_no_ping_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(
        serving, "options", lambda host, port: {**options(host, port), "ws_ping_interval": 0.5, "ws_ping_timeout": 0.5}
    )
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}") as server, server.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "me"}, public=True)["id"]
        ann.http.close()
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.settimeout(PATIENCE)
            raw.sendall(
                f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                f"{'A' * 22}==\r\n\r\n".encode()
            )
            assert raw.recv(12) == b"HTTP/1.1 101"
            raw.sendall(said)
            while raw.recv(65536):
                pass  # the state, pings, and the close
        until(lambda: not server.server.connections.open)


def test_endless_headers_are_cut_off(local: Running) -> None:
    with socket.create_connection(("127.0.0.1", local.port)) as raw:
        raw.settimeout(PATIENCE)
        raw.sendall(HALF)
        with pytest.raises(OSError):  # reset or broken pipe, as it happens
            for _ in range(10_000):
                raw.sendall(b"a" * 10_000)


def test_who_does_not_read_the_answer_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "big.bin").write_bytes(b"x" * 20_000_000)
    monkeypatch.setattr(connections, "STALLED", 1.0)
    with (
        Running(f"sqlite:///{tmp_path / 'khyber.db'}", page=str(page)) as server,
        opened(server.port, "127.0.0.1", b"GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ):
        over = time.monotonic() + PATIENCE
        while not server.server.connections.open:
            assert time.monotonic() < over
        while server.server.connections.open:
            assert time.monotonic() < over, "it is still open"
            time.sleep(0.05)


def test_behind_a_proxy_those_behind_it_are_counted(tmp_path: Path) -> None:
    waiting = (
        "POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 9\r\nX-Forwarded-For: {}\r\n\r\n"
    )
    with (
        limited_server(f"sqlite:///{tmp_path / 'khyber.db'}", proxy="127.0.0.1", per_address=20) as port,
        ExitStack() as stack,
    ):

        def asked(forwarded: str) -> int:
            return httpx.get(
                f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE, headers={"X-Forwarded-For": forwarded}
            ).status_code

        for forwarded in ("198.51.100.1", "203.0.113.9"):
            for _ in range(20):
                stack.enter_context(opened(port, "127.0.0.1", waiting.format(forwarded).encode()))
        time.sleep(0.5)
        assert asked("198.51.100.1") == 503
        assert asked("203.0.113.9") == 503
        assert asked("198.51.100.2") == 200
        # what a caller claims for itself is not believed: the proxy's own word comes last
        assert asked("198.51.100.2, 203.0.113.9") == 503


def test_live_tables_keep_their_place_until_they_are_left(tmp_path: Path) -> None:
    with (
        Running(f"sqlite:///{tmp_path / 'khyber.db'}", limits=True, per_address=4) as server,
        server.player("Ann") as ann,
    ):
        table = ann.table(seats={"north": "me", "south": "me"})["id"]
        ann.http.close()
        with ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(ann.watch(table))
            assert httpx.get(f"{server.address}/api/health").status_code == 503
        over = time.monotonic() + PATIENCE
        while httpx.get(f"{server.address}/api/health").status_code != 200:
            assert time.monotonic() < over
            time.sleep(0.05)


def test_an_address_of_ipv6_counts_by_its_network() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert network("somewhere") == "somewhere"
