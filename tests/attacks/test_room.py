"""No address fills the disk: it has quotas of its own, and a disk with little room takes nothing new."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, update

import khyber
from khyber.server.storage import changes, room, schema
from tests.attacks.attacks import long_record
from tests.attacks.target import Caller, target
from tests.server.serving import PATIENCE, Player, Running, play_on
from tests.server.test_accounts import count, expire, inside
from tests.server.test_connections import limited_server

MEGABYTE = 1_000_000
TWO = {"north": "me", "south": "me"}
FREEDOM = "enduring-freedom"
HERE, THERE = "127.0.4.1", "127.0.4.2"


# -- one address --------------------------------------------------------------------------------------


def test_guests_of_one_address_bring_in_only_so_many_megabytes_at_once(tmp_path: Path) -> None:
    text = long_record(900, 10)
    with target(f"sqlite:///{tmp_path}/khyber.db") as server:
        guests = [Caller(server, f"Guest {number}", HERE) for number in range(4)]
        answers = [
            guest.attempt("POST", "/api/tables/import", json={"game": FREEDOM, "text": text})
            for guest in guests
            for _ in range(2)
        ]
        accepted = sum(status == 200 for status, _ in answers)
        assert 0 < accepted * len(text) <= 17 * MEGABYTE and (429, "rate-limited") in answers
        with Caller(server, "Innocent", THERE) as innocent:
            innocent.post("/api/tables/import", game=FREEDOM, text=text)


def test_guests_of_one_address_share_its_tables_and_megabytes(tmp_path: Path) -> None:
    with target(f"sqlite:///{tmp_path}/khyber.db", most_address_tables=5) as server:
        answers = list[tuple[int, str]]()
        for number in range(4):
            with Caller(server, f"Guest {number}", HERE) as guest:
                plain = {"game": "tiny", "scenario": "short", "seats": TWO}
                answers += [guest.attempt("POST", "/api/tables", json=plain) for _ in range(2)]
        assert answers == [(200, "")] * 5 + [(409, "too-many-here")] * 3
        with Caller(server, "Innocent", THERE) as innocent:
            innocent.post("/api/tables", **plain)


def test_an_address_may_store_so_many_megabytes_and_more_after_it_has_deleted_some(tmp_path: Path) -> None:
    text = long_record(100, 5)
    with target(f"sqlite:///{tmp_path}/khyber.db", most_address_megabytes=1) as server:
        first, second = Caller(server, "First", HERE), Caller(server, "Second", HERE)
        made = list[str]()
        while (
            answer := (first, second)[len(made) % 2].http.post("/api/tables/import", json={"text": text})
        ).is_success:
            made.append(answer.json()["id"])
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too-many-here")
        assert "1 MB" in answer.json()["error"]["message"]
        assert len(made) > 1
        with Caller(server, "Innocent", THERE) as innocent:
            innocent.post("/api/tables/import", game=FREEDOM, text=text)
        first.http.delete(f"/api/tables/{made[0]}")
        first.post("/api/tables/import", game=FREEDOM, text=text)


def test_an_address_makes_so_many_guests_and_accounts_in_a_day(tmp_path: Path) -> None:
    with target(f"sqlite:///{tmp_path}/khyber.db", most_address_people=3) as server:
        for number in range(3):
            Caller(server, f"Guest {number}", HERE)
        here, there = (
            httpx.Client(base_url=server.address, transport=httpx.HTTPTransport(local_address=source))
            for source in (HERE, THERE)
        )
        refused = here.post("/api/guests", json={"name": "Guest 3"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too-many-here")
        account = {"name": "Somebody", "password": "correct horse"}
        assert here.post("/api/accounts", json=account).json()["error"]["code"] == "too-many-here"
        assert there.post("/api/accounts", json=account).status_code == 200
        assert here.post("/api/login", json=account).status_code == 200


def test_deleting_people_lets_an_address_make_no_more_of_them(tmp_path: Path) -> None:
    with target(f"sqlite:///{tmp_path}/khyber.db", most_address_people=3) as server:
        for number in range(3):
            with Caller(server, f"Guest {number}", HERE) as guest:
                assert guest.http.request("DELETE", "/api/me").status_code == 200
        here = httpx.Client(base_url=server.address, transport=httpx.HTTPTransport(local_address=HERE))
        refused = here.post("/api/guests", json={"name": "Guest 3"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too-many-here")
        with Caller(server, "Innocent", THERE) as innocent:
            assert innocent.http.request("DELETE", "/api/me").status_code == 200


def test_behind_a_proxy_quotas_count_by_the_address_it_names_and_an_ipv6_network_is_one(tmp_path: Path) -> None:
    def arrive(port: int, forwarded: str) -> int:
        headers = {"X-Forwarded-For": forwarded}
        url = f"http://127.0.0.1:{port}/api/guests"
        return httpx.post(url, json={"name": "Guest"}, headers=headers, timeout=PATIENCE).status_code

    here = ("2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::")
    with limited_server(f"sqlite:///{tmp_path}/proxied.db", proxy="127.0.0.1", most_address_people=2) as port:
        assert [arrive(port, address) for address in here] == [200, 200, 409]
        assert arrive(port, "2001:db8:1:3::1") == 200
    with limited_server(f"sqlite:///{tmp_path}/plain.db", most_address_people=2) as port:
        assert [arrive(port, f"198.51.100.{number}") for number in range(3)] == [200, 200, 409]


def test_where_people_came_from_is_forgotten_after_a_day(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db", limits=True) as server:
        server.player("Ann")
        server.player("Bob")
        server.player("Eve").delete("/api/me")
        ago = schema.users.c.created - 2 * 86_400
        inside(
            server,
            lambda found: found.execute(update(schema.users).where(schema.users.c.name == "Ann").values(created=ago)),
        )
        expire(server)
        rows = inside(server, lambda found: found.execute(select(schema.users.c.name, schema.users.c.source)).all())
        assert {name: bool(source) for name, source in rows} == {"Ann": False, "Bob": True}
        assert count(server, schema.departures) == 1
        inside(server, lambda found: found.execute(update(schema.departures).values(created=0.0)))
        expire(server)
        assert count(server, schema.departures) == 0


# -- one table ----------------------------------------------------------------------------------------


def test_undoing_for_ever_fills_no_disk(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's old changes go while it is played, not in the next round of the clean-up."""
    kept, every = 40, 10
    monkeypatch.setattr(changes, "KEPT_CHANGES", kept)
    monkeypatch.setattr(changes, "TRIMMED_EVERY", every)
    with running.player("Mallory") as mallory:
        table = mallory.table(seats=TWO, scenario="long")["id"]
        with mallory.watch(table) as both:
            for _ in range(kept + 2 * every):
                seat = both.frame["decision"]["seat"]
                assert both.choose(0)["type"] == "ack"
                assert both.undo(seat)["type"] == "ack"
                if both.frame["version"] > kept:
                    assert kept <= count(running, schema.changes) <= kept + every
            assert both.frame["version"] > 2 * kept
            play_on(both)
            assert both.frame["outcome"]


