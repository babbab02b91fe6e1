"""A library with a game whose choices may never end: what a bad position could make of any game."""

from __future__ import annotations

from typing import ClassVar

from khyber.engine.play import Rules
from khyber.server.library import AnyGame
from tests.engine.tiny import Tiny, TinyPlay
from tests.server.games import Library

HANGING = "tests.attacks.games:HANGING_LIBRARY"


class Hanging(Tiny):
    """A trader who rests never wakes up."""

    def step(self, play: TinyPlay) -> Rules:
        rules = super().step(play)
        value = None
        while True:
            try:
                decision = rules.send(value)  # type: ignore[arg-type]
            except StopIteration:
                return
            value = yield decision
            while value == "rest":
                pass


class HangingLibrary(Library):
    tiny: ClassVar[AnyGame] = Hanging()


HANGING_LIBRARY = HangingLibrary()
