"""The examples printed in the rulebook, and its notes that work as examples (conformance cases E and N)."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import ADJACENT, AFGHAN, COALITION, SPACE_BY_ID, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.events import free_activity
from khyber.games.distant_plain.rules.islamabad import TOWARD_HOSTILITY, shift_islamabad
from khyber.games.distant_plain.rules.map import population
from khyber.games.distant_plain.rules.sequence import nothing_to_ask
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, assert_refused, choose, keys, take_aside
from tests.distant_plain.facts import count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at, card

# -- examples ---------------------------------------------------------------------------------------


@pytest.mark.rule("1.3.6")
def test_a_province_and_a_loc_with_only_a_town_between_are_adjacent() -> None:
    """E1a: Faryab touches the LoC that ends at Shibirghan."""
    table = at("warlords", resources=1, spaces={"faryab": "W 1u"})
    choose(table, "march")
    assert "shibirghan-aibak" in keys(table)
    assert SPACE_BY_ID["shibirghan-aibak"] in ADJACENT[SPACE_BY_ID["faryab"]]


@pytest.mark.rule("1.3.6")
@pytest.mark.parametrize("south", ["sar-e-pol", "samangan"])
def test_provinces_on_both_sides_of_a_loc_are_adjacent(south: str) -> None:
    """E1b: nobody need enter the LoC between Balkh and the Provinces south of it."""
    table = at("warlords", resources=1, spaces={"balkh": "W 1u"})
    choose(table, "march", south)
    assert pieces(table, south) == "W 1u"
    assert SPACE_BY_ID[south] in ADJACENT[SPACE_BY_ID["balkh"]]


@pytest.mark.rule("1.4.1", "3.3.1")
@pytest.mark.parametrize(
    ("removed_from", "zabol", "paktika"), [("paktika", "T 1u 3a 1B", "T 1a"), ("zabol", "T 1u 2a 1B", "T 2a")]
)
def test_taliban_without_available_guerrillas_remove_one_to_rally_it_underground(
    removed_from: str, zabol: str, paktika: str
) -> None:
    """E2: the Guerrilla may come from elsewhere or from the Rally space itself."""
    table = at("taliban", resources=1, available="T 0u", spaces={"zabol": "T 3a 1B", "paktika": "T 2a"})
    choose(table, "rally", "zabol")
    assert_refused(table, "1")
    take_aside(table, "taliban", f"remove {removed_from} taliban-guerrilla-active")
    choose(table, "1")
    assert pieces(table, "zabol") == zabol
    assert pieces(table, "paktika") == paktika
    assert count(table, "available", "T u") == 0
    assert resources(table, "taliban") == 0


HELMAND = {"helmand": "C 3t, T 2a, W 2a"}


@pytest.mark.rule("1.4.1", "3.2.4")
def test_an_assault_on_both_factions_removes_as_many_as_it_can() -> None:
    """E3: 3 Troops against 4 Guerrillas of two Factions: exactly 3 go, and nobody may stop at 2."""
    table = at("coalition", resources=10, spaces=HELMAND)
    choose(table, "assault", "helmand", "taliban-guerrilla-active", "warlords-guerrilla-active")
    assert_refused(table, "done")
    choose(table, "warlords-guerrilla-active")
    assert pieces(table, "helmand") == "C 3t, T 1a"
    assert resources(table, "government") == 10


@pytest.mark.rule("1.4.1", "3.2.4")
def test_an_assault_may_target_one_faction_only() -> None:
    """E3b: both Taliban go; the Warlords are left alone, although 1 more could be removed."""
    table = at("coalition", resources=10, spaces=HELMAND)
    choose(table, "assault", "helmand", "taliban-guerrilla-active")
    assert_refused(table, "done")
    choose(table, "taliban-guerrilla-active", "done")
    assert pieces(table, "helmand") == "C 3t, W 2a"


@pytest.mark.rule("3.2.3")
def test_coalition_sweeps_by_way_of_a_loc_and_takes_government_troops_along() -> None:
    """E4: 2 + 2 Troops go from Kabul by the LoC into Kandahar for 3; those of Zabol may join at no cost."""
    table = at("coalition", resources=10, spaces={"kabul": "C 2t, G 2t", "zabol": "C 1t"})
    choose(table, "sweep", "kandahar", "kabul > kandahar-kabul", "2", "2")
    assert pieces(table, "kandahar") == "C 2t, G 2t"
    assert resources(table, "government") == 7
    choose(table, "zabol")
    assert pieces(table, "kandahar") == "C 3t, G 2t"
    assert resources(table, "government") == 7


@pytest.mark.rule("3.2.3")
def test_a_sabotaged_loc_stops_the_sweep() -> None:
    """E4b: with Sabotage on the LoC only the Troops of Zabol can come, and they cost nothing."""
    table = at("coalition", resources=10, spaces={"kabul": "C 2t, G 2t", "zabol": "C 1t", "kandahar-kabul": "sabotage"})
    choose(table, "sweep", "kandahar")
    assert_refused(table, "kabul > kandahar-kabul", "kabul")
    choose(table, "zabol")
    assert pieces(table, "kandahar") == "C 1t"
    assert resources(table, "government") == 10


@pytest.mark.rule("3.2.3")
def test_each_coalition_troop_takes_one_government_troop_at_most() -> None:
    """E4c: 1 Coalition Troop cannot bring 2."""
    table = at("coalition", resources=10, spaces={"kabul": "C 2t, G 2t", "zabol": "C 1t"})
    choose(table, "sweep", "kandahar", "kabul > kandahar-kabul", "1")
    assert_refused(table, "2")
    choose(table, "1")
    assert pieces(table, "kandahar") == "C 1t, G 1t"


@pytest.mark.rule("3.3.2")
def test_a_march_among_too_many_enemies_is_noticed() -> None:
    """E5: 2 Taliban, 1 Warlord Guerrilla and 1 Police are 4, and Bamian is not Pashtun: both go Active."""
    table = at("taliban", resources=3, spaces={"ghazni": "T 2u", "bamian": "W 1u, G 1p"})
    choose(table, "march", "ghazni", "bamian", "2")
    assert pieces(table, "bamian") == "G 1p, T 2a, W 1u"
    assert resources(table, "taliban") == 2


@pytest.mark.rule("3.3.2")
def test_a_march_that_makes_three_is_not_noticed() -> None:
    """E5b: without the Police there are 3, which is not over 3."""
    table = at("taliban", resources=3, spaces={"ghazni": "T 2u", "bamian": "W 1u"})
    choose(table, "march", "ghazni", "bamian", "2")
    assert pieces(table, "bamian") == "T 2u, W 1u"


@pytest.mark.rule("4.1", "4.4.1")
def test_taliban_without_resources_extort_first_to_pay_for_a_rally() -> None:
    """E6: the LoC pays 4, enough for 4 Rally spaces. With nothing else to do, the table itself Extorts."""
    table = at("taliban", resources=0, spaces={"kabul-tor-kham": "T 1u", "paktika": "T 1B"})
    choose(table, "rally")
    assert pieces(table, "kabul-tor-kham") == "T 1a"
    assert resources(table, "taliban") == 4
    choose(table, "paktika", "2", "zabol", "ghazni", "khowst")
    assert resources(table, "taliban") == 0
    assert [pieces(table, space) for space in ("paktika", "zabol", "ghazni", "khowst")] == [
        "T 2u 1B",
        "T 1u",
        "T 1u",
        "T 1u",
    ]
    assert asked(table) == "coalition turn", "nothing more can be paid: the Rally is over"


@pytest.mark.rule("4.1")
def test_what_extort_earned_pays_for_no_more_than_it_is() -> None:
    """E6b, ruling 76: Paktika yields 1 Resource, so Terror in a second Province cannot be paid; a LoC costs nothing."""
    table = at(
        "taliban", resources=0, spaces={"paktika": "T 2u", "zabol": "T 1u, W 1u", "kandahar-kabul": "T 1u, W 1u"}
    )
    choose(table, "terror", "extort")
    assert pieces(table, "paktika") == "T 1u 1a"
    assert resources(table, "taliban") == 1
    choose(table, "paktika")
    assert resources(table, "taliban") == 0
    assert_refused(table, "zabol")
    assert "kandahar-kabul" in keys(table)


@pytest.mark.rule("5.1.2")
def test_the_event_being_played_beats_the_one_in_force() -> None:
    """E7: Sandstorms forbid Air Lift; an Event that grants one wins."""
    sandstorms = card(forbids=["air-lift"])
    grants = card(lambda play, faction: free_activity(play, COALITION, ["air-lift"]))

    def table() -> Table[State]:
        return at(
            "coalition",
            played=[26],
            lasting=["57-unshaded"],
            cards={57: sandstorms, 26: grants},
            spaces={"kabul": "C 3t", "herat": "C 1t"},
        )

    forbidden = table()
    choose(forbidden, "patrol")
    assert_refused(forbidden, "air-lift")
    granted = table()
    choose(granted, "event-unshaded", "air-lift", "kabul", "herat", "done", "0")
    assert pieces(granted, "herat") == "C 4t"


@pytest.mark.rule("5.5", "4.5.3")
def test_a_free_suborn_costs_nothing_and_leaves_eligibility_alone() -> None:
    """E8a: the Warlords have no Resources and are Ineligible; an Event lets them Suborn in 1 space."""
    table = at(
        "taliban",
        warlords=0,
        eligible=["coalition", "government", "taliban"],
        to_come=["coalition"],
        cards={1: card(lambda play, faction: free_activity(play, WARLORDS, ["suborn"], most=1))},
        spaces={"herat": "G 2p", "konduz": "G 1B"},
    )
    choose(table, "event-unshaded", "suborn", "herat")
    assert pieces(table, "herat") == ""
    assert resources(table, "warlords") == 0
    assert asked(table) == "coalition turn"
    assert eligible(table) == ["coalition", "government", "taliban"]


@pytest.mark.rule("5.5", "4.5.2")
def test_a_free_traffic_still_shuns_coalition_pieces() -> None:
    """E8b: the free Traffic keeps its own conditions: not in Konduz under the eyes of Coalition Troops."""
    table = at(
        "warlords",
        warlords=0,
        cards={1: card(lambda play, faction: free_activity(play, faction, ["traffic"]))},
        spaces={"konduz": "W 1B, C 1t", "balkh": "W 1B", "herat": "W 1B"},
    )
    choose(table, "event-unshaded", "traffic")
    assert_refused(table, "konduz")
    choose(table, "balkh", "herat")
    assert resources(table, "warlords") == 2


# -- notes ------------------------------------------------------------------------------------------


@pytest.mark.rule("1.4.3")
def test_activating_all_leaves_active_guerrillas_as_they_are() -> None:
    """N1: an Attack Activates all; the Active one just stays."""
    table = at("taliban", resources=1, spaces={"paktika": "T 1u 1a, G 1p"}, chance=[6])
    choose(table, "attack", "paktika")
    assert pieces(table, "paktika") == "G 1p, T 2a"


@pytest.mark.rule("1.6.2")
def test_a_province_without_people_that_gets_some_is_like_any_other() -> None:
    """N2: Farah with +1 Pop has Population 1, is Neutral and can shift; Afghanistan has 1 more."""
    table = at("government", resources=6, spaces={"farah": "G 1p"})

    def people() -> tuple[int, int]:
        return population(table.state, SPACE_BY_ID["farah"]), sum(population(table.state, s) for s in AFGHAN)

    assert people() == (0, 25)
    choose(table, "train", "farah", "govern")
    assert people() == (1, 26)
    assert level(table, "farah") == "neutral"
    choose(table, "done", "civic-action farah")
    assert level(table, "farah") == "support"


@pytest.mark.rule("3.2.4")
def test_underground_guerrillas_shield_the_bases_of_their_own_faction() -> None:
    """N3: of the Taliban only the Active Guerrilla goes; the Warlord Base is open."""
    table = at("coalition", spaces={"ghazni": "C 5t, T 1u 1a 1B, W 1B"})
    choose(table, "assault", "ghazni", "taliban-guerrilla-active")
    assert_refused(table, "taliban-base", "taliban-guerrilla-underground")
    assert keys(table) == ["warlords-base", "done"]
    choose(table, "warlords-base")
    assert pieces(table, "ghazni") == "C 5t, T 1u 1B"


@pytest.mark.rule("3.3.3")
def test_cubes_of_either_faction_protect_coin_bases_from_attack() -> None:
    """N4, note in 3.2.4: the Coalition Troop goes first, to Casualties, then the Government Base."""
    table = at("taliban", resources=1, spaces={"kandahar": "C 1t, G 1B, T 2a"}, chance=[2])
    choose(table, "attack")
    assert_refused(table, "government-base")
    choose(table, "coalition-troops", "government-base")
    assert pieces(table, "kandahar") == "T 2a"
    assert pieces(table, "casualties") == "C 1t"


@pytest.mark.rule("3.3.1")
def test_taliban_rally_at_a_base_only_to_buy_sharia() -> None:
    """N5: 1 for the space, 3 for Sharia: Terror away, Support to Neutral, Neutral to Opposition."""
    table = at("taliban", resources=5, spaces={"helmand": "T 1B, support, 1terror"})
    choose(table, "rally", "helmand", "nothing", "sharia helmand")
    assert (terror(table, "helmand"), level(table, "helmand")) == (0, "support")
    choose(table, "more", "more")
    assert level(table, "helmand") == "opposition"
    assert resources(table, "taliban") == 1


@pytest.mark.rule("3.3.1")
def test_taliban_place_a_base_and_buy_sharia_there_at_once() -> None:
    """N6: 2 Guerrillas become a Base, and the Base preaches."""
    table = at("taliban", resources=3, spaces={"paktika": "T 2u"})
    choose(table, "rally", "paktika", "base", "sharia paktika")
    assert pieces(table, "paktika") == "T 1B"
    assert level(table, "paktika") == "opposition"
    assert resources(table, "taliban") == 1


@pytest.mark.rule("3.3.4")
def test_terror_markers_add_up_and_sabotage_does_not() -> None:
    """N7: Kabul gets a third Terror marker; the LoC keeps its one Sabotage marker."""
    table = at("taliban", resources=1, spaces={"kabul": "T 1u, 2terror", "kabul-aibak": "T 1u, sabotage"})
    choose(table, "terror", "kabul", "kabul-aibak")
    assert terror(table, "kabul") == 3
    assert terror(table, "kabul-aibak") == 1


@pytest.mark.rule("4.4.2")
def test_coalition_troops_do_not_protect_government_bases_from_infiltration() -> None:
    """N8: the Government Base goes, Patronage falls by 1, the Guerrilla stays Underground."""
    table = at("taliban", resources=1, patronage=5, spaces={"kandahar": "G 1B, C 3t, T 1u"})
    choose(table, "rally", "infiltrate", "remove")
    assert pieces(table, "kandahar") == "C 3t, T 1u"
    assert table.state.patronage == 4


@pytest.mark.rule("6.5.1")
@pytest.mark.parametrize(("cubes", "left"), [(2, 2), (3, 2), (5, 4), (6, 4)])
def test_one_in_three_government_cubes_deserts(cubes: int, left: int) -> None:
    """N9: of 2, 3, 5 or 6 cubes in a space 0, 1, 1 or 2 go home."""
    table = at("government", step="desertion", spaces={"herat": f"G {cubes}p"})
    assert pieces(table, "herat") == f"G {left}p"


def shift_toward_hostility(play: Play, faction: Faction) -> Rules:
    shift_islamabad(play, "5.1", TOWARD_HOSTILITY)
    return nothing_to_ask()


@pytest.mark.rule("6.6.1")
def test_a_hard_marker_shifts_as_usual_except_in_reset() -> None:
    """N10: from Sponsorship Hard to Backing Hard; the next Reset only turns it over."""
    table = at(
        "taliban",
        islamabad="sponsorship",
        hard=True,
        warlords=1,
        deck=[201, 2, 3],
        to_come=["warlords"],
        cards={1: card(shift_toward_hostility)},
    )
    choose(table, "event-unshaded")
    assert table.view()["islamabad"] == {"box": "backing", "hard": True}
    choose(table, "pass")
    assert table.state.propaganda_played == 1
    assert table.view()["islamabad"] == {"box": "backing", "hard": False}


@pytest.mark.rule("7.3")
def test_a_margin_of_zero_is_no_victory() -> None:
    """N11: Opposition 12 and 8 Bases make 20, which does not exceed 20."""
    table = at(
        step="victory",
        spaces="""
            kabul: opposition
            nuristan: T 1B, opposition
            khowst: T 1B, opposition
            kandahar: T 1B, opposition
            konduz: opposition
            ghazni: T 1B, opposition
            zabol: T 2B
            paktika: T 1B
            waziristan: T 1B
        """,
    )
    assert margins(table.state)[TALIBAN] == 0
    assert table.outcome is None


@pytest.mark.rule("3.1")
def test_an_operation_that_cannot_be_paid_places_nothing() -> None:
    """N12: with 2 Government Resources the Coalition may select the space, at no cost, but place no cubes."""
    table = at("coalition", resources=2, spaces={"khowst": "C 1B"})
    choose(table, "train", "khowst")
    assert_refused(table, "1", "6")
    choose(table, "done")
    assert pieces(table, "khowst") == "C 1B"
    assert resources(table, "government") == 2
