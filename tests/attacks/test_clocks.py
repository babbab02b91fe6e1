"""A clock that is wrong for a moment or for days, in either direction, signs nobody out and deletes nothing."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection

from khyber.server.storage import clock, schema
from khyber.server.storage.clock import DAY, GAP, MERCY
from khyber.server.storage.people_store import SESSIONS
from tests.server.conftest import Fresh
from tests.server.serving import PATIENCE, Player, Running
from tests.server.test_accounts import aged, count, inside, steady, with_account
from tests.server.test_playing import TWO

#: Days by which a clock is wrong: by years, by more and by less than what counts as switched off.
WRONG = [-400.0, -200.0, -2.0, 30.0, 400.0]
#: Days between two rounds: fewer than count as a gap.
STEP = int(GAP / DAY) - 1


class Days:
    """The clocks of this process: days pass on all of them, and the time of day can be wrong."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.passed = self.wrong = 0.0
        #: The server whose clock alone is wrong; None: that of all. Only PostgreSQL's servers do all in one thread.
        self.whose: Running | None = None
        real, uptime = time.time, clock.uptime
        patch.setattr(time, "time", lambda: real() + (self.passed + self._error()) * DAY)
        patch.setattr(clock, "uptime", lambda: uptime() + self.passed * DAY)

    def _error(self) -> float:
        here = self.whose is None or threading.current_thread() is self.whose.thread
        return self.wrong if here else 0.0

    def pass_with_rounds(self, days: int, *servers: Running) -> None:
        """Let days pass, with rounds of the clean-up on time."""
        for _ in range(0, days, STEP):
            self.passed += STEP
            for server in servers:
                rounds(server)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    return Days(monkeypatch)


def rounds(running: Running, number: int = 1) -> None:
    for _ in range(number):
        asyncio.run_coroutine_threadsafe(running.server.cleanup.expire(), running.loop).result(PATIENCE)


def keeps_cookie(player: Player) -> Player:
    """The player with a browser that keeps its cookie whatever time it is."""
    player.http.headers["cookie"] = player.cookie
    return player


def same_person(player: Player, server: Running) -> Player:
    other = server.player()
    other.http.headers["cookie"] = player.http.headers["cookie"]
    return other


def is_known(player: Player) -> bool:
    return player.get("/api/me")["user"] is not None


def guest(server: Running) -> tuple[Player, str]:
    """A guest, and a table of theirs at which nobody has begun."""
    player = keeps_cookie(server.player("Guest"))
    return player, player.table(seats=TWO)["id"]


def since(server: Running) -> float:
    """Since when the server's clock has been steady."""

    def work(connection: Connection) -> float:
        found = clock.last_round(connection)
        assert found is not None
        return found.since

    return float(inside(server, work))


# -- wrong for a moment -------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", WRONG)
def test_between_two_rounds_a_wrong_clock_ends_nothing(running: Running, days: Days, wrong: float) -> None:
    """Who comes in that moment stays, and so does who was here before: 50 days later nobody has been away long."""
    before, old = guest(running)
    ann = keeps_cookie(with_account(running))
    aged(running, schema.sessions, used=39, created=300)
    aged(running, schema.users, seen=120, created=120)
    aged(running, schema.tables, changed=9)
    steady(running)
    rounds(running)
    days.wrong = wrong
    new, made = guest(running)
    late = keeps_cookie(with_account(running, "Late"))
    assert is_known(new) and is_known(late)
    days.wrong = 0
    assert is_known(new) and is_known(late)
    days.pass_with_rounds(50, running)
    assert all(map(is_known, (before, ann, new, late)))
    assert before.get(f"/api/tables/{old}") and new.get(f"/api/tables/{made}")


