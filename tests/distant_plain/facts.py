"""What is on the board of a table: pieces in the shorthand of position files, levels, tracks.

In that shorthand (docs/formats.md) a space holds `T 2u 1a 1B, W 1u`.
"""

from __future__ import annotations

from khyber.engine.table import Table
from khyber.games.distant_plain.board import (
    AVAILABLE,
    CASUALTIES,
    CONTROL_IDS,
    FACTION_BY_ID,
    KINDS,
    LEVEL_IDS,
    OUT_OF_PLAY,
    PIECE_BY_ID,
    SEATS,
    SPACE_BY_ID,
)
from khyber.games.distant_plain.notation import PIECE_BY_LETTERS, shorthand
from khyber.games.distant_plain.state import State

BOXES = {"available": AVAILABLE, "casualties": CASUALTIES, "out-of-play": OUT_OF_PLAY}


def pieces(table: Table[State], where: str) -> str:
    """What stands in a space, or in `available`, `casualties` or `out-of-play`: `T 2u 1a 1B, W 1u`."""
    row = BOXES[where] if where in BOXES else SPACE_BY_ID[where]
    return shorthand(table.state.pieces[row * KINDS : (row + 1) * KINDS])


def count(table: Table[State], where: str, kind: str) -> int:
    """How many pieces of one kind stand there: `count(table, "available", "T u")`. Off the map Guerrillas are `u`."""
    faction, letter = kind.split()
    row = BOXES[where] if where in BOXES else SPACE_BY_ID[where]
    return table.state.pieces[row * KINDS + PIECE_BY_ID[PIECE_BY_LETTERS[faction, letter]]]


def resources(table: Table[State], seat: str) -> int:
    return table.state.resources[FACTION_BY_ID[seat]]


def level(table: Table[State], space: str) -> str:
    """`support`, `neutral` or `opposition`."""
    return LEVEL_IDS[table.state.level[SPACE_BY_ID[space]]]


def control(table: Table[State], space: str) -> str:
    """`coin`, `taliban` or `none`."""
    return CONTROL_IDS[table.state.control[SPACE_BY_ID[space]]]


def terror(table: Table[State], space: str) -> int:
    """Terror markers in a Province or Kabul; on a LoC 1 for Sabotage."""
    return table.state.terror[SPACE_BY_ID[space]]


def eligible(table: Table[State]) -> list[str]:
    """The Factions whose cylinders are in the Eligible box."""
    return [seat for seat, is_eligible in zip(SEATS, table.state.eligible, strict=True) if is_eligible]
