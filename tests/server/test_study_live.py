"""At the live table: previews, requests to other seats, undo requests, what is new since one's last turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from khyber.engine.record import BRANCH
from khyber.server.settings import Settings
from tests.server.serving import Player, Running, Socket, play_on
from tests.server.test_playing import two_people
from tests.server.test_study import PLAIN, stored_table


def preview(socket: Socket, key: str, seat: str | None = None, version: int | None = None) -> Any:
    """What is answered to a preview: the preview, or the error."""
    number = socket.say(
        "preview",
        version=socket.frame["version"] if version is None else version,
        seat=seat or socket.frame["decision"]["seat"],
        key=key,
    )
    while True:
        message = socket.next()
        if message["type"] in ("preview", "error") and message.get("id") == number:
            return message


# -- previews ---------------------------------------------------------------------------------------------


def test_a_preview_is_what_the_choice_then_does(running: Running) -> None:
    ann = running.player("Ann")
    table = ann.table(**PLAIN, sandbox=True, seed=7)["id"]
    stopped = set()
    with ann.watch(table) as socket:
        for number in range(60):
            before = stored_table(running, table).save()
            shown = preview(socket, key := socket.keys[number % len(socket.keys)])
            assert stored_table(running, table).save() == before
            assert (shown["key"], shown["version"]) == (key, socket.frame["version"])
            known = len(socket.log)
            assert [event["n"] for event in shown["events"]] == list(range(known, known + len(shown["events"])))
            stopped.add(shown["stopped"])
            socket.choose(key)
            if shown["stopped"] == "question":
                assert shown["view"] == socket.frame["view"]
                assert shown["events"] == socket.log[known:]
            else:
                assert shown["events"] == socket.log[known:][: len(shown["events"])]
    assert {"question", "step"} <= stopped


def test_a_preview_stops_at_dice_reveals_and_other_seats(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        offer = preview(north, north.keys[0])
        assert offer["stopped"] == "seat"
        assert offer["view"]["offers"]["north"] == north.keys[0]
        assert [event["kind"] for event in offer["events"]] == ["offered"]
        play_on(north, south, choices=1)
        last = preview(south, south.keys[0])
        assert (last["stopped"], last["view"]["offers"]["north"]) == ("reveal", "unseen")
        play_on(north, south, choices=1)
        while "trade" not in (north if north.asked == "north" else south).keys:
            play_on(north, south, choices=1)
        mine = north if north.asked == "north" else south
        give = preview(mine, "give")
        assert (give["stopped"], give["events"][-1]["kind"]) == ("question", "gave")
        mine.choose("trade")
        drawing = preview(mine, "bank")
        assert drawing["stopped"] == "die"
        assert [event["kind"] for event in drawing["events"]] == ["coins"]


def test_previews_that_are_refused_change_nothing(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        before = stored_table(running, table).save()
        for socket, key, seat, version, code in (
            (north, "nothing", "north", 0, "not-offered"),
            (north, "@south give", "north", 0, "not-offered"),
            (north, north.keys[0], "south", 0, "forbidden"),
            (south, north.keys[0], "south", 0, "not-offered"),
            (south, north.keys[0], "north", 0, "forbidden"),
            (north, north.keys[0], "north", 5, "stale"),
            (north, north.keys[0], "nobody", 0, "not-found"),
        ):
            assert preview(socket, key, seat, version)["error"]["code"] == code
        with running.player("Eve") as eve, eve.watch(table) as spectator:
            assert preview(spectator, north.keys[0], "north", 0)["error"]["code"] == "forbidden"
        ann.post(f"/api/tables/{table}/pause", paused=True)
        assert preview(north, "tea", "north", 0)["error"]["code"] == "paused"
        ann.post(f"/api/tables/{table}/pause", paused=False)
        assert stored_table(running, table).save() == before
        north.until("frame")
        play_on(north, south)
        assert preview(north, "rest", "north")["error"]["code"] == "over"


def test_previews_are_limited(tmp_path: Any) -> None:
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}", limits=True) as server, server.player("Ann") as ann:
        table = ann.table(seats={"north": "me", "south": "me"})["id"]
        with ann.watch(table) as both:
            answers = [preview(both, both.keys[0]) for _ in range(55)]
            assert [answer["error"]["code"] for answer in answers if answer["type"] == "error"][-1] == "rate-limited"
            assert both.choose(0)["type"] == "ack"  # what counts is not held up
    assert Settings().limits


# -- requests to other ------------------------------------------------------------------------------------


@pytest.fixture
def plain_table(running: Running) -> Iterator[tuple[Player, Player, str]]:
    """Ann and Bob at a table where Ann's Taliban, by chance, are asked first, and Bob has the Government."""
    ann, bob = running.player("Ann"), running.player("Bob")
    seats = {"taliban": "me", "government": "open", "coalition": "me", "warlords": "me"}
    while True:
        made = ann.table(**PLAIN, seats=seats)
        if ann.get(f"/api/tables/{made['id']}")["asked"] == "taliban":
            break
    bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["government"])
    yield ann, bob, made["id"]


