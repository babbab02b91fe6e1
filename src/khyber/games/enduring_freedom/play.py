"""Play for Enduring Freedom: the engine's Play, asking the one player, with what is printed at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from khyber.engine.chance import REFUSED, Chance
from khyber.engine.decision import Notation, Param, Value
from khyber.engine.play import NOTHING, Asking, RawEvent, Rules, V
from khyber.engine.play import Play as EnginePlay
from khyber.games.enduring_freedom.board import SEAT
from khyber.games.enduring_freedom.box import Box, printed_box
from khyber.games.enduring_freedom.notation import Places, Purchases, notation_of
from khyber.games.enduring_freedom.state import State

#: Makes the single choices of a batch: given a question and its options, the one to take, None when all is done.
Batch = Callable[[str, Sequence[Value]], Value | None]


class Play(EnginePlay[State]):
    """The hands of a rule of Enduring Freedom."""

    __slots__ = ("batch", "box", "places", "purchases")

    def __init__(self, state: State, chance: Chance = REFUSED, entries: list[str] | None = None,
                 events: list[RawEvent] | None = None, box: Box | None = None) -> None:
        super().__init__(state, chance, entries, events)
        #: The batch under way: it answers what would be asked of the player until it has nothing more to do.
        self.batch: Batch | None = None
        self.box = box if box is not None else printed_box()
        self.places: Places
        self.purchases: Purchases
        self.places, self.purchases = notation_of(self.box)

    def again(self, state: State, chance: Chance = REFUSED, entries: list[str] | None = None,
              events: list[RawEvent] | None = None) -> Play:
        return Play(state, chance, entries, events, self.box)

    def pick(self, ask: str, rule: str, build: Callable[[], Sequence[V]], about: Mapping[str, Param] = NOTHING, *,
             notation: Notation | None = None) -> Asking[V]:
        """Ask the player, or the batch that they chose."""
        notation = notation if notation is not None else self.places
        if self.batch is not None:
            return self._single(ask, rule, build, about, notation)
        return self.ask(SEAT, ask, rule, notation, build, about)

    def _single(self, ask: str, rule: str, build: Callable[[], Sequence[V]], about: Mapping[str, Param],
                notation: Notation) -> Asking[V]:
        """The next single choice of the batch, recorded; when it has none, the player is asked again."""
        values = build()
        if len(values) == 1:
            return values[0]
        value = self.batch(ask, values) if self.batch is not None else None
        if value is None:
            self.batch = None
            return (yield from self.ask(SEAT, ask, rule, notation, build, about))
        self.single(notation.key(value))
        return cast(V, value)

    def begin_phase(self, phase: str) -> None:
        """Tell of a phase; one in which nothing happened is not told of."""
        events = self._events
        if events is not None:
            if events and events[-1][0] == "phase":
                events.pop()
            events.append(("phase", "7.2", phase))

    def dice(self, name: str, n: int) -> int:
        """The total of so many dice."""
        return sum(self.roll(name) for _ in range(n))


__all__ = ["Asking", "Play", "Rules"]
