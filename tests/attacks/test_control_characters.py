"""Texts from outside give no orders to a terminal, and break no picture."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

import khyber
from khyber.engine.errors import BadPosition, BadRecord, BadSetup
from tests.server.serving import Player, Running

#: To set a window's title, to clear the screen, the same in C1, to ring, and to go back.
ORDERS = ["\x1b]0;owned\x07", "\x1b[2J", "\x9b2J", "\x9d0;owned\x9c", "\x07", "\x08", "\x7f", "\x00", "\r"]
#: What no XML document may hold, and what Unicode keeps for no text.
NO_TEXT = ["\ufffe", "\uffff", "\ud800", "\udfff", "\ufdd0", "\ufdef", "\U0001fffe", "\U0010ffff"]
#: What any text may hold.
TEXT = "<b>&amp;\"']]><!--\u2028\ufffd\U0001f600 \u0416\u05d0"
JSON = {"content-type": "application/json"}


@cache
def finished() -> dict[str, object]:
    fields: dict[str, object] = json.loads(khyber.play("zurmat", seed=3, seats="random").save())
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


@pytest.mark.parametrize("order", ORDERS + NO_TEXT, ids=ascii)
def test_a_record_with_control_characters_is_refused(order: str) -> None:
    khyber.load(json.dumps(finished()))
    for text in (
        with_event(finished(), order),
        json.dumps({**finished(), "now": [order], "now-by": ["taliban"]}),
        json.dumps({**finished(), "now-rules": f"2{order}"}),
        json.dumps({**finished(), "replaced": {"tiles": {"07": {"name": f"Zurmat{order}"}}}}),
    ):
        with pytest.raises((BadRecord, BadSetup)):
            khyber.load(text)


@pytest.mark.parametrize("order", ORDERS + NO_TEXT, ids=ascii)
def test_data_and_positions_with_control_characters_are_refused(order: str, tmp_path: Path) -> None:
    written = json.dumps(f"Zurmat{order}", ensure_ascii=order in ORDERS)  # TOML has the same escapes
    with pytest.raises(BadSetup, match=r"invalid characters|not TOML"):
        khyber.new("zurmat", deck=f"[tiles.07]\nname = {written}\n")
    with pytest.raises(BadPosition):
        khyber.position("zurmat", f"scenario = {written}")


def own_data(text: str) -> str:
    """A record of Zurmat with a tile of that name, which the board shows."""
    fields: dict[str, object] = json.loads(khyber.new("zurmat", seed=3, seats="person").save())
    return json.dumps({**fields, "replaced": {"tiles": {f"{tile:02}": {"name": text} for tile in range(1, 15)}}})


def texts_of(player: Player, text: str) -> tuple[list[str], set[int]]:
    """Say a text wherever a player can; return the tables that there are then, and the answers' statuses."""
    answers = list[httpx.Response]()

    def say(method: str, path: str, **body: object) -> None:
        answers.append(player.http.request(method, path, content=json.dumps(body), headers=JSON))

    own = player.table("zurmat", "standard", seats=dict.fromkeys(("coalition", "taliban"), "me"))["id"]
    for record in (own_data(text), with_event(finished(), text)):
        say("POST", "/api/tables/import", text=record, sandbox=True)
    say("POST", "/api/tables", game="zurmat", scenario="standard", name=text.replace("\u2028", ""))
    say("PUT", f"/api/tables/{own}/notes", text=text)
    statuses = {answer.status_code for answer in answers}
    with player.watch(own) as socket:
        socket.socket.send(json.dumps({"type": "chat", "id": 1, "text": text}))
        socket.until("error" if statuses == {400} else "chat")
    return [answer.json()["id"] for answer in answers[:3] if answer.is_success] + [own], statuses


def test_every_picture_is_xml_whatever_texts_there_are(tmp_path: Path) -> None:
    """Each text is refused, or it breaks no picture."""
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Mallory") as mallory:
        for text in (TEXT, *(f"Zurmat{no_text}" for no_text in NO_TEXT)):
            tables, statuses = texts_of(mallory, text)
            drawn = list[ElementTree.Element]()
            for table in tables:
                for step in ("", "?step=0"):
                    answer = mallory.http.get(f"/api/tables/{table}/svg{step}")
                    drawn.append(ElementTree.fromstring(answer.content))
            assert statuses == ({200} if text == TEXT else {400}), ascii(text)
            assert all(len(picture) > 1 for picture in drawn)
            assert text != TEXT or any(TEXT in "".join(picture.itertext()) for picture in drawn)


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
