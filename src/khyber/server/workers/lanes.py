"""Lanes: quick jobs have workers of their own, and whoever turns out to need longer goes to the slow lane.

So a table or a person with expensive wishes holds up others like them, and nobody else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from khyber.server.workers.budget import OverBudget
from khyber.server.workers.pool import Pool

T = TypeVar("T")

#: So many who needed longer are remembered; the first of them are forgotten first.
MOST_SLOW = 10_000


class Lane:
    """Workers for quick jobs, with the slow lane beside."""

    def __init__(self, quick: Pool, slow: Pool, seconds: float) -> None:
        self._quick = quick
        self._slow = slow
        #: Seconds of processor time that a quick job may take.
        self._seconds = seconds
        self._needed_longer: dict[str, None] = {}

    async def run(self, work: Callable[..., T], *given: Any, whose: str, seconds: float) -> T:
        """Do the work, in the slow lane within `seconds` of processor time. `whose` is a table or a person.

        Raises OverBudget, WorkerDied or Busy.
        """
        if whose not in self._needed_longer:
            try:
                return await self._quick.run(work, *given, seconds=self._seconds)
            except OverBudget:
                self._needed_longer[whose] = None
                if len(self._needed_longer) > MOST_SLOW:
                    del self._needed_longer[next(iter(self._needed_longer))]
        return await self._slow.run(work, *given, seconds=seconds)
