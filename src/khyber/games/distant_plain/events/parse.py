"""Parse cards: tables of steps become effects. Errors name the card, the side and the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from khyber.engine.errors import Error
from khyber.engine.fields import Fields
from khyber.games.distant_plain.board import FACTION_BY_ID, LEVEL_IDS, T_ACTIVE, W_ACTIVE, Level, Piece
from khyber.games.distant_plain.events.amounts import Amount, BadAmount, read_amount
from khyber.games.distant_plain.events.effect import EXECUTING, FLAGS, Effect, Where
from khyber.games.distant_plain.events.filters import BadFilter, Test, read_filter
from khyber.games.distant_plain.events.people_effects import Returnees, Select, SetLevel, Shift, Terror
from khyber.games.distant_plain.events.piece_effects import (
    ROW_OF_BOX,
    Boxes,
    Flip,
    Move,
    Place,
    Quantity,
    Remove,
    Replace,
)
from khyber.games.distant_plain.events.track_effects import TRACKS, ChangeTrack, Die, Islamabad, Transfer
from khyber.games.distant_plain.events.turn_effects import (
    NAMED,
    OTHER_COIN,
    Capability,
    Choose,
    Eligibility,
    FreeActivity,
    FreeOperation,
    Momentum,
    Name,
)
from khyber.games.distant_plain.events.words import ACTION_TEXTS, GROUPS
from khyber.games.distant_plain.rules.activities.execute import ACTIVITIES
from khyber.games.distant_plain.rules.operations.execute import OPERATIONS

_CHOOSERS: Final = (EXECUTING, "owner", *FACTION_BY_ID)
_FACTIONS: Final = (*FACTION_BY_ID, NAMED, OTHER_COIN)
DIRECTIONS: Final = {"support": 1, "opposition": -1}
TOWARD: Final = {"sponsorship": 1, "hostility": -1}


class BadCard(Error):
    """A malformed card file."""


class StepReader:
    """A parser for one side of a card; later steps know the dice of earlier ones."""

    def __init__(self, card: int, side: str) -> None:
        self.card = card
        self.side = side
        self.dice: set[str] = set()

    def steps(self, rows: Sequence[object], where: str) -> list[Effect]:
        return [self.step(Fields(row, f"{where}, step {number}", BadCard)) for number, row in enumerate(rows, 1)]

    def step(self, fields: Fields) -> Effect:
        do = fields.word("do", tuple(_READERS), None)
        effect = _READERS[do](self, fields)
        fields.finish()
        return effect

    # -- parts of steps -----------------------------------------------------------------------------

    def amount(self, fields: Fields, key: str, default: int | str | None = None) -> Amount:
        value = fields.table.get(key, default)
        fields.known.add(key)
        if not isinstance(value, int | str) or isinstance(value, bool):
            raise fields.fail(f"{key} = {value!r} is not an amount")
        try:
            return read_amount(value, frozenset(self.dice))
        except BadAmount as problem:
            raise fields.fail(f"{key}: {problem}") from problem

    def test(self, fields: Fields, key: str) -> Test | None:
        if key not in fields.table:
            return None
        text = fields.word(key, None, None)
        try:
            return read_filter(text)
        except BadFilter as problem:
            raise fields.fail(f"{key}: {problem}") from problem

    def must_test(self, fields: Fields, key: str) -> Test:
        test = self.test(fields, key)
        if test is None:
            raise fields.fail(f"the field {key!r} is missing")
        return test

    def where(self, fields: Fields) -> Where:
        """Read `where` and `spaces`: a number to choose, "any" number, or all without a choice."""
        test = self.must_test(fields, "where")
        most: Amount | None = None
        if "spaces" in fields.table:
            most = read_amount(99) if fields.table["spaces"] == "any" else self.amount(fields, "spaces")
        fields.known.add("spaces")
        return Where(str(fields.table["where"]), test, most, fields.flag("must"))

    def by(self, fields: Fields) -> str:
        return fields.word("by", _CHOOSERS, EXECUTING)

    def pieces(self, fields: Fields, key: str = "what") -> tuple[Piece, ...]:
        names = fields.table.get(key)
        fields.known.add(key)
        listed = [names] if isinstance(names, str) else names
        if not isinstance(listed, list) or not listed or any(name not in GROUPS for name in listed):
            raise fields.fail(f"{key} = {names!r} is not a group of pieces; valid: {', '.join(GROUPS)}")
        return tuple(dict.fromkeys(piece for name in listed for piece in GROUPS[name]))

    def quantity(self, fields: Fields) -> Quantity:
        """Read `n` (a number or "all"), `total` (for all spaces together) and `exact` (no fewer if possible)."""
        n = None if fields.table.get("n") == "all" else self.amount(fields, "n", 1)
        fields.known.add("n")
        return Quantity(n, fields.flag("total"), fields.flag("exact"))

    def flags(self, fields: Fields) -> frozenset[str]:
        """Return what a free action could affect, as the card declares it."""
        return frozenset(fields.words("touches", sorted(FLAGS), []))

    def only_named(self, fields: Fields) -> bool:
        return fields.word("of", ("", NAMED), "") == NAMED


def new_pieces(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces to place; Guerrillas are placed Underground (1.4.3)."""
    return tuple(piece for piece in pieces if piece not in (T_ACTIVE, W_ACTIVE))


def _place(r: StepReader, f: Fields) -> Effect:
    return Place(r.where(f), r.by(f), new_pieces(r.pieces(f)), r.quantity(f), r.only_named(f))


def _remove(r: StepReader, f: Fields) -> Effect:
    to = f.word("to", tuple(ROW_OF_BOX), "available")
    return Remove(r.where(f), r.by(f), r.pieces(f), r.quantity(f), r.only_named(f), to, f.flag("bases-last"))


