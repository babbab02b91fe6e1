"""Dice, random choices, and the Random Spaces tables of both printings."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Final, TypeVar

from khyber.games.distant_plain.board import ECON, IS_LOC, SPACE_BY_ID, Space
from khyber.games.distant_plain.rulebook import rule

T = TypeVar("T")

_table = json.loads(files("khyber.games.distant_plain.data").joinpath("random-spaces.json").read_text("utf-8"))
#: The spaces in the order of the arrows; the last leads to the first.
LOOP: Final[tuple[Space, ...]] = tuple(SPACE_BY_ID[name] for name in _table["loop"]["spaces"])
#: The loop from each space on.
_LOOP_FROM: Final = {space: LOOP[place:] + LOOP[:place] for place, space in enumerate(LOOP)}

#: The entries of a Random Spaces table, all equally likely; a space may have several.
RandomSpaces = tuple[Space, ...]
#: By two dice: region, entry in it.
THIRD_SPACES: Final[RandomSpaces] = tuple(
    SPACE_BY_ID[name] for region in _table["3rd"]["regions"] for name in region["entries"]
)
#: By three dice, each read as 1-2, 3-4, 5-6: column, row, place in the trio.
SECOND_SPACES: Final[RandomSpaces] = tuple(
    SPACE_BY_ID[name] for column in _table["2nd"]["columns"] for trio in column["rows"] for name in trio
)


class Dice:
    """The dice of one Non-player during one step; the random source is created when first needed."""

    __slots__ = ("_make", "_source", "spaces")

    def __init__(self, make: Callable[[], random.Random], spaces: RandomSpaces = THIRD_SPACES) -> None:
        self._make = make
        #: The Random Spaces table of the printing.
        self.spaces = spaces
        self._source: random.Random | None = None

    @property
    def source(self) -> random.Random:
        if self._source is None:
            self._source = self._make()
        return self._source

    def roll(self, name: str) -> int:
        """Roll a die that a procedure calls for; `name` is the id of its step."""
        return self.source.randrange(6) + 1

    def lot(self, candidates: Sequence[T]) -> T:
        """Draw one candidate, all equally likely; a single one needs no draw."""
        return candidates[0] if len(candidates) == 1 else candidates[self.source.randrange(len(candidates))]

    def throw(self) -> int:
        """Roll the dice of the Random Spaces table; return the index of the entry."""
        return self.source.randrange(len(self.spaces))


@rule("8.4", "8.4.1", "2nd:8.2", "2nd:8.3")
def random_space(dice: Dice, candidates: Sequence[Space]) -> Space:
    """8.4: roll a space, then follow the arrows to the first candidate. LoCs come last, by value (8.4.1)."""
    if len(candidates) == 1:
        return candidates[0]
    lands = [space for space in candidates if not IS_LOC[space]]
    if not lands:
        richest = max(ECON[loc] for loc in candidates)
        return dice.lot([loc for loc in candidates if ECON[loc] == richest])
    if len(lands) == 1:
        return lands[0]
    return next(space for space in _LOOP_FROM[dice.spaces[dice.throw()]] if space in lands)
