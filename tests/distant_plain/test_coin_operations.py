"""3.2: Train, Patrol, Sweep and Assault (conformance cases T, P, W and A).

Once a Faction is targeted its pieces go as far as they can (1.4.1): the table takes the others by itself.
"""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import ADJACENT, SPACE_BY_ID
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, level, pieces, resources
from tests.distant_plain.positions import at

# -- Train ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.1")
def test_government_places_cubes_at_coin_bases_and_pays_for_every_space() -> None:
    """T1: Khowst with a Coalition Base gets 6 cubes; Herat without a Base costs 3 and gets nothing."""
    table = at("government", resources=6, spaces={"khowst": "C 1B"})
    choose(table, "train", "khowst", "4", "2", "herat")
    assert pieces(table, "khowst") == "C 1B, G 4t 2p"
    assert pieces(table, "herat") == ""
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.1")
def test_coalition_trains_without_a_base_for_civic_action() -> None:
    """T2: selecting Herat costs nothing, the Civic Action 3."""
    table = at("coalition", resources=3, spaces={"herat": "C 1t"})
    choose(table, "train", "herat")
    assert resources(table, "government") == 3
    choose(table, "done", "civic-action herat")
    assert level(table, "herat") == "support"
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.1")
def test_coalition_trains_in_kabul_without_a_base_for_patronage() -> None:
    """T3: it may select Kabul but place nothing there, and give 3 Patronage back."""
    table = at("coalition", resources=10, patronage=5)
    choose(table, "train", "kabul")
    assert_refused(table, "1", "6")
    choose(table, "done", "patronage kabul")
    assert pieces(table, "kabul") == ""
    assert table.state.patronage == 2
    assert resources(table, "government") == 13


@pytest.mark.rule("3.2.1", "1.4.2")
def test_government_turns_three_cubes_into_a_base() -> None:
    """T5: beside 1 Warlord Base there is room for it."""
    table = at("government", resources=3, available="G 28t 29p 1B", spaces={"konduz": "G 2t 1p, W 1B"})
    choose(table, "train", "konduz", "done", "base konduz")
    assert pieces(table, "konduz") == "G 1B, W 1B"
    assert (count(table, "available", "G t"), count(table, "available", "G p")) == (30, 30)
    assert count(table, "available", "G B") == 0


@pytest.mark.rule("3.2.1", "1.4.2")
def test_no_base_is_built_beside_two_others() -> None:
    """T5: with 2 Warlord Bases in Konduz it is refused, though Civic Action is open."""
    table = at("government", resources=6, spaces={"konduz": "G 2t 1p, W 2B"})
    choose(table, "train", "konduz", "done")
    assert "civic-action konduz" in keys(table)
    assert_refused(table, "base konduz")


@pytest.mark.rule("3.2.1")
def test_a_base_may_be_moved_when_none_is_available() -> None:
    """T6: the Government Base of Herat moves to Konduz."""
    table = at("government", resources=3, available="G 0B", spaces={"konduz": "G 2t 1p, W 1B", "herat": "G 1B"})
    choose(table, "train", "konduz", "done", "base konduz")
    assert pieces(table, "konduz") == "G 1B, W 1B"
    assert pieces(table, "herat") == ""


@pytest.mark.rule("3.2.1")
def test_train_has_one_follow_up_in_all() -> None:
    """T7: after Civic Action in Herat no Base is built in Konduz. (Govern keeps the Train from ending by itself.)"""
    table = at("government", resources=12, spaces={"herat": "G 1t", "konduz": "G 2t 1p", "farah": "G 1t"})
    choose(table, "train", "herat", "konduz", "done")
    assert {"civic-action herat", "base konduz"} <= set(keys(table))
    choose(table, "civic-action herat")
    assert asked(table) == "government train-then"
    assert_refused(table, "base konduz", "civic-action konduz")


@pytest.mark.rule("3.2.1")
def test_patronage_of_less_than_three_goes_back_as_far_as_it_goes() -> None:
    """T9: Patronage 2 becomes 0, and the Government has 2 more."""
    table = at("coalition", resources=0, patronage=2)
    choose(table, "train", "kabul", "done", "patronage kabul")
    assert table.state.patronage == 0
    assert resources(table, "government") == 2


