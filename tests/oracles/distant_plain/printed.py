"""What the components of A Distant Plain print, read from the data files and not from the engine."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files

_DATA = files("khyber.games.distant_plain.data")
_MAP = json.loads((_DATA / "map.json").read_text(encoding="utf-8"))["spaces"]
_FORCES = tomllib.loads((_DATA / "forces.toml").read_text(encoding="utf-8"))
_CARDS = sorted(
    (tomllib.loads(file.read_text(encoding="utf-8")) for file in (_DATA / "cards").iterdir()),
    key=lambda card: int(card["number"]),
)

# -- the map (1.3) ----------------------------------------------------------------------------------

SPACES: tuple[str, ...] = tuple(_MAP)
KABUL = "kabul"
LOCS = frozenset(name for name, row in _MAP.items() if row["kind"] == "loc")
PAKISTAN = frozenset(name for name, row in _MAP.items() if row["kind"] == "pakistan")
PROVINCES = frozenset(name for name, row in _MAP.items() if row["kind"] == "province")
#: Kabul and the Provinces of Afghanistan.
AFGHAN = PROVINCES | {KABUL}
#: Kabul and all Provinces: every space but LoCs.
LANDS = AFGHAN | PAKISTAN
PASHTUN = frozenset(name for name, row in _MAP.items() if row["pashtun"])
MOUNTAIN = frozenset(name for name, row in _MAP.items() if row.get("terrain") == "mountain")
ADJACENT: dict[str, frozenset[str]] = {name: frozenset(row["adjacent"]) for name, row in _MAP.items()}
POPULATION: dict[str, int] = {name: row.get("population", 0) for name, row in _MAP.items()}
ECON: dict[str, int] = {name: row["econ"] for name, row in _MAP.items() if row["kind"] == "loc"}

# -- pieces, markers and tracks (1.4.1, 1.8) --------------------------------------------------------

#: Kinds of pieces as players note them down: Troops, Police, Underground and Active Guerrillas, Bases.
KINDS = {
    "coalition-troops": "Ct",
    "coalition-base": "CB",
    "government-troops": "Gt",
    "government-police": "Gp",
    "government-base": "GB",
    "taliban-guerrilla-underground": "Tu",
    "taliban-guerrilla-active": "Ta",
    "taliban-base": "TB",
    "warlords-guerrilla-underground": "Wu",
    "warlords-guerrilla-active": "Wa",
    "warlords-base": "WB",
}
PIECE = {kind: name for name, kind in KINDS.items()}
#: How many there are; Guerrillas under Underground.
INVENTORY: dict[str, int] = {
    KINDS.get(name) or KINDS[f"{name}-underground"]: n for name, n in _FORCES["pieces"].items()
}
TERROR_MARKERS: int = _FORCES["markers"]["terror-and-sabotage"]
RETURNEES_MARKERS: int = _FORCES["markers"]["returnees"]
MOST = 75
MAX_PATRONAGE = 40
BOXES = ("hostility", "pressure", "tolerance", "backing", "sponsorship")
LEVELS = ("opposition", "neutral", "support")

# -- cards (5.3, 5.4) -------------------------------------------------------------------------------

EVENTS: tuple[int, ...] = tuple(card["number"] for card in _CARDS)
#: Momentum texts, as `57-unshaded`.
MOMENTUM: tuple[str, ...] = tuple(
    f"{card['number']}-{side}"
    for card in _CARDS
    for side in ("unshaded", "shaded")
    if card.get("momentum") in (side, "both")
)
#: The texts of each card that last: both sides of a Capability, and Momentum.
LASTING: dict[int, tuple[str, ...]] = {
    card["number"]: texts
    for card in _CARDS
    if (
        texts := tuple(
            text
            for text in (f"{card['number']}-unshaded", f"{card['number']}-shaded")
            if "capability" in card["kind"] or text in MOMENTUM
        )
    )
}
PROPAGANDA: tuple[int, ...] = tuple(range(EVENTS[-1] + 1, EVENTS[-1] + 7))
