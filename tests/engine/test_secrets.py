"""Secrets: two worlds that differ only in what a seat cannot know give that seat byte-equal frames and records."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest

from khyber.engine.errors import NotOffered
from khyber.engine.table import Table
from tests.engine.tables import answer, asked, at, new, play_on, state
from tests.engine.tiny import BAG, SEATS, UNSEEN, State

Pair = tuple[Table[State], Table[State]]


def leaves(table: Table[State], *seats: str) -> str:
    """All that leaves the process towards these seats."""
    return json.dumps(
        [
            table.frame(*seats),
            table.own_record(*seats),
            table.view(*seats),
            [repr(event) for event in table.events(*seats)],
        ]
    )


def alike(pair: Pair, *seats: str) -> bool:
    return leaves(pair[0], *seats) == leaves(pair[1], *seats)


def test_the_order_of_the_bag_is_seen_by_nobody() -> None:
    one = state("turn north", coins=(2, 2))
    two = one.copy()
    two.bag.reverse()
    pair = at(one), at(two)
    assert pair[0].save() != pair[1].save()
    for seats in ((), ("north",), ("south",), SEATS):
        assert alike(pair, *seats)


def test_a_hand_is_seen_by_its_owner_only() -> None:
    pair = at(state("turn north", south="gem tea")), at(state("turn north", south="guard guard"))
    for key in (None, "raid", "no", 0):
        for table in pair:
            if key is not None:
                table.choose(key)
        assert alike(pair, "north")
        assert alike(pair)
        assert not alike(pair, "south")
        assert not alike(pair, *SEATS)


def test_a_secret_answer_is_seen_by_nobody_else_before_it_is_revealed() -> None:
    pair = at(state("bid", north="tea gem")), at(state("bid", north="tea gem"))
    answer(pair[0], "tea")
    answer(pair[1], "gem")
    assert asked(pair[0]).seat == "south"
    assert alike(pair, "south")
    assert alike(pair)
    assert not alike(pair, "north")
    assert '"#*"' in pair[0].own_record("south")
    assert '"#tea"' in pair[0].own_record("north")
    for table in pair:
        answer(table, "silk")
    assert not alike(pair, "south")  # revealed
    assert '"#*"' in pair[0].own_record("south")
    assert '["revealed", "2", "tea", "silk"]' in pair[0].own_record("south")


def test_a_drawn_card_is_seen_by_the_drawer_only() -> None:
    one = state("turn north", coins=(2, 2), bag="silk silk tea tea tea gem guard guard", rounds=2)
    two = one.copy()
    two.bag.reverse()
    pair = at(one, dice=[1]), at(two, dice=[1])
    for table in pair:
        answer(table, "trade", "other")
    assert alike(pair, "south")
    assert alike(pair)
    assert not alike(pair, "north")
    assert [event.params for event in pair[0].events("south") if event.kind == "drew"] == [
        {"seat": "north", "card": UNSEEN}
    ]
    assert [event.params for event in pair[0].events("north") if event.kind == "drew"] == [
        {"seat": "north", "card": "silk"}
    ]
    assert pair[0].events(*SEATS) == pair[0].all_events()
    assert '"?draw@north *"' in pair[0].own_record("south")
    assert '"?draw@north 1"' in pair[0].own_record("north")


def test_what_is_asked_is_for_the_seat_that_is_asked() -> None:
    table = at(state("turn north", south="guard"))
    answer(table, "raid")
    assert table.frame("north")["decision"] == {"seat": "south"}
    assert table.frame()["decision"] == {"seat": "south"}
    assert table.frame("south")["decision"] == {
        "seat": "south",
        "ask": "guard",
        "rule": "3.3",
        "about": {},
        "options": ["no", "guard"],
    }


def test_events_may_be_read_on_from_where_one_was() -> None:
    table = play_on(new(3), 3)
    told = table.frame("north")["events"]
    assert isinstance(told, list)
    assert len(told) > 10
    assert table.frame("north", since=7)["events"] == told[7:]
    assert table.frame("north", since=len(told))["events"] == []


def test_what_others_answer_openly_is_in_everybody_s_record() -> None:
    table = at(state("turn north", coins=(2, 3)), dice=[5])
    table.choose("give", "south")
    answer(table, "raid", "no", "loot", "trade", "bank")
    for seats in ((), ("north",), ("south",)):
        steps = json.loads(table.own_record(*seats))["steps"]
        assert steps[0] == ["@south give", "raid", "no", "!raid 5", "loot"]
        assert steps[1][:2] == ["trade", "bank"]


def test_neither_seed_nor_states_leave_the_table() -> None:
    table = play_on(new(123456789), 3, choices=11)
    for seats in ((), ("north",), ("south",), SEATS):
        assert "123456789" not in leaves(table, *seats)
    own = json.loads(table.own_record("north"))
    assert set(own) == {"format", "redacted-for", "game", "rules", "scenario", "options", "players", "steps", "events"}
    assert own["redacted-for"] == ["north"]
    shuffled = [entry for step in own["steps"] for entry in step if entry.startswith("?bag")]
    assert shuffled == ["?bag *"]


def swapped(position: State, hidden: str, source: random.Random) -> State:
    """The same position but for one card of the hidden hand, changed for another kind from the bag."""
    world = position.copy()
    hand = world.hand(hidden)
    mine = source.randrange(len(hand))
    theirs = source.choice([i for i, card in enumerate(world.bag) if card != hand[mine]])
    hand[mine], world.bag[theirs] = world.bag[theirs], hand[mine]
    source.shuffle(world.bag)
    return world


@pytest.mark.parametrize(("watcher", "hidden"), [("north", "south"), ("south", "north")])
def test_whole_games_in_worlds_that_a_seat_cannot_tell_apart(watcher: str, hidden: str) -> None:
    compared = told_apart = 0
    for seed in range(150):
        source = random.Random(seed)
        cards = source.sample(BAG, len(BAG))
        start = state("bid", " ".join(cards[:4]), " ".join(cards[4:8]), (2, 2), 2, bag=" ".join(cards[8:]))
        pair = at(start, seed), at(swapped(start, hidden, source), seed)
        while pair[0].decision is not None:
            assert alike(pair, watcher), f"seed {seed} after {pair[0].version} choices"
            compared += 1
            told_apart += not alike(pair, hidden)
            try:
                same_choice(pair, source)
            except NotOffered:
                break  # the hidden seat can do in one world what it cannot in the other, and did
            if pair[0].state.hand(watcher) != pair[1].state.hand(watcher) or (
                pair[0].state.discard != pair[1].state.discard
            ):
                break  # the watcher drew another card, or saw one
    assert compared > 600
    assert told_apart > 0.9 * compared


def same_choice(pair: Pair, source: random.Random) -> None:
    """The same choice in both worlds, where it is offered in both."""
    seat = source.choice(SEATS)
    if source.random() < 0.2 and pair[0].asides(seat):
        for table in pair:
            table.choose("give", seat)
        return
    keys = [set(asked(table).options.keys()) for table in pair]
    both = sorted(keys[0] & keys[1])
    key = source.choice(both) if both else min(keys[0])
    for table in pair:
        table.choose(key)


def test_the_pairs_of_this_test_do_differ() -> None:
    start = state("bid", "tea silk gem", "tea silk gem", (2, 2), 2)
    worlds = [swapped(start, "south", random.Random(seed)) for seed in range(10)]
    assert all(world != start and world.north == start.north for world in worlds)
    assert any(one != two for one, two in combinations(worlds, 2))
