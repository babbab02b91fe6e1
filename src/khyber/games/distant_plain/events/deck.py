"""The deck: every side of every card, from data/cards/events.toml or a player's own file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from khyber.engine.fields import Fields
from khyber.engine.game import Json
from khyber.engine.limits import read_toml
from khyber.engine.names import quoted
from khyber.games.distant_plain.board import CARDS, Faction
from khyber.games.distant_plain.events.effect import Effect
from khyber.games.distant_plain.events.parse import BadCard, StepReader
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.events.special import SPECIAL
from khyber.games.distant_plain.play import SIDES, EventText, Play, Rules


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a card: its effects and their source. Compared by identity, so that it can be a cache key."""

    card: int
    side: str
    effects: tuple[Effect, ...]
    provenance: str
    filled_in: str
    special: str
    forbids: frozenset[str]
    #: The steps as in the data file.
    steps: tuple[Mapping[str, object], ...]

    def execute(self, play: Play, faction: Faction) -> Rules:
        """5.1: execute step by step, skipping what cannot be done (5.1.3)."""
        event = Resolution(play, faction)
        for step, effect in enumerate(self.effects, 1):
            yield from effect.run(event, step)

    def touches(self) -> frozenset[str]:
        """Return everything it could affect in some position."""
        return frozenset().union(*(effect.touches() for effect in self.effects))


Deck = Mapping[int, Mapping[str, Side]]


def read_side(card: int, side: str, table: object, where: str) -> Side:
    """Read one side from its table. Raises BadCard."""
    fields = Fields(table, where, BadCard)
    special = fields.word("special", ("", *SPECIAL), "")
    reader = StepReader(card, side)
    rows = fields.listed("steps")
    effects: Sequence[Effect] = [SPECIAL[special]] if special else reader.steps(rows, where)
    if not effects:
        raise BadCard(f"{where}: there are no steps")
    read = Side(
        card,
        side,
        tuple(effects),
        fields.word("provenance", None, "own deck"),
        fields.word("filled-in", None, ""),
        special,
        frozenset(str(action) for action in fields.listed("forbids")),
        tuple(cast(list[Mapping[str, object]], rows)),
    )
    fields.finish()
    return read


def own_deck(text: str) -> dict[str, Json]:
    """Check a player's own deck file and return its tables as a record keeps them. Raises BadCard."""
    tables = _tables(text)
    own_sides(tables)
    return cast(dict[str, Json], tables)


def own_sides(replaced: Mapping[str, object]) -> dict[int, dict[str, Side]]:
    """Return the sides of a player's own deck, which can contain steps but no functions."""
    deck = sides_of(replaced)
    for sides in deck.values():
        for side in sides.values():
            if side.special:
                raise BadCard(f"card {side.card} {side.side}: special is for the printed deck; write steps")
            if side.side not in printed_deck()[side.card]:
                raise BadCard(f"card {side.card} has one text only: it has no side {side.side}")
    return deck


def merged(deck: Deck, other: Deck) -> dict[int, dict[str, Side]]:
    """Return a deck with sides replaced by those of another."""
    return {number: {**sides, **other.get(number, {})} for number, sides in deck.items()}


def read_deck(text: str) -> dict[int, dict[str, Side]]:
    """Read the sides by card number from TOML. Raises BadCard, naming card and field."""
    return sides_of(_tables(text))


def _tables(text: str) -> dict[str, object]:
    return read_toml(text, "the deck", BadCard)


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
    text = files("khyber.games.distant_plain.data").joinpath("cards/events.toml").read_text(encoding="utf-8")
    deck = read_deck(text)
    for card in CARDS:
        if card not in deck:
            raise BadCard(f"card {card} has no text: events.toml has no table {card}.unshaded")
    return deck


def event_texts(deck: Deck) -> dict[int, dict[str, EventText]]:
    """Return the deck as the rules use it."""
    return {
        number: {side: EventText(text.execute, text.forbids, text) for side, text in sides.items()}
        for number, sides in deck.items()
    }
