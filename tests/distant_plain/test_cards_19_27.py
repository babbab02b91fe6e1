"""Cards 19 to 27, side by side: what the Event does to a position, and what it changes while it lasts."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import EVENT_CARDS, PROPAGANDA_CARDS
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- 19 Al-Qaeda ------------------------------------------------------------------------------------


@pytest.mark.card("19u")
@pytest.mark.rule("5.1", "1.6.1")
def test_al_qaeda_turns_2_pashtun_spaces_and_takes_a_guerrilla_in_each() -> None:
    """Khowst loses an Underground Guerrilla; Kabul, with a Base alone, only shifts. Konduz is not Pashtun."""
    table = at(
        event="19u",
        spaces="""
            khowst: opposition, T 1u 1a
            kabul: T 1B
            konduz: T 1u
            zabol: T 1u
            waziristan: T 1u
            ghazni: support, T 1u
        """,
    )
    assert keys(table) == ["ghazni", "kabul", "khowst", "done"]
    choose(table, "khowst", "kabul", "1")
    assert (level(table, "khowst"), level(table, "kabul")) == ("neutral", "support")
    assert (pieces(table, "khowst"), pieces(table, "kabul")) == ("T 1a", "T 1B")


@pytest.mark.card("19u")
@pytest.mark.rule("5.1")
def test_al_qaeda_may_choose_a_space_at_support_for_its_guerrilla() -> None:
    table = at(event="19u", spaces={"ghazni": "support, T 1u"})
    choose(table, "ghazni")
    assert pieces(table, "ghazni") == ""
    assert level(table, "ghazni") == "support"


@pytest.mark.card("19s")
@pytest.mark.rule("5.1", "1.4.2")
def test_al_qaeda_shaded_places_a_base_and_2_guerrillas_near_pakistan() -> None:
    """Mountain Provinces beside Pakistan or Pakistan itself, not the plains of Zabol; where 2 Bases are, no third."""
    table = at("taliban", event="19s", spaces={"khowst": "C 1B, T 1B"})
    assert keys(table) == [
        "badakhshan",
        "balochistan",
        "khowst",
        "northwest-frontier",
        "nuristan",
        "paktika",
        "waziristan",
    ]
    choose(table, "paktika", "2")
    assert pieces(table, "paktika") == "T 2u 1B"
    table = at("taliban", event="19s", spaces={"khowst": "C 1B, T 1B"})
    choose(table, "khowst", "1")
    assert pieces(table, "khowst") == "C 1B, T 1u 1B"


@pytest.mark.card("19s")
@pytest.mark.rule("5.1.3")
def test_al_qaeda_shaded_without_bases_brings_guerrillas_alone() -> None:
    """Active ones, in Waziristan at Hostility (6.6.1)."""
    table = at("taliban", event="19s", available="T 0B", islamabad="hostility")
    choose(table, "waziristan", "2")
    assert pieces(table, "waziristan") == "T 2a"


# -- 20 Errant Air Strike ---------------------------------------------------------------------------


@pytest.mark.card("20u")
@pytest.mark.rule("5.1", "1.6.1")
def test_amends_remove_terror_in_2_provinces_and_shift_one_without() -> None:
    """Khowst keeps 1 of 2 Terror and cannot be shifted; Konduz can. Kabul is no Province."""
    table = at(
        event="20u",
        spaces={"khowst": "C 1t, 2terror opposition", "konduz": "C 1t, 1terror opposition", "kabul": "C 1t, 1terror"},
    )
    assert keys(table) == ["khowst", "konduz", "done"]
    choose(table, "khowst", "konduz")
    assert (terror(table, "khowst"), terror(table, "konduz")) == (1, 0)
    assert (level(table, "khowst"), level(table, "konduz")) == ("opposition", "neutral")


@pytest.mark.card("20u")
@pytest.mark.rule("5.1")
def test_amends_may_be_made_where_no_terror_was() -> None:
    """Of Khowst and Konduz, both without Terror, one is shifted."""
    table = at(event="20u", spaces={"khowst": "C 1t", "konduz": "C 1t"})
    choose(table, "khowst", "konduz")
    assert keys(table) == ["khowst", "konduz"]
    choose(table, "khowst")
    assert (level(table, "khowst"), level(table, "konduz")) == ("support", "neutral")


@pytest.mark.card("20s")
@pytest.mark.rule("5.1", "1.6.1")
def test_an_errant_strike_terrorises_2_provinces_of_coalition_and_insurgents() -> None:
    """A Coalition Base and a Warlord Base are enough in Konduz; Government Troops are not in Balkh."""
    table = at(
        "taliban",
        event="20s",
        spaces={"khowst": "support, C 1t, T 1u", "konduz": "C 1B, W 1B", "balkh": "G 1t, T 1u", "kabul": "C 1t, T 1u"},
    )
    assert keys(table) == ["khowst", "konduz", "done"]
    choose(table, "khowst", "konduz")
    assert (terror(table, "khowst"), terror(table, "konduz")) == (1, 1)
    assert (level(table, "khowst"), level(table, "konduz")) == ("neutral", "opposition")


@pytest.mark.card("20s")
@pytest.mark.rule("5.1")
def test_an_errant_strike_shifts_even_when_no_terror_marker_is_left() -> None:
    table = at("taliban", event="20s", spaces={"khowst": "C 1t, T 1u", "kabul": "30terror"})
    choose(table, "khowst")
    assert terror(table, "khowst") == 0
    assert level(table, "khowst") == "opposition"


# -- 21 Operation Iraqi Freedom ---------------------------------------------------------------------


@pytest.mark.card("21u")
@pytest.mark.rule("5.1")
def test_iraq_gives_back_3_troops_from_both_boxes_and_aid() -> None:
    """2 of 4 Casualties and 1 of those out of play; Aid rises by 6."""
    table = at(played=[21], aid=4, available="C 10t", casualties="C 4t 1B")
    out = count(table, "out-of-play", "C t")
    choose(table, "event-unshaded", "2", "1")
    assert count(table, "available", "C t") == 13
    assert pieces(table, "casualties") == "C 2t 1B"
    assert count(table, "out-of-play", "C t") == out - 1
    assert table.state.aid == 10


@pytest.mark.card("21u")
@pytest.mark.rule("5.1")
def test_iraq_with_empty_boxes_is_worth_aid_alone() -> None:
    table = at(played=[21], aid=4)
    before = count(table, "available", "C t")
    choose(table, "event-unshaded")
    assert (count(table, "available", "C t"), table.state.aid) == (before, 10)


@pytest.mark.card("21s")
@pytest.mark.rule("5.1")
def test_iraq_shaded_takes_troops_from_available_first_then_from_the_map() -> None:
    """1 Available, then 1 from Herat and 1 from Kabul as the Taliban choose; Aid 2 falls to 0."""
    table = at("taliban", played=[21], aid=2, available="C 1t", spaces={"herat": "C 2t", "kabul": "C 1t"})
    out = count(table, "out-of-play", "C t")
    choose(table, "event-shaded", "herat", "kabul")
    assert count(table, "available", "C t") == 0
    assert (pieces(table, "herat"), pieces(table, "kabul")) == ("C 1t", "")
    assert count(table, "out-of-play", "C t") == out + 3
    assert table.state.aid == 0


@pytest.mark.card("21s")
@pytest.mark.rule("5.1")
def test_iraq_shaded_leaves_the_map_alone_while_3_are_available() -> None:
    table = at("taliban", event="21s", aid=9, available="C 5t", spaces={"herat": "C 2t"})
    assert (count(table, "available", "C t"), pieces(table, "herat"), table.state.aid) == (2, "C 2t", 6)


# -- 22 Border Incident -----------------------------------------------------------------------------


@pytest.mark.card("22u")
@pytest.mark.rule("5.1", "6.6.1")
def test_a_border_incident_angers_islamabad_and_costs_2_guerrillas() -> None:
    """1 Underground and 1 Active of Khowst; not in Pakistan, and not further in."""
    table = at(event="22u", spaces={"khowst": "T 2u 1a", "nimruz": "T 1u", "waziristan": "T 2u", "ghazni": "T 2u"})
    assert keys(table) == ["khowst", "nimruz"]
    choose(table, "khowst", "1", "1")
    assert pieces(table, "khowst") == "T 1u"
    assert table.view()["islamabad"] == {"box": "pressure", "hard": False}


@pytest.mark.card("22u")
@pytest.mark.rule("5.1", "6.6.1")
def test_a_border_incident_at_hostility_without_guerrillas_only_turns_hard() -> None:
    table = at(event="22u", islamabad="hostility")
    assert table.view()["islamabad"] == {"box": "hostility", "hard": True}


@pytest.mark.card("22s")
@pytest.mark.rule("5.1", "5.5", "3.3.2")
def test_a_border_incident_shaded_lets_the_taliban_march_free_out_of_pakistan() -> None:
    """2 of Waziristan come to Zabol, 1 goes on to Ghazni; the Guerrilla of Zabol itself stays."""
    table = at("warlords", event="22s", taliban=0, spaces={"waziristan": "T 3u", "zabol": "T 1a", "konduz": "T 1u"})
    assert table.view()["islamabad"] == {"box": "backing", "hard": False}
    assert asked(table) == "taliban free-operation"
    choose(table, "march")
    assert asked(table) == "taliban march-to"  # from Waziristan, the only origin
    choose(table, "zabol", "2", "zabol")
    assert "done" not in keys(table)
    choose(table, "ghazni", "1", "done")
    assert pieces(table, "waziristan") == "T 1u"
    assert pieces(table, "zabol") == "T 1u 1a"
    assert pieces(table, "ghazni") == "T 1u"
    assert resources(table, "taliban") == 0


@pytest.mark.card("22s")
@pytest.mark.rule("5.1")
def test_a_border_incident_shaded_shifts_islamabad_though_nobody_can_march() -> None:
    table = at("warlords", event="22s", islamabad="sponsorship", spaces={"zabol": "T 1u"})
    assert table.view()["islamabad"] == {"box": "sponsorship", "hard": True}
    assert pieces(table, "zabol") == "T 1u"


# -- 23 Roadside IEDs -------------------------------------------------------------------------------


@pytest.mark.card("23u")
@pytest.mark.rule("3.2.2")
def test_a_patrol_clears_ieds_from_2_locs_that_hold_cubes_and_no_taliban() -> None:
    """Government cubes stand on three Sabotaged LoCs, a Taliban Guerrilla on a fourth: the Coalition repairs two."""
    table = at(
        lasting=["23-unshaded"],
        spaces="""
            kabul-aibak: G 1p, sabotage
            kandahar-kabul: C 1t, sabotage
            farah-kandahar: G 1p, W 1a, sabotage
            shibirghan-aibak: G 1p, T 1a, sabotage
            toraghondi-farah: sabotage
        """,
    )
    choose(table, "patrol", "done", "done")
    assert asked(table) == "coalition repair-loc"
    assert keys(table) == ["kabul-aibak", "farah-kandahar", "kandahar-kabul", "done"]
    choose(table, "kabul-aibak", "farah-kandahar")
    assert [terror(table, loc) for loc in ("kabul-aibak", "farah-kandahar", "kandahar-kabul")] == [0, 0, 1]


@pytest.mark.card("23s")
@pytest.mark.rule("3.2.2")
def test_an_ied_kills_1_cube_of_a_patrol_that_passed_a_loc_with_taliban() -> None:
    """A Coalition Patrol goes from Kabul by Kabul-Aibak to Shibirghan-Aibak: 1 of 2 Troops becomes a Casualty."""
    table = at(lasting=["23-shaded"], spaces={"kabul": "C 3t", "kabul-aibak": "T 1u"})
    choose(table, "patrol", "kabul", "shibirghan-aibak", "2", "done")
    assert asked(table) == "taliban ied-loc"
    choose(table, "kabul-aibak")
    assert pieces(table, "shibirghan-aibak") == "C 1t"
    assert pieces(table, "casualties") == "C 1t"
    assert pieces(table, "kabul-aibak") == "T 1u"


@pytest.mark.card("23s")
@pytest.mark.rule("3.2.3")
def test_an_ied_kills_1_cube_of_a_sweep_by_way_of_a_loc() -> None:
    """The Coalition takes Government Troops along from Kabul to Balkh, and loses one of them."""
    table = at(government=3, lasting=["23-shaded"], spaces={"kabul": "C 1t, G 1t", "kabul-aibak": "T 1a"})
    choose(table, "sweep", "balkh", "kabul > kabul-aibak", "1", "done")
    choose(table, "kabul-aibak", "government-troops")
    assert pieces(table, "balkh") == "C 1t"
    assert pieces(table, "casualties") == ""


@pytest.mark.card("23s")
@pytest.mark.rule("4.3.2")
def test_an_ied_kills_1_cube_of_a_transport() -> None:
    """3 Government Troops from Kabul by Kabul-Aibak to Balkh: 2 arrive. Warlords on the way lay no bombs."""
    table = at("government", resources=9, lasting=["23-shaded"], spaces={"kabul": "G 3t", "kabul-aibak": "T 1u, W 1u"})
    choose(table, "train", "transport", "3", "kabul-aibak", "balkh", "kabul-aibak")
    assert pieces(table, "balkh") == "G 2t"


@pytest.mark.card("23s")
@pytest.mark.rule("3.2.2")
def test_no_ied_without_taliban_on_the_loc() -> None:
    table = at(lasting=["23-shaded"], spaces={"kabul": "C 3t", "kabul-aibak": "W 1u", "kandahar-kabul": "T 1u"})
    choose(table, "patrol", "kabul", "kabul-aibak", "2", "done")
    assert asked(table) != "taliban ied-loc"


# -- 24 US-Taliban Talks ----------------------------------------------------------------------------


@pytest.mark.card("24u")
@pytest.mark.rule("3.3.3", "4.4.3")
def test_selective_fire_spares_the_coalition_in_attack_and_ambush() -> None:
    """In Zabol the Police go; in Khowst Coalition Troops still shield the Government Base, and nothing goes."""
    table = at(
        "taliban",
        taliban=5,
        lasting=["24-unshaded"],
        chance=[1],
        spaces={"zabol": "C 2t, G 1p, T 2u", "khowst": "C 1t, G 1B, T 2u", "ghazni": "C 1t, T 1u"},
    )
    choose(table, "attack", "zabol", "government-police")
    assert pieces(table, "zabol") == "C 2t, T 1u 2a"
    choose(table, "ambush", "khowst", "done", "done")
    assert pieces(table, "khowst") == "C 1t, G 1B, T 2u 1a"
    assert pieces(table, "casualties") == ""


@pytest.mark.card("24u")
@pytest.mark.card("33s")
@pytest.mark.rule("3.3.4")
def test_selective_fire_spares_the_coalition_from_suicide_bombers() -> None:
    table = at(
        "taliban",
        taliban=5,
        lasting=["24-unshaded", "33-shaded"],
        spaces={"khowst": "C 1t, T 1u", "ghazni": "C 1t, G 1t, T 1u"},
    )
    choose(table, "terror", "khowst")
    assert_refused(table, "bomb khowst")
    choose(table, "ghazni", "bomb ghazni")
    assert pieces(table, "ghazni") == "C 1t, T 1a"


@pytest.mark.card("24s")
@pytest.mark.rule("5.1.2", "3.2.2")
def test_no_sudden_moves_keeps_the_coalition_from_any_assault() -> None:
    """Neither as an Operation nor on a Patrol; an Air Strike may go with it, and the Government Assaults."""
    spaces = {"kabul-aibak": "C 1t, T 1a", "zabol": "C 1t, G 2t, T 1a"}
    table = at(government=3, lasting=["24-shaded"], spaces=spaces)
    assert_refused(table, "assault")
    choose(table, "patrol", "done")
    assert keys(table) == ["air-lift", "air-strike", "done"]
    choose(table, "air-strike", "zabol", "done")
    assert (pieces(table, "kabul-aibak"), pieces(table, "zabol")) == ("C 1t, T 1a", "C 1t, G 2t")
    table = at("government", government=3, lasting=["24-shaded"], spaces=spaces)
    assert "assault" in keys(table)


# -- 25 Koran Burning -------------------------------------------------------------------------------


@pytest.mark.card("25u")
@pytest.mark.rule("5.1")
def test_an_apology_removes_all_terror_from_2_spaces_with_government_cubes() -> None:
    """Kabul and Khowst, 5 markers; Konduz has no Government cube. Patronage 39 rises to 40 only."""
    table = at(
        "government",
        event="25u",
        patronage=39,
        spaces="""
            kabul: G 1p, 3terror
            khowst: G 1t, 2terror
            ghazni: G 1t, 1terror
            konduz: C 1t, 1terror
        """,
    )
    assert keys(table) == ["ghazni", "kabul", "khowst", "done"]
    choose(table, "kabul", "khowst")
    assert [terror(table, space) for space in ("kabul", "khowst", "ghazni", "konduz")] == [0, 0, 1, 1]
    assert table.state.patronage == 40


@pytest.mark.card("25s")
@pytest.mark.rule("5.1", "1.6.1")
def test_koran_burning_turns_half_a_die_of_spaces_against_the_coalition() -> None:
    """A 3 is 2 spaces of those with Coalition pieces not yet at Opposition, Kabul among them."""
    table = at(
        "taliban",
        event="25s",
        chance=[3],
        spaces="""
            kabul: support, C 1t
            herat: C 1B
            konduz: C 1t
            khowst: opposition, C 1t
            balkh: G 1t
        """,
    )
    assert keys(table) == ["herat", "kabul", "konduz"]
    choose(table, "kabul", "herat")
    assert [level(table, space) for space in ("kabul", "herat", "konduz")] == ["neutral", "opposition", "neutral"]


@pytest.mark.card("25s")
@pytest.mark.rule("5.1")
def test_koran_burning_shifts_as_many_as_there_are() -> None:
    table = at("taliban", event="25s", chance=[6], spaces={"herat": "C 1t", "zabol": "C 1t"})
    assert level(table, "herat") == "opposition"


# -- 26 MANPADS Scare -------------------------------------------------------------------------------


@pytest.mark.card("26u")
@pytest.mark.rule("5.1.2", "5.5", "4.2.2", "3.2.3")
def test_the_scare_is_over_air_lift_in_sandstorms_then_a_limited_sweep() -> None:
    """On the last card before the final Propaganda: 2 Troops by air to Herat, then 1 and a Government Troop by foot."""
    table = at(
        "government",
        event="26u",
        government=0,
        lasting=["57-unshaded"],
        to_come=["warlords"],
        warlords=3,
        deck=[PROPAGANDA_CARDS[0]],
        propaganda_played=2,
        spaces={"kabul": "C 2t", "badghis": "C 1t, G 1t, T 1u"},
    )
    choose(table, "air-lift", "kabul", "herat", "done", "0")
    assert pieces(table, "herat") == "C 2t"
    assert asked(table) == "coalition free-operation"
    assert keys(table) == ["sweep", "decline"]
    choose(table, "sweep", "faryab", "badghis", "1")
    assert pieces(table, "faryab") == "C 1t, G 1t"
    assert resources(table, "government") == 0


@pytest.mark.card("26s")
@pytest.mark.rule("4.1")
def test_a_manpads_scare_cancels_an_air_strike_for_2_resources() -> None:
    """Nothing is removed, Islamabad stays, no other Special Activity follows, and it counts as one (2.3.4)."""
    table = at(
        taliban=3,
        lasting=["26-shaded"],
        to_come=["government"],
        government=3,
        spaces={"herat": "C 1t", "waziristan": "T 1a"},
    )
    choose(table, "patrol", "air-strike")
    assert asked(table) == "taliban manpads"
    choose(table, "cancel")
    assert resources(table, "taliban") == 1
    assert pieces(table, "waziristan") == "T 1a"
    assert table.view()["islamabad"] == {"box": "tolerance", "hard": False}
    assert_refused(table, "air-strike", "air-lift")
    choose(table, "done")
    assert asked(table) == "government turn-limited"
    assert "event-unshaded" in keys(table)


@pytest.mark.card("26s")
@pytest.mark.rule("4.2.2")
def test_the_taliban_may_let_it_fly_and_must_if_they_cannot_pay() -> None:
    for money in (2, 1):
        table = at(taliban=money, lasting=["26-shaded"], spaces={"herat": "C 1t"})
        choose(table, "patrol", "air-lift")
        if money == 2:
            choose(table, "let")
        choose(table, "kabul", "done")
        assert pieces(table, "kabul") == "C 1t"
        assert resources(table, "taliban") == money


@pytest.mark.card("26s")
@pytest.mark.card("26u")
@pytest.mark.rule("5.1.2", "4.2.2")
def test_what_the_event_being_executed_grants_cannot_be_cancelled() -> None:
    table = at(event="26u", taliban=9, lasting=["26-shaded"], spaces={"herat": "C 1t"})
    choose(table, "air-lift")
    assert asked(table) == "coalition air-lift-space"


# -- 27 Tehrik-i-Taliban Pakistan -------------------------------------------------------------------


@pytest.mark.card("27u")
@pytest.mark.rule("5.1")
def test_ttp_draws_5_guerrillas_into_adjacent_pakistan_and_shows_them() -> None:
    """3 of Khowst to Northwest Frontier, 2 of Helmand to Balochistan; those of Ghazni are too far."""
    table = at(
        event="27u", spaces={"khowst": "T 3u", "helmand": "T 1u 2a", "ghazni": "T 2u", "northwest-frontier": "T 1u"}
    )
    assert keys(table) == ["helmand", "khowst", "done"]
    choose(table, "khowst")
    assert keys(table) == ["northwest-frontier", "waziristan"]
    choose(table, "northwest-frontier", "3", "helmand", "1")
    assert_refused(table, "2")
    choose(table, "1")
    assert pieces(table, "northwest-frontier") == "T 1u 3a"
    assert pieces(table, "balochistan") == "T 2a"
    assert pieces(table, "helmand") == "T 1a"


@pytest.mark.card("27s")
@pytest.mark.rule("5.1", "5.1.3")
def test_ttp_shaded_places_2_guerrillas_in_each_tribal_area() -> None:
    """With 3 Available, 2 in one and 1 in the other; 3 Resources in any case."""
    table = at("taliban", event="27s", taliban=1, available="T 3u")
    choose(table, "2", "1")
    assert pieces(table, "northwest-frontier") == "T 2u"
    assert pieces(table, "waziristan") == "T 1u"
    assert resources(table, "taliban") == 4


@pytest.mark.card("22s")
@pytest.mark.rule("5.5")
def test_a_free_march_leaves_eligibility_alone() -> None:
    """The Taliban March by the Warlords' Event and are Eligible on the next card; the Warlords are not."""
    table = at("warlords", event="22s", deck=list(EVENT_CARDS[:3]), spaces={"waziristan": "T 1u"})
    choose(table, "march", "zabol", "done")
    assert eligible(table) == ["coalition", "government", "taliban"]
