"""Rulings 145 to 168: Special Activities."""

from __future__ import annotations

import pytest

from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, level, pieces, resources
from tests.distant_plain.positions import at

# -- Coalition --------------------------------------------------------------------------------------


@pytest.mark.rule("4.2.1")
def test_kabul_takes_part_in_a_surge_under_any_control() -> None:
    """Ruling 145: Kabul in Taliban hands may be landed in; an Uncontrolled Province may not."""
    table = at(spaces={"kabul": "T 3u", "herat": "C 1t, W 1u"})
    choose(table, "train", "surge")  # in Kabul, the only space open to it
    choose(table, "1", "4", "done")
    assert pieces(table, "kabul") == "C 4t 1B, T 3u"
    assert pieces(table, "herat") == "C 1t, W 1u"


@pytest.mark.rule("4.2.1")
def test_a_surge_moves_pieces_among_its_spaces_and_home_but_not_the_dead() -> None:
    """Ruling 146: Herat's Base and 2 Troops go to Balkh, 1 Troops home; Casualties stay where they are."""
    table = at(spaces={"herat": "C 3t 1B", "balkh": "G 1t"}, casualties="C 2t", available="C 0t 0B")
    choose(table, "train", "surge", "herat", "balkh", "done")
    choose(table, "0", "1", "0")  # Bases: Herat, Balkh; Troops: Herat
    assert_refused(table, "4")
    choose(table, "2", "done")
    assert pieces(table, "herat") == ""
    assert pieces(table, "balkh") == "C 2t 1B, G 1t"
    assert count(table, "available", "C t") == 1
    assert pieces(table, "casualties") == "C 2t"


@pytest.mark.rule("4.2.1", "3.2.1")
def test_a_surge_may_use_control_that_the_train_has_just_given() -> None:
    """Ruling 147: cubes placed in Kandahar give COIN Control; then Troops land there."""
    table = at(spaces={"kandahar": "C 1B, T 2u"}, government=3)
    choose(table, "train", "kandahar", "2", "0", "surge", "kandahar", "done", "1", "5", "done")
    assert pieces(table, "kandahar") == "C 5t 1B, G 2t, T 2u"


@pytest.mark.rule("4.2.1")
def test_the_donors_die_may_be_declined_after_a_move() -> None:
    """Ruling 148: the die is optional; declined, Aid and Warlords stay as they are."""
    table = at(spaces={"herat": "C 2t"}, aid=9, warlords=9)
    choose(table, "train", "surge", "herat", "done", "0", "0", "done")
    assert pieces(table, "herat") == ""
    assert (table.state.aid, resources(table, "warlords")) == (9, 9)


@pytest.mark.rule("4.2.1")
def test_what_neither_track_can_hold_of_the_die_is_lost() -> None:
    """Ruling 148: Aid 74 and Warlords 73 take 3 of a 6: both are full."""
    table = at(spaces={"herat": "C 2t"}, aid=74, warlords=73, chance=[6])
    choose(table, "train", "surge", "herat", "done", "0", "0", "roll")
    assert (table.state.aid, resources(table, "warlords")) == (75, 75)


@pytest.mark.rule("4.2.2")
def test_air_lift_moves_neither_bases_nor_police() -> None:
    """Ruling 149: from Herat to a LoC, no Control or way needed; Base and Police stay."""
    table = at(spaces={"herat": "C 1t 1B, G 1t 2p"})
    choose(table, "assault", "air-lift", "kabul-tor-kham", "done")  # between Herat and the LoC
    choose(table, "0", "0")  # Troops of the Coalition and of the Government left in Herat
    assert pieces(table, "herat") == "C 1B, G 2p"
    assert pieces(table, "kabul-tor-kham") == "C 1t, G 1t"


@pytest.mark.rule("4.2.3")
def test_air_strikes_reach_locs_without_a_friend_there_but_never_kabul() -> None:
    """Ruling 150: 1 piece in each space; Kabul is spared, and Underground Guerrillas are not seen."""
    table = at(spaces={"herat": "C 1t", "kabul": "T 3a", "kabul-aibak": "W 2a", "zabol": "T 2u", "farah": "T 1a"})
    choose(table, "patrol", "air-strike")
    assert_refused(table, "kabul", "zabol")
    choose(table, "kabul-aibak", "done")
    assert pieces(table, "kabul-aibak") == "W 1a"


