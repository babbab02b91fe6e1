"""Answers to the decisions of a table, and what it offers."""

from __future__ import annotations

import pytest

from khyber.engine.errors import NotOffered, NotYourTurn
from khyber.engine.table import Table
from khyber.games.distant_plain.state import State


def keys(table: Table[State]) -> list[str]:
    """The options of the pending decision."""
    return table.decision.options.keys() if table.decision else []


def asked(table: Table[State]) -> str:
    """Who is asked what: `taliban rally-space`. Empty when the game is over."""
    return f"{table.decision.seat} {table.decision.ask}" if table.decision else ""


def choose(table: Table[State], *wanted: str) -> None:
    """Answer decisions one after the other. The table itself answers those with one option only."""
    for key in wanted:
        assert key in keys(table), f"{asked(table)}: {key!r} is not among {keys(table)}"
        table.choose(key)


def choose_until(table: Table[State], question: str, *wanted: str) -> None:
    """Take the first of these options that is offered, until that is asked: `taliban ied-loc`."""
    while asked(table) != question:
        choose(table, next(key for key in wanted if key in keys(table)))


def assert_refused(table: Table[State], *unwanted: str) -> None:
    """None of these is offered, and choosing it changes nothing."""
    before, version = table.state.copy(), table.version
    for key in unwanted:
        assert key not in keys(table), f"{asked(table)}: {key!r} is offered"
        with pytest.raises(NotOffered):
            table.choose(key)
        assert table.state == before and table.version == version


def asides(table: Table[State], seat: str) -> list[str]:
    """What the seat may do now unasked: `give taliban 3`, `patronage 2`, `remove paktika taliban-base`."""
    return table.asides(seat).keys()


def take_aside(table: Table[State], seat: str, *wanted: str) -> None:
    """Do these things unasked, one after the other."""
    for key in wanted:
        assert key in asides(table, seat), f"{seat}: {key!r} is not among {asides(table, seat)}"
        table.choose(key, seat=seat)


def assert_aside_refused(table: Table[State], seat: str, *unwanted: str) -> None:
    """None of these is open to the seat, and trying changes nothing."""
    before, version = table.state.copy(), table.version
    for key in unwanted:
        assert key not in asides(table, seat), f"{seat}: {key!r} is open"
        with pytest.raises((NotOffered, NotYourTurn)):
            table.choose(key, seat=seat)
        assert table.state == before and table.version == version
