"""Cards 37 to 45, side by side: what the Event does to a position."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import PROPAGANDA_CARDS
from khyber.games.distant_plain.rules.lasting import in_effect
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import control, count, eligible, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- 37 Afghan Commandos ----------------------------------------------------------------------------


@pytest.mark.card("37u")
@pytest.mark.rule("5.1", "5.5")
def test_commandos_come_find_and_assault_piece_by_piece_even_in_mountain() -> None:
    """3 Troops join a Base in Paktika, 3 Guerrillas are found, and each Troop removes one; the Base is the third."""
    table = at(
        "coalition", event="37u", government=0, aid=10, spaces={"paktika": "C 1B, T 2u 1B, W 1u", "zabol": "T 1u"}
    )
    choose(table, "3", "2", "0")  # the only space with COIN pieces; 2 Taliban found, no Warlord
    assert pieces(table, "paktika") == "C 1B, G 3t, T 2a 1B, W 1u"
    assert asked(table) == "government free-operation"
    choose(table, "assault", "taliban-guerrilla-active")  # once targeted, they lose all they can
    assert pieces(table, "paktika") == "C 1B, G 3t, W 1u"
    assert table.state.aid == 16
    assert resources(table, "government") == 0
    assert eligible(table) == ["government", "taliban", "warlords"]


@pytest.mark.card("37u")
def test_commandos_short_of_troops_fight_with_those_there() -> None:
    """In Kabul 1 Troop stands and none is Available: it removes 1, and 2 Police together 1 more."""
    table = at(
        "government",
        event="37u",
        available="G 0t",
        spaces={"kabul": "G 1t 2p, T 2u 2a", "zabol": "T 3u", "konduz": "C 1t, T 3a"},
    )
    assert keys(table) == ["kabul", "konduz"]
    choose(table, "kabul", "1", "assault", "taliban-guerrilla-active")
    assert pieces(table, "kabul") == "G 1t 2p, T 1u 1a"


@pytest.mark.card("37s")
def test_commandos_shaded_shift_two_spaces_and_hide_their_taliban() -> None:
    """Opposition may be chosen for the flip alone; Warlords stay Active, and so do Taliban elsewhere."""
    table = at(
        "taliban",
        event="37s",
        spaces="""
            kabul: G 2t, T 2a, W 1a, support
            paktika: G 1t, T 1u 1a, opposition
            konduz: G 1p, T 1a
            ghazni: G 1t, T 1a
        """,
    )
    assert_refused(table, "konduz")
    choose(table, "kabul", "paktika")
    assert [level(table, space) for space in ("kabul", "paktika", "ghazni")] == ["neutral", "opposition", "neutral"]
    assert pieces(table, "kabul") == "G 2t, T 2u, W 1a"
    assert pieces(table, "paktika") == "G 1t, T 2u"
    assert pieces(table, "ghazni") == "G 1t, T 1a"


# -- 38 Night Raids ---------------------------------------------------------------------------------


@pytest.mark.card("38u")
def test_night_raids_take_one_guerrilla_from_each_of_three_spaces_with_coalition_troops() -> None:
    """LoCs count, Underground too, Bases not; a Coalition Base alone raids nobody."""
    table = at(
        "coalition",
        event="38u",
        spaces="""
            paktika: C 1t, T 2u
            konduz: C 2t, T 1a, W 1u
            kabul-tor-kham: C 1t, W 1a
            zabol: C 1B, T 1u
            kandahar: C 1t, T 1B
            helmand: C 1t, T 1u
        """,
    )
    assert_refused(table, "zabol", "kandahar")
    choose(table, "paktika", "konduz", "0", "kabul-tor-kham")  # in Konduz not the Taliban one
    assert pieces(table, "paktika") == "C 1t, T 1u"
    assert pieces(table, "konduz") == "C 2t, T 1a"
    assert pieces(table, "kabul-tor-kham") == "C 1t"
    assert pieces(table, "helmand") == "C 1t, T 1u"


@pytest.mark.card("38s")
@pytest.mark.rule("2.3.6")
def test_night_raids_shaded_anger_two_spaces_and_stop_the_coalition() -> None:
    """The Coalition, next on this card, may do nothing more on it and sits out the next."""
    table = at(
        "taliban",
        event="38s",
        to_come=["coalition", "warlords"],
        government=3,
        warlords=1,
        spaces={"kabul": "C 1t, support", "konduz": "C 1t", "balkh": "C 1t, opposition", "helmand": "C 1B, support"},
    )
    assert_refused(table, "balkh", "helmand")
    choose(table, "kabul", "konduz")
    assert (level(table, "kabul"), level(table, "konduz")) == ("neutral", "opposition")
    assert asked(table) == "warlords turn"
    choose(table, "pass")
    assert eligible(table) == ["government", "warlords"]


@pytest.mark.card("38s")
def test_night_raids_shaded_with_nothing_to_shift_still_stop_the_coalition() -> None:
    table = at("taliban", event="38s", government=3)
    assert eligible(table) == ["government", "warlords"]


# -- 39 Trilateral Summit ---------------------------------------------------------------------------


@pytest.mark.card("39u")
@pytest.mark.rule("6.6.1")
def test_the_summit_turns_islamabad_and_adds_a_die_to_aid() -> None:
    """From Pressure to Hostility, which shows the Taliban in Pakistan; Aid stops at 75."""
    table = at("government", event="39u", aid=72, islamabad="pressure", chance=[5], spaces={"waziristan": "T 2u"})
    assert (table.state.islamabad, table.state.hard) == (0, False)
    assert pieces(table, "waziristan") == "T 2a"
    assert table.state.aid == 75


@pytest.mark.card("39u")
@pytest.mark.rule("6.6.1")
def test_the_summit_at_hostility_hardens_it() -> None:
    table = at("government", event="39u", aid=3, islamabad="hostility", chance=[4])
    assert (table.state.islamabad, table.state.hard, table.state.aid) == (0, True, 7)


@pytest.mark.card("39s")
@pytest.mark.rule("6.6.1")
@pytest.mark.parametrize(("before", "after"), [("tolerance", 3), ("sponsorship", 4)])
def test_the_summit_shaded_shifts_and_then_hardens_islamabad(before: str, after: int) -> None:
    table = at("taliban", event="39s", islamabad=before)
    assert (table.state.islamabad, table.state.hard) == (after, True)


# -- 40 Line Item -----------------------------------------------------------------------------------


@pytest.mark.card("40u")
@pytest.mark.rule("1.8")
@pytest.mark.parametrize(("before", "after"), [(10, 32), (60, 75)])
def test_a_line_item_adds_aid_to_resources_and_leaves_aid(before: int, after: int) -> None:
    table = at("coalition", event="40u", government=before, aid=22)
    assert (resources(table, "government"), table.state.aid) == (after, 22)


@pytest.mark.card("40s")
@pytest.mark.parametrize(("before", "after"), [(20, 11), (7, 0)])
def test_a_line_item_shaded_cuts_aid_by_two_dice(before: int, after: int) -> None:
    table = at("warlords", event="40s", aid=before, chance=[3, 6])
    assert table.state.aid == after


# -- 41 NATO Politics -------------------------------------------------------------------------------


@pytest.mark.card("41u")
def test_nato_returns_three_pieces_from_out_of_play_but_none_from_casualties() -> None:
    """2 Troops and 1 Base of 5 and 2; Casualties stay where they are."""
    table = at(
        "coalition", played=[41], available="C 1t 0B", casualties="C 4t", spaces={"kabul": "C 10t 2B", "konduz": "C 2B"}
    )
    assert pieces(table, "out-of-play") == "C 5t 2B"
    choose(table, "event-unshaded", "2", "1")
    assert pieces(table, "out-of-play") == "C 3t 1B"
    assert (count(table, "available", "C t"), count(table, "available", "C B")) == (3, 1)
    assert pieces(table, "casualties") == "C 4t"


@pytest.mark.card("41u")
def test_nato_with_nothing_out_of_play_changes_nothing() -> None:
    table = at("coalition", event="41u", casualties="C 4t")
    assert pieces(table, "casualties") == "C 4t"


@pytest.mark.card("41s")
def test_nato_shaded_takes_up_to_three_troops_of_one_space_out_of_play() -> None:
    """Of 5 Troops in Kabul 3 go, and their Base stays; Control follows."""
    table = at("taliban", event="41s", spaces={"kabul": "C 5t 1B, T 4u", "konduz": "C 1t"})
    choose(table, "kabul")
    assert keys(table) == ["0", "1", "2", "3"]
    choose(table, "3")
    assert pieces(table, "kabul") == "C 2t 1B, T 4u"
    assert control(table, "kabul") == "taliban"
    assert pieces(table, "out-of-play") == "C 3t"
    assert pieces(table, "casualties") == ""


# -- 42 NGOs ----------------------------------------------------------------------------------------


@pytest.mark.card("42u")
def test_ngos_win_two_spaces_without_terror_or_taliban() -> None:
    """Not where a Taliban Base stands, not where Terror lies, not where nobody lives."""
    table = at(
        "coalition",
        event="42u",
        aid=5,
        spaces="""
            konduz: opposition
            balkh: W 1u
            paktika: T 1B
            herat: 1terror
            kabul: support
        """,
    )
    assert_refused(table, "paktika", "herat", "kabul", "zabol", "waziristan")
    choose(table, "konduz", "balkh")
    assert (level(table, "konduz"), level(table, "balkh")) == ("neutral", "support")
    assert table.state.aid == 8


@pytest.mark.card("42s")
def test_ngos_shaded_meet_terror_where_guerrillas_are_and_no_coin_base() -> None:
    """1 marker each in 3 spaces; no level shifts; Aid does not fall below 0."""
    table = at(
        "taliban",
        event="42s",
        aid=2,
        spaces="""
            konduz: W 1u, support
            paktika: T 1a
            kabul: T 1u
            herat: T 1u, G 1B
            balkh: T 1B
            ghazni: T 1u
        """,
    )
    assert_refused(table, "herat", "balkh")
    choose(table, "konduz", "paktika", "kabul")
    assert [terror(table, space) for space in ("konduz", "paktika", "kabul", "ghazni")] == [1, 1, 1, 0]
    assert level(table, "konduz") == "support"
    assert table.state.aid == 0


@pytest.mark.card("42s")
def test_ngos_shaded_place_no_31st_marker() -> None:
    table = at("taliban", event="42s", aid=5, spaces={"konduz": "29terror", "paktika": "T 1a", "kabul": "T 1u"})
    choose(table, "paktika", "kabul")
    assert (terror(table, "paktika"), terror(table, "kabul"), table.state.aid) == (1, 0, 2)


# -- 43 Pakistani Offensive -------------------------------------------------------------------------


@pytest.mark.card("43u")
def test_the_offensive_removes_three_taliban_bases_last() -> None:
    """In Waziristan both Guerrillas have to go before the Base may; Balochistan is not open to it."""
    table = at(
        "government",
        event="43u",
        islamabad="backing",
        spaces={"waziristan": "T 1u 1a 2B", "northwest-frontier": "T 1u", "balochistan": "T 2u"},
    )
    assert_refused(table, "balochistan")
    choose(table, "waziristan", "1", "1", "1")
    assert pieces(table, "waziristan") == "T 1B"
    assert table.state.islamabad == 2


@pytest.mark.card("43u")
def test_the_offensive_spares_a_base_with_a_guerrilla_left_and_shifts_anyway() -> None:
    table = at("government", event="43u", islamabad="backing", spaces={"waziristan": "T 2u 1B"})
    choose(table, "1")  # one Guerrilla only: the Base is not asked about
    assert pieces(table, "waziristan") == "T 1u 1B"
    assert table.state.islamabad == 2

    table = at("government", event="43u", islamabad="backing")
    assert table.state.islamabad == 2


@pytest.mark.card("43s")
def test_the_offensive_shaded_drives_taliban_of_one_space_over_the_border_underground() -> None:
    """From Waziristan to Paktika and Zabol, not to a LoC nor within Pakistan; the other space then stays shut."""
    table = at(
        "taliban", event="43s", islamabad="backing", spaces={"waziristan": "T 1u 3a 1B", "northwest-frontier": "T 2a"}
    )
    choose(table, "waziristan")
    assert keys(table) == ["kandahar", "khowst", "paktika", "zabol"]
    choose(table, "paktika", "1", "1")
    assert keys(table) == ["waziristan", "done"]
    choose(table, "waziristan", "zabol", "1", "done")
    assert pieces(table, "paktika") == "T 2u"
    assert pieces(table, "zabol") == "T 1u"
    assert pieces(table, "waziristan") == "T 1a 1B"
    assert table.state.islamabad == 4


@pytest.mark.card("43s")
@pytest.mark.rule("6.6.1")
def test_the_offensive_shaded_may_move_nobody_and_still_shifts() -> None:
    table = at("taliban", event="43s", islamabad="sponsorship", spaces={"waziristan": "T 3a"})
    choose(table, "done")
    assert pieces(table, "waziristan") == "T 3a"
    assert (table.state.islamabad, table.state.hard) == (4, True)


# -- 44 Pakistani Politics --------------------------------------------------------------------------


@pytest.mark.card("44u")
@pytest.mark.parametrize(
    ("answers", "after"),
    [
        (["place-base", "waziristan"], "T 2u 2B"),
        (["place-guerrillas", "waziristan", "3"], "T 5u 1B"),
        (["remove-base"], "T 2u"),
        (["remove-guerrillas", "2"], "T 1B"),
    ],
)
def test_pakistani_politics_places_or_removes_a_base_or_guerrillas(answers: list[str], after: str) -> None:
    """A Base goes even from under its Guerrillas. Islamabad does not shift."""
    table = at("government", event="44u", spaces={"waziristan": "T 2u 1B"})
    choose(table, *answers)
    assert pieces(table, "waziristan") == after
    assert table.state.islamabad == 2


@pytest.mark.card("44u")
@pytest.mark.rule("5.1.3", "6.6.1")
def test_pakistani_politics_offers_only_what_can_be_done() -> None:
    """No Taliban in Pakistan: nothing to remove. At Hostility what is placed is Active. There is no shaded text."""
    table = at("taliban", played=[44], islamabad="hostility", spaces={"paktika": "T 2u 1B"})
    assert_refused(table, "event-shaded")
    choose(table, "event-unshaded")
    assert keys(table) == ["place-base", "place-guerrillas"]
    choose(table, "place-guerrillas", "balochistan", "2")
    assert pieces(table, "balochistan") == "T 2a"

    table = at("taliban", event="44u", available="T 0B", spaces={"balochistan": "T 1B"})
    assert keys(table) == ["place-guerrillas", "remove-base"]


# -- 45 Tribal Elders -------------------------------------------------------------------------------


def pass_until(table: Table[State], seat: str) -> None:
    """The others Pass, card after card, until it is the seat's turn."""
    while asked(table) != f"{seat} turn":
        choose(table, "pass")


