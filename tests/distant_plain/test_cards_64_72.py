"""Cards 64 to 72, side by side: what the Event does to a position."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import SPACE_BY_ID
from khyber.games.distant_plain.rules.lasting import in_effect
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at


def returnees(table: Table[State], space: str) -> int:
    """Whether a +1 Pop marker lies there."""
    return table.state.returnees[SPACE_BY_ID[space]]


# -- 64 Hazara --------------------------------------------------------------------------------------


@pytest.mark.card("64u")
def test_hazara_come_home_and_side_with_the_government() -> None:
    """Sar-e-Pol, empty before, has people now: 2 Police come, and it shifts to Support."""
    table = at("government", event="64u")
    assert keys(table) == ["bamian", "ghazni", "sar-e-pol"]
    choose(table, "sar-e-pol", "2")
    assert returnees(table, "sar-e-pol") == 1
    assert pieces(table, "sar-e-pol") == "G 2p"
    assert level(table, "sar-e-pol") == "support"


@pytest.mark.card("64u")
def test_hazara_who_are_home_already_bring_no_second_marker() -> None:
    """A marker lies in Bamian, and all six are used: Police and the shift come all the same. Sar-e-Pol stays empty."""
    used = dict.fromkeys(("konduz", "balkh", "herat", "helmand", "kandahar"), "+1pop")
    table = at("government", event="64u", spaces={"bamian": "+1pop, opposition", **used})
    choose(table, "bamian", "1")
    assert (returnees(table, "bamian"), pieces(table, "bamian"), level(table, "bamian")) == (1, "G 1p", "neutral")

    table = at("government", event="64u", spaces={"bamian": "+1pop", **used})
    choose(table, "sar-e-pol", "0")
    assert (returnees(table, "sar-e-pol"), level(table, "sar-e-pol")) == (0, "neutral")


@pytest.mark.card("64s")
def test_hazara_shaded_are_terrorized_with_one_pashtun_neighbour() -> None:
    """Bamian and Ghazni get Terror and become Neutral, from Support or from Opposition."""
    table = at(
        "warlords", event="64s", spaces={"bamian": "support", "ghazni": "1terror, opposition", "khowst": "support"}
    )
    choose(table, "3")
    assert keys(table) == ["ghazni", "khowst", "oruzgan"]
    choose(table, "ghazni")
    assert pieces(table, "bamian") == "W 3u"
    assert (terror(table, "bamian"), terror(table, "ghazni"), terror(table, "khowst")) == (1, 2, 0)
    assert (level(table, "bamian"), level(table, "ghazni"), level(table, "khowst")) == ("neutral", "neutral", "support")


@pytest.mark.card("64s")
def test_hazara_shaded_without_guerrillas_or_markers_still_turn_neutral() -> None:
    table = at(
        "warlords",
        event="64s",
        available="W 0u",
        spaces={"bamian": "support", "ghazni": "opposition", "herat": "30terror"},
    )
    choose(table, "ghazni")
    assert (pieces(table, "bamian"), terror(table, "bamian")) == ("", 0)
    assert (level(table, "bamian"), level(table, "ghazni")) == ("neutral", "neutral")


# -- 65 Islamabad Blocks Resupply -------------------------------------------------------------------


@pytest.mark.card("65u")
def test_resupply_goes_by_the_north_instead() -> None:
    table = at(
        "government",
        event="65u",
        aid=71,
        warlords=5,
        spaces={"kabul-aibak": "sabotage", "toraghondi-farah": "sabotage, T 1u", "kabul-tor-kham": "sabotage"},
    )
    assert [terror(table, loc) for loc in ("kabul-aibak", "toraghondi-farah", "kabul-tor-kham")] == [0, 0, 1]
    assert (table.state.aid, resources(table, "warlords")) == (75, 8)
    assert table.state.islamabad == 2


@pytest.mark.card("65s")
def test_resupply_shaded_is_blocked_on_both_roads_from_pakistan() -> None:
    """No Guerrilla is needed; a LoC already Sabotaged stays as it is."""
    table = at(
        "taliban", event="65s", warlords=5, spaces={"kabul-tor-kham": "sabotage", "kandahar-spin-boldak": "C 3t"}
    )
    assert [terror(table, loc) for loc in ("kabul-tor-kham", "kandahar-spin-boldak")] == [1, 1]
    assert resources(table, "warlords") == 8


# -- 66 Mountain Fastness ---------------------------------------------------------------------------


@pytest.mark.card("66u")
@pytest.mark.rule("5.5", "3.2.4")
def test_a_mountain_fastness_is_found_and_assaulted_by_the_government_as_if_in_plains() -> None:
    """In Paktika 4 Troops remove 2, not 1; in Konduz, Plains, nothing is offered."""
    table = at(
        "warlords",
        event="66u",
        government=0,
        spaces={"paktika": "G 4t, T 2u, W 1u", "konduz": "G 4t, T 2u", "ghazni": "G 4p, T 1u", "bamian": "C 1t"},
    )
    assert pieces(table, "paktika") == "G 4t, T 2a, W 1a"
    assert asked(table) == "government free-operation"  # no Coalition Troops are there to be named
    choose(table, "assault", "taliban-guerrilla-active", "taliban-guerrilla-active")
    assert pieces(table, "paktika") == "G 4t, W 1a"
    assert resources(table, "government") == 0


@pytest.mark.card("66u")
@pytest.mark.rule("5.5", "3.2.4")
def test_a_mountain_fastness_may_be_assaulted_by_the_coalition_joined_for_free() -> None:
    """1 Coalition Troop and 2 Government Troops remove 3."""
    table = at(
        "coalition", event="66u", government=0, spaces={"paktika": "C 1t, G 2t, T 3u 1B", "ghazni": "C 1t, W 1B"}
    )
    assert keys(table) == ["ghazni", "paktika"]
    choose(table, "paktika")
    assert keys(table) == ["coalition", "government"]
    choose(table, "coalition", "assault", "joined", "taliban-guerrilla-active")
    assert pieces(table, "paktika") == "C 1t, G 2t, T 1B"
    assert resources(table, "government") == 0


@pytest.mark.card("66s")
def test_a_mountain_fastness_shaded_hides_one_insurgent_in_three_provinces_and_builds_a_base() -> None:
    """A Province with nothing to hide may be chosen; only Mountain Provinces with pieces of the Faction."""
    table = at(
        "taliban",
        event="66s",
        spaces="""
            paktika: T 2a, W 1a
            ghazni: T 1a 1u
            nuristan: T 1B
            bamian: W 1a
            konduz: T 1a
            khowst: T 1a
        """,
    )
    choose(table, "taliban")
    assert keys(table) == ["ghazni", "khowst", "nuristan", "paktika", "done"]
    choose(table, "paktika", "ghazni", "nuristan")
    assert pieces(table, "paktika") == "T 2u, W 1a"
    assert pieces(table, "ghazni") == "T 2u"
    assert pieces(table, "khowst") == "T 1a"
    assert keys(table) == ["paktika", "ghazni", "nuristan"]
    choose(table, "nuristan")
    assert pieces(table, "nuristan") == "T 2B"


@pytest.mark.card("66s")
def test_a_mountain_fastness_shaded_skips_a_base_without_room_or_pieces() -> None:
    table = at("warlords", event="66s", government=3, spaces={"paktika": "W 2a, T 2B"})
    choose(table, "warlords", "paktika")
    assert pieces(table, "paktika") == "T 2B, W 2u"

    table = at("warlords", event="66s", government=3, available="W 0B", spaces={"paktika": "W 2a"})
    choose(table, "warlords", "paktika")
    assert pieces(table, "paktika") == "W 2u"


# -- 67 Change in Tactics ---------------------------------------------------------------------------


@pytest.mark.card("67u")
@pytest.mark.rule("5.3")
def test_a_change_in_tactics_turns_a_capability_over() -> None:
    """Momentum is no Capability; there is no shaded text."""
    table = at("taliban", played=[67], lasting=["46-unshaded", "7-shaded", "57-unshaded"])
    assert_refused(table, "event-shaded")
    choose(table, "event-unshaded")
    assert keys(table) == ["7", "46"]
    choose(table, "46", "turn")
    assert in_effect(table.state, 46, "shaded")
    assert not in_effect(table.state, 46, "unshaded")
    assert in_effect(table.state, 7, "shaded")
    assert in_effect(table.state, 57, "unshaded")


@pytest.mark.card("67u")
def test_a_change_in_tactics_takes_a_capability_out_of_play() -> None:
    table = at("taliban", event="67u", lasting=["46-unshaded", "7-shaded"])
    choose(table, "7", "discard")
    assert not in_effect(table.state, 7, "shaded")
    assert not in_effect(table.state, 7, "unshaded")
    assert in_effect(table.state, 46, "unshaded")


@pytest.mark.card("67u")
def test_a_change_in_tactics_needs_a_capability() -> None:
    table = at("taliban", event="67u", government=3, lasting=["57-unshaded"])
    assert in_effect(table.state, 57, "unshaded")
    assert asked(table).endswith("turn")


# -- 68 Dostum --------------------------------------------------------------------------------------


@pytest.mark.card("68u")
@pytest.mark.rule("5.1.3")
def test_dostum_brings_warlords_over_to_the_government() -> None:
    """3 in all among his four Provinces; 2 Troops are Available, so the third Guerrilla only goes."""
    table = at(
        "government",
        event="68u",
        patronage=39,
        warlords=5,
        available="G 2t",
        spaces={"balkh": "W 2u", "faryab": "W 1u 1a", "konduz": "W 2u"},
    )
    assert keys(table) == ["balkh", "faryab", "done"]
    choose(table, "balkh", "2", "faryab", "0", "1")
    assert (pieces(table, "balkh"), pieces(table, "faryab")) == ("G 2t", "W 1u")
    assert (table.state.patronage, resources(table, "warlords")) == (40, 7)


@pytest.mark.card("68u")
def test_dostum_alone_is_worth_2_and_2() -> None:
    table = at("government", event="68u", patronage=3, warlords=5, spaces={"konduz": "W 2u"})
    assert (table.state.patronage, resources(table, "warlords"), pieces(table, "konduz")) == (5, 7, "W 2u")


@pytest.mark.card("68s")
@pytest.mark.rule("5.5", "3.3.2")
def test_dostum_shaded_raises_three_guerrillas_and_marches() -> None:
    """The March is free, by any Warlord Guerrillas, though the Warlords have nothing."""
    table = at("taliban", event="68s", warlords=0, spaces={"konduz": "W 1u"})
    assert keys(table) == ["balkh", "faryab", "samangan", "sar-e-pol", "done"]
    choose(table, "balkh", "2", "sar-e-pol", "1")
    assert (pieces(table, "balkh"), pieces(table, "sar-e-pol")) == ("W 2u", "W 1u")
    assert asked(table) == "warlords free-operation"
    choose(table, "march", "konduz", "baghlan", "balkh", "baghlan", "1", "done")
    assert (pieces(table, "baghlan"), pieces(table, "balkh")) == ("W 2u", "W 1u")
    assert resources(table, "warlords") == 0
    assert "warlords" in eligible(table)


# -- 69 Mine Removal --------------------------------------------------------------------------------


@pytest.mark.card("69u")
def test_mine_removal_clears_three_markers_and_brings_people_home() -> None:
    """Konduz, cleared of Terror, may have the +1 Pop marker at once; not Kabul, and not where one lies already."""
    table = at(
        "government",
        event="69u",
        spaces="""
            konduz: G 1t, 2terror
            kabul-aibak: sabotage
            balkh: G 1t, 1terror
            kabul: G 1t
            herat: G 1t, +1pop
            zabol: G 1t
            ghazni: W 1u
        """,
    )
    choose(table, "konduz", "konduz", "kabul-aibak")
    assert (terror(table, "konduz"), terror(table, "kabul-aibak"), terror(table, "balkh")) == (0, 0, 1)
    assert keys(table) == ["konduz", "zabol"]
    choose(table, "konduz")
    assert returnees(table, "konduz") == 1


@pytest.mark.card("69u")
def test_mine_removal_without_mines_still_brings_people_home() -> None:
    table = at("government", event="69u", spaces={"konduz": "G 1t"})
    assert returnees(table, "konduz") == 1


@pytest.mark.card("69s")
def test_mine_removal_shaded_brings_people_to_nobodys_land_and_pays_the_warlords() -> None:
    """Warlords do not Control: Herat is nobody's; Pakistan and Kabul are not open to it."""
    table = at(
        "warlords",
        event="69s",
        warlords=2,
        spaces={"konduz": "G 1t", "herat": "W 3u", "paktika": "T 1u", "balkh": "+1pop"},
    )
    assert_refused(table, "konduz", "paktika", "balkh", "kabul", "waziristan")
    choose(table, "herat")
    assert (returnees(table, "herat"), resources(table, "warlords")) == (1, 5)


