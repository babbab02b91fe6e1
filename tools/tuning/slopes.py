"""Search preferences for Enduring Freedom's bot that earn more points, for the agent that searches.

    python -m tools.tuning.slopes play --out FOLDER --minutes 15 --jobs 16
    python -m tools.tuning.slopes show --from FOLDER
    python -m tools.tuning.slopes compare 'bot:standard' 'bot:standard(margin=0.35)' --campaigns 4000 --jobs 16

`play` plays campaigns in which every preference is multiplied by a random factor of its own; started again, it goes on.
`show` says how the points change with each of them. In a campaign dice count for more than any preference, so
thousands of campaigns are needed; but each of them says something about all preferences. `compare` plays the same
campaigns with two bots. All of it takes Python and NumPy only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

import khyber  # noqa: E402
from khyber.agents.bot import Bot  # noqa: E402
from khyber.agents.driver import advance  # noqa: E402
from khyber.engine.chance import stream  # noqa: E402
from khyber.engine.errors import BadSetup  # noqa: E402
from khyber.games.enduring_freedom.bots.weights import NAME, SCALED, Weights, named, scaled, weights_of  # noqa: E402

GAME = "enduring-freedom"
#: The standard deviation of the logarithm of a factor, and the most of it.
SPREAD, MOST = 0.4, 2.0
#: Campaigns that a process plays at a time.
CHUNK = 20
FIRST_SEED, CHECK_SEED = 300_000_000, 600_000_000


def drawn(seed: int) -> list[float]:
    """Return how far each preference is moved in this campaign, in standard deviations."""
    source = random.Random(stream("slopes", seed))
    return [max(-MOST, min(MOST, source.gauss(0.0, 1.0))) for _ in SCALED]


def points(name: str, seed: int) -> int:
    """Play a campaign and return its NetWar Points."""
    table = khyber.new(GAME, seed=seed, seats=NAME)
    advance(table, dict.fromkeys(table.game.seats, Bot(name)))
    assert table.outcome is not None
    return table.outcome.margins[table.game.seats[0]]


def play_chunk(start: Weights, folder: Path, until: float, first: int) -> bool:
    """Play some campaigns and write their points; return False if it is too late."""
    file = folder / f"{first}.json"
    if time.time() > until:
        return False
    if not file.exists():
        bots = [named(scaled(start, [SPREAD * far for far in drawn(seed)])) for seed in range(first, first + CHUNK)]
        found = [points(bot, first + at) for at, bot in enumerate(bots)]
        beside = file.with_suffix(".part")
        beside.write_text(json.dumps(found), encoding="utf-8")
        beside.replace(file)
    return True


def play(start: Weights, folder: Path, minutes: float, jobs: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    until = time.time() + 60 * minutes
    first = range(FIRST_SEED, CHECK_SEED, CHUNK)
    with get_context("spawn").Pool(jobs) as pool:
        for done, more in enumerate(pool.imap(partial(play_chunk, start, folder, until), first), 1):
            if not more:
                break
            if done % 50 == 0:
                print(f"{done * CHUNK:,} campaigns", flush=True)


def show(folder: Path) -> None:
    """Print the slope and the curve of each preference, the surest slope first."""
    far, won = list[list[float]](), list[int]()
    for file in folder.glob("*.json"):
        found: list[int] = json.loads(file.read_text(encoding="utf-8"))
        won += found
        far += [drawn(int(file.stem) + at) for at in range(len(found))]
    moved, size = np.array(far), len(SCALED)
    if len(won) < 3 * size:
        raise SystemExit(f"{len(won)} campaigns are too few for {size} preferences")
    fields = np.hstack([np.ones((len(won), 1)), moved, moved**2 - 1])
    values = np.array(won, float)
    slopes, errors = fitted(fields, values)
    print(
        f"{len(won):,} campaigns, {values.mean():.1f} points; of each preference, for a factor of {np.exp(SPREAD):.2f}:"
    )
    for at in sorted(range(size), key=lambda at: -abs(slopes[1 + at] / errors[1 + at])):
        slope, curve = 1 + at, 1 + size + at
        print(
            f"{SCALED[at]:16} slope {slopes[slope]:+.2f} ± {errors[slope]:.2f}, "
            f"curve {slopes[curve]:+.2f} ± {errors[curve]:.2f}"
        )


def fitted(fields: NDArray[np.float64], values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the coefficients of least squares and their standard errors."""
    inverse = np.linalg.inv(fields.T @ fields)
    found = inverse @ (fields.T @ values)
    left = values - fields @ found
    variance = float(left @ left) / (len(values) - fields.shape[1])
    return found, np.sqrt(np.diag(inverse) * variance)


def compare(bots: list[str], campaigns: int, jobs: int) -> None:
    seeds = range(CHECK_SEED, CHECK_SEED + campaigns)
    with get_context("spawn").Pool(jobs) as pool:
        found = [np.array(pool.map(partial(points, bot), seeds, chunksize=8), float) for bot in bots]
    for bot, values in zip(bots, found, strict=True):
        print(f"{values.mean():.2f} ± {values.std() / np.sqrt(campaigns):.2f}: {bot}")
    lead = found[1] - found[0]
    print(f"difference {lead.mean():+.2f} ± {lead.std() / np.sqrt(campaigns):.2f}, {campaigns:,} campaigns")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play", help="play campaigns with preferences changed at random")
    player.add_argument("--out", type=Path, required=True, help="folder for the points; work resumes there")
    player.add_argument("--minutes", type=float, default=15.0)
    player.add_argument("--start", default=NAME, help="the bot to begin with (default: %(default)s)")
    shower = commands.add_parser("show", help="show the slopes")
    shower.add_argument("--from", dest="folder", type=Path, required=True)
    comparer = commands.add_parser("compare", help="compare two bots in the same campaigns")
    comparer.add_argument("bots", nargs=2, metavar="BOT")
    comparer.add_argument("--campaigns", type=int, default=2000)
    for one in (player, comparer):
        one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    try:
        for bot in getattr(given, "bots", [getattr(given, "start", NAME)]):
            weights_of(bot)
    except BadSetup as error:
        parser.error(str(error))
    if given.command == "play":
        play(weights_of(given.start), given.out, given.minutes, given.jobs)
    elif given.command == "show":
        show(given.folder)
    else:
        compare(given.bots, given.campaigns, given.jobs)


if __name__ == "__main__":
    main()
