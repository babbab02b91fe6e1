"""Connections to the database: SQLite in its own thread, or PostgreSQL with notifications between workers.

A transaction is a plain function of a SQLAlchemy connection, the same for both.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import msgspec
from sqlalchemy import Connection, Dialect, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from khyber.engine.errors import BadSetup
from khyber.server.errors import Conflict, Unavailable
from khyber.server.storage.changes import TableChange
from khyber.server.storage.migrations import prepare

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two servers from opening the same file
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
Work = Callable[[Connection], T]

log = logging.getLogger("khyber.server")

CHANNEL = "khyber"
#: Seconds between two flushes of SQLite's write-ahead log to disk.
FLUSH_INTERVAL = 0.2
#: Choices after which SQLite's write-ahead log is copied into the file.
CHECKPOINT = 500
#: Bytes of a notification; PostgreSQL allows 8000.
MOST_PAYLOAD = 7_000
#: Connections to PostgreSQL for changes that are one statement.
FAST_CONNECTIONS = 8
#: What asyncpg raises when a connection is lost.
_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_NO_SUCH_DATABASE = asyncpg.InvalidCatalogNameError.sqlstate
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
#: Any number: keeps two workers from migrating at the same time.
_MIGRATION_LOCK = 0x6B68


class Notification(msgspec.Struct):
    """A notification to other workers that something about a table has changed."""

    worker: str
    table: str
    #: change, info, chat, presence, gone; or away, without a table: disconnect `users`, or only `session`
    kind: str
    version: int = 0
    users: list[str] = []
    session: str = ""
    #: The choices (seat and key) that led to this version, and the table's fingerprint after them: a worker that has
    #: the version before need not read the database.
    choices: list[tuple[str, str]] = []
    fingerprint: str = ""


Listener = Callable[[Notification | None], None]


class Database(ABC):
    """Transactions, and notifications between workers."""

    #: Whether other workers may use it too.
    shared = False

    def __init__(self) -> None:
        self.worker = secrets.token_hex(6)

    @abstractmethod
    async def start(self, listener: Listener) -> None:
        """Open it and migrate it. `listener` gets other workers' notifications, and None when some may be lost."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        """Start the work in one transaction; the future raises what `run` raises."""

    async def run(self, work: Work[T]) -> T:
        """Do the work in one transaction. Raises Conflict if a key is taken, Unavailable if there is no answer."""
        return await self.submit(work)

    def write(self, change: TableChange, notification: Notification | None = None) -> asyncio.Future[None]:
        """Start to write a change; the same transaction notifies the other workers. Raises as `run` does."""

        def work(connection: Connection) -> None:
            change.apply(connection)
            if notification is not None:
                self.notify(connection, notification)

        return self.submit(work)

    def trouble(self) -> str:
        """Return a problem outside transactions as a sentence, or ""."""
        return ""

    def notify(self, connection: Connection, notification: Notification) -> None:
        """Notify the other workers when this transaction commits."""
        return

    def publish(self, notification: Notification) -> None:
        """Notify the other workers now."""
        return

    def notification(self, table: str, kind: str, version: int = 0, users: list[str] | None = None) -> Notification:
        return Notification(self.worker, table, kind, version, users or [])


def parse_url(url: str) -> URL:
    """Return the parsed URL. Raises BadSetup."""
    try:
        return make_url(url)
    except ArgumentError as problem:
        raise BadSetup(f"{url!r} is not a database URL: use sqlite:///FILE or postgresql://USER@HOST/NAME") from problem


