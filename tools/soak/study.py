"""Parts of the soak: studies over processes and Ray nodes, and runs that are killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from tools.soak.resumable import ROOT, Bar, Kept, State

STUDY_GAMES = 10_000
#: A run is killed on this share of the games.
SHARE = 10
KILLS = 10
KILL_SEED = 7
#: Seconds after which a run is killed, at the earliest and at the latest.
SOONEST, LATEST = 1.5, 6.0
#: Games of each timed run, and the order of the runs: a machine that slows down or speeds up hits both alike.
SPREAD_GAMES = 1_000
ORDER = (1, 2, 2, 1)
MIN_SPEEDUP = 1.8
#: The smallest store that a Ray node accepts, in bytes.
MEMORY = 80 << 20


def study_file(folder: Path, games: int) -> Path:
    """Write the study: Short games of four Non-players."""
    file = folder / f"short-{games}.toml"
    setups = f'[[setups]]\ngame = "distant-plain"\nscenario = "short"\nseats = "bot:3rd"\ngames = {games}\n'
    file.write_text(f'name = "short"\nseed = 1\n{setups}', encoding="utf-8")
    return file


def command(file: Path, out: Path, jobs: int) -> list[str]:
    return [sys.executable, "-m", "khyber", "study", "run", str(file), "--out", str(out), "--jobs", str(jobs)]


def timed(file: Path, out: Path, jobs: int) -> float:
    """Return the seconds of a whole run, from start to exit."""
    began = time.perf_counter()
    subprocess.run(command(file, out, jobs), check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - began


def same(one: Path, other: Path) -> bool:
    return digest(one) == digest(other)


def digest(run: Path) -> str:
    """Return a digest of the rows of a run."""
    return blake2b(b"".join((run / name).read_bytes() for name in ("games.parquet", "turns.parquet"))).hexdigest()[:16]


# -- whole runs, and killed ones ------------------------------------------------------------------------


def whole(folder: Path, games: int) -> State:
    """Time the whole study on two processes."""
    return {"seconds": timed(study_file(folder, games), folder / "whole", 2), "digest": digest(folder / "whole")}


def killed(folder: Path, games: int) -> State:
    """Kill a run ten times at random, then let it end; compare its files with those of an undisturbed one."""
    file, out = study_file(folder, games // SHARE), folder / "killed"
    source, kills = random.Random(KILL_SEED), 0
    for _ in range(KILLS):
        running = subprocess.Popen(command(file, out, 2), start_new_session=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        try:
            running.wait(source.uniform(SOONEST, LATEST))
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            kills += 1
    timed(file, out, 2)
    timed(file, folder / "undisturbed", 1)
    return {"kills": kills, "same": same(out, folder / "undisturbed")}


@contextmanager
def cluster(nodes: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Start Ray nodes of one core each; yield the address, and what kills the last node."""
    import ray
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": MEMORY}
    made: Any = Cluster(initialize_head=True, head_node_args=head)
    others = [made.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(nodes - 1)]
    try:
        yield made.address, lambda: made.remove_node(others[-1], allow_graceful=False)
    finally:
        ray.shutdown()
        made.shutdown()


