"""The numbers of a report, computed from the rows of a run; nothing here draws or writes words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log, sqrt
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from khyber.catalogue import game as find_game
from khyber.lab.ratings import Ratings, rate
from khyber.lab.report.frames import Floats, Run, counts, floats, where
from khyber.lab.report.swings import Swing, swings
from khyber.lab.study.rows import column_of, progress_measures
from khyber.lab.summary import SPREAD, wilson

#: Points at which the course of a game is measured: after each twentieth of its turns.
POINTS: Final = 20
#: Most bars in a histogram of lengths.
BARS: Final = 24


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some games, with the 95% interval of the share (Wilson)."""

    what: str
    count: int
    of: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean with half its 95% interval, and the 10th, 50th and 90th percentiles."""

    mean: float
    half: float
    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Lengths:
    """Lengths of games in turns: their spread, and a histogram by first turn of each bar."""

    turns: Spread
    width: int
    bars: dict[int, int]
    decisions: float


@dataclass(frozen=True, slots=True)
class SetupNumbers:
    """One set-up of a study."""

    number: int
    game: str
    scenario: str
    options: str
    #: The agent of each seat; "" if it changes from game to game.
    agents: dict[str, str]
    games: int
    #: Wins of each seat, and of other winners that the game knows.
    wins: list[Share]
    draws: int
    #: 1 if all seats win equally often, 0 if one always wins; None for a game of one seat.
    evenness: float | None
    margins: dict[str, Spread]
    endings: list[Share]
    lengths: Lengths
    #: Each seat's success from the first turn to the last, in `POINTS` steps.
    course: dict[str, list[Spread]]


@dataclass(frozen=True, slots=True)
class Actions:
    """What a seat did in its turns when one agent played it: shares of turns."""

    game: str
    seat: str
    agent: str
    turns: int
    operations: dict[str, float]
    activities: dict[str, float]
    #: By side of the card. Where cards have one side, nobody chooses to execute them, and this is empty.
    events: dict[str, float]
    limited: float
    passed: float


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers of a report."""

    name: str
    title: str
    khyber: str
    games: int
    failed: int
    setups: list[SetupNumbers]
    actions: list[Actions]
    swings: dict[str, list[Swing]]
    #: Where agents met in a game.
    ratings: Ratings | None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def numbers(run: Run) -> Numbers:
    """Compute the numbers of a run."""
    setups = sorted(counts(run.games["setup"]))
    played = sorted(counts(run.games["game"]))
    return Numbers(
        run.name,
        run.title,
        run.khyber,
        run.games.num_rows,
        run.failed,
        [_setup(run, number) for number in setups],
        [one for game in played for one in _actions(run, game)],
        {game: found for game in played if (found := swings(run, game))},
        rate(run.games.to_pylist()),
    )


def share(what: str, count: int, of: int) -> Share:
    """Return a share with its interval."""
    low, high = wilson(count, of)
    return Share(what, count, of, count / of if of else 0.0, low, high)


def spread(values: Floats) -> Spread:
    """Return the spread of some numbers; NaN is left out."""
    values = values[~np.isnan(values)]
    if not len(values):
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0)
    half = SPREAD * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    low, middle, high = (float(one) for one in np.percentile(values, (10, 50, 90)))
    return Spread(float(values.mean()), half, low, middle, high)


# -- set-ups ----------------------------------------------------------------------------------------


def _setup(run: Run, number: int) -> SetupNumbers:
    games = where(run.games, setup=number)
    first = games.slice(0, 1).to_pylist()[0]
    seats = find_game(first["game"]).seats
    agents = {seat: list(counts(games[f"agent_{seat}"])) for seat in seats}
    winners = _winners(games)
    won = {seat: winners.get(seat, 0) for seat in (*seats, *(one for one in winners if one not in seats))}
    return SetupNumbers(
        number,
        first["game"],
        first["scenario"],
        first["options"],
        {seat: found[0] if len(found) == 1 else "" for seat, found in agents.items()},
        games.num_rows,
        [share(seat, count, games.num_rows) for seat, count in won.items()],
        games["winner"].null_count,
        evenness([won[seat] for seat in seats]),
        {seat: spread(floats(games[f"margin_{seat}"])) for seat in seats},
        [share(ending, count, games.num_rows) for ending, count in counts(games["ending"]).items()],
        _lengths(games),
        {} if run.turns is None else _course(where(run.turns, setup=number), first["game"]),
    )


def _winners(games: pa.Table) -> dict[str, int]:
    """Return the wins of each seat; seats of one player win together."""
    found: dict[str, int] = {}
    for winner, count in counts(games["winner"]).items():
        for seat in winner.split("+"):
            found[seat] = found.get(seat, 0) + count
    return found


def evenness(wins: Sequence[int]) -> float | None:
    """Return how evenly wins are spread over seats: their entropy, as a share of the highest possible.

    >>> evenness([25, 25, 25, 25]), evenness([9, 0]), evenness([3])
    (1.0, 0.0, None)
    """
    total = sum(wins)
    if len(wins) < 2 or not total:
        return None
    return abs(sum(count / total * log(count / total) for count in wins if count)) / log(len(wins))


def _lengths(games: pa.Table) -> Lengths:
    turns = floats(games["turns"])
    low, high = int(turns.min()), int(turns.max())
    width = max(1, -(-(high - low + 1) // BARS))
    begins = ((turns - low) // width).astype(int) * width + low
    values, numbers_ = np.unique(begins, return_counts=True)
    bars = {int(value): int(count) for value, count in zip(values, numbers_, strict=True)}
    return Lengths(spread(turns), width, bars, float(floats(games["decisions"]).mean()))


def _course(turns: pa.Table, game: str) -> dict[str, list[Spread]]:
    measures = progress_measures(game)
    if not measures or not turns.num_rows:
        return {}
    index = floats(turns["index"])
    begins = np.flatnonzero(np.r_[True, index[1:] != index[:-1]])
    lengths = np.diff(np.r_[begins, len(index)])
    found: dict[str, list[Spread]] = {}
    for seat, measure in measures.items():
        values, gains = floats(turns[column_of(measure.id)]), floats(turns[f"gain_{seat}"])
        points = [spread(values[begins] - gains[begins])]
        for point in range(1, POINTS + 1):
            reached = -(-lengths * point // POINTS)
            points.append(spread(values[begins + reached - 1]))
        found[seat] = points
    return found


# -- actions ----------------------------------------------------------------------------------------


def _actions(run: Run, game: str) -> list[Actions]:
    if run.turns is None:
        return []
    setups = pc.unique(where(run.games, game=game)["setup"])
    turns = run.turns.filter(pc.is_in(run.turns["setup"], setups))
    return [
        _acted(game, seat, agent, rows)
        for seat in find_game(game).seats
        for agent in sorted(counts(where(turns, seat=seat)["agent"]))
        if (rows := where(turns, seat=seat, agent=agent)).num_rows
    ]


def _acted(game: str, seat: str, agent: str, rows: pa.Table) -> Actions:
    of = rows.num_rows
    sides: dict[str, int] = {}
    for event, count in counts(rows["event"]).items():
        number, _, side = event.partition("-")
        if number.isdecimal() and side:
            sides[side] = sides.get(side, 0) + count
    return Actions(
        game,
        seat,
        agent,
        of,
        {what: count / of for what, count in counts(rows["operation"]).items()},
        {what: count / of for what, count in counts(rows["activity"]).items()},
        {what: count / of for what, count in sorted(sides.items())},
        pc.sum(rows["limited"]).as_py() / of,
        pc.sum(rows["passed"]).as_py() / of,
    )