def ask(socket: Socket, **more: Any) -> int:
    return socket.say("wish", **{"seat": "taliban", "to": "government", "what": "resources", "amount": 3, **more})


def test_a_request_appears_in_the_chat_and_is_stored(running: Running, plain_table: tuple[Player, Player, str]) -> None:
    ann, bob, table = plain_table
    asked = {"seat": "taliban", "to": "government", "what": "resources", "amount": 3}
    with ann.watch(table) as mine, bob.watch(table) as theirs:
        mine.say("chat", text="hello")
        ask(mine, text="for peace")
        theirs.until("chat", lambda told: told["lines"][-1]["text"] == "hello")
        line = theirs.until("chat")["lines"][0]
        assert (line["name"], line["text"], line["wish"]) == ("Ann", "for peace", asked)
        ask(mine)
        assert theirs.until("chat")["lines"][0]["text"] == ""
        assert mine.frame["version"] == 0
    with running.player("Eve") as eve, eve.watch(table) as spectator:
        lines = spectator.until("chat")["lines"]
        assert [line["wish"] for line in lines] == [None, asked, asked]


def test_a_request_is_granted_by_an_aside(running: Running, plain_table: tuple[Player, Player, str]) -> None:
    ann, bob, table = plain_table
    with ann.watch(table) as mine, bob.watch(table) as theirs:
        mine.choose("rally")
        ask(mine)
        theirs.until("chat")
        theirs.catch_up(mine.frame["version"])
        theirs.say("asides")
        offered = theirs.until("asides")["asides"]["government"]
        give = next(one["key"] for one in offered if one["about"] == {"to": "taliban", "n": 3})
        before = theirs.frame["view"]["resources"]["taliban"]
        assert theirs.choose(give, "government")["type"] == "ack"
        assert theirs.frame["view"]["resources"]["taliban"] == before + 3


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Not enough Resources: the Government can give at most "),
        ("it", "Risorse insufficienti del Governo: al massimo "),
    ],
)
def test_a_refused_aside_says_why_in_the_viewers_language(
    plain_table: tuple[Player, Player, str], lang: str, said: str
) -> None:
    ann, bob, table = plain_table
    with ann.watch(table) as mine, bob.watch(table, lang=lang) as theirs:
        mine.choose("rally")
        theirs.catch_up(mine.frame["version"])
        error = theirs.choose("give taliban 75", "government")["error"]
        assert error["code"] == "aside-refused" and error["message"].startswith(said)
        assert theirs.choose("rally", "government")["error"]["code"] == "not-your-turn"


def test_impossible_requests_are_refused(running: Running, plain_table: tuple[Player, Player, str]) -> None:
    ann, bob, table = plain_table
    with ann.watch(table) as mine, bob.watch(table) as theirs, running.player("Eve") as eve:
        for socket, more, code in (
            (mine, {"seat": "government"}, "forbidden"),
            (theirs, {}, "forbidden"),
            (mine, {"to": "nobody"}, "not-found"),
            (mine, {"seat": "nobody"}, "not-found"),
            (mine, {"to": "taliban"}, "bad-request"),
            (mine, {"what": "gold"}, "not-offered"),
        ):
            number = ask(socket, **more)
            error = socket.until("error")
            assert (error["id"], error["error"]["code"]) == (number, code), more
        unreadable: list[dict[str, Any]] = [
            {"amount": 0},
            {"amount": 1000},
            {"amount": "3"},
            {"what": ""},
            {"text": "x" * 1001},
        ]
        for wrong in unreadable:
            ask(mine, **wrong)
            assert mine.until("error")["error"]["code"] == "bad-request", wrong
        with eve.watch(table) as spectator:
            ask(spectator)
            assert spectator.until("error")["error"]["code"] == "forbidden"
        mine.say("chat", text="nothing but this")
        assert mine.until("chat")["lines"][0]["id"] == 1


def test_requests_of_a_deleted_person_are_deleted(running: Running, plain_table: tuple[Player, Player, str]) -> None:
    ann, bob, table = plain_table
    with bob.watch(table) as theirs:
        ask(theirs, seat="government", to="taliban")
        theirs.until("chat")
    bob.delete("/api/me")
    with ann.watch(table) as mine:
        mine.say("chat", text="alone")
        assert [line["text"] for line in mine.until("chat")["lines"]] == ["alone"]


