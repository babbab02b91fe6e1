"""Results of a simulation: wins, margins and endings with confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import cast

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khyber.catalogue import game as find_game
from khyber.engine.optional import Tallies
from khyber.lab.figures import figures_of
from khyber.lab.simulate import Played, Results

#: Standard deviations on each side of a 95% interval.
SPREAD = 1.96

#: JSON-able data, with fractions.
Figures = dict[str, object]


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of a simulation."""

    wins: Mapping[str, int]
    margins: Mapping[str, Sequence[int]]
    endings: Mapping[str, int]
    #: Decisions of every game, including failed ones.
    decisions: int
    options: int
    steps: int
    finished: int
    #: Games without a winner.
    draws: int


def summarise(results: Results) -> Summary:
    wins: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    margins: dict[str, list[int]] = {}
    steps = 0
    draws = 0
    for played in results.finished:
        ending = played.figures["ending"]
        for player in cast(list[str], ending["ranking"]):
            wins[player] += player == ending["winner"]
        draws += not ending["winner"]
        endings[str(ending["ending"])] += 1
        steps += cast(int, ending["steps"])
        for seat, margin in cast(dict[str, int], ending["margins"]).items():
            margins.setdefault(seat, []).append(margin)
    return Summary(
        dict(sorted(wins.items())),
        margins,
        dict(sorted(endings.items())),
        _total(results.games, "decisions"),
        _total(results.games, "options"),
        steps,
        len(results.finished),
        draws,
    )


def _total(games: Sequence[Played], what: str) -> int:
    return sum(cast(int, played.figures["decisions"][what]) for played in games)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a share, reliable for few trials and shares near 0 or 1.

    >>> low, high = wilson(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not trials:
        return 0.0, 1.0
    share, z2 = successes / trials, SPREAD * SPREAD
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = SPREAD * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_and_half(values: Sequence[int]) -> tuple[float, float]:
    """Return a mean and half the width of its 95% interval."""
    half = SPREAD * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values), half


# -- for programs -----------------------------------------------------------------------------------


def figures(results: Results, kept: Mapping[int, Path]) -> Figures:
    """Return the summary as JSON-able data. Only `seconds` differs between runs."""
    summary, plan = summarise(results), results.plan
    return {
        "games": plan.games,
        "finished": summary.finished,
        "errors": len(results.failed),
        "seconds": round(results.seconds, 3),
        "decisions": summary.decisions,
        "wins": dict(summary.wins),
        "margins": {seat: round(fmean(values), 4) for seat, values in summary.margins.items()},
        "endings": dict(summary.endings),
        **tallies(results),
        **besides(results),
        "draws": summary.draws,
        "stopped": results.stopped,
        "game": plan.game,
        "scenario": plan.scenario,
        "players": plan.players,
        "options": list(plan.options),
        "seats": dict(plan.seats) if isinstance(plan.seats, Mapping) else plan.seats,
        "seed": plan.seed,
        "shares": {player: _share(won, summary.finished) for player, won in summary.wins.items()},
        "failures": [
            {"game": played.index, "seed": played.seed, "error": played.error, "record": str(kept[played.index])}
            for played in results.failed
        ],
    }


def tallies(results: Results) -> Figures:
    """Return the counts that the game makes from its log, summed over all games."""
    counts: dict[str, Counter[str]] = {figure: Counter() for figure in Tallies.of(find_game(results.plan.game)).tallies}
    for played in results.finished:
        for figure, counted in counts.items():
            counted.update(cast(dict[str, int], played.figures["tallies"][figure]))
    return {figure: dict(sorted(counted.items())) for figure, counted in counts.items()}


def besides(results: Results) -> Figures:
    """Return the figures that only this game has."""
    of = figures_of(results.plan.game)
    found = {} if of.summary is None else of.summary(results)
    return {**found, "levels": levels(results, of.levels)} if of.levels else found


def levels(results: Results, names: Sequence[str]) -> dict[str, int]:
    """Count the games at each of these levels of victory, including levels without games."""
    endings = summarise(results).endings
    return {name: endings.get(name, 0) for name in names}


def _share(won: int, games: int) -> dict[str, float]:
    low, high = wilson(won, games)
    return {"share": round(won / games, 4), "low": round(low, 4), "high": round(high, 4)}


# -- for people -------------------------------------------------------------------------------------


def failures(results: Results, kept: Mapping[int, Path]) -> list[str]:
    """Yield a line for each failed game, with the path of its record."""
    return [
        f"game {played.index} (seed {played.seed}) went wrong: {played.error}; its record is {kept[played.index]}"
        for played in results.failed
    ]


def report(results: Results) -> RenderableType:
    """Return the summary for the terminal."""
    summary, plan = summarise(results), results.plan
    parts: list[RenderableType] = []
    if summary.finished:
        names = figures_of(plan.game).levels
        parts += [_wins(summary), _margins(summary), _levels(summary, names) if names else _endings(summary)]
    parts.append(Text(_last_line(results, summary)))
    if results.stopped:
        parts.append(Text(f"Stopped after {len(results.games)} of {plan.games} games.", style="yellow"))
    return Group(*parts)


def _grid(title: str, first: str, *others: str) -> Grid:
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    grid.add_column(first)
    for other in others:
        grid.add_column(other, justify="right")
    return grid


def _wins(summary: Summary) -> Grid:
    grid = _grid("Wins", "player", "wins", "share", "95% interval")
    for player, won in sorted(summary.wins.items(), key=lambda row: -row[1]):
        low, high = wilson(won, summary.finished)
        grid.add_row(player, str(won), f"{won / summary.finished:.1%}", f"{low:.1%} to {high:.1%}")
    if summary.draws:
        grid.add_row("nobody", str(summary.draws), f"{summary.draws / summary.finished:.1%}", "")
    return grid


def _margins(summary: Summary) -> Grid:
    grid = _grid("Margins", "seat", "mean", "95% interval", "lowest", "highest")
    for seat, values in summary.margins.items():
        mean, half = mean_and_half(values)
        grid.add_row(
            seat, f"{mean:+.2f}", f"{mean - half:+.2f} to {mean + half:+.2f}", f"{min(values):+d}", f"{max(values):+d}"
        )
    return grid


def _endings(summary: Summary) -> Grid:
    grid = _grid("Endings", "ending", "games", "share")
    for ending, games in sorted(summary.endings.items(), key=lambda row: -row[1]):
        grid.add_row(ending, str(games), f"{games / summary.finished:.1%}")
    return grid


def _levels(summary: Summary, names: Sequence[str]) -> Grid:
    """Yield the endings by level of victory, best first, with cumulative shares."""
    grid = _grid("Levels of victory", "level", "games", "share", "this or better")
    better = 0
    for level in reversed(names):
        games = summary.endings.get(level, 0)
        better += games
        grid.add_row(level, str(games), f"{games / summary.finished:.1%}", f"{better / summary.finished:.1%}")
    return grid


def _last_line(results: Results, summary: Summary) -> str:
    played = len(results.games)
    seconds = max(results.seconds, 1e-9)
    line = f"{summary.finished} games finished, {len(results.failed)} errors, {results.seconds:.1f} s"
    if not summary.decisions:
        return line
    return (
        f"{line} ({played / seconds:.1f} games a second); {summary.decisions:,} decisions, "
        f"{summary.decisions / played:.0f} a game among {summary.options / summary.decisions:.1f} options each"
    )
