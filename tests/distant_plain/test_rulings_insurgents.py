"""Rulings 119 to 144: Rally, March, Attack and Terror."""

from __future__ import annotations

import pytest

from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- Rally ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.1")
def test_rally_needs_no_piece_on_the_spot() -> None:
    """Ruling 119: the Warlords place 1 in empty Herat; Pakistan is closed to them."""
    table = at("warlords", warlords=2)
    choose(table, "rally")
    assert_refused(table, "waziristan", "kabul-aibak")
    choose(table, "herat")
    assert pieces(table, "herat") == "W 1u"


@pytest.mark.rule("3.3.1")
def test_all_of_pakistan_passes_the_taliban_filter() -> None:
    """Ruling 120: Balochistan, though not Pashtun, is always Neutral; Konduz at Opposition is open as well."""
    table = at("taliban", taliban=3, spaces={"konduz": "opposition", "herat": "support"})
    choose(table, "rally")
    assert_refused(table, "herat")
    choose(table, "balochistan", "konduz", "1")
    assert pieces(table, "balochistan") == pieces(table, "konduz") == "T 1u"


@pytest.mark.rule("3.3.1")
def test_rally_does_one_thing_in_a_space() -> None:
    """Ruling 121: at a Base the choice is to place, to build, to hide or none of it; and then the next space."""
    table = at("taliban", taliban=2, spaces={"paktika": "T 2a 1B"})
    choose(table, "rally", "paktika")
    assert keys(table) == ["1", "2", "base", "hide", "nothing"]
    choose(table, "hide")
    assert pieces(table, "paktika") == "T 2u 1B"
    assert_refused(table, "paktika")


@pytest.mark.rule("3.3.1")
def test_two_guerrillas_of_any_state_become_a_base() -> None:
    """Ruling 121: 1 Underground and 1 Active, or 2 Active: the Faction says which."""
    table = at("taliban", taliban=1, spaces={"paktika": "T 1u 2a"})
    choose(table, "rally", "paktika", "base", "1")
    assert pieces(table, "paktika") == "T 1a 1B"


@pytest.mark.rule("3.3.1")
def test_a_base_just_built_does_not_help_this_rally() -> None:
    """Ruling 122: 2 of 4 Active Guerrillas become the first Base; the other 2 do not hide any more."""
    table = at("warlords", warlords=2, spaces={"konduz": "W 4a"})
    choose(table, "rally", "konduz")
    assert_refused(table, "hide", "2")
    choose(table, "base")
    assert pieces(table, "konduz") == "W 2a 1B"
    assert_refused(table, "konduz", "hide")


@pytest.mark.rule("3.3.1")
def test_taliban_at_a_base_may_rally_nothing_to_preach() -> None:
    """Ruling 126: elsewhere they place their Guerrilla."""
    table = at("taliban", taliban=3, spaces={"paktika": "support, T 1B"})
    choose(table, "rally", "paktika", "nothing", "sharia paktika", "more")
    assert level(table, "paktika") == "opposition"
    assert pieces(table, "paktika") == "T 1B"
    table = at("taliban", taliban=3, spaces={"paktika": "T 1u"})
    choose(table, "rally", "paktika")
    assert_refused(table, "nothing")


@pytest.mark.rule("3.3.1")
def test_sharia_in_one_space_of_a_rally_whatever_its_control() -> None:
    """Ruling 127: at the Base in COIN-Controlled Paktika, as often as wanted, also after a further space; once."""
    table = at("taliban", taliban=5, spaces={"paktika": "1terror, G 9t, T 1B", "zabol": "T 1B", "helmand": "T 1B"})
    choose(table, "rally", "paktika", "nothing", "helmand", "nothing", "sharia paktika", "more")
    assert terror(table, "paktika") == 0
    assert level(table, "paktika") == "opposition"
    assert_refused(table, "sharia helmand")
    assert resources(table, "taliban") == 1


@pytest.mark.rule("3.3.1")
@pytest.mark.parametrize(("box", "cost"), [("tolerance", 1), ("backing", 0), ("sponsorship", 0)])
def test_what_a_rally_in_pakistan_costs(box: str, cost: int) -> None:
    """Ruling 128: 1 at Tolerance, nothing at Backing and Sponsorship; Sharia is never free."""
    table = at("taliban", taliban=3, islamabad=box, spaces={"waziristan": "1terror, T 1B"})
    choose(table, "rally", "waziristan", "2")
    assert resources(table, "taliban") == 3 - cost
    choose(table, "sharia waziristan")
    assert terror(table, "waziristan") == 0
    assert resources(table, "taliban") == 2 - cost


@pytest.mark.rule("3.3.1")
@pytest.mark.parametrize("box", ["hostility", "pressure"])
def test_no_rally_in_pakistan_under_pressure(box: str) -> None:
    """Ruling 128: at Hostility and Pressure Pakistan cannot be selected."""
    table = at("taliban", taliban=3, islamabad=box, spaces={"waziristan": "T 1B"})
    choose(table, "rally")
    assert_refused(table, "waziristan", "balochistan", "northwest-frontier")
    choose(table, "zabol")
    assert pieces(table, "zabol") == "T 1u"