def test_a_game_without_deals_has_no_requests(running: Running) -> None:
    ann, _, table = two_people(running)
    with ann.watch(table) as north:
        north.say("wish", seat="north", to="south", what="coins", amount=1)
        assert north.until("error")["error"]["code"] == "not-offered"


# -- taking back ------------------------------------------------------------------------------------------


def test_a_request_to_take_back_is_withdrawn_by_who_made_it(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south, choices=2)
        assert north.undo("north")["type"] == "ack"
        south.until("frame", lambda frame: frame["undo"] is not None)
        assert (north.frame["undo"]["mine"], south.frame["undo"]["mine"]) == (True, False)
        version = north.frame["version"]
        assert north.agree(True)["error"]["code"] == "forbidden"  # nobody grants it to themselves
        assert north.frame["undo"]
        assert north.agree(False)["type"] == "ack"
        assert (north.frame["undo"], north.frame["version"]) == (None, version)
        south.until("frame", lambda frame: frame["undo"] is None)
        assert south.agree(True)["error"]["code"] == "not-offered"


@pytest.mark.parametrize("sandbox", [True, False])
def test_alone_anything_is_taken_back_and_marked_in_the_record(running: Running, sandbox: bool) -> None:
    ann = running.player("Ann")
    made = ann.table(seats={"north": "me", "south": "me" if sandbox else "random"}, sandbox=sandbox)
    with ann.watch(made["id"]) as mine:
        for _ in range(2):
            mine.choose(0)
            mine.until_asked(*mine.frame["seats"])
        assert mine.frame["can_undo"] == []  # past a reveal
        assert mine.undo("north")["type"] == "ack"
        entries = list(stored_table(running, made["id"]).since)
        marked = f"{BRANCH}1 chance"
        assert marked in entries or any(marked in step.listed() for step in stored_table(running, made["id"]).steps)
        assert mine.frame["undo"] is None
        mine.until_asked(*mine.frame["seats"])
        assert mine.choose(0)["type"] == "ack"
        play_on_alone(mine)
        ended = mine.frame["outcome"]
    assert ended["undone"]
    assert f"{BRANCH}1 chance" in json.dumps(ann.get(f"/api/tables/{made['id']}/record"))
    listed = {one["id"]: one for one in ann.get("/api/tables?mine")["tables"]}
    assert ann.get(f"/api/tables/{made['id']}")["undone"] and listed[made["id"]]["undone"]


def play_on_alone(socket: Socket) -> None:
    while socket.asked is not None:
        if socket.asked in socket.frame["seats"]:
            socket.choose(0)
        else:
            socket.until("frame")


# -- since my last turn -----------------------------------------------------------------------------------


def test_what_is_new_since_ones_last_turn(database: str) -> None:
    with Running(database) as server:
        ann, bob, table = two_people(server)
        with ann.watch(table) as north, bob.watch(table) as south, server.player("Eve") as eve:
            assert (north.frame["last_turn"], south.frame["last_turn"]) == (0, 0)
            noted = {"north": 0, "south": 0}
            for _ in range(9):
                mine, other = (north, south) if north.asked == "north" else (south, north)
                seat = str(north.asked)
                if seat not in mine.frame["seats"]:
                    break
                mine.choose(0)
                other.catch_up(mine.frame["version"])
                noted[seat] = len(mine.log)
                assert mine.frame["last_turn"] == noted[seat]
                assert other.frame["last_turn"] == noted["south" if seat == "north" else "north"]
            with eve.watch(table) as spectator:
                assert spectator.frame["last_turn"] == 0
        cookies = [dict(player.http.cookies) for player in (ann, bob)]
    with Running(database) as again:  # nothing is remembered but the record
        for seat, cookie in zip(("north", "south"), cookies, strict=True):
            player = again.player()
            player.http.cookies.update(cookie)
            with player.watch(table) as socket:
                assert socket.frame["last_turn"] == noted[seat]


def test_what_is_taken_back_is_not_ones_last_turn_any_more(running: Running) -> None:
    ann, bob, table = two_people(running)
    with ann.watch(table) as north, bob.watch(table) as south:
        play_on(north, south, choices=2)
        first = north.frame["last_turn"]
        mine = north if north.asked == "north" else south
        play_on(north, south, choices=1)
        after = mine.frame["last_turn"]
        assert after > first
        north.undo("north")
        south.until("frame", lambda frame: frame["undo"] is not None)
        south.agree(True)
        north.until("frame", lambda frame: frame["undo"] is None and frame["epoch"] > 0)
        assert north.frame["last_turn"] <= first