# -- Government -------------------------------------------------------------------------------------


@pytest.mark.rule("4.3.1")
def test_govern_may_follow_the_civic_action_of_its_train() -> None:
    """Ruling 152: Herat is won over and then governed for Patronage, all in one Operation."""
    table = at("government", spaces={"herat": "G 1t"}, resources=6, aid=5)
    choose(table, "train")
    assert_refused(table, "govern")
    choose(table, "herat", "done", "civic-action herat", "govern", "patronage")
    assert level(table, "herat") == "neutral"
    assert (table.state.aid, table.state.patronage) == (4, 1)


@pytest.mark.rule("4.3.1")
def test_govern_takes_two_spaces_at_most_which_need_not_be_trained_in() -> None:
    """Ruling 152: of three at Support two are governed."""
    table = at("government", resources=3, aid=9, spaces=dict.fromkeys(("herat", "badghis", "faryab"), "support, G 1t"))
    choose(table, "train", "govern", "herat", "patronage", "badghis", "patronage")
    assert asked(table) == "government train-space"
    assert level(table, "faryab") == "support"
    assert table.state.patronage == 2


@pytest.mark.rule("4.3.2")
def test_transport_may_start_on_sabotage_and_pass_kabul() -> None:
    """Ruling 155: from Sabotaged Kabul-Aibak through Kabul to Kabul-Tor Kham and into Nuristan."""
    table = at("government", resources=3, spaces={"kabul-aibak": "sabotage, G 2t"})
    choose(table, "train", "transport", "2", "kabul", "kabul-tor-kham")
    assert_refused(table, "waziristan", "northwest-frontier")
    choose(table, "nuristan")
    assert pieces(table, "nuristan") == "G 2t"


@pytest.mark.rule("4.3.2")
def test_a_transport_ends_in_the_province_it_enters() -> None:
    """Ruling 155: into Badghis straight from Herat, and no further."""
    table = at("government", resources=3, spaces={"herat": "G 2t"})
    choose(table, "train", "transport", "1", "badghis")
    assert asked(table) == "government train-space"
    assert pieces(table, "herat") == pieces(table, "badghis") == "G 1t"


@pytest.mark.rule("4.3.2")
def test_a_transport_that_cannot_pay_its_way_stands() -> None:
    """Ruling 156: after the Train nothing is left: Kabul with a Guerrilla is entered for nothing."""
    table = at("government", resources=3, spaces={"samangan": "G 2t", "kabul": "T 1a"})
    choose(table, "train", "samangan", "transport", "2", "kabul", "done")
    assert pieces(table, "kabul") == "G 2t, T 1a"
    assert (resources(table, "government"), resources(table, "warlords")) == (0, 0)


@pytest.mark.rule("4.3.3")
def test_eradicate_angers_pashtun_farmers_whatever_guards_the_base() -> None:
    """Ruling 157: Helmand's Base goes past its Guerrilla; Support falls, and a Taliban Guerrilla comes, Underground."""
    table = at("government", resources=3, spaces={"helmand": "support, G 3t, W 1u 1B"}, aid=1, patronage=1)
    choose(table, "train", "eradicate")
    assert pieces(table, "helmand") == "G 3t, T 1u, W 1u"
    assert level(table, "helmand") == "neutral"
    assert (table.state.aid, table.state.patronage) == (4, 2)


# -- Taliban ----------------------------------------------------------------------------------------


@pytest.mark.rule("4.4.1")
def test_bases_count_on_both_sides_of_an_extortion() -> None:
    """Ruling 158: a Guerrilla and a Base are more than 1 Police; they are not more than a Police and a Base."""
    table = at(
        "taliban",
        taliban=3,
        spaces={"paktika": "T 1u 1B, G 1p", "khowst": "T 1u 1B, G 1p 1B", "zabol": "T 2u", "kabul-aibak": "T 1a"},
    )
    choose(table, "rally", "extort")
    assert_refused(table, "khowst", "kabul-aibak")
    choose(table, "paktika", "zabol")
    assert resources(table, "taliban") == 5
    assert pieces(table, "zabol") == "T 1u 1a"


