"""2nd:8.7.1, 8.7.6 to 8.7.8: the Non-player Taliban of the 2nd printing outside their Operations."""

from __future__ import annotations

from functools import partial

import pytest

from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.second.cases import bombs_on_two_roads, case, play_on, player_turn, respond
from tests.distant_plain.choices import asked, choose, choose_until
from tests.distant_plain.facts import count, eligible, level, pieces, resources, terror

answer = partial(respond, seat="taliban")

# -- lasting Events ---------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.1")
@pytest.mark.parametrize(("die", "left"), [(4, 0), (5, 2)])
def test_missiles_on_a_die_of_four(die: int, left: int) -> None:
    """Case 83 [T2.Mom.1, R39]: two Resources will do."""
    table = player_turn("coalition", {"herat": "C 1t", "waziristan": "T 1a"}, "26-shaded", taliban=2)
    choose(table, "patrol", "air-strike")
    assert asked(table) == "taliban manpads" and answer(table, rolls=(die,)) == ["T2.Mom.1"]
    assert resources(table, "taliban") == left and pieces(table, "waziristan") == ("" if left else "T 1a")


def test_where_nothing_is_said_a_space_is_random() -> None:
    """[in force: Aerostats, Accidental Guerrillas]."""

    def slipped(seed: int) -> object:
        table = player_turn("government", {"herat": "G 1t", "kabul": "T 1a, support", "ghazni": "T 1B 3a"}, "5-shaded")
        choose(table, "sweep", "herat", "done", "done")
        assert asked(table) == "taliban slip-away"
        answer(table, seed=seed)
        return next(space for space in ("kabul", "ghazni") if count(table, space, "T u"))

    assert set(in_many_worlds(slipped)) == {"kabul", "ghazni"}

    def came(seed: int) -> object:
        table = player_turn("coalition", {"herat": "C 1t, support", "konduz": "C 1t"}, "34-shaded")
        choose(table, "assault", "herat")
        choose_until(table, "taliban accidental-space", "konduz", "done")
        answer(table, seed=seed)
        return next(space for space in ("herat", "konduz") if count(table, space, "T u"))

    assert set(in_many_worlds(came)) == {"herat", "konduz"}


def test_a_policeman_turns_where_coin_control_is_lost() -> None:
    """[in force: Village Stability Operations]."""
    for ghazni, where in (("C 1B, W 1u", "ghazni"), ("C 3t 1B", "khowst")):
        table = player_turn("coalition", {"ghazni": ghazni, "khowst": "C 3t 1B"}, "12-shaded")
        choose(table, "train", "ghazni", "0", "2", "khowst", "0", "2", "done", "done")
        assert asked(table) == "taliban turncoat"
        answer(table)
        assert count(table, where, "T u") == 1


def test_a_recruit_comes_to_an_empty_base_in_pakistan() -> None:
    """[in force: Predators]."""
    for seed in range(5):
        table = player_turn("coalition", {"herat": "C 1t", "konduz": "T 1a, W 1a", "waziristan": "T 1B"}, "2-shaded")
        choose(table, "patrol", "air-strike", "konduz", "warlords-guerrilla-active", "done")
        assert asked(table) == "taliban strike-recruit"
        answer(table, seed=seed)
        assert count(table, "waziristan", "T u") == 1


def test_a_strike_angers_support_first() -> None:
    """[in force: Reapers]."""
    table = player_turn(
        "coalition", {"herat": "C 1t", "ghazni": "support, T 1a", "konduz": "W 1a", "zabol": "T 1a"}, "3-shaded"
    )
    choose(table, "patrol", "air-strike", "konduz", "ghazni", "zabol")
    assert asked(table) == "taliban strike-anger"
    answer(table)
    assert level(table, "ghazni") == "neutral"


def test_a_bomb_lies_where_a_coalition_cube_has_to_go() -> None:
    """[in force: Roadside IEDs]."""
    for seed in range(4):
        table = bombs_on_two_roads()
        answer(table, seed=seed)
        assert pieces(table, "casualties") == "C 1t"


