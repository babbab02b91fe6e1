"""Run a server: one process with SQLite, or several workers with PostgreSQL."""

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
from khyber.server.api.connections import BACKLOG, LimitedHttp, LimitedWebSocket
from khyber.server.api.websocket import MAX_BYTES
from khyber.server.errors import Unavailable
from khyber.server.monitor import logs
from khyber.server.settings import Settings
from khyber.server.storage.sqlite import SQLite
from khyber.server.storage.urls import open_database

#: Seconds to wait for the server before giving up on opening the browser.
PATIENCE = 30.0


def options(host: str, port: int, workers: int = 1, proxies: str = "", log_format: str = "text") -> dict[str, Any]:
    """Return the options of uvicorn."""
    return {
        "app": "khyber.server.api.asgi:app",
        "factory": True,
        "host": host,
        "port": port,
        "workers": workers,
        "http": LimitedHttp,
        "ws": LimitedWebSocket,
        "backlog": BACKLOG,
        "ws_max_size": 4 * MAX_BYTES,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "access_log": False,
        "log_config": logs.config(log_format),
        "log_level": "warning",
        "server_header": False,
        "timeout_graceful_shutdown": 3,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": proxies or "127.0.0.1",
    }


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    workers: int = 1,
    proxies: str = "",
    browser: bool = False,
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until stopped; `ready` is called with the address once the server is up. Raises BadSetup."""
    if workers > 1 and isinstance(open_database(settings.url), SQLite):
        raise BadSetup("SQLite serves one process: several workers need a PostgreSQL --database")
    if settings.thinkers < 0 and isinstance(open_database(settings.url), SQLite):
        raise BadSetup("thinkers elsewhere need a PostgreSQL --database: with SQLite, KHYBER_THINKERS is 0 or more")
    check_free(host, port)
    asyncio.run(check_database(settings))
    named = ",".join(filter(None, (settings.allowed_hosts, host)))  # the name we listen at is allowed
    settings = msgspec.structs.replace(settings, allowed_hosts=named, listen=f"{host}:{port}")
    address = f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1', '::', '::1') else host}:{port}/"
    threading.Thread(target=_when_ready, args=(address, ready, browser), daemon=True).start()
    logging.getLogger("uvicorn.error").addFilter(_not_interrupted)
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="khyber-metrics-") as folder:
        os.environ.update(msgspec.structs.replace(settings, metrics_folder=folder if workers > 1 else "").environment())
        uvicorn.run(**options(host, port, workers, proxies, settings.log_format))


def _not_interrupted(record: logging.LogRecord) -> bool:
    """Filter out the error of a second Ctrl-C."""
    return "asyncio.exceptions.CancelledError" not in record.getMessage()


async def check_database(settings: Settings) -> None:
    """Raise BadSetup if the database cannot be used, before any worker would fail on it."""
    database = open_database(settings.url, sync=settings.sync)
    try:
        await database.start(lambda notification: None)
    except Unavailable as problem:
        raise BadSetup(str(problem)) from problem
    finally:
        await database.close()


def check_free(host: str, port: int) -> None:
    """Raise BadSetup if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # on Windows it would share a port that is taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise BadSetup(f"cannot listen at {host}:{port} ({problem.strerror}): choose another --port") from problem


def _when_ready(address: str, ready: Callable[[str], None], browser: bool) -> None:
    if is_up(address, PATIENCE):
        ready(address)
        if browser:
            webbrowser.open(address)


def is_up(address: str, patience: float) -> bool:
    """Wait for a server; False if it does not answer within `patience` seconds."""
    over = time.monotonic() + patience
    while time.monotonic() < over:
        try:
            with urllib.request.urlopen(f"{address.rstrip('/')}/api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    return False
