"""The contents of the box: tiles, dice, cards and numbers, from data/ or a user's own file, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, cast

from khyber.engine import provenance
from khyber.engine.boxed import ID, PROVENANCE, Tables, digest_of, names_in, own_provenance, printed_tables
from khyber.engine.errors import BadSetup
from khyber.engine.fields import Fields
from khyber.engine.game import Json
from khyber.engine.provenance import Component
from khyber.games.zurmat import board
from khyber.games.zurmat.board import Side

FILES: Final = ("pieces", "tiles", "events", "tactics", "objectives")
#: What a user's own file may replace: rows of these files, and the faces of dice.
OWN: Final = ("tiles", "events", "tactics", "objectives", "dice")

BLANK: Final = 0
HIT: Final = 1
BLOCK: Final = 2
FACES: Final = ("blank", "hit", "block")
DICE: Final = ("afghan", "us", "fort")

EVENT_KINDS: Final = (
    "scored",
    "month",
    "tile",
    "winter",
    "declare",
    "famine",
    "refugees",
    "caravan",
    "units",
    "school",
    "intel",
    "quiet",
)
TACTIC_KINDS: Final = (
    "declare",
    "intel",
    "ambush",
    "drone",
    "air-assault",
    "units",
    "school",
    "motorcycles",
    "roadblock",
    "level",
    "bad-intel",
    "more-dice",
    "mrap",
    "hinder",
    "ied",
)
OBJECTIVE_KINDS: Final = (
    "operations",
    "most-units",
    "most-schools",
    "most-forts",
    "us-alive",
    "us-killed",
    "ring",
    "fob",
)
#: Tactics cards of a side, counting copies.
TACTICS_EACH: Final = 16


@dataclass(frozen=True, slots=True)
class EventCard:
    """One Event card: its kind, and the values for its kind."""

    number: int
    kind: str
    #: scored: what is counted, and what it is worth.
    most: str
    vp: int
    #: month: the Operation it changes (an Op), and how.
    operation: int
    change: int
    #: tile: who places it (a Side).
    side: int
    discs: int
    cubes: int
    units: int
    provenance: str


@dataclass(frozen=True, slots=True)
class Tactic:
    """One kind of Tactics card: its effect, and the values for it."""

    id: str
    does: str
    copies: int
    units: int
    dice: int
    steps: int
    change: int
    loyalty: int
    provenance: str


@dataclass(frozen=True, slots=True)
class Objective:
    """One Objective card."""

    id: str
    sides: tuple[Side, ...]
    counts: str
    #: operations: which (an Op).
    operation: int
    n: int
    vp: int
    bans: frozenset[str]
    provenance: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of components, and set-up values."""

    discs: tuple[int, int]
    afghan_units: int
    us_units: int
    buildings: int
    winter_cubes: int
    most_schools: int
    most_forts: int
    fob_schools: int
    fob_forts: int
    fob_us: int
    fob_ana: int
    taliban_tiles: int
    taliban_units: int
    tiles_each: int
    tiles_at_fob: int
    tactics: int
    objectives_drawn: int
    objectives_kept: int
    months: tuple[str, ...]


