"""Consent: undoing the choices of others needs their agreement, even while bots stand in for them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any

import pytest

import khyber
from khyber.engine import history
from khyber.engine.table import Table
from khyber.server.storage import table_store
from khyber.server.tables import frames, live, stand_ins
from tests.server.serving import Player, Running, Socket, play_on
from tests.server.test_playing import two_people


def test_a_bot_that_stands_in_does_not_agree_for_the_owner(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_ins, "OBJECTION", 0.0)
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        north.choose(0)
        south.until_asked("south")
        south.choose(0)
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        north.until("frame", lambda frame: frame["players"][1]["agent"] == "random")
        north.until_asked("north")
        version = north.frame["version"]
        assert north.undo("north")["type"] == "ack"
        assert north.frame["version"] == version, "it was undone without the owner"
        asked = north.frame["undo"]
        assert (asked["seat"], asked["waiting"], asked["mine"]) == ("north", ["south"], True)
        south.until("frame", lambda frame: frame["undo"] is not None)
        assert south.agree(True)["type"] == "ack"
        assert south.frame["version"] == version + 1


def stand_in_of(socket: Socket, seat: str = "south") -> Any:
    return next(one for one in socket.frame["players"] if one["seat"] == seat)["stand_in"]


def agent_of(player: Player, table: str, seat: str = "south") -> str:
    seats = player.get(f"/api/tables/{table}")["seats"]
    return str(next(one for one in seats if one["seat"] == seat)["agent"])


def test_a_player_who_is_there_has_a_minute_to_object_to_a_bot(running: Running) -> None:
    """And nobody else is told: not the spectators, nor the other players."""
    ann, bob, table = two_people(running)
    with running.player("Eve") as eve, ann.watch(table) as north, bob.watch(table) as south:
        ann.http.patch(f"/api/tables/{table}", json={"public": True}).raise_for_status()
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        north.until("frame", lambda frame: stand_in_of(north) is not None)
        south.until("frame", lambda frame: stand_in_of(south) is not None)
        wanted = stand_in_of(south)
        assert (wanted["agent"], wanted["by"], 50 < wanted["seconds"] <= 60) == ("random", "Ann", True)
        with eve.watch(table) as nobody:
            assert stand_in_of(nobody) is None
        assert agent_of(ann, table) == "person"
        assert ann.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="random") == (409, "in-use")
        assert eve.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="person") == (403, "forbidden")
        bob.post(f"/api/tables/{table}/seat", seat="south", agent="person")
        north.until("frame", lambda frame: stand_in_of(north) is None)
        assert agent_of(ann, table) == "person"


@pytest.mark.parametrize("answer", ["silence", "objection", "choice", "withdrawal"])
def test_only_silence_lets_the_bot_play(running: Running, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(stand_ins, "OBJECTION", 2.0)
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        north.choose(0)
        south.until_asked("south")
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        south.until("frame", lambda frame: stand_in_of(south) is not None)
        if answer == "objection":
            bob.post(f"/api/tables/{table}/seat", seat="south", agent="person")
        elif answer == "withdrawal":
            ann.post(f"/api/tables/{table}/seat", seat="south", agent="person")
        elif answer == "choice":
            assert south.choose(0)["type"] == "ack"
        if answer == "silence":
            north.until("frame", lambda frame: frame["players"][1]["agent"] == "random")
            north.until_asked("north")
        else:
            while stand_in_of(south) is not None:
                south.until("frame")
            time.sleep(2.5)
        assert agent_of(ann, table) == ("random" if answer == "silence" else "person")


def test_whoever_loads_the_page_again_does_not_lose_the_minute(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RECENT", 0.0)
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        with bob.watch(table) as south:
            ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
            south.until("frame", lambda frame: stand_in_of(south) is not None)
            north.until("presence", lambda told: told["here"] == ["Ann", "Bob"])
        north.until("presence", lambda told: told["here"] == ["Ann"])
        assert ann.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="random") == (409, "in-use")
        assert agent_of(ann, table) == "person"
    with bob.watch(table) as south:
        assert stand_in_of(south) is not None


@pytest.mark.parametrize(("recent", "agent"), [(30.0, "person"), (0.0, "random")])
def test_whoever_was_here_just_now_may_object(
    running: Running, monkeypatch: pytest.MonkeyPatch, recent: float, agent: str
) -> None:
    monkeypatch.setattr(live, "RECENT", recent)
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        with bob.watch(table):
            north.until("presence", lambda told: told["here"] == ["Ann", "Bob"])
        told = north.until("presence", lambda told: told["here"] == ["Ann"])
        assert told["recent"] == (["Bob"] if agent == "person" else [])
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        assert agent_of(ann, table) == agent


def test_the_others_hear_when_somebody_has_been_away_for_long(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RECENT", 2.0)
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        with bob.watch(table):
            north.until("presence", lambda told: told["here"] == ["Ann", "Bob"])
        north.until("presence", lambda told: told["recent"] == ["Bob"])
        assert north.until("presence", lambda told: not told["recent"])["here"] == ["Ann"]
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        assert agent_of(ann, table) == "random"


def test_whoever_is_away_is_not_waited_for(running: Running) -> None:
    ann, _, table = two_people(running)
    ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
    assert agent_of(ann, table) == "random"


def test_a_bot_that_no_server_put_in_in_time_is_not_put_in(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was down must not seat a bot as its player comes back."""
    monkeypatch.setattr(stand_ins, "OBJECTION", -2 * frames.LAPSE)
    ann, bob, table = two_people(running)
    with bob.watch(table) as south:
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        south.until("frame")
        assert stand_in_of(south) is None
    assert agent_of(ann, table) == "person"


