"""Compare the speed of this tree with that of an earlier commit, in the same run.

python -m tools.bench.compare COMMIT [--rounds N] [--only KIND ...]

The commit is checked out beside this tree for the time of the run. Both trees play the same games in turn, each in a
process of its own, measured in CPU time; the figure is the median of the rounds' ratios: 1.50 means that the same games
take two thirds of the time. Records are compared too: games must not differ.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
#: What is played, and the number of games in a round.
KINDS = {
    "random distant-plain": 12,
    "random zurmat": 40,
    "random enduring-freedom": 40,
    "asides distant-plain": 12,
    "asides zurmat": 40,
    "asides enduring-freedom": 40,
    "bots bot:3rd": 6,
    "bots bot:2nd": 6,
    "playouts bot:3rd": 2,
    "playouts bot:2nd": 2,
}
#: Steps of a bot game between two playouts, and the length of a playout in turns.
EVERY, TURNS = 9, 12


def play(kind: str, first: int, games: int) -> tuple[float, str]:
    """Play games in this process, by the public interface alone; return CPU seconds and a digest of the records."""
    import random

    import khyber

    what, _, which = kind.partition(" ")
    digest, seconds = hashlib.sha256(), 0.0
    for seed in range(first, first + games):
        began = process_time()
        if what == "random":
            table, source = khyber.new(which, seed=seed), random.Random(seed)
            while (decision := table.decision) is not None:
                table.choose(source.choice(decision.options))
        elif what == "asides":
            table = khyber.new(which, seed=seed, seats="random")
            khyber.advance(table)
        elif what == "bots":
            table = khyber.new("distant-plain", seed=seed, seats=which)
            khyber.advance(table)
        else:
            found, spent = playouts(seed, which)
            digest.update(found)
            seconds += spent
            continue
        seconds += process_time() - began
        digest.update(table.save().encode())
    return seconds, digest.hexdigest()


def playouts(seed: int, bot: str) -> tuple[bytes, float]:
    """Play one game of bots; return the records of the playouts from its positions, and the seconds of the playouts."""
    import khyber
    from khyber.agents.agent import Seen
    from khyber.agents.driver import agent_named

    table = khyber.new("distant-plain", seed=seed, seats=bot)
    agents = {seat: agent_named(bot, table.game) for seat in table.game.seats}
    records, seconds, last = b"", 0.0, -1
    while (decision := table.decision) is not None:
        if len(table.steps) // EVERY != last:
            last = len(table.steps) // EVERY
            began = process_time()
            world = table.imagine(decision.seat, 1)
            begun, others = len(world.steps), {seat: agent_named(bot, world.game) for seat in world.game.seats}
            while (next_one := world.decision) is not None and (
                sum(step.name == "turn" for step in world.steps[begun:]) < TURNS
            ):
                agent = others[next_one.seat]
                assert agent is not None
                world.choose(agent(Seen(world, next_one)), next_one.seat)
            seconds += process_time() - began
            records += "\n".join(entry for step in world.steps[begun:] for entry in step.listed()).encode()
        agent = agents[decision.seat]
        assert agent is not None
        table.choose(agent(Seen(table, decision)), decision.seat)
    return records, seconds


def measured(tree: Path, kind: str, first: int, games: int) -> tuple[float, str]:
    """Play in another process with the code of a tree; a warm-up game does not count."""
    work = json.dumps([kind, first, games])
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), "--play", work],
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"},
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, digest = json.loads(done.stdout)
    return float(seconds), str(digest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append", choices=list(KINDS), help="measure only this; may be repeated")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        kind, first, games = json.loads(given.play)
        play(kind, 10_000, 1)
        print(json.dumps(play(kind, first, games)))
        return
    if not given.commit:
        parser.error("which commit?")
    with checked_out(given.commit) as before:
        for kind in given.only or KINDS:
            compare(before, kind, given.rounds)


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check a commit out beside this tree, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="khyber-compare-") as folder:
        before = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(before), commit], cwd=ROOT, check=True)
        try:
            yield before
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(before)], cwd=ROOT, check=True)


def compare(before: Path, kind: str, rounds: int) -> None:
    """Print the ratio of one kind of games."""
    ratios, same = [], True
    for number in range(rounds):
        work = (kind, number * KINDS[kind], KINDS[kind])
        old, new = measured(before, *work), measured(ROOT, *work)
        ratios.append(old[0] / new[0])
        same = same and old[1] == new[1]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"{kind:26} {median(ratios):5.2f} ({spread}){'' if same else '  RECORDS DIFFER'}", flush=True)


if __name__ == "__main__":
    main()
