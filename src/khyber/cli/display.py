"""What the terminal needs from a game, in its room `terminal`: screen, colours, layout of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from khyber.catalogue import room
from khyber.engine.decision import Message, Option
from khyber.engine.errors import BadSetup
from khyber.engine.game import Game, Json
from khyber.engine.optional import CardText
from khyber.engine.table import Table
from khyber.engine.text import Catalogue

View = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class LogLayout:
    """Layout of a log: kinds of events that begin a paragraph or a line; others continue the line.

    A place is named once per line.
    """

    headings: frozenset[str]
    lines: frozenset[str] = frozenset()
    #: Kinds that share a line if consecutive.
    together: frozenset[str] = frozenset()
    #: Those that share a line only in the same place.
    by_place: frozenset[str] = frozenset()
    #: Kinds that start a new line if the line began with the same kind.
    apart: frozenset[str] = frozenset()
    #: Kinds omitted below a heading, except in the full log.
    quiet: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: Kinds that summarize a turn in a list.
    deeds: frozenset[str] = frozenset()
    #: Event parameters for seat and place, and the message that names the place.
    whose: str = "seat"
    where: str = ""
    where_said: str = ""


class Screen(Protocol):
    """Draws a seat's view in one language."""

    def whole(self, view: View, console: Console) -> RenderableType:
        """Draw everything, in columns where there is room."""
        ...

    def map(self, view: View, console: Console) -> RenderableType: ...

    def legend(self) -> Text:
        """Return the legend of the map."""
        ...

    def status(self, view: View) -> Text:
        """Return the key facts for a prompt, in a line or two."""
        ...

    def described(self, option: Option, said: str, view: View) -> Text:
        """Return the text of an option, with facts that help to choose."""
        ...

    def page(self, view: View) -> str:
        """Return a key; the board is redrawn when it changes."""
        ...


class Display(Protocol):
    """How the terminal shows a game."""

    #: The colour of each seat.
    styles: Mapping[str, str]
    #: Default of --seats.
    seats: str
    log_layout: LogLayout
    #: An example of a rule to look up.
    rule: str
    #: Message of options that are shown by number only if there are many.
    many: str

    def screen(self, words: Catalogue, game: Game[Any]) -> Screen: ...

    def named(self, words: Catalogue, replaced: Mapping[str, Json]) -> Catalogue:
        """Return the catalogue with names from the user's own data."""
        ...

    def secrets(self, view: View) -> bool:
        """Return whether people at one keyboard hold secrets from one another."""
        ...

    def step(self, name: str, state: Any) -> Message:
        """Return the name of a step that began from `state`."""
        ...

    def card(self, card: CardText, words: Catalogue) -> Sequence[Text]:
        """Return the lines of a card; none to show its facts, texts and source as usual."""
        ...

    def check(self, table: Table[Any]) -> None:
        """Raise BadSetup if the table cannot be played in the terminal."""
        ...


@cache
def display_of(game: str) -> Display:
    """Return the display of a game, loaded when first requested. Raises BadSetup if the terminal cannot show it."""
    found = room(game, "terminal")
    if found is None:
        raise BadSetup(f"{game} cannot be played in the terminal")
    display: Display = found.DISPLAY
    return display
