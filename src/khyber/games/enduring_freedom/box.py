"""The contents of the box: map, counters and tables, from data/ or a user's own file, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Final, cast

from khyber.engine import provenance
from khyber.engine.boxed import ID, PROVENANCE, Tables, digest_of, names_in, own_provenance, printed_tables
from khyber.engine.errors import BadSetup
from khyber.engine.fields import Fields
from khyber.engine.game import Json
from khyber.engine.provenance import OWN_FILE, Component
from khyber.games.enduring_freedom import board

FILES: Final = ("map", "counters", "tables")
#: Sections that a user's own file may replace, and the data file of each.
OWN: Final = {
    "zones": "map",
    "roads": "map",
    "staging": "map",
    "location": "map",
    **dict.fromkeys(board.FAMILIES, "counters"),
    **dict.fromkeys(("terrain", "jihad", "netwar", "victory", "turns"), "tables"),
}
#: Sections that are one table, and its name.
PRINTED_TABLES: Final = {
    "roads": "roads",
    "location": "random-location",
    "jihad": "jihad",
    "netwar": "netwar",
    "victory": "victory",
    "turns": "turns",
}
#: Sections in which rows may be added.
GROWING: Final = (*board.FAMILIES, "roads")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of counter; most kinds have one counter."""

    id: str
    family: str
    contingent: str
    type: str
    #: Full and reduced; Islamists and the Northern Alliance have one side.
    factors: tuple[int, int]
    elite: tuple[bool, bool]
    sof: bool
    heavy: bool
    airmobile: bool
    #: FOBs: once placed they cannot move.
    fixed: bool
    #: The High Value Target that counts most.
    first_target: bool
    count: int
    name: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Costs:
    sof: int
    air: int
    asset_pair: int
    fob: int
    irgc: int
    alliance: int
    refit_ground: int
    refit_air: int
    edge: int
    sustain_light: int
    sustain_heavy: int


@dataclass(frozen=True, slots=True)
class Gains:
    first_target_dice: int
    target_dice: int
    base_dice: int
    base_points: int
    sof: int
    other: int
    collateral: int


@dataclass(frozen=True, slots=True)
class Losses:
    sof_reduced: int
    sof_eliminated: int
    ground_reduced: int
    ground_eliminated: int
    air_reduced: int
    air_eliminated: int
    leader_dice: int
    alliance: int
    collateral: int


@dataclass(frozen=True, slots=True)
class EndAwards:
    kabul: int
    city: int
    stronghold: int


