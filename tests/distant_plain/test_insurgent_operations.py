"""Rally, March, Attack and Terror (3.3): position, choices, result. Numbers are those of the conformance cases."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import EVENT_CARDS, PROPAGANDA_CARDS
from khyber.games.distant_plain.rules.victory import totals
from tests.distant_plain.choices import assert_refused, choose
from tests.distant_plain.facts import count, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- Rally ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.1")
def test_taliban_may_not_rally_where_non_pashtun_people_support_the_government() -> None:
    """R1: Balkh at Support is closed to a Taliban Rally."""
    table = at("taliban", spaces={"balkh": "support"}, resources=1)
    choose(table, "rally")
    assert_refused(table, "balkh")
    choose(table, "herat")  # Neutral
    assert pieces(table, "herat") == "T 1u"


@pytest.mark.rule("3.3.1")
def test_warlords_may_rally_where_people_support_the_government() -> None:
    """R1: in the same Balkh the Warlords Rally and place 1 Guerrilla."""
    table = at("warlords", spaces={"balkh": "support"}, resources=1)
    choose(table, "rally", "balkh")
    assert pieces(table, "balkh") == "W 1u"


@pytest.mark.rule("3.3.1")
def test_taliban_may_rally_in_kabul_at_support() -> None:
    """R2: Kabul is Pashtun, so Support does not keep the Taliban out."""
    table = at("taliban", spaces={"kabul": "support"}, resources=1)
    choose(table, "rally", "kabul")
    assert pieces(table, "kabul") == "T 1u"


@pytest.mark.rule("3.3.1")
def test_a_warlord_base_on_pashtun_ground_does_not_let_them_hide() -> None:
    """R5: Farah is Pashtun: place 1 or replace 2, nothing more."""
    table = at("warlords", spaces={"farah": "W 2a 1B"}, resources=1)
    choose(table, "rally", "farah")
    assert_refused(table, "hide", "2")
    other = table.fork()
    choose(table, "1")
    assert pieces(table, "farah") == "W 1u 2a 1B"
    choose(other, "base")
    assert pieces(other, "farah") == "W 2B"


@pytest.mark.rule("3.3.1")
@pytest.mark.parametrize(
    ("seat", "space", "there", "most"),
    [
        pytest.param("taliban", "waziristan", "T 1B", 2, id="R4: Pop 1 and 1 Base in Pakistan"),
        pytest.param("warlords", "konduz", "+1pop, W 2B", 5, id="R6: Pop 2, +1 for returnees, and 2 Bases"),
    ],
)
def test_rally_at_a_base_counts_bases_and_population(seat: str, space: str, there: str, most: int) -> None:
    table = at(seat, spaces={space: there}, resources=1)
    choose(table, "rally", space)
    assert_refused(table, str(most + 1))
    choose(table, str(most))
    assert count(table, space, f"{seat[0].upper()} u") == most


@pytest.mark.rule("3.3.1")
def test_warlords_rally_no_more_than_are_available() -> None:
    """R6: the same Konduz with 3 Guerrillas Available: up to 3."""
    table = at("warlords", spaces={"konduz": "+1pop, W 2B"}, available="W 3u", resources=1)
    choose(table, "rally", "konduz")
    assert_refused(table, "4")
    choose(table, "3")
    assert pieces(table, "konduz") == "W 3u 2B"


@pytest.mark.rule("3.3.2")
def test_taliban_march_unseen_among_pashtun() -> None:
    """M1: 4 Guerrillas into Pashtun Kandahar stay Underground, whatever stands there."""
    table = at("taliban", spaces={"zabol": "T 4u", "kandahar": "C 2t, G 3t 2p, W 2u"}, resources=1)
    choose(table, "march", "zabol", "kandahar", "4")
    assert pieces(table, "kandahar") == "C 2t, G 3t 2p, T 4u, W 2u"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("3.3.2")
def test_two_small_groups_march_onto_a_loc_unseen_and_free() -> None:
    """M2: 2 from Zabol and 2 from Paktika are two groups of 2: Underground, cost 0."""
    table = at("taliban", spaces={"zabol": "T 2u", "paktika": "T 2u"}, resources=0)
    choose(table, "march", "zabol", "kandahar-kabul", "2", "paktika", "2")
    assert pieces(table, "kandahar-kabul") == "T 4u"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("3.3.2")
def test_one_group_of_four_is_seen_on_a_loc() -> None:
    """M2: 4 from Zabol as one group go Active."""
    table = at("taliban", spaces={"zabol": "T 4u"}, resources=0)
    choose(table, "march", "zabol", "kandahar-kabul", "4")
    assert pieces(table, "kandahar-kabul") == "T 4a"


@pytest.mark.rule("3.3.2")
def test_a_group_may_not_be_split_to_pass_unseen() -> None:
    """M3: 2 from Zabol, then 2 more from Zabol, to the same LoC is refused (ruling 131)."""
    table = at("taliban", spaces={"zabol": "T 4u"}, resources=0)
    choose(table, "march", "zabol", "kandahar-kabul", "2", "zabol")
    assert_refused(table, "kandahar-kabul")


@pytest.mark.rule("3.3.2")
def test_cubes_do_not_betray_marching_warlords() -> None:
    """M5: 2 Warlords into Pashtun Helmand with 1 Taliban Guerrilla make 3: they stay Underground."""
    table = at("warlords", spaces={"nimruz": "W 2u", "helmand": "T 1u, G 4t 2p"}, resources=1)
    choose(table, "march", "helmand", "2")  # from Nimruz
    assert pieces(table, "helmand") == "G 4t 2p, T 1u, W 2u"


@pytest.mark.rule("3.3.2")
def test_enemy_guerrillas_betray_marching_warlords() -> None:
    """M5: with 2 Taliban Guerrillas there it makes 4: they go Active."""
    table = at("warlords", spaces={"nimruz": "W 2u", "helmand": "T 2u, G 4t 2p"}, resources=1)
    choose(table, "march", "helmand", "2")  # from Nimruz
    assert pieces(table, "helmand") == "G 4t 2p, T 2u, W 2a"


@pytest.mark.rule("6.6.1")
def test_backing_makes_a_march_from_pakistan_free() -> None:
    """M6: from Waziristan into Kandahar at Backing: 0 (ruling 130)."""
    table = at("taliban", spaces={"waziristan": "T 1u", "zabol": "T 1u"}, resources=1, islamabad="backing")
    choose(table, "march", "waziristan", "kandahar")
    assert resources(table, "taliban") == 1


@pytest.mark.rule("6.6.1")
def test_one_group_from_elsewhere_makes_the_destination_cost_1() -> None:
    """M6: from Waziristan and from Zabol into Kandahar at Backing: 1 in all, in either order (ruling 130)."""
    for first, second in (("waziristan", "zabol"), ("zabol", "waziristan")):
        table = at("taliban", spaces={"waziristan": "T 1u", "zabol": "T 1u"}, resources=2, islamabad="backing")
        choose(table, "march", first, "kandahar", second, "kandahar")
        assert pieces(table, "kandahar") == "T 2u"
        assert resources(table, "taliban") == 1


@pytest.mark.rule("6.6.1")
def test_at_hostility_taliban_in_pakistan_are_active_and_stay_so_when_they_leave() -> None:
    """M7: 2 Underground from Paktika arrive Active in Waziristan, and leave it Active."""
    table = at("taliban", spaces={"paktika": "T 2u"}, resources=2, islamabad="hostility")
    choose(table, "march", "paktika", "waziristan", "2")
    assert pieces(table, "waziristan") == "T 2a"
    choose(table, "waziristan", "kandahar", "2")
    assert pieces(table, "kandahar") == "T 2a"


# -- Attack -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.3")
def test_an_attack_fails_above_the_number_of_guerrillas() -> None:
    """K2: 3 Guerrillas, a roll of 4: nothing is removed, all 3 are Active, 1 Resource is gone."""
    table = at("taliban", spaces={"helmand": "T 2u 1a, G 2t"}, resources=2, chance=[4])
    choose(table, "attack", "helmand")
    assert pieces(table, "helmand") == "G 2t, T 3a"
    assert resources(table, "taliban") == 1


@pytest.mark.rule("3.3.3")
def test_an_attack_may_take_the_last_guerrilla_and_then_the_base() -> None:
    """K3: Warlords roll 1: an Underground Guerrilla and the Base go; none Available, so no captured goods."""
    table = at("warlords", spaces={"farah": "W 1u, T 1u 1B"}, available="W 0u", resources=1, chance=[1])
    choose(table, "attack", "farah", "taliban-guerrilla-underground")
    assert pieces(table, "farah") == "W 1a"


@pytest.mark.rule("3.3.3", "1.4.1")
def test_a_successful_attack_removes_all_it_can_of_its_target() -> None:
    """K4: 2 Government cubes: having removed one, the Taliban cannot stop; both go."""
    table = at("taliban", spaces={"helmand": "T 4u, G 2t"}, resources=1, chance=[2])
    choose(table, "attack", "helmand", "government-troops")
    assert pieces(table, "helmand") == "T 4a"


@pytest.mark.rule("3.3.3", "1.4.1")
def test_after_one_cube_the_attacker_is_not_offered_to_stop() -> None:
    """K4: with a Warlord there as well, the second piece may be his, but a second piece goes."""
    table = at("taliban", spaces={"helmand": "T 4u, G 1t 1p, W 1u"}, resources=1, chance=[2])
    choose(table, "attack", "helmand", "government-troops")
    assert_refused(table, "done", "none")
    choose(table, "government-police")
    assert pieces(table, "helmand") == "T 4a, W 1u"


@pytest.mark.rule("3.3.3", "6.6")
def test_coalition_pieces_lost_to_an_attack_are_casualties() -> None:
    """K6: the last Troops, then the Base, go to Casualties; Support + Available does not move; Reset settles them."""
    table = at(
        "taliban",
        spaces={"kandahar": "C 1t 1B, T 2u 1B", "zabol": "T 1u, G 1p"},
        resources=2,
        chance=[2],
        deck=[PROPAGANDA_CARDS[0], EVENT_CARDS[5]],
    )
    before = totals(table.state).support_available
    choose(table, "attack", "kandahar", "coalition-troops")  # and so the Base as well
    assert pieces(table, "casualties") == "C 1t 1B"
    assert totals(table.state).support_available == before
    choose(table, "done")  # and the Propaganda Round begins
    choose(table, "done", "done", "waziristan")  # no Sharia; the Police stay; the Taliban of Zabol go
    assert pieces(table, "out-of-play") == "C 1B"
    assert totals(table.state).support_available == before + 1


# -- Terror -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.3.4")
def test_warlord_terror_makes_people_neutral() -> None:
    """X1: Herat at Support, or at Opposition, becomes Neutral with 1 Terror."""
    for opinion in ("support", "opposition"):
        table = at("warlords", spaces={"herat": f"{opinion}, W 1u", "farah": "W 1u"}, resources=1)
        choose(table, "terror", "herat")
        assert level(table, "herat") == "neutral"
        assert terror(table, "herat") == 1
        assert pieces(table, "herat") == "W 1a"


@pytest.mark.rule("3.3.4")
def test_with_all_30_markers_on_the_map_terror_still_shifts() -> None:
    """X2: Ghazni goes from Support to Neutral, without a marker."""
    table = at("taliban", spaces={"kabul": "30terror", "ghazni": "support, T 1u", "zabol": "T 1u"}, resources=1)
    choose(table, "terror", "ghazni")
    assert level(table, "ghazni") == "neutral"
    assert terror(table, "ghazni") == 0


@pytest.mark.rule("3.3.4")
def test_sabotage_costs_nothing() -> None:
    """X4: with 0 Resources the Taliban Sabotage a LoC."""
    table = at("taliban", spaces={"kabul-aibak": "T 1u", "ghazni": "T 1u"}, resources=0)
    choose(table, "terror")
    assert_refused(table, "ghazni")
    choose(table, "kabul-aibak")
    assert terror(table, "kabul-aibak") == 1
    assert pieces(table, "kabul-aibak") == "T 1a"
    assert pieces(table, "ghazni") == "T 1u"
    assert resources(table, "taliban") == 0
