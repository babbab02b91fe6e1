"""The log of a table as text: new events in paragraphs, or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any

from rich.padding import Padding
from rich.text import Text

from khyber.cli.display import Display, LogLayout
from khyber.cli.turns import Heading, heading, heading_line
from khyber.engine.decision import Message
from khyber.engine.game import Event
from khyber.engine.log import read_events
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.engine.turns import turns

#: An entry of the log: an event, or the heading of a turn.
LogEntry = Heading | Event


class LogReader:
    """Tracks how much of a table's log has been shown."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._steps = 0
        self._events = 0

    def copy(self) -> LogReader:
        return copy(self)

    def news(self, table: Table[Any], seats: Sequence[str]) -> list[LogEntry]:
        """Return the events since the last call that these seats may know."""
        here = len(table.steps)
        if here < self._steps:
            self._steps, self._events = here, 0
        new_entries: list[LogEntry] = []
        found = turns(table)
        for step in range(self._steps, here + 1):
            raw = table.raw_events(step)
            new = read_events(table.game, raw[self._events :], seats)
            top = heading(table, step, self._display, found) if new and not self._events else None
            new_entries += [top, *new] if top is not None else new
            self._events = len(raw) if step == here else 0
        self._steps = here
        return new_entries


def events_of(table: Table[Any], step: int) -> list[Event]:
    """Return the events of a step as a spectator knows them."""
    return table.step_events(step, ())


def _style(event: Event, display: Display) -> str:
    return display.styles.get(str(event.params.get(display.log_layout.whose, "")), "")


def paragraphs(events: Iterable[LogEntry], words: Catalogue, display: Display) -> list[Padding]:
    """Return the events in paragraphs: a heading per turn and action, then its effects by place.

    A place is named once per line.
    """
    writer = _Writer(words, display)
    for event in events:
        if isinstance(event, Heading):
            writer.turn(event)
        elif event.kind not in display.log_layout.quiet.get(writer.topic, ()):
            writer.add(event)
    return writer.shown


class _Writer:
    """Builds paragraphs: tracks the last heading and the current line."""

    def __init__(self, words: Catalogue, display: Display) -> None:
        self.words = words
        self.display = display
        self.shown: list[Padding] = []
        #: The kinds of the last heading, the line's first event, and the last event.
        self.topic = self._first = self._before = ""
        self._line: Text | None = None
        self._place = ""

    @property
    def _layout(self) -> LogLayout:
        return self.display.log_layout

    def turn(self, top: Heading) -> None:
        self._head(heading_line(top, self.words, self.display))

    def add(self, event: Event) -> None:
        said = self.words.say(event.message)
        if event.kind in self._layout.headings:
            self._head(Text(said, f"bold {_style(event, self.display)}".strip()))
            self.topic = event.kind
        elif self._line is None or self._begins_a_line(event):
            self._line, self._place, self._first = Text(said), "", event.kind
            self.shown.append(Padding(self._line, (0, 0, 0, 2), expand=False))
        else:
            self._line.append(" · ", "dim")
            self._line.append(said.removeprefix(self._place) if self._place else said)
        self._before = event.kind
        self._place = self._named(event)

    def _head(self, text: Text) -> None:
        self.shown.append(Padding(text, 0, expand=False))
        self._line, self._before = None, ""

    def _begins_a_line(self, event: Event) -> bool:
        kind, log_layout = event.kind, self._layout
        if kind == self._first and kind in log_layout.apart:
            return True
        if kind not in log_layout.lines:
            return False
        elsewhere = kind in log_layout.by_place and self._named(event) != self._place
        return elsewhere or not log_layout.together.issuperset((kind, self._before))

    def _named(self, event: Event) -> str:
        """Return the name of an event's place, as it begins the event's sentence."""
        place = event.params.get(self._layout.where)
        if not isinstance(place, str):
            return self._place
        return self.words.say(Message(self._layout.where_said, {self._layout.where: place})) + ": "


def lines(events: Iterable[LogEntry], words: Catalogue, display: Display) -> list[Text]:
    """Return the paragraphs as plain lines."""
    return [line.renderable for line in paragraphs(events, words, display) if isinstance(line.renderable, Text)]


def entries(events: Iterable[Event], words: Catalogue, display: Display) -> Iterator[Text]:
    """Yield one line per event, with its rule."""
    for event in events:
        on_top = event.kind in display.log_layout.headings
        line = Text("" if on_top else "  ")
        line.append(words.say(event.message), f"bold {_style(event, display)}".strip() if on_top else "")
        line.append(f"  {event.rule}", "dim")
        yield line