@pytest.mark.card("69s")
def test_mine_removal_shaded_places_no_7th_marker() -> None:
    used = dict.fromkeys(("konduz", "balkh", "helmand", "kandahar", "ghazni", "paktika"), "+1pop")
    table = at("warlords", event="69s", warlords=2, spaces=used)
    choose(table, "herat")
    assert (returnees(table, "herat"), resources(table, "warlords")) == (0, 5)


# -- 70 Contractor Surge ----------------------------------------------------------------------------


@pytest.mark.card("70u")
def test_a_contractor_surge_is_divided_at_will_and_guards_the_roads() -> None:
    """4 and 3 are 7: 5 to Aid, 2 to the Warlords; 2 Police on one LoC, 1 on another."""
    table = at("government", event="70u", aid=10, warlords=1, chance=[4])
    assert keys(table) == [str(n) for n in range(8)]
    choose(table, "5", "kabul-aibak", "kabul-aibak", "kandahar-kabul")
    assert (table.state.aid, resources(table, "warlords")) == (15, 3)
    assert (pieces(table, "kabul-aibak"), pieces(table, "kandahar-kabul")) == ("G 2p", "G 1p")


@pytest.mark.card("70u")
@pytest.mark.rule("5.1.3")
def test_a_contractor_surge_places_the_police_available() -> None:
    table = at("government", event="70u", chance=[1], available="G 1p", government=3)
    choose(table, "0", "kabul-aibak")
    assert (table.state.aid, resources(table, "warlords"), pieces(table, "kabul-aibak")) == (0, 4, "G 1p")
    assert asked(table).endswith("turn")


