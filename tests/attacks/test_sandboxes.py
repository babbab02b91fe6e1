"""A sandbox stays one person's: whoever plays all sides, picks the seed and undoes alone must never get an opponent."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import update

from khyber.server.people.accounts import digest
from khyber.server.storage import migrations, schema
from tests.server.serving import Running
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
