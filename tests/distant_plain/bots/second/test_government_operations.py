"""2nd:8.6.3 to 2nd:8.6.5: Patrol, Sweep and Assault of the Non-player Government."""

from __future__ import annotations

import pytest

from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, moves, removed, selected
from tests.distant_plain.bots.second.cases import case, play_box, play_on
from tests.distant_plain.facts import control, count, level, pieces, resources, terror

# -- Patrol -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.3")
def test_taliban_that_prevail_on_a_road_call_for_a_patrol() -> None:
    """[G2.Select.2]: more Guerrillas than pieces of all others, Warlords too."""
    waiting = "G 3t 3p 1B"
    spaces = {"kabul": "G 3t 3p", "kabul-aibak": "T 2u, W 1u"}
    assert play_on(case("government", spaces, available=waiting, aid=0), "government").used()["G2.Select.2"] == 1
    spaces["kabul-aibak"] = "T 2u, W 2u"
    assert "G2.Select.2" not in play_on(case("government", spaces, available=waiting, aid=0), "government").used()


@pytest.mark.rule("2nd:8.6.3")
def test_cubes_equal_the_taliban_one_police_then_troops() -> None:
    """[G2.Patrol.1 .2 .3 .4]: from where most are, all found, and one removed."""
    table = case("government", {"kabul": "G 5t 3p", "baghlan": "G 2t 4p", "kabul-aibak": "T 3u"}, aid=0)
    play_box(table, "government", "patrol", alone=True)
    assert moves(table, "3.2.2") == [
        ("government-police", 1, "baghlan", "kabul-aibak"),
        ("government-troops", 2, "kabul", "kabul-aibak"),
    ]
    assert pieces(table, "kabul-aibak") == "G 2t 1p, T 2a" and resources(table, "government") == 37


@pytest.mark.rule("2nd:8.6.3")
def test_a_patrol_keeps_control_where_it_takes_cubes_from() -> None:
    """[G2.Patrol.2]: Kabul may spare one only; no more can come."""
    table = case("government", {"kabul": "G 3t, T 1u", "kabul-aibak": "T 4u"}, aid=0)
    play_box(table, "government", "patrol", alone=True)
    assert moves(table, "3.2.2") == [("government-troops", 1, "kabul", "kabul-aibak")]
    assert control(table, "kabul") == "coin"


@pytest.mark.rule("2nd:8.6.3")
def test_the_assault_of_a_patrol_spares_warlords() -> None:
    """R33 [G2.Patrol.4]: what is left of it is not used on them."""
    table = case("government", {"kabul-aibak": "G 2t 4p, T 1a, W 3a", "kabul-tor-kham": "G 2p, W 2a"}, aid=0)
    play_box(table, "government", "patrol", alone=True)
    assert removed(table, "3.2.4") == [("taliban-guerrilla-active", 1, "kabul-aibak")]
    assert count(table, "kabul-aibak", "W a") == 3


@pytest.mark.rule("2nd:8.6.3")
def test_a_patrol_that_finds_nobody_is_none() -> None:
    """[G2.Patrol.5]: Warlords alone are no reason."""
    table = case("government", {"kabul-aibak": "G 2p, W 1u"}, aid=0)
    play_box(table, "government", "patrol")
    assert table.state.resources[1] == 43, "it Passes"


@pytest.mark.rule("2nd:8.6.3")
def test_kabul_before_the_roads() -> None:
    """[G2.Patrol.1]: and Taliban are found first, played or not."""
    table = case(
        "government",
        {"kabul": "T 1u", "kabul-tor-kham": "T 1u, W 1u", "kabul-aibak": "T 2u, W 1u", "baghlan": "G 3p"},
        players=["warlords"],
        aid=0,
    )
    play_box(table, "government", "patrol", alone=True)
    assert [move[3] for move in moves(table, "3.2.2")] == ["kabul", "kabul-aibak"]
    assert pieces(table, "kabul-aibak") == "G 1p, T 1u 1a, W 1u"


# -- Sweep ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.4")
def test_just_enough_troops_sweep_in_for_control() -> None:
    """Case 42 [G2.Sweep.1]."""
    table = case("government", {"kandahar": "T 1u 1B", "zabol": "G 5t", "kabul": "G 1p", "khowst": "G 1p"})
    play_box(table, "government", "sweep", alone=True)
    assert moves(table, "3.2.3") == [("government-troops", 3, "zabol", "kandahar")]
    assert control(table, "kandahar") == "coin" and pieces(table, "kandahar") == "G 3t, T 1a 1B"


@pytest.mark.rule("2nd:8.6.4")
def test_in_place_where_most_taliban_are_found() -> None:
    """Case 43 [G2.Sweep.2]."""
    table = case(
        "government", {"kabul": "G 4p, T 1u, W 1u", "herat": "G 3p, T 1u", "balkh": "G 3p, W 3u"}, government=6
    )
    play_box(table, "government", "sweep", alone=True)
    assert selected(table) == ["kabul", "herat"]
    assert pieces(table, "kabul") == "G 4p, T 1a, W 1a"


