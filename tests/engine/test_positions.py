"""Positions: a checkpoint as TOML, in and out; what cannot be is refused with a sentence."""

from __future__ import annotations

import random
import tomllib

import pytest

from khyber.engine.errors import BadPosition, BadSetup
from khyber.engine.game import Setup
from tests.engine.tables import answer, at, new, random_choice, state
from tests.engine.tiny import TINY

GOOD = TINY.write_position(state("turn north"))


def test_a_position_reads_back_as_the_checkpoint() -> None:
    table = new(3, "long", ["rich"])
    while table.decision is not None:
        random_choice(table, random.Random(table.version))
        document = tomllib.loads(table.position())
        checkpoint = TINY.state_type.unpack(table.steps[-1].after)
        assert TINY.read_position(document) == checkpoint
        assert document.get("since", {}).get("entries", []) == list(table.since)


def test_a_position_in_mid_step_carries_the_entries_since() -> None:
    table = at(state("turn north"))
    table.sit("north", 'bot "é" \U0001f642')
    answer(table, "raid")
    document = tomllib.loads(table.position())
    assert document["since"] == {"entries": ['=north bot "é" \U0001f642', "raid"], "by": ["", "north"]}
    assert TINY.read_position(document) == state("turn north")


def test_every_entry_of_a_position_has_its_seat() -> None:
    table = at(state("turn north", south=""), dice=[5])
    answer(table, "raid")
    assert tomllib.loads(table.position())["since"] == {"entries": ["raid", "!raid 5"], "by": ["north", ""]}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('step = "turn north"', 'step = "lunch"', "step = 'lunch'; valid: deal, bid"),
        ('step = "turn north"', "step = 3", "the position's 'step' should be str, not 3"),
        ("rounds = 1\n", "", "the position's 'rounds' should be int, not None"),
        ("rounds = 1\n", "rounds = 0\n", "with 0 rounds to go"),
        ('north = ["tea", "guard"]', 'north = ["tea", "elephant"]', "'north' holds 'elephant', which is no card"),
        ('north = ["tea", "guard"]', 'north = ["tea"]', "not the game's twelve"),
        ("coins = [1, 1]", "coins = [1, -1]", "two numbers below 100"),
        ("coins = [1, 1]", "coins = [1]", "two numbers below 100"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    with pytest.raises(BadPosition, match=sentence) as refused:
        TINY.read_position(tomllib.loads(GOOD.replace(old, new)))
    assert "\n" not in str(refused.value)


def test_scenarios_and_options_are_agreed_before_the_start() -> None:
    assert (TINY.start(Setup("long")).rounds, TINY.start(Setup("short")).rounds) == (4, 2)
    assert list(TINY.start(Setup("short", ("rich",))).coins) == [3, 3]
    with pytest.raises(BadSetup, match=r"^there is no scenario 'endless': they are short, long$"):
        new(scenario="endless")
    with pytest.raises(BadSetup, match=r"^there is no option 'poor': they are rich$"):
        new(options=["poor"])
