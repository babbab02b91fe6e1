"""Results of a tournament: win shares with confidence intervals, ratings and a cross table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khyber.lab.ratings import Ratings, rate
from khyber.lab.summary import Figures, wilson
from khyber.lab.tournament import Standing, Tally, by_entry, by_lone_seat, by_seat, tallied

#: The groups of the report. Shares are per seat, because an entry may hold several seats of a game.
TABLES: Final = {
    "entries": (("entry",), by_entry),
    "seats": (("scenario", "seat", "entry"), by_seat),
    "lone": (("scenario", "seat", "entry", "others"), by_lone_seat),
}
TITLES: Final = {"entries": "Entries", "seats": "Seat by seat", "lone": "One among three others"}


def ratings_of(standing: Standing) -> Ratings | None:
    """Return ratings and cross table; None without games, or without the extra `lab`."""
    tournament = standing.tournament
    rows = (
        {
            "game": tournament.game,
            "scenario": tournament.scenario(result.index),
            "error": None,
            "winner": result.winner,
            **{f"agent_{seat}": agent for seat, agent in tournament.seating(result.index).items()},
            **{f"margin_{seat}": (result.margins or {}).get(seat, 0) for seat in tournament.seating(result.index)},
        }
        for result in standing.finished
    )
    try:
        return rate(rows)
    except ModuleNotFoundError:
        return None


def standing_figures(standing: Standing) -> Figures:
    """Return the standing as JSON-able data."""
    tournament, ratings = standing.tournament, ratings_of(standing)
    return {
        "games": tournament.games,
        "finished": len(standing.finished),
        "errors": len(standing.failed),
        "stopped": standing.stopped,
        "game": tournament.game,
        "entries": list(tournament.entries),
        "scenarios": list(tournament.scenarios),
        "options": list(tournament.options),
        "seed": tournament.seed,
        "lone": tournament.lone,
        "standings": {
            name: [
                {**dict(zip(columns, key, strict=True)), **_figures(tally)}
                for key, tally in tallied(standing, by).items()
            ]
            for name, (columns, by) in TABLES.items()
        },
        "ratings": None if ratings is None else asdict(ratings),
        "failures": [{"game": result.index, "error": result.error} for result in standing.failed],
    }


def _figures(tally: Tally) -> Mapping[str, float]:
    low, high = wilson(tally.wins, tally.games)
    return {
        "seats": tally.games,
        "wins": tally.wins,
        "share": round(tally.wins / tally.games, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "margin": round(tally.margin / tally.games, 3),
    }


def table_of_lone_seats(standing: Standing) -> Iterator[str]:
    """Return a Markdown table: a row per seat and lone entry, a column per scenario."""
    found = tallied(standing, by_lone_seat)
    scenarios = list(standing.tournament.scenarios)
    yield f"| seat | alone | among | {' | '.join(scenarios)} |"
    yield "| --- " * (3 + len(scenarios)) + "|"
    for row in dict.fromkeys(key[1:] for key in found):
        cells = [_cell(found.get((scenario, *row))) for scenario in scenarios]
        yield f"| {' | '.join((*row, *cells))} |"


def _cell(tally: Tally | None) -> str:
    if tally is None:
        return ""
    low, high = wilson(tally.wins, tally.games)
    return (
        f"{tally.wins} of {tally.games}: {tally.wins / tally.games:.0%} ({low:.0%} to {high:.0%}), "
        f"{tally.margin / tally.games:+.1f}"
    )


def standing_report(standing: Standing) -> RenderableType:
    """Return the standing as a table for the terminal."""
    parts: list[RenderableType] = []
    for name in ("entries", "lone" if standing.tournament.lone else "seats"):
        columns, by = TABLES[name]
        grid = Grid(title=TITLES[name], title_justify="left", box=box.SIMPLE_HEAD)
        for column in columns:
            grid.add_column(column)
        for column in ("seats", "wins", "share", "95% interval", "mean margin"):
            grid.add_column(column, justify="right")
        for key, tally in tallied(standing, by).items():
            low, high = wilson(tally.wins, tally.games)
            grid.add_row(
                *key,
                str(tally.games),
                str(tally.wins),
                f"{tally.wins / tally.games:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{tally.margin / tally.games:+.2f}",
            )
        parts.append(grid)
    ratings = ratings_of(standing)
    if ratings is not None:
        parts += [_ratings(ratings), _cross_table(ratings)]
    tournament = standing.tournament
    parts.append(Text(f"{len(standing.finished)} games finished of {tournament.games}, {len(standing.failed)} errors"))
    if standing.stopped:
        parts.append(Text("Stopped; run the same command to resume.", style="yellow"))
    return Group(*parts)


def _ratings(ratings: Ratings) -> Grid:
    grid = Grid(title="Ratings, as if all seats were equal", title_justify="left", box=box.SIMPLE_HEAD)
    grid.add_column("entry")
    for column in ("rating", "uncertainty", "games"):
        grid.add_column(column, justify="right")
    for one in ratings.agents:
        grid.add_row(one.name, f"{one.rating:.2f}", f"± {one.sigma:.2f}", str(one.games))
    return grid


def _cross_table(ratings: Ratings) -> Grid:
    grid = Grid(title="Cross table: ahead of", title_justify="left", box=box.SIMPLE_HEAD)
    names = [one.name for one in ratings.agents]
    grid.add_column("entry")
    for name in names:
        grid.add_column(name, justify="right")
    for name in names:
        met = [ratings.versus(name, other) for other in names]
        grid.add_row(name, *("" if one is None else f"{one.ahead / one.meetings:.1%}" for one in met))
    return grid
