"""Charts as SVG, drawn by Matplotlib. Colours are those of the page, so that charts follow its light and dark sides.

A chart is as wide as a phone and stands beside others on a wider screen; its text stays text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from itertools import count
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from khyber.lab.report.numbers import POINTS, Lengths, Share, Spread
from khyber.lab.report.swings import Change

#: Width of a chart in points; its text has 9.
WIDTH: Final = 330.0
TEXT: Final = 9
#: Colours that stand for those of the page (report.css) until the SVG is written.
INK, FAINT, GRID, PAPER = "#010101", "#010102", "#010103", "#010104"
SERIES: Final = tuple(f"#0102{number:02x}" for number in range(6))
_VARIABLES: Final = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    GRID: "var(--line)",
    PAPER: "var(--paper)",
    **{colour: f"var(--series-{number})" for number, colour in enumerate(SERIES)},
}
_STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "font.size": TEXT,
    "font.family": "DejaVu Sans",
    "text.color": INK,
    "axes.labelcolor": FAINT,
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": FAINT,
    "ytick.labelcolor": INK,
    "xtick.labelsize": TEXT - 1,
    "axes.unicode_minus": True,
    "legend.frameon": False,
    "legend.fontsize": TEXT - 0.5,
}
#: Characters of a legend that fit into a chart, and those that the colour of a name takes.
ACROSS, AROUND = 62, 4
_PREFIX = count()


@dataclass(frozen=True, slots=True)
class Series:
    """A named row of a chart; the colour is the place of its seat or agent."""

    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of an axis that several charts share, so that they can be compared."""

    low: float
    high: float

    def with_room(self) -> tuple[float, float]:
        room = max(0.5, (self.high - self.low) * 0.04)
        return self.low - room, self.high + room


def _figure(height: float) -> Figure:
    return Figure(figsize=(WIDTH / 72, height / 72), layout="constrained")


def _svg(figure: Figure, label: str) -> str:
    """Return the figure as an element of the page."""
    written = StringIO()
    with mpl.rc_context({**_STYLE, "svg.hashsalt": "khyber"}):
        figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = written.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<g id=\"[^\"]*\">", "<g>", svg)
    svg = re.sub(r"(font: [\d.]+px|font-family:)[^;\"]*", r"\1 system-ui, sans-serif", svg)
    svg = re.sub(r"#0101\d\d|#0102\d\d", lambda found: _VARIABLES[found[0]], svg)
    prefix = f"c{next(_PREFIX)}-"  # ids are unique in a page with many charts
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{prefix}", svg)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size is not None
    opening = f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {size[1]} {size[2]}">'
    return re.sub(r"<svg[^>]*>", lambda _: opening, svg, count=1)


# -- charts -----------------------------------------------------------------------------------------


def shares(rows: Sequence[tuple[Series, Share]], label: str, most: float = 1.0) -> str:
    """Draw shares with their intervals, one row each; the scale has room for `most`."""
    with mpl.rc_context(_STYLE):
        figure = _figure(34 + 24 * len(rows))
        axes = figure.subplots()
        for place, (series, found) in enumerate(rows):
            colour = SERIES[series.colour]
            axes.barh(place, found.share, height=0.62, color=colour, alpha=0.85)
            axes.plot([found.low, found.high], [place, place], color=INK, linewidth=1.4, solid_capstyle="butt")
            axes.annotate(
                f"{found.share:.0%}", (found.high, place), (4, 0), textcoords="offset points", va="center", color=INK
            )
        axes.set_yticks(range(len(rows)), [series.name for series, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, max(0.4, min(1.0, most)) * 1.16)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}" if value <= 1 else "")
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        return _svg(figure, label)


def course(rows: Sequence[tuple[Series, Sequence[Spread]]], label: str, across: str, scale: Scale) -> str:
    """Draw means over the course of a game, with the band of the middle eight tenths of games."""
    with mpl.rc_context(_STYLE):
        figure = _figure(190)
        axes = figure.subplots()
        at = np.arange(POINTS + 1) / POINTS
        for series, points in rows:
            colour = SERIES[series.colour]
            axes.fill_between(at, [p.low for p in points], [p.high for p in points], color=colour, alpha=0.10, lw=0)
            axes.plot(at, [p.mean for p in points], color=colour, linewidth=1.8, label=series.name)
        axes.axhline(0, color=FAINT, linewidth=0.9)
        axes.set_xlim(0, 1)
        axes.set_ylim(*scale.with_room())
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel(across)
        figure.legend(loc="outside upper left", ncols=_columns(rows), handlelength=1.2, columnspacing=1.0)
        return _svg(figure, label)


