"""Limits on connections: how many per address, and how long a request may take to arrive.

`Connections` counts those of a worker by address and closes late ones. `LimitedHttp` and `LimitedWebSocket` are
uvicorn's protocols with these limits; `serve.options` uses them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from khyber.server.api.guards import network
from khyber.server.settings import Settings

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

#: File descriptors kept for the database, the worker processes, and connections not yet counted.
RESERVED = 256
#: Connections that the system queues until we accept them; fewer than are kept.
BACKLOG = 128
#: File descriptors that a server requests from the system.
MAX_DESCRIPTORS = 65_536
#: Bytes of a request's header.
MAX_HEADER = 64 * 1024
#: Seconds between checks for late connections.
SWEEP = 0.5
#: Seconds in which a client must read something of what we send, or the rest before a close.
STALLED = 30.0
#: Key of a `Connections` in the state that uvicorn passes to its protocols.
CONNECTIONS = "connections"

#: Key of a message that another follows at once: both are written together.
MORE = "more"

#: Phases of a connection. Only an idle one, or one without a request, may be closed to make room.
IDLE, HEADER, BODY, ANSWER, LIVE = "idle", "header", "body", "answer", "live"


def raise_descriptor_limit() -> None:
    """Raise the limit on open files as far as the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def room() -> int:
    """Return how many connections fit, given the server's own open files."""
    if resource is None:
        return MAX_DESCRIPTORS - RESERVED
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return max(soft - RESERVED, soft // 4)


class Connection:
    """One open connection."""

    __slots__ = ("address", "closing", "deadline", "got", "late", "phase", "stalled", "transport")

    def __init__(self, transport: asyncio.Transport, late: Callable[[], None]) -> None:
        self.transport = transport
        self.late = late
        #: The address it counts for; empty while only a proxy is known.
        self.address = ""
        self.phase = HEADER
        #: When the request must have arrived; 0: none is expected.
        self.deadline = 0.0
        #: Bytes of the header so far.
        self.got = 0
        #: Since when the client has read nothing, and since when we are closing it; 0: it is not so.
        self.stalled = 0.0
        self.closing = 0.0

    def expect(self, phase: str, deadline: float = 0.0) -> None:
        self.phase, self.deadline = phase, deadline


class Connections:
    """The open connections of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.header_timeout, self.body_timeout = settings.header_timeout, settings.body_timeout
        self._on = settings.limits
        self.most = settings.connections or room()
        #: One address never gets more than half.
        self.per_address = min(settings.per_address, max(1, self.most // 2))
        self.open: dict[asyncio.BaseTransport, Connection] = {}
        self._counts: Counter[str] = Counter()
        #: Connections refused, and closed because their request was late.
        self.refused = 0
        self.timed_out = 0

    def add(self, transport: asyncio.Transport, address: str, late: Callable[[], None]) -> Connection | None:
        """Add a connection; an empty address is counted once it is known. None if there is no room."""
        if not self._has_room(address) or (len(self.open) >= self.most and self._on and not self._make_room(address)):
            self.refused += 1
            return None
        connection = self.open[transport] = Connection(transport, late)
        connection.expect(HEADER, asyncio.get_running_loop().time() + self.header_timeout)
        self._count(connection, address)
        return connection

    def count_for(self, connection: Connection, address: str) -> bool:
        """Count a proxy's connection for the address behind it. False if that address has too many."""
        if address == connection.address:
            return True
        if not self._has_room(address):
            self.refused += 1
            return False
        self._discount(connection)
        self._count(connection, address)
        return True

    def remove(self, transport: asyncio.BaseTransport) -> None:
        connection = self.open.pop(transport, None)
        if connection is not None:
            self._discount(connection)

    def _has_room(self, address: str) -> bool:
        return not self._on or not address or self._counts[address] < self.per_address

    def _count(self, connection: Connection, address: str) -> None:
        connection.address = address
        if address:
            self._counts[address] += 1

    def _discount(self, connection: Connection) -> None:
        if connection.address:
            self._counts[connection.address] -= 1
            if not self._counts[connection.address]:
                del self._counts[connection.address]

    def _make_room(self, address: str) -> bool:
        """Close an idle connection of the address with the most, unless the newcomer has as many."""
        waiting = [connection for connection in self.open.values() if connection.phase in (IDLE, HEADER)]
        most = max(waiting, key=lambda connection: self._counts[connection.address], default=None)
        if most is None or self._counts[most.address] <= self._counts[address]:
            return False
        self.remove(most.transport)
        most.transport.abort()
        return True

    async def sweep(self) -> None:
        """Close late connections every `SWEEP` seconds."""
        while True:
            await asyncio.sleep(SWEEP)
            self.close_late(asyncio.get_running_loop().time())

    def close_late(self, now: float) -> None:
        for connection in tuple(self.open.values()):
            if connection.transport.is_closing():
                connection.closing = connection.closing or now
            if any(since and now - since > STALLED for since in (connection.closing, connection.stalled)):
                connection.transport.abort()
            elif connection.deadline and now >= connection.deadline and not connection.closing:
                self.timed_out += 1
                connection.deadline = 0.0
                connection.late()


def _response(status: str, code: str, message: str, *more: str) -> bytes:
    """Return a complete response, for connections that never reach the application."""
    body = f'{{"error":{{"code":"{code}","message":"{message}"}}}}'
    lines = (
        f"HTTP/1.1 {status}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        *more,
        "connection: close",
        "",
        body,
    )
    return "\r\n".join(lines).encode()


FULL = _response(
    "503 Service Unavailable",
    "busy",
    "too many connections from your address: close some, or wait a little",
    "retry-after: 5",
)
LATE = _response("408 Request Timeout", "bad-request", "the request took too long to arrive")
LONG = _response(
    "431 Request Header Fields Too Large", "too-large", f"a request may have at most {MAX_HEADER} bytes before its body"
)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Stand-in for the application where an address behind a proxy has too many connections."""
    head, _, body = FULL.partition(b"\r\n\r\n")
    headers = [tuple(line.split(b": ", 1)) for line in head.split(b"\r\n")[1:]]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class _Proxies:
    """The trusted proxies and the addresses behind them, as uvicorn determines them."""

    def __init__(self, config: Config) -> None:
        self._trusted = (
            ProxyHeadersMiddleware(cast(Any, None), config.forwarded_allow_ips or "").trusted_hosts
            if config.proxy_headers
            else None
        )

    def trusts(self, address: str) -> bool:
        return self._trusted is not None and address in self._trusted

    def address_behind(self, headers: list[tuple[bytes, bytes]]) -> str:
        """Return the address behind a proxy; empty if it sends none."""
        assert self._trusted is not None
        said = b", ".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        return self._trusted.get_trusted_client_address(said)[0] if said else ""


@lru_cache(maxsize=8)
def _proxies(config: Config) -> _Proxies:
    return _Proxies(config)


class _Tracked(asyncio.Protocol):
    """Records when a client last read anything."""

    _connection: Connection | None = None
    loop: asyncio.AbstractEventLoop

    def __init__(
        self,
        config: Config,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)  # type: ignore[call-arg]  # of uvicorn's protocols
        self._limits: Connections = app_state[CONNECTIONS]

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._connection is not None:
            self._connection.stalled = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._connection is not None:
            self._connection.stalled = 0.0


class LimitedHttp(_Tracked, HttpToolsProtocol):
    """HTTP within the limits on connections."""

    _behind_proxy = False
    _full = False

    # -- open and close -------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client is not None else ""
        self._behind_proxy = _proxies(self.config).trusts(peer)
        self._connection = self._limits.add(transport, "" if self._behind_proxy else network(peer), self._late)
        if self._connection is None:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self.transport)
        super().connection_lost(exc)

    def _late(self) -> None:
        """Answer a late request and close; without an answer if nothing was sent at all."""
        connection = self._connection
        assert connection is not None
        cycle = self.cycle
        if connection.phase == BODY:
            unanswered = not cycle.response_started
        else:
            unanswered = connection.got > 0 and (cycle is None or cycle.response_complete)
        if unanswered:
            self.transport.write(LATE)
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    # -- requests -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        connection = self._connection
        if connection is None or self.transport.is_closing():
            return
        if connection.phase == IDLE:
            self._await_header()
        super().data_received(data)
        if connection.phase == HEADER and not self.transport.is_closing():
            connection.got += len(data)
            if connection.got > MAX_HEADER:
                self.transport.write(LONG)
                self.transport.close()

    def _await_header(self) -> None:
        assert self._connection is not None
        self._connection.got = 0
        self._connection.expect(HEADER, self.loop.time() + self._limits.header_timeout)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        assert self._connection is not None
        if self._connection.phase != HEADER:
            self._await_header()  # a pipelined request

    def on_headers_complete(self) -> None:
        assert self._connection is not None
        self._connection.expect(BODY, self.loop.time() + self._limits.body_timeout)
        if self._behind_proxy:
            address = _proxies(self.config).address_behind(self.headers)
            self._full = not self._limits.count_for(self._connection, network(address) if address else "")
            self.app = cast(Any, _refuse) if self._full else self.config.loaded_app
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        assert self._connection is not None
        self._connection.expect(ANSWER)
        if self.cycle is not None and self.cycle.response_complete:
            self._rest()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._connection is not None and self._connection.phase == ANSWER and self.cycle.response_complete:
            self._rest()

    def _rest(self) -> None:
        """Reset after the last answer: the next request on a proxy's connection may come from another client."""
        assert self._connection is not None
        self._connection.expect(IDLE)
        if self._behind_proxy:
            self._limits.count_for(self._connection, "")

    def handle_websocket_upgrade(self) -> None:
        assert self._connection is not None
        if self._full:
            self.transport.write(FULL)
            self.transport.close()
            return
        self._connection.expect(LIVE)
        super().handle_websocket_upgrade()


class LimitedWebSocket(_Tracked, WebSocketsSansIOProtocol):
    """A WebSocket, counted from its HTTP request on."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._connection = self._limits.open.get(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        if message.get(MORE) and self.conn.state is OPEN and not self.disconnected:
            self.conn.send_text(message["text"].encode())  # goes out with the next message
            return
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # a refusal is a response: otherwise uvicorn logs that there was none
