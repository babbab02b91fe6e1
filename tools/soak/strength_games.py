"""Play games of the soak's strength parts in one pool of processes, on a machine that is there for minutes only.

    python -m tools.soak.strength_games zurmat campaigns --out FOLDER --minutes 9 --jobs 16
    python -m tools.soak --take FOLDER --part strength-zurmat

It needs Python and NumPy only, resumes what FOLDER has of the same sources, and begins no game that could not end in
time.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from khyber.agents.strong.threads import one_thread  # noqa: E402
from tools.soak.resumable import Kept, State, play_of  # noqa: E402
from tools.soak.strength import ARENAS, Arena, about, kept_as, play_games  # noqa: E402

#: How much longer than the longest game so far the next may take.
MARGIN = 1.15


@dataclass(frozen=True, slots=True)
class Game:
    """One game of an arena, with the agent in this seat."""

    arena: Arena
    seat: str
    index: int

    @property
    def chunk(self) -> str:
        return f"{self.index}-{self.index + 1}"


def play(game: Game) -> tuple[Game, State, float]:
    """Play the game; return what came of it and the seconds it took."""
    began = time.monotonic()
    found = play_games(game.arena, game.seat, game.arena.agent, game.index, game.index + 1)
    return game, found, time.monotonic() - began


def games_of(arenas: list[Arena], kept: dict[tuple[str, str], Kept]) -> Iterator[Game]:
    """Yield the games that are left, the seats of an arena in turn."""
    for arena in arenas:
        for index in range(arena.games):
            for seat in arena.seats:
                game = Game(arena, seat, index)
                if game.chunk not in kept[arena.id, seat].chunks:
                    yield game


def run(arenas: list[Arena], folder: Path, seconds: float, jobs: int) -> str:
    """Play games until time is up; return a line on what the folder has now."""
    one_thread()
    over = time.monotonic() + seconds
    kept = {
        (arena.id, seat): Kept(
            kept_as(arena, seat, arena.agent), *about(arena, arena.agent), of=play_of(arena.game), folder=folder
        )
        for arena in arenas
        for seat in arena.seats
    }
    left, longest = games_of(arenas, kept), 0.0
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        running: set[Future[tuple[Game, State, float]]] = set()
        while True:
            while len(running) < jobs and time.monotonic() + MARGIN * longest < over:
                game = next(left, None)
                if game is None:
                    break
                running.add(workers.submit(play, game))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                game, found, took = future.result()
                longest = max(longest, took)
                kept[game.arena.id, game.seat].keep(game.chunk, found)
    counts = (f"{name} {seat} {won(one)} of {len(one.chunks)}" for (name, seat), one in kept.items())
    return "; ".join(counts)


def won(kept: Kept) -> int:
    return sum(bool(chunk["won"]) for chunk in kept.chunks.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arenas", nargs="+", choices=[arena.id for arena in ARENAS], metavar="ARENA")
    parser.add_argument("--out", type=Path, required=True, help="folder for the results")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    given = parser.parse_args()
    wanted = [arena for name in given.arenas for arena in ARENAS if arena.id == name]
    print(run(wanted, given.out, 60 * given.minutes, given.jobs))


if __name__ == "__main__":
    main()
