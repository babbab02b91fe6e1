"""Spreads work over processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TypeVar

from khyber.agents.strong.threads import one_thread

T = TypeVar("T")
W = TypeVar("W")


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[W], T], units: Sequence[W], jobs: int) -> Iterator[T]:
    """Yield the results as processes finish them; the processes stop when the caller does."""
    one_thread()
    strangers = set(multiprocessing.active_children())
    futures: list[Future[T]] = []
    workers = ProcessPoolExecutor(min(jobs, len(units)), multiprocessing.get_context("spawn"))
    try:
        with _interrupts_kept_from_children():
            futures += [workers.submit(work, unit) for unit in units]
        for future in as_completed(futures):
            yield future.result()
    except BaseException:
        # Futures are left for shutdown to cancel: Python 3.11 fails on one cancelled before its process dies.
        _stop(child for child in multiprocessing.active_children() if child not in strangers)
        raise
    finally:
        workers.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_kept_from_children() -> Iterator[None]:
    """Shield child processes from Ctrl-C: this process handles it and stops them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(children: Iterable[BaseProcess]) -> None:
    for child in children:
        child.terminate()
