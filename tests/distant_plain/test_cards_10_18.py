"""Cards 10 to 18, side by side: what the Event does to a position, and what it changes while it lasts."""

from __future__ import annotations

import pytest

from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- 10 Partnering Policy ---------------------------------------------------------------------------


@pytest.mark.card("10u")
@pytest.mark.rule("5.1", "5.5", "2.3.5")
def test_partners_each_get_a_free_limited_operation_in_the_order_named() -> None:
    """The Government Assaults first, then the Coalition in Zabol with Government cubes: all for nothing."""
    table = at(
        "government",
        event="10u",
        government=0,
        spaces={"zabol": "C 1t, G 2t, T 4a", "khowst": "C 1t, T 1a", "konduz": "G 2t, T 1a"},
    )
    choose(table, "government")
    assert asked(table) == "government free-operation"
    assert set(keys(table)) == {"train", "patrol", "sweep", "assault", "decline"}
    choose(table, "assault", "konduz", "taliban-guerrilla-active")
    assert asked(table) == "coalition free-operation"  # 1 space, and no Special Activity
    choose(table, "assault", "zabol", "joined", "taliban-guerrilla-active")
    assert pieces(table, "konduz") == "G 2t"
    assert pieces(table, "zabol") == "C 1t, G 2t, T 1a"
    assert pieces(table, "khowst") == "C 1t, T 1a"
    assert resources(table, "government") == 0
    assert eligible(table) == ["coalition", "taliban", "warlords"]


@pytest.mark.card("10u")
@pytest.mark.rule("5.1", "5.5")
def test_a_partner_may_decline_and_civic_action_is_paid() -> None:
    """The Coalition declines; the Government Trains free in Herat and pays 3 for Civic Action."""
    table = at("warlords", event="10u", government=3, spaces={"herat": "G 1t"})
    choose(table, "coalition", "decline", "train", "herat", "civic-action herat")
    assert level(table, "herat") == "support"
    assert resources(table, "government") == 0


