"""A game's bot that was taught: it follows its own ratings as far as a learned policy does not know better."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from typing import Generic

from khyber.agents.agent import Seen
from khyber.agents.bot import step_bot
from khyber.agents.strong.policy import Policy, leaning
from khyber.engine.bots import Rating, StepBot
from khyber.engine.decision import Option
from khyber.engine.play import S
from khyber.engine.table import Table


@dataclass(slots=True)
class Weighed:
    """What it thinks of the options of a decision."""

    #: What it read of what the seat knows.
    read: bytes
    #: Preferences, the higher the better.
    preferences: list[float]
    #: How far each option lies behind the bot's choice.
    leanings: list[float]
    #: The place of the bot's own choice; -1 if it has none.
    bots: int


class Taught(Generic[S]):
    """Plays one seat by the policy; the bot's plan for a step lasts while its own choices are made."""

    def __init__(self, policy: Policy[S], seat: str) -> None:
        self._policy, self._seat, self._name = policy, seat, policy.bots[seat]
        self._bot: StepBot[S] | None = None
        self._table: Table[S] | None = None
        self._step = -1
        #: The entries of the step; a table that went back has another list.
        self._entries: Sequence[str] | None = None

    def __call__(self, seen: Seen[S]) -> Option:
        """Return the option that it prefers; among equals the bot's own."""
        if len(seen.decision.values) == 1:
            return self._answered(seen, 0, 0)
        weighed = self.weigh(seen)
        top = max(weighed.preferences)
        own = weighed.bots >= 0 and weighed.preferences[weighed.bots] == top
        best = weighed.bots if own else weighed.preferences.index(top)
        return self._answered(seen, best, weighed.bots)

    def draw(self, seen: Seen[S], source: random.Random) -> Option:
        """Return an option at random, the better ones more often."""
        if len(seen.decision.values) == 1:
            return self._answered(seen, 0, 0)
        weighed = self.weigh(seen)
        return self._answered(seen, drawn(weighed.preferences, source), weighed.bots)

    def weigh(self, seen: Seen[S]) -> Weighed:
        """Return what it thinks of the options."""
        table, decision = seen.table, seen.decision
        step, entries = len(table.steps), table.play.entries
        if self._bot is None or self._table is not table or self._step != step or self._entries is not entries:
            self._bot = step_bot(table, self._name, self._seat)
            self._table, self._step, self._entries = table, step, entries
        play = seen.play()
        read = self._policy.read(play.state, decision)
        try:
            bots = decision.values.index(self._bot.answer(play, decision))
        except MemoryError:
            raise
        except Exception:  # in a turn that others began it may have no plan
            bots = -1
        rated = self._bot.rated if isinstance(self._bot, Rating) else ()
        leanings = leaning(decision, bots, rated)
        found: list[float] = self._policy.preferences(self._seat, read, decision, leanings).tolist()
        return Weighed(read, found, leanings, bots)

    def _answered(self, seen: Seen[S], place: int, bots: int) -> Option:
        """Return the option; if it is not the bot's own choice, the bot makes a new plan."""
        if place != bots:
            self._bot = None
        return seen.decision.options[place]


def odds(preferences: list[float]) -> list[float]:
    """Return how likely each option is to be drawn."""
    top = max(preferences)
    shares = [exp(one - top) for one in preferences]
    whole = sum(shares)
    return [share / whole for share in shares]


def drawn(preferences: list[float], source: random.Random) -> int:
    """Return the place of an option, drawn by its preference."""
    place, at = source.random(), 0
    for at, reached in enumerate(accumulate(odds(preferences))):
        if place < reached:
            return at
    return at
