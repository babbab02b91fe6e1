"""Forks: exact and independent."""

from __future__ import annotations

import random

import pytest

from tests.engine.tables import answer, at, new, play_on, random_choice, same, state
from tests.engine.tiny import SEATS


@pytest.mark.parametrize("seed", range(5))
def test_a_fork_is_equal_and_goes_on_equally(seed: int) -> None:
    table, source = new(seed, "long"), random.Random(seed)
    while table.decision is not None:
        fork = table.fork()
        assert same(fork, table)
        assert fork.state is not table.state
        random_choice(table, source)
    assert same(table.fork(), table)


def test_what_happens_on_a_fork_does_not_happen_on_the_table() -> None:
    table = at(state("turn north", coins=(2, 2), rounds=2))
    answer(table, "raid")
    before, held, fork = table.save(), table.state.copy(), table.fork()
    fork.choose("give", "south")
    fork.sit("south", "bot")
    play_on(fork, 3)
    assert fork.outcome is not None
    assert (table.save(), table.state, table.seats) == (before, held, dict.fromkeys(SEATS, "person"))
    again = table.fork()
    play_on(table, 4)
    assert again.save() == before


def test_scripted_results_are_each_one_s_own() -> None:
    table = at(state("turn north", south="", rounds=2), dice=[6, 1, 3])
    fork = table.fork()
    answer(fork, "raid")
    assert fork.since == ("raid", "!raid 6")
    answer(table, "raid")
    assert table.since == ("raid", "!raid 6")


def test_a_fork_keeps_branch_version_and_seats() -> None:
    table = at(state("turn north"))
    table.sit("south", "bot")
    answer(table, "raid", "no")
    table.undo("south", agreed=True)
    fork = table.fork()
    assert (fork.branch, fork.version, fork.seats) == (1, 4, {"north": "person", "south": "bot"})
    answer(fork, "no")
    answer(table, "no")
    assert same(fork, table)
