"""Attacks on accounts and puzzles: a guest's other sessions, strangers' wrong passwords, another puzzle's solution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from khyber import puzzles
from khyber.server.people.limits import LIMITS
from khyber.server.storage import people_store
from tests.server.serving import Running

LONG = "a long password"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path}/khyber.db", limits=True) as running:
        yield running


def test_who_had_the_guests_code_does_not_stay_in_the_account(server: Running) -> None:
    with server.player("Ann") as ann, server.player() as thief:
        thief.post("/api/recover", code=ann.code)
        assert thief.get("/api/me")["user"]["name"] == "Ann"
        ann.post("/api/accounts", name="Ann", password=LONG)
        assert thief.get("/api/me")["user"] is None
        assert thief.refused("POST", "/api/recover", code=ann.code) == (401, "wrong-password")
        assert ann.get("/api/me")["user"]["guest"] is False


def test_an_account_without_the_other_sessions_ended_is_never_stored(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are one transaction: whatever fails in between, the guest stays a guest."""

    def fail(*_: object) -> list[str]:
        raise RuntimeError("the server stops here")

    with server.player("Ann") as ann, server.player() as again:
        monkeypatch.setattr(people_store, "end_other_sessions", fail)
        assert ann.http.post("/api/accounts", json={"name": "Ann", "password": LONG}).status_code == 500
        monkeypatch.undo()
        again.http.cookies.update(ann.http.cookies)  # the server closes the connection of a failed request
        assert again.get("/api/me")["user"]["guest"] is True


def test_wrong_passwords_do_not_lock_out_a_browser_that_knows_the_right_one(server: Running) -> None:
    with server.player() as ann, server.player() as stranger:
        ann.post("/api/accounts", name="Ann", password=LONG)
        ann.post("/api/logout")
        wrong = {"name": "Ann", "password": "a wrong password"}
        for _ in range(LIMITS["login-pair"][0] + 2):
            last = stranger.http.post("/api/login", json=wrong).status_code
        assert last == 429
        assert ann.post("/api/login", name="Ann", password=LONG)["user"]["name"] == "Ann"


def test_a_solution_is_not_compared_at_a_table_of_another_puzzle(server: Running) -> None:
    one, other = puzzles.puzzles("zurmat")[:2]
    with server.player("Ann") as ann:
        text = ann.get(f"/api/puzzles/{other.id}")["text"]
        table = ann.post("/api/tables/import", text=text, game="zurmat")["id"]
        assert ann.refused("GET", f"/api/puzzles/{one.id}/solution?table={table}") == (403, "forbidden")