class Box:
    """All printed facts, ready for the rules."""

    def __init__(self, tables: Tables) -> None:
        pieces = Fields(tables["pieces"], "pieces", BadSetup, outermost=True)
        self.numbers: Final = _numbers(pieces)
        #: For each kind of die its six faces (BLANK, HIT, BLOCK).
        self.dice: Final = _dice(pieces.inner("dice"))
        tiles = _tiles(tables["tiles"])
        #: For each tile and turn (tile * 4 + turn), by edge: the edges its road joins, itself included, as bits.
        self.joined: Final = tiles[0]
        #: The turns of each tile that look different.
        self.turns: Final = tiles[1]
        self.poppy: Final = tiles[2]
        #: The Event cards; card 1 is the first.
        self.events: Final = _events(tables["events"])
        #: The kinds of Tactics cards of each side.
        self.tactics: Final = tuple(_tactics(tables["tactics"], side) for side in board.SIDES)
        #: The index of each kind in that list, by its effect.
        self.doing: Final = tuple(_by_deed(kinds) for kinds in self.tactics)
        self.kind_by_id: Final = tuple({card.id: at for at, card in enumerate(kinds)} for kinds in self.tactics)
        #: The Objectives of each side.
        self.objectives: Final = _objectives(tables["objectives"])
        self.objective_by_id: Final = tuple({card.id: at for at, card in enumerate(cards)} for cards in self.objectives)
        #: Names from a player's own file, by message parameter.
        self.names: Final = {param: names_in(tables[section]) for param, section in _NAMED.items()}
        self.names["card"] |= {
            name: text
            for side in board.SEATS
            for name, text in names_in(cast(Mapping[str, object], tables["tactics"][side])).items()
        }
        self.digest: Final = digest_of(tables)
        self._tables = tables

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Every tile, card and table, with the sources of its facts."""
        tables = self._tables
        return (
            *provenance.rows("tile", tables["tiles"]),
            *provenance.rows("event-card", tables["events"]),
            *(
                card
                for side in board.SEATS
                for card in provenance.rows(
                    "tactics-card", cast(Mapping[str, object], tables["tactics"][side]), f"{side}:"
                )
            ),
            *provenance.rows("objective-card", tables["objectives"]),
            *provenance.rows("table", tables["pieces"]),
        )


@cache
def printed() -> Tables:
    """Return the data files that come with the game."""
    return printed_tables("khyber.games.zurmat.data", FILES)


@cache
def printed_box() -> Box:
    return Box(printed())


def own_box(replaced: Mapping[str, Json]) -> Box:
    """Return the box with rows replaced by a user's own. Raises BadSetup, naming the row."""
    tables: Tables = {name: dict(rows) for name, rows in printed().items()}
    for section, rows in replaced.items():
        if section not in OWN:
            raise BadSetup(f"there is no section {section!r}; valid: {', '.join(OWN)}")
        if not isinstance(rows, Mapping):
            raise BadSetup(f"{section} should be a table")
        if section == "dice":
            ours = cast(dict[str, object], tables["pieces"]["dice"])
            tables["pieces"]["dice"] = {**ours, **rows, PROVENANCE: own_provenance(ours, rows)}
        elif section == "tactics":
            tables[section].update(rows)  # all cards of a side at once, as their copies must add up
        else:
            for name, row in rows.items():
                if name not in tables[section]:
                    raise BadSetup(f"{section}: there is no {name!r} to replace")
                tables[section][name] = row
    return Box(tables)


#: Parameters of messages that name a row of a file.
_NAMED: Final = {"tile": "tiles", "event": "events", "objective": "objectives", "card": "tactics"}


# -- reading ----------------------------------------------------------------------------------------


def _provenance(fields: Fields) -> str:
    """Return the source of a row; a user's own row may also have a name."""
    fields.word("name", None, "")
    return fields.word("provenance", None, "own file")


def _numbers(pieces: Fields) -> Numbers:
    discs, supply, setup, calendar = (pieces.inner(name) for name in ("discs", "supply", "setup", "calendar"))

    def whole(fields: Fields, key: str) -> int:
        return fields.number(key, 200, None)

    return Numbers(
        (whole(discs, "neutral"), whole(discs, "faction")),
        whole(supply, "afghan-units"),
        whole(supply, "us-units"),
        whole(supply, "buildings"),
        whole(supply, "winter-cubes"),
        whole(supply, "most-schools"),
        whole(supply, "most-forts"),
        whole(setup, "fob-schools"),
        whole(setup, "fob-forts"),
        whole(setup, "fob-us"),
        whole(setup, "fob-ana"),
        whole(setup, "taliban-tiles"),
        whole(setup, "taliban-units"),
        whole(setup, "tiles-each"),
        whole(setup, "tiles-at-fob"),
        whole(setup, "tactics"),
        whole(setup, "objectives-drawn"),
        whole(setup, "objectives-kept"),
        tuple(str(month) for month in calendar.listed("months")),
    )


def _dice(fields: Fields) -> tuple[tuple[int, ...], ...]:
    dice = []
    for name in DICE:
        faces = fields.words(name, FACES, [])
        if len(faces) != 6:
            raise fields.fail(f"{name} has {len(faces)} faces: a die has 6")
        dice.append(tuple(FACES.index(face) for face in faces))
    _provenance(fields)
    fields.finish()
    return tuple(dice)


def turned(mask: int, turn: int) -> int:
    """Return edges, as bits, after `turn` quarter turns clockwise.

    >>> turned(0b0011, 1), turned(0b1001, 2)
    (6, 6)
    """
    return (mask << turn | mask >> 4 - turn) & 15


