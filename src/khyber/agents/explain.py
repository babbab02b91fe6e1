"""Explanations of a bot's choices in a step, and hints for the pending decision."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from khyber.agents.bot import Advisor, Answer, bot_like, chosen, player_name
from khyber.agents.strong.counsel import counsel
from khyber.agents.strong.reasons import reasons as search_reasons
from khyber.agents.strong.reasons import thinking_again
from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking, is_strong
from khyber.engine.bots import is_secret
from khyber.engine.decision import Decision, Message, Option
from khyber.engine.errors import Error
from khyber.engine.history import answered_by, retrace
from khyber.engine.optional import Bots
from khyber.engine.play import S
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, HIDDEN
from khyber.engine.table import Table
from khyber.engine.turns import Turn, turns

#: Why there is no hint, if the bot gives no reason.
NO_PLAN: Final = "no plan"
#: Why a search is not repeated.
NO_TIME: Final = "no time left to search again"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A bot's answers in one step, and its reasons."""

    step: int
    seat: str
    bot: str
    answers: tuple[Answer, ...]
    reasons: tuple[Message, ...]
    #: Why the step could not be replayed to its end; empty if it could.
    stopped: str = ""
    #: Number of reasons that rest on secrets, withheld until the game is over.
    withheld: int = 0

    @property
    def decided(self) -> Message | None:
        """The reason for the first choice that it explains."""
        choices = (answer.reason for answer in self.answers if len(answer.decision.values) > 1)
        return next((reason for reason in choices if reason is not None), None)

    @property
    def differs(self) -> Answer | None:
        """The first answer that the bot would not have given."""
        return next((answer for answer in self.answers if answer.bot and answer.key != answer.bot), None)

    @property
    def unplanned(self) -> int:
        """Number of answers the bot gave without a plan, because another agent began the turn."""
        return sum(not answer.bot for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Hint:
    """A bot's answer to the pending decision, and its reasons."""

    option: Option | None
    reasons: tuple[Message, ...]
    #: The one reason that decided this answer; None if none was kept, or there is no alternative.
    decided: Message | None
    #: The first choice of this step that the bot would not have made.
    departed: Answer | None
    #: Why there is no answer; empty if there is one.
    silent: str = ""


# -- bots -------------------------------------------------------------------------------------------


def bots_in(table: Table[S], step: int) -> dict[str, str]:
    """Return the seats that bots answered for in a step, in order of first answer, with the bot."""
    return {seat: agent for seat, agent in answered_by(table, step) if is_explained(table, agent)}


def is_explained(table: Table[S], agent: str) -> bool:
    """Return whether the agent gives reasons: a bot of the game, also in a player's seat, or one that searches."""
    return is_strong(agent) or any(agent in (bot, player_name(bot)) for bot in Bots.of(table.game).bots)


def last_bot_turn(table: Table[S]) -> Turn | None:
    """Return the last turn in which a bot answered, or None."""
    return next((turn for turn in reversed(turns(table)) if any(bots_in(table, step) for step in turn.steps)), None)


# -- explaining -------------------------------------------------------------------------------------


def explain(table: Table[S], step: int, seat: str, bot: str, most_worlds: int | None = None) -> Explanation:
    """Replay a step with that bot in the seat and return its answers and reasons.

    In a turn that another agent began, only the bot's own answers are listed. While the game runs, reasons that rest
    on secrets are left out. A search that took more than `most_worlds` is repeated in fewer; in none, not at all.
    """
    if is_strong(bot):
        thinking = None if most_worlds == 0 else thinking_again(bot, most_worlds)
        return _explain_search(table, step, seat, thinking, bot)
    advisor = Advisor(table, bot_like(bot, Bots.of(table.game).bots), seat, step=step, explain=True)
    by = [agent for who, agent in answered_by(table, step) if who == seat]
    own = bot in by
    answers: list[Answer] = []
    stopped = ""
    try:
        asked = ((again, again.decision, entry) for again, entry in retrace(table, step))
        mine = (
            (again, decision, entry)
            for again, decision, entry in asked
            if decision is not None and decision.seat == seat
        )
        for (again, decision, entry), agent in zip(mine, by, strict=False):
            made = advisor.follow(again, decision, entry)
            if agent == bot or not own:
                answers.append(_open(made, table, decision))
    except Error as problem:
        stopped = str(problem)
    reasons = advisor.why()
    shown = [reason for reason in reasons if table.decision is None or not is_secret(reason)]
    return Explanation(step, seat, bot, tuple(answers), tuple(shown), stopped, len(reasons) - len(shown))


def _explain_search(table: Table[S], step: int, seat: str, thinking: Thinking | None, agent: str) -> Explanation:
    """Repeat the search at the seat's first choice of a step, and compare what was played with what it finds.

    A search bound by the clock cannot be repeated exactly: this one takes a fixed number of worlds. While the game
    runs, an agent that knows more than spectators keeps its reasons to itself.
    """
    reasons: list[Message] = []
    answers: list[Answer] = []
    withheld, stopped = 0, "" if thinking is not None else NO_TIME
    try:
        line = choices_made(table, step, seat)
        for again, entry in retrace(table, step):
            decision = again.decision
            if decision is None or decision.seat != seat:
                continue
            if not answers and thinking is not None:
                search = Search(again, seat, thinking)
                reasons = search_reasons(search, search.best(), again, seat, line)
                withheld = len(reasons) if table.decision is not None and again.view(seat) != again.view() else 0
            made = Answer(decision.ask, decision.rule, key_of(entry), key_of(entry), decision)
            answers.append(_open(made, table, decision))
    except Error as problem:
        stopped = str(problem)
    return Explanation(step, seat, agent, tuple(answers), () if withheld else tuple(reasons), stopped, withheld)


def key_of(entry: str) -> str:
    """Return the option's key of an answer in a record."""
    return entry[1:] if entry[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else entry


def choices_made(table: Table[S], step: int, seat: str) -> tuple[str, ...]:
    """Return the keys of a seat's choices in a step; an answer that had no alternative is not a choice."""
    return tuple(
        key_of(entry)
        for again, entry in retrace(table, step)
        if again.decision is not None and again.decision.seat == seat and len(again.decision.values) > 1
    )


def explain_all(table: Table[S], step: int, most_worlds: int | None = None) -> Iterator[Explanation]:
    """Yield an explanation for each seat that a bot answered for in a step."""
    for seat, bot in bots_in(table, step).items():
        yield explain(table, step, seat, bot, most_worlds)


def _open(answer: Answer, table: Table[S], decision: Decision) -> Answer:
    """Return the answer as it may be shown now: without secrets while the game runs."""
    if table.decision is None:
        return answer
    if answer.reason is not None and (decision.secret or is_secret(answer.reason)):
        answer = replace(answer, reason=None)
    if not decision.secret:
        return answer
    if not answer.bot:
        return replace(answer, key=HIDDEN)
    return replace(answer, key=HIDDEN, bot=HIDDEN if answer.key == answer.bot else f"{HIDDEN}{HIDDEN}")


def hint(table: Table[S], bot: str) -> Hint:
    """Return that bot's answer to the pending decision, or why it has none. Whatever fails in the bot is such a reason.

    Its reasons for this answer come before those for earlier ones of the step. If the seat has departed from the
    bot's plan in this step, the bot replans the rest. Its chance is drawn from what the seat sees and not from the
    table's seed, so a hint tells nothing of what is hidden; a bot in the seat may decide ties otherwise.
    """
    decision = table.decision
    if decision is None:
        raise Error("the game is over")
    if is_strong(bot) and len(decision.values) == 1:
        return Hint(decision.options[0], (), None, None)
    if is_strong(bot):
        found = counsel(table, decision, bot)
        return Hint(found.option, found.reasons, found.reasons[0], found.departed)
    seen = table.game.view(table.checkpoint(len(table.steps)), (decision.seat,))
    advisor = Advisor(table, bot, decision.seat, explain=True, key=json.dumps(seen, sort_keys=True))
    for again, entry in retrace(table, len(table.steps)):
        earlier = again.decision
        if earlier is not None and earlier.seat == decision.seat:
            advisor.follow(again, earlier, entry)
    before = len(advisor.why())
    try:
        option = chosen(decision, advisor.answer(table, decision))
    except MemoryError:  # the process failed, not the bot
        raise
    except Exception as problem:
        return Hint(None, tuple(advisor.why()), None, advisor.departed, str(problem) or NO_PLAN)
    reasons = advisor.why()
    return Hint(option, (*reasons[before:], *reasons[:before]), advisor.bot.reason(), advisor.departed)
