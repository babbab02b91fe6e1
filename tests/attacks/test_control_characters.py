"""Texts from outside give no orders to a terminal, and break no picture."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest

import khyber
from khyber.engine.errors import BadPosition, BadRecord, BadSetup
from tests.server.serving import Running

#: To set a window's title, to clear the screen, the same in C1, to ring, and to go back.
ORDERS = ["\x1b]0;owned\x07", "\x1b[2J", "\x9b2J", "\x9d0;owned\x9c", "\x07", "\x08", "\x7f", "\x00", "\r"]


def played() -> dict[str, object]:
    table = khyber.new("zurmat", seed=3, seats="random")
    fields: dict[str, object] = json.loads(table.save())
    return fields


def with_event(fields: dict[str, object], order: str) -> str:
    """The record with that text as a parameter of its first event that has one."""
    logs = zlib.decompress(base64.b64decode(str(fields["events"]))).split(b"\n")
    for number, log in enumerate(logs):
        events = json.loads(log)
        for event in events:
            for place, value in enumerate(event[2:], 2):
                if isinstance(value, str):
                    event[place] = f"{value}{order}"
                    logs[number] = json.dumps(events).encode()
                    packed = base64.b64encode(zlib.compress(b"\n".join(logs))).decode()
                    return json.dumps({**fields, "events": packed})
    raise AssertionError("no event has a text")


@pytest.mark.parametrize("order", ORDERS, ids=repr)
def test_a_record_with_control_characters_is_refused(order: str) -> None:
    finished = json.loads(khyber.play("zurmat", seed=3, seats="random").save())
    khyber.load(json.dumps(finished))
    for text in (
        with_event(finished, order),
        json.dumps({**finished, "now": [order], "now-by": ["taliban"]}),
        json.dumps({**finished, "replaced": {"tiles": {"07": {"name": f"Zurmat{order}"}}}}),
    ):
        with pytest.raises((BadRecord, BadSetup)):
            khyber.load(text)


@pytest.mark.parametrize("order", ORDERS, ids=repr)
def test_data_and_positions_with_control_characters_are_refused(order: str, tmp_path: Path) -> None:
    written = json.dumps(f"Zurmat{order}")  # TOML has the same escapes
    file = tmp_path / "own.toml"
    file.write_text(f"[tile.07]\nname = {written}\n", encoding="utf-8")
    with pytest.raises(BadSetup, match=r"invalid characters|not TOML"):
        khyber.new("zurmat", deck=file.read_text(encoding="utf-8"))
    with pytest.raises(BadPosition):
        khyber.position("zurmat", f"scenario = {written}")


def test_names_chat_and_notes_with_control_characters_are_refused(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        table = mallory.table(seats={"north": "me", "south": "me"})["id"]
        with mallory.watch(table) as socket:
            for order in ORDERS[:-1]:  # lines may end in \r\n
                name = f"M{order}"
                assert mallory.refused("POST", "/api/guests", name=name)[0] == 400
                assert mallory.refused("POST", "/api/tables", game="tiny", scenario="short", name=name)[0] == 400
                assert mallory.refused("PUT", f"/api/tables/{table}/notes", text=name)[0] == 400
                socket.say("chat", text=name)
                refused = socket.until("error")
                assert refused["error"]["code"] == "bad-request"
                socket.say("wish", text=name, seat="north", to="south", what="tea", amount=1)
                assert "unreadable" in socket.until("error")["error"]["message"]
