"""The commands `play` and `replay`."""

from __future__ import annotations

import io
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import khyber
from khyber.agents.driver import PERSON
from khyber.api import position_warnings, seating, table_at
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.cli.display import display_of
from khyber.cli.files import read, read_deck_file, read_text, shown
from khyber.cli.options import (
    Chosen,
    DeckFile,
    Lang,
    Language,
    Players,
    RecordFile,
    Scenario,
    Seconds,
    Worlds,
    seats_from,
    with_budget,
)
from khyber.cli.replay import Replaying
from khyber.cli.session import Session
from khyber.engine.errors import BadRecord, BadSetup, Error
from khyber.engine.names import quoted
from khyber.engine.optional import with_data
from khyber.engine.record import loads
from khyber.engine.table import Table
from khyber.engine.upgrade import checked

#: The game option that --own-deck sets.
OWN_DECK = "own-deck"

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]", show_default=f"the resumed game, or {GAMES[0]}", help=f"The game: {' or '.join(GAMES)}."
    ),
]
Seats = Annotated[
    str | None,
    typer.Option(
        "--seats",
        metavar="WHO",
        show_default=False,
        help=(
            "Who plays: person, random or a bot for every seat, or taliban=person,warlords=bot:2nd,... (others: the "
            "game's own bot); agent:quick, agent:strong and agent:patient search. By default a person plays the "
            "Coalition against bots."
        ),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="S", show_default="any", help="The same seed deals the same cards and rolls the same dice."
    ),
]
OwnDeck = Annotated[
    bool,
    typer.Option(
        "--own-deck",
        help=(
            "Use your physical deck, in a game with the option own-deck: you enter each card, and may resolve Events "
            "by hand."
        ),
    ),
]
Resume = Annotated[
    Path | None, typer.Option("--resume", metavar="FILE", show_default=False, help="Resume a saved game.")
]
Position = Annotated[
    Path | None,
    typer.Option(
        "--position", metavar="FILE", show_default=False, help="Start from a position file (docs/formats.md)."
    ),
]
Watched = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="SEAT", show_default=False, help="Also show what this seat knew; repeatable."),
]
Save = Annotated[
    Path | None,
    typer.Option(
        "--save", metavar="FILE", show_default=False, help="Save to this file on quitting (default: a new file here)."
    ),
]


def play_command(
    game: Game = None,
    lang: Lang = Language.EN,
    scenario: Scenario = None,
    players: Players = None,
    option: Chosen = None,
    seats: Seats = None,
    seconds: Seconds = None,
    worlds: Worlds = None,
    seed: Seed = None,
    resume: Resume = None,
    save: Save = None,
    deck: DeckFile = None,
    position: Position = None,
    own_deck: OwnDeck = False,
) -> None:
    """Play a game in the terminal, against bots or with other people."""
    found = find_game(GAMES[0] if game is None else game).id
    if seconds is not None or worlds is not None:
        seats = with_budget(seats or "", seconds, worlds)
    set_up = {"scenario": scenario, "players": players, "option": option, "deck": deck, "own-deck": own_deck or None}
    if resume is not None:
        refuse({**set_up, "seed": seed, "position": position}, "in a game resumed: only --seats, --lang and --save can")
        table = resumed(game, resume, seats)
    elif position is not None:
        refuse(set_up, "in a position: it has them all")
        table = standing(found, position, None if seats is None else seats_from(seats), seed or 0)
    else:
        if seed is None:
            seed = secrets.randbits(32)  # short enough to read out; nobody plays against a server here
        options = [*(option or ()), *([OWN_DECK] if own_deck else [])]
        table = khyber.new(
            found,
            scenario=scenario,
            seed=seed,
            options=options,
            players=players,
            seats=seats_from(display_of(found).seats if seats is None else seats),
            deck=read_deck_file(deck),
        )
    if resume is None:
        display_of(found).check(table)
    session = Session(table, lang, console(), save or resume)
    session.play(position_warnings(table) if position is not None else ())


def refuse(given: Mapping[str, object], why: str) -> None:
    """Raise BadSetup for an option that does not apply here."""
    for name, value in given.items():
        if value not in (None, []):
            raise BadSetup(f"--{name} cannot be changed {why}")


def standing(game: str, file: Path, seats: Mapping[str, str] | str | None, seed: int) -> Table[Any]:
    """Return a table set up from the position file; by default its Non-players are bots."""
    text = read_text(file)
    try:
        table = table_at(game, text, seed=seed, seats=PERSON if seats is None else seats)
        if seats is not None:
            return table
        run_by_rules = table.view().get("non-players")
        people = {
            seat: PERSON for seat in table.game.seats if not isinstance(run_by_rules, list) or seat not in run_by_rules
        }
        return table_at(game, text, seed=seed, seats=people if run_by_rules else seats_from(display_of(game).seats))
    except Error as problem:
        raise type(problem)(f"{shown(file)}: {problem}") from problem


def resumed(game: str | None, file: Path, seats: str | None) -> Table[Any]:
    """Return the table saved in the file, with new agents for the seats named."""
    text = read(file)
    try:
        table = khyber.load(text)
    except BadRecord as problem:
        raise BadRecord(f"{shown(file)}: {problem}") from problem
    if game is not None and table.header.game != game:
        raise BadSetup(f"{shown(file)} is a game of {table.header.game}, not of {game}")
    if seats is not None:
        wanted = seats_from(seats)
        everyone = seating(wanted, table.game)
        for seat in everyone if isinstance(wanted, str) else wanted:
            if table.seats[seat] != everyone[seat]:
                table.sit(seat, everyone[seat])
    return table


def replay_command(file: RecordFile, lang: Lang = Language.EN, seat: Watched = None) -> None:
    """Replay a saved game step by step, as spectators or chosen seats saw it."""
    text = read(file)
    try:
        record = loads(text)
        game = with_data(find_game(record.header.game), record.header.setup.replaced)
        for name in seat or ():
            if name not in game.seats:
                raise BadSetup(f"unknown seat {quoted(name)}; the seats are {', '.join(game.seats)}")
        record = checked(game, record)
        Replaying(game, record, lang, console(), seat or ()).run()
    except BadRecord as problem:
        raise BadRecord(f"{shown(file)}: {problem}") from problem


def console() -> Console:
    """Return a console that prints text verbatim and replaces unencodable characters."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)
