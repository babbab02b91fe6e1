"""What is printed on the tiles and dice, read from the data files, not from the engine."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import khyber

_DATA: Final = Path(khyber.__file__).parent / "games" / "zurmat" / "data"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


#: For each tile its roads: each is the edges that it joins, as letters; a single letter ends at a village.
ROADS: Final[dict[str, list[str]]] = {tile: facts["roads"] for tile, facts in _read("tiles").items()}
TILES: Final = tuple(sorted(ROADS))
FOB: Final = "01"
#: The faces of each kind of die, in order: a roll of 1 shows the first.
DICE: Final[dict[str, list[str]]] = {
    name: faces for name, faces in _read("pieces")["dice"].items() if name != "provenance"
}
#: Edges clockwise from the north, and the way that each leads: east, north.
EDGES: Final = "NESW"
WAYS: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}


def turned(edge: str, quarters: int) -> str:
    """Where an edge points once its tile has been turned clockwise."""
    return EDGES[(EDGES.index(edge) + quarters) % 4]
