"""2nd:8.5.1 to 8.5.3: Rally, March and Terror of the Non-player Warlords of the 2nd printing."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import IS_LOC, LOCS, PROVINCES, SPACE_BY_ID, SPACE_IDS
from khyber.games.distant_plain.bots.second.warlords.flowchart import WARLORDS_CHART_2ND, first_box
from khyber.games.distant_plain.bots.second.warlords.march import may_leave
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, moves, placed, selected, with_elders
from tests.distant_plain.bots.second.cases import bot, case, play_box, play_on
from tests.distant_plain.facts import control, count, level, pieces, resources

POLICED_LOCS = {SPACE_IDS[loc]: "G 1p" for loc in LOCS}


def guerrillas(table: Table[State], space: str) -> int:
    return count(table, space, "W u") + count(table, space, "W a")


# -- selection --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.1", "2nd:8.5.2", "2nd:8.5.3")
def test_pieces_available_then_wealth_say_where_to_begin() -> None:
    """[W2.Select]: 6 pieces Available; then 50 Resources and Bases together."""
    few = {"balkh": "W 15u 2B", "konduz": "W 2B", "herat": "W 2B", "samangan": "W 1B"}
    assert first_box(case("warlords", {"balkh": "W 9u 2B"}, available="W 6u 0B").state) == "rally"
    assert first_box(case("warlords", few, available="W 0u 5B", warlords=43).state) == "march"
    assert first_box(case("warlords", few, available="W 0u 5B", warlords=44).state) == "terror"
    del few["samangan"]
    assert first_box(case("warlords", few, available="W 0u 6B", warlords=75).state) == "rally"


@pytest.mark.rule("2nd:8.5.3")
def test_after_a_terror_in_vain_they_rally() -> None:
    """Case 25 [W2.None.1]."""
    table = case(
        "warlords",
        {"balkh": "W 2u 2B", "herat": "W 2a, opposition", "konduz": "support"},
        available="W 3u 0B",
        warlords=60,
    )
    head = play_on(table, "warlords")
    assert head.used()["W2.None.1"] == 1 and selected(table)
    assert "W2.Terror.3" not in head.used()


@pytest.mark.rule("2nd:8.5.2")
def test_a_rally_in_vain_after_terror_does_not_lead_on_to_march() -> None:
    """[W2.None.1, R19]: nobody to place, no Base to build; a March would be possible."""
    spaces = {"balkh": "W 2u, G 1B, T 1B", "konduz": "W 2B", "herat": "W 2B", "ghowr": "W 2B"}
    table = case("warlords", spaces, available="W 0u 0B", warlords=60)
    head = play_on(table, "warlords")
    assert head.used() == {"N2.Seq.9": 1} and resources(table, "warlords") == 61
    table = case("warlords", spaces, available="W 0u 0B", warlords=40)
    head = play_on(table, "warlords")
    assert head.used()["W2.Select.2"] == 1


@pytest.mark.rule("2nd:8.5.2")
def test_a_rally_in_vain_leads_to_march() -> None:
    """[W2.None.1]: 6 Bases Available, but nobody to place or to turn into one."""
    table = case("warlords", {"balkh": "W 1u, G 2B"}, available="W 0u 6B")
    head = play_on(table, "warlords")
    assert head.used()["W2.None.1"] == 1 and head.used()["W2.March.1"] == 1


# -- Rally ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.1")
def test_guerrillas_in_sight_at_a_base_are_hidden_first() -> None:
    """Case 13 [W2.Rally.1]."""
    table = case("warlords", {"balkh": "W 2a 1B, G 1p", "konduz": "W 2u"}, warlords=1)
    play_box(table, "warlords", "rally", alone=True)
    assert selected(table) == ["balkh"] and pieces(table, "balkh") == "G 1p, W 2u 1B"
    for there in ({"faryab": "W 1u 1a 1B, G 1p"}, {"farah": "W 2a 1B, G 1p"}):
        table = case("warlords", {**there, "konduz": "W 2u, T 2B"}, warlords=1)
        assert "W2.Rally.1" not in play_box(table, "warlords", "rally").used()


@pytest.mark.rule("2nd:8.5.1")
def test_two_guerrillas_become_a_base_where_there_is_room() -> None:
    """Case 14 [W2.Rally.2]."""
    table = case("warlords", {"konduz": "W 1a 2u, G 1B"}, warlords=1)
    play_box(table, "warlords", "rally", alone=True)
    assert pieces(table, "konduz") == "G 1B, W 1u 1B"
    table = case("warlords", {"konduz": "W 1a 2u, G 1B, C 1B"}, warlords=1)
    assert "W2.Rally.2" not in play_box(table, "warlords", "rally").used()


@pytest.mark.rule("2nd:8.5.1")
@pytest.mark.parametrize(("space", "placed_there"), [("balkh", 3), ("farah", 1)])
def test_bases_without_guerrillas_get_as_many_as_can_be(space: str, placed_there: int) -> None:
    """Case 15 [W2.Rally.3, W2.Rally.N]."""
    table = case("warlords", {space: "W 1B"}, warlords=1)
    play_box(table, "warlords", "rally", alone=True)
    assert pieces(table, space) == f"W {placed_there}u 1B"


@pytest.mark.rule("2nd:8.5.1", "2nd:8.5.4")
def test_a_province_where_they_can_cultivate() -> None:
    """Case 17 [W2.Rally.5, W2.Cultivate]."""
    policed = {SPACE_IDS[space]: "G 1p" for space in PROVINCES if SPACE_IDS[space] != "herat"}
    for seed in range(5):
        table = case("warlords", policed, warlords=1)
        head = play_box(table, "warlords", "rally", seed=seed)
        assert pieces(table, "herat") == "W 1u 1B" and selected(table) == ["herat"]
        assert head.used() == {"W2.Rally.5": 1, "W2.Cultivate": 1}


@pytest.mark.rule("2nd:8.5.1")
def test_then_other_provinces_up_to_three() -> None:
    """Case 89 [W2.Rally.6]."""
    policed = {SPACE_IDS[space]: "G 1p" for space in PROVINCES if SPACE_IDS[space] != "herat"}
    found = set()
    for seed in range(8):
        table = case("warlords", policed, warlords=10)
        play_box(table, "warlords", "rally", seed=seed)
        assert selected(table)[0] == "herat" and len(selected(table)) == 3 and "kabul" not in selected(table)
        assert [n for _, n, _ in placed(table, "3.3.1")] == [1, 1, 1] and resources(table, "warlords") == 7
        assert pieces(table, "herat") == "W 1u 1B"
        found.add(tuple(selected(table)))
    assert len(found) > 1


@pytest.mark.rule("2nd:8.5.1")
def test_never_in_kabul() -> None:
    """Case 18 [R20]."""
    table = case("warlords", {"kabul": "W 1B", "konduz": "W 1u"}, warlords=1)
    head = play_box(table, "warlords", "rally", alone=True)
    assert selected(table) == ["konduz"] and head.used() == {"W2.Rally.4": 1}


@pytest.mark.rule("2nd:8.5.1")
def test_guerrillas_alone_are_those_where_nobody_has_a_base() -> None:
    """[W2.Rally.4, R21]."""
    for seed in range(5):
        table = case("warlords", {"balkh": "W 1u, G 1B", "konduz": "W 1u"}, warlords=1)
        play_box(table, "warlords", "rally", alone=True, seed=seed)
        assert selected(table) == ["konduz"]


@pytest.mark.rule("2nd:8.5.1")
def test_a_free_rally_of_an_event_keeps_to_its_spaces() -> None:
    """[N2.Event.6]."""
    table = case("warlords", {"konduz": "W 2u"}, warlords=0)
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    play.state.op_free, play.state.op_only = True, 1 << SPACE_BY_ID["herat"]
    plan = WARLORDS_CHART_2ND.box(bot("warlords"), play, "rally")
    assert plan is not None and plan.queues["rally-space",] == [SPACE_BY_ID["herat"]]


# -- March ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.2")
def test_one_guerrilla_goes_to_the_richest_empty_loc_even_if_sabotaged() -> None:
    """Case 90 [W2.March.1, R23]."""
    table = case("warlords", {"kabul-tor-kham": "sabotage", "khowst": "W 1u"})
    head = play_box(table, "warlords", "march")
    assert pieces(table, "kabul-tor-kham") == "W 1u" and head.used()["W2.March.1"] == 1
    assert resources(table, "warlords") == 40


@pytest.mark.rule("2nd:8.5.2")
def test_an_underground_guerrilla_goes_to_the_loc_if_one_can() -> None:
    """[W2.March.1]."""
    for seed in range(6):
        table = case("warlords", {"khowst": "W 3a", "nuristan": "W 1u"}, warlords=0)
        play_box(table, "warlords", "march", seed=seed)
        assert pieces(table, "kabul-tor-kham") == "W 1u"


@pytest.mark.rule("2nd:8.5.2")
def test_control_is_ended_only_by_as_many_as_go_unnoticed() -> None:
    """Case 21 [W2.March.2, R6]."""
    table = case("warlords", {**POLICED_LOCS, "baghlan": "W 5u", "kabul": "G 3t 1p"})
    assert "W2.March.2" not in play_box(table, "warlords", "march").used()
    table = case("warlords", {**POLICED_LOCS, "baghlan": "W 5a", "kabul": "G 3t 1p"})
    head = play_box(table, "warlords", "march", alone=True)
    assert head.used()["W2.March.2"] == 1
    assert pieces(table, "kabul") == "G 3t 1p, W 5a" and control(table, "kabul") == "none"


@pytest.mark.rule("2nd:8.5.2")
def test_control_of_more_people_is_ended_first() -> None:
    """[W2.March.2]."""
    for seed in range(6):
        table = case(
            "warlords",
            {**POLICED_LOCS, "baghlan": "W 1u", "konduz": "G 1t", "samangan": "T 1u", "badakhshan": "T 1u"},
            warlords=1,
        )
        play_box(table, "warlords", "march", seed=seed, alone=True)
        assert moves(table) == [("warlords-guerrilla-underground", 1, "baghlan", "konduz")]


@pytest.mark.rule("2nd:8.5.2", "2nd:8.5.3")
def test_the_last_guerrilla_at_a_base_stays() -> None:
    """Case 22 [W2.March.G, W2.None.1]."""
    table = case("warlords", {"samangan": "W 1u 1B"}, available="W 0u 0B")
    assert may_leave(table.state, SPACE_BY_ID["samangan"]) == (0, 0, 0)
    head = play_on(table, "warlords")
    assert moves(table) == [] and head.used() == {"N2.Seq.9": 1}
    assert [message.params["operation"] for message in head.why() if message.key == "why.skip"] == [
        "march",
        "terror",
        "rally",
    ]


@pytest.mark.rule("2nd:8.5.2")
def test_guerrillas_left_at_a_base_may_be_active() -> None:
    """[W2.March.G]: of any state."""
    state = case("warlords", {"balkh": "W 1u 2a 1B", "herat": "W 2a, G 1t"}).state
    assert may_leave(state, SPACE_BY_ID["balkh"]) == (1, 2, 2)
    assert may_leave(state, SPACE_BY_ID["herat"]) == (0, 1, 1)


@pytest.mark.rule("2nd:8.5.2", "2nd:8.5.4")
def test_all_go_to_a_province_where_they_can_cultivate() -> None:
    """Case 23 [W2.March.3]."""
    for seed in range(8):
        table = case(
            "warlords",
            {**POLICED_LOCS, "badghis": "W 2u", "herat": "G 2p, T 2u", "ghowr": "G 3p, T 3u", "faryab": "G 1p, T 1u"},
        )
        head = play_box(table, "warlords", "march", seed=seed)
        assert pieces(table, "faryab") == "G 1p, T 1u, W 2u 1B" and pieces(table, "badghis") == ""
        assert head.used() == {"W2.March.3": 1, "W2.Cultivate": 1} and resources(table, "warlords") == 39


@pytest.mark.rule("2nd:8.5.2")
def test_any_province_if_cultivation_is_possible_nowhere() -> None:
    """[W2.March.3]: never Kabul."""

    def entered(seed: int) -> object:
        table = case("warlords", {**POLICED_LOCS, "samangan": "W 1u"}, available="W 0u 0B")
        play_box(table, "warlords", "march", seed=seed, alone=True)
        return moves(table)[0][3]

    assert set(in_many_worlds(entered)) == {"baghlan", "balkh", "bamian", "sar-e-pol"}


@pytest.mark.rule("2nd:8.5.2")
def test_guerrillas_on_locs_stay() -> None:
    """[R22]."""
    table = case("warlords", {**POLICED_LOCS, "kabul-aibak": "W 3u", "samangan": "G 1t"})
    play_box(table, "warlords", "march")
    assert moves(table) == []


@pytest.mark.rule("2nd:8.5.2")
def test_aerostats_let_active_ones_go_first() -> None:
    """[N2.Proc.5, in force: Aerostats]: all would be seen, so all go."""
    spaces = {**POLICED_LOCS, "baghlan": "W 2u 2a", "konduz": "C 1B 3t", "samangan": "G 1p, T 1u"}
    table = case("warlords", spaces, lasting=["5-unshaded"])
    play_box(table, "warlords", "march", alone=True)
    assert pieces(table, "konduz") == "C 3t 1B, W 4a"


@pytest.mark.rule("2nd:8.5.2")
def test_a_march_that_is_limited_has_one_destination() -> None:
    table = case("warlords", {"khowst": "W 3u", "kabul": "G 1t"})
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    play.state.limited = True
    plan = WARLORDS_CHART_2ND.box(bot("warlords"), play, "march")
    assert plan is not None and len(plan.legs) == 1 and IS_LOC[plan.legs[0][1]]


# -- Terror -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.5.3")
@pytest.mark.parametrize(
    ("players", "first", "then"),
    [
        ((), "opposition", "support"),
        (("taliban",), "opposition", "support"),
        (("coalition",), "support", "opposition"),
        (("coalition", "taliban"), "either", "either"),
    ],
)
def test_terror_by_who_is_a_player(players: tuple[str, ...], first: str, then: str) -> None:
    """[W2.Terror.1 to .3]."""

    def silenced(seed: int) -> object:
        table = case("warlords", {"balkh": "W 1u 1B, support", "konduz": "W 1u, opposition"}, players=players)
        play_box(table, "warlords", "terror", seed=seed, alone=True)
        assert resources(table, "warlords") == 39 and len(selected(table)) == 1
        space = selected(table)[0]
        assert level(table, space) == "neutral" and count(table, space, "W a") == 1
        return {"balkh": "support", "konduz": "opposition"}[space]

    found = set(in_many_worlds(silenced))
    assert found == ({"support", "opposition"} if first == "either" else {first})
    word = then if first != "either" else "support"
    table = case("warlords", {"balkh": f"W 1u, {word}"}, players=players)
    play_box(table, "warlords", "terror", alone=True)
    assert selected(table) == ["balkh"]


@pytest.mark.rule("2nd:8.5.3")
def test_elders_that_the_warlords_heed_say_neutral() -> None:
    """Case 109 [R68]."""
    table = with_elders(case("warlords", {"balkh": "W 1u, support"}), "warlords")
    play_box(table, "warlords", "terror", alone=True)
    assert level(table, "balkh") == "neutral"


@pytest.mark.rule("2nd:8.5.3", "2nd:8.5.4")
def test_after_terror_they_suborn_even_if_they_could_traffic() -> None:
    """Case 105 [W2.SA.1]."""
    table = case("warlords", {"balkh": "W 1u 2B, support", "zabol": "T 1u"})
    play_box(table, "warlords", "terror")
    assert activities(table) == ["suborn"]
