"""Agents: stateless functions of what a seat may know, so that replays repeat them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic

from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Option, Options
from khyber.engine.game import View
from khyber.engine.optional import Bots
from khyber.engine.play import Play, S
from khyber.engine.table import Table


class Seen(Generic[S]):
    """A table as one seat sees it: its decision, its view, and worlds drawn from what it knows."""

    __slots__ = ("decision", "seat", "table")

    def __init__(self, table: Table[S], decision: Decision) -> None:
        #: The table itself, for agents that track the game; they must not read its state.
        self.table = table
        self.decision = decision
        self.seat = decision.seat

    def view(self) -> View:
        return self.table.view(self.seat)

    def play(self) -> Play[S]:
        """Return a scratch copy of what the seat knows."""
        game = self.table.game
        return game.play(Bots.of(game).known(self.table.state, self.seat))

    def asides(self) -> Options:
        return self.table.asides(self.seat)

    def imagine(self, seed: int) -> Table[S]:
        return self.table.imagine(self.seat, seed)

    def random(self) -> random.Random:
        """Return the agent's own random stream for this decision."""
        table = self.table
        return random.Random(stream(table.header.seed, "agent", self.seat, len(table.steps), len(table.since)))


#: An agent returns an option of its decision, or one of its asides.
Agent = Callable[[Seen[S]], Option]
