"""A library with a game whose choices may never end: what a bad position could make of any game."""

from __future__ import annotations

from typing import ClassVar

from khyber.server.library import AnyGame
from tests.server.games import Broken, Library

HANGING = "tests.attacks.games:HANGING_LIBRARY"


class Hanging(Broken):
    """A trader who rests never wakes up."""

    def rest(self) -> None:
        while True:
            pass


class HangingLibrary(Library):
    tiny: ClassVar[AnyGame] = Hanging()


HANGING_LIBRARY = HangingLibrary()
