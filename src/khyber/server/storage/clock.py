"""How far the server's clock can be trusted: whether something is as old as it seems.

The server notes the time when it starts and in every round of the clean-up. After a gap between two of these it was
switched off, so nobody could come back, or its clock jumped; either way nothing expires for a while, and ages count
from then on. While it runs, a `ClockWatch` compares the clock with one that nobody can set, before each transaction: a
jump is noted as a gap in that very transaction. So nothing is recorded or judged by a clock that has jumped unnoticed,
even if it is set right again before the next round. A start after less than a gap lets nothing expire for as long again
as the server seems to have been off, so that somebody can set a clock right which is ahead by as much.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, insert, select, update

from khyber.server.monitor.logs import about
from khyber.server.storage import schema

log = logging.getLogger("khyber.server")

DAY = 24 * 3600.0
#: Seconds between two rounds from which they count as a gap; seconds after it in which nothing expires.
GAP, MERCY = 3 * DAY, 14 * DAY
#: Seconds that the clock may gain or lose between two rounds without having jumped.
JUMP = 1800.0
#: The setting that records rounds.
NOTED = "expiry"

T = TypeVar("T")


def _steady_clock() -> Callable[[], float]:
    """Return the system's clock that nobody can set and that runs on while the machine sleeps."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):  # Linux, macOS
        number = getattr(time, name, None)
        if number is not None:
            return lambda: time.clock_gettime(number)
    return time.monotonic


uptime = _steady_clock()


class Round(NamedTuple):
    """When the last round was, until when nothing expires, and since when there was no gap."""

    last: float
    mercy: float
    since: float = 0.0


class Steady(NamedTuple):
    """The time, and since when the clock has been steady; infinity if nothing may expire now.

    What happened before a gap may be younger than it seems, so it is as old as the gap.
    """

    now: float
    since: float

    def ago(self, seconds: float) -> float:
        """Return the time so many seconds ago; -infinity if the clock has not been steady for so long."""
        before = self.now - seconds
        return before if self.since < before else -math.inf


class ClockWatch:
    """Notices jumps of this process's clock, in either direction, once it is started."""

    def __init__(self) -> None:
        #: By how much the clock is ahead of `uptime`.
        self._lead: float | None = None

    def start(self) -> None:
        self._lead = time.time() - uptime()

    def settle(self) -> None:
        """Forget small steps of the clock until now: only within a round do they add up."""
        if not self.jumped():
            self.start()

    def jumped(self) -> bool:
        return self._lead is not None and abs(time.time() - uptime() - self._lead) > JUMP

    @contextmanager
    def noting(self, work: Callable[[Connection], T]) -> Iterator[Callable[[Connection], T]]:
        """Yield the work, which first notes a jump of the clock; without an error it is committed and noted."""
        if not self.jumped():
            yield work
            return
        before, lead = self._lead or 0.0, time.time() - uptime()

        def noted(connection: Connection) -> T:
            _note(connection, jumped=True)
            return work(connection)

        yield noted
        self._lead = lead
        log.warning(
            "the clock jumped by %+.2f days: nothing expires for %d",
            (lead - before) / DAY,
            MERCY / DAY,
            extra=about("clock-jumped"),
        )


def last_round(connection: Connection, *, lock: bool = False) -> Round | None:
    settings = schema.settings
    wanted = select(settings.c.value).where(settings.c.name == NOTED)
    found = connection.execute(wanted.with_for_update() if lock else wanted).scalar()
    return None if found is None else Round(*map(float, str(found).split()))


def steady(connection: Connection) -> Steady:
    """Return how far the clock can be trusted now."""
    now, found = time.time(), last_round(connection)
    if found is None or _is_gap(found.last, now) or now < found.mercy:
        return Steady(now, math.inf)
    return Steady(now, found.since)


def note_round(connection: Connection) -> Steady:
    """Record a round; return how far the clock can be trusted."""
    return _note(connection)


def note_start(connection: Connection) -> Steady:
    """Record the start of a server, whose clock may be ahead by all the time since the last round."""
    return _note(connection, started=True)


def _note(connection: Connection, *, jumped: bool = False, started: bool = False) -> Steady:
    now, found = time.time(), last_round(connection, lock=True)
    last, mercy, since = found or Round(0.0, 0.0)
    if jumped or _is_gap(last, now):
        last, mercy, since = now, now + MERCY, now
    elif started and now - last > JUMP:
        mercy = max(mercy, now + (now - last))
    value, settings = f"{max(last, now):.0f} {mercy:.0f} {since:.0f}", schema.settings
    if found is None:
        connection.execute(insert(settings).values(name=NOTED, value=value))
    else:
        connection.execute(update(settings).where(settings.c.name == NOTED).values(value=value))
    return Steady(now, math.inf if now < mercy else since)


def _is_gap(last: float, now: float) -> bool:
    return not -JUMP <= now - last <= GAP