@pytest.mark.parametrize("wrong", [2.0, 400.0])
def test_a_visit_while_the_clock_is_ahead_ends_no_session(running: Running, days: Days, wrong: float) -> None:
    """Nor may it be one of the last visits before the session would end."""
    with with_account(running) as ann, with_account(running, "Bob") as bob:
        for player in (ann, bob):
            keeps_cookie(player)
        aged(running, schema.sessions, used=89, created=364)
        steady(running)
        days.wrong = wrong
        assert is_known(ann)
        rounds(running)
        days.wrong = 0
        assert is_known(ann) and is_known(bob)


@pytest.mark.parametrize("wrong", [400.0, 2.0])
def test_a_clock_that_jumps_during_a_round_deletes_nobody(
    running: Running, days: Days, wrong: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, table = guest(running)
    aged(running, schema.users, seen=179, created=179)
    aged(running, schema.tables, changed=59)
    steady(running)
    note = clock.note_round

    def noted(connection: Connection) -> clock.Steady:
        found = note(connection)
        days.wrong = wrong
        return found

    with monkeypatch.context() as patched:
        patched.setattr(clock, "note_round", noted)
        rounds(running)
    days.wrong = 0
    assert is_known(player) and player.get(f"/api/tables/{table}")


@pytest.mark.parametrize("wrong", [-400.0, 400.0])
def test_a_new_session_outlasts_all_that_were_used_by_a_wrong_clock(running: Running, days: Days, wrong: float) -> None:
    """With as many sessions as anybody may have, the newest one stays, whichever were begun by a wrong clock."""

    def another() -> Player:
        player = running.player()
        player.post("/api/recover", code=first.code)
        return keeps_cookie(player)

    with running.player("Ann") as first:
        days.wrong = wrong if wrong > 0 else 0
        for _ in range(SESSIONS):
            another()
        days.wrong = wrong - days.wrong
        new = [another(), another()]
        assert all(map(is_known, new))
        days.wrong = 0
        assert all(map(is_known, new)) and is_known(another())


@pytest.mark.parametrize("wrong", [-200.0, 200.0])
def test_a_choice_alone_notes_that_the_clock_was_wrong(
    running: Running, days: Days, wrong: float, caplog: pytest.LogCaptureFixture
) -> None:
    """Choices are written past the other transactions."""

    def jumps() -> int:
        return sum(getattr(record, "about", {}).get("event") == "clock-jumped" for record in caplog.records)

    with caplog.at_level(logging.WARNING, "khyber.server"), running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "me"}, scenario="long")["id"]
        steady(running)
        with ann.watch(table) as both:
            assert both.choose(0)["type"] == "ack" and jumps() == 0
            days.wrong = wrong
            assert both.choose(0)["type"] == "ack" and jumps() == 1
            days.wrong = 0
            assert both.choose(0)["type"] == "ack" and jumps() == 2
        assert abs(since(running) - time.time()) < PATIENCE


# -- wrong across rounds, restarts and workers ----------------------------------------------------------


@pytest.mark.parametrize("wrong", [399.0, -355.0, 4.0, -4.0])
def test_nobody_is_signed_out_by_a_clock_that_is_wrong_for_a_while(running: Running, days: Days, wrong: float) -> None:
    """Neither who comes meanwhile, nor who stays away, nor who signs in only while it is wrong."""
    with with_account(running) as ann, with_account(running, "Away") as away, running.player("Bob") as bob:
        for player in (ann, away, bob):
            keeps_cookie(player)
        table = bob.table(seats=TWO)["id"]
        rounds(running)
        days.wrong = wrong
        assert is_known(ann) and is_known(bob)
        rounds(running, 2)
        with with_account(running, "Late") as late:
            keeps_cookie(late)
            new, made = guest(running)
            days.wrong = 0
            assert is_known(late) and is_known(new)
            days.pass_with_rounds(40, running)  # long after the two weeks in which nothing expires
            assert all(map(is_known, (ann, away, bob, late, new)))
            assert len(late.get("/api/me/sessions")["sessions"]) == 1
            assert bob.get(f"/api/tables/{table}") and new.get(f"/api/tables/{made}")


