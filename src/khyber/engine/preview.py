"""Previews: what a choice would change, up to where nobody can know: a die, a reveal, somebody else's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from khyber.engine.chance import Chance, stream
from khyber.engine.covers import is_empty
from khyber.engine.errors import Error, NotOffered
from khyber.engine.game import Event, View
from khyber.engine.play import RawEvent, S
from khyber.engine.record import REVEAL
from khyber.engine.table import Table

#: Why a preview ends: chance comes, something hidden is shown, another seat is asked, one of the own seats is asked,
#: the step is over (with the next one cards may be turned up), the game is.
DIE: Final = "die"
SHOWN: Final = "reveal"
OTHER: Final = "seat"
OWN: Final = "question"
STEP: Final = "step"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Preview:
    """How things would stand, what would be told of it, and why it goes no further."""

    view: View
    events: tuple[Event, ...]
    stopped: str


class _Unknown(Error):
    """What follows cannot be known beforehand."""


class _NoChance(Chance):
    """Here chance begins."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        raise _Unknown(DIE)

    def order(self, name: str, count: int, counter: int) -> list[int]:
        raise _Unknown(DIE)


class _NoReveals(list[str]):
    """Entries of a step, up to where something hidden is shown."""

    def append(self, entry: str) -> None:
        if entry[0] == REVEAL:
            raise _Unknown(SHOWN)
        super().append(entry)


def preview(table: Table[S], seats: Sequence[str], seat: str, key: str, seed: int) -> Preview:
    """What the choice of `seat` would change, as those seats would see it. The table is not touched.

    It is tried out in two worlds that they may imagine, so that it cannot show more than they know; where the worlds
    part, something hidden would come to light, and what was only imagined is not shown either. Raises NotOffered.
    """
    one, other = (_tried(table.imagine(seats, stream(seed, world)), seats, seat, key) for world in range(2))
    if one == other:
        return one
    return Preview(table.view(*seats), one.events[: _shared(one.events, other.events)], SHOWN)


def _shared(one: Sequence[Event], other: Sequence[Event]) -> int:
    """How many events the two have in common before they part."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _tried(world: Table[S], seats: Sequence[str], seat: str, key: str) -> Preview:
    """What the choice changes in that world, which it uses up."""
    decision, play = world._decision, world._play
    if decision is None:
        raise NotOffered("the game is over: there is nothing to choose")
    before = len(world._events)
    index = decision.find(key) if decision.seat == seat else None
    aside = world._find_aside(key, seat) if index is None else None
    if index is None and aside is None:
        raise NotOffered(f"{key!r} is not open to {seat} now")
    play.chance, play._entries = _NoChance(), _NoReveals(world._entries)
    try:
        if aside is not None:
            world.game.take_aside(play, seat, aside)
            stopped = OWN if decision.seat in seats else OTHER
        else:
            assert index is not None
            stopped = _run(world, decision.values[index], seats)
        return Preview(world.view(*seats), _told(world, world._events[before:], seats), stopped)
    except Exception as problem:  # in the midst of a rule anything may be: nobody is hurt by a preview that fails
        raise Error(f"what {key!r} would change cannot be told") from problem


def _run(world: Table[S], value: object, seats: Sequence[str]) -> str:
    """Let the rules run on from a choice until somebody has another one, the step is over, or nobody can know."""
    rules = world._rules
    while True:
        try:
            asked = rules.send(value)  # type: ignore[arg-type]  # it is one of the values of what was asked
        except StopIteration:
            return STEP if world._play.state.step else OVER
        except _Unknown as unknown:
            return str(unknown)
        values = asked.values
        if len(values) > 1 or (asked.always_asked and not is_empty(world, asked)):
            return OWN if asked.seat in seats else OTHER
        value = values[0]


def _told(world: Table[S], events: Sequence[RawEvent], seats: Sequence[str]) -> tuple[Event, ...]:
    game = world.game
    return tuple(game.read_event(event) for raw in events if (event := game.see(raw, seats)) is not None)
