"""Attack and combat: moving to fight, dice, Hits, Blocks, losses."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.zurmat.state import State
from tests.zurmat.tables import answer, asked, at_level, board, control, keys, logged, shown, table, ticks, tiles, units

ATTACK = {"coalition": {"board": board("attack")}}
TALIBAN_ATTACK = {"active": "taliban", "taliban": {"board": board("attack")}}
# Faces: Afghan 1, 2 hit; US 1 to 3 hit, 4 and 5 block; Fort 1, 2 hit, 3 and 4 block.
HIT, BLOCK, MISS = 1, 4, 6


def losses(playing: Table[State]) -> list[tuple[object, object]]:
    return [(event.params["unit"], event.params["n"]) for event in logged(playing, "removed")]


def battle(facts: dict[str, object], dice: list[int]) -> Table[State]:
    """The Coalition moves one US unit onto the poppy fields and fights."""
    playing = table(tiles({"01": {"us": 1}, "07": facts}), dice=dice, coalition={"board": at_level(1, "attack")})
    answer(playing, "attack")
    return answer(playing, "01") if asked(playing).ask == "attack-from" else playing


# -- whom to attack ---------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:attack")
@pytest.mark.parametrize(("level", "open_"), [(0, False), (1, False), (2, True), (3, True)])
def test_an_attack_can_be_chosen_only_with_a_target_in_reach(level: int, open_: bool) -> None:
    """Ruling 10: the tile the unit starts on does not count, the enemy's does."""
    laid = tiles({"01": {"us": 1}, "04": {"north": 2, "taliban": 1}})
    order = ["recruit", "construct", "declare", "patrol"]
    playing = table(laid, coalition={"board": [*order[:level], "attack", *order[level:]]})
    assert ("attack" in keys(playing)) is open_


@pytest.mark.rule("zurmat:attack")
def test_no_attack_past_a_village() -> None:
    laid = tiles({"01": {"us": 1}, "04": {"north": -2, "taliban": 1}})
    assert "attack" not in keys(table(laid, ATTACK))


@pytest.mark.rule("zurmat:attack", "zurmat:combat")
def test_the_example_of_an_attack() -> None:
    """Level 3: two units onto a Fort with a unit, the third to reinforce a fight (ruling 37: two different tiles)."""
    laid = tiles(
        {
            "01": {"us": 2, "ana": 1},
            "08": {"taliban": 1, "forts": 1, "control": "taliban"},
            "12": {"ana": 1, "taliban": 2},
        }
    )
    playing = table(
        laid, coalition={"board": at_level(3, "attack")}, dice=[HIT, HIT, MISS, MISS, MISS, MISS, MISS, MISS]
    )
    answer(playing, "attack", "01", "08", "2 us", "01", "12")
    assert (asked(playing).ask, keys(playing)) == ("battle", ["08", "12"])
    answer(playing, "08")
    assert units(playing, "08") == {"us": 2} and playing.state.forts[7] == 0
    assert keys(playing) == ["12", "done"]
    answer(playing, "12")
    assert units(playing, "12") == {"ana": 2, "taliban": 2}
    assert ticks(playing, "coalition") == [0, 0, 0, 1, 0]


@pytest.mark.rule("zurmat:attack")
def test_a_unit_may_be_activated_where_it_stands() -> None:
    """Ruling 9: it counts as one that moves."""
    playing = table(tiles({"12": {"ana": 3, "taliban": 1}}), coalition={"board": board("attack"), "hand": ["mrap"]})
    answer(playing, "attack", "12")
    assert "stay" in keys(playing)
    answer(playing, "stay")
    assert asked(playing).about == {"n": 3, "steps": 4}
    answer(playing, "done")
    assert keys(playing) == ["12"]


@pytest.mark.rule("zurmat:attack")
def test_a_second_battle_is_the_attackers_choice_but_one_must_be_fought() -> None:
    """Ruling 11: one at a time, in the attacker's order, after all movement."""
    laid = tiles({"01": {"ana": 2}, "08": {"taliban": 1}, "12": {"taliban": 1}})
    playing = table(laid, ATTACK, dice=[MISS, MISS])
    answer(playing, "attack", "08", "1 ana", "01", "12")
    assert (asked(playing).ask, keys(playing)) == ("battle", ["08", "12"])
    answer(playing, "12")
    assert keys(playing) == ["08", "done"]
    answer(playing, "done")
    assert [event.params["tile"] for event in logged(playing, "battle")] == ["12"]


