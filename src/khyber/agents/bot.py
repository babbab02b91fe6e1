"""A game's own bot in a seat: it keeps the mind of the present step, and finds it again after an undo or a load."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Generic

from khyber.agents.agent import Seen
from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Message, Option, Value
from khyber.engine.errors import Error
from khyber.engine.history import answers_given, asides_taken, branch_at, retrace
from khyber.engine.mind import Mind, NoPlan, Replanning
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, answer_entry
from khyber.engine.table import Table

#: The key of the option by which a game lets something be enough.
DONE: Final = "done"


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


@dataclass(frozen=True, slots=True)
class Answer:
    """One question, what was answered, and what the bot answers to it: empty if it has no plan for it."""

    ask: str
    rule: str
    key: str
    bot: str
    #: The question itself, for its words.
    decision: Decision = field(compare=False, repr=False)


class Follower(Generic[S]):
    """A bot's mind that goes through one step of one seat, whoever answers there.

    While all answers are what it would have answered, the turn is its own. Once somebody has answered otherwise
    (`departed`), it plans the rest anew where it can; where it still has no plan, it says so.
    """

    __slots__ = ("_fresh", "departed", "mind")

    def __init__(self, table: Table[S], bot: str, seat: str, *, step: int | None = None, telling: bool = False) -> None:
        self._fresh: Callable[[], Mind[S]] = partial(mind_of, table, bot, seat, step=step, telling=telling)
        self.mind = self._fresh()
        #: The first answer that is not the bot's.
        self.departed: Answer | None = None

    def answer(self, table: Table[S], decision: Decision) -> Value:
        """What the bot answers. Raises NoPlan where it has no plan in a turn that is not its own alone."""
        try:
            value = self.mind.answer(Seen(table, decision).play(), decision)
        except Exception as problem:  # a plan that was made for another course of things may fail in any way
            if self.alone(table):
                raise
            raise NoPlan(f"no plan for {decision.ask!r}: {problem}") from problem
        if value not in decision.values and not self.alone(table):
            raise NoPlan(f"no plan for {decision.ask!r}: {decision.notation.key(value)} is not offered")
        return value

    def alone(self, table: Table[S]) -> bool:
        """Whether nobody has interfered with the turn: by answers of their own, or by what they did unasked.

        What goes wrong then is a mistake in the bot's rules, and is raised as such.
        """
        return self.departed is None and not asides_taken(table)

    def follow(self, table: Table[S], decision: Decision, entry: str) -> Answer:
        """Take note of what was answered, as the record has it."""
        key = entry[1:] if entry[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
        try:
            own = decision.notation.key(self.answer(table, decision))
        except Exception:
            own = ""
        made = Answer(decision.ask, decision.rule, key, own, decision)
        if own != key:
            self.departed = self.departed or made
            self.plan_anew(table, decision, key)
        return made

    def plan_anew(self, table: Table[S], decision: Decision, key: str) -> None:
        """Go on from an answer that was not planned: a mind without plans is asked as if nothing else were open."""
        value = decision.values[index] if (index := decision.find(key)) is not None else decision.values[0]
        mind = self.mind if isinstance(self.mind, Replanning) else self._fresh()
        try:
            if isinstance(mind, Replanning):
                mind.overruled(Seen(table, decision).play(), decision, value)
            else:
                mind.answer(Seen(table, decision).play(), decision.again(lambda: [value]))
        except Exception:
            mind = self._fresh()
        self.mind = mind

    def why(self) -> Sequence[Message]:
        return self.mind.why()


class Bot(Generic[S]):
    """One bot in one seat of one table at a time.

    It may be seated in the midst of a turn that somebody else began, or that another release began in its place. There
    it does what it has a plan for, else it lets it be enough, else anything will do. From the next step on everything
    is its own.
    """

    def __init__(self, name: str, *, telling: bool = False) -> None:
        self.name = name
        self.telling = telling
        #: How many choices of the present step it had no plan for.
        self.unplanned = 0
        self._follower: Follower[S] | None = None
        self._table: Table[S] | None = None
        self._step = -1
        self._trail: tuple[str, ...] = ()
        self._given = 0
        self._followed: Counter[str] = Counter()

    @property
    def mind(self) -> Mind[S] | None:
        """What it thinks with in the present step."""
        return self._follower.mind if self._follower is not None else None

    def followed(self) -> Counter[str]:
        """How often each of its rules of thumb was followed so far, by id."""
        return self._followed + Counter(self.mind.used() if self.mind is not None else {})

    def __call__(self, seen: Seen[S]) -> Option:
        table, decision = seen.table, seen.decision
        since = table.since
        if not self._still_there(table, since, seen.seat):
            self._begin(seen)
        assert self._follower is not None
        try:
            option = chosen(decision, self._follower.answer(table, decision))
        except NoPlan:
            if self._follower.alone(table):
                raise
            option = self._way_out(seen)
            self._follower.plan_anew(table, decision, option.key)  # as it would be found again after a load
        self._trail = (*since, answer_entry(decision, option.key))
        self._given = answers_given(table, seen.seat) + 1
        return option

    def _way_out(self, seen: Seen[S]) -> Option:
        """Of a turn that is not its own: enough, or any option."""
        self.unplanned += 1
        options = seen.decision.options
        enough = next((option for option in options if option.key == DONE), None)
        return enough or options[seen.random().randrange(len(options))]

    def _still_there(self, table: Table[S], since: tuple[str, ...], seat: str) -> bool:
        trail = self._trail
        return (self._table is table and self._step == len(table.steps) and len(since) >= len(trail)
                and since[: len(trail)] == trail and answers_given(table, seat) == self._given)

    def _begin(self, seen: Seen[S]) -> None:
        """A new step, or one taken up in its midst: then its decisions are thought through again."""
        table = seen.table
        if self.mind is not None:
            self._followed.update(self.mind.used())
        self._follower = Follower(table, self.name, seen.seat, telling=self.telling)
        self._table, self._step, self._trail, self.unplanned = table, len(table.steps), (), 0
        self._given = answers_given(table, seen.seat)
        if self._given:
            for again, entry in retrace(table):
                decision = again.decision
                if decision is not None and decision.seat == seen.seat:
                    self._follower.follow(again, decision, entry)
