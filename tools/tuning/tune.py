"""Searches preferences for Zurmat's bot that beat the standard ones, for the seat of an agent that searches.

    python -m tools.tuning.tune coalition --minutes 8 --jobs 16

A separable CMA-ES over the numbers of `Weights` (as factors), each candidate of a generation on the same games against
`bot:standard`, other games in every generation. It prints the mean of the distribution as a bot's name, with its share
of the victories in games that had no part in finding it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Final

import numpy as np

import khyber
from khyber.agents.bot import Bot
from khyber.agents.driver import advance
from khyber.agents.strong.worth import final_shares
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.bots.weights import NAME, SCALED, Weights, named, scaled, weights_of

#: The standard deviation of the logarithm of a factor at the start.
STEP: Final = 0.35
#: Candidates of a generation, and games of each.
CANDIDATES: Final = 32
GAMES: Final = 96
#: What a victory point of the lead counts, beside the victory: it steadies the comparison.
PER_POINT: Final = 0.01
FIRST_SEED: Final = 40_000_000
CHECK_SEED: Final = 80_000_000
CHECKED: Final = 4000


def share(side: int, game: tuple[str, int]) -> tuple[float, float]:
    """Play one game; return the side's share of the victory, and its lead."""
    name, seed = game
    table = khyber.new("zurmat", seed=seed, seats=NAME)
    advance(table, {seat: Bot(name if at == side else NAME) for at, seat in enumerate(SEATS)})
    assert table.outcome is not None
    return final_shares(table.game, table.state)[side], float(table.outcome.margins[SEATS[side]])


def evolve(side: int, start: Weights, first_seed: int, seconds: float, pool: Pool, log: Path | None) -> str:
    """Return the name of the bot that the search ends with."""
    size, source, began = len(SCALED), np.random.default_rng(side), time.monotonic()
    own = start
    mean, spread, step = np.zeros(size), np.ones(size), STEP
    half = CANDIDATES // 2
    ranks = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
    ranks /= ranks.sum()
    effective = 1 / (ranks**2).sum()
    c_step = (effective + 2) / (size + effective + 5)
    damping = 1 + c_step + 2 * max(0.0, np.sqrt((effective - 1) / (size + 1)) - 1)
    c_path = 4 / (size + 4)
    c_one = (size + 2) / 3 * 2 / ((size + 1.3) ** 2 + effective)
    c_rank = min(1 - c_one, (size + 2) / 3 * 2 * (effective - 2 + 1 / effective) / ((size + 2) ** 2 + effective))
    expected = np.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
    path_step, path = np.zeros(size), np.zeros(size)
    generation = 0
    while time.monotonic() - began < seconds:
        drawn = source.standard_normal((CANDIDATES, size))
        points = mean + step * spread * drawn
        names = [named(scaled(own, point.tolist()), side) for point in points]
        first = first_seed + generation * GAMES
        games = [(name, first + at) for name in names for at in range(GAMES)]
        played = np.array(pool.map(partial(share, side), games, chunksize=8)).reshape(CANDIDATES, GAMES, 2)
        values = played[:, :, 0].mean(1) + PER_POINT * played[:, :, 1].mean(1)
        best = np.argsort(-values)[:half]
        moved = ranks @ drawn[best]
        mean = mean + step * spread * moved
        path_step = (1 - c_step) * path_step + np.sqrt(c_step * (2 - c_step) * effective) * moved
        settled = np.linalg.norm(path_step) < (1.4 + 2 / (size + 1)) * expected * np.sqrt(
            1 - (1 - c_step) ** (2 * (generation + 1))
        )
        path = (1 - c_path) * path + settled * np.sqrt(c_path * (2 - c_path) * effective) * spread * moved
        spread = np.sqrt(
            (1 - c_one - c_rank) * spread**2 + c_one * path**2 + c_rank * (ranks @ (spread * drawn[best]) ** 2)
        )
        step *= float(np.exp(c_step / damping * (np.linalg.norm(path_step) / expected - 1)))
        generation += 1
        told = {
            "generation": generation,
            "mean": played[:, :, 0].mean(),
            "best": played[best[0], :, 0].mean(),
            "step": step,
        }
        print(
            SEATS[side],
            json.dumps({key: round(float(value), 4) for key, value in told.items()}),
            file=sys.stderr,
            flush=True,
        )
        if log is not None:
            log.write_text(named(scaled(own, mean.tolist()), side) + "\n")
    return named(scaled(own, mean.tolist()), side)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seat", choices=SEATS)
    parser.add_argument("--minutes", type=float, default=8.0, help="how long to search")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--log", type=Path, help="write the name after each generation to this file")
    parser.add_argument("--start", default=NAME, help="the bot to begin with (default: the standard one)")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="seed of the first game (default: %(default)s)")
    given = parser.parse_args()
    side = SEATS.index(given.seat)
    with get_context("spawn").Pool(given.jobs) as pool:
        name = evolve(side, weights_of(given.start, side), given.seed, 60 * given.minutes, pool, given.log)
        games = [(name, CHECK_SEED + at) for at in range(CHECKED)]
        shares = [one for one, _ in pool.map(partial(share, side), games, chunksize=16)]
        base = [one for one, _ in pool.map(partial(share, side), [(NAME, seed) for _, seed in games], chunksize=16)]
    print(f"{name}\n{np.mean(shares):.1%} of {CHECKED} games, the standard bot {np.mean(base):.1%}")


if __name__ == "__main__":
    main()
