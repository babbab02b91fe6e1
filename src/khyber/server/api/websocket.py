"""The live table: a WebSocket for each viewer, with frames out and choices in."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
from msgspec import Meta
from starlette.websockets import WebSocket, WebSocketDisconnect

from khyber.engine.errors import Error, NotOffered
from khyber.server.api.calls import error_response
from khyber.server.api.connections import MORE
from khyber.server.api.guards import check_origin, network
from khyber.server.errors import Refused, problem
from khyber.server.messages import live as messages
from khyber.server.messages.base import Id, Problem
from khyber.server.messages.live import Choose
from khyber.server.people.accounts import COOKIE
from khyber.server.tables import chat, undo
from khyber.server.tables.access import check_access
from khyber.server.tables.viewer import Send, Viewer

if TYPE_CHECKING:
    from khyber.server.api.app import Server

#: Bytes of a message from a client, and bad messages after which the socket is closed.
MAX_BYTES = 16 * 1024
MAX_BAD = 20
TOO_SLOW, POLICY = 1013, 1008

_decode = msgspec.json.Decoder(messages.ClientMessage).decode


class LiveQuery(msgspec.Struct, kw_only=True):
    """`since` and `epoch` of the last frame, to resume; `asides=1` to get them in every frame."""

    lang: str = "en"
    since: Annotated[int, Meta(ge=0, le=2**31)] = 0
    epoch: Annotated[int, Meta(ge=0, le=2**31)] = 0
    asides: bool = False


class Sender(NamedTuple):
    """Whom messages count for: a user, or who looks on without signing in, and all people at their address."""

    caller: str
    address: str

    def check(self, server: Server, kind: str) -> None:
        """Raise Refused for too many messages of that kind."""
        server.limits.check_message(kind, self.caller, self.address)


async def serve_viewer(server: Server, socket: WebSocket) -> None:
    """Serve one viewer until the socket closes."""
    table = socket.path_params["id"]
    try:
        address = network(socket.client.host) if socket.client is not None else ""
        server.limits.check("socket", address)
        check_origin(socket.headers)
        try:
            msgspec.convert(table, Id)
            query = msgspec.convert(dict(socket.query_params), LiveQuery, strict=False)
        except msgspec.ValidationError as wrong:
            raise Refused("bad-request", f"unreadable query: {wrong}") from wrong
        user, session = await server.people.known(socket.cookies.get(COOKIE))
        await check_access(server.tables, table, user)
        claim = server.shares.claim(user, address)
        viewer = Viewer(user, server.language(query.lang), claim, asides=query.asides)
        # the last event is sent again: meanwhile, another may have taken its place
        viewer.session, viewer.sent, viewer.epoch = session, max(0, query.since - 1), query.epoch
        await server.tables.enter(table, viewer)
    except Error as error:
        refused = problem(error)
        server.metrics.refusals.add(refused.code)
        await socket.send_denial_response(error_response(refused))
        return
    sending: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        sending = asyncio.create_task(_deliver(socket, viewer))
        await _listen(server, socket, table, viewer, Sender(user.id if user is not None else address, address))
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client is gone
    finally:
        viewer.disconnect()
        await server.tables.leave(table, viewer)
        if sending is not None:
            with contextlib.suppress(Exception):
                await sending


def _sender(socket: WebSocket) -> Send:
    async def send(text: str, more: bool) -> None:
        await socket.send({"type": "websocket.send", "text": text, MORE: more})

    return send


async def _deliver(socket: WebSocket, viewer: Viewer) -> None:
    """Send queued messages; a close code tells a disconnected or slow viewer to reconnect."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await viewer.deliver(_sender(socket))
        await socket.close(TOO_SLOW)


async def _listen(server: Server, socket: WebSocket, table: str, viewer: Viewer, sender: Sender) -> None:
    bad = 0
    send = _sender(socket)
    while bad < MAX_BAD:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        try:
            sender.check(server, "say")
            if text is None:
                raise Refused("bad-request", "a message must be text, not bytes")
            if len(text) > MAX_BYTES:
                raise Refused("too-large", f"a message may have at most {MAX_BYTES} characters")
            said = _decode(text)
        except (Refused, msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
            bad += 1
            refused = (
                problem(wrong)
                if isinstance(wrong, Refused)
                else Problem(code="bad-request", message=f"unreadable message: {wrong}")
            )
            server.metrics.refusals.add(refused.code)
            viewer.put(messages.ErrorFrame(error=refused))
            continue
        began = time.perf_counter()
        await _answer(server, table, viewer, said, sender)
        took = time.perf_counter() - began
        await viewer.flush(send)  # here rather than in the delivering task, which would have to wake up first
        server.monitor.message(
            said.__struct_config__.tag, table, viewer.user.id if viewer.user is not None else "", took
        )
    await socket.close(POLICY)


async def _check_chat(server: Server, sender: Sender) -> None:
    """Raise Refused for one line too many, and while the room that is left is kept for choices."""
    sender.check(server, "chat")
    await server.room.check()


async def _answer(server: Server, table: str, viewer: Viewer, said: messages.ClientMessage, sender: Sender) -> None:
    """Carry out a client's message. A refusal changes nothing, and the state is sent again."""
    tables, user = server.tables, viewer.user
    began = time.perf_counter()

    def done(version: int) -> None:
        viewer.put(messages.Ack(id=said.id, version=version))
        if isinstance(said, Choose):
            server.metrics.choice_seconds.observe(time.perf_counter() - began)

    try:
        if isinstance(said, Choose):
            await tables.choose(table, user, said, done)
        elif isinstance(said, messages.Undo):
            await undo.undo(tables, table, user, said, done)
        elif isinstance(said, messages.UndoScopeRequest):
            sender.check(server, "preview")
            viewer.put(await undo.show_scope(tables, table, user, said))
        elif isinstance(said, messages.Agree):
            await undo.agree(tables, table, user, said, done)
        elif isinstance(said, messages.Chat):
            await _check_chat(server, sender)
            await chat.say(tables, table, user, said.text)
        elif isinstance(said, messages.AskPlayer):
            await _check_chat(server, sender)
            request = messages.PlayerRequest(seat=said.seat, to=said.to, what=said.what, amount=said.amount)
            await chat.say(tables, table, user, said.text, request)
        elif isinstance(said, messages.PreviewRequest):
            sender.check(server, "preview")
            viewer.put(await server.study.preview(table, viewer, said))
        elif isinstance(said, messages.Ping):
            viewer.put(messages.Pong(id=said.id))
        else:
            async with tables.at(table) as live:
                if isinstance(said, messages.AsidesRequest):
                    await live.list_asides(live.seats_of(user))
                    viewer.put(live.asides(viewer, said.id))
                else:
                    viewer.put(live.frame(viewer, whole=True))
    except Error as error:
        refused = problem(error)
        if isinstance(error, NotOffered) and error.why is not None:
            with contextlib.suppress(Error):
                async with tables.at(table) as live:
                    refused = Problem(code="aside-refused", message=live.words(viewer.lang).say(error.why))
        server.metrics.refusals.add(refused.code)
        viewer.put(messages.ErrorFrame(error=refused, id=said.id))
        if isinstance(said, Choose | messages.Undo | messages.Agree) and refused.code != "unavailable":
            with contextlib.suppress(Error):
                async with tables.at(table) as live:
                    viewer.put(live.frame(viewer))
