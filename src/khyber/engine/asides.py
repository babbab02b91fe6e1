"""Asides: what a seat may do without being asked, as a table offers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from khyber.engine.decision import Decision, Value
from khyber.engine.errors import NotOffered
from khyber.engine.optional import Asides
from khyber.engine.play import S
from khyber.engine.record import ASIDE

if TYPE_CHECKING:
    from khyber.engine.table import Table

#: Maximum asides of all seats in one step. Giving back and forth would otherwise never end, and every load repeats it.
MAX_ASIDES = 200


def offered(table: Table[S], seat: str) -> Decision | None:
    """Return the asides open to the seat now; None if there are none.

    They are listed once per pending decision, because listing tries out each of them.
    """
    pending = table.decision
    if pending is None or not pending.boundary:
        return None
    known = table.listed_asides
    if known is None or known[0] is not pending:
        known = table.listed_asides = pending, {}
    if seat not in known[1]:
        found = _allowed(table, seat)
        kept = [] if found is None else _possible(table, seat, found.values, pending)
        known[1][seat] = None if found is None else found.again(lambda: kept)
    return known[1][seat]


def _allowed(table: Table[S], seat: str) -> Decision | None:
    """Return the asides that the rules allow the seat, whether or not they would end in a dead end."""
    if sum(entry[0] == ASIDE for entry in table.entries()[0]) >= MAX_ASIDES:
        return None
    return Asides.of(table.game).asides(table.play, seat)


def _possible(table: Table[S], seat: str, values: Sequence[Value], pending: Decision) -> list[Value]:
    """Return the values after which the pending decision still has an option."""
    game, state, kept = Asides.of(table.game), table.state, []
    before = state.copy()
    for value in values:
        try:
            game.take_aside(table.game.play(state), seat, value)
            if pending.build():
                kept.append(value)
        finally:
            state.restore(before)
    return kept


def find(table: Table[S], key: str, seat: str) -> Value | None:
    """Return the value of the seat's aside with that key; None if it is not open. It alone is tried out."""
    pending = table.decision
    if pending is None or not pending.boundary:
        return None
    found = _allowed(table, seat)
    index = None if found is None else found.find(key)
    if found is None or index is None:
        return None
    value = found.values[index]
    return value if _possible(table, seat, (value,), pending) else None


def refusal(table: Table[S], key: str, seat: str) -> NotOffered | None:
    """Return why the aside with that key is not open; None if there is no such aside."""
    pending = table.decision
    return None if pending is None else Asides.of(table.game).refused_aside(table.play, seat, key, pending)
