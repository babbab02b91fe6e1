"""Part of the soak: studies over processes and Ray nodes, and a run that is killed again and again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from tools.resumable import ROOT, Bar, Kept, State

STUDY_GAMES = 10_000
#: Speed-ups and kills are measured on this share of the games.
SHARE = 10
KILLS = 10
KILL_SEED = 7
#: Seconds after which a run is killed, at the earliest and at the latest.
SOONEST, LATEST = 1.5, 6.0
LEAST_SPEEDUP = 1.8
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
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in ("games.parquet", "turns.parquet"))


# -- measurements -------------------------------------------------------------------------------------


def processes(folder: Path, games: int) -> State:
    """Time a share of the games on one process and on two; then all of them on two."""
    few = study_file(folder, games // SHARE)
    one, two = (timed(few, folder / f"processes-{jobs}", jobs) for jobs in (1, 2))
    whole = timed(study_file(folder, games), folder / "whole", 2)
    return {"one": one, "two": two, "whole": whole, "same": same(folder / "processes-1", folder / "processes-2")}


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


def ray_nodes(folder: Path, games: int) -> State:
    """Time a share of the games on one Ray node and on two; then kill one of two nodes."""
    from khyber.lab.study.plan import make_study, read_study
    from khyber.lab.study.run import here, on_ray, run_study
    from khyber.lab.study.store import RunFolder

    study = read_study(study_file(folder, games // SHARE))
    warm = make_study({"name": "warm", "setups": [{"game": "distant-plain", "seats": "bot:3rd", "games": 40}]})
    seconds: dict[int, float] = {}
    for nodes in (1, 2):
        with cluster(nodes) as (address, _):
            run_study(RunFolder(folder / f"warm-{nodes}", warm), on_ray(address))  # its workers have started
            began = time.perf_counter()
            run_study(RunFolder(folder / f"ray-{nodes}", study), on_ray(address))
            seconds[nodes] = time.perf_counter() - began
    chunks: list[int] = []
    with cluster(2) as (address, kill):

        def halfway(count: int) -> None:
            chunks.append(count)
            if len(chunks) == 2:
                kill()

        run_study(RunFolder(folder / "dying", study), on_ray(address), halfway)
    run_study(RunFolder(folder / "here", study), here(1))
    return {
        "one": seconds[1],
        "two": seconds[2],
        "same": all(same(folder / name, folder / "here") for name in ("ray-1", "ray-2")),
        "survived": same(folder / "dying", folder / "here"),
    }


# -- the part -----------------------------------------------------------------------------------------

STEPS: dict[str, Callable[[Path, int], State]] = {"processes": processes, "killed": killed, "ray": ray_nodes}


def studies(games: int, jobs: int) -> tuple[list[str], bool]:
    """Measure how studies spread, and check that they always end with the same rows."""
    kept = Kept("studies", games)
    with Bar("studies", len(STEPS), len(kept.chunks)) as bar:
        for name, step in STEPS.items():
            if name not in kept.chunks:
                with TemporaryDirectory(prefix="khyber-soak-") as folder:
                    kept.keep(name, step(Path(folder), games))
                bar.advance()
    done = {name: cast(dict[str, Any], kept.chunks[name]) for name in STEPS}
    local, ray, kills = done["processes"], done["ray"], done["killed"]
    local_speedup, ray_speedup = local["one"] / local["two"], ray["one"] / ray["two"]
    few = games // SHARE
    checks = [
        local_speedup >= LEAST_SPEEDUP and local["same"],
        ray_speedup >= LEAST_SPEEDUP and ray["same"],
        ray["survived"],
        kills["same"] and kills["kills"] == KILLS,
    ]
    lines = [
        f"Short games of four Non-players as a study, with a row for every game and turn: {games:,} games on two "
        f"processes in {local['whole']:.0f} s ({games / local['whole']:.1f} games a second).",
        "",
        "| What | Figure | Bar | Same files | |",
        "| --- | ---: | ---: | --- | --- |",
        *(
            f"| {what} | {figure} | {bar_} | {_yes(equal)} | {'ok' if passed else 'no'} |"
            for (what, figure, bar_, equal), passed in zip(
                [
                    (
                        f"{few:,} games: two processes against one",
                        f"{local['one']:.0f} s / {local['two']:.0f} s = {local_speedup:.2f}",
                        f">= {LEAST_SPEEDUP}",
                        local["same"],
                    ),
                    (
                        f"{few:,} games: two Ray nodes against one",
                        f"{ray['one']:.0f} s / {ray['two']:.0f} s = {ray_speedup:.2f}",
                        f">= {LEAST_SPEEDUP}",
                        ray["same"],
                    ),
                    ("one of two Ray nodes killed", "1 kill", "", ray["survived"]),
                    (f"{few:,} games, killed at random", f"{kills['kills']} kills", f"{KILLS} kills", kills["same"]),
                ],
                checks,
                strict=True,
            )
        ),
    ]
    return lines, all(checks)


def _yes(equal: bool) -> str:
    return "yes" if equal else "NO"
