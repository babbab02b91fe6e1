"""8.8.1: what the Non-player Taliban make of lasting Events in others' turns."""

from __future__ import annotations

from functools import partial

import pytest

from tests.distant_plain.bots.cases import bombs_on_two_roads, in_many_worlds, player_turn, respond
from tests.distant_plain.choices import asked, choose, choose_until
from tests.distant_plain.facts import count, level, pieces, resources

answer = partial(respond, seat="taliban")

# -- MANPADS Scare ----------------------------------------------------------------------------------


@pytest.mark.rule("8.8.1")
@pytest.mark.parametrize(("funds", "die", "dice", "left"), [(5, 4, 1, 3), (5, 5, 1, 5), (4, 1, 0, 4)])
def test_missiles_on_a_die_of_four_with_five_resources(funds: int, die: int, dice: int, left: int) -> None:
    """T-31 [T.Manpads]."""
    table = player_turn("coalition", {"herat": "C 1t", "waziristan": "T 1a"}, "26-shaded", taliban=funds)
    choose(table, "patrol", "air-strike")
    assert asked(table) == "taliban manpads"
    assert len(answer(table, rolls=(die,))) == dice
    assert resources(table, "taliban") == left
    assert pieces(table, "waziristan") == ("T 1a" if left < funds else "")


# -- Aerostats --------------------------------------------------------------------------------------


@pytest.mark.rule("8.8.1")
def test_they_slip_away_at_support_then_at_a_base() -> None:
    """T.Aerostats, shaded: both of them."""
    spaces = {"herat": "G 1t", "kabul": "T 1a", "ghazni": "T 1B 1a", "zabol": "T 3a"}
    for more, where, left in (
        ({"zabol": "T 3a", "konduz": "T 3a, support"}, "konduz", "T 2u 1a"),
        ({}, "ghazni", "T 1u 1B"),
    ):
        table = player_turn("government", {**spaces, **more}, "5-shaded")
        choose(table, "sweep", "herat", "done", "done")
        assert asked(table) == "taliban slip-away"
        answer(table)
        assert pieces(table, where) == left


@pytest.mark.rule("8.8.1")
def test_else_they_slip_away_anywhere() -> None:
    def slipped(seed: int) -> str:
        table = player_turn("government", {"herat": "G 1t", "kabul": "T 1a", "zabol": "T 1a"}, "5-shaded")
        choose(table, "sweep", "herat", "done", "done")
        answer(table, seed=seed)
        return "kabul" if pieces(table, "kabul") == "T 1u" else "zabol"

    assert set(in_many_worlds(slipped)) == {"kabul", "zabol"}


@pytest.mark.rule("8.8.1")
def test_of_two_spaces_at_support_one_with_a_base_does_not_come_first() -> None:
    """T.Aerostats: Bases come second, not within Support."""

    def slipped(seed: int) -> str:
        table = player_turn(
            "government", {"herat": "G 1t", "kabul": "T 1a, support", "ghazni": "T 1B 1a, support"}, "5-shaded"
        )
        choose(table, "sweep", "herat", "done", "done")
        answer(table, seed=seed)
        return "kabul" if pieces(table, "kabul") == "T 1u" else "ghazni"

    assert set(in_many_worlds(slipped)) == {"kabul", "ghazni"}


# -- Accidental Guerrillas --------------------------------------------------------------------------


@pytest.mark.rule("8.8.1")
@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"herat": "C 1t, support", "konduz": "C 1t, T 1B 1a"}, "herat"),
        ({"herat": "C 1t, T 1B 1a", "konduz": "C 1t"}, "herat"),
        ({"herat": "C 1t", "konduz": "C 1t"}, "konduz"),
        ({"herat": "C 1t, support", "konduz": "C 1t, support"}, "konduz"),
        ({"herat": "C 1t, T 1B 1a, support", "konduz": "C 1t, support"}, "konduz"),
    ],
)
def test_an_accidental_guerrilla_comes_at_support_then_at_a_base_then_to_most_people(
    more: dict[str, str], where: str
) -> None:
    """T.AccGuer, shaded."""
    table = player_turn("coalition", more, "34-shaded")
    choose(table, "assault", "herat")
    choose_until(table, "taliban accidental-space", "konduz", "taliban-guerrilla-active", "done")
    before = count(table, where, "T u")
    answer(table)
    assert count(table, where, "T u") == before + 1


