"""Failures of storage: one line of error, only damaged tables are affected, and the server recovers by itself."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, text, update
from tools.postgres import own_cluster, why_not

from khyber.engine.errors import BadSetup
from khyber.server.errors import Unavailable
from khyber.server.storage import schema
from khyber.server.storage.changes import TableChange
from khyber.server.storage.sqlite import SQLite
from khyber.server.storage.table_store import Progress
from khyber.server.storage.urls import open_database
from tests.server.conftest import Fresh
from tests.server.serving import PATIENCE, Running, until
from tests.server.test_playing import TWO

BOTS = {"north": "random", "south": "random"}


def inside(running: Running, work: Any) -> Any:
    """Work on the database of a server that runs."""

    async def run() -> Any:
        return await running.server.database.run(work)

    return asyncio.run_coroutine_threadsafe(run(), running.loop).result(PATIENCE)


def quick(running: Running) -> sqlite3.Connection:
    """The connection that writes choices at once."""
    found = running.server.database
    assert isinstance(found, SQLite)
    assert found._driver is not None
    return found._driver.connection


# -- one server for each file ---------------------------------------------------------------------------


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_second_server_is_kept_off_the_file_whatever_link_leads_to_it(tmp_path: Path, link: Any) -> None:
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}"):
        link(tmp_path / "khyber.db", tmp_path / "other.db")
        second = open_database(f"sqlite:///{tmp_path / 'other.db'}")

        async def start() -> None:
            await second.start(lambda notification: None)

        with pytest.raises(BadSetup, match="another server uses"):
            asyncio.run(start())


def test_a_missing_postgresql_database_is_named(fresh_postgres: Fresh) -> None:
    url = fresh_postgres().rpartition("/")[0] + "/nowhere"

    async def start() -> None:
        await open_database(url).start(lambda notification: None)

    with pytest.raises(Unavailable, match=r"there is no database 'nowhere' at 127\.0\.0\.1"):
        asyncio.run(start())


# -- locks ----------------------------------------------------------------------------------------------


def test_a_choice_waits_for_a_locked_file_and_nobody_else_does(local: Running) -> None:
    """Someone writes to the file with a tool of their own: the choice is stored as soon as they are done."""
    ann = local.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"})["id"]
    found = local.server.database
    assert isinstance(found, SQLite)
    with ann.watch(table) as north, ann.watch(table) as other:
        tool = sqlite3.connect(found.path, isolation_level=None)
        tool.execute("BEGIN IMMEDIATE")
        version = north.frame["version"]
        number = north.say("choose", version=version, seat=north.frame["decision"]["seat"], key=north.keys[0])
        ping = other.say("ping")
        assert other.until("pong")["id"] == ping
        assert inside_file(found.path, table) == version
        tool.execute("COMMIT")
        tool.close()
        assert north.until_settled(number)["type"] == "ack"
    assert inside_file(found.path, table) == version + 1


def test_nobody_waits_while_a_long_game_is_read(local: Running) -> None:
    """A chart of the longest game takes a third of a second to read; choices and other requests go on."""
    ann = local.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"})["id"]
    began, over = threading.Event(), threading.Event()

    def long_read(connection: Connection) -> bool:
        connection.execute(select(schema.steps)).all()
        began.set()
        return over.wait(PATIENCE)

    async def read() -> bool:
        return await local.server.database.read(long_read)

    reading = asyncio.run_coroutine_threadsafe(read(), local.loop)
    try:
        assert began.wait(PATIENCE)
        with ann.watch(table) as both:  # read by another thread
            both.choose(0)  # written by the second connection
        ann.http.put(f"/api/tables/{table}/notes", json={"text": "meanwhile"}).raise_for_status()  # by the thread
        assert not reading.done()
    finally:
        over.set()
    assert reading.result(PATIENCE)


def test_a_long_read_cannot_write(local: Running) -> None:
    async def read() -> None:
        await local.server.database.read(lambda connection: connection.execute(delete(schema.tables)))

    with pytest.raises(Unavailable, match="readonly"):
        asyncio.run_coroutine_threadsafe(read(), local.loop).result(PATIENCE)


def test_the_write_ahead_log_does_not_grow_with_the_choices(local: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khyber.server.storage.sqlite.CHECKPOINT", 5)
    ann = local.player("Ann")
    seats = dict.fromkeys(("coalition", "government", "taliban", "warlords"), "me")
    table = ann.post("/api/tables", game="distant-plain", scenario="short", seats=seats)["id"]
    found = local.server.database
    assert isinstance(found, SQLite)
    sizes = []
    with ann.watch(table) as all_seats:
        for _ in range(120):
            all_seats.choose(0)
            sizes.append(Path(f"{found.path}-wal").stat().st_size)
    assert sizes[-1] <= 2 * sizes[29]  # it would be four times as long


def test_a_choice_after_the_database_is_closed_is_unavailable(tmp_path: Path) -> None:
    found = open_database(f"sqlite:///{tmp_path / 'khyber.db'}")
    now = Progress(2, 0, 0, "1", 0, "", "", "", False, None, None, "running")

    async def write() -> None:
        await found.start(lambda notification: None)
        await found.close()
        await found.write(TableChange(table="nowhere", seen=1, now=now))

    with pytest.raises(Unavailable, match="closed"):
        asyncio.run(write())


def inside_file(path: Path, table: str) -> int:
    """The version of a table that is stored."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT version FROM tables WHERE id = ?", (table,)).fetchone()[0]
        return found