@pytest.mark.rule("4.4.1")
def test_a_sabotaged_loc_yields_1_and_an_open_one_its_economic_value() -> None:
    """Ruling 159: Kabul-Tor Kham is worth 4, or 1 under Sabotage."""
    for marker, yielded in (("", 4), ("sabotage", 1)):
        table = at("taliban", taliban=3, spaces={"kabul-tor-kham": f"{marker}, T 1u"})
        choose(table, "rally", "extort")
        assert resources(table, "taliban") == 3 + yielded


@pytest.mark.rule("4.4.1")
def test_two_warlord_bases_are_worth_4_and_nothing_else() -> None:
    """Ruling 159: 2 for each Base, from the Warlords."""
    table = at("taliban", taliban=3, warlords=9, spaces={"helmand": "T 3u, W 2B"})
    choose(table, "rally", "extort")
    assert (resources(table, "taliban"), resources(table, "warlords")) == (7, 5)


@pytest.mark.rule("4.4.2")
def test_infiltrate_on_a_loc_and_the_infiltrator_stays_underground() -> None:
    """Ruling 160: a Police on a LoC is replaced; where only Coalition Troops stand there is nobody to turn."""
    table = at("taliban", taliban=1, patronage=5, spaces={"kabul-aibak": "T 1u, G 1p", "zabol": "T 1u, C 2t"})
    choose(table, "rally", "infiltrate", "replace")
    assert pieces(table, "kabul-aibak") == "T 2u"
    assert pieces(table, "zabol") == "C 2t, T 1u"


@pytest.mark.rule("4.4.2")
def test_infiltrate_removes_two_or_the_one_there_is() -> None:
    """Ruling 161: one of each Faction may be the two; there is no stopping at 1."""
    table = at("taliban", taliban=1, spaces={"khowst": "T 1u, G 2t, W 1u"})
    choose(table, "rally", "infiltrate", "remove", "government-troops")
    assert_refused(table, "done", "none")
    choose(table, "warlords-guerrilla-underground")
    assert pieces(table, "khowst") == "G 1t, T 1u"
    table = at("taliban", taliban=1, spaces={"khowst": "T 1u, G 1t"})
    choose(table, "rally", "infiltrate", "remove")
    assert pieces(table, "khowst") == "T 1u"


@pytest.mark.rule("4.4.2")
def test_a_base_may_be_replaced_and_goes_even_if_nobody_is_available() -> None:
    """Ruling 161: a Warlord Base becomes a Guerrilla; with none Available it just goes."""
    for available, result in (("", "T 2u"), ("T 0u", "T 1u")):
        table = at("taliban", taliban=1, available=available, spaces={"khowst": "T 1u, W 1B"})
        choose(table, "rally", "infiltrate", "replace")
        assert pieces(table, "khowst") == result


@pytest.mark.rule("4.4.2")
def test_patronage_falls_for_government_pieces_replaced_too() -> None:
    """Ruling 162: 1 for a Police replaced, nothing for a Warlord."""
    for victim, left in (("G 1p", 4), ("W 1u", 5)):
        table = at("taliban", taliban=1, patronage=5, spaces={"khowst": f"T 1u, {victim}"})
        choose(table, "rally", "infiltrate", "replace")
        assert table.state.patronage == left


@pytest.mark.rule("4.4.3")
def test_ordinary_attacks_may_stand_before_and_after_ambushes() -> None:
    """Ruling 163: a roll in Helmand, an Ambush in Zabol, a roll in Paktika; there is one Ambush, all of it at once."""
    table = at("taliban", taliban=4, chance=[6, 6], spaces=dict.fromkeys(("helmand", "zabol", "paktika"), "T 1u, G 1t"))
    choose(table, "attack", "helmand", "ambush", "zabol", "government-troops", "done")
    assert_refused(table, "ambush")
    choose(table, "paktika")
    assert pieces(table, "zabol") == "T 1u 1a"
    assert pieces(table, "helmand") == pieces(table, "paktika") == "G 1t, T 1a"


@pytest.mark.rule("4.4.3")
def test_an_ambush_shows_one_guerrilla_only() -> None:
    """Ruling 164: of 3 Underground 1 goes Active; 2 enemies go, 1 Guerrilla comes."""
    table = at("taliban", taliban=1, spaces={"kandahar": "T 3u, G 2p, C 1t"})
    choose(table, "attack", "ambush", "government-police")
    assert pieces(table, "kandahar") == "C 1t, T 3u 1a"


