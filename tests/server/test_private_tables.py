"""A private table is to strangers as one that does not exist, whatever they ask."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from khyber.server.api.endpoints import ENDPOINTS
from khyber.server.people.limits import LIMITS
from khyber.server.storage.changes import TableChange
from tests.server.serving import Player, Running

#: What every endpoint of a table is asked with; the seat may be one of the game's or not.
BODIES: dict[str, list[dict[str, Any]]] = {
    "join": [{"token": "guess"}],
    "invite": [{"seat": "north"}, {"seat": "nobody"}],
    "seat": [{"seat": "north", "agent": "me"}, {"seat": "nobody", "agent": "me"}, {"seat": "north", "agent": "bot:9"}],
    "invitation": [{"token": "guess"}],
    "handover": [{"seat": "north"}, {"seat": "nobody"}],
    "handover/answer": [{"agree": True}, {"agree": False}],
    "pause": [{"paused": True}],
    "branch": [{}, {"step": 0}, {"step": 9999}],
    "notes": [{"text": "mine"}],
    "": [{}, {"name": "mine"}],
}
QUERIES = {
    "replay": ["?step=0", "?step=9999"],
    "why": ["?step=1"],
    "position": ["", "?step=9999"],
    "hint": ["?seat=north", "?seat=nobody"],
    "svg": ["", "?step=9999"],
}
OF_TABLES = [endpoint for endpoint in ENDPOINTS if endpoint.path.startswith("/api/tables/{id}")]


@pytest.fixture
def host(running: Running) -> Iterator[Player]:
    with running.player("Ann") as ann:
        yield ann


def private(host: Player, **more: Any) -> str:
    return str(host.table(seats={"north": "me", "south": "me"}, public=False, **more)["id"])


def answers(stranger: Player, table: str) -> list[tuple[str, int, str, list[tuple[str, str]]]]:
    """Everything that is answered about a table: status, body and headers, but for the time."""
    found = []
    for endpoint in OF_TABLES:
        last = endpoint.path.removeprefix("/api/tables/{id}").strip("/")
        path = endpoint.path.replace("{id}", table)
        for query in QUERIES.get(last, [""]):
            for body in BODIES[last] if endpoint.body is not None else [None]:
                told = stranger.http.request(endpoint.method, path + query, json=body)
                headers = [(name, value) for name, value in told.headers.items() if name != "date"]
                found.append((f"{endpoint.method} {last}{query} {body}", told.status_code, told.text, headers))
        found.append((f"HEAD {last}", stranger.http.head(path).status_code, "", []))
    with pytest.raises(InvalidStatus) as refused:
        stranger.watch(table)
    headers = [(name, value) for name, value in refused.value.response.headers.raw_items() if name.lower() != "date"]
    found.append(("live", refused.value.response.status_code, str(refused.value.response.body), headers))
    return found


@pytest.mark.parametrize("signed_in", [True, False])
def test_strangers_cannot_tell_a_private_table_from_none(running: Running, host: Player, signed_in: bool) -> None:
    resting, open_, broken = private(host), private(host), private(host)
    running.loop.call_soon_threadsafe(running.server.tables.lives.clear)
    running.loop.call_soon_threadsafe(lambda: _damage(running, broken))
    with running.player("Eve" if signed_in else "") as eve, host.watch(open_):
        nowhere = answers(eve, "AAAAAAAAAAAA")
        assert {status for _, status, _, _ in nowhere} <= {400, 401, 404, 405}
        for table in (resting, open_, broken):
            assert answers(eve, table) == nowhere


def _damage(running: Running, table: str) -> None:
    """A table that cannot be loaded."""
    running.server.database.write(TableChange(table=table, columns={"header": "{"}))


def test_those_who_may_know_of_it_find_it(running: Running, host: Player) -> None:
    made = host.table(seats={"north": "me", "south": "open"}, public=False)
    table = made["id"]
    with running.player("Bob") as bob:
        assert bob.refused("GET", f"/api/tables/{table}") == (404, "not-found")
        assert bob.post(f"/api/tables/{table}/join", token=made["invites"]["south"])["seat"] == "south"
        assert bob.get(f"/api/tables/{table}")["id"] == table
        assert host.get(f"/api/tables/{table}")["host"] is True
        with bob.watch(table) as south:
            assert south.frame["seats"] == ["south"]


def test_a_refusal_costs_the_same_whether_the_table_is_there_or_not(running: Running, host: Player) -> None:
    """The same reads of the database, and so about the same time: a loaded table would take many times as long."""
    table = str(host.post("/api/tables", game="distant-plain", scenario="short", public=False)["id"])
    database = running.server.database
    counted: list[int] = []
    submit = database.submit

    def counting(work: Any) -> Any:
        counted.append(1)
        return submit(work)

    database.submit = counting  # type: ignore[method-assign]
    running.loop.call_soon_threadsafe(running.server.tables.lives.clear)
    reads: dict[str, Counter[int]] = {"there": Counter(), "nowhere": Counter()}
    times: dict[str, list[float]] = {"there": [], "nowhere": []}
    with running.player("Eve") as eve:
        for _ in range(60):
            for kind, key in (("there", table), ("nowhere", "AAAAAAAAAAAA")):
                counted.clear()
                began = time.perf_counter()
                eve.refused("GET", f"/api/tables/{key}")
                times[kind].append(time.perf_counter() - began)
                reads[kind][len(counted)] += 1
    # who looks after the bots reads now and then as well
    assert reads["there"].most_common(1)[0][0] == reads["nowhere"].most_common(1)[0][0] == 2
    assert table not in running.server.tables.lives
    there, nowhere = (statistics.median(times[kind]) for kind in ("there", "nowhere"))
    assert abs(there - nowhere) < 0.5 * nowhere


def test_rate_limits_count_both_alike(tmp_path: Path) -> None:
    most = LIMITS["think"][0]
    for key in ("private", "AAAAAAAAAAAA"):
        with (
            Running(f"sqlite:///{tmp_path / key}", limits=True) as server,
            server.player("Ann") as ann,
            server.player("Eve") as eve,
        ):
            table = private(ann) if key == "private" else key
            codes = [eve.http.get(f"/api/tables/{table}/why?step=1").status_code for _ in range(most + 3)]
            assert codes[:most] == [404] * most
            assert codes[-1] == 429
