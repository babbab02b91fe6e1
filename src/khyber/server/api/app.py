"""The server put together: database, tables, bots, people, and the routes that lead to them."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
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
from khyber.server.api.connections import GATE, Gate
from khyber.server.api.endpoints import ENDPOINTS
from khyber.server.api.guards import AllowedHosts, Limits, SafeHeaders
from khyber.server.api.messages import Problem
from khyber.server.api.openapi import docs_page, document
from khyber.server.api.refusals import Refused
from khyber.server.api.websocket import live
from khyber.server.monitor.observe import Exposition, Watch, Watched, may_read
from khyber.server.people.accounts import People
from khyber.server.people.quotas import Quotas
from khyber.server.settings import Settings
from khyber.server.storage.database import open_database
from khyber.server.storage.expiry import keep_expiring
from khyber.server.storage.people_store import User
from khyber.server.study.study import Studying
from khyber.server.tables.bots import Bots
from khyber.server.tables.cluster import Neighbours
from khyber.server.tables.library import library
from khyber.server.tables.seating import Seating
from khyber.server.tables.tables import Tables
from khyber.server.workers.jobs import QUICK_ARRIVAL, QUICK_SHOWN, QUICK_TURN
from khyber.server.workers.lanes import Lane
from khyber.server.workers.pool import Pool

log = logging.getLogger("khyber.server")
PAGE = Path(__file__).resolve().parents[1] / "page"
#: Answers of fewer bytes are not packed.
SMALL = 1_000


class Server:
    """All parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = library(settings.games)
        self.database = open_database(settings.url, always=settings.sync)
        self.limits = Limits(on=settings.limits)
        self.gate = Gate(settings)
        self.people = People(self.database, settings, self.limits)
        self.quotas = Quotas(self.database, settings)
        self.tables = Tables(self.database, self.games, settings.tables)
        self.metrics = self.tables.metrics
        self.watch = Watch(self.metrics, settings.slow_ms)
        self.exposition = Exposition(self)
        self.neighbours = Neighbours(self.tables)
        #: Workers for each lane, and the slow lane.
        self.bot_pool = Pool(settings.games, settings.bots)
        self.quick_pool = Pool(settings.games, 1)
        self.slow_pool = Pool(settings.games, 1)
        self.arrivals = Pool(settings.games, 1)
        arrivals = Lane(self.arrivals, self.slow_pool, QUICK_ARRIVAL)
        self.seating = Seating(self.tables, arrivals, self.quotas)
        self.studying = Studying(
            self.tables, Lane(self.quick_pool, self.slow_pool, QUICK_SHOWN), self.slow_pool, arrivals, self.games)
        self.bots = Bots(self.tables, Lane(self.bot_pool, self.slow_pool, QUICK_TURN), settings.pick_up)
        self.tables.bot_asked = self.bots.asked

    async def start(self) -> None:
        await self.database.start(self.neighbours.hear)
        await self.people.start()
        self.bot_pool.warm()
        keep_running = self.tables.supervisor.keep_running
        keep_running("housekeeping", self.tables.keep_house)
        keep_running("watching the other workers", self.neighbours.look_around)
        keep_running("watching for bots", self.bots.watch)
        if self.settings.metrics_folder:
            keep_running("publishing metrics", self.exposition.publish)
        keep_running("closing late connections", self.gate.sweep)
        keep_running("deleting what has expired", lambda: keep_expiring(self))

    async def stop(self) -> None:
        await self.tables.stop()
        for pool in self.pools().values():
            pool.stop()
        await self.database.close()

    def pools(self) -> dict[str, Pool]:
        """The lanes by name."""
        return {"bots": self.bot_pool, "quick": self.quick_pool, "slow": self.slow_pool, "arrivals": self.arrivals}

    async def forget(self, user: User) -> None:
        """Delete a user's data, here and with the other workers."""
        gone, go_on = await self.people.forget(user)
        self.send_away(user)
        self.quotas.forget(user.id)
        await self.tables_changed(gone, go_on)

    async def tables_changed(self, gone: Sequence[str], go_on: Sequence[str]) -> None:
        """Somebody's data was deleted: tell those who watch, here and with the other workers."""
        for table in gone:
            self.tables.drop(table)
            self.database.announce(self.database.news(table, "gone"))
        for table in go_on:
            with contextlib.suppress(Refused):  # a table that cannot be read concerns nobody else
                async with self.tables.at(table) as found:
                    await self.tables.push_info(found)
            self.database.announce(self.database.news(table, "info"))

    def send_away(self, user: User, session: str = "") -> None:
        """Close the sockets of a user, or those of one session, here and with the other workers."""
        self.tables.send_away(user.id, session)
        news = self.database.news("", "away", users=[user.id])
        news.mark = session
        self.database.announce(news)


