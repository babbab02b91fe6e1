"""The names that a server answers to, and what it tells browsers about HTTPS."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from khyber.server import serve as running_
from khyber.server.settings import Settings, from_environment
from tests.server.serving import Running
from tests.server.test_playing import TWO

OURS = (
    "localhost",
    "localhost:8470",
    "LOCALHOST",
    "localhost.",
    "khyber.localhost",
    "127.0.0.1",
    "127.0.0.1:1",
    "192.168.1.20:8470",
    "[::1]",
    "[::1]:8470",
    "[fe80::1]:8470",
    "games.example.org",
    "games.example.org:443",
    "one.club.example",
    "a.b.club.example:80",
)
FOREIGN = (
    "evil.example",
    "games.example.org.evil.example",
    "xgames.example.org",
    "club.example",
    "evilclub.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "1.2.3",
    "[::1].evil",
    "",
    "localhost@evil.example",
    "*",
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    database = f"sqlite:///{tmp_path_factory.mktemp('hosts') / 'khyber.db'}"
    with Running(database, allowed_hosts="games.example.org, *.club.example") as server:
        yield server


@pytest.mark.parametrize("host", OURS)
def test_names_of_our_own_and_addresses_are_answered(named: Running, host: str) -> None:
    for path in ("/api/health", "/", "/api/me"):
        assert httpx.get(named.address + path, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_names_of_others_are_refused(named: Running, host: str) -> None:
    with named.player("Ann") as ann:
        table = ann.table(seats=TWO)["id"]
        cookie = ann.cookie
    for method, path in (
        ("GET", "/api/me"),
        ("GET", "/"),
        ("GET", f"/api/tables/{table}"),
        ("POST", "/api/logout"),
        ("GET", "/openapi.json"),
        ("GET", "/assets/none.js"),
    ):
        told = httpx.request(
            method, named.address + path, headers={"Host": host, "Cookie": cookie, "Origin": f"http://{host}"}
        )
        assert (told.status_code, told.json()["error"]["code"]) == (421, "wrong-host")
        assert "Ann" not in told.text


def test_live_tables_are_refused_to_names_of_others(named: Running) -> None:
    with named.player("Ann") as ann:
        table = ann.table(seats=TWO)["id"]
        raw = socket.create_connection(("127.0.0.1", named.port))
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://evil.example/api/tables/{table}/live", additional_headers={"Cookie": ann.cookie}, sock=raw),
        ):
            pass
        assert refused.value.response.status_code == 421


def test_without_names_given_only_local_names_and_addresses_are_ours(local: Running) -> None:
    for host, status in (("localhost", 200), ("10.0.0.7:8470", 200), ("games.example.org", 421)):
        assert httpx.get(f"{local.address}/api/health", headers={"Host": host}).status_code == status


def test_a_server_for_any_name(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}", allowed_hosts="*") as server:
        assert httpx.get(f"{server.address}/api/health", headers={"Host": "anything.example"}).status_code == 200


def test_the_name_that_is_listened_at_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: dict[str, object] = {}
    monkeypatch.setattr("uvicorn.run", lambda **options: started.update(options))
    monkeypatch.setattr(running_, "check_free", lambda host, port: None)
    monkeypatch.setattr(running_, "_when_ready", lambda *_: None)
    settings = Settings(database=f"sqlite:///{tmp_path / 'khyber.db'}", allowed_hosts="games.example.org")
    for name in settings.environment():
        monkeypatch.setenv(name, "")
    running_.serve(settings, "khyber.lan", 8470)
    assert started["host"] == "khyber.lan"
    assert from_environment().allowed_hosts == "games.example.org,khyber.lan"


def test_browsers_are_told_to_keep_to_https_where_there_is_https(tmp_path: Path, local: Running) -> None:
    with Running(f"sqlite:///{tmp_path / 'secure.db'}", https=True) as secure:
        for path, host in (
            ("/", "localhost"),
            ("/api/health", "localhost"),
            ("/api/nothing", "localhost"),
            ("/", "evil.example"),
        ):
            told = httpx.get(secure.address + path, headers={"Host": host})
            assert told.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in httpx.get(local.address + path, headers={"Host": host}).headers
