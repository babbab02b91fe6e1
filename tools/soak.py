"""The long checks, resumable; their figures go to docs/soak.md.

    python -m tools.soak                                   every part
    python -m tools.soak --part fuzz --games 2000 --jobs 2

Results are kept in .soak/, a file per part, until sources or tests change.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from hashlib import blake2b
from importlib import import_module
from multiprocessing import get_context
from typing import cast

import msgspec

from tools.resumable import KEPT, ROOT, Bar, Kept, State, chunked, sources
from tools.soak_imports import IMPORTS, imports
from tools.soak_oracles import ORACLE_POSITIONS, consult_oracles
from tools.soak_secrets import COMPARISONS, SAMPLES, secrets, timing
from tools.soak_server import KILLS, attacks, kills

PAGE = ROOT / "docs" / "soak.md"

FUZZ_GAMES = ZURMAT_GAMES = ENDURING_GAMES = BOT_GAMES = 2_000
CELL_GAMES = 200
CHUNK = 10
#: Games checked at every decision; the others are checked at one in `SELDOM`.
THOROUGH, SELDOM = 10, 25
DIGEST_GAMES = 30
#: The fuzzer's prefix for counts of Events; positions per side, and tries that must change nothing.
EVENT = "event "
EVENT_POSITIONS, EVENT_TRIES = 200, 50
HASH_SEEDS = ("1", "20240229")
MUTATIONS = 20
MUTATION_SEED = 7
#: Time limit in seconds for the tests of a broken rule.
PATIENCE = 600

# -- fuzz -------------------------------------------------------------------------------------------


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
    return _added(chunks, "counts"), [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]


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


# -- Non-players --------------------------------------------------------------------------------------


def bots_chunk(bot: str, start: int, stop: int) -> State:
    """Play games with Non-players from `start` to `stop`; return outcomes of turns and failures."""
    from tests.distant_plain.bots.games import game_of_bots

    from khyber.lab.turn_figures import turns_of

    games = [game_of_bots(index, bot) for index in range(start, stop)]
    turns = turns_of(games)
    return {
        "failures": [f"game {played.index}: {played.error}" for played in games if played.error],
        **{
            what: getattr(turns, what)
            for what in ("turns", "outcomes", "reasons", "operations", "activities", "followed", "idle")
        },
    }


def bots(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play whole games with Non-players of the 3rd printing in all seats, then in some."""
    return games_of_bots("bots", "3rd", games, jobs)


