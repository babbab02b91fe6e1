"""Walk a box of a flowchart on a scratch position (8.2), where everything planned takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Self, TypeVar

from khyber.engine.decision import Decision, Param, Value
from khyber.engine.play import run
from khyber.games.distant_plain.board import GOVERNMENT, Faction
from khyber.games.distant_plain.bots.machinery.chance import Dice
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.priority import Box, follow
from khyber.games.distant_plain.bots.machinery.trace import because
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.operations.conditions import COIN_COST, one_space
from khyber.games.distant_plain.rules.tracks import pay, purse
from khyber.games.distant_plain.rules.victory import is_non_player, totals
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer

R = TypeVar("R")

NO_ANSWERS: Mapping[str, Value] = {}


def follower(box: Box) -> Callable[[Walk], int]:
    """Return the function that walks this box."""
    return partial(Walk.follow, box=box)


class Purse:
    """Tracks refused payments, for an explanation."""

    __slots__ = ("_outer", "noted", "refused")

    def __init__(self, outer: Purse | None = None) -> None:
        self._outer = outer
        #: Whether a payment was refused since this was last reset.
        self.refused = False
        #: Whether the refusal has been noted and nothing paid since.
        self.noted: bool = outer is not None and outer.noted

    def refuse(self) -> None:
        """Record a refused payment, also for the walk that this one is a trial of."""
        self.refused = True
        if self._outer is not None:
            self._outer.refuse()


class Walk:
    """A box being walked: the scratch position as planned so far, the plan, and what may still be spent."""

    __slots__ = ("bot", "costly", "faction", "limit", "plan", "play", "purse", "since", "spent", "state")

    def __init__(self, bot: NonPlayer, play: Play, plan: Plan, *, limit: int | None = None) -> None:
        self.bot = bot
        self.faction = bot.faction
        #: The scratch position. Rules may be run on it; dice may not.
        self.play = play
        self.state: State = play.state
        self.plan = plan
        #: The most that may be spent on this Operation (8.2, "two-thirds"); None: all Resources.
        self.limit = limit
        self.spent = 0
        self.purse = Purse()
        #: Whether an action was refused because it would lower its own score later in the Operation (N.OwnScore).
        self.costly = False
        #: Length of the trace when this walk began.
        self.since = len(bot.trace.messages) if bot.trace is not None else 0

    @classmethod
    def of(cls, walk: Walk) -> Self:
        """Return the walk as the kind of walk that the box needs."""
        assert isinstance(walk, cls)
        return walk

    @property
    def dice(self) -> Dice:
        return self.bot.dice

    @property
    def one_space(self) -> bool:
        """Whether one space is allowed in all: a Limited Operation, by an Event or for a player's seat."""
        return one_space(self.state, self.faction)

    @property
    def activity_open(self) -> bool:
        """Whether a Special Activity may still be used in this Operation (4.1)."""
        return self.state.special_allowed and not self.state.special

    def is_player(self, faction: Faction) -> bool:
        return not is_non_player(self.state, faction)

    # -- spending -----------------------------------------------------------------------------------

    def can_pay(self, cost: int) -> bool:
        """Return whether Resources and the limit allow it; a free Operation costs nothing (3.1.2)."""
        if cost == 0 or self.state.op_free:
            return True
        return self.state.resources[purse(self.faction)] >= cost and (
            self.limit is None or self.spent + cost <= self.limit
        )

    @property
    def budget(self) -> int | None:
        """The most that can still be paid; None in a free Operation, where everything can."""
        if self.state.op_free:
            return None
        most = self.state.resources[purse(self.faction)]
        return max(0, most if self.limit is None else min(most, self.limit - self.spent))

    def pay(self, cost: int) -> bool:
        """Pay for a space or a shift, within the limit; False, with nothing paid, if that is impossible."""
        if not self.can_pay(cost):
            self.purse.refuse()
            return False
        if cost and not self.state.op_free:
            pay(self.play, "8.2", self.faction, cost)
            self.spent += cost
            self.purse.noted = False
        return True

    def payments(self, besides: int = 0) -> int:
        """Return how often 3 Resources can still be spent within the limit, with `besides` already spent.

        Civic Action costs Resources even in a free Train (3.2.1).
        """
        left = self.state.resources[GOVERNMENT]
        if self.limit is not None:
            left = min(left, self.limit - self.spent)
        return (left - besides) // COIN_COST

    # -- priorities ---------------------------------------------------------------------------------

    def follow(self, box: Box) -> int:
        """8.2: follow the priorities of a box in order, each to the full; return how often any was carried out."""
        return sum([follow(self, priority) for priority in box()])

    # -- trials ------------------------------------------------------------------------------------

    def do(self, rules: Generator[Decision, Value, R], answers: Mapping[str, Value] = NO_ANSWERS) -> R:
        """Carry out a rule on the scratch position; `answers`, or else the Non-player, answers its questions.

        Steps followed here are counted only when the table asks the same question.
        """
        tally = dict(self.bot.tally)

        def answer(decision: Decision) -> Value:
            value = answers.get(decision.ask)
            return self.bot.respond(self.play, decision) if value is None else value

        done = run(rules, answer)
        self.bot.tally = tally
        return done

    def rehearse(self, rules: Generator[Decision, Value, R], answers: Callable[[Decision], Value | None]) -> R:
        """Carry out a rule on the scratch position, and plan to give the table the same answers."""

        def answer(decision: Decision) -> Value:
            value = answers(decision)
            if value is None:
                value = self.bot.respond(self.play, decision)
            self.plan.keep(decision, value)
            return value

        return run(rules, answer)

    def start_activity(self, name: str, ask: str) -> None:
        """4.1: use this Special Activity at the next question `ask` of the Operation."""
        self.plan.begin_activity(ask, name)
        self.state.special, self.state.special_spaces = name, b""

    def trial(self) -> Walk:
        """Return a copy for a trial: `adopt` it if it succeeds, else `drop` it."""
        other = Walk(self.bot, self.play.scratch(), self.plan.copy(), limit=self.limit)
        other.spent, other.purse = self.spent, Purse(self.purse)
        return other

    def attempt(self, act: Callable[[Walk], int]) -> bool:
        """Try this on a copy; keep the copy if it succeeds, else leave no trace of it."""
        trial = self.trial()
        if not act(trial):
            trial.drop()
            return False
        self.adopt(trial)
        return True

    def adopt(self, other: Walk) -> None:
        """Replace position and plan by those of a trial; `state` is another object afterwards."""
        self.play, self.state, self.plan, self.spent = other.play, other.state, other.plan, other.spent
        self.purse.noted = other.purse.noted

    def drop(self) -> None:
        """Remove what this trial added to the trace."""
        if self.bot.trace is not None:
            del self.bot.trace.messages[self.since :]

    # -- own score ----------------------------------------------------------------------------------

    @property
    def spares_score(self) -> bool:
        """Whether no choice may lower its own score."""
        return self.bot.spares_score

    def saved(self) -> Self:
        """Return a copy to `restore`."""
        other = copy(self)
        other.play, other.plan = self.play.scratch(), self.plan.copy()
        other.state = other.play.state
        other.since = len(self.bot.trace.messages) if self.bot.trace is not None else 0
        for name in self._own_slots():
            value: object = getattr(self, name)
            if isinstance(value, list | set):
                setattr(other, name, value.copy())
        return other

    def restore(self, other: Self) -> None:
        """Return to a saved copy, which must not be used again; whoever holds the plan sees it restored."""
        other.drop()
        plan, since = self.plan, self.since
        plan.restore(other.plan)
        for name in (*Walk.__slots__, *self._own_slots()):
            setattr(self, name, getattr(other, name))
        self.plan, self.since = plan, since

    def costs_score_since(self, saved: Self) -> bool:
        """Return whether its score on the edge track has fallen, or will when the plan is carried out."""
        return self.costly or totals(self.state)[self.faction] < totals(saved.state)[self.faction]

    def _own_slots(self) -> list[str]:
        """Return what this kind of walk adds."""
        kinds = type(self).__mro__
        return [name for kind in kinds[: kinds.index(Walk)] for name in getattr(kind, "__slots__", ())]

    # -- explaining ---------------------------------------------------------------------------------

    def note(self, key: str, **params: Param) -> None:
        """Note a reason for an explanation."""
        if self.bot.trace is not None:
            self.bot.trace.say(key, **params)

    @contextmanager
    def because(self, key: str, **params: int | str) -> Iterator[None]:
        """Note the reason for what is planned meanwhile."""
        if self.bot.trace is None:
            yield
            return
        causes = self.plan.causes
        before, causes.now = causes.now, because(key, **params)
        self.bot.trace.messages.append(causes.now)
        causes.claim(causes.now)
        yield
        causes.now = before
