"""Cards 1 to 9, side by side: what the Event does to a position, and what it changes while it lasts."""

from __future__ import annotations

import pytest

from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, count, eligible, level, pieces, resources
from tests.distant_plain.positions import at

# -- 1 ISR ------------------------------------------------------------------------------------------


@pytest.mark.card("1u")
@pytest.mark.rule("3.2.3")
def test_isr_finds_3_guerrillas_in_one_more_space_after_the_sweep() -> None:
    """A Sweep of Zabol done, 3 of 4 Guerrillas in Waziristan show, of Factions as the Coalition likes elsewhere."""
    table = at(
        lasting=["1-unshaded"],
        spaces={"zabol": "C 1t, T 2u", "waziristan": "T 4u", "kabul-aibak": "W 1u", "konduz": "T 2u, W 2u"},
    )
    choose(table, "sweep", "zabol", "done")
    assert_refused(table, "isr waziristan")  # Zabol first
    choose(table, "zabol", "taliban")
    assert_refused(table, "isr zabol", "isr herat")
    assert {"isr waziristan", "isr kabul-aibak", "isr konduz"} <= set(keys(table))
    choose(table, "isr waziristan", "3")
    assert pieces(table, "waziristan") == "T 1u 3a"
    assert pieces(table, "zabol") == "C 1t, T 1u 1a"
    assert asked(table) == "coalition sweep-search"
    assert_refused(table, "isr konduz", "isr waziristan")


@pytest.mark.card("1u")
@pytest.mark.rule("3.2.3", "2.3.5")
def test_isr_also_helps_a_limited_sweep_and_never_the_government() -> None:
    """In a Limited Sweep of Herat 2 Taliban and 1 of the Warlords show in Konduz."""
    spaces = {"herat": "C 1t, G 1t", "konduz": "T 2u, W 2u"}
    table = at(lasting=["1-unshaded"], acted=["taliban"], first_did="operation", spaces=spaces)
    choose(table, "sweep", "herat", "isr konduz", "2", "1")
    assert pieces(table, "konduz") == "T 2a, W 1u 1a"
    table = at("government", resources=3, lasting=["1-unshaded"], spaces=spaces)
    choose(table, "sweep", "herat", "done")
    assert pieces(table, "konduz") == "T 2u, W 2u"
    assert not any(key.startswith("isr") for key in keys(table))


@pytest.mark.card("1s")
@pytest.mark.rule("4.1.1", "5.1.2")
def test_isr_shaded_takes_air_lift_from_the_sweep_only() -> None:
    """Air Strike may still go with a Sweep, Air Lift with a Patrol."""
    table = at(lasting=["1-shaded"], spaces={"herat": "C 2t", "konduz": "T 1a"})
    choose(table, "sweep")
    assert "air-strike" in keys(table)
    assert_refused(table, "air-lift")
    table = at(lasting=["1-shaded"], spaces={"herat": "C 2t", "konduz": "T 1a"})
    choose(table, "patrol")
    assert {"air-lift", "air-strike"} <= set(keys(table))


# -- 2 Predators ------------------------------------------------------------------------------------


@pytest.mark.card("2u")
@pytest.mark.rule("4.2.3")
def test_predators_remove_a_guarded_base_in_one_pakistan_space() -> None:
    """In Waziristan the Base goes beside its Guerrillas; in Northwest Frontier only what shows. Islamabad shifts."""
    table = at(
        lasting=["2-unshaded"],
        spaces={"herat": "C 1t", "waziristan": "T 1u 1a 1B", "northwest-frontier": "T 1u 1a 1B", "balochistan": "T 1u"},
    )
    choose(table, "patrol", "air-strike", "waziristan", "predators", "taliban-base")
    assert_refused(table, "balochistan")  # hidden, and the Predators are spent
    choose(table, "northwest-frontier")
    assert pieces(table, "waziristan") == "T 1u 1a"
    assert pieces(table, "northwest-frontier") == "T 1u 1B"
    assert table.view()["islamabad"] == {"box": "backing", "hard": False}