def bots_2nd(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play the same with the 2nd printing, then with both printings at a table."""
    return games_of_bots("bots-2nd", "2nd", games + games // 2, jobs)


def games_of_bots(part: str, printing: str, games: int, jobs: int) -> tuple[list[str], bool]:
    from tests.distant_plain.bots.games import BOTH, MIXED

    from khyber.lab.flowcharts import REASONS, steps_of_flowcharts
    from khyber.lab.turns import INEFFECTIVE, NO_REASON, WASTEFUL

    chunks = chunked(part, partial(bots_chunk, f"bot:{printing}"), [*range(0, games, CHUNK), games], jobs)
    counts = {what: _added(chunks, what) for what in ("outcomes", "reasons", "operations", "activities", "followed")}
    failures = [failure for chunk in chunks for failure in cast(list[str], chunk["failures"])]
    idle = [turn for chunk in chunks for turn in cast(list[str], chunk["idle"])]
    never = [step for step in steps_of_flowcharts(printing=printing) if step not in counts["followed"]]
    alone, mixed = min(games, MIXED), min(games, BOTH) - MIXED
    beside = f", {games - BOTH:,} with both printings beside each other" if games > BOTH else ""
    lines = [
        f"{alone:,} games of four Non-players over the three scenarios, {max(0, mixed):,} with random agents in one to "
        f"three seats{beside}; invariants at every checkpoint. An intent not on offer is a failure.",
        "",
        f"- turns of Non-players: {sum(cast(int, chunk['turns']) for chunk in chunks):,}",
        f"- what came of them: {_listed(counts['outcomes'])}",
        f"- declined because of: {_listed(counts['reasons'])}",
        f"- Operations: {_listed(counts['operations'])}",
        f"- Special Activities: {_listed(counts['activities'])}",
        f"- steps of the flowcharts followed: {len(counts['followed'])}; never: {len(never)}",
        *(f"  - {step}: {REASONS.get(step, 'NO REASON KNOWN')}" for step in never),
        *(f"- {turn}" for turn in idle[:20]),
        f"- failures: {len(failures)}",
        *(f"  - {failure}" for failure in failures[:20]),
    ]
    bad = counts["outcomes"].get(WASTEFUL, 0) + counts["outcomes"].get(INEFFECTIVE, 0)
    good = not failures and not bad and NO_REASON not in counts["reasons"] and all(step in REASONS for step in never)
    return lines, good


def _added(chunks: Sequence[State], what: str) -> dict[str, int]:
    total: dict[str, int] = {}
    for chunk in chunks:
        for name, n in cast(dict[str, int], chunk[what]).items():
            total[name] = total.get(name, 0) + n
    return dict(sorted(total.items()))


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in counts.items()) or "none"


# -- one printing against the other -------------------------------------------------------------------


def tournament(games: int, jobs: int) -> tuple[list[str], bool]:
    """Seat a Non-player of one printing among three of the other, in every seat and scenario."""
    from khyber.lab.standings import table_of_lone_seats
    from khyber.lab.tournament import Tournament, compete

    scenarios = ("short", "main", "extended")
    plan = Tournament("distant-plain", ("bot:2nd", "bot:3rd"), games * 8 * len(scenarios), scenarios, lone=True)
    KEPT.mkdir(exist_ok=True)
    with Bar("tournament", plan.games, 0) as bar:
        standing = compete(plan, KEPT / f"tournament-{sources()}.jsonl", KEPT / "errors", jobs, done=bar.advance)
    failures = [f"game {result.index}: {result.error}" for result in standing.failed]
    lines = [
        f"One Non-player of one printing among three of the other, {games} games a cell; seats rotate over the same "
        "decks. Games won by that one, with the 95% interval (Wilson) and its mean margin.",
        "",
        *table_of_lone_seats(standing),
        "",
        f"- games: {len(standing.finished):,}",
        f"- failures: {len(failures)}",
        *(f"  - {f}" for f in failures[:20]),
    ]
    return lines, not failures and not standing.stopped


# -- independence of PYTHONHASHSEED -------------------------------------------------------------------


def print_digests(games: int) -> None:
    """Print the digest of every record as JSON; runs in a process of its own."""
    from tests.distant_plain.fuzzing import configuration

    import khyber

    digests = []
    for index in range(games):
        scenario, players, options = configuration(index)
        table = khyber.play("distant-plain", scenario=scenario, players=players, options=options, seed=index)
        digests.append(blake2b(table.save().encode(), digest_size=8).hexdigest())
    print(json.dumps(digests))


def hash_seeds(games: int, jobs: int) -> tuple[list[str], bool]:
    """Play the same games under different values of PYTHONHASHSEED."""
    kept = Kept("hashseed", games)
    with Bar("hashseed", len(HASH_SEEDS), 0) as bar:
        for seed in HASH_SEEDS:
            if seed not in kept.chunks:
                done = subprocess.run(
                    [sys.executable, "-m", "tools.soak", "--digests", str(games)],
                    check=True,
                    capture_output=True,
                    text=True,
                    cwd=ROOT,
                    env={**os.environ, "PYTHONHASHSEED": seed},
                )
                kept.keep(seed, {"digests": json.loads(done.stdout)})
            bar.advance()
    first, second = (cast(list[str], kept.chunks[seed]["digests"]) for seed in HASH_SEEDS)
    differing = [index for index, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]
    which = ", ".join(map(str, differing)) or "none"
    return [
        f"{games} games of random agents, each in two processes with PYTHONHASHSEED {' and '.join(HASH_SEEDS)}: the "
        "digests of their records are compared.",
        "",
        f"- games: {games}",
        f"- records that differ: {which}",
    ], not differing


# -- broken rules -------------------------------------------------------------------------------------


def run_tests(tests: Sequence[str], *options: str) -> tuple[int, list[str]]:
    """Return the exit code of pytest and the failed tests."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rf",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        *options,
        *tests,
    ]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return -1, [f"not over after {PATIENCE} s"]
    return done.returncode, re.findall(r"^FAILED (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)


def break_rule(number: str, tests: Sequence[str]) -> State:
    """Run the tests of a rule intact and broken: all pass, then at least one fails."""
    code, failed = run_tests(tests)
    if code != 0:
        return {"noticed": False, "by": "", "why": f"its tests do not pass unbroken ({failed[0] if failed else code})"}
    code, failed = run_tests(tests, "--maxfail=1", "--break", number)
    if code == 1 and failed:
        return {"noticed": True, "by": failed[0].removeprefix("tests/"), "why": ""}
    return {"noticed": False, "by": "", "why": f"no test noticed (pytest's exit code {code})"}


def mutation(count: int, jobs: int) -> tuple[list[str], bool]:
    """Break the functions of some rules, drawn by seed; a marked test must fail."""
    from khyber.engine.chance import stream
    from khyber.lab.coverage import coverage, folder_of_tests

    covered = coverage("distant-plain", folder_of_tests())
    numbers = sorted(covered)
    drawn = random.Random(stream("mutation", MUTATION_SEED)).sample(numbers, min(count, len(numbers)))
    kept = Kept("mutation", MUTATION_SEED)
    left = [number for number in drawn if number not in kept.chunks]
    with (
        Bar("mutation", len(drawn), len(drawn) - len(left)) as bar,
        ProcessPoolExecutor(jobs, get_context("spawn")) as workers,
    ):
        running = {}
        for number in left:
            if covered[number].functions and covered[number].tests:
                running[workers.submit(break_rule, number, covered[number].tests)] = number
            else:
                kept.keep(number, {"noticed": False, "by": "", "why": "it has no function or no marked test"})
                bar.advance()
        for future in as_completed(running):
            kept.keep(running[future], future.result())
            bar.advance()
    noticed = sum(bool(kept.chunks[number]["noticed"]) for number in drawn)
    lines = [
        f"{len(drawn)} of {len(numbers)} rules, drawn with seed {MUTATION_SEED}: the functions registered for each are "
        "made to do the wrong thing (see tests/rule_plugin.py), and a test marked with the rule must fail.",
        "",
        f"- broken: {len(drawn)}",
        f"- noticed: {noticed}",
        "",
        "| Rule | Noticed by |",
        "| --- | --- |",
    ]
    for number in drawn:
        found = kept.chunks[number]
        lines.append(f"| {number} {covered[number].title} | {_cell(str(found['by'] or found['why']))} |")
    return lines, noticed == len(drawn)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# -- speed --------------------------------------------------------------------------------------------


def bench(_: int, jobs: int) -> tuple[list[str], bool]:
    """Return the figures of `khyber bench`."""
    from khyber.lab.bench import Bench
    from khyber.lab.bench.report import rows

    kept = Kept("bench")
    with Bar("bench", 1, 0) as bar:
        if "bench" not in kept.chunks:
            command = [sys.executable, "-m", "khyber", "bench", "--json"]
            done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
            kept.keep("bench", json.loads(done.stdout))
        bar.advance()
    listed = [(title, row) for title, group in rows(msgspec.convert(kept.chunks["bench"], Bench)) for row in group]
    lines = ["Speed and memory, by `khyber bench`.", "", "| What | Figure | Bar | |", "| --- | ---: | ---: | --- |"]
    lines += [f"| {title}: {row.what} | {row.figure} | {row.bar} | {row.verdict} |" for title, row in listed]
    return lines, all(row.clears is not False for _, row in listed)


# -- all together -------------------------------------------------------------------------------------

#: The parts: each takes a count and a number of processes, and returns lines and whether it passed.
PARTS: dict[str, Callable[[int, int], tuple[list[str], bool]]] = {
    "fuzz": fuzz,
    "zurmat": zurmat,
    "enduring-freedom": enduring_freedom,
    "events": events,
    "imports": imports,
    "bots": bots,
    "bots-2nd": bots_2nd,
    "oracles": consult_oracles,
    "tournament": tournament,
    "hashseed": hash_seeds,
    "mutation": mutation,
    "secrets": secrets,
    "timing": timing,
    "kills": kills,
    "attacks": attacks,
    "bench": bench,
}


def sections() -> dict[str, list[str]]:
    """Return the current sections of the page, by part."""
    found: dict[str, list[str]] = {}
    if PAGE.is_file():
        for text in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, body = text.partition("\n")
            found[name.strip()] = body.strip("\n").split("\n")
    return found


def page(parts: dict[str, list[str]]) -> Iterator[str]:
    yield "# Soak"
    yield ""
    yield "The long checks, written by `make soak`. Each part names the digest of its sources."
    for name in PARTS:
        yield from ("", f"## {name}", "")
        yield from parts.get(name, ["Not run yet."])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=list(PARTS), action="append", help="this part only (may be repeated)")
    parser.add_argument("--games", type=int, default=FUZZ_GAMES, help="how many games to fuzz")
    parser.add_argument("--zurmat-games", type=int, default=ZURMAT_GAMES, help="how many games of Zurmat to fuzz")
    parser.add_argument("--enduring-freedom-games", type=int, default=ENDURING_GAMES, help="how many campaigns to fuzz")
    parser.add_argument("--imports", type=int, default=IMPORTS, help="how many mutated records and positions")
    parser.add_argument("--bot-games", type=int, default=BOT_GAMES, help="how many games with Non-players")
    parser.add_argument("--positions", type=int, default=ORACLE_POSITIONS, help="how many positions for each oracle")
    parser.add_argument("--cell", type=int, default=CELL_GAMES, help="how many games for each cell of the tournament")
    parser.add_argument("--rules", type=int, default=MUTATIONS, help="how many rules to break")
    parser.add_argument("--kills", type=int, default=KILLS, help="how often to kill a server on each database")
    parser.add_argument("--comparisons", type=int, default=COMPARISONS, help="how many answers to compare in pairs")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="how often to time each request of a pair")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--digests", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.digests is not None:
        print_digests(given.digests)
        return 0
    good = True
    for name in given.part or PARTS:
        counts = {
            "fuzz": given.games,
            "zurmat": given.zurmat_games,
            "enduring-freedom": given.enduring_freedom_games,
            "imports": given.imports,
            "bots": given.bot_games,
            "bots-2nd": given.bot_games,
            "oracles": given.positions,
            "tournament": given.cell,
            "mutation": given.rules,
            "secrets": given.comparisons,
            "timing": given.samples,
            "kills": given.kills,
        }
        lines, passed = PARTS[name](counts.get(name, DIGEST_GAMES), given.jobs)
        good = good and passed
        written = sections() | {name: [*lines, "", f"Counted on {sources()}: {'passed' if passed else 'FAILED'}."]}
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text("\n".join(page(written)) + "\n", encoding="utf-8")
        print(f"{name}: {'passed' if passed else 'FAILED'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
