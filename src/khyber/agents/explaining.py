"""What a bot thought: a step of a table gone through again, and what it would answer to the question put now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from khyber.agents.agent import Seen
from khyber.agents.bot import chosen, mind_of
from khyber.engine.decision import Decision, Message, Option
from khyber.engine.errors import Error
from khyber.engine.mind import Mind
from khyber.engine.play import S
from khyber.engine.record import ANSWER_SECRET
from khyber.engine.retracing import answered_by, name_of, retrace
from khyber.engine.table import Table

#: The step in which a seat acts of its own accord; turns are counted by it.
TURN = "turn"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question, what was answered, and what the bot answers to it."""

    ask: str
    rule: str
    key: str
    bot: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a bot answered in one step, and why."""

    step: int
    seat: str
    bot: str
    answers: tuple[Answer, ...]
    reasons: tuple[Message, ...]
    #: Why the step could not be gone through to its end, if so.
    stopped: str = ""

    @property
    def differs(self) -> Answer | None:
        """The first answer that the bot would not give."""
        return next((answer for answer in self.answers if answer.key != answer.bot), None)


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would answer to the pending decision, and why."""

    option: Option | None
    reasons: tuple[Message, ...]
    #: The first choice of this step that the bot would not have made.
    departed: Answer | None
    #: Why there is no answer, if there is none.
    silent: str = ""


# -- turns ------------------------------------------------------------------------------------------


def turns(table: Table[S]) -> list[int]:
    """The steps that are turns, in order; the present one too once something was answered in it."""
    here = len(table.steps)
    found = [step for step, done in enumerate(table.steps) if done.name == TURN]
    return [*found, here] if table.since and name_of(table, here) == TURN else found


def bots_in(table: Table[S], step: int) -> dict[str, str]:
    """The seats for which a bot answered in that step, in the order of their first answer, and which bot."""
    return {seat: agent for seat, agent in answered_by(table, step) if agent in table.game.bots}


def last_bot_turn(table: Table[S]) -> int | None:
    """The last turn in which a bot answered."""
    return next((step for step in reversed(turns(table)) if bots_in(table, step)), None)


# -- explaining -------------------------------------------------------------------------------------


def explain(table: Table[S], step: int, seat: str, bot: str) -> Explanation:
    """Let a fresh mind of that bot think through all that the seat was asked in that step."""
    mind = mind_of(table, bot, seat, step=step, telling=True)
    answers: list[Answer] = []
    stopped = ""
    try:
        for again, entry in retrace(table, step):
            decision = again.decision
            if decision is not None and decision.seat == seat:
                value = mind.answer(Seen(again, decision).play(), decision)
                answers.append(_answer(decision, entry, decision.notation.key(value)))
    except Error as problem:
        stopped = str(problem)
    return Explanation(step, seat, bot, tuple(answers), tuple(mind.why()), stopped)


def explain_all(table: Table[S], step: int) -> Iterator[Explanation]:
    """An explanation for each seat for which a bot answered in that step."""
    for seat, bot in bots_in(table, step).items():
        yield explain(table, step, seat, bot)


def _answer(decision: Decision, entry: str, bot: str) -> Answer:
    return Answer(decision.ask, decision.rule, entry.removeprefix(ANSWER_SECRET), bot)


def hint(table: Table[S], bot: str) -> Hint:
    """What that bot would answer in the place of the seat asked now.

    If the seat opened the step otherwise than the bot would have, the bot plans anew with that opening alone on offer.
    """
    decision = table.decision
    if decision is None:
        raise Error("the game is over")
    seat, here = decision.seat, len(table.steps)
    mind = mind_of(table, bot, seat, step=here, telling=True)
    departed: Answer | None = None
    first = True
    try:
        for again, entry in retrace(table, here):
            earlier = again.decision
            if earlier is None or earlier.seat != seat:
                continue
            made = _answer(earlier, entry, earlier.notation.key(mind.answer(Seen(again, earlier).play(), earlier)))
            if made.key != made.bot:
                departed = departed or made
                if first:
                    mind = _opened(table, bot, again, earlier, made.key)
            first = False
        option = chosen(decision, mind.answer(Seen(table, decision).play(), decision))
    except Exception as problem:
        if departed is None and not isinstance(problem, Error):
            raise
        # a plan that was made for another course of things may fail in any way
        return Hint(None, tuple(mind.why()), departed, str(problem))
    return Hint(option, tuple(mind.why()), departed)


def _opened(table: Table[S], bot: str, again: Table[S], decision: Decision, key: str) -> Mind[S]:
    """A fresh mind to which nothing else was open at the decision. Raises Error if it has no plan with that."""
    mind = mind_of(table, bot, decision.seat, telling=True)
    kept = [value for value in decision.values if decision.notation.key(value) == key]
    if mind.answer(Seen(again, decision).play(), decision.again(lambda: kept)) not in kept:
        raise Error(f"the bot has no plan that begins with {key!r}")
    return mind
