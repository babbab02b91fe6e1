"""The page's figures are taken, and its weight, which no busy machine changes, is within its bar."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tools.page_bench import FRAMES, WEIGHT, PageBench, judged

ROOT = Path(__file__).resolve().parents[2]


def test_the_bench_measures_the_page() -> None:
    """In a process of its own: the bench starts a browser as these tests do."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.page_bench", "--json", "--short"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = PageBench(**json.loads(done.stdout))
    assert 20 < found.kilobytes < WEIGHT
    assert 5 < found.shapes_kilobytes < found.kilobytes
    assert found.ready_milliseconds > 0
    assert 0 < found.frames_per_second < 2 * FRAMES and found.frames > 10
    assert 0 < found.heap_megabytes < found.held_megabytes
    assert found.choices == found.hasty_choices == 5 and found.hasty_megabytes > found.heap_megabytes
    assert {bar for _, _, bar, clears in judged(found) if clears is not None} == {
        "< 300 kB",
        "<= 1,500 ms",
        ">= 60",
        "< 150 MB",
    }