# -- all together ---------------------------------------------------------------------------------------


def refuses_what_is_new(player: Player, stranger: Player, table: str) -> None:
    """Everything new is refused with 507; nobody is kept from the game under way."""
    text = khyber.new("distant-plain", seed=1).save()
    for path, body in (
        ("/api/tables", {"game": "tiny", "scenario": "short"}),
        ("/api/tables/import", {"text": text}),
        (f"/api/tables/{table}/branch", {"seats": {}}),
        ("/api/tutorials/distant-plain", {"x": 1}),
    ):
        assert player.refused("POST", path, **body) == (507, "full"), path
    assert stranger.refused("POST", "/api/guests", name="New") == (507, "full")
    account = {"name": "New", "password": "correct horse"}
    assert stranger.refused("POST", "/api/accounts", **account) == (507, "full")
    assert player.refused("PUT", f"/api/tables/{table}/notes", text="Note") == (507, "full")
    player.post("/api/accounts", name="Old guest", password="correct horse")


def test_a_disk_with_little_room_takes_nothing_new_until_there_is_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left = [500 * MEGABYTE]
    monkeypatch.setattr(room, "FRESH", 0.0)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**12, 10**12, left[0]))
    with (
        caplog.at_level(logging.WARNING, "khyber.server"),
        Running(f"sqlite:///{tmp_path}/khyber.db", least_free_megabytes=300) as server,
        server.player("Ann") as ann,
        server.player() as stranger,
    ):
        table = ann.table(seats=TWO, scenario="long")["id"]
        assert ann.get("/api/health")["full"] == ""
        with ann.watch(table) as both:
            both.choose(0)
            left[0] = 299 * MEGABYTE
            refuses_what_is_new(ann, stranger, table)
            health = ann.get("/api/health")
            assert (health["ok"], health["full"]) == (True, "disk")
            both.say("chat", text="Hello?")
            assert both.until("error")["error"]["code"] == "full"
            metrics = ann.http.get("/metrics").text
            assert "khyber_full 1" in metrics and "khyber_disk_free_bytes 299000000" in metrics
            both.choose(0)
            left[0] = 400 * MEGABYTE
            ann.table(seats=TWO)
            play_on(both)
            assert both.frame["outcome"]
    said = [record.about["event"] for record in caplog.records if hasattr(record, "about")]
    assert [event for event in said if event in ("full", "nearly-full", "room")] == ["full", "room"]
