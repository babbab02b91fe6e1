"""A week of a server in minutes: its clock is moved hour by hour, and guests import as much as it takes from them.

The server runs in a process of its own, with the limits and quotas of an operator who gives it little room. Whoever
reads the time there gets the real one plus the hours that have passed; the clean-up runs once in each of them.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

import uvicorn
import uvloop
from tools.postgres import free_port

from khyber.server.api.app import make_app
from khyber.server.serve import is_up, options
from khyber.server.settings import Settings
from khyber.server.storage import clock
from tests.attacks.attacks import long_record
from tests.attacks.target import INNOCENT, Caller, Target, choose, next_frame
from tests.server.games import WHERE
from tests.server.killing import processes
from tests.server.serving import PATIENCE, until

HOUR = 3600.0
#: Addresses from which guests import, and how many guests of each come in an hour.
ADDRESSES, GUESTS = 4, 3
#: What the operator allows, in megabytes: so little that every limit is reached on the first day.
MAX_DISK = 60
MAX_FROM_ADDRESS, MAX_OF_GUEST = 20, 10
MEGABYTE = 1_000_000
#: Requests of a guest in an hour, refused ones included.
MAX_IMPORTS = 12


@dataclass(frozen=True, slots=True)
class Hour:
    """What an hour brought: imports taken and refused, choices made, and what the server takes now."""

    imported: int
    refused: dict[str, int]
    choices: int
    #: Megabytes of memory of all its processes, and of the files of its database.
    memory: float
    disk: float


# -- the server ---------------------------------------------------------------------------------------


def serve(settings: Settings, port: int, hour: Synchronized[int], reached: Synchronized[int]) -> None:
    """Run the server; after each change of the hour, run its clean-up and say that the hour is reached."""
    os.setsid()
    real, monotonic, uptime = time.time, time.monotonic, clock.uptime
    time.time = lambda: real() + hour.value * HOUR
    time.monotonic = lambda: monotonic() + hour.value * HOUR
    clock.uptime = lambda: uptime() + hour.value * HOUR
    app = make_app(settings)
    wanted = {
        name: value
        for name, value in options("127.0.0.1", port).items()
        if name not in ("app", "factory", "workers", "log_config")
    }

    async def run() -> None:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, **wanted))
        serving = asyncio.ensure_future(server.serve())
        while not serving.done():
            if reached.value != hour.value:
                await app.state.server.cleanup.expire()
                reached.value = hour.value
            await asyncio.sleep(0.02)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


@dataclass
class Aging:
    """A server whose clock can be moved on."""

    target: Target
    folder: Path
    hour: Synchronized[int]
    reached: Synchronized[int]
    pid: int

    def pass_an_hour(self) -> None:
        self.hour.value += 1
        until(lambda: self.reached.value == self.hour.value)

    def memory(self) -> float:
        """Megabytes that its processes take, shared pages divided among them."""
        total = 0
        for process in processes():
            if process.session == self.pid:
                try:
                    text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
                except OSError:
                    continue
                total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
        return total * 1024 / MEGABYTE

    def disk(self) -> float:
        """Megabytes of all files of its database."""
        return sum(file.stat().st_size for file in self.folder.iterdir()) / MEGABYTE


@contextmanager
def aging(folder: Path) -> Iterator[Aging]:
    """Start a server whose clock can be moved on; its database lies in that folder."""
    context, port = get_context("spawn"), free_port()
    settings = Settings(
        database=f"sqlite:///{folder}/khyber.db",
        games=WHERE,
        slow_ms=0.0,
        most_database_megabytes=MAX_DISK,
        most_address_megabytes=MAX_FROM_ADDRESS,
        most_megabytes=MAX_OF_GUEST,
    )
    hour, reached = context.Value("i", 0), context.Value("i", 0)
    process = context.Process(target=serve, args=(settings, port, hour, reached))
    process.start()
    try:
        address = f"http://127.0.0.1:{port}"
        assert is_up(address, PATIENCE), "the server did not start"
        assert process.pid is not None
        yield Aging(Target(None, address), folder, hour, reached, process.pid)  # type: ignore[arg-type]
    finally:
        process.terminate()
        process.join(PATIENCE)
        process.kill()


# -- who uses it --------------------------------------------------------------------------------------


class Importer:
    """The guests of one address, who import until they are refused, and delete what is in the way of more."""

    def __init__(self, target: Target, number: int, text: str) -> None:
        self._target, self._source, self._text = target, f"127.0.{50 + number}.1", text
        self._guests: list[tuple[Caller, list[str]]] = []

    def import_for_an_hour(self, refused: dict[str, int]) -> int:
        """Import with old and new guests alike; return the imports taken, count the refusals by their code."""
        taken = 0
        if guest := self._new_guest(refused):
            self._guests.append((guest, []))
        for caller, tables in self._guests[-GUESTS:]:
            for _ in range(MAX_IMPORTS):
                answer = caller.http.post("/api/tables/import", json={"text": self._text})
                if answer.is_success:
                    tables.append(answer.json()["id"])
                    taken += 1
                    continue
                code = answer.json()["error"]["code"]
                refused[code] = refused.get(code, 0) + 1
                if code == "rate-limited":
                    break
                self._make_room()
        return taken

    def _new_guest(self, refused: dict[str, int]) -> Caller | None:
        try:
            return Caller(self._target, "Guest", self._source)
        except AssertionError:
            refused["no guest"] = refused.get("no guest", 0) + 1
            return None

    def _make_room(self) -> None:
        """Delete the oldest of one's tables."""
        for caller, tables in self._guests:
            if tables:
                caller.http.delete(f"/api/tables/{tables.pop(0)}")
                return

    def close(self) -> None:
        for caller, _ in self._guests:
            caller.http.close()


