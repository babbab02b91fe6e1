"""The search: lines for the rest of a step or turn, compared in the same worlds, in rounds that keep the best."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Final, Generic

from khyber.agents.agent import Agent
from khyber.agents.strong.lines import Line, changed, drawn_opening, play_line, play_on, stand_ins
from khyber.agents.strong.thinking import CANDIDATES, Thinking
from khyber.agents.strong.worth import Worth
from khyber.engine.chance import stream
from khyber.engine.errors import Error
from khyber.engine.optional import Bots, Evaluation
from khyber.engine.play import S
from khyber.engine.table import Table

#: Worlds of the first comparison. With fewer, the luckiest line wins instead of the best.
FIRST_WORLDS: Final = 6
#: The last comparison by the clock takes this many.
MAX_WORLDS: Final = 96
#: Of each round one in this many is kept, and the next compares in twice as many worlds.
KEPT: Final = 4
#: The least standard error of a lead.
MIN_ERROR: Final = 1e-6
#: Of this many best lines changes are tried.
PARENTS: Final = 3
#: Random choices at the start of a line.
LONGEST_OPENING: Final = 4
#: What the origin of a bot's turn begins with: the bot's name.
BOT: Final = "bot:"
#: Candidates of a search by the clock: it looks for more in the first half of its time.
FEWEST, MOST = 4, 256
#: It stops looking after this many in a row that it has met before.
MET_BEFORE: Final = 16
#: Standard errors by which a line is surely behind the best, and a lead that is not worth more thought.
SURE: Final = 3.0
INDIFFERENT: Final = 0.001


@dataclass(slots=True)
class Candidate:
    """A line, where it came from, and its value in each world so far."""

    #: The choices in the first world.
    line: Line
    origin: str
    values: list[float] = field(default_factory=list)
    #: How many of them are made in every world; then this bot goes on, which sees what the dice and others did.
    fixed: int | None = None
    policy: str = ""
    #: In how many of its worlds it was chosen to be compared again.
    chosen_in: int = FIRST_WORLDS

    @property
    def opening(self) -> Line:
        return self.line[: self.fixed]

    @property
    def is_bots(self) -> bool:
        return self.origin.startswith(BOT)

    @property
    def value(self) -> float:
        """The mean over all worlds but those in which it was chosen to be compared again."""
        return mean(self.values[self.chosen_in :] or self.values or (0.0,))

    def value_in(self, worlds: int) -> float:
        """Return the mean of the first worlds."""
        return mean(self.values[:worlds] or (0.0,))

    def lead_over(self, other: Candidate) -> float:
        """Return how far it is ahead, in standard errors."""
        average, error = self.measured_against(other)
        return average / error

    def measured_against(self, other: Candidate) -> tuple[float, float]:
        """Return how far it is ahead in the worlds that both were compared in, and the standard error.

        The first worlds do not count, because there it was chosen among many; without others it is not ahead.
        """
        pairs = zip(self.values[self.chosen_in :], other.values[self.chosen_in :], strict=False)
        leads = [own - others for own, others in pairs]
        if len(leads) < 2:
            return 0.0, inf
        average = mean(leads)
        variance = sum((lead - average) ** 2 for lead in leads) / (len(leads) - 1)
        return average, max(sqrt(variance / len(leads)), MIN_ERROR)

    def is_settled(self, other: Candidate) -> bool:
        """Return whether it is surely better than the other, or it makes no difference."""
        average, error = self.measured_against(other)
        return average > SURE * error or average + SURE * error < INDIFFERENT


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def trusted(ranked: list[Candidate], evaluation: Evaluation[S]) -> list[Candidate]:
    """Return the candidates with the bot's turn first, unless the best leads it by as much as the game asks for.

    Of many lines the best is partly the luckiest, and partly the one that is overrated most; without this the search
    can play worse than the bot.
    """
    bots = next((one for one in ranked if one.is_bots), ranked[0])
    if bots is ranked[0]:
        return ranked
    lead, _ = ranked[0].measured_against(bots)
    if ranked[0].lead_over(bots) > evaluation.doubt and lead >= evaluation.least_lead:
        return ranked
    return [bots, *(one for one in ranked if one is not bots)]


class Search(Generic[S]):
    """One search at one decision, from what its seat knows."""

    def __init__(
        self,
        table: Table[S],
        seat: str,
        thinking: Thinking,
        *,
        worth: Worth[S] | None = None,
        given: Sequence[Line] = (),
        salt: int = 0,
    ) -> None:
        """`given` are lines to compare with those it finds; another `salt` draws other worlds and candidates."""
        self._table, self._seat, self._thinking, self._given = table, seat, thinking, given
        self.worth = worth or Worth.of(table.game)
        self._over = time.perf_counter() + thinking.seconds
        #: From what the seat knows alone: in worlds that it cannot tell apart it searches the same way.
        self._seed = stream("strong", seat, json.dumps([table.view(seat), table.asked(seat)]), salt)
        self._source = random.Random(self._seed)
        self._evaluation = Evaluation[S].of(table.game)
        #: Bots whose turns are compared; a taught one draws other turns by itself.
        self._policies = self._evaluation.policies(seat)[: None if self.worth.policy is None else 1]
        self._worlds: list[Table[S]] = []
        self.compared: list[Candidate] = []

    def best(self) -> list[Candidate]:
        """Return the candidates compared, the one to play first."""
        self._begin()
        left = self._ranked()
        worlds = FIRST_WORLDS
        while len(left) > 1 and not self._is_over(worlds):
            left = self._kept(left)
            worlds = min(2 * worlds, self._thinking.worlds or MAX_WORLDS)
            complete = self._compare(left, worlds)
            left.sort(key=lambda one: -one.value)
            if not complete:
                break
            if not self._thinking.is_repeatable and all(left[0].is_settled(one) for one in left[1:]):
                break
        rest = [one for one in self._ranked() if one not in left]
        return [*trusted(left, self._evaluation), *rest]

    def _kept(self, ranked: list[Candidate]) -> list[Candidate]:
        """Return the best few, and the best turn of a bot: the others must prove better than that."""
        kept = ranked[: max(2, len(ranked) // KEPT)]
        return kept if any(one.is_bots for one in kept) else kept + [one for one in ranked if one.is_bots][:1]

    # -- candidates -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Compare the bots' turns, then others as long as there is time for them."""
        for line in self._given:
            self._add(Candidate(line, "given"))
        for bot in (*self._policies[:1], *Bots.of(self._table.game).bots):
            self._add(self._turn_of(bot, bot))
        self._compare(self.compared, FIRST_WORLDS)
        halfway = (time.perf_counter() + self._over) / 2
        number = met = 0
        while self._wants_more(number, met, halfway):
            met = 0 if self._grow(number) else met + 1
            number += 1

    def _wants_more(self, number: int, met: int, halfway: float) -> bool:
        """Return whether to look for another line; of those so far, the last `met` were known already."""
        if self._thinking.is_repeatable:
            return number < CANDIDATES
        now = time.perf_counter()
        return now < self._over and met < MET_BEFORE and (number < FEWEST or (now < halfway and number < MOST))

    def _turn_of(self, bot: str, origin: str) -> Candidate:
        line = play_line(self.world(0), self._seat, (), self._agents(self._table, bot))
        return Candidate(line, origin, fixed=0, policy=bot)

    def _grow(self, number: int) -> bool:
        """Add a line: another bot's or a drawn opening and, every other time, a change of one of the best so far.

        Return False if it was met before.
        """
        if number % 2:
            parents = self._ranked()[:PARENTS]
            made = self._change_of(parents[number // 2 % len(parents)], self.world(number % FIRST_WORLDS))
        elif number // 2 + 1 < len(self._policies):
            made = self._turn_of(self._policies[number // 2 + 1], "policy")
        else:
            length = self._source.randint(1, LONGEST_OPENING)
            world = self.world(number % FIRST_WORLDS)
            line = drawn_opening(world, self._seat, self._agents(world), self._source, length)
            made = Candidate(line, "drawn", fixed=length)
        is_new = self._add(made)
        if is_new:
            self._compare([made], FIRST_WORLDS)
        return is_new

    def _change_of(self, parent: Candidate, world: Table[S]) -> Candidate:
        """Return the line with one choice replaced; the rest is kept where it lies in one step, before the dice."""
        if not parent.line:
            return parent
        at = self._source.randrange(len(parent.line))
        line = changed(world, self._seat, parent.line, self._agents(world, parent.policy), self._source, at)
        return Candidate(line, "changed", fixed=at + 1 if self._evaluation.plans_turns else None, policy=parent.policy)

    def _add(self, made: Candidate) -> bool:
        """Add a candidate, unless it is like another one."""
        if any(one.line == made.line for one in self.compared):
            return False
        self.compared.append(made)
        return True

    def _ranked(self) -> list[Candidate]:
        """Return the candidates with the value of the first worlds, best first."""
        full = [one for one in self.compared if len(one.values) >= FIRST_WORLDS] or self.compared
        return sorted(full, key=lambda one: -one.value_in(FIRST_WORLDS))

    # -- values ---------------------------------------------------------------------------------------

    def values_of(self, candidates: Sequence[Candidate]) -> list[list[float]]:
        """Return the values of these candidates, in the same worlds, as many as there is time for."""
        self._compare(candidates, MAX_WORLDS)
        return [one.values for one in candidates]

    def _compare(self, candidates: Sequence[Candidate], worlds: int) -> bool:
        """Evaluate the candidates in the same worlds, one world after another.

        Return False if time ran out: then all of them have fewer values, but still of the same worlds.
        """
        for number in range(worlds):
            for one in candidates:
                if len(one.values) > number:
                    continue
                one.values.append(self._value(one, number))
            late = not self._thinking.is_repeatable and time.perf_counter() > self._over
            if late and number + 1 < worlds:
                return False
        return True

    def _value(self, one: Candidate, number: int) -> float:
        try:
            world = self.played_out(one.opening, number, one.policy)
        except Error:
            return 0.0  # a world in which the line fails counts against it
        return self.worth.chance(world.state, self._seat)

    def played_out(self, line: Line, number: int, policy: str = "") -> Table[S]:
        """Return the imagined world of that number after the line and the steps that the evaluation wants."""
        world = self.world(number)
        play_line(world, self._seat, line, self._agents(world, policy))
        play_on(world, self._agents(world), self.worth.horizon)
        return world

    def _agents(self, world: Table[S], policy: str = "") -> dict[str, Agent[S]]:
        return stand_ins(world, self._seat, policy, self.worth.policy)

    def world(self, number: int) -> Table[S]:
        """Return a fresh copy of an imagined world."""
        while len(self._worlds) <= number:
            seed = stream(self._seed, len(self._worlds))
            self._worlds.append(self._table.imagine(self._seat, seed, self._drawn))
        return self._worlds[number].fork()

    def _drawn(self, state: S, source: random.Random) -> S:
        """Draw a state that looks the same to the seat, by habit if the game knows any."""
        found = self._evaluation.likely(state, self._seat, source) if self.worth.by_habit else None
        return self._table.game.imagine(state, (self._seat,), source) if found is None else found

    def _is_over(self, worlds: int) -> bool:
        if self._thinking.is_repeatable:
            return worlds >= self._thinking.worlds
        return worlds >= MAX_WORLDS or time.perf_counter() > self._over
