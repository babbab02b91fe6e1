"""Checks on requests (origin, host, size), and the security headers of every response."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from khyber.server.errors import Refused
from khyber.server.messages.base import ErrorReply, Problem

#: Bytes of a request, and of one that carries a record.
MAX_BYTES, MAX_RECORD = 64 * 1024, 8 * 1024 * 1024

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
}
#: Browsers keep to HTTPS for a year.
HSTS = "max-age=31536000"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]@/\s]+)(?::[0-9]*)?")


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """Return the address that limits count by: for IPv6 the first 64 bits, which belong to one subscriber."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def check_origin(headers: Headers) -> None:
    """Raise Refused for requests from pages of other sites."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise Refused("forbidden", "requests from pages of other sites are refused")
    if origin is None and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused("forbidden", "requests from pages of other sites are refused")


def host_of(header: str) -> str:
    """Return the host in a Host header, without its port and in lower case."""
    found = _HOST.fullmatch(header.strip().lower())
    return found[1].rstrip(".") if found is not None else ""


class AllowedHosts:
    """Refuses requests to unknown host names.

    Another site can point its own name at this server (DNS rebinding); a browser would then treat its page as ours. It
    cannot do so with an address or with localhost, which are always allowed.
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
        # browsers always send the header; a program, such as the health check of a proxy, may not
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) < 2 and all(self.allows(host_of(value)) for value in hosts):
            await self._app(scope, receive, send)
            return
        response = Response(
            msgspec.json.encode(
                ErrorReply(
                    error=Problem(
                        code="wrong-host", message="unknown host name: start the server with --allowed-host NAME"
                    )
                )
            ),
            421,
            media_type="application/json",
        )
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, send)


class SafeHeaders:
    """Adds security headers to every response."""

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
