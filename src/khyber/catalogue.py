"""The games there are."""

from __future__ import annotations

from functools import cache

from khyber.engine.errors import BadSetup
from khyber.games.distant_plain.game import DistantPlain

GAMES = ("distant-plain",)


@cache
def game(name: str) -> DistantPlain:
    """The game of that id."""
    if name != DistantPlain.id:
        raise BadSetup(f"there is no game {name!r}: the games are {', '.join(GAMES)}")
    return DistantPlain()
