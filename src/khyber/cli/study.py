"""The commands `study run` and `study report`: many games of several set-ups as Parquet, and a page about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from khyber.cli.files import read
from khyber.cli.options import MAX_JOBS, AsJson, Lang, Language
from khyber.cli.progress import progress
from khyber.engine.errors import BadSetup

if TYPE_CHECKING:  # loading it takes longer than most commands
    from khyber.lab.simulate import Plan, RowKeeper

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
        typer.Option(metavar="J", min=1, max=MAX_JOBS, show_default="one per core", help="Parallel processes."),
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

    if jobs is not None and ray is not None:
        raise BadSetup("--jobs is for this machine: with --ray, the cluster says how many processes it runs")
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


@study.command(
    "report",
    epilog="For example:\n\nkhyber study report khyber-balance\n\nkhyber study report khyber-balance --lang it",
)
def report_command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a finished run.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", show_default="RUN/report.html", help="The page to write.")
    ] = None,
    lang: Lang = Language.EN,
    findings: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", show_default=False, help="Your conclusions, as plain text, for the end of the page."
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", show_default="as the study has it", help="The title of the page.")
    ] = None,
    as_json_: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON instead.")] = False,
) -> None:
    """Write a report of a run: one HTML page that needs no network.

    Win rates with intervals, success over time, endings, game length, what each seat does, the swing of each card;
    ratings and a cross table where agents met.
    """
    with lab_installed():
        from khyber.lab.report.frames import read_run
        from khyber.lab.report.numbers import numbers
        from khyber.lab.report.page import page

    concluded = "" if findings is None else read(findings)
    found = numbers(read_run(run))
    if as_json_:
        typer.echo(json.dumps(found.as_json(), indent=1))
        return
    file = out or run / ("report.html" if lang is Language.EN else f"report.{lang.value}.html")
    try:
        file.write_text(page(found, lang.value, concluded, title), encoding="utf-8")
    except OSError as problem:
        raise BadSetup(f"cannot write {file}: {problem.strerror}") from problem
    typer.echo(str(file))


@contextmanager
def lab_installed() -> Iterator[None]:
    """Report a missing package as a sentence that says what to install."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("khyber"):
            raise
        raise BadSetup(f"the lab needs {problem.name}: pip install 'khyber[lab]'") from problem


def rows_keeper(plan: Plan, folder: Path) -> RowKeeper:
    """Return what keeps the rows of a simulation in this folder."""
    with lab_installed():
        from khyber.lab.study.keeper import simulation_keeper
    return simulation_keeper(plan, folder)
