"""The faces of the games: one for each, chosen by the game's id."""

from __future__ import annotations

from khyber.cli.faces.distant_plain import DistantPlainFace
from khyber.cli.faces.enduring_freedom import EnduringFreedomFace
from khyber.cli.faces.face import Face
from khyber.cli.faces.zurmat import ZurmatFace
from khyber.engine.errors import BadSetup

_FACES: dict[str, Face] = {
    "distant-plain": DistantPlainFace(), "zurmat": ZurmatFace(), "enduring-freedom": EnduringFreedomFace()}


def face_of(game: str) -> Face:
    """The face of the game of that id. Raises BadSetup if the terminal cannot show it."""
    if game not in _FACES:
        raise BadSetup(f"{game} cannot be shown in a terminal yet: it has no screen")
    return _FACES[game]
