"""The live table: one WebSocket for each viewer, frames out, choices in."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from starlette.websockets import WebSocket, WebSocketDisconnect

from khyber.engine.errors import Error, NotOffered
from khyber.server.api.calls import error_response
from khyber.server.api.guards import check_origin, network
from khyber.server.api.messages import (
    Ack,
    Again,
    Agree,
    Asides,
    Chat,
    Choose,
    ErrorFrame,
    Id,
    Ping,
    Pong,
    PreviewRequest,
    Problem,
    Said,
    Undo,
    Wish,
    WishRequest,
)
from khyber.server.api.refusals import Refused, problem
from khyber.server.people.accounts import COOKIE
from khyber.server.tables.access import check_access
from khyber.server.tables.live import Viewer

if TYPE_CHECKING:
    from khyber.server.api.app import Server

#: Bytes of a message from a client, and how many bad ones are heard before the socket is closed.
MOST_BYTES = 16 * 1024
MOST_BAD = 20
GOING_AWAY, TOO_SLOW, POLICY = 1001, 1013, 1008

_decode = msgspec.json.Decoder(Said).decode


class LiveQuery(msgspec.Struct, kw_only=True):
    """`since` and `epoch` of the last frame seen, to resume; `asides=1` to have them in every frame."""

    lang: str = "en"
    since: Annotated[int, Meta(ge=0, le=2**31)] = 0
    epoch: Annotated[int, Meta(ge=0, le=2**31)] = 0
    asides: bool = False


async def live(server: Server, socket: WebSocket) -> None:
    """Serve one viewer until they go."""
    table = socket.path_params["id"]
    try:
        address = network(socket.client.host) if socket.client is not None else ""
        server.limits.check("socket", address)
        check_origin(socket.headers)
        try:
            msgspec.convert(table, Id)
            query = msgspec.convert(dict(socket.query_params), LiveQuery, strict=False)
        except msgspec.ValidationError as wrong:
            raise Refused("bad-request", f"the query cannot be read: {wrong}") from wrong
        user, session = await server.people.known(socket.cookies.get(COOKIE))
        await check_access(server.tables, table, user)
        viewer = Viewer(user, query.lang, asides=query.asides)
        viewer.session, viewer.sent, viewer.epoch = session, query.since, query.epoch
        await server.tables.enter(table, viewer)
    except Error as error:
        told = problem(error)
        server.metrics.refusals.add(told.code)
        await socket.send_denial_response(error_response(told))
        return
    sending: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        sending = asyncio.create_task(_deliver(socket, viewer))
        await _listen(server, socket, table, viewer)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client is gone
    finally:
        viewer.leave()
        await server.tables.leave(table, viewer)
        if sending is not None:
            with contextlib.suppress(Exception):
                await sending


async def _deliver(socket: WebSocket, viewer: Viewer) -> None:
    """Send what there is to send; a viewer who is sent away, or too slow, is told to come back."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await viewer.deliver(socket.send_text)
        await socket.close(TOO_SLOW)


async def _listen(server: Server, socket: WebSocket, table: str, viewer: Viewer) -> None:
    bad = 0
    caller = viewer.user.id if viewer.user is not None else network(
        socket.client.host if socket.client is not None else "")
    while bad < MOST_BAD:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        try:
            server.limits.check("say", caller)
            if text is None:
                raise Refused("bad-request", "a message is text, not bytes")
            if len(text) > MOST_BYTES:
                raise Refused("too-large", f"a message has at most {MOST_BYTES} characters")
            said = _decode(text)
        except (Refused, msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
            bad += 1
            told = problem(wrong) if isinstance(wrong, Refused) else Problem(
                code="bad-request", message=f"the message cannot be read: {wrong}")
            server.metrics.refusals.add(told.code)
            viewer.put(ErrorFrame(error=told))
            continue
        began = time.perf_counter()
        await _answer(server, table, viewer, said, caller)
        server.watch.message(said.__struct_config__.tag, table, viewer.user.id if viewer.user is not None else "",
                             time.perf_counter() - began)
    await socket.close(POLICY)


async def _answer(server: Server, table: str, viewer: Viewer, said: Said, caller: str) -> None:
    """Do what a client says. What is refused changes nothing, and the state is sent again."""
    tables, user = server.tables, viewer.user
    began = time.perf_counter()

    def done(version: int) -> None:
        viewer.put(Ack(id=said.id, version=version))
        if isinstance(said, Choose):
            server.metrics.choice_seconds.observe(time.perf_counter() - began)

    try:
        if isinstance(said, Choose):
            await tables.choose(table, user, said, done)
        elif isinstance(said, Undo):
            await tables.undo(table, user, said, done)
        elif isinstance(said, Agree):
            await tables.agree(table, user, said, done)
        elif isinstance(said, Chat):
            server.limits.check("chat", caller)
            await tables.chat(table, user, said.text)
        elif isinstance(said, WishRequest):
            server.limits.check("chat", caller)
            wish = Wish(seat=said.seat, to=said.to, what=said.what, amount=said.amount)
            await tables.chat(table, user, said.text, wish)
        elif isinstance(said, PreviewRequest):
            server.limits.check("preview", caller)
            viewer.put(await server.studying.preview(table, viewer, said))
        elif isinstance(said, Ping):
            viewer.put(Pong(id=said.id))
        else:
            async with tables.at(table) as found:
                if isinstance(said, Asides):
                    viewer.put(found.asides(viewer, said.id))
                elif isinstance(said, Again):
                    viewer.put(found.frame(viewer, whole=True))
    except Error as error:
        told = problem(error)
        if isinstance(error, NotOffered) and error.why is not None:
            with contextlib.suppress(Error):
                async with tables.at(table) as found:
                    told = Problem(code="aside-refused", message=found.words(viewer.lang).say(error.why))
        server.metrics.refusals.add(told.code)
        viewer.put(ErrorFrame(error=told, id=said.id))
        if isinstance(said, Choose | Undo | Agree) and told.code != "unavailable":
            with contextlib.suppress(Error):
                async with tables.at(table) as found:
                    viewer.put(found.frame(viewer))
