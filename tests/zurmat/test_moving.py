"""Moving units and Patrol: roads, villages, enemies, discs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.zurmat.tables import (
    GAME,
    Facts,
    answer,
    asked,
    board,
    discs,
    keys,
    logged,
    shown,
    table,
    ticks,
    tiles,
    units,
)

COALITION_PATROLS = {"coalition": {"board": board("patrol")}}
TALIBAN_PATROLS = {"active": "taliban", "taliban": {"board": board("patrol")}}
#: The FOB tile amid four crossroads and a ring of roads: 01 with 08 north, 02 north-east, 12 east.
CIRCLE: Mapping[str, Facts] = {
    "01": {"control": "coalition"},
    "08": {"north": 1},
    "12": {"east": 1},
    "02": {"north": 1, "east": 1},
}


@pytest.mark.rule("zurmat:moving", "zurmat:patrol")
def test_a_unit_that_sets_out_may_take_any_road() -> None:
    """Example 1: a US unit on tile 01 can move in 4 directions."""
    playing = table(tiles({"01": {"us": 1}}), COALITION_PATROLS)
    answer(playing, "patrol", "01")
    assert keys(playing) == ["08", "12", "03", "07"]


@pytest.mark.rule("zurmat:moving")
def test_where_the_road_ends_at_a_village_the_unit_stops() -> None:
    """Example 2: onto tile 03, where the road ends; next time it can leave in 4 directions."""
    far = tiles(
        {
            "01": {"us": 1},
            "03": {"north": 0, "east": 1},
            "12": {"north": -1, "east": 0},
            "04": {"east": 2},
            "06": {"east": 1, "north": 1},
            "09": {"east": 1, "north": -1},
        }
    )
    playing = table(far, COALITION_PATROLS)
    answer(playing, "patrol", "01", "03")
    assert (asked(playing).ask, shown(playing, "operation")) == (
        "show-discs",
        {
            "operation": "patrol",
            "level": 4,
            "completed": False,
            "left": 3,
            "steps-left": 3,
            "entered": ["03"],
            "to-fight": [],
        },
    )
    far["03"] = {**far["03"], "us": 1}
    del far["01"]
    again = table({"01": {}, **far}, COALITION_PATROLS)
    answer(again, "patrol", "03")
    assert keys(again) == ["06", "04", "09", "01"]


@pytest.mark.rule("zurmat:moving", "zurmat:attack")
def test_through_a_controlled_but_empty_tile_onto_an_enemy() -> None:
    """Example 3 (ruling 38: not back east): out of the poppy fields, through 05, onto 02, where they must stop."""
    laid: Mapping[str, Facts] = {
        "01": {},
        "07": {"east": 1, "north": 1, "taliban": 2},
        "05": {"north": 1, "control": "coalition"},
        "02": {"north": 2, "ana": 2},
        "08": {"north": 3},
    }
    playing = table(laid, active="taliban", taliban={"board": board("attack", "patrol")})
    fork = answer(playing.fork(), "patrol", "07", "2 taliban")
    assert units(fork, "05") == {"taliban": 2}
    assert keys(fork) == ["07", "stop"]  # a Patrol may not go on to 02: back, or no further
    answer(playing, "attack", "2 taliban")
    assert keys(playing) == ["02", "07"]  # and in an Attack not stop short of the enemy
    answer(playing, "02")
    assert [event.params["dest"] for event in logged(playing, "moved")] == ["05", "02"]
    assert [event.params["tile"] for event in logged(playing, "battle")] == ["02"]


@pytest.mark.rule("zurmat:moving", "zurmat:patrol")
def test_a_unit_may_leave_enemies_but_not_patrol_back_to_them() -> None:
    """Example 4, rulings 43 and 44."""
    laid = {"01": {}, "02": {"north": 1, "ana": 1, "taliban": 2}, "08": {"north": 2}, "12": {"north": 1, "east": 1}}
    playing = table(laid, COALITION_PATROLS)
    answer(playing, "patrol")
    assert keys(playing) == ["02", "done"]
    answer(playing, "02", "08")
    assert asked(playing).ask == "show-discs"  # nowhere to go on from 08: not back onto 02
    assert units(playing, "08") == {"ana": 1}


@pytest.mark.rule("zurmat:moving", "zurmat:attack")
def test_in_an_attack_a_unit_may_come_back_and_stops() -> None:
    """Ruling 43."""
    laid = {"01": {}, "02": {"north": 1, "ana": 1, "taliban": 2}, "08": {"north": 2}}
    playing = table(laid, coalition={"board": board("attack"), "hand": ["mrap"]})
    answer(playing, "attack", "02")
    assert keys(playing) == ["stay", "08", "01"]
    answer(playing, "08")
    assert units(playing, "02") == {"ana": 1, "taliban": 2}  # the only way on leads back, and there it stops
    assert (asked(playing).ask, asked(playing).about["steps"]) == ("attack-from", 2)


@pytest.mark.rule("zurmat:moving")
def test_a_road_is_followed_where_it_leads_or_back() -> None:
    """Tile 02 joins N with E and S with W: from the west only south, or back west."""
    laid = {
        "01": {"us": 1},
        "02": {"east": 1},
        "08": {"east": 1, "north": 1},
        "12": {"east": 1, "north": -1},
        "04": {"east": 2},
    }
    playing = table(laid, COALITION_PATROLS)
    answer(playing, "patrol", "01")
    assert keys(playing) == ["12", "01", "stop"]


@pytest.mark.rule("zurmat:moving")
def test_turned_tiles_have_turned_roads() -> None:
    laid = {
        "01": {"us": 1},
        "02": {"east": 1, "turn": 90},
        "08": {"east": 1, "north": 1},
        "12": {"east": 1, "north": -1},
        "04": {"east": 2},
    }
    playing = table(laid, COALITION_PATROLS)
    answer(playing, "patrol", "01")
    assert keys(playing) == ["08", "01", "stop"]
    assert shown(playing, "tiles", "02", "roads") == ["NW", "ES"]


@pytest.mark.rule("zurmat:moving")
def test_a_step_needs_a_road_on_both_sides() -> None:
    """Ruling 4: cannot happen with the printed tiles, but with somebody's own."""
    own = GAME.replacing(GAME.own_data('[tiles.08]\nroads = ["EW"]\n'))
    playing = table(tiles({"01": {"us": 1}}), COALITION_PATROLS, game=own)
    answer(playing, "patrol", "01")
    assert keys(playing) == ["12", "03", "07"]


