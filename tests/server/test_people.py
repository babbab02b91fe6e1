"""People and seats: guests, accounts, invitations, stand-ins, and deleting one's data."""

from __future__ import annotations

import re

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from khyber.server.people.limits import LIMITS
from tests.server.serving import Player, Running, Socket, until
from tests.server.test_playing import TWO, two_people


def test_a_guest_comes_back_with_the_code_on_another_device(running: Running) -> None:
    with running.player("Ann") as phone, running.player() as laptop:
        table = phone.table(seats=TWO)["id"]
        assert re.fullmatch(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", phone.code)
        assert laptop.refused("POST", "/api/recover", code="aaaa-aaaa-aaaa-aaaa") == (401, "wrong-password")
        assert laptop.post("/api/recover", code=phone.code.upper().replace("-", " "))["user"]["name"] == "Ann"
        assert [found["id"] for found in laptop.get("/api/tables")["tables"]] == [table]
        fresh = laptop.post("/api/me/recovery")["recovery_code"]
        assert running.player().refused("POST", "/api/recover", code=phone.code) == (401, "wrong-password")
        assert running.player().post("/api/recover", code=fresh)["user"]["name"] == "Ann"


def test_a_guest_becomes_an_account_and_keeps_all_games(running: Running) -> None:
    with running.player("Ann") as ann, running.player() as elsewhere:
        table = ann.table(seats=TWO)["id"]
        assert ann.post("/api/accounts", name="Ann of Kabul", password="a long password")["user"]["guest"] is False
        assert elsewhere.refused("POST", "/api/login", name="ann of kabul", password="a wrong one") == (
            401,
            "wrong-password",
        )
        assert elsewhere.refused("POST", "/api/login", name="nobody", password="a wrong one") == (401, "wrong-password")
        elsewhere.post("/api/login", name="ANN of Kabul", password="a long password")
        assert [found["id"] for found in elsewhere.get("/api/tables")["tables"]] == [table]
        assert running.player().refused("POST", "/api/accounts", name="ann OF kabul", password="a long password") == (
            409,
            "taken",
        )
        assert running.player().refused("POST", "/api/accounts", name="Bob", password="short") == (400, "bad-request")


def test_cookies_are_signed_and_not_for_scripts(local: Running) -> None:
    with local.player() as ann:
        answer = ann.http.post("/api/guests", json={"name": "Ann"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        value = ann.http.cookies["khyber"]
    other = value[:-5] + ("a" if value[-5] != "a" else "b") + value[-4:]  # the last one has bits that mean nothing
    for forged in (other, "x" + value, value.split(".")[0], "", "é", "a" * 5000):
        answer = httpx.get(f"{local.address}/api/me", headers={b"Cookie": f"khyber={forged}".encode()})
        assert (answer.status_code, answer.json()) == (200, {"user": None})


def test_after_leaving_a_cookie_is_good_for_nothing(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats=TWO)["id"]
        kept = dict(ann.http.cookies)
        with ann.watch(table) as socket:
            ann.post("/api/logout")
            with pytest.raises(Exception, match="1013"):
                socket.until("never")
        ann.http.cookies.update(kept)
        assert ann.get("/api/me")["user"] is None


def test_an_invitation_is_good_for_one_person(running: Running) -> None:
    with running.player("Ann") as ann, running.player("Bob") as bob, running.player("Eve") as eve:
        made = ann.table(seats=TWO)
        path = f"/api/tables/{made['id']}"
        assert eve.refused("POST", f"{path}/join", token="guess") == (404, "not-found")
        assert eve.refused("POST", f"{path}/invite", seat="south") == (403, "forbidden")
        fresh = ann.post(f"{path}/invite", seat="south")["token"]
        assert bob.refused("POST", f"{path}/join", token=made["invites"]["south"]) == (404, "not-found")
        assert bob.post(f"{path}/join", token=fresh)["seat"] == "south"
        assert eve.refused("POST", f"{path}/join", token=fresh) == (404, "not-found")
        assert ann.refused("POST", f"{path}/invite", seat="south") == (409, "taken")
        seats = {seat["seat"]: (seat["player"], seat["mine"]) for seat in bob.get(path)["seats"]}
        assert seats == {"north": ("Ann", False), "south": ("Bob", True)}


def test_a_player_who_joins_appears_at_once_and_sees_their_own_hand(running: Running) -> None:
    with running.player("Ann") as ann, running.player("Bob") as bob:
        made = ann.table(seats=TWO)
        with ann.watch(made["id"]) as north, bob.watch(made["id"]) as south:
            assert isinstance(south.frame["view"]["hands"]["south"], int)
            bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["south"])
            south.until("frame")
            assert isinstance(south.frame["view"]["hands"]["south"], list)
            assert south.frame["since"] == 0  # the log is another one to who has a seat
            north.until("frame")
            assert [player["player"] for player in north.frame["players"]] == ["Ann", "Bob"]


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, running.player("Eve") as eve:
        assert eve.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="random") == (403, "forbidden")
        assert ann.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="me") == (409, "taken")
        assert ann.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="bot:none") == (400, "bad-setup")
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        north.until("frame")
        north.choose(0)
        north.until_asked("north")
        with bob.watch(table) as south:
            assert isinstance(south.frame["view"]["hands"]["south"], list)
            assert "options" not in south.frame["decision"]
            assert south.choose("rest", "south")["error"]["code"] == "not-your-turn"
            bob.post(f"/api/tables/{table}/seat", seat="south", agent="me")
            south.until("frame", lambda frame: frame["players"][1]["agent"] == "person")
            north.until("frame", lambda frame: frame["players"][1]["agent"] == "person")
            while north.asked == "north":
                north.choose(0)
            south.catch_up(north.frame["version"])
            if south.asked == "south":
                assert south.choose(0)["type"] == "ack"


