"""Workers for agents that search: some for searches of a moment, so that these never wait for one of many seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from khyber.agents.strong.thinking import thinking_of
from khyber.server.workers.fair import Claim, Urgency
from khyber.server.workers.pool import Pool

T = TypeVar("T")

#: Seconds for a turn up to which a search is one of a moment.
MOMENT: Final = 0.5


class Thinkers:
    """Workers for searches of a moment, and for all others."""

    def __init__(self, quick: Pool, patient: Pool) -> None:
        self.quick = quick
        self.patient = patient

    async def run(self, agent: str, work: Callable[..., T], *given: Any, seconds: float, claim: Claim) -> T:
        """Run a search of that agent. Raises OverBudget, WorkerDied or Busy."""
        thinking = thinking_of(agent)
        pool = self.quick if thinking.seconds <= MOMENT and not thinking.is_repeatable else self.patient
        return await pool.run(work, *given, seconds=seconds, claim=claim)

    async def hurry(self, turn: str, urgency: Urgency) -> None:
        """Let the search for a table's turn, if it still waits, come as soon as this urgency allows."""
        for pool in (self.quick, self.patient):
            await pool.hurry(turn, urgency)
