"""Compare the server's latency with that of an earlier commit, both measured by turns in one run.

    python -m tools.bench.server_compare COMMIT [--rounds N] [--json] [--short] [--write] [--measured FILE]

The commit is checked out beside this tree for the time of the run. In every round each part is measured on a fresh
server of the one tree and then of the other, in alternating order, by the same client: the one of
tools/bench/server_bench.py. Figures are medians of the rounds. `--write` puts them on docs/benchmarks-server.md.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from khyber.engine.errors import Error
from tools.bench import server_page
from tools.bench.command import Done, Row, carry_out, grid, parser_of
from tools.bench.compare import ROOT, checked_out
from tools.bench.server_bench import (
    THINKING,
    Delays,
    Person,
    Served,
    cpu_ticks,
    delays,
    live_tables,
    one_client,
    served,
)
from tools.postgres import cluster, why_not

ROUNDS = 5
#: Times an earlier percentile that ours may take.
MOST = 1.05
PERCENTILES = ("p50", "p95", "p99")


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is measured in a round: choices of one client, live tables, and seconds of play at them."""

    choices: int = 2_000
    tables: int = 300
    seconds: float = 20.0


SHORT = Amount(60, 6, 1.0)

#: What was measured, and the delays.
Found = dict[str, Delays]


@dataclass(frozen=True, slots=True)
class Pair:
    """The delays of both trees in one round."""

    before: Delays
    now: Delays

    def ratio(self, percentile: str) -> float:
        return ratio(at(self.now, percentile), at(self.before, percentile))


@dataclass(slots=True)
class Comparison:
    """The figures."""

    before: str
    now: str
    #: The rounds of everything measured.
    rounds: dict[str, list[Pair]] = field(default_factory=dict)
    #: The load of the machine at the start, and the percentage of CPU time that went to other guests of its host.
    load: float = 0.0
    stolen: float | None = None
    left_out: list[str] = field(default_factory=list)


def at(delays: Delays, percentile: str) -> float:
    return {"p50": delays.p50, "p95": delays.p95, "p99": delays.p99}[percentile]


def ratio(now: float, before: float) -> float:
    return now / max(before, 1e-9)


# -- the parts ----------------------------------------------------------------------------------------


@contextmanager
def on_sqlite(tree: Path) -> Iterator[Served]:
    with tempfile.TemporaryDirectory(prefix="khyber-bench-") as folder, served(_file(folder), tree=tree) as server:
        yield server


def _file(folder: str) -> str:
    return f"sqlite:///{folder}/khyber.db"


def one(tree: Path, amount: Amount, source: random.Random) -> Found:
    """Measure a single client."""
    with on_sqlite(tree) as server:
        acks, frames = asyncio.run(one_client(server.address, amount.choices, source))
    return {"one client, choice to acknowledgement": delays(acks), "one client, choice to frame": delays(frames)}


def many(tree: Path, amount: Amount, source: random.Random) -> Found:
    """Measure many tables."""
    with on_sqlite(tree) as server:
        load = asyncio.run(live_tables(server, amount.tables, 1, amount.seconds, source))
    return {f"{amount.tables} tables, one worker": load.delays}


def thinking(tree: Path, amount: Amount, source: random.Random) -> Found:
    """Measure both while agents search at other tables."""
    with on_sqlite(tree) as server:
        host = Person(server.address, "Cat")
        for _ in range(THINKING):
            host.thinking_table()
        time.sleep(min(amount.seconds, 5))  # until the workers have started
        _, frames = asyncio.run(one_client(server.address, amount.choices, source))
        load = asyncio.run(live_tables(server, amount.tables, 1, amount.seconds, source))
    return {
        f"one client while {THINKING} tables think, choice to frame": delays(frames),
        f"{amount.tables} tables while {THINKING} more think": load.delays,
    }


def two_workers(tree: Path, amount: Amount, source: random.Random) -> Found:
    """Measure many tables with two workers on PostgreSQL."""
    with cluster() as url, served(url, workers=2, tree=tree) as server:
        load = asyncio.run(live_tables(server, amount.tables, 2, amount.seconds, source))
    return {f"{amount.tables} tables, two workers on PostgreSQL": load.delays}


Part = Callable[[Path, Amount, random.Random], Found]
PARTS: tuple[Part, ...] = (one, many, thinking, two_workers)


# -- all together -------------------------------------------------------------------------------------


