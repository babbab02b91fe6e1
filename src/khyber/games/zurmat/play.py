"""The engine's Play for Zurmat: asks sides, and knows the box."""

from __future__ import annotations

from khyber.engine.boxed import BoxedPlay
from khyber.engine.play import Asking, Rules
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.box import Box, printed_box
from khyber.games.zurmat.state import State


class Play(BoxedPlay[State, Box]):
    """What a rule of Zurmat works with."""

    __slots__ = ()
    seats = SEATS

    @staticmethod
    def printed_box() -> Box:
        return printed_box()


__all__ = ["Asking", "Play", "Rules"]
