"""Turns: a Faction's on a card; between them, cards turned up and the phases of a Propaganda Round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.decision import Message
from khyber.engine.game import Event
from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.state import State

#: Kinds of events that name a card.
NAMED_BY: Final = frozenset(("card", "sudden-propaganda", "propaganda"))
#: The phase of a Propaganda Round that each step belongs to.
PHASE_OF: Final = {
    "victory": "victory",
    "resources": "resources",
    "civic-action": "support",
    "sharia": "support",
    "desertion": "redeploy",
    "redeploy": "redeploy",
    "redeploy-police": "redeploy",
    "redeploy-taliban": "redeploy",
    "redeployed": "redeploy",
    "reset": "reset",
}


def whose_turn(state: State) -> str:
    return SEATS[state.active] if state.step == "turn" else ""


def round_of(state: State) -> int:
    """Return the number of the card in play, or about to be."""
    return len(state.played) + (state.step == "card")


def part_of(state: State) -> str:
    if state.step == "turn":
        return ""
    return "card" if state.step == "card" else PHASE_OF.get(state.step, "set-up")


def card_name(state: State, told: Sequence[Event]) -> Message:
    """Return the card in play; one turned up meanwhile is in the log."""
    if part_of(state) == "set-up":
        return Message("turn-name.set-up", {})
    found = [event for event in told if event.kind in ("card", "sudden-propaganda")]
    if found:  # a Sudden Propaganda card trades places with the Event card before it
        card = found[0].params["next" if found[-1].kind == "sudden-propaganda" else "card"]
    elif state.step == "card" or not state.played:
        return Message("turn-name.next", {})
    else:
        card = state.played[-1]
    return Message("turn-name.card", {"card": card})


def turn_name(state: State, told: Sequence[Event]) -> Message:
    """Return the card of a turn, or the phase of a Propaganda Round."""
    phase = PHASE_OF.get(state.step)
    return card_name(state, told) if phase is None else Message("turn-name.phase", {"phase": phase})


def mark_name(state: State, told: Sequence[Event]) -> Message | None:
    """Return the number of a Propaganda Round: of all cards, charts mark those."""
    held = next((event for event in told if event.kind == "propaganda"), None)
    return None if held is None else Message("turn-name.propaganda", {"n": held.params["n"]})
