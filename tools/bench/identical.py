"""Show that a change leaves every game as it was, by digests of records before and after it.

    python -m tools.bench.identical write before.json        before the change
    python -m tools.bench.identical check before.json        after the change: exit code 1 if any record differs

Every game is played by random agents, by each of its bots, and by both in turns, over all scenarios and many options.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path

import khyber
from khyber.agents.driver import RANDOM
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.optional import Bots

GAMES_EACH = 300
MIXED = "mixed"

#: A game, its agents, and an index.
Case = tuple[str, str, int]


def players(game: str) -> tuple[str, ...]:
    """Return the agents whose games are compared: random, and the bots of the rules."""
    return (RANDOM, *Bots.of(find_game(game)).bots)


def cases(games: int) -> list[Case]:
    """Return every game by random agents and each bot; with several seats, also by both in turns."""
    found: list[Case] = []
    for game in GAMES:
        agents = list(players(game))
        if len(find_game(game).seats) > 1:
            agents.append(MIXED)
        found += [(game, agent, index) for agent in agents for index in range(games)]
    return found


def digest(case: Case) -> str:
    """Play a game and return the digest of its record, or of its error."""
    game, agent, index = case
    found = find_game(game)
    seats = agent if agent != MIXED else dict(zip(found.seats, cycle(players(game)), strict=False))
    scenario = found.scenarios[index % len(found.scenarios)]
    source = random.Random(index)
    options = tuple(option for option in found.options if source.random() < 0.25)
    try:
        table = khyber.play(game, scenario=scenario, seed=index, seats=seats, options=options)
    except khyber.Error:  # these options exclude one another, or these seats
        table = khyber.play(game, scenario=scenario, seed=index, seats=seats)
    return blake2b(table.save().encode(), digest_size=8).hexdigest()


def digests(games: int, jobs: int) -> dict[str, str]:
    found: dict[str, str] = {}
    todo = cases(games)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        for number, (case, one) in enumerate(zip(todo, workers.map(digest, todo, chunksize=5), strict=True), 1):
            found[" ".join(map(str, case))] = one
            if number % 100 == 0 or number == len(todo):
                print(f"{number} of {len(todo)} games", file=sys.stderr, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["write", "check"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="games for each game and agent (write)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    given = parser.parse_args()
    if given.what == "write":
        given.file.write_text(json.dumps(digests(given.games, given.jobs), indent=0) + "\n", encoding="utf-8")
        return 0
    before: dict[str, str] = json.loads(given.file.read_text(encoding="utf-8"))
    after = digests(1 + max(int(case.split()[-1]) for case in before), given.jobs)
    differing = [case for case in before if after.get(case) != before[case]]
    print(f"{len(before)} games, {len(differing)} differ", *differing[:20], sep="\n")
    return 1 if differing or before.keys() != after.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
