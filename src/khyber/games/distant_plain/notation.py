"""Options as keys and messages, and the pieces of a space in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from khyber.engine.decision import Message, Param, Value
from khyber.engine.errors import BadPosition
from khyber.engine.names import hint, quoted
from khyber.engine.notation import Counts, Words
from khyber.games.distant_plain.board import FACTIONS, LEVEL_IDS, OWNER, PIECE_IDS, PIECES, SEATS, SPACE_IDS


class Places(Words):
    """A space, a word, a word with a space (`sharia zabol`), or a route (`kabul > kabul-aibak`)."""

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
        params: dict[str, Param] = dict(zip(("space", "dest"), spaces, strict=False))
        return Message(f"option.{first}-in", params)


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
    """Asides: `give taliban 3`, `patronage 2`, `remove paktika taliban-base`, `pause`."""

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


def space_ids(spaces: Iterable[int]) -> str:
    """Return the ids of these spaces, separated by blanks."""
    return " ".join([SPACE_IDS[space] for space in spaces])


def numbered(counts: Iterable[tuple[str, int]]) -> str:
    """Return ids with a number each, as text.

    >>> numbered([("kabul", 2), ("herat", 1)])
    'kabul:2 herat:1'
    """
    return " ".join([f"{name}:{n}" for name, n in counts])


def or_done(spaces: Iterable[int]) -> list[int | str]:
    """Return these spaces and `done`."""
    return [*spaces, "done"]


# -- the pieces of a space in one line: `C 3t 1B, G 2t 1p, T 2u 1a 1B, support` (docs/formats.md) ----------------

#: The letter of each Faction, and of each kind of piece, in the order of the board.
FACTION_LETTERS: Final = tuple(seat[0].upper() for seat in SEATS)
KIND_LETTERS: Final = {"troops": "t", "police": "p", "guerrilla-underground": "u", "guerrilla-active": "a", "base": "B"}
#: Each kind of piece by the letters of its Faction and of itself, in the order in which they are written.
PIECE_BY_LETTERS: Final = {
    (FACTION_LETTERS[faction], letter): PIECE_IDS[piece]
    for faction in FACTIONS
    for kind, letter in KIND_LETTERS.items()
    for piece in PIECES
    if OWNER[piece] == faction and PIECE_IDS[piece] == f"{SEATS[faction]}-{kind}"
}
RETURNEES: Final = "+1pop"
TERROR: Final = "terror"
SABOTAGE: Final = "sabotage"
MARKERS: Final = (*LEVEL_IDS, TERROR, SABOTAGE, RETURNEES)
_COUNTED: Final = re.compile(r"([0-9]{1,3})([A-Za-z]+)")


def read_shorthand(text: str, where: str) -> dict[str, object]:
    """Read a line of shorthand into the fields of a space or box. Raises BadPosition, naming the word.

    >>> read_shorthand("T 2u 1B, opposition, 2terror", "space.paktika")
    {'taliban-guerrilla-underground': 2, 'taliban-base': 1, 'level': 'opposition', 'terror': 2}
    """
    found: dict[str, object] = {}
    faction = ""
    for word in text.replace(",", " ").split():
        if word in FACTION_LETTERS:
            faction = word
            continue
        field, value = _marker(word) or _pieces(word, faction, where)
        if field in found:
            raise BadPosition(f"{where}: {quoted(word)} sets {field} a second time")
        found[field] = value
    return found


def _marker(word: str) -> tuple[str, object] | None:
    """Return field and value of a marker, or None."""
    if word in LEVEL_IDS:
        return "level", word
    if word in (SABOTAGE, RETURNEES):
        return "sabotage" if word == SABOTAGE else "returnees", True
    counted = _COUNTED.fullmatch(word)
    if word == TERROR or (counted and counted[2] == TERROR):
        return "terror", int(counted[1]) if counted else 1
    return None


def _pieces(word: str, faction: str, where: str) -> tuple[str, int]:
    """Return field and value of a count of pieces."""
    counted = _COUNTED.fullmatch(word)
    kinds = {letter: piece for (owner, letter), piece in PIECE_BY_LETTERS.items() if owner == faction}
    if counted is None or (len(counted[2]) > 1 and counted[2] not in kinds):
        raise BadPosition(f"{where}: unknown word {quoted(word)}; {_meant(word)}")
    if not faction:
        raise BadPosition(f"{where}: {quoted(word)} has no Faction before it; valid: {', '.join(FACTION_LETTERS)}")
    if counted[2] not in kinds:
        explained = ", ".join(f"{letter} ({piece})" for letter, piece in kinds.items())
        raise BadPosition(f"{where}: {faction} has no {counted[2]!r} ({quoted(word)}); valid: {explained}")
    return kinds[counted[2]], int(counted[1])


def _meant(word: str) -> str:
    """Suggest the word probably meant."""
    near = hint(word, MARKERS)
    if near.startswith("valid"):
        return f"write a Faction ({', '.join(FACTION_LETTERS)}), pieces such as 2u or 1B, or {', '.join(MARKERS)}"
    return near


def shorthand(counts: Sequence[int]) -> str:
    """Write a row of State.pieces in one line.

    >>> shorthand([3, 1, 0, 0, 0, 2, 0, 1, 0, 0, 0])
    'C 3t 1B, T 2u 1B'
    """
    there: dict[str, list[str]] = {}
    for (faction, letter), name in PIECE_BY_LETTERS.items():
        if n := counts[PIECE_IDS.index(name)]:
            there.setdefault(faction, []).append(f"{n}{letter}")
    return ", ".join(" ".join([faction, *kinds]) for faction, kinds in there.items())
