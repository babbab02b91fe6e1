"""Likely worlds: drawn by what players are used to doing, and never from what a seat does not know."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khyber.agents.strong.search import Search
from khyber.agents.strong.thinking import Thinking
from khyber.games.zurmat.ai import habits
from khyber.games.zurmat.board import SEATS, SIDES, TILE_BY_ID
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.state import State
from tests.zurmat.tables import GAME, answer, asked, discs, new, table, tiles

#: Two discs of the Coalition at the FOB, two where nobody rules; of the Taliban as many.
FOUR = {"coalition-neutral": 1, "coalition-faction": 1, "taliban-neutral": 1, "taliban-faction": 1}
SPREAD = tiles({"01": FOUR, "12": FOUR})


def drawn(position: State, seat: str, times: int) -> list[State]:
    return [GAME.likely(position, seat, random.Random(seed)) for seed in range(times)]


def faction(states: list[State], tile: str, side: int) -> int:
    """Discs of a side on a tile that are of its own colour, in all states together."""
    return sum(state.discs[TILE_BY_ID[tile] * 8 + side * 4 + 2] for state in states)


@pytest.mark.parametrize("seat", SEATS)
def test_own_discs_are_likelier_where_they_count_than_at_the_fob(seat: str) -> None:
    worlds = drawn(table(SPREAD).state, seat, 200)
    for side in SIDES:
        assert faction(worlds, "01", side) < 100 < faction(worlds, "12", side), "of 400"


@pytest.mark.parametrize("options", [(), ("notes",)])
def test_a_likely_world_is_possible_and_looks_the_same_at_every_checkpoint(options: tuple[str, ...]) -> None:
    playing, source, compared = new(3, options), random.Random(3), 0
    while playing.decision is not None:
        if not playing.since:
            for seat in SEATS:
                world = GAME.likely(playing.state, seat, random.Random(len(playing.steps)))
                GAME.check(world)
                assert GAME.known(world, seat) == GAME.known(playing.state, seat)
                assert GAME.view(world, (seat,)) == GAME.view(playing.state, (seat,))
                compared += 1
        playing.choose(source.randrange(len(asked(playing).values)))
    assert compared > 100


def test_worlds_that_a_seat_cannot_tell_apart_lead_to_the_same_likely_world() -> None:
    position = table(SPREAD, taliban={"hand": ["ied", "roadblock"], "objectives": ["take-fob", "most-units"]}).state
    for seed in range(20):
        other = GAME.imagine(position, ("coalition",), random.Random(100 + seed))
        one, two = (GAME.likely(state, "coalition", random.Random(seed)) for state in (position, other))
        assert one.pack() == two.pack()


def test_with_notes_a_side_keeps_what_it_knows() -> None:
    playing = table(SPREAD, options=["notes"])
    for world in drawn(playing.state, "coalition", 20):
        assert world.discs[11 * 8 : 11 * 8 + 4] == playing.state.discs[11 * 8 : 11 * 8 + 4]
        assert world.bags[:2] == playing.state.bags[:2]


def test_what_is_looked_at_stays() -> None:
    playing = table(SPREAD, coalition={"hand": ["intel"]})
    answer(playing, "play intel", "12")
    world = playing.imagine("coalition", 1, lambda state, source: GAME.likely(state, "coalition", source))
    assert discs(world, "12", "taliban") == {"faction": 1, "neutral": 1}


def test_where_habits_contradict_what_was_seen_all_worlds_are_equally_likely() -> None:
    playing = table(SPREAD, coalition={"hand": ["intel"]})
    answer(playing, "recruit")
    assert playing.since, "within a step, a world must show what the side has seen"

    def next_month(state: State, source: random.Random) -> State:
        world = GAME.likely(state, "coalition", source)
        world.month += 1
        return world

    assert playing.imagine("coalition", 1, next_month).state.month == playing.state.month


def test_no_more_discs_of_a_colour_are_drawn_than_there_are() -> None:
    position = table(tiles({"12": {"taliban-faction": 3}})).state
    position.bags[2:4] = bytes((90, 0))
    assert {tuple(world.bags[2:4]) for world in drawn(position, "coalition", 50)} <= {
        (90 - turned, turned) for turned in range(4)
    }
    position.bags[2:4] = bytes((0, 90))
    for world in drawn(position, "coalition", 50):
        assert faction([world], "12", 1) == 3, "no Neutral disc is left"


def test_objectives_that_suit_a_side_are_likelier_and_those_that_are_met() -> None:
    box = printed_box()
    position = table(taliban={"objectives": ["take-fob", "most-units"]}).state
    kept = Counter[str]()
    for world in drawn(position, "coalition", 400):
        kept.update(box.objectives[1][at].id for at in world.objectives[2:])
        assert world.objectives[:2] == position.objectives[:2]
    assert kept["most-units"] > 4 * kept["attack3"]
    met = position.copy()
    met.control[0] = 1
    again = Counter(box.objectives[1][at].id for world in drawn(met, "coalition", 400) for at in world.objectives[2:])
    assert again["take-fob"] > kept["take-fob"]


def test_a_hand_is_drawn_from_the_cards_that_are_left() -> None:
    box = printed_box()
    position = table(coalition={"hand": ["intel", "mrap"], "spent": ["drone", "ah-64"]}).state
    drone = box.kind_by_id[0]["drone"]
    hands = set()
    for world in drawn(position, "taliban", 60):
        assert sum(world.hand[:16]) == 2 and world.hand[drone] == position.hand[drone] == 0
        assert [a + b for a, b in zip(world.hand, world.deck, strict=True)] == [
            a + b for a, b in zip(position.hand, position.deck, strict=True)
        ]
        hands.add(bytes(world.hand[:16]))
    assert len(hands) > 15


def test_a_search_imagines_likely_worlds() -> None:
    playing = table(SPREAD)
    search = Search(playing, "coalition", Thinking(worlds=8))
    worlds = [search.world(number).state for number in range(60)]
    for side in SIDES:
        assert faction(worlds, "01", side) < faction(worlds, "12", side)


def test_habits_name_only_what_is_in_the_box() -> None:
    box = printed_box()
    for (side, own), one in habits.habits().items():
        assert len(one.discs) > 50
        if not own:
            assert set(one.objectives) == {card.id for card in box.objectives[side]}
            assert set(one.cards) == {card.id for card in box.tactics[side]}
