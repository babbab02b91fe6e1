"""What happened, for people to read: new events of a table, in paragraphs or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.padding import Padding
from rich.text import Text

from khyber.agents.explaining import TURN
from khyber.cli.screen import STYLES
from khyber.engine.decision import Message
from khyber.engine.game import Event, Game
from khyber.engine.play import RawEvent, S
from khyber.engine.retracing import answered_by, checkpoint, name_of
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.board import SEATS
from khyber.games.distant_plain.state import State

#: Kinds of events that begin a paragraph, and those that begin a line in it; others follow on the line.
HEADINGS: Final = frozenset((
    "set-up", "card", "sudden-propaganda", "propaganda", "phase", "passed", "operation", "limited-operation",
    "activity", "event", "game-over"))
LINES: Final = frozenset(("selected", "activity-space", "eligible", "ineligible"))
#: Kinds that follow on one line if they come together.
TOGETHER: Final = frozenset(("eligible", "ineligible"))
#: Kinds that, at set-up, are in the log only.
QUIET: Final = frozenset(("removed-card", "capability"))


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a turn begins: its number, the card, whose it is and who plays it."""

    number: int
    card: int
    seat: str
    agent: str


#: What is told: events, and the headings of the turns they are of.
News = Heading | Event


class Watcher:
    """Remembers how much of a table's log has been told."""

    def __init__(self) -> None:
        self._steps = 0
        self._events = 0

    def news(self, table: Table[State], seats: Sequence[str]) -> list[News]:
        """What these seats may know of what happened since the last time. After an undo, what is still there."""
        here = len(table.steps)
        if here < self._steps:
            self._steps, self._events = here, 0
        told: list[News] = []
        for step in range(self._steps, here + 1):
            raw = raw_events(table, step)
            new = list(seen(table.game, raw[self._events:], seats))
            top = heading(table, step) if new and not self._events else None
            told += [top, *new] if top is not None else new
            self._events = len(raw) if step == here else 0
        self._steps = here
        return told


def raw_events(table: Table[State], step: int) -> list[RawEvent]:
    """All that happened in a step, finished or under way."""
    if step < len(table.steps):
        return list(table.steps[step].raw_events())
    return [as_raw(event) for event in table.step_events()]


def events_of(table: Table[State], step: int) -> list[Event]:
    """What everybody may know of what happened in a step."""
    return list(seen(table.game, raw_events(table, step), ()))


def heading(table: Table[State], step: int) -> Heading | None:
    """The heading of a step that is a turn."""
    if name_of(table, step) != TURN:
        return None
    before = checkpoint(table, step)
    number = sum(done.name == TURN for done in table.steps[:step]) + 1
    seat = SEATS[before.active]
    agents = [agent for who, agent in answered_by(table, step) if who == seat]
    return Heading(number, before.played[-1], seat, agents[0] if agents else table.seats[seat])


def heading_line(top: Heading, words: Catalogue) -> Text:
    """A turn named: its number, Faction, player and card."""
    message = Message("ui.turn", {"n": top.number, "faction": top.seat, "agent": top.agent, "card": top.card})
    return Text(words.say(message), STYLES[top.seat])


def as_raw(event: Event) -> RawEvent:
    return (event.kind, event.rule, *event.told.values())


def seen(game: Game[S], events: Iterable[RawEvent], seats: Sequence[str]) -> Iterator[Event]:
    """The events as these seats learn of them."""
    for raw in events:
        told = game.see(raw, seats)
        if told is not None:
            yield game.read_event(told)


def _faction(event: Event) -> str:
    return STYLES.get(str(event.told.get("faction", "")), "")


def paragraphs(events: Iterable[News], words: Catalogue) -> list[Padding]:
    """The events as a reader likes them: a heading for each turn and action, below it what came of it, space by space.

    A space named once in a line is not named again before the next one.
    """
    writer = _Writer(words)
    for event in events:
        if isinstance(event, Heading):
            writer.turn(event)
        elif not (writer.topic == "set-up" and event.kind in QUIET):
            writer.add(event)
    return writer.shown


class _Writer:
    """Paragraphs being written: the last heading, and the line that events are added to."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        self.shown: list[Padding] = []
        #: The kind of the last heading, of the first event of the line, and of the last event.
        self.topic = self._first = self._before = ""
        self._operation: Padding | None = None
        self._line: Text | None = None
        self._place = ""

    def turn(self, top: Heading) -> None:
        self._head(heading_line(top, self.words))

    def add(self, event: Event) -> None:
        said = self.words.say(event.message)
        if event.kind == "selected" and self.topic == "activity" and self._operation is not None:
            self.shown.append(self._operation)  # the Operation goes on after a Special Activity in its midst
            self._line, self.topic = None, "operation"
        if event.kind in HEADINGS:
            self._head(Text(said, f"bold {_faction(event)}".strip()))
            self.topic = event.kind
            if event.kind != "activity":
                self._operation = self.shown[-1] if event.kind == "operation" else None
        elif self._line is None or self._begins_a_line(event.kind):
            self._line, self._place, self._first = Text(said), "", event.kind
            self.shown.append(Padding(self._line, (0, 0, 0, 2), expand=False))
        else:
            self._line.append(" · ", "dim")
            self._line.append(said.removeprefix(self._place) if self._place else said)
        self._before = event.kind
        if isinstance(space := event.told.get("space"), str):
            self._place = self.words.say(Message("option.space", {"space": space})) + ": "

    def _head(self, text: Text) -> None:
        self.shown.append(Padding(text, 0, expand=False))
        self._line, self._before = None, ""

    def _begins_a_line(self, kind: str) -> bool:
        if kind == self._first == "moved":
            return True
        return kind in LINES and not TOGETHER.issuperset((kind, self._before))


def lines(events: Iterable[News], words: Catalogue) -> list[Text]:
    """The paragraphs as plain lines."""
    return [line.renderable for line in paragraphs(events, words) if isinstance(line.renderable, Text)]


def entries(events: Iterable[Event], words: Catalogue) -> Iterator[Text]:
    """The events one by one, each with the rule behind it."""
    for event in events:
        on_top = event.kind in HEADINGS
        line = Text("" if on_top else "  ")
        line.append(words.say(event.message), f"bold {_faction(event)}".strip() if on_top else "")
        line.append(f"  {event.rule}", "dim")
        yield line
