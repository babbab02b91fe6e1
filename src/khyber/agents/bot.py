"""The agent that runs a game's own bot: one bot per step, rebuilt after an undo or a load."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Generic

from khyber.agents.agent import Seen
from khyber.engine.bots import NoPlan, Replanner, StepBot
from khyber.engine.chance import stream
from khyber.engine.decision import Decision, Message, Option, Value
from khyber.engine.errors import Error
from khyber.engine.history import asides_taken, branch_at, retrace
from khyber.engine.optional import Bots
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, answer_entry
from khyber.engine.table import Table

#: What the names of agents begin with that play by the players' rules.
AGENT: Final = "agent:"
#: The key of the option that ends a selection.
DONE: Final = "done"


class RefusedIntent(Error):
    """A bot chose a value that is not offered: a bug in its rules or the game's."""


def chosen(decision: Decision, value: Value) -> Option:
    """Return the option with that value. Raises RefusedIntent if there is none."""
    try:
        return Option(decision, decision.values.index(value))
    except ValueError:
        raise RefusedIntent(
            f"{decision.seat} answers {decision.ask!r} {dict(decision.about)} with {value!r}, which is not offered "
            f"({decision.options.some()})"
        ) from None


def step_bot(
    table: Table[S], bot: str, seat: str, *, step: int | None = None, explain: bool = False, key: str | None = None
) -> StepBot[S]:
    """Return a bot for one step (by default the current one), with its own stream of chance.

    A `key` takes the place of the table's seed.
    """
    here = len(table.steps) if step is None else step
    branch = branch_at(table, here, seat)

    def source() -> random.Random:
        return random.Random(stream(table.header.seed if key is None else key, "bot", seat, here, branch))

    return Bots.of(table.game).bot(bot, seat, source, explain=explain)


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision, the key that was chosen, and the bot's own choice ("" if it has no plan)."""

    ask: str
    rule: str
    key: str
    bot: str
    #: The decision itself, for its words.
    decision: Decision = field(compare=False, repr=False)
    #: The bot's reason, if the choice is its own.
    reason: Message | None = field(default=None, compare=False, repr=False)


