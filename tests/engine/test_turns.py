"""Turns: where they begin and what they are called, in every game, without a word of what is secret."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import khyber
from khyber.catalogue import GAMES
from khyber.cli.text import words
from khyber.engine.optional import Turns
from khyber.engine.table import Table
from khyber.engine.turns import part_name, parts, place_of, stretches, told_in, turn_name, turn_with, turns
from khyber.games.zurmat.box import printed_box
from tests.engine.tables import new, play_on

SEEDS = (1, 5)


@cache
def played(game: str, seed: int) -> Table[Any]:
    scenario = "short" if game == "distant-plain" else None
    return khyber.play(game, seed=seed, scenario=scenario, seats="bot:3rd" if scenario else "bot:standard")


def named(table: Table[Any], lang: str = "en") -> list[str]:
    """The names of all turns."""
    said = words(table.game.id, lang).strictly()
    found = [turn_name(table, turn.steps) for turn in turns(table)]
    assert None not in found
    return [said.say(message) for message in found if message is not None]


def test_turns_of_zurmat_are_called_by_month_and_operation() -> None:
    table = played("zurmat", 1)
    found = turns(table)
    operations = [
        [
            event.params["operation"]
            for step in turn.steps
            for event in table.step_events(step)
            if event.kind == "operation"
        ]
        for turn in found
    ]
    months = [table.checkpoint(turn.steps[0]).month for turn in found]
    names_of_months = printed_box().numbers.months
    assert months == [month for month in range(1, months[-1] + 1) for _ in range(2)]
    said = words("zurmat", "en")
    for name, (operation, *_), month in zip(named(table), operations, months, strict=True):
        month_name = said.word(f"month.{names_of_months[month - 1]}")
        assert name == f"{month_name}: {said.word(f'operation.{operation}')}"
    assert named(table, "it")[0].startswith("Marzo: ")


def test_turns_of_enduring_freedom_are_those_of_the_rulebook_and_their_parts_the_staffs() -> None:
    table = played("enduring-freedom", 5)
    found = turns(table)
    assert named(table) == [f"Turn {n}" for n in range(1, table.state.turn + 1)] and len(found) > 3
    said = words("enduring-freedom", "en").strictly()
    for number, turn in enumerate(found, 1):
        assert {table.checkpoint(step).turn for step in turn.steps} == {number}
        called = [said.say(message) for run in parts(table, turn.steps) if (message := part_name(table, run))]
        assert called[:2] == [f"Turn {number}, J-1 and J-2", f"Turn {number}, J-3"]
        assert called[2:] in ([], [f"Turn {number}, Islamist reaction"])


def test_a_moment_within_a_joined_step_names_the_staff_at_work() -> None:
    table = played("enduring-freedom", 5)
    step = next(turn.steps[0] for turn in turns(table) if turn.number == 3)
    state = table.checkpoint(step).copy()
    state.step = "isr"
    message = Turns.of(table.game).part_name(state, ())
    assert message is not None
    assert words("enduring-freedom", "en").say(message) == "Turn 3, J-2"


def test_turns_of_a_distant_plain_are_a_factions_on_a_card() -> None:
    table = played("distant-plain", 5)
    found = turns(table)
    keys = [(table.checkpoint(turn.steps[0]).played[-1], turn.seat) for turn in found]
    assert len(set(keys)) == len(keys) and all(len(turn.steps) == 1 for turn in found)
    said = words("distant-plain", "en")
    assert named(table) == [said.called("card", card) for card, _ in keys]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_lies_in_one_turn_or_between_turns(game: str, seed: int) -> None:
    table = played(game, seed)
    found = turns(table)
    assert [turn.number for turn in found] == list(range(1, len(found) + 1))
    for step in range(len(table.steps)):
        place = place_of(table.game, table.checkpoint(step))
        turn = turn_with(found, step)
        assert (place.seat or None) == (turn.seat if turn is not None else None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "it", "pseudo"])
def test_everything_has_a_name(game: str, lang: str) -> None:
    table = played(game, 1)
    said, offered = words(game, lang).strictly(), Turns.of(table.game)
    for run in stretches([place_of(table.game, table.checkpoint(step)) for step in range(len(table.steps))]):
        state, told = table.checkpoint(run[0]), told_in(table, run)
        names = [offered.round_name(state, told), offered.turn_name(state, told), offered.part_name(state, told)]
        mark = offered.mark_name(state, told)
        assert all(message is not None and said.say(message) for message in names)
        assert mark is None or said.say(mark)


@pytest.mark.parametrize("game", GAMES)
def test_names_are_the_same_in_every_world_that_looks_the_same(game: str) -> None:
    table = played(game, 1)
    offered = Turns.of(table.game)
    for step in range(0, len(table.steps), 5):
        state, told = table.checkpoint(step), told_in(table, range(step, step + 1))
        for seats in ((), table.game.seats[:1]):
            world = table.game.imagine(state, seats, random.Random(step))
            assert place_of(table.game, world) == place_of(table.game, state)
            for name in (offered.round_name, offered.turn_name, offered.part_name, offered.mark_name):
                assert name(world, told) == name(state, told)


def test_a_game_that_says_nothing_has_no_turns() -> None:
    table = play_on(new(3), 3)
    assert table.steps and turns(table) == []
    places = [place_of(table.game, table.checkpoint(step)) for step in range(len(table.steps))]
    assert [place.part for place in places] == [step.name for step in table.steps]
