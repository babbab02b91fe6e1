"""Accounts: passwords, sessions, names, what is stored of somebody, and when it goes."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, insert, select, update

from khyber.server.people.devices import described
from khyber.server.people.names import login_of, old_login_of
from khyber.server.storage import clock, people_store, schema
from tests.server.serving import Player, Running
from tests.server.test_playing import TWO, two_people

DAY = 24 * 3600.0
LONG, OTHER = "a long password", "another long password"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
    "Mobile/15E148 Safari/604.1"
)


def inside(server: Running, work: Callable[[Connection], Any]) -> Any:
    """Do something in the database of a running server."""
    return asyncio.run_coroutine_threadsafe(server.server.database.run(work), server.loop).result()


def aged(server: Running, table: Any, **columns: float) -> None:
    """Make all rows of a table older by these days."""
    changed = {name: getattr(table.c, name) - days * DAY for name, days in columns.items()}
    inside(server, lambda connection: connection.execute(update(table).values(**changed)))


def steady(server: Running, rounds: str = "") -> None:
    """Let the server's clock have been steady for as long as anybody remembers; or note these rounds."""

    def noted(connection: Connection) -> None:
        connection.execute(delete(schema.settings).where(schema.settings.c.name == clock.NOTED))
        connection.execute(insert(schema.settings).values(name=clock.NOTED, value=rounds or f"{time.time() - 3600} 0"))

    inside(server, noted)


def expire(server: Running, rounds: str = "") -> None:
    """Delete expired data, as if earlier rounds had run on time."""
    steady(server, rounds)
    asyncio.run_coroutine_threadsafe(server.server.cleanup.expire(), server.loop).result()


def count(server: Running, table: Any) -> int:
    return int(
        inside(server, lambda connection: connection.execute(select(func.count()).select_from(table)).scalar_one())
    )


def with_account(server: Running, name: str = "Ann", agent: str = FIREFOX, source: str = "") -> Player:
    player = server.player(source=source)
    player.http.headers["user-agent"] = agent
    player.post("/api/accounts", name=name, password=LONG)
    return player


def logged_in(server: Running, name: str = "Ann", password: str = LONG, agent: str = PHONE) -> Player:
    player = server.player()
    player.http.headers["user-agent"] = agent
    player.post("/api/login", name=name, password=password)
    return player


# -- passwords ----------------------------------------------------------------------------------------


def test_a_changed_password_ends_all_other_sessions(running: Running) -> None:
    with with_account(running) as ann, logged_in(running) as phone, running.player() as anybody:
        table = ann.table(seats=TWO)["id"]
        assert ann.refused("POST", "/api/me/password", old="a wrong password", new=OTHER) == (401, "wrong-password")
        assert ann.refused("POST", "/api/me/password", old=LONG, new="short") == (400, "bad-request")
        with phone.watch(table) as far, ann.watch(table) as near:
            assert ann.post("/api/me/password", old=LONG, new=OTHER) == {"user": ann.get("/api/me")["user"]}
            with pytest.raises(Exception, match="1013"):
                far.until("never")
            near.say("ping")
            near.until("pong")
        assert phone.get("/api/me")["user"] is None
        assert ann.get("/api/me")["user"]["name"] == "Ann"
        assert anybody.refused("POST", "/api/login", name="Ann", password=LONG) == (401, "wrong-password")
        assert anybody.post("/api/login", name="Ann", password=OTHER)["user"]["name"] == "Ann"


def test_a_forgotten_password_is_replaced_with_the_recovery_code(running: Running) -> None:
    with with_account(running) as ann, running.player() as elsewhere:
        code = ann.post("/api/me/recovery", password=LONG)["recovery_code"]
        elsewhere.post("/api/recover", code=code)
        fresh = elsewhere.post("/api/me/password", old=code, new=OTHER)["recovery_code"]
        assert fresh != code
        assert ann.get("/api/me")["user"] is None
        assert running.player().refused("POST", "/api/recover", code=code) == (401, "wrong-password")
        assert running.player().post("/api/recover", code=fresh)["user"]["name"] == "Ann"
        assert logged_in(running, password=OTHER).get("/api/me")["user"]["name"] == "Ann"


