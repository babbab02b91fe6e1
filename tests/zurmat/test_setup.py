"""Game set-up: the map, forces, loyalties, orders, the board."""

from __future__ import annotations

import random

import pytest

from khyber.engine.errors import BadSetup
from khyber.engine.game import Setup
from khyber.engine.table import Table
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.rules.setup import pairs_of_objectives
from khyber.games.zurmat.state import State
from khyber.games.zurmat.text import catalogue
from tests.zurmat.tables import GAME, SEATS, answer, asked, control, keys, logged, new, on_map, shown, units

pytestmark = pytest.mark.rule("zurmat:setup")


def play_to(table: Table[State], ask: str, seed: int = 0) -> Table[State]:
    """Random answers until that is asked."""
    source = random.Random(seed)
    while asked(table).ask != ask:
        table.choose(source.randrange(len(asked(table).values)))
    return table


def test_five_tiles_each_are_dealt_for_all_to_see_and_three_stay_in_the_box() -> None:
    table = new(4)
    hands = [shown(table, "sides", seat, "tiles-in-hand") for seat in SEATS]
    assert [isinstance(hand, list) and len(hand) for hand in hands] == [5, 5]
    dealt = {tile for hand in hands if isinstance(hand, list) for tile in hand}
    assert len(dealt) == 10 and "01" not in dealt
    assert asked(table).seat == "coalition"


def test_the_first_four_tiles_go_beside_the_fob_then_anywhere_beside_a_tile() -> None:
    table = new(4)
    for laid, cells in enumerate((["1n", "1w", "1e", "1s"], ["1w", "1e", "1s"], ["1e", "1s"])):
        assert asked(table).seat == SEATS[laid % 2]
        answer(table, keys(table)[0])
        assert keys(table) == cells
        answer(table, cells[0])
        if asked(table).ask == "tile-turn":
            answer(table, "90" if "90" in keys(table) else "0")
    answer(table, keys(table)[0])  # the fourth has one place left
    if asked(table).ask == "tile-turn":
        answer(table, "0")
    answer(table, keys(table)[0])
    assert keys(table) == ["2n", "1n 1w", "1n 1e", "2w", "2e", "1s 1w", "1s 1e", "2s"]


