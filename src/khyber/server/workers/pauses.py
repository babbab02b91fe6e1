"""Pauses in long work on the event loop, so that many such tasks delay others no more than one."""

from __future__ import annotations

import asyncio
from collections import deque


class Pauses:
    """Resumes waiting tasks in order, one in each round of the event loop.

    With `asyncio.sleep(0)` every long task would do its next stretch in the same round, and a request that needs ten
    rounds would wait for ten stretches of each.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def pause(self) -> None:
        """Wait for the others, and for one's turn."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_soon(self._resume, loop)
        await turn

    def _resume(self, loop: asyncio.AbstractEventLoop) -> None:
        turn = self._waiting.popleft()
        if not turn.done():  # else its task was cancelled
            turn.set_result(None)
        if self._waiting:
            loop.call_soon(self._resume, loop)
