"""The command `tournament`: agents compete; results are kept in a file and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from khyber.catalogue import game as find_game
from khyber.cli.networks import warn_without_network
from khyber.cli.options import MAX_GAMES, MAX_JOBS, AsJson, Chosen, Game, RowsFolder, Seconds, Worlds, with_budget
from khyber.cli.progress import progress
from khyber.cli.study import lab_installed

INTERRUPTED = 130
SOMETHING_FAILED = 1


def tournament_command(
    game: Game,
    entries: Annotated[
        str, typer.Option(metavar="A,B", help="Who competes: random, bot:2nd, bot:3rd ...")
    ] = "bot:2nd,bot:3rd",
    seconds: Seconds = None,
    worlds: Worlds = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_GAMES, help="Number of games over all scenarios.")
    ] = 100,
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", metavar="NAME", show_default="the first", help="Repeatable. {scenarios}"),
    ] = None,
    option: Chosen = None,
    lone: Annotated[
        bool, typer.Option("--lone", help="Only one seat of each entry against the other, not every mix.")
    ] = False,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", min=1, max=MAX_JOBS, show_default="one per core", help="Parallel processes."),
    ] = None,
    as_json_: AsJson = False,
    file: Annotated[
        Path, typer.Option(metavar="FILE", help="Results file; an unfinished tournament in it is resumed.")
    ] = Path("khyber-tournament.jsonl"),
    keep: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the records of games that fail.")] = Path(
        "khyber-errors"
    ),
    rows: RowsFolder = None,
) -> None:
    """Let agents compete in many games, in every seat, and report how often each wins, with ratings.

    Entries rotate through the seats over the same decks. The same command resumes an interrupted tournament; a higher
    --games extends it. Exit code 1 if any game failed.
    """
    from khyber.lab.processes import cores
    from khyber.lab.simulate import check_folder
    from khyber.lab.standings import standing_figures, standing_report
    from khyber.lab.tournament import Tournament, compete

    named = tuple(name.strip() for name in with_budget(entries, seconds, worlds).split(",") if name.strip())
    scenarios = tuple(scenario or find_game(game).scenarios[:1])
    tournament = Tournament(game, named, games, scenarios, tuple(option or ()), seed, lone)
    warn_without_network(find_game(game), named)
    check_folder(keep)
    check_folder(file.parent)
    keeper = None
    if rows is not None:
        with lab_installed():
            from khyber.lab.study.keeper import tournament_keeper
        keeper = tournament_keeper(tournament.checked(), rows)
    with progress("playing", games, forecast=True) as advance:
        standing = compete(tournament, file, keep, jobs or cores(), done=lambda n: advance(n=n), rows=keeper)
    if as_json_:
        typer.echo(json.dumps(standing_figures(standing), indent=1))
    else:
        Console().print(standing_report(standing))
    for result in standing.failed:
        typer.echo(f"game {result.index} went wrong: {result.error}; its record is in {keep}", err=True)
    if standing.stopped:
        raise typer.Exit(INTERRUPTED)
    if standing.failed:
        raise typer.Exit(SOMETHING_FAILED)
