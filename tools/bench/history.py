"""The history of `khyber bench`: the committed figures in docs/benchmarks-history.json, and their chart."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from khyber.lab.bench import Bench

ROOT = Path(__file__).resolve().parents[2]
HISTORY = ROOT / "docs" / "benchmarks-history.json"
CHART = ROOT / "docs" / "benchmarks-history.svg"

#: Size of a panel, and the margins around its plot: left, right (for labels), top, bottom.
WIDTH, HEIGHT = 640, 230
LEFT, RIGHT, TOP, BOTTOM = 48, 150, 34, 40
#: Colours that remain distinct for colour-blind readers, and a dash pattern for print.
LINES = (("#0072b2", ""), ("#d55e00", "6 3"), ("#009e73", "2 3"))


@dataclass(frozen=True, slots=True)
class Entry:
    """The figures of one commit that hold on any machine: ratios to Catanatron in the same run."""

    date: str
    commit: str
    #: Decisions for each tick of Catanatron, by game.
    ratios: Mapping[str, float]
    #: Catanatron's ticks for a Short game of four bots, by bot.
    ticks: Mapping[str, float]


def entries() -> list[Entry]:
    return [Entry(**entry) for entry in json.loads(HISTORY.read_text())] if HISTORY.exists() else []


def add(found: Bench) -> list[Entry]:
    """Add the figures to the history, replacing those of the same commit; write it and its chart."""
    date, commit = subprocess.run(
        ["git", "log", "-1", "--format=%cs %h"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    now = Entry(
        date,
        commit,
        {game: one.random.ratio_to_catanatron for game, one in found.games.items() if one.random.ratio_to_catanatron},
        {bot: one.ticks_per_game for bot, one in found.games["distant-plain"].bots.items() if one.ticks_per_game},
    )
    known = [*(entry for entry in entries() if entry.commit != commit), now]
    HISTORY.write_text(json.dumps([asdict(entry) for entry in known], indent=1) + "\n")
    CHART.write_text(chart(known))
    return known


def chart(known: Sequence[Entry]) -> str:
    """Draw the history as SVG: one panel of ratios, one of ticks."""
    panels = (
        ("Random decisions for each Catanatron tick (more is better)", [entry.ratios for entry in known], 2.0),
        ("Catanatron ticks for a Short game of four bots (fewer is better)", [entry.ticks for entry in known], 1150.0),
    )
    labels = [entry.commit for entry in known]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT * len(panels)}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="12">',
        "<title>Speed of Khyber by commit</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT * len(panels)}" fill="#fff"/>',
    ]
    for number, (title, series, target) in enumerate(panels):
        parts.append(f'<g transform="translate(0 {number * HEIGHT})">')
        parts += _panel(title, series, target, labels)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _panel(title: str, series: Sequence[Mapping[str, float]], target: float, labels: Sequence[str]) -> Iterator[str]:
    names = list(dict.fromkeys(name for values in series for name in values))
    top = max([target, *(value for values in series for value in values.values())]) * 1.1
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(at: int) -> float:
        return round(LEFT + across * at / max(1, len(series) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + down * (1 - value / top), 1)

    yield f'<text x="{LEFT}" y="18" font-size="13" font-weight="600" fill="#222">{title}</text>'
    for value in (0.0, target):
        dash = ' stroke-dasharray="4 4"' if value else ""
        yield f'<line x1="{LEFT}" x2="{LEFT + across}" y1="{y(value)}" y2="{y(value)}" stroke="#999"{dash}/>'
        yield f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end" fill="#555">{value:,g}</text>'
    for at, label in enumerate(labels):
        yield f'<text x="{x(at)}" y="{HEIGHT - 20}" text-anchor="middle" font-size="10" fill="#555">{label}</text>'
    ends = _spread([y(next(v[name] for v in reversed(series) if name in v)) for name in names])
    for name, end, (colour, dash) in zip(names, ends, LINES, strict=False):
        points = [(x(at), y(values[name])) for at, values in enumerate(series) if name in values]
        line = " ".join(f"{across},{down}" for across, down in points)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        yield from (f'<circle cx="{across}" cy="{down}" r="3" fill="{colour}"/>' for across, down in points)
        last = next(values[name] for values in reversed(series) if name in values)
        yield f'<text x="{LEFT + across + 10}" y="{end + 4}" fill="{colour}">{name} {last:,.4g}</text>'


def _spread(heights: Sequence[float], least: float = 15.0) -> list[float]:
    """Move labels apart that would overlap, keeping their order."""
    placed: dict[int, float] = {}
    below = -least
    for at in sorted(range(len(heights)), key=lambda at: heights[at]):
        below = placed[at] = max(heights[at], below + least)
    return [placed[at] for at in range(len(heights))]
