"""One game in the terminal: show the board and prompt, read an answer or command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from khyber.agents.driver import PERSON, advance
from khyber.agents.explain import bots_in, last_bot_turn
from khyber.agents.strong.resume import agents_now
from khyber.cli import game_log
from khyber.cli.answers import meant, numbered, ranges, spans, tidy, whole
from khyber.cli.display import View, display_of
from khyber.cli.explain import counsel, explain_turn, shown
from khyber.cli.files import NotSaved, free_name, write
from khyber.cli.keyboard import Keyboard
from khyber.cli.lookup import show_rule, show_tables
from khyber.cli.networks import NO_NETWORK, without_network
from khyber.cli.printer import Printer
from khyber.cli.provenance import legend
from khyber.cli.text import words
from khyber.cli.turns import find_turn
from khyber.cli.undo import takes_back
from khyber.engine.decision import Decision, Message, Option
from khyber.engine.errors import Error, NotOffered, RuleFailed, UndoRefused
from khyber.engine.history import last_to_choose, scope, undone_chance
from khyber.engine.log import warning_of
from khyber.engine.optional import PrintedTables
from khyber.engine.printed import called
from khyber.engine.table import Table
from khyber.engine.text import number
from khyber.engine.turns import turns

#: Maximum lines of news at a prompt; the rest is in the log.
MAX_NEWS: Final = 40
#: Maximum options of a display's `many` kind to list; more are shown by number only.
MAX_LISTED: Final = 12
#: Escape sequence that clears the scrollback.
FORGET: Final = "\x1b[3J"
#: Default number of events for `log`.
LOG_EVENTS: Final = 40


class Next(Enum):
    """Result of a line: same prompt, changed table, or end of the session."""

    SAME = auto()
    CHANGED = auto()
    LEAVE = auto()


class Session(Printer):
    """A game with people at this terminal."""

    def __init__(self, table: Table[Any], lang: str, console: Console, file: Path | None = None) -> None:
        self.table = table
        self.display = display_of(table.game.id)
        super().__init__(console, self.display.named(words(table.game.id, lang), table.header.setup.replaced))
        self.screen = self.display.screen(self.words, table.game)
        self.keyboard = Keyboard(console)
        self._file = file
        #: Log positions: shared, and per seat where people hold secrets.
        self._shared_reader = game_log.LogReader(self.display)
        self._readers: dict[str, game_log.LogReader] = {}
        self._drawn: tuple[str, str] | None = None
        self._explained = False
        #: The seat at the keyboard, if people hold secrets.
        self._holder = ""
        #: The option to be confirmed, and the table version it was chosen at.
        self._unconfirmed: tuple[int, str] | None = None
        self._commands: dict[str, Callable[[str], Next]] = {
            "undo": self._undo,
            "log": self._log,
            "map": self._map,
            "view": self._view,
            "rule": self._rule,
            "tables": self._tables,
            "asides": self._asides,
            "hint": self._hint,
            "why": self._why,
            "save": self._save,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "q": self._quit,
            "exit": self._quit,
        }

    # -- the game -----------------------------------------------------------------------------------

    def play(self, warnings: Sequence[Message] = ()) -> None:
        """Show warnings, then play until the game is over or the user quits and it is saved."""
        setup = self.table.header.setup
        self.say("welcome", "bold", scenario=setup.scenario, seed=str(self.table.header.seed))
        if setup.options:
            names = [self.words.word(f"option-name.{name}") for name in setup.options]
            self.say("options-in-force", text=", ".join(names))
        if without_network(self.table.game, self.table.seats.values()):
            warnings = (*warnings, NO_NETWORK)
        for warning in warnings:
            self.show(Text(self.words.say(warning), "yellow"))
        try:
            while self._turn() is not Next.LEAVE:
                pass
        except KeyboardInterrupt:
            self._leave()

    def _turn(self) -> Next:
        """Let agents play, then prompt a person and read the answer."""
        self._agents()
        decision = self.table.decision
        if decision is None:
            self._finish()
            return Next.LEAVE
        led_to = Next.LEAVE
        if self._hand_over(decision.seat):
            self._present(decision)
            led_to = self._answer()
        if led_to is Next.LEAVE:
            self._leave()
        return led_to

    def _agents(self) -> None:
        """Let agents play. If a rule fails, save the record."""
        try:
            advance(self.table, agents_now(self.table))
        except Error as problem:
            if isinstance(problem, RuleFailed):
                self._keep_failure(problem)
            self._leave()
            raise

    def _shared(self) -> bool:
        """Whether people at this keyboard hold secrets from one another."""
        people = [seat for seat, agent in self.table.seats.items() if agent == PERSON]
        return len(people) > 1 and self.display.secrets(self.table.view())

    def _hand_over(self, seat: str) -> bool:
        """Clear the screen and hand over the keyboard; return False if the user quits."""
        if seat == self._holder or not self._shared():
            return True
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write(FORGET)
        self.say("hand-over", f"bold {self.display.styles[seat]}", seat=seat)
        if self.keyboard.line() is None:
            return False
        self._holder, self._drawn = seat, None
        return True

    def _reader(self, seat: str) -> game_log.LogReader:
        """Return the seat's log reader; one per person after the first hand-over."""
        if not self._holder:
            return self._shared_reader
        if seat not in self._readers:
            self._readers[seat] = self._shared_reader.copy()
        return self._readers[seat]

    def _answer(self) -> Next:
        """Read lines until one changes the table or ends the session."""
        while True:
            line = self.keyboard.line()
            if line is None:
                return Next.LEAVE
            if line.strip():
                led_to = self._do(line.strip())
                if led_to is not Next.SAME:
                    return led_to

    @property
    def _asked(self) -> Decision:
        decision = self.table.decision
        if decision is None:
            raise Error("the game is over")
        return decision

    def _do(self, line: str) -> Next:
        """Run a line: an option's key, a command, an aside, or a partial match."""
        decision = self._asked
        found = meant(line, decision.options, self.words)
        if len(found.options) == 1 and found.options[0].key == tidy(line):
            return self._answer_with(found.options[0])
        verb, _, rest = line.partition(" ")
        if verb.lower() in self._commands:
            return self._commands[verb.lower()](rest.strip())
        if (aside := self._aside_meant(line)) is not None:
            return self._choose(*aside)
        if len(found.options) == 1:
            return self._answer_with(found.options[0])
        if found.options:
            self.say("unclear", "red", text=line, list=", ".join(option.key for option in found.options))
        elif found.past:
            self.say("out-of-range", "red", text=line, n=len(decision.options))
        else:
            return self._refuse_aside(line)
        return Next.SAME

    def _answer_with(self, option: Option) -> Next:
        """Choose the option; one with a warning must be entered twice."""
        this = (self.table.version, option.key)
        warning = warning_of(self.table, option) if this != self._unconfirmed else None
        self._unconfirmed = this
        if warning is None:
            return self._choose(option.key, option.decision.seat)
        self.show(Text(self.words.say(warning), "yellow"))
        self.say("confirm", text=option.key)
        return Next.SAME

    def _choose(self, key: str, seat: str) -> Next:
        try:
            self.table.choose(key, seat)
        except RuleFailed as problem:
            self._keep_failure(problem)
            return Next.SAME
        except Error as problem:
            self.say("refused", "red", text=str(problem))
            return Next.SAME
        return Next.CHANGED

    def _refuse_aside(self, line: str) -> Next:
        """Refuse an unknown line; for an aside, say why it is not available."""
        for key, seat in self._asides_typed(line):
            try:
                self.table.choose(key, seat)
            except NotOffered as problem:
                if problem.why is not None:
                    self.say("refused", "red", text=self.words.say(problem.why))
                    return Next.SAME
            except Error:
                continue
        self.say("unknown", "red", text=line)
        return Next.SAME

    def _keep_failure(self, problem: RuleFailed) -> None:
        file = free_name(f"{self.table.header.game}-failed")
        write(file, problem.record)
        self.say("failed", "bold red", file=str(file))

    # -- what is shown ------------------------------------------------------------------------------

    def _present(self, decision: Decision) -> None:
        """Show the board if its page changed, new log entries, and the prompt with its options."""
        view = self.table.view(decision.seat)
        news = game_log.paragraphs(
            self._reader(decision.seat).news(self.table, (decision.seat,)), self.words, self.display
        )
        here = (decision.seat, self.screen.page(view))
        self.show(Text())
        if here != self._drawn:
            self.show(self.screen.whole(view, self.console), Text())
            if not self._explained:
                self.show(*self._legends(), Text())
                self._explained = True
            self._drawn = here
            if news:
                self.show(Text(self.words.word("ui.happened"), "dim"))
        self._news(news)
        if news:
            self.show(Text())
        status = self.screen.status(view)
        self.show(*([status] if status else []), self._question(decision), self._options(decision, view))

    def _legends(self) -> list[Text]:
        """Return the legends of the map and of the reconstruction mark."""
        return [self.screen.legend(), *filter(None, [legend(self.table.game, self.words)])]

    def _news(self, news: list[Padding]) -> None:
        if len(news) > MAX_NEWS:
            self.say("earlier", "dim", n=len(news) - MAX_NEWS)
        self.show(*news[-MAX_NEWS:])

    def _question(self, decision: Decision) -> Text:
        name = self.said("seat", seat=decision.seat)
        line = Text(name, f"bold {self.display.styles[decision.seat]}")
        line.append(" ▸ ", "dim")
        line.append(self.words.question(decision), "bold")
        line.append("  " + self.said("rule", text=decision.rule), "dim")
        return line

    def _options(self, decision: Decision, view: View) -> RenderableType:
        """Return options by number, key and text; counts on one line, spaces with contents."""
        options = list(decision.options)
        said = {option.index: self.words.option(option) for option in options}
        plain = [option for option in options if said[option.index] == option.key and option.key.isdecimal()]
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(justify="right", style="dim", no_wrap=True)
        grid.add_column(style="bold cyan", no_wrap=True)
        grid.add_column(ratio=1)
        if plain:
            grid.add_row("", *self._numbers([int(option.key) for option in plain]))
        many = [option for option in options if self.display.many and option.message.key == self.display.many]
        if len(many) > MAX_LISTED:
            grid.add_row("", spans([int(option.key) for option in many]), self.words.word("ui.cards"))
            plain = many
        by_number = numbered(decision.options)
        for option in options:
            if option not in plain:
                at = str(option.index + 1) if by_number else ""
                grid.add_row(at, option.key, self.screen.described(option, said[option.index], view))
        return grid

    def _numbers(self, numbers: list[int]) -> tuple[str, str]:
        first, last = numbers[0], numbers[-1]
        if numbers == list(range(first, last + 1)) and first < last:
            return f"{first}-{last}", self.said("counts", n=first, of=last)
        return ", ".join(map(str, numbers)), ""

    def _finish(self) -> None:
        """Show the result and where the game is saved."""
        self._finish_showing()
        if self._file is not None or PERSON in self.table.seats.values():
            self.say("saved", file=str(self._keep()))
            self.say("replay", file=str(self._kept_in()))

    def _finish_showing(self) -> None:
        """Show the last events, the final board and the ranking."""
        outcome = self.table.outcome
        if outcome is None:
            return
        self._news(game_log.paragraphs(self._reader(self._holder).news(self.table, ()), self.words, self.display))
        self.show(Text(), self.screen.whole(self.table.view(), self.console), Text())
        self.say("over", "bold", ending=outcome.ending)
        if undone_chance(self.table):
            self.say("undone-chance", "yellow")
        if len(self.table.game.seats) == 1:
            self.say("alone", "bold", winner=outcome.winner, n=outcome.margins[outcome.ranking[0]])
            return
        if not outcome.winner:
            self.say("drawn", "bold")
        if outcome.title:
            self.say("verdict", "bold", title=outcome.title, text=outcome.rule, degree=outcome.degree)
        for place, player in outcome.places():
            margin = min(outcome.margins[seat] for seat in player.split("+"))
            first = bool(outcome.winner) and place == 1
            self.say(
                "place-equal" if player in outcome.equal else "place",
                "bold" if first else "",
                n=place,
                winner=player,
                margin=number(margin, signed=True),
            )

    # -- leaving and keeping ------------------------------------------------------------------------

    def _kept_in(self) -> Path:
        if self._file is None:
            self._file = free_name(f"{self.table.header.game}-{self.table.header.seed}")
        return self._file

    def _keep(self, file: Path | None = None) -> Path:
        file = file or self._kept_in()
        write(file, self.table.save())
        return file

    def _leave(self) -> None:
        self.say("saved", file=str(self._keep()))
        self.say("resume", game=self.table.header.game, file=str(self._kept_in()))

    # -- commands -----------------------------------------------------------------------------------

    def _quit(self, rest: str) -> Next:
        return Next.LEAVE

    def _help(self, rest: str) -> Next:
        self.say("help", text=f"{'rule ' + self.display.rule:<14}")
        return Next.SAME

    def _map(self, rest: str) -> Next:
        self.show(self.screen.map(self.table.view(self._asked.seat), self.console), *self._legends())
        return Next.SAME

    def _view(self, rest: str) -> Next:
        view = self.table.view(self._asked.seat)
        self.show(self.screen.whole(view, self.console), Text())
        self.show(self._question(self._asked), self._options(self._asked, view))
        return Next.SAME

    def _log(self, rest: str) -> Next:
        wanted = whole(rest)
        wanted = LOG_EVENTS if wanted is None else wanted
        events = self.table.events(self._asked.seat)
        if not events:
            self.say("log-empty")
        self.show(*game_log.entries(events[-wanted:] if wanted else [], self.words, self.display))
        return Next.SAME

    def _rule(self, rest: str) -> Next:
        show_rule(self.table.game, rest or self._asked.rule, self.console, self.words)
        return Next.SAME

    def _tables(self, rest: str) -> Next:
        """Show the printed tables of that name, or list all."""
        tables = PrintedTables.of(self.table.game).printed_tables(self.words.language)
        found = called(tables, rest) if rest else []
        if found:
            show_tables(found, self.console, legend(self.table.game, self.words))
        elif not tables:
            self.say("no-tables")
        else:
            if rest:
                self.say("no-table", "red", text=rest)
            for table in tables:
                self.say("table", name=table.id, text=table.title)
        return Next.SAME

    def _hint(self, rest: str) -> Next:
        self.show(*counsel(self.table, self.words, rest))
        return Next.SAME

    def _why(self, rest: str) -> Next:
        """Explain the last turn of a bot, or the turn of that number or name."""
        last = None if rest else last_bot_turn(self.table)
        try:
            steps = find_turn(self.table, rest, self.words, self.display) if rest else last.steps if last else range(0)
        except Error:
            self.say("no-turn", "red", text=rest, n=len(turns(self.table)))
            return Next.SAME
        if not steps:
            self.say("no-bot-turn", "red")
        elif not any(bots_in(self.table, step) for step in steps):
            self.say("not-a-bot", "red", text=rest)
        else:
            self.show(*shown(explain_turn(self.table, steps, self.display), self.words, self.display))
        return Next.SAME

    def _save(self, rest: str) -> Next:
        if not rest:
            self.say("save-where", "red", file=str(self._kept_in()))
            return Next.SAME
        try:
            self.say("saved", file=str(self._keep(Path(rest).expanduser())))
        except NotSaved:
            self.say("not-saved", "red", file=rest)
        return Next.SAME

    def _undo(self, rest: str) -> Next:
        """Undo the last choice; past a barrier only once it was said what that takes back."""
        try:
            self.table.undo(self._asked.seat)
        except UndoRefused:
            last = last_to_choose(self.table, self._people())
            if not last:
                self.say("nothing-to-undo", "red")
                return Next.SAME
            if rest.casefold() != "agreed":
                for message in takes_back(scope(self.table, last), len(self._people())):
                    self.show(Text(self.words.say(message), "yellow"))
                return Next.SAME
            self.table.undo(last, agreed=True)
        self.say("undone")
        return Next.CHANGED

    # -- asides -------------------------------------------------------------------------------------

    def _people(self) -> list[str]:
        """Return the seat to decide, then other seats held by people."""
        asked = self._asked.seat
        return [asked, *(seat for seat, agent in self.table.seats.items() if agent == PERSON and seat != asked)]

    def _asides(self, rest: str) -> Next:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for seat in self._people():
            for key, last in ranges(self.table.asides(seat)):
                said = self.words.option(last)
                if key != last.key:
                    said = self.said("aside-range", text=said)
                grid.add_row(Text(key if seat == self._asked.seat else f"{seat} {key}", "bold cyan"), said)
        if grid.row_count:
            self.show(Text(self.words.word("ask.aside")), grid)
        else:
            self.say("no-asides")
        return Next.SAME

    def _aside_meant(self, line: str) -> tuple[str, str] | None:
        """Return the aside that a line matches, with its seat."""
        typed = self._asides_typed(line)
        return next(((key, seat) for key, seat in typed if key in list(self.table.asides(seat).keys())), None)

    def _asides_typed(self, line: str) -> Iterator[tuple[str, str]]:
        """Yield readings of a line as an aside: key and seat."""
        for typed, seat in ((tidy(line), seat) for seat in self._people()):
            key = typed if seat == self._asked.seat else typed.removeprefix(f"{seat} ")
            if key != typed or seat == self._asked.seat:
                yield key, seat
