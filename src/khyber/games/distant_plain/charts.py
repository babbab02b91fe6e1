"""Printed tables: Random Spaces of both printings and the Deception markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khyber.engine.decision import Message
from khyber.engine.printed import Cell, PrintedTable
from khyber.engine.provenance import ORIGINS, Provenance
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.board import DECEPTION_MARKERS, SPACE_IDS, Space
from khyber.games.distant_plain.bots.machinery.chance import SECOND_SPACES, THIRD_SPACES
from khyber.games.distant_plain.text import view_words

#: Values of a die that the 2nd printing reads together.
PAIRS: Final = ("1–2", "3–4", "5–6")


def printed_tables(provenance: Provenance, lang: str) -> tuple[PrintedTable, ...]:
    words = view_words(lang)
    return random_spaces(words, provenance), random_spaces_2nd(words, provenance), deception(words, provenance)


def random_spaces(words: Catalogue, provenance: Provenance) -> PrintedTable:
    """8.4: the green die picks the region, the other die the space."""
    rows = tuple(
        (Cell(str(green)), *_spaces(words, THIRD_SPACES[at : at + 6])) for green, at in enumerate(range(0, 36, 6), 1)
    )
    return _table(words, provenance, "random-spaces-3rd", "8.4", ("green-other", *map(str, range(1, 7))), rows)


def random_spaces_2nd(words: Catalogue, provenance: Provenance) -> PrintedTable:
    """2nd printing, 8.2: the tan die picks the column, black the row, green the space."""
    rows = []
    for black, pair in enumerate(PAIRS):
        trios = [SECOND_SPACES[tan * 9 + black * 3 :][:3] for tan in range(3)]
        rows.append((Cell(pair), *(Cell(" · ".join(cell.text for cell in _spaces(words, trio))) for trio in trios)))
    return _table(words, provenance, "random-spaces-2nd", "2nd:8.2", ("black-tan", *PAIRS), tuple(rows))


def deception(words: Catalogue, provenance: Provenance) -> PrintedTable:
    """7.3: the number of Deception markers of each kind."""
    rows = tuple(
        (Cell(words.word(f"marker.{name}"), bool(provenance.mark("marker", name))), Cell(str(n)))
        for name, n in DECEPTION_MARKERS.items()
    )
    return _table(words, provenance, "deception", "7.3", ("marker", "number"), rows)


def _spaces(words: Catalogue, spaces: Sequence[Space]) -> list[Cell]:
    return [Cell(words.say(Message("option.space", {"space": SPACE_IDS[space]}))) for space in spaces]


def _table(
    words: Catalogue,
    provenance: Provenance,
    name: str,
    rule: str,
    columns: Sequence[str],
    rows: tuple[tuple[Cell, ...], ...],
) -> PrintedTable:
    """Build a table; columns are message keys or plain headings."""
    known = words.keys()
    heads = tuple(words.word(f"table.col-{key}") if f"table.col-{key}" in known else key for key in columns)
    return PrintedTable(
        name, words.word(f"table.{name}"), (rule,), heads, rows, provenance.origin("table", name) != ORIGINS[0]
    )
