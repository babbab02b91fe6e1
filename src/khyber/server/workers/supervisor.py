"""Background tasks that must not die: each is restarted with back-off, and every failure is logged."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from khyber.engine.errors import Error
from khyber.server.monitor.logs import about

log = logging.getLogger("khyber.server")

#: Seconds before the first restart, and at most before any.
FIRST_WAIT, LONGEST_WAIT = 0.2, 30.0
#: A task that ran this many seconds has recovered: its next failure counts as the first again.
RECOVERED = 60.0


class Supervisor:
    """The background tasks of a server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        #: Restarts of each task so far, by name.
        self.restarts: dict[str, int] = {}

    def keep_running(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run the work until it returns; log every failure and restart it."""
        self.spawn(self._supervised(name, work))

    async def _supervised(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        wait = FIRST_WAIT
        while True:
            began = time.monotonic()
            try:
                await work()
                return
            except Exception as problem:
                if time.monotonic() - began > RECOVERED:
                    wait = FIRST_WAIT
                self.restarts[name] = self.restarts.get(name, 0) + 1
                log.error(
                    "%s failed (%s: %s); restarting in %.1f s",
                    name,
                    type(problem).__name__,
                    problem,
                    wait,
                    exc_info=None if isinstance(problem, Error) else problem,
                    extra=about("restart", task=name),
                )
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, wait * 2)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task once in the background, and log a failure."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error(
                "%s", problem, exc_info=None if isinstance(problem, Error) else problem, extra=about("task-failed")
            )

    async def stop(self) -> None:
        """Cancel all tasks and wait for them."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
