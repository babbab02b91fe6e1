"""The Operations board, Recruit, Construct, Schools and Forts."""

from __future__ import annotations

import pytest

from tests.zurmat.tables import (
    answer,
    asked,
    board,
    control,
    keys,
    levels,
    logged,
    new,
    shown,
    table,
    ticks,
    tiles,
    units,
)

HOLDING = tiles(
    {
        "01": {"us": 5, "ana": 5, "schools": 2, "forts": 2},
        "08": {"control": "coalition", "taliban": 2},
        "12": {"control": "coalition"},
        "07": {"control": "taliban", "taliban": 3},
    }
)


# -- the board --------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:operations-board", "zurmat:months")
def test_the_card_used_goes_under_0_and_those_left_of_it_move_up() -> None:
    """The example: a Patrol at 3 goes back to 0, the three cards left of it shift one place to the right."""
    playing = table(HOLDING, coalition={"board": ["recruit", "construct", "declare", "patrol", "attack"]})
    answer(playing, "patrol", "done")
    assert levels(playing, "coalition") == {"patrol": 0, "recruit": 1, "construct": 2, "declare": 3, "attack": 4}
    assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:operations-board")
def test_levels_go_from_0_to_4() -> None:
    """Ruling 2: the card at 0 stays there; the one at 4 lets all others up."""
    playing = table(HOLDING, coalition={"board": board("recruit")})
    answer(playing, "construct")  # at 0: nothing to place
    assert levels(playing, "coalition")["construct"] == 0
    assert levels(playing, "coalition")["recruit"] == 4
    playing = table(HOLDING, coalition={"board": board("recruit")})
    answer(playing, "recruit", "done")
    assert sorted(levels(playing, "coalition").values()) == [0, 1, 2, 3, 4]
    assert levels(playing, "coalition") == {"recruit": 0, "construct": 1, "declare": 2, "attack": 3, "patrol": 4}


@pytest.mark.rule("zurmat:operations-board")
def test_a_cube_from_the_supply_counts_the_operation() -> None:
    """Ruling 23: cubes come out of the 30."""
    playing = table(HOLDING, coalition={"board": board("recruit")})
    assert playing.state.supply[0] == 25
    answer(playing, "recruit", "done")
    assert ticks(playing, "coalition") == [1, 0, 0, 0, 0]
    assert (playing.state.supply[0], playing.state.boxed[0]) == (24, 1)


@pytest.mark.rule("zurmat:operations-board")
def test_with_no_cube_left_the_operation_counts_all_the_same() -> None:
    """Ruling 23."""
    playing = table(tiles({"01": {"ana": 30}}), coalition={"board": board("construct")})
    answer(playing, "construct", "done")
    assert ticks(playing, "coalition") == [0, 1, 0, 0, 0]
    assert (playing.state.supply[0], playing.state.boxed[0]) == (0, 0)


# -- Recruit ----------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:recruit")
def test_recruits_stand_on_any_controlled_tiles_even_beside_enemies() -> None:
    """The example, for the Coalition: two units on one tile, a third on another; no battle follows."""
    playing = table(HOLDING, coalition={"board": ["patrol", "construct", "declare", "recruit", "attack"]})
    answer(playing, "recruit")
    assert keys(playing) == ["01", "08", "12", "done"]
    answer(playing, "08", "08", "12")
    assert units(playing, "08") == {"ana": 2, "taliban": 2}
    assert units(playing, "12") == {"ana": 1}
    assert not logged(playing, "battle")
    assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:recruit")
def test_us_units_are_never_recruited() -> None:
    playing = table(tiles({"01": {"us": 3}}), coalition={"board": board("recruit")})
    answer(playing, "recruit", "01", "01", "01", "01")
    assert units(playing, "01") == {"us": 3, "ana": 4}


@pytest.mark.rule("zurmat:recruit")
def test_no_more_are_recruited_than_there_are_cubes() -> None:
    playing = table(tiles({"01": {"ana": 29}}), coalition={"board": board("recruit")})
    answer(playing, "recruit", "01")
    assert asked(playing).seat == "taliban"
    assert units(playing, "01") == {"ana": 30}


@pytest.mark.rule("zurmat:recruit", "zurmat:construct", "zurmat:patrol", "zurmat:operations-board")
def test_operations_that_can_do_nothing_are_counted() -> None:
    """Ruling 19: no tile, no unit able to move, or level 0."""
    playing = table(tiles({"01": {"control": "nobody"}}), coalition={"board": board("recruit", "construct", "patrol")})
    for n, operation in enumerate(("recruit", "construct", "patrol")):
        fork = playing.fork()
        answer(fork, operation)
        assert asked(fork).seat == "taliban"
        assert sum(ticks(fork, "coalition")) == 1 and ticks(fork, "coalition")[(0, 1, 4)[n]] == 1
    level_0 = table(HOLDING, coalition={"board": ["recruit", "construct", "declare", "patrol", "attack"]})
    answer(level_0, "recruit")
    assert ticks(level_0, "coalition")[0] == 1 and not logged(level_0, "placed")


# -- Construct --------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:construct", "zurmat:buildings")
def test_schools_and_forts_go_up_on_controlled_tiles_two_of_each_at_most() -> None:
    """The example: nothing more on the FOB tile; a School far from the enemy, a Fort among two Taliban units."""
    playing = table(HOLDING, coalition={"board": ["patrol", "recruit", "construct", "declare", "attack"]})
    answer(playing, "construct")
    assert keys(playing) == ["school 08", "school 12", "fort 08", "fort 12", "done"]
    answer(playing, "school 12", "fort 08")
    assert (playing.state.schools[11], playing.state.forts[7]) == (1, 1)
    assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:construct", "zurmat:buildings")
def test_schools_and_forts_are_one_pool_of_twenty() -> None:
    """Ruling 22."""
    full = {name: {"schools": 2, "forts": 2, "control": "coalition"} for name in ("01", "08", "12", "03")}
    playing = table(
        tiles(full, {"07": {"control": "coalition", "schools": 1, "forts": 2}}), coalition={"board": board("construct")}
    )
    assert shown(playing, "buildings-left") == 1
    answer(playing, "construct")
    assert keys(playing) == ["school 07", "done"]
    answer(playing, "school 07")
    assert asked(playing).seat == "taliban"


@pytest.mark.rule("zurmat:buildings", "zurmat:declare")
def test_buildings_go_with_control_of_the_tile() -> None:
    playing = table(
        tiles({"07": {"control": "coalition", "schools": 1, "forts": 1, "taliban": 5}}),
        active="taliban",
        taliban={"board": board(), "hand": ["village"]},
    )
    answer(playing, "play village", "07")
    assert control(playing, "07") == "taliban"
    answer(playing, "construct")
    assert (playing.state.schools[6], playing.state.forts[6]) == (1, 1)
    again = table(tiles({"07": {"control": "taliban", "schools": 1, "ana": 1}}), coalition={"hand": ["village"]})
    answer(again, "play village", "07")
    declared = logged(again, "declared")[0].params
    assert (declared["ours"], declared["theirs"]) == (1, 1)  # the School counts for whoever controls the tile
    assert control(again, "07") == "taliban"


@pytest.mark.rule("zurmat:operations-board")
def test_one_operation_must_be_chosen() -> None:
    playing = table(HOLDING)
    assert keys(playing) == ["recruit", "construct", "declare", "attack", "patrol"]
    assert "end" not in keys(playing) and "pass" not in keys(playing)
    assert new(1).decision is not None
