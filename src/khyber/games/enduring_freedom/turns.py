"""Turns and the staffs at work in them, J-1 to J-5 (7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.decision import Message
from khyber.engine.game import Event
from khyber.games.enduring_freedom.board import COALITION, SEAT
from khyber.games.enduring_freedom.state import State

#: Kinds of events that name a part of a turn.
NAMED_BY: Final = frozenset(("phase",))
#: Who acts after the staffs.
REACTION: Final = "reaction"
ADMIN: Final = "admin"
#: The part of the turn that each step belongs to: the number of a staff, or one of those.
PARTS: Final[dict[str, int | str]] = {
    **dict.fromkeys(("mobilize", "refit"), 1),
    **dict.fromkeys(("infowar", "isr", "isr-missions"), 2),
    **dict.fromkeys(("staging", "ground", "air", "reveal", "air-defense", "strike", "combat-begin"), 3),
    "sustain": 4,
    "civil": 5,
    **dict.fromkeys(("events-begin", "events", "rotation", "national", "national-shown"), REACTION),
    **dict.fromkeys(("islamist-mobilization", "cas-reveal", "cas", "counterattack-begin"), REACTION),
    **dict.fromkeys(("cas-home", "adjust"), REACTION),
    "admin": ADMIN,
}
FIGHTING: Final = frozenset(("combat", "engage", "fight"))
#: Steps that come in between, before the one in `State.then`.
BETWEEN: Final = frozenset(("designate", "designated", "overstack"))


def whose_turn(state: State) -> str:
    """Return the seat during a turn, "" during set-up."""
    return SEAT if state.turn and state.step else ""


def at_work(state: State) -> int | str:
    """Return the staff at work or what follows its work; fighting belongs to whoever attacks."""
    step = state.then if state.step in BETWEEN else state.step
    if step in FIGHTING:
        return 3 if state.attacker == COALITION else REACTION
    return PARTS.get(step, "")


def part_of(state: State) -> str:
    return str(at_work(state)) if state.turn else "set-up"


def round_name(state: State) -> Message:
    return Message("turn-name.turn", {"turn": state.turn}) if state.turn else Message("turn-name.set-up", {})


def part_name(state: State, told: Sequence[Event]) -> Message:
    """Return the turn and the staffs that were at work in a part of it."""
    first = at_work(state)
    if not state.turn or not first:
        return round_name(state)
    if isinstance(first, str):
        return Message(f"turn-name.{first}", {"turn": state.turn})
    staffs = [PARTS.get(str(event.params["phase"]), 0) for event in told if event.kind == "phase"]
    last = max([first, *(staff for staff in staffs if isinstance(staff, int))])
    key = "staff" if last == first else "two-staffs" if last == first + 1 else "staffs"
    return Message(f"turn-name.{key}", {"turn": state.turn, "n": first} | ({} if last == first else {"last": last}))
