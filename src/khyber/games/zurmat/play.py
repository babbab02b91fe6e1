"""The engine's Play for Zurmat: asks sides, and knows the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from khyber.engine.boxed import BoxedPlay
from khyber.engine.decision import Decision, Notation, Param
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
        """Ask a side to choose: engine.play.Play.ask, here without a further call, which saves 1% of random play."""
        values = build()
        window = window or cover
        if len(values) == 1 and not (window or secret):
            return values[0]
        chosen = yield Decision(
            SEATS[side], ask, rule, notation, build, about, True, window, secret, forgotten, values, cover
        )
        return chosen  # type: ignore[return-value]  # one of `values`


__all__ = ["Asking", "Play", "Rules"]
