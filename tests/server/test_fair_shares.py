"""Whose job is next: owners take turns by the time their jobs take, and those that somebody waits for come first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khyber.server.errors import Busy
from khyber.server.workers import fair
from khyber.server.workers.fair import Claim, FairQueue, Urgency
from tests.server.serving import PATIENCE, Running, until
from tests.server.test_accounts import with_account

Wanted = Sequence[tuple[str, Urgency, float]]


def source_of(owner: str) -> str:
    """The address of an owner: `home/ann` is at home, `bob` nobody knows where."""
    place, at, _ = owner.rpartition("/")
    return f"from {place}" if at else ""


def served(jobs: Wanted, workers: int = 1, per_owner: int = 0) -> list[str]:
    """Return the owners in the order in which their jobs end, on a clock that only jobs move."""

    async def run() -> list[str]:
        queue, order = FairQueue(workers, per_owner), list[str]()
        now, ends = 0.0, list[tuple[float, int, Claim, float]]()
        granted: asyncio.Queue[tuple[int, Claim, float]] = asyncio.Queue()

        async def one(number: int, claim: Claim, seconds: float) -> None:
            await queue.acquire(claim)
            granted.put_nowait((number, claim, seconds))

        tasks = [
            asyncio.create_task(one(n, Claim(owner, urgency, source=source_of(owner)), seconds))
            for n, (owner, urgency, seconds) in enumerate(jobs)
        ]
        while len(order) < len(jobs):
            for _ in range(4):
                await asyncio.sleep(0)
            while not granted.empty():
                number, claim, seconds = granted.get_nowait()
                ends.append((now + seconds, number, claim, seconds))
            ends.sort(key=lambda end: end[:2])
            now, _, claim, seconds = ends.pop(0)
            order.append(claim.owner)
            queue.release(claim, seconds)
        await asyncio.gather(*tasks)
        assert queue.waiting == 0 and queue._free == workers
        return order

    return asyncio.run(run())


WAITED, DUE, IDLE = Urgency
#: Of whom five are at one address.
OWNERS = ["a", "b", "here/a", "net/a", "net/b", "net/c", "net/d", "net/e"]


def test_one_job_of_somebody_else_waits_for_one_of_many_at_most() -> None:
    order = served([("stranger", WAITED, 8.0)] * 20 + [("ann", WAITED, 0.3)])
    assert order.index("ann") <= 1


def test_owners_get_equal_time_however_many_jobs_they_send_and_however_long_these_are() -> None:
    jobs = [("many", WAITED, 1.0)] * 60 + [("long", WAITED, 4.0)] * 15
    order = served(jobs)
    half = order[: len(order) // 2]
    time = {"many": half.count("many") * 1.0, "long": half.count("long") * 4.0}
    assert abs(time["many"] - time["long"]) <= 4.0


def test_what_nobody_waits_for_runs_only_when_nothing_else_waits() -> None:
    order = served([("bots", IDLE, 1.0)] * 3 + [("ann", WAITED, 1.0)] * 3 + [("bob", DUE, 1.0)] * 3)
    assert order[0] == "bots", "a free worker is used"
    assert order.index("bots", 1) > max(place for place, owner in enumerate(order) if owner != "bots") - 2
    assert order[-2:] == ["bots", "bots"]


def test_a_game_where_somebody_is_due_is_put_behind_but_not_starved() -> None:
    order = served([("ann", WAITED, 2.0)] * 30 + [("bob", DUE, 2.0)])
    assert 1 < order.index("bob") < 10


def test_many_accounts_of_one_address_get_few_shares() -> None:
    """Twenty accounts with one watched table each let somebody else's hint wait for three of theirs at most."""
    order = served([(f"net/{number % 20}", WAITED, 0.3) for number in range(160)] + [("ann", WAITED, 0.3)] * 10)
    waits = [place for place, owner in enumerate(order) if owner == "ann"]
    assert waits[0] <= 1 and max(after - before for before, after in pairwise(waits)) <= 4