@pytest.mark.card("2u")
@pytest.mark.rule("4.2.3")
def test_predators_strike_where_nothing_shows() -> None:
    """The only target of all is an Underground Guerrilla in Balochistan: the Air Strike is open."""
    table = at(lasting=["2-unshaded"], spaces={"herat": "C 1t", "balochistan": "T 1u", "zabol": "T 1u"})
    choose(table, "patrol", "air-strike")
    assert pieces(table, "balochistan") == ""
    assert pieces(table, "zabol") == "T 1u"
    table = at(spaces={"herat": "C 1t", "balochistan": "T 1u"})
    choose(table, "patrol")
    assert_refused(table, "air-strike")


@pytest.mark.card("2s")
@pytest.mark.rule("4.2.3")
def test_predators_shaded_bring_a_recruit_to_pakistan_after_every_air_strike() -> None:
    """A strike in Konduz; 1 Guerrilla comes to Balochistan, Active at Hostility. None Available: nothing."""
    spaces = {"herat": "C 1t", "konduz": "T 1a, W 1a"}
    table = at(lasting=["2-shaded"], islamabad="hostility", spaces=spaces)
    choose(table, "patrol", "air-strike", "warlords-guerrilla-active")
    assert asked(table) == "taliban strike-recruit"
    assert keys(table) == ["balochistan", "northwest-frontier", "waziristan", "done"]
    choose(table, "balochistan")
    assert pieces(table, "balochistan") == "T 1a"
    table = at(lasting=["2-shaded"], available="T 0u", spaces=spaces)
    choose(table, "patrol", "air-strike", "warlords-guerrilla-active")
    assert asked(table) != "taliban strike-recruit"


# -- 3 Reapers --------------------------------------------------------------------------------------


@pytest.mark.card("3u")
@pytest.mark.rule("4.2.3")
def test_reapers_remove_3_pieces_in_one_space() -> None:
    """In Konduz 2 Active Guerrillas and then the Base; in Balkh 1 piece as ever."""
    table = at(lasting=["3-unshaded"], spaces={"herat": "C 1t", "konduz": "T 2a 1B, W 1a", "balkh": "W 2a"})
    choose(table, "patrol", "air-strike", "konduz", "taliban-guerrilla-active")
    choose(table, "again", "taliban-guerrilla-active", "again", "taliban-base")
    assert pieces(table, "konduz") == "W 1a"
    choose(table, "balkh")
    assert pieces(table, "balkh") == "W 1a"
    assert asked(table) != "coalition air-strike-again"


@pytest.mark.card("3u")
@pytest.mark.card("2u")
@pytest.mark.rule("4.2.3")
def test_reapers_do_not_help_where_predators_strike() -> None:
    """Both in play: in Waziristan 1 piece by the Predators; in Konduz 2 by the Reapers, though 3 were allowed."""
    table = at(
        lasting=["2-unshaded", "3-unshaded"], spaces={"herat": "C 1t", "waziristan": "T 1u 2a", "konduz": "T 3a"}
    )
    choose(table, "patrol", "air-strike", "waziristan", "predators", "taliban-guerrilla-underground")
    assert asked(table) == "coalition air-strike-space"
    choose(table, "konduz", "again", "done")
    assert pieces(table, "waziristan") == "T 2a"
    assert pieces(table, "konduz") == "T 1a"


@pytest.mark.card("3s")
@pytest.mark.rule("4.2.3", "1.6.1")
def test_reapers_shaded_shift_one_province_struck() -> None:
    """Konduz and Balkh are struck: the Taliban choose Balkh."""
    table = at(
        lasting=["3-shaded"],
        spaces={"herat": "C 1t", "konduz": "support, T 1a", "balkh": "support, W 1a", "zabol": "T 1a"},
    )
    choose(table, "patrol", "air-strike", "konduz", "balkh", "zabol")
    assert asked(table) == "taliban strike-anger"
    assert keys(table) == ["balkh", "konduz"]  # nobody lives in Zabol
    choose(table, "balkh")
    assert level(table, "balkh") == "neutral"
    assert level(table, "konduz") == "support"


