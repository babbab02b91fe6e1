"""What a bot thought: a step of a table gone through again, and what it would answer to the question put now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from khyber.agents.agent import Seen
from khyber.agents.bot import chosen, mind_of
from khyber.engine.decision import Decision, Message, Option
from khyber.engine.errors import Error
from khyber.engine.mind import Mind, is_secret
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET
from khyber.engine.replay import HIDDEN
from khyber.engine.retracing import answered_by, checkpoint, retrace
from khyber.engine.table import Table


@dataclass(frozen=True, slots=True)
class Answer:
    """One question, what was answered, and what the bot answers to it."""

    ask: str
    rule: str
    key: str
    bot: str
    #: The question itself, for its words.
    decision: Decision = field(compare=False, repr=False)


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
    #: How many reasons rest on secrets and are told when the game is over.
    untold: int = 0

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
    """The steps with which turns begin, in order; the present one too once something was answered in it."""
    here = len(table.steps)
    found: list[int] = []
    before = ("", 0)
    for step in range(here + bool(table.since)):
        turn = _turn(table, step)
        if turn[0] and turn != before:
            found.append(step)
        before = turn
    return found


def _turn(table: Table[S], step: int) -> tuple[str, int]:
    """Whose turn a step is in, and which one."""
    state = checkpoint(table, step)
    return table.game.whose_turn(state), table.game.round_of(state)


def steps_of_turn(table: Table[S], first: int) -> range:
    """The steps of the turn that begins with that one, as far as it has come; a step in no turn stands alone."""
    turn = _turn(table, first)
    last = first
    while turn[0] and last < len(table.steps) and _turn(table, last + 1) == turn:
        last += 1
    return range(first, last + 1)


def bots_in(table: Table[S], step: int) -> dict[str, str]:
    """The seats for which a bot answered in that step, in the order of their first answer, and which bot."""
    return {seat: agent for seat, agent in answered_by(table, step) if agent in table.game.bots}


def last_bot_turn(table: Table[S]) -> int | None:
    """The step with which the last turn began in which a bot answered."""
    return next((first for first in reversed(turns(table))
                 if any(bots_in(table, step) for step in steps_of_turn(table, first))), None)


# -- explaining -------------------------------------------------------------------------------------


def explain(table: Table[S], step: int, seat: str, bot: str) -> Explanation:
    """Let a fresh mind of that bot think through all that the seat was asked in that step.

    While the game goes on, what rests on secrets is left out.
    """
    mind = mind_of(table, bot, seat, step=step, telling=True)
    answers: list[Answer] = []
    stopped = ""
    try:
        for again, entry in retrace(table, step):
            decision = again.decision
            if decision is not None and decision.seat == seat:
                value = mind.answer(Seen(again, decision).play(), decision)
                answers.append(_open(_answer(decision, entry, decision.notation.key(value)), table, decision))
    except Error as problem:
        stopped = str(problem)
    reasons = mind.why()
    told = [reason for reason in reasons if table.decision is None or not is_secret(reason)]
    return Explanation(step, seat, bot, tuple(answers), tuple(told), stopped, len(reasons) - len(told))


def explain_all(table: Table[S], step: int) -> Iterator[Explanation]:
    """An explanation for each seat for which a bot answered in that step."""
    for seat, bot in bots_in(table, step).items():
        yield explain(table, step, seat, bot)


def _answer(decision: Decision, entry: str, bot: str) -> Answer:
    key = entry[1:] if entry[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
    return Answer(decision.ask, decision.rule, key, bot, decision)


def _open(answer: Answer, table: Table[S], decision: Decision) -> Answer:
    """The answer as anybody may read it now: a secret one only when the game is over."""
    if table.decision is None or not decision.secret:
        return answer
    return replace(answer, key=HIDDEN, bot=HIDDEN if answer.key == answer.bot else f"{HIDDEN}{HIDDEN}")


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
