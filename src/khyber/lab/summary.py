"""What a simulation amounts to: wins, margins, endings and their uncertainty, for programs and for people."""

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

from khyber.games.distant_plain.game import PRINTINGS
from khyber.lab.flowcharts import steps_of_flowcharts
from khyber.lab.simulate import Played, Results
from khyber.lab.turns import WASTEFUL

#: Standard deviations to each side of a 95% interval.
SPREAD = 1.96

#: What a program gets: JSON with numbers that need not be whole.
Figures = dict[str, object]


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of a simulation."""

    wins: Mapping[str, int]
    margins: Mapping[str, Sequence[int]]
    endings: Mapping[str, int]
    #: Decisions of every game, the failed ones too.
    decisions: int
    options: int
    steps: int
    finished: int
    #: How often each side of each card was executed.
    events: Mapping[str, int]
    #: What became of the turns of Non-players.
    turns: Turns


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of Non-players, all games together."""

    turns: int
    #: By what came of them (khyber.lab.turns.OUTCOMES), and of those declined, why.
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    operations: Mapping[str, int]
    activities: Mapping[str, int]
    #: How often each step of the flowcharts was followed.
    followed: Mapping[str, int]
    #: Turns that did nothing although they were no Pass.
    idle: Sequence[str]


def turns_of(games: Sequence[Played]) -> Turns:
    """What became of the turns of Non-players in these games."""
    counts: dict[str, Counter[str]] = {
        what: Counter() for what in ("outcomes", "reasons", "operations", "activities", "followed")}
    idle: list[str] = []
    turns = 0
    for played in games:
        told = played.told["turns"]
        turns += cast(int, told["turns"])
        idle += [f"game {played.index}, {what}" for what in cast(list[str], told["idle"])]
        for what, counted in counts.items():
            counted.update(cast(dict[str, int], told[what]))
    return Turns(turns, **{what: dict(sorted(counted.items())) for what, counted in counts.items()}, idle=idle)


def summarise(results: Results) -> Summary:
    wins: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    margins: dict[str, list[int]] = {}
    steps = 0
    events: Counter[str] = Counter()
    for played in results.games:
        events.update(cast(dict[str, int], played.told["events"]))
    for played in results.finished:
        ending = played.told["ending"]
        for player in cast(list[str], ending["ranking"]):
            wins[player] += player == ending["winner"]
        endings[str(ending["ending"])] += 1
        steps += cast(int, ending["steps"])
        for seat, margin in cast(dict[str, int], ending["margins"]).items():
            margins.setdefault(seat, []).append(margin)
    return Summary(
        dict(sorted(wins.items())), margins, dict(sorted(endings.items())),
        _total(results.games, "decisions"), _total(results.games, "options"), steps, len(results.finished),
        dict(sorted(events.items(), key=lambda item: (int(item[0][:-1]), item[0][-1] == "s"))),
        turns_of(results.games))


def _total(games: Sequence[Played], what: str) -> int:
    return sum(cast(int, played.told["decisions"][what]) for played in games)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson): sound for few trials and for shares near 0 or 1.

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
    """A mean, and half the width of its 95% interval."""
    half = SPREAD * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values), half


# -- for programs -----------------------------------------------------------------------------------


def figures(results: Results, kept: Mapping[int, Path]) -> Figures:
    """The summary as JSON-able data. Only `seconds` differs from one run to another."""
    summary, plan = summarise(results), results.plan
    return {
        "games": plan.games, "finished": summary.finished, "errors": len(results.failed),
        "seconds": round(results.seconds, 3), "decisions": summary.decisions, "wins": dict(summary.wins),
        "margins": {seat: round(fmean(values), 4) for seat, values in summary.margins.items()},
        "endings": dict(summary.endings), "events": dict(summary.events), **_turns(results, summary.turns),
        "stopped": results.stopped, "game": plan.game, "scenario": plan.scenario, "players": plan.players,
        "options": list(plan.options), "seats": dict(plan.seats) if isinstance(plan.seats, Mapping) else plan.seats,
        "seed": plan.seed,
        "shares": {player: _share(won, summary.finished) for player, won in summary.wins.items()},
        "failures": [
            {"game": played.index, "seed": played.seed, "error": played.error,
             "record": str(kept[played.index])} for played in results.failed],
    }


def _turns(results: Results, turns: Turns) -> Figures:
    """What Non-players did. A refused intent ends its game: it is among the errors."""
    return {
        "turns": turns.turns, "operations": dict(turns.operations), "special_activities": dict(turns.activities),
        "refused": sum("RefusedIntent" in played.error or "NoIntent" in played.error for played in results.failed),
        "wasteful": turns.outcomes.get(WASTEFUL, 0), "outcomes": dict(turns.outcomes),
        "declined": dict(turns.reasons), "unexercised": unexercised(results, turns)}


def unexercised(results: Results, turns: Turns) -> list[str]:
    """The steps of the flowcharts of the Factions played that were never followed."""
    seats = results.plan.seats
    seated = seats if isinstance(seats, Mapping) else {}
    steps = [step for bot, printing in PRINTINGS.items() for step in steps_of_flowcharts(
        {seat for seat, agent in seated.items() if agent == bot}, printing.name)]
    return [step for step in steps if step not in turns.followed]


def _share(won: int, games: int) -> dict[str, float]:
    low, high = wilson(won, games)
    return {"share": round(won / games, 4), "low": round(low, 4), "high": round(high, 4)}


# -- for people -------------------------------------------------------------------------------------


def failures(results: Results, kept: Mapping[int, Path]) -> list[str]:
    """A line for each game that went wrong, with the place of its record."""
    return [f"game {played.index} (seed {played.seed}) went wrong: {played.error}; its record is {kept[played.index]}"
            for played in results.failed]


def report(results: Results) -> RenderableType:
    """The summary as a person reads it."""
    summary, plan = summarise(results), results.plan
    parts: list[RenderableType] = []
    if summary.finished:
        parts += [_wins(summary), _margins(summary), _endings(summary)]
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
    return grid


def _margins(summary: Summary) -> Grid:
    grid = _grid("Margins", "seat", "mean", "95% interval", "lowest", "highest")
    for seat, values in summary.margins.items():
        mean, half = mean_and_half(values)
        grid.add_row(seat, f"{mean:+.2f}", f"{mean - half:+.2f} to {mean + half:+.2f}", f"{min(values):+d}",
                     f"{max(values):+d}")
    return grid


def _endings(summary: Summary) -> Grid:
    grid = _grid("Endings", "ending", "games", "share")
    for ending, games in sorted(summary.endings.items(), key=lambda row: -row[1]):
        grid.add_row(ending, str(games), f"{games / summary.finished:.1%}")
    return grid


def _last_line(results: Results, summary: Summary) -> str:
    played = len(results.games)
    seconds = max(results.seconds, 1e-9)
    told = f"{summary.finished} games finished, {len(results.failed)} errors, {results.seconds:.1f} s"
    if not summary.decisions:
        return told
    return (f"{told} ({played / seconds:.1f} games a second); {summary.decisions:,} decisions, "
            f"{summary.decisions / played:.0f} a game among {summary.options / summary.decisions:.1f} options each")
