"""Progress bars on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn


class Advance:
    """Advances a progress bar, optionally with a new description."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def __call__(self, what: str | None = None, n: int = 1) -> None:
        self._bar.update(self._task, advance=n, description=what)


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """Show a progress bar on standard error if it is a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield Advance(bar, task)