def open_database(url: str, *, sync: bool = False) -> Database:
    """Return the database of that URL; `sync` is for SQLite. Raises BadSetup."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise BadSetup("a server needs a database in a file: sqlite:///FILE")
        return SQLite(Path(parsed.database), sync=sync)
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return PostgreSQL(parsed)
    raise BadSetup(f"unsupported database {parsed.get_backend_name()!r}: use sqlite:/// or postgresql://")


# -- SQLite -------------------------------------------------------------------------------------------


class SQLite(Database):
    """One file, one process: a thread with a connection, and a second connection that writes choices at once.

    A choice is a few kB into the write-ahead log: to hand it to the thread would take longer than to write it. If the
    file is locked, or with `sync`, the thread writes it. Nothing but the thread waits for the disk or for a lock.

    A commit survives a crash of the process at once. To survive a power failure, the write-ahead log is flushed to disk
    within `FLUSH_INTERVAL`, in another thread; with `sync`, before the commit returns, as fast as the disk allows.
    """

    def __init__(self, path: Path, *, sync: bool = False) -> None:
        super().__init__()
        self.path = path
        self._sync = sync
        self._thread = ThreadPoolExecutor(1, "khyber-database")
        self._engine: Engine | None = None
        self._connection: Connection | None = None
        self._driver: SQLiteDriver | None = None
        #: Choices written since the write-ahead log was last copied into the file.
        self._written = 0
        self._lock: int | None = None
        self._unflushed = threading.Event()
        self._closed = False
        self._flush_error = ""
        self._flusher = threading.Thread(target=self._flush, daemon=True, name="khyber-flush")

    async def start(self, listener: Listener) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)
        await self.run(prepare)
        if not self._sync:
            self._flusher.start()

    def _open(self) -> None:
        """Open the file and lock it, whatever link leads to it: a second server would corrupt it.

        The descriptor stays open until SQLite has closed the file: closing it would release SQLite's own locks.
        """
        try:
            self.path = self.path.resolve()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as problem:
            raise BadSetup(f"cannot open the database {self.path}: {problem.strerror}") from problem
        try:
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            self._lock = None
            raise BadSetup(
                f"another server uses {self.path}: SQLite serves one process, several workers need PostgreSQL"
            ) from None
        self._engine = sqlite_engine(self.path, sync=self._sync)
        try:
            self._connection = self._engine.connect()
            if not self._sync:
                driver = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
                _set_pragmas(driver, busy_timeout=0, wal_autocheckpoint=0)
                self._driver = SQLiteDriver(driver, self._connection.dialect)
        except DBAPIError as problem:
            raise BadSetup(f"{self.path} is not a database: {problem.orig}") from problem

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close_connection)
        self._thread.shutdown()

    def _flush(self) -> None:
        """Flush the write-ahead log after commits, in a thread. A failure is logged and retried."""
        while self._unflushed.wait() and not self._closed:
            self._unflushed.clear()
            try:
                wal = os.open(f"{self.path}-wal", os.O_RDWR)
                try:
                    os.fsync(wal)
                finally:
                    os.close(wal)
                self._flush_error = ""
            except OSError as problem:
                if not self._flush_error:
                    log.error("cannot flush %s to disk: %s", self.path, problem.strerror)
                self._flush_error = f"cannot flush the database to disk: {problem.strerror}"
                self._unflushed.set()
            time.sleep(FLUSH_INTERVAL)

    def trouble(self) -> str:
        return self._flush_error

    def _close_connection(self) -> None:
        self._closed = True
        self._unflushed.set()
        if self._driver is not None:
            self._driver.connection.close()
        if self._connection is not None:
            self._connection.close()
        if self._engine is not None:
            self._engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def write(self, change: TableChange, notification: Notification | None = None) -> asyncio.Future[None]:
        if not change.is_choice or self._driver is None:
            return super().write(change, notification)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._write_choice(self._driver, change)
        except Conflict as problem:
            stored.set_exception(problem)
        except sqlite3.Error as problem:
            if problem.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                return super().write(change, notification)
            stored.set_exception(Conflict() if isinstance(problem, sqlite3.IntegrityError) else _unavailable(problem))
        else:
            stored.set_result(None)
        return stored

    def _write_choice(self, driver: SQLiteDriver, change: TableChange) -> None:
        """Write a choice without waiting for any lock. Raises Conflict, or what the driver raises."""
        connection = driver.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            change.apply_progress(driver)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._unflushed.set()
        self._written += 1
        if self._written >= CHECKPOINT:
            self._written = 0
            self._thread.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        """Copy the write-ahead log into the file and begin it again; choices wait meanwhile."""
        assert self._connection is not None
        driver = self._connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with contextlib.suppress(sqlite3.Error):  # the next one goes on
            driver.execute("PRAGMA wal_checkpoint(RESTART)")

    def _transact(self, work: Work[T]) -> T:
        assert self._connection is not None
        try:
            with self._connection.begin():
                done = work(self._connection)
            self._unflushed.set()
            return done
        except IntegrityError as problem:
            raise Conflict from problem
        except DBAPIError as problem:
            raise _unavailable(problem.orig) from problem


@dataclass(frozen=True, slots=True)
class SQLiteDriver:
    """SQLite's driver behind the one method of a SQLAlchemy connection that choices need."""

    connection: sqlite3.Connection
    dialect: Dialect

    def exec_driver_sql(self, statement: str, parameters: Any) -> sqlite3.Cursor:
        many = isinstance(parameters, list)
        return (self.connection.executemany if many else self.connection.execute)(statement, parameters)


def _unavailable(problem: BaseException | None) -> Unavailable:
    return Unavailable(f"the database does not answer: {problem}")


def _set_pragmas(
    connection: sqlite3.Connection, *, sync: bool = False, busy_timeout: int = 10_000, wal_autocheckpoint: int = 2000
) -> None:
    for pragma in (
        f"busy_timeout={busy_timeout}",
        "journal_mode=WAL",
        f"synchronous={'FULL' if sync else 'NORMAL'}",
        "foreign_keys=ON",
        f"wal_autocheckpoint={wal_autocheckpoint}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def sqlite_engine(path: Path, *, sync: bool = False) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        hide_parameters=True,  # errors are logged: no names, no digests
        connect_args={"isolation_level": None, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        _set_pragmas(connection, sync=sync)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


# -- PostgreSQL ---------------------------------------------------------------------------------------


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

    async def start(self, listener: Listener) -> None:
        # no ping before use: after a restart of PostgreSQL the first calls fail and clients retry
        self._engine = create_async_engine(
            self._url.set(drivername="postgresql+asyncpg"),
            pool_size=4,
            max_overflow=12,
            pool_pre_ping=False,
            hide_parameters=True,
        )
        await self.run(self._migrate)
        ready = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen(listener, ready)), asyncio.create_task(self._publish())]
        await ready.wait()

    @staticmethod
    def _migrate(connection: Connection) -> None:
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
        statement = None if notification is None else change.statement(CHANNEL, f"[{_payload(notification)}]")
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
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError as problem:
            raise Conflict from problem
        except DBAPIError as problem:
            if getattr(problem.orig, "sqlstate", "") == _NO_SUCH_DATABASE:
                name, host = self._url.database, self._url.host or "localhost"
                raise Unavailable(f"there is no database {name!r} at {host}") from problem
            raise Unavailable(f"the database does not answer: {type(problem.orig).__name__}") from problem
        except _LOST as problem:
            raise Unavailable(f"the database does not answer: {problem}") from problem

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
                while not self._outgoing.empty() and size < MOST_PAYLOAD // 2:
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
    if len(text.encode()) > MOST_PAYLOAD // 2:
        short = Notification(notification.worker, notification.table, notification.kind, notification.version)
        text = msgspec.json.encode(short).decode()
    return text
