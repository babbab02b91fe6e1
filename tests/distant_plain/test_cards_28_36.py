"""Cards 28 to 36, side by side: what the Event does to a position, and what it changes while it lasts."""

from __future__ import annotations

import pytest

from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- 28 Karzai to Islamabad -------------------------------------------------------------------------


@pytest.mark.card("28u")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(
    ("tor_kham", "spin_boldak", "after"),
    [("sabotage", "sabotage", 8), ("sabotage, T 1a", "W 2u", 4), ("T 1u", "T 1u, sabotage", 1)],
)
def test_karzai_opens_the_two_roads_to_pakistan(tor_kham: str, spin_boldak: str, after: int) -> None:
    """Sabotage goes from both; 4 and 3 come in from those without Taliban Guerrillas. Warlords do not matter."""
    table = at(
        "government",
        event="28u",
        government=1,
        spaces={"kabul-tor-kham": tor_kham, "kandahar-spin-boldak": spin_boldak, "kabul-aibak": "sabotage"},
    )
    assert terror(table, "kabul-tor-kham") == terror(table, "kandahar-spin-boldak") == 0
    assert terror(table, "kabul-aibak") == 1
    assert resources(table, "government") == after


@pytest.mark.card("28s")
@pytest.mark.rule("5.1", "2.3.6")
@pytest.mark.parametrize(("box", "gain"), [("hostility", 0), ("pressure", 2), ("backing", 6), ("sponsorship", 8)])
def test_karzai_shaded_pays_the_taliban_by_islamabad_and_sidelines_the_government(box: str, gain: int) -> None:
    """The Government, next on this card, does nothing on it and is Ineligible on the next."""
    table = at(
        "taliban", event="28s", taliban=5, islamabad=box, to_come=["government", "warlords"], warlords=3, government=9
    )
    assert resources(table, "taliban") == 5 + gain
    assert table.view()["islamabad"] == {"box": box, "hard": False}
    assert asked(table) == "warlords turn"
    choose(table, "pass")
    assert eligible(table) == ["coalition", "warlords"]


# -- 29 Night Letters -------------------------------------------------------------------------------


@pytest.mark.card("29u")
@pytest.mark.rule("3.3.4")
def test_police_collect_the_night_letters() -> None:
    """Terror with Police in Khowst shifts but leaves no marker; without them, or on a LoC, it is as ever."""
    table = at(
        "taliban",
        taliban=5,
        lasting=["29-unshaded"],
        spaces={"khowst": "G 1p, T 1u", "ghazni": "G 2t, T 1u", "kabul-aibak": "G 1p, T 1u"},
    )
    choose(table, "terror", "khowst", "ghazni", "kabul-aibak")
    assert [terror(table, space) for space in ("khowst", "ghazni", "kabul-aibak")] == [0, 1, 1]
    assert level(table, "khowst") == level(table, "ghazni") == "opposition"


@pytest.mark.card("29u")
@pytest.mark.rule("3.3.4")
def test_night_letters_are_none_of_the_warlords_business() -> None:
    table = at("warlords", warlords=5, lasting=["29-unshaded"], spaces={"khowst": "support, G 1p, W 1u"})
    choose(table, "terror", "khowst")
    assert terror(table, "khowst") == 1


@pytest.mark.card("29s")
@pytest.mark.rule("3.2.1")
@pytest.mark.parametrize("seat", ["coalition", "government"])
def test_night_letters_shaded_hold_train_to_4_cubes_a_space(seat: str) -> None:
    """3 Troops, and then 1 Police at most."""
    table = at(seat, government=9, lasting=["29-shaded"], spaces={"khowst": "C 1B"})
    choose(table, "train", "khowst")
    assert keys(table) == ["0", "1", "2", "3", "4"]
    choose(table, "3")
    assert keys(table) == ["0", "1"]


# -- 30 Urban Specialists ---------------------------------------------------------------------------


