"""Effects on levels and markers: shift, set, Terror, Sabotage, +1 Pop."""

from __future__ import annotations

from dataclasses import dataclass

from khyber.games.distant_plain.board import IS_AFGHAN, OPPOSITION, RETURNEES_MARKERS, SPACE_IDS, SUPPORT, Level, Space
from khyber.games.distant_plain.events.amounts import Amount
from khyber.games.distant_plain.events.effect import SpaceEffect, Where
from khyber.games.distant_plain.events.resolution import Resolution
from khyber.games.distant_plain.play import Rules
from khyber.games.distant_plain.rules.sequence import nothing_to_ask
from khyber.games.distant_plain.rules.support import place_terror, remove_terror, set_level, shift

UP = frozenset(("support-up", "opposition-down"))
DOWN = frozenset(("support-down", "opposition-up"))


@dataclass(frozen=True)
class Shift(SpaceEffect):
    """Shift a space a number of levels toward Support (+1) or Opposition (-1)."""

    where: Where
    by: str
    direction: int
    levels: int

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        for _ in range(self.levels):
            shift(event.play, "5.1", space, self.direction)
        return nothing_to_ask()

    def touches(self) -> frozenset[str]:
        return UP if self.direction > 0 else DOWN


@dataclass(frozen=True)
class SetLevel(SpaceEffect):
    """Set a space to a level; if the step says so, only from a given level."""

    where: Where
    by: str
    level: Level
    from_level: Level | None

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        if self.from_level is None or event.state.level[space] == self.from_level:
            set_level(event.play, "5.1", space, self.level)
        return nothing_to_ask()

    def touches(self) -> frozenset[str]:
        if self.level == SUPPORT:
            return UP
        if self.level == OPPOSITION:
            return DOWN
        down = frozenset(("support-down",))
        return down if self.from_level == SUPPORT else down | {"opposition-down"}


@dataclass(frozen=True)
class Terror(SpaceEffect):
    """Place or remove Terror or Sabotage markers in each space (None: all), without a shift."""

    where: Where
    by: str
    placing: bool
    n: Amount | None
    #: Whether the number is for all spaces together, chosen marker by marker.
    total: bool

    def run(self, event: Resolution, step: int) -> Rules:
        if not self.total or self.n is None:
            yield from super().run(event, step)
            return
        for _ in range(self.n(event)):
            space = yield from self.where.next_space(event, step, self.by, [])
            if space is None:
                return
            self.change(event, space, 1)

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        self.change(event, space, event.state.terror[space] if self.n is None else self.n(event))
        return nothing_to_ask()

    def change(self, event: Resolution, space: Space, n: int) -> None:
        one_more = place_terror if self.placing else remove_terror
        for _ in range(n):
            if not one_more(event.play, "5.1", space):
                break


@dataclass(frozen=True)
class Returnees(SpaceEffect):
    """Place a +1 Pop marker, if one is left and the space has none."""

    where: Where
    by: str

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        state = event.state
        if IS_AFGHAN[space] and not state.returnees[space] and sum(state.returnees) < RETURNEES_MARKERS:
            state.returnees[space] = 1
            event.play.emit("returnees", "5.1", SPACE_IDS[space])
        return nothing_to_ask()


@dataclass(frozen=True)
class Select(SpaceEffect):
    """Choose spaces for later steps."""

    where: Where
    by: str

    def at(self, event: Resolution, step: int, space: Space) -> Rules:
        return nothing_to_ask()
