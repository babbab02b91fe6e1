"""Long responses are sent in portions, and arrive whole."""

from __future__ import annotations

import asyncio
import random

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from khyber.server.api.portions import PORTION, Portions
from khyber.server.workers.pauses import Pauses

LONG = bytes(random.Random(1).choices(range(256), k=5 * PORTION + 7))


async def long(request: Request) -> Response:
    return Response(LONG)


def test_others_get_their_turn_while_a_long_response_is_compressed() -> None:
    sizes, turns = list[int](), 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": LONG})

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            sizes.append(len(message["body"]))

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def both() -> None:
        task = asyncio.create_task(others())
        await Portions(app, Pauses())({"type": "http"}, receive, send)
        task.cancel()

    asyncio.run(both())
    assert sizes == [PORTION] * 5 + [7]
    assert turns >= 5


def test_many_long_tasks_delay_others_no_more_than_one() -> None:
    """Between two rounds of somebody else, one stretch of long work is done, however many tasks have some."""
    stretches, pauses = 0, Pauses()

    async def long_work() -> None:
        nonlocal stretches
        for _ in range(20):
            stretches += 1
            await pauses.pause()

    async def delays() -> list[int]:
        tasks = [asyncio.create_task(long_work()) for _ in range(30)]
        await asyncio.sleep(0)  # the first stretch of each is done at once
        found = []
        while not all(task.done() for task in tasks):
            before = stretches
            await asyncio.sleep(0)
            found.append(stretches - before)
        return found

    found = asyncio.run(delays())
    assert stretches == 600
    assert max(found) == 1


def test_a_cancelled_task_does_not_keep_others_waiting() -> None:
    pauses = Pauses()

    async def both() -> str:
        first = asyncio.create_task(pauses.pause())
        second = asyncio.create_task(pauses.pause())
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait_for(second, 5)
        return "done"

    assert asyncio.run(both()) == "done"


def test_a_long_response_arrives_whole_compressed_or_not() -> None:
    app = Starlette(
        routes=[Route("/", long)],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000), Middleware(Portions, pauses=Pauses())],
    )

    async def fetched(accepted: str) -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/", headers={"accept-encoding": accepted})

    packed = asyncio.run(fetched("gzip"))
    assert packed.headers["content-encoding"] == "gzip" and packed.content == LONG
    plain = asyncio.run(fetched("identity"))
    assert "content-encoding" not in plain.headers and plain.content == LONG
