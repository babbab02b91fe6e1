"""Find puzzles in games of bots, and collect the best of them for the package.

    python -m tools.tuning.puzzles find distant-plain --out FOLDER --minutes 10 --jobs 16
    python -m tools.tuning.puzzles collect distant-plain --from FOLDER --count 100

`find` needs the standard library only. It writes one file for each game, goes on after the last when started again, and
ends by itself. `collect` checks what was found in new worlds and writes the best to the game's `puzzles.toml`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from khyber.catalogue import GAMES  # noqa: E402
from khyber.catalogue import file as file_of  # noqa: E402
from khyber.catalogue import game as find_game  # noqa: E402
from khyber.engine.optional import Evaluation  # noqa: E402
from khyber.lab.playouts import Lead  # noqa: E402
from khyber.lab.processes import spread  # noqa: E402
from khyber.lab.puzzles import SHARE, Alternative, Found, confirmed, puzzles_in  # noqa: E402
from khyber.puzzles import Other, Puzzle  # noqa: E402
from tools.soak.puzzles import GAME, Games, judged  # noqa: E402
from tools.soak.puzzles import GAMES as PLAYED  # noqa: E402

SEED = 20_010


def work(game: str, folder: Path, first: int, each: int, until: float, share: float) -> None:
    """Look for puzzles in every n-th game until time is up, except in those done before."""
    index = first
    while time.time() < until:
        file = folder / f"{game}-{index:05d}.json"
        if not file.exists():
            found: list[dict[str, Any]] = []
            for one in puzzles_in(game, SEED, index, share, until):
                found.append(asdict(one))
                write(file, found)
            write(file, found)
        index += each


def write(file: Path, found: list[dict[str, Any]]) -> None:
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(found), encoding="utf-8")
    os.replace(beside, file)


def find(game: str, folder: Path, minutes: float, jobs: int, share: float, first: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    until = time.time() + 60 * minutes
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=work, args=(game, folder, first + n, jobs, until, share)) for n in range(jobs)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        time.sleep(5)
        print(f"{game}: {summary(game, folder)}", flush=True)
    print(f"{game}: {summary(game, folder)}")


def read(game: str, folder: Path) -> list[list[dict[str, Any]]]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob(f"{game}-*.json"))]


def summary(game: str, folder: Path) -> str:
    games = read(game, folder)
    return f"{len(games)} games, {sum(map(len, games))} puzzles"


def gap(one: dict[str, Any]) -> float:
    return float(one["value"]) - max(float(other["value"]) for other in one["others"])


def collect(game: str, folder: Path, count: int) -> None:
    """Take the puzzles with the largest gaps, no seat and no question far more often than the others."""
    found = [one for listed in read(game, folder) for one in listed]
    checks = list(spread(check, [(index, one) for index, one in enumerate(found)], len(os.sched_getaffinity(0))))
    every = sorted(
        (one for _, one in sorted(checks, key=lambda made: made[0]) if one is not None), key=lambda one: -gap(one)
    )
    print(f"{game}: {len(every)} of {len(found)} confirmed")
    if game == GAME:
        every = [one for one, lead in zip(every, played(every), strict=True) if lead.holds]
        print(f"{game}: {len(every)} hold when played to the end")
    taken: list[dict[str, Any]] = []
    by_seat: dict[str, int] = {}
    seats = {one["seat"] for one in every}
    for one in every:
        if by_seat.get(one["seat"], 0) < -(-count // max(1, len(seats))) * 1.5 and len(taken) < count:
            taken.append(one)
            by_seat[one["seat"]] = by_seat.get(one["seat"], 0) + 1
    taken += [one for one in every if one not in taken][: count - len(taken)]
    taken.sort(key=lambda one: (not one["bot_begins"], -gap(one)))  # the easiest first
    text = "\n".join(in_toml(game, number, one) for number, one in enumerate(taken, 1))
    evaluation = Evaluation[Any].of(find_game(game))
    keyed = evaluation.puzzle_horizon > 0
    head = (
        f"# Found by `python -m tools.tuning.puzzles find {game}` (seed {SEED}) in games between bots"
        f"{', some steps of which were played at random' if keyed else ''}; `source` says where.\n"
        f"# Every solution is better by {evaluation.puzzle_gap:.2f} or more than any turn "
        f"{'without its key choice' if keyed else 'that begins differently'}.\n\n"
    )
    Path(str(file_of(game, "puzzles.toml"))).write_text(head + text, encoding="utf-8")
    print(f"{game}: {len(taken)} of {len(every)}, {by_seat}")


def played(listed: list[dict[str, Any]]) -> list[Lead]:
    """Play these puzzles to the end by the game's bot."""
    return judged(Games(), [as_puzzle(one) for one in listed], PLAYED, len(os.sched_getaffinity(0)))


def as_puzzle(one: dict[str, Any]) -> Puzzle:
    names = ("game", "seat", "position", "value", "bot", "worlds", "scenario", "seed", "step", "agents", "key")
    others = tuple(Other(tuple(other["line"]), other["value"]) for other in one["others"])
    return Puzzle(
        id=f"{one['seed']}-{one['step']}",
        solution=tuple(one["solution"]),
        others=others,
        easy=one["bot_begins"],
        **{name: one[name] for name in names},
    )


def check(given: tuple[int, dict[str, Any]]) -> tuple[int, dict[str, Any] | None]:
    """Confirm one puzzle in new worlds."""
    index, one = given
    fields = {**one, "others": [Alternative(**other) for other in one["others"]]}
    found = confirmed(Found(**fields))
    return index, None if found is None else asdict(found)


def in_toml(game: str, number: int, one: dict[str, Any]) -> str:
    others = ",\n".join(
        f"  {{ value = {other['value']}, line = {json.dumps(other['line'])} }}" for other in one["others"]
    )
    return (
        f'[[puzzle]]\nid = "{game}-{number}"\nseat = "{one["seat"]}"\nvalue = {one["value"]}\nbot = {one["bot"]}\n'
        f"bot-begins = {'true' if one['bot_begins'] else 'false'}\nworlds = {one['worlds']}\n"
        + (f'key = "{one["key"]}"\n' if one["key"] else "")
        + f"solution = {json.dumps(one['solution'])}\nothers = [\n{others},\n]\n"
        f'source = {{ scenario = "{one["scenario"]}", seed = "{one["seed"]}", agents = "{one["agents"]}", '
        f"step = {one['step']} }}\nposition = '''\n{one['position']}'''\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("find", help="Look for puzzles in games of bots.")
    finder.add_argument("game", choices=GAMES)
    finder.add_argument("--out", type=Path, required=True, help="Folder for what is found; work resumes there.")
    finder.add_argument("--minutes", type=float, default=5)
    finder.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    finder.add_argument("--share", type=float, default=SHARE, help="Share of the decisions to look at.")
    finder.add_argument("--first", type=int, default=0, help="The game to begin with, so that machines share the work.")
    collector = commands.add_parser("collect", help="Write the best puzzles found into the package.")
    collector.add_argument("game", choices=GAMES)
    collector.add_argument("--from", dest="folder", type=Path, required=True)
    collector.add_argument("--count", type=int, required=True)
    given = parser.parse_args()
    if given.command == "find":
        find(given.game, given.out, given.minutes, given.jobs, given.share, given.first)
    else:
        collect(given.game, given.folder, given.count)


if __name__ == "__main__":
    main()