def test_a_finished_game_never_resumes(running: Running) -> None:
    """Everybody can read its record, with seed and hands."""
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        while north.asked is not None:
            north.until_asked("north")
            if north.asked is not None:
                north.choose(0)
        assert "seed" in ann.get(f"/api/tables/{table}/record")
        version = north.frame["version"]
        assert north.undo("north")["error"]["code"] == "over"
        assert ann.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="person") == (409, "over")
    with bob.watch(table) as south:
        assert (south.frame["version"], south.frame["status"]) == (version, "over")


def test_the_owner_hears_who_stood_in_and_how_much_was_chosen(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north:
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="random")
        for _ in range(3):
            north.until_asked("north")
            north.choose(0)
        north.until_asked("north")
        ann.post(f"/api/tables/{table}/seat", seat="south", agent="person")
    with bob.watch(table) as south:
        away = south.until("away")["stood_in"]
        assert [(one["seat"], one["agent"], one["by"], one["still"]) for one in away] == [
            ("south", "random", "Ann", False)
        ]
        assert away[0]["choices"] >= 2
        south.say("state")
        if south.asked == "north":
            with ann.watch(table) as north:
                north.choose(0)
        south.until_asked("south")
        south.choose(0)
    with bob.watch(table) as south:
        south.say("ping")
        while (message := south.next())["type"] != "pong":
            assert message["type"] != "away", "sent again after they have played on"


def test_who_takes_back_alone_lets_nobody_in_afterwards(running: Running) -> None:
    """A host who has looked ahead against bots cannot then invite somebody to the same cards."""
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "random"})["id"]
        with ann.watch(table) as north:
            for _ in range(3):
                north.until_asked("north")
                north.choose(0)
            north.until_asked("north")
            assert north.undo("north")["type"] == "ack"
        assert ann.refused("POST", f"/api/tables/{table}/invite", seat="south") == (409, "closed")


def test_while_a_seat_is_open_nothing_is_taken_back_past_what_was_revealed(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "random"})["id"]
        ann.post(f"/api/tables/{table}/invite", seat="south")
        with ann.watch(table) as north:
            for _ in range(2):
                north.until_asked("north")
                north.choose(0)
            north.until_asked("north")
            assert north.undo("north")["error"]["code"] == "undo-refused"


def test_what_is_hidden_in_an_imported_game_is_redrawn_for_those_who_join(running: Running) -> None:
    """Whoever brings a game in may know it by heart: the order of the cards, and the dice to come."""
    known = khyber.new("distant-plain", scenario="short", seed=1)
    with running.player("Ann") as ann:
        opened = ann.post("/api/tables/import", text=known.save(), seats={"taliban": "open"}, sandbox=False)["id"]
        alone = ann.post("/api/tables/import", text=known.save(), sandbox=False)["id"]
        for table, same in ((opened, False), (alone, True)):
            record = _stored(running, table)
            assert (record["seed"] == known.header.seed) is same
            assert same or int(str(record["seed"])) >= 1 << 64, "short enough to search for"
            with ann.watch(table) as socket:
                assert socket.frame["view"]["spaces"] == json.loads(json.dumps(known.view()))["spaces"]
        assert ann.refused("POST", f"/api/tables/{alone}/invite", seat="taliban")[1] in ("closed", "taken")


def _stored(running: Running, table: str) -> dict[str, object]:
    """The header as the database has it."""

    async def row() -> dict[str, object]:
        found = await running.server.database.run(lambda connection: table_store.load_row(connection, table))
        assert found is not None
        header: dict[str, object] = json.loads(found.header)
        return header

    return asyncio.run_coroutine_threadsafe(row(), running.loop).result(60)


