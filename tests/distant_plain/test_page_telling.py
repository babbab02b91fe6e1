"""What the page tells of a turn, entry by entry, ends at the board that the rules made."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import khyber
from khyber.engine.log import Follower

WEB = Path(__file__).parents[2] / "web"
VITEST = WEB / "node_modules" / "vitest" / "vitest.mjs"
#: What follows from the order of play and is not told piece by piece.
UNTOLD = ("sequence", "action", "played", "outcome", "markers")


def turns(seed: int, choices: int) -> dict[str, Any]:
    """A game played at random, as a page hears of it: the first board; after each choice what is told and the board."""
    table = khyber.new("distant-plain", scenario="short", seed=seed)
    source, follower = random.Random(seed), Follower[Any]()
    known = follower.seen(table)[1]
    found: dict[str, Any] = {"start": table.view(), "frames": []}
    for _ in range(choices):
        if table.decision is None:
            break
        table.choose(source.choice(list(table.decision.options)))
        events, total = follower.seen(table, known)
        told = [
            {
                "n": known + at,
                "step": 1,
                "kind": event.kind,
                "rule": event.rule,
                "text": event.kind,
                "told": dict(event.params),
            }
            for at, event in enumerate(events)
        ]
        found["frames"].append({"events": told, "view": table.view()})
        known = total
    return found


def test_a_turn_told_entry_by_entry_ends_at_the_board_of_the_rules(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not VITEST.is_file():
        pytest.skip("the page's tools are not installed (make env): what it tells is not compared with the rules")
    games = tmp_path / "games.json"
    games.write_text(json.dumps({"untold": UNTOLD, "games": [turns(seed, 400) for seed in (1, 2)]}), encoding="utf-8")
    run = subprocess.run(
        [node, str(VITEST), "run", "--no-color", "distant_plain/page/test/told.test.ts"],
        cwd=WEB,
        capture_output=True,
        text=True,
        timeout=120,
        env={"PATH": str(Path(node).parent), "KHYBER_TOLD": str(games)},
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed" in run.stdout, run.stdout
