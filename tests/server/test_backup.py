"""A copy of the database, taken during play: another server resumes from it, and nothing is missing."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest
from tools.postgres import free_port

from khyber.engine.verify import verify
from khyber.server.library import restore
from khyber.server.storage import table_store
from khyber.server.storage.backup import backup
from khyber.server.storage.urls import open_database
from tests.server.games import LIBRARY
from tests.server.killing import SCENARIOS, TABLES, Client, server_process
from tests.server.serving import PATIENCE, Player, Running


def restored_into(copy: Path, database: str, fresh: str) -> str:
    """A database made from the copy."""
    if database.startswith("sqlite"):
        return f"sqlite:///{copy}"
    program = shutil.which("pg_restore")
    if program is None:
        pytest.skip("pg_restore is not installed (Debian: apt-get install postgresql-client)")
    subprocess.run([program, "--no-owner", "--dbname", fresh, str(copy)], check=True, capture_output=True)
    return fresh


def test_a_copy_taken_under_load_has_all_that_was_acknowledged_before(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    port, copy = free_port(), tmp_path / "copy"
    address = f"http://127.0.0.1:{port}"
    with server_process(database, port), Player(address) as ann:
        ann.post("/api/guests", name="Ann")
        clients = [
            Client(address, ann.table(game, SCENARIOS[game], seats=seats)["id"], ann.cookie, random.Random(number))
            for number, (game, seats) in enumerate(TABLES)
        ]
        before, after = asyncio.run(_copied_under_play(clients, partial(backup, database, copy)))
        cookies = dict(ann.http.cookies)
    assert sum(before.values()) > 20
    assert sum(after.values()) > sum(before.values()), "somebody played while the copy was taken"
    fresh = "" if database.startswith("sqlite") else request.getfixturevalue("fresh_postgres")()
    url = restored_into(copy, database, fresh)
    asyncio.run(_check(url, clients, before))
    with Running(url) as again, again.player() as back:
        back.http.cookies.update(cookies)
        for client in clients:
            with back.watch(client.table) as socket:
                assert socket.frame["version"] >= before[client.table]
                if socket.frame["decision"] and "options" in socket.frame["decision"]:
                    assert socket.choose(0)["type"] == "ack"


async def _copied_under_play(clients: list[Client], copy: partial[int]) -> tuple[dict[str, int], dict[str, int]]:
    """The versions acknowledged before the copy was begun, and after it was made."""
    enough = asyncio.Event()
    playing = [asyncio.create_task(client.play(enough)) for client in clients]
    async with asyncio.timeout(PATIENCE):
        while sum(len(client.acknowledged) for client in clients) < 40:
            await asyncio.sleep(0.01)
        while True:  # a copy may take less time than a choice: until somebody played meanwhile
            before = {client.table: max(client.acknowledged, default=0) for client in clients}
            assert await asyncio.to_thread(copy) > 0
            after = {client.table: max(client.acknowledged, default=0) for client in clients}
            if sum(after.values()) > sum(before.values()):
                break
            Path(copy.args[1]).unlink()
        enough.set()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return before, after


async def _check(url: str, clients: list[Client], before: dict[str, int]) -> None:
    """Every table of the copy is at least where it was acknowledged to be, and its record verifies."""
    opened = open_database(url)
    await opened.start(lambda notification: None)
    try:
        for client in clients:
            loaded = await opened.run(partial(table_store.load_table, table=client.table))
            assert loaded is not None
            assert loaded.row.version >= before[client.table]
            table = restore(LIBRARY, table_store.record_of(loaded.row, loaded.steps))
            verify(LIBRARY.find(loaded.row.game), table.record())
    finally:
        await opened.close()
