"""How a call is answered: endpoints as data, requests read and checked, errors told. What they do is told elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from khyber.engine.errors import Error
from khyber.server.api.guards import MOST_BYTES, check_origin, network
from khyber.server.api.messages import ErrorReply, Id, Problem, Reply
from khyber.server.api.refusals import Refused, not_signed_in, problem, status
from khyber.server.monitor.observe import NOTED, Noted
from khyber.server.people.accounts import COOKIE, COOKIE_AGE, DEVICE_COOKIE
from khyber.server.people.devices import described
from khyber.server.storage.people_store import User
from khyber.server.tables.access import check_access

if TYPE_CHECKING:
    from khyber.server.api.app import Server

log = logging.getLogger("khyber.server")
B = TypeVar("B")
encode = msgspec.json.Encoder().encode


class Lang(msgspec.Struct, kw_only=True):
    """The language that sentences are in."""

    lang: str = "en"


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
    #: What the browser says it is, and the cookie by which it was known at an earlier login.
    device: str
    known_device: str | None
    #: The cookie it came with.
    own_cookie: str | None
    #: What becomes of the cookies: a new value, "" to delete it, None to leave it.
    cookie: str | None = None
    device_cookie: str | None = None

    @property
    def user(self) -> User:
        """Who calls. Raises Refused if nobody knows."""
        if self.user_ is None:
            raise not_signed_in()
        return self.user_

    @property
    def table(self) -> str:
        return self.path["id"]

    @property
    def lang(self) -> str:
        return str(self.query.lang)


Handler = Callable[[Call], Awaitable[Reply | Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked of the server."""

    method: str
    path: str
    handler: Handler
    summary: str
    reply: Any
    body: Any = None
    query: Any = None
    limit: str = "read"
    signed_in: bool = False
    #: Whether it is the same for everybody: then nobody asks the database who calls.
    anonymous: bool = False
    most_bytes: int = MOST_BYTES
    media: str = "application/json"
    #: Errors that are worth telling in the description.
    errors: tuple[int, ...] = field(default=())
    #: Whether it is for those only who may know of the table in its path; an invitation speaks for itself.
    of_table: bool = field(init=False)

    def __post_init__(self) -> None:
        of_table = self.path.startswith("/api/tables/{id}") and not self.path.endswith("/join")
        object.__setattr__(self, "of_table", of_table)


def answer(server: Server, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """The ASGI side of an endpoint."""

    name = f"{endpoint.method} {endpoint.path}"
    at_table = endpoint.path.startswith("/api/tables/{id}")

    async def answered(request: Request) -> Response:
        noted = request.scope[NOTED] = Noted(name, request.path_params["id"] if at_table else "")
        try:
            call = await _read(server, endpoint, request)
            if call.user_ is not None:
                noted.user = call.user_.id
            if endpoint.of_table:
                await check_access(server.tables, call.table, call.user_)
            found = await endpoint.handler(call)
        except Error as error:
            told = problem(error)
            server.metrics.refusals.add(told.code)
            return error_response(told)
        except ClientDisconnect:
            return Response(status_code=400)
        response = found if isinstance(found, Response) else json_response(found)
        secure = server.settings.https or request.url.scheme == "https"
        for cookie, value in ((COOKIE, call.cookie), (DEVICE_COOKIE, call.device_cookie)):
            if value is not None:
                _set_cookie(response, cookie, value, secure=secure)
        return response

    return answered


async def _read(server: Server, endpoint: Endpoint, request: Request) -> Call:
    address = network(request.client.host) if request.client is not None else ""
    server.limits.check(endpoint.limit, address)
    if endpoint.method != "GET":
        check_origin(request.headers)
    for value in request.path_params.values():
        checked(value, str if endpoint.path.startswith("/api/rules") else Id, "not-found")
    query = checked_query(request, endpoint.query) if endpoint.query is not None else None
    user, session = (None, "") if endpoint.anonymous else await server.people.known(request.cookies.get(COOKIE))
    if endpoint.signed_in and user is None:
        raise not_signed_in()
    body = None
    if endpoint.body is not None:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("unsupported", "the body should be application/json")
        body = _decoded(await read_body(request, endpoint.most_bytes), endpoint.body)
    return Call(server, user, session, request.path_params, query, body, address,
                described(request.headers.get("user-agent", "")), request.cookies.get(DEVICE_COOKIE),
                request.cookies.get(COOKIE))


async def read_body(request: Request, most: int) -> bytes:
    """Raises Refused if it is longer than that, before it is read whole."""
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > most:
        raise Refused("too-large", f"a request has at most {most} bytes")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refused("too-large", f"a request has at most {most} bytes")
        parts.append(part)
    return b"".join(parts)


def _decoded(body: bytes, kind: type[B]) -> B:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused("bad-request", f"the request cannot be read: {wrong}") from wrong


def checked(value: Any, kind: Any, code: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        raise Refused(code, "there is no such thing" if code == "not-found" else str(wrong)) from wrong


def checked_query(request: Request, kind: type[B]) -> B:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as wrong:
        raise Refused("bad-request", f"the query cannot be read: {wrong}") from wrong


def json_response(reply: Reply, code: int = 200) -> Response:
    return Response(encode(reply), code, media_type="application/json")


def error_response(told: Problem) -> Response:
    response = json_response(ErrorReply(error=told), status(told))
    if told.code == "rate-limited":
        response.headers["retry-after"] = "5"
    return response


def _set_cookie(response: Response, name: str, value: str, *, secure: bool) -> None:
    if value:
        response.set_cookie(name, value, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)
    else:
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