def spreads(rows: Sequence[tuple[Series, Spread]], label: str, scale: Scale) -> str:
    """Draw numbers as their middle eight tenths, median and mean."""
    with mpl.rc_context(_STYLE):
        figure = _figure(34 + 24 * len(rows))
        axes = figure.subplots()
        for place, (series, found) in enumerate(rows):
            colour = SERIES[series.colour]
            axes.plot(
                [found.low, found.high], [place, place], color=colour, alpha=0.45, linewidth=7, solid_capstyle="butt"
            )
            axes.plot([found.middle] * 2, [place - 0.26, place + 0.26], color=INK, linewidth=1.6)
            axes.plot([found.mean], [place], "o", color=colour, markersize=8, markeredgecolor=PAPER)
        axes.axvline(0, color=FAINT, linewidth=0.9)
        axes.set_xlim(*scale.with_room())
        axes.set_yticks(range(len(rows)), [series.name for series, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        return _svg(figure, label)


def lengths(found: Lengths, label: str, across: str, scale: Scale) -> str:
    """Draw how many games took how many turns."""
    with mpl.rc_context(_STYLE):
        figure = _figure(120)
        axes = figure.subplots()
        total = sum(found.bars.values())
        axes.bar(
            [first + found.width / 2 - 0.5 for first in found.bars],
            [number / total for number in found.bars.values()],
            width=found.width * 0.9,
            color=SERIES[5],
            alpha=0.85,
        )
        axes.axvline(found.turns.middle, color=INK, linewidth=1.2)
        axes.set_xlim(*scale.with_room())
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.tick_params(axis="y", labelcolor=FAINT, labelsize=TEXT - 1)
        axes.set_xlabel(across)
        axes.grid(axis="x", visible=False)
        return _svg(figure, label)


def bars(names: Sequence[str], rows: Sequence[tuple[Series, Sequence[float]]], label: str) -> str:
    """Draw shares side by side, a group for each name and a colour for each series."""
    with mpl.rc_context(_STYLE):
        thick = 0.8 / max(1, len(rows))
        figure = _figure(46 + len(names) * (10 + 8 * len(rows)))
        axes = figure.subplots()
        for place, (series, values) in enumerate(rows):
            at = [number - 0.4 + thick * (place + 0.5) for number in range(len(names))]
            drawn = axes.barh(at, values, height=thick * 0.9, color=SERIES[series.colour], alpha=0.85)
            drawn.set_label(series.name)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        if len(rows) > 1:
            figure.legend(loc="outside upper left", ncols=_columns(rows), handlelength=1.0)
        return _svg(figure, label)


def _columns(rows: Sequence[tuple[Series, object]]) -> int:
    """Return how many names of a legend fit side by side."""
    widest = max(len(series.name) for series, _ in rows) + AROUND
    return max(1, min(4, len(rows), ACROSS // widest))


def changes(names: Sequence[str], rows: Sequence[tuple[Series, Sequence[Change | None]]], label: str) -> str:
    """Draw changes with their intervals: a line for each name, a dot for each series."""
    with mpl.rc_context(_STYLE):
        figure = _figure(52 + 24 * len(names))
        axes = figure.subplots()
        for number, (series, found) in enumerate(rows):
            colour = SERIES[series.colour]
            beside = 0.2 * (number - (len(rows) - 1) / 2)  # so that equal changes do not hide each other
            seen = [(place + beside, change) for place, change in enumerate(found) if change is not None]
            for place, change in seen:
                half = change.half or 0.0
                axes.plot(
                    [change.mean - half, change.mean + half], [place, place], color=colour, alpha=0.45, linewidth=3
                )
            axes.plot(
                [change.mean for _, change in seen],
                [place for place, _ in seen],
                "o",
                color=colour,
                markersize=6,
                markeredgecolor=PAPER,
                markeredgewidth=0.5,
                label=series.name,
            )
        axes.axvline(0, color=FAINT, linewidth=0.9)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        figure.legend(loc="outside upper left", ncols=_columns(rows), handlelength=0.8, columnspacing=0.9)
        return _svg(figure, label)
