"""Compares a player's turn with the solution of a puzzle, in new worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from khyber.agents.analysis.weighing import weigh
from khyber.agents.explain import choices_made
from khyber.agents.strong.lines import Line
from khyber.agents.strong.reasons import options_of, percent
from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth
from khyber.engine.decision import Message, TurnMessage
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation
from khyber.engine.play import S
from khyber.engine.table import Table

#: Worlds of the comparison: other ones than when the puzzle was found.
WORLDS: Final = 24
SALT: Final = 3
#: The share of the solution's lead over the next idea that a turn may lack and still solve the puzzle.
TOLERANCE: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class Compared:
    """The values of a turn, of the solution, and of the best turn that begins differently."""

    value: float
    solution: float
    other: float
    #: The solution and that other turn, in words to be.
    told: tuple[Message, ...]

    @property
    def solved(self) -> bool:
        return self.value >= self.solution - TOLERANCE * max(0.0, self.solution - self.other)


def worth_in_puzzles(game: Game[S]) -> Worth[S]:
    """Return what turns are valued by: no network, because a puzzle has the same solution without NumPy.

    Nor habits: whoever solves it knows only the position, so all worlds that it allows are equally likely.
    """
    worth = Worth(game, None)
    worth.horizon = Evaluation[S].of(game).puzzle_horizon or worth.horizon
    worth.by_habit = False
    return worth


def line_played(table: Table[S], seat: str) -> Line:
    """Return what a seat chose in the first step of a table."""
    return choices_made(table, 0, seat)


def is_played(table: Table[S], seat: str) -> bool:
    """Return whether the seat's turn is over: the first step is finished."""
    return len(table.steps) > 0 or table.decision is None


def compare(table: Table[S], seat: str, line: Line, solution: Line, other: Line, worlds: int = WORLDS) -> Compared:
    """Compare a turn with the solution and the best other idea; the table is at the position of the puzzle."""
    search = Search(table, seat, Thinking(worlds=worlds), worth=worth_in_puzzles(table.game), salt=SALT)
    found = {one.line: one.value for one in weigh(search, seat, {line, solution, other}, range(worlds))}
    told = [
        TurnMessage(key, {"n": percent(found[one])}, options_of(search.world(0), seat, one))
        for key, one in (("search.solution", solution), ("search.next-best", other))
    ]
    return Compared(found[line], found[solution], found[other], tuple(told))
