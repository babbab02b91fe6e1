"""Going through a step again, decision by decision: for agents that come back to it, and for explanations."""

from __future__ import annotations

from collections.abc import Iterator

from khyber.engine.play import S
from khyber.engine.record import ASIDE, NOT_ANSWERS
from khyber.engine.replay import Replay
from khyber.engine.table import Table


def retrace(table: Table[S], step: int | None = None) -> Iterator[tuple[Table[S], str]]:
    """A copy of the table at each decision answered in that step (the present one if none is named), and its answer.

    The answer is the key as the record has it. The table given is not touched.
    """
    here = len(table.steps) if step is None else step
    entries, by = table._listed(here)
    again = Table(table.game, table.header, table._chance, begin=False)
    again._steps = list(table.steps[:here])
    again.seats = dict(table.seats)
    again._stand(again._checkpoint_state())
    again._play.chance = Replay(list(entries), table._chance)
    again._begin()
    for entry, seat in zip(list(entries), list(by), strict=True):
        if entry[0] not in NOT_ANSWERS + ASIDE:
            yield again, entry
        again._enter(entry, seat)


def has_answered(table: Table[S], seat: str) -> bool:
    """Whether the seat has answered anything in the present step."""
    return seat in table._by
