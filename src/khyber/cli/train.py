"""The command `train`: fit a network for the agents that search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khyber.cli.options import MAX_GAMES, MAX_JOBS, Game
from khyber.cli.progress import progress
from khyber.engine.errors import BadSetup


def needs_torch() -> None:
    """Raise BadSetup if PyTorch is not installed."""
    try:
        import torch  # noqa: F401
    except ImportError:
        raise BadSetup("training needs PyTorch: pip install 'khyber[learn]'") from None


def train_command(
    game: Game,
    outlook: Annotated[
        bool,
        typer.Option(
            "--outlook", help="Train the outlook of a taught bot's seat instead, where a game has one; takes no rounds."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", show_default="GAME.npz or GAME-outlook.npz", help="The network; a card goes beside it."
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", show_default="khyber-train-GAME", help="Games and networks of the course."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=40, max=MAX_GAMES, help="Games of bots to begin with.")] = (
        16_000
    ),
    rounds: Annotated[int, typer.Option(metavar="R", min=1, max=20, help="Rounds; later ones play with search.")] = 1,
    later_games: Annotated[
        int, typer.Option(metavar="N", min=40, max=MAX_GAMES, help="Games of each later round.")
    ] = 4_000,
    gate: Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="Games per seat in the gate.")] = 20,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.01, max=60, help="Seconds a turn in the gate.")] = 0.5,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", min=1, max=MAX_JOBS, show_default="one per core", help="Parallel processes."),
    ] = None,
) -> None:
    """Train the network that agent:strong asks how likely each seat is to win, or with --outlook a taught bot's seat.

    Each round plays games, fits a network to all games so far, and keeps it only if the agent wins more with it. The
    same command resumes an interrupted course. Needs PyTorch: pip install 'khyber\\[learn]'.
    """
    needs_torch()
    from khyber.lab.processes import cores
    from khyber.lab.train.course import Course, run

    folder = folder or Path(f"khyber-train-{game}")
    if outlook:
        if rounds > 1:
            raise BadSetup("--outlook is trained in one round; leave out --rounds")
        train_outlook(game, folder, games, jobs or cores(), out or Path(f"{game}-outlook.npz"))
        return
    course = Course(game, folder, games, rounds, later_games if rounds > 1 else 0, gate, seconds, jobs or cores())
    total = games + (rounds - 1) * course.later_games
    with progress("training", total, forecast=True) as advance:
        found = run(course, out or Path(f"{game}.npz"), lambda what, count: advance(n=count))
    for one in found:
        typer.echo(
            f"round {one.number + 1}: loss {one.fit.loss:.3f} (guessing {one.fit.prior:.3f}); wins {one.share:.1%} of "
            f"the gate, before {one.share_before:.1%}: {'kept' if one.kept else 'not kept'}"
        )


def train_outlook(game: str, folder: Path, games: int, jobs: int, out: Path) -> None:
    """Train the outlook and say how well it guesses."""
    from khyber.lab.train.outlook_course import OutlookCourse, run

    with progress("training", games, forecast=True) as advance:
        loss, prior = run(OutlookCourse(game, folder, games, jobs), out, lambda count: advance(n=count))
    typer.echo(f"loss {loss:.3f} (guessing {prior:.3f})")