# -- disks ----------------------------------------------------------------------------------------------


def test_a_full_disk_is_reported_and_nothing_is_acknowledged(local: Running) -> None:
    def limit(pages: int) -> None:
        """Let the file have no more pages, by either connection."""
        inside(local, lambda connection: connection.execute(text(f"PRAGMA max_page_count = {pages}")) and None)
        quick(local).execute(f"PRAGMA max_page_count = {pages}")

    ann = local.player("Ann")
    table = ann.table(scenario="long", seats={"north": "me", "south": "me"})["id"]
    limit(inside(local, lambda connection: connection.execute(text("PRAGMA page_count")).scalar_one()))
    # small writes may still fit into pages that are there; at last there is no more room
    made = [table]
    while (
        answer := ann.http.post(
            "/api/tables", json={"game": "distant-plain", "scenario": "short", "seats": {"taliban": "me"}}
        )
    ).status_code == 200:
        made.append(answer.json()["id"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    with ann.watch(table) as north:
        while True:
            version = north.frame["version"]
            reply = north.until_settled(
                north.say("choose", version=version, seat=north.frame["decision"]["seat"], key=north.keys[0])
            )
            if reply["type"] == "error":
                break
            north.until("frame")
        assert reply["error"]["code"] == "unavailable"
    limit(1_000_000)
    assert ann.get("/api/health")["ok"]
    with ann.watch(table) as north:
        assert north.frame["version"] == version
        assert len(ann.get("/api/tables?mine")["tables"]) == len(made)
        assert north.choose(0)["type"] == "ack"


def test_a_disk_that_takes_nothing_fails_the_health_check(local: Running) -> None:
    ann = local.player("Ann")
    assert ann.get("/api/health")["ok"]
    inside(local, lambda connection: connection.execute(text("PRAGMA query_only = ON")) and None)
    answer = ann.http.get("/api/health")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    assert "readonly" in answer.json()["error"]["message"]
    asyncio.run_coroutine_threadsafe(_writable(local), local.loop).result(PATIENCE)
    assert ann.get("/api/health")["ok"]


async def _writable(running: Running) -> None:
    found = running.server.database
    assert isinstance(found, SQLite)
    assert found._connection is not None
    connection = found._connection.connection.driver_connection
    assert connection is not None
    await asyncio.get_running_loop().run_in_executor(
        found._thread, lambda: connection.execute("PRAGMA query_only = OFF")
    )


def test_a_log_that_cannot_be_written_through_is_reported_until_it_can(
    local: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    ann = local.player("Ann")
    with monkeypatch.context() as patched:
        patched.setattr("khyber.server.storage.sqlite.os.fsync", fails)
        ann.table(seats=TWO)
        reply = until(lambda: (answer := ann.http.get("/api/health")).status_code == 503 and answer.json())
        assert "Input/output error" in reply["error"]["message"]
    until(lambda: ann.http.get("/api/health").status_code == 200)


# -- damaged rows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["blob", "header", "now"])
def test_a_damaged_table_is_broken_alone(running: Running, damage: str) -> None:
    ann = running.player("Ann")
    bad, good = ann.table(seats=BOTS)["id"], ann.table(seats=BOTS)["id"]
    until(lambda: all(ann.get(f"/api/tables/{table}")["status"] == "over" for table in (bad, good)))
    waiting = ann.table(seats={"north": "me", "south": "random"})["id"]
    with ann.watch(waiting) as north:
        north.until_asked("north")
        north.choose(0)
    steps, tables = schema.steps, schema.tables
    inside(
        running,
        lambda connection: (
            connection.execute(
                {
                    "blob": update(steps).where(steps.c.table_id == bad, steps.c.number == 0).values(after=b"damaged"),
                    "header": update(tables).where(tables.c.id == bad).values(header="{"),
                    "now": update(tables).where(tables.c.id == bad).values(now="nonsense", now_by="nobody"),
                }[damage]
            )
            and None
        ),
    )
    running.server.tables.lives.pop(bad)
    for path in ("", "/record", "/replay?step=1", "/timeline", "/why?step=1"):
        assert ann.refused("GET", f"/api/tables/{bad}{path}") == (409, "broken"), path
    assert ann.get(f"/api/tables/{good}")["status"] == "over"
    assert ann.get(f"/api/tables/{good}/timeline")["steps"]
    assert len(ann.get("/api/tables?mine")["tables"]) == 3


def test_a_damaged_table_does_not_stop_the_bots_of_others(database: str) -> None:
    with Running(database) as server:
        server.server.tables.bot_asked = lambda live: None
        server.server.bots.start = lambda live: None  # type: ignore[method-assign]
        ann = server.player("Ann")
        bad, good = (ann.table(seats={"north": "random", "south": "me"})["id"] for _ in range(2))
        tables = schema.tables
        inside(
            server,
            lambda connection: (
                connection.execute(update(tables).where(tables.c.id == bad).values(header="{}", changed=0)) and None
            ),
        )
    with Running(database) as again:
        other = again.player()
        other.http.cookies.update(dict(ann.http.cookies))
        until(lambda: other.get(f"/api/tables/{good}")["asked"] == "south")
        assert other.refused("GET", f"/api/tables/{bad}") == (409, "broken")


# -- clocks and outages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [-24, 24])
def test_a_clock_that_jumps_strands_no_bot(database: str, hours: int) -> None:
    with Running(database) as server:
        server.server.tables.bot_asked = lambda live: None
        server.server.bots.start = lambda live: None  # type: ignore[method-assign]
        ann = server.player("Ann")
        table = ann.table(seats={"north": "random", "south": "me"})["id"]
        inside(
            server,
            lambda connection: (
                connection.execute(update(schema.tables).values(changed=time.time() + hours * 3600)) and None
            ),
        )
    with Running(database, pick_up=0.2) as again:
        other = again.player()
        other.http.cookies.update(dict(ann.http.cookies))
        until(lambda: other.get(f"/api/tables/{table}")["asked"] == "south")


def test_after_an_outage_of_the_database_every_bot_plays_on() -> None:
    if reason := why_not():
        pytest.skip(reason)
    with own_cluster(safe=False) as cluster, Running(cluster.url) as server:
        ann = server.player("Ann")
        tables = [
            ann.table(
                "distant-plain", seats=dict.fromkeys(("coalition", "government", "taliban", "warlords"), "random")
            )["id"]
            for _ in range(4)
        ]
        until(lambda: all(ann.get(f"/api/tables/{table}")["version"] > 5 for table in tables))
        cluster.stop()
        time.sleep(2)
        assert ann.http.get("/api/health").status_code == 503
        cluster.start()
        before = until(lambda: _versions(ann, tables))
        # a game that was over by then has played on
        until(
            lambda: all(
                now > min(then, OVER - 1) for now, then in zip(_versions(ann, tables) or before, before, strict=True)
            )
        )


#: More than any version: added to those of games that are over.
OVER = 10**6


def _versions(player: Any, tables: list[str]) -> list[int] | None:
    answers = [player.http.get(f"/api/tables/{table}") for table in tables]
    if any(answer.status_code != 200 for answer in answers):
        return None
    return [answer.json()["version"] + (OVER if answer.json()["status"] == "over" else 0) for answer in answers]
