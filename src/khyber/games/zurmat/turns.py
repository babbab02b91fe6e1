"""Turns: a side's in a month; before them the Event, the population discs and the Tactics cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.decision import Message
from khyber.engine.game import Event
from khyber.games.zurmat.board import OP_IDS, SEATS
from khyber.games.zurmat.state import State

#: Kinds of events that name a turn.
NAMED_BY: Final = frozenset(("operation",))
#: The steps of a side's turn; while discs are placed or shown, the step after decides.
OF_A_TURN: Final = frozenset(
    ("turn", "recruit", "construct", "intel", "loyalty", "attack", "battle", "patrol", "card", "completed", "after")
)
PASSING: Final = frozenset(("place", "show", "look"))


def following(state: State) -> str:
    """Return the step under way or, while discs are placed or shown, the one after."""
    return state.then if state.step in PASSING else state.step


def whose_turn(state: State) -> str:
    return SEATS[state.active] if following(state) in OF_A_TURN else ""


def part_of(state: State) -> str:
    if following(state) in OF_A_TURN:
        return ""
    return "set-up" if not state.month else "closing" if following(state) == "month-end" else "opening"


def month_name(state: State, months: Sequence[str]) -> Message:
    if not state.month:
        return Message("turn-name.set-up", {})
    return Message("turn-name.month", {"month": months[state.month - 1]})


def turn_name(state: State, told: Sequence[Event], months: Sequence[str]) -> Message:
    """Return the month and the Operation of a turn, as far as it is known, or what comes before and after."""
    side, part = whose_turn(state), part_of(state)
    if part == "set-up":
        return month_name(state, months)
    month = months[state.month - 1]
    if not side:
        return Message(f"turn-name.{part}", {"month": month})
    named = (str(event.params["operation"]) for event in told if event.params["side"] == side)
    operation = next(named, OP_IDS[state.op] if state.op >= 0 else "")
    return (
        Message("turn-name.turn", {"month": month, "operation": operation}) if operation else month_name(state, months)
    )