class Box:
    """All printed facts, ready for the rules: by zone, Staging Area and counter."""

    def __init__(self, tables: Tables) -> None:
        self._rows = rows = {section: _section(tables[name], section) for section, name in OWN.items()}
        self._read_terrain(rows)
        self._read_zones(rows)
        self._read_staging(rows)
        self._read_tables(rows)
        self._read_counters(rows)
        #: Names from a player's own file, by message parameter.
        self.names: Final = {
            "zone": names_in(rows["zones"]),
            "unit": {kind.id: kind.name for kind in self.kinds if kind.name},
        }
        self.digest: Final = digest_of(tables)

    # -- the map -----------------------------------------------------------------------------------

    def _read_terrain(self, rows: Mapping[str, Mapping[str, object]]) -> None:
        #: Of each terrain: whether ground movement stops, whether it is rough, SOF only, Coalition ties, collateral.
        self.terrain_facts: dict[str, tuple[bool, bool, bool, bool, int]] = {}
        for name in board.TERRAINS:
            fields = Fields(rows["terrain"].get(name), f"terrain.{name}", BadSetup)
            self.terrain_facts[name] = (
                fields.flag("stop"),
                fields.flag("rough"),
                fields.flag("sof-only"),
                fields.word("tie", board.SIDE_IDS, None) == board.SIDE_IDS[board.COALITION],
                fields.number("collateral", 7, None),
            )
            _finish(fields)

    def _read_zones(self, rows: Mapping[str, Mapping[str, object]]) -> None:
        zones = rows["zones"]
        self.zones = tuple(zones)
        self.zone_by_id = {name: at for at, name in enumerate(self.zones)}
        if "kabul" not in self.zone_by_id or len(self.zones) >= board.OFF_MAP:
            raise BadSetup("zones: there is a Kabul, and room for 127 others")
        self.kabul = self.zone_by_id["kabul"]
        adjacent, kinds, terrains, airbases, islamists, alliance, limits = [], [], [], [], [], [], []
        #: Where each zone is drawn: how far east and how far north.
        self.drawn_at: list[tuple[int, int]] = []
        for name in self.zones:
            fields = Fields(zones[name], f"zones.{name}", BadSetup)
            adjacent.append(tuple(self.zone_by_id[other] for other in fields.words("adjacent", self.zones, [])))
            kinds.append(fields.word("kind", board.ZONE_KINDS, None))
            terrains.append(fields.word("terrain", board.TERRAINS, None))
            airbases.append(fields.flag("airbase"))
            fields.word("inside", (*self.zones, ""), "")
            islamists.append(fields.number("islamists", 60))
            alliance.append(fields.number("alliance", 60))
            limits.append(fields.number("stacking-limit", 200))
            self.drawn_at.append((fields.number("east", 20), fields.number("north", 20)))
            _finish(fields)
        self.adjacent = tuple(adjacent)
        for zone, others in enumerate(adjacent):
            for other in others:
                if zone not in adjacent[other]:
                    raise BadSetup(f"zones.{self.zones[other]}: adjacent should name {self.zones[zone]}, too")
        self.kind = tuple(kinds)
        self.cities = tuple(zone for zone, kind in enumerate(kinds) if kind == "city")
        self.strongholds = tuple(zone for zone, kind in enumerate(kinds) if kind == "stronghold")
        self.terrain = tuple(terrains)
        facts = [self.terrain_facts[name] for name in terrains]
        #: Ground movement stops on entry (16.4).
        self.stop = tuple(fact[0] for fact in facts)
        #: Attacking heavy and air units lose 1 (22.5, 24.7).
        self.rough = tuple(fact[1] for fact in facts)
        #: Only SOF make air assaults in or out (19.7).
        self.sof_only = tuple(fact[2] for fact in facts)
        self.open_zones = tuple(zone for zone, closed in enumerate(self.sof_only) if not closed)
        #: Whether the Coalition gets the tactical edge in a tie (23.4).
        self.coalition_tie = tuple(fact[3] for fact in facts)
        #: The lowest die that is collateral damage (24.4).
        self.collateral = tuple(fact[4] for fact in facts)
        self.airbase = tuple(airbases)
        self.airbases = tuple(zone for zone, there in enumerate(airbases) if there)
        self.setup_islamists = tuple(islamists)
        self.setup_alliance = tuple(alliance)
        #: How many Coalition ground units may be in a zone, 0 for any number; and whether any zone has a limit.
        self.limits = tuple(limits)
        self.limited = any(limits)
        self.roads = self._read_roads(rows["roads"])
        self.location = self._read_location(rows["location"])

    def _read_roads(self, rows: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        roads: list[set[int]] = [set() for _ in self.zones]
        #: The zones along each road, by its id.
        self.road_paths: dict[str, list[int]] = {}
        fields = Fields(rows, "roads", BadSetup)
        for name in rows:
            if name == "provenance":
                continue
            path = self.road_paths[name] = [self.zone_by_id[zone] for zone in fields.words(name, self.zones, [])]
            for one, two in pairwise(path):
                if two not in self.adjacent[one]:
                    raise fields.fail(f"{name} goes from {self.zones[one]} to {self.zones[two]}, which is not adjacent")
                roads[one].add(two)
                roads[two].add(one)
        _finish(fields)
        return tuple(tuple(sorted(others)) for others in roads)

    def _read_location(self, rows: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        fields = Fields(rows, "location", BadSetup)
        table = []
        for row in range(1, 7):
            zones = fields.words(f"row-{row}", self.zones, [])
            if len(zones) != 6:
                raise fields.fail(f"row-{row} has {len(zones)} zones: a die has 6 faces")
            table.append(tuple(self.zone_by_id[zone] for zone in zones))
        _finish(fields)
        return tuple(table)

    def _read_staging(self, rows: Mapping[str, Mapping[str, object]]) -> None:
        capacity, inwards = [], []
        outwards: list[list[int]] = [[] for _ in self.zones]
        iranian_out: list[list[int]] = [[] for _ in self.zones]
        iranian_in = []
        for area, name in zip(board.STAGING, board.STAGING_IDS, strict=True):
            fields = Fields(rows["staging"].get(name), f"staging.{name}", BadSetup)
            capacity.append(fields.number("capacity", 60, None))
            roads = [self.zone_by_id[zone] for zone in fields.words("roads", self.zones, [])]
            iranian = [self.zone_by_id[zone] for zone in fields.words("iranian-roads", self.zones, [])]
            fields.words("lines", self.zones, [])
            inwards.append(tuple(roads))
            iranian_in.append((*roads, *iranian))
            for zone in roads:
                outwards[zone].append(area)
            for zone in (*roads, *iranian):
                iranian_out[zone].append(area)
            _finish(fields)
        #: Air units and ground units, each, that a Staging Area holds (8.5).
        self.capacity = tuple(capacity)
        self.staging = tuple(zip(board.STAGING, capacity, strict=True))
        #: Zones that a road joins to each Staging Area, and the other way round (16.2); Iranian units have more.
        self.roads_in = tuple(inwards)
        self.roads_out = tuple(tuple(areas) for areas in outwards)
        self.iranian_in = tuple(iranian_in)
        self.iranian_out = tuple(tuple(areas) for areas in iranian_out)

    # -- counters ----------------------------------------------------------------------------------

    def _read_counters(self, rows: Mapping[str, Mapping[str, object]]) -> None:
        kinds: list[Kind] = []
        ends: list[int] = []
        of: list[int] = []
        for family in board.FAMILIES:
            for name in rows[family]:
                if not ID.fullmatch(name):
                    raise BadSetup(f"{family}: {name!r} is not a valid id; use letters from a to z, digits and hyphens")
                if name in board.WORDS or name in rows["zones"] or name in board.PLACE_IDS:
                    raise BadSetup(f"{family}: {name!r} is the key of another option or place; use another id")
                kind = _kind(Fields(rows[family][name], f"{family}.{name}", BadSetup), name, family)
                of += [len(kinds)] * kind.count
                kinds.append(kind)
            ends.append(len(of))
        if len({kind.id for kind in kinds}) < len(kinds):
            raise BadSetup("two kinds of counters have the same id")
        #: Counters are numbered by family; these are where each family ends and the next one begins.
        self.islamist_end, self.alliance_end, self.ground_end, self.air_end, self.end = ends
        self.kinds = tuple(kinds)
        self.kind_by_id = {kind.id: kind for kind in kinds}
        #: The kind of each counter; its key plus a place (below 256) is one number for all that are alike there.
        self.of = tuple(kinds[at] for at in of)
        self.kind_key = tuple(at << 8 for at in of)
        self.factors = tuple(kind.factors for kind in self.of)
        self.elite = tuple(kind.elite for kind in self.of)
        self.place_ids = dict(enumerate(self.zones)) | dict(enumerate(board.PLACE_IDS, board.OFF_MAP))
        self.first = {kind.id: of.index(at) for at, kind in enumerate(kinds) if kind.count}
        self.islamists = range(self.islamist_end)
        self.alliance = range(self.islamist_end, self.alliance_end)
        self.ground = range(self.alliance_end, self.ground_end)
        self.air = range(self.ground_end, self.air_end)
        self.assets = range(self.air_end, self.end)
        self.special = tuple(kind.type in board.SPECIAL_TYPES for kind in self.of)
        #: Those that may be face up in a zone.
        self.markers = tuple(c for c in self.islamists if self.of[c].type in ("rescue", "spectacular"))
        #: Where they begin and end among the counters.
        self.marker_start, self.marker_end = min(self.markers, default=0), max(self.markers, default=-1) + 1
        self.spectaculars = tuple(c for c in self.islamists if self.of[c].type == "spectacular")
        self.terrorists = tuple(c for c in self.islamists if self.of[c].type == "terrorist")
        self.air_defense = tuple(c for c in self.islamists if self.of[c].type == "air-defense")
        self.bases = frozenset(c for c in self.ground if self.of[c].type in ("fob", "hq"))
        self.fobs = tuple(c for c in self.ground if self.of[c].type == "fob")
        self.engineers = tuple(c for c in self.ground if self.of[c].type == "engineer")
        #: All Coalition ground units but FOBs.
        self.mobile = tuple(c for c in (*self.alliance, *self.ground) if not self.of[c].fixed)
        self.sof = tuple(c for c in self.ground if self.of[c].sof)
        self.western = tuple(c for c in self.ground if self.of[c].contingent != "iran")
        #: US and NATO ground units with their cost, SOF units first and others then.
        self.for_sale = tuple(
            tuple(
                (c, self.cost.sof if sof else self.of[c].factors[0])
                for c in self.western
                if self.of[c].sof == sof and not self.of[c].fixed
            )
            for sof in (True, False)
        )
        self.iranian = tuple(c for c in self.ground if self.of[c].contingent == "iran")
        self.leaders = tuple(c for c in self.alliance if self.of[c].type == "leader")
        if sum(self.setup_islamists) > self.islamist_end:
            raise BadSetup(
                f"the set-up needs {sum(self.setup_islamists)} Islamist counters: there are {self.islamist_end}"
            )
        if sum(self.setup_alliance) > len(self.alliance):
            raise BadSetup(
                f"the set-up needs {sum(self.setup_alliance)} Northern Alliance counters: there are "
                f"{len(self.alliance)}"
            )
        if len(self.air) > sum(self.capacity):
            raise BadSetup(f"{len(self.air)} air units do not fit into Staging Areas for {sum(self.capacity)}")
        if self.end > 250:
            raise BadSetup(f"{self.end} counters are too many: there is room for 250")

    # -- tables ------------------------------------------------------------------------------------

    def _read_tables(self, rows: Mapping[str, Mapping[str, object]]) -> None:
        jihad = Fields(rows["jihad"], "jihad", BadSetup)
        self.jihad_start = jihad.number("start", board.HIGHEST_JIHAD, None)
        #: By level: how many events and reinforcements, and what is added to the Islamist tactical edge.
        self.lower_line = (0, *_numbers(jihad, "lower-line", 0, 20))
        self.jihad_edge = (0, *_numbers(jihad, "edge", -6, 6))
        _finish(jihad)
        netwar = Fields(rows["netwar"], "netwar", BadSetup)
        self.points_start = netwar.number("start", 99, None)
        self.cost = Costs(**_costs(netwar, "cost", tuple(Costs.__slots__)))
        self.gain = Gains(**_costs(netwar, "gain", tuple(Gains.__slots__)))
        self.loss = Losses(**_costs(netwar, "loss", tuple(Losses.__slots__)))
        self.end_awards = EndAwards(**_costs(netwar, "end", tuple(EndAwards.__slots__)))
        _finish(netwar)
        victory = Fields(rows["victory"], "victory", BadSetup)
        self.victory = tuple(victory.number(level, 99, None) for level in board.LEVELS)
        _finish(victory)
        turns = Fields(rows["turns"], "turns", BadSetup)
        self.last_turn = turns.number("last", 99, None)
        _finish(turns)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Every zone, Staging Area, counter and table, with the sources of its facts."""
        rows = self._rows
        return (
            *provenance.rows("zone", rows["zones"]),
            *provenance.rows("staging-area", rows["staging"]),
            *(counter for family in board.FAMILIES for counter in provenance.rows("counter", rows[family])),
            *provenance.rows("terrain", rows["terrain"]),
            *(
                provenance.read("table", PRINTED_TABLES[section], str(rows[section].get(PROVENANCE, OWN_FILE)))
                for section in PRINTED_TABLES
            ),
        )

    def place_id(self, place: int) -> str:
        """Return the id of a zone, or of a place off the map."""
        return self.place_ids[place]

    def mobilization_cost(self, counter: int) -> int:
        """Return the cost of a US or NATO unit (NetWar Points Table)."""
        kind = self.of[counter]
        if kind.family == "air":
            return self.cost.air
        if kind.contingent == "iran":
            return self.cost.irgc
        return self.cost.sof if kind.sof else kind.factors[0]


# -- reading ---------------------------------------------------------------------------------------


@cache
def printed() -> Tables:
    """Return the data files that come with the game."""
    return printed_tables("khyber.games.enduring_freedom.data", FILES)


@cache
def printed_box() -> Box:
    return Box(printed())


def own_box(replaced: Mapping[str, Json]) -> Box:
    """Return the box with facts replaced by a player's own. Raises BadSetup, naming the row.

    Facts of existing rows are replaced one by one; counters and roads may be added.
    """
    tables: Tables = {
        name: {section: dict(_section(table, section)) for section in table} for name, table in printed().items()
    }
    for section in replaced:
        if section not in OWN:
            raise BadSetup(f"there is no section {section!r}; valid: {', '.join(OWN)}")
        ours = cast(dict[str, object], tables[OWN[section]][section])
        for name, row in _section(replaced, section).items():
            if name not in ours and section not in GROWING:
                raise BadSetup(f"{section}: there is no {name!r} to replace")
            old = ours.get(name)
            if isinstance(old, Mapping) and isinstance(row, Mapping):
                ours[name] = {**{key: fact for key, fact in old.items() if key != "provenance"}, **row}
            else:
                ours[name] = row
        if section in PRINTED_TABLES:
            ours[PROVENANCE] = own_provenance(_section(printed()[OWN[section]], section), _section(replaced, section))
    return Box(tables)


def _section(table: Mapping[str, object], name: str) -> Mapping[str, object]:
    rows = table.get(name)
    if not isinstance(rows, Mapping):
        raise BadSetup(f"{name} should be a table")
    return rows


def _finish(fields: Fields) -> None:
    """Read source and name, which any row may have, and check that no other field is left."""
    fields.word("name", None, "")
    fields.word("provenance", None, "own file")
    fields.finish()


def _numbers(fields: Fields, key: str, least: int, most: int) -> list[int]:
    values = fields.listed(key)
    if len(values) != board.HIGHEST_JIHAD or not all(type(value) is int and least <= value <= most for value in values):
        raise fields.fail(f"{key} should be {board.HIGHEST_JIHAD} numbers from {least} to {most}, one for each level")
    return cast(list[int], values)


def _costs(netwar: Fields, name: str, slots: Sequence[str]) -> dict[str, int]:
    fields = netwar.inner(name)
    found = {slot: fields.number(slot.replace("_", "-"), 99, None) for slot in slots}
    fields.finish()
    return found


def _pair(fields: Fields, key: str, one: str) -> tuple[int, int]:
    """Read two factors of a two-sided counter, or one of a one-sided counter."""
    if one in fields.table:
        factor = fields.number(one, 6)
        return factor, factor
    values = fields.listed(key, [0, 0])
    if len(values) != 2 or not all(type(value) is int and 0 <= value <= 6 for value in values):
        raise fields.fail(f"{key} should be two numbers from 0 to 6, full and reduced")
    return cast(tuple[int, int], tuple(values))


def _elite(fields: Fields) -> tuple[bool, bool]:
    value = fields.table.get("elite", False)
    fields.known.add("elite")
    if isinstance(value, bool):
        return value, value
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(side, bool) for side in value):
        raise fields.fail("elite should be true, false, or one of these for each side")
    return value[0], value[1]


_TYPES: Final = {"islamists": board.ISLAMIST_TYPES, "alliance": board.ALLIANCE_TYPES, "ground": board.GROUND_TYPES}


def _kind(fields: Fields, name: str, family: str) -> Kind:
    own_sides = board.ISLAMIST_CONTINGENTS if family == "islamists" else board.CONTINGENTS
    contingent = fields.word("contingent", own_sides, None) if family in ("islamists", "ground", "air") else ""
    type_ = fields.word("type", _TYPES[family], None) if family in _TYPES else ""
    if family == "assets" and name not in board.ASSETS:
        raise fields.fail(f"the assets are {', '.join(board.ASSETS)}")
    if family == "ground":
        fields.word("size", board.SIZES, "group")
    kind = Kind(
        name,
        family,
        contingent,
        type_,
        _pair(fields, "ratings" if family == "air" else "factors", "factor"),
        _elite(fields),
        fields.flag("sof"),
        fields.flag("heavy", type_ == "air-defense"),
        fields.flag("airmobile"),
        fields.flag("fixed"),
        fields.flag("first-target"),
        fields.number("count", 60, 1),
        fields.word("name", None, ""),
        fields.word("provenance", None, "own file"),
    )
    fields.finish()
    if kind.count > 1 and family in ("ground", "air"):
        raise fields.fail("count is 0 or 1: a unit with two steps has a row of its own")
    return kind