@pytest.mark.card("30u")
@pytest.mark.rule("3.3.4")
def test_terror_in_kabul_takes_2_underground_guerrillas() -> None:
    """With 3 in Kabul 2 show themselves; with 1 there is no Terror; elsewhere 1 is enough. Warlords are not meant."""
    table = at("taliban", taliban=5, lasting=["30-unshaded"], spaces={"kabul": "T 3u", "khowst": "T 1u"})
    choose(table, "terror", "kabul", "khowst")
    assert pieces(table, "kabul") == "T 1u 2a"
    assert (terror(table, "kabul"), terror(table, "khowst")) == (1, 1)
    table = at(
        "taliban", taliban=5, lasting=["30-unshaded"], spaces={"kabul": "T 1u 2a", "khowst": "T 1u", "ghazni": "T 1u"}
    )
    choose(table, "terror")
    assert_refused(table, "kabul")
    table = at("warlords", warlords=5, lasting=["30-unshaded"], spaces={"kabul": "W 1u"})
    choose(table, "terror")
    assert terror(table, "kabul") == 1


@pytest.mark.card("30s")
@pytest.mark.rule("3.3.4")
def test_urban_specialists_shaded_terrorise_kabul_unseen_and_for_nothing() -> None:
    """With no Resources, and the Guerrilla stays Underground; an Active one alone does not do."""
    table = at("taliban", taliban=0, lasting=["30-shaded"], spaces={"kabul": "T 1u", "khowst": "T 1u"})
    choose(table, "terror")
    assert_refused(table, "khowst")
    choose(table, "kabul")
    assert pieces(table, "kabul") == "T 1u"
    assert (terror(table, "kabul"), terror(table, "khowst")) == (1, 0)
    assert level(table, "kabul") == "opposition"
    assert resources(table, "taliban") == 0
    table = at("taliban", taliban=5, lasting=["30-shaded"], spaces={"kabul": "T 1a", "khowst": "T 1u"})
    choose(table, "terror")
    assert pieces(table, "khowst") == "T 1a"
    assert terror(table, "kabul") == 0


# -- 31 Car Bombs -----------------------------------------------------------------------------------


@pytest.mark.card("31u")
@pytest.mark.rule("4.4.3")
def test_without_car_bombs_an_ambush_wins_no_recruit() -> None:
    """2 cubes go without a roll, and the Taliban are as many as before."""
    table = at("taliban", taliban=5, lasting=["31-unshaded"], spaces={"zabol": "G 2t, T 2u"})
    choose(table, "attack", "ambush", "government-troops")
    assert pieces(table, "zabol") == "T 1u 1a"


@pytest.mark.card("31s")
@pytest.mark.rule("4.4.3")
def test_car_bombs_let_active_guerrillas_ambush() -> None:
    """In Zabol none is Underground; in Khowst the Underground one shows itself as usual. Each wins a recruit."""
    table = at("taliban", taliban=5, lasting=["31-shaded"], spaces={"zabol": "G 2t, T 1a", "khowst": "G 2t, T 1u 1a"})
    choose(table, "attack", "ambush", "zabol", "government-troops", "khowst", "government-troops")
    assert pieces(table, "zabol") == "T 1u 1a"
    assert pieces(table, "khowst") == "T 1u 2a"
    table = at("taliban", taliban=5, chance=[6], spaces={"zabol": "G 2t, T 1a", "ghazni": "G 2t, T 1a"})
    choose(table, "attack")
    assert_refused(table, "ambush")


# -- 32 Haqqani -------------------------------------------------------------------------------------


@pytest.mark.card("32u")
@pytest.mark.rule("5.1")
def test_haqqani_loses_4_pieces_bases_last() -> None:
    """Paktika's Guerrilla and then its Base, 2 of Waziristan's 3: its Base is still guarded. Ghazni is not theirs."""
    table = at(event="32u", spaces={"paktika": "T 1u 1B", "waziristan": "T 2u 1a 1B", "ghazni": "T 2u"})
    assert keys(table) == ["paktika", "waziristan", "done"]
    choose(table, "paktika", "1", "1", "waziristan", "2")
    assert pieces(table, "paktika") == ""
    assert pieces(table, "waziristan") == "T 1a 1B"


