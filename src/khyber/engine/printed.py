"""Tables printed on the map, boards and cards of a game, in the words of a language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; `reconstructed` if what it names is."""

    text: str
    reconstructed: bool = False


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A printed table. The first cell of a row names the row."""

    id: str
    title: str
    #: The rules that need it.
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    #: Whether the table is reconstructed, in whole or in part.
    reconstructed: bool = False

    @property
    def marked(self) -> bool:
        """Whether anything in it is reconstructed."""
        return self.reconstructed or any(cell.reconstructed for row in self.rows for cell in row)


def of_rule(tables: Iterable[PrintedTable], number: str) -> list[PrintedTable]:
    """Return the tables that belong to a rule."""
    return [table for table in tables if number in table.rules]


def called(tables: Sequence[PrintedTable], sought: str) -> list[PrintedTable]:
    """Return the table with that id, or those with that text in the title.

    >>> table = PrintedTable("dice", "Faces of the dice", (), (), ())
    >>> [found.id for found in called([table], "faces")]
    ['dice']
    """
    wanted = sought.strip().casefold()
    return [table for table in tables if table.id == wanted] or [
        table for table in tables if wanted in table.title.casefold()
    ]
