"""A sandbox stays one person's: whoever plays all sides, picks the seed and undoes alone must never get an opponent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from khyber.server.people.accounts import digest
from khyber.server.storage import migrations, schema
from tests.server.leaks import in_server
from tests.server.serving import Player, Running
from tests.server.test_schema import inside

ZURMAT = {"coalition": "me", "taliban": "bot:standard"}


def test_nobody_is_invited_into_a_sandbox(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as server, server.player("Host") as host:
        table = host.table("zurmat", "standard", seats=ZURMAT, sandbox=True, seed=3)["id"]
        branch = host.post(f"/api/tables/{table}/branch", seats=ZURMAT)["id"]
        for closed in (table, branch):
            path = f"/api/tables/{closed}/invite"
            assert host.refused("POST", path, seat="taliban") == (409, "closed")


def test_an_invitation_of_an_earlier_release_into_a_sandbox_is_void(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/khyber.db"
    with Running(database) as server, server.player("Host") as host:
        table = host.table("zurmat", "standard", seats=ZURMAT, sandbox=True, seed=3)["id"]
        with server.player("Guest") as guest:
            cookies = dict(guest.http.cookies)
    seat = (schema.seats.c.table_id == table) & (schema.seats.c.seat == "taliban")
    inside(database, lambda found: found.execute(update(schema.tables).values(closed="")))
    inside(database, lambda found: found.execute(update(schema.seats).where(seat).values(invite=digest("token"))))
    inside(database, migrations.close_sandboxes)
    with Running(database) as server, server.player() as guest:
        guest.http.cookies.update(cookies)
        assert guest.refused("POST", f"/api/tables/{table}/join", token="token") == (404, "not-found")


MINE = {"coalition": "me", "taliban": "me"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path}/khyber.db") as running:
        yield running


def alone(host: Player, table: str) -> None:
    """Nobody else may come to this table, watch it, or take a seat there."""
    path = f"/api/tables/{table}"
    told = host.get(path)
    assert told["sandbox"] and not told["public"] and not told["between_people"]
    assert not any(seat["invited"] for seat in told["seats"])
    assert host.refused("PATCH", path, public=True) == (400, "bad-request")
    for seat in MINE:
        assert host.refused("POST", f"{path}/seat", seat=seat, agent="open")[0] in (400, 409)
        if told["status"] != "over":
            assert host.refused("POST", f"{path}/invite", seat=seat)[0] == 409
    assert host.get(path)["seats"] == told["seats"]


def test_no_change_of_a_sandbox_lets_anybody_in(server: Running) -> None:
    with server.player("Host") as host, server.player("Guest") as guest:
        table = host.table("zurmat", "standard", seats=ZURMAT, sandbox=True, seed=3)["id"]
        host.post(f"/api/tables/{table}/seat", seat="taliban", agent="person")  # nobody's, and free
        alone(host, table)
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/tables/{table}/replay?step=0"):
            assert guest.refused("GET", path) == (404, "not-found")
        assert table not in {one["id"] for one in guest.get("/api/tables?watch")["tables"]}
        wanted = {"seats": {"coalition": "me", "taliban": "open"}, "sandbox": True}
        made = {"game": "zurmat", "scenario": "standard", **wanted}
        assert host.refused("POST", "/api/tables", **made) == (400, "bad-request")


def test_a_rematch_of_a_sandbox_is_one(server: Running) -> None:
    with server.player("Host") as host:
        for seats in (ZURMAT, MINE):
            table = host.table("zurmat", "standard", seats=seats, sandbox=True, seed=3)["id"]
            host.post(f"/api/tables/{table}/resign")
            assert host.get(f"/api/tables/{table}")["status"] == "over"
            alone(host, table)
            alone(host, host.post(f"/api/tables/{table}/rematch")["id"])


def test_the_record_of_a_sandbox_begins_a_game_between_people_only_with_everything_redrawn(server: Running) -> None:
    with server.player("Host") as host, server.player("Guest") as guest:
        table = host.table("zurmat", "standard", seats=MINE, sandbox=True, seed=3)["id"]
        with host.watch(table) as socket:
            for _ in range(8):
                socket.choose(0)
        record = host.http.get(f"/api/tables/{table}/record")
        wanted: dict[str, Any] = {"text": record.text, "game": "zurmat", "sandbox": False}
        known = host.post("/api/tables/import", **wanted, seats=MINE)["id"]
        assert host.refused("POST", f"/api/tables/{known}/invite", seat="taliban")[0] == 409
        made = host.post("/api/tables/import", **wanted, seats={"coalition": "me", "taliban": "open"})
        guest.post(f"/api/tables/{made['id']}/join", token=made["invites"]["taliban"])
        begun = host.get(f"/api/tables/{made['id']}/record")
        assert begun["redacted-for"] == ["coalition"]
        assert begun.get("seed") != record.json()["seed"]
        alone(host, table)


def test_a_sandbox_goes_with_its_owner(server: Running) -> None:
    with server.player("Host") as host, server.player("Guest") as guest:
        table = host.table("zurmat", "standard", seats=MINE, sandbox=True, seed=3)["id"]
        host.delete("/api/me")
        for method, path in (("GET", ""), ("POST", "/rematch"), ("POST", "/resign"), ("DELETE", "")):
            assert guest.refused(method, f"/api/tables/{table}{path}") == (404, "not-found")
        found = select(schema.tables.c.id).where(schema.tables.c.id == table)
        assert in_server(server, lambda: server.server.database.run(lambda to: to.execute(found).scalar())) is None


def test_a_branch_of_a_finished_game_is_a_sandbox(server: Running) -> None:
    with server.player("Host") as host, server.player("Guest") as guest:
        made = host.table("zurmat", "standard", seats={"coalition": "me", "taliban": "open"})
        guest.post(f"/api/tables/{made['id']}/join", token=made["invites"]["taliban"])
        guest.post(f"/api/tables/{made['id']}/resign")
        for player in (host, guest):
            branch = player.post(f"/api/tables/{made['id']}/branch", step=0)["id"]
            alone(player, branch)
        assert host.refused("GET", f"/api/tables/{branch}") == (404, "not-found")