@pytest.mark.rule("zurmat:moving")
@pytest.mark.parametrize(("fort", "open_"), [("taliban", False), ("nobody", True), ("coalition", True)])
def test_only_forts_of_the_enemy_are_in_the_way(fort: str, open_: bool) -> None:
    """Ruling 13: a Fort on an uncontrolled tile is nobody's and no obstacle."""
    playing = table(tiles({"01": {"us": 1}, "08": {"forts": 1, "control": fort}}), COALITION_PATROLS)
    answer(playing, "patrol", "01")
    assert ("08" in keys(playing)) is open_


@pytest.mark.rule("zurmat:moving")
def test_there_is_no_limit_to_units_on_a_tile() -> None:
    playing = table(tiles({"01": {"us": 5, "ana": 20}, "08": {"ana": 6}}), COALITION_PATROLS)
    answer(playing, "patrol", "01", "08", "4 ana", "stop")
    assert units(playing, "08") == {"ana": 10}


# -- Patrol -----------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:patrol", "zurmat:moving")
def test_a_patrol_in_a_circle() -> None:
    """The example: one unit, level 4, around from the FOB tile and back: four discs, the start tile too (ruling 6)."""
    playing = table(tiles({"01": {"us": 1}}, base=CIRCLE), COALITION_PATROLS, dice=[1, 2, 3, 4])
    answer(playing, "patrol", "01", "08", "02", "12", "01")
    assert units(playing, "01") == {"us": 1}
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"neutral": 4}
    assert shown(playing, "sides", "coalition", "discs-due") == ["08", "02", "12", "01"]
    answer(playing, "neutral", "neutral", "neutral")
    assert [discs(playing, name, "coalition") for name in ("08", "02", "12", "01")] == [{"neutral": 1}] * 4
    assert ticks(playing, "coalition")[4] == 1


@pytest.mark.rule("zurmat:patrol")
def test_going_back_and_forth_leaves_two_discs_on_one_tile() -> None:
    playing = table(tiles({"01": {"ana": 1}}), COALITION_PATROLS, dice=[100, 99, 98, 1])
    answer(playing, "patrol", "01", "08", "01", "08", "stop")
    answer(playing, "faction", "faction")
    assert discs(playing, "08", "coalition") == {"faction": 2}
    assert discs(playing, "01", "coalition") == {"faction": 1}


@pytest.mark.rule("zurmat:patrol", "zurmat:moving")
def test_units_and_tiles_are_shared_out_among_groups() -> None:
    """Ruling 5: units that move together are one group; steps of all groups, and units, are added up."""
    playing = table(tiles({"01": {"ana": 5}}), COALITION_PATROLS)
    answer(playing, "patrol", "01", "08", "3 ana")
    assert shown(playing, "operation", "steps-left") == 3
    answer(playing, "stop")
    assert asked(playing).about == {"n": 1, "steps": 3}
    answer(playing, "01", "12")  # one unit is left to move
    assert units(playing, "12") == {"ana": 1}
    answer(playing, "stop")
    assert shown(playing, "sides", "coalition", "discs-due") == ["08", "12"]  # ruling 7: one for each group entry


@pytest.mark.rule("zurmat:patrol", "zurmat:moving")
def test_a_village_stops_one_group_only() -> None:
    """Ruling 8."""
    playing = table(tiles({"01": {"ana": 2}}), COALITION_PATROLS)
    answer(playing, "patrol", "01", "03", "1 ana")
    assert asked(playing).ask == "patrol-from"
    answer(playing, "01", "08")
    assert keys(playing) == ["01", "stop"]


@pytest.mark.rule("zurmat:patrol")
def test_a_unit_moves_once_in_an_operation() -> None:
    playing = table(tiles({"01": {"ana": 1}}), COALITION_PATROLS)
    answer(playing, "patrol", "01", "08", "stop")
    assert asked(playing).ask == "show-discs"  # no other group


@pytest.mark.rule("zurmat:patrol")
def test_a_patrol_never_enters_enemies() -> None:
    laid = tiles({"01": {"ana": 1}, "08": {"taliban": 1}, "04": {"north": 2}})
    playing = table(laid, TALIBAN_PATROLS)
    answer(playing, "patrol", "08")
    assert units(playing, "04") == {"taliban": 1}  # the only way that does not lead onto the FOB tile
