"""The engine's Play for Zurmat: asks sides, and knows the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from khyber.engine.chance import REFUSED, Chance
from khyber.engine.decision import Notation, Param
from khyber.engine.play import NOTHING, Asking, RawEvent, Rules, V
from khyber.engine.play import Play as EnginePlay
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.box import Box, printed_box
from khyber.games.zurmat.state import State


class Play(EnginePlay[State]):
    """What a rule of Zurmat works with."""

    __slots__ = ("box",)

    def __init__(
        self,
        state: State,
        chance: Chance = REFUSED,
        entries: list[str] | None = None,
        events: list[RawEvent] | None = None,
        box: Box | None = None,
    ) -> None:
        super().__init__(state, chance, entries, events)
        self.box = box if box is not None else printed_box()

    def again(
        self,
        state: State,
        chance: Chance = REFUSED,
        entries: list[str] | None = None,
        events: list[RawEvent] | None = None,
    ) -> Play:
        return Play(state, chance, entries, events, self.box)

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
