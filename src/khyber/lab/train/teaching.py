"""A course in which the bot of a search is taught: rounds of games and improvements, kept so that it can be resumed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, Final

import torch

from khyber.agents.strong.policy import Policy
from khyber.catalogue import game as find_game
from khyber.engine.errors import BadSetup
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation
from khyber.lab.train.learner import Learner, Progress
from khyber.lab.train.policies import Words, untaught, write
from khyber.lab.train.practice import Practice, Practised, met, practise

#: Games that a process plays at once.
CHUNK: Final = 16
#: Games from which the questions and option keys are gathered.
FIRST_GAMES: Final = 400
#: The learning rate falls to this share of it by the end of the course.
LAST_RATE: Final = 0.2
#: Rounds of a course begun with a policy in which it only learns what to expect; before, gains would mislead it.
EXPECTING: Final = 3
#: Games of the check have other seeds than those of the course.
CHECK_SEED: Final = 950_000_000


@dataclass(frozen=True, slots=True)
class Lessons:
    """What to teach: games a seat in each round, and how many rounds."""

    game: str
    folder: Path
    rounds: int
    games: int = 512
    rate: float = 1e-3
    #: Games a seat in which the taught bot is checked at the end.
    checked: int = 1000
    jobs: int = 1
    #: The seats to teach; the others keep what they know.
    seats: tuple[str, ...] = ()
    #: The policy to begin with, instead of the bot itself.
    start: Path | None = None
    #: How many times as much its preferences count: the higher, the nearer to its best choices it practises.
    sharper: float = 1.0

    def verified(self) -> Lessons:
        game = find_game(self.game)
        if Evaluation.of(game).map_fields() is None:
            raise BadSetup(f"{self.game} has no map that a policy reads")
        unknown = [seat for seat in self.seats if seat not in game.seats]
        if unknown:
            raise BadSetup(f"{self.game} has no seat {unknown[0]!r}; valid: {', '.join(game.seats)}")
        return self


class Course:
    """A course under way."""

    def __init__(self, lessons: Lessons) -> None:
        self.lessons = lessons.verified()
        self.game: Game[Any] = find_game(lessons.game)
        self.seats = lessons.seats or tuple(self.game.seats)
        begun = None if lessons.start is None else Policy(self.game, lessons.start)
        lessons.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(0)
        self.words = self._words(begun)
        self.learners = {seat: Learner(self.game, self.words, lessons.rate) for seat in self.game.seats}
        #: Rounds held, over all runs of the course, and what each showed.
        self.held: list[dict[str, Progress]] = []
        kept = lessons.folder / "course.pt"
        if kept.exists():
            stored = torch.load(kept, map_location=self.learners[self.game.seats[0]].device)
            self.held = [{seat: Progress(**one) for seat, one in row.items()} for row in json.loads(stored["held"])]
            for seat, learner in self.learners.items():
                learner.load(stored["seats"][seat])
        elif begun is not None:
            for seat, learner in self.learners.items():
                learner.begin_as(begun.weights[seat], lessons.sharper)

    def _words(self, begun: Policy[Any] | None) -> Words:
        """Return the questions and keys of the course, of the policy it began with or gathered in games; then kept."""
        kept = self.lessons.folder / "words.json"
        if not kept.exists():
            words = met(self.game, range(FIRST_GAMES)) if begun is None else (list(begun.asks), list(begun.keys))
            kept.write_text(json.dumps(words))
        return Words(*json.loads(kept.read_text()))

    def export(self, file: Path, *, average: bool = True) -> Path:
        """Write what was learned: the average of the last rounds, or what the next one is played with."""
        learned = {
            seat: (learner.average if average else learner.pupil).weights() for seat, learner in self.learners.items()
        }
        write(self.game, self.words, learned, file)
        return file

    def save(self) -> None:
        """Keep what was learned and how, so that the same command goes on from here."""
        held = json.dumps([{seat: asdict(one) for seat, one in row.items()} for row in self.held])
        kept, made = self.lessons.folder / "course.pt", self.lessons.folder / "course.part"
        torch.save({"held": held, "seats": {seat: one.state() for seat, one in self.learners.items()}}, made)
        made.replace(kept)

    def hold(self, told: Callable[[dict[str, Progress]], None]) -> None:
        """Hold the rounds that are left. While one is learned from, the next is played with the policy before it."""
        with get_context("spawn").Pool(self.lessons.jobs) as pool:
            pending = self._play(pool, len(self.held))
            while len(self.held) < self.lessons.rounds:
                number = len(self.held)
                found = pending()
                if number + 1 < self.lessons.rounds:
                    pending = self._play(pool, number + 1)
                rate = self.lessons.rate * (1 - (1 - LAST_RATE) * number / self.lessons.rounds)
                for learner in self.learners.values():
                    learner.slow_down(rate)
                steady = self.lessons.start is not None and number < EXPECTING
                of = {seat: [one for one in found if one.seat == seat] for seat in self.seats}
                self.held.append({seat: self.learners[seat].learn(of[seat], steady=steady) for seat in self.seats})
                self.save()
                told(self.held[-1])

    def _play(self, pool: Pool, number: int) -> Callable[[], list[Practised]]:
        policy = self.export(self.lessons.folder / f"policy-{number % 2}.npz", average=False)
        first = number * self.lessons.games
        planned = [
            Practice(self.lessons.game, seat, policy, first + start, min(CHUNK, self.lessons.games - start))
            for start in range(0, self.lessons.games, CHUNK)
            for seat in self.seats
        ]
        return pool.map_async(practise, planned, chunksize=1).get

    def check(self, policy: Path) -> dict[str, float]:
        """Return each seat's share of the victory against the bot that people meet, without drawing."""
        games = self.lessons.checked
        planned = [
            Practice(self.lessons.game, seat, policy, CHECK_SEED + start, min(CHUNK, games - start), draws=False)
            for seat in self.game.seats
            for start in range(0, games, CHUNK)
        ]
        shares: dict[str, list[float]] = {seat: [] for seat in self.game.seats}
        with get_context("spawn").Pool(self.lessons.jobs) as pool:
            for one in pool.imap_unordered(practise, planned):
                shares[one.seat] += one.shares
        return {seat: sum(found) / len(found) for seat, found in shares.items()}


