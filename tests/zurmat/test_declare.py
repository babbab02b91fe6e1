"""Influence Population and Declare: discs, looks, loyalty."""

from __future__ import annotations

import pytest

from tests.zurmat.tables import (
    answer,
    asked,
    at_level,
    board,
    control,
    discs,
    keys,
    logged,
    shown,
    table,
    ticks,
    tiles,
    units,
)

TALIBAN_DECLARES = {"active": "taliban", "taliban": {"board": ["recruit", "patrol", "attack", "declare", "construct"]}}


# -- Influence Population ---------------------------------------------------------------------------


@pytest.mark.rule("zurmat:population", "zurmat:months")
def test_a_disc_for_each_controlled_tile() -> None:
    """The example: in the first month the Coalition draws one disc, the Taliban two."""
    playing = table(tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}}), step="influence")
    assert (asked(playing).seat, asked(playing).ask) == ("coalition", "place-disc")
    assert shown(playing, "sides", "coalition", "drawn", to="taliban") == 1
    answer(playing, "12")
    assert asked(playing).seat == "taliban"
    assert shown(playing, "sides", "taliban", "drawn", to="coalition") == 2
    answer(playing, "12")
    assert (asked(playing).ask, asked(playing).secret) == ("which-disc", True)


@pytest.mark.rule("zurmat:population")
def test_discs_go_anywhere_several_on_one_tile_too() -> None:
    playing = table(
        tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}}),
        step="influence",
        active="taliban",
        dice=[1, 99],
    )
    assert shown(playing, "sides", "taliban", "drawn", to="taliban") == {"neutral": 1, "faction": 1}
    answer(playing, "03", "faction", "03")
    assert discs(playing, "03", "taliban") == {"neutral": 1, "faction": 1}
    assert shown(playing, "tiles", "03", "discs") == {"coalition": {"n": 0}, "taliban": {"n": 2}}


@pytest.mark.rule("zurmat:population")
def test_with_an_empty_bag_what_is_left_is_drawn() -> None:
    """Ruling 21."""
    spread = {
        name: {"control": "coalition", "coalition-neutral": 10, "coalition-faction": 10}
        for name in ("01", "08", "12", "03", "07")
    }
    spread["08"]["coalition-neutral"] = 8
    playing = table(tiles(spread), step="influence")
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"neutral": 2}
    answer(playing, "12", "neutral", "12")
    assert shown(playing, "sides", "coalition", "bag") == 0


@pytest.mark.rule("zurmat:population")
def test_a_side_with_no_tile_draws_nothing() -> None:
    playing = table(tiles({"01": {"control": "nobody"}, "07": {"control": "taliban"}}), step="influence")
    assert asked(playing).seat == "taliban"


# -- Declare ----------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:declare")
def test_the_example_of_a_declare() -> None:
    """Level 3: two Faction discs on the contested tile, a look, and Taliban 5 against Coalition 4."""
    contested = {
        "03": {
            "control": "coalition",
            "schools": 1,
            "ana": 2,
            "taliban": 3,
            "coalition-neutral": 1,
            "coalition-faction": 1,
            "taliban-neutral": 1,
        }
    }
    playing = table(tiles(contested), TALIBAN_DECLARES, dice=[1, 98, 97])
    answer(playing, "declare")
    assert shown(playing, "sides", "taliban", "drawn", to="taliban") == {"neutral": 1, "faction": 2}
    answer(playing, "03", "faction", "03", "faction", "08")
    assert asked(playing).ask == "intel"
    answer(playing, "03")
    assert shown(playing, "tiles", "03", "discs", to="taliban") == {
        "coalition": {"n": 2, "neutral": 1, "faction": 1},
        "taliban": {"n": 3, "neutral": 1, "faction": 2},
    }
    assert shown(playing, "tiles", "03", "discs", to="coalition") == {"coalition": {"n": 2}, "taliban": {"n": 3}}
    answer(playing, "03")
    declared = logged(playing, "declared")[0].params
    assert (declared["theirs"], declared["ours"], declared["winner"]) == (5, 4, "taliban")
    assert control(playing, "03") == "taliban"
    assert (discs(playing, "03", "taliban"), discs(playing, "03", "coalition")) == ({"faction": 1}, {})
    assert units(playing, "03") == {"ana": 2, "taliban": 3}
    assert playing.state.schools[2] == 1
    assert ticks(playing, "taliban") == [0, 0, 1, 0, 0]


