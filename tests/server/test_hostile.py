"""Bad input: whatever is sent, the answer is a clear refusal and nothing has changed."""

from __future__ import annotations

import json
import random
import socket as sockets
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import khyber
from khyber.server.api.guards import MAX_BYTES
from tests.server.serving import Running, Socket
from tests.server.test_playing import TWO, two_people

FRAMES: tuple[str, ...] = (
    "",
    " ",
    "null",
    "[]",
    "0",
    '"choose"',
    "{",
    "{}",
    '{"type": null}',
    '{"type": "frame"}',
    '{"type": "choose"}',
    '{"type": "choose", "id": "1", "version": 0, "seat": "north", "key": "tea"}',
    '{"type": "choose", "id": 1, "version": -1, "seat": "north", "key": "tea"}',
    '{"type": "choose", "id": 1, "version": 1e99, "seat": "north", "key": "tea"}',
    '{"type": "choose", "id": 1, "version": 0, "seat": "north", "key": "tea", "seed": 1}',
    '{"type": "choose", "id": 1, "version": 0, "seat": ["north"], "key": "tea"}',
    '{"type": "undo", "id": 1, "version": 0}',
    '{"type": "chat"}',
    '{"type": "chat", "text": ""}',
    '{"type": "chat", "text": "' + "x" * 2000 + '"}',
    '{"type": "chat", "text": "a\\u0000b"}',
    '{"type": "chat", "text": "\\ud800"}',
    "[" * 5000,
    '{"a":' * 3000,
    "\u0000",
    "NaN",
)


def test_messages_that_cannot_be_read_change_nothing(running: Running) -> None:
    ann, _, table = two_people(running)
    with ann.watch(table) as north:
        before = north.frame
    for start in range(0, len(FRAMES), 15):
        with ann.watch(table) as north:
            for frame in FRAMES[start : start + 15]:
                north.socket.send(frame)
                assert north.until("error")["error"]["code"] == "bad-request", frame[:80]
            north.say("state")
            assert north.until("frame")["view"] == before["view"]
            assert north.frame["version"] == before["version"]


def test_hostile_choices_change_nothing(running: Running) -> None:
    ann, _, table = two_people(running)
    with ann.watch(table) as north:
        version = north.frame["version"]
        for key in (
            "__class__",
            "../../etc/passwd",
            "0",
            "-1",
            "=north random",
            "~1",
            "@south give",
            "!draw 1",
            "#tea",
            "tea\nsilk",
            "'; DROP TABLE tables; --",
            "é",
            " ",
            "TEA",
            "tea ",
        ):
            assert north.choose(key, "north")["error"]["code"] == "not-offered", key
        assert north.frame["version"] == version
        for seat in ("NORTH", "north ", "../north", "nobody"):
            number = north.say("choose", version=version, seat=seat, key="tea")
            error = north.until("error")
            assert error["error"]["code"] in ("bad-request", "not-found")
            assert error["id"] in (number, None)
        assert north.choose(0)["type"] == "ack"


def test_who_talks_nonsense_too_long_is_sent_away(local: Running) -> None:
    with local.player("Ann") as ann:
        with ann.watch(ann.table(seats=TWO)["id"]) as north, pytest.raises(ConnectionClosed):
            for _ in range(100):
                north.socket.send("nonsense")
                north.until("error")
        assert ann.get("/api/health")["ok"]


def test_oversized_and_binary_messages(local: Running) -> None:
    with local.player("Ann") as ann:
        table = ann.table(seats=TWO)["id"]
        with ann.watch(table) as north:
            north.socket.send(b'{"type": "ping", "id": 1}')
            assert north.until("error")["error"]["code"] == "bad-request"
            north.socket.send(json.dumps({"type": "chat", "text": "x" * 30_000}))
            assert north.until("error")["error"]["code"] == "too-large"
            with pytest.raises(ConnectionClosed):
                north.socket.send("x" * 1_000_000)
                north.until("never")
        with ann.watch(table) as north:
            assert north.choose(0)["type"] == "ack"