@pytest.mark.rule("2nd:8.6.4")
def test_troops_come_by_ways_that_cost_nothing_first() -> None:
    """R31 [G2.Sweep.1]: from next door or by a quiet LoC, before a LoC with Guerrillas."""
    table = case(
        "government",
        """
            kandahar: T 2u, W 1u
            zabol: G 3t
            kabul: G 9t
            kandahar-kabul: W 1u
            khowst: G 2p
            nuristan: G 2p
            baghlan: G 2p
            balkh: G 2p
        """,
    )
    play_box(table, "government", "sweep", alone=True)
    assert moves(table, "3.2.3") == [
        ("government-troops", 2, "zabol", "kandahar"),
        ("government-troops", 2, "kabul", "kandahar"),
    ]
    assert resources(table, "warlords") == 41


# -- Assault ----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.5")
def test_locs_only_when_nothing_else_is_left() -> None:
    """Case 45, R35 [G2.Assault.1]."""
    table = case("government", {"farah-kandahar": "G 2t 2p, T 2a", "helmand": "G 2t, T 1a"}, government=3)
    play_box(table, "government", "assault", alone=True)
    assert selected(table) == ["helmand"]


@pytest.mark.rule("2nd:8.6.5")
def test_an_eradicated_base_makes_the_assault_worth_it() -> None:
    """Case 46, R25 [G2.Select.4, G2.Eradicate.1]: but one space must be Assaulted."""
    waiting = "G 3t 3p 1B"
    table = case("government", {"khowst": "G 3t, T 1a", "balkh": "G 2p, W 1B"}, available=waiting, aid=0)
    head = play_on(table, "government")
    assert head.used()["G2.Select.4"] == 1 and selected(table) == ["khowst"]
    assert activities(table) == ["eradicate"] and count(table, "balkh", "W B") == 0
    table = case("government", {"khowst": "G 3t", "balkh": "G 2p, W 1B"}, available=waiting, aid=0)
    assert play_on(table, "government").used()["G2.Select.3"] == 1


@pytest.mark.rule("2nd:8.6.5")
def test_of_equal_assaults_the_one_that_lets_eradicate_meet_the_condition() -> None:
    """R67 [G2.Select.4]: one space can be paid; only in Balkh does it win the Control that Eradicate needs."""

    def assaulted(seed: int) -> list[str]:
        table = case(
            "government",
            {"balkh": "G 2t, T 1a, W 1B", "badghis": "G 2t, T 1a"},
            government=3,
            available="G 3t 3p 1B",
            aid=0,
        )
        assert play_on(table, "government", seed=seed).used()["G2.Select.4"] == 1
        return selected(table)

    assert in_many_worlds(assaulted, 10) == [["balkh"]] * 10


@pytest.mark.rule("2nd:8.6.5")
def test_eradicate_at_opposition_then_outside_pashtun_lands() -> None:
    """Case 47 [G2.Eradicate.1]."""
    table = case(
        "government",
        {"helmand": "G 2p, W 1B, opposition", "balkh": "G 2p, W 1B", "farah": "G 2p, W 1B", "herat": "G 2t, T 1a"},
    )
    play_box(table, "government", "assault")
    assert [removed for removed in ("helmand", "balkh", "farah") if not count(table, removed, "W B")] == [
        "helmand",
        "balkh",
    ]


@pytest.mark.rule("2nd:8.6.5")
def test_taliban_are_targeted_before_warlords_players_or_not() -> None:
    """[G2.Assault.2]: Guerrillas, then a bare Base, then Warlords; 6 Aid for the Base."""
    table = case("government", {"herat": "G 6t, T 1a 1B, W 3a"}, players=["warlords"], aid=0)
    play_box(table, "government", "assault", alone=True)
    assert pieces(table, "herat") == "G 6t, W 2a" and table.state.aid == 6


@pytest.mark.rule("2nd:8.6.5")
def test_most_taliban_bases_then_guerrillas() -> None:
    """[G2.Assault.1]: at most three spaces."""
    table = case(
        "government",
        {"herat": "G 2t, T 1B", "balkh": "G 6t, T 3a", "badghis": "G 4t, T 2a, W 2a", "faryab": "G 4t, T 1a, W 1a"},
    )
    play_box(table, "government", "assault", alone=True)
    assert selected(table) == ["herat", "balkh", "badghis"] and level(table, "herat") == "neutral"


# -- lasting Events ---------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.1.2")
def test_a_bomb_by_the_road_costs_a_police_first() -> None:
    """N2.Proc.4 [in effect: Roadside IEDs]."""
    table = case("government", {"kabul": "G 5t 3p", "kabul-aibak": "T 3u"}, aid=0, lasting=["23-shaded"])
    play_box(table, "government", "patrol", alone=True)
    assert removed(table, "3.2.2") == [("government-police", 1, "kabul-aibak")]


@pytest.mark.rule("2nd:8.3")
def test_the_richest_roads_are_cleared_first() -> None:
    """[in effect: Roadside IEDs, unshaded]."""
    roads = ("kabul-tor-kham", "kandahar-spin-boldak", "kabul-aibak")
    table = case(
        "government",
        dict.fromkeys(roads, "G 1p, sabotage") | {"shibirghan-aibak": "G 1p, T 1u"},
        aid=0,
        lasting=["23-unshaded"],
    )
    play_box(table, "government", "patrol", alone=True)
    assert [terror(table, loc) for loc in roads] == [0, 0, 1]