@pytest.mark.rule("zurmat:declare")
def test_another_tile_than_the_one_looked_at_may_declare() -> None:
    playing = table(tiles({"08": {"ana": 1}}), coalition={"board": at_level(0, "declare")})
    answer(playing, "declare", "03", "08")
    assert control(playing, "08") == "coalition"


@pytest.mark.rule("zurmat:declare")
def test_at_level_0_there_are_no_discs_but_a_look_and_a_declaration() -> None:
    """Ruling 18."""
    playing = table(coalition={"board": at_level(0, "declare")})
    answer(playing, "declare")
    assert asked(playing).ask == "intel"
    assert not logged(playing, "drew-discs")
    answer(playing, "03", "12")
    assert ticks(playing, "coalition") == [0, 0, 1, 0, 0]


@pytest.mark.rule("zurmat:declare")
@pytest.mark.parametrize("controller", ["coalition", "taliban", "nobody"])
def test_a_tie_changes_nothing(controller: str) -> None:
    """Ruling 17: not on an uncontrolled tile either."""
    playing = table(
        tiles({"12": {"control": controller, "ana": 1, "us": 1, "taliban": 2}}), coalition={"hand": ["village"]}
    )
    answer(playing, "play village", "12")
    assert control(playing, "12") == controller


@pytest.mark.rule("zurmat:declare")
def test_an_empty_tile_keeps_its_control() -> None:
    playing = table(tiles({"12": {"control": "taliban", "coalition-neutral": 3}}), coalition={"hand": ["village"]})
    answer(playing, "play village", "12")
    assert control(playing, "12") == "taliban"
    assert discs(playing, "12", "coalition") == {}


@pytest.mark.rule("zurmat:declare")
def test_us_units_count_like_others() -> None:
    """Ruling 24."""
    playing = table(tiles({"12": {"us": 2, "taliban": 1}}), coalition={"hand": ["village"]})
    answer(playing, "play village", "12")
    assert logged(playing, "declared")[0].params["ours"] == 2
    assert control(playing, "12") == "coalition"


@pytest.mark.rule("zurmat:declare")
def test_discs_go_back_to_their_owners_bags() -> None:
    """Ruling 20: Neutral discs show whose they are; Faction discs leave one for one."""
    playing = table(
        tiles({"12": {"coalition-neutral": 2, "taliban-neutral": 3, "coalition-faction": 3, "taliban-faction": 1}}),
        coalition={"hand": ["village"]},
    )
    assert list(playing.state.bags) == [48, 47, 47, 49]
    answer(playing, "play village", "12")
    assert list(playing.state.bags) == [50, 48, 50, 50]
    assert (discs(playing, "12", "coalition"), discs(playing, "12", "taliban")) == ({"faction": 2}, {})


@pytest.mark.rule("zurmat:declare")
def test_a_look_ends_with_the_next_answer() -> None:
    playing = table(tiles({"12": {"taliban-faction": 1}}), coalition={"board": board("patrol")})
    answer(playing, "recruit")
    looked = table(tiles({"12": {"taliban-faction": 1}}), coalition={"board": at_level(0, "declare")})
    answer(looked, "declare", "12")
    assert shown(looked, "looking") == {"side": "coalition", "tile": "12"}
    assert shown(looked, "tiles", "12", "discs", "taliban", to="coalition") == {"n": 1, "neutral": 0, "faction": 1}
    answer(looked, "01")
    assert shown(looked, "looking") is None
    assert shown(looked, "tiles", "12", "discs", "taliban", to="coalition") == {"n": 1}


@pytest.mark.rule("zurmat:declare")
def test_any_tile_may_be_looked_at_and_declare() -> None:
    playing = table(coalition={"board": at_level(0, "declare")})
    answer(playing, "declare")
    assert keys(playing) == ["01", "03", "07", "08", "12"]
    answer(playing, "01")
    assert keys(playing) == ["01", "03", "07", "08", "12"]
