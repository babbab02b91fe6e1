"""Cards 55 to 63, side by side: what the Event does to a position."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.rules.lasting import in_effect
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, eligible, level, pieces, resources
from tests.distant_plain.positions import at

# -- 55 Breaktime -----------------------------------------------------------------------------------


@pytest.mark.card("55u")
@pytest.mark.rule("2.3.6")
def test_breaktime_stops_an_insurgent_and_shows_three_of_its_guerrillas() -> None:
    """The Warlords, yet to come on this card, are out of it and of the next; only their Guerrillas are shown."""
    table = at(
        "coalition",
        event="55u",
        to_come=["warlords", "government"],
        warlords=3,
        government=3,
        spaces={"konduz": "W 4u, T 2u", "paktika": "T 3u"},
    )
    choose(table, "warlords")  # and they are in Konduz only
    assert keys(table) == ["0", "1", "2", "3"]
    choose(table, "3")
    assert pieces(table, "konduz") == "T 2u, W 1u 3a"
    assert asked(table) == "government turn"
    choose(table, "pass")
    assert eligible(table) == ["government", "taliban"]


@pytest.mark.card("55u")
@pytest.mark.rule("2.3.6")
def test_breaktime_is_not_for_the_faction_that_calls_it() -> None:
    """Executed by the Warlords it can only stop the Taliban; with none of them on the map, that is all."""
    table = at("warlords", event="55u", government=3, spaces={"konduz": "W 4u"})
    assert pieces(table, "konduz") == "W 4u"
    assert eligible(table) == ["coalition", "government"]


@pytest.mark.card("55s")
@pytest.mark.rule("2.3.6")
def test_breaktime_shaded_stops_a_coin_faction_and_removes_two_police() -> None:
    table = at("taliban", event="55s", to_come=["government"], government=3, spaces={"konduz": "G 3p", "kabul": "G 1p"})
    assert keys(table) == ["coalition", "government"]
    choose(table, "government", "konduz", "2")
    assert pieces(table, "konduz") == "G 1p"
    assert eligible(table) == ["coalition", "warlords"]


@pytest.mark.card("55s")
@pytest.mark.rule("2.3.6")
def test_breaktime_shaded_by_the_government_stops_the_coalition() -> None:
    table = at("government", event="55s", taliban=3)
    assert eligible(table) == ["taliban", "warlords"]


# -- 56 Fratricide ----------------------------------------------------------------------------------


@pytest.mark.card("56u")
def test_fratricide_costs_both_insurgents_a_guerrilla_in_three_spaces() -> None:
    table = at(
        "coalition",
        event="56u",
        spaces="""
            konduz: T 1u 1a, W 1u
            balkh: T 1u, W 2a
            kabul-aibak: T 1a, W 1a
            herat: T 1u, W 1B
            ghazni: T 1u, W 1u
        """,
    )
    assert_refused(table, "herat")
    choose(table, "konduz", "0", "balkh", "kabul-aibak")  # in Konduz not the Underground one but the Active
    assert pieces(table, "konduz") == "T 1u"
    assert pieces(table, "balkh") == "W 1a"
    assert pieces(table, "kabul-aibak") == ""
    assert pieces(table, "ghazni") == "T 1u, W 1u"


@pytest.mark.card("56s")
def test_fratricide_shaded_costs_both_coin_factions_a_cube_in_two_spaces() -> None:
    """The Coalition's go to Casualties, the Government's to Available. Bases do not count."""
    table = at(
        "taliban",
        event="56s",
        spaces="""
            konduz: C 1t, G 1t 1p
            kabul-aibak: C 2t, G 1p
            herat: C 1B, G 1p
            balkh: C 1t, G 1B
            kabul: C 1t, G 1t
        """,
    )
    assert_refused(table, "herat", "balkh")
    choose(table, "konduz", "kabul-aibak", "1")  # the Troop of Konduz
    assert pieces(table, "konduz") == "G 1p"
    assert pieces(table, "kabul-aibak") == "C 1t"
    assert pieces(table, "casualties") == "C 2t"
    assert pieces(table, "kabul") == "C 1t, G 1t"


# -- 57 Sandstorms ----------------------------------------------------------------------------------


@pytest.mark.card("57u")
@pytest.mark.rule("5.4")
def test_sandstorms_come_into_play_and_have_no_shaded_text() -> None:
    table = at("taliban", played=[57], government=3)
    assert_refused(table, "event-shaded")
    choose(table, "event-unshaded")
    assert in_effect(table.state, 57, "unshaded")


@pytest.mark.card("57u")
@pytest.mark.rule("5.1.2")
def test_sandstorms_keep_the_coalition_on_the_ground() -> None:
    """Neither Air Lift nor Air Strike goes with a Sweep; both would without the Momentum."""
    for lasting in ([], ["57-unshaded"]):
        table = at("coalition", lasting=lasting, spaces={"kabul": "C 4t", "paktika": "C 1t, T 2a"})
        choose(table, "sweep", "kabul", "done")
        assert ("air-lift" in keys(table)) == (not lasting)
        assert ("air-strike" in keys(table)) == (not lasting)


@pytest.mark.card("57u")
@pytest.mark.rule("5.5", "4.2.2")
def test_sandstorms_do_not_stop_an_air_lift_that_an_event_grants() -> None:
    """MANPADS Scare, unshaded, gives one."""
    table = at("coalition", event="26u", lasting=["57-unshaded"], spaces={"kabul": "C 4t", "konduz": "C 1t"})
    assert "air-lift" in keys(table)
    choose(table, "air-lift")
    assert asked(table).startswith("coalition air-lift")


@pytest.mark.card("57u")
@pytest.mark.rule("3.3.2")
def test_in_sandstorms_taliban_march_once() -> None:
    """From Waziristan to Paktika, Pashtun as it is, and no further."""
    for lasting in ([], ["57-unshaded"]):
        table = at("taliban", taliban=5, lasting=lasting, spaces={"waziristan": "T 2u", "zabol": "T 1u"})
        choose(table, "march", "waziristan", "paktika", "2")
        assert ("paktika" in keys(table)) == (not lasting)
        assert "zabol" in keys(table)


# -- 58 Counter-Narc --------------------------------------------------------------------------------


@pytest.mark.card("58u")
@pytest.mark.rule("5.4", "4.5.2")
def test_counter_narc_halves_what_one_traffic_brings() -> None:
    """5 Bases in 3 spaces bring 2; Taliban and Patronage have their full share."""
    table = at(
        "government",
        event="58u",
        to_come=["warlords"],
        warlords=3,
        spaces={"konduz": "G 3t, W 2B", "balkh": "T 4u, W 2B", "herat": "W 1B"},
    )
    assert in_effect(table.state, 58, "unshaded")
    choose(table, "rally", "badghis", "traffic", "konduz", "balkh", "herat")
    assert resources(table, "warlords") == 3 - 1 + 2
    assert (resources(table, "taliban"), table.state.patronage) == (1, 1)


@pytest.mark.card("58u")
@pytest.mark.rule("4.5.2")
def test_under_counter_narc_one_base_alone_brings_nothing() -> None:
    table = at("warlords", warlords=3, lasting=["58-unshaded"], spaces={"herat": "W 1B"})
    choose(table, "rally", "badghis", "traffic")
    assert resources(table, "warlords") == 2


@pytest.mark.card("58u")
@pytest.mark.rule("4.1", "4.5.2")
def test_under_counter_narc_traffic_may_still_pay_for_the_operation_it_comes_before() -> None:
    """With nothing in hand the Warlords Traffic 2 Bases, no fewer, and Rally with the 1 that brings."""
    spaces = {"konduz": "W 1B", "herat": "W 1B"}
    table = at("warlords", warlords=0, lasting=["58-unshaded"], spaces=spaces)
    choose(table, "rally", "konduz")
    assert pieces(table, "herat") == "W 1B"
    assert resources(table, "warlords") == 1
    choose(table, "konduz", "1")
    assert pieces(table, "konduz") == "W 1u 1B"
    assert resources(table, "warlords") == 0

    table = at("warlords", warlords=0, lasting=["58-unshaded"], spaces={"konduz": "W 1B"})
    assert_refused(table, "rally")


@pytest.mark.card("58u")
@pytest.mark.rule("6.3.3")
def test_counter_narc_leaves_the_earnings_of_a_propaganda_round_alone() -> None:
    earned = []
    for lasting in ([], ["58-unshaded"]):
        table = at("government", step="resources", lasting=lasting, spaces={"konduz": "W 2B", "herat": "W 1B"})
        earned.append(resources(table, "warlords"))
    assert earned[0] == earned[1] > 0


@pytest.mark.card("58s")
@pytest.mark.rule("4.5.2", "5.5")
def test_counter_narc_shaded_lets_the_warlords_traffic_under_the_eyes_of_the_coalition() -> None:
    """Without an Operation, in Konduz beside Coalition Troops as well; they stay Eligible."""
    table = at("taliban", event="58s", warlords=0, spaces={"konduz": "C 3t, W 2B", "balkh": "W 1B"})
    assert asked(table) == "warlords free-activity"
    choose(table, "traffic")
    assert keys(table) == ["balkh", "konduz"]
    choose(table, "konduz", "balkh")
    assert (resources(table, "warlords"), table.state.patronage) == (3, 1)
    assert "warlords" in eligible(table)


@pytest.mark.card("58s")
def test_counter_narc_shaded_needs_a_warlord_base() -> None:
    table = at("taliban", event="58s", government=3, warlords=0, spaces={"konduz": "W 2u"})
    assert resources(table, "warlords") == 0


# -- 59 Local Truce ---------------------------------------------------------------------------------


@pytest.mark.card("59u")
@pytest.mark.rule("5.4", "5.1.2")
@pytest.mark.parametrize(("before", "after"), [((10, 5), (4, 11)), ((4, 5), (0, 9)), ((10, 73), (8, 75))])
def test_a_local_truce_is_bought_and_forbids_suborn(before: tuple[int, int], after: tuple[int, int]) -> None:
    """6 Resources, or all, or what the Warlords can hold; then no Suborn. There is no shaded text."""
    government, warlords = before
    table = at(
        "coalition",
        played=[59],
        to_come=["warlords"],
        government=government,
        warlords=warlords,
        spaces={"konduz": "G 3t"},
    )
    assert_refused(table, "event-shaded")
    choose(table, "event-unshaded")
    assert (resources(table, "government"), resources(table, "warlords")) == after
    assert in_effect(table.state, 59, "unshaded")
    choose(table, "rally", "balkh")
    assert_refused(table, "suborn")


@pytest.mark.card("59u")
@pytest.mark.card("62s")
@pytest.mark.rule("5.1.2", "4.5.3", "5.5")
def test_a_local_truce_does_not_hinder_a_suborn_that_an_event_grants() -> None:
    table = at("warlords", event="62s", lasting=["59-unshaded"], warlords=0, spaces={"konduz": "G 3t"})
    choose(table, "suborn")
    assert pieces(table, "konduz") == ""


# -- 60 Tajiks --------------------------------------------------------------------------------------


@pytest.mark.card("60u")
def test_tajiks_side_with_the_government() -> None:
    """Konduz: 2 Police come, an Underground and an Active Warlord turn into Troops, and Opposition fades."""
    table = at("government", event="60u", spaces={"konduz": "W 2u 1a, opposition", "samangan": "W 3u"})
    assert keys(table) == ["badakhshan", "baghlan", "herat", "konduz"]
    choose(table, "konduz", "2", "1", "1")
    assert pieces(table, "konduz") == "G 2t 2p, W 1u"
    assert level(table, "konduz") == "neutral"


@pytest.mark.card("60u")
@pytest.mark.rule("5.1.3")
def test_tajiks_disband_where_no_troops_are_available() -> None:
    """1 Troop and no Police are Available, and Herat is at Support: 2 Guerrillas go and 1 Troop comes."""
    table = at("government", event="60u", available="G 1t 0p", spaces={"herat": "W 2u, support"})
    choose(table, "herat", "2")
    assert pieces(table, "herat") == "G 1t"
    assert level(table, "herat") == "support"


@pytest.mark.card("60s")
def test_tajiks_shaded_side_with_the_warlords() -> None:
    table = at("warlords", event="60s")
    assert keys(table) == ["badakhshan", "baghlan", "herat", "konduz", "samangan"]
    choose(table, "samangan", "2")
    assert pieces(table, "samangan") == "W 2u 1B"


@pytest.mark.card("60s")
@pytest.mark.rule("5.1.1", "5.1.3")
def test_tajiks_shaded_come_without_a_base_where_there_is_no_room() -> None:
    table = at("warlords", event="60s", spaces={"konduz": "G 1B, T 1B"})
    choose(table, "konduz", "2")
    assert pieces(table, "konduz") == "G 1B, T 1B, W 2u"


# -- 61 Desertions & Defections ---------------------------------------------------------------------


@pytest.mark.card("61u")
def test_half_of_an_insurgents_guerrillas_desert_in_two_spaces_as_it_picks() -> None:
    """2 of 3 Taliban in Kabul, as the Taliban pick; 1 Warlord of 1 on a LoC. Pakistan is spared."""
    table = at(
        "government",
        event="61u",
        spaces={"kabul": "T 2u 1a, W 4u", "kabul-aibak": "W 1u", "waziristan": "T 4u", "ghazni": "T 4u"},
    )
    assert keys(table) == ["ghazni", "kabul", "kabul-aibak", "done"]
    choose(table, "kabul", "taliban")
    assert asked(table) == "taliban event-remove"
    choose(table, "1", "kabul-aibak")
    assert pieces(table, "kabul") == "T 1u, W 4u"
    assert pieces(table, "kabul-aibak") == ""
    assert pieces(table, "ghazni") == "T 4u"


@pytest.mark.card("61s")
def test_desertion_now_and_one_insurgent_gains_in_two_of_the_spaces() -> None:
    """1 in 3 Government cubes of every space, as the Government picks; then Taliban in 2 of the 3 spaces."""
    table = at(
        "taliban", event="61s", spaces={"kabul": "G 4t 2p", "konduz": "G 3t", "kabul-aibak": "G 3p", "balkh": "G 2t"}
    )
    assert asked(table) == "government desertion"
    choose(table, "1")
    assert pieces(table, "kabul") == "G 3t 1p"
    assert asked(table) == "taliban event-faction"
    choose(table, "taliban")
    assert keys(table) == ["kabul", "konduz", "kabul-aibak", "done"]
    choose(table, "kabul", "kabul-aibak")
    assert pieces(table, "kabul") == "G 3t 1p, T 1u"
    assert pieces(table, "kabul-aibak") == "G 2p, T 1u"
    assert (pieces(table, "konduz"), pieces(table, "balkh")) == ("G 2t", "G 2t")


@pytest.mark.card("61s")
def test_nobody_defects_where_fewer_than_three_cubes_stand() -> None:
    table = at("taliban", event="61s", government=3, spaces={"kabul": "G 1t 1p"})
    assert pieces(table, "kabul") == "G 1t 1p"
    assert asked(table).endswith("turn")


# -- 62 Local Understanding -------------------------------------------------------------------------


@pytest.mark.card("62u")
def test_a_local_understanding_costs_three_taliban_and_pays_the_warlords() -> None:
    table = at(
        "government",
        event="62u",
        warlords=4,
        spaces={"konduz": "T 1u 1a, W 1B", "kabul-aibak": "T 2u, W 1a", "balkh": "T 2u", "herat": "T 1B, W 1u"},
    )
    assert keys(table) == ["konduz", "kabul-aibak", "done"]
    choose(table, "konduz", "1", "1", "kabul-aibak")
    assert keys(table) == ["0", "1"]  # 3 in all
    choose(table, "1")
    assert (pieces(table, "konduz"), pieces(table, "kabul-aibak")) == ("W 1B", "T 1u, W 1a")
    assert resources(table, "warlords") == 7


@pytest.mark.card("62s")
@pytest.mark.rule("4.5.3", "5.5")
def test_a_local_understanding_shaded_is_a_free_suborn_in_three_spaces() -> None:
    """Nothing is paid, and nobody loses Eligibility by it."""
    table = at(
        "taliban", event="62s", warlords=0, spaces={"konduz": "G 2t", "kabul": "G 1B", "balkh": "T 1u", "herat": "T 1u"}
    )
    choose(table, "suborn", "konduz", "kabul", "balkh")
    assert [pieces(table, space) for space in ("konduz", "kabul", "balkh", "herat")] == ["", "", "", "T 1u"]
    assert resources(table, "warlords") == 0
    assert "warlords" in eligible(table)


# -- 63 Teetotalers ---------------------------------------------------------------------------------


@pytest.mark.card("63u")
def test_teetotalers_return_from_casualties_and_win_a_space() -> None:
    """Not where Warlords are, nor with a Coalition Base alone."""
    table = at(
        "coalition",
        event="63u",
        available="C 0t",
        casualties="C 3t",
        spaces={"konduz": "C 1t, W 1B", "balkh": "C 1t, opposition", "herat": "C 1B", "kabul": "C 1t, T 1u"},
    )
    choose(table, "2")
    assert (count(table, "available", "C t"), pieces(table, "casualties")) == (2, "C 1t")
    assert keys(table) == ["balkh", "kabul"]
    choose(table, "balkh")
    assert level(table, "balkh") == "neutral"


@pytest.mark.card("63u")
def test_teetotalers_without_casualties_still_win_a_space() -> None:
    table = at("coalition", event="63u", spaces={"kabul": "C 1t"})
    assert level(table, "kabul") == "support"


@pytest.mark.card("63s")
def test_teetotalers_shaded_lose_two_police_in_each_of_three_spaces_with_warlords() -> None:
    table = at(
        "warlords",
        event="63s",
        spaces="""
            konduz: G 3p, W 1B
            kabul-aibak: G 1p, W 1u
            kabul: G 4p, W 1a
            balkh: G 2p, T 1u
            herat: G 1p, W 1u
        """,
    )
    assert_refused(table, "balkh")
    choose(table, "konduz", "2", "kabul-aibak", "1", "kabul", "2")
    assert [pieces(table, space) for space in ("konduz", "kabul-aibak", "kabul", "herat")] == [
        "G 1p, W 1B",
        "W 1u",
        "G 2p, W 1a",
        "G 1p, W 1u",
    ]
