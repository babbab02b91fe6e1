"""Every attack is refused or bounded, and an innocent user plays on. `make soak` measures how well."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.attacks import ATTACKS
from tests.attacks.games import HANGING
from tests.attacks.target import Caller, Innocent, Target, choose, next_frame, target
from tests.server.serving import PATIENCE

#: Megabytes that no process of a server takes, whatever is sent to it.
MAX_MEMORY = 500
#: Seconds within which a server stops that is asked to.
TO_STOP = 3.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with target(f"sqlite:///{tmp_path_factory.mktemp('attacks')}/khyber.db") as found:
        yield found


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_disturbs_nobody(server: Target, name: str) -> None:
    with Innocent(server) as innocent:
        ATTACKS[name](server)
        time.sleep(0.5)
    assert innocent.choices, "nobody could play"
    assert server.most_memory() < MAX_MEMORY


def test_a_choice_that_never_ends_is_stopped_and_its_table_quarantined(tmp_path: Path) -> None:
    """Nobody else waits for it, neither then nor after a restart; and the server stops when it is asked to."""
    database = f"sqlite:///{tmp_path}/khyber.db"
    with target(database, HANGING) as server, Caller(server, "Hanger") as attacker:
        table = attacker.post("/api/tables", game="tiny", scenario="short", seats={"north": "me", "south": "me"})["id"]
        with Innocent(server), attacker.live(table) as socket:
            frame = next_frame(socket)
            while "rest" not in [option["key"] for option in frame["decision"]["options"]]:
                assert choose(socket, frame, frame["decision"]["options"][0]["key"])["type"] == "ack"
                frame = next_frame(socket)
            assert choose(socket, frame, "rest")["error"]["code"] == "over-budget"
            told = next_frame(socket)
            assert "took more than" in told["trouble"]
            assert choose(socket, told, "rest")["error"]["code"] == "quarantined"
        for _ in range(3):  # of bots, one rests sooner or later
            attacker.post("/api/tables", game="tiny", scenario="long", seats={"north": "random", "south": "random"})
        factions = ("coalition", "government", "taliban", "warlords")
        bots = attacker.post(
            "/api/tables", game="distant-plain", scenario="short", public=True, seats=dict.fromkeys(factions, "random")
        )["id"]
        assert server.terminate() < TO_STOP
    with target(database, HANGING) as server:
        with Innocent(server) as innocent, Caller(server, "Watcher") as watcher:
            late = time.monotonic() + PATIENCE
            while not (over := watcher.get(f"/api/tables/{bots}")["status"] == "over") and time.monotonic() < late:
                time.sleep(0.5)
        assert over, "bots are starved by what hangs"
        assert innocent.choices
        assert server.terminate() < TO_STOP
