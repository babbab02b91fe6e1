"""Messages over WebSockets are limited for each person, and for all people at one address together."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from khyber.server.errors import Refused
from khyber.server.people.limits import LIMITS, Limits
from tests.server.serving import Message, Running, Socket

HERE, THERE = "203.0.113.1", "203.0.113.2"
#: Pupils of a class behind one address.
CLASS = 30


class Counted:
    """Rate limits by a clock of their own."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        patch.setattr(time, "monotonic", lambda: self.now)
        self._limits = Limits(on=True)

    def passes(self, kind: str, caller: str, address: str) -> bool:
        try:
            self._limits.check_message(kind, caller, address)
        except Refused:
            return False
        return True


@pytest.mark.parametrize("kind", ["say", "chat", "preview"])
def test_a_hundred_guests_of_one_address_send_no_more_than_a_class(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a minute, each as often as one person may; somebody elsewhere does not notice."""
    counted, passed, elsewhere = Counted(monkeypatch), 0, list[bool]()
    size, rate = LIMITS[kind]
    for _ in range(60):
        for guest in range(100):
            passed += sum(counted.passes(kind, f"guest {guest}", HERE) for _ in range(int(rate) + size // 60))
        elsewhere.append(counted.passes(kind, "Innocent", THERE))
        counted.now += 1
    assert passed <= CLASS * size + 60 * 10 * rate
    assert all(elsewhere)


def test_a_class_behind_one_address_plays_without_noticing_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once to begin with, then five messages a second each, three previews among them, and a line in three."""
    counted = Counted(monkeypatch)
    for pupil in range(CLASS):
        for kind in ("say", "chat", "preview"):
            assert all(counted.passes(kind, f"pupil {pupil}", HERE) for _ in range(LIMITS[kind][0]))
    for second in range(1, 600):
        counted.now = float(second)
        for pupil in range(CLASS):
            sent = {"say": 5, "preview": 3, "chat": (second + pupil) % 3 == 0}
            for kind, times in sent.items():
                assert all(counted.passes(kind, f"pupil {pupil}", HERE) for _ in range(int(times)))


def answer(socket: Socket) -> str:
    """The code of the refusal that comes back for a message, or ""."""
    while (found := socket.next())["type"] not in ("error", "pong"):
        pass
    return str(found.get("error", {}).get("code", ""))


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("say-address", {"kind": "ping"}),
        ("chat-address", {"kind": "chat", "text": "Hello"}),
        ("preview-address", {"kind": "undo-scope", "version": 0, "seat": "north"}),
    ],
)
def test_sockets_of_one_address_share_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, said: Message
) -> None:
    monkeypatch.setitem(LIMITS, limit, (12, 1e-6))
    with Running(f"sqlite:///{tmp_path}/khyber.db", limits=True) as server, ExitStack() as stack:
        host = stack.enter_context(server.player("Host"))
        table = host.table(seats={"north": "me", "south": "random"}, public=True)["id"]
        refused = 0
        for number in range(5):
            guest = stack.enter_context(server.player(f"Guest {number}"))
            with guest.watch(table) as socket:
                for _ in range(5):
                    socket.say(**said)
                    refused += answer(socket) == "rate-limited"
        assert refused == 25 - 12
