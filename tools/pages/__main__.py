"""Write the generated pages of docs/: rules coverage, decisions, benchmarks, the annotated game.

python -m tools.pages                    all of them (the benchmarks take six minutes)
python -m tools.pages --only playthrough
python -m tools.pages --only benchmarks-server --measured FILE    figures from another machine, or another run
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from khyber.catalogue import GAMES
from khyber.lab.bench import Bench
from khyber.lab.bench.report import notes, rows
from khyber.lab.coverage import Function, coverage, folder_of_tests, missing
from tools.bench import history as bench_history
from tools.bench import server_page
from tools.bench.command import Row, grid
from tools.bench.page_bench import PageBench
from tools.bench.page_bench import judged as page_judged
from tools.bench.server_bench import ServerBench
from tools.bench.server_bench import judged as server_judged
from tools.pages.decisions_page import decisions_page
from tools.pages.environments_page import environments_page
from tools.pages.networks_page import networks_page
from tools.pages.playthrough import playthrough

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def rules_coverage() -> Iterator[str]:
    """Yield a page with every rule in force, its functions and its tests."""
    yield "# Rules coverage"
    yield ""
    yield "Made by `make docs` from `khyber rules GAME --coverage`. A test keeps every rule covered, and each test"
    yield "listed must really enter one of the functions beside it."
    for game in GAMES:
        covered = coverage(game, folder_of_tests())
        without = missing(covered)
        yield from ("", f"## {game}", "")
        yield f"{len(covered)} rules, {len(without)} missing{': ' + ', '.join(without) if without else ''}."
        yield ""
        yield "| Rule | Functions | Tests |"
        yield "| --- | --- | --- |"
        for number, rule in covered.items():
            functions = _cell([_name(function) for function in rule.functions])
            tests = _cell([test.removeprefix("tests/") for test in rule.tests])
            yield f"| {number} {rule.title} | {functions} | {tests} |"


def _name(function: Function) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"


def _cell(parts: Sequence[str]) -> str:
    return "<br>".join(f"`{part}`" for part in parts) or "none"


def benchmarks(measured: Path | None) -> Iterator[str]:
    """Yield a page with the figures of `khyber bench` and their targets; add them to the history."""
    found = msgspec.convert(_measured(measured, "khyber", "bench"), Bench)
    bench_history.add(found)
    yield "# Benchmarks"
    yield ""
    yield "Written by `make docs` from `khyber bench --json`. Random games count only decisions with two or more"
    yield "options, with record and log on; A Distant Plain is the Short scenario. Catanatron takes turns with us, game"
    yield "by game, so ratios to it hold on any machine. The other figures are CPU time of one machine."
    yield ""
    yield "A *tick* is one decision of a Catanatron game of four random players. A *playout* imagines what the seat to"
    yield "move does not know and lets bots play twelve turns (in Zurmat and Enduring Freedom twelve shorter steps)."
    for title, listed in rows(found):
        yield from ("", f"## {title.capitalize()}", "", "| What | Figure | Bar | |", "| --- | ---: | ---: | --- |")
        for row in listed:
            yield f"| {row.what} | {row.figure} | {row.bar} | {row.verdict} |"
    yield from ("", *notes(found))
    yield from ("", "## History", "", "![The ratios of each commit that was measured](benchmarks-history.svg)", "")
    yield "The figures of the chart are in [benchmarks-history.json](benchmarks-history.json)."


def _measured(measured: Path | None, *module: str) -> object:
    """Return the figures in a file, or those of a benchmark run now."""
    if measured is not None:
        return json.loads(measured.read_text(encoding="utf-8"))
    command = [sys.executable, "-m", *module, "--json"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def server_figures(measured: Path | None) -> Iterator[str]:
    """Yield a page with the figures of the server; the sections of its other benchmarks stay."""
    yield from server_page.with_section(
        server_page.FIRST,
        figures(
            "The server, measured",
            "server",
            measured,
            "Choices go over WebSocket, each is one commit; the driver is another process.",
            lambda found: server_judged(msgspec.convert(found, ServerBench)),
        ),
    )


def page_figures(measured: Path | None) -> Iterator[str]:
    """Yield a page with the figures of the page."""
    yield from figures(
        "The table page, measured",
        "page",
        measured,
        "A person against bots (in Enduring Freedom alone) in a headless "
        "Chromium at 1440 x 900. Memory is what the page's process alone took for itself, "
        "as Chromium's task manager counts it.",
        lambda found: page_judged(msgspec.convert(found, PageBench)),
    )


def figures(
    title: str, bench: str, measured: Path | None, counted: str, rows: Callable[[object], list[Row]]
) -> Iterator[str]:
    """Yield a page with the rows of one benchmark and their targets."""
    found = _measured(measured, f"tools.bench.{bench}_bench")
    yield f"# {title}"
    yield ""
    yield f"Written by `make docs` from `make bench-{bench}`. {counted}"
    yield "Measured on two cores."
    yield ""
    yield from grid(rows(found))


def _annotated_game() -> Iterator[str]:
    yield playthrough().rstrip("\n")


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "rules-coverage": rules_coverage,
    "playthrough": _annotated_game,
    "decisions": decisions_page,
    "environments": environments_page,
    "networks": networks_page,
}
#: Pages of figures, which may come from a file.
MEASURED: dict[str, Callable[[Path | None], Iterator[str]]] = {
    "benchmarks": benchmarks,
    "benchmarks-server": server_figures,
    "benchmarks-page": page_figures,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=sorted(PAGES | MEASURED), help="write one page only")
    parser.add_argument(
        "--measured", type=Path, metavar="FILE", help="take the figures of --only from this JSON instead of measuring"
    )
    asked = parser.parse_args()
    if asked.measured and asked.only not in MEASURED:
        parser.error(f"--measured needs --only with one of {', '.join(MEASURED)}")
    pages = PAGES | {name: partial(page, asked.measured) for name, page in MEASURED.items()}
    DOCS.mkdir(exist_ok=True)
    for name, lines in pages.items():
        if asked.only in (None, name):
            path = DOCS / f"{name}.md"
            path.write_text("\n".join(lines()) + "\n", encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
