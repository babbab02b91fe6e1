"""Request counts and times, the slow log, and the page of metrics."""

from __future__ import annotations

import asyncio
import hmac
import logging
import multiprocessing
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khyber.server.errors import Unavailable
from khyber.server.monitor import metrics
from khyber.server.monitor.logs import about
from khyber.server.monitor.metrics import CONTENT_TYPE, Family, Metrics, by_label, gauge
from khyber.server.storage import table_store

if TYPE_CHECKING:
    from khyber.server.api.app import Server

log = logging.getLogger("khyber.server")

#: Key of a RequestInfo in an ASGI scope.
REQUEST_INFO: Final = "khyber.request"
#: Headers that a proxy adds.
FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
LOOPBACK: Final = ("127.0.0.1", "::1")
OWN_NAME: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
#: Seconds between snapshots for the other workers, and after which a snapshot is that of a dead one.
SNAPSHOT, STALE = 2.0, 15.0
#: Seconds for which counts of the database are cached.
COUNTED: Final = 15.0
#: Characters of an address that are logged.
MAX_LOGGED: Final = 40


class RequestInfo(msgspec.Struct):
    """A request, for logs and metrics."""

    endpoint: str
    table: str = ""
    user: str = ""


class RequestMonitor:
    """Counts and times requests and messages, and logs slow ones."""

    def __init__(self, counted: Metrics, slow_ms: float) -> None:
        self.metrics = counted
        self._slow = slow_ms / 1000 if slow_ms > 0 else float("inf")

    def request(self, info: RequestInfo, status: int, seconds: float) -> None:
        self.metrics.requests.add(info.endpoint, str(status))
        self.metrics.request_seconds.observe(seconds, info.endpoint)
        if seconds >= self._slow:
            self._log_slow(info, seconds, status=status)

    def message(self, kind: str, table: str, user: str, seconds: float) -> None:
        """Count a message of a WebSocket."""
        self.metrics.message_seconds.observe(seconds, kind)
        if seconds >= self._slow:
            self._log_slow(RequestInfo(f"live {kind}", table, user), seconds)

    def _log_slow(self, info: RequestInfo, seconds: float, **more: int) -> None:
        self.metrics.slow.add()
        log.warning(
            "slow: %s took %.0f ms",
            info.endpoint,
            seconds * 1000,
            extra=about(
                "slow",
                endpoint=info.endpoint,
                table=info.table[:MAX_LOGGED],
                user=info.user,
                duration_ms=round(seconds * 1000, 3),
                **more,
            ),
        )


class TimedRequests:
    """Times HTTP requests up to the response, without the time a client takes to send its body."""

    def __init__(self, app: ASGIApp, monitor: RequestMonitor) -> None:
        self._app, self._monitor = app, monitor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, waited, status = time.perf_counter(), 0.0, 0

        def answered(code: int) -> None:
            info = scope.get(REQUEST_INFO) or RequestInfo("other" if code in (404, 405) else "page")
            self._monitor.request(info, code, time.perf_counter() - began - waited)

        async def timed_receive() -> Message:
            nonlocal waited
            since = time.perf_counter()
            message = await receive()
            waited += time.perf_counter() - since
            return message

        async def timed_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answered(status)
            await send(message)

        try:
            await self._app(scope, timed_receive, timed_send)
        except BaseException:
            if not status:
                answered(500)
            raise


# -- the page of metrics ------------------------------------------------------------------------------


def may_read(request: Request, token: str) -> bool:
    """Return whether a request may read the metrics: with the token or, if none is set, from this machine."""
    if token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if request.client is None or request.client.host not in LOOPBACK:
        return False
    # under another name a page of another site could read it in the administrator's browser
    return OWN_NAME.fullmatch(request.headers.get("host", "").lower()) is not None and not any(
        name in request.headers for name in FORWARDED
    )


