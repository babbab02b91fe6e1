"""What several commands take alike: the arguments and options, and how their values are read."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from khyber.engine.errors import BadSetup


class Language(StrEnum):
    """The languages Khyber speaks."""

    EN = "en"
    IT = "it"


Game = Annotated[str, typer.Argument(metavar="GAME", help="The game: distant-plain.", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)]
Scenario = Annotated[str, typer.Option("--scenario", metavar="NAME", help="short, main or extended.")]
Players = Annotated[int | None, typer.Option(
    "--players", metavar="N", show_default="seats that are no bot's", help="How many players: 1 to 4.")]
Chosen = Annotated[list[str] | None, typer.Option("--option", metavar="NAME", show_default=False, help=(
    "An optional rule, as often as you like: sudden-propaganda, deception, no-capabilities, open-deployment, "
    "no-non-player, coalition-and-warlords, players-limited, own-deck, victory-2nd."))]
Seats = Annotated[str, typer.Option("--seats", metavar="WHO", help=(
    "Who plays: random, bot:3rd or bot:2nd for every seat, or coalition=random,... (others: bot:3rd)."))]
DeckFile = Annotated[Path | None, typer.Option("--deck", metavar="FILE", show_default=False, help=(
    "Sides of cards in place of the printed ones, as docs/events.md describes."))]
Lang = Annotated[Language, typer.Option("--lang", help="The language.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def seats_from(text: str) -> str | dict[str, str]:
    """One agent for every seat, or an agent for each seat named.

    >>> seats_from("random"), seats_from("taliban=person, warlords=random")
    ('random', {'taliban': 'person', 'warlords': 'random'})
    """
    if "=" not in text:
        return text.strip()
    seats: dict[str, str] = {}
    for part in text.split(","):
        seat, sign, agent = (piece.strip() for piece in part.partition("="))
        if not (seat and sign and agent):
            raise BadSetup(f"--seats: {part.strip()!r} should be a seat and its agent, as in taliban=random")
        if seat in seats:
            raise BadSetup(f"--seats: {seat} is given twice")
        seats[seat] = agent
    return seats