# -- Village Stability, Predators, Reapers, Roadside IEDs -------------------------------------------


@pytest.mark.rule("8.8.1")
def test_a_policeman_turns_where_coin_control_is_lost_then_where_most_people_live() -> None:
    """T.Turncoat, shaded Village Stability: in Ghazni with equal numbers afterwards, though Khowst is larger."""
    for ghazni, where in (("C 1B, W 1u", "ghazni"), ("C 3t 1B", "khowst")):
        table = player_turn("coalition", {"ghazni": ghazni, "khowst": "C 3t 1B"}, "12-shaded")
        choose(table, "train", "ghazni", "0", "2", "khowst", "0", "2", "done", "done")
        assert asked(table) == "taliban turncoat"
        answer(table)
        assert count(table, where, "T u") == 1


@pytest.mark.rule("8.8.1")
def test_a_recruit_comes_to_an_empty_base_in_pakistan_else_anywhere_there() -> None:
    """T.Recruit, shaded Predators."""

    def recruited(seed: int, more: dict[str, str]) -> str:
        table = player_turn("coalition", {"herat": "C 1t", "konduz": "T 1a, W 1a", **more}, "2-shaded")
        choose(table, "patrol", "air-strike", *(["konduz"] if more else []), "warlords-guerrilla-active")
        if more:
            choose(table, "done")
        assert asked(table) == "taliban strike-recruit"
        answer(table, seed=seed)
        return next(name for name in ("balochistan", "waziristan", "northwest-frontier") if count(table, name, "T u"))

    assert {recruited(seed, {"waziristan": "T 1B"}) for seed in range(5)} == {"waziristan"}
    assert {recruited(seed, {}) for seed in range(30)} == {"balochistan", "waziristan", "northwest-frontier"}


@pytest.mark.rule("8.8.1")
@pytest.mark.parametrize(
    ("ghazni", "konduz", "shifted"),
    [("support, T 1a", "W 1a", "ghazni"), ("T 1a", "W 1a", "konduz"), ("T 1a", "W 1a, opposition", "ghazni")],
)
def test_a_strike_angers_support_then_the_most_people(ghazni: str, konduz: str, shifted: str) -> None:
    """T.Anger, shaded Reapers."""
    table = player_turn("coalition", {"herat": "C 1t", "ghazni": ghazni, "konduz": konduz, "zabol": "T 1a"}, "3-shaded")
    before = level(table, shifted)
    choose(table, "patrol", "air-strike", "konduz", "ghazni", "zabol")
    assert asked(table) == "taliban strike-anger"
    answer(table)
    assert level(table, shifted) != before


@pytest.mark.rule("8.8.1")
def test_a_bomb_lies_where_a_coalition_cube_has_to_go() -> None:
    """T.IED, shaded."""
    for seed in range(6):
        table = bombs_on_two_roads()
        answer(table, seed=seed)
        assert pieces(table, "casualties") == "C 1t"


@pytest.mark.rule("8.8.1")
def test_a_bomb_knows_who_came_by_the_road() -> None:
    """T.IED: Government Troops that came to Balkh another way did not pass the bomb on the road from Kabul."""
    for seed in range(6):
        table = player_turn(
            "coalition",
            {"kabul": "C 2t, G 1t", "konduz": "C 1t, G 1t", "kabul-aibak": "T 1u", "kandahar-kabul": "T 1u"},
            "23-shaded",
        )
        choose(table, "sweep", "balkh", "kabul > kabul-aibak", "1", "0", "konduz", "1", "done")
        choose(table, "zabol", "kabul > kandahar-kabul", "1")
        choose_until(table, "taliban ied-loc", "1", "done")
        answer(table, seed=seed)
        assert pieces(table, "casualties") == "C 1t"
