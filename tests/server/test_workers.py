"""Several workers on one PostgreSQL serve the same tables."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator

import asyncpg
import msgspec
import pytest
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed

from khyber.server.storage.database import Notification
from khyber.server.storage.postgresql import CHANNEL
from tests.server.conftest import Fresh
from tests.server.serving import PATIENCE, Player, Running, play_on, until
from tests.server.test_playing import TWO

Workers = tuple[Running, Running]


@pytest.fixture
def workers(fresh_postgres: Fresh) -> Iterator[Workers]:
    url = fresh_postgres()
    with Running(url) as first, Running(url) as second:
        yield first, second


def elsewhere(player: Player, worker: Running) -> Player:
    """The same person, served by another worker."""
    other = worker.player()
    other.http.cookies.update(dict(player.http.cookies))
    return other


def test_people_at_different_workers_play_one_game(workers: Workers) -> None:
    first, second = workers
    ann, bob = first.player("Ann"), second.player("Bob")
    made = ann.table(seats=TWO)
    bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["south"])
    with ann.watch(made["id"]) as north, bob.watch(made["id"]) as south:
        assert north.until("presence", lambda told: told["here"] == ["Ann", "Bob"])
        north.say("chat", text="good luck")
        assert south.until("chat")["lines"][0]["text"] == "good luck"
        play_on(north, south)
        assert north.frame["outcome"] == south.frame["outcome"]
        assert north.frame["outcome"] is not None


def test_of_two_choices_for_one_version_one_is_accepted(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    also_ann = elsewhere(ann, second)
    for _ in range(5):
        table = ann.table(seats={"north": "me", "south": "me"})["id"]
        with ann.watch(table) as here, also_ann.watch(table) as there:
            for _ in range(4):
                answers: list[str] = []

                def choose(socket: object, answers: list[str] = answers) -> None:
                    answer = socket.choose(0)  # type: ignore[attr-defined]
                    answers.append(answer["error"]["code"] if "error" in answer else "ack")

                before = here.frame["version"]
                threads = [threading.Thread(target=choose, args=(socket,)) for socket in (here, there)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                assert sorted(answers) == ["ack", "stale"]
                for socket in (here, there):
                    socket.catch_up(before + 1)
                assert here.frame["version"] == there.frame["version"] == before + 1
                assert here.log == there.log


def test_undo_seats_and_pauses_reach_the_other_worker(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"}, options=["rich"])["id"]
    with ann.watch(table) as here, elsewhere(ann, second).watch(table) as there:
        here.choose(0)
        here.choose(0)
        here.choose("trade")
        there.catch_up(here.frame["version"])
        there.undo("north")
        here.catch_up(there.frame["version"])
        assert here.log == there.log
        assert json.dumps(here.frame["view"]) == json.dumps(there.frame["view"])
        ann.post(f"/api/tables/{table}/pause", paused=True)
        there.until("frame", lambda frame: frame["status"] == "paused")
        ann.post(f"/api/tables/{table}/pause", paused=False)
        there.until("frame", lambda frame: frame["status"] == "running")
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        there.until("frame", lambda frame: frame["players"][1]["agent"] == "random")


def test_who_deletes_the_own_data_is_gone_everywhere(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "random"})["id"]
    there = elsewhere(ann, second)
    bob = second.player("Bob")
    with there.watch(table) as watching:
        ann.delete("/api/me")
        assert there.get("/api/me")["user"] is None
        with pytest.raises(ConnectionClosed):
            watching.until("nothing more")
    until(lambda: bob.http.get(f"/api/tables/{table}").status_code == 404)  # the other worker has heard of it


def test_who_logs_out_leaves_through_all_workers(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"})["id"]
    again = second.player()
    again.post("/api/recover", code=ann.code)  # the same person on another device
    with elsewhere(ann, second).watch(table) as there, again.watch(table) as device:
        ann.post("/api/logout")
        with pytest.raises(ConnectionClosed):
            there.until("nothing more")
        device.choose(0)  # the other device stays
        assert device.frame["version"] == 1


def test_who_logged_out_unheard_leaves_when_the_worker_looks(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"})["id"]
    first.server.database.publish = lambda notification: None  # type: ignore[method-assign]
    with elsewhere(ann, second).watch(table) as there:
        ann.post("/api/logout")
        asyncio.run_coroutine_threadsafe(second.server.tables.disconnect_ended(), second.loop).result(PATIENCE)
        with pytest.raises(ConnectionClosed):
            there.until("nothing more")


def test_wrong_passwords_count_at_all_workers(fresh_postgres: Fresh) -> None:
    """Otherwise each worker would allow as many guesses."""
    url = fresh_postgres()
    guess = {"name": "Ann", "password": "a wrong password"}
    with Running(url, limits=True) as first, Running(url, limits=True) as second:
        here, there = first.player(), second.player()
        while here.http.post("/api/login", json=guess).status_code == 401:
            pass
        until(lambda: second.server.limits._buckets.get(("login-pair", "ann 127.0.0.1"), (9.0, 0.0))[0] < 1)
        assert there.http.post("/api/login", json=guess).status_code == 429


def test_another_worker_runs_the_bots_of_one_that_died(workers: Workers) -> None:
    first, _ = workers
    ann = first.player("Ann")
    first.server.tables.bot_asked = lambda live: None  # its bots are dead
    first.server.bots.start = lambda live: None  # type: ignore[method-assign]
    table = ann.table(seats={"north": "me", "south": "random"})["id"]
    with ann.watch(table) as north:
        north.choose(0)
        north.until_asked("north")
        assert north.asked in ("north", None)


def test_a_choice_and_its_notification_are_one_transaction(workers: Workers) -> None:
    first, _ = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"}, scenario="long")["id"]
    first.server.database.publish = lambda notification: None  # type: ignore[method-assign]
    heard: list[Notification] = []

    async def listen() -> None:
        connection = await asyncpg.connect(first.settings.url)
        await connection.add_listener(
            CHANNEL, lambda *given: heard.extend(msgspec.json.decode(given[-1], type=list[Notification]))
        )
        with ann.watch(table) as here:
            key = here.keys[0]
            here.choose(key)
            assert here.choose(key, "north", version=0)["error"]["code"] == "stale"
            await asyncio.sleep(0.2)
            changes = [one for one in heard if (one.table, one.kind) == (table, "change")]
            assert [(one.version, one.choices) for one in changes] == [(1, [("north", key)])]
        await connection.close()

    asyncio.run(listen())


def test_lost_notifications_are_recovered_by_polling(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"}, scenario="long")["id"]
    with ann.watch(table) as here, elsewhere(ann, second).watch(table) as there:
        second.server.database._receive = lambda *given: None  # type: ignore[attr-defined]  # it receives nothing
        here.choose(0)
        here.choose(0)
        there.catch_up(2)
        assert here.log == there.log
        ann.post(f"/api/tables/{table}/pause", paused=True)
        there.until("frame", lambda frame: frame["status"] == "paused")


def cut_off(url: str) -> None:
    """PostgreSQL drops every connection to the database."""

    async def cut() -> None:
        connection = await asyncpg.connect(make_url(url).set(database="postgres").render_as_string(False))
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", make_url(url).database
        )
        await connection.close()

    asyncio.run(cut())


def test_a_database_that_drops_its_connections_is_found_again(workers: Workers) -> None:
    first, second = workers
    ann = first.player("Ann")
    table = ann.table(seats={"north": "me", "south": "me"}, scenario="long")["id"]
    with ann.watch(table) as here, elsewhere(ann, second).watch(table) as there:
        here.choose(0)
        there.catch_up(1)
        cut_off(first.settings.url)
        version = here.frame["version"]
        for _ in range(20):
            number = here.say("choose", version=version, seat=here.asked, key=here.keys[0])
            answer = here.until_settled(number)
            if answer["type"] == "ack":
                break
            assert answer["error"]["code"] == "unavailable"
        here.catch_up(version + 1)
        there.catch_up(version + 1)
        assert here.log == there.log
        there.choose(0)
        here.catch_up(version + 2)
