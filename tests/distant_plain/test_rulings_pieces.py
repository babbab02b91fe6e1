"""Rulings 10 to 44: Control, Availability, targets, payments, negotiation, seats."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import SPACE_BY_ID, T_UNDERGROUND, WARLORDS, Faction
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.events import event_place, free_operation
from khyber.games.distant_plain.rules.islamabad import TOWARD_HOSTILITY, TOWARD_SPONSORSHIP, shift_islamabad
from khyber.games.distant_plain.rules.sequence import nothing_to_ask
from tests.distant_plain.choices import asides, asked, assert_aside_refused, assert_refused, choose, keys, take_aside
from tests.distant_plain.facts import control, level, pieces, resources
from tests.distant_plain.positions import at, card
from tests.distant_plain.test_victory import FINAL, opinions, ranking

WAZIRISTAN = SPACE_BY_ID["waziristan"]

# -- Control and people -----------------------------------------------------------------------------


@pytest.mark.rule("1.7")
def test_control_changes_in_the_middle_of_an_operation() -> None:
    """Ruling 10: cubes just placed give COIN Control, and the same Train may buy Civic Action."""
    table = at(spaces={"kandahar": "C 1B, T 2u"}, government=6)
    assert control(table, "kandahar") == "taliban"
    choose(table, "train", "kandahar", "2", "0", "done")
    assert control(table, "kandahar") == "coin"
    choose(table, "civic-action kandahar")
    assert level(table, "kandahar") == "support"


def test_a_province_has_people_from_the_moment_the_marker_lies_there() -> None:
    """Ruling 14: Farah (Pop 0) gets +1 Pop by Govern and is won over by the same Train."""
    table = at("government", spaces={"farah": "G 1t"}, resources=6)
    choose(table, "train", "govern", "farah", "done", "civic-action farah")
    assert level(table, "farah") == "support"


# -- Availability and voluntary removal -------------------------------------------------------------


@pytest.mark.rule("1.4.1")
def test_own_guerrillas_do_not_become_a_base_that_is_not_available() -> None:
    """Ruling 18: with no Base Available it is not offered; an own Base taken off the map makes it possible."""
    table = at("taliban", spaces={"paktika": "T 2u", "zabol": "T 1B"}, available="T 0B", taliban=1)
    choose(table, "rally", "paktika")
    assert_refused(table, "base")
    take_aside(table, "taliban", "remove zabol taliban-base")
    choose(table, "base")
    assert pieces(table, "paktika") == "T 1B"
    assert pieces(table, "zabol") == ""


def test_no_voluntary_removal_in_a_propaganda_round() -> None:
    """Ruling 20: a Redeploy is none of Operation, Special Activity and Event."""
    table = at("taliban", step="redeploy-taliban", frozen=True, spaces={"ghazni": "T 2u"})
    assert asked(table) == "taliban redeploy-to"
    assert_aside_refused(table, "taliban", "remove ghazni taliban-guerrilla-underground")


@pytest.mark.rule("1.4.1")
def test_any_own_pieces_may_be_removed_again_and_again_but_nobody_elses() -> None:
    """Ruling 21: Guerrillas and Bases, from anywhere, at no cost."""
    table = at("warlords", warlords=2, spaces={"konduz": "W 1u 1B", "kabul-aibak": "W 2a, T 1u"})
    choose(table, "rally")
    take_aside(
        table,
        "warlords",
        "remove konduz warlords-base",
        "remove kabul-aibak warlords-guerrilla-active",
        "remove kabul-aibak warlords-guerrilla-active",
    )
    assert_aside_refused(table, "warlords", "remove kabul-aibak taliban-guerrilla-underground")
    assert pieces(table, "konduz") == "W 1u"
    assert pieces(table, "kabul-aibak") == "T 1u"
    assert resources(table, "warlords") == 2


def test_no_voluntary_removal_between_a_die_and_its_result() -> None:
    """Ruling 21: the Attack has been rolled; first its result, then other things."""
    table = at("taliban", taliban=2, chance=[2], spaces={"helmand": "T 3u, G 2t 1p", "zabol": "T 1u, G 1t"})
    choose(table, "attack")
    assert "remove helmand taliban-guerrilla-underground" in asides(table, "taliban")
    choose(table, "helmand")
    assert asked(table) == "taliban remove-enemy"
    assert asides(table, "taliban") == []


def test_a_space_stays_paid_when_its_condition_is_removed() -> None:
    """Ruling 22: the Base that allowed 2 Guerrillas is taken off: 1 is placed, and the Resource is gone."""
    table = at("taliban", taliban=1, spaces={"paktika": "T 1B"})
    choose(table, "rally", "paktika")
    assert "2" in keys(table)
    take_aside(table, "taliban", "remove paktika taliban-base")
    assert pieces(table, "paktika") == "T 1u"
    assert resources(table, "taliban") == 0


# -- targets ----------------------------------------------------------------------------------------


def test_a_search_for_both_factions_finds_as_many_as_it_can() -> None:
    """Ruling 24: 3 cubes, 2 Taliban and 2 Warlords: both targeted means 3 found; which, the Government says."""
    table = at("government", resources=3, spaces={"herat": "G 3t, T 2u, W 2u"})
    choose(table, "sweep", "herat", "done", "herat", "both")
    assert_refused(table, "0")
    choose(table, "2")
    assert pieces(table, "herat") == "G 3t, T 2a, W 1u 1a"


def test_a_search_may_leave_a_faction_alone() -> None:
    """Ruling 24: only the Warlords are targeted; the Taliban stay Underground, though a cube is left over."""
    table = at("government", resources=3, spaces={"herat": "G 3t, T 2u, W 2u"})
    choose(table, "sweep", "herat", "done", "herat", "warlords")
    assert pieces(table, "herat") == "G 3t, T 2u, W 2a"


def test_targets_are_chosen_space_by_space() -> None:
    """Ruling 25: Taliban in Helmand, Warlords in Herat."""
    table = at(spaces={"helmand": "C 1t, T 1a, W 1a", "herat": "C 1t, T 1a, W 1a"})
    choose(table, "assault", "helmand", "taliban-guerrilla-active", "herat", "warlords-guerrilla-active")
    assert pieces(table, "helmand") == "C 1t, W 1a"
    assert pieces(table, "herat") == "C 1t, T 1a"


def test_redeployed_guerrillas_are_as_they_were() -> None:
    """Ruling 28: an Active and an Underground Guerrilla of Ghazni reach Waziristan so (there is no Reset)."""
    table = at("taliban", step="redeploy-taliban", frozen=True, propaganda_played=FINAL, spaces={"ghazni": "T 1u 1a"})
    choose(table, "waziristan", "1", "1")
    assert pieces(table, "waziristan") == "T 1u 1a"


@pytest.mark.rule("1.4.2")
def test_guerrillas_become_a_base_only_beside_one_other() -> None:
    """Ruling 29: with 1 Base of anybody there is room, with 2 there is not."""
    for bases, offered in (("C 1B", True), ("C 1B, G 1B", False)):
        table = at("taliban", taliban=1, spaces={"paktika": f"T 2u, {bases}"})
        choose(table, "rally", "paktika")
        assert ("base" in keys(table)) == offered


# -- Hostility --------------------------------------------------------------------------------------


def to_hostility_and_back(play: Play, faction: Faction) -> Rules:
    shift_islamabad(play, "5.1", TOWARD_HOSTILITY)
    event_place(play, T_UNDERGROUND, WAZIRISTAN)
    if faction == WARLORDS:
        shift_islamabad(play, "5.1", TOWARD_SPONSORSHIP)
    return nothing_to_ask()


@pytest.mark.rule("6.6.1")
def test_hostility_activates_all_taliban_in_pakistan_and_arrivals() -> None:
    """Ruling 31: those there turn Active, one placed afterwards is Active, and Suborn cannot hide them."""
    table = at(
        event="8u",
        cards={8: card(to_hostility_and_back)},
        islamabad="pressure",
        to_come=["warlords"],
        warlords=5,
        spaces={"waziristan": "T 2u", "zabol": "T 1a"},
    )
    assert pieces(table, "waziristan") == "T 3a"
    choose(table, "rally", "suborn", "waziristan")
    assert pieces(table, "waziristan") == "T 2a"  # removing one is all that may be done there


@pytest.mark.rule("6.6.1")
def test_leaving_hostility_hides_nobody() -> None:
    """Ruling 31: back at Pressure they are still Active."""
    table = at(
        "warlords",
        event="8u",
        cards={8: card(to_hostility_and_back)},
        islamabad="pressure",
        spaces={"waziristan": "T 2u"},
    )
    assert table.view()["islamabad"] == {"box": "pressure", "hard": False}
    assert pieces(table, "waziristan") == "T 3a"


# -- payments and negotiation -----------------------------------------------------------------------


def test_a_transfer_moves_only_what_fits() -> None:
    """Ruling 33: the Taliban at 74 take 1 of the 2 due for a Warlord Base; the Warlords keep the other."""
    table = at("taliban", taliban=74, warlords=10, spaces={"helmand": "T 3u, W 1B"})
    choose(table, "rally", "extort")
    assert (resources(table, "taliban"), resources(table, "warlords")) == (75, 9)


def test_the_coalition_spends_the_last_government_resource() -> None:
    """Ruling 35: nobody asks the Government."""
    table = at(spaces={"herat": "C 1t 1B"}, government=3)
    choose(table, "train", "herat", "1", "0")
    assert resources(table, "government") == 0


@pytest.mark.rule("1.5.1")
def test_no_transfers_in_a_propaganda_round() -> None:
    """Ruling 36: not even by the Faction that is asked; while the Warlords Rally there are."""
    table = at("government", step="civic-action", spaces={"kabul": "G 1t 1p"}, government=9)
    assert_aside_refused(table, "government", "give warlords 1", "patronage 1")
    table = at("warlords", warlords=1, government=9)
    choose(table, "rally")
    take_aside(table, "government", "give warlords 4")
    assert (resources(table, "government"), resources(table, "warlords")) == (5, 5)


def warlords_rally_free(play: Play, faction: Faction) -> Rules:
    yield from free_operation(play, WARLORDS, ["rally"])


@pytest.mark.rule("1.5.1")
def test_in_a_coalition_event_only_a_faction_acting_in_it_may_trade() -> None:
    """Ruling 37: the Warlords Rally free by the Coalition's Event: they may give; the Government may not."""
    table = at(event="8u", cards={8: card(warlords_rally_free)}, government=5, warlords=5)
    assert_aside_refused(table, "warlords", "give taliban 2")  # the Rally is not yet declared
    choose(table, "rally")
    take_aside(table, "warlords", "give taliban 2")
    assert_aside_refused(table, "government", "give taliban 1")
    assert resources(table, "taliban") == 2