def test_guests_have_no_password_to_change(running: Running) -> None:
    with running.player("Ann") as ann:
        assert ann.refused("POST", "/api/me/password", old=ann.code, new=OTHER) == (403, "forbidden")


def test_the_code_of_a_guest_does_not_open_the_account_that_guest_becomes(running: Running) -> None:
    with running.player("Ann") as ann, running.player() as thief:
        ann.post("/api/accounts", name="Ann", password=LONG)
        assert thief.refused("POST", "/api/recover", code=ann.code) == (401, "wrong-password")
        fresh = ann.post("/api/me/recovery", password=LONG)["recovery_code"]
        assert thief.post("/api/recover", code=fresh)["user"]["name"] == "Ann"


def test_a_guest_who_gets_an_account_is_signed_out_everywhere_else(running: Running) -> None:
    """Whoever had the guest's code would otherwise stay in the account."""
    with running.player("Ann") as ann, running.player() as thief:
        thief.post("/api/recover", code=ann.code)
        table = thief.table(seats=TWO)["id"]
        with thief.watch(table) as watching:
            ann.post("/api/accounts", name="Ann", password=LONG)
            with pytest.raises(Exception, match="1013"):
                watching.until("never")
        assert thief.get("/api/me")["user"] is None
        assert ann.get("/api/me")["user"]["name"] == "Ann"


def test_a_device_left_signed_in_gives_nobody_a_recovery_code(running: Running) -> None:
    with with_account(running) as ann:
        assert ann.refused("POST", "/api/me/recovery", password="") == (401, "wrong-password")
        assert ann.refused("POST", "/api/me/recovery", password=OTHER) == (401, "wrong-password")
        code = ann.post("/api/me/recovery", password=LONG)["recovery_code"]
        assert ann.post("/api/me/recovery", password=code)["recovery_code"] != code


# -- sessions -----------------------------------------------------------------------------------------


def test_sessions_are_listed_and_ended_one_by_one(running: Running) -> None:
    with with_account(running) as ann, logged_in(running) as phone, running.player("Bob") as bob:
        table = ann.table(seats=TWO)["id"]
        listed = ann.get("/api/me/sessions")["sessions"]
        assert {(found["device"], found["current"]) for found in listed} == {
            ("Firefox · Linux", True),
            ("Safari · iPhone", False),
        }
        assert all(abs(found[when] - time.time()) < 100 for found in listed for when in ("created", "used"))
        theirs = next(found["id"] for found in listed if not found["current"])
        assert bob.refused("DELETE", f"/api/me/sessions/{theirs}") == (404, "not-found")
        with phone.watch(table) as far:
            ann.delete(f"/api/me/sessions/{theirs}")
            with pytest.raises(Exception, match="1013"):
                far.until("never")
        assert phone.get("/api/me")["user"] is None
        assert ann.refused("DELETE", f"/api/me/sessions/{theirs}") == (404, "not-found")
        own = ann.get("/api/me/sessions")["sessions"]
        assert len(own) == 1
        ann.delete(f"/api/me/sessions/{own[0]['id']}")
        assert ann.get("/api/me")["user"] is None
        assert running.player().refused("GET", "/api/me/sessions") == (401, "not-signed-in")


def test_all_other_sessions_end_at_once(running: Running) -> None:
    with with_account(running) as ann:
        others = [logged_in(running) for _ in range(3)]
        ann.delete("/api/me/sessions")
        assert [other.get("/api/me")["user"] for other in others] == [None] * 3
        assert len(ann.get("/api/me/sessions")["sessions"]) == 1


def test_sessions_end_when_they_are_not_used(running: Running) -> None:
    with running.player("Ann") as ann, running.player() as again:
        again.post("/api/recover", code=ann.code)
        steady(running)
        aged(running, schema.sessions, used=89)
        assert ann.get("/api/me")["user"]["name"] == "Ann"  # in use again
        aged(running, schema.sessions, used=2)
        assert ann.get("/api/me")["user"]["name"] == "Ann"
        assert again.get("/api/me")["user"] is None
        assert len(ann.get("/api/me/sessions")["sessions"]) == 1
        assert count(running, schema.sessions) == 2
        expire(running)
        assert count(running, schema.sessions) == 1