@pytest.mark.rule("zurmat:attack")
def test_every_group_goes_to_an_enemy_however_sure_one_target_is() -> None:
    """An Attack does not simply move units across the map."""
    laid = tiles({"01": {"ana": 2}, "08": {"taliban": 1}})
    playing = table(laid, ATTACK, dice=[MISS, MISS, MISS])
    answer(playing, "attack")
    assert keys(playing) == ["08", "12"]  # 03 and 07 are dead ends: nobody comes back from there
    answer(playing, "08", "1 ana")
    assert (asked(playing).ask, keys(playing)) == ("attack-from", ["01", "done"])
    answer(playing, "01")
    assert keys(playing) == ["08", "12"]
    answer(playing, "12")  # round about, but with the two tiles left it still comes to the enemy
    assert units(playing, "08") == {"ana": 2, "taliban": 1}


@pytest.mark.rule("zurmat:attack")
def test_no_group_stops_on_the_way_to_an_enemy() -> None:
    laid = tiles({"01": {"ana": 3}, "04": {"north": 2, "taliban": 1}})
    playing = table(laid, ATTACK, dice=[MISS] * 4)
    answer(playing, "attack", "08", "1 ana")
    assert keys(playing) == ["04", "01"]
    answer(playing, "04", "01", "1 ana")
    assert (units(playing, "08"), units(playing, "04")) == ({}, {"ana": 2, "taliban": 1})


@pytest.mark.rule("zurmat:attack")
def test_units_out_of_reach_of_any_enemy_stay_though_the_level_is_not_used_up() -> None:
    laid = tiles({"01": {"ana": 1}, "08": {"taliban": 1}, "03": {"ana": 1}})
    playing = table(laid, coalition={"board": at_level(2, "attack"), "hand": ["mrap"]})
    answer(playing, "attack", "01")
    assert keys(playing) == ["done"]  # 1 unit and 1 tile are left: not enough from 03


@pytest.mark.rule("zurmat:attack", "zurmat:moving")
def test_a_group_stops_at_the_first_enemy() -> None:
    """Ruling 44: units or Forts; own units beside them change nothing."""
    laid = tiles({"01": {"us": 1}, "08": {"taliban": 1, "ana": 1}, "04": {"north": 2, "taliban": 1}})
    playing = table(laid, coalition={"board": board("attack"), "hand": ["mrap"]})
    answer(playing, "attack", "01", "08")
    assert asked(playing).ask == "attack-from"


@pytest.mark.rule("zurmat:attack", "zurmat:combat")
def test_control_never_changes_by_an_attack() -> None:
    playing = battle({"taliban": 1, "control": "taliban"}, [HIT, MISS])
    assert units(playing, "07") == {"us": 1}
    assert control(playing, "07") == "taliban"


# -- dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:combat")
def test_all_units_on_the_tile_roll_not_only_those_that_moved() -> None:
    playing = battle({"ana": 2, "taliban": 3}, [MISS, MISS, MISS, MISS, MISS, MISS])
    assert [(event.params["side"], event.params["n"]) for event in logged(playing, "rolled")] == [
        ("coalition", 3),
        ("taliban", 3),
    ]


@pytest.mark.rule("zurmat:combat")
def test_combat_is_simultaneous() -> None:
    playing = battle({"taliban": 1}, [HIT, HIT])
    assert units(playing, "07") == {}
    assert losses(playing) == [("us", 1), ("taliban", 1)]


@pytest.mark.rule("zurmat:combat")
def test_each_block_cancels_a_hit() -> None:
    playing = battle({"taliban": 1}, [BLOCK, HIT])
    assert units(playing, "07") == {"us": 1, "taliban": 1}


@pytest.mark.rule("zurmat:combat")
def test_what_is_too_much_is_lost() -> None:
    """Ruling 15: Hits beyond the pieces there, Blocks beyond the Hits."""
    playing = battle({"ana": 3, "taliban": 1}, [HIT, HIT, HIT, BLOCK, MISS])
    assert units(playing, "07") == {"us": 1, "ana": 3}
    assert losses(playing) == [("taliban", 1)]


@pytest.mark.rule("zurmat:combat")
def test_every_unit_rolls_however_many_dice_there_are() -> None:
    """Ruling 16."""
    playing = battle({"taliban": 12}, [MISS] * 13)
    assert logged(playing, "rolled")[1].params["n"] == 12


