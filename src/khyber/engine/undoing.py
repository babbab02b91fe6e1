"""Taking choices back: alone to the last barrier, by agreement further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khyber.engine.errors import UndoRefused
from khyber.engine.play import S
from khyber.engine.record import BRANCH, NO_BARRIER, SEAT

if TYPE_CHECKING:
    from khyber.engine.table import Table


def undo(table: Table[S], seat: str, *, agreed: bool) -> None:
    """Take back the seat's last choice (see Table.undo)."""
    here = len(table.steps)
    entries, by = table._listed(here)
    mine = [i for i, who in enumerate(by) if who == seat]
    if mine and all(by[i] == seat or entries[i][0] in NO_BARRIER for i in range(mine[-1], len(by))):
        cut(table, here, mine[-1])
        return
    if not agreed:
        raise UndoRefused(
            "a die, a reveal or another seat's choice stands in the way" if mine
            else f"{seat} has made no choice in this step")
    for steps in range(here, -1, -1):
        mine = [i for i, who in enumerate(table._listed(steps)[1]) if who == seat]
        if mine:
            cut(table, steps, mine[-1], branch=True)
            return
    raise UndoRefused(f"{seat} has made no choice yet")


def cut(table: Table[S], steps: int, at: int, *, branch: bool = False) -> None:
    """Take back what was entered from there on. Seats that were taken since, and branches begun, stay."""
    version = table.version
    entries, by = table._listed(steps)
    later = [entry for step in range(steps, len(table.steps) + 1) for entry in table._listed(step)[0]]
    stay = [entry for entry in later[at:] if entry[0] in (SEAT if branch else SEAT + BRANCH)]
    if branch:
        table.branch += 1
        table._chance = table._chance.branched(table.branch)
        stay.append(f"{BRANCH}{table.branch}")
    table._return_to(steps, [*entries[:at], *stay], [*by[:at], *("" for _ in stay)])
    table.version = version + 1