# -- Islamabad --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.6")
def test_after_an_event_at_sponsorship_they_stay_eligible() -> None:
    """Case 66 [T2.Isl.1]: US-Pakistan Talks bring Islamabad there; an Operation there does not help."""
    table = case("taliban", {"zabol": "T 2u"}, event_open=True, card=8, islamabad="backing", to_come=[])
    play_on(table, "taliban")
    assert 'islamabad = "sponsorship"' in table.position() and "taliban" in eligible(table)
    table = case("taliban", {"zabol": "T 2u"}, islamabad="sponsorship", to_come=[])
    play_on(table, "taliban")
    assert "taliban" not in eligible(table)


# -- Sharia -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.7")
@pytest.mark.parametrize(
    ("taliban", "kandahar", "ghazni"), [(2, "opposition", "neutral"), (1, "neutral", "opposition")]
)
def test_sharia_for_the_greatest_shift(taliban: int, kandahar: str, ghazni: str) -> None:
    """Case 67 [T2.Sharia.1]."""
    table = case("taliban", {"kandahar": "T 1u, 1terror", "ghazni": "T 1u"}, taliban=taliban, step="sharia")
    head = play_on(table, "taliban")
    assert (level(table, "kandahar"), level(table, "ghazni")) == (kandahar, ghazni)
    assert resources(table, "taliban") == 0 and head.used() == {"T2.Sharia.1": 1}


@pytest.mark.rule("2nd:8.7.7")
def test_terror_is_removed_only_on_the_way_to_a_shift() -> None:
    """[T2.Sharia.1]."""
    table = case("taliban", {"kandahar": "T 1u, 2terror"}, taliban=2, step="sharia")
    play_on(table, "taliban")
    assert terror(table, "kandahar") == 2 and resources(table, "taliban") == 2


# -- Redeploy ---------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.8")
def test_guerrillas_spread_evenly_and_odd_ones_stay_in_afghanistan() -> None:
    """[T2.Redeploy.1]."""
    for seed in range(6):
        table = case(
            "taliban",
            {"kabul-aibak": "T 1u", "herat": "T 1u 2a", "paktika": "T 1B 1u", "zabol": "T 1B", "kabul": "T 1u"},
            step="redeploy-taliban",
            frozen=True,
        )
        head = play_on(table, "taliban", seed=seed)
        spread = [
            count(table, name, "T u") + count(table, name, "T a")
            for name in ("paktika", "zabol", "waziristan", "northwest-frontier", "kabul")
        ]
        assert sorted(spread[:2]) == [1, 2] and spread[2:] == [1, 1, 1]
        assert pieces(table, "kabul-aibak") == pieces(table, "herat") == "" and head.used() == {"T2.Redeploy.1": 4}


@pytest.mark.rule("2nd:8.7.8")
def test_a_haven_gives_to_where_fewer_are() -> None:
    """[T2.Redeploy.1]: without a Base they need not stay in Waziristan."""
    table = case("taliban", {"waziristan": "T 4u", "zabol": "T 1B"}, step="redeploy-taliban", frozen=True)
    play_on(table, "taliban")
    assert [count(table, name, "T u") for name in ("waziristan", "zabol", "northwest-frontier")] == [1, 2, 1]
    table = case("taliban", {"waziristan": "T 4u 1B", "zabol": "T 1B"}, step="redeploy-taliban", frozen=True)
    play_on(table, "taliban")
    assert pieces(table, "waziristan") == "T 4u 1B"


@pytest.mark.rule("2nd:8.7.8")
def test_with_mullah_omar_they_stay_where_people_live() -> None:
    """[in force: Mullah Omar]: those on LoCs and in empty Provinces go."""
    table = case(
        "taliban",
        {"herat": "T 1u", "farah": "T 1u", "kabul-aibak": "T 1u", "waziristan": "T 3u"},
        step="redeploy-taliban",
        frozen=True,
        lasting=["36-shaded"],
    )
    play_on(table, "taliban")
    assert pieces(table, "herat") == "T 1u" and count(table, "waziristan", "T u") >= 3
    assert pieces(table, "farah") == pieces(table, "kabul-aibak") == ""


@pytest.mark.rule("2nd:8.3")
def test_with_few_markers_the_richest_loc_is_sabotaged() -> None:
    """[N2.Loc.1]."""
    table = case("taliban", {"kabul": "29terror", "kabul-aibak": "T 1u", "kabul-tor-kham": "T 1u"}, step="resources")
    play_on(table, "taliban")
    assert terror(table, "kabul-tor-kham") == 1 and terror(table, "kabul-aibak") == 0