@pytest.mark.card("3s")
@pytest.mark.rule("4.2.3")
def test_reapers_shaded_shift_nothing_for_strikes_on_locs_and_in_pakistan() -> None:
    """Kabul-Aibak and Waziristan are struck: nobody is asked."""
    table = at(lasting=["3-shaded"], spaces={"herat": "C 1t", "kabul-aibak": "T 1a", "waziristan": "T 1a"})
    choose(table, "patrol", "air-strike", "kabul-aibak", "waziristan")
    assert not asked(table).startswith("taliban strike")
    assert level(table, "waziristan") == "neutral"


# -- 4 #2 Is Dead -----------------------------------------------------------------------------------


@pytest.mark.card("4u")
@pytest.mark.rule("5.1", "2.3.6")
def test_number_two_is_dead_takes_a_guarded_base_and_the_talibans_next_card() -> None:
    """The Base in Waziristan goes beside its Guerrillas; the Taliban do nothing on this card and the next."""
    table = at(
        event="4u",
        to_come=["taliban", "warlords"],
        warlords=5,
        taliban=5,
        spaces={"waziristan": "T 2u 1B", "zabol": "T 1B"},
    )
    choose(table, "base", "waziristan")
    assert pieces(table, "waziristan") == "T 2u"
    assert asked(table) == "warlords turn"
    choose(table, "pass")
    assert eligible(table) == ["government", "warlords"]


@pytest.mark.card("4u")
@pytest.mark.rule("5.1")
def test_number_two_is_dead_takes_up_to_2_guerrillas_of_one_space() -> None:
    """1 Underground and 1 Active of Zabol, not a third."""
    table = at(event="4u", spaces={"zabol": "T 2u 2a", "khowst": "T 1u 1B"})
    choose(table, "guerrillas", "zabol", "1")
    assert_refused(table, "2")
    choose(table, "1")
    assert pieces(table, "zabol") == "T 1u 1a"
    assert pieces(table, "khowst") == "T 1u 1B"


@pytest.mark.card("4u")
@pytest.mark.rule("5.1")
def test_with_no_taliban_on_the_map_they_are_still_ineligible() -> None:
    table = at(event="4u", acted=["taliban"], first_did="operation-and-activity")
    assert eligible(table) == ["government", "warlords"]


@pytest.mark.card("4s")
@pytest.mark.rule("5.1", "1.4.2")
def test_number_two_is_dead_shaded_places_a_base_or_a_guerrilla_and_gives_a_die() -> None:
    """In Waziristan a Base; where 2 Bases stand only a Guerrilla."""
    table = at("taliban", event="4s", taliban=3, chance=[5], spaces={"northwest-frontier": "T 2B"})
    assert keys(table) == ["balochistan", "northwest-frontier", "waziristan"]
    choose(table, "waziristan", "1")
    assert pieces(table, "waziristan") == "T 1B"
    assert resources(table, "taliban") == 8
    table = at("taliban", event="4s", taliban=74, chance=[5], spaces={"northwest-frontier": "T 2B"})
    choose(table, "northwest-frontier")
    assert pieces(table, "northwest-frontier") == "T 1u 2B"
    assert resources(table, "taliban") == 75


# -- 5 Aerostats ------------------------------------------------------------------------------------


@pytest.mark.card("5u")
@pytest.mark.rule("3.3.2")
def test_aerostats_activate_guerrillas_marching_to_a_coalition_base() -> None:
    """1 Taliban Guerrilla into Pashtun Khowst, 1 of the Warlords into Konduz: both Active, at a Base only."""
    table = at("taliban", taliban=2, lasting=["5-unshaded"], spaces={"khowst": "C 1B", "waziristan": "T 2u"})
    choose(table, "march", "waziristan", "khowst", "1", "waziristan", "paktika", "done")
    assert pieces(table, "khowst") == "C 1B, T 1a"
    assert pieces(table, "paktika") == "T 1u"
    table = at("warlords", warlords=2, lasting=["5-unshaded"], spaces={"konduz": "C 1B", "balkh": "W 2u"})
    choose(table, "march", "konduz", "1", "done")
    assert pieces(table, "konduz") == "C 1B, W 1a"


