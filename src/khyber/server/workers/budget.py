"""Budgets of CPU time: no input may keep the server busy for long."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Final

from khyber.server.errors import OverBudget

#: Seconds of CPU time for one choice, many times what the slowest take.
CHOICE: Final = 0.08
#: Seconds of CPU time to apply a bot's whole turn.
APPLYING: Final = 0.1
#: Seconds of CPU time to load a table; one that takes longer is not loaded again.
LOADING: Final = 1.0


#: Seconds until the timer goes off again at the earliest.
MIN_WAIT: Final = 0.001


class _Block:
    """The block under way: when it ends, by its thread's CPU time."""

    ends = 0.0


_block = _Block()


class _Stopped(BaseException):
    """Time is up. A BaseException, so that no rule or job catches it by mistake."""


@contextmanager
def cpu_budget(seconds: float) -> Iterator[None]:
    """Stop the block after this much CPU time of its thread. Raises OverBudget; its data may be half changed.

    It needs a Unix timer and the main thread: elsewhere nothing is bounded. The timer counts all threads, such as those
    that load tables: when it goes off, it is set again for what the block has left.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    _install()
    _block.ends = time.thread_time() + seconds
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except _Stopped:
        raise OverBudget(f"it took more than {seconds:g} seconds") from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def _install() -> None:
    """Handle the timer's signal from now on: without a timer nothing sends it."""
    signal.signal(signal.SIGVTALRM, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    left = _block.ends - time.thread_time()
    if left <= 0:
        raise _Stopped
    signal.setitimer(signal.ITIMER_VIRTUAL, max(left, MIN_WAIT))