def test_sessions_of_accounts_end_after_a_year_and_those_of_guests_go_on(running: Running) -> None:
    with with_account(running) as ann, running.player("Bob") as bob:
        steady(running)
        aged(running, schema.sessions, created=364)
        assert ann.get("/api/me")["user"]["name"] == "Ann"
        aged(running, schema.sessions, created=2)
        assert ann.get("/api/me")["user"] is None
        assert bob.http.get("/api/me").headers["set-cookie"].startswith("khyber=")  # the browser keeps it as long again
        assert bob.get("/api/me")["user"]["name"] == "Bob"
        expire(running)
        assert count(running, schema.sessions) == 1


def test_that_somebody_was_here_is_noted_once_an_hour(running: Running) -> None:
    with running.player("Ann") as ann:
        aged(running, schema.sessions, used=1)
        aged(running, schema.users, seen=1)
        ann.get("/api/me")
        used, seen = inside(
            running,
            lambda connection: (
                connection.execute(select(schema.sessions.c.used)).scalar_one(),
                connection.execute(select(schema.users.c.seen)).scalar_one(),
            ),
        )
        assert abs(used - time.time()) < 100
        assert abs(seen - time.time()) < 100
        ann.get("/api/me")
        assert used == inside(
            running, lambda connection: connection.execute(select(schema.sessions.c.used)).scalar_one()
        )


def test_devices_in_short() -> None:
    assert described(FIREFOX) == "Firefox · Linux"
    assert described(PHONE) == "Safari · iPhone"
    assert (
        described(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"
        )
        == "Edge · Windows"
    )
    assert described("curl/8.5.0") == "curl"
    assert described("<script>alert(1)</script>") == ""


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u202e",
        "\u2066Ann\u2069",
        "A\u200bnn",
        "Ann\u200d",
        "\ufeffAnn",
        "A\u00adnn",
        "Ann\u00a0B",
        "Ann\u3000B",
        "Ann\u2028",
        "A" + "\u0301" * 5,
        "A\u20dd",
        "\u0301Ann",
        "\u3164",
        "\u2800",
        "\u115fAnn",
        "Ann\u034f",
        "Ann\u0085",
        "Ann\ue000",
        "Ann\U000e0101",
        "A\u061cnn",
        "a\ufe01",
        "Ann\U0001d159",
    ],
)
def test_names_that_are_not_what_they_look_like_are_refused(local: Running, name: str) -> None:
    with local.player() as anybody:
        assert anybody.refused("POST", "/api/guests", name=name)[0] == 400
        assert anybody.refused("POST", "/api/accounts", name=name, password=LONG)[0] == 400
        anybody.post("/api/guests", name="Ann")
        assert anybody.refused("POST", "/api/guests", name=name)[0] == 400
        assert anybody.get("/api/me")["user"]["name"] == "Ann"
        assert anybody.refused("POST", "/api/tables", game="tiny", scenario="short", name=name) == (400, "bad-name")


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "  Ann   of Kabul ",
        "José",
        "Jose\u0301",
        "Łukasz Żółć",
        "Nguyễn Thị Ánh",
        "محمد",
        "مُحَمَّد",
        "שָׁלוֹם",
        "अनिता",
        "อนันต์",
        "안나",
        "Анна",
        "明子",
        "O’Brien-Smith, Jr.",
        "🦊",
        "♥️",
        "x_42",
        "Анна (Ann)",
        "β-Ann",
    ],
)
def test_names_from_everywhere_are_welcome(local: Running, name: str) -> None:
    with local.player(name) as anybody:
        shown = anybody.get("/api/me")["user"]["name"]
        assert shown == " ".join(shown.split())
        assert anybody.table(name=name)["id"]


@pytest.mark.parametrize("name", ["\u0410nn", "Bo\u042c", "\u039dick of Kabul", "B\u03bfb"])
def test_look_alike_letters_of_two_scripts_are_refused(local: Running, name: str) -> None:
    with local.player() as anybody:
        assert anybody.refused("POST", "/api/accounts", name=name, password=LONG) == (400, "bad-name")
        assert anybody.refused("POST", "/api/guests", name=name) == (400, "bad-name")