# -- March ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.2")
def test_a_destination_is_paid_once_however_many_groups_enter() -> None:
    """Ruling 129: Kandahar by three groups costs 1; a LoC costs nothing."""
    table = at("taliban", taliban=2, spaces={"helmand": "T 1u", "zabol": "T 2u", "oruzgan": "T 1u"})
    choose(
        table,
        "march",
        "helmand",
        "kandahar",
        "oruzgan",
        "kandahar",
        "zabol",
        "kandahar",
        "1",
        "zabol",
        "kandahar-kabul",
    )
    assert pieces(table, "kandahar") == "T 3u"
    assert pieces(table, "kandahar-kabul") == "T 1u"
    assert resources(table, "taliban") == 1


@pytest.mark.rule("3.3.2")
def test_a_march_onwards_from_a_free_destination_is_paid() -> None:
    """Ruling 130: at Backing from Waziristan to Kandahar free, and on to Helmand for 1."""
    table = at("taliban", taliban=1, islamabad="backing", spaces={"waziristan": "T 1u"})
    choose(table, "march", "waziristan", "kandahar", "kandahar", "helmand")
    assert pieces(table, "helmand") == "T 1u"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("3.3.2")
def test_own_guerrillas_and_bases_do_not_betray_a_group() -> None:
    """Ruling 132: 2 Taliban join 3 of their own in Bamian beside a Warlord and a Base: 2 + 1 is not over 3."""
    table = at("taliban", taliban=1, spaces={"ghazni": "T 2u", "bamian": "T 3u 1B, W 1a 1B"})
    choose(table, "march", "ghazni", "bamian", "2")
    assert pieces(table, "bamian") == "T 5u 1B, W 1a 1B"


@pytest.mark.rule("3.3.2")
def test_coalition_cubes_betray_taliban_on_a_loc_and_the_whole_group_is_seen() -> None:
    """Ruling 132: 2 Guerrillas with a Troops and a Police on the LoC make 4: both go Active."""
    table = at("taliban", taliban=1, spaces={"zabol": "T 2u", "kandahar-kabul": "C 1t, G 1p, T 1u"})
    choose(table, "march", "zabol", "kandahar-kabul", "2")
    assert pieces(table, "kandahar-kabul") == "C 1t, G 1p, T 1u 2a"


@pytest.mark.rule("3.3.2")
def test_taliban_march_on_from_pashtun_ground_and_stop_elsewhere() -> None:
    """Ruling 133: Waziristan, Paktika, Ghazni, and into Bamian, where the March ends; the group may split."""
    table = at("taliban", taliban=9, spaces={"waziristan": "T 2a"})
    choose(table, "march", "paktika", "2", "paktika", "ghazni", "2", "ghazni", "bamian", "1")
    assert pieces(table, "bamian") == pieces(table, "ghazni") == "T 1a"
    assert_refused(table, "bamian")
    choose(table, "ghazni", "kandahar-kabul")
    assert pieces(table, "kandahar-kabul") == "T 1a"
    assert resources(table, "taliban") == 6


@pytest.mark.rule("3.3.2")
def test_warlords_march_once() -> None:
    """Ruling 133: from Herat to Farah and no further."""
    table = at("warlords", warlords=9, spaces={"herat": "W 1u", "konduz": "W 1u"})
    choose(table, "march", "herat", "farah")
    assert_refused(table, "farah")
    assert pieces(table, "farah") == "W 1u"


@pytest.mark.rule("3.3.2")
def test_balochistan_is_not_pashtun() -> None:
    """Ruling 134: a group of 4 goes Active there, and its March is over."""
    table = at("taliban", taliban=9, spaces={"waziristan": "T 4u", "zabol": "T 1u"})
    choose(table, "march", "waziristan", "balochistan", "4")
    assert pieces(table, "balochistan") == "T 4a"
    assert_refused(table, "balochistan")


# -- Attack -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.3")
def test_an_attack_needs_a_guerrilla_and_an_enemy_and_may_be_on_a_loc() -> None:
    """Ruling 135: not at a Base alone, not among own pieces only; a lone enemy Base is enough."""
    table = at(
        "taliban",
        taliban=3,
        chance=[1],
        spaces={"kabul-aibak": "T 1u, G 1p", "paktika": "T 1B, G 1t", "zabol": "T 3u", "khowst": "T 1u, W 1B"},
    )
    choose(table, "attack")
    assert_refused(table, "paktika", "zabol")
    assert "khowst" in keys(table)
    choose(table, "kabul-aibak", "government-police")
    assert pieces(table, "kabul-aibak") == "T 1u 1a"


@pytest.mark.rule("3.3.3")
def test_targets_are_named_after_the_roll() -> None:
    """Ruling 137: a failed roll asks for none; then a success, and the Warlords are the target."""
    table = at("taliban", taliban=3, chance=[6, 1], spaces={"helmand": "T 1u, G 1t, W 2u", "zabol": "T 1u, G 1t, W 2u"})
    choose(table, "attack", "helmand")
    assert asked(table) == "taliban attack-space"
    choose(table, "zabol", "warlords-guerrilla-underground")
    choose(table, "warlords-guerrilla-underground")
    assert pieces(table, "zabol") == "G 1t, T 1u 1a"


