"""The database: SQLite in a thread of its own, or PostgreSQL with its notifications. What is stored is told elsewhere.

Work on it is a plain function of a SQLAlchemy connection, the same for both, and each is one transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import secrets
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

import asyncpg
import msgspec
from sqlalchemy import Connection, Engine, UpdateBase, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from khyber.engine.errors import BadSetup, Error
from khyber.server.storage.migrations import prepare

T = TypeVar("T")
Work = Callable[[Connection], T]

log = logging.getLogger("khyber.server")

CHANNEL = "khyber"
#: Seconds between writing the log of SQLite through to the disk.
SOON = 0.2
#: Bytes of a notification, of which PostgreSQL allows 8000.
AT_ONCE = 7_000
#: Connections to PostgreSQL for choices.
STRAIGHT = 8
#: What asyncpg raises when a connection is lost, at whatever moment.
_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_NO_SUCH_DATABASE = asyncpg.InvalidCatalogNameError.sqlstate
_TELLING = text("SELECT pg_notify(:channel, :news)")
#: Any number: keeps two workers from making the tables at once.
_MAKING = 0x6B68


class Conflict(Error):
    """Somebody else was faster: what was to be written no longer follows from what is stored."""


class Unavailable(Error):
    """The database does not answer, or takes nothing more."""


class Damaged(Error):
    """What is stored of a table cannot be read back."""


class News(msgspec.Struct):
    """What workers tell one another: something about a table has changed."""

    worker: str
    table: str
    #: change, info, chat, presence, gone; away, of no table: `users` are sent away, of the session in `mark` or of all
    kind: str
    version: int = 0
    users: list[str] = []
    #: The choices (seat and key) that led to this version, and what the table then is (`stored.mark`): who has the
    #: version before need not read the database.
    choices: list[tuple[str, str]] = []
    mark: str = ""


class AtOnce(Protocol):
    """Work that is done in steps, or as one statement of PostgreSQL, which tells the news as well and returns 0 if
    somebody else was faster."""

    def write(self, connection: Connection) -> None: ...

    def statement(self, channel: str, news: str) -> tuple[str, list[object]]: ...


class Database(ABC):
    """Transactions, and news between workers."""

    #: Whether other workers may use it too.
    shared = False

    def __init__(self) -> None:
        self.worker = secrets.token_hex(6)

    @abstractmethod
    async def start(self, hear: Callable[[News | None], None]) -> None:
        """Open it and make its tables. `hear` is called with other workers' news, with None when some may be lost."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        """Begin to do the work in one transaction; what `run` raises, waiting for it raises."""

    async def run(self, work: Work[T]) -> T:
        """Do the work in one transaction. Raises Conflict if a key is taken, Unavailable if nobody answers."""
        return await self.submit(work)

    def submit_at_once(self, work: AtOnce, news: News) -> asyncio.Future[None]:
        """As `submit`, as fast as the database can; the other workers are told by the same transaction."""
        def write(connection: Connection) -> None:
            work.write(connection)
            self.tell(connection, news)

        return self.submit(write)

    def trouble(self) -> str:
        """What is wrong beside the work, in a sentence; empty while all is well."""
        return ""

    def tell(self, connection: Connection, news: News) -> None:
        """Tell the other workers: part of the transaction, they hear of it when it is committed."""
        return

    def announce(self, news: News) -> None:
        """Tell the other workers at once."""
        return

    def news(self, table: str, kind: str, version: int = 0, users: list[str] | None = None) -> News:
        return News(self.worker, table, kind, version, users or [])


def open_database(url: str, *, always: bool = False) -> Database:
    """The database of that URL; `always` is for SQLite. Raises BadSetup."""
    try:
        parsed = make_url(url)
    except ArgumentError as problem:
        raise BadSetup(f"{url!r} is no database: use sqlite:///FILE or postgresql://USER@HOST/NAME") from problem
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise BadSetup("the database of a server is a file: sqlite:///FILE")
        return SQLite(Path(parsed.database), always=always)
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return PostgreSQL(parsed)
    raise BadSetup(f"{parsed.get_backend_name()!r} is no database Khyber knows: use sqlite:/// or postgresql://")


