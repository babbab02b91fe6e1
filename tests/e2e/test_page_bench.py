"""The figures of every game's page are taken, and its weight, which no busy machine changes, meets the target."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
from tools.bench.page_bench import FRAMES, GAMES, WEIGHT, PageBench, judged

ROOT = Path(__file__).resolve().parents[2]


def test_the_bench_measures_the_page_of_each_game() -> None:
    """In a process of its own: the bench starts a browser as these tests do."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.page_bench", "--json", "--short"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = msgspec.json.decode(done.stdout, type=PageBench)
    assert [page.game for page in found.games] == [game.title for game in GAMES]
    for page in found.games:
        assert 20 < page.kilobytes <= WEIGHT, page.game
        assert (page.shapes_kilobytes > 5) == (page.game == "A Distant Plain")
        assert page.ready_milliseconds > 0
        assert 0 < page.frames_per_second < 2 * FRAMES and page.frames > 10 and 0 < page.frames_at_rest < 2 * FRAMES
        assert 0 < page.heap_megabytes < page.held_megabytes
        assert page.choices == page.hasty_choices == 5 and page.hasty_megabytes > page.heap_megabytes
    targets = {"<= 220 kB", "< 1,500 ms", ">= 60.0", "< 150 MB"}
    assert {bar for _, _, bar, met in judged(found) if met is not None} == targets
    assert sum(met is not None for *_, met in judged(found)) == len(GAMES) * len(targets)
