"""A server is killed under play 20 times; `make soak` does it 200 times."""

from __future__ import annotations

from tests.server.killing import kill_under_play

KILLS = 20


def test_what_was_acknowledged_outlives_the_server(database: str) -> None:
    counts = kill_under_play(database, KILLS)
    assert counts["kills"] == KILLS
    assert counts["acknowledged"] >= KILLS
    assert counts["choices"] >= counts["acknowledged"]