class Advisor(Generic[S]):
    """A bot that follows all decisions of one seat in one step, no matter who answers them.

    While all answers are its own, so is the turn. After another answer (`departed`) it replans the rest if it can;
    otherwise it has no plan.
    """

    __slots__ = ("_fresh", "bot", "departed")

    def __init__(
        self,
        table: Table[S],
        bot: str,
        seat: str,
        *,
        step: int | None = None,
        explain: bool = False,
        key: str | None = None,
    ) -> None:
        self._fresh: Callable[[], StepBot[S]] = partial(step_bot, table, bot, seat, step=step, explain=explain, key=key)
        self.bot = self._fresh()
        #: The first answer that is not the bot's.
        self.departed: Answer | None = None

    def answer(self, table: Table[S], decision: Decision) -> Value:
        """Return the bot's answer. Raises NoPlan if others also acted in this turn and it has no plan."""
        value = self.intent(table, decision)
        if value not in decision.values and not self.alone(table):
            raise NoPlan(f"no plan for {decision.ask!r}: {decision.notation.key(value)} is not offered")
        return value

    def intent(self, table: Table[S], decision: Decision) -> Value:
        """Return what the bot wants to answer, which may not be offered if others also acted in this turn."""
        try:
            value = self.bot.ready(table.play.state, decision)  # most answers need no copy of the position
            return self.bot.answer(Seen(table, decision).play(), decision) if value is None else value
        except MemoryError:  # the process failed, not the plan
            raise
        except Exception as problem:  # a plan made for other circumstances may fail in any way
            if self.alone(table):
                raise
            raise NoPlan(f"no plan for {decision.ask!r}: {problem}") from problem

    def alone(self, table: Table[S]) -> bool:
        """Return whether the bot alone has acted in this turn: no other answers, no asides.

        A failure is then a bug in the bot's rules, and is raised as such.
        """
        return self.departed is None and not asides_taken(table)

    def follow(self, table: Table[S], decision: Decision, entry: str) -> Answer:
        """Record an answer, given as an entry of the record."""
        key = entry[1:] if entry[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
        try:
            own = decision.notation.key(self.answer(table, decision))
        except MemoryError:
            raise
        except Exception:
            own = ""
        made = Answer(decision.ask, decision.rule, key, own, decision, self.bot.reason() if own == key else None)
        if own != key:
            self.departed = self.departed or made
            self.replan(table, decision, key)
        return made

    def replan(self, table: Table[S], decision: Decision, key: str) -> None:
        """Replan after an answer not in the plan; a bot without plans sees it as the only option."""
        value = decision.values[index] if (index := decision.find(key)) is not None else decision.values[0]
        bot = self.bot if isinstance(self.bot, Replanner) else self._fresh()
        try:
            if isinstance(bot, Replanner):
                bot.overruled(Seen(table, decision).play(), decision, value)
            else:
                bot.answer(Seen(table, decision).play(), decision.again(lambda: [value]))
        except MemoryError:
            raise
        except Exception:
            bot = self._fresh()
        self.bot = bot

    def why(self) -> Sequence[Message]:
        return self.bot.why()


class Bot(Generic[S]):
    """A game's bot as an agent, in one seat of one table at a time.

    It may take over a turn that another player, or another release of its rules, began. In such a turn it follows its
    plan, or ends the selection, or picks any option. From the next step on it plans normally.
    """

    def __init__(self, name: str, *, explain: bool = False) -> None:
        self.name = name
        self.explain = explain
        #: Number of choices of the present step for which it had no plan.
        self.unplanned = 0
        self._advisor: Advisor[S] | None = None
        self._table: Table[S] | None = None
        self._step = -1
        #: The entries of the step, the place and text of its last answer among them, and the version it leads to.
        self._entries: Sequence[str] = ()
        self._place = -1
        self._entry = ""
        self._version = -1
        self._given = 0
        self._followed: dict[str, int] = {}

    @property
    def step_bot(self) -> StepBot[S] | None:
        """The bot of the current step."""
        return self._advisor.bot if self._advisor is not None else None

    def followed(self) -> Counter[str]:
        """Return how often it has followed each of its guidelines, by id."""
        return Counter(self._followed) + Counter(self._advisor.bot.used() if self._advisor is not None else {})

    def __call__(self, seen: Seen[S]) -> Option:
        table, decision = seen.table, seen.decision
        entries, place = table.play.entries, self._place
        assert entries is not None
        # Nearly always its last answer is all that has come since.
        if not (
            self._version == table.version
            and self._entries is entries
            and place < len(entries)
            and entries[place] == self._entry
        ) and not self._still_there(seen):
            self._begin(seen)
        assert self._advisor is not None
        option = self.planned(self._advisor, table, decision)
        if option is None:
            option = self._fallback(seen)
            self._advisor.replan(table, decision, option.key)  # as after a load
        key = decision.notation.key(decision.values[option.index])
        self._place, self._entry = len(entries), answer_entry(decision, key) if decision.secret else key
        self._version = table.version + 1
        self._given += 1
        return option

    def planned(self, advisor: Advisor[S], table: Table[S], decision: Decision) -> Option | None:
        """Return its planned answer; None if there is no plan because others also acted in this turn."""
        try:
            return chosen(decision, advisor.intent(table, decision))
        except (NoPlan, RefusedIntent):
            if advisor.alone(table):
                raise
            return None

    def _fallback(self, seen: Seen[S]) -> Option:
        """Return the option that ends the selection, or any option, in a turn it did not begin."""
        self.unplanned += 1
        options = seen.decision.options
        done = next((option for option in options if option.key == DONE), None)
        return done or options[seen.random().randrange(len(options))]

    def _still_there(self, seen: Seen[S]) -> bool:
        """Return whether the table has continued from its last answer; a table that went back has another list."""
        table = seen.table
        entries, by = table.entries()
        if self._entries is not entries or self._table is not table or self._step != len(table.steps):
            return False
        if self._place >= 0 and (len(entries) <= self._place or entries[self._place] != self._entry):
            return False
        return by.count(seen.seat) == self._given

    def _begin(self, seen: Seen[S]) -> None:
        """Begin a step, or resume one by following the decisions answered so far."""
        table, followed = seen.table, self._followed
        if self._advisor is not None:
            for step, times in self._advisor.bot.used().items():
                followed[step] = followed.get(step, 0) + times
        self._advisor = Advisor(table, self.name, seen.seat, explain=self.explain)
        self._table, self._step, self._place, self._version, self.unplanned = table, len(table.steps), -1, -1, 0
        self._entries, by = table.entries()
        self._given = by.count(seen.seat)
        if self._given:
            for again, entry in retrace(table):
                decision = again.decision
                if decision is not None and decision.seat == seen.seat:
                    self._advisor.follow(again, decision, entry)


def player_name(bot: str) -> str:
    """Return the name of a Non-player's bot in a player's seat.

    >>> player_name("bot:3rd")
    'agent:3rd'
    """
    return f"{AGENT}{bot.removeprefix('bot:')}"


def bot_like(agent: str, bots: Sequence[str]) -> str:
    """Return the bot that plays like this agent, in whichever seat; the first for anyone else."""
    return next((bot for bot in bots if agent in (bot, player_name(bot))), bots[0])


class PlayerBot(Bot[S]):
    """A game's bot in a player's seat, without what the rules grant Non-players.

    Where its plan needs such a privilege, the answer is not offered: it then goes on as in a turn it did not begin.
    """

    def planned(self, advisor: Advisor[S], table: Table[S], decision: Decision) -> Option | None:
        try:
            return super().planned(advisor, table, decision)
        except MemoryError:
            raise
        except Exception:  # a plan that counts on a privilege may fail in any way
            return None