def make_app(settings: Settings) -> Starlette:
    """The ASGI application."""
    server = Server(settings)
    described = document(ENDPOINTS)
    readable = docs_page(ENDPOINTS)
    page = Path(settings.page) if settings.page else PAGE

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        await server.start()
        try:
            yield {GATE: server.gate}
        finally:
            await server.stop()

    async def openapi(request: Request) -> Response:
        return Response(described, media_type="application/json")

    async def docs(request: Request) -> Response:
        return HTMLResponse(readable)

    async def socket(websocket: WebSocket) -> None:
        await live(server, websocket)

    async def file(request: Request) -> Response:
        # not a route of its own: to whoever may not read it, there is nothing at this address, whatever they try
        if request.url.path == "/metrics" and may_read(request, settings.metrics_token):
            return await server.exposition.response()
        packed = "gzip" in request.headers.get("accept-encoding", "")
        return page_file(page, request.path_params["path"], packed=packed)

    app = Starlette(
        routes=[
            *(Route(endpoint.path, answer(server, endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS),
            WebSocketRoute("/api/tables/{id}/live", socket),
            Route("/openapi.json", openapi), Route("/api/docs", docs), Route("/{path:path}", file)],
        middleware=[Middleware(Watched, watch=server.watch), Middleware(SafeHeaders, https=settings.https),
                    Middleware(AllowedHosts, names=settings.allowed_hosts),
                    Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _server_error})  # type: ignore[dict-item]
    app.state.server = server
    return app


@lru_cache(maxsize=64)
def _packed(file: Path, changed: float) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


def _is_file_of(page: Path, path: str) -> bool:
    """Whether the path leads to a file of the page, and not out of its folder. Names may be too long for a system."""
    try:
        wanted = page / path
        return bool(path) and "\0" not in path and wanted.is_file() and page.resolve() in wanted.resolve().parents
    except OSError:
        return False


def page_file(page: Path, path: str, *, packed: bool = False) -> Response:
    """A file of the built page; the page itself for every other address that is not of the API.

    What never changes is packed once and kept, so that opening a table costs the event loop nothing.
    """
    if path.startswith("api/"):
        return error_response(Problem(code="not-found", message="there is nothing at this address"))
    wanted = page / path
    if _is_file_of(page, path):
        if not path.startswith("assets/"):
            return FileResponse(wanted, headers={"cache-control": "no-cache"})
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "Accept-Encoding"}
        if not packed:
            return FileResponse(wanted, headers=headers)
        return Response(_packed(wanted, wanted.stat().st_mtime), headers={**headers, "content-encoding": "gzip"},
                        media_type=guess_type(path)[0])
    if (page / "index.html").is_file() and "." not in path.rpartition("/")[2]:
        return FileResponse(page / "index.html", headers={"cache-control": "no-cache"})
    if path:
        return error_response(Problem(code="not-found", message="there is nothing at this address"))
    return HTMLResponse("<!doctype html><title>Khyber</title><p>The page is not built: run <code>make env</code>. "
                        "The API is described at <a href='/api/docs'>/api/docs</a>.")


async def _http_error(request: Request, error: HTTPException) -> Response:
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    response = error_response(Problem(code=code, message=str(error.detail)))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _server_error(request: Request, error: Exception) -> Response:
    response = error_response(Problem(code="failed", message="something failed here; it was logged"))
    response.status_code = 500
    return response


def stop_quietly(loop: asyncio.AbstractEventLoop) -> None:
    """For runs in a terminal: no traceback of tasks that are cancelled."""
    loop.set_exception_handler(lambda _, context: log.debug("%s", context.get("message")))
