"""The command `advise`: a bot's turn from a position, to carry out on a physical board."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from khyber.api import opponent, table_at
from khyber.catalogue import game as find_game
from khyber.cli.files import read_text, shown, write
from khyber.cli.options import AsJson, Lang, Language
from khyber.cli.text import words as words_of
from khyber.engine.errors import Error

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
    # here, because they load the game
    from khyber.cli.advice import GAME, Advice, AdvicePrinter, RealDice, as_json, check_game, dice_from

    words = words_of(GAME, lang)
    printer = AdvicePrinter(Console(highlight=False, markup=False, emoji=False), words)
    asking = sys.stdin.isatty() and not as_json_ and dice is None
    real = RealDice(list(dice_from(dice)), seed, (lambda message: printer.ask(advice, message)) if asking else None)
    text = read_text(file)
    try:
        check_game(text)
        table = table_at(GAME, text, seed=seed, chance=real, seats=opponent(find_game(GAME)))
        advice = Advice(table, seat, real)
    except Error as problem:
        raise type(problem)(f"{shown(file)}: {problem}") from problem
    if not as_json_:
        printer.top(advice)
    advice.play()
    if as_json_:
        typer.echo(json.dumps(as_json(advice, words), ensure_ascii=False, indent=1))
    else:
        printer.rest(advice)
    if to is not None:
        write(to, advice.position())
        if not as_json_:
            printer.console.print(Text(printer.said("advise-written", file=str(to)), "dim"))
