"""Progress bars on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text


class Advance:
    """Advances a progress bar, optionally with a new description."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def __call__(self, what: str | None = None, n: int = 1) -> None:
        self._bar.update(self._task, advance=n, description=what)


class RateColumn(ProgressColumn):
    """Shows the number done per second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.1f}/s")


@contextmanager
def progress(what: str, total: int, *, forecast: bool = False) -> Iterator[Advance]:
    """Show a progress bar on standard error if it is a terminal, optionally with rate and time left."""
    console = Console(stderr=True)
    more = (RateColumn(), TimeRemainingColumn(compact=True)) if forecast else ()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        *more,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield Advance(bar, task)
