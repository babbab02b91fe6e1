"""The lobby: descriptions, private tables, invitations, settings, resignations, rematches, bots' answers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from khyber.server.api import lobby_endpoints
from khyber.server.settings import Settings
from tests.server.serving import Player, Running, play_on

NORTH_AND_SOUTH = {"north": "me", "south": "open"}


def invited(running: Running, ann: Player, name: str = "Bob") -> tuple[str, Player]:
    """A table with Ann in the north and somebody else in the south."""
    made = ann.table(seats=NORTH_AND_SOUTH)
    other = running.player(name)
    other.post(f"/api/tables/{made['id']}/join", token=made["invites"]["south"])
    return made["id"], other


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_game_scenario_and_option_is_described_in_one_line(local: Running, lang: str) -> None:
    with local.player() as nobody:
        games = [game for game in nobody.get(f"/api/games?lang={lang}") if game["id"] != "tiny"]
        assert len(games) == 3
        for game in games:
            for one in (game, *game["scenarios"], *game["options"]):
                assert 10 < len(one["about"]) < 130, one
        assert {game["id"] for game in games if game["aids"]} >= {"distant-plain"}


def test_printed_facts_are_those_of_the_rules(local: Running) -> None:
    with local.player() as nobody:
        facts = nobody.get("/api/facts/distant-plain")
        assert facts["goals"]["coin-patronage"] == {"seat": "government", "over": 35}
        assert facts["tracks"] == {"government": 75, "taliban": 75, "warlords": 75, "aid": 75, "patronage": 40}
        assert [space for space, kind in facts["spaces"].items() if kind == "loc"].count("kabul-aibak") == 1
        assert facts["inventory"]["taliban-guerrilla"] == 30
        assert facts["propaganda"] == [201, 202, 203, 204, 205, 206]
        assert set(nobody.get("/api/facts/zurmat")["shapes"]) and set(nobody.get("/api/facts/enduring-freedom")["map"])
        assert nobody.refused("GET", "/api/facts/chess") == (404, "not-found")


def test_a_table_without_open_seats_is_private_unless_the_host_opens_it(running: Running) -> None:
    with running.player("Ann") as ann, running.player("Eve") as eve:
        solo = ann.table(seats={"north": "me", "south": "random"})["id"]
        shared = ann.table(seats=NORTH_AND_SOUTH)["id"]
        assert eve.refused("GET", f"/api/tables/{solo}") == (404, "not-found")
        assert eve.get(f"/api/tables/{shared}")["public"]
        assert eve.refused("PATCH", f"/api/tables/{solo}", public=True) == (404, "not-found")
        assert ann.http.patch(f"/api/tables/{solo}", json={"public": True}).status_code == 200
        assert eve.get(f"/api/tables/{solo}")["public"]


def test_only_the_host_renames_a_table(running: Running) -> None:
    with running.player("Ann") as ann:
        table, bob = invited(running, ann)
        assert ann.http.patch(f"/api/tables/{table}", json={"name": "Sunday"}).status_code == 200
        assert bob.get(f"/api/tables/{table}")["name"] == "Sunday"
        assert bob.refused("PATCH", f"/api/tables/{table}", name="Monday") == (403, "forbidden")
        assert ann.refused("PATCH", f"/api/tables/{table}", name="x" * 100) == (400, "bad-request")


def test_an_invitation_says_who_invites_to_what_and_nothing_without_its_token(running: Running) -> None:
    with running.player("Ann") as ann, running.player() as nobody:
        made = ann.table(seats=NORTH_AND_SOUTH, name="Sunday", public=False)
        path = f"/api/tables/{made['id']}/invitation"
        shown = nobody.post(path, token=made["invites"]["south"])
        assert (shown["host"], shown["game"], shown["seat"], shown["name"]) == ("Ann", "tiny", "south", "Sunday")
        assert [seat["player"] for seat in shown["players"]] == ["Ann", None]
        wrong = nobody.http.post(path, json={"token": "guess"})
        nowhere = nobody.http.post("/api/tables/AAAAAAAAAAAA/invitation", json={"token": "guess"})
        assert (wrong.status_code, wrong.text) == (nowhere.status_code, nowhere.text)


def test_who_resigns_alone_ends_the_game(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "random"})["id"]
        with ann.watch(table) as socket:
            assert ann.post(f"/api/tables/{table}/resign") == {"bots": []}
            frame = socket.until("frame", lambda frame: frame["status"] == "over")
            assert frame["decision"] is None
            assert (frame["outcome"]["winner"], frame["outcome"]["ending"]) == ("", "resigned")
        assert ann.refused("POST", f"/api/tables/{table}/resign") == (409, "over")
        shown = ann.get(f"/api/tables/{table}")
        assert (shown["status"], shown["asked"], shown["outcome"]["ending"]) == ("over", None, "resigned")


def test_who_resigns_against_one_player_loses_to_them(running: Running) -> None:
    with running.player("Ann") as ann:
        table, bob = invited(running, ann)
        ann.post(f"/api/tables/{table}/resign")
        assert bob.get(f"/api/tables/{table}")["outcome"]["winner"] == "south"


def test_who_resigns_among_several_leaves_a_bot(running: Running) -> None:
    with running.player("Ann") as ann:
        seats = {"coalition": "me", "taliban": "open", "government": "bot:3rd", "warlords": "bot:3rd"}
        made = ann.table("distant-plain", "short", seats=seats)
        table = made["id"]
        bob = running.player("Bob")
        bob.post(f"/api/tables/{table}/join", token=made["invites"]["taliban"])
        assert bob.post(f"/api/tables/{table}/resign") == {"bots": ["taliban"]}
        shown = {seat["seat"]: seat for seat in ann.get(f"/api/tables/{table}")["seats"]}
        assert (shown["taliban"]["agent"], shown["taliban"]["player"]) == ("bot:3rd", None)
        assert ann.get(f"/api/tables/{table}")["status"] == "running"
        assert bob.refused("POST", f"/api/tables/{table}/resign") == (403, "forbidden")


def test_a_rematch_has_the_same_players_each_in_their_seat_once_they_want_it(running: Running) -> None:
    with running.player("Ann") as ann, running.player("Eve") as eve:
        table, bob = invited(running, ann)
        path = f"/api/tables/{table}/rematch"
        assert ann.refused("POST", path) == (409, "in-use")
        with ann.watch(table) as north, bob.watch(table) as south:
            play_on(north, south)
        assert eve.refused("POST", path) == (403, "forbidden")
        begun = bob.post(path)
        assert begun["seats"] == ["south"]
        assert ann.get(f"/api/tables/{table}")["rematch"]
        assert ann.get(f"/api/tables/{begun['id']}")["seats"][0]["player"] is None
        assert ann.post(path) == {"id": begun["id"], "seats": ["north"], "seen": []}
        assert bob.post(path) == begun, "to ask twice begins no second game"
        assert [seat["player"] for seat in bob.get(f"/api/tables/{begun['id']}")["seats"]] == ["Ann", "Bob"]


def test_play_on_from_here_asks_who_sits_where(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "random"})["id"]
        made = ann.post(f"/api/tables/{table}/branch", seats={"south": "random"})["id"]
        assert [seat["agent"] for seat in ann.get(f"/api/tables/{made}")["seats"]] == ["person", "random"]
        everybody = ann.post(f"/api/tables/{table}/branch")["id"]
        assert all(seat["mine"] for seat in ann.get(f"/api/tables/{everybody}")["seats"])
        assert ann.refused("POST", f"/api/tables/{table}/branch", seats={"south": "bot:9"}) == (400, "bad-setup")
        assert ann.refused("POST", f"/api/tables/{table}/branch", seats={"west": "me"}) == (404, "not-found")


@pytest.mark.parametrize(("lang", "said"), [("en", "The Government: “No."), ("it", "Il Governo: «No.")])
def test_a_bot_answers_a_request_at_once_and_says_why_not(local: Running, lang: str, said: str) -> None:
    with local.player("Ann") as ann:
        seats = {"taliban": "me", "coalition": "bot:3rd", "government": "bot:3rd", "warlords": "random"}
        table = ann.table("distant-plain", "short", seats=seats)["id"]
        with ann.watch(table, lang=lang) as socket:
            answers = []
            for seat in ("government", "coalition", "warlords"):
                socket.say("wish", seat="taliban", to=seat, what="resources", amount=3)
                line = socket.until("chat")["lines"][-1]
                assert line["wish"]["to"] == seat
                answers.append(line["wish"]["answer"])
            assert answers[0].startswith(said) and "8.1" in answers[0]
            assert "1.5.1" in answers[1]
            assert len(set(answers)) == 3


@pytest.mark.parametrize(
    ("listen", "address", "expected"),
    [
        ("127.0.0.1:8000", "127.0.0.1", {"this_machine_only": True, "lan": "http://192.168.1.7:8000"}),
        ("192.168.1.7:8000", "127.0.0.1", {"this_machine_only": False, "lan": ""}),
        ("0.0.0.0:8000", "127.0.0.1", {"this_machine_only": False, "lan": "http://192.168.1.7:8000"}),
        (":::8000", "::/64", {"this_machine_only": False, "lan": "http://192.168.1.7:8000"}),
        ("0.0.0.0:8000", "192.168.1.9", {"this_machine_only": False, "lan": ""}),
        ("", "127.0.0.1", {"this_machine_only": False, "lan": ""}),
    ],
)
def test_only_this_machine_is_told_the_address_in_its_network(
    listen: str, address: str, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Asked:
        server = type("Server", (), {"settings": Settings(listen=listen)})()

    Asked.address = address  # type: ignore[attr-defined]
    monkeypatch.setattr(lobby_endpoints, "lan_address", lambda: "192.168.1.7")
    told = asyncio.run(lobby_endpoints.reach(Asked()))  # type: ignore[arg-type]
    assert {"this_machine_only": told.this_machine_only, "lan": told.lan} == expected
