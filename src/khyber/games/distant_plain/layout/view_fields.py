"""Typed reading of view fields; a missing field is empty, a wrong type an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from khyber.games.distant_plain.layout import colours
from khyber.games.distant_plain.layout.glyphs import PIECES


def mapping(value: object) -> Mapping[str, object]:
    """Return a field that is a mapping."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"The view holds {value!r} where names with values belong.")
    return cast("Mapping[str, object]", value)


def number(value: object) -> int:
    """Return a field that is a number.

    >>> number(3), number(None)
    (3, 0)
    """
    if value is None:
        return 0
    if not isinstance(value, int):
        raise TypeError(f"The view holds {value!r} where a whole number belongs.")
    return value


def word_in(part: Mapping[str, object], name: str) -> str:
    """Return a field that is a word, or an empty string."""
    value = part.get(name)
    return value if isinstance(value, str) else ""


def counts(value: object) -> dict[str, int]:
    """Return the counts of the pieces present, in drawing order.

    >>> counts({"taliban-base": 1, "coalition-troops": 2, "coalition-base": 0})
    {'coalition-troops': 2, 'taliban-base': 1}
    """
    pieces = {name: number(count) for name, count in mapping(value).items()}
    for name in pieces:
        if name.partition("-")[0] not in colours.FACTION:
            raise ValueError(f"No faction has a piece called {name!r}.")
    order = {name: place for place, name in enumerate(PIECES)}
    return {
        name: pieces[name]
        for name in sorted(pieces, key=lambda name: (order.get(name, len(order)), name))
        if pieces[name]
    }
