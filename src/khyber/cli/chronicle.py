"""What happened, for people to read: new events of a table, in paragraphs or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.padding import Padding
from rich.text import Text

from khyber.cli.screen import STYLES
from khyber.engine.decision import Message
from khyber.engine.game import Event, Game
from khyber.engine.play import RawEvent, S
from khyber.engine.table import Table
from khyber.engine.text import Catalogue

#: Kinds of events that begin a paragraph, and those that begin a line in it; others follow on the line.
HEADINGS: Final = frozenset((
    "set-up", "card", "sudden-propaganda", "propaganda", "phase", "passed", "operation", "limited-operation",
    "activity", "event", "game-over"))
LINES: Final = frozenset(("selected", "activity-space", "eligible", "ineligible"))
#: Kinds that follow on one line if they come together.
TOGETHER: Final = frozenset(("eligible", "ineligible"))
#: Kinds that, at set-up, are in the log only.
QUIET: Final = frozenset(("removed-card", "capability"))


class Watcher:
    """Remembers how much of a table's log has been told."""

    def __init__(self) -> None:
        self._steps = 0
        self._events = 0

    def news(self, table: Table[S], seats: Sequence[str]) -> list[Event]:
        """What these seats may know of what happened since the last time. After an undo, what is still there."""
        steps = table.steps
        if len(steps) < self._steps:
            self._steps, self._events = len(steps), 0
        raw: list[RawEvent] = [event for step in steps[self._steps:] for event in step.raw_events()]
        now = [as_raw(event) for event in table.step_events()]
        raw = (raw + now)[self._events:]
        self._steps, self._events = len(steps), len(now)
        return list(seen(table.game, raw, seats))


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


def paragraphs(events: Iterable[Event], words: Catalogue) -> list[Padding]:
    """The events as a reader likes them: a heading for each action, below it what came of it, space by space.

    A space named once in a line is not named again before the next one.
    """
    shown: list[Padding] = []
    line: Text | None = None
    heading = before = place = ""
    for event in events:
        if heading == "set-up" and event.kind in QUIET:
            continue
        said = words.say(event.message)
        if event.kind in HEADINGS:
            shown.append(Padding(Text(said, f"bold {_faction(event)}".strip()), 0, expand=False))
            line, heading = None, event.kind
        elif line is None or (event.kind in LINES and not TOGETHER.issuperset((event.kind, before))):
            line, place = Text(said), ""
            shown.append(Padding(line, (0, 0, 0, 2), expand=False))
        else:
            line.append(" · ", "dim")
            line.append(said.removeprefix(place) if place else said)
        before = event.kind
        if isinstance(space := event.told.get("space"), str):
            place = words.say(Message("option.space", {"space": space})) + ": "
    return shown


def entries(events: Iterable[Event], words: Catalogue) -> Iterator[Text]:
    """The events one by one, each with the rule behind it."""
    for event in events:
        heading = event.kind in HEADINGS
        line = Text("" if heading else "  ")
        line.append(words.say(event.message), f"bold {_faction(event)}".strip() if heading else "")
        line.append(f"  {event.rule}", "dim")
        yield line
