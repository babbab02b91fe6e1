"""A seat that somebody has seen: nobody gets it unknowing, whatever became of who saw it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from khyber.server.storage import schema
from khyber.server.storage.holders_store import former_holders
from khyber.server.storage.table_store import OVER
from tests.server.leaks import in_server
from tests.server.serving import Player, Running, Socket, until

FOUR = {"coalition": "me", "government": "open", "taliban": "open", "warlords": "open"}
SEEN = (409, "seen")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path_factory.mktemp('seen')}/khyber.db") as running:
        yield running


def come(server: Running, *names: str) -> list[Player]:
    return [server.player(name) for name in names]


def until_hand(ann: Player, bob: Player, table: str) -> None:
    """Play Zurmat until the Taliban have a hand that only they see."""
    with ann.watch(table) as north, bob.watch(table) as south:
        while not south.frame["view"]["sides"]["taliban"]["hand"]:
            _choose(north, south)


def _choose(*sockets: Socket) -> None:
    next(one for one in sockets if one.asked in one.frame["seats"]).choose(0)
    newest = max(one.frame["version"] for one in sockets)
    for one in sockets:
        one.catch_up(newest)


def zurmat(ann: Player, bob: Player) -> str:
    made = ann.table("zurmat", "standard", seats={"coalition": "me", "taliban": "open"})
    bob.post(f"/api/tables/{made['id']}/join", token=made["invites"]["taliban"])
    return str(made["id"])


def joined(player: Player, table: str, token: str, **more: Any) -> int:
    return player.http.post(f"/api/tables/{table}/join", json={"token": token, **more}).status_code


def test_a_second_account_looks_and_is_deleted(server: Running) -> None:
    host, second, victim = come(server, "Host", "Second", "Victim")
    table = zurmat(host, second)
    until_hand(host, second, table)
    second.delete("/api/me")
    made = host.post(f"/api/tables/{table}/invite", seat="taliban")
    assert victim.refused("POST", f"/api/tables/{table}/join", token=made["token"]) == SEEN
    assert made["seen"] == ["Second"]
    told = victim.post(f"/api/tables/{table}/invitation", token=made["token"])["seen"]
    assert told == [{"seat": "taliban", "seat_name": "Taliban", "names": ["Second"]}]
    assert joined(victim, table, made["token"], knowing=True) == 200


def test_a_bot_in_between_makes_nothing_unseen(server: Running) -> None:
    host, second, victim = come(server, "Host", "Second", "Victim")
    table = zurmat(host, second)
    until_hand(host, second, table)
    second.delete("/api/me")
    host.post(f"/api/tables/{table}/seat", seat="taliban", agent="bot:standard")
    token = host.post(f"/api/tables/{table}/invite", seat="taliban")["token"]
    assert victim.refused("POST", f"/api/tables/{table}/join", token=token) == SEEN


def four(server: Running, *options: str) -> tuple[Player, Player, str, dict[str, str]]:
    """A host and a guest at A Distant Plain; the Taliban and the Warlords are still open."""
    host, guest = come(server, "Host", "Guest")
    made = host.table("distant-plain", "short", options=list(options), seats=FOUR)
    guest.post(f"/api/tables/{made['id']}/join", token=made["invites"]["government"])
    return host, guest, made["id"], made["invites"]


def look_and_resign(host: Player, table: str) -> None:
    host.post(f"/api/tables/{table}/seat", seat="taliban", agent="me")
    with host.watch(table) as socket:
        assert set(socket.frame["seats"]) == {"coalition", "taliban"}
    host.post(f"/api/tables/{table}/resign")


def test_the_host_looks_into_an_open_seat_and_invites_somebody_to_it(server: Running) -> None:
    host, guest, table, _ = four(server, "deception")
    look_and_resign(host, table)
    path = f"/api/tables/{table}"
    assert host.refused("POST", f"{path}/invite", seat="taliban") == SEEN
    asked = host.post(f"{path}/handover", seat="taliban")
    assert asked == {"seat": "taliban", "names": ["Host"], "waiting": ["government"]}
    with guest.watch(table) as socket:
        told = {"seat": "taliban", "names": ["Host"], "waiting": ["government"], "refused": "", "mine": False}
        assert socket.frame["handover"] == {**told, "returning": True}
        assert host.refused("POST", f"{path}/invite", seat="taliban") == SEEN
        assert host.refused("POST", f"{path}/handover/answer", agree=True) == (403, "forbidden")
        guest.post(f"{path}/handover/answer", agree=False)
        socket.until("frame", lambda frame: frame["handover"]["refused"] == "Guest")
    assert host.refused("POST", f"{path}/invite", seat="taliban") == SEEN
    host.post(f"{path}/handover", seat="taliban")
    guest.post(f"{path}/handover/answer", agree=True)
    token = host.post(f"{path}/invite", seat="taliban")["token"]
    (victim,) = come(server, "Victim")
    assert victim.refused("POST", f"{path}/join", token=token) == SEEN
    assert joined(victim, table, token, knowing=True) == 200
    with guest.watch(table) as socket:
        assert socket.frame["handover"] is None


def test_who_left_a_seat_reads_on_as_a_spectator(server: Running) -> None:
    host, _, table, _ = four(server, "deception")
    look_and_resign(host, table)
    path = f"/api/tables/{table}"
    assert host.get(f"{path}/record")["redacted-for"] == []
    exported = next(one for one in host.get("/api/me/export")["tables"] if one["id"] == table)
    assert exported["record"]["redacted-for"] == []
    assert host.refused("GET", f"{path}/hint?seat=taliban") == (403, "forbidden")
    host.post(f"{path}/pause", paused=True)
    with server.player() as nobody:
        for read in ("svg?lang=en", "replay?step=0", "timeline"):
            assert host.http.get(f"{path}/{read}").text == nobody.http.get(f"{path}/{read}").text


def test_who_joins_another_seat_is_told_too(server: Running) -> None:
    host, _, table, invites = four(server, "deception")
    look_and_resign(host, table)
    (late,) = come(server, "Late")
    assert late.refused("POST", f"/api/tables/{table}/join", token=invites["warlords"]) == SEEN
    told = late.post(f"/api/tables/{table}/invitation", token=invites["warlords"])["seen"]
    assert [(one["seat"], one["names"]) for one in told] == [("coalition", ["Host"]), ("taliban", ["Host"])]
    assert joined(late, table, invites["warlords"], knowing=True) == 200


def test_who_has_seen_one_seat_takes_no_other(server: Running) -> None:
    host, guest, table, _ = four(server, "deception")
    look_and_resign(host, table)
    path = f"/api/tables/{table}"
    assert host.refused("POST", f"{path}/seat", seat="warlords", agent="me") == (409, "seen-elsewhere")
    guest.post(f"{path}/resign")  # nobody plays any more
    assert guest.get(path)["status"] == "over"


def test_a_guest_who_resigned_takes_no_other_seat_by_invitation(server: Running) -> None:
    _, guest, table, invites = four(server, "deception")
    guest.post(f"/api/tables/{table}/resign")
    path = f"/api/tables/{table}/join"
    assert guest.refused("POST", path, token=invites["warlords"], knowing=True) == (409, "seen-elsewhere")


def test_an_agreement_is_about_those_who_had_seen_it_then(server: Running) -> None:
    host, guest, table, invites = four(server, "deception")
    second, third = come(server, "Second", "Third")
    path = f"/api/tables/{table}"
    second.post(f"{path}/join", token=invites["taliban"])
    second.delete("/api/me")
    host.post(f"{path}/handover", seat="taliban")
    guest.post(f"{path}/handover/answer", agree=True)
    token = host.post(f"{path}/invite", seat="taliban")["token"]
    assert joined(third, table, token, knowing=True) == 200
    third.post(f"{path}/resign")
    assert host.refused("POST", f"{path}/invite", seat="taliban") == SEEN
    assert host.refused("POST", f"{path}/seat", seat="taliban", agent="me") == SEEN


def test_a_seat_without_secrets_is_free_for_anybody(server: Running) -> None:
    host, guest, table, _ = four(server)
    guest.delete("/api/me")
    token = host.post(f"/api/tables/{table}/invite", seat="government")
    assert token["seen"] == []
    (other,) = come(server, "Other")
    assert joined(other, table, token["token"]) == 200


def test_who_left_comes_back_to_the_seat_that_nobody_else_has_seen(server: Running) -> None:
    host, guest, table, invites = four(server, "deception")
    (second,) = come(server, "Second")
    second.post(f"/api/tables/{table}/join", token=invites["taliban"])
    second.post(f"/api/tables/{table}/resign")
    assert host.refused("POST", f"/api/tables/{table}/invite", seat="taliban") == SEEN  # it could be for anybody
    host.post(f"/api/tables/{table}/handover", seat="taliban")
    guest.post(f"/api/tables/{table}/handover/answer", agree=True)
    token = host.post(f"/api/tables/{table}/invite", seat="taliban")["token"]
    assert joined(second, table, token) == 200


def test_the_name_of_a_deleted_account_stays_until_the_game_is_over(server: Running) -> None:
    host, guest, table, invites = four(server, "deception")
    (second,) = come(server, "Second")
    second.post(f"/api/tables/{table}/join", token=invites["taliban"])
    second.post(f"/api/tables/{table}/resign")
    assert [one["seat"] for one in second.get("/api/me/export")["left"]] == ["taliban"]
    second.delete("/api/me")
    assert _kept(server, table) == [("taliban", None, "Second")]
    host.post(f"/api/tables/{table}/resign")
    guest.post(f"/api/tables/{table}/resign")
    assert guest.get(f"/api/tables/{table}")["status"] == "over"
    in_server(server, lambda: server.server.cleanup.expire())
    assert _kept(server, table) == []


def test_a_seat_of_a_rematch_is_taken_only_by_who_knows_that_it_was_seen(server: Running) -> None:
    """A player who joins a rematch gets the same warning as a guest with an invitation."""
    first, second, third = come(server, "First", "Second", "Third")
    seats = {"coalition": "me", "government": "open", "taliban": "open", "warlords": "bot:3rd"}
    made = first.table("distant-plain", "short", options=["deception"], seats=seats)
    for player, seat in ((second, "government"), (third, "taliban")):
        player.post(f"/api/tables/{made['id']}/join", token=made["invites"][seat])
    _end(server, made["id"])
    again = f"/api/tables/{made['id']}/rematch"
    rematch = first.post(again)["id"]
    assert second.post(again) == {"id": rematch, "seats": ["government"], "seen": []}
    second.post(f"/api/tables/{rematch}/resign")
    told = third.post(f"{again}?lang=it")
    assert told["seats"] == []
    assert [(one["seat"], one["names"]) for one in told["seen"]] == [("government", ["Second"])]
    assert third.post(f"{again}?knowing=true") == {"id": rematch, "seats": ["taliban"], "seen": []}


def test_one_person_who_comes_and_goes_fills_no_database(server: Running) -> None:
    host, guest, table, _ = four(server, "deception")
    for _ in range(5):
        host.post(f"/api/tables/{table}/resign")
        host.post(f"/api/tables/{table}/handover", seat="coalition")
        guest.post(f"/api/tables/{table}/handover/answer", agree=True)
        host.post(f"/api/tables/{table}/seat", seat="coalition", agent="me")
    assert len(_kept(server, table)) == 1
    host.delete("/api/me")
    assert _kept(server, table) == [("coalition", None, "Host")]


def _end(server: Running, table: str) -> None:
    """Let a game be over, with everybody still in their seats."""
    over = update(schema.tables).where(schema.tables.c.id == table).values(status=OVER)
    in_server(server, lambda: server.server.database.run(lambda connection: connection.execute(over).rowcount))
    server.loop.call_soon_threadsafe(server.server.tables.drop, table)
    until(lambda: table not in server.server.tables.lives)


def _kept(server: Running, table: str) -> list[tuple[str, str | None, str]]:
    found = in_server(server, lambda: server.server.database.run(lambda found: former_holders(found, table)))
    return [(one.seat, one.user, one.name) for one in found]
