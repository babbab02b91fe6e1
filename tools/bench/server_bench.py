"""Benchmark of the server from outside: the latency of a choice, and 300 live tables at once (three minutes).

python -m tools.bench.server_bench [--json] [--short]
"""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from khyber.engine.errors import Error
from khyber.server.people.accounts import COOKIE
from khyber.server.serve import is_up
from khyber.server.settings import Settings
from tools.bench.command import Row, command
from tools.postgres import cluster, free_port, why_not

GAME, SCENARIO = "distant-plain", "short"
SEATS = ("coalition", "government", "taliban", "warlords")
#: Choices of the single client; live tables, seconds between two choices at each, and seconds of play.
CHOICES = 2_000
TABLES, EVERY, SECONDS = 300, 2.0, 30.0
#: Tables at which an agent searches all the time while others play.
THINKING = 4
#: Seconds to wait for an answer.
PATIENCE = 60.0
#: Targets, in milliseconds and megabytes.
P50, P95, LIVE_P99, MEMORY = 1.0, 5.0, 15.0, 1_000.0


@dataclass(frozen=True, slots=True)
class Delays:
    """Milliseconds."""

    count: int
    p50: float
    p95: float
    p99: float
    most: float


def delays(seconds: list[float]) -> Delays:
    if not seconds:
        raise Error("there are no measurements")
    ordered = sorted(second * 1000 for second in seconds)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 3)

    return Delays(len(ordered), at(0.5), at(0.95), at(0.99), round(ordered[-1], 3))


@dataclass(frozen=True, slots=True)
class Load:
    """Live tables, each choice pushed to two players."""

    tables: int
    workers: int
    seconds: float
    choices: int
    #: From the choice to the frame at each of the two.
    delays: Delays
    megabytes: float


@dataclass(slots=True)
class ServerBench:
    """The figures."""

    #: One client, one commit per choice: to the acknowledgement, and to the frame that shows it.
    to_ack: Delays
    to_frame: Delays
    #: The same with --sync.
    to_frame_sync: Delays | None = None
    live: Load | None = None
    #: The same two while agents search at some tables: one client, and many tables.
    to_frame_thinking: Delays | None = None
    live_thinking: Load | None = None
    live_postgresql: Load | None = None
    #: Percent of the machine's CPU time that went to other guests of the same host; None where that is not told.
    stolen: float | None = None
    left_out: list[str] = field(default_factory=list)


def cpu_ticks() -> tuple[int, int] | None:
    """Return the ticks of all CPUs since the machine started, and those that its host took away."""
    try:
        ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except (OSError, ValueError):
        return None
    return (sum(ticks), ticks[7]) if len(ticks) == 8 else None


# -- a server in processes of its own -------------------------------------------------------------------


@dataclass(slots=True)
class Served:
    """A running server."""

    address: str
    process: subprocess.Popen[bytes]

    def megabytes(self) -> float:
        """Return the memory of all its processes."""
        total = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if os.getsid(int(folder.name)) == self.process.pid:
                    rows = (folder / "status").read_text().splitlines()
                    total += next((int(row.split()[1]) for row in rows if row.startswith("VmRSS")), 0)
            except (OSError, ProcessLookupError):
                continue
        return total / 1024


