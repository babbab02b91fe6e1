"""The command `teach`: improve the bot of the agents that search by letting it practise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khyber.cli.options import MAX_GAMES, MAX_JOBS, Game
from khyber.cli.progress import progress
from khyber.cli.train import needs_torch


def teach_command(
    game: Game,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default="GAME-policy.npz", help="The policy; a card goes beside it."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", show_default="khyber-teach-GAME", help="The state of the course.")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="R", min=1, max=100_000, help="Rounds of the whole course.")] = 100,
    games: Annotated[int, typer.Option(metavar="N", min=16, max=MAX_GAMES, help="Games per seat in each round.")] = 512,
    rate: Annotated[float, typer.Option(metavar="X", min=1e-6, max=0.1, help="Learning rate at the start.")] = 1e-3,
    checked: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_GAMES, help="Games per seat to check the result.")
    ] = 1_000,
    seat: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", show_default="all", help="Teach this seat only; repeatable.")
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Begin with this policy, instead of the bot as it is.", show_default=False),
    ] = None,
    sharper: Annotated[
        float,
        typer.Option(metavar="X", min=0.1, max=10, help="With --start: how many times as much its preferences count."),
    ] = 1.0,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", min=1, max=MAX_JOBS, show_default="one per core", help="Parallel processes."),
    ] = None,
) -> None:
    """Teach the bot that agent:strong plays by to correct its own choices.

    In each round it plays against bots and tries other options; what led to better games than expected becomes
    likelier. The same command resumes an interrupted course, and more rounds continue it. Needs PyTorch: pip install
    'khyber\\[learn]'.
    """
    needs_torch()
    from khyber.lab.processes import cores
    from khyber.lab.train.teaching import Lessons, teach

    lessons = Lessons(
        game,
        folder or Path(f"khyber-teach-{game}"),
        rounds,
        games,
        rate,
        checked,
        jobs or cores(),
        tuple(seat or ()),
        start,
        sharper,
    ).verified()
    with progress("teaching", rounds, forecast=True) as advance:
        shares, before = teach(lessons, out or Path(f"{game}-policy.npz"), lambda held: advance(n=1))
    for who, share in shares.items():
        typer.echo(f"{who}: wins {share:.1%} of {checked:,} games against the game's bot; untaught {before[who]:.1%}")
