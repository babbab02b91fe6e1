"""2nd:8.7.3: March of the Non-player Taliban of the 2nd printing."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import LOCS, POPULATION, PROVINCES, SPACE_BY_ID, SPACE_IDS
from khyber.games.distant_plain.bots.machinery.flowchart import begin
from khyber.games.distant_plain.bots.second.taliban.flowchart import TALIBAN_CHART_2ND
from khyber.games.distant_plain.bots.second.taliban.moves import March
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, moves
from tests.distant_plain.bots.second.cases import bot, case, play_box, play_on
from tests.distant_plain.facts import control, count, pieces, resources

SABOTAGED = {SPACE_IDS[loc]: "sabotage" for loc in LOCS}
#: Every Province of Afghanistan with people at Opposition.
WON = {SPACE_IDS[space]: "opposition" for space in PROVINCES if POPULATION[space]}
#: Everywhere else one Guerrilla, who stays.
HELD = {SPACE_IDS[space]: "T 1u" for space in PROVINCES if not POPULATION[space]} | {
    "northwest-frontier": "T 1u",
    "balochistan": "T 1u",
    "waziristan": "T 1u",
}


def march_of(table: Table[State]) -> March:
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    return March(begin(bot("taliban"), play, "march"))


# -- who may leave ----------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.3")
def test_one_stays_an_underground_one_and_control_too() -> None:
    """Case 11 [T2.March.G]."""
    march = march_of(
        case(
            "taliban",
            """
                zabol: T 3u 1B, G 1t, W 1u
                kandahar: T 1u 2a
                helmand: T 3a, G 1p
                ghazni: T 4u, G 5t
                kabul-aibak: T 4u
                paktika: T 1u
            """,
        )
    )
    assert march.leaving(SPACE_BY_ID["zabol"]) == (1, 0, 1)
    assert march.leaving(SPACE_BY_ID["kandahar"]) == (0, 2, 2)
    assert march.leaving(SPACE_BY_ID["helmand"]) == (0, 1, 1)
    assert sorted(march.origins) == [SPACE_BY_ID[space] for space in ("helmand", "kandahar", "zabol")]


# -- next to an origin ------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.3")
@pytest.mark.parametrize(("there", "then"), [("", "T 1u"), ("G 1p", "G 1p, T 2u"), ("G 2p", "G 2p, T 1u")])
def test_a_loc_is_filled_until_taliban_exceed_or_two_are_there(there: str, then: str) -> None:
    """Case 59 [T2.March.1]: with two Police one goes unnoticed, two would not."""
    table = case("taliban", {**SABOTAGED, **WON, **HELD, "waziristan": "T 3u 1B", "kandahar-spin-boldak": there})
    head = play_box(table, "taliban", "march", alone=True)
    assert pieces(table, "kandahar-spin-boldak") == then and head.used()["T2.March.1"] == 1


@pytest.mark.rule("2nd:8.7.3")
def test_two_are_enough_on_a_loc_and_rich_ones_come_first() -> None:
    """[T2.March.1, R44]."""
    table = case(
        "taliban",
        {
            **WON,
            **HELD,
            "khowst": "T 4a, opposition",
            "kabul": "T 2u, G 9t",
            "kabul-tor-kham": "G 4p",
            "kandahar-kabul": "T 2a, G 3p",
        },
    )
    play_box(table, "taliban", "march", alone=True)
    assert pieces(table, "kabul-tor-kham") == "G 4p, T 2a" and pieces(table, "kandahar-kabul") == "G 3p, T 2a"


@pytest.mark.rule("2nd:8.7.3")
def test_underground_guerrillas_go_to_locs_first_each_origin_a_group() -> None:
    """[T2.March.1]: three watchers notice a group of any size, two notice two together."""
    for seed in range(6):
        table = case(
            "taliban",
            {**SABOTAGED, **WON, **HELD, "waziristan": "T 3u 1B", "zabol": "T 5a", "kandahar-spin-boldak": "G 2p"},
        )
        play_box(table, "taliban", "march", alone=True, seed=seed)
        assert pieces(table, "kandahar-spin-boldak") == "G 2p, T 1u 1a"


@pytest.mark.rule("2nd:8.7.3")
def test_kabul_is_filled_after_locs() -> None:
    """[T2.March.2]."""
    table = case("taliban", {**SABOTAGED, **WON, **HELD, "khowst": "T 4u, opposition", "kabul": "G 1p"})
    head = play_box(table, "taliban", "march", alone=True)
    assert pieces(table, "kabul") == "G 1p, T 2u" and head.used()["T2.March.2"] == 1
    assert resources(table, "taliban") == 39


@pytest.mark.rule("2nd:8.7.3")
def test_two_provinces_not_yet_won() -> None:
    """Case 61 [T2.March.3]."""
    spaces = {
        **SABOTAGED,
        "zabol": "T 4u 1B",
        "ghazni": "opposition",
        "paktika": "T 1u",
        "waziristan": "T 1u",
        "kandahar": "G 1p",
    }
    for seed in range(6):
        table = case("taliban", spaces)
        head = play_box(table, "taliban", "march", alone=True, seed=seed)
        assert pieces(table, "kandahar") == "G 1p, T 2u" and pieces(table, "oruzgan") == "T 1u"
        assert pieces(table, "zabol") == "T 1u 1B" and head.used() == {"T2.March.3": 2}
        assert resources(table, "taliban") == 38


@pytest.mark.rule("2nd:8.7.3")
def test_pakistan_counts_among_the_provinces() -> None:
    """[T2.March.3, R70]: with Backing it costs nothing."""

    def entered(seed: int) -> object:
        table = case(
            "taliban",
            {**SABOTAGED, **WON, **HELD, "waziristan": "T 2u 1B", "balochistan": "", "northwest-frontier": ""},
            taliban=1,
            islamabad="backing",
        )
        play_box(table, "taliban", "march", alone=True, seed=seed)
        assert resources(table, "taliban") == 1
        return moves(table)[0][3]

    assert set(in_many_worlds(entered)) == {"balochistan", "northwest-frontier"}


@pytest.mark.rule("2nd:8.7.3")
def test_without_resources_only_free_steps() -> None:
    """[T2.March.C]: a free March of an Event costs nothing."""
    spaces = {**SABOTAGED, **WON, **HELD, "zabol": "T 3u", "waziristan": ""}
    table = case("taliban", spaces, taliban=0, islamabad="backing")
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    plan = TALIBAN_CHART_2ND.box(bot("taliban"), play, "march")
    assert plan is not None and plan.legs == [(SPACE_BY_ID["zabol"], SPACE_BY_ID["waziristan"])]
    play.state.islamabad = 2
    assert TALIBAN_CHART_2ND.box(bot("taliban"), play, "march") is None
    play.state.op_free = True
    assert TALIBAN_CHART_2ND.box(bot("taliban"), play, "march") is not None


# -- further on -------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.3")
def test_through_pashtun_land_to_a_province_further_on() -> None:
    """Case 62 [T2.March.4, T2.March.5, R47]."""
    spaces = {**SABOTAGED, **WON, **HELD, "waziristan": "T 4u 1B", "helmand": ""}
    for seed in range(4):
        table = case("taliban", spaces, islamabad="backing")
        head = play_box(table, "taliban", "march", alone=True, seed=seed)
        assert moves(table) == [
            ("taliban-guerrilla-underground", 2, "waziristan", "kandahar"),
            ("taliban-guerrilla-underground", 1, "kandahar", "helmand"),
        ]
        assert resources(table, "taliban") == 39 and head.used() == {"T2.March.4": 1}
        assert control(table, "helmand") == "taliban"


@pytest.mark.rule("2nd:8.7.3", "2nd:8.7.4")
def test_sandstorms_keep_them_from_going_on() -> None:
    """Case 62 [T2.March.6]."""
    spaces = {**SABOTAGED, **WON, **HELD, "waziristan": "T 4u 1B", "helmand": "", "kandahar": "opposition, T 1u, G 1t"}
    table = case("taliban", spaces, islamabad="backing", lasting=["57-unshaded"], available="T 0u 0B")
    head = play_on(table, "taliban")
    assert moves(table) == [] and head.used()["T2.None.1"] == 1 and activities(table) == ["ambush"]


@pytest.mark.rule("2nd:8.7.3")
def test_as_many_as_control_needs_from_the_nearest_origins() -> None:
    """[T2.March.4]: two Provinces were entered before; the third takes what it needs."""
    spaces = {**SABOTAGED, **WON, **HELD, "zabol": "T 9u 1B", "kandahar": "G 2t", "oruzgan": "", "paktika": ""}
    for seed in range(6):
        table = case("taliban", spaces)
        head = play_box(table, "taliban", "march", alone=True, seed=seed)
        assert head.used() == {"T2.March.3": 2, "T2.March.4": 1} and count(table, "zabol", "T u") >= 1
        assert control(table, "oruzgan") == control(table, "paktika") == "taliban"
        assert count(table, "kandahar", "T u") in (2, 3)


@pytest.mark.rule("2nd:8.7.3")
def test_a_space_on_the_way_keeps_its_control() -> None:
    """[T2.March.5]: five can leave; COIN keeps Kandahar, and one stays there."""
    spaces = {**SABOTAGED, **WON, **HELD, "waziristan": "T 6u 1B", "kandahar": "opposition, G 9t", "helmand": "G 2t"}
    table = case("taliban", spaces, islamabad="backing")
    play_box(table, "taliban", "march", alone=True)
    assert pieces(table, "kandahar") == "G 9t, T 1u" and control(table, "kandahar") == "coin"
    assert pieces(table, "helmand") == "G 2t, T 3u" and pieces(table, "waziristan") == "T 2u 1B"


@pytest.mark.rule("2nd:8.7.3")
def test_those_on_the_way_go_along() -> None:
    """[T2.March.4]: a Pashtun space that is entered becomes an origin."""
    spaces = {
        **SABOTAGED,
        **WON,
        **HELD,
        "waziristan": "T 2u 1B",
        "kandahar": "opposition, T 3u, G 9t",
        "helmand": "G 2t",
    }
    table = case("taliban", spaces, islamabad="backing")
    play_box(table, "taliban", "march", alone=True)
    assert pieces(table, "helmand") == "G 2t, T 3u" and pieces(table, "kandahar") == "G 9t, T 1u"


@pytest.mark.rule("2nd:8.7.3")
def test_a_group_into_other_land_stays_unnoticed() -> None:
    """[T2.March.4, N2.Proc.5]: two watchers in Samangan leave room for one."""
    spaces = {**SABOTAGED, **WON, **HELD, "kabul": "T 9u, G 1t", "samangan": "G 2t"}
    table = case("taliban", spaces, taliban=9)
    head = play_box(table, "taliban", "march", alone=True)
    assert head.used() == {"T2.March.3": 1} and pieces(table, "samangan") == "G 2t, T 1u"


@pytest.mark.rule("2nd:8.7.3")
def test_a_limited_march_has_one_destination() -> None:
    table = case("taliban", {"zabol": "T 5u", "waziristan": "T 4u"})
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    play.state.limited = True
    plan = TALIBAN_CHART_2ND.box(bot("taliban"), play, "march")
    assert plan is not None and len({dest for _, dest in plan.legs}) == 1


@pytest.mark.rule("2nd:8.7.3")
def test_only_those_march_whom_an_event_names() -> None:
    """[N2.Event.6]: the movers must begin in certain spaces."""
    table = case("taliban", {**SABOTAGED, "zabol": "T 5u", "waziristan": "T 4u 1B"}, islamabad="backing")
    play = Seen(table, table.decision).play()  # type: ignore[arg-type]
    assert isinstance(play, Play)
    play.state.op_free, play.state.op_from = True, 1 << SPACE_BY_ID["waziristan"]
    plan = TALIBAN_CHART_2ND.box(bot("taliban"), play, "march")
    assert plan is not None and SPACE_BY_ID["zabol"] not in {origin for origin, _ in plan.legs}


@pytest.mark.rule("2nd:8.7.3")
def test_after_a_march_they_extort_the_rich_loc_they_entered() -> None:
    """[T2.SA.1]."""
    table = case("taliban", {**WON, **HELD, "waziristan": "T 3u 1B"}, taliban=1)
    play_box(table, "taliban", "march")
    assert activities(table) == ["extort"] and resources(table, "taliban") == 4
