"""A course of training: rounds of games, a fit and the gate, kept in a folder so that it can be resumed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.optional import Evaluation
from khyber.lab.processes import spread
from khyber.lab.train.fit import Fit, fit
from khyber.lab.train.gate import compare
from khyber.lab.train.lessons import Lesson, hold

#: Games of one file.
CHUNK: Final = 40
#: The seeds of a round begin this far from those of the round before.
APART: Final = 10_000_000
#: What stands for the game's own estimate, before any network was kept.
NO_NETWORK: Final = "none"


@dataclass(frozen=True, slots=True)
class Course:
    """What to train: games of the first round and of each later one, and games a seat in the gate."""

    game: str
    folder: Path
    games: int
    rounds: int = 1
    later_games: int = 0
    gate: int = 20
    seconds: float = 0.5
    jobs: int = 1

    def checked(self) -> Course:
        if not Evaluation.of(find_game(self.game)).inputs():
            raise BadSetup(f"{self.game} has no inputs for a network")
        return self


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round: the fit, both mean shares in the gate, and whether the new network is kept."""

    number: int
    fit: Fit
    share: float
    share_before: float

    @property
    def kept(self) -> bool:
        return self.share > self.share_before


def run(course: Course, out: Path, done: Callable[[str, int], None]) -> list[Round]:
    """Hold the course and write the network that came through last; `done` hears of games played."""
    course.checked().folder.mkdir(parents=True, exist_ok=True)
    current, files, rounds = NO_NETWORK, list[Path](), list[Round]()
    for number in range(course.rounds):
        searching = "" if number == 0 else current
        files += lessons(course, number, searching, done)
        found = finish_round(course, number, files, current)
        rounds.append(found)
        if found.kept:
            current = str(network_of(course, number))
    if current != NO_NETWORK:
        shutil.copyfile(current, out)
        out.with_suffix(".md").write_text(card(course, rounds), encoding="utf-8")
    return rounds


def network_of(course: Course, number: int) -> Path:
    return course.folder / f"round-{number}.npz"


def lessons(course: Course, number: int, network: str, done: Callable[[str, int], None]) -> list[Path]:
    """Play the games of a round; those of an earlier run are kept."""
    folder = course.folder / f"games-{number}"
    folder.mkdir(exist_ok=True)
    games = course.games if number == 0 else course.later_games
    starts = range(number * APART, number * APART + games, CHUNK)
    planned = [Lesson(course.game, start, CHUNK, folder, network) for start in starts]
    for _ in spread(hold, planned, course.jobs):
        done(f"round {number + 1}: games", CHUNK)
    return [lesson.file for lesson in planned]


def finish_round(course: Course, number: int, files: Sequence[Path], current: str) -> Round:
    """Fit a network to all games so far and let it through the gate, unless an earlier run did with the same games."""
    kept = course.folder / f"round-{number}.json"
    if kept.exists():
        stored = json.loads(kept.read_text())
        if stored.pop("files", None) == len(files):  # with more games it is fitted again
            return Round(number, Fit(**stored.pop("fit")), **stored)
    network = network_of(course, number)
    fitted = fit(course.game, files, network, seed=number)
    shares = compare(course.game, (str(network), current), course.gate, course.seconds, course.jobs)
    made = kept.with_suffix(".part")
    found = {"files": len(files), "fit": asdict(fitted), "share": shares[0], "share_before": shares[1]}
    made.write_text(json.dumps(found))
    made.replace(kept)
    return Round(number, fitted, *shares)


def card(course: Course, rounds: Sequence[Round]) -> str:
    """Return the model card: data, seeds and figures of every round."""
    lines = [
        f"# The network of {course.game}",
        "",
        f"Written by `khyber train {course.game} --games {course.games} --rounds {course.rounds} --later-games "
        f"{course.later_games} --gate {course.gate} --seconds {course.seconds:g}`.",
        "",
        f"Seeds of round N begin at (N - 1) * {APART:,}. One game in ten is held back; the loss is the cross entropy "
        "on those games, in nats a position, beside always guessing the shares of all games. The gate plays the "
        "same games with the new network and with the one before, in every seat; a share is of the victory.",
        "",
        "| Round | Games | Positions | Loss | Guessing | Share | Before | |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    lines += [
        f"| {one.number + 1} | {one.fit.games:,} | {one.fit.positions:,} | {one.fit.loss:.3f} | {one.fit.prior:.3f} | "
        f"{one.share:.1%} | {one.share_before:.1%} | {'kept' if one.kept else 'not kept'} |"
        for one in rounds
    ]
    return "\n".join([*lines, ""])
