"""Room for new data: a database at its limit takes nothing new, and running games go on in it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from sqlalchemy import func, select, update

from khyber.server.storage import room, schema
from khyber.server.storage.room import MEGABYTE
from khyber.server.storage.table_store import KEPT_CHANGES
from tests.attacks.attacks import long_record
from tests.server.serving import PATIENCE, Running, play_on
from tests.server.test_accounts import expire, inside

BOTH = {"north": "me", "south": "me"}


def usage(server: Running) -> room.Usage:
    return asyncio.run_coroutine_threadsafe(server.server.room.measure(), server.loop).result(PATIENCE)


def test_a_database_at_its_limit_takes_nothing_new_and_games_go_on(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(database) as probe:
        most = usage(probe).size // MEGABYTE + 6
    text = long_record(300, 10)
    with (
        caplog.at_level(logging.WARNING, "khyber.server"),
        Running(database, most_database_megabytes=most) as server,
        server.player("Ann") as ann,
    ):
        table = ann.table(seats=BOTH, scenario="long")["id"]
        made = list[str]()
        with ann.watch(table) as both:
            both.choose(0)
            while (found := ann.http.post("/api/tables/import", json={"text": text})).is_success:
                made.append(found.json()["id"])
                assert len(made) < 50
            assert (found.status_code, found.json()["error"]["code"]) == (507, "full")
            assert usage(server).size <= most * MEGABYTE
            both.choose(0)
            assert len(made) > 1 and len(ann.get("/api/tables")["tables"]) == len(made) + 1
            play_on(both)
            assert both.frame["outcome"]


def test_a_table_keeps_its_last_changes_only(running: Running) -> None:
    """Undoing and choosing again, for ever, would fill the disk without a single new table."""

    def count(connection: Any) -> int:
        counted: int = connection.execute(
            select(func.count()).select_from(schema.changes).where(schema.changes.c.table_id == table)
        ).scalar_one()
        return counted

    with running.player("Ann") as ann:
        table = ann.table(seats=BOTH, scenario="long")["id"]
        with ann.watch(table) as both:
            for _ in range(5):
                both.choose(0)
            stored, version = inside(running, count), both.frame["version"]
            ahead = KEPT_CHANGES - 2
            old = schema.changes.c.version
            inside(
                running, lambda found: found.execute(update(schema.changes).where(old > 2).values(version=old + ahead))
            )
            inside(running, lambda found: found.execute(update(schema.tables).values(version=version + ahead)))
        expire(running)
        assert inside(running, count) == stored - 2
        assert inside(running, lambda found: found.execute(select(func.max(old))).scalar_one()) == version + ahead
        with ann.watch(table) as both:
            play_on(both)
            assert both.frame["outcome"]