def test_a_sandbox_takes_back_even_the_end(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(sandbox=True)["id"]
        with ann.watch(table) as both:
            play_on(both)
            assert both.frame["status"] == "over"
            assert both.undo(both.frame["seats"][0])["type"] == "ack"
            assert both.frame["status"] == "running"


def _with_two_bots(running: Running) -> tuple[Player, Player, str]:
    """Ann and Bob with two bots, a few turns into the game."""
    ann, bob = running.player("Ann"), running.player("Bob")
    seats = {"coalition": "me", "government": "open", "taliban": "random", "warlords": "random"}
    made = ann.table("distant-plain", seats=seats)
    bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["government"])
    with ann.watch(made["id"]) as coalition, bob.watch(made["id"]) as government:
        while ann.get(f"/api/tables/{made['id']}")["steps"] < 12:
            coalition.until_asked("coalition", "government")
            mine, other = (coalition, government) if coalition.asked == "coalition" else (government, coalition)
            mine.catch_up(other.frame["version"])
            mine.choose(0)
            other.catch_up(mine.frame["version"])
        coalition.until_asked("coalition", "government")
    return ann, bob, made["id"]


def _request_undo(socket: Socket) -> None:
    """Undo alone as far as that goes, then request more."""
    while socket.frame["undo"] is None:
        assert socket.undo("coalition")["type"] == "ack"


def test_a_request_says_what_it_would_take_back(running: Running) -> None:
    """The last choice of whoever asks lies before choices of others, which all know by now."""
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        north.choose(0)
        south.until_asked("south")
        south.choose(0)
        north.until("frame", lambda frame: frame["version"] == south.frame["version"])
        scope = north.scope("north")
        assert (scope["seat"], scope["choices"], scope["reveals"]) == ("north", {"north": 1, "south": 1}, 1)
        assert scope["marks"] and scope["since"] < len(north.log)
        assert north.frame["undo"] is None, "to ask what it would take back is no request"
        assert north.undo("north")["type"] == "ack"
        south.until("frame", lambda frame: frame["undo"] is not None)
        assert south.frame["undo"]["scope"] == scope
        assert south.agree(True)["type"] == "ack"
        assert (south.frame["decision"]["seat"], len(south.log)) == ("north", scope["since"])


def test_alone_one_hears_first_what_will_be_redrawn(running: Running) -> None:
    with running.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "random"})["id"]
        with ann.watch(table) as north:
            for _ in range(2):
                north.until_asked("north")
                north.choose(0)
            north.until_asked("north")
            version = north.frame["version"]
            scope = north.scope("north")
            assert scope["bots"] == ["south"] and scope["choices"]["south"] > 0
            assert (north.frame["version"], scope["marks"]) == (version, True)
            ann.post(f"/api/tables/{table}/invite", seat="south")
            assert north.scope("north")["code"] == "undo-refused"
    with running.player("Eve") as eve, ann.watch(table) as north:
        assert eve.http.get(f"/api/tables/{table}").status_code == 404
        assert north.scope("south")["code"] == "forbidden"


def test_those_who_have_looked_ahead_together_let_nobody_in_afterwards(running: Running) -> None:
    """Two browsers of one person must not undo what they have seen, and then invite somebody to the same cards."""
    ann, bob, table = _with_two_bots(running)
    with ann.watch(table) as coalition, bob.watch(table) as government:
        _request_undo(coalition)
        government.until("frame", lambda frame: frame["undo"] is not None)
        assert government.agree(True)["type"] == "ack"
    assert ann.refused("POST", f"/api/tables/{table}/invite", seat="taliban") == (409, "closed")


def test_while_a_seat_is_open_no_agreement_undoes_what_was_revealed(running: Running) -> None:
    ann, bob, table = _with_two_bots(running)
    with ann.watch(table) as coalition, bob.watch(table) as government:
        _request_undo(coalition)
        government.until("frame", lambda frame: frame["undo"] is not None)
        token = ann.post(f"/api/tables/{table}/invite", seat="taliban")["token"]
        government.until("frame")
        assert government.agree(True)["error"]["code"] == "undo-refused"
        with running.player("Eve") as eve:
            eve.post(f"/api/tables/{table}/join", token=token)
        government.until("frame", lambda frame: frame["undo"] is None)  # Eve was not asked
        assert government.agree(True)["error"]["code"] == "not-offered"


def test_nobody_fills_a_step_until_the_table_cannot_be_loaded(local: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_CHOICES", 4)
    monkeypatch.setattr(stand_ins, "KEPT_FOR_CHOICES", 1)
    with local.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "me"}, sandbox=True)["id"]
        for agent in ("random", "person", "random"):
            ann.post(f"/api/tables/{table}/seat", seat="south", agent=agent)
        assert ann.refused("POST", f"/api/tables/{table}/seat", seat="south", agent="person") == (409, "too-many")
        with ann.watch(table) as both:
            assert both.choose(0)["type"] == "ack", "there is no room left to choose"


def test_an_undo_leaves_the_event_loop_to_others(local: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It repeats the whole step, which may be long."""
    seen = list[str]()

    def undo(table: Table[Any], seat: str, *, agreed: bool = False) -> None:
        seen.append(threading.current_thread().name)
        history.undo(table, seat, agreed=agreed)

    monkeypatch.setattr(Table, "undo", undo)
    ann, _, table = two_people(local)
    with ann.watch(table) as north:
        north.choose(0)
        assert north.undo("north")["type"] == "ack"
    assert seen and local.thread.name not in seen