def test_a_household_on_a_quiet_server_is_served_as_before() -> None:
    """Those at one address take turns as they would elsewhere, and a few get as much as anybody."""
    alone = served([(f"home/{number % 6}", WAITED, 1.0) for number in range(60)])
    assert all(set(alone[first : first + 6]) == {f"home/{one}" for one in range(6)} for first in range(0, 60, 6))
    jobs = [(owner, WAITED, 1.0) for _ in range(20) for owner in ("home/ann", "home/bob", "home/cat", "eve")]
    assert set(Counter(served(jobs)[:40]).values()) <= {9, 10, 11}
    late = served([("home/ann", WAITED, 1.0)] * 20 + [("home/bob", WAITED, 1.0)])
    assert late.index("home/bob") <= 1


def test_an_address_fills_no_queue_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MAX_OF_SOURCE", 5)

    async def run() -> None:
        queue = FairQueue(1)
        tasks = [asyncio.create_task(queue.acquire(Claim(f"{one}", source="from net"))) for one in range(8)]
        await asyncio.sleep(0.01)
        assert [task.done() for task in tasks] == [True, *[False] * 5, True, True]
        other = asyncio.create_task(queue.acquire(Claim("other", source="from elsewhere")))
        await asyncio.sleep(0)
        queue.release(Claim("0", source="from net"), 1.0)
        await other
        for task in tasks[1:6]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert queue.waiting == 0

    asyncio.run(run())


def test_one_owner_never_has_all_workers_and_neither_have_idle_tables() -> None:
    order = served([("stranger", WAITED, 8.0)] * 4 + [("ann", WAITED, 0.3)], workers=2)
    assert order[0] == "ann"
    order = served([(f"bots {n}", IDLE, 8.0) for n in range(4)] + [("ann", WAITED, 0.3)], workers=2)
    assert order[0] == "ann"


def test_nobody_saves_up_time_while_away() -> None:
    """Somebody who comes late takes turns with the others, instead of making them wait for as long as they have had."""

    async def run() -> list[str]:
        queue, order = FairQueue(1), list[str]()
        for _ in range(20):
            await queue.acquire(Claim("ann"))
            queue.release(Claim("ann"), 1.0)

        async def one(owner: str) -> None:
            await queue.acquire(Claim(owner))
            order.append(owner)
            await asyncio.sleep(0)
            queue.release(Claim(owner), 1.0)

        await asyncio.gather(*(one(owner) for owner in ["ann"] * 6 + ["late"] * 6))
        return order

    assert Counter(asyncio.run(run())[:8]) == {"ann": 4, "late": 4}


def test_who_comes_to_watch_is_waited_for_from_then_on() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(1), list[str]()
        held = await queue.acquire(Claim("ann"))

        async def one(claim: Claim) -> None:
            claim = await queue.acquire(claim)
            order.append(claim.turn)
            await asyncio.sleep(0)
            queue.release(claim, 1.0)

        claims = [Claim("bob", DUE, "due"), Claim("cat", IDLE, "idle"), Claim("cat", IDLE, "watched")]
        jobs = [asyncio.create_task(one(claim)) for claim in claims]
        await asyncio.sleep(0)
        queue.hurry("watched", WAITED)
        queue.release(held, 1.0)
        await asyncio.gather(*jobs)
        assert queue._idle_running == 0
        return order

    assert asyncio.run(run()) == ["watched", "due", "idle"]


def test_an_owner_with_too_many_jobs_is_refused_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MAX_OF_OWNER", 5)

    async def run() -> None:
        queue = FairQueue(1)
        tasks = [asyncio.create_task(queue.acquire(Claim("many"))) for _ in range(7)]
        await asyncio.sleep(0.01)
        assert [task.done() for task in tasks] == [True, False, False, False, False, False, True]
        with pytest.raises(Busy):
            await tasks[-1]
        other = asyncio.create_task(queue.acquire(Claim("other")))
        await asyncio.sleep(0)
        for task in tasks[1:-1]:
            task.cancel()
        await asyncio.gather(*tasks[1:-1], return_exceptions=True)
        assert queue.waiting == 1
        queue.release(Claim("many"), 1.0)
        await other

    asyncio.run(run())


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(OWNERS), st.sampled_from(list(Urgency)), st.sampled_from([0.1, 1.0, 8.0])),
        max_size=40,
    ),
    st.integers(1, 4),
)
def test_every_job_is_done_once(jobs: Wanted, workers: int) -> None:
    assert Counter(served(jobs, workers)) == Counter(owner for owner, _, _ in jobs)


