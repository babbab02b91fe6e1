"""The turns of a table, as its game divides them (`Turns`): for lists, charts, explanations and analyses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from khyber.engine.decision import Message
from khyber.engine.game import Event, Game
from khyber.engine.optional import Turns
from khyber.engine.play import S
from khyber.engine.table import Table


class Place(NamedTuple):
    """Where in the game a step is; the seat is "" outside turns."""

    seat: str
    round: int
    part: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its number from 1, the seat whose turn it is, and its steps so far."""

    number: int
    seat: str
    steps: range


def place_of(game: Game[S], state: S) -> Place:
    """Return where in the game a step is that begins with this state."""
    turns = Turns[S].of(game)
    return Place(turns.whose_turn(state), turns.round_of(state), turns.part_of(state))


def stretches(places: Sequence[Place]) -> Iterator[range]:
    """Yield the runs of steps that lie in one place.

    >>> a, b = Place("north", 1, ""), Place("south", 1, "")
    >>> list(stretches([a, a, b]))
    [range(0, 2), range(2, 3)]
    """
    first = 0
    for _, run in groupby(places):
        last = first + len(list(run))
        yield range(first, last)
        first = last


def turns(table: Table[S]) -> list[Turn]:
    """Return the turns of a table; the step under way counts once it has an entry."""
    steps = len(table.steps) + bool(table.since)
    states = (table.checkpoint(step) for step in range(steps))
    # a turn is whole, whatever its parts
    places = [Place(place.seat, place.round, "") for place in (place_of(table.game, state) for state in states)]
    found = [run for run in stretches(places) if places[run[0]].seat]
    return [Turn(number, places[run[0]].seat, run) for number, run in enumerate(found, 1)]


def turn_with(found: Sequence[Turn], step: int) -> Turn | None:
    """Return the turn that a step belongs to."""
    return next((turn for turn in found if step in turn.steps), None)


def parts(table: Table[S], steps: range) -> list[range]:
    """Return the parts of a turn."""
    places = [place_of(table.game, table.checkpoint(step)) for step in steps]
    return [range(steps[run[0]], steps[run[-1]] + 1) for run in stretches(places)]


def told_in(table: Table[S], steps: range) -> list[Event]:
    """Return the events that names rest on, as a spectator knows them."""
    named_by = Turns.of(table.game).named_by
    return [event for step in steps for event in table.step_events(step, ()) if event.kind in named_by]


def turn_name(table: Table[S], steps: range) -> Message | None:
    """Return the name of a turn, without its seat."""
    return Turns[S].of(table.game).turn_name(table.checkpoint(steps[0]), told_in(table, steps))


def part_name(table: Table[S], steps: range) -> Message | None:
    """Return the name of a part of a turn, without its seat."""
    return Turns[S].of(table.game).part_name(table.checkpoint(steps[0]), told_in(table, steps))
