"""When a bot's turn is shown: at fixed moments after it was asked, however long it thought.

A bot may think longer with one card in its hand than with another. What it does is for all to see; how long it took
would tell what it alone knows.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final

from khyber.server.tables.live import LiveTable
from khyber.server.workers.fair import Urgency

#: Seconds after which a turn is shown at the earliest: nearly all turns of the rulebooks' bots take less.
FIRST: Final = 0.05
#: Seconds between the moments at which longer turns are shown.
GRID: Final = 0.25


def shown_after(took: float) -> float:
    """Return the seconds after which a turn is shown that took that long to think.

    >>> shown_after(0.001), shown_after(0.04), shown_after(0.06), shown_after(0.31)
    (0.05, 0.05, 0.25, 0.5)
    """
    return FIRST if took <= FIRST else math.ceil(took / GRID) * GRID


def has_secrets(live: LiveTable, seat: str) -> bool:
    """Return whether the seat knows anything that a spectator does not, while people are at the table."""
    return live.urgency() != Urgency.IDLE and live.view((seat,)) != live.view(())


class Release:
    """Holds turns back until they are shown."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.clock = clock
        self._sleep = sleep

    async def wait(self, asked: float) -> None:
        """Wait until a turn is shown that was asked for at that time of the clock."""
        took = self.clock() - asked
        await self._sleep(shown_after(took) - took)
