"""Benchmark of fair shares: what others notice while one stranger makes bots play at forty tables (ten minutes).

python -m tools.bench.fair_bench [--json] [--short] [--write] [--measured FILE]

`--write` puts the figures on docs/benchmarks-server.md, `--measured` takes them from what `--json` printed.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection

from tools.bench import server_page
from tools.bench.command import Row, command, grid
from tools.bench.server_bench import SEATS, Delays, Person, cpu_ticks, delays, hear, next_frame, random_choice, served
from tools.postgres import cluster, why_not

#: The stranger's tables of four agents that search, and as many of four bots; how many guests make them.
TABLES, GUESTS = 20, 5
#: Honest people with one such table each, and seconds for which they are served.
HONEST, SECONDS = 5, 120.0
#: Hints asked for, turns of an opponent, and choices.
HINTS, TURNS, CHOICES = 40, 40, 1_000
#: Targets: seconds for a hint and an opponent's turn, milliseconds for a choice, and times of an equal share.
HINT, OPPONENT, CHOICE, SHARE = 1.5, 2.0, 25.0, 1.3
PARTS = 9
#: Where the stranger and the other person call from; honest people each have an address of their own.
STRANGER, OTHER = "127.0.0.2", "127.0.0.3"


@dataclass(frozen=True, slots=True)
class Noticed:
    """What one person notices, in milliseconds; the load is that of the machine when it was measured."""

    hint: Delays
    opponent: Delays
    bot: Delays
    choice: Delays
    load: float


@dataclass(slots=True)
class FairBench:
    """The figures of one kind of server."""

    what: str
    quiet: Noticed
    loaded: Noticed
    #: While the stranger's guests also watch all their tables.
    watched: Noticed
    #: The same after the server was killed and started again, hints only.
    restarted: Delays | None = None
    #: Turns that each honest person's table was served while the stranger's think.
    turns: list[int] = field(default_factory=list)
    #: The load of the machine then.
    load: float = 0.0


@dataclass(slots=True)
class FairBenches:
    benches: list[FairBench]
    stolen: float | None = None
    left_out: list[str] = field(default_factory=list)


class Account(Person):
    """Somebody with an account, whose share is their own: guests of one address share one."""

    def __init__(self, address: str, name: str, source: str) -> None:
        super().__init__(address, name, source)
        self.post("/api/accounts", {"name": name, "password": f"the password of {name}"})

    def get(self, path: str) -> dict[str, object]:
        request = urllib.request.Request(self._address + path, headers={"Cookie": self.cookie})
        with self._calls.open(request, timeout=120) as answer:
            found: dict[str, object] = msgspec.json.decode(answer.read())
            return found

    def moved(self, address: str) -> Account:
        """Go on at another address of the same server."""
        self._address = address
        return self

    def seats(self, **seats: str) -> str:
        """Make a table; seats without an agent are one's own."""
        wanted = {seat: seats.get(seat, "me") for seat in SEATS}
        return str(self.post("/api/tables", {"game": "distant-plain", "scenario": "short", "seats": wanted})["id"])


# -- what one person notices --------------------------------------------------------------------------


async def hints(person: Account, count: int) -> list[float]:
    """Ask for one hint after another; return seconds."""
    table = await asyncio.to_thread(person.seats)
    async with person.watch(table) as socket:
        heard = await next_frame(socket)
        assert heard.decision is not None
        path, found = f"/api/tables/{table}/hint?seat={heard.decision.seat}&level=quick", list[float]()
        for _ in range(count):
            began = time.perf_counter()
            await asyncio.to_thread(person.get, path)
            found.append(time.perf_counter() - began)
    return found


async def opponent(person: Account, agent: str, count: int, source: random.Random) -> list[float]:
    """Play against an agent; return the seconds of its turns."""
    found = list[float]()
    while len(found) < count:
        table = await asyncio.to_thread(person.seats, taliban=agent)
        async with person.watch(table) as socket:
            heard = await next_frame(socket)
            while heard.decision is not None and len(found) < count:
                if not heard.decision.options:
                    began = time.perf_counter()
                    heard = await next_frame(socket, heard.version)
                    found.append(time.perf_counter() - began)
                else:
                    await socket.send(random_choice(heard, source))
                    heard = await next_frame(socket, heard.version)
    return found


