"""Calibrate winning chances: count in games of bots how often a seat wins from each estimate.

    python -m tools.tuning.calibration count distant-plain --games 2000 --out FOLDER --jobs 16
    python -m tools.tuning.calibration fit --from FOLDER

`count` needs the standard library only, and goes on where it stopped. `fit` fits a rising curve to the games with an
even number, writes `ai/calibration.toml` in the game's folder, and draws how it does in the other games:
`docs/calibration-GAME.svg`, listed in `docs/calibration.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

import khyber  # noqa: E402
from khyber.agents.analysis.chances import Curve, on_curve  # noqa: E402
from khyber.catalogue import GAMES  # noqa: E402
from khyber.catalogue import file as file_of  # noqa: E402
from khyber.catalogue import game as find_game  # noqa: E402
from khyber.engine.chance import stream  # noqa: E402
from khyber.engine.optional import Evaluation  # noqa: E402
from khyber.lab.processes import spread  # noqa: E402
from khyber.lab.puzzles import seated  # noqa: E402

SEED = 17_004
#: Bins of the estimate; games played by a process at a time.
BINS, CHUNK = 200, 10
#: Points of a curve, and of the plot.
POINTS, PLOTTED = 20, 10
#: Games with chances of winning; a game for one has points instead.
RIVALS = [game for game in GAMES if len(find_game(game).seats) > 1]
#: The first line of a curve's file.
HEAD = "# Written by `python -m tools.tuning.calibration fit`: estimates, and the shares of games won from there.\n"

#: For each bin the number of positions, the sum of their estimates, and the sum of their results.
Counts = list[list[float]]
Unit = tuple[str, int, int, str, float]


def count_chunk(unit: Unit) -> str:
    """Play some games and write their counts; those of even and of odd games apart."""
    game, first, last, folder, until = unit
    counts: list[Counts] = [[[0, 0.0, 0.0] for _ in range(BINS)] for _ in range(2)]
    for index in range(first, last):
        if time.time() > until:
            return ""
        _count(game, index, counts[index % 2])
    file = Path(folder) / f"{game}-{first:05d}-{last:05d}.json"
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(counts), encoding="utf-8")
    os.replace(beside, file)
    return file.name


def _count(game: str, index: int, counts: Counts) -> None:
    found = find_game(game)
    scenario = found.scenarios[index // 2 % len(found.scenarios)]
    table = khyber.play(game, scenario=scenario, seed=stream(SEED, "calibration", index), seats=seated(game))
    outcome, evaluation = table.outcome, Evaluation[Any].of(found)
    assert outcome is not None
    for seat in found.seats:
        result = float(seat in outcome.winner.split("+"))
        for step in range(len(table.steps)):
            estimate = min(1.0, max(0.0, evaluation.winning_chance(table.checkpoint(step), seat)))
            one = counts[min(BINS - 1, int(estimate * BINS))]
            one[0] += 1
            one[1] += estimate
            one[2] += result


def count(game: str, games: int, folder: Path, jobs: int, minutes: float) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    until = time.time() + 60 * minutes
    units = [(game, at, min(games, at + CHUNK), str(folder), until) for at in range(0, games, CHUNK)]
    left = [unit for unit in units if not (folder / f"{game}-{unit[1]:05d}-{unit[2]:05d}.json").exists()]
    for done, name in enumerate(spread(count_chunk, left, jobs) if left else (), 1):
        if name:
            print(f"{game}: {done} of {len(left)} chunks", flush=True)


def read(game: str, folder: Path) -> tuple[int, list[Counts]]:
    """Return the number of games counted, and the sums of the counts."""
    total: list[Counts] = [[[0, 0.0, 0.0] for _ in range(BINS)] for _ in range(2)]
    games = 0
    for file in sorted(folder.glob(f"{game}-*.json")):
        first, last = (int(part) for part in file.stem.rsplit("-", 2)[1:])
        games += last - first
        for mine, theirs in zip(total, json.loads(file.read_text(encoding="utf-8")), strict=True):
            for one, other in zip(mine, theirs, strict=True):
                for at in range(3):
                    one[at] += other[at]
    return games, total


def rising(counts: Counts) -> Curve:
    """Return a rising curve through the counts: neighbours that fall are pooled, then all but a few points left out."""
    pools: list[list[float]] = []
    least = sum(one[0] for one in counts) / POINTS
    for one in counts:
        if not one[0]:
            continue
        if pools and pools[-1][0] < least:
            pools[-1] = [mine + theirs for mine, theirs in zip(pools[-1], one, strict=True)]
        else:
            pools.append(list(one))
        while len(pools) > 1 and pools[-1][2] / pools[-1][0] < pools[-2][2] / pools[-2][0]:
            last = pools.pop()
            pools[-1] = [mine + theirs for mine, theirs in zip(pools[-1], last, strict=True)]
    points = [(estimates / n, results / n) for n, estimates, results in pools]
    ends = ([(0.0, points[0][1])] if points[0][0] > 0 else []), ([(1.0, points[-1][1])] if points[-1][0] < 1 else [])
    return tuple((round(x, 4), round(y, 4)) for x, y in (*ends[0], *points, *ends[1]))


def error(counts: Counts, curve: Curve) -> float:
    """Return the mean distance between estimate and result over bins, weighted by positions."""
    total = sum(one[0] for one in counts)
    return sum(abs(on_curve(one[1] / one[0], curve) * one[0] - one[2]) for one in counts if one[0]) / total


def plotted(counts: Counts, curve: Curve) -> list[tuple[float, float, float]]:
    """Return points of the plot: the chance given, the share won, and the number of positions."""
    pools: dict[int, list[float]] = {}
    for n, estimates, results in counts:
        if n:
            given = on_curve(estimates / n, curve)
            pool = pools.setdefault(min(PLOTTED - 1, int(given * PLOTTED)), [0.0, 0.0, 0.0])
            for at, value in enumerate((n, given * n, results)):
                pool[at] += value
    return [(pool[1] / pool[0], pool[2] / pool[0], pool[0]) for _, pool in sorted(pools.items())]


def drawn(title: str, counts: Counts, curve: Curve) -> str:
    """Return the reliability plot as SVG: what was given across, what happened upwards."""
    size, edge = 360, 46
    before, after = plotted(counts, ()), plotted(counts, curve)

    def at(x: float, y: float) -> str:
        return f"{edge + x * size:.1f},{edge + (1 - y) * size:.1f}"

    def dots(points: list[tuple[float, float, float]], colour: str, fill: str) -> str:
        line = f'<polyline points="{" ".join(at(x, y) for x, y, _ in points)}" fill="none" stroke="{colour}"/>'
        most = max(n for _, _, n in points)
        return line + "".join(
            f'<circle cx="{at(x, y).split(",")[0]}" cy="{at(x, y).split(",")[1]}" r="{2 + 5 * sqrt(n / most):.1f}" '
            f'fill="{fill}" stroke="{colour}"><title>{x:.2f}: {y:.2f} of {n:.0f} positions</title></circle>'
            for x, y, n in points
        )

    marks = "".join(
        f'<text x="{edge + share * size}" y="{edge + size + 18}" text-anchor="middle">{share:.0%}</text>'
        f'<text x="{edge - 8}" y="{edge + (1 - share) * size + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.5, 1)
    )
    whole = size + 2 * edge
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        f'font-family="sans-serif" font-size="12">'
        f'<rect width="{whole}" height="{whole}" fill="#fff"/><text x="{edge}" y="20" font-size="14">{title}</text>'
        f'<rect x="{edge}" y="{edge}" width="{size}" height="{size}" fill="none" stroke="#999"/>'
        f'<path d="M{at(0, 0)} L{at(1, 1)}" stroke="#999" stroke-dasharray="4 4"/>{marks}'
        f"{dots(before, '#b7791f', 'none')}{dots(after, '#0b5563', '#0b5563')}"
        f'<text x="{edge}" y="{whole - 8}">across: chance given · up: share won · hollow: not calibrated</text></svg>\n'
    )


def fit(folder: Path) -> None:
    rows, drawn_of = list[str](), list[str]()
    for game in RIVALS:
        games, (even, odd) = read(game, folder)
        if not games:
            continue
        curve = rising(even)
        drawn_of.append(game)
        points = ", ".join(f"[{x}, {y}]" for x, y in curve)
        Path(str(file_of(game, "ai/calibration.toml"))).write_text(f"{HEAD}curve = [{points}]\n", encoding="utf-8")
        (ROOT / "docs" / f"calibration-{game}.svg").write_text(
            drawn(find_game(game).title, odd, curve), encoding="utf-8"
        )
        positions = sum(one[0] for one in odd)
        before, after = error(odd, ()), error(odd, curve)
        rows.append(f"| {find_game(game).title} | {games // 2:,} | {positions:,.0f} | {before:.3f} | {after:.3f} |")
        print(rows[-1])
    (ROOT / "docs" / "calibration.md").write_text(page(rows, drawn_of), encoding="utf-8")


def page(rows: list[str], drawn_of: list[str]) -> str:
    pictures = "\n".join(f"![{find_game(game).title}](calibration-{game}.svg)\n" for game in drawn_of)
    table = "\n".join(
        [
            "| Game | games plotted | positions | error before | error after |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
        ]
    )
    return f"""# How far the winning chances can be trusted

