"""The search: lines for the rest of a step, compared in the same imagined worlds, in rounds that keep the best."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass, field
from typing import Final, Generic

from khyber.agents.strong.lines import Line, changed, play_on, play_step, random_opening, stand_ins
from khyber.agents.strong.thinking import CANDIDATES, Thinking
from khyber.engine.chance import stream
from khyber.engine.errors import Error
from khyber.engine.optional import Bots, Evaluation
from khyber.engine.play import S
from khyber.engine.table import Table

#: Worlds of the first comparison. With fewer, the luckiest line wins instead of the best.
FIRST_WORLDS: Final = 6
#: Of each round one in this many is kept, and the next compares in twice as many worlds.
KEPT: Final = 4
#: Of this many best lines changes are tried.
PARENTS: Final = 3
#: Random choices at the start of a line.
LONGEST_OPENING: Final = 4
#: Candidates of a search by the clock.
FEWEST, MOST = 4, 64


@dataclass(slots=True)
class Candidate:
    """A line, where it came from, and its value in each world so far."""

    line: Line
    origin: str
    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        return self.value_in(len(self.values))

    def value_in(self, worlds: int) -> float:
        """Return the mean of the first worlds."""
        values = self.values[:worlds]
        return sum(values) / len(values) if values else 0.0


class Search(Generic[S]):
    """One search at one decision, from what its seat knows."""

    def __init__(self, table: Table[S], seat: str, thinking: Thinking) -> None:
        self._table, self._seat, self._thinking = table, seat, thinking
        self._evaluation = Evaluation[S].of(table.game)
        self._over = time.perf_counter() + thinking.seconds
        #: From what the seat knows alone: in worlds that it cannot tell apart it searches the same way.
        self._seed = stream("strong", seat, json.dumps([table.view(seat), table.asked(seat)]))
        self._source = random.Random(self._seed)
        self._worlds: list[Table[S]] = []
        self.compared: list[Candidate] = []

    def best(self) -> list[Candidate]:
        """Return the candidates compared, best first."""
        self._begin()
        left = self._ranked()
        worlds = FIRST_WORLDS
        while len(left) > 1 and not self._is_over(worlds):
            left = left[: max(2, len(left) // KEPT)]
            worlds = min(2 * worlds, self._thinking.worlds) if self._thinking.is_repeatable else 2 * worlds
            complete = self._compare(left, worlds)
            left.sort(key=lambda one: -one.value)
            if not complete:
                break
        rest = [one for one in self._ranked() if one not in left]
        return [*left, *rest]

    # -- candidates -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Compare the bots' turns, then others as long as there is time for them."""
        began = time.perf_counter()
        for bot in Bots.of(self._table.game).bots:
            self._add(play_step(self._world(0), self._seat, (), stand_ins(self._table, self._seat, bot)), bot)
        self._compare(self.compared, FIRST_WORLDS)
        each = (time.perf_counter() - began) / max(1, len(self.compared))
        wanted = CANDIDATES
        if not self._thinking.is_repeatable:
            wanted = min(MOST, max(FEWEST, int((self._over - time.perf_counter()) / each / 2)))
        for number in range(wanted):
            self._grow(number)
            if not self._thinking.is_repeatable and time.perf_counter() > self._over:
                return

    def _grow(self, number: int) -> None:
        """Add a line: a random opening or, every other time, a change of one of the best so far."""
        world = self._world(number % FIRST_WORLDS)
        if number % 2:
            parents = self._ranked()[:PARENTS]
            parent = parents[number // 2 % len(parents)]
            made = self._add(changed(world, self._seat, parent.line, self._source), "changed")
        else:
            made = self._add(random_opening(world, self._seat, self._source, LONGEST_OPENING), "random")
        if made is not None:
            self._compare([made], FIRST_WORLDS)

    def _add(self, line: Line, origin: str) -> Candidate | None:
        if any(one.line == line for one in self.compared):
            return None
        self.compared.append(Candidate(line, origin))
        return self.compared[-1]

    def _ranked(self) -> list[Candidate]:
        """Return the candidates with the value of the first worlds, best first."""
        full = [one for one in self.compared if len(one.values) >= FIRST_WORLDS] or self.compared
        return sorted(full, key=lambda one: -one.value_in(FIRST_WORLDS))

    # -- values ---------------------------------------------------------------------------------------

    def _compare(self, candidates: list[Candidate], worlds: int) -> bool:
        """Evaluate the candidates in the same worlds, one world after another.

        Return False if time ran out: then all of them have fewer values, but still of the same worlds.
        """
        for number in range(worlds):
            for one in candidates:
                if len(one.values) > number:
                    continue
                one.values.append(self._value(one.line, number))
            late = not self._thinking.is_repeatable and time.perf_counter() > self._over
            if late and number + 1 < worlds:
                return False
        return True

    def _value(self, line: Line, number: int) -> float:
        world = self._world(number)
        agents = stand_ins(world, self._seat)
        try:
            play_step(world, self._seat, line, agents)
            play_on(world, agents, self._evaluation.horizon)
        except Error:
            return 0.0  # a world in which the line fails counts against it
        return self._evaluation.winning_chance(world.state, self._seat)

    def _world(self, number: int) -> Table[S]:
        """Return a fresh copy of an imagined world."""
        while len(self._worlds) <= number:
            self._worlds.append(self._table.imagine(self._seat, stream(self._seed, len(self._worlds))))
        return self._worlds[number].fork()

    def _is_over(self, worlds: int) -> bool:
        if self._thinking.is_repeatable:
            return worlds >= self._thinking.worlds
        return time.perf_counter() > self._over
