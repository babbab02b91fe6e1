"""Lanes: workers for quick jobs, and a slow lane for owners (tables or people) whose jobs take longer.

An expensive table or person delays only others like them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from khyber.server.errors import OverBudget
from khyber.server.workers.pool import Pool

T = TypeVar("T")

#: Slow owners kept in memory; the oldest is evicted first.
MOST_SLOW = 10_000


class Lane:
    """Workers for quick jobs, with the slow lane to fall back on."""

    def __init__(self, quick: Pool, slow: Pool, seconds: float) -> None:
        self._quick = quick
        self._slow = slow
        #: Seconds of CPU time for a quick job.
        self._seconds = seconds
        self._slow_owners: dict[str, None] = {}

    async def run(self, work: Callable[..., T], *given: Any, owner: str, seconds: float) -> T:
        """Run a job of an owner (a table or a person); in the slow lane it has `seconds` of CPU time.

        Raises OverBudget, WorkerDied or Busy.
        """
        if owner not in self._slow_owners:
            try:
                return await self._quick.run(work, *given, seconds=self._seconds)
            except OverBudget:
                self._slow_owners[owner] = None
                if len(self._slow_owners) > MOST_SLOW:
                    del self._slow_owners[next(iter(self._slow_owners))]
        return await self._slow.run(work, *given, seconds=seconds)