@pytest.mark.card("70s")
def test_a_contractor_surge_shaded_puts_warlords_on_roads_and_pays_for_every_open_one() -> None:
    """2 new ones on open LoCs, 1 on a Sabotaged one, and 1 that was there: 3 LoCs pay, 2 each."""
    table = at(
        "warlords",
        event="70s",
        warlords=1,
        spaces={"kabul-aibak": "sabotage", "farah-kandahar": "W 2a", "toraghondi-farah": "T 1u"},
    )
    choose(table, "kabul-aibak", "kandahar-kabul")
    assert_refused(table, "kandahar-kabul")  # at most 1 each
    choose(table, "kabul-tor-kham")
    assert [pieces(table, loc) for loc in ("kabul-aibak", "kandahar-kabul", "kabul-tor-kham")] == ["W 1u"] * 3
    assert resources(table, "warlords") == 7


# -- 71 Coup! ---------------------------------------------------------------------------------------


@pytest.mark.card("71u")
def test_a_coup_brings_four_troops_to_kabul() -> None:
    """From LoCs as well, straight; Police stay."""
    table = at(
        "government",
        event="71u",
        patronage=3,
        spaces={"konduz": "G 3t 1p", "kandahar-kabul": "G 2t", "kabul": "opposition"},
    )
    choose(table, "konduz", "3")
    choose(table, "kandahar-kabul")
    assert pieces(table, "kabul") == "G 4t"
    assert (pieces(table, "konduz"), pieces(table, "kandahar-kabul")) == ("G 1p", "G 1t")
    assert (table.state.patronage, level(table, "kabul"), control(table, "kabul")) == (5, "neutral", "coin")


