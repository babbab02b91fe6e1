"""What every database offers: transactions, and notifications between workers.

A transaction is a plain function of a SQLAlchemy connection, the same for SQLite (sqlite.py) and PostgreSQL
(postgresql.py).
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection

from khyber.server.storage.changes import TableChange
from khyber.server.storage.clock import ClockWatch

#: The kind of a notification that a password was wrong, by the buckets that count it.
WRONG_PASSWORD: Final = "wrong-password"

T = TypeVar("T")
Work = Callable[[Connection], T]


class Notification(msgspec.Struct):
    """A notification to other workers that something about a table has changed."""

    worker: str
    table: str
    #: change, info, chat, presence, gone; or, without a table: away (disconnect `users`, or only `session`) and
    #: wrong-password (count it in these buckets, each a kind and a caller in `choices`)
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
        #: Makes every transaction note a jump of the clock before it does anything else; a server starts it.
        self.watch = ClockWatch()

    @abstractmethod
    async def start(self, listener: Listener, check: Work[None] | None = None) -> None:
        """Open it and migrate it. `listener` gets other workers' notifications, and None when some may be lost.

        Whoever uses a server's database beside it migrates nothing, but gives a `check` that raises BadSetup.
        """

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def submit(self, work: Work[T]) -> asyncio.Future[T]:
        """Start the work in one transaction; the future raises what `run` raises."""

    async def run(self, work: Work[T]) -> T:
        """Do the work in one transaction. Raises Conflict if a key is taken, Unavailable if there is no answer."""
        return await self.submit(work)

    async def read(self, work: Work[T]) -> T:
        """Do work that only reads, and may take long, in one transaction. Raises as `run` does."""
        return await self.run(work)

    def write(self, change: TableChange, notification: Notification | None = None) -> asyncio.Future[None]:
        """Start to write a change; the same transaction notifies the other workers. Raises as `run` does."""

        def work(connection: Connection) -> None:
            change.apply(connection)
            if notification is not None:
                self.notify(connection, notification)

        return self.submit(work)

    @abstractmethod
    def size(self, connection: Connection) -> int:
        """Return the bytes that the database takes, without free pages that it will use again."""

    def free_space(self, disk: str) -> int | None:
        """Return the free bytes of the disk that this folder is on; None if there is none or it cannot be read."""
        try:
            return shutil.disk_usage(disk).free if disk else None
        except OSError:
            return None

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
