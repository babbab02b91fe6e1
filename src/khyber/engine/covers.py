"""Covers: decisions that exist only to hide what a seat holds.

A seat that might hold a card for the moment is asked whether to play it, even if it holds none; otherwise the missing
question would give that away. Bots do not draw such conclusions, so for a person playing against bots alone the table
answers an empty cover itself. The answer is recorded like any other: a record never reveals what was held, not even to
those who take over a bot's seat later. A seat that a person has ever held counts as a person's, because its owner may
be watching while a bot stands in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from khyber.engine.decision import Decision
from khyber.engine.optional import Secrets
from khyber.engine.play import S

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: The agent name of a seat that a person plays.
PERSON: Final = "person"


def against_bots(table: Table[S], *seats: str) -> bool:
    """Return whether a person plays one of the seats and only bots have ever played all others."""
    return Secrets.of(table.game).covers and any(
        table.seats.get(seat) == PERSON and table.people == {seat} for seat in seats
    )


def is_empty(table: Table[S], decision: Decision) -> bool:
    """Return whether the decision is a cover with one option that need not be asked."""
    return decision.cover and len(decision.values) == 1 and against_bots(table, decision.seat)
