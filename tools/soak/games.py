"""Parts of the soak: whole games by random choices, and Events from many positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import cast

from tools.soak.resumable import State, added, chunked

FUZZ_GAMES = ZURMAT_GAMES = ENDURING_GAMES = 2_000
CHUNK = 10
#: Games checked at every decision; the others are checked at one in `SELDOM`.
THOROUGH, SELDOM = 10, 25
#: The fuzzer's prefix for counts of Events; positions per side, and tries that must change nothing.
EVENT = "event "
EVENT_POSITIONS, EVENT_TRIES = 200, 50

# -- A Distant Plain --------------------------------------------------------------------------------


def fuzz_chunk(tests: str, start: int, stop: int) -> State:
    """Fuzz games from `start` to `stop`; return counts and failures."""
    fuzz_game: Callable[[int, int], dict[str, int]] = import_module(f"tests.{tests}.fuzzing").fuzz_game
    counts: dict[str, int] = {"games": 0}
    failures: list[str] = []
    for index in range(start, stop):
        try:
            for what, n in fuzz_game(index, 1 if index < THOROUGH else SELDOM).items():
                counts[what] = counts.get(what, 0) + n
            counts["games"] += 1
        except Exception as problem:
            failures.append(f"game {index}: {type(problem).__name__}: {problem}")
    return {"counts": counts, "failures": failures}


def fuzzed(part: str, tests: str, games: int, jobs: int) -> tuple[dict[str, int], list[str]]:
    """Return the counts and failures of all games."""
    # games checked at every decision take long: first, and one by one
    edges = [*range(min(THOROUGH, games)), *range(THOROUGH, games, CHUNK), games]
    chunks = chunked(part, partial(fuzz_chunk, tests), edges, jobs)
    return added(chunks, "counts"), [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]


def fuzz(games: int, jobs: int) -> tuple[list[str], bool]:
    """Fuzz whole games of A Distant Plain, checking all invariants."""
    counts, failures = fuzzed("fuzz", "distant_plain", games, jobs)
    lines = [
        f"Whole games by random choices over all scenarios, 1 to 4 players and all options: {games:,} games.",
        "Invariants after every decision; forks, saves, positions, undo and redo and imagined worlds at every "
        f"decision of the first {THOROUGH} games and at one in {SELDOM} of the others.",
        "",
        *(f"- {what}: {n:,}" for what, n in counts.items() if not what.startswith(EVENT)),
        *events_played(counts),
        f"- failures: {len(failures)}",
        *(f"  - {failure}" for failure in failures),
    ]
    return lines, not failures


def events_played(counts: dict[str, int]) -> list[str]:
    """Return lines with the executions of each side of each card."""
    from tests.distant_plain.event_properties import SIDES, name

    sides = {name(side): counts.get(EVENT + name(side), 0) for side in SIDES}
    never = [side for side, n in sides.items() if not n]
    return [
        f"- Events executed: {sum(sides.values()):,}, of {len(sides) - len(never)} sides of {len(sides)}"
        + (f"; never: {', '.join(never)}" if never else ""),
        "- each side: " + ", ".join(f"{side} {n}" for side, n in sides.items()),
    ]


# -- the other games ----------------------------------------------------------------------------------


def fuzzed_game(part: str, games: int, jobs: int, *about: str) -> tuple[list[str], bool]:
    """Fuzz whole games of another game; return its lines, and whether all passed."""
    counts, failures = fuzzed(part, part.replace("-", "_"), games, jobs)
    lines = [
        *about,
        f"All of it at every decision of the first {THOROUGH} games, the expensive checks at one in "
        f"{SELDOM} of the others.",
        "",
        *(f"- {what}: {n:,}" for what, n in counts.items()),
        f"- failures: {len(failures)}",
        *(f"  - {failure}" for failure in failures[:20]),
    ]
    return lines, not failures


def zurmat(games: int, jobs: int) -> tuple[list[str], bool]:
    """Fuzz whole games of Zurmat, alternating strict memory and notes."""
    return fuzzed_game(
        "zurmat",
        games,
        jobs,
        *(
            f"Whole games of Zurmat by random choices, strict memory and notes in turn: {games:,} games.",
            "Invariants after every decision and of every checkpoint; forks, saves, positions, undo and redo, imagined "
            "worlds, and pairs of worlds that a seat cannot tell apart.",
        ),
    )


def enduring_freedom(games: int, jobs: int) -> tuple[list[str], bool]:
    """Fuzz whole campaigns of Enduring Freedom, by players who end phases early and others."""
    return fuzzed_game(
        "enduring-freedom",
        games,
        jobs,
        *(
            f"Whole campaigns of Enduring Freedom by random choices: {games:,} games.",
            "Each counter in exactly one place, NetWar Points from 0 to 99, capacities of Staging Areas, steps of "
            "units, nobody back who is out of the game; forks, saves, positions, undo, and worlds that look the same.",
        ),
    )


# -- Events from many positions -----------------------------------------------------------------------


def examine_sides(start: int, stop: int) -> State:
    """Examine some sides from every position; return counts and failures."""
    from tests.distant_plain.event_properties import SIDES, examine, name

    counts: dict[str, dict[str, int]] = {}
    failures: list[str] = []
    for side in SIDES[start:stop]:
        try:
            counts[name(side)] = examine(side, EVENT_POSITIONS, EVENT_TRIES)
        except Exception as problem:
            failures.append(f"{name(side)}: {type(problem).__name__}: {problem}")
    return {"counts": counts, "failures": failures}


def events(_: int, jobs: int) -> tuple[list[str], bool]:
    """Execute and preview every side from many positions."""
    from tests.distant_plain.event_properties import SIDES

    chunks = chunked("events", examine_sides, [*range(0, len(SIDES), CHUNK), len(SIDES)], jobs)
    failures = [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]
    sides = {side: n for chunk in chunks for side, n in cast(dict[str, dict[str, int]], chunk["counts"]).items()}
    idle = [side for side, n in sides.items() if not n["changed"]]
    lines = [
        f"Each of {len(SIDES)} sides executed and previewed from {EVENT_POSITIONS} positions of random games, with "
        f"invariants on. A witness is played and must change something; where there is none, {EVENT_TRIES} random "
        "plays and a busy one must change nothing.",
        "",
        *(
            f"- {what}: {sum(n[what] for n in sides.values()):,}"
            for what in ("plays", "changed", "witnesses", "nothing")
        ),
        f"- sides that changed nothing anywhere: {', '.join(idle) or 'none'}",
        f"- failures: {len(failures)}",
        *(f"  - {failure}" for failure in failures),
    ]
    return lines, not failures and not idle
