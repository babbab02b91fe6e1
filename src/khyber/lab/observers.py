"""Observers gather statistics of a game, so that the loop that plays it knows nothing of reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import ClassVar

from khyber.agents.agent import Agent
from khyber.engine import optional
from khyber.engine.decision import Decision, Option
from khyber.engine.game import Json, Outcome
from khyber.engine.play import S
from khyber.engine.table import Table


class Observer:
    """Observes one game: `before` its first decision, at each `step` before the choice, `after` its end.

    `figures` are its results, as plain data that other processes can send. `after` is not called for a failed game.
    """

    name: ClassVar[str] = ""

    def before(self, table: Table[S]) -> None:
        return

    def seated(self, agents: Mapping[str, Agent[S] | None]) -> None:
        """Receive the agents before the first decision."""
        return

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        return

    def after(self, table: Table[S]) -> None:
        return

    def figures(self) -> dict[str, Json]:
        return {}


#: Makes an observer per game, such as a class; it must be importable by other processes.
MakeObserver = Callable[[], Observer]


class Decisions(Observer):
    """Counts the decisions of each seat, their options, and asides."""

    name = "decisions"

    def __init__(self) -> None:
        self._by_seat: Counter[str] = Counter()
        self._options = 0
        self._asides = 0

    def step(self, table: Table[S], decision: Decision, option: Option) -> None:
        if option.decision is decision:
            self._by_seat[decision.seat] += 1
            self._options += len(decision.options)
        else:
            self._asides += 1

    def figures(self) -> dict[str, Json]:
        return {
            "decisions": self._by_seat.total(),
            "options": self._options,
            "asides": self._asides,
            "by-seat": dict[str, Json](self._by_seat),
        }


class Ending(Observer):
    """The winner, the margins, and how the game ended."""

    name = "ending"

    def __init__(self) -> None:
        self._outcome: Outcome | None = None
        self._steps = 0

    def after(self, table: Table[S]) -> None:
        self._outcome = table.outcome
        self._steps = len(table.steps)

    def figures(self) -> dict[str, Json]:
        outcome = self._outcome
        if outcome is None:
            return {}
        return {
            "winner": outcome.winner,
            "ranking": list[Json](outcome.ranking),
            "margins": dict[str, Json](outcome.margins),
            "ending": outcome.ending,
            "title": outcome.title,
            "degree": outcome.degree,
            "equal": list[Json](outcome.equal),
            "steps": self._steps,
        }


class Tallies(Observer):
    """Counts that the game makes from its log (`Game.tally`), by figure."""

    name = "tallies"

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}

    def after(self, table: Table[S]) -> None:
        self._counts = {figure: Counter() for figure in optional.Tallies.of(table.game).tallies}
        for event in table.all_events():
            for figure, what in optional.Tallies.of(table.game).tally(event):
                self._counts[figure][what] += 1

    def figures(self) -> dict[str, Json]:
        return {figure: dict[str, Json](counts) for figure, counts in self._counts.items()}
