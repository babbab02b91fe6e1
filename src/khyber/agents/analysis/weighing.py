"""Lines weighed in many of a search's worlds, and grouped by their first choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from khyber.agents.strong.lines import Line
from khyber.agents.strong.search import Candidate, Search
from khyber.engine.errors import Error
from khyber.engine.play import S


@dataclass(frozen=True, slots=True)
class Weighed:
    """A line and its value in each world."""

    line: Line
    values: tuple[float, ...]

    @property
    def value(self) -> float:
        return sum(self.values) / len(self.values)

    def above(self, other: Weighed) -> float:
        """Return the least that this line is likely to be better, from the same worlds: the mean less two errors."""
        mean, error = self.lead_over(other)
        return mean - 2 * error

    def lead_over(self, other: Weighed) -> tuple[float, float]:
        """Return how much better this line is on average in the same worlds, and the standard error."""
        gaps = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
        return mean, sqrt(spread / len(gaps))


def weigh(search: Search[S], seat: str, lines: Iterable[Line], worlds: range) -> list[Weighed]:
    """Return the lines with their values in these worlds of the search, best first."""
    return sorted((weighed(search, seat, line, worlds) for line in lines), key=lambda one: -one.value)


def weighed(search: Search[S], seat: str, line: Line, worlds: range, policy: str = "") -> Weighed:
    """Return a line, continued by this bot or the one that a search plays by, with its values in these worlds."""

    def value(number: int) -> float:
        try:
            return search.worth.chance(search.played_out(line, number, policy).state, seat)
        except Error:
            return 0.0  # as in the search: a line that fails counts against it

    return Weighed(line, tuple(map(value, worlds)))


def idea(line: Line) -> str:
    """Return the first choice of a line, which says what kind of turn it is."""
    return line[0] if line else ""


def best_of_ideas(compared: Sequence[Candidate], most: int) -> list[Line]:
    """Return the best lines of each idea, at most that many; the candidates come best first."""
    found: dict[str, list[Line]] = {}
    for one in sorted(compared, key=lambda one: -one.value):
        lines = found.setdefault(idea(one.line), [])
        if len(lines) < most:
            lines.append(one.line)
    return [line for lines in found.values() for line in lines]
