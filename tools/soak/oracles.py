"""Part of the soak: consult the oracles (tests/oracles) on many positions."""

from __future__ import annotations

from functools import partial
from typing import cast

from tools.soak.resumable import State, chunked

ORACLE_POSITIONS = 10_000
CHUNK = 500


def consult_chunk(positions: int, start: int, stop: int) -> State:
    """Consult one oracle on a range of positions; positions of all oracles are numbered in one sequence."""
    from dataclasses import asdict

    from tests.oracles.harness import examine, oracles

    which, first = divmod(start, positions)
    return asdict(examine(oracles()[which], first, first + stop - start))


def consult_oracles(positions: int, jobs: int) -> tuple[list[str], bool]:
    """Consult every oracle; report positions that exercise the rule, and differences."""
    from tests.oracles.harness import Tally, oracles, problems

    known = oracles()
    edges = [which * positions + at for which in range(len(known)) for at in range(0, positions, CHUNK)]
    edges.append(len(known) * positions)
    done = iter(chunked("oracles", partial(consult_chunk, positions), edges, jobs, positions))
    lines = [
        f"{len(known)} independent statements of a rule (tests/oracles), each compared with the engine on "
        f"{positions:,} random positions. Relevant: positions in which the rule applies.",
        "",
        "| Game | Rule | What the oracle states | Relevant | Differences |",
        "| --- | --- | --- | ---: | ---: |",
    ]
    wrong: list[str] = []
    for found in known:
        tally = Tally()
        for _ in range(0, positions, CHUNK):
            chunk = next(done)
            tally.positions += cast(int, chunk["positions"])
            tally.relevant += cast(int, chunk["relevant"])
            tally.differing += cast(int, chunk["differing"])
            tally.differences += cast(list[str], chunk["differences"])
        lines.append(
            f"| {found.game} | {found.rule} | {found.says} | {tally.relevant / tally.positions:.0%} "
            f"| {tally.differing} |"
        )
        wrong += problems(found, tally)
    lines += [
        "",
        f"- positions: {len(known) * positions:,}",
        f"- problems: {len(wrong)}",
        *(f"  - {problem.splitlines()[0]}" for problem in wrong[:20]),
    ]
    return lines, not wrong