def test_while_a_game_is_paused_nobody_moves(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        assert bob.refused("POST", f"/api/tables/{table}/pause", paused=True) == (403, "forbidden")
        ann.post(f"/api/tables/{table}/pause", paused=True)
        north.until("frame", lambda frame: frame["status"] == "paused")
        assert north.choose(0)["error"]["code"] == "paused"
        ann.post(f"/api/tables/{table}/pause", paused=False)
        north.until("frame", lambda frame: frame["status"] == "running")
        assert north.choose(0)["type"] == "ack"


def test_deleting_my_data_leaves_nothing_of_me_but_my_name_at_a_running_game(running: Running) -> None:
    ann, bob, table = two_people(running)
    alone = ann.table(seats={"north": "me", "south": "random"})["id"]
    with ann.watch(table) as north, bob.watch(table) as south:
        north.say("chat", text="my secret plan")
        south.until("chat")
        north.choose(0)
        ann.http.put(f"/api/tables/{table}/notes", json={"text": "mine"}).raise_for_status()
        ann.delete("/api/me")
        south.until("frame", lambda frame: frame["players"][0]["player"] is None)
    assert ann.get("/api/me")["user"] is None
    assert bob.refused("GET", f"/api/tables/{alone}") == (404, "not-found")
    info = bob.get(f"/api/tables/{table}")
    assert info["host"] is True
    assert [seat["player"] for seat in info["seats"]] == [None, "Bob"]
    with bob.watch(table) as south:
        assert "my secret plan" not in "".join(south.heard)
        token = bob.post(f"/api/tables/{table}/invite", seat="north")["token"]
        cem = running.player("Cem")
        seen = cem.post(f"/api/tables/{table}/invitation", token=token)["seen"]
        assert [(one["seat"], one["names"]) for one in seen] == [("north", ["Ann"])]
        cem.post(f"/api/tables/{table}/join", token=token, knowing=True)
        south.until("frame", lambda frame: frame["players"][0]["player"] == "Cem")


def test_notes_are_ones_own(running: Running) -> None:
    ann, bob, table = two_people(running)
    ann.http.put(f"/api/tables/{table}/notes", json={"text": "watch the south"}).raise_for_status()
    assert ann.get(f"/api/tables/{table}/notes") == {"text": "watch the south"}
    assert bob.get(f"/api/tables/{table}/notes") == {"text": ""}
    assert running.player("Eve").refused("GET", f"/api/tables/{table}/notes") == (403, "forbidden")


def test_too_many_calls_are_refused(database: str) -> None:
    with Running(database, limits=True) as server, server.player() as ann:
        codes = [ann.http.post("/api/recover", json={"code": "x"}).status_code for _ in range(LIMITS["sign-in"][0] + 3)]
        assert codes[0] == 401
        assert codes[-1] == 429
        assert ann.get("/api/health")["ok"] is True


def test_who_follows_hints_waits_for_searches_only(database: str) -> None:
    searches = LIMITS["think"][0]
    with Running(database, limits=True) as server:
        ann, _, table = two_people(server, help="all")
        path = f"/api/tables/{table}/hint?seat=north"
        assert [ann.http.get(path).status_code for _ in range(3 * searches)] == [200] * (3 * searches)
        codes = [ann.http.get(f"{path}&level=quick").status_code for _ in range(searches + 3)]
        assert 429 not in codes[:searches]
        assert codes[-1] == 429


def test_pages_of_other_sites_change_nothing(local: Running) -> None:
    with local.player("Ann") as ann:
        table = ann.table(seats=TWO)["id"]
        for origin in ("https://evil.example", "null"):
            wanted = {"game": "tiny", "scenario": "short"}
            assert ann.http.post("/api/tables", json=wanted, headers={"Origin": origin}).status_code == 403
        assert ann.http.post("/api/logout", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert len(ann.get("/api/tables")["tables"]) == 1
        with pytest.raises(InvalidStatus) as refused:
            Socket(local.address, table, ann.cookie, {}, origin="https://evil.example")
        assert refused.value.response.status_code == 403


def test_every_answer_has_the_headers_that_protect_people(local: Running) -> None:
    with local.player() as anybody:
        for path in ("/", "/api/health", "/api/docs", "/openapi.json", "/api/nothing"):
            headers = anybody.http.get(path).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
        assert anybody.http.get("/api/me").headers["cache-control"] == "no-store"


def test_rivals_for_one_invitation(running: Running) -> None:
    with running.player("Ann") as ann:
        made = ann.table(seats=TWO)
        rivals: list[Player] = [running.player(name) for name in ("Bob", "Cem", "Dan")]
        answers = [
            rival.http.post(f"/api/tables/{made['id']}/join", json={"token": made["invites"]["south"]})
            for rival in rivals
        ]
        assert [answer.status_code for answer in answers] == [200, 404, 404]
        until(lambda: ann.get(f"/api/tables/{made['id']}")["seats"][1]["player"] == "Bob")
