"""How the terminal shows each game; a display is loaded when first requested."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from khyber.cli.displays.display import Display
from khyber.engine.errors import BadSetup

#: The class of each display, in the module named after its game.
_CLASSES = {
    "distant-plain": "DistantPlainDisplay",
    "zurmat": "ZurmatDisplay",
    "enduring-freedom": "EnduringFreedomDisplay",
}


@cache
def display_of(game: str) -> Display:
    """Return the display of a game. Raises BadSetup if the terminal cannot show it."""
    if game not in _CLASSES:
        raise BadSetup(f"{game} cannot be played in the terminal")
    display: Display = getattr(import_module(f"khyber.cli.displays.{game.replace('-', '_')}"), _CLASSES[game])()
    return display
