"""A Non-player: plans a turn by its flowchart, then answers the questions of the step one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from khyber.engine.bots import NoPlan
from khyber.engine.decision import Decision, Message, Param, Value
from khyber.engine.play import Play as EnginePlay
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.bots.events.outcomes import Outcomes
from khyber.games.distant_plain.bots.machinery.causes import answers_to
from khyber.games.distant_plain.bots.machinery.chance import Dice, RandomSpaces
from khyber.games.distant_plain.bots.machinery.plan import CLOSING, Plan, places_of
from khyber.games.distant_plain.bots.machinery.trace import Trace, about_answer, decides
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.lasting import forbidden, forbidden_by
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS
from khyber.games.distant_plain.rules.victory import is_second_printing
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.bots.machinery.flowchart import Flowchart
    from khyber.games.distant_plain.bots.machinery.guide import Guide

#: The id of a step, and the number of its rule.
Cited = tuple[str, str]
#: An answer computed from the position when the question is asked.
Response = Callable[["NonPlayer", Play, Decision], Value]


@dataclass(frozen=True, slots=True)
class Printing:
    """The Non-players of one printing of the rulebook."""

    name: str
    #: Plans a turn on an Event card: Operation, Event or Pass.
    turn: Callable[[NonPlayer, Play, Decision], Plan]
    #: Plans a free Operation or Special Activity that an Event grants.
    free_action: Callable[[NonPlayer, Play, Decision], Plan]
    #: Each Faction's answers outside its plans, by question.
    responses: Mapping[Faction, Mapping[str, Response]]
    charts: Mapping[Faction, Flowchart]
    #: Its Random Spaces table.
    spaces: RandomSpaces
    #: Its guidelines where no box applies.
    guide: Guide


#: All printings by name.
PRINTINGS: Final[dict[str, Printing]] = {}


def printing_of(state: State, faction: Faction) -> Printing:
    """Return the printing whose rules run this Non-player."""
    return PRINTINGS["2nd" if is_second_printing(state, faction) else "3rd"]


#: Questions that open a turn, and those by which an Event grants an action.
TURN = ("turn", "turn-limited", "turn-asset")
GRANTS = ("free-operation", "free-activity")
OPENINGS: Final = frozenset((*TURN, *GRANTS))
SEARCHES = ("sweep-search", "patrol-search")


def _first_number(decision: Decision) -> int | None:
    """Return the first space on offer."""
    return next((value for value in decision.values if isinstance(value, int)), None)


class NonPlayer:
    """One Faction's bot for one step of the game (khyber.engine.bots.StepBot)."""

    __slots__ = (
        "_cited",
        "_noted",
        "_opened",
        "_reason",
        "counted",
        "dice",
        "faction",
        "opened",
        "outcomes",
        "plan",
        "printing",
        "spares_score",
        "tally",
        "trace",
    )

    def __init__(
        self, printing: Printing, faction: Faction, source: Callable[[], random.Random] | Dice, *, explain: bool = False
    ) -> None:
        self.printing = printing
        self.faction = faction
        self.dice = source if isinstance(source, Dice) else Dice(source)
        self.dice.spaces = printing.spaces
        self.plan: Plan | None = None
        #: Whether the plan is for a turn or for an action that an Event grants.
        self.opened = False
        #: Whether no choice may lower its own score: in a free action of an Event, by the printing's rules.
        self.spares_score = False
        #: The step and the rule that decide the answer being given.
        self._cited: Cited | None = None
        #: Length of the trace before the last question.
        self._noted = 0
        #: Its length before the plan.
        self._opened = 0
        #: What decided the last answer.
        self._reason: Message | None = None
        self.trace = Trace() if explain else None
        self.outcomes = Outcomes()
        #: Pieces taken in each space so far, for guidelines that alternate.
        self.counted: dict[Space, int] = {}
        #: How often each step was followed, by id.
        self.tally: dict[str, int] = {}

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        assert isinstance(play, Play)
        ask = decision.ask
        self._noted = len(self.trace.messages) if self.trace is not None else 0
        self._cited = None
        if ask in OPENINGS:
            opening = self._open(play, decision).opening
            self._cited = self.printing.guide.steps["free"] if ask in GRANTS else None
            if self.trace is not None:
                if ask in GRANTS:
                    self._explain(decision, opening)
                found = self.trace.first_deciding(self._noted)
                self._reason = found or self._as_cited(decision, opening)
            return opening
        if self.plan is not None:
            if ask in SEARCHES and (space := _first_number(decision)) is not None:
                self._decided(play.state, decision, space)
                return space
            value = self.plan.answer(self, play, decision)
            if value is not None:
                self._decided(play.state, decision, value)
                return value
        value = self.respond(play, decision)
        self._explain(decision, value)
        self._decided(play.state, decision, value)
        return value

    def ready(self, state: State, decision: Decision) -> Value | None:
        """Return the answer that its plan already holds."""
        plan, ask = self.plan, decision.ask
        if plan is None or ask in OPENINGS:
            return None
        if self.trace is not None:
            self._noted, self._cited = len(self.trace.messages), None
        value: Value | None = _first_number(decision) if ask in SEARCHES else None
        if value is None:
            value = plan.ready(state, decision)
        if value is not None:
            self._decided(state, decision, value)
        return value

    def _open(self, play: Play, decision: Decision) -> Plan:
        """Plan a turn, or an action that an Event grants."""
        self._settle()
        self._opened = self._noted
        granted = decision.ask in GRANTS
        self.spares_score = granted and self.printing.guide.spares_score(self, play.state)
        opened = self.printing.free_action if granted else self.printing.turn
        self.plan, self.opened = opened(self, play, decision), True
        return self.plan

    def overruled(self, play: EnginePlay[State], decision: Decision, value: Value) -> None:
        """Replan the turn after another answer, or a Propaganda Round from the current position.

        During a turn the plan is kept: the rest of it may still be possible.
        """
        assert isinstance(play, Play)
        if self.trace is not None:
            self.trace.forget(self._noted)
        if decision.ask in TURN or decision.ask in GRANTS:
            plan = self._open(play, decision.again(lambda: [value]))
            if plan.opening != value:
                self.plan = Plan(str(value)) if str(value).startswith("event-") else None
            if self.plan is None:
                raise NoPlan(f"the Non-player {decision.seat} has no plan that begins with {value!r}")
        elif not self.opened:
            self.plan = None

    def respond(self, play: Play, decision: Decision) -> Value:
        """Answer a question outside its plan."""
        response = self.printing.responses[self.faction].get(decision.ask)
        if response is None:
            raise NoPlan(
                f"the Non-player {decision.seat} has no answer to {decision.ask!r} "
                f"{dict(decision.about)} ({decision.options.some()})"
            )
        return response(self, play, decision)

    def planned(self, play: Play, decision: Decision) -> Value:
        """Return the planned answer. Raises NoPlan if another player's choices led to this question."""
        value = self.plan.answer(self, play, decision) if self.plan is not None else None
        if value is None:
            raise NoPlan(
                f"the Non-player {decision.seat} has no planned answer to {decision.ask!r} {dict(decision.about)}"
            )
        return value

    def why(self) -> Sequence[Message]:
        return self.trace.messages if self.trace is not None else ()

    def reason(self) -> Message | None:
        return self._reason

    def _decided(self, state: State, decision: Decision, value: Value) -> None:
        """Take the line that planned or gave this answer, else one about its space; without any, the guidelines."""
        if self.trace is None:
            return
        closing = value in ("done", CLOSING.get(decision.ask))
        places = places_of(decision, value)
        found = self.plan.cause_of(decision, value, state) if self.plan is not None else None
        noted = self._lines(self._noted, decision.ask)
        found = found or next((line for line in noted if line.params.get("space") in (None, *places)), None)
        if found is None and not closing:
            lines = self._lines(self._opened, decision.ask)
            found = next((line for place in places for line in lines if line.params.get("space") == place), None)
        if found is None and closing:
            found = about_answer("finished", decision, value)
        elif found is None and decision.ask in SEARCHES:
            found = about_answer("searched", decision, value)
        self._reason = found or self._as_cited(decision, value)

    def _lines(self, since: int, ask: str) -> list[Message]:
        """Return the lines noted since then that can decide the answer to a question."""
        assert self.trace is not None
        return [line for line in self.trace.messages[since:] if decides(line) and answers_to(line, ask)]

    def _explain(self, decision: Decision, value: Value) -> None:
        """Add a line about an answer that has none yet."""
        if self.trace is not None and len(self.trace.messages) == self._noted:
            line = self._as_cited(decision, value)
            self.trace.messages += [line] if line is not None else []

    def _as_cited(self, decision: Decision, value: Value) -> Message | None:
        """Return the line that names the step cited for the answer; without any, the guidelines."""
        step, rule = self._cited or self.printing.guide.steps["general"]
        return about_answer("decided", decision, value, id=step, text=rule)

    def used(self) -> Mapping[str, int]:
        self._settle()
        return self.tally

    def _settle(self) -> None:
        """Count the steps that the plan followed."""
        if self.plan is not None:
            for step, times in self.plan.followed.items():
                self.tally[step] = self.tally.get(step, 0) + times
            self.plan.followed = {}

    def note(self, key: str, **params: Param) -> None:
        """Note a reason for an explanation."""
        if self.trace is not None:
            self.trace.say(key, **params)

    def note_once(self, key: str, **params: Param) -> None:
        """Note a reason for an explanation, unless it has been noted."""
        if self.trace is not None and Message(f"why.{key}", params) not in self.trace.messages:
            self.trace.say(key, **params)

    def abandon(self, play: Play, op: str) -> None:
        """Note why the box of an Operation is abandoned: it is forbidden, or there is nothing to do."""
        if not self.barred(play, op):
            self.note("skip", operation=op)
        if self.trace is not None:
            self.trace.next_box()

    def barred(self, play: Play, action: str) -> bool:
        """Return whether a lasting Event forbids this Operation or Special Activity (5.1.2), and note which."""
        if not forbidden(play, self.faction, action):
            return False
        if self.trace is not None:
            card, side = forbidden_by(play, self.faction, action)
            if action in OPERATIONS:
                self.note_once("forbidden-operation", operation=action, card=card, side=side)
            else:
                self.note_once("forbidden", activity=action, card=card, side=side)
        return True

    def cite(self, step: str, rule: str) -> None:
        """Name the step that decides the answer being given; they explain it unless the answer is noted."""
        self._cited = step, rule

    def cite_guide(self, name: str) -> None:
        """Name the guideline of its printing that decides."""
        self._cited = self.printing.guide.steps[name]

    def follow(self, step: str) -> None:
        """Count a step of the flowchart followed outside a plan."""
        self.tally[step] = self.tally.get(step, 0) + 1
