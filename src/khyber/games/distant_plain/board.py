"""The printed facts of A Distant Plain, typed and read once. What changes during play is in state.py."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final, NewType, cast

from khyber.engine.errors import BadSetup
from khyber.engine.fields import Fields
from khyber.engine.names import quoted

_DATA = files("khyber.games.distant_plain.data")


def _text(name: str) -> str:
    return _DATA.joinpath(name).read_text(encoding="utf-8")


#: The four Factions (1.5), in the order of their seats. They and the kinds of pieces are plain integers, not members of
#: an enumeration, with which CPython computes more slowly.
Faction = NewType("Faction", int)
FACTIONS: Final = tuple(map(Faction, range(4)))
COALITION, GOVERNMENT, TALIBAN, WARLORDS = FACTIONS
SEATS: Final = ("coalition", "government", "taliban", "warlords")
COIN: Final = (COALITION, GOVERNMENT)
INSURGENTS: Final = (TALIBAN, WARLORDS)
FACTION_BY_ID: Final = dict(zip(SEATS, FACTIONS, strict=True))

#: A kind of piece (1.4), Guerrillas by state (1.4.3).
Piece = NewType("Piece", int)
PIECES: Final = tuple(map(Piece, range(11)))
C_TROOPS, C_BASE, G_TROOPS, G_POLICE, G_BASE, T_UNDERGROUND, T_ACTIVE, T_BASE, W_UNDERGROUND, W_ACTIVE, W_BASE = PIECES
KINDS: Final = len(PIECES)
PIECE_IDS: Final = (
    "coalition-troops",
    "coalition-base",
    "government-troops",
    "government-police",
    "government-base",
    "taliban-guerrilla-underground",
    "taliban-guerrilla-active",
    "taliban-base",
    "warlords-guerrilla-underground",
    "warlords-guerrilla-active",
    "warlords-base",
)
PIECE_BY_ID: Final = dict(zip(PIECE_IDS, PIECES, strict=True))
#: Who owns each kind of piece.
OWNER: Final = (
    COALITION,
    COALITION,
    GOVERNMENT,
    GOVERNMENT,
    GOVERNMENT,
    TALIBAN,
    TALIBAN,
    TALIBAN,
    WARLORDS,
    WARLORDS,
    WARLORDS,
)
BASES: Final = (C_BASE, G_BASE, T_BASE, W_BASE)
#: By Faction; undefined for a Faction that has no such piece.
BASE_OF: Final = (C_BASE, G_BASE, T_BASE, W_BASE)
UNDERGROUND_OF: Final = {TALIBAN: T_UNDERGROUND, WARLORDS: W_UNDERGROUND}
ACTIVE_OF: Final = {TALIBAN: T_ACTIVE, WARLORDS: W_ACTIVE}
CUBES_OF: Final = {COALITION: (C_TROOPS,), GOVERNMENT: (G_TROOPS, G_POLICE)}
TROOPS_OF: Final = {COALITION: C_TROOPS, GOVERNMENT: G_TROOPS}

#: The Support or Opposition of a space (1.6.1).
Level = NewType("Level", int)
OPPOSITION, NEUTRAL, SUPPORT = map(Level, range(3))
LEVEL_IDS: Final = ("opposition", "neutral", "support")

#: Who Controls a space (1.7).
UNCONTROLLED, COIN_CONTROL, TALIBAN_CONTROL = range(3)
CONTROL_IDS: Final = ("none", "coin", "taliban")

#: A box of the Islamabad track (6.6.1), in order.
Box = NewType("Box", int)
HOSTILITY, PRESSURE, TOLERANCE, BACKING, SPONSORSHIP = map(Box, range(5))
BOX_IDS: Final = ("hostility", "pressure", "tolerance", "backing", "sponsorship")

# -- the map (1.3) ------------------------------------------------------------------------------------

#: A space is its index in the map: Provinces and Kabul first, then LoCs.
Space = int


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    """The printed facts of one space."""

    id: str
    name: str
    kind: str
    terrain: str
    population: int
    econ: int
    pashtun: bool
    adjacent: tuple[Space, ...]


def _read_map() -> tuple[SpaceFacts, ...]:
    rows = cast(dict[str, dict[str, object]], json.loads(_text("map.json"))["spaces"])
    number = {name: index for index, name in enumerate(rows)}
    return tuple(
        SpaceFacts(
            id=name,
            name=str(row["name"]),
            kind=str(row["kind"]),
            terrain=str(row.get("terrain") or ""),
            population=cast(int, row.get("population", 0)),
            econ=cast(int, row.get("econ", 0)),
            pashtun=bool(row["pashtun"]),
            adjacent=tuple(sorted(number[other] for other in cast(list[str], row["adjacent"]))),
        )
        for name, row in rows.items()
    )


SPACES: Final = _read_map()
SPACE_COUNT: Final = len(SPACES)
SPACE_IDS: Final = tuple(space.id for space in SPACES)
SPACE_BY_ID: Final = {space.id: index for index, space in enumerate(SPACES)}
KABUL: Final[Space] = SPACE_BY_ID["kabul"]

_kinds = [space.kind for space in SPACES]
LOCS: Final = tuple(s for s, kind in enumerate(_kinds) if kind == "loc")
PAKISTAN: Final = tuple(s for s, kind in enumerate(_kinds) if kind == "pakistan")
PROVINCES: Final = tuple(s for s, kind in enumerate(_kinds) if kind == "province")
#: Kabul and the Provinces of Afghanistan.
AFGHAN: Final = tuple(s for s, kind in enumerate(_kinds) if kind in ("province", "city"))
#: Every space that is not a LoC: Provinces, Kabul, Pakistan.
LANDS: Final = tuple(s for s, kind in enumerate(_kinds) if kind != "loc")
ALL_SPACES: Final = tuple(range(SPACE_COUNT))
#: Spaces open to every Faction (1.4.2).
OUTSIDE_PAKISTAN: Final = tuple(s for s in ALL_SPACES if s not in PAKISTAN)

IS_LOC: Final = tuple(kind == "loc" for kind in _kinds)
IS_PAKISTAN: Final = tuple(kind == "pakistan" for kind in _kinds)
IS_AFGHAN: Final = tuple(kind in ("province", "city") for kind in _kinds)
IS_PASHTUN: Final = tuple(space.pashtun for space in SPACES)
IS_MOUNTAIN: Final = tuple(space.terrain == "mountain" for space in SPACES)
#: LoCs and Kabul: the spaces Patrol and Transport follow.
IS_ROAD: Final = tuple(kind in ("loc", "city") for kind in _kinds)
POPULATION: Final = tuple(space.population for space in SPACES)
ECON: Final = tuple(space.econ for space in SPACES)
ADJACENT: Final = tuple(space.adjacent for space in SPACES)
ADJACENT_LOCS: Final = tuple(tuple(t for t in space.adjacent if IS_LOC[t]) for space in SPACES)

# Boxes for pieces off the map (1.4.1, 3.3.3, 6.6): rows after those of the map.
AVAILABLE: Final[Space] = SPACE_COUNT
CASUALTIES: Final[Space] = SPACE_COUNT + 1
OUT_OF_PLAY: Final[Space] = SPACE_COUNT + 2
ROWS: Final = SPACE_COUNT + 3

# -- forces and tracks (1.4.1, 1.8) -------------------------------------------------------------------

_forces = tomllib.loads(_text("forces.toml"))
_inventory = cast(dict[str, int], _forces["pieces"])
#: How many of each piece there are; Guerrillas are counted under Underground, whatever their state.
INVENTORY: Final = tuple(
    0 if piece in (T_ACTIVE, W_ACTIVE) else _inventory[name.removesuffix("-underground")]
    for piece, name in zip(PIECES, PIECE_IDS, strict=True)
)
TERROR_MARKERS: Final[int] = _forces["markers"]["terror-and-sabotage"]
RETURNEES_MARKERS: Final[int] = _forces["markers"]["returnees"]
MAX_RESOURCES: Final[int] = _forces["tracks"]["resources"]
MAX_AID: Final[int] = _forces["tracks"]["aid"]
MAX_PATRONAGE: Final[int] = _forces["tracks"]["patronage"]
MAX_BASES: Final = 2
# What a Faction's total must exceed (7.2); the Warlords need both of theirs.
SUPPORT_GOAL: Final = 30
COIN_GOAL: Final = 35
OPPOSITION_GOAL: Final = 20
UNCONTROLLED_GOAL: Final = 15
WARLORD_RESOURCES_GOAL: Final = 40
DECEPTION_MARKERS: Final = cast(dict[str, int], _forces["deception"])

# -- cards (5.0) --------------------------------------------------------------------------------------

#: Event cards have numbers up to this one; Propaganda cards follow it, however many Event cards there are.
LAST_EVENT: Final = 200
CARD_KINDS: Final = ("event", "coalition-capability", "taliban-capability")


def _read_card_files() -> dict[int, dict[str, object]]:
    found: dict[int, dict[str, object]] = {}
    for file in sorted(_DATA.joinpath("cards").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        try:
            card = tomllib.loads(file.read_text(encoding="utf-8"))
        except ValueError as problem:
            raise BadSetup(f"cards/{file.name} is not TOML: {problem}") from problem
        number = card.get("number")
        if not isinstance(number, int) or not 1 <= number <= LAST_EVENT or number in found:
            raise BadSetup(
                f"cards/{file.name}: card {number}: Event cards have numbers from 1 to {LAST_EVENT}, each once"
            )
        found[number] = card
    return dict(sorted(found.items()))


#: The file of each Event card in data/cards/ as it is, by the number of the card.
CARD_FILES: Final = _read_card_files()


@dataclass(frozen=True, slots=True)
class Card:
    """The printed face of a card, without the effects of its Event."""

    number: int
    title: str
    order: tuple[Faction, ...]
    kind: str
    momentum: str
    single_use: bool

    @property
    def capability_of(self) -> Faction | None:
        """The Faction whose Capability it is (5.3)."""
        return {"coalition-capability": COALITION, "taliban-capability": TALIBAN}.get(self.kind)


def read_card(number: int, file: Mapping[str, object]) -> Card:
    """Return the face of a card from its file. Raises BadSetup."""
    fields = Fields(file, f"card {number}", BadSetup)
    letters = {seat[0].upper(): faction for seat, faction in FACTION_BY_ID.items()}
    order = fields.word("order", None, None)
    if sorted(order) != sorted(letters):
        raise BadSetup(f"card {number}: order = {quoted(order)} does not have each of {', '.join(letters)} once")
    card = Card(
        number,
        fields.word("title", None, None),
        tuple(letters[letter] for letter in order),
        fields.word("kind", CARD_KINDS, None),
        fields.word("momentum", ("none", "unshaded", "shaded", "both"), "none"),
        fields.flag("single-use"),
    )
    fields.known |= {"number", "provenance", "unshaded", "shaded", "non-players"}
    fields.finish()
    return card


CARDS: Final = {number: read_card(number, file) for number, file in CARD_FILES.items()}
EVENT_CARDS: Final = tuple(CARDS)
PROPAGANDA_CARDS: Final = tuple(range(LAST_EVENT + 1, LAST_EVENT + 7))
#: The numbers of all cards, for error messages.
ALL_CARDS: Final = f"Events are 1 to {max(CARDS)}, Propaganda {PROPAGANDA_CARDS[0]} to {PROPAGANDA_CARDS[-1]}"


def is_propaganda(card: int) -> bool:
    return card > LAST_EVENT


def is_card(number: int) -> bool:
    return number in CARDS or number in PROPAGANDA_CARDS


# -- scenarios (2.1) ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenDeployment:
    """Pieces a Faction deploys itself with the Open Deployment option."""

    fixed: dict[Space, dict[Piece, int]]
    free: dict[Piece, int]
    among: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario: deck, tracks, pieces, and the printed totals for checking."""

    id: str
    removed_events: int
    piles: int
    aid: int
    patronage: int
    resources: dict[Faction, int]
    islamabad: Box
    support: tuple[Space, ...]
    returnees: tuple[Space, ...]
    forces: dict[Space, dict[Piece, int]]
    open: dict[Faction, OpenDeployment]
    printed: dict[str, object]


