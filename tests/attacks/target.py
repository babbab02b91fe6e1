"""A server under attack: in a process of its own with default limits, an innocent user beside, and what it takes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from tools.postgres import free_port
from websockets.sync.client import connect

from khyber.server.serve import is_up
from khyber.server.settings import Settings
from tests.server.games import WHERE
from tests.server.serving import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
#: Seconds between two actions of an innocent user: as fast as the default limits allow for long.
PACE = 0.08
#: Where attackers come from: their limits are not those of the innocent.
ATTACKER, INNOCENT = "127.0.0.2", "127.0.0.1"


@dataclass
class Target:
    """A server in processes of its own."""

    process: subprocess.Popen[bytes]
    address: str
    #: The network attackers call from. Rate limits hold per address, so an attack repeated from another network counts.
    net: str = "127.0"

    def processes(self) -> list[int]:
        """Its processes: those of its session."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if os.getsid(int(entry.name)) == self.process.pid:
                        found.append(int(entry.name))
                except OSError:
                    continue
        return found

    def most_memory(self) -> int:
        """The most megabytes that any of its processes has ever taken."""
        most = 0
        for process in self.processes():
            try:
                status = Path(f"/proc/{process}/status").read_text()
            except OSError:
                continue
            for line in status.splitlines():
                if line.startswith("VmHWM:"):
                    most = max(most, int(line.split()[1]) // 1024)
        return most

    def terminate(self) -> float:
        """Ask it to stop; returns the seconds that took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return time.monotonic() - began


@contextmanager
def target(database: str, games: str = WHERE, log: Path | None = None, **settings: Any) -> Iterator[Target]:
    """A server with default limits, which writes its log to that file."""
    port = free_port()
    given = Settings(database=database, games=games, pick_up=0.5, **settings)
    environment = {
        **os.environ,
        **given.environment(),
        "KHYBER_PORT": str(port),
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "khyber.server"],
        env=environment,
        cwd=ROOT,
        start_new_session=True,
        stderr=subprocess.DEVNULL if log is None else log.open("wb"),
    )
    try:
        address = f"http://127.0.0.1:{port}"
        assert is_up(address, PATIENCE), "the server did not start"
        yield Target(process, address)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Caller:
    """Somebody who calls the server from an address of their own."""

    def __init__(self, target: Target, name: str, source: str = ATTACKER) -> None:
        self.target = target
        self.source = source
        self.http = httpx.Client(
            base_url=target.address, timeout=PATIENCE, transport=httpx.HTTPTransport(local_address=source)
        )
        self.post("/api/guests", name=name)

    def __enter__(self) -> Caller:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text[:500]
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text[:500]
        return answer.json()

    def attempt(self, method: str, path: str, **given: Any) -> tuple[int, str]:
        """The status and the error's code of whatever comes of it; never a failure of the server."""
        answer = self.http.request(method, path, **given)
        code = ""
        if answer.headers.get("content-type", "").startswith("application/json"):
            told = answer.json()
            code = told["error"]["code"] if isinstance(told, dict) and "error" in told else ""
        assert answer.status_code < 500 or code in ("busy", "unavailable", "full"), (
            answer.status_code,
            answer.text[:300],
        )
        return answer.status_code, code

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextmanager
    def live(self, table: str) -> Iterator[Any]:
        with connect(
            f"{self.target.address.replace('http', 'ws', 1)}/api/tables/{table}/live",
            compression=None,
            additional_headers={"Cookie": self.cookie},
            max_size=2**26,
            source_address=(self.source, 0),
            open_timeout=PATIENCE,
        ) as socket:
            yield socket


def choose(socket: Any, frame: dict[str, Any], key: str) -> dict[str, Any]:
    """Choose; returns the ack or the error."""
    return say(socket, frame, type="choose", seat=frame["decision"]["seat"], key=key)


def say(socket: Any, frame: dict[str, Any], **message: str) -> dict[str, Any]:
    """Send a message about the state of that frame; returns the ack or the error."""
    socket.send(json.dumps({"id": 1, "version": frame["version"], **message}))
    while True:
        answer: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if answer["type"] in ("ack", "error"):
            return answer


def next_frame(socket: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == "frame":
            return message


@dataclass
class Innocent:
    """Somebody who plays and reads all the while, and writes down how long the server takes to answer."""

    target: Target
    #: Seconds until a choice was acknowledged, and until a page was read.
    choices: list[float] = field(default_factory=list)
    reads: list[float] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _failed: BaseException | None = None

    def __enter__(self) -> Innocent:
        self._caller = Caller(self.target, "Innocent", INNOCENT)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        while not self.choices or not self.reads:
            assert self._thread.is_alive() or self._failed is None, self._failed
            time.sleep(0.01)
        self.choices.clear()
        self.reads.clear()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(PATIENCE)
        self._caller.http.close()
        if self._failed is not None:
            raise AssertionError("an innocent user was disturbed") from self._failed

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                table = self._caller.post(
                    "/api/tables",
                    game="distant-plain",
                    scenario="short",
                    seats=dict.fromkeys(("coalition", "government", "taliban", "warlords"), "me"),
                )["id"]
                with self._caller.live(table) as socket:
                    self._play(socket, table)
        except BaseException as failed:
            self._failed = failed

    def _play(self, socket: Any, table: str) -> None:
        frame = next_frame(socket)
        while not self._over.is_set() and frame["decision"]:
            began = time.perf_counter()
            answer = choose(socket, frame, frame["decision"]["options"][0]["key"])
            self.choices.append(time.perf_counter() - began)
            assert answer["type"] == "ack", answer
            frame = next_frame(socket)
            began = time.perf_counter()
            self._caller.get(f"/api/tables/{table}")
            self.reads.append(time.perf_counter() - began)
            time.sleep(PACE)

    def wait(self, requests: int) -> None:
        """Continue until there are enough requests to judge by."""
        over = time.monotonic() + PATIENCE
        while len(self.choices) + len(self.reads) < requests and self._failed is None and time.monotonic() < over:
            time.sleep(0.05)

    def worst(self, share: float = 0.99) -> float:
        """The seconds within which that share of all choices and reads was answered."""
        waited = sorted([*self.choices, *self.reads])
        return waited[min(len(waited) - 1, int(len(waited) * share))]