@pytest.mark.card("10u")
@pytest.mark.card("24s")
@pytest.mark.rule("5.1.2", "5.5")
def test_a_free_operation_of_its_choice_is_no_way_around_the_talks() -> None:
    """US-Taliban Talks shaded: the Coalition may not choose Assault, nor Assault at the end of a free Patrol."""
    table = at(event="10u", lasting=["24-shaded"], spaces={"kabul-aibak": "C 1t, T 1a", "zabol": "G 2t, T 1a"})
    choose(table, "coalition")
    assert_refused(table, "assault")
    choose(table, "patrol", "done", "kabul-aibak")
    assert asked(table) == "government free-operation"
    assert pieces(table, "kabul-aibak") == "C 1t, T 1a"
    choose(table, "assault")
    assert pieces(table, "zabol") == "G 2t, T 1a"
    choose(table, "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "G 2t"


@pytest.mark.card("10s")
@pytest.mark.rule("3.2.3", "3.2.4")
def test_without_partnering_the_coalition_sweeps_and_assaults_alone() -> None:
    """No Government Troops come along to Zabol, and none fight there; the Government itself fights on."""
    table = at(government=9, lasting=["10-shaded"], spaces={"kandahar": "C 1t, G 1t"})
    choose(table, "sweep", "zabol", "kandahar")
    assert asked(table) != "coalition sweep-along"
    assert pieces(table, "zabol") == "C 1t"
    table = at(government=9, lasting=["10-shaded"], spaces={"zabol": "C 1t, G 2t, T 3a"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "C 1t, G 2t, T 2a"
    table = at("government", government=9, lasting=["10-shaded"], spaces={"zabol": "C 1t, G 2t, T 3a"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "C 1t, G 2t, T 2a"


# -- 11 Strategic Release ---------------------------------------------------------------------------


@pytest.mark.card("11u")
@pytest.mark.rule("5.1.2", "3.3.3")
def test_strategic_release_forbids_ambush_but_no_attack() -> None:
    table = at(
        "taliban",
        taliban=3,
        lasting=["11-unshaded"],
        chance=[1],
        spaces={"zabol": "T 2u, G 2t", "khowst": "T 1u, G 1t"},
    )
    choose(table, "attack")
    assert asked(table) == "taliban attack-space"
    assert_refused(table, "ambush")
    choose(table, "zabol", "government-troops")
    assert pieces(table, "zabol") == "T 1u 2a"


@pytest.mark.card("11s")
@pytest.mark.rule("3.3.1")
def test_strategic_release_shaded_adds_a_guerrilla_in_one_afghan_space_of_a_rally() -> None:
    """Rally in Waziristan, Zabol and Khowst: 1 more in Zabol, once, not in Pakistan."""
    table = at("taliban", taliban=3, lasting=["11-shaded"])
    choose(table, "rally", "waziristan", "zabol", "1", "khowst", "1")
    assert_refused(table, "reinforce waziristan", "reinforce ghazni")
    choose(table, "reinforce zabol")
    assert pieces(table, "zabol") == "T 2u"
    assert pieces(table, "khowst") == pieces(table, "waziristan") == "T 1u"
    assert_refused(table, "reinforce khowst", "reinforce zabol")
    assert resources(table, "taliban") == 0


@pytest.mark.card("11s")
@pytest.mark.rule("3.3.1", "2.3.5")
def test_strategic_release_shaded_helps_a_limited_rally_while_guerrillas_are_available() -> None:
    """After the first Guerrilla the second: with 1 Available there is no second."""
    for left, after in ((2, "T 2u"), (1, "T 1u")):
        table = at(
            "taliban",
            taliban=1,
            lasting=["11-shaded"],
            acted=["government"],
            first_did="operation",
            available=f"T {left}u",
        )
        choose(table, "rally", "zabol")
        if left == 2:
            choose(table, "reinforce zabol")
        assert pieces(table, "zabol") == after


# -- 12 Village Stability Operations ----------------------------------------------------------------


@pytest.mark.card("12u")
@pytest.mark.rule("3.2.1")
def test_village_stability_puts_police_beside_coalition_troops_after_a_train() -> None:
    """Train in Kabul; the Police come to Zabol, where Troops are, at no cost; a Base alone does not do in Khowst."""
    table = at(government=0, lasting=["12-unshaded"], spaces={"zabol": "C 1t", "khowst": "C 1B"})
    choose(table, "train", "kabul", "done", "done")
    assert asked(table) == "coalition village-police"
    assert keys(table) == ["zabol", "done"]
    choose(table, "zabol")
    assert pieces(table, "zabol") == "C 1t, G 1p"


@pytest.mark.card("12u")
@pytest.mark.rule("3.2.1")
def test_village_police_come_from_elsewhere_when_none_is_available() -> None:
    table = at(
        government=0,
        lasting=["12-unshaded"],
        available="G 0p",
        spaces={"zabol": "C 1t", "kabul": "G 2p", "herat": "G 1p"},
    )
    choose(table, "train", "kabul", "done", "done", "zabol", "herat")
    assert pieces(table, "zabol") == "C 1t, G 1p"
    assert pieces(table, "herat") == ""


@pytest.mark.card("12s")
@pytest.mark.rule("3.2.1")
def test_village_stability_shaded_turns_1_police_after_a_train_that_placed_cubes() -> None:
    """2 Police are placed in Khowst: 1 becomes a Taliban Guerrilla. Without new cubes nothing happens."""
    table = at(government=3, lasting=["12-shaded"], spaces={"khowst": "C 1t 1B", "kabul": "C 1B, G 2p"})
    choose(table, "train", "khowst", "0", "2", "kabul", "done", "done")
    assert asked(table) == "taliban turncoat"
    assert keys(table) == ["khowst", "done"]  # Kabul is no Province
    choose(table, "khowst")
    assert pieces(table, "khowst") == "C 1t 1B, G 1p, T 1u"
    table = at(government=3, lasting=["12-shaded"], spaces={"khowst": "C 1t 1B, G 1p"})
    choose(table, "train", "khowst", "0", "0", "done", "done")
    assert asked(table) != "taliban turncoat"


@pytest.mark.card("12s")
@pytest.mark.rule("3.2.1", "1.4.1")
def test_the_turncoat_just_goes_when_no_guerrilla_is_available() -> None:
    table = at(government=3, lasting=["12-shaded"], available="T 0u", spaces={"khowst": "C 1t 1B"})
    choose(table, "train", "khowst", "0", "2", "done", "done", "khowst")
    assert pieces(table, "khowst") == "C 1t 1B, G 1p"


# -- 13 Anti-Corruption Drive -----------------------------------------------------------------------


@pytest.mark.card("13u")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("patronage", "aid", "left", "after"), [(10, 5, 6, 9), (3, 5, 0, 8), (10, 73, 8, 75)])
def test_a_drive_turns_patronage_into_aid_and_lifts_kabul(patronage: int, aid: int, left: int, after: int) -> None:
    """4, or what there is, or what Aid can hold; the rest stays."""
    table = at(event="13u", patronage=patronage, aid=aid, spaces={"kabul": "opposition"})
    assert (table.state.patronage, table.state.aid) == (left, after)
    assert level(table, "kabul") == "neutral"


@pytest.mark.card("13s")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("before", "after"), [("support", "neutral"), ("opposition", "opposition")])
def test_a_drive_shaded_pays_patronage_and_costs_kabuls_support(before: str, after: str) -> None:
    """Patronage 38 takes 2 of the Warlords' 10; Opposition in Kabul is left alone."""
    table = at(event="13s", patronage=38, warlords=10, spaces={"kabul": before})
    assert (table.state.patronage, resources(table, "warlords")) == (40, 8)
    assert level(table, "kabul") == after


# -- 14 Economic Project ----------------------------------------------------------------------------


@pytest.mark.card("14u")
@pytest.mark.rule("5.1")
def test_economic_projects_lift_2_spaces_and_pay_for_each() -> None:
    """Konduz and Khowst, already at Support, are chosen: 6 Resources. Taliban-Controlled Ghazni is out."""
    table = at(
        event="14u",
        government=1,
        spaces={"konduz": "C 1B", "khowst": "support, G 1B", "balkh": "G 1B", "ghazni": "C 1B, T 2u", "zabol": "G 1B"},
    )
    assert keys(table) == ["balkh", "khowst", "konduz", "done"]
    choose(table, "konduz", "khowst")
    assert level(table, "konduz") == level(table, "khowst") == "support"
    assert level(table, "balkh") == "neutral"
    assert resources(table, "government") == 7


@pytest.mark.card("14u")
@pytest.mark.rule("5.1")
def test_an_economic_project_in_one_space_pays_for_one() -> None:
    table = at(event="14u", government=1, spaces={"konduz": "C 1B", "balkh": "G 1B"})
    choose(table, "konduz", "done")
    assert resources(table, "government") == 4


@pytest.mark.card("14s")
@pytest.mark.rule("5.1")
def test_warlords_take_3_wherever_they_share_a_space_with_a_coin_base() -> None:
    """Konduz with 2 COIN Bases counts once, Kabul with a Warlord Base too; Balkh has no COIN Base."""
    table = at(
        "warlords",
        event="14s",
        warlords=2,
        spaces={"konduz": "C 1B, G 1B, W 2u", "kabul": "G 1B, W 1B", "balkh": "G 3t, W 1u", "herat": "C 1B"},
    )
    assert resources(table, "warlords") == 8


# -- 15 One Tribe at a Time -------------------------------------------------------------------------


@pytest.mark.card("15u")
@pytest.mark.rule("5.1", "1.6.1")
def test_one_tribe_clears_terror_sets_support_and_turns_2_guerrillas() -> None:
    """Khowst: 2 Terror go, Opposition becomes Support, 1 Guerrilla of each Insurgent Faction is Police."""
    table = at(
        event="15u",
        spaces={"khowst": "C 1t, opposition 2terror, T 2u, W 1a", "konduz": "C 1t", "kabul": "C 1t", "zabol": "C 1t"},
    )
    choose(table, "1", "1")  # Konduz is not Pashtun, Kabul no Province, Zabol has no people
    assert level(table, "khowst") == "support"
    assert terror(table, "khowst") == 0
    assert pieces(table, "khowst") == "C 1t, G 2p, T 1u"


@pytest.mark.card("15u")
@pytest.mark.rule("5.1.1", "5.1.3")
def test_one_tribe_without_police_available_removes_the_guerrillas() -> None:
    table = at(event="15u", available="G 1p", spaces={"khowst": "C 1t, T 2u"})
    choose(table, "2")
    assert pieces(table, "khowst") == "C 1t, G 1p"


@pytest.mark.card("15s")
@pytest.mark.rule("5.1", "1.6.1")
def test_one_tribe_shaded_turns_3_cubes_into_guerrillas_of_one_faction() -> None:
    """Khowst: 1 Troop and 2 Police become Warlord Guerrillas; Support becomes Neutral."""
    table = at("warlords", event="15s", spaces={"khowst": "support, G 2t 2p", "zabol": "G 1t", "kabul": "G 3t"})
    assert keys(table) == ["khowst", "zabol"]
    choose(table, "khowst", "warlords-guerrilla-underground", "1", "2")
    assert pieces(table, "khowst") == "G 1t, W 3u"
    assert level(table, "khowst") == "neutral"


@pytest.mark.card("15s")
@pytest.mark.rule("5.1.1", "5.1.3")
def test_one_tribe_shaded_removes_cubes_for_which_no_guerrilla_is_left() -> None:
    """In Zabol, where nobody lives, 3 cubes go and the 1 Available Guerrilla comes; nothing shifts."""
    table = at("taliban", event="15s", available="T 1u", spaces={"zabol": "G 3t"})
    choose(table, "taliban-guerrilla-underground", "3")
    assert pieces(table, "zabol") == "T 1u"
    assert level(table, "zabol") == "neutral"


# -- 16 Amnesty -------------------------------------------------------------------------------------


@pytest.mark.card("16u")
@pytest.mark.rule("5.1")
def test_amnesty_turns_3_taliban_under_coin_control_into_police() -> None:
    """1 of Zabol, hidden, and 2 of Konduz, Active; not in Taliban-Controlled Ghazni, and no Warlords."""
    table = at(
        event="16u",
        spaces={"zabol": "C 4t, T 2u", "konduz": "G 6t, T 3a, W 1a", "ghazni": "G 1t, T 3u", "herat": "G 3t, W 1u"},
    )
    assert keys(table) == ["konduz", "zabol", "done"]
    choose(table, "zabol", "1", "konduz")
    assert_refused(table, "3")
    choose(table, "2")
    assert pieces(table, "zabol") == "C 4t, G 1p, T 1u"
    assert pieces(table, "konduz") == "G 6t 2p, T 1a, W 1a"


@pytest.mark.card("16s")
@pytest.mark.rule("5.1", "1.4.3")
def test_amnesty_shaded_hides_one_faction_and_adds_a_guerrilla_in_3_spaces() -> None:
    """Warlords in Konduz, Taliban on Kabul-Aibak and in Zabol, where all were hidden; never in Pakistan."""
    table = at(
        "taliban",
        event="16s",
        spaces={"konduz": "T 2a, W 2a", "kabul-aibak": "T 1a", "zabol": "T 1u", "herat": "W 1a", "waziristan": "T 1a"},
    )
    assert_refused(table, "waziristan", "kabul")
    choose(table, "konduz", "warlords", "kabul-aibak", "zabol")
    assert pieces(table, "konduz") == "T 2a, W 3u"
    assert pieces(table, "kabul-aibak") == pieces(table, "zabol") == "T 2u"
    assert pieces(table, "herat") == "W 1a"


@pytest.mark.card("16s")
@pytest.mark.rule("5.1.3")
def test_amnesty_shaded_hides_them_even_when_none_is_available() -> None:
    table = at("taliban", event="16s", available="T 0u", spaces={"konduz": "T 2a"})
    choose(table, "konduz")
    assert pieces(table, "konduz") == "T 2u"


# -- 17 NATO ----------------------------------------------------------------------------------------


@pytest.mark.card("17u")
@pytest.mark.rule("5.1", "5.5", "4.2.1")
def test_nato_gives_a_free_surge_and_a_die_and_3_of_aid() -> None:
    """2 Troops to Herat; then Aid by 4 + 3, and nothing to the Warlords or to the Coalition's choice."""
    table = at("government", event="17u", aid=10, warlords=1, available="C 5t 0B", chance=[4], spaces={"herat": "G 1t"})
    assert asked(table) == "coalition free-activity"
    choose(table, "surge", "herat", "done", "2")
    assert pieces(table, "herat") == "C 2t, G 1t"
    assert (table.state.aid, resources(table, "warlords")) == (17, 1)


@pytest.mark.card("17u")
@pytest.mark.rule("5.1")
def test_nato_brings_aid_without_a_surge_up_to_75() -> None:
    table = at("government", event="17u", aid=70, chance=[6])
    choose(table, "decline")
    assert table.state.aid == 75


@pytest.mark.card("17s")
@pytest.mark.rule("3.2.3", "3.2.4")
def test_nato_shaded_limits_a_coalition_sweep_and_assault_to_2_spaces() -> None:
    """With 3 spaces at hand the third is refused; the Government goes on. The space of ISR comes on top."""
    spaces = {"herat": "C 1t, G 1t, T 1a", "konduz": "C 1t, G 1t, T 1a", "bamian": "C 1t, G 1t, T 1a"}
    table = at(lasting=["17-shaded", "10-shaded"], spaces=spaces)
    choose(table, "assault", "herat", "none", "konduz", "none")
    assert asked(table) == "coalition assault-space"
    assert_refused(table, "bamian")
    table = at(lasting=["17-shaded", "1-unshaded"], spaces={**spaces, "zabol": "T 1u"})
    choose(table, "sweep", "herat", "konduz")
    assert asked(table) == "coalition sweep-space"
    assert_refused(table, "bamian")
    choose(table, "done", "isr zabol", "1")
    assert pieces(table, "zabol") == "T 1a"
    table = at("government", resources=9, lasting=["17-shaded"], spaces=spaces)
    choose(table, "sweep", "herat", "konduz", "bamian")
    assert resources(table, "government") == 0


# -- 18 PRTs ----------------------------------------------------------------------------------------


@pytest.mark.card("18u")
@pytest.mark.rule("3.2.1")
def test_prts_let_a_coalition_train_conduct_civic_action_in_2_spaces() -> None:
    """Herat and Konduz at 3 each; not Balkh as a third, and Kabul's Patronage only instead."""
    table = at(
        government=12,
        patronage=5,
        lasting=["18-unshaded"],
        spaces={"herat": "C 1t", "konduz": "C 1t", "balkh": "C 1t", "kabul": "C 1t"},
    )
    choose(table, "train", "herat", "konduz", "balkh", "kabul", "done", "civic-action herat")
    assert_refused(table, "patronage kabul", "civic-action herat")
    choose(table, "civic-action konduz")
    assert level(table, "herat") == level(table, "konduz") == "support"
    assert resources(table, "government") == 6
    assert asked(table) == "coalition train-then"
    assert_refused(table, "civic-action balkh", "patronage kabul")


@pytest.mark.card("18u")
@pytest.mark.rule("3.2.1")
def test_prts_are_of_no_use_to_a_government_train() -> None:
    table = at(
        "government",
        government=15,
        lasting=["18-unshaded"],
        spaces={"herat": "G 1t", "farah": "G 1t", "konduz": "G 1t"},
    )
    choose(table, "train", "herat", "konduz", "done", "civic-action herat")
    assert asked(table) == "government train-then"
    assert_refused(table, "civic-action konduz")


@pytest.mark.card("18s")
@pytest.mark.rule("3.2.1")
def test_prts_shaded_keep_the_coalition_from_civic_action_among_pashtun() -> None:
    """Khowst is Pashtun, Herat is not; a Government Train in Khowst is free to."""
    spaces = {"herat": "C 1t", "khowst": "C 1t, G 1t"}
    table = at(government=12, lasting=["18-shaded"], spaces=spaces)
    choose(table, "train", "herat", "khowst", "done")
    assert_refused(table, "civic-action khowst")
    assert "civic-action herat" in keys(table)
    table = at("government", government=12, lasting=["18-shaded"], spaces=spaces)
    choose(table, "train", "khowst", "done")
    assert "civic-action khowst" in keys(table)


@pytest.mark.card("18s")
@pytest.mark.rule("6.4.1")
def test_prts_shaded_do_not_touch_the_support_phase() -> None:
    table = at(step="civic-action", government=3, lasting=["18-shaded"], spaces={"khowst": "C 1t, G 1p"})
    choose(table, "khowst")
    assert level(table, "khowst") == "support"
    assert count(table, "khowst", "C t") == 1
