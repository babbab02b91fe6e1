"""Ratings of agents and a cross table, from the rows of games (openskill, Plackett-Luce).

A seat of a game is a team of two: the agent that plays it, and the seat itself in its scenario. So a seat that wins
more often gets a higher rating of its own, and agents are compared as if all seats were equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from khyber.catalogue import game as find_game


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, with its uncertainty (one standard deviation)."""

    name: str
    rating: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class Versus:
    """Meetings of two agents in one game: how often the first came out ahead; equals count half."""

    one: str
    other: str
    ahead: float
    meetings: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of agents and seats, best first, and the cross table in the order of the agents."""

    agents: list[Rating]
    #: Named `GAME SCENARIO SEAT`.
    seats: list[Rating]
    table: list[Versus]

    def versus(self, one: str, other: str) -> Versus | None:
        """Return the meetings of two agents."""
        return next((found for found in self.table if (found.one, found.other) == (one, other)), None)


def rate(rows: Iterable[Mapping[str, Any]]) -> Ratings | None:
    """Return the ratings from rows of games, in their order; None if no two agents met in a game."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated: dict[tuple[str, ...], Any] = {}
    games: dict[tuple[str, ...], int] = {}
    ahead: dict[tuple[str, str], float] = {}
    meetings: dict[tuple[str, str], int] = {}
    for row in rows:
        seats = [seat for seat in find_game(row["game"]).seats if row[f"agent_{seat}"] is not None]
        agents = {seat: str(row[f"agent_{seat}"]) for seat in seats}
        if row["error"] is not None or len(set(agents.values())) < 2:
            continue
        places = _places(row, seats)
        for one, other in combinations(seats, 2):
            if agents[one] != agents[other]:
                for first, second in ((one, other), (other, one)):
                    pair = agents[first], agents[second]
                    meetings[pair] = meetings.get(pair, 0) + 1
                    ahead[pair] = ahead.get(pair, 0.0) + _ahead(places[first], places[second])
        keys = {seat: ((agents[seat],), (row["game"], row["scenario"], seat)) for seat in seats}
        teams = [[rated.setdefault(key, model.rating()) for key in keys[seat]] for seat in seats]
        after = model.rate(teams, ranks=[places[seat] for seat in seats])
        changed: dict[tuple[str, ...], list[Any]] = {}
        for seat, team in zip(seats, after, strict=True):
            for key, new in zip(keys[seat], team, strict=True):
                changed.setdefault(key, []).append(new)
        for key, found in changed.items():  # an agent may hold several seats: it gets the mean of their ratings
            n = len(found)
            rated[key] = model.rating(mu=sum(one.mu for one in found) / n, sigma=sum(one.sigma for one in found) / n)
            games[key] = games.get(key, 0) + 1
    if not rated:
        return None
    listed = sorted(
        (Rating(" ".join(key), one.mu, one.sigma, games[key]) for key, one in rated.items()),
        key=lambda one: (-one.rating, one.name),
    )
    names = {" ".join(key) for key in rated if len(key) == 1}
    ranked = [one for one in listed if one.name in names]
    pairs = [(one.name, other.name) for one in ranked for other in ranked if (one.name, other.name) in meetings]
    return Ratings(
        ranked,
        [one for one in listed if one.name not in names],
        [Versus(*pair, ahead[pair], meetings[pair]) for pair in pairs],
    )


def _places(row: Mapping[str, Any], seats: list[str]) -> dict[str, float]:
    """Return the place of each seat: winners first, the others by margin."""
    winners = (row["winner"] or "").split("+")
    keys = {seat: (seat not in winners, -(row[f"margin_{seat}"] or 0)) for seat in seats}
    order = sorted(set(keys.values()))
    return {seat: float(order.index(key)) for seat, key in keys.items()}


def _ahead(place: float, other: float) -> float:
    return 1.0 if place < other else 0.5 if place == other else 0.0
