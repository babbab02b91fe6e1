"""The agent: searches at the first choice of a step or turn, then plays the line it found and lets its bot finish."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final, Generic

from khyber.agents.agent import Agent, Seen
from khyber.agents.strong.lines import Line, Span, stand_ins
from khyber.agents.strong.search import Candidate, Search
from khyber.agents.strong.thinking import Thinking
from khyber.agents.strong.worth import Worth
from khyber.engine.decision import Option
from khyber.engine.optional import Turns
from khyber.engine.play import S
from khyber.engine.table import Table

#: Share of the time for a step outside one's own turn, and the least for another search in the same step.
ASIDE_SHARE: Final = 0.25
LEAST_SHARE: Final = 0.2


class Strong(Generic[S]):
    """Plans the rest of a step or turn at its first choice, and again where the plan is no longer offered."""

    def __init__(self, thinking: Thinking, worth: Worth[S] | None = None) -> None:
        self.thinking = thinking
        #: By default with the network that comes with Khyber.
        self.worth = worth
        #: What the last search compared, best first.
        self.compared: list[Candidate] = []
        self._opening: Line = ()
        self._place = 0
        self._rest: Agent[S] | None = None
        self._table: Table[S] | None = None
        self._span: Span[S] | None = None
        self._spent = 0.0

    def __call__(self, seen: Seen[S]) -> Option:
        decision = seen.decision
        if len(decision.values) == 1:
            return decision.options[0]
        fresh = self._span is None or self._table is not seen.table or not self._span.holds(seen.table)
        if fresh:
            self._table, self._span = seen.table, Span(seen.table, seen.seat)
        if fresh or not self._is_next(seen):
            self._plan(seen, fresh=fresh)
        if self._place == len(self._opening):
            assert self._rest is not None
            return self._rest(seen)
        found = decision.find(self._opening[self._place])
        assert found is not None
        self._place += 1
        return decision.options[found]

    def _is_next(self, seen: Seen[S]) -> bool:
        """Return whether the line is over, and its bot goes on, or its next choice is offered."""
        over = self._place == len(self._opening)
        return over or seen.decision.find(self._opening[self._place]) is not None

    def _searched(self, seen: Seen[S], thinking: Thinking) -> list[Candidate]:
        if thinking.processes > 1:
            from khyber.agents.strong.team import best_together, can_fork  # multiprocessing is slow to import

            if can_fork():
                return best_together(seen.table, seen.seat, thinking, self.worth)
        return Search(seen.table, seen.seat, thinking, worth=self.worth).best()

    def _plan(self, seen: Seen[S], *, fresh: bool) -> None:
        table = seen.table
        self._spent = 0.0 if fresh else self._spent
        share = 1.0 if Turns.of(table.game).whose_turn(table.state) == seen.seat else ASIDE_SHARE
        seconds = max(LEAST_SHARE, 1 - self._spent / self.thinking.seconds) * share * self.thinking.seconds
        began = time.perf_counter()
        self.compared = self._searched(seen, replace(self.thinking, seconds=seconds))
        self._spent += time.perf_counter() - began
        best = self.compared[0]
        self._opening, self._place = best.opening, 0
        worth = self.worth or Worth.of(table.game)
        self._rest = stand_ins(table, seen.seat, best.policy, worth.policy)[seen.seat]