class Prepared:
    """A statement that is made into SQL once for each database, and then run with no more ado."""

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._made: dict[str, tuple[str, Sequence[str]]] = {}

    def run(self, connection: Connection, *rows: Mapping[str, Any]) -> int:
        """Run it for each row; returns how many rows of the database it changed, if it was given one."""
        dialect = connection.dialect
        made = self._made.get(dialect.name)
        if made is None:
            compiled = self._statement.compile(dialect=dialect, column_keys=list(rows[0]))
            made = self._made[dialect.name] = str(compiled), compiled.positiontup or ()
        sql, names = made
        given = [tuple([row[name] for name in names]) for row in rows]
        return connection.exec_driver_sql(sql, given[0] if len(given) == 1 else given).rowcount


# -- SQLite -------------------------------------------------------------------------------------------


class SQLite(Database):
    """One file, one process, one connection in one thread.

    A commit outlives the process as soon as it is made. So that it outlives a loss of power too, the log is written
    through to the disk within `SOON` of a commit, beside the work; `always`: before it is acknowledged, which costs
    whatever the disk takes.
    """

    def __init__(self, path: Path, *, always: bool = False) -> None:
        super().__init__()
        self.path = path
        self._always = always
        self._thread = ThreadPoolExecutor(1, "khyber-database")
        self._engine: Engine | None = None
        self._connection: Connection | None = None
        self._lock: int | None = None
        self._written = threading.Event()
        self._ended = False
        self._flush_failed = ""
        self._flusher = threading.Thread(target=self._flush, daemon=True, name="khyber-flush")

    async def start(self, hear: Callable[[News | None], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)
        await self.run(prepare)
        if not self._always:
            self._flusher.start()

    def _open(self) -> None:
        """Open the file and lock the file itself, whatever link leads to it: a second server would damage it.

        The lock is kept open until SQLite has closed the file: closing it would end the locks SQLite holds.
        """
        try:
            self.path = self.path.resolve()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as problem:
            raise BadSetup(f"cannot open the database {self.path}: {problem.strerror}") from problem
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            self._lock = None
            raise BadSetup(f"another server uses {self.path}: SQLite serves one process; several workers need "
                           "PostgreSQL") from None
        self._engine = sqlite_engine(self.path, always=self._always)
        try:
            self._connection = self._engine.connect()
        except DBAPIError as problem:
            raise BadSetup(f"{self.path} is no database: {problem.orig}") from problem

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._shut)
        self._thread.shutdown()

    def _flush(self) -> None:
        """In a thread: some of the log is new, so write it through to the disk. A failure is reported and retried."""
        while self._written.wait() and not self._ended:
            self._written.clear()
            try:
                wal = os.open(f"{self.path}-wal", os.O_RDWR | os.O_CLOEXEC)
                try:
                    os.fsync(wal)
                finally:
                    os.close(wal)
                self._flush_failed = ""
            except OSError as problem:
                if not self._flush_failed:
                    log.error("cannot write the log of %s through to the disk: %s", self.path, problem.strerror)
                self._flush_failed = f"cannot write through to the disk: {problem.strerror}"
                self._written.set()
            time.sleep(SOON)

    def trouble(self) -> str:
        return self._flush_failed

    def _shut(self) -> None:
        self._ended = True
        self._written.set()
        if self._connection is not None:
            self._connection.close()
        if self._engine is not None:
            self._engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        assert self._connection is not None
        try:
            with self._connection.begin():
                done = work(self._connection)
            self._written.set()
            return done
        except IntegrityError as problem:
            raise Conflict("somebody else was faster") from problem
        except DBAPIError as problem:
            raise Unavailable(f"the database does not answer: {problem.orig}") from problem


