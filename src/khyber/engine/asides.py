"""Asides: what a seat may do without being asked, as a table offers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khyber.engine.decision import Decision, Value
from khyber.engine.errors import NotOffered
from khyber.engine.play import S

if TYPE_CHECKING:
    from khyber.engine.table import Table


def offered(table: Table[S], seat: str) -> Decision | None:
    """Return the asides open to the seat now; None if there are none."""
    pending = table.decision
    if pending is None or not pending.boundary:
        return None
    found = table.game.asides(table.play, seat)
    if found is None:
        return None
    kept = [value for value in found.values if _leaves_an_answer(table, seat, value, pending)]
    return found.again(lambda: kept)


def find(table: Table[S], key: str, seat: str) -> Value | None:
    """Return the value of the seat's aside with that key; None if it is not open."""
    found = offered(table, seat)
    index = None if found is None else found.find(key)
    return None if found is None or index is None else found.values[index]


def refusal(table: Table[S], key: str, seat: str) -> NotOffered | None:
    """Return why the aside with that key is not open; None if no aside has it."""
    return None if table.decision is None else table.game.refused_aside(table.play, seat, key, table.decision)


def _leaves_an_answer(table: Table[S], seat: str, value: Value, pending: Decision) -> bool:
    """Return whether the pending decision still has an option after the aside: no dead ends."""
    state = table.state
    before = state.copy()
    try:
        table.game.take_aside(table.game.play(state), seat, value)
        return len(pending.build()) > 0
    finally:
        state.restore(before)
