"""The swing of each card: how margins change in the turn of an Event, and who wins the games in which it was played."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from khyber.catalogue import game as find_game
from khyber.lab.report.frames import Floats, Run, counts, floats, where
from khyber.lab.summary import SPREAD


@dataclass(frozen=True, slots=True)
class Change:
    """A mean change, with half its 95% interval; None if it was seen once only."""

    mean: float
    half: float | None

    @property
    def sure(self) -> float:
        """How much of the change lies beyond doubt: 0 if the interval holds 0."""
        return 0.0 if self.half is None else max(0.0, abs(self.mean) - self.half)


@dataclass(frozen=True, slots=True)
class Swing:
    """An Event, or one side of it."""

    #: As in the rows: `34-shaded`, `7`.
    event: str
    times: int
    #: How often each seat executed it.
    by: dict[str, int]
    #: The change of each seat's margin or points in that turn.
    gains: dict[str, Change]
    #: How much more of the games each seat won when it was executed than otherwise in the same set-ups.
    wins: dict[str, Change]

    @property
    def swing(self) -> float:
        """The largest change of any seat that is beyond doubt."""
        return max((change.sure for change in self.gains.values()), default=0.0)


def swings(run: Run, game: str) -> list[Swing]:
    """Return the Events of a game, largest swing first."""
    if run.turns is None:
        return []
    games = where(run.games, game=game)
    turns = run.turns.filter(pc.is_in(run.turns["setup"], pc.unique(games["setup"])))
    turns = turns.filter(pc.is_valid(turns["event"]))
    won = _won(games, game)
    place = {key: number for number, key in enumerate(_keys(games))}
    setups = floats(games["setup"]).astype(int)
    found = []
    for event in counts(turns["event"]):
        rows = where(turns, event=event)
        played = np.zeros(games.num_rows, bool)
        played[[place[key] for key in _keys(rows) if key in place]] = True
        found.append(
            Swing(
                event,
                rows.num_rows,
                counts(rows["seat"]),
                _gains(rows, game),
                {seat: change for seat in won if (change := compared(won[seat], played, setups)) is not None},
            )
        )
    return sorted(found, key=lambda one: (-one.swing, one.event))


def _keys(table: pa.Table) -> list[tuple[int, int]]:
    return list(zip(table["setup"].to_pylist(), table["index"].to_pylist(), strict=True))


def _won(games: pa.Table, game: str) -> dict[str, Floats]:
    """Return 1 for each game that a seat won, else 0."""
    winners = [(winner or "").split("+") for winner in games["winner"].to_pylist()]
    return {seat: np.array([float(seat in winner) for winner in winners]) for seat in find_game(game).seats}


def _gains(rows: pa.Table, game: str) -> dict[str, Change]:
    found: dict[str, Change] = {}
    for seat in find_game(game).seats:
        values = floats(rows[f"gain_{seat}"]) if f"gain_{seat}" in rows.column_names else np.array([])
        values = values[~np.isnan(values)]
        if len(values):
            half = SPREAD * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else None
            found[seat] = Change(float(values.mean()), half)
    return found


def compared(won: Floats, played: np.typing.NDArray[np.bool_], setups: np.typing.NDArray[np.int_]) -> Change | None:
    """Return the difference in the share of wins between games with and without an Event.

    Set-ups are compared each with itself, and weighted by their games with the Event, so that an Event does not look
    strong because it comes up more often in a longer scenario.
    """
    difference = variance = weight = 0.0
    for setup in np.unique(setups):
        here = setups == setup
        with_, without = won[here & played], won[here & ~played]
        if len(with_) and len(without):
            share, rest, n = float(with_.mean()), float(without.mean()), len(with_)
            difference += n * (share - rest)
            variance += n * n * (share * (1 - share) / n + rest * (1 - rest) / len(without))
            weight += n
    return Change(difference / weight, SPREAD * sqrt(variance) / weight) if weight else None
