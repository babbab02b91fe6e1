"""Options as keys and messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from khyber.engine.decision import Message, Value
from khyber.games.enduring_freedom.box import Box

#: Words that send air units and drones to a zone.
SENT: Final = frozenset(("strike", "strike-all", "cas", "cas-all", "drone"))


class Places:
    """A place (`kabul`), a unit (`us-dagger`, `na-haz kabul`), all in a place (`all kabul`), or a word (`done`).

    A unit is given as its counter and its place; the key names the place if there are several such counters.
    """

    def __init__(self, box: Box) -> None:
        self.box = box

    def key(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            return self.box.place_ids[value]
        what, place = value
        assert isinstance(place, int)
        if isinstance(what, str):
            return f"{what} {self.box.place_ids[place]}"
        kind = self.box.of[what]
        return kind.id if kind.count == 1 else f"{kind.id} {self.box.place_ids[place]}"

    def message(self, value: Value) -> Message:
        if isinstance(value, str):
            return Message(f"option.{value}", {})
        if isinstance(value, int):
            return Message("option.place", {"place": self.box.place_id(value)})
        what, place = value
        assert isinstance(place, int)
        if isinstance(what, str):
            return Message(f"option.{what}", {"place": self.box.place_id(place)})
        return Message("option.unit", {"unit": self.box.of[what].id, "place": self.box.place_id(place)})


class Flights(Places):
    """What to send, to a zone that is asked next, or another unit to the last one's zone (`with us-dagger`).

    Before, in staging, the same words assign units to a mission.
    """

    def key(self, value: Value) -> str:
        if isinstance(value, tuple) and len(value) > 2:
            return f"{value[0]} {super().key(value[1:3])}"
        return super().key(value)

    def message(self, value: Value) -> Message:
        if isinstance(value, tuple) and len(value) > 2:
            what, unit, _, dest = value
            assert isinstance(unit, int) and isinstance(dest, int)
            return Message(f"option.{what}", {"unit": self.box.of[unit].id, "place": self.box.place_id(dest)})
        return Message(f"option.{value}-to", {}) if value in SENT else super().message(value)


class Purchases(Places):
    """A unit to mobilize, with its cost."""

    def message(self, value: Value) -> Message:
        assert isinstance(value, tuple) and isinstance(value[0], int)
        return Message("option.purchase", {"unit": self.box.of[value[0]].id, "n": self.box.mobilization_cost(value[0])})


class SofBatch(Places):
    """The batch of SOF units, or a Staging Area for it, with the number of units and the price."""

    def key(self, value: Value) -> str:
        if not isinstance(value, tuple):
            return super().key(value)
        return value[0] if isinstance(value[0], str) else self.box.place_id(value[0])

    def message(self, value: Value) -> Message:
        if not isinstance(value, tuple):
            return super().message(value)
        what, n, price = value
        if isinstance(what, str):
            return Message(f"option.{what}", {"n": n, "points": price})
        return Message("option.sof-area", {"place": self.box.place_id(what), "n": n, "points": price})


class Counts:
    """A count."""

    def key(self, value: Value) -> str:
        return str(value)

    def message(self, value: Value) -> Message:
        assert isinstance(value, int)
        return Message("option.count", {"n": value})


COUNTS = Counts()


@lru_cache(maxsize=16)
def notation_of(box: Box) -> tuple[Places, Flights, Purchases, SofBatch]:
    """Return the notations of a box, cached."""
    return Places(box), Flights(box), Purchases(box), SofBatch(box)