class Exposition:
    """The metrics of all workers, which exchange snapshots in a folder."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._folder = Path(server.settings.metrics_folder) if server.settings.metrics_folder else None
        self._tables: tuple[float, list[Family]] = (0.0, [])

    async def response(self) -> Response:
        own = [*self._server.metrics.families(), *state(self._server)]
        if self._folder is not None:
            own = metrics.merged([(_me(), own), *self._others(self._folder)])
        return Response(metrics.text([*own, *await self._stored()]), headers={"content-type": CONTENT_TYPE})

    async def _stored(self) -> list[Family]:
        """Count tables in the database."""
        at, families = self._tables
        if time.monotonic() - at < COUNTED and families:
            return families
        try:
            running, quarantined = await self._server.database.run(_counts)
            usage = await self._server.room.measure()
        except Unavailable:
            return []
        families = [
            by_label("khyber_tables", "gauge", "Tables stored.", "status", running),
            gauge("khyber_tables_quarantined", "Tables out of play.", quarantined),
            gauge("khyber_database_bytes", "Size of the database.", usage.size),
            gauge("khyber_full", "Whether there is no room for new tables.", int(bool(self._server.room.full(usage)))),
        ]
        if usage.free is not None:
            families.append(gauge("khyber_disk_free_bytes", "Free space on the database's disk.", usage.free))
        self._tables = (time.monotonic(), families)
        return families

    async def publish(self) -> None:
        """Write a snapshot for the other workers every `SNAPSHOT` seconds."""
        assert self._folder is not None
        file = self._folder / f"{_me()}.json"
        try:
            while True:
                beside = file.with_suffix(".part")
                beside.write_bytes(msgspec.json.encode([*self._server.metrics.families(), *state(self._server)]))
                beside.replace(file)
                await asyncio.sleep(SNAPSHOT)
        finally:
            file.unlink(missing_ok=True)

    @staticmethod
    def _others(folder: Path) -> list[tuple[str, list[Family]]]:
        found = []
        for file in sorted(folder.glob("*.json")):
            if file.stem == _me():
                continue
            try:
                if time.time() - file.stat().st_mtime < STALE:
                    found.append((file.stem, msgspec.json.decode(file.read_bytes(), type=list[Family])))
            except (OSError, msgspec.MsgspecError):
                continue  # its worker has just stopped
        return found


def _me() -> str:
    return str(os.getpid())


def _counts(connection: Connection) -> tuple[dict[str, int], int]:
    return table_store.count_by_status(connection), table_store.count_quarantined(connection)


def state(server: Server) -> list[Family]:
    """Return the gauges of a worker."""
    pools, lives = server.pools(), list(server.tables.lives.values())
    return [
        gauge("khyber_open_tables", "Tables in memory.", len(lives)),
        gauge("khyber_sockets", "Open WebSockets at tables.", sum(len(live.viewers) for live in lives)),
        gauge("khyber_bot_queue", "Tables at which a bot's turn is queued or in progress.", server.bots.queue),
        by_label(
            "khyber_pool_waiting",
            "gauge",
            "Jobs queued for a worker process.",
            "pool",
            {name: pool.waiting for name, pool in pools.items()},
        ),
        by_label(
            "khyber_pool_killed_total",
            "counter",
            "Worker processes killed or lost during a job.",
            "pool",
            {name: pool.killed for name, pool in pools.items()},
        ),
        by_label(
            "khyber_background_restarts_total",
            "counter",
            "Restarts of background tasks that failed.",
            "task",
            server.tables.supervisor.restarts,
        ),
        *process(),
    ]


def process() -> list[Family]:
    """Return memory, CPU time and open files of this process, as far as the system reports them."""
    found = [
        Family(
            "process_cpu_seconds_total",
            "counter",
            "CPU time used, in seconds.",
            [metrics.Sample("", {}, time.process_time())],
        )
    ]
    own = resident("self")
    if own is None:
        return found
    workers = sum(resident(str(child.pid)) or 0 for child in multiprocessing.active_children())
    return [
        *found,
        gauge("process_resident_memory_bytes", "Memory of this process.", own),
        gauge("khyber_pool_memory_bytes", "Memory of the worker processes of this process.", workers),
        gauge("process_open_fds", "Files and sockets open.", len(os.listdir("/proc/self/fd"))),
    ]


def resident(process: str) -> int | None:
    """Return the resident memory of a process in bytes; None where the system does not report it."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
