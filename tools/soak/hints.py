"""Part of the soak: the one reason of every hint in whole games."""

from __future__ import annotations

from typing import Final, cast

from tools.soak.resumable import State, added, chunked

#: Whole games: each with another seed, of each bot in turn.
HINTED_GAMES: Final = 60
#: The first seed, beyond those of the tests.
FIRST_SEED: Final = 1_000
#: Hints to check, and the games they come from.
FEWEST: Final = 20_000


def hints_chunk(start: int, stop: int) -> State:
    """Check the hints of games from `start` to `stop`."""
    from tests.hints import BOTS, check_game

    games, counts, failures = dict[str, int](), dict[str, int](), []
    for index in range(start, stop):
        game, bot = BOTS[index % len(BOTS)]
        asked, faults = check_game(game, bot, FIRST_SEED + index)
        games[f"{game} {bot}"] = games.get(f"{game} {bot}", 0) + 1
        counts[f"{game} {bot}"] = counts.get(f"{game} {bot}", 0) + asked
        failures += [f"{game} {bot} {FIRST_SEED + index}: {fault}" for fault in faults]
    return {"games": games, "counts": counts, "failures": failures}


def hints(games: int, jobs: int) -> tuple[list[str], bool]:
    """Check the reason of every hint in a number of whole games."""
    chunks = chunked("hints", hints_chunk, range(games + 1), jobs)
    played, counts = added(chunks, "games"), added(chunks, "counts")
    failures = [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]
    asked = sum(counts.values())
    lines = [
        f"{games} whole games as hints say, each with another seed (tests/hints.py): the one reason of every hint "
        "names what its option names, belongs to another choice of the same action that does, or is known to decide "
        "that question; its words in short are there in English and Italian.",
        "",
        *(f"- {name}: {n:,} hints of {played[name]} games" for name, n in counts.items()),
        f"- hints: {asked:,}",
        f"- failures: {len(failures)}",
        *(f"  - {failure}" for failure in failures[:20]),
    ]
    return lines, not failures and asked >= FEWEST * min(games, HINTED_GAMES) // HINTED_GAMES
