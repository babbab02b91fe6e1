"""What the benchmarks of server and page have in common: rows with verdicts, and a command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khyber.cli.progress import progress

#: What was measured, the figure, its target, and whether it is met (None without a target).
Row = tuple[str, str, str, bool | None]
Done = Callable[[str], None]
T = TypeVar("T")


def _verdict(clears: bool | None) -> str:
    return "" if clears is None else "ok" if clears else "no"


def report(rows: Sequence[Row], left_out: Sequence[str]) -> RenderableType:
    """Return the rows for a terminal."""
    grid = Grid("what", "figure", "target", "", box=box.SIMPLE)
    for what, figure, bar, clears in rows:
        grid.add_row(what, figure, bar, _verdict(clears))
    return Group(grid, *(Text(f"left out: {what}") for what in left_out))


def grid(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the rows as a table of a page in docs/."""
    yield "| What | Figure | Bar | |"
    yield "| --- | ---: | ---: | --- |"
    for what, figure, bar, clears in rows:
        yield f"| {what} | {figure} | {bar} | {_verdict(clears)} |"


def parser_of(about: str | None, page: bool) -> argparse.ArgumentParser:
    """Return the options of a benchmark; `page`: it has a section of a page to write."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--short", action="store_true", help="measure a little, to see that it works")
    if page:
        parser.add_argument("--write", action="store_true", help="write the figures to their page in docs/, too")
        parser.add_argument(
            "--measured", type=Path, metavar="FILE", help="take the figures from this JSON instead of measuring"
        )
    return parser


def command(
    about: str | None,
    parts: int,
    kind: type[T],
    measure: Callable[[bool, Done], T],
    rows: Callable[[T], list[Row]],
    write: Callable[[T], Path] | None = None,
) -> None:
    """Run a benchmark from the command line."""
    given = parser_of(about, write is not None).parse_args()
    carry_out(given, parts, kind, partial(measure, given.short), rows, write)


def carry_out(
    given: argparse.Namespace,
    parts: int,
    kind: type[T],
    measure: Callable[[Done], T],
    rows: Callable[[T], list[Row]],
    write: Callable[[T], Path] | None,
) -> None:
    """Measure or read figures, print them, and write them to their page if that was asked."""
    if write is not None and given.measured is not None:
        found = msgspec.json.decode(given.measured.read_bytes(), type=kind)
    else:
        with progress("measuring", parts) as advance:
            found = measure(advance)
    if given.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        Console().print(report(rows(found), getattr(found, "left_out", ())))
    if write is not None and given.write:
        print(write(found), file=sys.stderr)