`khyber analyse` and Analyse on the page show chances that are calibrated: a seat with 30% should win 30 games of 100.
The estimate (`Evaluation.winning_chance`) is corrected by a rising curve, fitted to games between the game's own bots
as players, all scenarios in turn. Half of the games are for the fit; figures and plots show the other half. The error
is the mean distance between the chance given and the share won, over bins of the estimate; positions are counted once
for each seat, after every step. Enduring Freedom is not among them: its analysis shows NetWar Points.

{table}

The games are between bots: among people who see further, a lead may be worth more or less. A new evaluation needs a
new calibration:

```sh
python -m tools.tuning.calibration count distant-plain --games 2000 --out FOLDER --jobs 16
python -m tools.tuning.calibration fit --from FOLDER
```

{pictures}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    counter = commands.add_parser("count", help="Play games of bots and count results by estimate.")
    counter.add_argument("game", choices=RIVALS)
    counter.add_argument("--games", type=int, default=1000)
    counter.add_argument("--out", type=Path, required=True)
    counter.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    counter.add_argument("--minutes", type=float, default=600)
    fitter = commands.add_parser("fit", help="Fit the curves and draw the plots.")
    fitter.add_argument("--from", dest="folder", type=Path, required=True)
    given = parser.parse_args()
    if given.command == "count":
        count(given.game, given.games, given.out, given.jobs, given.minutes)
    else:
        fit(given.folder)


if __name__ == "__main__":
    main()
