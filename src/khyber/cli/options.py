"""Arguments and options shared by several commands."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from khyber.agents.strong.thinking import LEVELS
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.cli.examples import with_examples
from khyber.engine.errors import BadSetup
from khyber.engine.names import quoted

#: Maximum games per command, processes, and characters of a name to look up.
MAX_GAMES, MAX_JOBS, LONGEST_NAME = 10**6, 256, 200


class Language(StrEnum):
    """Supported languages."""

    EN = "en"
    IT = "it"


#: What every game has, to be listed in a help text where it says `{scenarios}`, `{options}` or `{bots}`.
_LISTED = re.compile(r"\{(scenarios|options|bots)\}")


class GameCommand(TyperCommand):
    """A command whose help lists facts and examples of the games, which are loaded only to show it."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # Click's, or those in Typer's own copy of it
        for param in self.params:
            if isinstance(param, TyperOption) and param.help:
                param.help = _LISTED.sub(lambda found: _of_each_game(found[1]), param.help)
        self.epilog = with_examples(self.epilog or "", self.name or "")
        super().format_help(ctx, formatter)


def _of_each_game(what: str) -> str:
    named = {name: getattr(find_game(name), what) for name in GAMES}
    return "; ".join(f"{name}: {', '.join(has)}" for name, has in named.items() if has) + "."


Game = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {' or '.join(GAMES)}.", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)]
Scenario = Annotated[
    str | None, typer.Option("--scenario", metavar="NAME", show_default="the first", help="{scenarios}")
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", show_default="seats without a bot", help="Number of players.")
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME", show_default=False, help="An optional rule; repeatable. {options}"),
]
Seats = Annotated[
    str,
    typer.Option(
        "--seats",
        metavar="WHO",
        help=(
            "Who plays: random or a bot for every seat, or coalition=random,... (others: the game's own bot). "
            "Bots: {bots} By the players' rules: agent:3rd, agent:2nd, and agent:quick, agent:strong or agent:patient, "
            "which search; agent:strong@0.5s sets the seconds for its turns, agent:strong@16w the worlds compared, "
            "agent:strong@4p the processes of one search."
        ),
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        min=0.01,
        max=3600,
        show_default="2, quick 0.3, patient 8",
        help="Seconds for a turn of every agent that searches.",
    ),
]
Worlds = Annotated[
    int | None,
    typer.Option(
        "--worlds",
        metavar="N",
        min=8,
        show_default=False,
        help="Instead of seconds, the worlds in which these agents compare: then the same seed gives the same choices.",
    ),
]
DeckFile = Annotated[
    Path | None,
    typer.Option(
        "--deck",
        metavar="FILE",
        show_default=False,
        help="Your own cards, tiles or counters instead of the printed ones (docs/provenance.md).",
    ),
]
RowsFolder = Annotated[
    Path | None,
    typer.Option(
        "--rows",
        metavar="DIR",
        show_default=False,
        help="Also write the games as Parquet rows; `khyber study report DIR` makes a page of them.",
    ),
]
Lang = Annotated[Language, typer.Option("--lang", help="Language.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


#: An agent that searches, with nothing in its name on how long.
_SEARCHES = re.compile(rf"\b(agent:(?:{'|'.join(LEVELS)}))(?![a-z]|@[0-9.]+[sw])")


def with_budget(text: str, seconds: float | None, worlds: int | None) -> str:
    """Return the agents of a text such as `--seats` with this budget for each that searches and names none itself.

    >>> with_budget("taliban=agent:strong, warlords=agent:quick@0.1s", 0.5, None)
    'taliban=agent:strong@0.5s, warlords=agent:quick@0.1s'
    >>> with_budget("agent:strong@4p", 1, None), with_budget("agent:strong", None, 16)
    ('agent:strong@1s@4p', 'agent:strong@16w')
    """
    if seconds is None and worlds is None:
        return text
    if seconds is not None and worlds is not None:
        raise BadSetup("--seconds and --worlds cannot both be given")
    given = "--worlds" if seconds is None else "--seconds"
    found, count = _SEARCHES.subn(rf"\1@{worlds}w" if seconds is None else rf"\1@{seconds:g}s", text)
    if not count:
        raise BadSetup(f"{given} needs an agent that searches, such as agent:strong")
    return found


def seats_from(text: str) -> str | dict[str, str]:
    """Return one agent for all seats, or an agent for each seat named.

    >>> seats_from("random"), seats_from("taliban=person, warlords=random")
    ('random', {'taliban': 'person', 'warlords': 'random'})
    """
    if "=" not in text:
        return text.strip()
    seats: dict[str, str] = {}
    for part in text.split(","):
        seat, sign, agent = (piece.strip() for piece in part.partition("="))
        if not (seat and sign and agent):
            raise BadSetup(f"--seats: {quoted(part.strip())} should be SEAT=AGENT, for example taliban=random")
        if seat in seats:
            raise BadSetup(f"--seats: {seat} is given twice")
        seats[seat] = agent
    return seats
