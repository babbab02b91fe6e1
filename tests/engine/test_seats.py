"""Seats: a change of seat is an entry in the record and outlives every undo."""

from __future__ import annotations

import pytest

from khyber.engine.errors import BadSetup, NotOffered
from khyber.engine.record import loads
from khyber.engine.table import from_record
from khyber.engine.verify import verify
from tests.engine.tables import answer, at, new, play_on, same, state
from tests.engine.tiny import TINY


def test_a_change_of_seat_is_recorded_where_it_happened() -> None:
    table = new(4)
    table.choose(0)
    table.sit("south", "bot:2nd printing")
    assert table.since[-1] == "=south bot:2nd printing"
    assert (table.version, table.seats["south"]) == (2, "bot:2nd printing")
    table.choose(0)
    assert "=south bot:2nd printing" in table.steps[-1].listed()
    loaded = from_record(TINY, loads(table.save()))
    assert same(loaded, table)
    assert loaded.header.seats["south"] == "person"
    assert verify(TINY, play_on(table, 1).record()) == 7


def test_only_seats_of_the_game_are_taken_and_a_name_is_one_line() -> None:
    table = new(4)
    before = table.save()
    with pytest.raises(NotOffered, match=r"^unknown seat 'west'; valid: north, south$"):
        table.sit("west", "bot")
    with pytest.raises(BadSetup, match=r"^the name of an agent must be one line, not 'bot\\n!raid 6'$"):
        table.sit("north", "bot\n!raid 6")
    assert table.save() == before


def test_sitting_down_is_no_barrier_and_is_not_undone() -> None:
    table = at(state("turn north"))
    answer(table, "trade")
    table.sit("south", "bot")
    table.undo("north")
    assert (table.since, table.seats) == (("=south bot",), {"north": "person", "south": "bot"})
    assert same(from_record(TINY, loads(table.save())), table)


def test_an_agreed_undo_over_steps_keeps_who_sits_where() -> None:
    table = new(4, "short", ["rich"])
    table.choose(0)
    table.choose(0)
    answer(table, "rest")
    table.sit("north", "bot")
    answer(table, "rest")
    table.sit("south", "bot")
    table.choose(0)
    table.undo("north")
    table.undo("north", agreed=True)
    assert (table.since, table.seats) == (("=north bot", "=south bot", "~1 chance"), {"north": "bot", "south": "bot"})
    assert same(from_record(TINY, loads(table.save())), table)
    assert verify(TINY, play_on(table, 1).record()) == 7


def test_seats_may_change_when_the_game_is_over() -> None:
    table = play_on(new(4), 4)
    table.sit("north", "bot")
    assert same(from_record(TINY, loads(table.save())), table)
    assert verify(TINY, table.record()) == 7