@pytest.mark.card("45u")
@pytest.mark.rule("5.4", "3.3.4")
@pytest.mark.parametrize("holder", ["taliban", "warlords"])
def test_elders_let_an_insurgent_set_any_level_by_its_terror(holder: str) -> None:
    """Once executed, Terror of its holder may set Kabul to any level and leave Konduz as it is."""
    letter = holder[0].upper()
    table = at(
        holder,
        event="45u",
        resources=2,
        government=3,
        spaces={"kabul": f"{letter} 1u, opposition", "konduz": f"{letter} 1u, support"},
    )
    pass_until(table, holder)
    choose(table, "terror", "kabul")
    assert keys(table) == ["opposition", "neutral", "support"]
    choose(table, "support", "konduz", "support")
    assert (level(table, "kabul"), level(table, "konduz")) == ("support", "support")
    assert (terror(table, "kabul"), terror(table, "konduz")) == (1, 1)


@pytest.mark.card("45u")
@pytest.mark.rule("3.3.4")
def test_elders_do_not_listen_to_others() -> None:
    """The Warlords hold it: Taliban Terror shifts as it always does."""
    table = at("warlords", event="45u", taliban=1, government=3, spaces={"kabul": "T 1u, support"})
    pass_until(table, "taliban")
    choose(table, "terror")
    assert level(table, "kabul") == "neutral"


