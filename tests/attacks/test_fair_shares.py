"""One stranger's many thinking tables let nobody else wait: counted in jobs that are served before another person's."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from khyber.server.workers.fair import Claim, FairQueue
from tests.server.serving import Player, Running, until
from tests.server.test_accounts import with_account

SEATS = ("coalition", "government", "taliban", "warlords")
#: Where the stranger and the other person call from.
STRANGER, OTHER = "127.0.0.2", "127.0.0.3"
TABLES = 20
#: Jobs of others that may be served before one's own: those that run, and one turn of each of an address's few shares.
MAX_BEFORE = 8


class Served:
    """The owners of all jobs, in the order in which they got a worker."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.owners: list[str] = []
        self._lock = threading.Lock()
        acquire = FairQueue.acquire

        async def acquired(queue: FairQueue, claim: Claim) -> Claim:
            granted = await acquire(queue, claim)
            with self._lock:
                self.owners.append(granted.owner)
            return granted

        monkeypatch.setattr(FairQueue, "acquire", acquired)

    def before(self, owner: str, since: int) -> int:
        """How many jobs of others got a worker before the first of this owner's, from that place on."""
        return self.owners[since:].index(owner)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    return Served(monkeypatch)


def seated(player: Player, **agents: str) -> str:
    table = player.table("distant-plain", seats={seat: agents.get(seat, "me") for seat in SEATS})
    return str(table["id"])


def owner_of(player: Player) -> str:
    """The owner of the work of somebody with an account."""
    return str(player.get("/api/me")["user"]["id"])


@contextmanager
def thinking(players: list[Player], agent: str, watched: bool) -> Iterator[None]:
    """Have agents think at the tables of these players, in turn."""
    with ExitStack() as stack:
        for number in range(TABLES):
            player = players[number % len(players)]
            table = seated(player, **dict.fromkeys(SEATS, agent))
            if watched:
                stack.enter_context(player.watch(table))
        yield


def hint(player: Player, served: Served) -> int:
    """Ask for a quick hint; return how many jobs of others were served first."""
    table = seated(player)
    seat = player.get(f"/api/tables/{table}")["asked"]
    since = len(served.owners)
    player.get(f"/api/tables/{table}/hint?seat={seat}&level=quick")
    return served.before(owner_of(player), since)


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("agent", ["agent:quick", "bot:2nd"])
def test_twenty_tables_of_a_stranger_let_a_hint_wait_for_few_jobs(
    tmp_path: Path, served: Served, agent: str, watched: bool
) -> None:
    database = f"sqlite:///{tmp_path}/khyber.db"
    with Running(database, thinkers=1) as server:
        eve, ann = server.player("Eve", STRANGER), with_account(server, "Ann", source=OTHER)
        with thinking([eve], agent, watched):
            until(lambda: len(served.owners) > TABLES)
            assert hint(ann, served) <= MAX_BEFORE
    with Running(database, thinkers=1, sleep_after=3600.0) as again:
        bob = with_account(again, "Bob", source=OTHER)
        assert hint(bob, served) <= MAX_BEFORE, "after a restart, too"


def test_tables_of_patient_agents_delay_no_quick_opponent(tmp_path: Path, served: Served) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db", thinkers=2) as server:
        eve, ann = server.player("Eve", STRANGER), with_account(server, "Ann", source=OTHER)
        with thinking([eve], "agent:patient", watched=True):
            until(lambda: served.owners)
            since = len(served.owners)
            table = seated(ann, **dict.fromkeys(SEATS[:3], "agent:quick"))
            with ann.watch(table) as socket:
                socket.until_asked(SEATS[3])
            owner = owner_of(ann)
            assert owner not in served.owners[since:] or served.before(owner, since) <= MAX_BEFORE


def test_many_accounts_at_one_address_get_few_shares(tmp_path: Path, served: Served) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db", thinkers=1) as server:
        eves = [with_account(server, f"Eve {number}", source=STRANGER) for number in range(TABLES)]
        ann = with_account(server, "Ann", source=OTHER)
        with thinking(eves, "agent:quick", watched=True):
            until(lambda: len(set(served.owners)) > TABLES // 2)
            waits = [hint(ann, served) for _ in range(3)]
            assert max(waits) <= MAX_BEFORE, waits
