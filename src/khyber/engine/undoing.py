"""Taking choices back: alone to the last barrier, by agreement further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khyber.engine.errors import UndoRefused
from khyber.engine.history import cut, own_choices
from khyber.engine.play import S
from khyber.engine.record import NO_BARRIER

if TYPE_CHECKING:
    from khyber.engine.table import Table


def undo(table: Table[S], seat: str, *, agreed: bool) -> None:
    """Take back the seat's last choice (see Table.undo)."""
    here = len(table.steps)
    entries, by = table._listed(here)
    mine = own_choices(table, here, (seat,))
    if mine and all(by[i] == seat or entries[i][0] in NO_BARRIER for i in range(mine[-1], len(by))):
        cut(table, here, mine[-1])
        return
    if not agreed:
        raise UndoRefused(
            "a die, a reveal or another seat's choice stands in the way" if mine
            else f"{seat} has made no choice in this step")
    for steps in range(here, -1, -1):
        mine = own_choices(table, steps, (seat,))
        if mine:
            cut(table, steps, mine[-1], branch=True)
            return
    raise UndoRefused(f"{seat} has made no choice yet")