@pytest.mark.card("32u")
@pytest.mark.rule("5.1")
def test_a_haqqani_base_stays_while_a_guerrilla_does() -> None:
    """Khowst: the Underground Guerrilla is left, so the Base is not asked for."""
    table = at(event="32u", spaces={"khowst": "T 1u 1B", "paktika": "T 1u"})
    choose(table, "khowst", "0")
    assert asked(table) == "coalition event-space"
    assert pieces(table, "khowst") == "T 1u 1B"


@pytest.mark.card("32s")
@pytest.mark.rule("5.1", "1.6.1")
def test_haqqani_shaded_places_guerrillas_and_strikes_kabul() -> None:
    """3 Guerrillas in Paktika; Kabul gets Terror and falls to Neutral."""
    table = at("taliban", event="32s", spaces={"kabul": "support"})
    choose(table, "guerrillas")
    assert keys(table) == ["khowst", "paktika", "waziristan"]
    choose(table, "paktika", "3")
    assert pieces(table, "paktika") == "T 3u"
    assert terror(table, "kabul") == 1
    assert level(table, "kabul") == "neutral"


@pytest.mark.card("32s")
@pytest.mark.rule("5.1", "1.4.2")
def test_haqqani_shaded_places_a_base_where_there_is_room() -> None:
    """Khowst has 2 Bases."""
    table = at("taliban", event="32s", spaces={"khowst": "C 1B, W 1B"})
    choose(table, "base")
    assert keys(table) == ["paktika", "waziristan"]
    choose(table, "waziristan")
    assert pieces(table, "waziristan") == "T 1B"


@pytest.mark.card("32s")
@pytest.mark.rule("5.1")
def test_haqqani_shaded_without_pieces_still_strikes_kabul() -> None:
    table = at("taliban", event="32s", available="T 0u 0B")
    assert terror(table, "kabul") == 1
    assert level(table, "kabul") == "opposition"


# -- 33 Suicide Bombers -----------------------------------------------------------------------------


@pytest.mark.card("33u")
@pytest.mark.rule("3.3.4")
def test_suicide_bombers_die_in_every_land_they_terrorise() -> None:
    """1 Guerrilla of Khowst and of Kabul, those just Activated; none on the LoC."""
    table = at(
        "taliban", taliban=5, lasting=["33-unshaded"], spaces={"khowst": "T 2u", "kabul": "T 1u", "kabul-aibak": "T 1u"}
    )
    choose(table, "terror", "khowst", "kabul", "kabul-aibak")
    assert asked(table) == "taliban terror-space"
    assert (pieces(table, "khowst"), pieces(table, "kabul"), pieces(table, "kabul-aibak")) == ("T 1u", "", "T 1a")
    assert count(table, "available", "T u") == 28
    assert (terror(table, "khowst"), terror(table, "kabul")) == (1, 1)


@pytest.mark.card("33s")
@pytest.mark.rule("3.3.4")
def test_suicide_bombers_shaded_remove_a_cube_in_one_space_of_the_terror() -> None:
    """In Kabul a Government cube before any Coalition Troop; then not in Khowst as well, and never on a LoC."""
    table = at(
        "taliban",
        taliban=5,
        lasting=["33-shaded"],
        spaces={"kabul": "C 1t, G 1p, T 1u", "khowst": "C 2t, T 2u", "kabul-aibak": "G 1p, T 1u"},
    )
    choose(table, "terror", "kabul-aibak", "kabul")
    assert_refused(table, "bomb kabul-aibak", "bomb khowst")
    choose(table, "bomb kabul")
    assert pieces(table, "kabul") == "C 1t, T 1a"
    choose(table, "khowst")
    assert not any(key.startswith("bomb") for key in keys(table))
    assert pieces(table, "khowst") == "C 2t, T 1u 1a"


@pytest.mark.card("33s")
@pytest.mark.rule("3.3.4")
def test_suicide_bombers_shaded_make_a_casualty_where_no_government_cube_is() -> None:
    table = at("taliban", taliban=5, lasting=["33-shaded"], spaces={"khowst": "C 2t, G 1B, T 1u"})
    choose(table, "terror", "bomb khowst")
    assert pieces(table, "khowst") == "C 1t, G 1B, T 1a"
    assert pieces(table, "casualties") == "C 1t"


