"""Special Activities (4): position, choices, result. Numbers are those of the conformance cases."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import KABUL
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.victory import totals
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import level, pieces, resources
from tests.distant_plain.positions import at

# -- Coalition: Surge -------------------------------------------------------------------------------


@pytest.mark.rule("4.2.1", "4.1")
def test_a_surge_opens_the_space_where_the_coalition_then_trains() -> None:
    """U1: a Base and 2 Troops land in COIN-Controlled Kandahar; then 6 cubes are placed there for 3 Resources."""
    table = at(spaces={"kandahar": "G 1t"}, available="C 4t 1B", government=3)
    before = totals(table.state).support_available
    choose(table, "train")
    assert_refused(table, "kandahar")
    choose(table, "surge", "kandahar", "done", "1", "2", "done")
    assert totals(table.state).support_available == before - 3
    choose(table, "kandahar", "6")
    assert pieces(table, "kandahar") == "C 2t 1B, G 7t"
    assert resources(table, "government") == 0


@pytest.mark.rule("4.2.1")
def test_no_surge_out_of_a_taliban_controlled_province() -> None:
    """U2: Zabol is under Taliban Control: only Kabul and COIN-Controlled Provinces take part in a Surge."""
    table = at(spaces={"zabol": "C 1t, T 2u", "herat": "C 1t"})
    choose(table, "train", "surge")
    assert_refused(table, "zabol")
    assert {"kabul", "herat"} <= set(keys(table))


@pytest.mark.rule("4.2.1", "1.4.2")
def test_a_surge_keeps_within_2_bases() -> None:
    """U4: with a Taliban Base in Helmand there is room for 1 Coalition Base; it may be swapped for another."""
    table = at(spaces={"helmand": "C 1B, G 2t, T 1B"})
    choose(table, "train", "surge", "helmand", "done")
    assert_refused(table, "2")
    choose(table, "1", "2", "done")  # one Base, that one or another, and 2 Troops
    assert pieces(table, "helmand") == "C 2t 1B, G 2t, T 1B"


@pytest.mark.rule("4.2.1")
def test_the_donors_die_is_split_only_as_it_fits() -> None:
    """U5: Aid 73 takes at most 2 of a roll of 5; the Warlords get the rest."""
    table = at(aid=73, warlords=10, chance=[5])
    choose(table, "train", "surge", "0", "0")  # in Kabul, and no piece moves
    assert_refused(table, "3", "4", "5")
    choose(table, "2")
    assert table.state.aid == 75
    assert resources(table, "warlords") == 13


@pytest.mark.rule("4.2.1")
def test_a_surge_takes_3_spaces_at_most() -> None:
    """U6: after three spaces a fourth is not asked for."""
    table = at(spaces={"herat": "G 1t", "konduz": "G 1t", "balkh": "G 1t"})
    choose(table, "train", "surge", "herat", "konduz", "balkh")
    assert asked(table) == "coalition surge-garrison"
    assert_refused(table, "kabul")


# -- Coalition: Air Strike --------------------------------------------------------------------------


@pytest.mark.rule("4.2.3")
def test_air_strikes_in_pakistan_shift_islamabad_once() -> None:
    """D2: a lone Base in Waziristan and an Active Guerrilla in Northwest Frontier go; Backing becomes Sponsorship."""
    table = at(spaces={"herat": "C 1t", "waziristan": "T 1B", "northwest-frontier": "T 1a"}, islamabad="backing")
    choose(table, "assault", "air-strike", "waziristan", "northwest-frontier")
    assert pieces(table, "waziristan") == pieces(table, "northwest-frontier") == ""
    assert table.view()["islamabad"] == {"box": "sponsorship", "hard": False}


@pytest.mark.rule("4.2.3", "6.6.1")
def test_air_strikes_in_pakistan_at_sponsorship_turn_islamabad_hard() -> None:
    """D3: the same at Sponsorship: the marker stays and turns Hard."""
    table = at(spaces={"herat": "C 1t", "waziristan": "T 1B", "northwest-frontier": "T 1a"}, islamabad="sponsorship")
    choose(table, "assault", "air-strike", "waziristan", "northwest-frontier")
    assert table.view()["islamabad"] == {"box": "sponsorship", "hard": True}


@pytest.mark.rule("4.2.3")
def test_an_underground_guerrilla_shields_its_own_base_only_from_the_air() -> None:
    """D4: in Ghazni the Warlord Base can be hit, the Taliban Base with its Guerrilla cannot."""
    table = at(spaces={"herat": "C 1t", "ghazni": "T 1u 1B, W 1B", "zabol": "T 1u 1B", "farah": "W 1B"})
    choose(table, "assault", "air-strike")
    assert_refused(table, "zabol")
    choose(table, "ghazni")
    assert pieces(table, "ghazni") == "T 1u 1B"


# -- Government: Govern -----------------------------------------------------------------------------


@pytest.mark.rule("4.3.1")
def test_governing_moves_no_more_than_there_is_aid() -> None:
    """G1: Khowst has Population 3, but Aid is 2: Patronage 38 rises to 40 and Khowst is Neutral."""
    table = at("government", spaces={"khowst": "support +1pop, G 1t"}, resources=3, aid=2, patronage=38)
    choose(table, "train", "govern")
    assert (table.state.aid, table.state.patronage) == (0, 40)
    assert level(table, "khowst") == "neutral"


@pytest.mark.rule("4.3.1")
def test_governing_moves_no_more_than_patronage_can_hold() -> None:
    """G2: with Patronage 39 only 1 moves; Khowst is Neutral all the same."""
    table = at("government", spaces={"khowst": "support +1pop, G 1t"}, resources=3, aid=10, patronage=39)
    choose(table, "train", "govern")
    assert (table.state.aid, table.state.patronage) == (9, 40)
    assert level(table, "khowst") == "neutral"


@pytest.mark.rule("4.3.1")
def test_under_a_coalition_base_only_refugees_may_come_home() -> None:
    """G3: in Kabul with a Coalition Base the choice is +1 Pop, and no Patronage."""
    table = at("government", spaces={"kabul": "support, C 1B", "herat": "support, G 1t"}, resources=3, aid=9)
    choose(table, "train", "govern", "kabul")
    assert_refused(table, "patronage")
    assert table.state.patronage == 0
    assert population(table.state, KABUL) == 4
    assert level(table, "kabul") == "support"


@pytest.mark.rule("4.3.1")
def test_no_second_returnees_marker_in_kabul() -> None:
    """G3: where a marker lies and the Coalition has a Base there is nothing to Govern."""
    table = at("government", spaces={"kabul": "support +1pop, C 1B", "herat": "support, G 1t"}, resources=3, aid=9)
    choose(table, "train", "govern")
    assert_refused(table, "kabul")
    assert asked(table) == "government govern-how"  # in Herat, the only space left


@pytest.mark.rule("4.3.1")
def test_no_seventh_returnees_marker() -> None:
    """G5: with all six on the map neither Herat nor Farah can get one."""
    used = dict.fromkeys(("kabul", "konduz", "balkh", "baghlan", "khowst", "nuristan"), "+1pop")
    table = at(
        "government",
        spaces={**used, "herat": "support, G 1t", "badghis": "support, G 1t", "farah": "G 1t"},
        resources=3,
        aid=9,
    )
    choose(table, "train", "govern")
    assert_refused(table, "farah")
    choose(table, "herat")
    assert table.state.patronage == 1
    assert sum(table.state.returnees) == 6


@pytest.mark.rule("4.3.1")
def test_govern_goes_with_train_and_patrol_only() -> None:
    """G6: it may accompany Train, not Sweep and not Assault."""
    for operation in ("sweep", "assault"):
        table = at("government", spaces={"herat": "support, G 1t"}, resources=6)
        choose(table, operation)
        assert_refused(table, "govern")
    table = at("government", spaces={"herat": "support, G 1t"}, resources=6)
    choose(table, "train", "govern", "returnees")
    assert sum(table.state.returnees) == 1


# -- Government: Transport --------------------------------------------------------------------------


@pytest.mark.rule("4.3.2")
def test_transport_pays_warlords_for_every_space_with_guerrillas() -> None:
    """H1: Herat to Helmand by two LoCs; Guerrillas on the second LoC and in Helmand: 2 Resources to the Warlords."""
    table = at("government", spaces={"herat": "G 4t", "farah-kandahar": "W 1u", "helmand": "T 1u"}, resources=5)
    choose(table, "train", "transport", "4", "toraghondi-farah", "farah-kandahar", "helmand")
    assert pieces(table, "helmand") == "G 4t, T 1u"
    assert resources(table, "government") == 3
    assert resources(table, "warlords") == 2


@pytest.mark.rule("4.3.2")
def test_transport_stops_at_sabotage() -> None:
    """H3: with Farah-Kandahar Sabotaged the Troops end there."""
    table = at(
        "government", resources=5, spaces={"herat": "G 4t", "farah-kandahar": "sabotage, W 1u", "helmand": "T 1u"}
    )
    choose(table, "train", "transport", "4", "toraghondi-farah", "farah-kandahar")
    assert_refused(table, "done")  # the Transport is over; a space to Train is asked
    assert pieces(table, "farah-kandahar") == "G 4t, W 1u"
    assert resources(table, "warlords") == 1


@pytest.mark.rule("4.3.2")
def test_transport_may_go_straight_to_a_neighbour() -> None:
    """H4: from Herat to Badghis."""
    table = at("government", spaces={"herat": "G 3t"}, resources=3)
    choose(table, "train", "transport", "3", "badghis")
    assert pieces(table, "badghis") == "G 3t"
    assert pieces(table, "herat") == ""


@pytest.mark.rule("4.3.2")
def test_transport_drops_nobody_on_the_way() -> None:
    """H5: 4 Troops go together: on the LoC there is no leaving 2 of them behind."""
    table = at("government", spaces={"herat": "G 4t"}, resources=3)
    choose(table, "train", "transport", "4", "toraghondi-farah")
    assert_refused(table, "2")
    choose(table, "farah")
    assert pieces(table, "farah") == "G 4t"
    assert pieces(table, "toraghondi-farah") == ""


# -- Government: Eradicate --------------------------------------------------------------------------


@pytest.mark.rule("4.3.3")
def test_eradicate_needs_a_government_cube() -> None:
    """I2: Control by Coalition pieces alone is not enough."""
    table = at(
        "government", resources=3, spaces={"balkh": "C 3t, W 1B", "konduz": "G 2t, W 1B", "faryab": "G 2t, W 1B"}
    )
    choose(table, "train", "eradicate")
    assert_refused(table, "balkh")
    choose(table, "konduz", "faryab")
    assert pieces(table, "balkh") == "C 3t, W 1B"
    assert pieces(table, "konduz") == pieces(table, "faryab") == "G 2t"


@pytest.mark.rule("4.3.3")
def test_eradicate_does_what_it_can() -> None:
    """I3: Farah has no people to anger and no Taliban are Available; Aid, Patronage and the Base follow the rule."""
    table = at("government", spaces={"farah": "G 2t, W 1B"}, available="T 0u", resources=3)
    choose(table, "train", "eradicate")
    assert (table.state.aid, table.state.patronage) == (3, 1)
    assert pieces(table, "farah") == "G 2t"
    assert level(table, "farah") == "neutral"


# -- Taliban: Extort --------------------------------------------------------------------------------


@pytest.mark.rule("4.4.1")
def test_extorting_a_warlord_base_takes_only_what_they_have() -> None:
    """J1: 2 are due for the Base, the Warlords have 1: the Taliban get 1 and no more."""
    table = at("taliban", spaces={"helmand": "T 1u 2a, W 1a 1B"}, taliban=3, warlords=1)
    choose(table, "rally", "extort")
    assert resources(table, "taliban") == 4
    assert resources(table, "warlords") == 0
    assert pieces(table, "helmand") == "T 3a, W 1a 1B"


@pytest.mark.rule("4.4.1")
def test_extort_in_pakistan_yields_1() -> None:
    """J3: Waziristan with an Underground Guerrilla and a Base: +1."""
    table = at("taliban", spaces={"waziristan": "T 1u 1B"}, taliban=3)
    choose(table, "rally", "extort")
    assert resources(table, "taliban") == 4
    assert pieces(table, "waziristan") == "T 1a 1B"


@pytest.mark.rule("4.4.1")
def test_no_extortion_among_equals() -> None:
    """J4: on a LoC 1 Taliban against 1 Warlord is not more."""
    table = at("taliban", spaces={"kabul-aibak": "T 1u, W 1u", "paktika": "T 1u", "zabol": "T 1u"}, taliban=3)
    choose(table, "rally", "extort")
    assert_refused(table, "kabul-aibak")
    choose(table, "paktika", "zabol")
    assert resources(table, "taliban") == 5


# -- Taliban: Infiltrate ----------------------------------------------------------------------------


@pytest.mark.rule("4.4.2")
def test_infiltrate_removes_the_last_cube_and_then_the_base() -> None:
    """J5: Police and Base of Khowst go; Patronage 1 falls to 0 and not below."""
    table = at("taliban", spaces={"khowst": "T 1u, G 1p 1B"}, taliban=1, patronage=1)
    choose(table, "rally", "infiltrate", "remove")
    assert pieces(table, "khowst") == "T 1u"
    assert table.state.patronage == 0


@pytest.mark.rule("4.4.2")
def test_infiltrate_takes_warlord_guerrillas_before_their_base() -> None:
    """J7: the Police and the Base cannot be the two; the Guerrilla goes first."""
    table = at("taliban", spaces={"khowst": "T 1u, G 1p, W 1u 1B"}, taliban=1, patronage=1)
    choose(table, "rally", "infiltrate", "remove")
    assert_refused(table, "warlords-base")
    choose(table, "government-police")
    assert pieces(table, "khowst") == "T 1u, W 1B"


@pytest.mark.rule("4.4.2")
@pytest.mark.parametrize(("there", "pieces"), [("G 1p", "one"), ("G 1B", "one"), ("G 1p 1B", "two"), ("W 2u", "two")])
def test_infiltrate_says_whether_there_are_two_pieces(there: str, pieces: str) -> None:
    table = at("taliban", spaces={"khowst": f"T 1u, {there}"}, taliban=1, patronage=1)
    choose(table, "rally", "infiltrate")
    assert asked(table) == "taliban infiltrate-how"
    assert table.decision is not None and table.decision.about["pieces"] == pieces


# -- Taliban: Ambush --------------------------------------------------------------------------------


@pytest.mark.rule("4.4.3")
def test_three_ambushes_succeed_and_the_fourth_attack_rolls() -> None:
    """J8: each Ambush shows 1 Guerrilla, removes 2 pieces and gains 1 Guerrilla; the fourth space fails on a 6."""
    table = at(
        "taliban",
        resources=4,
        chance=[6],
        spaces=dict.fromkeys(("helmand", "kandahar", "zabol", "paktika"), "T 2u, G 3t"),
    )
    choose(table, "attack", "ambush")
    for space in ("helmand", "kandahar", "zabol"):
        choose(table, space, "government-troops")
        assert pieces(table, space) == "G 1t, T 2u 1a"
    choose(table, "paktika")
    assert pieces(table, "paktika") == "G 3t, T 2a"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("4.4.3")
def test_no_ambush_where_the_attack_is_resolved() -> None:
    """J9: Helmand was rolled for; a Guerrilla captured there is Underground, but no Ambush may follow."""
    table = at(
        "taliban",
        resources=4,
        chance=[1],
        spaces={"helmand": "T 1u, G 4t", "zabol": "T 1u, G 1t", "paktika": "T 1u, G 1t"},
    )
    choose(table, "attack", "helmand", "government-troops")
    assert pieces(table, "helmand") == "G 2t, T 1u 1a"
    choose(table, "ambush")
    assert_refused(table, "helmand")
    choose(table, "zabol", "government-troops")
    assert pieces(table, "zabol") == "T 1u 1a"


# -- Warlords ---------------------------------------------------------------------------------------


@pytest.mark.rule("4.5.1")
def test_cultivate_first_then_rally_at_the_new_base() -> None:
    """V2: Balkh is paid for; the new Base and Population 2 allow 3 Guerrillas."""
    table = at("warlords", spaces={"balkh": "W 2u"}, resources=1)
    choose(table, "rally", "balkh", "cultivate")
    assert_refused(table, "4")
    choose(table, "3")
    assert pieces(table, "balkh") == "W 5u 1B"
    assert resources(table, "warlords") == 0


@pytest.mark.rule("4.5.1")
def test_nothing_grows_in_kabul_or_without_people() -> None:
    """V3: of four spaces Rallied in, Kabul and Farah (Pop 0) cannot be Cultivated."""
    table = at("warlords", spaces=dict.fromkeys(("kabul", "farah", "balkh", "konduz"), "W 1u"), resources=5)
    choose(table, "rally", "kabul", "farah", "balkh", "1", "konduz", "1", "cultivate")
    assert_refused(table, "kabul", "farah")
    choose(table, "balkh")
    assert pieces(table, "balkh") == "W 2u 1B"


@pytest.mark.rule("4.5.2")
def test_traffic_pays_the_controlling_faction_but_not_beside_the_coalition() -> None:
    """V4: Konduz and Farah bring 3, 1 Patronage and 1 to the Taliban; Balkh with Coalition Troops is refused."""
    table = at("warlords", warlords=5, spaces={"konduz": "G 3t, W 2B", "farah": "T 2u, W 1B", "balkh": "C 1t, W 1B"})
    choose(table, "rally", "traffic")
    assert_refused(table, "balkh")
    choose(table, "konduz", "farah")
    assert resources(table, "warlords") == 8
    assert resources(table, "taliban") == 1
    assert table.state.patronage == 1


@pytest.mark.rule("4.5.3")
def test_suborn_reaches_into_pakistan() -> None:
    """V6: an Underground Guerrilla of Waziristan is bought off for 2."""
    table = at("warlords", spaces={"waziristan": "T 2u"}, warlords=5)
    choose(table, "rally", "suborn")
    assert pieces(table, "waziristan") == "T 1u"
    assert resources(table, "warlords") == 3


@pytest.mark.rule("4.5.3")
def test_suborn_only_what_can_be_paid() -> None:
    """V7: 5 Resources buy two spaces; the third is refused."""
    table = at("warlords", spaces=dict.fromkeys(("waziristan", "paktika", "zabol"), "T 1u"), warlords=5)
    choose(table, "rally", "suborn", "paktika", "zabol")
    assert asked(table) == "warlords rally-space"
    assert_refused(table, "waziristan", "suborn")
    assert pieces(table, "waziristan") == "T 1u"
    assert resources(table, "warlords") == 1
