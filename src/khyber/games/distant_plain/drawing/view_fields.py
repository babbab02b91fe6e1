"""Read the pieces of a view, in drawing order."""

from __future__ import annotations

from khyber.engine.view_fields import mapping, number
from khyber.games.distant_plain.drawing import colours
from khyber.games.distant_plain.drawing.glyphs import PIECES


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
