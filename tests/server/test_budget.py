"""Budgets of CPU time: what exceeds one is stopped, and the work of other threads does not count."""

from __future__ import annotations

import threading
import time

import pytest

from khyber.server.errors import OverBudget
from khyber.server.workers.budget import cpu_budget


def spend(seconds: float) -> None:
    """Use that much CPU time of this thread."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(1000))  # in Python rather than in the system, which is not counted


def test_what_exceeds_its_budget_is_stopped() -> None:
    began = time.thread_time()
    with pytest.raises(OverBudget, match=r"^it took more than 0\.05 seconds$"), cpu_budget(0.05):
        spend(5.0)
    assert time.thread_time() - began < 1.0
    with cpu_budget(0.05):
        pass
    spend(0.1)  # the timer is off again


def test_threads_that_load_other_tables_do_not_count() -> None:
    """Otherwise somebody who opens costly tables would have the tables of others quarantined."""
    over = threading.Event()

    def load() -> None:
        while not over.is_set():
            spend(0.01)

    others = [threading.Thread(target=load) for _ in range(4)]
    for other in others:
        other.start()
    try:
        with cpu_budget(0.2):
            spend(0.1)
    finally:
        over.set()
        for other in others:
            other.join()