# -- at a server ------------------------------------------------------------------------------------

BOTS = {"north": "random", "south": "random"}


def owners_of(server: Running, users: Iterable[str]) -> list[str]:
    """The owners of the bots at the tables of these users."""
    shares = server.server.shares
    return [
        asyncio.run_coroutine_threadsafe(shares.claim_of(user, Urgency.DUE), server.loop).result(PATIENCE).owner
        for user in users
    ]


def test_guests_of_one_address_share_and_accounts_do_not_also_after_a_restart(database: str) -> None:
    with Running(database) as server:
        players = [server.player(f"Guest {number}") for number in range(3)]
        players += [with_account(server, name) for name in ("Ann", "Bob")]
        users = [player.get("/api/me")["user"]["id"] for player in players]
        owners = owners_of(server, users)
        assert len(set(owners[:3])) == 1 and len(set(owners)) == 3
    with Running(database) as again:
        assert owners_of(again, users) == owners
        assert not any("127.0.0.1" in owner for owner in owners), "addresses are not stored"


def test_who_has_used_much_before_a_restart_comes_after_others_after_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/khyber.db"
    with Running(database) as server:
        queue = server.server.thinking_pool.queue
        other, stranger = Claim("other"), Claim("stranger")

        async def use() -> None:
            for claim, seconds in ((other, 1.0), (stranger, 30.0)):
                await queue.acquire(claim)
                queue.release(claim, seconds)

        asyncio.run_coroutine_threadsafe(use(), server.loop).result(PATIENCE)
    with Running(database, thinkers=1) as again:
        queue, order = again.server.thinking_pool.queue, list[str]()

        async def one(claim: Claim) -> None:
            await queue.acquire(claim)
            order.append(claim.owner)
            await asyncio.sleep(0)
            queue.release(claim, 1.0)

        async def wanted() -> None:
            await queue.acquire(Claim("first"))
            jobs = [asyncio.create_task(one(claim)) for claim in (stranger, stranger, other, other)]
            await asyncio.sleep(0)
            queue.release(Claim("first"), 1.0)
            await asyncio.gather(*jobs)

        asyncio.run_coroutine_threadsafe(wanted(), again.loop).result(PATIENCE)
        assert order == ["other", "other", "stranger", "stranger"]


def test_bots_sleep_where_nobody_watches_until_somebody_comes(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/khyber.db", sleep_after=0.0) as server, server.player("Ann") as ann:
        asleep = ann.table("tiny", "long", seats=BOTS)["id"]
        played = ann.table("tiny", "long", seats={"north": "random", "south": "me"})["id"]
        until(lambda: ann.get(f"/api/tables/{played}")["asked"] in ("south", None))
        until(lambda: asleep in server.server.bots._asleep)
        assert ann.get(f"/api/tables/{asleep}")["version"] == 0
        with ann.watch(asleep) as socket:
            socket.until("frame", lambda frame: frame["version"] > 0)


def test_bots_that_wait_while_nobody_watches_hurry_when_somebody_comes(database: str) -> None:
    with Running(database) as server, server.player("Ann") as ann:
        hurried = list[tuple[str, Urgency]]()
        pool = server.server.bot_pool

        async def hurry(turn: str, urgency: Urgency) -> None:
            hurried.append((turn, urgency))

        async def forever(*given: object, **more: object) -> None:
            await asyncio.sleep(PATIENCE)

        pool.hurry, pool.run = hurry, forever  # type: ignore[method-assign, assignment]
        table = ann.table("tiny", "long", seats=BOTS)["id"]
        until(lambda: server.server.bots._playing.get(table) == IDLE)
        with ann.watch(table):
            until(lambda: hurried == [(table, WAITED)])
