"""A clock that is wrong for a while, in either direction, signs nobody out and deletes nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from khyber.server.storage import schema
from khyber.server.storage.clock import DAY, GAP
from tests.server.serving import PATIENCE, Player, Running
from tests.server.test_accounts import count, with_account
from tests.server.test_playing import TWO


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that sets the server's clock to a number of days from now."""
    real, shift = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + shift[0])

    def set_to(days: float) -> None:
        shift[0] = days * DAY

    return set_to


def rounds(running: Running, number: int = 1) -> None:
    for _ in range(number):
        asyncio.run_coroutine_threadsafe(running.server.cleanup.expire(), running.loop).result(PATIENCE)


def is_known(player: Player) -> bool:
    return player.get("/api/me")["user"] is not None


@pytest.mark.parametrize("wrong", [399.0, -355.0, 4.0, -4.0])
def test_nobody_is_signed_out_by_a_clock_that_is_wrong_for_a_while(
    running: Running, set_clock: Callable[[float], None], wrong: float
) -> None:
    """Neither who comes meanwhile, nor who stays away, nor who signs in only while it is wrong.

    The test's own clients keep their cookies for 400 days by the same clock.
    """
    with with_account(running) as ann, with_account(running, "Away") as away, running.player("Bob") as bob:
        table = bob.table(seats=TWO)["id"]
        rounds(running)
        set_clock(wrong)
        assert is_known(ann) and is_known(bob)
        rounds(running, 2)
        with with_account(running, "Late") as late, running.player("Guest") as guest:
            made = guest.table(seats=TWO)["id"]
            set_clock(0)
            assert is_known(late) and is_known(guest)
            for day in range(40):  # long after the two weeks in which nothing expires
                set_clock(day)
                rounds(running)
            assert all(map(is_known, (ann, away, bob, late, guest)))
            assert len(late.get("/api/me/sessions")["sessions"]) == 1
            assert bob.get(f"/api/tables/{table}") and guest.get(f"/api/tables/{made}")


def test_what_was_used_last_never_runs_backwards(running: Running, set_clock: Callable[[float], None]) -> None:
    with with_account(running) as ann:
        (before,) = ann.get("/api/me/sessions")["sessions"]
        set_clock(-400)
        assert is_known(ann)
        (after,) = ann.get("/api/me/sessions")["sessions"]
        assert after["used"] == before["used"]


def test_with_a_steady_clock_sessions_and_guests_expire(tmp_path: Path, set_clock: Callable[[float], None]) -> None:
    """A guest who comes back every other day outlives an account's session, and goes when they stay away."""
    short = {"session_idle_days": 6, "session_days": 20, "guest_days": 10}
    with Running(f"sqlite:///{tmp_path}/khyber.db", **short) as running, running.player("Bob") as bob:
        with with_account(running) as ann:
            for day in range(0, 30, int(GAP / DAY) - 1):
                set_clock(day)
                rounds(running)
                assert is_known(bob)
            assert not is_known(ann)
        assert count(running, schema.sessions) == 1
        for day in range(30, 44, int(GAP / DAY) - 1):
            set_clock(day)
            rounds(running)
        assert count(running, schema.users) == 1  # accounts stay, absent guests do not
