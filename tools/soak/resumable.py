"""Resumable work and its progress, for the parts of the soak (`python -m tools.soak`)."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".soak"
BUILT_PAGE = ROOT / "src" / "khyber" / "server" / "page"

State = dict[str, object]

#: Folders whose files a result depends on: by default all sources and tests.
EVERYTHING = ("src/khyber", "tests")


#: Modules of a search in one process; what it says of itself, for example, is not among them.
SEARCH = ("agent", "lines", "map_network", "network", "outlook", "policy", "search", "taught", "thinking", "worth")


def play_of(game: str) -> tuple[str, ...]:
    """Return what a game between agents depends on: rules, bots, agents and networks, but no words or drawings."""
    room = f"src/khyber/games/{game.replace('-', '_')}"
    return (
        "src/khyber/engine",
        *(f"{room}/{path.name}" for path in sorted((ROOT / room).glob("*.py")) if path.name != "figures.py"),
        f"{room}/data",
        f"{room}/rules",
        f"{room}/events",
        f"{room}/bots",
        f"{room}/ai",
        *(f"src/khyber/agents/{name}.py" for name in ("agent", "bot", "driver", "random_agent")),
        *(f"src/khyber/agents/strong/{name}.py" for name in SEARCH),
    )


@cache
def sources(folders: tuple[str, ...] = EVERYTHING) -> str:
    """Return the digest of the sources at the start."""
    return digest_of_sources(folders)


def digest_of_sources(folders: tuple[str, ...] = EVERYTHING) -> str:
    """Return a digest of the source files in these folders or of these names, so that results never mix.

    The built page is left out: no part needs it, and not every machine has it.
    """
    whole = blake2b(digest_size=6)
    for folder in folders:
        for path in sorted(ROOT.glob(f"{folder}/**/*" if (ROOT / folder).is_dir() else folder)):
            if path.suffix in (".py", ".json", ".toml", ".geojson", ".npz") and BUILT_PAGE not in path.parents:
                whole.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return whole.hexdigest()


class Kept:
    """The finished chunks of a part, in a file of its own."""

    def __init__(self, part: str, *about: object, of: tuple[str, ...] = EVERYTHING, folder: Path | None = None) -> None:
        self._path = (folder or KEPT) / f"{part}.json"
        self._of = of
        self._about = json.dumps([sources(of), *about])
        self.chunks: dict[str, State] = self._read(self._path)

    def _read(self, path: Path) -> dict[str, State]:
        """Return the chunks of a file, if they are of the same sources."""
        if not path.is_file():
            return {}
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cast(dict[str, State], kept["chunks"]) if kept["about"] == self._about else {}

    def take(self, folder: Path) -> int:
        """Take over what another machine finished of the same sources; return how many chunks are new."""
        theirs = self._read(folder / self._path.name)
        found = {chunk: done for chunk, done in theirs.items() if chunk not in self.chunks}
        for chunk, done in found.items():
            self.keep(chunk, done)
        return len(found)

    def keep(self, chunk: str, done: State) -> None:
        if digest_of_sources(self._of) != sources(self._of):
            sys.exit("soak: sources or tests changed during the run; start again")
        self.chunks[chunk] = done
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_suffix(".part")
        beside.write_text(json.dumps({"about": self._about, "chunks": self.chunks}), encoding="utf-8")
        os.replace(beside, self._path)


class Bar:
    """A progress bar in a terminal; otherwise, or without Rich, a line every 30 seconds."""

    def __init__(self, what: str, total: int, done: int) -> None:
        self._what, self._total, self._done, self._printed = what, total, done, time.monotonic()
        self._rich = _rich_bar(what, total, done) if sys.stderr.isatty() else None

    def __enter__(self) -> Bar:
        if self._rich:
            self._rich[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._rich:
            self._rich[0].stop()

    def advance(self, n: int = 1) -> None:
        self._done += n
        if self._rich:
            bar, task = self._rich
            bar.update(task, advance=n)
        elif time.monotonic() - self._printed > 30 or self._done == self._total:
            self._printed = time.monotonic()
            print(f"{self._what}: {self._done} of {self._total}", file=sys.stderr, flush=True)


def _rich_bar(what: str, total: int, done: int) -> tuple[Progress, TaskID] | None:
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        return None
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
    return bar, bar.add_task(what, total=total, completed=done)


def chunked(
    part: str,
    work: Callable[[int, int], State],
    edges: Sequence[int],
    jobs: int,
    *about: object,
    of: tuple[str, ...] = EVERYTHING,
) -> list[State]:
    """Do the work between the edges in several processes, except chunks finished before."""
    from khyber.agents.strong.threads import one_thread

    one_thread()
    kept = Kept(part, *about, of=of)
    spans = [(start, stop) for start, stop in pairwise(edges) if start < stop]
    left = [span for span in spans if f"{span[0]}-{span[1]}" not in kept.chunks]
    total = edges[-1] - edges[0]
    with (
        Bar(part, total, total - sum(stop - start for start, stop in left)) as bar,
        ProcessPoolExecutor(jobs, get_context("spawn")) as workers,
    ):
        running = {workers.submit(work, start, stop): (start, stop) for start, stop in left}
        for future in as_completed(running):
            start, stop = running[future]
            kept.keep(f"{start}-{stop}", future.result())
            bar.advance(stop - start)
    return [kept.chunks[f"{start}-{stop}"] for start, stop in spans]


def added(chunks: Sequence[State], what: str) -> dict[str, int]:
    """Return the sum of the counts of that name over all chunks."""
    total: dict[str, int] = {}
    for chunk in chunks:
        for name, n in cast(dict[str, int], chunk[what]).items():
            total[name] = total.get(name, 0) + n
    return dict(sorted(total.items()))