def _replace(r: StepReader, f: Fields) -> Effect:
    return Replace(r.where(f), r.by(f), r.pieces(f), r.quantity(f), r.only_named(f), new_pieces(r.pieces(f, "with")))


def _flip(r: StepReader, f: Fields) -> Effect:
    to = f.word("to", ("active", "underground"), None)
    return Flip(r.where(f), r.by(f), r.pieces(f), r.quantity(f), r.only_named(f), to)


def _move(r: StepReader, f: Fields) -> Effect:
    return Move(
        r.by(f),
        r.pieces(f),
        r.amount(f, "n", 99),
        r.must_test(f, "from"),
        r.must_test(f, "dest"),
        r.amount(f, "spaces", 99),
        f.word("becomes", ("", "active", "underground"), ""),
        f.flag("frozen"),
    )


def _boxes(r: StepReader, f: Fields) -> Effect:
    sources = f.words("from", tuple(ROW_OF_BOX), [])
    return Boxes(r.by(f), r.pieces(f), r.amount(f, "n"), tuple(sources), f.word("to", tuple(ROW_OF_BOX), None))


def _shift(r: StepReader, f: Fields) -> Effect:
    direction = DIRECTIONS[f.word("toward", tuple(DIRECTIONS), None)]
    return Shift(r.where(f), r.by(f), direction, f.number("levels", 2, 1))


def _set(r: StepReader, f: Fields) -> Effect:
    level = Level(LEVEL_IDS.index(f.word("level", LEVEL_IDS, None)))
    before = f.word("from-level", ("", *LEVEL_IDS), "")
    return SetLevel(r.where(f), r.by(f), level, Level(LEVEL_IDS.index(before)) if before else None)


def _terror(r: StepReader, f: Fields) -> Effect:
    n = None if f.table.get("n") == "all" else r.amount(f, "n", 1)
    f.known.add("n")
    return Terror(r.where(f), r.by(f), f.word("op", ("place", "remove"), None) == "place", n, f.flag("total"))


def _track(r: StepReader, f: Fields) -> Effect:
    sign = 1 if "gain" in f.table else -1
    return ChangeTrack(f.word("track", tuple(TRACKS), None), r.amount(f, "gain" if sign > 0 else "lose"), sign)


def _transfer(r: StepReader, f: Fields) -> Effect:
    return Transfer(f.word("from", tuple(TRACKS), None), f.word("to", tuple(TRACKS), None), r.amount(f, "amount"))


def _islamabad(r: StepReader, f: Fields) -> Effect:
    direction = TOWARD[f.word("toward", tuple(TOWARD), "sponsorship")]
    return Islamabad(direction, f.number("boxes", 4), f.flag("harden"), r.test(f, "if-any"))


def _die(r: StepReader, f: Fields) -> Effect:
    name = f.word("name", None, "r")
    r.dice.add(name)
    return Die(name, f.number("dice", 4, 1))


def _eligibility(r: StepReader, f: Fields) -> Effect:
    status = f.word("status", ("eligible", "ineligible"), None)
    return Eligibility(f.word("faction", _FACTIONS, None), status == "eligible")


def _name(r: StepReader, f: Fields) -> Effect:
    return Name(tuple(f.words("factions", tuple(FACTION_BY_ID), [])), r.by(f), f.flag("others-only"))


def _free_operation(r: StepReader, f: Fields) -> Effect:
    ops = f.words("ops", tuple(OPERATIONS), tuple(OPERATIONS))
    return FreeOperation(
        f.word("faction", _FACTIONS, None),
        tuple(ops),
        f.flag("limited"),
        r.test(f, "where"),
        r.test(f, "origins"),
        f.word("text", ACTION_TEXTS, ""),
        r.flags(f),
    )


def _free_activity(r: StepReader, f: Fields) -> Effect:
    return FreeActivity(
        f.word("faction", tuple(FACTION_BY_ID), None),
        f.word("name", tuple(ACTIVITIES), None),
        r.test(f, "where"),
        f.word("text", ACTION_TEXTS, ""),
        r.flags(f),
    )


def _choose(r: StepReader, f: Fields) -> Effect:
    options = f.inner("options")
    f.known.add("options")
    lists: list[tuple[str, Sequence[Effect]]] = []
    for name, rows in options.table.items():
        if not isinstance(rows, list):
            raise options.fail(f"{name} should be a list of steps")
        lists.append((name, r.steps(rows, f"{options.where}.{name}")))
    if len(lists) < 2:
        raise options.fail("a choice needs two options or more")
    return Choose(r.by(f), tuple(lists))


_READERS: Final[Mapping[str, Callable[[StepReader, Fields], Effect]]] = {
    "place": _place,
    "remove": _remove,
    "replace": _replace,
    "flip": _flip,
    "move": _move,
    "boxes": _boxes,
    "shift": _shift,
    "set": _set,
    "terror": _terror,
    "sabotage": _terror,
    "returnees": lambda r, f: Returnees(r.where(f), r.by(f)),
    "select": lambda r, f: Select(r.where(f), r.by(f)),
    "track": _track,
    "transfer": _transfer,
    "islamabad": _islamabad,
    "die": _die,
    "eligibility": _eligibility,
    "name": _name,
    "free-operation": _free_operation,
    "free-activity": _free_activity,
    "capability": lambda r, f: Capability(r.card, r.side),
    "momentum": lambda r, f: Momentum(r.card, r.side),
    "choose": _choose,
}

#: The kinds of steps there are.
STEPS: Final = tuple(_READERS)
