"""The faces of the games, each loaded when it is first requested."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from khyber.cli.faces.face import Face
from khyber.engine.errors import BadSetup

#: The class of each face, in the module named after its game.
_CLASSES = {"distant-plain": "DistantPlainFace", "zurmat": "ZurmatFace", "enduring-freedom": "EnduringFreedomFace"}


@cache
def face_of(game: str) -> Face:
    """Return the face of a game. Raises BadSetup if the terminal cannot show it."""
    if game not in _CLASSES:
        raise BadSetup(f"{game} cannot be played in the terminal")
    face: Face = getattr(import_module(f"khyber.cli.faces.{game.replace('-', '_')}"), _CLASSES[game])()
    return face
