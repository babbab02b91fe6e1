"""The application: the parts of a server, its routes and middleware, and the files of the page."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from khyber.server.api.calls import answer, error_response
from khyber.server.api.connections import CONNECTIONS, Connections
from khyber.server.api.endpoints import ENDPOINTS
from khyber.server.api.guards import AllowedHosts, SafeHeaders
from khyber.server.api.observability import Exposition, RequestMonitor, TimedRequests, may_read
from khyber.server.api.openapi import docs_page, document
from khyber.server.api.portions import Portions
from khyber.server.api.websocket import serve_viewer
from khyber.server.errors import Conflict, Unavailable
from khyber.server.library import library
from khyber.server.messages.base import Problem
from khyber.server.people.accounts import People
from khyber.server.people.limits import Limits
from khyber.server.people.quotas import Quotas
from khyber.server.people.shares import Shares
from khyber.server.people.sources import Sources
from khyber.server.settings import Settings
from khyber.server.storage.database import Notification
from khyber.server.storage.people_store import User
from khyber.server.storage.room import Room
from khyber.server.storage.urls import open_database
from khyber.server.study.analysis import Analyses
from khyber.server.study.jobs import QUICK_QUERY
from khyber.server.study.puzzles import PuzzleRoom
from khyber.server.study.shared import shared_jobs
from khyber.server.study.study import Study
from khyber.server.tables.bots import Bots
from khyber.server.tables.cleanup import Cleanup
from khyber.server.tables.cluster import Cluster
from khyber.server.tables.jobs import QUICK_IMPORT, QUICK_TURN
from khyber.server.tables.seats import Seats
from khyber.server.tables.tables import Tables
from khyber.server.workers.lanes import Lane
from khyber.server.workers.pauses import Pauses
from khyber.server.workers.pool import GIVES_WAY, Pool, thinkers_of
from khyber.server.workers.shared import MOMENT, THINKING, SharedPool, SharedQueue, release_of
from khyber.server.workers.thinkers import Thinkers

PAGE = Path(__file__).resolve().parents[1] / "page"
#: Bytes from which responses are compressed.
SMALL = 1_000


#: Pools whose jobs take so long that the time their owners have used outlasts a restart.
LONG = ("bots", "slow", THINKING, MOMENT)


class Server:
    """All parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = library(settings.games)
        self.languages = tuple(dict.fromkeys(lang for game in self.games.ids() for lang in self.games.languages(game)))
        self.database = open_database(settings.url, sync=settings.sync)
        self.limits = Limits(on=settings.limits)
        self.connections = Connections(settings)
        #: For long work on the event loop.
        self.pauses = Pauses()
        #: Long records are written one at a time: the event loop waits for every thread that computes.
        self.writing = asyncio.Semaphore(1)
        self.room = Room(self.database, settings)
        sources = Sources()
        self.shares = Shares(self.database, sources)
        self.people = People(self.database, settings, self.limits, self.room, sources)
        self.quotas = Quotas(self.database, settings, self.room, self.shares)
        self.tables = Tables(self.database, self.games, settings.tables)
        self.metrics = self.tables.metrics
        self.monitor = RequestMonitor(self.metrics, settings.slow_ms)
        self.exposition = Exposition(self)
        self.cluster = Cluster(self.tables, self.limits)
        self.cleanup = Cleanup(self.tables, self.people.lifetimes, settings)
        #: Several workers share their queue of searches; one alone needs no database for that.
        self.shared = (
            SharedQueue(self.database, shared_jobs(), release_of(settings.games)) if self.database.shared else None
        )
        #: Workers for each lane, and the slow lane.
        self.bot_pool = Pool(settings.games, settings.bots)
        self.quick_pool = Pool(settings.games, 1)
        self.slow_pool = Pool(settings.games, 1)
        self.import_pool = Pool(settings.games, 1)
        self.thinking_pool = self._pool(
            THINKING, thinkers_of(settings.thinkers), nice=GIVES_WAY, per_owner=settings.thinking_tables
        )
        #: Its worker thinks no longer than a moment, so it gives way less than those that take seconds.
        self.moment_pool = self._pool(MOMENT, 1, nice=GIVES_WAY // 2)
        thinkers = Thinkers(self.moment_pool, self.thinking_pool)
        imports = Lane(self.import_pool, self.slow_pool, QUICK_IMPORT)
        self.seats = Seats(self.tables, imports, self.quotas, self.shares)
        self.study = Study(
            self.tables,
            Lane(self.quick_pool, self.slow_pool, QUICK_QUERY),
            self.slow_pool,
            thinkers,
            imports,
            self.games,
            self.pauses,
        )
        self.analyses = Analyses(self.tables, self.thinking_pool)
        self.puzzles = PuzzleRoom(self.tables, self.thinking_pool, self.games)
        lane = Lane(self.bot_pool, self.slow_pool, QUICK_TURN)
        self.bots = Bots(self.tables, lane, thinkers, self.shares, settings)
        self.tables.bot_asked = self.bots.start

    def _pool(self, lane: str, count: int, *, nice: int, per_owner: int = 0) -> Pool:
        """Return workers whose queue all workers on the database share, if there may be several."""
        games = self.settings.games
        if self.shared is None:
            return Pool(games, count, nice=nice, per_owner=per_owner)
        return SharedPool(self.shared, lane, games, count, nice=nice, per_owner=per_owner)

    async def start(self) -> None:
        await self.database.start(self._on_notification)
        await self.cleanup.start()
        await self.people.start()
        # what the database shares out is stored there anyway
        queues = {name: pool.queue for name, pool in self.pools().items() if not isinstance(pool, SharedPool)}
        await self.shares.start({name: queue for name, queue in queues.items() if name in LONG})
        self.bot_pool.warm()
        keep_running = self.tables.supervisor.keep_running
        keep_running("maintenance", self.tables.maintain)
        keep_running("polling for other workers' changes", self.cluster.poll)
        if self.shared is not None:
            await self.shared.start()
            keep_running("sharing jobs", self.shared.serve)
            keep_running("renewing leases of jobs", self.shared.renew)
        keep_running("storing shares", self.shares.keep_stored)
        keep_running("picking up bots", self.bots.pick_up)
        if self.settings.metrics_folder:
            keep_running("publishing metrics", self.exposition.publish)
        keep_running("closing late connections", self.connections.sweep)
        keep_running("deleting expired data", self.cleanup.run)
        keep_running("measuring room", self.room.watch)

    def _on_notification(self, notification: Notification | None) -> None:
        if self.shared is not None:
            self.shared.on_notification(notification)
        self.cluster.on_notification(notification)

    async def stop(self) -> None:
        await self.tables.stop()
        if self.shared is not None:
            await self.shared.stop()
        for pool in self.pools().values():
            pool.stop()
        with suppress(Unavailable, Conflict):
            await self.shares.store()
        await self.database.close()

    def pools(self) -> dict[str, Pool]:
        """Return the worker pools by their names in metrics."""
        return {
            "bots": self.bot_pool,
            "quick": self.quick_pool,
            "slow": self.slow_pool,
            "arrivals": self.import_pool,
            THINKING: self.thinking_pool,
            MOMENT: self.moment_pool,
        }

    def language(self, wanted: str) -> str:
        """Return that language if any game has it, else the first one."""
        return wanted if wanted in self.languages else self.languages[0]

    async def delete_user(self, user: User) -> None:
        """Delete a user's data, here and in the other workers."""
        deleted, changed = await self.people.delete(user)
        self.disconnect(user)
        self.quotas.forget(user.id)
        await self.tables.on_deletion(deleted, changed)

    def disconnect(self, user: User, session: str = "") -> None:
        """Close the sockets of a user, or of one session, here and in the other workers."""
        self.tables.disconnect(user.id, session)
        notification = self.database.notification("", "away", users=[user.id])
        notification.session = session
        self.database.publish(notification)


def make_app(settings: Settings) -> Starlette:
    """Return the ASGI application."""
    server = Server(settings)
    described = document(ENDPOINTS)
    readable = docs_page(ENDPOINTS)
    page = Path(settings.page) if settings.page else PAGE

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        await server.start()
        try:
            yield {CONNECTIONS: server.connections}
        finally:
            await server.stop()

    async def openapi(request: Request) -> Response:
        return Response(described, media_type="application/json")

    async def docs(request: Request) -> Response:
        return HTMLResponse(readable)

    async def socket(websocket: WebSocket) -> None:
        await serve_viewer(server, websocket)

    async def file(request: Request) -> Response:
        # not a route: without permission this address must look like any that does not exist
        if request.url.path == "/metrics" and may_read(request, settings.metrics_token):
            return await server.exposition.response()
        gzipped = "gzip" in request.headers.get("accept-encoding", "")
        return page_file(page, request.path_params["path"], gzipped=gzipped)

    app = Starlette(
        routes=[
            *(Route(endpoint.path, answer(server, endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS),
            WebSocketRoute("/api/tables/{id}/live", socket),
            Route("/openapi.json", openapi),
            Route("/api/docs", docs),
            Route("/{path:path}", file),
        ],
        middleware=[
            Middleware(TimedRequests, monitor=server.monitor),
            Middleware(SafeHeaders, https=settings.https),
            Middleware(AllowedHosts, names=settings.allowed_hosts),
            Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5),
            Middleware(Portions, pauses=server.pauses),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _server_error},  # type: ignore[dict-item]
    )
    app.state.server = server
    return app


@lru_cache(maxsize=64)
def _compressed(file: Path, changed: float) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


def _is_file_of(page: Path, path: str) -> bool:
    """Return whether the path is a file in the page's folder; a name may be too long for the system."""
    try:
        wanted = page / path
        return bool(path) and "\0" not in path and wanted.is_file() and page.resolve() in wanted.resolve().parents
    except OSError:
        return False


def page_file(page: Path, path: str, *, gzipped: bool = False) -> Response:
    """Return a file of the built page, or the page itself for any other path outside the API.

    Files that never change are compressed once, so that opening a table costs the event loop nothing.
    """
    if path.startswith("api/"):
        return error_response(Problem(code="not-found", message="nothing found at this address"))
    wanted = page / path
    if _is_file_of(page, path):
        if not path.startswith("assets/"):
            return FileResponse(wanted, headers={"cache-control": "no-cache"})
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "Accept-Encoding"}
        if not gzipped:
            return FileResponse(wanted, headers=headers)
        return Response(
            _compressed(wanted, wanted.stat().st_mtime),
            headers={**headers, "content-encoding": "gzip"},
            media_type=guess_type(path)[0],
        )
    if (page / "index.html").is_file() and "." not in path.rpartition("/")[2]:
        return FileResponse(page / "index.html", headers={"cache-control": "no-cache"})
    if path:
        return error_response(Problem(code="not-found", message="nothing found at this address"))
    return HTMLResponse(
        "<!doctype html><title>Khyber</title><p>The page is not built: run <code>make env</code>. "
        "The API is documented at <a href='/api/docs'>/api/docs</a>."
    )


async def _http_error(request: Request, error: HTTPException) -> Response:
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    response = error_response(Problem(code=code, message=str(error.detail)))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _server_error(request: Request, error: Exception) -> Response:
    response = error_response(Problem(code="failed", message="the server failed; the failure was logged"))
    response.status_code = 500
    return response