# -- 34 Accidental Guerrillas -----------------------------------------------------------------------


@pytest.mark.card("34u")
@pytest.mark.rule("3.3.1")
def test_no_rally_beside_coalition_troops_without_a_base() -> None:
    """Khowst is closed; Ghazni with a Taliban Base, Zabol with a Coalition Base alone and Paktika are open."""
    spaces = {"khowst": "C 1t, T 1u", "ghazni": "C 1t, T 1B", "zabol": "C 1B", "konduz": "C 1t"}
    table = at("taliban", taliban=5, lasting=["34-unshaded"], spaces=spaces)
    choose(table, "rally")
    assert_refused(table, "khowst", "konduz")
    assert {"ghazni", "zabol", "paktika", "waziristan"} <= set(keys(table))
    table = at("warlords", warlords=5, lasting=["34-unshaded"], spaces=spaces)
    choose(table, "rally")
    assert {"khowst", "konduz"} <= set(keys(table))


@pytest.mark.card("34s")
@pytest.mark.rule("3.2.4", "4.2.3")
def test_an_accidental_guerrilla_appears_where_the_coalition_assaulted_or_struck() -> None:
    """Assault in Herat and Konduz, Air Strike in Waziristan: 1 Guerrilla in any one of the three."""
    table = at(
        lasting=["34-shaded"], spaces={"herat": "C 1t", "konduz": "C 1t, T 1a", "waziristan": "T 1a", "balkh": "C 1t"}
    )
    choose(table, "assault", "herat", "konduz", "taliban-guerrilla-active", "air-strike")
    choose(table, "done")
    assert asked(table) == "taliban accidental-space"
    assert keys(table) == ["herat", "konduz", "waziristan", "done"]
    choose(table, "herat")
    assert pieces(table, "herat") == "C 1t, T 1u"


@pytest.mark.card("34s")
@pytest.mark.rule("3.2.2")
def test_no_accidental_guerrilla_for_a_patrol_or_the_government() -> None:
    table = at(lasting=["34-shaded"], spaces={"kabul-aibak": "C 1t, T 1a"})
    choose(table, "patrol", "done", "kabul-aibak", "taliban-guerrilla-active")
    assert asked(table) != "taliban accidental-space"
    table = at("government", government=3, lasting=["34-shaded"], spaces={"zabol": "G 2t, T 1a"})
    choose(table, "assault", "zabol", "taliban-guerrilla-active")
    assert asked(table) != "taliban accidental-space"


# -- 35 Gulbuddin Hekmatyar -------------------------------------------------------------------------


@pytest.mark.card("35u")
@pytest.mark.rule("5.1")
def test_hekmatyar_turns_3_taliban_guerrillas_into_warlords() -> None:
    """2 Underground and 1 Active on a LoC become 3 Underground; not in Pakistan."""
    table = at("warlords", event="35u", spaces={"kabul-aibak": "T 2u 2a", "khowst": "T 1u 1B", "waziristan": "T 4u"})
    choose(table, "guerrillas")
    assert keys(table) == ["khowst", "kabul-aibak"]
    choose(table, "kabul-aibak", "2", "1")
    assert pieces(table, "kabul-aibak") == "T 1a, W 3u"


@pytest.mark.card("35u")
@pytest.mark.rule("5.1", "5.1.1", "5.1.3")
def test_hekmatyar_turns_a_guarded_base_or_removes_it() -> None:
    """Khowst's Base becomes the Warlords', beside Taliban; with none Available it just goes."""
    for available, after in (("W 3B", "G 1B, T 1u, W 1B"), ("W 0B", "G 1B, T 1u")):
        table = at("warlords", event="35u", available=available, spaces={"khowst": "G 1B, T 1u 1B"})
        choose(table, "base")
        assert pieces(table, "khowst") == after


