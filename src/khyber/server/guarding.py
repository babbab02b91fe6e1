"""What keeps strangers out: rate limits, origins, sizes, and the headers of every answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khyber.server.refusing import Refused

#: For each kind of call: how many at once, and how many a second after that. Counted by address or by user.
LIMITS: Mapping[str, tuple[int, float]] = {
    "read": (120, 20.0), "write": (40, 4.0), "sign-in": (10, 10 / 60), "make": (20, 0.2), "import": (6, 0.1),
    "socket": (60, 2.0), "say": (60, 15.0), "chat": (10, 1.0), "preview": (40, 12.0), "study": (80, 10.0),
    "think": (10, 0.5), "check": (20, 1.0),
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


class Limits:
    """Token buckets."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def check(self, kind: str, caller: str) -> None:
        """Raises Refused if this caller calls too often."""
        if not self._on:
            return
        size, rate = LIMITS[kind]
        now = time.monotonic()
        left, at = self._buckets.pop((kind, caller), (float(size), now))
        left = min(float(size), left + (now - at) * rate)
        allowed = left >= 1
        self._buckets[kind, caller] = (left - allowed, now)
        if len(self._buckets) > MOST_CALLERS:
            del self._buckets[next(iter(self._buckets))]
        if not allowed:
            raise Refused("rate-limited", "too many requests: wait a little")


def check_origin(headers: Headers) -> None:
    """Raises Refused if a page of another site sent this."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise Refused("forbidden", "this request comes from a page of another site")
    if origin is None and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused("forbidden", "this request comes from a page of another site")


class SafeHeaders:
    """Puts the headers that browsers protect people by on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers)
