"""A viewer of a table: a socket, its user, and the messages that wait to be sent through it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from khyber.server.messages.base import Reply
from khyber.server.storage.people_store import User
from khyber.server.tables.engine_help import UNLIMITED
from khyber.server.workers.fair import Claim

#: Unsent messages after which a viewer is too slow and is disconnected.
MAX_UNREAD = 200
#: Bytes of a message that may wait for the one behind it.
SHORT = 1024
encode = msgspec.json.Encoder().encode

#: Sends a message, at once or together with the next one.
Send = Callable[[str, bool], Awaitable[None]]


class Viewer:
    """A socket at a table: its user, and what has been sent through it."""

    def __init__(self, user: User | None, lang: str, claim: Claim, *, asides: bool) -> None:
        self.user = user
        #: What its previews claim of the workers.
        self.claim = claim
        #: The engine help that other tables leave this user, who may have branched this one off or play a like game.
        self.help = UNLIMITED
        self.session = ""
        self.lang = lang
        self.asides = asides
        self.epoch = -1
        self.sent = 0
        self.seats: tuple[str, ...] | None = None
        self.line = 0
        self.gone = False
        self._unread: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._sending = False

    def put(self, message: Reply) -> None:
        self.put_bytes(encode(message))

    def put_bytes(self, message: bytes) -> None:
        if len(self._unread) >= MAX_UNREAD:
            self.gone = True
        else:
            self._unread.append(message)
        self._wake.set()

    def disconnect(self) -> None:
        self.gone = True
        self._wake.set()

    async def deliver(self, send: Send) -> None:
        """Send queued messages until the viewer is disconnected."""
        while not self.gone:
            await self.flush(send)
            self._wake.clear()
            if not self._unread and not self.gone:
                await self._wake.wait()

    async def flush(self, send: Send) -> None:
        """Send what is queued, unless that is being done; tell `send` if a message may wait for the next one."""
        if self._sending:
            return
        self._sending = True
        try:
            while self._unread and not self.gone:
                message = self._unread.popleft()
                await send(message.decode(), bool(self._unread) and len(message) < SHORT)
        finally:
            self._sending = False
