"""The games there are."""

from __future__ import annotations

from functools import cache

from khyber.engine.errors import BadSetup
from khyber.games.distant_plain.game import DistantPlain
from khyber.games.enduring_freedom.game import EnduringFreedom

_GAMES: dict[str, type[DistantPlain | EnduringFreedom]] = {
    DistantPlain.id: DistantPlain, EnduringFreedom.id: EnduringFreedom}
GAMES = tuple(_GAMES)


@cache
def any_game(name: str) -> DistantPlain | EnduringFreedom:
    """The game of that id, whichever it is."""
    if name not in _GAMES:
        raise BadSetup(f"there is no game {name!r}: the games are {', '.join(GAMES)}")
    return _GAMES[name]()


@cache
def game(name: str) -> DistantPlain:
    """The game of that id, for what deals with A Distant Plain only."""
    found = any_game(name)
    if not isinstance(found, DistantPlain):
        raise BadSetup(f"{name} is not played this way")
    return found
