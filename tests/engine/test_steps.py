"""Steps: between them lies a checkpoint, from which the state alone says how to go on."""

from __future__ import annotations

import json
import random

import pytest

from khyber.engine.record import ANSWER_SECRET, ASIDE, NOT_ANSWERS, loads
from khyber.engine.table import Table, from_record
from tests.engine.tables import answer, asked, at, new, play_on, random_choice, same, state, up_to
from tests.engine.tiny import TINY, State


def replay(table: Table[State], entries: list[str], seats: list[str]) -> None:
    """Choose again what others chose before."""
    for entry, seat in zip(entries, seats, strict=True):
        if entry[0] == ASIDE:
            table.choose(entry.split(" ", 1)[1], seat)
        elif entry[0] not in NOT_ANSWERS:
            table.choose(entry.removeprefix(ANSWER_SECRET), seat)


def test_a_game_is_a_list_of_named_steps() -> None:
    table = play_on(new(2), 2)
    assert [step.name for step in table.steps] == ["deal"] + ["bid", "turn north", "turn south"] * 2
    assert {step.rules for step in table.steps} == {"1"}
    assert (table.decision, table.state.step, table.since) == (None, "", ())


def test_a_step_keeps_its_entries_whose_they_are_and_what_happened() -> None:
    table = at(state("turn north", rounds=2), dice=[6])
    table.choose("give", "south")
    answer(table, "raid", "no", "loot")
    step = table.steps[0]
    assert step.listed() == ["@south give", "raid", "no", "!raid 6", "loot"]
    assert step.seats() == ["south", "north", "south", "", "north"]
    assert json.loads(step.events) == [
        ["coins", "5", "south", -1],
        ["coins", "5", "north", 1],
        ["gave", "5", "south"],
        ["rolled", "3.2", "north", 6],
        ["coins", "3.2", "north", 1],
    ]
    assert (table.steps[1].name, table.steps[1].entries) == ("turn south", "")  # no coin left to choose with


def test_a_step_of_one_seat_says_so_in_a_word() -> None:
    table = at(state("turn north"), dice=[3])
    answer(table, "trade", "bank")
    assert (table.steps[0].by, table.steps[0].seats()) == ("north", ["north", "north", ""])


@pytest.mark.parametrize("seed", range(6))
def test_the_game_goes_on_cold_from_any_checkpoint(seed: int) -> None:
    table = play_on(new(seed, "long", ["rich"]), seed)
    record = table.record()
    for steps in range(len(record.steps) + 1):  # at 0 the deal comes anew, from the seed
        cold = from_record(TINY, loads(up_to(record, steps).dumps()))
        for step in record.steps[steps:]:
            replay(cold, step.listed(), step.seats())
        assert cold.record().steps == record.steps
        assert cold.state == table.state
        assert cold.all_events() == table.all_events()


@pytest.mark.parametrize("seed", range(6))
def test_the_game_goes_on_cold_from_any_decision(seed: int) -> None:
    table = new(seed, "short", ["rich"])
    while table.decision is not None:
        cold = from_record(TINY, loads(table.save()))
        assert same(cold, table)
        assert same(play_on(cold, seed), play_on(table.fork(), seed))
        random_choice(table, random.Random(seed + table.version))


def test_what_is_half_done_is_in_the_state() -> None:
    table = at(state("turn north"), dice=[4])
    answer(table, "raid", "no")
    assert table.state.die == 4
    assert table.view()["die"] == 4
    table = at(state("bid"))
    answer(table, "guard")
    assert table.state.offers == ("guard", "")
    assert asked(table).seat == "south"