@pytest.mark.card("45u")
def test_elders_have_no_say_in_events() -> None:
    """The Taliban hold it; Night Raids, which they play next, shift Kabul by 1 level all the same."""
    table = at("taliban", event="45u", deck=[1, 38, 2], taliban=2, government=3, spaces={"kabul": "C 1t, support"})
    choose(table, "pass", "pass")
    pass_until(table, "taliban")
    choose(table, "event-shaded", "kabul")
    assert level(table, "kabul") == "neutral"


@pytest.mark.card("45u")
@pytest.mark.rule("3.3.1")
def test_elders_let_the_taliban_set_any_level_by_sharia() -> None:
    """Terror comes off first; then the level bought takes Paktika from Support to Opposition at once."""
    table = at("taliban", event="45u", taliban=3, government=3, spaces={"paktika": "T 1u 1B, support, 1terror"})
    pass_until(table, "taliban")
    choose(table, "rally", "paktika", "1", "sharia paktika", "more", "opposition")
    assert (level(table, "paktika"), terror(table, "paktika")) == ("opposition", 0)


@pytest.mark.card("45u")
@pytest.mark.rule("3.2.1", "4.3.1")
def test_elders_let_the_government_govern_without_losing_support() -> None:
    """Civic Action takes Konduz from Opposition to Support for one price; Kabul, Governed, stays at Support."""
    table = at(
        "government", event="45u", government=6, aid=10, spaces={"kabul": "G 2t, support", "konduz": "G 2t, opposition"}
    )
    pass_until(table, "government")
    before = resources(table, "government")
    choose(table, "train", "konduz", "govern", "patronage", "support", "done", "civic-action konduz", "support", "done")
    assert (level(table, "kabul"), table.state.patronage) == ("support", 3)
    assert level(table, "konduz") == "support"
    assert resources(table, "government") == before - 6