@pytest.mark.rule("1.5.1")
def test_a_gift_is_limited_by_purse_and_track() -> None:
    """Ruling 38: from 1 up to what the giver has and what brings the receiver to 75."""
    table = at("taliban", taliban=72, warlords=10, government=2)
    choose(table, "rally")
    assert [key for key in asides(table, "warlords") if "taliban" in key] == [
        "give taliban 1",
        "give taliban 2",
        "give taliban 3",
    ]
    assert [key for key in asides(table, "government") if "taliban" in key] == ["give taliban 1", "give taliban 2"]


@pytest.mark.rule("1.5.1")
def test_one_player_does_not_trade_with_himself_but_the_rules_do() -> None:
    """Ruling 42: Taliban and Warlords in one hand: no gift, but Extort takes 2 from the Warlords."""
    table = at(
        "taliban",
        options=["no-non-player"],
        players=[0, 0, 1, 1],
        taliban=5,
        warlords=5,
        spaces={"helmand": "T 3u, W 1B"},
    )
    choose(table, "rally")
    assert_aside_refused(table, "warlords", "give taliban 1")
    assert "give government 1" in asides(table, "taliban")
    choose(table, "extort")
    assert (resources(table, "taliban"), resources(table, "warlords")) == (7, 3)


@pytest.mark.rule("7.1")
def test_a_tie_of_players_goes_by_the_factions_that_set_their_margins() -> None:
    """Ruling 44: Government -2 (with the Coalition) against Taliban -2 (with the Warlords): Government is first."""
    table = at(
        step="redeployed",
        propaganda_played=FINAL,
        options=["no-non-player"],
        players=[0, 0, 1, 1],
        patronage=33,
        warlords=39,
        spaces=opinions(support="kabul kandahar", opposition="khowst konduz balkh"),
    )
    assert ranking(table) == ("coalition+government", "taliban+warlords")
