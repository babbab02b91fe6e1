"""The course of an outlook: games of the taught bot and a fit, kept in a folder so that it can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from khyber.lab.processes import spread
from khyber.lab.train.outlook_lessons import OutlookLesson, hold, taught_game

#: Games of one file.
CHUNK: Final = 40
#: Networks that are averaged: each is wrong elsewhere.
NETWORKS: Final = 3


@dataclass(frozen=True, slots=True)
class OutlookCourse:
    """What to train: the game, where its games are kept, and how many of them."""

    game: str
    folder: Path
    games: int
    jobs: int = 1


def run(course: OutlookCourse, out: Path, done: Callable[[int], None]) -> tuple[float, float]:
    """Play the games, fit the networks and write them with their card; `done` hears of games played.

    Return the loss on games held back, and that of always guessing the same.
    """
    from khyber.lab.train.outlook_fit import fit

    taught_game(course.game)
    folder = course.folder / "outlook"
    planned = [OutlookLesson(course.game, first, CHUNK, folder) for first in range(0, course.games, CHUNK)]
    for _ in spread(hold, planned, course.jobs):
        done(CHUNK)
    found = fit(course.game, [lesson.file for lesson in planned], out, NETWORKS)
    lines = [
        f"# The outlook of {course.game}",
        "",
        f"Written by `khyber train {course.game} --outlook --games {course.games}`: how likely a seat is to win that "
        "plays on by the taught bot.",
        "",
        f"- Data: {found.games:,} games with seeds from 0, {found.positions:,} positions.",
        f"- {NETWORKS} networks, averaged. One game in ten is held back. Loss there: {found.loss:.3f} nats a "
        f"position; always guessing the same: {found.prior:.3f}.",
    ]
    out.with_suffix(".md").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return found.loss, found.prior
