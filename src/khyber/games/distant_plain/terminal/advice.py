"""Advice for a physical board: a bot's turn from a position, with dice rolled by people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from khyber.agents.agent import Seen
from khyber.agents.bot import Bot
from khyber.cli import game_log
from khyber.cli.answers import whole
from khyber.cli.explain import message_as_json, reasons
from khyber.cli.keyboard import PROMPT
from khyber.cli.printer import Printer
from khyber.engine.chance import Chance, Seeded
from khyber.engine.decision import Message
from khyber.engine.errors import BadSetup, Error
from khyber.engine.game import Json
from khyber.engine.table import Table
from khyber.engine.text import Catalogue
from khyber.games.distant_plain.board import FACTION_BY_ID, SPACE_IDS, Faction
from khyber.games.distant_plain.bots.machinery.non_player import printing_of
from khyber.games.distant_plain.game import PRINTINGS
from khyber.games.distant_plain.rules.forces import guerrillas
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.terminal import DISPLAY

SIDES = 6


@dataclass(frozen=True, slots=True)
class Roll:
    """A die roll: its purpose, its result, and whether it was assumed."""

    message: Message
    die: int
    assumed: bool
    #: Number of events in the step before it.
    at: int


class RealDice(Chance):
    """Physical dice: given in advance, asked for, or assumed."""

    def __init__(self, given: Sequence[int], seed: int, ask: Callable[[Message], int] | None) -> None:
        self.rolls: list[Roll] = []
        self.table: Table[Any] | None = None
        self._left = list(given)
        self._ask = ask
        self._then = Seeded(seed)

    def draw(self, name: str, sides: int, counter: int) -> int:
        message, at = self._what_for(name), 0 if self.table is None else len(self.table.step_events())
        assumed = False
        if self._left:
            die = self._left.pop(0)
        elif self._ask is not None:
            die = self._ask(message)
        else:
            die, assumed = self._then.draw(name, sides, counter), True
        self.rolls.append(Roll(message, die, assumed, at))
        return die

    def order(self, name: str, count: int, counter: int) -> list[int]:
        return self._then.order(name, count, counter)

    def branched(self, branch: int) -> RealDice:
        return self

    def _what_for(self, name: str) -> Message:
        """Return the purpose of a roll; for an Attack, its space and target number."""
        if name != "attack" or self.table is None or not self.table.state.op_spaces:
            return Message("ui.roll", {})
        state = self.table.state
        space = state.op_spaces[-1]
        return Message(
            "ui.roll-attack", {"space": SPACE_IDS[space], "n": guerrillas(state, Faction(state.op_by), space)}
        )


def bot_for(state: State, seat: str) -> str:
    """Return the bot of the printing that the position sets for the seat's Faction."""
    wanted = printing_of(state, FACTION_BY_ID[seat])
    return next(name for name, printing in PRINTINGS.items() if printing is wanted)


class Advice:
    """One seat's turn from a position, played by bots for all seats."""

    def __init__(self, table: Table[Any], seat: str | None, dice: RealDice) -> None:
        asked = table.decision
        if asked is None:
            raise Error("nothing to decide in this position: the game is over")
        if seat is not None and seat not in table.game.seats:
            raise BadSetup(f"unknown seat {seat!r}; the seats are {', '.join(table.game.seats)}")
        if seat is not None and seat != asked.seat:
            raise Error(f"it is {asked.seat}'s turn in this position, not {seat}'s (see `active` and `step`)")
        self.table = table
        self.seat = asked.seat
        self.step = len(table.steps)
        self.dice = dice
        dice.table = table
        self.bots: dict[str, Bot[Any]] = {
            who: Bot(bot_for(table.state, who), explain=who == self.seat) for who in table.game.seats
        }

    @property
    def as_player(self) -> bool:
        """Whether the position treats the seat's Faction as a player's."""
        return not self.table.checkpoint(self.step).non_players >> FACTION_BY_ID[self.seat] & 1

    def play(self) -> None:
        """Play to the end of the step."""
        table = self.table
        while len(table.steps) == self.step and (decision := table.decision) is not None:
            table.choose(self.bots[decision.seat](Seen(table, decision)), decision.seat)

    @property
    def reasons(self) -> Sequence[Message]:
        mind = self.bots[self.seat].step_bot
        return mind.why() if mind is not None else ()

    @property
    def unplanned(self) -> int:
        """Number of choices without a plan, because another player began the turn."""
        return self.bots[self.seat].unplanned

    def position(self) -> str:
        """Return the position after the step as text."""
        return self.table.game.write_position(self.table.checkpoint(self.step + 1))