#: Set-up lists name Guerrillas without their state: they are set up Underground (1.4.3).
_SETUP_NAMES = PIECE_BY_ID | {"taliban-guerrilla": T_UNDERGROUND, "warlords-guerrilla": W_UNDERGROUND}


def _pieces(row: dict[str, int]) -> dict[Piece, int]:
    return {_SETUP_NAMES[name]: n for name, n in row.items()}


def _read_scenario(name: str, row: dict[str, object]) -> Scenario:
    forces: dict[Space, dict[Piece, int]] = {}
    for group in cast(list[dict[str, object]], row["forces"]):
        for space in cast(list[str], group["spaces"]):
            forces[SPACE_BY_ID[space]] = _pieces(cast(dict[str, int], group["pieces"]))
    deployment = {}
    for faction, plan in cast(dict[str, dict[str, object]], row["open"]).items():
        fixed = cast(dict[str, dict[str, int]], plan.get("fixed", {}))
        deployment[FACTION_BY_ID[faction]] = OpenDeployment(
            {SPACE_BY_ID[space]: _pieces(pieces) for space, pieces in fixed.items()},
            _pieces(cast(dict[str, int], plan["free"])),
            str(plan["among"]),
        )
    return Scenario(
        id=name,
        removed_events=cast(int, row["removed-events"]),
        piles=cast(int, row["piles"]),
        aid=cast(int, row["aid"]),
        patronage=cast(int, row["patronage"]),
        resources={FACTION_BY_ID[f]: n for f, n in cast(dict[str, int], row["resources"]).items()},
        islamabad=Box(BOX_IDS.index(str(row["islamabad"]))),
        support=tuple(SPACE_BY_ID[s] for s in cast(list[str], row["support"])),
        returnees=tuple(SPACE_BY_ID[s] for s in cast(list[str], row["returnees"])),
        forces=forces,
        open=deployment,
        printed=cast(dict[str, object], row["printed"]),
    )