def test_oversized_and_malformed_requests(local: Running) -> None:
    with local.player("Ann") as ann:
        big = b'{"name": "' + b"x" * (MAX_BYTES + 1) + b'"}'
        headers = {"Content-Type": "application/json"}
        assert ann.http.post("/api/guests", content=big, headers=headers).status_code == 413
        chunks = (big[at : at + 1000] for at in range(0, len(big), 1000))
        assert ann.http.post("/api/guests", content=chunks, headers=headers).status_code == 413
        for body in (
            b"",
            b"{",
            b"\xff\xfe",
            b'{"name": 1}',
            b'{"name": ""}',
            b'{"name": "\\u0000"}',
            b"[" * 10_000,
            b'{"name": "a", "name2": 1}',
            b'{"name": "   "}',
            b'{"name": "\\ud800"}',
        ):
            answer = ann.http.post("/api/guests", content=body, headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-request"), body[:40]
        assert ann.http.post("/api/guests", content=b"name=a").status_code == 415
        assert ann.http.put("/api/guests", json={}).status_code == 405
        assert ann.get("/api/me")["user"]["name"] == "Ann"


@pytest.mark.parametrize("table", ["none", "%00", "a" * 500, "%2e%2e%2f", "é", "'"])
def test_tables_that_are_not_there(local: Running, table: str) -> None:
    with local.player("Ann") as ann:
        for path in ("", "/record", "/replay?step=0", "/svg", "/notes"):
            assert ann.http.get(f"/api/tables/{table}{path}").status_code in (404, 405)
        for path, body in (
            ("join", {"token": "x"}),
            ("seat", {"seat": "north", "agent": "me"}),
            ("branch", {}),
            ("pause", {"paused": True}),
            ("invite", {"seat": "north"}),
        ):
            assert ann.http.post(f"/api/tables/{table}/{path}", json=body).status_code in (404, 405)
        if table.isascii() and "%" not in table:
            with pytest.raises(InvalidStatus) as refused:
                ann.watch(table)
            assert refused.value.response.status_code in (400, 404)


def test_set_ups_that_cannot_be(local: Running) -> None:
    good: dict[str, Any] = {"game": "distant-plain", "scenario": "short"}
    with local.player("Ann") as ann:
        for wrong in (
            {"game": "chess"},
            {"scenario": "none"},
            {"options": ["none"]},
            {"seats": {"north": "me"}},
            {"seats": {"taliban": "bot:99"}},
            {"players": 9},
            {"seed": 1},
            {"seed": -1, "sandbox": True},
            {"sandbox": True, "seats": {"taliban": "open"}},
            {"seats": {"taliban": "me\n"}},
            {"name": "a\u0000"},
            {"more": 1},
            {"options": "deception"},
        ):
            status, code = ann.refused("POST", "/api/tables", **(good | wrong))
            assert (status, code) in ((400, "bad-setup"), (400, "bad-request")), wrong
        assert ann.get("/api/tables")["tables"] == []


def test_records_and_positions_that_cannot_be(running: Running) -> None:
    table = khyber.new("distant-plain", seed=1)
    for _ in range(20):
        table.choose(0)
    text = table.save()
    source = random.Random(5)
    with running.player("Ann") as ann:
        for wrong in (
            "{}",
            "{",
            "[]",
            "game = 1",
            "active = 'nobody'",
            text.replace('"distant-plain"', '"chess"'),
            text.replace('"version"', '"versio"'),
            text[: len(text) // 2],
        ):
            status, code = ann.refused("POST", "/api/tables/import", text=wrong)
            assert status == 400, (wrong[:60], code)
        for letter in ("\\u0000", "\\ud800"):
            odd = text.replace('","rules":"', f'","rules":"{letter}', 1)
            assert odd != text
            assert running.player("Eve").refused("POST", "/api/tables/import", text=odd) == (400, "bad-record")
        for _ in range(30):
            at = source.randrange(len(text))
            damaged = text[:at] + chr(source.randrange(32, 127)) + text[at + 1 :]
            answer = ann.http.post("/api/tables/import", json={"text": damaged})
            assert answer.status_code in (200, 400), answer.text
        whole = ann.post("/api/tables/import", text=text)["id"]
        with ann.watch(whole) as socket:
            assert socket.frame["version"] >= table.version
            assert socket.choose(0)["type"] == "ack"
        position = ann.post("/api/tables/import", text='active = "taliban"\ntracks = { taliban = 3 }\n')["id"]
        assert ann.get(f"/api/tables/{position}")["asked"] == "taliban"


def test_half_a_request_harms_nobody(local: Running) -> None:
    with sockets.create_connection(("127.0.0.1", local.port)) as raw:
        raw.sendall(
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
    with sockets.create_connection(("127.0.0.1", local.port)) as raw:
        raw.sendall(b"\x00\x01\x02 nonsense\r\n\r\n")
        assert b"400" in raw.recv(100)
    assert httpx.get(f"{local.address}/api/health").json()["ok"]


def test_paths_do_not_lead_out_of_the_page(tmp_path: Any) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<p>the page")
    (page / "assets" / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}", page=str(page)) as server, server.player() as anybody:
        assert "the page" in anybody.http.get("/").text
        assert "the page" in anybody.http.get("/table/abc").text
        assert "immutable" in anybody.http.get("/assets/app.js").headers["cache-control"]
        assert anybody.http.get("/assets/none.js").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"):
            assert "secret" not in anybody.http.get(path).text
            assert "root:" not in anybody.http.get(path).text


@pytest.mark.parametrize("packing", ["gzip", "identity"])
def test_the_page_is_compressed_for_browsers_that_accept_it(tmp_path: Any, packing: str) -> None:
    page, script = tmp_path / "page", "tell();" * 1_000
    (page / "assets").mkdir(parents=True)
    (page / "assets" / "app.js").write_text(script)
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}", page=str(page)) as server, server.player() as anybody:
        sent = anybody.http.get("/assets/app.js", headers={"accept-encoding": packing})
        assert sent.text == script
        assert sent.headers.get("content-encoding", "identity") == packing
        assert "Accept-Encoding" in sent.headers["vary"]
        assert sent.headers["content-type"].partition(";")[0].endswith("javascript")
        openapi = anybody.http.get("/openapi.json", headers={"accept-encoding": packing})
        assert openapi.headers.get("content-encoding", "identity") == packing


def secrets_of(socket: Socket, seat: str) -> list[str]:
    """What the frames of a seat of Caravan tell that they must not."""
    found = []
    other = "south" if seat == "north" else "north"
    for text in socket.heard:
        message = json.loads(text)
        if message["type"] == "frame":
            if not isinstance(message["view"]["hands"][other], int):
                found.append("a hand")
            if (message["decision"] or {}).get("seat") == other and len(message["decision"]) > 1:
                found.append("a decision")
            found += [
                "a card"
                for event in message["events"]
                if event["kind"] in ("drew", "offered")
                and event["told"]["seat"] == other
                and event["told"]["card"] != "unseen"
            ]
    return found


def test_no_frame_tells_what_a_seat_may_not_know(running: Running) -> None:
    for _ in range(3):
        ann, bob, table = two_people(running)
        with (
            ann.watch(table) as north,
            bob.watch(table) as south,
            running.player("Eve") as eve,
            eve.watch(table) as spectator,
        ):
            source = random.Random(7)
            while north.asked is not None:
                mine = north if north.asked == "north" else south
                mine.choose(source.choice(mine.keys))
                for socket in (north, south, spectator):
                    socket.catch_up(mine.frame["version"])
            assert secrets_of(north, "north") == secrets_of(south, "south") == []
            assert secrets_of(spectator, "north") == secrets_of(spectator, "south") == []
            seed = str(ann.get(f"/api/tables/{table}/record")["seed"])
            for socket in (north, south, spectator):
                assert seed not in "".join(socket.heard)
