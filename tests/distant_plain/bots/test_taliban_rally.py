"""8.8.4: Rally and Infiltrate of the Non-player Taliban."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.play import run
from khyber.engine.table import Table
from khyber.games.distant_plain.board import KINDS, PAKISTAN, SPACE_BY_ID, T_ACTIVE, T_UNDERGROUND, TALIBAN
from khyber.games.distant_plain.bots.third.taliban.rally import wanted_rally
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.rules.events import free_operation
from khyber.games.distant_plain.rules.operations.conditions import DESPITE_ISLAMABAD
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, play_box, play_on
from tests.distant_plain.bots.looking import with_elders
from tests.distant_plain.facts import count, level, pieces, resources, terror

LOCS = (
    "kabul-tor-kham",
    "kandahar-spin-boldak",
    "kabul-aibak",
    "shibirghan-aibak",
    "farah-kandahar",
    "toraghondi-farah",
    "kandahar-kabul",
)
OTHERS = (
    "badakhshan",
    "badghis",
    "baghlan",
    "balkh",
    "bamian",
    "farah",
    "faryab",
    "ghowr",
    "herat",
    "konduz",
    "nimruz",
    "samangan",
    "sar-e-pol",
    "zabol",
)


def rally_is_wanted(table: Table[State]) -> bool:
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.special_allowed = True
    return wanted_rally(bot("taliban"), play)[0]


# -- Rally ------------------------------------------------------------------------------------------


@pytest.mark.rule("8.8.4")
def test_guerrillas_shown_at_a_base_are_joined_by_others_or_hide() -> None:
    """T-09 [T.Rally.3, place/flip]."""
    table = case("taliban", {"helmand": "T 1B 2a, G 1t"})
    head = play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "helmand") == "G 1t, T 2u 2a 1B" and head.used()["T.Rally.3"] == 1
    table = case("taliban", {"helmand": "T 1B 2a, G 1t", "waziristan": "T 2B 28u"})
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "helmand") == "G 1t, T 2u 1B"


@pytest.mark.rule("8.8.4")
def test_kabul_first_then_the_most_populous_ground_without_coalition() -> None:
    """T-10 [T.Rally.4 .5]."""
    table = case(
        "taliban",
        {"kabul": "C 2t", "baghlan": "C 1t", "balkh": "C 1t", "kandahar": "C 1t", "khowst": "C 1t"},
        taliban=3,
    )
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "kabul") == "C 2t, T 1u"
    assert pieces(table, "konduz") == pieces(table, "nuristan") == "T 1u"
    assert resources(table, "taliban") == 0 and count(table, "available", "T u") == 27


@pytest.mark.rule("8.8.4")
def test_six_spaces_are_paid_and_pakistan_comes_free() -> None:
    """T-11 [T.Rally.6 .7, six paid spaces]."""
    poor = ("ghazni", "helmand", "oruzgan", "paktika")
    rich = ("kandahar", "khowst", "nuristan")
    for seed in range(8):
        table = case(
            "taliban",
            {
                "kabul": "T 1u",
                **dict.fromkeys((*rich, *poor, "waziristan"), "T 1B 1u"),
                **dict.fromkeys(OTHERS, "C 1t"),
            },
            islamabad="backing",
        )
        play_box(table, "taliban", "rally", seed=seed, alone=True)
        assert [count(table, name, "T u") for name in rich] == [4, 4, 4]
        assert sorted(count(table, name, "T u") for name in poor) == [1, 3, 3, 3]
        assert pieces(table, "waziristan") == "T 3u 1B"
        assert pieces(table, "northwest-frontier") == pieces(table, "balochistan") == "T 1u"
        assert sorted(level(table, name) for name in rich) == ["neutral", "neutral", "opposition"]
        assert resources(table, "taliban") == 13


@pytest.mark.rule("8.8.4")
def test_fifteen_guerrillas_available_call_for_a_rally() -> None:
    """T-34 [T.Rally.0]."""
    on_roads = dict.fromkeys(LOCS, "T 2u")
    assert not rally_is_wanted(case("taliban", {**on_roads, "farah": "T 2u"}))
    assert rally_is_wanted(case("taliban", {**on_roads, "farah": "T 1u"}))


@pytest.mark.rule("8.8.4")
def test_a_base_to_build_calls_for_a_rally() -> None:
    """T.Rally.0, second half: three Guerrillas and room, if it can be paid and a Base is Available."""
    crowd = {"waziristan": "T 2B 17a"}
    assert rally_is_wanted(case("taliban", {**crowd, "herat": "T 3u"}))
    assert not rally_is_wanted(case("taliban", {**crowd, "herat": "T 3u, support"}))  # no Rally there
    assert not rally_is_wanted(case("taliban", {**crowd, "herat": "T 3u, W 2B"}))
    assert not rally_is_wanted(case("taliban", {**crowd, "herat": "T 3a"}, taliban=0))
    assert rally_is_wanted(case("taliban", {**crowd, "herat": "T 3u"}, taliban=0))  # after an Extort
    assert not rally_is_wanted(case("taliban", {**crowd, "herat": "T 2u"}))


@pytest.mark.rule("8.8.4")
def test_bases_without_guerrillas_come_first() -> None:
    """T.Rally.1: with 1 Resource the empty Base in Zabol, though Herat could build one."""
    table = case("taliban", {"zabol": "T 1B, G 1t", "herat": "T 3a"}, taliban=1)
    head = play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "zabol") == "G 1t, T 1u 1B" and head.used() == {"T.Rally.1": 1}
    assert pieces(table, "herat") == "T 3a"


@pytest.mark.rule("8.8.4")
def test_active_guerrillas_make_the_base_and_pakistan_comes_first() -> None:
    """T.Rally.2, with 1 Resource."""
    table = case("taliban", {"waziristan": "T 2u 1a", "herat": "T 1u 2a, W 3u"}, taliban=1)
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "waziristan") == "T 1u 1B" and pieces(table, "herat") == "T 1u 2a, W 3u"
    table = case("taliban", {"herat": "T 1u 2a, W 3u"}, taliban=1)
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "herat") == "T 1u 1B, W 3u"


@pytest.mark.rule("8.8.4")
def test_a_second_base_in_a_space_but_never_a_third() -> None:
    """R-T8."""
    table = case("taliban", {"herat": "T 1B 3u", "zabol": "T 1B 3u, W 1B"})
    play_box(table, "taliban", "rally")
    assert pieces(table, "herat") == "T 1u 2B"
    assert count(table, "zabol", "T B") == 1


@pytest.mark.rule("8.8.4")
def test_a_rally_pauses_to_extort() -> None:
    """T.Rally.P: the Base in Herat is paid with what Ghazni brings."""
    table = case("taliban", {"herat": "T 3a", "ghazni": "T 2u"}, taliban=0)
    head = play_box(table, "taliban", "rally")
    assert pieces(table, "herat") == "T 1a 1B" and pieces(table, "ghazni") == "T 1u 1a"
    assert head.used()["T.Extort.1"] == 1


@pytest.mark.rule("8.8.4")
def test_no_rally_in_pakistan_under_pressure_and_none_for_free_at_tolerance() -> None:
    """T.Rally.P, .7."""
    for islamabad in ("pressure", "tolerance"):
        table = case("taliban", {}, islamabad=islamabad)
        play_box(table, "taliban", "rally")
        assert not any(pieces(table, name) for name in ("waziristan", "northwest-frontier", "balochistan"))


@pytest.mark.rule("8.8.4", "8.3.4")
def test_a_free_rally_in_pakistan_despite_islamabad() -> None:
    """T.Rally.6, .7 by an Event: nothing is paid, nowhere else, and at Hostility arrivals are Active."""
    table = case("taliban", {"waziristan": "T 1B 1a", "kandahar": "T 1B 1u"}, taliban=0, islamabad="hostility")
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    head = bot("taliban")
    run(
        free_operation(play, TALIBAN, ["rally"], spaces=PAKISTAN, text=DESPITE_ISLAMABAD),
        lambda decision: head.answer(play, decision),
    )
    assert [play.state.pieces[space * KINDS + T_ACTIVE] for space in PAKISTAN] == [1, 1, 3]
    assert play.state.pieces[SPACE_BY_ID["kandahar"] * KINDS + T_UNDERGROUND] == 1


@pytest.mark.rule("8.8.4")
def test_sharia_at_the_end_of_a_rally_goes_as_far_as_it_can() -> None:
    """T.Rally.S: Kandahar from Support to Opposition, its Terror first, COIN Control or not."""
    table = case("taliban", {"kandahar": "T 1B 1u, C 4t, support, 1terror", "ghazni": "T 1B 1u, support"})
    play_box(table, "taliban", "rally")
    assert level(table, "kandahar") == "opposition" and terror(table, "kandahar") == 0
    assert level(table, "ghazni") == "support"


@pytest.mark.rule("8.8.4")
def test_no_sharia_is_begun_that_would_shift_nothing() -> None:
    """T.Rally.S: one Resource is left, and two Terror markers would have to be removed first."""
    table = case("taliban", {"kandahar": "T 1B, C 4t, support, 2terror"}, taliban=2)
    play_box(table, "taliban", "rally")
    assert terror(table, "kandahar") == 2 and level(table, "kandahar") == "support"


# -- Special Activities -----------------------------------------------------------------------------


@pytest.mark.rule("8.8.4")
def test_extort_on_the_richest_locs_comes_first() -> None:
    """T-13 [T.LoCExtort]."""
    table = case(
        "taliban", {"kabul-tor-kham": "T 1u", "kandahar-spin-boldak": "T 1u, G 1p", "ghazni": "T 2u, opposition"}
    )
    head = play_on(table, "taliban")
    assert pieces(table, "kabul-tor-kham") == "T 1a" and pieces(table, "ghazni") == "T 2u"
    assert pieces(table, "kandahar-spin-boldak") == "G 1p, T 1u"
    assert head.used()["T.LoCExtort"] == 1 and "T.Infiltrate" not in head.used()
    assert resources(table, "taliban") == 20 - 3 + 4


@pytest.mark.rule("8.8.4")
def test_a_sabotaged_loc_is_left_alone() -> None:
    """R-T6: then Extort elsewhere, by T.Extort."""
    table = case("taliban", {"kabul-tor-kham": "T 1u, sabotage", "ghazni": "T 2u, opposition"})
    head = play_on(table, "taliban")
    assert pieces(table, "kabul-tor-kham") == "T 1u" and pieces(table, "ghazni") == "T 1u 1a"
    assert "T.LoCExtort" not in head.used() and head.used()["T.Extort.1"] == 1


@pytest.mark.rule("8.8.4")
def test_infiltrate_where_most_cubes_of_a_player_go() -> None:
    """T-14 [T.Infiltrate, G Player]."""
    table = case("taliban", {"balkh": "T 1u, G 3p", "kabul": "T 1u, G 1t"}, players=["government"])
    head = play_box(table, "taliban", "rally")
    assert pieces(table, "balkh") == "G 1p, T 1u" and pieces(table, "kabul") == "G 1t, T 1u"
    assert table.state.patronage == 3 and head.used()["T.Infiltrate"] == 1


@pytest.mark.rule("8.8.4")
def test_infiltrate_where_the_last_pieces_go() -> None:
    """T-15 [T.Infiltrate, last pieces]."""
    table = case("taliban", {"balkh": "T 1u, G 3p", "konduz": "T 1u, G 2p", "kabul": "T 1u, G 4t"})
    play_box(table, "taliban", "rally")
    assert pieces(table, "konduz") == "T 1u" and pieces(table, "balkh") == "G 3p, T 1u"
    assert table.state.patronage == 3


@pytest.mark.rule("8.8.4")
def test_infiltrate_turns_a_single_piece() -> None:
    """R-T9: one Police alone becomes a Guerrilla; a Base falls once its guard is gone."""
    table = case("taliban", {"kabul": "T 1u, G 1p"})
    play_box(table, "taliban", "rally")
    assert pieces(table, "kabul") == "T 2u" and table.state.patronage == 4
    table = case("taliban", {"kabul": "T 1u, G 1p 1B"})
    play_box(table, "taliban", "rally")
    assert pieces(table, "kabul") == "T 1u" and table.state.patronage == 3


@pytest.mark.rule("8.8.4")
def test_infiltrate_hits_players_then_the_government_then_the_warlords() -> None:
    """T.Infiltrate, first key, between spaces and inside one."""
    apart = {"zabol": "T 1u, G 2p", "kabul": "T 1u, W 2u"}
    together = {"kabul": "T 1u, G 2p, W 2u"}
    for players, left, also_left in (((), "T 1u, W 2u", "T 1u, W 2u"), (("warlords",), "T 1u", "G 2p, T 1u")):
        table = case("taliban", apart, players=list(players))
        play_box(table, "taliban", "rally")
        assert pieces(table, "kabul") == left
        table = case("taliban", together, players=list(players))
        play_box(table, "taliban", "rally")
        assert pieces(table, "kabul") == also_left


@pytest.mark.rule("8.8.4")
def test_infiltrate_values_population_and_econ_alike() -> None:
    """R-T10: Kabul-Tor Kham with Econ 4 before Kabul with Population 3."""
    table = case("taliban", {"kabul": "T 1u, G 3p", "kabul-tor-kham": "T 1u, G 3p"})
    play_box(table, "taliban", "rally")
    assert pieces(table, "kabul-tor-kham") == "G 1p, T 1u"


@pytest.mark.rule("8.8.4")
def test_infiltrate_takes_troops_or_police_by_lot() -> None:
    def left(seed: int) -> str:
        table = case("taliban", {"kabul": "T 1u, G 1t 1p, W 1u"})
        play_box(table, "taliban", "rally", seed=seed)
        table2 = case("taliban", {"kabul": "T 1u, G 2t 2p"})
        play_box(table2, "taliban", "rally", seed=seed)
        assert pieces(table, "kabul") == "T 1u, W 1u"
        return pieces(table2, "kabul")

    assert set(in_many_worlds(left)) == {"G 2t, T 1u", "G 1t 1p, T 1u", "G 2p, T 1u"}


@pytest.mark.rule("8.8.1", "8.8.4")
def test_id_cards_let_the_taliban_infiltrate_twice_or_keep_them_out() -> None:
    """Shaded: the two best spaces. Unshaded: not where Police are."""
    here = {"kabul": "T 1u, G 3t", "konduz": "T 1u, G 2p", "zabol": "T 1u, W 2u"}
    table = case("taliban", here, lasting=["46-shaded"])
    head = play_box(table, "taliban", "rally")
    assert pieces(table, "konduz") == "T 1u" and pieces(table, "kabul") == "G 1t, T 1u"
    assert pieces(table, "zabol") == "T 1u, W 2u" and head.used()["T.Infiltrate"] == 2
    table = case("taliban", here, lasting=["46-unshaded"])
    play_box(table, "taliban", "rally")
    assert pieces(table, "konduz") == "G 2p, T 1u" and pieces(table, "kabul") == "G 1t, T 1u"


# -- lasting Events ---------------------------------------------------------------------------------


@pytest.mark.rule("8.8.1", "8.8.4")
def test_a_released_guerrilla_goes_to_the_base_with_fewest_guerrillas() -> None:
    """T.Release, shaded Strategic Release: Zabol with 1 after the Rally, not Ghazni with 2; else the most people."""
    table = case("taliban", {"zabol": "T 1B", "ghazni": "T 1B"}, lasting=["11-shaded"])
    head = play_box(table, "taliban", "rally")
    assert count(table, "zabol", "T u") + count(table, "zabol", "T a") == 2 and head.used()["T.Release"] == 1
    table = case("taliban", {}, lasting=["11-shaded"])
    play_box(table, "taliban", "rally")
    assert count(table, "kabul", "T u") + count(table, "kabul", "T a") == 2


@pytest.mark.rule("8.8.4")
def test_accidental_guerrillas_unshaded_close_spaces_with_coalition_troops() -> None:
    table = case("taliban", {"kabul": "C 1t", "herat": "T 3u, C 1t"}, lasting=["34-unshaded"])
    play_box(table, "taliban", "rally", alone=True)
    assert pieces(table, "kabul") == "C 1t" and pieces(table, "herat") == "C 1t, T 3u"


@pytest.mark.rule("8.8.1", "8.8.4")
def test_elders_let_a_rally_preach_straight_to_opposition() -> None:
    """T.Elders: 1 Resource for the space, 1 from Support to Opposition."""
    table = with_elders(
        case(
            "taliban",
            {
                "kandahar": "T 1B 1u, C 4t, support",
                "kabul": "T 1u",
                **dict.fromkeys((*OTHERS, "khowst"), "C 1t"),
                "nuristan": "T 1a",
                **dict.fromkeys(("ghazni", "helmand", "oruzgan", "paktika"), "T 1a"),
            },
            taliban=2,
        ),
        "taliban",
    )
    play_box(table, "taliban", "rally", alone=True)
    assert level(table, "kandahar") == "opposition" and resources(table, "taliban") == 0
