"""The machine of a benchmark: its interpreter, the cost of importing, and how games scale over processes."""

from __future__ import annotations

import multiprocessing
import os
import platform
import subprocess
import sys
import sysconfig
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from khyber.agents.driver import advance
from khyber.api import new
from khyber.lab.processes import cores


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python build."""

    version: str
    #: Whether it was built with profile-guided optimisation; None if that cannot be told.
    optimised: bool | None

    def __str__(self) -> str:
        build = {True: "an optimised build", False: "a build WITHOUT optimisations", None: "an unknown build"}
        return f"{self.version}, {build[self.optimised]}"


def interpreter() -> Interpreter:
    """Describe this Python. One built without optimisations is 1.15 to 1.25 times slower."""
    flags = sysconfig.get_config_var("CONFIG_ARGS")
    optimised = None if flags is None else "--enable-optimizations" in flags
    return Interpreter(f"{platform.python_implementation()} {platform.python_version()}", optimised)


def import_seconds(times: int = 5) -> float:
    """Return the CPU seconds of `import khyber` in a new process: the median of several."""
    script = "import time; began = time.process_time(); import khyber; print(time.process_time() - began)"
    done = [subprocess.run([sys.executable, "-c", script], check=True, capture_output=True) for _ in range(times)]
    return round(median(float(one.stdout) for one in done), 3)


@dataclass(frozen=True, slots=True)
class Scale:
    """Games of bots played by several processes at once."""

    processes: int
    games_per_second: float
    #: Memory that each process holds for itself; None where the system does not say.
    megabytes_per_process: float | None


def scale(game: str, bot: str, games: int, processes: int) -> Scale:
    """Play that many games in each process; starting the processes does not count."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as workers:
        list(workers.map(_play, [(game, bot, 0)] * processes))  # started and warm
        began = perf_counter()
        held = list(workers.map(_play, [(game, bot, games)] * processes))
        seconds = perf_counter() - began
    known = [one for one in held if one is not None]
    return Scale(processes, round(games * processes / seconds, 2), round(sum(known) / len(known), 1) if known else None)


def _play(work: tuple[str, str, int]) -> float | None:
    game, bot, games = work
    for seed in range(max(1, games)):
        advance(new(game, seed=seed, seats=bot))
    return own_megabytes()


def own_megabytes() -> float | None:
    """Return the memory this process shares with no other; None if the system does not report it."""
    try:
        rows = Path(f"/proc/{os.getpid()}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    return sum(int(row.split()[1]) for row in rows if row.startswith(("Private_Clean", "Private_Dirty"))) / 1024


def process_counts(most: int | None = None) -> list[int]:
    """Return 1, 2, 4, ... and the number of cores."""
    most = most or cores()
    return sorted({*(1 << power for power in range(most.bit_length())), most})
