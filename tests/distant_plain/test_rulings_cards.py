"""Rulings 49 to 83: cards, Eligibility, Limited and free Operations, and Operations in general."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import PROPAGANDA_CARDS, TALIBAN, WARLORDS, Faction
from khyber.games.distant_plain.play import EventText, Play, Rules
from khyber.games.distant_plain.rules.events import free_operation
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at, card
from tests.distant_plain.test_victory import FINAL

P1, P2 = PROPAGANDA_CARDS[:2]


def free_march(*, activity: bool = False) -> EventText:
    """An Event for a test: the Taliban March free."""

    def execute(play: Play, faction: Faction) -> Rules:
        yield from free_operation(play, TALIBAN, ["march"], activity=activity)

    return EventText(execute)


# -- Passing and Eligibility ------------------------------------------------------------------------


@pytest.mark.rule("2.3.3")
@pytest.mark.parametrize("seat", ["coalition", "government"])
def test_a_coin_pass_is_worth_3_to_the_government_up_to_75(seat: str) -> None:
    """Ruling 49: whoever of the two Passes; at 74 only 1 comes."""
    for before, after in ((10, 13), (74, 75)):
        table = at(seat, government=before)
        choose(table, "pass")
        assert resources(table, "government") == after


@pytest.mark.rule("2.3.3")
def test_factions_never_reached_do_not_pass() -> None:
    """Ruling 50: on card 34 Taliban and Warlords act; Government and Coalition get nothing and are Eligible."""
    table = at(
        "taliban", played=[34], to_come=["warlords", "government", "coalition"], taliban=2, warlords=1, government=5
    )
    choose(table, "rally", "nuristan", "done", "rally", "konduz")
    assert resources(table, "government") == 5
    assert eligible(table) == ["coalition", "government"]
    choose(table, "pass")
    assert resources(table, "government") == 8


def test_a_faction_with_nothing_to_do_passes() -> None:
    """Ruling 54: the Taliban have no Resources and no pieces: they Pass, which is worth 1."""
    table = at("taliban", taliban=0, to_come=["warlords"], warlords=1, cards={})
    assert resources(table, "taliban") == 1
    assert asked(table) == "warlords turn"


@pytest.mark.rule("3.1.2", "5.5")
def test_an_ineligible_faction_may_take_a_free_operation_and_is_eligible_next() -> None:
    """Ruling 56: the Taliban sit out this card, March free by an Event, and are Eligible on the next."""
    table = at(
        event="8u",
        cards={8: {"unshaded": free_march()}},
        eligible=["coalition", "government", "warlords"],
        spaces={"zabol": "T 2u"},
    )
    choose(table, "march", "paktika", "2", "done")
    assert pieces(table, "paktika") == "T 2u"
    assert resources(table, "taliban") == 0
    assert eligible(table) == ["government", "taliban", "warlords"]


@pytest.mark.rule("5.5")
def test_a_free_operation_brings_a_special_activity_only_if_the_event_says_so() -> None:
    """Ruling 57: Extort with the free March only where the text grants it."""
    for granted in (False, True):
        table = at(event="8u", cards={8: {"unshaded": free_march(activity=granted)}}, spaces={"zabol": "T 2u"})
        choose(table, "march")
        assert ("extort" in keys(table)) == granted


# -- Limited Operations -----------------------------------------------------------------------------


@pytest.mark.rule("2.3.5")
def test_a_limited_rally_may_buy_sharia_in_its_space() -> None:
    """Ruling 58: one space, no Special Activity; what follows within the space remains."""
    table = at("taliban", acted=["coalition"], first_did="operation", taliban=3, spaces={"paktika": "T 1u 1B"})
    choose(table, "rally", "paktika")
    assert_refused(table, "extort")
    choose(table, "2")
    assert_refused(table, "zabol")
    choose(table, "sharia paktika")
    assert level(table, "paktika") == "opposition"
    assert resources(table, "taliban") == 1


@pytest.mark.rule("2.3.5")
def test_a_limited_march_makes_one_move_only() -> None:
    """Ruling 59: from Waziristan to Paktika, and no further; others may come to Paktika as well."""
    table = at(
        "taliban", acted=["coalition"], first_did="operation", taliban=3, spaces={"waziristan": "T 2u", "zabol": "T 1u"}
    )
    choose(table, "march", "waziristan", "paktika", "2")
    assert_refused(table, "paktika", "waziristan")
    choose(table, "zabol")
    assert pieces(table, "paktika") == "T 3u"
    assert resources(table, "taliban") == 2


@pytest.mark.rule("2.3.5", "3.2.2")
def test_a_limited_patrol_passes_through_other_roads_and_searches_all() -> None:
    """Ruling 60: all cubes end on Kabul-Tor Kham, from afar too; Guerrillas are found on every LoC with cubes."""
    table = at(
        "government",
        acted=["taliban"],
        first_did="operation",
        resources=3,
        spaces={"kandahar": "G 1t", "kabul": "G 1p", "kabul-tor-kham": "T 1u", "farah-kandahar": "G 1t, W 1u"},
    )
    choose(table, "patrol", "kandahar", "kabul-tor-kham")
    assert "kandahar" not in keys(table)
    choose(table, "kabul")  # its only way is to Kabul-Tor Kham
    assert pieces(table, "kabul-tor-kham") == "G 1t 1p, T 1u"
    choose(table, "done", "kabul-tor-kham", "taliban", "warlords")
    assert pieces(table, "farah-kandahar") == "G 1t, W 1a"
    assert_refused(table, "farah-kandahar")
    choose(table, "kabul-tor-kham", "taliban-guerrilla-active")
    assert pieces(table, "kabul-tor-kham") == "G 1t 1p"


@pytest.mark.rule("2.3.5", "3.2.2")
def test_a_limited_patrol_without_movement_names_its_loc() -> None:
    """Ruling 60: the Assault may take place on the LoC named, not on another."""
    table = at(
        "government",
        acted=["taliban"],
        first_did="operation",
        resources=3,
        spaces={"kandahar-kabul": "G 2t, T 1a", "farah-kandahar": "G 2t, T 1a"},
    )
    choose(table, "patrol", "done", "farah-kandahar")
    assert_refused(table, "kandahar-kabul")
    choose(table, "farah-kandahar", "taliban-guerrilla-active")
    assert pieces(table, "farah-kandahar") == "G 2t"


@pytest.mark.rule("2.3.5", "3.2.3")
def test_a_limited_sweep_gathers_troops_from_several_spaces() -> None:
    """Ruling 61: one destination, Kandahar, from Helmand directly and from Kabul by its LoC."""
    table = at(
        "government", acted=["taliban"], first_did="operation", resources=6, spaces={"helmand": "G 1t", "kabul": "G 3t"}
    )
    choose(table, "sweep", "kandahar", "helmand", "kabul > kandahar-kabul", "2")
    assert pieces(table, "kandahar") == "G 3t"
    assert resources(table, "government") == 3
    choose(table, "done")
    assert_refused(table, "zabol")


@pytest.mark.rule("6.6.1")
def test_sponsorship_frees_a_limited_march_from_its_limits_but_for_the_activity() -> None:
    """Ruling 62: several destinations and further moves, no Special Activity; and it was a Limited Operation."""
    table = at(
        "taliban",
        first_did="operation",
        taliban=3,
        islamabad="sponsorship",
        acted=["coalition"],
        spaces={"waziristan": "T 2u", "zabol": "T 1u"},
    )
    choose(table, "march")
    assert_refused(table, "extort")
    choose(table, "waziristan", "paktika", "2", "paktika", "ghazni", "1", "zabol", "kandahar")
    assert pieces(table, "paktika") == pieces(table, "ghazni") == pieces(table, "kandahar") == "T 1u"
    assert "limited-operation" in [event.kind for event in table.all_events()]


@pytest.mark.rule("2.3.8", "2.3.4")
def test_on_the_final_event_card_a_first_operation_is_limited_and_closes_the_event() -> None:
    """Ruling 64: the 1st Eligible Rallies in 1 space; the 2nd may do a Limited Operation or Pass."""
    table = at(
        "taliban",
        taliban=3,
        warlords=3,
        to_come=["warlords"],
        played=[34],
        cards={34: card()},
        deck=[PROPAGANDA_CARDS[3]],
        propaganda_played=FINAL - 1,
    )
    assert "event-unshaded" in keys(table)
    choose(table, "rally", "zabol")
    assert asked(table) == "warlords turn-limited"
    assert_refused(table, "event-unshaded", "march")


@pytest.mark.rule("5.5")
def test_an_event_may_grant_a_march_on_the_final_event_card() -> None:
    """Ruling 65: the Taliban may not March by themselves, but by the Event they do."""
    table = at(
        "taliban",
        taliban=3,
        spaces={"zabol": "T 1u"},
        played=[34],
        cards={34: {"unshaded": free_march()}},
        deck=[PROPAGANDA_CARDS[3]],
        propaganda_played=FINAL - 1,
    )
    assert_refused(table, "march")
    choose(table, "event-unshaded", "march", "kandahar")
    assert pieces(table, "kandahar") == "T 1u"


# -- Propaganda cards -------------------------------------------------------------------------------


@pytest.mark.rule("2.4")
def test_a_final_propaganda_card_right_after_a_round_ends_the_game() -> None:
    """Ruling 70: no Round and no check; the margins decide as they stand."""
    table = at(
        step="card",
        round_held=True,
        propaganda_played=FINAL - 1,
        deck=[P1, 22, 3],
        aid=20,
        patronage=30,
        spaces={"kabul": "G 1t", "herat": "1terror"},
    )
    assert table.outcome is not None and table.outcome.ending == "final"
    assert resources(table, "government") == 0
    assert terror(table, "herat") == 1


@pytest.mark.rule("2.3.7")
def test_sudden_propaganda_comes_before_the_event_just_turned_up() -> None:
    """Ruling 71: card 34 is turned up, Propaganda shows behind it: the Round first, and then card 34."""
    table = at(
        step="card",
        options=["sudden-propaganda"],
        played=[8],
        deck=[34, P1, 22, 3],
        eligible=["coalition"],
        spaces={"herat": "1terror"},
        taliban=1,
    )
    assert terror(table, "herat") == 0
    assert table.view()["card"] == 34
    assert table.view()["played"] == [8, P1, 34]
    assert asked(table) == "taliban turn"  # everybody is Eligible


@pytest.mark.rule("2.3.7")
def test_two_sudden_propaganda_cards_bring_one_round() -> None:
    """Ruling 72: behind card 34 lies another Propaganda card: it is set aside, and card 34 is played."""
    table = at(step="card", options=["sudden-propaganda"], played=[8], deck=[34, P1, P2, 22, 3], taliban=1)
    phases = [event.params["phase"] for event in table.all_events() if event.kind == "phase"]
    assert phases.count("reset") == 1
    assert table.view()["propaganda"] == {"played": 2, "of": 4}
    assert table.view()["card"] == 34


@pytest.mark.rule("2.3.7", "2.3.8")
def test_with_sudden_propaganda_there_is_no_final_event_card() -> None:
    """Ruling 71: the limits of the final Event card never apply."""
    table = at(
        "taliban",
        options=["sudden-propaganda"],
        taliban=3,
        spaces={"zabol": "T 1u"},
        played=[34],
        deck=[22, PROPAGANDA_CARDS[3]],
        propaganda_played=FINAL - 1,
    )
    choose(table, "march", "zabol", "kandahar", "done")  # card 22 is turned up, and the final Propaganda card behind it
    assert table.view()["propaganda"] == {"played": 4, "of": 4}


# -- Operations in general --------------------------------------------------------------------------


@pytest.mark.rule("3.1", "4.1")
def test_rally_until_the_money_is_gone_then_extort_and_rally_on() -> None:
    """Ruling 74: spaces are selected, paid and resolved one by one."""
    table = at("taliban", taliban=1, spaces={"zabol": "T 1u"})
    choose(table, "rally", "nuristan", "1")
    assert resources(table, "taliban") == 0
    assert_refused(table, "khowst")
    choose(table, "extort", "zabol", "done", "khowst")
    assert pieces(table, "khowst") == "T 1u"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("4.1")
def test_an_activity_may_not_make_its_operation_impossible() -> None:
    """Ruling 76: with 2 Resources the Warlords cannot Suborn and then Rally; Terror on a LoC costs nothing."""
    table = at("warlords", warlords=2, spaces={"kabul-aibak": "W 1u", "zabol": "T 1u"})
    choose(table, "rally")
    assert_refused(table, "suborn")
    table = at("warlords", warlords=2, spaces={"kabul-aibak": "W 1u", "zabol": "T 1u"})
    choose(table, "terror", "suborn")
    assert pieces(table, "zabol") == ""
    assert terror(table, "kabul-aibak") == 1


@pytest.mark.rule("4.1")
def test_an_air_strike_between_the_movement_and_the_search_of_a_sweep() -> None:
    """Ruling 77: a Special Activity may stand in any gap, once for the whole of it."""
    table = at(spaces={"herat": "C 1t, T 1u 1a", "farah": "W 1a"})
    choose(table, "sweep", "herat", "done", "air-strike", "farah", "done")
    assert pieces(table, "farah") == ""
    assert asked(table) == "coalition activate"  # in Herat; there is no second Air Strike
    choose(table, "taliban")
    assert pieces(table, "herat") == "C 1t, T 2a"


@pytest.mark.rule("4.1")
def test_no_special_activity_inside_an_attack() -> None:
    """Ruling 77: between the roll and the removal nothing comes in."""
    table = at("warlords", warlords=5, chance=[1], spaces={"zabol": "W 1u, T 2u", "herat": "G 1t"})
    choose(table, "attack", "zabol")
    assert_refused(table, "suborn")
    choose(table, "taliban-guerrilla-underground")
    assert "suborn" in keys(table)


@pytest.mark.rule("4.1")
def test_one_type_of_special_activity_each_space_once() -> None:
    """Ruling 78: Zabol is extorted once, though 2 Guerrillas are there; and nothing else afterwards."""
    table = at("taliban", taliban=3, spaces={"zabol": "T 2u", "khowst": "T 2u", "paktika": "T 1u, G 1t"})
    choose(table, "rally", "extort", "zabol")
    assert_refused(table, "zabol")
    choose(table, "done")
    assert_refused(table, "extort", "infiltrate")
    assert resources(table, "taliban") == 4


@pytest.mark.rule("3.1")
def test_no_space_is_selected_twice() -> None:
    """Ruling 80: having Rallied in Nuristan the Warlords Rally elsewhere."""
    table = at("warlords", warlords=5)
    choose(table, "rally", "nuristan")
    assert_refused(table, "nuristan")
    assert pieces(table, "nuristan") == "W 1u"


def free_rally(play: Play, faction: Faction) -> Rules:
    yield from free_operation(play, TALIBAN, ["rally"], limited=True)


@pytest.mark.rule("3.1.2", "3.3.1")
def test_sharia_is_paid_even_in_a_free_rally() -> None:
    """Ruling 83: the Rally costs nothing, each Sharia 1."""
    table = at("taliban", taliban=1, event="34u", cards={34: card(free_rally)}, spaces={"paktika": "T 1B"})
    choose(table, "rally", "paktika", "2")
    assert resources(table, "taliban") == 1
    choose(table, "sharia paktika")
    assert level(table, "paktika") == "opposition"
    assert resources(table, "taliban") == 0


def warlords_attack_free(play: Play, faction: Faction) -> Rules:
    yield from free_operation(play, WARLORDS, ["attack", "assault"])


@pytest.mark.rule("5.5")
def test_no_event_lends_an_operation_of_another_faction() -> None:
    """Ruling 57: of Attack and Assault the Warlords may execute Attack; control of the space follows at once."""
    table = at(event="8u", cards={8: card(warlords_attack_free)}, chance=[1], spaces={"herat": "W 2u, G 3t"})
    assert keys(table) == ["attack", "decline"]
    assert control(table, "herat") == "coin"
    choose(table, "attack", "government-troops")
    assert pieces(table, "herat") == "G 1t, W 1u 2a"
    assert control(table, "herat") == "none"
