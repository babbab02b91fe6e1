"""What a bot thought: a step of a table gone through again, and what it would answer to the question put now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from khyber.agents.bot import Answer, Follower, chosen
from khyber.engine.decision import Decision, Message, Option
from khyber.engine.errors import Error
from khyber.engine.history import answered_by, retrace
from khyber.engine.mind import is_secret
from khyber.engine.play import S
from khyber.engine.record import HIDDEN
from khyber.engine.table import Table

#: Why there is no hint, if nothing better can be said.
NO_PLAN: Final = "no plan"


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
        return next((answer for answer in self.answers if answer.bot and answer.key != answer.bot), None)

    @property
    def unplanned(self) -> int:
        """How many answers the bot has no plan for: another began the turn."""
        return sum(not answer.bot for answer in self.answers)


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
    state = table.checkpoint(step)
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

    Of a turn that somebody else began, only the bot's own answers are told. While the game goes on, what rests on
    secrets is left out.
    """
    follower = Follower(table, bot, seat, step=step, telling=True)
    by = [agent for who, agent in answered_by(table, step) if who == seat]
    own = bot in by
    answers: list[Answer] = []
    stopped = ""
    try:
        asked = ((again, again.decision, entry) for again, entry in retrace(table, step))
        mine = ((again, decision, entry) for again, decision, entry in asked
                if decision is not None and decision.seat == seat)
        for (again, decision, entry), agent in zip(mine, by, strict=False):
            made = follower.follow(again, decision, entry)
            if agent == bot or not own:
                answers.append(_open(made, table, decision))
    except Error as problem:
        stopped = str(problem)
    reasons = follower.why()
    told = [reason for reason in reasons if table.decision is None or not is_secret(reason)]
    return Explanation(step, seat, bot, tuple(answers), tuple(told), stopped, len(reasons) - len(told))


def explain_all(table: Table[S], step: int) -> Iterator[Explanation]:
    """An explanation for each seat for which a bot answered in that step."""
    for seat, bot in bots_in(table, step).items():
        yield explain(table, step, seat, bot)


def _open(answer: Answer, table: Table[S], decision: Decision) -> Answer:
    """The answer as anybody may read it now: a secret one only when the game is over."""
    if table.decision is None or not decision.secret:
        return answer
    if not answer.bot:
        return replace(answer, key=HIDDEN)
    return replace(answer, key=HIDDEN, bot=HIDDEN if answer.key == answer.bot else f"{HIDDEN}{HIDDEN}")


def hint(table: Table[S], bot: str) -> Hint:
    """What that bot would answer in the place of the seat asked now; or that it has no plan here. It never fails.

    If the seat has answered otherwise in this step than the bot would have, the bot plans the rest anew.
    """
    decision = table.decision
    if decision is None:
        raise Error("the game is over")
    follower = Follower(table, bot, decision.seat, telling=True)
    for again, entry in retrace(table, len(table.steps)):
        earlier = again.decision
        if earlier is not None and earlier.seat == decision.seat:
            follower.follow(again, earlier, entry)
    try:
        option = chosen(decision, follower.answer(table, decision))
    except Exception as problem:
        return Hint(None, tuple(follower.why()), follower.departed, str(problem) or NO_PLAN)
    return Hint(option, tuple(follower.why()), follower.departed)