# -- Warlords ---------------------------------------------------------------------------------------


@pytest.mark.rule("4.5.1")
def test_cultivate_where_the_march_arrives_against_fewer_police() -> None:
    """Ruling 165: 2 Guerrillas enter Faryab with 1 Police: a Base; Balkh with 1 against 1 is no place for it."""
    table = at(
        "warlords",
        warlords=5,
        spaces={"badghis": "W 2u", "faryab": "G 1p", "konduz": "W 1u", "balkh": "G 1p", "herat": "W 3u"},
    )
    choose(table, "march", "konduz", "balkh")
    assert_refused(table, "cultivate")  # Herat was not entered
    choose(table, "badghis", "faryab", "2", "cultivate")
    assert pieces(table, "faryab") == "G 1p, W 2u 1B"


@pytest.mark.rule("4.5.1")
def test_cultivate_needs_room_and_a_base() -> None:
    """Ruling 165: with 2 Bases in Konduz nothing is offered; nor with none Available."""
    for spaces, available in (("W 2u 2B", ""), ("W 2u", "W 0B")):
        table = at("warlords", warlords=5, spaces={"konduz": spaces, "balkh": ""}, available=available)
        choose(table, "rally", "konduz")
        assert_refused(table, "cultivate")
    table = at("warlords", warlords=5, spaces={"konduz": "W 2u 1B"})
    choose(table, "rally", "konduz", "cultivate")
    assert pieces(table, "konduz") == "W 2u 2B"


@pytest.mark.rule("4.5.2")
def test_a_coalition_base_stops_traffic_and_gifts_come_once_a_space() -> None:
    """Ruling 166: Konduz's 2 Bases bring 2, and the Government 1 Patronage; Balkh under a Coalition Base nothing."""
    table = at("warlords", warlords=5, spaces={"konduz": "G 3p, W 2B", "balkh": "C 1B, W 1B"})
    choose(table, "rally", "traffic")
    assert resources(table, "warlords") == 7
    assert table.state.patronage == 1


@pytest.mark.rule("4.5.3")
def test_suborn_needs_no_warlord_there_and_goes_with_any_operation() -> None:
    """Ruling 167: 3 spaces at most, 2 Resources each, paid as they are chosen."""
    table = at(
        "warlords",
        warlords=9,
        chance=[6],
        spaces={"zabol": "W 1u, T 1u", "helmand": "T 1a", "kabul-aibak": "T 1a", "herat": "T 1a", "farah": "T 1a"},
    )
    choose(table, "attack", "zabol", "suborn")
    for bought, space in enumerate(("helmand", "kabul-aibak", "herat"), 1):
        choose(table, space, "guerrilla")
        assert resources(table, "warlords") == 8 - 2 * bought
        assert pieces(table, space) == ""
    assert_refused(table, "farah")
    assert pieces(table, "farah") == "T 1a"


@pytest.mark.rule("4.5.3")
def test_suborn_takes_three_cubes_or_a_base_never_both() -> None:
    """Ruling 168: 3 of 4 cubes, Troops and Police as the Warlords say; or the Base past the cubes."""
    table = at("warlords", warlords=5, patronage=5, spaces={"herat": "G 2t 2p 1B"})
    choose(table, "rally", "suborn")
    other = table.fork()
    choose(table, "cubes")
    assert_refused(table, "0", "3")
    choose(table, "2")
    assert pieces(table, "herat") == "G 1p 1B"
    choose(other, "base")
    assert pieces(other, "herat") == "G 2t 2p"
    assert table.state.patronage == other.state.patronage == 5


@pytest.mark.rule("4.5.3")
def test_suborn_hides_any_guerrillas_of_both_factions() -> None:
    """Ruling 168: 1 of 2 Taliban and both Warlords go Underground."""
    table = at("warlords", warlords=5, spaces={"herat": "T 2a, W 2a"})
    choose(table, "rally", "suborn", "hide", "1", "2")
    assert pieces(table, "herat") == "T 1u 1a, W 2u"
    assert "suborn" not in keys(table)
