"""How the options of A Distant Plain are written: keys that a person can read and type, and their messages."""

from __future__ import annotations

from collections.abc import Iterable

from khyber.engine.decision import Message, Param, Value
from khyber.games.distant_plain.board import PIECE_IDS, SPACE_IDS


class Words:
    """A bare word: `done`, `rally`, `pass`."""

    def key(self, value: Value) -> str:
        return str(value)

    def message(self, value: Value) -> Message:
        return Message(f"option.{value}", {})


class Places(Words):
    """A space, a word, a word with a space (`sharia zabol`), or spaces one after the other (`kabul > kabul-aibak`)."""

    def key(self, value: Value) -> str:
        if isinstance(value, int):
            return SPACE_IDS[value]
        if isinstance(value, str):
            return value
        if isinstance(value[0], int):
            return " > ".join(SPACE_IDS[space] for space in value if isinstance(space, int))
        return " ".join(SPACE_IDS[part] if isinstance(part, int) else part for part in value)

    def message(self, value: Value) -> Message:
        if isinstance(value, int):
            return Message("option.space", {"space": SPACE_IDS[value]})
        if isinstance(value, str):
            return Message(f"option.{value}", {})
        first, *rest = value
        spaces = [SPACE_IDS[space] for space in rest if isinstance(space, int)]
        if isinstance(first, int):
            return Message("option.by-way-of", {"origin": SPACE_IDS[first], "via": spaces[0]})
        told: dict[str, Param] = dict(zip(("space", "dest"), spaces, strict=False))
        return Message(f"option.{first}-in", told)


class Counts(Words):
    """How many, or a word."""

    def message(self, value: Value) -> Message:
        if isinstance(value, int):
            return Message("option.count", {"n": value})
        return Message(f"option.{value}", {})


class Pieces(Words):
    """A kind of piece, or a word."""

    def key(self, value: Value) -> str:
        return PIECE_IDS[value] if isinstance(value, int) else str(value)

    def message(self, value: Value) -> Message:
        if isinstance(value, int):
            return Message("option.piece", {"piece": PIECE_IDS[value]})
        return Message(f"option.{value}", {})


class CardNumbers(Words):
    """A card by its number, or a word."""

    def message(self, value: Value) -> Message:
        if isinstance(value, int):
            return Message("option.card", {"card": value})
        return Message(f"option.{value}", {})


class Asides:
    """What a seat does unasked: `give taliban 3`, `patronage 2`, `remove paktika taliban-base`, `pause`."""

    def key(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        assert isinstance(value, tuple)
        verb, what, n = value
        if verb == "remove":
            assert isinstance(what, int) and isinstance(n, int)
            return f"remove {SPACE_IDS[what]} {PIECE_IDS[n]}"
        return f"{verb} {what} {n}" if verb == "give" else f"{verb} {n}"

    def message(self, value: Value) -> Message:
        if isinstance(value, str):
            return Message(f"option.{value}", {})
        assert isinstance(value, tuple)
        verb, what, n = value
        if verb == "remove":
            assert isinstance(what, int) and isinstance(n, int)
            return Message("option.remove-own", {"piece": PIECE_IDS[n], "space": SPACE_IDS[what]})
        if verb == "give":
            return Message("option.give", {"to": what, "n": n})
        return Message("option.give-patronage", {"n": n})


WORDS = Words()
PLACES = Places()
COUNTS = Counts()
PIECES_OR_WORDS = Pieces()
CARD_NUMBERS = CardNumbers()
ASIDES = Asides()


def or_done(spaces: Iterable[int]) -> list[int | str]:
    """These, or enough."""
    return [*spaces, "done"]
