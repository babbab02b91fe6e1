"""Printed tables: the tiles with their roads and poppy fields."""

from __future__ import annotations

from khyber.engine.decision import Message
from khyber.engine.printed import Cell, PrintedTable
from khyber.engine.provenance import Provenance
from khyber.games.zurmat.board import DIRECTIONS, TILE_IDS
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.text import own_names, view_words


def printed_tables(box: Box, provenance: Provenance, lang: str) -> tuple[PrintedTable, ...]:
    """Return the table of tiles: the edges their roads join, and villages where roads end."""
    words = view_words(lang).naming(own_names(box))
    compass = words.word("table.compass")
    rows = []
    for tile, name in enumerate(TILE_IDS):
        roads = [
            "".join(compass[edge] for edge in range(len(DIRECTIONS)) if mask >> edge & 1)
            for mask in dict.fromkeys(box.joined[tile * 4])
            if mask
        ]
        rows.append(
            (
                Cell(words.say(Message("option.tile", {"tile": name})), bool(provenance.mark("tile", name))),
                Cell(", ".join("–".join(road) for road in roads if len(road) > 1)),
                Cell(", ".join(road for road in roads if len(road) == 1)),
                Cell(words.word("table.yes") if box.poppy[tile] else ""),
            )
        )
    columns = tuple(words.word(f"table.col-{key}") for key in ("tile", "roads", "villages", "poppies"))
    return (PrintedTable("tiles", words.word("table.tiles"), ("setup", "moving"), columns, tuple(rows)),)