@pytest.mark.card("71u")
def test_a_coup_may_move_nobody() -> None:
    table = at("government", event="71u", patronage=39, spaces={"konduz": "G 3t", "kabul": "support"})
    choose(table, "done")
    assert (pieces(table, "konduz"), table.state.patronage, level(table, "kabul")) == ("G 3t", 40, "support")


@pytest.mark.card("71s")
def test_a_coup_shaded_neutralizes_kabul_and_two_provinces_and_halves_its_troops() -> None:
    """3 of 5 Troops go. Opposition is lost too, in Kabul and in Paktika; a Coalition Base protects Konduz."""
    table = at(
        "taliban",
        event="71s",
        patronage=2,
        spaces="""
            kabul: G 5t 2p, C 1t, opposition
            paktika: G 1t, opposition
            balkh: G 1t, support
            konduz: G 1t, C 1B, support
            herat: G 2p, support
            ghazni: G 1t, support
        """,
    )
    assert keys(table) == ["balkh", "ghazni", "paktika", "done"]
    choose(table, "balkh", "paktika")
    assert [level(table, space) for space in ("kabul", "paktika", "balkh")] == ["neutral"] * 3
    assert [level(table, space) for space in ("konduz", "herat", "ghazni")] == ["support"] * 3
    assert pieces(table, "kabul") == "C 1t, G 2t 2p"
    assert table.state.patronage == 0


# -- 72 Poppy Crop Failure --------------------------------------------------------------------------


@pytest.mark.card("72u")
def test_a_poppy_failure_removes_two_warlord_bases_and_resources() -> None:
    """1 from each of 2 spaces, guarded or not; Resources stop at 0."""
    table = at(
        "government",
        event="72u",
        warlords=4,
        chance=[6],
        spaces={"konduz": "W 2u 2B", "balkh": "W 1B", "herat": "W 1B"},
    )
    choose(table, "konduz", "balkh")
    assert [pieces(table, space) for space in ("konduz", "balkh", "herat")] == ["W 2u 1B", "", "W 1B"]
    assert resources(table, "warlords") == 0


@pytest.mark.card("72u")
def test_a_poppy_failure_without_bases_still_costs_a_die() -> None:
    table = at("government", event="72u", warlords=10, chance=[3])
    assert resources(table, "warlords") == 7


@pytest.mark.card("72s")
@pytest.mark.parametrize(
    ("spaces", "gained"),
    [
        ({}, 0),
        ({"konduz": "C 3t, W 2B", "balkh": "W 1B"}, 3),
        (dict.fromkeys(("konduz", "balkh", "herat", "helmand", "ghazni"), "W 2B"), 8),  # at most 8 count
    ],
)
def test_a_poppy_failure_shaded_raises_prices(spaces: dict[str, str], gained: int) -> None:
    table = at("warlords", event="72s", government=3, warlords=5, spaces=spaces)
    assert resources(table, "warlords") == 5 + gained
