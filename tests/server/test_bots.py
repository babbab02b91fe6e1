"""Bots at a server: in processes of their own, one transaction a turn, and no harm done when they fail."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import time
from typing import Any

import pytest
from sqlalchemy import Connection, select

import khyber
from khyber.engine.verify import verify
from khyber.server.storage import schema
from khyber.server.tables import jobs
from tests.server.games import BROKEN
from tests.server.serving import PATIENCE, Running, Socket, until


def ask(running: Running, work: Any) -> Any:
    """Look into the database of a server that runs."""
    database, loop = running.server.database, running.loop

    async def looked() -> Any:
        return await database.run(work)

    return asyncio.run_coroutine_threadsafe(looked(), loop).result(PATIENCE)


def changes(running: Running, table: str) -> list[Any]:
    def work(connection: Connection) -> list[Any]:
        return list(
            connection.execute(
                select(schema.changes).where(schema.changes.c.table_id == table).order_by(schema.changes.c.version)
            )
        )

    found: list[Any] = ask(running, work)
    return found


def test_a_person_plays_a_distant_plain_against_bots_to_the_end(local: Running) -> None:
    with local.player("Ann") as ann:
        rest = dict.fromkeys(("coalition", "government", "warlords"), "random")
        table = ann.table("distant-plain", seats={"taliban": "me", **rest})["id"]
        with ann.watch(table, lang="it") as socket:
            socket.until_asked("taliban")
            assert "preparazione completata" in " ".join(event["text"] for event in socket.log)
            while socket.asked is not None:
                socket.choose(0)
                socket.until_asked("taliban")
            assert socket.frame["outcome"]["ranking"]
        rows = changes(local, table)
        assert [row.version for row in rows] == list(range(1, socket.frame["version"] + 1))
        assert {row.kind for row in rows} == {"choose", "bot"}
        # the choices of a turn were written together
        turns = [list(turn) for _, turn in itertools.groupby(rows, key=lambda row: (row.seat, row.at))]
        assert max(len(turn) for turn in turns if turn[0].kind == "bot") > 1


ZURMAT = """
active = "taliban"
coalition.hand = ["intel", "drone"]
taliban = { board = ["patrol", "attack", "declare", "construct", "recruit"], hand = ["ied"] }
tile.01 = { control = "coalition", us = 2, ana = 2 }
tile.08 = { north = 1, control = "taliban", taliban = 3 }
tile.12 = { east = 1 }
"""


@pytest.mark.rule("zurmat:tactics")
def test_a_person_is_not_asked_empty_questions_by_a_bot(local: Running) -> None:
    """The bot's process, the server and the database agree on the table."""
    source = random.Random(2)
    with local.player("Ann") as ann:
        seats = {"coalition": "me", "taliban": "bot:standard"}
        table = ann.post("/api/tables/import", game="zurmat", text=ZURMAT, seats=seats, sandbox=True)["id"]
        with ann.watch(table) as socket:
            for _ in range(60):
                socket.until_asked("coalition")
                if socket.asked is None:
                    break
                asked = socket.frame["decision"]
                # who looks at discs sees them until the answer
                looks = socket.frame["view"]["looking"] is not None
                assert len(socket.keys) > 1 or looks or asked["ask"] in ("show-discs", "look", "which-disc"), asked
                socket.choose(source.randrange(len(socket.keys)))
            version = socket.frame["version"]
        played = khyber.load(ann.http.get(f"/api/tables/{table}/record").text)
    assert played.version >= version
    assert verify(played.game, played.record()) == len(played.steps)
    rows = changes(local, table)
    assert [row.version for row in rows][: played.version] == list(range(1, played.version + 1))
    assert {"choose", "bot", "cover"} == {row.kind for row in rows}
    entries = [(seat, entry) for step in played.steps for seat, entry in zip(step.seats(), step.listed(), strict=True)]
    assert ("coalition", "no") in entries


def test_bots_alone_play_to_the_end(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "random", "south": "random"})["id"]
        until(lambda: ann.get(f"/api/tables/{table}")["status"] == "over")


def test_a_bot_plays_as_it_would_without_a_server(local: Running) -> None:
    with local.player("Ann") as ann:
        seats = dict.fromkeys(("coalition", "government", "taliban", "warlords"), "random")
        table = ann.table("distant-plain", seats=seats, sandbox=True, seed=11)["id"]
        until(lambda: ann.get(f"/api/tables/{table}")["status"] == "over")
        played = khyber.load(ann.http.get(f"/api/tables/{table}/record").text)
    alone = khyber.play("distant-plain", seed=11, seats=seats)
    assert played.state == alone.state
    assert [step.entries for step in played.steps] == [step.entries for step in alone.steps]


