"""8.8.7: the Non-player Taliban in the Propaganda Round."""

from __future__ import annotations

import pytest

from tests.distant_plain.bots.cases import case, in_many_worlds, play_on
from tests.distant_plain.bots.looking import with_elders
from tests.distant_plain.choices import asked
from tests.distant_plain.facts import count, level, pieces, resources, terror

# -- Sharia -----------------------------------------------------------------------------------------


@pytest.mark.rule("8.8.7")
def test_sharia_goes_where_most_points_shift() -> None:
    """T-29 [T.Sharia]."""
    table = case(
        "taliban",
        {"kandahar": "T 1u, support, 1terror", "khowst": "T 1u", "ghazni": "T 1u, support"},
        taliban=3,
        step="sharia",
    )
    head = play_on(table, "taliban")
    assert level(table, "kandahar") == "opposition" and terror(table, "kandahar") == 0
    assert level(table, "khowst") == "neutral" and level(table, "ghazni") == "support"
    assert resources(table, "taliban") == 0 and head.used() == {"T.Sharia": 1}


@pytest.mark.rule("8.8.7")
def test_sharia_goes_on_while_there_are_resources() -> None:
    """T.Sharia: each space as far as it goes before the next; Opposition and 0 Population are left alone."""
    table = case(
        "taliban",
        """
            kandahar: T 1u, support
            khowst: T 1u
            zabol: T 1u, 1terror
            nuristan: T 1u, opposition, 1terror
            kabul: T 1u, G 2p, support
        """,
        taliban=20,
        step="sharia",
    )
    play_on(table, "taliban")
    assert level(table, "kandahar") == level(table, "khowst") == "opposition" and level(table, "kabul") == "support"
    assert terror(table, "zabol") == terror(table, "nuristan") == 1 and resources(table, "taliban") == 17


@pytest.mark.rule("8.8.7")
def test_terror_is_removed_only_on_the_way_to_a_shift() -> None:
    table = case("taliban", {"kandahar": "T 1u, 2terror"}, taliban=2, step="sharia")
    play_on(table, "taliban")
    assert terror(table, "kandahar") == 2 and resources(table, "taliban") == 2


@pytest.mark.rule("8.8.7")
def test_support_and_little_terror_break_ties() -> None:
    """T.Sharia: with 1 Resource Kandahar at Support before Khowst; with 2 Khowst with less Terror before Nuristan."""
    table = case("taliban", {"kandahar": "T 1u, support", "khowst": "T 1u"}, taliban=1, step="sharia")
    play_on(table, "taliban")
    assert level(table, "kandahar") == "neutral" and level(table, "khowst") == "neutral"
    assert resources(table, "taliban") == 0
    table = case("taliban", {"khowst": "T 1u", "nuristan": "T 1u, 1terror"}, taliban=2, step="sharia")
    play_on(table, "taliban")
    assert level(table, "khowst") == "opposition" and terror(table, "nuristan") == 1


@pytest.mark.rule("8.8.1", "8.8.7")
def test_sharia_with_elders_costs_one() -> None:
    """T.Elders: from Support straight to Opposition, once."""
    table = with_elders(case("taliban", {"kandahar": "T 1u, support"}, taliban=5, step="sharia"), "taliban")
    play_on(table, "taliban")
    assert level(table, "kandahar") == "opposition" and resources(table, "taliban") == 4


@pytest.mark.rule("8.8.7")
def test_mullah_omar_opens_bases_without_control_to_sharia() -> None:
    """T.Sharia: more spaces where a lasting Event allows."""
    table = case("taliban", {"kandahar": "T 1B, G 3t, support"}, step="sharia", lasting=["36-shaded"])
    play_on(table, "taliban")
    assert level(table, "kandahar") == "opposition"


# -- Redeploy ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.8.7")
def test_guerrillas_spread_evenly_over_bases_and_havens() -> None:
    """T-30 [T.Redeploy.1 .2]."""
    for seed in range(10):
        table = case(
            "taliban",
            {"kabul-aibak": "T 1u", "herat": "T 1u 1a", "paktika": "T 1B 1u", "zabol": "T 1B", "kabul": "T 1u"},
            step="redeploy-taliban",
            frozen=True,
        )
        head = play_on(table, "taliban", seed=seed)
        assert all(
            count(table, name, "T u") + count(table, name, "T a") == 1
            for name in ("paktika", "zabol", "waziristan", "northwest-frontier", "kabul")
        )
        assert pieces(table, "kabul-aibak") == pieces(table, "herat") == ""
        assert head.used() == {"T.Redeploy.1": 1, "T.Redeploy.2": 2}


@pytest.mark.rule("8.8.7")
def test_afghan_bases_come_before_pakistan() -> None:
    """T.Redeploy.1, .2: with one to move the Base in Zabol, not that in Waziristan; equal numbers: Afghanistan."""
    table = case(
        "taliban", {"herat": "T 1u", "zabol": "T 1B", "waziristan": "T 1B"}, step="redeploy-taliban", frozen=True
    )
    play_on(table, "taliban")
    assert pieces(table, "zabol") == "T 1u 1B" and pieces(table, "waziristan") == "T 1B"
    table = case(
        "taliban",
        {"herat": "T 1u", "zabol": "T 1B 1u", "waziristan": "T 1u", "northwest-frontier": "T 1u"},
        step="redeploy-taliban",
        frozen=True,
    )
    play_on(table, "taliban")
    assert pieces(table, "zabol") == "T 2u 1B"


@pytest.mark.rule("8.8.7")
def test_a_base_without_control_is_no_destination() -> None:
    table = case("taliban", {"herat": "T 1u", "zabol": "T 1B, G 2t"}, step="redeploy-taliban", frozen=True)
    play_on(table, "taliban")
    assert pieces(table, "zabol") == "G 2t, T 1B"


@pytest.mark.rule("8.8.1", "8.8.7")
def test_with_mullah_omar_they_stay_where_people_live() -> None:
    """Shaded: those on LoCs and in empty Provinces go."""
    table = case(
        "taliban",
        {"herat": "T 1u", "farah": "T 1u", "kabul-aibak": "T 1u", "balochistan": "T 1u", "waziristan": "T 1B 1u"},
        step="redeploy-taliban",
        frozen=True,
        lasting=["36-shaded"],
    )
    play_on(table, "taliban")
    assert pieces(table, "herat") == "T 1u"
    assert pieces(table, "farah") == pieces(table, "kabul-aibak") == pieces(table, "balochistan") == ""


@pytest.mark.rule("8.4.1")
def test_with_few_markers_the_richest_loc_is_sabotaged() -> None:
    """6.3.1: one of the 30 is left; Kabul-Tor Kham, and of two equal ones either."""
    table = case("taliban", {"kabul": "29terror", "kabul-aibak": "T 1u", "kabul-tor-kham": "T 1u"}, step="resources")
    play_on(table, "taliban")
    assert terror(table, "kabul-tor-kham") == 1 and terror(table, "kabul-aibak") == 0

    def sabotaged(seed: int) -> str:
        equal = case(
            "taliban", {"kabul": "29terror", "kabul-aibak": "T 1u", "farah-kandahar": "T 1u"}, step="resources"
        )
        assert asked(equal) == "taliban sabotage-loc"
        play_on(equal, "taliban", seed=seed)
        return "kabul-aibak" if terror(equal, "kabul-aibak") else "farah-kandahar"

    assert set(in_many_worlds(sabotaged)) == {"kabul-aibak", "farah-kandahar"}