def _tiles(
    rows: Mapping[str, object],
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    joined: list[tuple[int, ...]] = []
    turns: list[tuple[int, ...]] = []
    poppy: list[bool] = []
    for name in board.TILE_IDS:
        fields = Fields(rows.get(name), f"tiles.{name}", BadSetup)
        groups = []
        seen = 0
        for word in fields.listed("roads"):
            edges = [board.DIRECTIONS.find(letter) for letter in str(word).lower()]
            if not edges or -1 in edges or len(set(edges)) < len(edges) or any(seen >> edge & 1 for edge in edges):
                raise fields.fail(f"roads holds {word!r}: edges are N, E, S, W, each named once")
            mask = sum(1 << edge for edge in edges)
            seen |= mask
            groups.append(mask)
        faces = [
            tuple(
                next((turned(mask, turn) for mask in groups if turned(mask, turn) >> edge & 1), 0) for edge in range(4)
            )
            for turn in range(4)
        ]
        joined += faces
        turns.append(tuple(turn for turn in range(4) if faces[turn] not in faces[:turn]))
        poppy.append(fields.flag("poppy"))
        _provenance(fields)
        fields.finish()
    return tuple(joined), tuple(turns), tuple(poppy)


def _change(fields: Fields) -> int:
    value = cast(int, fields.get("change", int, 0))
    if not -4 <= value <= 4:
        raise fields.fail(f"change = {value} is not between -4 and 4")
    return value


def _operation(fields: Fields, needed: bool) -> int:
    name = fields.word("operation", (*board.OP_IDS, "") if not needed else board.OP_IDS, None if needed else "")
    return board.OP_BY_ID[name] if name else -1


def _events(rows: Mapping[str, object]) -> tuple[EventCard, ...]:
    cards = []
    for number in range(1, board.EVENTS + 1):
        fields = Fields(rows.get(str(number)), f"events.{number}", BadSetup)
        kind = fields.word("kind", EVENT_KINDS, None)
        side = fields.word("side", board.SEATS, None) if kind == "tile" else ""
        cards.append(
            EventCard(
                number,
                kind,
                fields.word("most", ("tiles", "poppies"), None) if kind == "scored" else "",
                fields.number("vp", 20),
                _operation(fields, kind == "month"),
                _change(fields),
                board.SIDE_BY_ID[side] if side else -1,
                fields.number("discs", 20),
                fields.number("cubes", 3),
                fields.number("units", 20),
                _provenance(fields),
            )
        )
        fields.finish()
    return tuple(cards)


def _tactics(rows: Mapping[str, object], side: Side) -> tuple[Tactic, ...]:
    where = f"tactics.{board.SEATS[side]}"
    for name in rows:
        if name not in board.SEATS:
            raise BadSetup(f"tactics: there is no side {name!r}: they are {', '.join(board.SEATS)}")
    outer = Fields(rows.get(board.SEATS[side]), where, BadSetup)
    kinds = []
    for name in outer.table:
        fields = outer.inner(name)
        if not ID.fullmatch(name):
            raise outer.fail(f"{name!r} is not a valid id; use letters from a to z, digits and hyphens")
        kinds.append(
            Tactic(
                name,
                fields.word("does", TACTIC_KINDS, None),
                fields.number("copies", TACTICS_EACH, 1),
                fields.number("units", 20),
                fields.number("dice", 20),
                fields.number("steps", 20),
                _change(fields),
                fields.number("loyalty", 20),
                _provenance(fields),
            )
        )
        fields.finish()
    copies = sum(card.copies for card in kinds)
    if copies != TACTICS_EACH or len(kinds) > board.CARD_KINDS:
        raise BadSetup(f"{where} has {copies} cards: there are {TACTICS_EACH}")
    return tuple(kinds)


def _by_deed(kinds: tuple[Tactic, ...]) -> dict[str, tuple[int, ...]]:
    return {deed: tuple(at for at, card in enumerate(kinds) if card.does == deed) for deed in TACTIC_KINDS}


def _objectives(rows: Mapping[str, object]) -> tuple[tuple[Objective, ...], ...]:
    cards = []
    for name in rows:
        fields = Fields(rows[name], f"objectives.{name}", BadSetup)
        counts = fields.word("counts", OBJECTIVE_KINDS, None)
        cards.append(
            Objective(
                name,
                tuple(board.SIDE_BY_ID[seat] for seat in fields.words("sides", board.SEATS, board.SEATS)),
                counts,
                _operation(fields, counts == "operations"),
                fields.number("n", 20),
                fields.number("vp", 20, None),
                frozenset(fields.words("bans", tuple(rows), [])),
                _provenance(fields),
            )
        )
        fields.finish()
    both = tuple(tuple(card for card in cards if side in card.sides) for side in board.SIDES)
    for side, own in zip(board.SEATS, both, strict=True):
        if len(own) != board.OBJECTIVES_EACH:
            raise BadSetup(f"objectives: {side} has {len(own)} cards: there are {board.OBJECTIVES_EACH}")
    return both
