"""What an agent is: a function of what its seat may know. No hidden memory, so a replay makes the same choices."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic

from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Option, Options
from khyber.engine.game import View
from khyber.engine.play import Play, S
from khyber.engine.table import Table


class Seen(Generic[S]):
    """A table as one seat sees it: the question put to it, its view, and worlds that it may imagine."""

    __slots__ = ("_table", "decision", "seat")

    def __init__(self, table: Table[S], decision: Decision) -> None:
        self._table = table
        self.decision = decision
        self.seat = decision.seat

    def view(self) -> View:
        return self._table.view(self.seat)

    @property
    def table(self) -> Table[S]:
        """The table itself, for what keeps an agent's place in the game; its state is not for agents."""
        return self._table

    def play(self) -> Play[S]:
        """A scratch copy of what the seat knows, to think with."""
        game = self._table.game
        return game.play(game.known(self._table.state, self.seat))

    def asides(self) -> Options:
        return self._table.asides(self.seat)

    def imagine(self, seed: int) -> Table[S]:
        return self._table.imagine(self.seat, seed)

    def random(self) -> random.Random:
        """The agent's own stream: by seed, seat, and where in the game it is asked."""
        table = self._table
        return random.Random(stream(table.header.seed, "agent", self.seat, len(table.steps), len(table.since)))


#: Given what it sees, an agent names one of the options of its decision, or one of its asides.
Agent = Callable[[Seen[S]], Option]
