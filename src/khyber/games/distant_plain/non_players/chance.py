"""8.4: what Non-players leave to chance: dice, lots, and the Random Spaces table."""

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
#: Where the arrows lead: after each space, the next (the last leads to the first).
LOOP: Final[tuple[Space, ...]] = tuple(SPACE_BY_ID[name] for name in _table["loop"]["spaces"])
_PLACE_IN_LOOP: Final = {space: place for place, space in enumerate(LOOP)}
#: By green die, the six spaces of the region.
REGIONS: Final[tuple[tuple[Space, ...], ...]] = tuple(
    tuple(SPACE_BY_ID[name] for name in region["entries"]) for region in _table["3rd"]["regions"])


class Dice:
    """The dice of one Non-player during one step. The source is made only if something is left to chance."""

    __slots__ = ("_make", "_source")

    def __init__(self, make: Callable[[], random.Random]) -> None:
        self._make = make
        self._source: random.Random | None = None

    @property
    def source(self) -> random.Random:
        if self._source is None:
            self._source = self._make()
        return self._source

    def roll(self, name: str) -> int:
        """A die that a procedure asks for, by the id of its step."""
        return self.source.randrange(6) + 1

    def lot(self, candidates: Sequence[T]) -> T:
        """One of them, each as likely as the other; with one only there is nothing to draw."""
        return candidates[0] if len(candidates) == 1 else candidates[self.source.randrange(len(candidates))]

    def throw(self) -> tuple[int, int]:
        """The two dice of the Random Spaces Map, counted from 0."""
        number = self.source.randrange(36)
        return number // 6, number % 6


@rule("8.4", "8.4.1")
def random_space(dice: Dice, candidates: Sequence[Space]) -> Space:
    """8.4: two dice point at a space, arrows lead on to the first candidate. LoCs wait; among LoCs alone, 8.4.1."""
    if len(candidates) == 1:
        return candidates[0]
    lands = [space for space in candidates if not IS_LOC[space]]
    if not lands:
        richest = max(ECON[loc] for loc in candidates)
        return dice.lot([loc for loc in candidates if ECON[loc] == richest])
    if len(lands) == 1:
        return lands[0]
    region, entry = dice.throw()
    place = _PLACE_IN_LOOP[REGIONS[region][entry]]
    return next(space for space in LOOP[place:] + LOOP[:place] if space in lands)
