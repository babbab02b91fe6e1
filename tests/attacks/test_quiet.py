"""What a server writes to its log: no traceback, whatever it is sent and whenever it is stopped."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from threading import Thread

import pytest
from websockets.frames import Frame, Opcode

from tests.attacks.target import Caller, Target, target

HANDSHAKE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)


def send_raw(server: Target, caller: Caller, table: str, data: bytes) -> bytes:
    """Send bytes through an open WebSocket; return what came back until it was closed."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as raw:
        raw.sendall(HANDSHAKE.format(table=table, cookie=caller.cookie).encode())
        answer = raw.recv(65536)
        assert b"101" in answer.split(b"\r\n")[0]
        raw.sendall(data)
        while part := raw.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize("letters", [b"\xff\xfe{", b'{"type":"chat","text":"\xed\xa0\x80"}', b"\xc3"])
def test_invalid_utf_8_in_a_frame_closes_the_connection_without_a_traceback(tmp_path: Path, letters: bytes) -> None:
    log = tmp_path / "log"
    with target(f"sqlite:///{tmp_path}/khyber.db", log=log) as server, Caller(server, "Garbler") as attacker:
        table = attacker.post("/api/tables", game="zurmat", scenario="standard", seats={}, sandbox=True)["id"]
        send_raw(server, attacker, table, Frame(Opcode.TEXT, letters).serialize(mask=True))
        assert attacker.get("/api/me")["user"]
        server.terminate()
    assert "Traceback" not in log.read_text()


def test_a_server_stopped_with_jobs_in_its_queue_answers_them_without_a_traceback(tmp_path: Path) -> None:
    log, answers = tmp_path / "log", list[tuple[int, str]]()
    seats = dict.fromkeys(("coalition", "government", "taliban", "warlords"), "agent:patient")
    plain = {"game": "distant-plain", "scenario": "short"}
    with (
        target(f"sqlite:///{tmp_path}/khyber.db", log=log, thinkers=1, limits=False) as server,
        Caller(server, "Busy") as busy,
    ):
        mine = busy.post("/api/tables", **plain, seats={}, sandbox=True)["id"]
        for _ in range(6):
            busy.post("/api/tables", **plain, seats=seats)
        path = f"/api/tables/{mine}/hint?seat={busy.get(f'/api/tables/{mine}')['asked']}&level=patient"
        waiting = [Thread(target=lambda: answers.append(busy.attempt("GET", path))) for _ in range(4)]
        for thread in waiting:
            thread.start()
        time.sleep(1)  # until they are in the queue; were they not, there would be nothing to see
        server.terminate()
        for thread in waiting:
            thread.join()
    assert answers == [(503, "unavailable")] * 4
    assert "Traceback" not in log.read_text()
