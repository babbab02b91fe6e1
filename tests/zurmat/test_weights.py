"""The preferences of Zurmat's bot: names that change them, and the bots that a search begins with."""

from __future__ import annotations

import pytest

import khyber
from khyber.agents.bot import Bot
from khyber.agents.driver import advance
from khyber.engine.errors import BadSetup
from khyber.engine.optional import Evaluation
from khyber.games.zurmat.board import SEATS
from khyber.games.zurmat.bots.weights import KEEN_WEIGHTS, NAME, VARIANTS, WEIGHTS, named, weights_of


@pytest.mark.parametrize("side", [0, 1])
def test_a_name_stands_for_preferences_and_preferences_for_a_name(side: int) -> None:
    assert weights_of(NAME, side) == WEIGHTS[side]
    assert weights_of(named(KEEN_WEIGHTS[side], side), side) == KEEN_WEIGHTS[side]
    assert weights_of(f"{NAME}(spread=3 loss=0.5)", side).spread == 3


@pytest.mark.parametrize(
    "name", ["bot:3rd", f"{NAME}(", f"{NAME}(greed=1)", f"{NAME}(loss)", f"{NAME}(loss=x)", f"{NAME}(spread=1.5)"]
)
def test_a_name_that_means_nothing_is_refused(name: str) -> None:
    with pytest.raises(BadSetup, match=r"no bot|not a preference"):
        weights_of(name, 0)


def test_a_search_begins_with_other_bots_than_people_meet() -> None:
    game = khyber.new("zurmat", seed=1).game
    for seat in SEATS:
        names = Evaluation.of(game).policies(seat)
        assert len(set(names)) == 1 + VARIANTS
        assert NAME not in names


def test_a_keen_bot_plays_otherwise_than_the_standard_one() -> None:
    records = set[str]()
    for keen in (None, *SEATS):
        table = khyber.new("zurmat", seed=5, seats=NAME)
        policies = {seat: Evaluation.of(table.game).policies(seat)[0] for seat in SEATS}
        advance(table, {seat: Bot(policies[seat] if seat == keen else NAME) for seat in SEATS})
        assert table.outcome is not None
        records.add(table.save())
    assert len(records) == 3
