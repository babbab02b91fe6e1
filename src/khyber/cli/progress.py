"""How far something long has come, where a person is watching."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn


class Advance:
    """One more is done, or several, perhaps with other words."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def __call__(self, what: str | None = None, n: int = 1) -> None:
        self._bar.update(self._task, advance=n, description=what)


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """A bar on standard error where a person is watching; nothing where a program is."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(what, total=total)
        yield Advance(bar, task)