@pytest.mark.card("35s")
@pytest.mark.rule("5.1")
def test_hekmatyar_shaded_brings_taliban_to_4_of_5_spaces_and_wins_one_over() -> None:
    """Guerrillas to all but Konduz, where an Active Warlord then becomes Taliban."""
    table = at("taliban", event="35s", spaces={"konduz": "W 1u 1a", "balkh": "W 1u", "kabul": "W 1u"})
    assert keys(table) == ["baghlan", "kabul", "khowst", "konduz", "nuristan", "done"]
    choose(table, "baghlan", "kabul", "khowst", "nuristan")
    assert keys(table) == ["kabul", "konduz"]
    choose(table, "konduz", "0")
    assert pieces(table, "konduz") == "T 1u, W 1u"
    assert pieces(table, "kabul") == "T 1u, W 1u"
    assert pieces(table, "baghlan") == pieces(table, "nuristan") == "T 1u"


@pytest.mark.card("35s")
@pytest.mark.rule("5.1")
def test_hekmatyar_shaded_skips_what_cannot_be() -> None:
    """No Warlord Guerrilla in the five spaces: 1 placement, and no more."""
    table = at("taliban", event="35s", available="T 1u", spaces={"balkh": "W 1u"})
    choose(table, "khowst", "done")
    assert pieces(table, "khowst") == "T 1u"
    assert pieces(table, "balkh") == "W 1u"


# -- 36 Mullah Omar ---------------------------------------------------------------------------------


@pytest.mark.card("36u")
@pytest.mark.rule("5.1")
def test_mullah_omar_loses_4_guerrillas_as_the_taliban_choose() -> None:
    """1 of 3 in Zabol, 2 in Waziristan, so the 1 of Khowst must go too; and 2 Resources, all there are."""
    table = at(event="36u", taliban=2, spaces={"zabol": "T 3u", "waziristan": "T 1u 1a", "khowst": "T 1u"})
    assert asked(table) == "taliban event-space"
    choose(table, "zabol", "1", "waziristan")
    assert pieces(table, "zabol") == "T 2u"
    assert pieces(table, "waziristan") == pieces(table, "khowst") == ""
    assert resources(table, "taliban") == 0


@pytest.mark.card("36u")
@pytest.mark.rule("5.1")
def test_mullah_omar_takes_no_fewer_than_there_are() -> None:
    """With 3 on the map all go; a number too small to reach the total is not offered."""
    table = at(event="36u", taliban=9, spaces={"zabol": "T 2u", "khowst": "T 1a"})
    choose(table, "zabol")
    assert pieces(table, "zabol") == pieces(table, "khowst") == ""
    assert resources(table, "taliban") == 6


@pytest.mark.card("36s")
@pytest.mark.rule("6.4.2")
def test_mullah_omar_preaches_at_any_base() -> None:
    """Khowst is COIN-Controlled but has a Taliban Base; Ghazni has Guerrillas only."""
    spaces = {"khowst": "G 4t, T 1B", "ghazni": "G 4t, T 1u", "paktika": "T 1u"}
    table = at("taliban", step="sharia", taliban=5, lasting=["36-shaded"], spaces=spaces)
    assert keys(table) == ["khowst", "paktika", "done"]
    choose(table, "khowst")
    assert level(table, "khowst") == "opposition"
    assert resources(table, "taliban") == 4
    table = at("taliban", step="sharia", taliban=5, spaces=spaces)
    assert keys(table) == ["paktika", "done"]


@pytest.mark.card("36s")
@pytest.mark.rule("6.5.4")
def test_mullah_omar_lets_guerrillas_stay_in_provinces_but_not_on_locs() -> None:
    """The one on Kabul-Aibak must go to a haven; those in Zabol may stay."""
    spaces = {"zabol": "T 2u", "kabul-aibak": "T 1u"}
    table = at("taliban", step="redeploy-taliban", frozen=True, lasting=["36-shaded"], spaces=spaces)
    assert keys(table) == ["zabol", "kabul-aibak"]
    choose(table, "kabul-aibak", "waziristan")
    assert "done" in keys(table)
    choose(table, "done")
    assert pieces(table, "zabol") == "T 2u"
    table = at("taliban", step="redeploy-taliban", frozen=True, spaces=spaces)
    choose(table, "kabul-aibak", "waziristan")
    assert_refused(table, "done")
