"""Lanes: workers for quick jobs, and a slow lane for tables and people whose jobs take longer.

An expensive table or person delays only others like them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from khyber.server.errors import OverBudget
from khyber.server.workers.fair import Claim, Urgency
from khyber.server.workers.pool import Pool

T = TypeVar("T")

#: Slow ones kept in memory; the oldest is evicted first.
MAX_SLOW = 10_000


class Lane:
    """Workers for quick jobs, with the slow lane to fall back on."""

    def __init__(self, quick: Pool, slow: Pool, seconds: float) -> None:
        self._quick = quick
        self._slow = slow
        #: Seconds of CPU time for a quick job.
        self._seconds = seconds
        self._slow_ones: dict[str, None] = {}

    async def run(self, work: Callable[..., T], *given: Any, of: str, seconds: float, claim: Claim) -> T:
        """Run a job of a table or a person; in the slow lane it has `seconds` of CPU time.

        Raises OverBudget, WorkerDied or Busy.
        """
        if of not in self._slow_ones:
            try:
                return await self._quick.run(work, *given, seconds=self._seconds, claim=claim)
            except OverBudget:
                self._slow_ones[of] = None
                if len(self._slow_ones) > MAX_SLOW:
                    del self._slow_ones[next(iter(self._slow_ones))]
        return await self._slow.run(work, *given, seconds=seconds, claim=claim)

    async def hurry(self, turn: str, urgency: Urgency) -> None:
        """Let the job for a table's turn, if it still waits, come as soon as this urgency allows."""
        for pool in (self._quick, self._slow):
            await pool.hurry(turn, urgency)
