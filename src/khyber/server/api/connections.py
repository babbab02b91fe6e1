"""Connections: who may open how many, and how long a request may take to arrive.

A `Gate` counts the connections of a worker by address and closes those that keep it waiting. `GuardedHttp` and
`GuardedSocket` are uvicorn's protocols with that gate in front; `running.options` puts them into every server.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from khyber.server.api.guards import network
from khyber.server.settings import Settings

#: Descriptors kept back from callers: for the database, the worker processes, and what is accepted in one go.
RESERVED = 256
#: Connections that the system holds until we accept them; fewer than are kept back.
BACKLOG = 128
#: Descriptors that a server asks the system for, where it may.
MOST_DESCRIPTORS = 65_536
#: Bytes of a request before its body.
MOST_HEADER = 64 * 1024
#: Seconds between two looks at who is late.
SWEEP = 0.5
#: Seconds in which a client must take some of what is sent to it, and read the last of it before a close.
STALLED = 30.0
#: The key of the gate in the state that uvicorn hands to its protocols.
GATE = "gate"

#: What a connection is at. Only one that is idle or has not yet asked anything may be closed to make room.
IDLE, HEADER, BODY, ANSWER, LIVE = "idle", "header", "body", "answer", "live"


def raise_descriptor_limit() -> None:
    """Allow this process as many descriptors as the system grants it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def room() -> int:
    """How many connections fit beside the server's own files."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return max(soft - RESERVED, soft // 4)


class Place:
    """One open connection."""

    __slots__ = ("address", "closing", "deadline", "got", "late", "phase", "stalled", "transport")

    def __init__(self, transport: asyncio.Transport, late: Callable[[], None]) -> None:
        self.transport = transport
        self.late = late
        #: Whom it counts for; empty while only a proxy is known.
        self.address = ""
        self.phase = HEADER
        #: When the request must be here; 0: nothing is awaited.
        self.deadline = 0.0
        #: Bytes of the header so far.
        self.got = 0
        #: Since when the client has taken nothing, and since when we want to be rid of it; 0: it is not so.
        self.stalled = 0.0
        self.closing = 0.0

    def expect(self, phase: str, deadline: float = 0.0) -> None:
        self.phase, self.deadline = phase, deadline


class Gate:
    """The connections of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.header_timeout, self.body_timeout = settings.header_timeout, settings.body_timeout
        self._on = settings.limits
        self.most = settings.connections or room()
        #: However few fit, one address never has more than half.
        self.per_address = min(settings.per_address, max(1, self.most // 2))
        self.places: dict[asyncio.BaseTransport, Place] = {}
        self._counts: Counter[str] = Counter()
        #: Connections turned away, and closed because their request did not come.
        self.refused = 0
        self.timed_out = 0

    def enter(self, transport: asyncio.Transport, address: str, late: Callable[[], None]) -> Place | None:
        """A new connection; an empty address is counted once it is known. None: there is no room for it."""
        if not self._has_room(address) or (len(self.places) >= self.most and self._on and not self._make_room(address)):
            self.refused += 1
            return None
        place = self.places[transport] = Place(transport, late)
        place.expect(HEADER, asyncio.get_running_loop().time() + self.header_timeout)
        self._count(place, address)
        return place

    def count_for(self, place: Place, address: str) -> bool:
        """A proxy says whom a connection is for. False if that address has too many."""
        if address == place.address:
            return True
        if not self._has_room(address):
            self.refused += 1
            return False
        self._discount(place)
        self._count(place, address)
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        place = self.places.pop(transport, None)
        if place is not None:
            self._discount(place)

    def _has_room(self, address: str) -> bool:
        return not self._on or not address or self._counts[address] < self.per_address

    def _count(self, place: Place, address: str) -> None:
        place.address = address
        if address:
            self._counts[address] += 1

    def _discount(self, place: Place) -> None:
        if place.address:
            self._counts[place.address] -= 1
            if not self._counts[place.address]:
                del self._counts[place.address]

    def _make_room(self, address: str) -> bool:
        """Close a connection that asks nothing, of whoever has most of all; not for one who has as many."""
        waiting = [place for place in self.places.values() if place.phase in (IDLE, HEADER)]
        most = max(waiting, key=lambda place: self._counts[place.address], default=None)
        if most is None or self._counts[most.address] <= self._counts[address]:
            return False
        self.leave(most.transport)
        most.transport.abort()
        return True

    async def sweep(self) -> None:
        """Close what is late, as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP)
            self.close_late(asyncio.get_running_loop().time())

    def close_late(self, now: float) -> None:
        for place in tuple(self.places.values()):
            if place.transport.is_closing():
                place.closing = place.closing or now
            if (place.closing and now - place.closing > STALLED) or (place.stalled and now - place.stalled > STALLED):
                place.transport.abort()
            elif place.deadline and now >= place.deadline and not place.closing:
                self.timed_out += 1
                place.deadline = 0.0
                place.late()


def _said(status: str, code: str, message: str, *more: str) -> bytes:
    """A whole answer, for those who get no further."""
    body = f'{{"error":{{"code":"{code}","message":"{message}"}}}}'
    lines = (f"HTTP/1.1 {status}", "content-type: application/json", f"content-length: {len(body)}", *more,
             "connection: close", "", body)
    return "\r\n".join(lines).encode()


FULL = _said("503 Service Unavailable", "busy", "too many connections from your address: close some, or wait a little",
             "retry-after: 5")
LATE = _said("408 Request Timeout", "bad-request", "the request took too long to arrive")
LONG = _said("431 Request Header Fields Too Large", "too-large",
             f"a request has at most {MOST_HEADER} bytes before its body")


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """In place of the application, where an address behind a proxy has too many connections."""
    head, _, body = FULL.partition(b"\r\n\r\n")
    headers = [tuple(line.split(b": ", 1)) for line in head.split(b"\r\n")[1:]]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class _Proxies:
    """Which callers are proxies, and whom they speak for: as uvicorn has it for the application."""

    def __init__(self, config: Config) -> None:
        self._trusted = ProxyHeadersMiddleware(cast(Any, None), config.forwarded_allow_ips or "").trusted_hosts \
            if config.proxy_headers else None

    def trusts(self, address: str) -> bool:
        return self._trusted is not None and address in self._trusted

    def speaks_for(self, headers: list[tuple[bytes, bytes]]) -> str:
        """The address behind a proxy; empty if it does not say."""
        assert self._trusted is not None
        said = b", ".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        return self._trusted.get_trusted_client_address(said)[0] if said else ""


@lru_cache(maxsize=8)
def _proxies(config: Config) -> _Proxies:
    return _Proxies(config)


class _Placed(asyncio.Protocol):
    """A connection with a place at the gate, which notes since when its client has taken nothing."""

    _place: Place | None
    loop: asyncio.AbstractEventLoop

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._place is not None:
            self._place.stalled = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._place is not None:
            self._place.stalled = 0.0


class GuardedHttp(_Placed, HttpToolsProtocol):
    """HTTP of those whom the gate lets in, as long as their requests come in time."""

    def __init__(self, config: Config, server_state: Any, app_state: dict[str, Any],
                 _loop: asyncio.AbstractEventLoop | None = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gate: Gate = app_state[GATE]
        self._place: Place | None = None
        self._behind_proxy = False
        self._full = False

    # -- coming and going -----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client is not None else ""
        self._behind_proxy = _proxies(self.config).trusts(peer)
        self._place = self._gate.enter(transport, "" if self._behind_proxy else network(peer), self._late)
        if self._place is None:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leave(self.transport)
        super().connection_lost(exc)

    def _late(self) -> None:
        """The request did not come in time. Who has sent nothing at all is closed without a word."""
        place = self._place
        assert place is not None
        cycle = self.cycle
        if place.phase == BODY:
            unanswered = not cycle.response_started
        else:
            unanswered = place.got > 0 and (cycle is None or cycle.response_complete)
        if unanswered:
            self.transport.write(LATE)
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    # -- a request comes ------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        place = self._place
        if place is None or self.transport.is_closing():
            return
        if place.phase == IDLE:
            self._await_header()
        super().data_received(data)
        if place.phase == HEADER and not self.transport.is_closing():
            place.got += len(data)
            if place.got > MOST_HEADER:
                self.transport.write(LONG)
                self.transport.close()

    def _await_header(self) -> None:
        assert self._place is not None
        self._place.got = 0
        self._place.expect(HEADER, self.loop.time() + self._gate.header_timeout)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        assert self._place is not None
        if self._place.phase != HEADER:
            self._await_header()  # another request right behind the last one

    def on_headers_complete(self) -> None:
        assert self._place is not None
        self._place.expect(BODY, self.loop.time() + self._gate.body_timeout)
        if self._behind_proxy:
            address = _proxies(self.config).speaks_for(self.headers)
            self._full = not self._gate.count_for(self._place, network(address) if address else "")
            self.app = cast(Any, _turn_away) if self._full else self.config.loaded_app
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        assert self._place is not None
        self._place.expect(ANSWER)
        if self.cycle is not None and self.cycle.response_complete:
            self._rest()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._place is not None and self._place.phase == ANSWER and self.cycle.response_complete:
            self._rest()

    def _rest(self) -> None:
        """All that was asked is answered. A proxy's connection may carry somebody else's request next."""
        assert self._place is not None
        self._place.expect(IDLE)
        if self._behind_proxy:
            self._gate.count_for(self._place, "")

    def handle_websocket_upgrade(self) -> None:
        assert self._place is not None
        if self._full:
            self.transport.write(FULL)
            self.transport.close()
            return
        self._place.expect(LIVE)
        super().handle_websocket_upgrade()


class GuardedSocket(_Placed, WebSocketsSansIOProtocol):
    """A WebSocket that keeps the place its connection has had since it came as HTTP."""

    def __init__(self, config: Config, server_state: Any, app_state: dict[str, Any],
                 _loop: asyncio.AbstractEventLoop | None = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gate: Gate = app_state[GATE]
        self._place: Place | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._place = self._gate.places.get(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leave(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # a refusal is an answer: uvicorn would log that there was none
