"""Imagining: worlds that a seat cannot tell from the real one; and what a bot gets to think with."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khyber.games.zurmat.board import NOWHERE
from khyber.games.zurmat.box import printed_box
from tests.zurmat.fuzzing import looks_the_same
from tests.zurmat.tables import GAME, SEATS, answer, asked, discs, new, shown, state, table, tiles

HIDDEN = tiles({"12": {"taliban-faction": 2, "taliban-neutral": 2, "coalition-faction": 1, "coalition-neutral": 3}})


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_an_imagined_world_looks_the_same_at_every_decision(options: tuple[str, ...]) -> None:
    for seed in (3, 4):
        playing, source = new(seed, options), random.Random(seed)
        while playing.decision is not None:
            if source.random() < 0.25:
                looks_the_same(playing, seed)
            playing.choose(source.randrange(len(asked(playing).values)))


def test_unknown_discs_are_dealt_anew_from_map_and_bag() -> None:
    playing = table(HIDDEN)
    worlds = [playing.imagine("coalition", seed).state for seed in range(300)]
    for world in worlds:
        GAME.check(world)
    faction = Counter(world.discs[11 * 8 + 4 + 2] for world in worlds)
    assert set(faction) == {0, 1, 2, 3, 4}
    mean = sum(n * times for n, times in faction.items()) / 300
    assert 1.8 < mean < 2.2  # 50 of 100
    assert len({world.discs[11 * 8 + 2] for world in worlds}) > 1  # without notes the own ones, too


def test_notes_are_kept_in_every_world() -> None:
    playing = table(HIDDEN, options=["notes"])
    for seed in range(30):
        world = playing.imagine("coalition", seed)
        assert discs(world, "12", "coalition") == {"faction": 1, "neutral": 3}
        assert list(world.state.bags[:2]) == list(playing.state.bags[:2])
    assert len({playing.imagine("coalition", seed).state.discs[11 * 8 + 6] for seed in range(30)}) > 2


def test_what_is_looked_at_is_so_in_every_world() -> None:
    playing = table(HIDDEN, coalition={"hand": ["intel"]})
    answer(playing, "play intel", "12")
    for seed in range(20):
        world = playing.imagine("coalition", seed)
        assert shown(world, "tiles", "12", to="coalition") == shown(playing, "tiles", "12", to="coalition")
        assert discs(world, "12", "taliban") == {"faction": 2, "neutral": 2}


def test_discs_in_hand_are_known_to_their_owner() -> None:
    laid = tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}})
    playing = table(laid, step="influence", active="taliban", dice=[1, 99])
    hands = {tuple(playing.imagine("taliban", seed).state.drawn) for seed in range(20)}
    assert hands == {(1, 1)}
    assert {tuple(playing.imagine("coalition", seed).state.drawn) for seed in range(40)} == {(0, 2), (1, 1), (2, 0)}


def test_hands_and_objectives_are_drawn_from_what_may_be() -> None:
    coalition = {"hand": ["intel", "mrap"], "spent": ["drone", "ah-64"], "objectives": ["patrol3", "ring"]}
    playing = table(
        coalition=coalition, taliban={"hand": ["ied", "ied", "roadblock"], "objectives": ["take-fob", "most-units"]}
    )
    box = printed_box()
    drone = box.kind_by_id[0]["drone"]
    hands = set()
    for seed in range(60):
        world = playing.imagine("taliban", seed).state
        GAME.check(world)
        assert sum(world.hand[:16]) == 2 and world.hand[drone] == 0  # spent for all to see
        assert world.hand[16:] == playing.state.hand[16:]
        assert world.objectives[2:] == playing.state.objectives[2:]
        hands.add(bytes(world.hand[:16]))
        one, two = (box.objectives[0][at] for at in world.objectives[:2])
        assert two.id not in one.bans
    assert len(hands) > 20


@pytest.mark.parametrize("seat", SEATS)
def test_a_bot_gets_a_copy_in_which_secrets_are_blotted_out(seat: str) -> None:
    full = state(
        HIDDEN,
        coalition={"hand": ["intel"], "objectives": ["patrol3", "ring"]},
        taliban={"hand": ["ied"], "objectives": ["take-fob", "most-units"]},
    )
    other = 1 - SEATS.index(seat)
    known = GAME.known(full, seat)
    assert sum(known.hand[other * 16 : other * 16 + 16]) == 0
    assert list(known.objectives[other * 2 : other * 2 + 2]) == [NOWHERE, NOWHERE]
    assert known.discs[11 * 8 + other * 4 + 2] == 0
    assert known.hand[(1 - other) * 16 : (1 - other) * 16 + 16] == full.hand[(1 - other) * 16 : (1 - other) * 16 + 16]
    twins = [GAME.known(GAME.imagine(full, (seat,), random.Random(n)), seat) for n in range(20)]
    assert all(twin == known for twin in twins)


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_blotted_copies_of_worlds_that_look_alike_are_equal(options: tuple[str, ...]) -> None:
    playing, source = new(8, options), random.Random(8)
    while playing.decision is not None:
        if not playing.since:
            for seat in SEATS:
                world = playing.imagine(seat, 1)
                assert GAME.known(world.state, seat) == GAME.known(playing.state, seat)
        playing.choose(source.randrange(len(asked(playing).values)))
