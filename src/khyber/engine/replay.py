"""Chance read back from a record, and the entries of a record as a seat may know them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from khyber.engine.chance import Chance, Seeded
from khyber.engine.errors import BadRecord
from khyber.engine.game import Json
from khyber.engine.play import RawEvent
from khyber.engine.record import (
    ANSWER_FORGOTTEN,
    ANSWER_SECRET,
    BRANCH,
    CHANCE,
    CHANCE_HIDDEN,
    FORMAT,
    Record,
)

#: What stands in a redacted record for a result or an answer its reader may not know.
HIDDEN = "*"


class Replay(Chance):
    """Chance read back from entries of a record; when they run out, another source goes on."""

    def __init__(self, entries: Sequence[str], then: Chance | None, check: Seeded | None = None) -> None:
        self._left = [entry for entry in entries if entry[0] in CHANCE + CHANCE_HIDDEN + BRANCH]
        self._then = then
        self._check = check

    def _next(self, name: str) -> str | None:
        while self._left:
            entry = self._left.pop(0)
            if entry[0] == BRANCH:
                if self._check is not None:
                    self._check = self._check.branched(number(entry[1:]))
                continue
            mark, _, result = entry[1:].partition(" ")
            if mark.split("@")[0] != name:
                raise BadRecord(f"the record holds {entry!r} where the rules ask chance for {name!r}")
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
            raise BadRecord(f"the record's result {text} for {name} is not what its seed gives")
        return result

    def order(self, name: str, count: int, counter: int) -> list[int]:
        text = self._next(name)
        if text is None or text == HIDDEN:
            return self._source(name).order(name, count, counter)
        order = [number(part) for part in text.split(",")] if text else []
        if sorted(order) != list(range(count)):
            raise BadRecord(f"the record's result for {name} is not an order of {count}")
        if self._check is not None and self._check.order(name, count, counter) != order:
            raise BadRecord(f"the record's result for {name} is not what its seed gives")
        return order

    def _source(self, name: str) -> Chance:
        if self._then is None:
            raise BadRecord(f"the record holds no result for {name}, which the rules ask for")
        return self._then


def redact(entries: Sequence[str], seats: Sequence[str], by: Sequence[str] | None = None) -> list[str]:
    """Entries as these seats may know them."""
    seen = []
    for index, entry in enumerate(entries):
        if entry[0] == CHANCE_HIDDEN:
            mark = entry.split(" ", 1)[0]
            if mark.partition("@")[2] not in seats:
                entry = f"{mark} {HIDDEN}"
        elif entry[0] == ANSWER_SECRET and by is not None and by[index] not in seats:
            entry = f"{ANSWER_SECRET}{HIDDEN}"
        elif entry[0] == ANSWER_FORGOTTEN and by is not None:
            entry = f"{ANSWER_FORGOTTEN}{HIDDEN}"
        seen.append(entry)
    return seen


def number(text: str) -> int:
    """A small number written in plain digits; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def redacted(record: Record, seats: Sequence[str], events: Iterable[RawEvent]) -> str:
    """The record as these seats may keep it, as text; `events` are those they know of."""
    header, setup = record.header, record.header.setup
    played: list[Json] = [list[Json](redact(step.listed(), seats, step.seats())) for step in record.steps]
    played.append(list[Json](redact(record.now, seats, record.now_by)))
    return json.dumps({
        "format": FORMAT, "redacted-for": list(seats), "game": header.game, "rules": header.rules,
        "scenario": setup.scenario, "options": list(setup.options), "players": setup.players,
        "steps": played, "events": [list(event) for event in events]})