@pytest.mark.parametrize("wrong", [-400.0, -200.0, 2.0, 400.0])
def test_a_server_that_ran_for_seconds_by_a_wrong_clock_costs_nobody_anything(
    database: str, days: Days, wrong: float
) -> None:
    with Running(database) as running:
        ann = keeps_cookie(with_account(running))
        aged(running, schema.sessions, used=89, created=363)
        steady(running)
        rounds(running)
    days.wrong = wrong
    with Running(database) as running:
        rounds(running)
        assert is_known(same_person(ann, running)), "her session ends tomorrow"
        player, table = guest(running)
    days.wrong = 0
    with Running(database) as running:
        again = same_person(player, running)
        assert is_known(again)
        days.pass_with_rounds(50, running)
        assert is_known(again) and again.get(f"/api/tables/{table}")


@pytest.mark.parametrize("from_start", [False, True])
@pytest.mark.parametrize("wrong", [-400.0, -200.0, 400.0])
def test_a_worker_whose_clock_is_wrong_costs_the_others_nothing(
    fresh_postgres: Fresh, days: Days, wrong: float, from_start: bool
) -> None:
    database = fresh_postgres()
    with Running(database) as right:
        steady(right)
        rounds(right)
        other = Running(database)
        days.whose, days.wrong = other, wrong if from_start else 0
        with other:
            days.wrong = wrong
            player, table = guest(other)
            if not from_start:
                days.wrong = 0
            there = same_person(player, right)
            rounds(right)
            assert is_known(there)
        days.wrong = 0
        days.pass_with_rounds(50, right)
        assert is_known(there) and there.get(f"/api/tables/{table}")


def test_what_was_used_last_never_runs_backwards(running: Running, days: Days) -> None:
    with with_account(running) as ann:
        (before,) = ann.get("/api/me/sessions")["sessions"]
        seen = ann.get("/api/me/export")["profile"]["seen"]
        days.wrong = -400
        assert is_known(ann)
        with running.player() as phone:
            phone.post("/api/login", name="Ann", password="a long password")
        sessions = ann.get("/api/me/sessions")["sessions"]
        assert before["used"] in [session["used"] for session in sessions]
        assert ann.get("/api/me/export")["profile"]["seen"] == seen


# -- right all the time ---------------------------------------------------------------------------------


def test_with_a_steady_clock_sessions_and_guests_expire(tmp_path: Path, days: Days) -> None:
    """A guest who comes back every other day outlives an account's session, and goes when they stay away."""
    short = {"session_idle_days": 6, "session_days": 20, "guest_days": 10}
    with Running(f"sqlite:///{tmp_path}/khyber.db", **short) as running, running.player("Bob") as bob:
        with with_account(running) as ann:
            for _ in range(0, 30, STEP):
                days.pass_with_rounds(STEP, running)
                assert is_known(bob)
            assert not is_known(ann)
        assert count(running, schema.sessions) == 1
        days.pass_with_rounds(14, running)
        assert count(running, schema.users) == 1  # accounts stay, absent guests do not


def test_after_a_jump_everything_is_as_old_as_the_jump(tmp_path: Path, days: Days) -> None:
    term = int(MERCY / DAY) + 10
    with Running(f"sqlite:///{tmp_path}/khyber.db", guest_days=term) as running, running.player("Bob"):
        days.pass_with_rounds(10, running)
        days.wrong = 1
        rounds(running)
        days.pass_with_rounds(term - 2, running)
        assert count(running, schema.users) == 1
        days.pass_with_rounds(4, running)
        assert count(running, schema.users) == 0


def test_small_steps_of_the_clock_are_no_jumps(tmp_path: Path, days: Days) -> None:
    """A clock is set right by some minutes now and then; else nothing would ever expire."""
    with Running(f"sqlite:///{tmp_path}/khyber.db", guest_days=20) as running, running.player("Bob"):
        for number in range(20):
            days.wrong += (clock.JUMP - 300) / DAY * (1 if number % 4 else -1)
            days.pass_with_rounds(STEP, running)
        assert count(running, schema.users) == 0
