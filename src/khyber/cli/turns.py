"""Turns in the terminal: their headings, and finding one by its number or name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.text import Text

from khyber.cli.display import Display
from khyber.engine.decision import Message
from khyber.engine.errors import Error
from khyber.engine.history import answered_by, name_of
from khyber.engine.names import quoted, unknown
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.engine.turns import Turn, part_name, parts, turn_name, turn_with, turns


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a turn: its number, name, seat and agent."""

    number: int
    name: Message
    seat: str
    agent: str
    #: Whether the game has no other seat.
    alone: bool


def heading_of(table: Table[Any], turn: Turn, display: Display) -> Heading:
    """Return the heading of a turn."""
    first = turn.steps[0]
    agents = [agent for who, agent in answered_by(table, first) if who == turn.seat]
    agent = agents[0] if agents else table.seats[turn.seat]
    return Heading(turn.number, name_of_turn(table, turn, display), turn.seat, agent, len(table.game.seats) == 1)


def heading(table: Table[Any], step: int, display: Display, found: Sequence[Turn]) -> Heading | None:
    """Return the heading of a step that begins one of these turns."""
    turn = next((turn for turn in found if turn.steps[0] == step), None)
    return None if turn is None else heading_of(table, turn, display)


def heading_for(table: Table[Any], steps: range, display: Display) -> Heading | None:
    """Return the heading of a turn, or of a part of one; None for other steps."""
    turn = turn_with(turns(table), steps[0])
    if turn is None or (turn.steps != steps and steps not in parts(table, turn.steps)):
        return None
    top = heading_of(table, turn, display)
    name = None if turn.steps == steps else part_name(table, steps)
    return top if name is None else replace(top, name=name)


def name_of_turn(table: Table[Any], turn: Turn, display: Display) -> Message:
    """Return the name of a turn; of a game that names none, that of its first step."""
    first = turn.steps[0]
    return turn_name(table, turn.steps) or display.step(name_of(table, first), table.checkpoint(first))


def heading_line(top: Heading, words: Catalogue, display: Display) -> Text:
    """Return the heading of a turn as text."""
    key = "ui.turn-alone" if top.alone else "ui.turn"
    message = Message(key, {"n": top.number, "text": words.say(top.name), "seat": top.seat, "agent": top.agent})
    return Text(words.say(message), display.styles[top.seat])


def find_turn(table: Table[Any], wanted: str, words: Catalogue, display: Display) -> range:
    """Return the steps of a turn or of a part of one, by number or name. Raises Error if there is not exactly one.

    A name may end with the seat, as in the headings: `May: Declare · Coalition`.
    """
    found = turns(table)
    if wanted.isdecimal():
        if not 1 <= int(wanted) <= len(found):
            raise Error(f"there is no turn {wanted}: the game has {len(found)}")
        return found[int(wanted) - 1].steps
    named = [(text, turn, steps) for turn in found for text, steps in _names(table, turn, words, display)]
    matching = [(turn, steps) for text, turn, steps in named if text.casefold() == wanted.strip().casefold()]
    if not matching:
        raise Error(unknown("turn", wanted, list(dict.fromkeys(text for text, _, _ in named))))
    if len(matching) > 1:
        several = ", ".join(f"{turn.number} ({turn.seat})" for turn, _ in matching)
        raise Error(f"several turns are called {quoted(wanted)}: give a number, {several}")
    return matching[0][1]


def _names(table: Table[Any], turn: Turn, words: Catalogue, display: Display) -> Iterator[tuple[str, range]]:
    """Yield what a turn and its parts are called, with their steps."""
    name = words.say(name_of_turn(table, turn, display))
    yield name, turn.steps
    yield words.say(Message("ui.turn-seat", {"text": name, "seat": turn.seat})), turn.steps
    for steps in parts(table, turn.steps):
        said = part_name(table, steps)
        if said is not None and words.say(said) != name:
            yield words.say(said), steps
