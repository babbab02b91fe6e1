"""What one person may have stored, and when it goes: guests, empty tables, quotas."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest
from sqlalchemy import select

import khyber
from khyber.server.storage import clock, schema
from tests.server.serving import Running, play_on, until
from tests.server.test_accounts import aged, count, expire, inside, with_account
from tests.server.test_playing import TWO, two_people

# -- expiry -------------------------------------------------------------------------------------------


def test_guests_who_never_came_back_go_and_their_games_with_others_go_on(running: Running) -> None:
    ann, bob, table = two_people(running)
    alone = ann.table(seats={"north": "me", "south": "random"})["id"]
    eve = with_account(running, "Eve")
    aged(running, schema.users, seen=179, created=179)
    expire(running)
    assert ann.get("/api/me")["user"]["name"] == "Ann"
    aged(running, schema.users, seen=2, created=2)
    aged(running, schema.sessions, used=0.1)
    bob.get("/api/me")  # this one has come back
    with bob.watch(table) as south:
        expire(running)
        south.until("frame", lambda frame: frame["players"][0]["player"] is None)
    assert ann.get("/api/me")["user"] is None
    assert eve.get("/api/me")["user"]["name"] == "Eve"
    assert bob.get(f"/api/tables/{table}")["host"] is True
    assert bob.refused("GET", f"/api/tables/{alone}") == (404, "not-found")


def test_tables_that_never_began_go(running: Running) -> None:
    ann, _, begun = two_people(running)
    with ann.watch(begun) as north:
        north.choose(0)
    unstarted = ann.table(seats=TWO)["id"]
    by_bots = ann.table(seats={"north": "random", "south": "me"})["id"]
    until(lambda: ann.get(f"/api/tables/{by_bots}")["asked"] == "south")
    record = khyber.new("distant-plain", seed=1).save()
    imported = ann.post("/api/tables/import", text=record)["id"]
    aged(running, schema.tables, changed=59)
    expire(running)
    assert {found["id"] for found in ann.get("/api/tables")["tables"]} == {begun, unstarted, by_bots, imported}
    aged(running, schema.tables, changed=2)
    with ann.watch(unstarted) as waiting:
        expire(running)
        with pytest.raises(Exception, match="1013"):
            waiting.until("never")
    assert {found["id"] for found in ann.get("/api/tables")["tables"]} == {begun, imported}
    assert count(running, schema.seats) == 6


def test_nothing_expires_where_it_is_told_so(tmp_path: Path) -> None:
    with (
        Running(f"sqlite:///{tmp_path / 'khyber.db'}", guest_days=0, empty_table_days=0) as server,
        server.player("Ann") as ann,
    ):
        table = ann.table(seats=TWO)["id"]
        aged(server, schema.users, seen=5000, created=5000)
        aged(server, schema.tables, changed=5000)
        expire(server)
        assert ann.get(f"/api/tables/{table}")["id"] == table


@pytest.mark.parametrize("gap", [clock.GAP + 3600, -3600.0, None], ids=["long ago", "ahead", "never"])
def test_after_a_long_absence_or_a_jump_of_the_clock_nobody_loses_anything_at_once(
    running: Running, gap: float | None
) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats=TWO)["id"]
        for rows, columns in ((schema.users, {"seen": 500, "created": 500}), (schema.tables, {"changed": 500})):
            aged(running, rows, **columns)
        if gap is None:
            asyncio.run_coroutine_threadsafe(running.server.cleanup.expire(), running.loop).result()
        else:
            expire(running, f"{time.time() - gap} 0")
        assert ann.get(f"/api/tables/{table}")["id"] == table
        noted = inside(
            running,
            lambda connection: connection.execute(
                select(schema.settings.c.value).where(schema.settings.c.name == clock.NOTED)
            ).scalar_one(),
        )
        last, mercy, _ = map(float, noted.split())
        expire(running, f"{last - 3600} {mercy}")
        assert ann.get(f"/api/tables/{table}")["id"] == table
        expire(running, f"{last - 3600} {mercy - clock.MERCY - 1}")
        assert ann.get("/api/me")["user"] is None


# -- quotas -------------------------------------------------------------------------------------------


def test_one_person_hosts_so_many_tables_and_no_more(database: str) -> None:
    with Running(database, most_tables=3) as server, server.player("Ann") as ann, server.player("Bob") as bob:
        tables = [ann.table(seats=TWO)["id"] for _ in range(3)]
        answer = ann.http.post("/api/tables", json={"game": "tiny", "scenario": "short"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too-many")
        assert "3 unfinished tables" in answer.json()["error"]["message"]
        assert len(ann.get("/api/tables")["tables"]) == 3
        bob.table(seats=TWO)
        ann.delete(f"/api/tables/{tables[0]}")
        ann.table(seats=TWO)


def test_one_person_may_store_a_limited_amount(database: str) -> None:
    game = khyber.new("distant-plain", seed=1)
    for _ in range(150):
        game.choose(0)
    text = game.save()
    with Running(database, most_megabytes=1) as server, server.player("Ann") as ann, server.player("Bob") as bob:
        made: list[str] = []
        while True:
            answer = ann.http.post("/api/tables/import", json={"text": text})
            if answer.status_code != 200:
                break
            made.append(answer.json()["id"])
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too-many")
        assert "more than the 1 MB allowed" in answer.json()["error"]["message"]
        assert len(made) > 2
        assert len(ann.get("/api/tables")["tables"]) == len(made)
        bob.post("/api/tables/import", text=text)
        ann.delete(f"/api/tables/{made[0]}")
        ann.post("/api/tables/import", text=text)


def test_a_table_is_deleted_by_its_host_and_stays_with_others_who_played(running: Running) -> None:
    ann, bob, table = two_people(running)
    eve = running.player("Eve")
    assert ann.refused("DELETE", f"/api/tables/{table}") == (409, "in-use")
    assert bob.refused("DELETE", f"/api/tables/{table}") == (409, "in-use")
    alone = ann.table(seats={"north": "me", "south": "random"}, public=True)["id"]
    assert eve.refused("DELETE", f"/api/tables/{alone}") == (403, "forbidden")
    with ann.watch(alone) as socket:
        ann.delete(f"/api/tables/{alone}")
        with pytest.raises(Exception, match="1013"):
            socket.until("never")
    assert ann.refused("GET", f"/api/tables/{alone}") == (404, "not-found")
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south)
    ann.delete(f"/api/tables/{table}")
    assert ann.get("/api/tables")["tables"] == []
    assert bob.get(f"/api/tables/{table}")["host"] is True
    assert json.dumps(bob.get(f"/api/tables/{table}/record"))
    assert eve.refused("DELETE", f"/api/tables/{table}") == (403, "forbidden")
