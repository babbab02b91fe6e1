"""SQLite: one file for one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool, StaticPool

from khyber.engine.errors import BadSetup
from khyber.server.errors import Conflict, Unavailable
from khyber.server.storage.changes import TableChange
from khyber.server.storage.database import Database, Listener, Notification, T, Work
from khyber.server.storage.migrations import prepare

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two servers from opening the same file
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("khyber.server")

#: Seconds between two flushes of SQLite's write-ahead log to disk.
FLUSH_INTERVAL = 0.2
#: Choices after which SQLite's write-ahead log is copied into the file.
CHECKPOINT = 500
#: Milliseconds that the thread waits for a lock; and, while choices wait for it, for long reads.
BUSY_TIMEOUT = 10_000
#: Pages of the write-ahead log from which a commit copies it into the database, if no checkpoint did before.
LONGEST_LOG = 2_000
#: Pages of it that count as used: as many, and those of one large transaction.
LOG_PAGES = 2_500
CHECKPOINT_TIMEOUT = 20
#: Long reads at a time; with only one, whoever opens a table would wait for the longest.
READERS = 4


class SQLite(Database):
    """One file, one process: a thread with a connection, some for long reads, and a connection that writes choices.

    A choice is a few kB into the write-ahead log: to hand it to the thread would take longer than to write it. If the
    file is locked, or with `sync`, the thread writes it. Nothing but the thread waits for the disk or for a lock. The
    longest games take a third of a second to read; in a transaction of its own, that locks nobody out.

    A commit survives a crash of the process at once. To survive a power failure, the write-ahead log is flushed to disk
    within `FLUSH_INTERVAL`, in another thread; with `sync`, before the commit returns, as fast as the disk allows.
    """

    def __init__(self, path: Path, *, sync: bool = False) -> None:
        super().__init__()
        self.path = path
        self._sync = sync
        self._thread = ThreadPoolExecutor(1, "khyber-database")
        self._reading_threads = ThreadPoolExecutor(READERS, "khyber-reading")
        self._connection: Connection | None = None
        self._reading: Engine | None = None
        self._driver: SQLiteDriver | None = None
        #: Choices written since the write-ahead log was last copied into the file.
        self._written = 0
        self._lock: int | None = None
        self._unflushed = threading.Event()
        self._closed = False
        self._flush_error = ""
        self._flusher = threading.Thread(target=self._flush, daemon=True, name="khyber-flush")

    async def start(self, listener: Listener, check: Work[None] | None = None) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)
        await self.run(check or prepare)
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
        try:
            self._connection = sqlite_engine(self.path, sync=self._sync).connect()
            self._reading = _reading_engine(self.path)
            if not self._sync:
                driver = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
                _set_pragmas(driver, busy_timeout=0, wal_autocheckpoint=0)
                self._driver = SQLiteDriver(driver, self._connection.dialect)
        except DBAPIError as problem:
            raise BadSetup(f"{self.path} is not a database: {problem.orig}") from problem

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._reading_threads.shutdown)
        await loop.run_in_executor(self._thread, self._close_connection)
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

    def size(self, connection: Connection) -> int:
        pages, free, size = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
            for name in ("page_count", "freelist_count", "page_size")
        )
        try:
            log = os.path.getsize(f"{self.path}-wal")
        except OSError:
            log = 0
        return (pages - free) * size + max(log, LOG_PAGES * size)

    def free_space(self, disk: str) -> int | None:
        return super().free_space(disk or str(self.path.parent))

    def _close_connection(self) -> None:
        self._closed = True
        self._unflushed.set()
        if self._driver is not None:
            self._driver.connection.close()
        if self._reading is not None:
            self._reading.dispose()
        if self._connection is not None:
            self._connection.close()
            self._connection.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading_threads, self._read, work)

    def write(self, change: TableChange, notification: Notification | None = None) -> asyncio.Future[None]:
        if not change.is_choice or self._driver is None or self.watch.jumped():
            return super().write(change, notification)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._write_choice(self._driver, change)
        except Conflict as problem:
            stored.set_exception(problem)
        except sqlite3.Error as problem:
            if _is_locked(problem):
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
        """Copy the write-ahead log into the file and begin it again; choices wait meanwhile, but not for long reads."""
        assert self._connection is not None
        driver = self._connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with contextlib.suppress(sqlite3.Error):  # the next one goes on
            driver.execute(f"PRAGMA busy_timeout={CHECKPOINT_TIMEOUT}")
            driver.execute("PRAGMA wal_checkpoint(RESTART)")
            driver.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")

    def _transact(self, work: Work[T]) -> T:
        assert self._connection is not None
        with _driver_errors(), self.watch.noting(work) as noting:
            with self._connection.begin():
                done = noting(self._connection)
            self._unflushed.set()
            return done

    def _read(self, work: Work[T]) -> T:
        assert self._reading is not None
        with _driver_errors(), self._reading.begin() as connection:
            return work(connection)


@contextlib.contextmanager
def _driver_errors() -> Iterator[None]:
    """Turn errors of the database into the server's own."""
    try:
        yield
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


def _is_locked(problem: sqlite3.Error) -> bool:
    """Return whether someone else is using the file. Errors of the driver itself carry no code."""
    code: int = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _unavailable(problem: BaseException | None) -> Unavailable:
    return Unavailable(f"the database does not answer: {problem}")


def _set_pragmas(
    connection: sqlite3.Connection,
    *,
    sync: bool = False,
    busy_timeout: int = BUSY_TIMEOUT,
    wal_autocheckpoint: int = LONGEST_LOG,
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
    """Return an engine with one connection, which locks the file at the beginning of a transaction."""
    return _engine(path, "BEGIN IMMEDIATE", sync=sync, poolclass=StaticPool)


def _reading_engine(path: Path) -> Engine:
    """Return an engine whose connections cannot write and lock nobody out."""
    engine = _engine(path, "BEGIN", poolclass=QueuePool, pool_size=READERS, max_overflow=0)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    return engine


def _engine(path: Path, begin: str, *, sync: bool = False, **pool: Any) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        hide_parameters=True,  # errors are logged: no names, no digests
        connect_args={"isolation_level": None, "check_same_thread": False},
        **pool,
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        _set_pragmas(connection, sync=sync)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
