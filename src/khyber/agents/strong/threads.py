"""How many threads NumPy calculates with."""

from __future__ import annotations

import os


def one_thread() -> None:
    """Let NumPy calculate in one thread, if it is not imported yet and nobody wants otherwise.

    The networks are so small that threads cost more than they save, and every process of a tournament or server would
    start one for each core.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
