"""A server is killed under play 8 times, and one of two workers 3 times; `make soak` does it more often."""

from __future__ import annotations

from tests.server.conftest import Fresh
from tests.server.killing import kill_a_worker_under_play, kill_under_play

KILLS, WORKER_KILLS = 8, 3


def test_what_was_acknowledged_outlives_the_server(database: str) -> None:
    counts = kill_under_play(database, KILLS)
    assert counts["kills"] == KILLS
    assert counts["thinking"] >= 1, "agents were searching when it was killed"
    assert counts["acknowledged"] >= KILLS
    assert counts["choices"] >= counts["acknowledged"]


def test_what_was_acknowledged_outlives_a_worker(fresh_postgres: Fresh) -> None:
    counts = kill_a_worker_under_play(fresh_postgres(), WORKER_KILLS)
    assert counts["choices"] >= counts["acknowledged"] >= WORKER_KILLS
