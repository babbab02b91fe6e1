"""Imagining: a world drawn from what a seat may know, which looks to that seat as the real one does."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from khyber.engine.errors import Error
from khyber.engine.play import Rules
from khyber.engine.table import Table
from tests.engine.tables import answer, asked, at, new, random_choice, state
from tests.engine.tiny import BAG, SEATS, TINY, State, Tiny, TinyPlay


def seen(table: Table[State], *seats: str) -> str:
    frame = table.frame(*seats)
    return json.dumps([frame["view"], frame["decision"]])


@pytest.mark.parametrize("seed", range(12))
def test_an_imagined_world_looks_the_same_at_every_decision(seed: int) -> None:
    table, source = new(seed, "long", ["rich"]), random.Random(seed)
    while table.decision is not None:
        before = table.save()
        for seats in (*((seat,) for seat in SEATS), (), SEATS):
            world = table.imagine(seats, seed)
            assert seen(world, *seats) == seen(table, *seats)
            told = world.events(*seats)
            assert told == table.events(*seats)[len(table.all_events()) - len(told) :]
            assert world.version == table.version
            offered = [card for card in world.state.offers if card]
            assert sorted(
                world.state.bag + world.state.north + world.state.south + world.state.discard + offered
            ) == sorted(BAG)
        assert table.imagine(SEATS, seed).state.north == table.state.north
        assert table.save() == before
        random_choice(table, source)


def test_an_imagined_world_can_be_played_to_its_end() -> None:
    table = new(3)
    table.choose(0)
    world = table.imagine("south", 5)
    source = random.Random(1)
    while world.decision is not None:
        random_choice(world, source)
    assert world.outcome is not None
    assert len(table.since) == 1


def test_what_is_hidden_varies_with_the_seed_and_only_with_it() -> None:
    table = new(3)
    worlds = [table.imagine("north", seed).state for seed in range(40)]
    assert all(sorted(world.north) == sorted(table.state.north) for world in worlds)
    assert len({tuple(world.bag) for world in worlds}) > 35
    assert len({tuple(sorted(world.south)) for world in worlds}) > 4
    assert [table.imagine("north", seed).state for seed in range(40)] == worlds


def test_every_hidden_card_is_as_likely_as_it_should_be() -> None:
    table = at(state("turn north", north="tea", south="gem", discard="silk silk silk gem guard guard"))
    held = [table.imagine("north", seed).state.south[0] for seed in range(1000)]  # tea tea tea gem guard unseen
    assert 520 < held.count("tea") < 680
    assert 140 < held.count("gem") < 260
    assert 140 < held.count("guard") < 260


def test_own_draws_of_this_step_are_remembered() -> None:
    class Generous(Tiny):
        """After a trade the same turn goes on."""

        def step(self, play: TinyPlay) -> Rules:
            yield from super().step(play)
            if play.state.step == "turn south":
                play.state.step = "turn north"
                yield from super().step(play)

    table = at(state("turn north", coins=(2, 2)), game=Generous())
    answer(table, "trade", "bank")
    assert table.since[-1].startswith("?draw@north")
    drawn = table.state.north[-1]
    worlds = [table.imagine("north", seed) for seed in range(60)]
    assert {world.state.north[-1] for world in worlds} == {drawn}
    assert len({tuple(world.state.bag) for world in worlds}) > 30
    others = {table.imagine("south", seed).state.north[-1] for seed in range(60)}
    assert others == {"tea", "silk", "gem", "guard"}


def test_secret_answers_of_others_are_not_copied() -> None:
    table = at(state("bid", north="tea silk gem guard", south="silk gem"))
    answer(table, "gem")
    assert asked(table).seat == "south"
    offers = [table.imagine("south", seed).state.offers[0] for seed in range(200)]
    assert set(offers) == {"tea", "silk", "gem", "guard"}
    assert max(offers.count(card) for card in offers) < 120
    assert {table.imagine("north", seed).state.offers[0] for seed in range(20)} == {"gem"}
    assert {table.imagine(SEATS, seed).state.offers[0] for seed in range(5)} == {"gem"}


def test_what_was_revealed_in_this_step_stays_revealed() -> None:
    class Lingering(Tiny):
        """After the offers are revealed the same step goes on to north's turn."""

        def step(self, play: TinyPlay) -> Rules:
            first = play.state.step
            yield from super().step(play)
            if first == "bid":
                yield from super().step(play)

    table = at(state("bid", north="tea silk", south="gem guard"), game=Lingering())
    answer(table, "tea", "gem")
    for seat in SEATS:
        for seed in range(30):
            assert table.imagine(seat, seed).state.discard == ["tea", "gem"]


def test_a_guard_that_was_played_was_held() -> None:
    table = at(state("turn north", south="guard tea", coins=(2, 2), rounds=2))
    answer(table, "raid", "guard")
    assert table.imagine("north", 1).state.discard == ["guard"]
    table = at(state("turn north", south="guard", coins=(2, 2), rounds=2))
    answer(table, "raid")
    assert {tuple(asked(table.imagine("north", seed)).options.keys()) for seed in range(40)} == {
        ("no",),
        ("no", "guard"),
    }


def test_an_imagined_table_does_not_know_the_dice_to_come() -> None:
    position, rolled = state("turn north", south=""), set()
    for seed in range(30):
        table = at(position, seed)
        world = table.imagine("north", seed)  # the very seed of the table
        answer(table, "raid")
        answer(world, "raid")
        rolled.add(table.since == world.since)
        assert world.header.seed != seed
    assert rolled == {True, False}


def test_an_imagined_table_holds_nothing_of_the_past() -> None:
    table, source = new(987654321, "long", ["rich"]), random.Random(2)
    while len(table.steps) < 8:
        random_choice(table, source)
    world = table.imagine("north", 1)
    assert len(world.steps) == 0
    assert "987654321" not in world.save()
    assert len(table.steps) == 8


def test_when_no_world_fits_it_is_said() -> None:
    class Blind(Tiny):
        def imagine(self, state: State, seats: Sequence[str], source: random.Random) -> State:
            world = state.copy()
            world.south = []
            return world

    table = at(state("turn north"), game=Blind())
    answer(table, "raid")
    with pytest.raises(Error, match=r"^no world could be imagined for north$"):
        table.imagine("north", 1)
    assert TINY.imagine(table.state, ["north"], random.Random(1)).south
