"""Options as keys and messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from khyber.engine.decision import Message, Param, Value
from khyber.engine.notation import Counts, Words
from khyber.games.zurmat.board import OP_IDS, SEATS, TILE_IDS, UNIT_IDS, place_of

PIECE_IDS = (*UNIT_IDS, "fort")
#: The four directions, as texts name them.
WAYS = ("north", "east", "south", "west")


class Tiles(Words):
    """A tile (`07`), a word, a word with a tile (`fort 07`), or a card to play (`play intel`)."""

    def key(self, value: Value) -> str:
        if isinstance(value, int):
            return TILE_IDS[value]
        if isinstance(value, str):
            return value
        return " ".join(TILE_IDS[part] if isinstance(part, int) else part for part in value)

    def message(self, value: Value) -> Message:
        if isinstance(value, int):
            return Message("option.tile", {"tile": TILE_IDS[value]})
        if isinstance(value, str):
            return Message(f"option.{value}", {})
        word, what = value
        if isinstance(what, int):
            return Message(f"option.{word}-on", {"tile": TILE_IDS[what]})
        return Message("option.play", {"card": what})


class Operations(Tiles):
    """One of the five Operations, or a card to play."""

    def key(self, value: Value) -> str:
        return OP_IDS[value] if isinstance(value, int) else super().key(value)

    def message(self, value: Value) -> Message:
        return (
            Message("option.operation", {"operation": OP_IDS[value]})
            if isinstance(value, int)
            else (super().message(value))
        )


class Cells(Words):
    """A place on the map. Its key counts from the FOB tile (`2n 1e`); its text names tiles beside it."""

    def __init__(self, beside: Callable[[int], Sequence[tuple[int, int]]]) -> None:
        """`beside` returns the tiles that share an edge with a cell, each with the direction from it to the cell."""
        self.beside = beside

    def key(self, value: Value) -> str:
        assert isinstance(value, int)
        east, north = place_of(value)
        words = [f"{abs(north)}{'n' if north > 0 else 's'}"] if north else []
        words += [f"{abs(east)}{'e' if east > 0 else 'w'}"] if east else []
        return " ".join(words)

    def message(self, value: Value) -> Message:
        assert isinstance(value, int)
        (tile, way), *others = self.beside(value)
        params: dict[str, Param] = {"origin": TILE_IDS[tile], "way": WAYS[way]}
        if not others:
            return Message("option.cell", params)
        return Message("option.cell-corner", {**params, "dest": TILE_IDS[others[0][0]]})


class Turns(Words):
    """Quarter turns of a tile, in degrees clockwise."""

    def key(self, value: Value) -> str:
        assert isinstance(value, int)
        return str(value * 90)

    def message(self, value: Value) -> Message:
        assert isinstance(value, int)
        return Message("option.turn", {"n": value * 90})


class Pieces(Words):
    """Pieces by kind, as a tuple of counts of ANA, US and Taliban units and of Forts: `2 ana + 1 us`."""

    def key(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        assert isinstance(value, tuple)
        return " + ".join(f"{n} {name}" for n, name in zip(value, PIECE_IDS, strict=False) if n)

    def message(self, value: Value) -> Message:
        if isinstance(value, str):
            return super().message(value)
        assert isinstance(value, tuple)
        params: dict[str, Param] = {name: n for n, name in zip(value, PIECE_IDS, strict=False) if n}
        return Message(f"option.pieces-{'-'.join(params)}", params)


class Edges(Words):
    """The edge between two tiles: `05-07`."""

    def key(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return "-".join(TILE_IDS[tile] for tile in value if isinstance(tile, int))

    def message(self, value: Value) -> Message:
        assert isinstance(value, tuple)
        one, two = (TILE_IDS[tile] for tile in value if isinstance(tile, int))
        return Message("option.edge", {"origin": one, "dest": two})


class Orders(Words):
    """Two Objectives, by their ids: `patrol3 + ring`."""

    def key(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return " + ".join(str(name) for name in value)

    def message(self, value: Value) -> Message:
        assert isinstance(value, tuple)
        return Message("option.orders", {"objective": value[0], "other": value[1]})


class Owners(Words):
    """The owner of a disc, or a word."""

    def key(self, value: Value) -> str:
        return SEATS[value] if isinstance(value, int) else str(value)

    def message(self, value: Value) -> Message:
        return Message("option.disc-of", {"side": SEATS[value]}) if isinstance(value, int) else super().message(value)


WORDS = Words()
TILE_CHOICE = Tiles()
OPERATIONS = Operations()
TURN_CHOICE = Turns()
COUNTS = Counts()
PIECES = Pieces()
EDGES = Edges()
ORDERS = Orders()
OWNERS = Owners()
