"""The command `study run`: many games of several set-ups, kept as Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from khyber.cli.options import MOST_JOBS, AsJson
from khyber.cli.progress import progress
from khyber.engine.errors import BadSetup

SOMETHING_FAILED = 1

study = typer.Typer(no_args_is_help=True, help="Play many games of several set-ups, and keep the rows as Parquet.")


@study.command(
    "run", epilog="For example:\n\nkhyber study run balance.toml\n\nkhyber study run balance.toml --ray auto --out rows"
)
def run_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The study, in TOML.")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", show_default="khyber-NAME", help="Folder for the rows.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", min=1, max=MOST_JOBS, show_default="one per core", help="Parallel processes."),
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `auto` finds one on this machine.")
    ] = None,
    as_json_: AsJson = False,
) -> None:
    """Play the games of a study.

    The same command resumes an interrupted run: no game is lost, none is played twice, and the rows do not depend on
    how the games were distributed. Exit code 1 if any game failed.
    """
    with lab_installed():
        from khyber.lab.study.plan import read_study
        from khyber.lab.study.run import here, on_ray, run_study
        from khyber.lab.study.store import RunFolder

    planned = read_study(file)
    executor = here(jobs) if ray is None else on_ray(ray)
    folder = RunFolder(out or Path(f"khyber-{planned.name}"), planned)
    with progress(planned.name, planned.games, forecast=True) as advance:
        run_study(folder, executor, lambda games: advance(n=games))
    games = folder.table("games") if "games" in planned.rows else None
    failed = 0 if games is None else games.num_rows - games["error"].null_count
    if as_json_:
        rows = {kind: folder.table(kind).num_rows for kind in planned.rows}
        typer.echo(json.dumps({"folder": str(folder.path), "rows": rows, "failed": failed}))
    else:
        for kind in planned.rows:
            typer.echo(f"{folder.table(kind).num_rows:>11,} {kind:9} {folder.file(kind)}")
    if failed:
        typer.echo(f"{failed} games went wrong; their records are in {folder.path / 'failures'}", err=True)
        raise typer.Exit(SOMETHING_FAILED)


@contextmanager
def lab_installed() -> Iterator[None]:
    """Report a missing package as a sentence that says what to install."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("khyber"):
            raise
        raise BadSetup(f"the lab needs {problem.name}: pip install 'khyber[lab]'") from problem
