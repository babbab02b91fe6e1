"""What is printed on the map, the counters and the tables, read from the data files, not from the engine."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import khyber

_DATA: Final = Path(khyber.__file__).parent / "games" / "enduring_freedom" / "data"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


_MAP, _COUNTERS, _TABLES = _read("map"), _read("counters"), _read("tables")

#: Zones with their facts, and the zones that each borders on.
ZONES: Final[dict[str, dict[str, Any]]] = _MAP["zones"]
ADJACENT: Final = {zone: set(facts["adjacent"]) for zone, facts in ZONES.items()}
#: The zones next to each along a road.
ALONG: Final[dict[str, set[str]]] = {zone: set() for zone in ZONES}
for _road in (road for name, road in _MAP["roads"].items() if name != "provenance"):
    for _one, _two in pairwise(_road):
        ALONG[_one].add(_two)
        ALONG[_two].add(_one)
#: The zones that a road joins to each Staging Area: for everybody, and for Iranians.
WAYS_IN: Final[dict[str, set[str]]] = {area: set(facts["roads"]) for area, facts in _MAP["staging"].items()}
IRANIAN_WAYS_IN: Final = {
    area: set(facts.get("iranian-roads", facts["roads"])) for area, facts in _MAP["staging"].items()
}
CAPACITY: Final[dict[str, int]] = {area: facts["capacity"] for area, facts in _MAP["staging"].items()}
GROUND: Final[dict[str, dict[str, Any]]] = _COUNTERS["ground"]
ALLIANCE: Final[dict[str, dict[str, Any]]] = _COUNTERS["alliance"]
ISLAMISTS: Final[dict[str, dict[str, Any]]] = _COUNTERS["islamists"]
TERRAIN: Final[dict[str, dict[str, Any]]] = _TABLES["terrain"]
#: What the Islamists add to their tactical edge, by Jihad level from 1 on.
JIHAD_EDGE: Final[list[int]] = _TABLES["jihad"]["edge"]


def terrain(zone: str) -> dict[str, Any]:
    """The line of the Terrain Effects Chart for a zone."""
    return TERRAIN[ZONES[zone]["terrain"]]
