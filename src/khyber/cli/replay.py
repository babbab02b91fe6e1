"""Replay of a saved game in the terminal, from its stored checkpoints and events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from khyber.cli import game_log
from khyber.cli.answers import whole
from khyber.cli.display import display_of
from khyber.cli.keyboard import Keyboard
from khyber.cli.lookup import show_rule
from khyber.cli.printer import Printer
from khyber.cli.provenance import legend
from khyber.cli.text import words
from khyber.engine.errors import Error
from khyber.engine.game import Event, Game
from khyber.engine.log import read_events, redact
from khyber.engine.play import RawEvent
from khyber.engine.record import ANSWER_FORGOTTEN, ANSWER_SECRET, ASIDE, NOT_ANSWERS, Record
from khyber.engine.table import from_record


@dataclass(frozen=True, slots=True)
class Moment:
    """A checkpoint or a choice within a step: its state, and the events leading to it."""

    state: Any
    events: tuple[RawEvent, ...]


class Replaying(Printer):
    """A replay positioned at a step of a record (0: the start) or at a choice within the next step.

    Shows public information and what `seats` knew.
    """

    def __init__(self, game: Game[Any], record: Record, lang: str, console: Console, seats: Sequence[str] = ()) -> None:
        self.game = game
        self.record = record
        self.seats = tuple(seats)
        self.display = display_of(game.id)
        super().__init__(console, self.display.named(words(game.id, lang), record.header.setup.replaced))
        self.screen = self.display.screen(self.words, game)
        self.keyboard = Keyboard(console)
        self._at = 0
        self._choice = 0
        self._moment = self._checkpoint(0)
        self._commands: dict[str, Callable[[str], None]] = {
            "": self._next,
            "n": self._next,
            "next": self._next,
            "p": self._previous,
            "previous": self._previous,
            "c": self._next_choice,
            "b": self._previous_choice,
            "first": self._first,
            "last": self._last,
            "goto": self._goto,
            "log": self._log,
            "map": self._map,
            "view": self._view,
            "rule": self._rule,
            "help": self._help,
        }

    # -- the loop -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Read commands until the user quits."""
        header = self.record.header
        self.say(
            "replay-welcome", "bold", scenario=header.setup.scenario, seed=str(header.seed), n=len(self.record.steps)
        )
        if self.record.undone_chance:
            self.say("undone-chance", "yellow")
        self._tell()
        while (line := self.keyboard.line()) is not None:
            verb, _, rest = line.strip().partition(" ")
            if verb.lower() in ("quit", "q"):
                break
            command = self._commands.get(verb.lower())
            if command is None:
                self.say("replay-unknown", "red", text=line.strip())
            else:
                command(rest.strip())
        self.say("bye")

    def _tell(self) -> None:
        """Print the current step and the events leading to it."""
        last = len(self.record.steps)
        here = self._at + bool(self._choice)
        self.show(Text())
        self.say("replay-step", "bold", n=here, of=max(here, last), text=self._name(here))
        if self._choice:
            self._tell_choice()
        self.show(*game_log.paragraphs(self._events(), self.words, self.display), self.screen.status(self._view_here()))
        if self._at == last and not self._choice and self._answers(last):
            self.say("replay-unfinished", "dim", n=len(self._answers(last)))

    def _name(self, at: int) -> str:
        """Return the name of a step, numbered from 1."""
        if at == 0:
            return self.said("replay-start")
        before = self._checkpoint(at - 1).state
        name = self.record.steps[at - 1].name if at <= len(self.record.steps) else before.step
        return self.words.say(self.display.step(name, before))

    def _events(self) -> list[Event]:
        return read_events(self.game, self._moment.events, self.seats)

    def _view_here(self) -> dict[str, object]:
        return dict(self.game.view(self._moment.state, self.seats))

    # -- steps --------------------------------------------------------------------------------------

    def _checkpoint(self, at: int) -> Moment:
        """Return the stored checkpoint after `at` steps, without replaying."""
        if at:
            step = self.record.steps[at - 1]
            return Moment(self.game.state_type.unpack(step.after), tuple(step.raw_events()))
        start = self.record.header.start
        return Moment(self.game.state_type.unpack(start) if start else self.game.start(self.record.header.setup), ())

    def _go(self, at: int) -> None:
        self._at, self._choice = at, 0
        self._moment = self._checkpoint(at)
        self._tell()

    def _next(self, rest: str) -> None:
        if self._at == len(self.record.steps):
            self.say("replay-end", "red")
        else:
            self._go(self._at + 1)

    def _previous(self, rest: str) -> None:
        if self._choice:
            self._go(self._at)
        elif self._at == 0:
            self.say("replay-begin", "red")
        else:
            self._go(self._at - 1)

    def _first(self, rest: str) -> None:
        self._go(0)

    def _last(self, rest: str) -> None:
        self._go(len(self.record.steps))

    def _goto(self, rest: str) -> None:
        at = whole(rest)
        if at is not None and at <= len(self.record.steps):
            self._go(at)
        else:
            self.say("replay-no-step", "red", text=rest, n=len(self.record.steps))

    # -- choices ------------------------------------------------------------------------------------

    def _entries(self, at: int) -> tuple[list[str], list[str]]:
        """Return the entries of the next step and their seats."""
        if at == len(self.record.steps):
            return self.record.now, self.record.now_by
        return self.record.steps[at].listed(), self.record.steps[at].seats()

    def _answers(self, at: int) -> list[int]:
        """Return the indices of choices among the entries of the next step."""
        return [place for place, entry in enumerate(self._entries(at)[0]) if entry[0] not in NOT_ANSWERS]

    def _tell_choice(self) -> None:
        entries, by = self._entries(self._at)
        answers = self._answers(self._at)
        place = answers[self._choice - 1]
        entry = redact(entries, self.seats, by)[place]
        if entry[0] == ASIDE:
            key = entry.partition(" ")[2]
        else:
            key = entry[1:] if entry[0] in ANSWER_SECRET + ANSWER_FORGOTTEN else entry
        text = self.said("replay-by", seat=by[place], text=key)
        self.say("replay-choice", n=self._choice, of=len(answers), text=text)

    def _next_choice(self, rest: str) -> None:
        answers = self._answers(self._at)
        if self._choice + 1 < len(answers) or (answers and self._choice < len(answers) and self._unfinished()):
            self._go_choice(self._choice + 1)
        elif self._unfinished():
            self.say("replay-end", "red")
        else:
            self._next(rest)

    def _previous_choice(self, rest: str) -> None:
        if self._choice > 1:
            self._go_choice(self._choice - 1)
        elif self._choice:
            self._go(self._at)
        elif self._at:
            self._at -= 1
            before = len(self._answers(self._at)) - 1
            if before > 0:
                self._go_choice(before)
            else:
                self._go(self._at)
        else:
            self.say("replay-begin", "red")

    def _unfinished(self) -> bool:
        return self._at == len(self.record.steps)

    def _go_choice(self, choice: int) -> None:
        """Go to a choice within a step by replaying it; needs the rules of the record."""
        try:
            before, here = self._after_choice(choice - 1), self._after_choice(choice)
        except Error as problem:
            self.say("replay-other-rules", "red", text=str(problem))
            return
        self._choice = choice
        self._moment = Moment(here.state, here.events[len(before.events) :])
        self._tell()

    def _after_choice(self, choice: int) -> Moment:
        """Return the moment after `choice` choices of the next step."""
        answers = self._answers(self._at)
        entries, by = self._entries(self._at)
        end = answers[choice] if choice < len(answers) else len(entries)
        part = Record(
            self.record.header,
            self.record.steps[: self._at],
            entries[:end],
            by[:end],
            0,
            self.record.branch,
            self.game.rules_version,
        )
        table = from_record(self.game, part, trusted=True)
        return Moment(table.state, tuple(table.raw_events()))

    # -- looking ------------------------------------------------------------------------------------

    def _log(self, rest: str) -> None:
        self.show(*game_log.entries(self._events(), self.words, self.display))

    def _map(self, rest: str) -> None:
        self.show(self.screen.map(self._view_here(), self.console), self.screen.legend(), legend(self.game, self.words))

    def _view(self, rest: str) -> None:
        self.show(self.screen.whole(self._view_here(), self.console))

    def _rule(self, rest: str) -> None:
        show_rule(self.game, rest, self.console, self.words)

    def _help(self, rest: str) -> None:
        self.say("replay-help", text=f"{'rule ' + self.display.rule:<14}")
