"""Where the counters of a place lie: side by side if there is room for all, otherwise in piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from khyber.engine.view_fields import mapping, number
from khyber.games.enduring_freedom.box import Box, Kind

FACE_DOWN: Final = "face-down"
FAMILIES: Final = ("islamists", "alliance", "ground", "air")
#: Counters are no larger than this, and lie in piles if they would be smaller than that.
LARGEST, SMALLEST, GAP = 46, 26, 2


class Cell(NamedTuple):
    """Counters of a family drawn in one spot: one, or a pile with the strongest on top; and their square."""

    family: str
    units: tuple[str, ...]
    x: float
    y: float
    size: float


#: A family, and its counters that lie together.
Pile = tuple[str, tuple[str, ...]]


def kind_of(unit: str, box: Box) -> Kind | None:
    """Return the kind of a counter as views name it: a state may follow ("us-1-10 reduced"); None for a back."""
    return box.kind_by_id.get(unit.split(" ", 1)[0])


def piles_at(place: str, view: Mapping[str, object], box: Box) -> list[Pile]:
    """Return the piles in a zone, Staging Area or box: families in order, face-up counters first."""
    for part in ("zones", "staging"):
        if place in (places := mapping(view.get(part))):
            found = mapping(places[place])
            return [pile for family in FAMILIES for pile in _piles(family, mapping(found.get(family)), box)]
    split: dict[str, dict[str, object]] = {family: {} for family in FAMILIES}
    for unit, n in mapping(mapping(view.get("boxes")).get(place)).items():
        kind = kind_of(unit, box)
        back = "alliance" if place == "alliance-available" else "islamists"
        family = back if kind is None else kind.family
        split[family if family in FAMILIES else "air"][unit] = n
    return [pile for family, units in split.items() for pile in _piles(family, units, box)]


def _piles(family: str, units: Mapping[str, object], box: Box) -> Iterator[Pile]:
    def strength(unit: str) -> int:
        kind = kind_of(unit, box)
        return -1 if kind is None else kind.factors[unit.endswith(" reduced")]

    up = [unit for unit, n in units.items() if unit != FACE_DOWN for _ in range(number(n))]
    if up:
        yield family, tuple(sorted(up, key=lambda unit: (-strength(unit), unit)))
    if down := number(units.get(FACE_DOWN)):
        yield family, (FACE_DOWN,) * down


def arranged(piles: Sequence[Pile], room: Sequence[float]) -> Iterator[Cell]:
    """Yield the spots in which counters are drawn in a room: left, top, width and height."""
    single = [
        (family, units) if units[0] == FACE_DOWN else (family, (unit,))
        for family, units in piles
        for unit in (units if units[0] != FACE_DOWN else units[:1])
    ]
    if not single:
        return
    x, y, width, height = room
    cells = single if _fit(len(single), width, height)[1] >= SMALLEST else piles
    columns, size = _fit(len(cells), width, height)
    top = y + (height - ceil(len(cells) / columns) * (size + GAP) + GAP) / 2
    for at, (family, units) in enumerate(cells):
        row, column = divmod(at, columns)
        in_row = min(columns, len(cells) - row * columns)
        left = x + (width - in_row * (size + GAP) + GAP) / 2
        yield Cell(family, units, left + column * (size + GAP), top + row * (size + GAP), size)


def _fit(n: int, width: float, height: float) -> tuple[int, float]:
    """Return the columns that let `n` squares be as large as possible, and their size."""
    sizes = [
        (min((width - GAP * (columns - 1)) / columns, height / ceil(n / columns) - GAP), -columns)
        for columns in range(1, n + 1)
    ]
    size, columns = max(sizes)
    return -columns, min(LARGEST, size)
