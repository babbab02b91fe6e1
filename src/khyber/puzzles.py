"""Puzzles: positions where one turn is far better than the rest (`tools/tuning/puzzles.py` finds them)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from khyber import api
from khyber.agents.driver import PERSON
from khyber.agents.strong.lines import Line
from khyber.catalogue import GAMES, file
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted
from khyber.engine.table import Table


@dataclass(frozen=True, slots=True)
class Other:
    """One of the best turns that begin with another choice than the solution, or do without its key choice."""

    line: Line
    value: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the seat to play, and its best turn."""

    id: str
    game: str
    seat: str
    position: str
    solution: Line
    value: float
    others: tuple[Other, ...]
    #: Whether the game's own bot begins like the solution, or makes its key choice: then it is easy.
    easy: bool
    #: The value of the bot's turn, and the worlds in which all were compared.
    bot: float
    worlds: int
    #: The game it comes from: its scenario, its seed, who played, and the step.
    scenario: str
    seed: int
    agents: str
    step: int
    #: The choice of the solution without which turns are far worse; "" for the first one.
    key: str = ""

    @property
    def to_key(self) -> Line:
        """The solution up to the choice that a hint gives away."""
        return self.solution[: self.solution.index(self.key or self.solution[0]) + 1]

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2])

    def seats(self, solver: str = PERSON) -> dict[str, str]:
        """Return who plays each seat: the solver, and bots by the players' rules."""
        return {seat: solver if seat == self.seat else self.agents for seat in find_game(self.game).seats}

    def table(self, seed: int = 0) -> Table[Any]:
        """Return a table at the position, with a person in the seat to play."""
        return api.table_at(self.game, self.position, seed=seed, seats=self.seats())


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easy ones first. Raises BadSetup for an unknown game.

    >>> puzzles(GAMES[0])[0].id == f"{GAMES[0]}-1"
    True
    """
    written = file(game, "puzzles.toml")
    if not written.is_file():
        return ()
    return tuple(_read(game, one) for one in tomllib.loads(written.read_text(encoding="utf-8")).get("puzzle", ()))


def puzzle(name: str) -> Puzzle:
    """Return the puzzle with this id: its game and number. Raises BadSetup if there is none."""
    game = name.rpartition("-")[0]
    found = next((one for one in puzzles(game) if one.id == name), None) if game in GAMES else None
    if found is None:
        raise BadSetup(f"there is no puzzle {quoted(name)}: an id is a game and a number, such as {GAMES[0]}-3")
    return found


def _read(game: str, one: dict[str, Any]) -> Puzzle:
    source = one["source"]
    return Puzzle(
        one["id"],
        game,
        one["seat"],
        one["position"],
        tuple(one["solution"]),
        one["value"],
        tuple(Other(tuple(other["line"]), other["value"]) for other in one["others"]),
        one["bot-begins"],
        one["bot"],
        one["worlds"],
        source["scenario"],
        int(source["seed"]),
        source["agents"],
        source["step"],
        one.get("key", ""),
    )