def check_tree(tree: Path) -> None:
    """Raise Error unless a process with this tree's path runs this tree's code."""
    done = subprocess.run(
        [sys.executable, "-c", "import khyber; print(khyber.__file__)"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        check=True,
        capture_output=True,
        text=True,
    )
    if tree.resolve() not in Path(done.stdout.strip()).resolve().parents:
        raise Error(f"a server of {tree} would run {done.stdout.strip()}")


def compare(
    before: Path, now: Path, rounds: int, amount: Amount, found: Comparison, done: Done = lambda part: None
) -> Comparison:
    """Measure all parts of both trees, `rounds` times."""
    began, found.load = cpu_ticks(), round(os.getloadavg()[0], 1)
    parts = list(PARTS)
    if reason := why_not():
        parts.remove(two_workers)
        found.left_out.append(f"two workers on PostgreSQL: {reason}")
    for tree in (before, now):
        check_tree(tree)
        one(tree, SHORT, random.Random(0))  # compiles the sources of a fresh tree
    for number in range(rounds):
        for part in parts:
            turned = number % 2 == 1
            trees = (now, before) if turned else (before, now)
            figures = [part(tree, amount, random.Random(number)) for tree in trees]
            was, is_now = reversed(figures) if turned else figures
            for what, delay in was.items():
                found.rounds.setdefault(what, []).append(Pair(delay, is_now[what]))
            done(f"round {number + 1} of {rounds}")
    ended = cpu_ticks()
    if began is not None and ended is not None:
        found.stolen = round(100 * (ended[1] - began[1]) / max(1, ended[0] - began[0]), 1)
    return found


def judged(found: Comparison) -> list[Row]:
    """Return rows of what was measured, the figure, its target, and whether it is met (None without a target)."""
    rows = list[Row]()
    for what, pairs in found.rounds.items():
        for percentile in PERCENTILES:
            before, now = (median(at(side, percentile) for side in sides) for sides in _sides(pairs))
            ratios = [pair.ratio(percentile) for pair in pairs]
            rows.append(
                (
                    f"{what}: {percentile}",
                    f"{now:.2f} ms, before {before:.2f} ms: {ratio(now, before):.2f} "
                    f"(rounds {min(ratios):.2f} to {max(ratios):.2f})",
                    f"<= {MOST:g}",
                    ratio(now, before) <= MOST,
                )
            )
    if found.stolen is not None:
        rows.append(("CPU time that the host took away meanwhile", f"{found.stolen:g}%", "", None))
    return rows


def _sides(pairs: list[Pair]) -> tuple[list[Delays], list[Delays]]:
    return [pair.before for pair in pairs], [pair.now for pair in pairs]


def section(found: Comparison) -> Iterator[str]:
    """Yield the section of docs/benchmarks-server.md."""
    rounds = max(map(len, found.rounds.values()), default=0)
    yield f"Written by `python -m tools.bench.server_compare {found.before} --write`. The servers of {found.now} and of"
    yield f"{found.before} are measured by turns in {rounds} rounds by the same client, each time freshly started; the"
    yield f"load of the machine was {found.load:g} at the start. Figures are medians of the rounds, their ratio, and"
    yield "the least and the greatest ratio of a round. Measured on two cores."
    yield ""
    yield from grid(judged(found))
    yield from (f"\nLeft out: {what}." for what in found.left_out)


def write(found: Comparison) -> Path:
    return server_page.write(server_page.AGAINST, section(found))


def _name(commit: str) -> str:
    """Return the short name of a commit."""
    command = ["git", "rev-parse", "--short=8", "--verify", f"{commit}^{{commit}}"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if found.returncode:
        raise Error(f"unknown commit {commit!r}")
    return found.stdout.strip()


def _measure(commit: str, rounds: int, short: bool, done: Done) -> Comparison:
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "src"], cwd=ROOT).returncode != 0
    found = Comparison(_name(commit), _name("HEAD") + (" with changes" if changed else ""))
    with checked_out(found.before) as before:
        return compare(before, ROOT, rounds, SHORT if short else Amount(), found, done)


def main() -> None:
    parser = parser_of(__doc__, page=True)
    parser.add_argument("commit", nargs="?", help="the earlier commit")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often to measure both")
    given = parser.parse_args()
    if given.commit is None and given.measured is None:
        parser.error("which commit?")
    measure = partial(_measure, given.commit, given.rounds, given.short)
    carry_out(given, given.rounds * len(PARTS), Comparison, measure, judged, write)


if __name__ == "__main__":
    main()