def teach(
    lessons: Lessons, out: Path, told: Callable[[dict[str, Progress]], None]
) -> tuple[dict[str, float], dict[str, float]]:
    """Hold the course and write the policy and its card; return the shares of the taught bot and of the bot itself."""
    course = Course(lessons)
    fresh = lessons.folder / "untaught.npz"
    write(course.game, course.words, untaught(course.game, course.words), fresh)
    began = time.monotonic()
    course.hold(told)
    course.export(out)
    seconds = time.monotonic() - began
    shares, before = course.check(out), course.check(fresh)
    out.with_suffix(".md").write_text(card(lessons, course.held, seconds, shares, before), encoding="utf-8")
    return shares, before


def card(
    lessons: Lessons,
    held: Sequence[dict[str, Progress]],
    seconds: float,
    shares: dict[str, float],
    before: dict[str, float],
) -> str:
    """Return the model card: data, seeds and figures."""
    chosen = "".join(f" --seat {seat}" for seat in lessons.seats)
    begun = "" if lessons.start is None else f" --start {lessons.start.name} --sharper {lessons.sharper:g}"
    lines = [
        f"# The policy of {lessons.game}",
        "",
        f"Written by `khyber teach {lessons.game} --rounds {lessons.rounds} --games {lessons.games} --rate "
        f"{lessons.rate:g}{chosen}{begun}`: {len(held)} rounds of {lessons.games} games a seat, seeds from 0; the last "
        f"run took {seconds / 60:.0f} minutes on {lessons.jobs} processes.",
        "",
        f"Won against the bot that people meet, {lessons.checked:,} games a seat with seeds from {CHECK_SEED:,}:",
        "",
        "| Seat | Taught | The bot it began as |",
        "| --- | ---: | ---: |",
        *(f"| {seat} | {shares[seat]:.1%} | {before[seat]:.1%} |" for seat in shares),
    ]
    return "\n".join([*lines, ""])
