"""Kill a server during play, again and again: nothing acknowledged is lost, and every table resumes."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from tools.postgres import free_port
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from khyber.engine.verify import verify
from khyber.server.library import restore
from khyber.server.serve import is_up
from khyber.server.settings import Settings
from khyber.server.storage import schema, table_store
from khyber.server.storage.urls import open_database
from tests.server.games import LIBRARY, WHERE
from tests.server.serving import PATIENCE, Player

ROOT = Path(__file__).resolve().parents[2]
#: Tables that are played at once: the game, and who sits there.
TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("tiny", {"north": "me", "south": "me"}),
    ("tiny", {"north": "me", "south": "random"}),
    ("distant-plain", dict.fromkeys(("coalition", "government", "taliban", "warlords"), "me")),
    ("distant-plain", {"taliban": "me", "coalition": "random", "government": "random", "warlords": "random"}),
    (
        "distant-plain",
        dict.fromkeys(("coalition", "warlords"), "agent:quick") | {"taliban": "me", "government": "bot:3rd"},
    ),
    ("zurmat", {"coalition": "me", "taliban": "agent:strong"}),
)
SCENARIOS = {"tiny": "long", "distant-plain": "short", "zurmat": "standard"}
#: Seconds within which all processes of a killed server have ended, and by how much those that search give way.
ENDED, GIVES_WAY = 10.0, 10
#: Seconds of processor time after which a process that searches has started and got work.
STARTED = 1.0


@contextmanager
def server_process(database: str, port: int, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server in processes of its own; all of them are killed in the end."""
    settings = Settings(database=database, games=WHERE, limits=False, pick_up=1.0)
    environment = {**os.environ, **settings.environment(), "KHYBER_PORT": str(port), "PYTHONPATH": str(ROOT), **more}
    process = subprocess.Popen(
        [sys.executable, "-m", "khyber.server"],
        env=environment,
        cwd=ROOT,
        start_new_session=True,
        stderr=subprocess.PIPE,
    )
    try:
        if not is_up(f"http://127.0.0.1:{port}", PATIENCE):
            kill(process)
            raise AssertionError(f"the server did not start: {process.stderr.read() if process.stderr else b''!r}")
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """The whole session of a server, at once and without a word."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def kill_the_first(process: subprocess.Popen[bytes]) -> None:
    """Kill the process that was started, and it alone: all others of the server end by themselves."""
    process.kill()
    process.wait()
    over = time.monotonic() + ENDED
    while left := [found.pid for found in processes() if found.session == process.pid]:
        assert time.monotonic() < over, f"left behind: {[command_of(pid) for pid in left]}"
        time.sleep(0.01)


@dataclass(frozen=True, slots=True)
class Process:
    """A line of /proc."""

    pid: int
    parent: int
    session: int
    state: str
    #: Seconds of processor time so far, and by how much it gives way to others.
    seconds: float
    nice: int

    @property
    def thinks(self) -> bool:
        """Whether it searches now: it runs, gives way to others, and has started long ago."""
        return self.state == "R" and self.nice == GIVES_WAY and self.seconds > STARTED


def processes() -> list[Process]:
    """All processes of this machine but those that have ended."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                rest = (entry / "stat").read_text().rpartition(")")[2].split()
                if rest[0] != "Z":
                    seconds = (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")
                    found.append(Process(int(entry.name), int(rest[1]), int(rest[3]), rest[0], seconds, int(rest[16])))
    return found


def command_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
    return "gone"


def under(pid: int) -> list[Process]:
    """The processes that a process has started, those that they have started, and so on."""
    everything, found = processes(), list[Process]()
    parents = {pid}
    while more := [one for one in everything if one.parent in parents]:
        found += more
        parents = {one.pid for one in more}
    return found


class Client:
    """Somebody who plays at one table and remembers what was acknowledged."""

    def __init__(self, address: str, table: str, cookie: str, source: random.Random, at: int = 0) -> None:
        self._address = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._cookie = cookie
        self._source = source
        self.table = table
        #: Which of TABLES it is.
        self.at = at
        self.acknowledged: dict[int, tuple[str, str]] = {}
        self.version = 0
        self.over = False
        #: How often a frame showed more than was acknowledged: what others did, or what came through unacknowledged.
        self.others = 0

    async def play(self, enough: asyncio.Event | None = None) -> None:
        """Play until the server is gone, the game over, or it is enough."""
        try:
            async with connect(self._address, additional_headers={"Cookie": self._cookie}, compression=None) as socket:
                asked: tuple[str, str] | None = None
                while not self.over and not (enough is not None and enough.is_set()):
                    message: dict[str, Any] = json.loads(await socket.recv())
                    if message["type"] == "ack":
                        assert asked is not None
                        self.acknowledged[message["version"]] = asked
                        self.version = message["version"]
                    elif message["type"] == "error":
                        # PostgreSQL may finish what a server that is dead had begun, after the next has read the table
                        assert message["error"]["code"] == "stale", f"refused: {message}"
                    elif message["type"] == "frame":
                        assert message["version"] >= self.version, "an acknowledged choice is lost"
                        self.others += message["version"] > self.version
                        self.version = message["version"]
                        self.over = message["outcome"] is not None
                        decision = message["decision"]
                        if decision and "options" in decision:
                            asked = decision["seat"], self._source.choice(decision["options"])["key"]
                            await socket.send(
                                json.dumps(
                                    {
                                        "type": "choose",
                                        "id": 1,
                                        "version": message["version"],
                                        "seat": asked[0],
                                        "key": asked[1],
                                    }
                                )
                            )
        except (WebSocketException, OSError, EOFError):
            return  # the server is gone


def sit_down(player: Player, address: str, clients: list[Client], source: random.Random) -> None:
    """Begin a game at each table of TABLES at which none is under play."""
    for at, (game, seats) in enumerate(TABLES):
        if all(client.over for client in clients if client.at == at):
            table = player.table(game, SCENARIOS[game], seats=seats)["id"]
            clients.append(Client(address, table, player.cookie, source, at))


def kill_under_play(database: str, times: int, seed: int = 0) -> dict[str, int]:
    """Kill a server `times` times during play; return counts. Raises AssertionError for anything lost."""
    source = random.Random(seed)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    clients: list[Client] = []
    thinking = 0
    cookies: dict[str, str] = {}
    for number in range(times):
        # some choices, sometimes turns of bots, then a random delay, so that the kill comes at any moment
        wanted = source.randint(1, 30), source.randint(1, 3) if number % 4 == 0 else 0
        more = source.uniform(0, 0.05)
        with server_process(database, port) as process, Player(address) as ann:
            if cookies:
                ann.http.cookies.update(cookies)
            else:
                ann.post("/api/guests", name="Ann")
                cookies = dict(ann.http.cookies)
            sit_down(ann, address, clients, source)
            playing = [client for client in clients if not client.over]
            thinking += asyncio.run(_play_and_kill(process, playing, wanted, more, thinks=number % 3 == 1))
    return {
        "kills": times,
        "thinking": thinking,
        "tables": len(clients),
        "acknowledged": sum(len(c.acknowledged) for c in clients),
        **asyncio.run(check(database, clients)),
    }


def kill_a_worker_under_play(database: str, times: int, seed: int = 0) -> dict[str, int]:
    """Kill one of two workers `times` times during play: its clients reconnect."""
    source = random.Random(seed)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    clients: list[Client] = []
    thinking = 0
    with server_process(database, port, KHYBER_WORKERS="2") as process, Player(address) as ann:
        ann.post("/api/guests", name="Ann")
        for _ in range(times):
            sit_down(ann, address, clients, source)
            playing = [client for client in clients if not client.over]
            thinking += asyncio.run(_play_through_a_kill(process, playing, source))
            is_up(address, PATIENCE)
    return {
        "kills": times,
        "thinking": thinking,
        "tables": len(clients),
        "acknowledged": sum(len(c.acknowledged) for c in clients),
        **asyncio.run(check(database, clients)),
    }


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The workers of a server: the processes that its first one has started, without what Python itself needs."""
    return [one.pid for one in processes() if one.parent == process.pid and "spawn_main" in command_of(one.pid)]


async def _play_through_a_kill(process: subprocess.Popen[bytes], clients: list[Client], source: random.Random) -> bool:
    """Play, kill a worker meanwhile, and play on; return whether agents were searching in its processes."""

    async def play(client: Client) -> None:
        while not client.over and not over.is_set():
            await client.play(over)
            await asyncio.sleep(0.05)

    def seen() -> int:
        return sum(len(client.acknowledged) for client in clients)

    over, thinking = asyncio.Event(), False
    playing = [asyncio.create_task(play(client)) for client in clients]
    late = time.monotonic() + PATIENCE
    for wanted in (source.randint(5, 30), 10):
        before = seen()
        while seen() < before + wanted and not all(client.over for client in clients):
            assert time.monotonic() < late, "nobody can play on"
            await asyncio.sleep(0.002)
        if not over.is_set() and wanted != 10:
            workers = workers_of(process)
            assert len(workers) >= 1
            worker = source.choice(workers)
            children = {one.pid for one in under(worker)}
            thinking = any(one.thinks for one in under(worker))
            os.kill(worker, signal.SIGKILL)
            while left := children & {one.pid for one in processes()}:
                assert time.monotonic() < late, f"left behind: {[command_of(pid) for pid in left]}"
                await asyncio.sleep(0.01)
    over.set()
    await asyncio.gather(*playing)
    return thinking


async def _play_and_kill(
    process: subprocess.Popen[bytes], clients: list[Client], wanted: tuple[int, int], more: float, *, thinks: bool
) -> bool:
    """Play until enough choices were acknowledged and turns of others seen, and a moment more; then kill.

    With `thinks`, first wait until an agent searches. Returns whether one did when the server was killed.
    """

    def seen() -> tuple[int, int]:
        return sum(len(client.acknowledged) for client in clients), sum(client.others for client in clients)

    before, over = seen(), time.monotonic() + PATIENCE
    playing = asyncio.gather(*(client.play() for client in clients))
    while not playing.done() and any(now < old + need for now, old, need in zip(seen(), before, wanted, strict=True)):
        assert time.monotonic() < over, f"only {seen()} after {before}, and not {wanted} more"
        await asyncio.sleep(0.002)
    while thinks and not playing.done() and not any(one.thinks for one in under(process.pid)):
        assert time.monotonic() < over, "no agent searches"
        await asyncio.sleep(0.02)
    await asyncio.sleep(more)
    thinking = any(one.thinks for one in under(process.pid))
    kill_the_first(process)
    await playing
    return thinking


def _changes(connection: Connection, table: str) -> list[Any]:
    changes = schema.changes
    return list(connection.execute(changes.select().where(changes.c.table_id == table).order_by(changes.c.version)))


async def check(database: str, clients: list[Client]) -> dict[str, int]:
    """Look into the database: every acknowledged choice is there, every table loads and replays."""
    opened = open_database(database)
    await opened.start(lambda notification: None)
    choices = steps = 0
    try:
        for client in clients:
            loaded = await opened.run(partial(table_store.load_table, table=client.table))
            rows = await opened.run(partial(_changes, table=client.table))
            assert loaded is not None
            assert [row.version for row in rows] == list(range(1, loaded.row.version + 1)), client.table
            by_version: dict[int, tuple[str, str]] = {}
            for row in rows:  # what the table answers itself is acknowledged with the choice before it
                before = by_version.get(row.version - 1, ("", ""))
                by_version[row.version] = before if row.kind == "cover" else (row.seat, row.text)
            for version, choice in client.acknowledged.items():
                assert by_version[version] == choice, f"{client.table}: version {version} is not what was acknowledged"
            table = restore(LIBRARY, table_store.record_of(loaded.row, loaded.steps))
            assert table.version == loaded.row.version
            assert len(table.steps) == loaded.row.steps == len(loaded.steps)
            verify(LIBRARY.find(loaded.row.game), table.record())
            choices += len(rows)
            steps += len(loaded.steps)
    finally:
        await opened.close()
    return {"choices": choices, "steps": steps}