@contextmanager
def served(database: str, *, workers: int = 1, sync: bool = False, tree: Path | None = None) -> Iterator[Served]:
    """Run a server without rate limits; with a tree, its code instead of ours."""
    port = free_port()
    settings = Settings(database=database, limits=False, sync=sync, tables=1000)
    environment = {**os.environ, **settings.environment(), "KHYBER_PORT": str(port), "KHYBER_WORKERS": str(workers)}
    if tree is not None:
        environment["PYTHONPATH"] = str(tree / "src")
    process = subprocess.Popen(
        [sys.executable, "-m", "khyber.server"],
        cwd=tree,
        env=environment,
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        if not is_up(address, 60):
            raise Error("the server did not start")
        yield Served(address, process)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class _From(urllib.request.HTTPHandler):
    """Calls a server from one address of this machine."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = (source, 0)

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(http.client.HTTPConnection, source_address=self._source), req)


class Person:
    """A guest who calls a server from one of this machine's addresses."""

    def __init__(self, address: str, name: str, source: str = "127.0.0.1") -> None:
        self._address = address
        self._source = source
        self._calls = urllib.request.build_opener(_From(source))
        self.cookie = ""
        self.post("/api/guests", {"name": name})

    def post(self, path: str, body: object) -> dict[str, object]:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(self._address + path, msgspec.json.encode(body), headers)
        with self._calls.open(request, timeout=30) as answer:
            for cookie in answer.headers.get_all("set-cookie") or ():
                if cookie.startswith(f"{COOKIE}="):
                    self.cookie = cookie.split(";")[0]
            found: dict[str, object] = msgspec.json.decode(answer.read())
            return found

    def table(self, friend: Person | None = None) -> str:
        """Create a table; with a friend, the first two seats are one's own and the others the friend's."""
        mine = SEATS if friend is None else SEATS[:2]
        made = self.post(
            "/api/tables",
            {"game": GAME, "scenario": SCENARIO, "seats": {s: "me" if s in mine else "open" for s in SEATS}},
        )
        invites = made["invites"]
        assert isinstance(invites, dict)
        if friend is not None:
            for token in invites.values():
                friend.post(f"/api/tables/{made['id']}/join", {"token": token})
        return str(made["id"])

    def thinking_table(self, agent: str = "agent:patient") -> str:
        """Create a table at which agents play their turns, one after another."""
        seats = dict.fromkeys(SEATS, agent)
        made = self.post("/api/tables", {"game": GAME, "scenario": SCENARIO, "seats": seats})
        return str(made["id"])

    def watch(self, table: str) -> connect:
        return connect(
            f"{self._address.replace('http', 'ws', 1)}/api/tables/{table}/live",
            compression=None,
            additional_headers={"Cookie": self.cookie},
            max_size=None,
            ping_interval=None,
            local_addr=(self._source, 0),
        )


class _Option(msgspec.Struct):
    key: str


class _Asked(msgspec.Struct):
    seat: str
    options: list[_Option] = []


class Heard(msgspec.Struct):
    type: str
    version: int = 0
    decision: _Asked | None = None


hear = msgspec.json.Decoder(Heard).decode
_say = msgspec.json.Encoder().encode


async def next_frame(socket: ClientConnection, after: int = -1) -> Heard:
    """Return the next frame of a later version."""
    while True:
        message = await asyncio.wait_for(socket.recv(decode=False), PATIENCE)
        heard = hear(message)
        if heard.type == "error":
            raise Error(f"the server refused: {message!r}")
        if heard.type == "frame" and heard.version > after:
            return heard


def random_choice(heard: Heard, source: random.Random) -> str:
    assert heard.decision is not None
    return _say(
        {
            "type": "choose",
            "id": 1,
            "version": heard.version,
            "seat": heard.decision.seat,
            "key": source.choice(heard.decision.options).key,
        }
    ).decode()


# -- one client ---------------------------------------------------------------------------------------


async def one_client(address: str, choices: int, source: random.Random) -> tuple[list[float], list[float]]:
    """Make one choice after another; return seconds to the acknowledgement, and to the frame."""
    person = Person(address, "Ann")
    acks: list[float] = []
    frames: list[float] = []
    while len(frames) < choices:
        async with person.watch(person.table()) as socket:
            heard = await next_frame(socket)
            while heard.decision is not None and len(frames) < choices:
                said = random_choice(heard, source)
                began = time.perf_counter()
                await socket.send(said)
                while True:
                    message = await socket.recv(decode=False)
                    now = time.perf_counter()
                    heard = hear(message)
                    if heard.type == "ack":
                        acks.append(now - began)
                    elif heard.type == "frame":
                        frames.append(now - began)
                        break
                    elif heard.type == "error":
                        raise Error(f"the server refused: {message!r}")
    return acks, frames


# -- many tables --------------------------------------------------------------------------------------


class _LiveTable:
    """A table with two players and a choice every `EVERY` seconds."""

    def __init__(self, address: str, source: random.Random) -> None:
        self._address = address
        self._source = source
        self.delays: list[float] = []

    async def open(self, stack: AsyncExitStack) -> None:
        ann, bob = [await asyncio.to_thread(Person, self._address, name) for name in ("Ann", "Bob")]
        table = await asyncio.to_thread(ann.table, bob)
        self._sockets = [await stack.enter_async_context(person.watch(table)) for person in (ann, bob)]
        self._heard = [await next_frame(socket) for socket in self._sockets]

    async def play(self, due: float, over: float) -> None:
        """Play; `delays` collects the seconds until each of the two has the frame."""
        while due < over:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += EVERY
            asked = next((n for n, frame in enumerate(self._heard) if frame.decision and frame.decision.options), None)
            if asked is None:
                return  # the game is over
            said = random_choice(self._heard[asked], self._source)
            sent = time.perf_counter()
            await self._sockets[asked].send(said)
            version = self._heard[asked].version
            self._heard = list(
                await asyncio.gather(*(self._arrived(socket, version, sent) for socket in self._sockets))
            )

    async def _arrived(self, socket: ClientConnection, version: int, sent: float) -> Heard:
        frame = await next_frame(socket, version)
        self.delays.append(time.perf_counter() - sent)
        return frame


async def live_tables(server: Served, tables: int, workers: int, seconds: float, source: random.Random) -> Load:
    """Play at all tables at once; the clock starts when all are created."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(4))
    made = [_LiveTable(server.address, random.Random(source.random())) for _ in range(tables)]
    async with AsyncExitStack() as stack:
        for at in range(0, tables, 20):
            await asyncio.gather(*(table.open(stack) for table in made[at : at + 20]))
        began = time.monotonic() + 1
        playing = asyncio.gather(
            *(table.play(began + EVERY * number / tables, began + seconds) for number, table in enumerate(made))
        )
        await asyncio.sleep(max(0.1, seconds - 1))
        megabytes = server.megabytes()
        await playing
    found = [delay for table in made for delay in table.delays]
    return Load(tables, workers, seconds, len(found) // 2, delays(found), round(megabytes, 1))


# -- all together -------------------------------------------------------------------------------------

PARTS = 5


def bench_server(
    *,
    choices: int = CHOICES,
    tables: int = TABLES,
    seconds: float = SECONDS,
    done: Callable[[str], None] = lambda part: None,
) -> ServerBench:
    """Measure all parts; `left_out` names those that this machine cannot."""
    source = random.Random(7)
    began = cpu_ticks()
    with tempfile.TemporaryDirectory(prefix="khyber-bench-") as folder:
        with served(f"sqlite:///{folder}/one.db") as server:
            acks, frames = asyncio.run(one_client(server.address, choices, source))
        found = ServerBench(delays(acks), delays(frames))
        done("--sync")
        with served(f"sqlite:///{folder}/sync.db", sync=True) as server:
            _, frames = asyncio.run(one_client(server.address, max(50, choices // 4), source))
        found.to_frame_sync = delays(frames)
        done("live tables")
        with served(f"sqlite:///{folder}/many.db") as server:
            found.live = asyncio.run(live_tables(server, tables, 1, seconds, source))
        done(f"{THINKING} tables thinking")
        with served(f"sqlite:///{folder}/thinking.db") as server:
            host = Person(server.address, "Cat")
            for _ in range(THINKING):
                host.thinking_table()
            time.sleep(min(seconds, 5))  # until the workers have started
            _, frames = asyncio.run(one_client(server.address, max(50, choices // 4), source))
            found.to_frame_thinking = delays(frames)
            found.live_thinking = asyncio.run(live_tables(server, tables, 1, seconds, source))
    done("live tables on PostgreSQL")
    if reason := why_not():
        found.left_out.append(f"two workers on PostgreSQL: {reason}")
    else:
        with cluster() as url, served(url, workers=2) as server:
            found.live_postgresql = asyncio.run(live_tables(server, tables, 2, seconds, source))
    ended = cpu_ticks()
    if began is not None and ended is not None:
        found.stolen = round(100 * (ended[1] - began[1]) / max(1, ended[0] - began[0]), 1)
    done("done")
    return found


def judged(found: ServerBench) -> list[Row]:
    """Return rows of what was measured, the figure, its target, and whether it is met (None without a target)."""
    one, ack, sync = found.to_frame, found.to_ack, found.to_frame_sync
    rows: list[Row] = [
        ("one client, choice to frame: p50", f"{one.p50:.2f} ms", f"<= {P50:g} ms", one.p50 <= P50),
        ("one client, choice to frame: p95", f"{one.p95:.2f} ms", f"<= {P95:g} ms", one.p95 <= P95),
        ("one client, choice to acknowledgement: p50, p95", f"{ack.p50:.2f}, {ack.p95:.2f} ms", "", None),
    ]
    if sync is not None:
        rows.append(("choice to frame with --sync: p50, p95", f"{sync.p50:.2f}, {sync.p95:.2f} ms", "", None))
    if found.live is not None:
        live = found.live
        rows += [
            (
                f"{live.tables} tables, one worker: p99",
                f"{live.delays.p99:.1f} ms",
                f"< {LIVE_P99:g} ms",
                live.delays.p99 < LIVE_P99,
            ),
            ("their p50, and choices made", f"{live.delays.p50:.1f} ms, {live.choices:,}", "", None),
            ("their memory", f"{live.megabytes:,.0f} MB", f"< {MEMORY:,.0f} MB", live.megabytes < MEMORY),
        ]
    if found.to_frame_thinking is not None and found.live_thinking is not None:
        one, live = found.to_frame_thinking, found.live_thinking
        rows += [
            (f"one client while {THINKING} tables think: p50", f"{one.p50:.2f} ms", f"<= {P50:g} ms", one.p50 <= P50),
            (f"one client while {THINKING} tables think: p95", f"{one.p95:.2f} ms", f"<= {P95:g} ms", one.p95 <= P95),
            (
                f"{live.tables} tables while {THINKING} more think: p99",
                f"{live.delays.p99:.1f} ms",
                f"< {LIVE_P99:g} ms",
                live.delays.p99 < LIVE_P99,
            ),
        ]
    if found.live_postgresql is not None:
        two = found.live_postgresql
        rows.append(
            (
                f"{two.tables} tables, two workers on PostgreSQL: p50, p99, memory",
                f"{two.delays.p50:.1f}, {two.delays.p99:.1f} ms, {two.megabytes:,.0f} MB",
                "",
                None,
            )
        )
    if found.stolen is not None:
        rows.append(("CPU time that the host took away meanwhile", f"{found.stolen:g}%", "", None))
    return rows


# -- command line -------------------------------------------------------------------------------------


def _measure(short: bool, done: Callable[[str], None]) -> ServerBench:
    return bench_server(choices=100, tables=10, seconds=1, done=done) if short else bench_server(done=done)


if __name__ == "__main__":
    command(__doc__, PARTS, ServerBench, _measure, judged)
