"""The mind of a Non-player: it opens a turn by its flowchart, then answers question by question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from khyber.engine.decision import Decision, Message, Value
from khyber.engine.errors import Error
from khyber.engine.play import Play as EnginePlay
from khyber.games.distant_plain.board import Faction, Space
from khyber.games.distant_plain.non_players.chance import Dice, RandomSpaces
from khyber.games.distant_plain.non_players.plan import Plan
from khyber.games.distant_plain.non_players.trace import Trace
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.victory import is_second_printing
from khyber.games.distant_plain.state import State

if TYPE_CHECKING:
    from khyber.games.distant_plain.non_players.flowchart import Flowchart
    from khyber.games.distant_plain.non_players.guide import Guide

#: An answer worked out when the question is put, from the position as it is then.
Response = Callable[["NonPlayer", Play, Decision], Value]


class NoIntent(Error):
    """A Non-player is asked something that its rules do not speak of."""


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
    """One Faction's head for one step of the game (khyber.engine.mind.Mind)."""

    __slots__ = ("counted", "dice", "faction", "plan", "printing", "tally", "trace")

    def __init__(self, printing: Printing, faction: Faction, source: Callable[[], random.Random] | Dice,
                 *, telling: bool = False) -> None:
        self.printing = printing
        self.faction = faction
        self.dice = source if isinstance(source, Dice) else Dice(source)
        self.dice.spaces = printing.spaces
        self.plan: Plan | None = None
        self.trace = Trace() if telling else None
        #: What it has taken in a space so far, where a guideline goes by turns.
        self.counted: dict[Space, int] = {}
        #: How often each id was followed.
        self.tally: dict[str, int] = {}

    def answer(self, play: EnginePlay[State], decision: Decision) -> Value:
        assert isinstance(play, Play)
        ask = decision.ask
        if ask in TURN or ask in GRANTS:
            self._settle()
            opened = self.printing.turn if ask in TURN else self.printing.free_action
            self.plan = opened(self, play, decision)
            return self.plan.opening
        if self.plan is not None:
            if ask in SEARCHES:
                space = next((value for value in decision.values if isinstance(value, int)), None)
                if space is not None:
                    return space
            value = self.plan.answer(self, play, decision)
            if value is not None:
                return value
        told = len(self.why())
        value = self.respond(play, decision)
        if self.trace is not None and len(self.trace.messages) == told:
            self.trace.say("guided", text=decision.notation.key(value))
        return value

    def respond(self, play: Play, decision: Decision) -> Value:
        """What its rules say to a question that no plan foresaw."""
        response = self.printing.responses[self.faction].get(decision.ask)
        if response is None:
            raise NoIntent(f"the Non-player {decision.seat} knows no answer to {decision.ask!r} "
                           f"{dict(decision.about)} ({decision.options.some()})")
        return response(self, play, decision)

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
