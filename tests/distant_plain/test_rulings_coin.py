"""Rulings 85 to 118: Train, Patrol, Sweep and Assault."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import COALITION, Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.events import free_operation
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, count, level, pieces, resources, terror
from tests.distant_plain.positions import at, card

# -- Train ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.1")
def test_the_government_pays_for_every_space_and_the_coalition_only_for_cubes() -> None:
    """Ruling 85: the Government pays 3 in Herat where it places nothing; the Coalition pays nothing there."""
    table = at("government", spaces={"herat": "C 1t"}, resources=9)
    choose(table, "train", "herat")
    assert resources(table, "government") == 6
    table = at("coalition", spaces={"herat": "C 1t"}, resources=9)
    choose(table, "train", "herat")
    assert resources(table, "government") == 9


@pytest.mark.rule("3.2.1")
def test_cubes_come_from_the_map_kind_by_kind() -> None:
    """Ruling 87: no Troops are Available, so Troops may come from Herat; Police are, so none come from there."""
    table = at("government", spaces={"herat": "G 2t 2p"}, available="G 0t 3p", resources=3)
    choose(table, "train", "kabul")
    assert asked(table) == "government train-from-map"
    choose(table, "herat", "2")
    assert asked(table) == "government train-count"
    choose(table, "2")
    assert pieces(table, "herat") == "G 2p"
    assert pieces(table, "kabul") == "G 2t 2p"


@pytest.mark.rule("3.2.1")
def test_the_coalition_may_take_cubes_from_anywhere_and_control_follows() -> None:
    """Ruling 88: Police from a LoC and from Herat come to Kandahar, 6 at most; Herat is Uncontrolled at once."""
    table = at(
        spaces={"kandahar": "C 1B", "herat": "G 2p, W 1u", "kabul-aibak": "G 6p"}, government=3, available="G 0t 0p"
    )
    choose(table, "train", "kandahar", "herat", "2")
    assert control(table, "herat") == "none"
    choose(table, "kabul-aibak")
    assert_refused(table, "5")
    choose(table, "4")
    assert pieces(table, "kandahar") == "C 1B, G 6p"
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.1")
def test_cubes_on_the_map_need_not_be_taken() -> None:
    """Ruling 88: it is never compulsory; then the Coalition pays nothing."""
    table = at(spaces={"kandahar": "C 1B", "herat": "G 2p"}, government=3, available="G 0t 0p")
    choose(table, "train", "kandahar", "done")
    assert pieces(table, "herat") == "G 2p"
    assert resources(table, "government") == 3


@pytest.mark.rule("3.2.1")
def test_all_cubes_are_placed_before_the_follow_up() -> None:
    """Ruling 89: once Civic Action is bought no further space is selected; a Special Activity may come before."""
    table = at("government", spaces={"kabul": "G 1t", "herat": "G 1B, W 1u"}, resources=20)
    choose(table, "train", "kabul", "0", "0")
    assert_refused(table, "civic-action kabul")
    choose(table, "herat", "0", "0", "done")
    assert "transport" in keys(table)
    choose(table, "civic-action kabul")
    assert_refused(table, "balkh", "civic-action herat")


@pytest.mark.rule("3.2.1")
def test_there_is_one_follow_up_in_all() -> None:
    """Ruling 90: after the Base in Herat no Civic Action, there or in Kabul."""
    table = at("government", spaces={"kabul": "G 1t", "herat": "G 2t 2p"}, resources=20)
    choose(table, "train", "kabul", "0", "0", "herat", "done", "base herat", "1")
    assert pieces(table, "herat") == "G 1t 1B"
    assert_refused(table, "civic-action kabul", "civic-action herat", "base kabul")


@pytest.mark.rule("3.2.1")
def test_a_base_may_be_built_in_kabul_of_cubes_just_placed() -> None:
    """Ruling 91: 3 Police placed in Kabul become a Base, beside one of the Coalition; they are Available again."""
    table = at("government", spaces={"kabul": "C 1B"}, resources=3)
    choose(table, "train", "kabul", "0", "3", "base kabul")
    assert pieces(table, "kabul") == "C 1B, G 1B"
    assert count(table, "available", "G p") == 30


@pytest.mark.rule("3.2.1")
def test_civic_action_in_train_needs_control_only() -> None:
    """Ruling 92: a lone Coalition Base Controls Konduz: Terror goes, then two levels rise, 3 Resources each."""
    table = at(spaces={"konduz": "opposition 1terror, C 1B"}, government=9)
    choose(table, "train", "konduz", "0", "0", "done", "civic-action konduz", "more", "more")
    assert terror(table, "konduz") == 0
    assert level(table, "konduz") == "support"
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.1")
def test_civic_action_without_people_removes_terror_only() -> None:
    """Ruling 92: in Farah (Pop 0) the marker goes, and that is all."""
    table = at(spaces={"farah": "1terror, C 1t"}, government=9)
    choose(table, "train", "farah", "done", "civic-action farah")
    assert terror(table, "farah") == 0
    assert resources(table, "government") == 6


# -- Patrol -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.2")
def test_sabotage_stops_a_patrol_that_enters_not_one_that_starts_there() -> None:
    """Ruling 95: from Sabotaged Kabul-Aibak through Kabul to Kabul-Tor Kham; from Kabul nobody gets past it."""
    table = at("government", spaces={"kabul-aibak": "sabotage, G 1p", "kabul": "G 1t"}, resources=3)
    choose(table, "patrol", "kabul")
    assert "kabul-aibak" in keys(table)
    assert_refused(table, "shibirghan-aibak")
    choose(table, "kabul-aibak", "kabul-aibak")
    assert "shibirghan-aibak" in keys(table)
    choose(table, "kabul-tor-kham")
    assert pieces(table, "kabul-aibak") == "G 1t"
    assert pieces(table, "kabul-tor-kham") == "G 1p"


@pytest.mark.rule("3.2.2")
def test_guerrillas_on_the_way_neither_stop_nor_charge_a_patrol() -> None:
    """Ruling 96: past 3 Guerrillas on Kandahar-Kabul to Kabul, for the 3 of the Patrol and no more."""
    table = at("government", spaces={"kandahar": "G 1t", "kandahar-kabul": "T 2u, W 1u"}, resources=9)
    choose(table, "patrol", "kandahar", "kabul")
    assert pieces(table, "kabul") == "G 1t"
    assert (resources(table, "government"), resources(table, "warlords")) == (6, 0)


@pytest.mark.rule("3.2.2")
def test_a_coalition_patrol_searches_with_its_own_cubes() -> None:
    """Ruling 97: 1 Coalition Troops beside 3 Police finds 1 Guerrilla."""
    table = at(spaces={"kandahar-kabul": "C 1t, G 3p, T 3u"})
    choose(table, "patrol", "done", "kandahar-kabul", "taliban")
    assert pieces(table, "kandahar-kabul") == "C 1t, G 3p, T 2u 1a"


@pytest.mark.rule("3.2.2")
def test_a_patrol_may_overlook_a_faction() -> None:
    """Ruling 98: the Taliban are looked for, the Warlords left alone; in Kabul nobody is looked for."""
    table = at("government", spaces={"kandahar-kabul": "G 3p, T 1u, W 1u", "kabul": "G 2p, T 1u"}, resources=3)
    choose(table, "patrol", "done", "taliban")
    assert pieces(table, "kandahar-kabul") == "G 3p, T 1a, W 1u"
    assert pieces(table, "kabul") == "G 2p, T 1u"


@pytest.mark.rule("3.2.2")
def test_a_patrol_assaults_one_loc() -> None:
    """Ruling 99: 2 Police remove 1 Guerrilla on one LoC; the other is left, and nothing more is paid."""
    table = at("government", resources=3, spaces={"kandahar-kabul": "G 2p, T 1a", "farah-kandahar": "G 2p, T 1a"})
    choose(table, "patrol", "done", "kandahar-kabul", "taliban-guerrilla-active")
    assert pieces(table, "kandahar-kabul") == "G 2p"
    assert_refused(table, "farah-kandahar")
    assert pieces(table, "farah-kandahar") == "G 2p, T 1a"
    assert resources(table, "government") == 0


NEXT = {"government": "coalition", "coalition": "government"}


@pytest.mark.rule("3.2.2")
def test_a_patrol_with_nothing_to_move_is_paid_by_the_government_only() -> None:
    """Ruling 101: 3 for the Government, 0 for the Coalition."""
    for seat, left in (("government", 2), ("coalition", 5)):
        table = at(seat, government=5, cards={})
        choose(table, "patrol")
        assert resources(table, "government") == left
        assert asked(table) == f"{NEXT[seat]} turn"  # it is over, and the next card turned up


# -- Sweep ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.3")
def test_a_loc_is_no_destination_of_a_sweep_and_nobody_need_move() -> None:
    """Ruling 102: Herat may be Swept by those who are there."""
    table = at("government", spaces={"herat": "G 1t, T 1u"}, resources=3)
    choose(table, "sweep")
    assert_refused(table, "toraghondi-farah", "waziristan")
    choose(table, "herat", "done", "herat", "taliban")
    assert pieces(table, "herat") == "G 1t, T 1a"


@pytest.mark.rule("3.2.3")
def test_troops_may_start_a_sweep_on_a_sabotaged_loc() -> None:
    """Ruling 103: from Sabotaged Kandahar-Kabul into Kandahar, or by one more LoC into Farah; not through Sabotage."""
    table = at(
        "government",
        resources=6,
        spaces={"kandahar-kabul": "sabotage, G 2t", "kabul": "G 1t", "farah-kandahar": "", "herat": ""},
    )
    choose(table, "sweep", "kandahar")
    assert "kandahar-kabul" in keys(table)
    assert_refused(table, "kabul > kandahar-kabul")
    choose(table, "kandahar-kabul", "1", "done", "farah", "kandahar-kabul > farah-kandahar")
    assert pieces(table, "kandahar") == pieces(table, "farah") == "G 1t"


@pytest.mark.rule("3.2.3")
def test_troops_of_one_space_may_part_ways() -> None:
    """Ruling 104: from Kabul directly to Khowst and by the LoC to Ghazni."""
    table = at("government", resources=6, spaces={"kabul": "G 2t"})
    choose(table, "sweep", "khowst", "kabul", "1", "done", "ghazni", "kabul > kandahar-kabul")
    assert pieces(table, "khowst") == pieces(table, "ghazni") == "G 1t"
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.3")
def test_each_coalition_cube_takes_one_government_troops_and_never_police() -> None:
    """Ruling 105: 1 Coalition Troops takes 1 of 2 Government Troops along; the Police stay."""
    table = at(spaces={"kabul": "C 1t, G 2t 2p"}, government=3)
    choose(table, "sweep", "khowst", "kabul")
    assert_refused(table, "2")
    choose(table, "1")
    assert pieces(table, "khowst") == "C 1t, G 1t"
    assert pieces(table, "kabul") == "G 1t 2p"


@pytest.mark.rule("3.2.3")
def test_the_coalition_pays_once_for_a_destination_that_government_troops_enter() -> None:
    """Ruling 106: two groups bring Government Troops to Khowst: 3 in all; Ghazni without them is free."""
    table = at(spaces={"kabul": "C 1t, G 1t", "paktika": "C 1t, G 1t", "zabol": "C 1t"}, government=9)
    choose(table, "sweep", "khowst", "kabul", "1", "paktika", "1", "done", "ghazni", "zabol")
    assert pieces(table, "khowst") == "C 2t, G 2t"
    assert pieces(table, "ghazni") == "C 1t"
    assert resources(table, "government") == 6


@pytest.mark.rule("3.2.3")
def test_police_search_too_and_a_coalition_base_lets_all_cubes_search() -> None:
    """Ruling 107: 1 Troops and 2 Police of the Government find 3; Coalition Troops there do not count for it."""
    table = at("government", resources=3, spaces={"herat": "C 2t, G 1t 2p, T 5u"})
    choose(table, "sweep", "herat", "done", "herat", "taliban")
    assert pieces(table, "herat") == "C 2t, G 1t 2p, T 2u 3a"
    table = at("coalition", resources=0, spaces={"herat": "C 1B, G 1t 2p, T 5u"})
    choose(table, "sweep", "herat", "done", "herat", "taliban")
    assert pieces(table, "herat") == "C 1B, G 1t 2p, T 2u 3a"


@pytest.mark.rule("3.2.3")
def test_a_government_that_cannot_pay_the_toll_moves_all_the_same() -> None:
    """Ruling 109: with 3 Resources the Sweep is paid and nothing is left for the way."""
    table = at("government", resources=3, spaces={"kabul": "G 1t", "kandahar-kabul": "W 1u"})
    choose(table, "sweep", "ghazni", "kabul > kandahar-kabul")
    assert pieces(table, "ghazni") == "G 1t"
    assert (resources(table, "government"), resources(table, "warlords")) == (0, 0)


@pytest.mark.rule("3.2.3")
def test_the_toll_is_paid_after_all_movement() -> None:
    """Ruling 110: having used the LoC, the Government still has 3 for Khowst; then nothing is left for the toll."""
    table = at("government", resources=6, spaces={"kabul": "G 2t", "kandahar-kabul": "W 1u"})
    choose(table, "sweep", "ghazni", "kabul > kandahar-kabul", "1", "done", "khowst", "kabul")
    assert pieces(table, "ghazni") == pieces(table, "khowst") == "G 1t"
    assert (resources(table, "government"), resources(table, "warlords")) == (0, 0)


# -- Assault ----------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.4")
def test_the_coalition_assaults_with_troops_not_from_a_base() -> None:
    """Ruling 111: a Base alone does not do."""
    table = at(spaces={"herat": "C 1B, T 1a", "balkh": "C 1t, T 1a"})
    choose(table, "assault")
    assert_refused(table, "herat")
    choose(table, "balkh", "taliban-guerrilla-active")
    assert pieces(table, "balkh") == "C 1t"


@pytest.mark.rule("3.2.4")
def test_which_cubes_fight_where() -> None:
    """Ruling 112: in a Province Troops only, on a LoC Police too, in Mountains 1 for 3, rounded down."""
    table = at(
        "government",
        resources=9,
        spaces={"kandahar": "G 3t 5p, T 3a", "kandahar-kabul": "G 1t 3p, T 3a", "ghazni": "G 5t 5p, T 3a"},
    )
    choose(table, "assault")
    for space in ("kandahar", "kandahar-kabul", "ghazni"):
        choose(table, space, "taliban-guerrilla-active")
    assert pieces(table, "kandahar") == "G 3t 5p, T 2a"
    assert pieces(table, "kandahar-kabul") == "G 1t 3p, T 1a"
    assert pieces(table, "ghazni") == "G 5t 5p, T 2a"


@pytest.mark.rule("3.2.4")
def test_mountains_do_not_hinder_the_coalition() -> None:
    """Ruling 113: 1 Coalition and 2 Government Troops remove 3 in Ghazni; Police there do not count."""
    table = at(spaces={"ghazni": "C 1t, G 2t 2p, T 4a"}, government=3)
    choose(table, "assault", "ghazni", "joined", "taliban-guerrilla-active")
    assert pieces(table, "ghazni") == "C 1t, G 2t 2p, T 1a"
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.4")
def test_guerrillas_shield_the_bases_of_their_own_faction() -> None:
    """Ruling 114: an Underground Taliban keeps the Taliban Base safe, and not the Warlords'."""
    table = at(spaces={"zabol": "C 4t, T 1u 1a 1B, W 1B"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active", "warlords-base")
    assert pieces(table, "zabol") == "C 4t, T 1u 1B"


@pytest.mark.rule("3.2.4")
def test_an_assault_on_two_factions_goes_from_guerrillas_to_bases_in_any_order() -> None:
    """Ruling 115: 3 Troops: a Warlord, then the Warlord Base, then a Taliban; and not less than 3."""
    table = at(spaces={"zabol": "C 3t, T 2a, W 1a 1B"})
    choose(table, "assault", "zabol", "warlords-guerrilla-active", "warlords-base")
    choose(table, "taliban-guerrilla-active")
    assert pieces(table, "zabol") == "C 3t, T 1a"


@pytest.mark.rule("3.2.4")
def test_an_assault_may_spare_a_faction_or_everybody() -> None:
    """Ruling 116: with number to spare the Warlords are left alone; elsewhere nobody is touched."""
    table = at(spaces={"zabol": "C 3t, T 1a, W 1a", "herat": "C 1t, T 1a"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active", "done", "herat", "none")
    assert pieces(table, "zabol") == "C 3t, W 1a"
    assert pieces(table, "herat") == "C 1t, T 1a"


@pytest.mark.rule("3.2.4")
def test_aid_comes_for_taliban_bases_removed_by_the_government_only() -> None:
    """Ruling 117: +6 in a Government Assault, nothing in the Coalition's, and nothing for a Warlord Base."""
    table = at("government", spaces={"kabul": "G 4t, T 1B", "herat": "G 2t, W 1B"}, resources=6, aid=1)
    choose(table, "assault", "kabul", "taliban-base", "herat", "warlords-base")
    assert table.state.aid == 7
    table = at("coalition", spaces={"kabul": "C 1t, T 1B"}, aid=1)
    choose(table, "assault", "kabul", "taliban-base")
    assert pieces(table, "kabul") == "C 1t"
    assert table.state.aid == 1


def coalition_assaults_free(play: Play, faction: Faction) -> Rules:
    yield from free_operation(play, COALITION, ["assault"])


@pytest.mark.rule("3.1.2", "3.2.4")
def test_in_a_free_coalition_assault_government_cubes_fight_for_nothing() -> None:
    """Ruling 118: 1 Coalition and 2 Government Troops remove 3 without a Resource."""
    table = at(
        event="8u", cards={8: card(coalition_assaults_free)}, government=1, spaces={"kandahar": "C 1t, G 2t, T 4a"}
    )
    choose(table, "assault", "joined", "taliban-guerrilla-active")
    assert pieces(table, "kandahar") == "C 1t, G 2t, T 1a"
    assert resources(table, "government") == 1