# -- for people -------------------------------------------------------------------------------------


class AdvicePrinter(Printer):
    """Prints advice as numbered lines, pausing where a die must be rolled."""

    def __init__(self, console: Console, words: Catalogue) -> None:
        super().__init__(console, words)
        self._lines = 0
        self._shown = 0
        self._rolls = 0

    def lines(self, advice: Advice) -> None:
        """Print new lines with consecutive numbers."""
        events = game_log.events_of(advice.table, advice.step)
        for roll in advice.dice.rolls[self._rolls :]:
            self._number(game_log.lines(events[self._shown : roll.at], self.words, DISPLAY))
            self._shown = max(self._shown, roll.at)
            if roll.assumed:
                self._number([Text(self.words.say(roll.message))])
        self._rolls = len(advice.dice.rolls)
        self._number(game_log.lines(events[self._shown :], self.words, DISPLAY))
        self._shown = len(events)

    def _number(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self._lines += 1
            row = Grid.grid(padding=(0, 1, 0, 0))
            row.add_column(justify="right", min_width=3)
            row.add_row(f"{self._lines}.", line)
            self.console.print(row)

    def ask(self, advice: Advice, message: Message) -> int:
        """Ask the user for a die roll."""
        self.lines(advice)
        while True:
            self.console.print(Text(self.words.say(message), "bold"))
            try:
                die = whole(input(PROMPT).strip())
            except EOFError as problem:
                raise Error("a die roll is needed: give it with --dice") from problem
            if die is not None and 1 <= die <= SIDES:
                return die
            self.say("no-die", "red")

    def top(self, advice: Advice) -> None:
        before = advice.table.checkpoint(advice.step)
        card = before.played[-1] if before.played else 0
        style = f"bold {DISPLAY.styles[advice.seat]}"
        self.console.print(Text(self.said("advise", faction=advice.seat, card=card), style))
        if advice.as_player:
            self.say("advise-player", "dim", faction=advice.seat)

    def rest(self, advice: Advice) -> None:
        """Print the remaining lines, the reasons, and the assumed dice."""
        self.lines(advice)
        self.console.print()
        self.console.print(Text(self.said("why", seat=advice.seat), f"bold {DISPLAY.styles[advice.seat]}"))
        for thing in reasons(advice.reasons, self.words):
            self.console.print(thing)
        if advice.unplanned:
            self.say("why-unplanned", "dim", n=advice.unplanned)
        assumed = [str(roll.die) for roll in advice.dice.rolls if roll.assumed]
        if assumed:
            self.console.print()
            self.say("advise-assumed", "yellow", text=", ".join(assumed))


# -- for programs -----------------------------------------------------------------------------------


def as_json(advice: Advice, words: Catalogue) -> dict[str, Json]:
    return {
        "seat": advice.seat,
        "bot": advice.bots[advice.seat].name,
        "non-player": not advice.as_player,
        "steps": [message_as_json(event.message, words) for event in game_log.events_of(advice.table, advice.step)],
        "dice": [
            {"for": message_as_json(roll.message, words), "die": roll.die, "assumed": roll.assumed}
            for roll in advice.dice.rolls
        ],
        "reasons": [message_as_json(message, words) for message in advice.reasons],
        "unplanned": advice.unplanned,
    }


# -- its input --------------------------------------------------------------------------------------


def dice_from(text: str | None) -> Iterator[int]:
    """Yield the dice given with --dice."""
    for part in text.split(",") if text else ():
        die = whole(part.strip())
        if die is None or not 1 <= die <= SIDES:
            raise BadSetup(f"--dice: {part.strip()!r} is not a number from 1 to {SIDES}")
        yield die
