"""Long responses in portions, so that compressing one does not keep the event loop from others."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khyber.server.workers.pauses import Pauses

#: Bytes compressed before other tasks get their turn: about a millisecond.
PORTION: Final = 32 * 1024


class Portions:
    """Splits the body of a long response. It belongs behind the middleware that compresses."""

    def __init__(self, app: ASGIApp, pauses: Pauses) -> None:
        self._app, self._pauses = app, pauses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_portions(message: Message) -> None:
            body = message.get("body", b"") if message["type"] == "http.response.body" else b""
            at = 0
            while len(body) - at > PORTION:
                await send({"type": "http.response.body", "body": body[at : at + PORTION], "more_body": True})
                await self._pauses.pause()
                at += PORTION
            await send({**message, "body": body[at:]} if at else message)

        await self._app(scope, receive, send_portions if scope["type"] == "http" else send)