@pytest.mark.card("45u")
@pytest.mark.rule("4.3.3")
def test_elders_let_the_government_eradicate_without_opposition() -> None:
    """The Warlord Base goes from Konduz, which stays at Support."""
    table = at("government", event="45u", government=6, spaces={"konduz": "G 2t, W 1B, support"})
    pass_until(table, "government")
    choose(table, "patrol", "eradicate", "support")
    assert pieces(table, "konduz") == "G 2t"
    assert level(table, "konduz") == "support"


@pytest.mark.card("45u")
@pytest.mark.rule("5.4", "6.4.1", "6.6")
def test_elders_heed_civic_action_of_the_support_phase_and_go_home_at_reset() -> None:
    """The Coalition holds it: 3 Resources take Kabul from Opposition to Support. At Reset the text ends."""
    table = at(
        "coalition",
        event="45u",
        deck=[PROPAGANDA_CARDS[0], 1, 2],
        government=3,
        spaces={"kabul": "C 4t 1B, G 4p, opposition"},
    )
    assert in_effect(table.state, 45, "unshaded")
    while "kabul" not in keys(table):
        choose(table, "done")
    choose(table, "kabul", "support")
    assert level(table, "kabul") == "support"
    while not asked(table).endswith("turn"):
        choose(table, "done")
    assert not in_effect(table.state, 45, "unshaded")


@pytest.mark.card("45u")
@pytest.mark.rule("6.4.2")
def test_elders_heed_sharia_of_the_support_phase() -> None:
    """The Taliban hold it: 1 Resource takes Paktika from Support to Opposition."""
    table = at(
        "taliban", event="45u", deck=[PROPAGANDA_CARDS[0], 1, 2], taliban=1, spaces={"paktika": "T 3u 1B, support"}
    )
    while "paktika" not in keys(table):
        choose(table, "done")
    choose(table, "paktika", "opposition")
    assert level(table, "paktika") == "opposition"