def sqlite_engine(path: Path, *, always: bool = False) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}", poolclass=StaticPool, hide_parameters=True,  # errors are logged, names and digests are not
        connect_args={"isolation_level": None, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in ("busy_timeout=10000", "journal_mode=WAL", f"synchronous={'FULL' if always else 'NORMAL'}",
                       "foreign_keys=ON", "wal_autocheckpoint=2000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


# -- PostgreSQL ---------------------------------------------------------------------------------------


class PostgreSQL(Database):
    """A pool of connections, some for statements that are transactions, one that listens, and one that tells.

    What changes a table and the news of it are one transaction: either both are there or neither. Workers may still be
    deaf for a while, when their connection is lost, and so look around now and then (`Neighbours.look_around`).
    """

    shared = True

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._url = url
        self._engine: AsyncEngine | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._news: asyncio.Queue[News] = asyncio.Queue()
        #: Connections that are free, the last used first; None: one that may be made.
        self._straight: asyncio.LifoQueue[asyncpg.Connection | None] = asyncio.LifoQueue()
        for _ in range(STRAIGHT):
            self._straight.put_nowait(None)

    async def start(self, hear: Callable[[News | None], None]) -> None:
        # no ping before use: after a restart of PostgreSQL the first calls fail, and their callers come again
        self._engine = create_async_engine(
            self._url.set(drivername="postgresql+asyncpg"), pool_size=4, max_overflow=12, pool_pre_ping=False,
            hide_parameters=True)
        await self.run(self._make)
        ready = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen(hear, ready)), asyncio.create_task(self._tell())]
        await ready.wait()

    @staticmethod
    def _make(connection: Connection) -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_MAKING})"))
        prepare(connection)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        while not self._straight.empty():
            if (connection := self._straight.get_nowait()) is not None:
                connection.terminate()
        if self._engine is not None:
            await self._engine.dispose()

    def submit_at_once(self, work: AtOnce, news: News) -> asyncio.Future[None]:
        return asyncio.create_task(self._at_once(work, news))

    async def _at_once(self, work: AtOnce, news: News) -> None:
        sql, given = work.statement(CHANNEL, f"[{_short(news)}]")
        connection = await self._straight.get()
        try:
            if connection is None or connection.is_closed():
                connection = await asyncpg.connect(self._plain_url())
            moved = await connection.fetchval(sql, *given)
        except asyncpg.IntegrityConstraintViolationError as problem:
            raise Conflict("somebody else was faster") from problem
        except _LOST as problem:
            raise Unavailable(f"the database does not answer: {type(problem).__name__}") from problem
        except BaseException:
            if connection is not None:
                connection.terminate()  # we were stopped in the midst
            raise
        finally:
            self._straight.put_nowait(connection)
        if not moved:
            raise Conflict("somebody else was faster")

    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        return asyncio.create_task(self._transact(work))

    async def _transact(self, work: Work[T]) -> T:
        assert self._engine is not None
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError as problem:
            raise Conflict("somebody else was faster") from problem
        except DBAPIError as problem:
            if getattr(problem.orig, "sqlstate", "") == _NO_SUCH_DATABASE:
                raise Unavailable(f"there is no database {self._url.database!r} at {self._url.host or 'localhost'}") \
                    from problem
            raise Unavailable(f"the database does not answer: {type(problem.orig).__name__}") from problem
        except _LOST as problem:
            raise Unavailable(f"the database does not answer: {problem}") from problem

    def tell(self, connection: Connection, news: News) -> None:
        connection.execute(_TELLING, {"channel": CHANNEL, "news": f"[{_short(news)}]"})

    def announce(self, news: News) -> None:
        self._news.put_nowait(news)

    async def _tell(self) -> None:
        """Tell for ever, all that there is to tell at a time."""
        connection: asyncpg.Connection | None = None
        try:
            while True:
                told = [_short(await self._news.get())]
                size = len(told[0])
                while not self._news.empty() and size < AT_ONCE // 2:
                    told.append(_short(self._news.get_nowait()))
                    size += len(told[-1])
                try:
                    if connection is None or connection.is_closed():
                        connection = await asyncpg.connect(self._plain_url())
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"[{','.join(told)}]")
                except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                    log.warning("cannot tell the other workers: %s", problem)
                    await asyncio.sleep(1)
        finally:
            if connection is not None:
                connection.terminate()

    def _plain_url(self) -> str:
        return self._url.set(drivername="postgresql").render_as_string(False)

    async def _listen(self, hear: Callable[[News | None], None], ready: asyncio.Event) -> None:
        """Listen for ever; after each loss of the connection, say that news may be lost."""
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
                await connection.add_listener(CHANNEL, lambda *given: self._heard(hear, given[-1]))
                if ready.is_set():
                    hear(None)
                ready.set()
                wait = 0.1
                await lost.wait()
            finally:
                if not lost.is_set():
                    await connection.close(timeout=2)

    def _heard(self, hear: Callable[[News | None], None], payload: Any) -> None:
        try:
            heard = msgspec.json.decode(str(payload), type=list[News])
        except msgspec.MsgspecError:
            return
        for news in heard:
            if news.worker != self.worker:
                hear(news)


def _short(news: News) -> str:
    """News as text; without the choices where they are too many for half a notification."""
    text = msgspec.json.encode(news).decode()
    if len(text.encode()) > AT_ONCE // 2:
        text = msgspec.json.encode(News(news.worker, news.table, news.kind, news.version)).decode()
    return text
