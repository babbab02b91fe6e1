"""Perft: count the lines of play from a position, so that a missing or extra option shows as a number."""

from __future__ import annotations

from collections.abc import Iterator

from khyber.engine.play import S
from khyber.engine.table import Table


def perft(table: Table[S], depth: int, *, asides: bool = False) -> int:
    """Count the sequences of `depth` choices; one that ends the game sooner counts once.

    >>> import khyber
    >>> from khyber.catalogue import DEFAULT
    >>> table = khyber.new(DEFAULT, scenario="short", seed=7)
    >>> perft(table, 1), perft(table, 2)
    (7, 79)
    """
    choices = list(_choices(table, asides))
    if depth == 0 or not choices:
        return 1
    if depth == 1:
        return len(choices)
    return sum(perft(_after(table, *choice), depth - 1, asides=asides) for choice in choices)


def divide(table: Table[S], depth: int, *, asides: bool = False) -> dict[str, int]:
    """Split a count by the first choice; an aside names its seat.

    >>> import khyber
    >>> from khyber.catalogue import DEFAULT
    >>> divide(khyber.new(DEFAULT, scenario="short", seed=7), 2)
    {'rally': 27, 'march': 13, 'attack': 10, 'terror': 12, 'event-unshaded': 5, 'event-shaded': 5, 'pass': 7}
    """
    return {
        key if table.decision and seat == table.decision.seat else f"{seat}: {key}": perft(
            _after(table, key, seat), depth - 1, asides=asides
        )
        for key, seat in _choices(table, asides)
    }


def _choices(table: Table[S], asides: bool) -> Iterator[tuple[str, str]]:
    """Yield each option as its key and seat."""
    if table.decision is None:
        return
    for option in table.decision.options:
        yield option.key, table.decision.seat
    if asides:
        for seat in table.game.seats:
            for option in table.asides(seat):
                yield option.key, seat


def _after(table: Table[S], key: str, seat: str) -> Table[S]:
    branch = table.fork()
    branch.choose(key, seat)
    return branch