SCENARIOS: Final = {
    name: _read_scenario(name, row)
    for name, row in tomllib.loads(_text("scenarios.toml")).items()
    if isinstance(row, dict)
}


#: Digests of earlier releases, which hashed the text of two files with all cards: the content is the same.
_FORMER_DIGESTS: Final = {"42c71fa3216afa93": "7fc877c3f6068338"}


@cache
def digest() -> str:
    """Return a digest of the printed data, to recognise records made with other data."""
    whole = blake2b(digest_size=8)
    for name in ("map.json", "forces.toml", "scenarios.toml"):
        whole.update(_text(name).encode())
    whole.update(json.dumps([_played(file) for file in CARD_FILES.values()]).encode())
    found = whole.hexdigest()
    return _FORMER_DIGESTS.get(found, found)


def _played(file: Mapping[str, object]) -> dict[str, object]:
    """Return what the rules read of a card: neither its words nor its sources, nor what Non-players do with it."""
    face = {key: value for key, value in file.items() if not isinstance(value, dict) and key != "provenance"}
    sides = {key: side for key, side in file.items() if isinstance(side, dict) and key in ("unshaded", "shaded")}
    return face | {
        key: {name: side[name] for name in ("steps", "forbids", "hook") if name in side} for key, side in sides.items()
    }
