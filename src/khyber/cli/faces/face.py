"""What the terminal must know of a game to show it: its screen, its colours, how its log is told. Nothing else does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from khyber.engine.decision import Message, Option, Param
from khyber.engine.game import Game, Json
from khyber.engine.table import Table
from khyber.engine.text import Catalogue

View = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Telling:
    """How a log is told in paragraphs: which kinds of events begin one, which a line in it; others follow on the line.

    A place named once in a line is not named again before the next one.
    """

    headings: frozenset[str]
    lines: frozenset[str] = frozenset()
    #: Kinds that follow on one line if they come together.
    together: frozenset[str] = frozenset()
    #: Those of them that do only as long as the place is the same.
    by_place: frozenset[str] = frozenset()
    #: Kinds that each have a line to themselves if the line began with one of their kind.
    apart: frozenset[str] = frozenset()
    #: Below a heading of a kind, what is in the log only.
    quiet: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: Headings that others may interrupt: the kind that goes on, the kind that came between, what went before.
    goes_on: tuple[str, str, str] = ("", "", "")
    #: Headings that do not end what may go on.
    between: frozenset[str] = frozenset()
    #: What a turn was, in a word: the kinds that a list of turns tells.
    deeds: frozenset[str] = frozenset()
    #: The parameter of events that says whose they are, and the one that says where, with the message that names it.
    whose: str = "seat"
    where: str = ""
    where_said: str = ""


class Screen(Protocol):
    """Draws what a seat may know, in one language."""

    def whole(self, view: View, console: Console) -> RenderableType:
        """All there is to see: beside one another where there is room."""
        ...

    def map(self, view: View, console: Console) -> RenderableType: ...

    def legend(self) -> Text:
        """What the marks on the map mean."""
        ...

    def status(self, view: View) -> Text:
        """What one wants to know at every question, in a line or two."""
        ...

    def described(self, option: Option, said: str, view: View) -> Text:
        """The words of an option, with what one wants to know to choose it."""
        ...

    def page(self, view: View) -> str:
        """The whole is drawn again for a seat whenever this changes."""
        ...


class Face(Protocol):
    """A game as the terminal shows it."""

    #: The colour of each seat.
    styles: Mapping[str, str]
    #: Who plays unless told otherwise, as --seats has it.
    seats: str
    telling: Telling
    #: A rule to look up, as an example.
    rule: str
    #: Options with this message are shown by their numbers alone where there are many.
    many: str

    def screen(self, words: Catalogue, game: Game[Any]) -> Screen: ...

    def named(self, words: Catalogue, replaced: Mapping[str, Json]) -> Catalogue:
        """The words with those for data of somebody's own."""
        ...

    def secrets(self, view: View) -> bool:
        """Whether people at one keyboard have anything to hide from one another."""
        ...

    def turn(self, state: Any) -> Mapping[str, Param]:
        """What the heading of a turn tells beside its number and whose it is."""
        ...

    def step(self, name: str, state: Any) -> Message:
        """What a step is called, given the state it began from."""
        ...

    def check(self, table: Table[Any]) -> None:
        """Raises BadSetup if the table cannot be played in a terminal."""
        ...
