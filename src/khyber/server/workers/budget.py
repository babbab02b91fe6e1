"""Budgets of processor time: rules are quick, and nothing that somebody sends in may make them slow."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

from khyber.engine.errors import Error

#: Seconds of processor time for one choice: many times what the slowest ones take.
CHOICE: Final = 0.08
#: Seconds of processor time for putting a bot's whole turn into the table.
APPLYING: Final = 0.1
#: Seconds of processor time for reading a table back; longer, and it is not read again.
LOADING: Final = 1.0


class OverBudget(Error):
    """Something took more than its share of time or memory."""


class _Stopped(BaseException):
    """The time is over. No rule and no job catches this by mistake."""


@contextmanager
def cpu_budget(seconds: float) -> Iterator[None]:
    """Stop what runs inside when it has taken this much processor time. Raises OverBudget.

    What it worked on may be half changed then. It needs a timer that only Unix has, and only the main thread can be
    stopped: elsewhere nothing is bounded.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGVTALRM) is not _stop:
        signal.signal(signal.SIGVTALRM, _stop)  # and left there: without a timer nothing sends it
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except _Stopped:
        raise OverBudget(f"it took more than {seconds:g} seconds") from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise _Stopped
