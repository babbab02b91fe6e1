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
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import cast

from tools.soak.boards import BOARD_GAMES, boards
from tools.soak.bots import BOT_GAMES, CELL_GAMES, bots, bots_2nd, tournament
from tools.soak.envs import ACTION_GAMES, LEARNING_MINUTES, actions, learning
from tools.soak.games import ENDURING_GAMES, FUZZ_GAMES, ZURMAT_GAMES, enduring_freedom, events, fuzz, zurmat
from tools.soak.hints import HINTED_GAMES, hints
from tools.soak.imports import IMPORTS, imports
from tools.soak.oracles import ORACLE_POSITIONS, consult_oracles
from tools.soak.prompts import PROMPTS, prompts
from tools.soak.puzzles import GAMES as PUZZLE_GAMES
from tools.soak.puzzles import puzzles_part
from tools.soak.questions import QUESTION_GAMES, look_at_questions
from tools.soak.resumable import ROOT, Bar, Kept, State, sources
from tools.soak.secrets import COMPARISONS, SAMPLES, secrets, timing
from tools.soak.server import KILLS, attacks, kills
from tools.soak.strength import PARTS as STRENGTH
from tools.soak.strength import take
from tools.soak.study import SPREAD_GAMES, STUDY_GAMES, spread, studies
from tools.soak.week import DAYS, week

PAGE = ROOT / "docs" / "soak.md"

DIGEST_GAMES = 30
HASH_SEEDS = ("1", "20240229")
#: The game some of whose rules are broken, and how many.
RULES_OF = "distant-plain"
MUTATIONS = 20
MUTATION_SEED = 7
#: Time limit in seconds for the tests of a broken rule.
PATIENCE = 600

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
    from khyber.lab.coverage import mark_of

    code, failed = run_tests(tests)
    if code != 0:
        return {"noticed": False, "by": "", "why": f"its tests do not pass unbroken ({failed[0] if failed else code})"}
    code, failed = run_tests(tests, "--maxfail=1", "--break", mark_of(RULES_OF, number))
    if code == 1 and failed:
        return {"noticed": True, "by": failed[0].removeprefix("tests/"), "why": ""}
    return {"noticed": False, "by": "", "why": f"no test noticed (pytest's exit code {code})"}


def mutation(count: int, jobs: int) -> tuple[list[str], bool]:
    """Break the functions of some rules, drawn by seed; a marked test must fail."""
    from khyber.engine.chance import stream
    from khyber.lab.coverage import coverage, folder_of_tests

    covered = coverage(RULES_OF, folder_of_tests())
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
    import msgspec  # here only: the other parts also run where the standard library is all there is

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
    "prompts": prompts,
    "hints": hints,
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
    "week": week,
    "actions": actions,
    "learning": learning,
    "studies": studies,
    "spread": spread,
    **STRENGTH,
    "puzzles": puzzles_part,
    "boards": boards,
    "questions": look_at_questions,
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
    parser.add_argument("--prompts", type=int, default=PROMPTS, help="how many prompts of each game to check")
    parser.add_argument("--hinted-games", type=int, default=HINTED_GAMES, help="how many games to check hints in")
    parser.add_argument("--bot-games", type=int, default=BOT_GAMES, help="how many games with Non-players")
    parser.add_argument("--positions", type=int, default=ORACLE_POSITIONS, help="how many positions for each oracle")
    parser.add_argument("--cell", type=int, default=CELL_GAMES, help="how many games for each cell of the tournament")
    parser.add_argument("--rules", type=int, default=MUTATIONS, help="how many rules to break")
    parser.add_argument("--kills", type=int, default=KILLS, help="how often to kill a server on each database")
    parser.add_argument("--days", type=int, default=DAYS, help="how many days a server is used")
    parser.add_argument("--comparisons", type=int, default=COMPARISONS, help="how many answers to compare in pairs")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="how often to time each request of a pair")
    parser.add_argument("--action-games", type=int, default=ACTION_GAMES, help="how many games for the action lists")
    parser.add_argument("--minutes", type=int, default=LEARNING_MINUTES, help="how long to learn each game")
    parser.add_argument("--study-games", type=int, default=STUDY_GAMES, help="how many games in the study")
    parser.add_argument("--spread-games", type=int, default=SPREAD_GAMES, help="how many games for each speed-up")
    parser.add_argument("--board-games", type=int, default=BOARD_GAMES, help="how many games by each board")
    parser.add_argument("--question-games", type=int, default=QUESTION_GAMES, help="how many games to find questions")
    parser.add_argument("--puzzle-games", type=int, default=PUZZLE_GAMES, help="how many games of a turn of a puzzle")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--take", type=Path, help="first take over strength games that another machine kept here")
    parser.add_argument("--digests", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.digests is not None:
        print_digests(given.digests)
        return 0
    if given.take is not None:
        print(f"strength: {take(given.take):,} games taken over")
    good = True
    for name in given.part or PARTS:
        counts = {
            "fuzz": given.games,
            "zurmat": given.zurmat_games,
            "enduring-freedom": given.enduring_freedom_games,
            "imports": given.imports,
            "prompts": given.prompts,
            "hints": given.hinted_games,
            "bots": given.bot_games,
            "bots-2nd": given.bot_games,
            "oracles": given.positions,
            "tournament": given.cell,
            "mutation": given.rules,
            "secrets": given.comparisons,
            "timing": given.samples,
            "kills": given.kills,
            "week": given.days,
            "actions": given.action_games,
            "learning": given.minutes,
            "studies": given.study_games,
            "spread": given.spread_games,
            "boards": given.board_games,
            "questions": given.question_games,
            "puzzles": given.puzzle_games,
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
