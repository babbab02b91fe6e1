"""Whole games at random over all scenarios, player counts and options; the counts of `make soak` are larger."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import khyber
from tests.distant_plain.fuzzing import (
    OPTIONS,
    SCENARIOS,
    check_copies,
    check_decision,
    check_invariants,
    choose_undo_and_redo,
    configuration,
    fuzz_game,
)

GAMES = 40
CHUNK = 5
#: One decision in this many has all the checks, another one in each of the first games; `make soak` checks every one.
SOME = 10


@pytest.mark.parametrize("index", range(SOME))
def test_everything_holds_at_one_decision_in_ten(index: int) -> None:
    counts = fuzz_game(index, every=SOME)
    assert counts["checked"] >= counts["decisions"] // SOME
    assert counts["undone"]


@pytest.mark.parametrize("first", range(SOME, GAMES, CHUNK))
def test_invariants_hold_after_every_decision(first: int) -> None:
    for index in range(first, first + CHUNK):
        assert fuzz_game(index, every=25)["decisions"]


def test_the_games_played_cover_every_scenario_player_count_and_option() -> None:
    games = [configuration(index) for index in range(GAMES)]
    assert {scenario for scenario, _, _ in games} == set(SCENARIOS)
    assert {(scenario, players) for scenario, players, _ in games} == {(s, n) for s in SCENARIOS for n in (1, 2, 3, 4)}
    assert {option for _, _, options in games for option in options} >= set(OPTIONS)


@st.composite
def setups(draw: st.DrawFn) -> tuple[str, int, list[str], int]:
    players = draw(st.integers(1, 4))
    allowed = [
        option
        for option in OPTIONS
        if (option != "deception" or players > 2) and (option != "no-non-player" or players in (2, 3))
    ]
    options = draw(st.lists(st.sampled_from(allowed), unique=True))
    return draw(st.sampled_from(SCENARIOS)), players, options, draw(st.integers(0, 2**32))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(setup=setups(), choices=st.lists(st.integers(0, 10**6), min_size=20, max_size=150))
def test_any_choices_keep_the_table_sound(setup: tuple[str, int, list[str], int], choices: list[int]) -> None:
    """Hypothesis picks set-up and choices, and shrinks what fails to the shortest game that shows it."""
    scenario, players, options, seed = setup
    table = khyber.new("distant-plain", scenario=scenario, players=players, options=options, seed=seed)
    for number in choices:
        decision = table.decision
        if decision is None:
            break
        check_decision(table)
        choose_undo_and_redo(table, number % len(decision.values))
        check_invariants(table)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60))
def test_a_copy_made_anywhere_is_the_same_table(seed: int, length: int) -> None:
    import random

    source = random.Random(seed)
    table = khyber.new("distant-plain", scenario="main", options=["deception"], seed=seed)
    for _ in range(length):
        if table.decision is None:
            return
        table.choose(source.randrange(len(table.decision.values)))
    if table.decision is not None:
        check_copies(table, source)


DIGESTS = """
import random
from hashlib import sha256
import khyber
from tests.distant_plain.fuzzing import configuration
for index in range({first}, {last}):
    scenario, players, options = configuration(index)
    table = khyber.new("distant-plain", scenario=scenario, players=players, options=options, seed=index)
    source = random.Random(index)
    while table.decision is not None:
        table.choose(source.randrange(len(table.decision.values)))
    print(sha256(table.save().encode()).hexdigest())
"""


def record_digests(hash_seed: str, first: int, last: int) -> list[str]:
    """The digests of records of random games, made in a Python of its own."""
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS.format(first=first, last=last)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout.split()


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_records_do_not_depend_on_the_hash_seed(first: int) -> None:
    digests = record_digests("1", first, first + 10)
    assert len(digests) == 10
    assert digests == record_digests("2", first, first + 10)
