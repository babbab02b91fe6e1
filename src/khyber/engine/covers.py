"""Questions that only cover what a seat holds: a person whose opponents are all bots need not answer empty ones.

Whoever might hold a card for the moment is asked whether to play it, so that nobody learns from a missing question who
holds none. A bot learns nothing from it. So the table itself says "no" for a person who plays against bots alone and
has nothing else to say. The answer goes into the record like any other: the record of a game tells nobody what was
held, not even those who take a bot's seat later. A seat that a person has ever held counts as a person's: while a bot
stands in for them they may be watching.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from khyber.engine.decision import Decision
from khyber.engine.play import S

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: Who sits in a seat that no agent plays.
PERSON: Final = "person"


def against_bots(table: Table[S], seat: str) -> bool:
    """Whether a person plays the seat and nobody but bots has ever played the others."""
    return table.game.covers and table.seats.get(seat) == PERSON and table._people == {seat}


def is_empty(table: Table[S], decision: Decision) -> bool:
    """Whether the question has one answer, and nobody could learn anything from its not being put."""
    return decision.cover and len(decision.values) == 1 and against_bots(table, decision.seat)


def answer_empty(table: Table[S]) -> None:
    """Answer the questions that are empty, until one is not."""
    while (decision := table._decision) is not None and is_empty(table, decision):
        table._answer(decision, 0)
