"""Puzzles played to the end by agents: does the solution win more games than every turn that begins differently?

A search plays a few turns and estimates the rest; where the estimate errs, so does the puzzle. These games decide it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, Final

from khyber.agents.agent import Agent
from khyber.agents.analysis.solving import worth_in_puzzles
from khyber.agents.analysis.weighing import idea
from khyber.agents.driver import advance, agent_named
from khyber.agents.strong.lines import Line, play_line
from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import final_shares
from khyber.engine.errors import Error
from khyber.engine.table import Table
from khyber.lab.puzzles import LEAST, MOST

#: Makes these worlds others than those in which puzzles are found and compared.
SALT: Final = 5
#: Standard errors by which a lead is clear, and by which a turn is so far behind that it need not be played further.
CLEAR: Final = 2.0
HOPELESS: Final = 3.0
#: The least lead of a puzzle, as a share of all games.
WORTHWHILE: Final = 0.05


class Played:
    """Games from one position: the same worlds for every turn of the seat, and the same agents in all seats."""

    def __init__(self, table: Table[Any], seat: str, agent: str) -> None:
        self._seat, self._agent, self._game = seat, agent, table.game
        self._worlds = Search(table, seat, Thinking(worlds=1), worth=worth_in_puzzles(table.game), salt=SALT)

    def game(self, line: Line, number: int) -> float:
        """Return how well the seat does when the agents finish the turn and the game: 1 is won, a half drawn."""
        try:
            world = self._worlds.world(number)
            agents: Mapping[str, Agent[Any] | None] = {
                who: agent_named(self._agent, self._game) for who in self._game.seats
            }
            play_line(world, self._seat, line, {who: agent for who, agent in agents.items() if agent is not None})
            advance(world, agents)
        except Error:
            return 0.0  # as in the search: a line that fails counts against it
        return final_shares(self._game, world.state)[self._game.seats.index(self._seat)]


def turns_to_play(table: Table[Any], solution: Line, others: Sequence[Line]) -> list[Line]:
    """Return the solution, the other turns, and every other first choice, after which the agent goes on by itself."""
    assert table.decision is not None
    known = {idea(line) for line in (solution, *others)}
    return [solution, *others, *((option.key,) for option in table.decision.options if option.key not in known)]


@dataclass(frozen=True, slots=True)
class Lead:
    """How far the solution is ahead of the best other turn, in games of the same worlds."""

    rival: Line
    solution: float
    other: float
    error: float
    games: int

    @property
    def size(self) -> float:
        return self.solution - self.other

    @property
    def is_clear(self) -> bool:
        return self.size > CLEAR * self.error

    @property
    def holds(self) -> bool:
        """Whether it makes a puzzle: a clear lead that is worth finding, where not all is lost or won."""
        return self.is_clear and self.size >= WORTHWHILE and LEAST <= self.solution <= MOST


def lead(values: Mapping[Line, Sequence[float]], solution: Line) -> Lead:
    """Return the lead of the solution over the turn that is most likely to be better."""
    return min(
        (_over(values[solution], values[line], line) for line in values if idea(line) != idea(solution)),
        key=lambda one: one.size,
    )


def still_close(values: Mapping[Line, Sequence[float]], solution: Line) -> list[Line]:
    """Return the solution and the turns that are not hopelessly behind it."""
    rivals = (line for line in values if idea(line) != idea(solution))
    measured = ((line, _over(values[solution], values[line], line)) for line in rivals)
    return [solution, *(line for line, one in measured if one.size <= HOPELESS * one.error)]


def _over(mine: Sequence[float], theirs: Sequence[float], rival: Line) -> Lead:
    games = min(len(mine), len(theirs))
    gaps = [one - other for one, other in zip(mine, theirs, strict=False)]
    average = sum(gaps) / games
    error = sqrt(sum((gap - average) ** 2 for gap in gaps) / (games - 1) / games) if games > 1 else inf
    return Lead(rival, sum(mine[:games]) / games, sum(theirs[:games]) / games, error, games)
