"""The faces of counters, from counters.json: symbols, size marks, colours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, NotRequired, TypedDict, cast

from khyber.games.enduring_freedom.box import Kind, printed

#: Width and height of a counter in its own units.
COUNTER: Final = 40
BOMBERS: Final = ("us-b52", "us-b1", "us-b2", "us-ac130")


class Symbol(TypedDict):
    """What is drawn inside the frame: lines, filled shapes, letters."""

    stroke: NotRequired[str]
    fill: NotRequired[str]
    text: NotRequired[str]


class Faces(TypedDict):
    """All that counters are drawn from."""

    about: str
    frames: dict[str, str]
    sizes: dict[str, str]
    colours: dict[str, list[str]]
    symbols: dict[str, Symbol]


@cache
def faces() -> Faces:
    """Return the symbols and colours.

    >>> faces()["sizes"]["brigade"]
    'X'
    """
    return cast(Faces, json.loads(resources.files(__package__).joinpath("counters.json").read_text("utf-8")))


def symbol_of(kind: Kind) -> str:
    """Return the symbol on a counter; air units and assets have none by type."""
    if kind.family == "air":
        return "bomber" if kind.id in BOMBERS else "fighter"
    if kind.family == "assets":
        return kind.id
    return (
        f"hostile-{kind.type}"
        if kind.family == "islamists" and f"hostile-{kind.type}" in faces()["symbols"]
        else kind.type
    )


def colour_of(kind: Kind) -> str:
    """Return the colour scheme of a counter: that of its contingent."""
    if kind.family in ("alliance", "assets"):
        return kind.family
    return f"{kind.contingent}-air" if kind.family == "air" else kind.contingent


def frame_of(kind: Kind) -> str:
    """Return the frame of a counter: none for aircraft, assets and special counters."""
    if kind.family in ("air", "assets") or kind.contingent == "special":
        return ""
    return "hostile" if kind.family == "islamists" else "friend"


def size_of(kind: Kind) -> str:
    """Return the size printed on a counter; "" if there is none."""
    rows = cast("Mapping[str, Mapping[str, object]]", printed()["counters"].get(kind.family, {}))
    return str(rows.get(kind.id, {}).get("size", ""))
