"""The engine's Play for Zurmat: asks sides, and knows the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from khyber.engine.boxed import BoxedPlay
from khyber.engine.decision import Notation, Param
from khyber.engine.play import NOTHING, Asking, Rules, V
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.box import Box, printed_box
from khyber.games.zurmat.state import State


class Play(BoxedPlay[State, Box]):
    """What a rule of Zurmat works with."""

    __slots__ = ()

    @staticmethod
    def printed_box() -> Box:
        return printed_box()

    def pick(
        self,
        side: int,
        ask: str,
        rule: str,
        notation: Notation,
        build: Callable[[], Sequence[V]],
        about: Mapping[str, Param] = NOTHING,
        *,
        window: bool = False,
        secret: bool = False,
        forgotten: bool = False,
        cover: bool = False,
    ) -> Asking[V]:
        """Ask a side to choose."""
        return self.ask(
            SEATS[side],
            ask,
            rule,
            notation,
            build,
            about,
            window=window,
            secret=secret,
            forgotten=forgotten,
            cover=cover,
        )


__all__ = ["Asking", "Play", "Rules"]
