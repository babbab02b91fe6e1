"""Guessing at passwords is slowed down, and locks out neither the owner nor neighbours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from khyber.server.people.limits import LIMITS
from tests.server.serving import PATIENCE, Player, Running
from tests.server.test_accounts import LONG, OTHER, with_account


@pytest.fixture
def limited(tmp_path: Path) -> Any:
    with Running(f"sqlite:///{tmp_path / 'khyber.db'}", limits=True) as server:
        yield server


def guess(player: Player, name: str, times: int, password: str = "a wrong password") -> list[int]:
    return [player.http.post("/api/login", json={"name": name, "password": password}).status_code for _ in range(times)]


def from_elsewhere(server: Running, address: str) -> Player:
    """Somebody with another address."""
    player = server.player()
    player.http.close()
    player.http = httpx.Client(
        base_url=server.address, timeout=PATIENCE, transport=httpx.HTTPTransport(local_address=address)
    )
    return player


def test_guessing_at_one_account_is_slowed_down_and_its_owner_is_not(limited: Running) -> None:
    few = LIMITS["login-pair"][0]
    ann = with_account(limited)
    ann.post("/api/logout")
    thief = from_elsewhere(limited, "127.0.0.9")
    assert guess(thief, "Ann", few + 2) == [401] * few + [429] * 2
    assert guess(thief, "ANN", 1, LONG) == [429]  # the right one no longer helps from there
    owner = from_elsewhere(limited, "127.0.0.8")
    assert owner.post("/api/login", name="Ann", password=LONG)["user"]["name"] == "Ann"


def test_a_crowd_of_strangers_does_not_lock_an_account_for_its_owner(limited: Running) -> None:
    ann = with_account(limited)
    ann.post("/api/logout")
    codes: list[int] = []
    while 429 not in codes:
        codes += guess(from_elsewhere(limited, f"127.0.2.{len(codes) // 5 + 1}"), "Ann", 5)
    assert LIMITS["login-account"][0] <= codes.count(401) < 2 * LIMITS["login-account"][0]
    assert guess(from_elsewhere(limited, "127.0.3.1"), "Ann", 1) == [429]
    # the owner's device is known, wherever it is
    device = {name: value for name, value in ann.http.cookies.items() if name == "khyber-device"}
    assert device
    travelling = from_elsewhere(limited, "127.0.3.2")
    travelling.http.cookies.update(device)
    assert guess(travelling, "Ann", 1, LONG) == [200]
    # and is not a way to guess without end
    travelling.post("/api/logout")
    assert guess(travelling, "Ann", LIMITS["login-device"][0] + 2)[-1] == 429
    # another's device is no help
    eve = from_elsewhere(limited, "127.0.3.3")
    eve.post("/api/accounts", name="Eve", password=OTHER)
    assert guess(eve, "Ann", 1) == [429]


def test_somebody_who_guesses_does_not_lock_out_others_behind_the_same_address(limited: Running) -> None:
    ann, bob = with_account(limited), with_account(limited, "Bob")
    for player in (ann, bob):
        player.post("/api/logout")
        player.post("/api/login", name="Ann" if player is ann else "Bob", password=LONG)
        player.post("/api/logout")
    same_address = limited.player()
    codes = [code for number in range(20) for code in guess(same_address, f"victim {number}", 3)]
    assert LIMITS["login-address"][0] <= codes.count(401) < len(codes)  # a few more on a slow machine
    assert codes[-1] == 429
    assert guess(ann, "Ann", 1, LONG) == [200]  # by the device
    assert guess(limited.player(), "Bob", 1, LONG) == [200]  # by having come from here before
    assert limited.player("A new guest").get("/api/me")["user"]["name"] == "A new guest"


def test_a_browser_that_several_people_use_is_known_to_each_of_them(limited: Running) -> None:
    ann = with_account(limited)
    shared = limited.player()
    shared.post("/api/login", name="Ann", password=LONG)
    for name in ("Bob", "Eve"):
        shared.post("/api/logout")
        shared.post("/api/accounts", name=name, password=LONG)
    shared.post("/api/logout")
    thief = from_elsewhere(limited, "127.0.0.9")
    for name in ("Ann", "Bob", "Eve"):
        while guess(thief, name, 1) == [401]:
            pass
    same_place = from_elsewhere(limited, "127.0.0.9")
    same_place.http.cookies.update({name: value for name, value in shared.http.cookies.items() if "device" in name})
    assert [guess(same_place, name, 1, LONG) for name in ("Ann", "Bob", "Eve")] == [[200]] * 3
    for number in range(6):
        shared.post("/api/accounts", name=f"Guest {number}", password=LONG)
        shared.post("/api/logout")
    assert len(shared.http.cookies["khyber-device"]) < 200
    assert ann.get("/api/me")["user"]["name"] == "Ann"


def test_somebody_who_sends_many_requests_does_not_lock_out_others_behind_the_same_address(limited: Running) -> None:
    ann = with_account(limited)
    ann.post("/api/logout")
    same_address = limited.player()
    codes: list[int] = []
    while codes[-5:] != [429] * 5:  # not only wrong passwords: no login at all is answered from here
        codes.append(same_address.http.post("/api/login", json={"name": "Ann", "password": "short"}).status_code)
    assert guess(ann, "Ann", 1, LONG) == [200]


def test_right_passwords_are_not_counted(limited: Running) -> None:
    with_account(limited)
    for _ in range(LIMITS["login-pair"][0] + 5):
        assert guess(limited.player(), "Ann", 1, LONG) == [200]


def test_accounts_that_do_not_exist_are_throttled_alike(limited: Running) -> None:
    with_account(limited)
    assert guess(limited.player(), "Ann", 10) == guess(limited.player(), "Nobody", 10)


def test_guessing_at_the_old_password_is_slowed_down(limited: Running) -> None:
    with with_account(limited) as ann:
        codes = [
            ann.http.post("/api/me/password", json={"old": "a wrong password", "new": OTHER}).status_code
            for _ in range(10)
        ]
        few = LIMITS["password"][0]
        assert codes == [401] * few + [429] * (10 - few)
