"""Chance read back from the entries of a record."""

from __future__ import annotations

from collections.abc import Sequence

from khyber.engine.chance import Chance, Seeded
from khyber.engine.errors import BadRecord
from khyber.engine.record import BRANCH, CHANCE, CHANCE_HIDDEN, HIDDEN, UNDONE


class Replay(Chance):
    """Results read from a record, then from another source; `check` redraws them."""

    def __init__(self, entries: Sequence[str], then: Chance | None, check: Seeded | None = None) -> None:
        self._left = [entry for entry in entries if entry[0] in CHANCE + CHANCE_HIDDEN + BRANCH]
        self._then = then
        self._check = check

    def _next(self, name: str) -> str | None:
        while self._left:
            entry = self._left.pop(0)
            if entry[0] == BRANCH:
                if self._check is not None:
                    self._check = self._check.branched(branch_of(entry))
                continue
            mark, _, result = entry[1:].partition(" ")
            if mark.split("@")[0] != name:
                raise BadRecord(f"the record has {entry!r} where the rules draw {name!r}")
            return result
        return None

    def draw(self, name: str, sides: int, counter: int) -> int:
        text = self._next(name)
        if text is None or text == HIDDEN:
            return self._source(name).draw(name, sides, counter)
        result = number(text)
        if not 1 <= result <= sides:
            raise BadRecord(f"the record's result {text!r} for {name} is not between 1 and {sides}")
        if self._check is not None and self._check.draw(name, sides, counter) != result:
            raise BadRecord(f"the record's result {text} for {name} does not follow from its seed")
        return result

    def order(self, name: str, count: int, counter: int) -> list[int]:
        text = self._next(name)
        if text is None or text == HIDDEN:
            return self._source(name).order(name, count, counter)
        order = [number(part) for part in text.split(",")] if text else []
        if sorted(order) != list(range(count)):
            raise BadRecord(f"the record's result for {name} is not an order of {count}")
        if self._check is not None and self._check.order(name, count, counter) != order:
            raise BadRecord(f"the record's result for {name} does not follow from its seed")
        return order

    def _source(self, name: str) -> Chance:
        if self._then is None:
            raise BadRecord(f"the record has no result for {name}, which the rules draw")
        return self._then


def number(text: str) -> int:
    """Return a number written in at most nine digits; -1 for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def branch_of(entry: str) -> int:
    """Return the number of a BRANCH entry; -1 if it has none."""
    return number(entry[1:].removesuffix(UNDONE))
