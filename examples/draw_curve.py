"""Draw learning curves: `python examples/draw_curve.py curve.svg "Zurmat=docs/learning-zurmat.csv" ...`."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure


def draw(file: Path, curves: dict[str, Path]) -> None:
    """Draw how often each seat wins against random opponents, a panel for each file."""
    mpl.rcParams |= {"svg.hashsalt": "khyber", "svg.fonttype": "none"}
    figure = Figure(figsize=(4.6 * len(curves), 3.4), layout="constrained")
    for panel, (title, curve) in zip(figure.subplots(1, len(curves), squeeze=False)[0], curves.items(), strict=True):
        rows = list(csv.DictReader(curve.read_text(encoding="utf-8").splitlines()))
        minutes = [float(row["minutes"]) for row in rows]
        for name in rows[0]:
            if name not in ("minutes", "games", "checked"):
                mean = name == "mean"
                shares = [float(row[name]) for row in rows]
                panel.plot(minutes, shares, label=name, linewidth=3 if mean else 1.2, color="black" if mean else None)
        panel.set(title=title, xlabel="minutes of learning", ylabel="games won against random", ylim=(0, 1.03))
        panel.grid(alpha=0.3)
        panel.legend(frameon=False, fontsize=8)
    figure.savefig(file, metadata={"Date": None})


if __name__ == "__main__":
    given = (one.partition("=") for one in sys.argv[2:])
    draw(Path(sys.argv[1]), {title: Path(path) for title, _, path in given})