class Regular:
    """Somebody who plays one long game all week, and looks at this and that."""

    def __init__(self, target: Target) -> None:
        self._caller = Caller(target, "Regular", INNOCENT)
        self._begin()

    def _begin(self) -> None:
        seats = dict.fromkeys(("coalition", "government", "taliban", "warlords"), "me")
        self._table = self._caller.post("/api/tables", game="distant-plain", scenario="main", seats=seats)["id"]

    def play_for_an_hour(self, number: int, times: int = 5) -> int:
        """Make some choices, each of which must be accepted, and read; return how many."""
        made = 0
        with self._caller.live(self._table) as socket:
            frame = next_frame(socket)
            while made < times and frame["decision"]:
                options = frame["decision"]["options"]
                answer = choose(socket, frame, options[(number + made) % len(options)]["key"])
                assert answer["type"] == "ack", answer
                made += 1
                frame = next_frame(socket)
        for path in (
            "/api/tables",
            f"/api/tables/{self._table}",
            f"/api/tables/{self._table}/replay",
            f"/api/tables/{self._table}/hint?seat={frame['decision']['seat']}" if frame["decision"] else "/api/me",
        ):
            read = self._caller.http.get(path)
            assert read.status_code < 500, (path, read.text[:200])
        return made

    def close(self) -> None:
        self._caller.http.close()


def hours(folder: Path) -> Iterator[Hour]:
    """Use a server for one hour after another, for as long as the caller wants."""
    text = long_record(300, 10)
    with aging(folder) as server, ExitStack() as stack:
        regular = Regular(server.target)
        stack.callback(regular.close)
        importers = [Importer(server.target, number, text) for number in range(ADDRESSES)]
        for importer in importers:
            stack.callback(importer.close)
        for number in itertools.count():
            refused = dict[str, int]()
            imported = sum(importer.import_for_an_hour(refused) for importer in importers)
            choices = regular.play_for_an_hour(number)
            server.pass_an_hour()
            yield Hour(imported, refused, choices, server.memory(), server.disk())