@pytest.mark.card("5s")
@pytest.mark.rule("3.2.3", "1.4.3")
def test_aerostats_shaded_let_2_guerrillas_slip_away_after_any_sweep() -> None:
    """The Government Sweeps Herat; 2 of 3 Active Guerrillas in Zabol hide. Pakistan is no such place; a LoC is."""
    table = at(
        "government",
        resources=3,
        lasting=["5-shaded"],
        spaces={"herat": "G 1t", "zabol": "T 3a", "waziristan": "T 1a", "kabul-aibak": "T 1a"},
    )
    choose(table, "sweep", "herat", "done", "done")
    assert asked(table) == "taliban slip-away"
    assert keys(table) == ["zabol", "kabul-aibak", "done"]
    choose(table, "zabol")
    assert keys(table) == ["1", "2"]
    choose(table, "2")
    assert pieces(table, "zabol") == "T 2u 1a"


@pytest.mark.card("5s")
@pytest.mark.rule("3.2.3", "4.2.3")
def test_the_taliban_slip_away_only_after_the_special_activity() -> None:
    """The Coalition Sweeps and strikes before they are asked; then the Guerrilla just found hides again."""
    table = at(lasting=["5-shaded"], spaces={"zabol": "C 2t, T 2u"})
    choose(table, "sweep", "zabol", "done", "zabol", "taliban", "air-strike")
    assert asked(table) == "taliban slip-away"
    choose(table, "zabol")
    assert pieces(table, "zabol") == "C 2t, T 1u"


# -- 6 US-Pakistan Talks, 8 SEAL Team 6 -------------------------------------------------------------


@pytest.mark.rule("5.1", "6.6.1")
@pytest.mark.parametrize(
    ("number", "side", "before", "after", "hard"),
    [
        pytest.param(6, "unshaded", "backing", "pressure", False, marks=pytest.mark.card("6u")),
        pytest.param(6, "unshaded", "pressure", "hostility", True, marks=pytest.mark.card("6u")),
        pytest.param(6, "shaded", "pressure", "backing", False, marks=pytest.mark.card("6s")),
        pytest.param(6, "shaded", "sponsorship", "sponsorship", True, marks=pytest.mark.card("6s")),
        pytest.param(8, "shaded", "tolerance", "sponsorship", False, marks=pytest.mark.card("8s")),
        pytest.param(8, "shaded", "backing", "sponsorship", True, marks=pytest.mark.card("8s")),
    ],
)
def test_islamabad_shifts_2_boxes_and_turns_hard_past_the_end(
    number: int, side: str, before: str, after: str, hard: bool
) -> None:
    table = at(played=[number], islamabad=before)
    choose(table, f"event-{side}")
    assert table.view()["islamabad"] == {"box": after, "hard": hard}


@pytest.mark.card("8u")
@pytest.mark.rule("5.1")
def test_seal_team_6_takes_a_guarded_base_and_up_to_2_guerrillas() -> None:
    """In Waziristan the Base, 1 Underground and 1 Active; no Islamabad shift."""
    table = at(event="8u", spaces={"waziristan": "T 2u 1a 2B", "balochistan": "T 1u", "khowst": "T 1B"})
    assert keys(table) == ["balochistan", "waziristan"]
    choose(table, "waziristan", "1", "1")
    assert pieces(table, "waziristan") == "T 1u 1B"
    assert table.view()["islamabad"] == {"box": "tolerance", "hard": False}


@pytest.mark.card("8u")
@pytest.mark.rule("5.1")
def test_seal_team_6_may_come_for_guerrillas_alone() -> None:
    table = at(event="8u", spaces={"waziristan": "T 1B", "balochistan": "T 3u"})
    choose(table, "balochistan", "2")
    assert pieces(table, "balochistan") == "T 1u"
    assert pieces(table, "waziristan") == "T 1B"


# -- 7 Find Fix Finish ------------------------------------------------------------------------------