# -- Patrol -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.2")
def test_a_patrol_stops_at_sabotage() -> None:
    """P1: from Ghazni by Kandahar-Kabul and Kabul it comes to Kabul-Aibak, and no further."""
    table = at("government", resources=3, spaces={"ghazni": "G 1p", "kabul-aibak": "sabotage"})
    choose(table, "patrol", "ghazni")
    assert {"kandahar-kabul", "kabul", "kabul-aibak"} <= set(keys(table))
    assert_refused(table, "shibirghan-aibak")
    choose(table, "kabul-aibak")
    assert pieces(table, "kabul-aibak") == "G 1p"


@pytest.mark.rule("3.2.2", "1.3.6")
def test_a_patrol_passes_through_kabul() -> None:
    """P2: LoCs that end at Kabul do not touch one another, but Kabul may be passed."""
    assert SPACE_BY_ID["kabul-tor-kham"] not in ADJACENT[SPACE_BY_ID["kandahar-kabul"]]
    table = at("coalition", spaces={"kandahar-kabul": "C 1t"})
    choose(table, "patrol", "kandahar-kabul", "kabul-tor-kham")
    assert pieces(table, "kabul-tor-kham") == "C 1t"


@pytest.mark.rule("3.2.2")
@pytest.mark.parametrize(("how", "left", "government"), [("alone", "C 1t, G 2p, T 2a", 5), ("joined", "C 1t, G 2p", 2)])
def test_government_cubes_join_the_assault_of_a_coalition_patrol_for_three(
    how: str, left: str, government: int
) -> None:
    """P4, ruling 100: 1 Guerrilla goes without payment, 3 with it."""
    table = at("coalition", resources=5, spaces={"kandahar-spin-boldak": "G 2p, C 1t, T 3a"})
    choose(table, "patrol", "done", "kandahar-spin-boldak", how, "taliban-guerrilla-active")
    assert pieces(table, "kandahar-spin-boldak") == left
    assert resources(table, "government") == government


@pytest.mark.rule("3.2.2")
def test_the_assault_of_a_government_patrol_costs_nothing_more() -> None:
    """P5: 3 cubes on a LoC remove 1; the Patrol cost 3 in all."""
    table = at("government", resources=6, spaces={"farah-kandahar": "G 2t 1p, W 2a"})
    choose(table, "patrol", "done", "farah-kandahar", "warlords-guerrilla-active")
    assert pieces(table, "farah-kandahar") == "G 2t 1p, W 1a"
    assert resources(table, "government") == 3


@pytest.mark.rule("3.2.2", "2.3.5")
def test_a_limited_patrol_to_kabul_assaults_nowhere_but_searches_everywhere() -> None:
    """P6: the Guerrilla on a far LoC is found; an Assault there is not offered."""
    table = at(
        "government",
        resources=3,
        acted=["taliban"],
        first_did="operation",
        spaces={"ghazni": "G 1p", "farah-kandahar": "G 2p, T 1u"},
    )
    choose(table, "patrol", "ghazni", "kabul", "done", "taliban")
    assert pieces(table, "farah-kandahar") == "G 2p, T 1a"
    assert asked(table) == "coalition turn", "no Assault is open: the Patrol is over"


# -- Sweep ------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.3")
def test_government_pays_warlords_once_for_a_loc_with_guerrillas() -> None:
    """W2, ruling 108: two groups use the same LoC: 6 for two spaces, and 1 to the Warlords in all."""
    table = at("government", resources=10, spaces={"kabul": "G 1t", "ghazni": "G 1t", "kandahar-kabul": "T 1u"})
    choose(table, "sweep", "kandahar", "kabul > kandahar-kabul", "done", "zabol", "ghazni > kandahar-kabul", "done")
    assert pieces(table, "kandahar") == pieces(table, "zabol") == "G 1t"
    assert resources(table, "government") == 3
    assert resources(table, "warlords") == 1


@pytest.mark.rule("3.2.3")
def test_a_coalition_base_is_enough_to_search_with_government_cubes() -> None:
    """W3: no movement, no cost; 4 Government cubes find 4 Guerrillas, because a Coalition piece is there."""
    table = at("coalition", resources=3, spaces={"khowst": "G 2t 2p, C 1B, T 5u"})
    choose(table, "sweep", "khowst", "done", "khowst", "taliban")
    assert pieces(table, "khowst") == "C 1B, G 2t 2p, T 1u 4a"
    assert resources(table, "government") == 3


