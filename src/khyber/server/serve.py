"""Running a server: one process with SQLite, or several workers with PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn

from khyber.engine.errors import BadSetup
from khyber.server.api.connections import BACKLOG, GuardedHttp, GuardedSocket
from khyber.server.api.websocket import MOST_BYTES
from khyber.server.monitor import logs
from khyber.server.settings import Settings
from khyber.server.storage.database import SQLite, Unavailable, open_database

#: Seconds to wait for a server before the browser is opened in vain.
PATIENCE = 30.0


def options(host: str, port: int, workers: int = 1, proxies: str = "", log_format: str = "text") -> dict[str, Any]:
    """How uvicorn is run, wherever it is."""
    return {
        "app": "khyber.server.api.asgi:app", "factory": True, "host": host, "port": port, "workers": workers,
        "http": GuardedHttp, "ws": GuardedSocket, "backlog": BACKLOG,
        "ws_max_size": 4 * MOST_BYTES, "ws_per_message_deflate": False, "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "access_log": False, "log_config": logs.config(log_format), "log_level": "warning", "server_header": False,
        "timeout_graceful_shutdown": 3, "proxy_headers": bool(proxies), "forwarded_allow_ips": proxies or "127.0.0.1"}


def serve(settings: Settings, host: str, port: int, *, workers: int = 1, proxies: str = "", browser: bool = False,
          ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until stopped; `ready` is told the address once it answers. Raises BadSetup."""
    if workers > 1 and isinstance(open_database(settings.url), SQLite):
        raise BadSetup("SQLite serves one process: for several workers give a PostgreSQL --database")
    check_free(host, port)
    asyncio.run(check_database(settings))
    named = ",".join(filter(None, (settings.allowed_hosts, host)))  # the name we listen at is one of ours
    settings = msgspec.structs.replace(settings, allowed_hosts=named)
    address = f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1', '::', '::1') else host}:{port}/"
    threading.Thread(target=_when_ready, args=(address, ready, browser), daemon=True).start()
    logging.getLogger("uvicorn.error").addFilter(_not_interrupted)
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="khyber-metrics-") as folder:
        os.environ.update(msgspec.structs.replace(
            settings, metrics_folder=folder if workers > 1 else "").environment())
        uvicorn.run(**options(host, port, workers, proxies, settings.log_format))


def _not_interrupted(record: logging.LogRecord) -> bool:
    """That somebody pressed Ctrl-C twice is no error."""
    return "asyncio.exceptions.CancelledError" not in record.getMessage()


async def check_database(settings: Settings) -> None:
    """Raises BadSetup if the database cannot be used: better now, in one line, than from within a worker."""
    database = open_database(settings.url, always=settings.sync)
    try:
        await database.start(lambda news: None)
    except Unavailable as problem:
        raise BadSetup(str(problem)) from problem
    finally:
        await database.close()


def check_free(host: str, port: int) -> None:
    """Raises BadSetup if somebody else listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise BadSetup(f"cannot listen at {host}:{port} ({problem.strerror}): choose another --port") from problem


def _when_ready(address: str, ready: Callable[[str], None], browser: bool) -> None:
    if answers(address, PATIENCE):
        ready(address)
        if browser:
            webbrowser.open(address)


def answers(address: str, patience: float) -> bool:
    """Whether a server answers there before patience ends."""
    over = time.monotonic() + patience
    while time.monotonic() < over:
        try:
            with urllib.request.urlopen(f"{address.rstrip('/')}/api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    return False
