"""Endpoints as data; reading and checking requests, and answering errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from khyber.engine.errors import BadSetup, Error
from khyber.server.api.guards import MAX_BYTES, check_origin, network
from khyber.server.api.observability import REQUEST_INFO, RequestInfo
from khyber.server.errors import Refused, Unavailable, not_signed_in, problem, status
from khyber.server.messages.base import ErrorReply, Id, Problem, Reply
from khyber.server.people.accounts import COOKIE, COOKIE_AGE, DEVICE_COOKIE
from khyber.server.people.devices import described
from khyber.server.storage.people_store import User
from khyber.server.tables.access import check_access
from khyber.server.workers.fair import Claim

if TYPE_CHECKING:
    from khyber.server.api.app import Server

log = logging.getLogger("khyber.server")
B = TypeVar("B")
#: Endings of paths that need an invitation instead of access to the table.
INVITED = ("/join", "/invitation")
encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Call:
    """One request, read and checked."""

    server: Server
    user_: User | None
    session: str
    path: dict[str, str]
    query: Any
    body: Any
    address: str
    #: Browser and system, and the cookie that marks a browser of an earlier login.
    device: str
    known_device: str | None
    #: The session cookie it came with.
    own_cookie: str | None
    #: New values of the cookies: "" deletes one, None leaves it.
    cookie: str | None = None
    device_cookie: str | None = None

    @property
    def user(self) -> User:
        """The signed-in user. Raises Refused if there is none."""
        if self.user_ is None:
            raise not_signed_in()
        return self.user_

    @property
    def claim(self) -> Claim:
        """What the call's jobs claim of the workers."""
        return self.server.shares.claim(self.user_, self.address)

    @property
    def table(self) -> str:
        return self.path["id"]

    @property
    def game(self) -> str:
        """The id of the game in the path. Raises Refused if it is unknown."""
        try:
            return self.server.games.find(self.path["game"]).id
        except BadSetup as wrong:
            raise Refused("not-found", str(wrong)) from wrong

    @property
    def lang(self) -> str:
        """The language to answer in: one that the server has, since answers are kept by language."""
        return self.server.language(self.query.lang)


Handler = Callable[[Call], Awaitable[Reply | Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and path, with its handler, messages and limits."""

    method: str
    path: str
    handler: Handler
    summary: str
    reply: Any
    body: Any = None
    query: Any = None
    limit: str = "read"
    signed_in: bool = False
    #: Whether the user does not matter: the session is then not looked up.
    anonymous: bool = False
    most_bytes: int = MAX_BYTES
    media: str = "application/json"
    #: HTTP statuses to document besides the usual ones.
    errors: tuple[int, ...] = field(default=())
    #: Whether it needs access to the table in its path; an invitation needs none.
    of_table: bool = field(init=False)

    def __post_init__(self) -> None:
        of_table = self.path.startswith("/api/tables/{id}") and not self.path.endswith(INVITED)
        object.__setattr__(self, "of_table", of_table)


def answer(server: Server, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Return the ASGI handler of an endpoint."""
    name = f"{endpoint.method} {endpoint.path}"
    at_table = endpoint.path.startswith("/api/tables/{id}")

    async def answered(request: Request) -> Response:
        info = request.scope[REQUEST_INFO] = RequestInfo(name, request.path_params["id"] if at_table else "")
        try:
            call = await _read(server, endpoint, request)
            if call.user_ is not None:
                info.user = call.user_.id
            if endpoint.of_table:
                await check_access(server.tables, call.table, call.user_)
            found = await endpoint.handler(call)
        except Error as error:
            refused = problem(error)
            server.metrics.refusals.add(refused.code)
            return error_response(refused)
        except ClientDisconnect:
            return Response(status_code=400)
        except asyncio.CancelledError:  # uvicorn does that at the end of its patience, and at no other time
            return error_response(problem(Unavailable("the server is stopping: please try again in a moment")))
        response = found if isinstance(found, Response) else json_response(found)
        secure = server.settings.https or request.url.scheme == "https"
        for cookie, value in ((COOKIE, call.cookie), (DEVICE_COOKIE, call.device_cookie)):
            if value is not None:
                _set_cookie(response, cookie, value, secure=secure)
        return response

    return answered


async def _read(server: Server, endpoint: Endpoint, request: Request) -> Call:
    address = network(request.client.host) if request.client is not None else ""
    server.limits.check(endpoint.limit, _caller(server, endpoint, request, address))
    if endpoint.method != "GET":
        check_origin(request.headers)
    for value in request.path_params.values():
        checked(value, str if endpoint.path.startswith("/api/rules") else Id, "not-found")
    query = checked_query(request, endpoint.query) if endpoint.query is not None else None
    user, session = (None, "") if endpoint.anonymous else await server.people.known(request.cookies.get(COOKIE))
    server.shares.claim(user, address)
    if endpoint.signed_in and user is None:
        raise not_signed_in()
    body = None
    if endpoint.body is not None:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("unsupported", "the body must be application/json")
        received = await read_body(request, endpoint.most_bytes)
        if endpoint.most_bytes > MAX_BYTES:
            server.limits.check("received", address, len(received) // 1000)
        body = _decoded(received, endpoint.body)
    return Call(
        server,
        user,
        session,
        request.path_params,
        query,
        body,
        address,
        described(request.headers.get("user-agent", "")),
        request.cookies.get(DEVICE_COOKIE),
        request.cookies.get(COOKIE),
    )


def _caller(server: Server, endpoint: Endpoint, request: Request, address: str) -> str:
    """Return whom a request counts for: the address or, at a login, the owner of a browser that has logged in before.

    So nobody behind the same address can keep them out by sending many requests.
    """
    owner = server.people.device_owner(request.cookies.get(DEVICE_COOKIE)) if endpoint.limit == "log-in" else ""
    return f"device of {owner}" if owner else address


async def read_body(request: Request, most: int) -> bytes:
    """Read the body. Raises Refused as soon as it exceeds `most` bytes."""
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > most:
        raise Refused("too-large", f"a request may have at most {most} bytes")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refused("too-large", f"a request may have at most {most} bytes")
        parts.append(part)
    return b"".join(parts)


def _decoded(body: bytes, kind: type[B]) -> B:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused("bad-request", f"unreadable request: {wrong}") from wrong


def checked(value: Any, kind: Any, code: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        raise Refused(code, "not found" if code == "not-found" else str(wrong)) from wrong


def checked_query(request: Request, kind: type[B]) -> B:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as wrong:
        raise Refused("bad-request", f"unreadable query: {wrong}") from wrong


def json_response(reply: Reply, code: int = 200) -> Response:
    return Response(encode(reply), code, media_type="application/json")


def error_response(error: Problem) -> Response:
    response = json_response(ErrorReply(error=error), status(error))
    if error.code == "rate-limited":
        response.headers["retry-after"] = "5"
    return response


def _set_cookie(response: Response, name: str, value: str, *, secure: bool) -> None:
    if value:
        response.set_cookie(name, value, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)
    else:
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