async def choices(person: Account, count: int, source: random.Random) -> list[float]:
    """Make one choice after another; return the seconds until each frame."""
    found = list[float]()
    while len(found) < count:
        async with person.watch(await asyncio.to_thread(person.seats)) as socket:
            heard = await next_frame(socket)
            while heard.decision is not None and len(found) < count:
                said = random_choice(heard, source)
                began = time.perf_counter()
                await socket.send(said)
                heard = await next_frame(socket, heard.version)
                found.append(time.perf_counter() - began)
    return found


def noticed(person: Account, share: float) -> Noticed:
    source = random.Random(3)
    load = os.getloadavg()[0]
    return Noticed(
        delays(asyncio.run(hints(person, max(3, int(HINTS * share))))),
        delays(asyncio.run(opponent(person, "agent:quick", max(3, int(TURNS * share)), source))),
        delays(asyncio.run(opponent(person, "bot:2nd", max(3, int(TURNS * share)), source))),
        delays(asyncio.run(choices(person, max(20, int(CHOICES * share)), source))),
        round(load, 1),
    )


# -- honest people ------------------------------------------------------------------------------------


async def _count(socket: ClientConnection, until: float) -> int:
    """Count the turns that a table is served: each comes with one frame."""
    turns, version = 0, -1
    while (left := until - time.monotonic()) > 0:
        try:
            message = await asyncio.wait_for(socket.recv(decode=False), left)
        except TimeoutError:
            break
        heard = hear(message)
        if heard.type == "frame" and heard.version > version:
            turns += version >= 0
            version = heard.version
    return turns


async def serve_honest(people: list[Account], seconds: float) -> list[int]:
    """Let everybody watch one table of their own at which agents search; return the turns of each."""
    tables = [await asyncio.to_thread(one.thinking_table) for one in people]
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(one.watch(table)) for one, table in zip(people, tables, strict=True)]
        until = time.monotonic() + seconds
        return list(await asyncio.gather(*(_count(socket, until) for socket in sockets)))


# -- the stranger -------------------------------------------------------------------------------------


