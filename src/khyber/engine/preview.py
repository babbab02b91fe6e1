"""Previews: what a choice would change, up to the next die roll, reveal or other seat's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from khyber.engine import asides
from khyber.engine.chance import Chance, stream
from khyber.engine.covers import is_empty
from khyber.engine.errors import Error, NotOffered
from khyber.engine.game import Event, View
from khyber.engine.log import read_events
from khyber.engine.optional import Asides
from khyber.engine.play import S
from khyber.engine.record import REVEAL
from khyber.engine.table import Table

#: Why a preview ends: a die or shuffle, a reveal, another seat's decision, an own decision, the end of the step (the
#: next one may reveal cards), the end of the game.
DIE: Final = "die"
SHOWN: Final = "reveal"
OTHER: Final = "seat"
OWN: Final = "question"
STEP: Final = "step"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Preview:
    """The view and the events after a choice, and why the preview ends there."""

    view: View
    events: tuple[Event, ...]
    stopped: str


class _Unknown(Error):
    """Raised when what follows cannot be known yet."""


class _NoChance(Chance):
    """Chance that ends a preview."""

    def draw(self, name: str, sides: int, counter: int) -> int:
        raise _Unknown(DIE)

    def order(self, name: str, count: int, counter: int) -> list[int]:
        raise _Unknown(DIE)


class _NoReveals(list[str]):
    """Entries of a step that end a preview at a reveal."""

    def append(self, entry: str) -> None:
        if entry[0] == REVEAL:
            raise _Unknown(SHOWN)
        super().append(entry)


def preview(table: Table[S], seats: Sequence[str], seat: str, key: str, seed: int) -> Preview:
    """Return what a choice would change, as those seats would see it. Raises NotOffered.

    The choice is made in two imagined worlds, so that it cannot show more than the seats know. Where the worlds differ,
    the choice would reveal something hidden, and the preview ends before it.
    """
    one, other = (_tried(table.imagine(seats, stream(seed, world)), seats, seat, key) for world in range(2))
    if one == other:
        return one
    return Preview(table.view(*seats), one.events[: _shared(one.events, other.events)], SHOWN)


def _shared(one: Sequence[Event], other: Sequence[Event]) -> int:
    """Return the length of the common beginning of two logs."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _tried(world: Table[S], seats: Sequence[str], seat: str, key: str) -> Preview:
    """Make the choice in that world, which cannot be reused, and return the changes."""
    decision, play = world.decision, world.play
    if decision is None:
        raise NotOffered("the game is over: there is nothing to choose")
    before = len(world.raw_events())
    index = decision.find(key) if decision.seat == seat else None
    aside = asides.find(world, key, seat) if index is None else None
    if index is None and aside is None:
        raise NotOffered(f"{key!r} is not open to {seat} now")
    play.chance, play.entries = _NoChance(), _NoReveals(world.since)
    try:
        if aside is not None:
            Asides.of(world.game).take_aside(play, seat, aside)
            stopped = OWN if decision.seat in seats else OTHER
        else:
            assert index is not None
            stopped = _run(world, decision.values[index], seats)
        events = read_events(world.game, world.raw_events()[before:], seats)
        return Preview(world.view(*seats), tuple(events), stopped)
    except MemoryError:
        raise
    except Exception as problem:  # a rule may fail in an imagined world; only the preview is lost
        raise Error(f"cannot preview {key!r}") from problem


def _run(world: Table[S], value: object, seats: Sequence[str]) -> str:
    """Run the rules from a choice to the next decision, end of step, or unknown result."""
    rules = world.rules
    while True:
        try:
            asked = rules.send(value)  # type: ignore[arg-type]  # it is one of the values of what was asked
        except StopIteration:
            return STEP if world.state.step else OVER
        except _Unknown as unknown:
            return str(unknown)
        values = asked.values
        if len(values) > 1 or (asked.always_asked and not is_empty(world, asked)):
            return OWN if asked.seat in seats else OTHER
        value = values[0]
