"""A game's own bot in a seat: it keeps the mind of the present step, and finds it again after an undo or a load."""

from __future__ import annotations

import random
from collections import Counter
from typing import Generic

from khyber.agents.agent import Seen
from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Option, Value
from khyber.engine.errors import Error
from khyber.engine.mind import Mind
from khyber.engine.play import S
from khyber.engine.record import answer_entry
from khyber.engine.retracing import branch_at, has_answered, retrace
from khyber.engine.table import Table


class RefusedIntent(Error):
    """A bot wants what is not on offer: one of the two does not follow the rules."""


def chosen(decision: Decision, value: Value) -> Option:
    """The option with that value. Raises RefusedIntent: a bot never does something else instead."""
    try:
        return decision.options[decision.values.index(value)]
    except ValueError:
        raise RefusedIntent(
            f"{decision.seat} is asked {decision.ask!r} {dict(decision.about)} and wants {value!r}, which is not "
            f"offered ({decision.options.some()})") from None


def mind_of(table: Table[S], bot: str, seat: str, *, step: int | None = None, telling: bool = False) -> Mind[S]:
    """A fresh mind for a step of the table, with the stream of chance that is its own there."""
    here = len(table.steps) if step is None else step
    branch = branch_at(table, here, seat)

    def source() -> random.Random:
        return random.Random(stream(table.header.seed, "bot", seat, here, branch))

    return table.game.mind(bot, seat, source, telling=telling)


class Bot(Generic[S]):
    """One bot in one seat of one table at a time."""

    def __init__(self, name: str, *, telling: bool = False) -> None:
        self.name = name
        self.telling = telling
        self.mind: Mind[S] | None = None
        self._table: Table[S] | None = None
        self._step = -1
        self._trail: tuple[str, ...] = ()
        self._followed: Counter[str] = Counter()

    def followed(self) -> Counter[str]:
        """How often each of its rules of thumb was followed so far, by id."""
        return self._followed + Counter(self.mind.used() if self.mind is not None else {})

    def __call__(self, seen: Seen[S]) -> Option:
        table, decision = seen.table, seen.decision
        since = table.since
        if not self._still_there(table, since):
            self._begin(seen)
        assert self.mind is not None
        option = chosen(decision, self.mind.answer(seen.play(), decision))
        self._trail = (*since, answer_entry(decision, option.key))
        return option

    def _still_there(self, table: Table[S], since: tuple[str, ...]) -> bool:
        trail = self._trail
        return (self._table is table and self._step == len(table.steps) and len(since) >= len(trail)
                and since[: len(trail)] == trail)

    def _begin(self, seen: Seen[S]) -> None:
        """A new step, or one taken up in its midst: then its decisions are thought through again."""
        table = seen.table
        if self.mind is not None:
            self._followed.update(self.mind.used())
        self.mind = mind_of(table, self.name, seen.seat, telling=self.telling)
        self._table, self._step, self._trail = table, len(table.steps), ()
        if has_answered(table, seen.seat):
            for again, _ in retrace(table):
                decision = again.decision
                if decision is not None and decision.seat == seen.seat:
                    self.mind.answer(Seen(again, decision).play(), decision)
