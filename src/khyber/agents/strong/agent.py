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
from khyber.engine.optional import Evaluation, Turns
from khyber.engine.play import S
from khyber.engine.table import Table

#: Share of the time for a step outside one's own turn, and the least for another search in the same step.
ASIDE_SHARE: Final = 0.25
MIN_SHARE: Final = 0.2
#: The least time for a search, when those before it have used up the turn's.
MIN_SECONDS: Final = 0.01


class Strong(Generic[S]):
    """Plans the rest of a step or turn at its first choice, and again where the plan is no longer offered."""

    def __init__(self, thinking: Thinking, worth: Worth[S] | None = None, *, explain: bool = False) -> None:
        self.thinking = thinking
        self.explain = explain
        #: The last search, if it explains its turns and has searched in this one; and the choices since.
        self.search: Search[S] | None = None
        self.since = 0
        #: By default with the network that comes with Khyber.
        self.worth = worth
        #: What the last search compared, best first.
        self.compared: list[Candidate] = []
        self._opening: Line = ()
        self._place = 0
        self._rest: Agent[S] | None = None
        self._table: Table[S] | None = None
        self._span: Span[S] | None = None
        #: Seconds used in this step or turn; and, where a turn has several searches, those left in which turn.
        self._spent = 0.0
        self._left, self._turn = 0.0, -1

    def __call__(self, seen: Seen[S]) -> Option:
        decision = seen.decision
        if len(decision.values) == 1:
            return decision.options[0]
        fresh = self._span is None or self._table is not seen.table or not self._span.holds(seen.table)
        if fresh:
            self._table, self._span = seen.table, Span(seen.table, seen.seat)
        self.since += 1
        if fresh or not self._is_next(seen):
            self.since = 0
            self._plan(seen, fresh=fresh)
        if self._place == len(self._opening):
            assert self._rest is not None
            return self._rest(seen)
        found = decision.find(self._opening[self._place])
        assert found is not None
        self._place += 1
        return decision.options[found]

    def go_on_at(self, table: Table[S]) -> None:
        """Go on at a copy of the table, where the game has come equally far."""
        if self._table is not None:
            self._table = table

    def _is_next(self, seen: Seen[S]) -> bool:
        """Return whether the line is over, and its bot goes on, or its next choice is offered."""
        over = self._place == len(self._opening)
        return over or seen.decision.find(self._opening[self._place]) is not None

    def _searched(self, seen: Seen[S], thinking: Thinking) -> list[Candidate]:
        search = Search(seen.table, seen.seat, thinking, worth=self.worth)
        self.search = search if self.explain else None
        if thinking.processes > 1:
            from khyber.agents.strong.team import best_together, can_fork  # multiprocessing is slow to import

            if can_fork():
                return best_together(seen.table, seen.seat, thinking, self.worth)
        return search.best()

    def _plan(self, seen: Seen[S], *, fresh: bool) -> None:
        """Set what to play next: the best line of a search, then its bot."""
        worth = self.worth or Worth.of(seen.table.game)
        self._opening, self._place, policy, self.search = (), 0, "", None
        self._spent = 0.0 if fresh else self._spent
        seconds = self._seconds(seen, worth)
        if seconds:
            began = time.perf_counter()
            self.compared = self._searched(seen, replace(self.thinking, seconds=seconds))
            used = time.perf_counter() - began
            self._spent += used
            self._left -= used
            self._opening, policy = self.compared[0].opening, self.compared[0].policy
        self._rest = stand_ins(seen.table, seen.seat, policy, worth.policy)[seen.seat]

    def _seconds(self, seen: Seen[S], worth: Worth[S]) -> float:
        """Return how long to search here; 0 to go without.

        Outside its turn, an agent that was taught follows that: choices there differ by less than playouts can tell.
        """
        state, turns, whole = seen.table.state, Turns.of(seen.table.game), self.thinking.seconds
        if turns.whose_turn(state) != seen.seat:
            share = ASIDE_SHARE if worth.policy is None else 0.0
        elif Evaluation.of(seen.table.game).one_search_a_turn:
            share = 1.0
        else:
            return self._of_what_is_left(turns.round_of(state))
        return max(MIN_SHARE, 1 - self._spent / whole) * share * whole

    def _of_what_is_left(self, turn: int) -> float:
        """Return half of the time that is left for a turn of several searches; most of them end early."""
        if turn != self._turn:
            self._turn, self._left = turn, self.thinking.seconds
        return max(MIN_SECONDS, self._left / 2)
