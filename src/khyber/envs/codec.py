"""Actions: a number for every option key of a game, the same in every decision.

Keys are the words in which records keep choices: `rally`, `kandahar`, `2`. The numbers are their places in a list that
comes with the game (`actions.json`), so that action 17 means the same in all its games. `SPARE` more actions stand for
keys that the list lacks, in the order in which a decision offers them: no option can be out of reach.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from khyber.catalogue import file
from khyber.engine.decision import Decision, Notation, Value
from khyber.engine.errors import Error

SPARE: Final = 32
#: Stands for a key that the list lacks.
UNLISTED: Final = -1
#: Notations whose values are remembered. Some belong to a single decision, and would hold its state for good.
MAX_NOTATIONS: Final = 64


class _Numbers(dict[Value, int]):
    """The numbers of the values met so far in one notation: they are faster to look up than to write as keys."""

    def __init__(self, notation: Notation, numbers: Mapping[str, int]) -> None:
        super().__init__()
        self._key = notation.key
        self._listed = numbers

    def __missing__(self, value: Value) -> int:
        number = self[value] = self._listed.get(self._key(value), UNLISTED)
        return number


class Codec:
    """The actions of one game."""

    def __init__(self, game: str) -> None:
        numbers = file(game, "actions.json")
        if not numbers.is_file():
            raise Error(f"{game} has no numbers for its actions: `python -m tools.generate.vocabulary` collects them")
        listed = json.loads(numbers.read_text(encoding="utf-8"))
        #: The option key of each action, except the spare ones.
        self.keys: list[str] = listed["keys"]
        #: The questions of the game, by message.
        self.asks: list[str] = listed["asks"]
        self.size: Final = len(self.keys) + SPARE
        self._numbers = {key: number for number, key in enumerate(self.keys)}
        self._by_value: dict[Notation, _Numbers] = {}

    def actions(self, decision: Decision) -> dict[int, int]:
        """Return the actions that a decision allows, each with the place of its option."""
        notation, values = decision.notation, decision.values
        by_value = self._by_value.get(notation)
        if by_value is None:
            if len(self._by_value) >= MAX_NOTATIONS:
                del self._by_value[next(iter(self._by_value))]
            by_value = self._by_value[notation] = _Numbers(notation, self._numbers)
        numbers = [by_value[value] for value in values]
        found = dict(zip(numbers, range(len(numbers)), strict=True))
        return found if len(found) == len(numbers) and UNLISTED not in found else self._with_spare(decision, numbers)

    def _with_spare(self, decision: Decision, numbers: Sequence[int]) -> dict[int, int]:
        """Return the actions of a decision that offers keys which the list lacks."""
        found: dict[int, int] = {}
        spare = len(self.keys)
        for place, number in enumerate(numbers):
            if number == UNLISTED or number in found:
                number = spare
                spare += 1
                if number >= self.size:
                    raise Error(f"{decision.ask!r} has more than {SPARE} options that the list of actions lacks")
            found[number] = place
        return found

    def mask(self, allowed: Collection[int]) -> NDArray[np.int8]:
        """Return a 1 for each of these actions."""
        mask = bytearray(self.size)
        for action in allowed:
            mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def encode(self, decision: Decision, key: str) -> int:
        """Return the action of an option. Raises Error if the decision does not offer it."""
        keys = list(decision.options.keys())
        for number, place in self.actions(decision).items():
            if keys[place] == key:
                return number
        raise Error(f"{decision.ask!r} does not offer {key!r}")

    def decode(self, decision: Decision, action: int) -> str:
        """Return the option key of an action. Raises Error if the decision does not allow it."""
        place = self.actions(decision).get(action)
        if place is None:
            raise Error(f"{decision.ask!r} does not allow action {action}")
        return list(decision.options.keys())[place]

    def unknown(self, decision: Decision) -> list[str]:
        """Return the option keys that the list lacks."""
        return [key for key in decision.options.keys() if key not in self._numbers]  # noqa: SIM118  # not a mapping


@cache
def codec(game: str) -> Codec:
    """Return the codec of a game."""
    return Codec(game)