def test_a_bot_of_the_rulebook_takes_over_in_the_midst_of_a_turn_and_gives_it_back(local: Running) -> None:
    with local.player("Ann") as ann:
        rest = dict.fromkeys(("coalition", "government", "warlords"), "bot:3rd")
        table = ann.table("distant-plain", seats={"taliban": "me", **rest})["id"]
        with ann.watch(table) as socket:
            socket.until_asked("taliban")
            while not {"march", "rally", "attack", "terror"} & set(socket.keys):
                socket.choose("pass" if "pass" in socket.keys else socket.keys[0])
                socket.until_asked("taliban")
            socket.choose(next(key for key in ("march", "rally", "attack", "terror") if key in socket.keys))
            assert socket.asked == "taliban"
            ann.post(f"/api/tables/{table}/seat", seat="taliban", agent="bot:3rd")
            card = socket.frame["view"]["card"]
            socket.until("frame", lambda frame: frame["view"]["card"] != card)
            assert not socket.frame["trouble"]
            ann.post(f"/api/tables/{table}/seat", seat="taliban", agent="person")
            socket.until("frame", lambda frame: bool((frame["decision"] or {}).get("options")))
            assert socket.asked == "taliban"


def test_a_process_that_dies_is_replaced(local: Running) -> None:
    with local.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "random"}, scenario="long")["id"]
        with ann.watch(table) as north:
            north.choose(0)
            north.until_asked("north")
            pool = until(lambda: next(iter((*local.server.bot_pool._idle, *local.server.bot_pool._busy)), None))
            for process in list(until(lambda: pool._processes)):
                os.kill(process, signal.SIGKILL)
            while north.asked is not None:
                north.choose(0)
                north.until_asked("north")
            assert north.frame["outcome"]


def test_a_server_that_starts_runs_the_bots_that_wait(database: str) -> None:
    with Running(database) as server:
        server.server.tables.bot_asked = lambda live: None
        server.server.bots.start = lambda live: None  # type: ignore[method-assign]
        ann = server.player("Ann")
        table = ann.table(seats={"north": "random", "south": "me"})["id"]
        time.sleep(0.2)
        assert ann.get(f"/api/tables/{table}")["version"] == 0
    with Running(database) as again:
        other = again.player()
        other.http.cookies.update(dict(ann.http.cookies))
        until(lambda: other.get(f"/api/tables/{table}")["asked"] == "south")


def test_a_bot_that_cannot_play_leaves_the_table_to_its_host(database: str) -> None:
    with Running(database, games=BROKEN) as server, server.player("Ann") as ann:
        # in this release a trader who rests meets a rule that fails
        for seed in range(20):
            table = ann.table(seats={"south": "random"}, sandbox=True, seed=seed)["id"]
            with ann.watch(table) as north:
                if told_of_trouble(north):
                    break
        else:
            raise AssertionError("no bot ever rested")
        failures = ask(server, lambda connection: connection.execute(select(schema.failures)).all())
        assert any("nobody rests" in row.message for row in failures)
        with ann.watch(table) as north:
            version = north.frame["version"]
            assert north.asked == "south"
            ann.post(f"/api/tables/{table}/seat", seat="south", agent="me")
            north.until("frame", lambda frame: frame["version"] > version)
            assert north.frame["trouble"] == ""
            assert north.choose("rest")["error"]["code"] == "rule-failed"
            assert "nobody rests" not in "".join(north.heard)
            if "raid" in north.keys:
                assert north.choose("raid")["type"] == "ack"


def told_of_trouble(north: Socket) -> bool:
    """Play, never resting, until the bot meets trouble or the game is over."""
    while north.asked is not None:
        if north.asked == "north":
            keys = [key for key in north.keys if key != "rest"]
            if not keys:
                return False
            north.choose(keys[0])
        else:
            north.until("frame")
        if north.frame["trouble"]:
            return True
    return False


def test_only_a_checkpoint_and_the_choices_since_go_to_a_bot() -> None:
    table = khyber.new("distant-plain", seed=3)
    while table.decision is not None and len(table.steps) < 20:
        table.choose(0)
    record = jobs.checkpoint_record(table)
    assert len(record.steps) == len(table.steps)
    assert sum(len(step.after) for step in record.steps) == len(table.steps[-1].after)
