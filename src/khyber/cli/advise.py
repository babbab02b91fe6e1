"""The command `advise`: a bot's turn from a position, to carry out on a physical board."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from khyber.api import opponent, table_at
from khyber.catalogue import DEFAULT, GAMES, room
from khyber.catalogue import game as find_game
from khyber.cli.files import read_text, shown, write
from khyber.cli.options import AsJson, Lang, Language
from khyber.cli.text import words as words_of
from khyber.engine.decision import Message
from khyber.engine.errors import BadPosition, BadSetup, Error
from khyber.engine.limits import read_toml
from khyber.engine.names import LONGEST

#: The room of games whose bots support physical boards and dice.
ADVICE = "terminal.advice"

PositionFile = Annotated[
    Path, typer.Argument(metavar="POSITION", help="A position file (docs/formats.md).", show_default=False)
]
Seat = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", show_default="the seat to decide", help="The Faction to advise.")
]
GivenDice = Annotated[
    str | None,
    typer.Option(
        "--dice",
        metavar="3,5,...",
        show_default=False,
        help=("Your die rolls, in order. Without it Khyber asks in a terminal, and assumes rolls elsewhere."),
    ),
]
Write = Annotated[
    Path | None,
    typer.Option("--write", metavar="FILE", show_default=False, help="Write the resulting position to this file."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed for the flowchart's random choices.")]


def advise_command(
    file: PositionFile,
    seat: Seat = None,
    dice: GivenDice = None,
    to: Write = None,
    seed: Seed = 0,
    as_json_: AsJson = False,
    lang: Lang = Language.EN,
) -> None:
    """Show what a Non-player would do in a position, step by step, and why."""
    text = read_text(file)
    try:
        game, by = advice_for(text)
    except Error as problem:
        raise type(problem)(f"{shown(file)}: {problem}") from problem
    words = words_of(game, lang)
    printer = by.AdvicePrinter(Console(highlight=False, markup=False, emoji=False), words)
    asking = sys.stdin.isatty() and not as_json_ and dice is None

    def ask(message: Message) -> int:
        die: int = printer.ask(advice, message)
        return die

    real = by.RealDice(list(by.dice_from(dice)), seed, ask if asking else None)
    try:
        table = table_at(game, text, seed=seed, chance=real, seats=opponent(find_game(game)))
        advice: Any = by.Advice(table, seat, real)
    except Error as problem:
        raise type(problem)(f"{shown(file)}: {problem}") from problem
    if not as_json_:
        printer.top(advice)
    advice.play()
    if as_json_:
        typer.echo(json.dumps(by.as_json(advice, words), ensure_ascii=False, indent=1))
    else:
        printer.rest(advice)
    if to is not None:
        write(to, advice.position())
        if not as_json_:
            printer.console.print(Text(printer.said("advise-written", file=str(to)), "dim"))


def advice_for(text: str) -> tuple[str, ModuleType]:
    """Return the game of a position and its module for advice. Raises BadSetup if its bots cannot advise."""
    game = str(read_toml(text, "the position", BadPosition).get("game", DEFAULT))
    found = room(game, ADVICE) if game in GAMES else None
    if found is None:
        others = ", ".join(name for name in GAMES if room(name, ADVICE) is not None)
        raise BadSetup(f"a position of {game[:LONGEST]}: advice is available only for {others}")
    return game, found
