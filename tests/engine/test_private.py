"""Whether a seat has been shown anything that spectators do not know."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khyber
from khyber.engine.private import was_shown_secrets
from khyber.engine.table import Table


def play(table: Table[Any], seed: int, enough: Any) -> None:
    source = random.Random(seed)
    while table.decision is not None and not enough():
        table.choose(source.randrange(len(table.decision.values)))


@pytest.mark.parametrize("seed", range(3))
def test_an_open_game_shows_nobody_more_than_everybody(seed: int) -> None:
    table = khyber.new("distant-plain", scenario="short", seed=seed, seats="person")
    play(table, seed, lambda: len(table.steps) > 25)
    assert not any(was_shown_secrets(table, seat) for seat in table.game.seats)


def test_deception_markers_are_secrets_of_their_seats_from_the_start() -> None:
    table = khyber.new("distant-plain", scenario="short", options=["deception"], seed=1, seats="person")
    assert all(was_shown_secrets(table, seat) for seat in table.game.seats)


def test_markers_that_have_come_to_light_are_secrets_no_more() -> None:
    table = khyber.new("distant-plain", scenario="short", options=["deception"], seed=5, seats="person")
    play(table, 1, lambda: not table.state.deception[0] and not table.since)
    assert table.decision is not None and table.state.deception[1]
    assert not was_shown_secrets(table, "coalition")
    assert was_shown_secrets(table, "coalition", 0) and was_shown_secrets(table, "government")


def test_a_hand_and_objectives_are_secrets_once_they_are_dealt() -> None:
    table = khyber.new("zurmat", seed=4, seats="person")
    assert table.view("taliban") != table.view()
    assert not was_shown_secrets(table, "taliban")
    play(table, 4, lambda: any(table.state.hand))
    began = len(table.steps)
    play(table, 4, lambda: len(table.steps) > began + 2)
    assert was_shown_secrets(table, "taliban")
    assert not was_shown_secrets(table, "taliban", 0)


def test_a_game_for_one_has_nobody_to_hide_from() -> None:
    table = khyber.new("enduring-freedom", seed=2, seats="person")
    play(table, 2, lambda: len(table.steps) > 10)
    assert not was_shown_secrets(table, "coalition")
