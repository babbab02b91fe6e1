"""The command `simulate`: many games between agents, and their figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from khyber.agents.driver import MAX_DECISIONS
from khyber.api import seating
from khyber.catalogue import game as find_game
from khyber.cli.files import read_deck_file
from khyber.cli.networks import warn_without_network
from khyber.cli.options import (
    MAX_GAMES,
    MAX_JOBS,
    AsJson,
    Chosen,
    DeckFile,
    Game,
    Players,
    RowsFolder,
    Scenario,
    Seats,
    Seconds,
    Worlds,
    seats_from,
    with_budget,
)
from khyber.cli.progress import progress
from khyber.cli.study import rows_keeper

SOMETHING_FAILED = 1
INTERRUPTED = 130
#: Default folder for the records of games that failed.
ERRORS = Path("khyber-errors")


def simulate_command(
    game: Game,
    scenario: Scenario = None,
    players: Players = None,
    option: Chosen = None,
    seats: Seats = "random",
    seconds: Seconds = None,
    worlds: Worlds = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MAX_GAMES, help="Number of games.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", min=1, max=MAX_JOBS, show_default="one per core", help="Parallel processes."),
    ] = None,
    max_decisions: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="Treat a game with more decisions as an error.")
    ] = MAX_DECISIONS,
    as_json_: AsJson = False,
    keep: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the records of games that fail.")] = ERRORS,
    deck: DeckFile = None,
    rows: RowsFolder = None,
) -> None:
    """Play many games between agents and summarize the results.

    The results depend only on the seed, not on the number of processes, unless an agent thinks by the clock: then give
    it --worlds. Exit code 1 if any game failed.
    """
    from khyber.lab.processes import cores
    from khyber.lab.simulate import Plan, check_folder, keep_failures, simulate
    from khyber.lab.summary import failures, figures, report

    plan = Plan(
        game,
        scenario,
        players,
        tuple(option or ()),
        seats_from(with_budget(seats, seconds, worlds)),
        games,
        seed,
        max_decisions,
        read_deck_file(deck),
    ).checked()
    warn_without_network(find_game(game), seating(plan.seats, find_game(game)).values())
    check_folder(keep)
    keeper = None if rows is None else rows_keeper(plan, rows)
    with progress("playing", games, forecast=True) as advance:
        results = simulate(plan, jobs or cores(), done=lambda played: advance(), rows=keeper)
    kept = keep_failures(results, keep)
    if as_json_:
        typer.echo(json.dumps(figures(results, kept), indent=1))
    else:
        Console().print(report(results))
    for line in failures(results, kept):
        typer.echo(line, err=True)
    if results.stopped:
        raise typer.Exit(INTERRUPTED)
    if results.failed:
        raise typer.Exit(SOMETHING_FAILED)