@pytest.mark.card("7u")
@pytest.mark.rule("3.2.4")
def test_find_fix_finish_uncovers_the_only_guard_of_a_base() -> None:
    """1 Underground Guerrilla in Zabol is found and goes with its Base; in Khowst 2 of them still shield theirs."""
    table = at(lasting=["7-unshaded"], spaces={"zabol": "C 2t, T 1u 1B", "khowst": "C 3t, T 2u 1B"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active")
    choose(table, "khowst", "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "C 2t"
    assert pieces(table, "khowst") == "C 3t, T 1u 1B"


@pytest.mark.card("7u")
@pytest.mark.rule("3.2.2")
def test_find_fix_finish_also_finds_on_the_loc_of_a_patrol_assault() -> None:
    """A single Troop finds 1 Guerrilla as it Patrols, 1 of the Warlords as it Assaults, and removes 1."""
    table = at(lasting=["7-unshaded"], spaces={"kabul-aibak": "C 1t, T 1u, W 1u"})
    choose(table, "patrol", "done", "kabul-aibak", "none", "kabul-aibak", "warlords", "warlords-guerrilla-active")
    assert pieces(table, "kabul-aibak") == "C 1t, T 1u"


@pytest.mark.card("7s")
@pytest.mark.rule("3.2.4")
def test_find_fix_finish_shaded_limits_an_assault_to_2_pieces_a_space() -> None:
    """3 Coalition Troops and 2 paid Government ones remove 2; the Government by itself is not limited."""
    table = at(government=3, lasting=["7-shaded"], spaces={"zabol": "C 3t, G 2t, T 5a"})
    choose(table, "assault", "zabol", "joined", "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "C 3t, G 2t, T 3a"
    table = at("government", government=3, lasting=["7-shaded"], spaces={"zabol": "G 6t, T 5a"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "G 6t, T 2a"


# -- 9 Special Forces -------------------------------------------------------------------------------


@pytest.mark.card("9u")
@pytest.mark.rule("5.1", "5.5", "4.2.3")
def test_special_forces_find_2_guerrillas_a_province_and_strike_there() -> None:
    """Khowst and Paktika are chosen; the free Air Strike goes to those two only, in Paktika at a Base alone."""
    table = at(
        "government", event="9u", spaces={"khowst": "T 3u, W 1u", "paktika": "T 1B", "zabol": "T 2a", "konduz": "T 2u"}
    )
    assert set(keys(table)) == {"khowst", "paktika", "zabol", "done"}
    choose(table, "khowst", "1", "1", "paktika", "done")
    assert pieces(table, "khowst") == "T 2u 1a, W 1a"
    assert asked(table) == "coalition free-activity"
    choose(table, "air-strike")
    assert_refused(table, "zabol")
    choose(table, "khowst", "warlords-guerrilla-active", "paktika")
    assert pieces(table, "khowst") == "T 2u 1a"
    assert pieces(table, "paktika") == ""
    assert pieces(table, "zabol") == "T 2a"


@pytest.mark.card("9u")
@pytest.mark.card("2s")
@pytest.mark.rule("5.1")
def test_special_forces_that_expose_nothing_bring_no_air_strike() -> None:
    """No Insurgent is near the border: no strike, though Konduz shows a target, and so no recruit by Predators."""
    table = at(event="9u", lasting=["2-shaded"], spaces={"konduz": "T 2a"})
    assert not asked(table).startswith("taliban strike")
    assert count(table, "available", "T u") == 28


@pytest.mark.card("9s")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(
    ("where", "after"),
    [("zabol", "sponsorship"), ("badakhshan", "sponsorship"), ("kabul-tor-kham", "tolerance"), ("ghazni", "tolerance")],
)
def test_special_forces_shaded_need_coalition_pieces_near_the_border(where: str, after: str) -> None:
    """One of the six Provinces counts, by Troops or Base; a LoC beside Pakistan or a Province further in does not."""
    table = at("taliban", event="9s", spaces={where: "C 1t"})
    assert table.view()["islamabad"] == {"box": after, "hard": False}


@pytest.mark.card("4u")
def test_control_follows_the_pieces_of_an_event_at_once() -> None:
    """Zabol was Taliban-Controlled by 2 Guerrillas to 1 Troop."""
    table = at(played=[4], spaces={"zabol": "C 1t, T 2u"})
    assert control(table, "zabol") == "taliban"
    choose(table, "event-unshaded", "2")
    assert control(table, "zabol") == "coin"
