"""Counts of lines of play from the positions in tests/perft, as python-chess counts moves.

python -m tools.generate.perft                                       compare all counts with the committed ones
python -m tools.generate.perft --write                               write new counts, after an intended change of rules
python -m tools.generate.perft distant-plain sweep --divide 2        split one count by the first choice
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import khyber
from khyber.api import table_at
from khyber.catalogue import GAMES
from khyber.engine.table import Table
from khyber.lab.perft import divide, perft

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "perft"


@dataclass(frozen=True, slots=True)
class Case:
    """One position and the counts from it, for depths 1, 2, ..."""

    game: str
    name: str
    counts: tuple[int, ...]
    #: A position in TOML; a new game where there is none.
    position: str = ""
    scenario: str | None = None
    options: tuple[str, ...] = ()
    seed: int = 1
    #: Choices made before counting begins.
    choices: tuple[str, ...] = ()
    asides: bool = False

    def table(self) -> Table[Any]:
        """Return the table to count from."""
        if self.position:
            table = table_at(self.game, self.position, seed=self.seed)
        else:
            table = khyber.new(self.game, scenario=self.scenario, options=self.options, seed=self.seed)
        for choice in self.choices:
            table.choose(choice)
        return table

    def counted(self) -> tuple[int, ...]:
        """Count again, to the depths of the committed counts."""
        table = self.table()
        return tuple(perft(table, depth, asides=self.asides) for depth in range(1, len(self.counts) + 1))


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.toml"


def cases(game: str) -> Iterator[Case]:
    """Read the cases of a game; `board` names a position of the file, and `at` changes some of its fields."""
    document = tomllib.loads(file_of(game).read_text(encoding="utf-8"))
    boards = document.pop("boards")
    for name, given in document.items():
        made: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
        board, changes = made.pop("board", None), made.pop("at", {})
        yield Case(game, name, position="\n".join(toml(merged(boards[board], changes))) if board else "", **made)


def merged(board: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with some fields changed, at any depth."""
    return {
        **board,
        **{
            key: merged(board.get(key, {}), value) if isinstance(value, dict) else value
            for key, value in changes.items()
        },
    }


def toml(document: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the lines of a document."""
    yield from (f"{key} = {json.dumps(value)}" for key, value in document.items() if not isinstance(value, dict))
    for key, value in document.items():
        if isinstance(value, dict):
            yield f"[{path}{key}]"
            yield from toml(value, f"{path}{key}.")


def write(case: Case, counts: tuple[int, ...]) -> None:
    """Replace the committed counts of a case."""
    path = file_of(case.game)
    text = path.read_text(encoding="utf-8")
    pattern = rf"(?ms)(^\[{re.escape(case.name)}\]\n.*?^counts = )\[.*?\]"
    path.write_text(re.sub(pattern, rf"\g<1>{list(counts)}", text, count=1), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=GAMES, help="only this game")
    parser.add_argument("case", nargs="?", help="only this case")
    parser.add_argument("--divide", type=int, metavar="DEPTH", help="split the count of this depth by the first choice")
    parser.add_argument("--write", action="store_true", help="write the counts into tests/perft")
    given = parser.parse_args()
    chosen = [
        case
        for game in ([given.game] if given.game else GAMES)
        for case in cases(game)
        if given.case in (None, case.name)
    ]
    if not chosen:
        parser.error(f"unknown case {given.case!r}; see {file_of(given.game).name}")
    differing = 0
    for case in chosen:
        if given.divide:
            table = case.table()
            print(f"{case.game} {case.name}: {table.decision.ask if table.decision else 'the game is over'}")
            split = divide(table, given.divide, asides=case.asides)
            for key, count in split.items():
                print(f"  {key}: {count}")
            print(f"  total: {sum(split.values())}")
            continue
        begun = time.perf_counter()
        counts = case.counted()
        same = counts == case.counts
        differing += not same
        print(
            f"{case.game} {case.name}: {' '.join(map(str, counts))} ({time.perf_counter() - begun:.1f} s)"
            f"{'' if same else f', committed: {case.counts}'}",
            flush=True,
        )
        if given.write and not same:
            write(case, counts)
    return 1 if differing and not given.write else 0


if __name__ == "__main__":
    sys.exit(main())