def test_look_alikes_of_width_and_form_are_one_account(running: Running) -> None:
    with with_account(running, "Ann 1"):
        for other in ("ANN 1", "\uff21\uff4e\uff4e \uff11", "Ann \u00b9", "\u24b6nn 1", "\U0001d400nn 1", "ann  1"):
            assert login_of(other) == "ann 1"
            assert running.player().refused("POST", "/api/accounts", name=other, password=LONG) == (409, "taken")
            assert logged_in(running, other).get("/api/me")["user"]["name"] == "Ann 1"


def test_an_account_stored_under_the_login_of_an_earlier_release_still_opens(running: Running) -> None:
    name = "Ann\u01f0"  # case folding leaves something that has a composed form
    with with_account(running, name):
        assert old_login_of(name) != login_of(name)
        inside(running, lambda connection: connection.execute(update(schema.users).values(login=old_login_of(name))))
        assert logged_in(running, name).get("/api/me")["user"]["guest"] is False


# -- all that is stored of somebody -------------------------------------------------------------------


def test_the_export_holds_all_that_is_stored_of_me_and_no_secret(running: Running) -> None:
    ann, bob, table = two_people(running)
    sandbox = ann.table(sandbox=True, name="Trying things")["id"]
    with ann.watch(table) as north, bob.watch(table) as south:
        north.say("chat", text="hello from Ann")
        south.say("chat", text="hello from Bob")
        south.until("chat")
        north.choose(0)
    ann.http.put(f"/api/tables/{table}/notes", json={"text": "watch the south"}).raise_for_status()
    answer = ann.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    exported = answer.json()
    profile = exported["profile"]
    assert profile == {**profile, "id": ann.get("/api/me")["user"]["id"], "name": "Ann", "login": None}
    assert [found["current"] for found in exported["sessions"]] == [True]
    assert [(line["table"], line["line"]["text"]) for line in exported["chat"]] == [(table, "hello from Ann")]
    tables = {found["id"]: found for found in exported["tables"]}
    assert set(tables) == {table, sandbox}
    played = tables[table]
    assert (played["host"], played["seats"], played["notes"]) == (True, ["north"], "watch the south")
    assert played["record"] == ann.get(f"/api/tables/{table}/record")
    header = inside(
        running,
        lambda connection: connection.execute(
            select(schema.tables.c.header).where(schema.tables.c.id == table)
        ).scalar_one(),
    )
    assert str(json.loads(header)["seed"]) not in answer.text
    assert tables[sandbox]["record"] == ann.get(f"/api/tables/{sandbox}/record")
    assert tables[sandbox]["name"] == "Trying things"
    assert "hello from Bob" not in answer.text
    theirs = {found["id"]: found for found in bob.get("/api/me/export")["tables"]}
    assert set(theirs) == {table}
    assert theirs[table]["record"] != played["record"]
    assert running.player().refused("GET", "/api/me/export") == (401, "not-signed-in")


def test_a_table_that_cannot_be_read_does_not_spoil_the_export(running: Running) -> None:
    with running.player("Ann") as ann:
        good, bad = ann.table(seats=TWO)["id"], ann.table(seats=TWO)["id"]
        inside(
            running,
            lambda connection: connection.execute(
                update(schema.tables).where(schema.tables.c.id == bad).values(header="{")
            ),
        )
        running.loop.call_soon_threadsafe(running.server.tables.lives.clear)
        tables = {found["id"]: found for found in ann.get("/api/me/export")["tables"]}
        assert tables[good]["record"]
        assert tables[bad]["record"] is None
        assert "cannot be loaded" in tables[bad]["problem"]


def test_the_chat_of_a_table_does_not_grow_for_ever(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_store, "KEPT_LINES", 5)
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        for number in range(12):
            north.say("chat", text=f"line {number}")
            north.until("chat")
    with bob.watch(table) as south:
        assert [line["text"] for line in south.until("chat")["lines"]] == [f"line {number}" for number in range(7, 12)]