@contextmanager
def watching(tables: list[tuple[Person, str]]) -> Iterator[None]:
    """Let everybody watch their tables, in a thread of its own that only hears."""
    over = threading.Event()

    async def hear_all(person: Person, table: str) -> None:
        async with person.watch(table) as socket:
            while not over.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(socket.recv(decode=False), 1.0)

    async def all_tables() -> None:
        await asyncio.gather(*(hear_all(*one) for one in tables), return_exceptions=True)

    thread = threading.Thread(target=asyncio.run, args=(all_tables(),), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(10)


# -- all together -------------------------------------------------------------------------------------


@contextmanager
def _database(postgresql: bool) -> Iterator[str]:
    if postgresql:
        with cluster() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory(prefix="khyber-fair-") as folder:
            yield f"sqlite:///{folder}/khyber.db"


def bench(postgresql: bool, share: float, done: Callable[[str], None]) -> FairBench:
    """Measure one kind of server."""
    what, workers = ("two workers on PostgreSQL", 2) if postgresql else ("one process, SQLite", 1)
    with _database(postgresql) as url:
        with served(url, workers=workers) as server:
            ann = Account(server.address, "Ann", OTHER)
            noticed(ann, 0.02)  # until all kinds of workers have started
            quiet = noticed(ann, share)
            done(f"{what}: {TABLES} tables of a stranger")
            guests = [Person(server.address, f"Guest {number}", STRANGER) for number in range(GUESTS)]
            theirs = list[tuple[Person, str]]()
            for number in range(TABLES):
                guest = guests[number % GUESTS]
                theirs += [(guest, guest.thinking_table()), (guest, guest.thinking_table("bot:2nd"))]
            time.sleep(min(15.0, 60 * share))  # until they think
            loaded = noticed(ann, share)
            done(f"{what}: the stranger watches")
            with watching(theirs):
                time.sleep(min(15.0, 60 * share))
                found = FairBench(what, quiet, loaded, noticed(ann, share))
            done(f"{what}: honest people")
            honest = [
                Account(server.address, f"Honest {number}", f"127.0.1.{number}") for number in range(1, HONEST + 1)
            ]
            found.load = round(os.getloadavg()[0], 1)
            found.turns = asyncio.run(serve_honest(honest, max(20.0, SECONDS * share)))
        done(f"{what}: after a restart")
        with served(url, workers=workers) as again:
            found.restarted = delays(asyncio.run(hints(ann.moved(again.address), max(3, int(HINTS * share)))))
    return found


def bench_fair(share: float = 1.0, done: Callable[[str], None] = lambda part: None) -> FairBenches:
    """Measure one process, and two workers; `share` of all repetitions."""
    began = cpu_ticks()
    found = FairBenches([bench(False, share, done)])
    done("PostgreSQL")
    if reason := why_not():
        found.left_out.append(f"two workers on PostgreSQL: {reason}")
    else:
        found.benches.append(bench(True, share, done))
    ended = cpu_ticks()
    if began is not None and ended is not None:
        found.stolen = round(100 * (ended[1] - began[1]) / max(1, ended[0] - began[0]), 1)
    done("done")
    return found


def judged(found: FairBenches) -> list[Row]:
    """Return rows of what was measured, the figure, its target, and whether it is met (None without a target)."""
    rows = list[Row]()
    for one in found.benches:
        for name, what, loaded in (
            ("quiet", one.quiet, False),
            (f"{2 * TABLES} tables think", one.loaded, True),
            (f"{2 * TABLES} tables think and are watched", one.watched, True),
        ):
            for kind, figure, value, target, unit in (
                ("quick hint: p50, p95", what.hint, what.hint.p95 / 1000, HINT, "s"),
                ("quick opponent: p50, p95", what.opponent, what.opponent.p95 / 1000, OPPONENT, "s"),
                ("bot of the rulebook: p50, p95", what.bot, what.bot.p95 / 1000, OPPONENT, "s"),
                ("choice to frame: p50, p99", what.choice, what.choice.p99, CHOICE, "ms"),
            ):
                shown = f"{figure.p50 / (1000 if unit == 's' else 1):.2f}, {value:.2f} {unit}"
                bar = f"<= {target:g} {unit}" if loaded else ""
                rows.append(
                    (
                        f"{one.what}, {name} (load {what.load:g}): {kind}",
                        shown,
                        bar,
                        value <= target if loaded else None,
                    )
                )
        if one.restarted is not None:
            value = one.restarted.p95 / 1000
            rows.append(
                (
                    f"{one.what}, just restarted: quick hint: p50, p95",
                    f"{one.restarted.p50 / 1000:.2f}, {value:.2f} s",
                    f"<= {HINT:g} s",
                    value <= HINT,
                )
            )
        if one.turns:
            equal = sum(one.turns) / len(one.turns)
            worst = max(max(one.turns) / max(equal, 1e-9), equal / max(min(one.turns), 1e-9))
            rows.append(
                (
                    f"{one.what} (load {one.load:g}): turns of {HONEST} honest people {sorted(one.turns)}",
                    f"{worst:.2f} times an equal share",
                    f"<= {SHARE:g}",
                    worst <= SHARE,
                )
            )
    if found.stolen is not None:
        rows.append(("CPU time that the host took away meanwhile", f"{found.stolen:g}%", "", None))
    return rows


def section(found: FairBenches) -> Iterator[str]:
    """Yield the section of docs/benchmarks-server.md."""
    yield "Written by `make bench-fair`. Another person asks for hints, plays and chooses, on a quiet server and while"
    yield f"{GUESTS} guests of one address have bots play at {2 * TABLES} tables, unwatched and watched; then"
    yield f"{HONEST} people, each at an address of their own, watch agents search at a table of their own for"
    yield f"{SECONDS:g} seconds. The load is that of the machine at the beginning of each. Measured on two cores."
    yield ""
    yield from grid(judged(found))
    yield from (f"\nLeft out: {what}." for what in found.left_out)


def write(found: FairBenches) -> Path:
    return server_page.write(server_page.FAIR, section(found))


def _measure(short: bool, done: Callable[[str], None]) -> FairBenches:
    return bench_fair(0.1 if short else 1.0, done)


if __name__ == "__main__":
    command(__doc__, PARTS, FairBenches, _measure, judged, write)