@pytest.mark.rule("zurmat:combat")
def test_the_loser_chooses_what_is_lost() -> None:
    laid = tiles(
        {"08": {"us": 2, "ana": 1, "forts": 1, "control": "coalition"}, "07": {}, "04": {"north": 2, "taliban": 2}}
    )
    playing = table(laid, TALIBAN_ATTACK, dice=[MISS, MISS, MISS, MISS, HIT, HIT])
    answer(playing, "attack", "2 taliban")
    assert (asked(playing).seat, asked(playing).ask) == ("coalition", "losses")
    assert keys(playing) == ["1 ana + 1 us", "2 us", "1 ana + 1 fort", "1 us + 1 fort"]
    answer(playing, "1 ana + 1 fort")
    assert units(playing, "08") == {"us": 2, "taliban": 2}
    assert playing.state.forts[7] == 0


@pytest.mark.rule("zurmat:combat", "zurmat:buildings")
def test_a_fort_alone_is_a_target_and_rolls_its_die() -> None:
    """Ruling 12."""
    playing = battle({"forts": 1, "control": "taliban"}, [HIT, HIT])
    assert [(event.params["side"], event.params["n"]) for event in logged(playing, "rolled")] == [
        ("coalition", 1),
        ("taliban", 1),
    ]
    assert playing.state.forts[6] == 0
    assert units(playing, "07") == {}


@pytest.mark.rule("zurmat:combat", "zurmat:buildings")
@pytest.mark.parametrize(("fort_of", "dice"), [("taliban", (1, 2)), ("coalition", (2, 1)), ("nobody", (1, 1))])
def test_a_fort_rolls_for_the_side_that_controls_the_tile(fort_of: str, dice: tuple[int, int]) -> None:
    """Ruling 13: on an uncontrolled tile for nobody."""
    playing = battle({"taliban": 1, "forts": 1, "control": fort_of}, [MISS, MISS, MISS])
    assert tuple(event.params["n"] for event in logged(playing, "rolled")) == dice


@pytest.mark.rule("zurmat:combat", "zurmat:buildings")
def test_a_fort_of_nobody_cannot_be_hit() -> None:
    """Ruling 13."""
    playing = battle({"taliban": 1, "ana": 1, "forts": 1}, [HIT, HIT, MISS])
    assert playing.state.forts[6] == 1
    assert units(playing, "07") == {"us": 1, "ana": 1}


@pytest.mark.rule("zurmat:combat", "zurmat:buildings")
def test_the_attacker_may_lose_a_fort() -> None:
    """Ruling 14."""
    playing = battle({"taliban": 1, "forts": 1, "control": "coalition"}, [MISS, MISS, HIT])
    assert keys(playing) == ["1 us", "1 fort"]
    answer(playing, "1 fort")
    assert units(playing, "07") == {"us": 1, "taliban": 1}
    assert (playing.state.forts[6], shown(playing, "buildings-left")) == (0, 20)


@pytest.mark.rule("zurmat:combat")
def test_afghan_units_come_back_and_us_units_do_not() -> None:
    playing = battle({"taliban": 1, "ana": 1}, [MISS, MISS, HIT])
    before = playing.state.supply[0]
    fork = answer(playing.fork(), "1 ana")
    assert fork.state.supply[0] == before + 1 - 1  # one back, one into the box of the Attack
    fork = answer(playing.fork(), "1 us")
    assert sum(fork.state.units[1::3]) == 0
    assert fork.state.supply[0] == before - 1


@pytest.mark.rule("zurmat:combat")
def test_the_faces_of_the_dice() -> None:
    """A unit's die by kind: Afghan 2 Hits; US and Fort 2 Hits, 2 Blocks."""
    for face in range(1, 7):
        us = logged(battle({"taliban": 1}, [face, MISS]), "rolled")[0].params
        assert (us["hits"], us["blocks"]) == (int(face < 3), int(face in (3, 4)))
        afghan = logged(battle({"taliban": 1}, [MISS, face]), "rolled")[1].params
        assert (afghan["hits"], afghan["blocks"]) == (int(face < 3), 0)
        fort = logged(battle({"forts": 1, "control": "taliban"}, [MISS, face]), "rolled")[1].params
        assert (fort["hits"], fort["blocks"]) == (int(face < 3), int(face in (3, 4)))
