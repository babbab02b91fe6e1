"""Part of the soak: numbers, prices and lists of prompts and options against random decisions and what follows."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from tools.soak.resumable import State, added, chunked

#: Decisions of each game that must be checked.
PROMPTS: Final = 10_000
CHUNK: Final = 5
#: The longest part of a game that is played; games of so many decisions are enough for that number.
MOST: Final = 2_000
#: Decisions that a random game has at least, on average.
FEWEST: Final = {"distant-plain": 500, "zurmat": 200, "enduring-freedom": 150}


def prompts_chunk(game: str, start: int, stop: int) -> State:
    """Check the prompts of games from `start` to `stop`."""
    from tests.claims import check_game

    counts, failures = {"games": 0, "decisions": 0}, []
    for index in range(start, stop):
        decisions, problems = check_game(game, index, MOST)
        counts["games"] += 1
        counts["decisions"] += decisions
        failures += [f"{game} {index}: {problem}" for problem in problems]
    return {"counts": counts, "failures": failures}


def prompts(decisions: int, jobs: int) -> tuple[list[str], bool]:
    """Check the prompts of so many random decisions of each game."""
    lines = [
        f"Every prompt and option of at least {decisions:,} random decisions of each game, in English and Italian "
        "(tests/claims.py): its numbers are those of the board and of the options, the price it states is what the "
        "choice then costs, what an option states is what the next question or the log says, and a prompt names what "
        "is on offer and nothing else.",
        "",
    ]
    good, failures = True, list[str]()
    for game, fewest in FEWEST.items():
        games = -(-decisions // fewest)
        edges = [*range(0, games, CHUNK), games]
        chunks = chunked(f"prompts-{game}", partial(prompts_chunk, game), edges, jobs)
        counts = added(chunks, "counts")
        found = [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]
        good = good and not found and counts["decisions"] >= decisions
        failures += found
        lines.append(f"- {game}: {counts['decisions']:,} decisions of {counts['games']:,} games, {len(found)} failures")
    return [*lines, *(f"  - {failure}" for failure in failures[:20])], good
