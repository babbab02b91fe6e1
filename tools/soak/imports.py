"""Part of the soak: import mutated records and positions (tests/fuzzing)."""

from __future__ import annotations

from functools import partial
from typing import cast

from tools.soak.resumable import State, chunked

IMPORTS = 100_000
CHUNK = 500


def import_chunk(game: str, start: int, stop: int) -> State:
    """Import cases `start` to `stop` of a game; count refused and accepted ones, and failures."""
    from tests.fuzzing.cases import ACCEPTED, REFUSED, run

    counts = {REFUSED: 0, ACCEPTED: 0}
    failures: list[str] = []
    for index in range(start, stop):
        result = run(game, index)
        if result in counts:
            counts[result] += 1
        else:
            failures.append(f"{game}, case {index}: {result}")
    return {"counts": counts, "failures": failures}


def imports(cases: int, jobs: int) -> tuple[list[str], bool]:
    """Import at least `cases` mutated records and positions, the same number of each game."""
    from tests.fuzzing.cases import ACCEPTED, CHOICES, LIMIT, REFUSED

    from khyber.catalogue import GAMES

    each = -(-cases // len(GAMES))
    lines = [
        f"{each * len(GAMES):,} records and positions of real games, mutated as text, as trees and in the states "
        "they hold. Each is refused with one line, or accepted: then every seat's view, the options, asides, "
        f"imagined worlds, {CHOICES} random choices, undo, saving and loading work. Limit: {LIMIT:g} s of "
        "processor time.",
        "",
        "| Game | Cases | Refused | Accepted | Failures |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    failures: list[str] = []
    for game in GAMES:
        chunks = chunked(f"imports-{game}", partial(import_chunk, game), [*range(0, each, CHUNK), each], jobs)
        counts = [cast(dict[str, int], chunk["counts"]) for chunk in chunks]
        wrong = [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]
        refused, accepted = (sum(done[what] for done in counts) for what in (REFUSED, ACCEPTED))
        lines.append(f"| {game} | {each:,} | {refused:,} | {accepted:,} | {len(wrong)} |")
        failures += wrong
    lines += ["", *(f"- {failure}" for failure in failures[:20])] if failures else []
    return lines, not failures
