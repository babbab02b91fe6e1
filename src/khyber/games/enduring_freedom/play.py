"""The engine's Play for Enduring Freedom: asks the player, and knows the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from khyber.engine.boxed import BoxedPlay
from khyber.engine.chance import REFUSED, Chance
from khyber.engine.decision import Notation, Param, Value, plain_decision
from khyber.engine.play import NOTHING, Asking, RawEvent, Rules, V
from khyber.games.enduring_freedom.board import SEAT
from khyber.games.enduring_freedom.box import Box, printed_box
from khyber.games.enduring_freedom.notation import Flights, Places, Purchases, SofBatch, notation_of
from khyber.games.enduring_freedom.state import State


class Play(BoxedPlay[State, Box]):
    """What a rule of Enduring Freedom works with."""

    __slots__ = ("flights", "places", "purchases", "sof_batch")

    def __init__(
        self,
        state: State,
        chance: Chance = REFUSED,
        entries: list[str] | None = None,
        events: list[RawEvent] | None = None,
        box: Box | None = None,
    ) -> None:
        super().__init__(state, chance, entries, events, box)
        self.places: Places
        self.flights: Flights
        self.purchases: Purchases
        self.sof_batch: SofBatch
        self.places, self.flights, self.purchases, self.sof_batch = notation_of(self.box)

    @staticmethod
    def printed_box() -> Box:
        return printed_box()

    def pick(
        self,
        ask: str,
        rule: str,
        build: Callable[[], Sequence[V]],
        about: Mapping[str, Param] = NOTHING,
        notation: Notation | None = None,
    ) -> Asking[V]:
        """Ask the player: engine.play.Play.ask, shortened for the only seat."""
        values = build()
        if len(values) == 1:
            return values[0]
        chosen = yield plain_decision(SEAT, ask, rule, notation or self.places, build, about, values)
        return chosen  # type: ignore[return-value]  # one of `values`

    def made(self, choice: Value, options: int) -> None:
        """Record a single choice of a batch, if there was more than one option."""
        if options > 1:
            self.single(self.places.key(choice))

    def begin_phase(self, phase: str) -> None:
        """Log a phase, replacing the one before if nothing happened in it."""
        events = self.events
        if events is not None:
            if events and events[-1][0] == "phase":
                events.pop()
            events.append(("phase", "7.2", phase))

    def dice(self, name: str, n: int) -> int:
        """Return the total of `n` dice."""
        total = 0
        for _ in range(n):
            total += self.roll(name)
        return total


__all__ = ["Asking", "Play", "Rules"]
