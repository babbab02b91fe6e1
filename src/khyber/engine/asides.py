"""Asides: what a seat may do without being asked, as a table offers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khyber.engine.decision import Decision, Value
from khyber.engine.errors import NotOffered
from khyber.engine.optional import Asides
from khyber.engine.play import S

if TYPE_CHECKING:
    from khyber.engine.table import Table


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
        known[1][seat] = _listed(table, seat, pending)
    return known[1][seat]


def _listed(table: Table[S], seat: str, pending: Decision) -> Decision | None:
    game = Asides.of(table.game)
    found = game.asides(table.play, seat)
    if found is None:
        return None
    state, kept = table.state, []
    before = state.copy()
    for value in found.values:
        try:
            game.take_aside(table.game.play(state), seat, value)
            if pending.build():  # no dead ends: the pending decision keeps an option
                kept.append(value)
        finally:
            state.restore(before)
    return found.again(lambda: kept)


def find(table: Table[S], key: str, seat: str) -> Value | None:
    """Return the value of the seat's aside with that key; None if it is not open."""
    found = offered(table, seat)
    index = None if found is None else found.find(key)
    return None if found is None or index is None else found.values[index]


def refusal(table: Table[S], key: str, seat: str) -> NotOffered | None:
    """Return why the aside with that key is not open; None if there is no such aside."""
    pending = table.decision
    return None if pending is None else Asides.of(table.game).refused_aside(table.play, seat, key, pending)