@pytest.mark.rule("3.2.3")
def test_without_a_coalition_piece_a_coalition_sweep_finds_nobody() -> None:
    """W4: the same Government cubes alone Activate nothing."""
    table = at("coalition", resources=3, spaces={"khowst": "G 2t 2p, T 5u"})
    choose(table, "sweep", "khowst", "done")
    assert_refused(table, "khowst", "taliban")
    assert pieces(table, "khowst") == "G 2t 2p, T 5u"


@pytest.mark.rule("3.2.3")
def test_a_search_is_spent_on_underground_guerrillas() -> None:
    """W6, ruling 27: 3 Troops find both Underground Guerrillas; the Active one uses up nothing."""
    table = at("government", resources=3, spaces={"herat": "G 3t, T 1a 2u"})
    choose(table, "sweep", "herat", "done", "herat", "taliban")
    assert pieces(table, "herat") == "G 3t, T 3a"


@pytest.mark.rule("3.2.3")
def test_kabul_is_no_stepping_stone_for_a_sweep() -> None:
    """W7: from Samangan straight into Bamian, but not through Kabul into Khowst."""
    table = at("government", resources=6, spaces={"samangan": "G 1t", "ghazni": "G 1t"})
    choose(table, "sweep", "khowst")
    assert_refused(table, "samangan", "samangan > kabul")
    choose(table, "done", "bamian", "samangan")
    assert pieces(table, "bamian") == "G 1t"


# -- Assault ----------------------------------------------------------------------------------------


@pytest.mark.rule("3.2.4")
def test_government_assault_in_a_province_counts_troops_by_two() -> None:
    """A1: 5 Troops remove 2; the 4 Police do not fight in Kandahar."""
    table = at("government", resources=6, spaces={"kandahar": "G 5t 4p, T 3a"})
    choose(table, "assault", "kandahar", "taliban-guerrilla-active")
    assert pieces(table, "kandahar") == "G 5t 4p, T 1a"
    assert resources(table, "government") == 3


@pytest.mark.rule("3.2.4")
def test_an_underground_guerrilla_stops_even_a_strong_assault() -> None:
    """A3: 6 Troops could remove 6; the 4 Active Guerrillas go, Base and Underground Guerrilla stay."""
    table = at("coalition", resources=3, spaces={"kandahar": "C 1t, G 5t, T 1u 4a 1B"})
    choose(table, "assault", "kandahar", "joined", "taliban-guerrilla-active")
    assert pieces(table, "kandahar") == "C 1t, G 5t, T 1u 1B"
    assert resources(table, "government") == 0


@pytest.mark.rule("3.2.4")
def test_government_assault_on_a_taliban_base_brings_aid() -> None:
    """A4: in Kabul Police fight too: 5 cubes remove the Guerrilla and then the Base. Aid stops at 75."""
    table = at("government", resources=3, aid=72, spaces={"kabul": "G 2t 3p, T 1a 1B"})
    choose(table, "assault", "kabul", "taliban-guerrilla-active")
    assert pieces(table, "kabul") == "G 2t 3p"
    assert table.state.aid == 75


@pytest.mark.rule("3.2.4")
def test_coalition_assault_on_a_taliban_base_brings_no_aid() -> None:
    """A5, ruling 117: paying for Government cubes does not make it a Government Assault."""
    table = at("coalition", resources=3, aid=72, spaces={"kabul": "C 1t, G 2t 3p, T 1a 1B"})
    choose(table, "assault", "kabul", "joined", "taliban-guerrilla-active")
    assert pieces(table, "kabul") == "C 1t, G 2t 3p"
    assert table.state.aid == 72


@pytest.mark.rule("3.2.4")
def test_guerrillas_of_one_insurgent_faction_shield_nothing_of_the_other() -> None:
    """A7: the Underground Warlord Guerrilla does not protect 2 Taliban Bases; Aid +12."""
    table = at("government", resources=3, aid=10, spaces={"zabol": "G 4t, W 1u, T 2B"})
    choose(table, "assault", "zabol", "taliban-base")
    assert pieces(table, "zabol") == "G 4t, W 1u"
    assert table.state.aid == 22
