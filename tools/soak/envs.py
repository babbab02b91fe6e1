"""Parts of the soak: the action lists of the environments over many games, and the learning example."""

from __future__ import annotations

import random
import subprocess
import sys
from csv import DictReader
from functools import partial
from math import sqrt
from tempfile import TemporaryDirectory
from typing import cast

from khyber.catalogue import GAMES
from tools.soak.resumable import ROOT, Bar, Kept, State, added, chunked

ACTION_GAMES = 10_000
CHUNK = 50
LEARNING_MINUTES = 8
#: What the example learns, and the share of games that random players win on average over the seats.
LESSONS = {"zurmat": ("Zurmat", 1 / 2), "distant-plain": ("A Distant Plain, Short", 1 / 4)}


# -- actions ------------------------------------------------------------------------------------------


def actions_chunk(game: str, start: int, stop: int) -> State:
    """Play games at random; count options, and those that the list of actions lacks."""
    from khyber.envs.codec import codec
    from tools.generate.vocabulary import table_of

    listed = codec(game)
    known, asks = set(listed.keys), set(listed.asks)
    counts = {"games": 0, "decisions": 0, "options": 0}
    unknown: set[str] = set()
    for index in range(start, stop):
        source, table = random.Random(index), table_of(game, index)
        while (decision := table.decision) is not None:
            keys = decision.options.keys()
            unknown |= {f"{decision.ask}: {key}" for key in set(keys) - known}
            if decision.ask not in asks:
                unknown.add(decision.ask)
            counts["decisions"] += 1
            counts["options"] += len(keys)
            table.choose(source.randrange(len(keys)))
        counts["games"] += 1
    return {"counts": counts, "unknown": sorted(unknown)}


def actions(games: int, jobs: int) -> tuple[list[str], bool]:
    """Check that the lists of actions know every option and every question of many games."""
    lines = [
        "Random games of all scenarios, with options drawn at random, on seeds with which the lists were not made: is "
        "every option key and every question of the game in the list of the environments?",
        "",
        "| Game | Games | Decisions | Options | Unknown |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    lacking: list[str] = []
    first = 1_000_000
    for game in GAMES:
        edges = [*range(first, first + games, CHUNK), first + games]
        chunks = chunked(f"actions-{game}", partial(actions_chunk, game), edges, jobs)
        counts = added(chunks, "counts")
        unknown = sorted({one for chunk in chunks for one in cast(list[str], chunk["unknown"])})
        lacking += unknown
        figures = " | ".join(f"{counts[what]:,}" for what in ("games", "decisions", "options"))
        lines.append(f"| {game} | {figures} | {', '.join(unknown) or 'none'} |")
    return lines, not lacking


# -- learning -----------------------------------------------------------------------------------------


def lesson(game: str, minutes: float, jobs: int) -> State:
    """Let the example learn a game; return the rows of its learning curve."""
    with TemporaryDirectory(prefix="khyber-soak-") as folder:
        curve = f"{folder}/curve.csv"
        command = [sys.executable, "examples/learn.py", game, "--minutes", str(minutes), "--jobs", str(jobs)]
        subprocess.run([*command, "--curve", curve], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        with open(curve, encoding="utf-8") as file:
            return {"rows": list(DictReader(file))}


def learning(minutes: int, jobs: int) -> tuple[list[str], bool]:
    """Let the example learn both games: every one must end clearly above random play."""
    kept = Kept("learning", minutes, jobs)
    with Bar("learning", len(LESSONS), len(kept.chunks)) as bar:
        for game in LESSONS:
            if game not in kept.chunks:
                kept.keep(game, lesson(game, minutes, jobs))
                bar.advance()
    lines = [
        f"`examples/learn.py` for {minutes} minutes with {jobs} processes: shares of games won against random "
        "opponents, before and after, by seat and on average. The average must be three standard errors above random "
        "play.",
        "",
        "| Game | Games to learn | Before | After | |",
        "| --- | ---: | --- | --- | --- |",
    ]
    good = True
    for game, (title, chance) in LESSONS.items():
        rows = cast(list[dict[str, str]], kept.chunks[game]["rows"])
        last = rows[-1]
        played = int(last["checked"]) * (len(last) - 4)
        passed = float(last["mean"]) - chance > 3 * sqrt(chance * (1 - chance) / played)
        good = good and passed
        lines.append(
            f"| {title} | {int(last['games']):,} | {_shares(rows[0])} | {_shares(last)} | {'ok' if passed else 'no'} |"
        )
    return lines, good


def _shares(row: dict[str, str]) -> str:
    seats = [name for name in row if name not in ("minutes", "games", "checked", "mean")]
    return ", ".join(f"{name} {float(row[name]):.0%}" for name in [*seats, "mean"])
