"""A Non-player: plans a turn by its flowchart, then answers the questions of the step one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from khyber.engine.bots import NoPlan
from khyber.engine.decision import Decision, Message, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.machinery.chance import Dice, RandomSpaces
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.machinery.trace import Trace
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.victory import is_second_printing
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart
    from khyber.games.distant_plain.bots.machinery.guide import Guide

#: An answer worked out when the question is put, from the position as it is then.
Response = Callable[["NonPlayer", Play, Decision], Value]


@dataclass(frozen=True, slots=True)
class Printing:
    """The Non-players of one printing of the rulebook."""

    name: str
    #: A turn on an Event card: the Operation, Event or Pass, and what goes with it.
    turn: Callable[[NonPlayer, Play, Decision], Plan]
    #: A free Operation or Special Activity that an Event grants.
    free_action: Callable[[NonPlayer, Play, Decision], Plan]
    #: What each Faction answers outside its plans, by the question.
    responses: Mapping[Faction, Mapping[str, Response]]
    charts: Mapping[Faction, Flowchart]
    #: Its Random Spaces table.
    spaces: RandomSpaces
    #: What it says where no box does.
    guide: Guide


#: The printings there are, by name.
PRINTINGS: Final[dict[str, Printing]] = {}


def printing_of(state: State, faction: Faction) -> Printing:
    """By which printing's rules a Non-player is run."""
    return PRINTINGS["2nd" if is_second_printing(state, faction) else "3rd"]


#: Questions that open a turn, and those by which an Event grants something.
TURN = ("turn", "turn-limited", "turn-asset")
GRANTS = ("free-operation", "free-activity")
SEARCHES = ("sweep-search", "patrol-search")


class NonPlayer:
    """One Faction's head for one step of the game (khyber.engine.bots.StepBot)."""

    __slots__ = ("_told", "counted", "dice", "faction", "opened", "plan", "printing", "tally", "trace")

    def __init__(self, printing: Printing, faction: Faction, source: Callable[[], random.Random] | Dice,
                 *, telling: bool = False) -> None:
        self.printing = printing
        self.faction = faction
        self.dice = source if isinstance(source, Dice) else Dice(source)
        self.dice.spaces = printing.spaces
        self.plan: Plan | None = None
        #: Whether the plan is that of a turn, or of something that an Event grants.
        self.opened = False
        #: How much it had told before the last question.
        self._told = 0
        self.trace = Trace() if telling else None
        #: What it has taken in a space so far, where a guideline goes by turns.
        self.counted: dict[Space, int] = {}
        #: How often each id was followed.
        self.tally: dict[str, int] = {}

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        assert isinstance(play, Play)
        ask = decision.ask
        self._told = len(self.why())
        if ask in TURN or ask in GRANTS:
            return self._open(play, decision).opening
        if self.plan is not None:
            if ask in SEARCHES:
                space = next((value for value in decision.values if isinstance(value, int)), None)
                if space is not None:
                    return space
            value = self.plan.answer(self, play, decision)
            if value is not None:
                return value
        value = self.respond(play, decision)
        if self.trace is not None and len(self.trace.messages) == self._told:
            self.trace.answer("guided", decision, value, text=self.printing.guide.cited)
        return value

    def _open(self, play: Play, decision: Decision) -> Plan:
        """Plan a turn, or what an Event grants."""
        self._settle()
        opened = self.printing.turn if decision.ask in TURN else self.printing.free_action
        self.plan, self.opened = opened(self, play, decision), True
        return self.plan

    def overruled(self, play: EnginePlay[State], decision: Decision, value: Value) -> None:
        """Somebody else answered: a turn is planned anew with that opening, a Propaganda Round from where it stands.

        In the midst of a turn the plan is kept: what is left of it may still be done.
        """
        assert isinstance(play, Play)
        if self.trace is not None:
            del self.trace.messages[self._told:]
        if decision.ask in TURN or decision.ask in GRANTS:
            plan = self._open(play, decision.again(lambda: [value]))
            if plan.opening != value:
                self.plan = Plan(str(value)) if str(value).startswith("event-") else None
            if self.plan is None:
                raise NoPlan(f"the Non-player {decision.seat} has no plan that begins with {value!r}")
        elif not self.opened:
            self.plan = None

    def respond(self, play: Play, decision: Decision) -> Value:
        """What its rules say to a question that no plan foresaw."""
        response = self.printing.responses[self.faction].get(decision.ask)
        if response is None:
            raise NoPlan(f"the Non-player {decision.seat} knows no answer to {decision.ask!r} "
                           f"{dict(decision.about)} ({decision.options.some()})")
        return response(self, play, decision)

    def planned(self, play: Play, decision: Decision) -> Value:
        """What the plan made for this very question says. Raises NoPlan if somebody else has led to the question."""
        value = self.plan.answer(self, play, decision) if self.plan is not None else None
        if value is None:
            raise NoPlan(f"the Non-player {decision.seat} would not have come to {decision.ask!r} "
                         f"{dict(decision.about)}")
        return value

    def why(self) -> Sequence[Message]:
        return self.trace.messages if self.trace is not None else ()

    def used(self) -> Mapping[str, int]:
        self._settle()
        return self.tally

    def _settle(self) -> None:
        """Count what the plan so far followed."""
        if self.plan is not None:
            for step, times in self.plan.followed.items():
                self.tally[step] = self.tally.get(step, 0) + times
            self.plan.followed = {}

    def note(self, key: str, **params: int | str) -> None:
        """Something worth telling in an explanation."""
        if self.trace is not None:
            self.trace.say(key, **params)

    def follow(self, step: str) -> None:
        """A step of the flowchart was followed outside a plan."""
        self.tally[step] = self.tally.get(step, 0) + 1