def lost_node(folder: Path, games: int) -> State:
    """Kill one of two Ray nodes while it plays; compare the files with those of one process."""
    from khyber.lab.study.plan import read_study
    from khyber.lab.study.run import here, on_ray, run_study
    from khyber.lab.study.store import RunFolder

    study = read_study(study_file(folder, games // SHARE))
    chunks: list[int] = []
    with cluster(2) as (address, kill):

        def kill_once(count: int) -> None:
            chunks.append(count)
            if len(chunks) == 2:
                kill()

        run_study(RunFolder(folder / "dying", study), on_ray(address), kill_once)
    run_study(RunFolder(folder / "here", study), here(1))
    return {"same": same(folder / "dying", folder / "here")}


STEPS: dict[str, Callable[[Path, int], State]] = {"whole": whole, "killed": killed, "node": lost_node}


def studies(games: int, jobs: int) -> tuple[list[str], bool]:
    """Time a whole study, and check that killed runs end with the same rows."""
    kept = Kept("studies", games)
    with Bar("studies", len(STEPS), len(kept.chunks)) as bar:
        for name, step in STEPS.items():
            if name not in kept.chunks:
                with TemporaryDirectory(prefix="khyber-soak-") as folder:
                    kept.keep(name, step(Path(folder), games))
                bar.advance()
    done = {name: cast(dict[str, Any], kept.chunks[name]) for name in STEPS}
    seconds, kills, few = done["whole"]["seconds"], done["killed"], games // SHARE
    checks = [kills["same"] and kills["kills"] == KILLS, done["node"]["same"]]
    return [
        f"Short games of four Non-players as a study, with a row for every game and turn: {games:,} games on two "
        f"processes in {seconds:.0f} s ({games / seconds:.1f} games a second).",
        "",
        "| What | Same files as one undisturbed process | |",
        "| --- | --- | --- |",
        f"| {few:,} games, killed {kills['kills']} times at random | {_yes(kills['same'])} | {_ok(checks[0])} |",
        f"| {few:,} games, one of two Ray nodes killed | {_yes(checks[1])} | {_ok(checks[1])} |",
    ], all(checks)


# -- speed-up -----------------------------------------------------------------------------------------


def on_processes(folder: Path, games: int, jobs: int) -> State:
    """Time the study from the start of `khyber study run` to its end."""
    out = folder / "run"
    seconds = timed(study_file(folder, games), out, jobs)
    return {"seconds": seconds, "digest": digest(out)}


def on_nodes(folder: Path, games: int, nodes: int) -> State:
    """Time the study on Ray nodes of one core each, whose workers have started."""
    from khyber.lab.study.plan import make_study, read_study
    from khyber.lab.study.run import on_ray, run_study
    from khyber.lab.study.store import RunFolder

    study = read_study(study_file(folder, games))
    warm = make_study({"name": "warm", "setups": [{"game": "distant-plain", "seats": "bot:3rd", "games": 40}]})
    with cluster(nodes) as (address, _):
        run_study(RunFolder(folder / "warm", warm), on_ray(address))
        began = time.perf_counter()
        run_study(RunFolder(folder / "run", study), on_ray(address))
        seconds = time.perf_counter() - began
    return {"seconds": seconds, "digest": digest(folder / "run")}


SPREADS: dict[str, Callable[[Path, int, int], State]] = {"processes": on_processes, "Ray nodes": on_nodes}


def spread(games: int, jobs: int) -> tuple[list[str], bool]:
    """Measure how much faster studies run on two processes, and on two Ray nodes, than on one."""
    kept = Kept("spread", games)
    runs = [(what, at) for what in SPREADS for at in range(len(ORDER))]
    with Bar("spread", len(runs), len(kept.chunks)) as bar:
        for what, at in runs:
            if f"{what} {at}" not in kept.chunks:
                with TemporaryDirectory(prefix="khyber-soak-") as folder:
                    kept.keep(f"{what} {at}", SPREADS[what](Path(folder), games, ORDER[at]))
                bar.advance()
    digests = {str(run["digest"]) for run in kept.chunks.values()}
    lines = [
        f"The study of the part before with {games:,} games, timed on one and on two, in the order "
        f"{', '.join(map(str, ORDER))}. The figure is the time of the runs on one divided by that of the runs on two. "
        f"All files are the same: {_yes(len(digests) == 1)}.",
        "",
        "| Two against one | Seconds on one | Seconds on two | Figure | Bar | |",
        "| --- | --- | --- | ---: | ---: | --- |",
    ]
    good = len(digests) == 1
    for what in SPREADS:
        times: dict[int, list[float]] = {1: [], 2: []}
        for at, count in enumerate(ORDER):
            times[count].append(cast(float, kept.chunks[f"{what} {at}"]["seconds"]))
        figure = sum(times[1]) / sum(times[2])
        good = good and figure >= MIN_SPEEDUP
        one, two = (", ".join(f"{seconds:.1f}" for seconds in times[count]) for count in (1, 2))
        lines.append(f"| {what} | {one} | {two} | {figure:.2f} | >= {MIN_SPEEDUP} | {_ok(figure >= MIN_SPEEDUP)} |")
    return lines, good


def _yes(equal: bool) -> str:
    return "yes" if equal else "NO"


def _ok(passed: bool) -> str:
    return "ok" if passed else "no"
