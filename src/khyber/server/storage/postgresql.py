"""PostgreSQL, for several workers that notify each other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from khyber.server.errors import Conflict, Unavailable
from khyber.server.storage.changes import TableChange
from khyber.server.storage.database import Database, Listener, Notification, T, Work
from khyber.server.storage.migrations import prepare

log = logging.getLogger("khyber.server")

CHANNEL = "khyber"
#: Bytes of a notification; PostgreSQL allows 8000.
MAX_PAYLOAD = 7_000
#: Connections to PostgreSQL for changes that are one statement.
FAST_CONNECTIONS = 8
#: What asyncpg raises when a connection is lost.
_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_NO_SUCH_DATABASE = asyncpg.InvalidCatalogNameError.sqlstate
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
#: Any number: keeps two workers from migrating at the same time.
_MIGRATION_LOCK = 0x6B68


class PostgreSQL(Database):
    """A pool of connections, some for single statements, one that listens, and one that notifies.

    A change and its notification are one transaction. A worker that lost its connection misses some, so all workers
    also poll for changes (`Cluster.poll`).
    """

    shared = True

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._url = url
        self._engine: AsyncEngine | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._outgoing: asyncio.Queue[Notification] = asyncio.Queue()
        #: Free connections, the last used first; None: one not yet opened.
        self._fast: asyncio.LifoQueue[asyncpg.Connection | None] = asyncio.LifoQueue()
        for _ in range(FAST_CONNECTIONS):
            self._fast.put_nowait(None)

    async def start(self, listener: Listener, check: Work[None] | None = None) -> None:
        # no ping before use: after a restart of PostgreSQL the first calls fail and clients retry
        self._engine = create_async_engine(
            self._url.set(drivername="postgresql+asyncpg"),
            pool_size=4,
            max_overflow=12,
            pool_pre_ping=False,
            hide_parameters=True,
        )
        await self.run(partial(self._prepare, prepare=check or prepare))
        ready = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen(listener, ready)), asyncio.create_task(self._publish())]
        await ready.wait()

    @staticmethod
    def _prepare(connection: Connection, prepare: Work[None]) -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        prepare(connection)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        while not self._fast.empty():
            if (connection := self._fast.get_nowait()) is not None:
                connection.terminate()
        if self._engine is not None:
            await self._engine.dispose()

    def write(self, change: TableChange, notification: Notification | None = None) -> asyncio.Future[None]:
        if notification is None or self.watch.jumped():
            return super().write(change, notification)
        statement = change.statement(CHANNEL, f"[{_payload(notification)}]")
        return (
            super().write(change, notification)
            if statement is None
            else asyncio.create_task(self._run_statement(*statement))
        )

    async def _run_statement(self, sql: str, values: list[object]) -> None:
        connection = await self._fast.get()
        try:
            if connection is None or connection.is_closed():
                connection = await asyncpg.connect(self._plain_url())
            moved = await connection.fetchval(sql, *values)
        except asyncpg.IntegrityConstraintViolationError as problem:
            raise Conflict from problem
        except _LOST as problem:
            raise Unavailable(f"the database does not answer: {type(problem).__name__}") from problem
        except BaseException:
            if connection is not None:
                connection.terminate()  # cancelled halfway
            raise
        finally:
            self._fast.put_nowait(connection)
        if not moved:
            raise Conflict

    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        return asyncio.create_task(self._transact(work))

    async def _transact(self, work: Work[T]) -> T:
        assert self._engine is not None
        try:
            with self.watch.noting(work) as noting:
                async with self._engine.begin() as connection:
                    return await connection.run_sync(noting)
        except IntegrityError as problem:
            raise Conflict from problem
        except DBAPIError as problem:
            if getattr(problem.orig, "sqlstate", "") == _NO_SUCH_DATABASE:
                name, host = self._url.database, self._url.host or "localhost"
                raise Unavailable(f"there is no database {name!r} at {host}") from problem
            raise Unavailable(f"the database does not answer: {type(problem.orig).__name__}") from problem
        except _LOST as problem:
            raise Unavailable(f"the database does not answer: {problem}") from problem

    def size(self, connection: Connection) -> int:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

    def notify(self, connection: Connection, notification: Notification) -> None:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": f"[{_payload(notification)}]"})

    def publish(self, notification: Notification) -> None:
        self._outgoing.put_nowait(notification)

    async def _publish(self) -> None:
        """Send what `publish` queues, as much as fits at a time."""
        connection: asyncpg.Connection | None = None
        try:
            while True:
                payloads = [_payload(await self._outgoing.get())]
                size = len(payloads[0])
                while not self._outgoing.empty() and size < MAX_PAYLOAD // 2:
                    payloads.append(_payload(self._outgoing.get_nowait()))
                    size += len(payloads[-1])
                try:
                    if connection is None or connection.is_closed():
                        connection = await asyncpg.connect(self._plain_url())
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"[{','.join(payloads)}]")
                except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                    log.warning("cannot notify the other workers: %s", problem)
                    await asyncio.sleep(1)
        finally:
            if connection is not None:
                connection.terminate()

    def _plain_url(self) -> str:
        return self._url.set(drivername="postgresql").render_as_string(False)

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        """Listen; after each loss of the connection, report that notifications may be lost."""
        wait = 0.1
        while True:
            try:
                connection = await asyncpg.connect(self._plain_url())
            except (OSError, asyncpg.PostgresError) as problem:
                log.warning("cannot listen to the database: %s", problem)
                await asyncio.sleep(wait)
                wait = min(5.0, wait * 2)
                continue
            lost = asyncio.Event()
            try:
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, lambda *given: self._receive(listener, given[-1]))
                if ready.is_set():
                    listener(None)
                ready.set()
                wait = 0.1
                await lost.wait()
            finally:
                if not lost.is_set():
                    await connection.close(timeout=2)

    def _receive(self, listener: Listener, payload: Any) -> None:
        try:
            received = msgspec.json.decode(str(payload), type=list[Notification])
        except msgspec.MsgspecError:
            return
        for notification in received:
            if notification.worker != self.worker:
                listener(notification)


def _payload(notification: Notification) -> str:
    """Encode a notification, omitting choices that take more than half the limit."""
    text = msgspec.json.encode(notification).decode()
    if len(text.encode()) > MAX_PAYLOAD // 2:
        short = Notification(notification.worker, notification.table, notification.kind, notification.version)
        text = msgspec.json.encode(short).decode()
    return text
