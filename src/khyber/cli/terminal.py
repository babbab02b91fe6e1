"""The commands `play` and `replay`: a table made or read from a file, and a person at the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import khyber
from khyber.agents.driver import PERSON
from khyber.api import seating
from khyber.catalogue import game as find_game
from khyber.cli.files import read, read_deck_file, read_text
from khyber.cli.options import Chosen, DeckFile, Lang, Language, Players, RecordFile, seats_from
from khyber.cli.replaying import Replaying
from khyber.cli.session import Session
from khyber.engine.errors import BadRecord, BadSetup, Error
from khyber.engine.record import loads
from khyber.engine.table import Table
from khyber.games.distant_plain.rules.own_deck import OWN_DECK, keeper
from khyber.games.distant_plain.state import State

#: Who plays unless told otherwise: a person for the Coalition, the rulebook's Non-players for the others.
SEATS = "coalition=person"

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game: distant-plain.")]
Seats = Annotated[str | None, typer.Option("--seats", metavar="WHO", show_default=False, help=(
    "Who plays: person, random, bot:3rd or bot:2nd for every seat, or taliban=person,warlords=bot:2nd,... (others: "
    "bot:3rd, the rulebook's Non-players). Unless told, a person plays the Coalition against three bots."))]
Scenario = Annotated[str | None, typer.Option(
    "--scenario", metavar="NAME", show_default="short", help="short, main or extended.")]
Seed = Annotated[int | None, typer.Option(
    "--seed", metavar="S", show_default="any", help="The same seed deals the same cards and rolls the same dice.")]
OwnDeck = Annotated[bool, typer.Option("--own-deck", help=(
    "Draw from your real deck: you name each card, and may enter Events by hand from the printed card."))]
Resume = Annotated[Path | None, typer.Option(
    "--resume", metavar="FILE", show_default=False, help="Go on with a saved game.")]
Position = Annotated[Path | None, typer.Option(
    "--position", metavar="FILE", show_default=False, help="Start from a position, as docs/formats.md describes.")]
Save = Annotated[Path | None, typer.Option(
    "--save", metavar="FILE", show_default=False, help="Where to save on leaving; unless told, a new file here.")]


def play_command(game: Game = "distant-plain", lang: Lang = Language.EN, scenario: Scenario = None,
                 players: Players = None, option: Chosen = None, seats: Seats = None, seed: Seed = None,
                 resume: Resume = None, save: Save = None, deck: DeckFile = None, position: Position = None,
                 own_deck: OwnDeck = False) -> None:
    """Play a game in the terminal: you against the rulebook's bots, or any mix of people and agents."""
    set_up = {"scenario": scenario, "players": players, "option": option, "deck": deck, "own-deck": own_deck or None}
    if resume is not None:
        refuse({**set_up, "seed": seed, "position": position}, "in a game resumed: only --seats, --lang and --save can")
        table = resumed(game, resume, seats)
    elif position is not None:
        refuse(set_up, "in a position: it has them all")
        table = standing(game, position, None if seats is None else seats_from(seats), seed or 0)
    else:
        options = [*(option or ()), *([OWN_DECK] if own_deck else [])]
        table = khyber.new(
            game, scenario="short" if scenario is None else scenario, seed=seed, options=options,
            players=players, seats=seats_from(SEATS if seats is None else seats), deck=read_deck_file(deck))
    if resume is None and OWN_DECK in table.state.options:
        check_keeper(table)
    Session(table, lang, console(), save or resume).play()


def check_keeper(table: Table[State]) -> None:
    """Beside a real deck, the seat that names the cards must be a person's."""
    seat = table.game.seats[keeper(table.state)]
    if table.seats[seat] != PERSON:
        raise BadSetup(f"with a deck of your own the first player names the cards: {seat} must be a person")


def refuse(given: Mapping[str, object], why: str) -> None:
    """Options that make no sense here are errors, not ignored."""
    for name, value in given.items():
        if value not in (None, []):
            raise BadSetup(f"--{name} cannot be changed {why}")


def standing(game: str, file: Path, seats: Mapping[str, str] | str | None, seed: int) -> Table[State]:
    """The table at the position that the file describes. Unless told who plays, its Non-players are bots."""
    text = read_text(file)
    try:
        table = khyber.position(game, text, seed=seed, seats=PERSON if seats is None else seats)
        if seats is not None:
            return table
        run_by_rules = table.state.non_players
        people = {seat: PERSON for number, seat in enumerate(table.game.seats) if not run_by_rules >> number & 1}
        return khyber.position(game, text, seed=seed, seats=people if run_by_rules else seats_from(SEATS))
    except Error as problem:
        raise type(problem)(f"{file}: {problem}") from problem


def resumed(game: str, file: Path, seats: str | None) -> Table[State]:
    """The table saved in the file; the seats named are taken anew."""
    text = read(file)
    try:
        table = khyber.load(text)
    except BadRecord as problem:
        raise BadRecord(f"{file}: {problem}") from problem
    if table.header.game != game:
        raise BadSetup(f"{file} is a game of {table.header.game}, not of {game}")
    if seats is not None:
        wanted = seats_from(seats)
        everyone = seating(wanted, table.game)
        for seat in everyone if isinstance(wanted, str) else wanted:
            if table.seats[seat] != everyone[seat]:
                table.sit(seat, everyone[seat])
    return table


def replay_command(file: RecordFile, lang: Lang = Language.EN) -> None:
    """Step through a saved game, forward and back."""
    text = read(file)
    try:
        record = loads(text)
        game = find_game(record.header.game).replacing(record.header.setup.replaced)
        Replaying(game, record, lang, console()).run()
    except BadRecord as problem:
        raise BadRecord(f"{file}: {problem}") from problem


def console() -> Console:
    """A console that shows text as it is, and a sign for what the output cannot show."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)