@pytest.mark.rule("3.3.3")
def test_government_cubes_fall_before_coalition_troops_and_those_before_bases() -> None:
    """Ruling 138: one Police first, then one of the Coalition's Troops; no Base yet."""
    table = at("taliban", taliban=1, chance=[2], spaces={"kandahar": "C 1t 1B, G 1p, T 3u"})
    choose(table, "attack", "kandahar")
    assert_refused(table, "coalition-troops", "coalition-base")
    choose(table, "government-police")
    assert_refused(table, "coalition-base")
    choose(table, "coalition-troops")
    assert pieces(table, "kandahar") == "C 1B, T 3a"
    assert pieces(table, "casualties") == "C 1t"


@pytest.mark.rule("3.3.3")
def test_of_two_coin_bases_the_attacker_picks() -> None:
    """Ruling 138: without cubes, the Government Base and then, if wanted, the Coalition's."""
    table = at("warlords", warlords=1, chance=[2], spaces={"konduz": "C 1B, G 1B, W 3u"})
    choose(table, "attack", "government-base", "done")
    assert pieces(table, "konduz") == "C 1B, W 3a"


@pytest.mark.rule("3.3.3")
def test_an_attacker_picks_active_or_underground_but_no_base_before() -> None:
    """Ruling 139: of the Warlords' Guerrillas either; the Base is safe behind the last of them."""
    table = at("taliban", taliban=1, chance=[2], spaces={"helmand": "T 3u, W 1u 1a 2B"})
    choose(table, "attack", "helmand")
    assert_refused(table, "warlords-base")
    choose(table, "warlords-guerrilla-active")
    assert pieces(table, "helmand") == "T 3a, W 2B"


@pytest.mark.rule("4.4.3")
def test_an_ambush_makes_casualties_too() -> None:
    """Ruling 140: Troops and Base of the Coalition go to the Casualties box; Government pieces are Available."""
    table = at("taliban", taliban=2, spaces={"kandahar": "C 1t 1B, T 1u", "zabol": "G 2t, T 1u"})
    choose(table, "attack", "ambush", "kandahar", "coalition-troops", "zabol", "government-troops")
    assert pieces(table, "casualties") == "C 1t 1B"
    assert count(table, "available", "G t") == 30


@pytest.mark.rule("3.3.3")
def test_a_natural_1_captures_goods_even_if_nothing_is_removed() -> None:
    """Ruling 141: the Taliban spare the Police, and an Underground Guerrilla comes all the same."""
    table = at("taliban", taliban=1, chance=[1], spaces={"zabol": "T 1u, G 1p"})
    choose(table, "attack", "zabol", "none")
    assert pieces(table, "zabol") == "G 1p, T 1u 1a"


@pytest.mark.rule("3.3.3")
def test_an_ordinary_success_captures_nothing() -> None:
    """Ruling 141: a 2 removes, and brings nobody."""
    table = at("taliban", taliban=1, chance=[2], spaces={"zabol": "T 2u, G 1p"})
    choose(table, "attack", "zabol", "government-police")
    assert pieces(table, "zabol") == "T 2a"


# -- Terror -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.4")
def test_terror_on_a_sabotaged_loc_only_shows_the_guerrilla() -> None:
    """Ruling 142: no second marker; in Pakistan Terror is allowed, and costs 1."""
    table = at("taliban", taliban=1, spaces={"kabul-aibak": "sabotage, T 1u", "waziristan": "T 1u"})
    choose(table, "terror", "kabul-aibak", "waziristan")
    assert terror(table, "kabul-aibak") == terror(table, "waziristan") == 1
    assert pieces(table, "kabul-aibak") == pieces(table, "waziristan") == "T 1a"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("3.3.4")
def test_one_terror_marker_for_each_operation() -> None:
    """Ruling 143: Helmand with 2 Underground Guerrillas and a marker gets one more, and shifts one level."""
    table = at("taliban", taliban=3, spaces={"helmand": "support 1terror, T 2u", "zabol": "T 1u"})
    choose(table, "terror", "helmand")
    assert_refused(table, "helmand")
    assert terror(table, "helmand") == 2
    assert level(table, "helmand") == "neutral"
    assert pieces(table, "helmand") == "T 1u 1a"


@pytest.mark.rule("6.3.1")
def test_with_too_few_markers_left_the_taliban_choose_the_locs() -> None:
    """Ruling 144: 29 are on the map; of two LoCs that would be Sabotaged the Taliban name one."""
    table = at(step="resources", spaces={"kabul": "29terror", "kabul-aibak": "T 1u", "kabul-tor-kham": "T 1u"})
    assert asked(table) == "taliban sabotage-loc"
    choose(table, "kabul-tor-kham")
    assert terror(table, "kabul-tor-kham") == 1
    assert terror(table, "kabul-aibak") == 0
    assert resources(table, "government") == 8
