"""What keeps strangers out: rate limits, origins, sizes, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from khyber.server.api.messages import ErrorReply, Problem
from khyber.server.api.refusals import Refused

#: For each kind of call: how many at once, and how many a second after that. Counted by address or by user.
LIMITS: Mapping[str, tuple[int, float]] = {
    "read": (120, 20.0), "write": (40, 4.0), "sign-in": (40, 0.5), "log-in": (60, 5.0), "make": (20, 0.2),
    "import": (6, 0.1), "socket": (60, 2.0), "say": (60, 15.0), "chat": (10, 1.0), "preview": (40, 12.0),
    "study": (80, 10.0), "think": (10, 0.5), "check": (20, 1.0), "export": (3, 1 / 120),
    # wrong passwords: of one account from one address, of one account, from one address, with a device known to the
    # account, and when a password is changed
    "login-pair": (6, 1 / 120), "login-account": (60, 1 / 60), "login-address": (40, 1 / 15),
    "login-device": (10, 1 / 120), "password": (6, 1 / 120),
}
#: So many callers are remembered; the longest quiet are forgotten first.
MOST_CALLERS = 20_000
#: Bytes of a request, and of one that carries a record.
MOST_BYTES, MOST_RECORD = 64 * 1024, 8 * 1024 * 1024

HEADERS = {
    "content-security-policy":
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
}
#: A browser that was here by HTTPS comes back by nothing else for a year.
HSTS = "max-age=31536000"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]@/\s]+)(?::[0-9]*)?")


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """The address that limits count: of IPv6 the first 64 bits, which one subscriber has to himself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


class Limits:
    """Token buckets."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def check(self, kind: str, caller: str) -> None:
        """Raises Refused if this caller calls too often."""
        self.check_all([(kind, caller)], "too many requests: wait a little")

    def check_all(self, counted: Sequence[tuple[str, str]], message: str) -> None:
        """As `check`, for several kinds and callers at once: either all of them are counted, or none."""
        if not self._on:
            return
        now = time.monotonic()
        allowed = min(self._fill(kind, caller, now) for kind, caller in counted) >= 1
        for key in counted:
            left, _ = self._buckets.pop(key)
            self._buckets[key] = (left - allowed, now)
        while len(self._buckets) > MOST_CALLERS:
            del self._buckets[next(iter(self._buckets))]
        if not allowed:
            raise Refused("rate-limited", message)

    def refund(self, counted: Sequence[tuple[str, str]]) -> None:
        """What was counted was no offence after all."""
        for key in counted:
            if key in self._buckets:
                left, at = self._buckets[key]
                self._buckets[key] = (min(float(LIMITS[key[0]][0]), left + 1), at)

    def _fill(self, kind: str, caller: str, now: float) -> float:
        """What is left in the bucket now."""
        size, rate = LIMITS[kind]
        left, at = self._buckets.get((kind, caller), (float(size), now))
        left = min(float(size), left + (now - at) * rate)
        self._buckets[kind, caller] = (left, now)
        return left


def check_origin(headers: Headers) -> None:
    """Raises Refused if a page of another site sent this."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise Refused("forbidden", "this request comes from a page of another site")
    if origin is None and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused("forbidden", "this request comes from a page of another site")


def host_of(header: str) -> str:
    """The host that a Host header names: without its port, in small letters."""
    found = _HOST.fullmatch(header.strip().lower())
    return found[1].rstrip(".") if found is not None else ""


class AllowedHosts:
    """Refuses requests that name a host we do not know.

    A page of another site can have its own name lead to this server (DNS rebinding) and then counts as ours to the
    browser. It cannot do so with an address, nor with localhost: those are always allowed.
    """

    def __init__(self, app: ASGIApp, names: str) -> None:
        self._app = app
        given = [host_of(name) for name in names.split(",") if name.strip()]
        self._any = "*" in given
        self._names = {"localhost", *(name for name in given if not name.startswith("*"))}
        self._endings = (".localhost", *(name[1:] for name in given if name.startswith("*.")))

    def allows(self, host: str) -> bool:
        if self._any or host in self._names or host.endswith(self._endings):
            return True
        try:
            ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        # no browser leaves the header out: who does is a program, such as the health check of a proxy
        said = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(said) < 2 and all(self.allows(host_of(value)) for value in said):
            await self._app(scope, receive, send)
            return
        response = Response(msgspec.json.encode(ErrorReply(error=Problem(
            code="wrong-host", message="this server does not answer to that name: start it with --allowed-host NAME"))),
            421, media_type="application/json")
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, send)


class SafeHeaders:
    """Puts the headers that browsers protect people by on every answer."""

    def __init__(self, app: ASGIApp, *, https: bool = False) -> None:
        self._app = app
        self._headers = {**HEADERS, **({"strict-transport-security": HSTS} if https else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers)
