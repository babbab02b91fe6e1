"""Figures of Zurmat: cards, Operations, battles, Objectives and VPs of each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from khyber.games.zurmat.board import SEATS
from khyber.lab.simulate import Played, Results
from khyber.lab.zurmat_turns import COUNTED

Counts = Mapping[str, Counter[str]]


def counts_of(games: Sequence[Played]) -> dict[str, Counts]:
    """Sum up the actions of each side over these games (khyber.lab.zurmat_turns)."""
    totals: dict[str, dict[str, Counter[str]]] = {seat: {what: Counter() for what in COUNTED} for seat in SEATS}
    for played in games:
        for seat, figures in cast(Mapping[str, Mapping[str, Mapping[str, int]]], played.figures["zurmat"]).items():
            for what, counted in figures.items():
                totals[seat][what].update(counted)
    return dict(totals)


def zurmat_figures(results: Results) -> dict[str, object]:
    """Return the actions of both sides; `vps` are means per game, all others are counts."""
    games = results.finished
    return {"sides": {seat: _side(counts, len(games)) for seat, counts in counts_of(games).items()}}


def _side(counts: Counts, games: int) -> dict[str, object]:
    levels: dict[str, dict[str, int]] = {}
    for name, n in sorted(counts["operations"].items()):
        operation, level = name.split()
        levels.setdefault(operation, {})[level] = n
    return {
        "tactics": {
            card: {"drawn": n, "played": counts["played"][card]} for card, n in sorted(counts["drawn"].items())
        },
        "operations": {operation: {"n": sum(by.values()), "levels": by} for operation, by in levels.items()},
        "battles": dict(sorted(counts["battles"].items())),
        "ambushes": dict(sorted(counts["ambushes"].items())),
        "taken": dict(sorted(counts["taken"].items())),
        "objectives": {
            objective: {"kept": n, "met": counts["met"][objective]} for objective, n in sorted(counts["kept"].items())
        },
        "vps": {source: round(n / max(1, games), 4) for source, n in sorted(counts["vps"].items())},
    }
