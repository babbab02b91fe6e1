"""Cards 46 to 54, side by side: what the Event does to a position."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.rules.lasting import in_effect
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, eligible, level, pieces, resources
from tests.distant_plain.positions import at

# -- 46 ID Cards ------------------------------------------------------------------------------------


@pytest.mark.card("46u")
@pytest.mark.card("46s")
@pytest.mark.rule("5.3", "5.1.2")
def test_id_cards_come_into_play_on_the_side_executed_and_the_other_gives_way() -> None:
    for side, other in (("unshaded", "shaded"), ("shaded", "unshaded")):
        table = at("government", played=[46], lasting=[f"46-{other}"])
        choose(table, f"event-{side}")
        assert in_effect(table.state, 46, side)
        assert not in_effect(table.state, 46, other)


@pytest.mark.card("46u")
@pytest.mark.rule("4.4.2")
def test_id_cards_keep_infiltrators_away_from_police() -> None:
    """In Paktika the Police check; in Zabol there are only Troops."""
    table = at(
        "taliban",
        taliban=3,
        lasting=["46-unshaded"],
        spaces={"paktika": "T 2u, G 1p", "zabol": "T 2u, G 1t", "kabul": "T 1u, G 3p, W 2u"},
    )
    choose(table, "rally", "ghazni", "infiltrate")
    assert asked(table) == "taliban infiltrate-how"  # Zabol is the only space
    choose(table, "remove")
    assert pieces(table, "zabol") == "T 2u"

    table = at("taliban", taliban=3, lasting=["46-unshaded"], spaces={"paktika": "T 2u, G 1p"})
    choose(table, "rally", "ghazni")
    assert_refused(table, "infiltrate")


@pytest.mark.card("46s")
@pytest.mark.rule("4.4.2")
def test_id_cards_shaded_let_the_taliban_infiltrate_two_spaces_but_not_three() -> None:
    """Each space its own full effect: 2 cubes removed here, 1 turned there; Patronage falls by 3."""
    table = at(
        "taliban",
        taliban=3,
        patronage=9,
        lasting=["46-shaded"],
        spaces={"paktika": "T 1u, G 1t 2p", "zabol": "T 1u, G 1p", "kabul": "T 1u, G 3p"},
    )
    choose(table, "rally", "ghazni", "infiltrate", "paktika", "remove", "government-troops", "zabol", "replace")
    assert pieces(table, "paktika") == "G 1p, T 1u"
    assert pieces(table, "zabol") == "T 2u"
    assert table.state.patronage == 6
    assert_refused(table, "infiltrate")


# -- 47 Loya Jirga ----------------------------------------------------------------------------------


@pytest.mark.card("47u")
def test_the_loya_jirga_wins_two_pashtun_spaces_outside_taliban_control() -> None:
    """Kabul is Pashtun, Konduz is not; Paktika is under the Taliban, Zabol has nobody, Pakistan is another country."""
    table = at(
        "government",
        event="47u",
        patronage=39,
        spaces={"kabul": "opposition", "paktika": "T 1u", "helmand": "T 1u, G 1t", "ghazni": "support"},
    )
    assert_refused(table, "paktika", "konduz", "zabol", "ghazni", "waziristan")
    choose(table, "kabul", "helmand")
    assert (level(table, "kabul"), level(table, "helmand"), table.state.patronage) == ("neutral", "support", 40)


@pytest.mark.card("47s")
def test_the_loya_jirga_shaded_loses_three_spaces_without_a_coin_base() -> None:
    table = at(
        "taliban",
        event="47s",
        patronage=1,
        spaces="""
            kabul: support
            konduz: support, G 1B
            balkh: support, G 3t
            herat: support
            ghazni: support
            khowst: opposition
        """,
    )
    assert_refused(table, "konduz", "khowst")
    choose(table, "kabul", "balkh", "herat")
    assert [level(table, space) for space in ("kabul", "balkh", "herat")] == ["neutral"] * 3
    assert level(table, "ghazni") == "support"
    assert table.state.patronage == 0


@pytest.mark.card("47s")
def test_the_loya_jirga_shaded_with_no_space_still_costs_patronage() -> None:
    table = at("taliban", event="47s", patronage=5)
    assert table.state.patronage == 3


# -- 48 Strategic Partners --------------------------------------------------------------------------


@pytest.mark.card("48u")
@pytest.mark.rule("6.6.1")
def test_strategic_partners_bring_aid_cubes_to_kabul_and_a_shift_to_sponsorship() -> None:
    table = at("government", event="48u", aid=10, islamabad="backing")
    choose(table, "3")
    assert keys(table) == ["0", "1"]
    choose(table, "1")
    assert pieces(table, "kabul") == "G 3t 1p"
    assert (table.state.aid, table.state.islamabad) == (16, 4)


@pytest.mark.card("48u")
@pytest.mark.rule("6.6.1")
def test_strategic_partners_with_no_cubes_available_still_shift() -> None:
    table = at("government", event="48u", aid=74, islamabad="sponsorship", available="G 0t 0p")
    assert (table.state.aid, table.state.islamabad, table.state.hard) == (75, 4, True)
    assert pieces(table, "kabul") == ""


@pytest.mark.card("48s")
@pytest.mark.rule("5.5", "3.3.1")
def test_strategic_partners_shaded_let_the_taliban_rally_in_pakistan_under_pressure() -> None:
    """From Hostility to Pressure, which forbids Rally there; the Event allows it, in Pakistan only, at no cost."""
    table = at(
        "warlords",
        event="48s",
        islamabad="hostility",
        taliban=0,
        warlords=1,
        spaces={"waziristan": "T 2a 1B", "balochistan": "T 2a", "paktika": "T 1u 1B"},
    )
    assert table.state.islamabad == 1
    assert asked(table) == "taliban free-operation"
    choose(table, "rally")
    assert keys(table) == ["balochistan", "northwest-frontier", "waziristan"]
    choose(table, "balochistan", "base", "waziristan", "2", "done")
    assert pieces(table, "balochistan") == "T 1B"
    assert pieces(table, "waziristan") == "T 2u 2a 1B"
    assert resources(table, "taliban") == 0
    assert "taliban" in eligible(table)


@pytest.mark.card("48s")
@pytest.mark.rule("5.5")
def test_strategic_partners_shaded_rally_may_be_declined() -> None:
    table = at("warlords", event="48s", islamabad="tolerance", spaces={"waziristan": "T 2a 1B"})
    choose(table, "decline")
    assert table.state.islamabad == 3
    assert pieces(table, "waziristan") == "T 2a 1B"


# -- 49 Crop Substitution ---------------------------------------------------------------------------


@pytest.mark.card("49u")
def test_crop_substitution_removes_warlord_bases_beside_government_cubes_for_aid() -> None:
    """One of the two in Konduz, and one from under its Guerrilla; Coalition Troops alone do not do it."""
    table = at(
        "government",
        event="49u",
        aid=4,
        spaces="""
            konduz: G 1p, W 2B
            balkh: G 1t, W 1u 1B
            herat: C 2t, W 1B
            kabul: G 3p, W 1B
            helmand: G 1p, W 1B
        """,
    )
    assert_refused(table, "herat", "kabul")
    choose(table, "konduz", "balkh")
    assert (pieces(table, "konduz"), pieces(table, "balkh")) == ("G 1p, W 1B", "G 1t, W 1u")
    assert pieces(table, "helmand") == "G 1p, W 1B"
    assert table.state.aid == 10


@pytest.mark.card("49u")
def test_crop_substitution_in_one_province_is_worth_3() -> None:
    table = at("government", event="49u", aid=4, spaces={"konduz": "G 1p, W 2B"})
    choose(table, "konduz")
    assert (pieces(table, "konduz"), table.state.aid) == ("G 1p, W 1B", 7)


@pytest.mark.card("49s")
@pytest.mark.rule("5.1.1")
def test_crop_substitution_shaded_plants_warlord_bases_in_plains_where_guerrillas_outnumber_police() -> None:
    """Guerrillas of both Factions count; not in Mountain, not without people, not where 2 Bases stand."""
    table = at(
        "warlords",
        event="49s",
        spaces="""
            konduz: T 1u, W 1a, G 1p
            balkh: W 1u, G 1p
            helmand: T 1u
            kandahar: W 3u, T 2B
            paktika: W 3u
            zabol: W 2u
        """,
    )
    assert_refused(table, "balkh", "kandahar", "paktika", "zabol")
    choose(table, "konduz", "helmand")
    assert (pieces(table, "konduz"), pieces(table, "helmand")) == ("G 1p, T 1u, W 1a 1B", "T 1u, W 1B")


@pytest.mark.card("49s")
@pytest.mark.rule("5.1.3")
def test_crop_substitution_shaded_plants_the_last_base() -> None:
    table = at("warlords", event="49s", available="W 1B", spaces={"konduz": "W 2u", "helmand": "W 1u"})
    choose(table, "helmand", "konduz")
    assert (pieces(table, "helmand"), pieces(table, "konduz")) == ("W 1u 1B", "W 2u")


# -- 50 Development Aid -----------------------------------------------------------------------------


@pytest.mark.card("50u")
def test_development_aid_brings_a_die_and_3_and_wins_one_controlled_space() -> None:
    table = at(
        "coalition",
        event="50u",
        aid=10,
        chance=[5],
        spaces="""
            konduz: G 2t
            balkh: G 1t, 1terror
            kabul: C 1t, support
            herat: G 1t, T 1u
            ghazni: C 1t, opposition
        """,
    )
    assert table.state.aid == 18
    assert keys(table) == ["ghazni", "konduz"]
    choose(table, "ghazni")
    assert (level(table, "ghazni"), level(table, "konduz")) == ("neutral", "neutral")


@pytest.mark.card("50s")
@pytest.mark.parametrize(
    ("aid", "patronage", "warlords", "after"),
    [
        (20, 5, 5, (14, 8, 8)),  # 6: half and half
        (5, 5, 5, (0, 7, 8)),  # 5: 2 and 3
        (20, 39, 5, (16, 40, 8)),  # what Patronage cannot hold stays in Aid
        (20, 5, 74, (16, 8, 75)),
        (0, 5, 5, (0, 5, 5)),
    ],
)
def test_development_aid_shaded_goes_astray(aid: int, patronage: int, warlords: int, after: tuple[int, ...]) -> None:
    table = at("warlords", event="50s", aid=aid, patronage=patronage, warlords=warlords)
    assert (table.state.aid, table.state.patronage, resources(table, "warlords")) == after


# -- 51 Karzai --------------------------------------------------------------------------------------


@pytest.mark.card("51u")
@pytest.mark.rule("2.3.6")
def test_karzai_keeps_the_government_eligible_even_if_it_executed_the_event() -> None:
    table = at("government", event="51u", patronage=38, government=3)
    assert table.state.patronage == 40
    assert "government" in eligible(table)


@pytest.mark.card("51u")
@pytest.mark.rule("2.3.6")
def test_karzai_keeps_the_government_eligible_after_an_operation_on_the_card() -> None:
    table = at("coalition", event="51u", to_come=["government"], patronage=5, government=6)
    choose(table, "patrol")
    assert table.state.patronage == 8
    assert eligible(table) == ["government", "taliban", "warlords"]


@pytest.mark.card("51s")
@pytest.mark.parametrize(
    ("rolled", "before", "patronage", "after"),
    [(4, "support", 2, "neutral"), (6, "neutral", 0, "opposition"), (1, "opposition", 5, "opposition")],
)
def test_karzai_shaded_loses_patronage_and_kabul(rolled: int, before: str, patronage: int, after: str) -> None:
    table = at(
        "taliban", event="51s", patronage=6, chance=[rolled], spaces={"kabul": "" if before == "neutral" else before}
    )
    assert (table.state.patronage, level(table, "kabul")) == (patronage, after)


# -- 52 Power Shuffle -------------------------------------------------------------------------------


@pytest.mark.card("52u")
@pytest.mark.rule("4.3.1", "5.5")
def test_a_power_shuffle_moves_six_police_and_then_governs() -> None:
    """Control counts as it stood: 3 Police leave Konduz, uncontrolled then, and others may still come there."""
    table = at(
        "coalition",
        event="52u",
        aid=9,
        spaces={"konduz": "G 3p, T 2u", "kabul": "G 5p, support", "kabul-aibak": "G 1p", "paktika": "G 1p, T 1u"},
    )
    assert_refused(table, "paktika")
    choose(table, "konduz", "kabul-aibak", "3")
    assert control(table, "konduz") == "taliban"
    choose(table, "kabul")
    assert_refused(table, "paktika")
    choose(table, "konduz", "2")
    choose(table, "kabul-aibak", "kabul")  # only 1 is left, and only 1 there has not moved
    assert pieces(table, "konduz") == "G 2p, T 2u"
    assert pieces(table, "kabul-aibak") == "G 3p"
    assert pieces(table, "kabul") == "G 4p"
    assert asked(table) == "government free-activity"
    choose(table, "govern", "patronage")
    assert (table.state.aid, table.state.patronage, level(table, "kabul")) == (6, 3, "neutral")


@pytest.mark.card("52u")
@pytest.mark.rule("5.5")
def test_a_power_shuffle_may_move_nobody_and_govern_nothing() -> None:
    table = at("coalition", event="52u", aid=9, spaces={"kabul": "G 5p, support"})
    choose(table, "done", "decline")
    assert (table.state.aid, table.state.patronage, pieces(table, "kabul")) == (9, 0, "G 5p")


@pytest.mark.card("52s")
@pytest.mark.rule("5.1.3")
def test_a_power_shuffle_shaded_turns_cubes_into_warlords_while_there_are_any() -> None:
    """3 Provinces; the third cube is only removed, for no Warlord is Available. Patronage pays for all 3."""
    table = at(
        "warlords",
        event="52s",
        patronage=5,
        available="W 2u",
        spaces={"konduz": "G 1t 1p", "balkh": "G 2t", "paktika": "G 1p", "kabul": "G 2t", "kabul-aibak": "G 1p"},
    )
    assert_refused(table, "kabul", "kabul-aibak")
    choose(table, "konduz", "0", "balkh", "paktika")  # in Konduz not the Troop but the Police
    assert pieces(table, "konduz") == "G 1t, W 1u"
    assert pieces(table, "balkh") == "G 1t, W 1u"
    assert pieces(table, "paktika") == ""
    assert table.state.patronage == 2


# -- 53 Prison Break --------------------------------------------------------------------------------


@pytest.mark.card("53u")
@pytest.mark.parametrize(("rolled", "most"), [(1, 1), (4, 2), (5, 3)])
def test_a_prison_break_costs_guerrillas_where_there_are_two_police(rolled: int, most: int) -> None:
    """Up to half the roll in all, rounded up, Underground too."""
    table = at(
        "government",
        event="53u",
        chance=[rolled],
        spaces={"kabul": "G 2p, T 5u", "konduz": "G 1p, T 1a", "kabul-aibak": "G 2p, W 1a"},
    )
    assert keys(table) == ["kabul", "kabul-aibak", "done"]
    choose(table, "kabul")
    assert keys(table) == [str(n) for n in range(most + 1)]
    choose(table, str(most))
    assert pieces(table, "kabul") == f"G 2p, T {5 - most}u"
    assert pieces(table, "kabul-aibak") == "G 2p, W 1a"


@pytest.mark.card("53u")
def test_a_prison_break_may_cost_guerrillas_here_and_there() -> None:
    table = at("government", event="53u", chance=[5], spaces={"kabul": "G 2p, T 5u", "kabul-aibak": "G 2p, W 1a"})
    choose(table, "kabul", "2", "kabul-aibak", "1")
    assert (pieces(table, "kabul"), pieces(table, "kabul-aibak")) == ("G 2p, T 3u", "G 2p")


@pytest.mark.card("53s")
def test_a_prison_break_shaded_frees_guerrillas_of_any_mix() -> None:
    """The space is named before the die is rolled."""
    table = at("taliban", event="53s", chance=[4], spaces={"kabul": "G 2p", "konduz": "G 1p", "kabul-aibak": "G 2p"})
    assert keys(table) == ["kabul", "konduz"]
    choose(table, "konduz", "3")
    assert keys(table) == ["0", "1"]
    choose(table, "1")
    assert pieces(table, "konduz") == "G 1p, T 3u, W 1u"


@pytest.mark.card("53s")
@pytest.mark.rule("5.1.3")
def test_a_prison_break_shaded_frees_those_available() -> None:
    table = at("taliban", event="53s", chance=[6], available="T 1u, W 1u", spaces={"kabul": "G 2p"})
    choose(table, "1", "1")
    assert pieces(table, "kabul") == "G 2p, T 1u, W 1u"


# -- 54 Profit Sharing ------------------------------------------------------------------------------


@pytest.mark.card("54u")
@pytest.mark.parametrize(
    ("spaces", "gained"),
    [
        ({}, 1),
        ({"konduz": "G 3t, W 2B", "balkh": "W 2B", "herat": "T 1u, W 1B"}, 3),
        (dict.fromkeys(("konduz", "balkh", "herat"), "G 4t, W 2B"), 5),  # at most 4 count
    ],
)
def test_profits_are_shared_where_coin_controls_warlord_bases(spaces: dict[str, str], gained: int) -> None:
    table = at("government", event="54u", patronage=10, warlords=10, spaces=spaces)
    assert (table.state.patronage, resources(table, "warlords")) == (10 + gained, 10 + gained)


@pytest.mark.card("54s")
@pytest.mark.parametrize(
    ("spaces", "warlords", "taliban"),
    [
        ({"konduz": "G 3t, W 2B"}, 0, 0),
        ({"konduz": "G 3t, W 2B", "balkh": "W 2B", "herat": "T 2u, W 1B"}, 3, 2),
        (dict.fromkeys(("konduz", "balkh", "herat", "helmand"), "W 2B"), 6, 3),  # at most 6 count
    ],
)
def test_profits_shaded_come_from_bases_outside_coin_control(
    spaces: dict[str, str], warlords: int, taliban: int
) -> None:
    table = at("warlords", event="54s", warlords=10, taliban=10, spaces=spaces)
    assert (resources(table, "warlords"), resources(table, "taliban")) == (10 + warlords, 10 + taliban)
