"""The deck: every side of every card, from the files in data/cards/ or a player's own file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from khyber.engine.fields import Fields
from khyber.engine.game import Json
from khyber.engine.limits import read_toml
from khyber.engine.names import quoted
from khyber.games.distant_plain.board import CARD_FILES, CARDS, Faction
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.parse import BadCard, StepReader
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.special import SPECIAL
from khyber.games.distant_plain.play import SIDES, EventText, Play, Rules
from khyber.games.distant_plain.rules.lasting import HOOKS


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a card: its effects and their source. Compared by identity, so that it can be a cache key."""

    card: int
    side: str
    effects: tuple[Effect, ...]
    provenance: str
    filled_in: str
    #: What in the code carries it out (events/special.py) or changes a rule while it lasts (rules/lasting.py).
    hook: str
    forbids: frozenset[str]
    #: The steps as in the data file.
    steps: tuple[Mapping[str, object], ...]

    @property
    def special(self) -> str:
        """The hook if it is a function instead of steps."""
        return self.hook if self.hook in SPECIAL else ""

    def execute(self, play: Play, faction: Faction) -> Rules:
        """5.1: execute step by step, skipping what cannot be done (5.1.3)."""
        event = Resolution(play, faction)
        for step, effect in enumerate(self.effects, 1):
            yield from effect.run(event, step)

    def touches(self) -> frozenset[str]:
        """Return everything it could affect in some position."""
        return frozenset().union(*(effect.touches() for effect in self.effects))


Deck = Mapping[int, Mapping[str, Side]]
#: Fields of a side that only text/ reads: its words by language, and what a hook does.
WORDS: Final = ("en", "it", "outline")
#: Fields of the face of a card, which a player's own deck cannot change.
FACE: Final = ("title", "order", "kind", "momentum", "single-use")


def read_side(card: int, side: str, table: object, where: str) -> Side:
    """Read one side from its table. Raises BadCard."""
    fields = Fields(table, where, BadCard)
    hook = fields.word("hook", ("", *HOOKS, *SPECIAL), "")
    reader = StepReader(card, side)
    rows = fields.listed("steps")
    if rows and hook in SPECIAL:
        raise BadCard(f"{where}: the hook {hook!r} is instead of steps")
    effects: Sequence[Effect] = [SPECIAL[hook]] if hook in SPECIAL else reader.steps(rows, where)
    if not effects:
        raise BadCard(f"{where}: there are no steps")
    read = Side(
        card,
        side,
        tuple(effects),
        fields.word("provenance", None, "own deck"),
        fields.word("filled-in", None, ""),
        hook,
        frozenset(str(action) for action in fields.listed("forbids")),
        tuple(cast(list[Mapping[str, object]], rows)),
    )
    fields.finish()
    return read


def own_deck(text: str) -> dict[str, Json]:
    """Return the sides of a player's own deck file, or of the file of one card, as records do. Raises BadCard."""
    tables = read_toml(text, "the deck", BadCard)
    if "number" in tables:
        tables = _sides_of_card(tables)
    own_sides(tables)
    return cast(dict[str, Json], tables)


def _sides_of_card(file: Mapping[str, object]) -> dict[str, object]:
    """Return the sides of a card's file as a deck file has them."""
    number = file["number"]
    if not isinstance(number, int) or number not in CARDS:
        raise BadCard(f"there is no card {quoted(number)}: they are 1 to {max(CARDS)}")
    for key in FACE:
        if key in file and file[key] != CARD_FILES[number].get(key):
            raise BadCard(f"card {number}: {key} = {quoted(file[key])} is not the game's; a deck changes only sides")
    return {str(number): {side: _without_words(file, side) for side in SIDES if side in file}}


def _without_words(file: Mapping[str, object], side: str) -> dict[str, object]:
    """Return the fields of a side in the file of its card that are played."""
    table = Fields(file[side], f"card {file['number']} {side}", BadCard).table
    return {key: value for key, value in table.items() if key not in WORDS}


def own_sides(replaced: Mapping[str, object]) -> dict[int, dict[str, Side]]:
    """Return the sides of a player's own deck, of steps, or with the hook of the printed side."""
    deck = sides_of(replaced)
    for sides in deck.values():
        for side in sides.values():
            printed = printed_deck()[side.card].get(side.side)
            if printed is None:
                raise BadCard(f"card {side.card} has one text only: it has no side {side.side}")
            if side.hook not in ("", printed.hook):
                raise BadCard(
                    f"card {side.card} {side.side}: hook = {quoted(side.hook)} is not this side's; write steps"
                )
    return deck


def merged(deck: Deck, other: Deck) -> dict[int, dict[str, Side]]:
    """Return a deck with sides replaced by those of another."""
    return {number: {**sides, **other.get(number, {})} for number, sides in deck.items()}


def sides_of(tables: Mapping[str, object]) -> dict[int, dict[str, Side]]:
    """Return the sides by card number."""
    deck: dict[int, dict[str, Side]] = {}
    for number, sides in tables.items():
        if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number) in CARDS):
            raise BadCard(f"there is no card {quoted(number)}: they are 1 to {max(CARDS)}")
        if not isinstance(sides, Mapping):
            raise BadCard(f"card {number}: it should have tables unshaded and shaded")
        for side, table in sides.items():
            if side not in SIDES:
                raise BadCard(f"card {number}: {quoted(side)} is neither unshaded nor shaded")
            deck.setdefault(int(number), {})[side] = read_side(int(number), side, table, f"card {number} {side}")
    return deck


@cache
def printed_deck() -> dict[int, dict[str, Side]]:
    """Return the deck that comes with the game."""
    deck: dict[int, dict[str, Side]] = {}
    for card, file in CARD_FILES.items():
        if not any(side in file for side in SIDES):
            raise BadCard(f"card {card} has no text: its file has no table [unshaded]")
        deck[card] = {
            side: read_side(card, side, _without_words(file, side), f"card {card} {side}")
            for side in SIDES
            if side in file
        }
    return deck


def event_texts(deck: Deck) -> dict[int, dict[str, EventText]]:
    """Return the deck as the rules use it."""
    return {
        number: {side: EventText(text.execute, text.forbids, text) for side, text in sides.items()}
        for number, sides in deck.items()
    }