def test_a_tile_is_turned_as_its_player_likes_and_roads_need_not_meet() -> None:
    """Ruling 3. Turns that look alike are one option."""
    box = printed_box()
    assert {name: len(box.turns[int(name) - 1]) for name in ("01", "02", "03", "04", "06", "07")} == {
        "01": 1,
        "02": 2,
        "03": 1,
        "04": 4,
        "06": 2,
        "07": 4,
    }
    table = play_to(new(4), "tile-turn")
    assert len(keys(table)) > 1
    for turn in keys(table):
        assert answer(table.fork(), turn).state.turn.count(int(turn) // 90)


def test_the_coalition_holds_the_fob_and_the_taliban_choose_two_tiles() -> None:
    """Ruling 41: all other tiles are nobody's."""
    table = play_to(new(4), "territory")
    assert asked(table).seat == "taliban"
    assert len(keys(table)) == 10
    first = keys(table)[0]
    answer(table, first)
    assert first not in keys(table)
    second = keys(table)[0]
    answer(table, second, "3")
    assert (units(table, first), units(table, second)) == ({"taliban": 3}, {"taliban": 5})
    assert units(table, "01") == {"ana": 5, "us": 5}
    assert (table.state.schools[0], table.state.forts[0]) == (2, 2)
    controls = [control(table, name) for name in on_map(table)]
    assert sorted(controls) == ["coalition"] + ["nobody"] * 8 + ["taliban"] * 2


def test_all_eight_units_may_stand_on_one_tile() -> None:
    table = play_to(new(4), "split")
    assert keys(table) == [str(n) for n in range(9)]
    answer(table, "0")
    assert sorted(table.state.units[2::3])[-2:] == [0, 8]


def test_each_player_holds_two_tactics_cards_before_control_is_established() -> None:
    table = play_to(new(4), "territory")
    own = shown(table, "sides", "coalition", "hand", to="coalition")
    assert isinstance(own, list) and len(own) == 2
    assert shown(table, "sides", "taliban", "hand", to="coalition") == 2


def test_every_tile_gets_a_disc_of_each_player() -> None:
    table = play_to(new(4), "orders")
    backs = [shown(table, "tiles", name, "discs") for name in on_map(table)]
    assert backs == [{"coalition": {"n": 1}, "taliban": {"n": 1}}] * 11
    assert [sum(table.state.bags[:2]), sum(table.state.bags[2:])] == [89, 89]
    assert len(logged(table, "disc")) == 22


def test_two_of_four_objectives_are_kept_unseen() -> None:
    table = play_to(new(4), "orders")
    assert asked(table).seat == "coalition" and asked(table).secret
    dealt = shown(table, "sides", "coalition", "objectives-dealt", to="coalition")
    assert isinstance(dealt, list) and len(dealt) == 4
    assert shown(table, "sides", "coalition", "objectives-dealt", to="taliban") == 4
    choice = keys(table)[0]
    answer(table, choice)
    assert shown(table, "sides", "coalition", "objectives", to="coalition") == choice.split(" + ")
    assert shown(table, "sides", "coalition", "objectives", to="taliban") == 2
    assert choice not in table.own_record("taliban")


def test_some_objectives_cannot_be_combined() -> None:
    """Ruling 35."""
    box = printed_box()
    ids = [card.id for card in box.objectives[0]]
    dealt = bytes(ids.index(name) for name in ("construct3", "most-schools", "most-forts", "patrol3"))
    assert pairs_of_objectives(box, 0, dealt) == [
        ("construct3", "patrol3"),
        ("most-schools", "patrol3"),
        ("most-forts", "patrol3"),
    ]
    ids = [card.id for card in box.objectives[1]]
    dealt = bytes(ids.index(name) for name in ("us-killed", "take-fob", "recruit3", "most-units"))
    assert ("us-killed", "take-fob") not in pairs_of_objectives(box, 1, dealt)
    assert ("recruit3", "most-units") not in pairs_of_objectives(box, 1, dealt)
    assert len(pairs_of_objectives(box, 1, dealt)) == 4


def test_without_a_legal_pair_any_two_are_kept() -> None:
    box = printed_box()
    ids = [card.id for card in box.objectives[0]]
    dealt = bytes(ids.index(name) for name in ("construct3", "most-schools", "most-forts"))
    assert len(pairs_of_objectives(box, 0, dealt)) == 3


def test_operations_go_under_the_levels_in_any_order() -> None:
    table = play_to(new(4), "board")
    answer(table, "attack", "patrol", "recruit", "declare")
    assert list(table.state.levels[:5]) == [2, 0, 1, 4, 3]
    assert asked(table).seat == "taliban"
    answer(table, "declare", "recruit", "attack", "construct")
    assert list(table.state.levels[5:]) == [3, 1, 4, 2, 0]
    assert table.view()["month"] == "march"


@pytest.mark.parametrize("setup", [Setup("short"), Setup("standard", ("deception",)), Setup("standard", (), 3)])
def test_what_zurmat_has_not_is_refused(setup: Setup) -> None:
    with pytest.raises(BadSetup, match=r"zurmat"):
        GAME.start(setup)


@pytest.mark.parametrize("way", ["n", "e", "s", "w"])
def test_the_map_may_reach_seven_tiles_away(way: str) -> None:
    table = new(4)
    while asked(table).ask in ("tile", "tile-place", "tile-turn"):
        straight = [key for key in keys(table) if key.endswith(way) and " " not in key]
        answer(table, straight[-1] if asked(table).ask == "tile-place" and straight else keys(table)[0])
    assert max(abs(north) + abs(east) for north, east in places(table)) == 7
    GAME.check(State.unpack(table.steps[-1].after))


def places(table: Table[State]) -> list[tuple[int, int]]:
    """How far north and east of the FOB tile every tile lies."""
    found = [(shown(table, "tiles", tile, "north"), shown(table, "tiles", tile, "east")) for tile in on_map(table)]
    return [(north, east) for north, east in found if isinstance(north, int) and isinstance(east, int)]


def test_an_open_place_is_named_by_the_tiles_beside_it() -> None:
    playing = answer(new(seed=3), "08", "1n")
    while asked(playing).ask != "tile-place" or len(on_map(playing)) < 5:
        playing.choose(keys(playing)[0])
    english, italian = (catalogue(lang) for lang in ("en", "it"))
    said = {option.key: (english.option(option), italian.option(option)) for option in asked(playing).options}
    assert said["2n"] == ("North of 08 (crossroads)", "A nord di 08 (crocevia)")
    both = [words for words, _ in said.values() if ", beside " in words]
    assert both and all(" of " in words for words in both)
    assert len({words for words, _ in said.values()}) == len(said)
