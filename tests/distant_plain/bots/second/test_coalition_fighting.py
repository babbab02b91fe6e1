"""2nd:8.8.3, 2nd:8.8.4: Sweep, Assault and Air Strike of the Non-player Coalition."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import SPACE_IDS
from khyber.games.distant_plain.bots.machinery.plan import Plan
from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, moves, removed, selected
from tests.distant_plain.bots.second.cases import bot, case, plan_activity, planned, play_box, play_on
from tests.distant_plain.facts import count, pieces, resources


def struck(plan: Plan | None) -> list[str]:
    return [SPACE_IDS[int(str(space))] for space in planned(plan, "air-strike-space")]


# -- Sweep ------------------------------------------------------------------------------------------

HIDDEN = {"helmand": "C 1t, G 1t, T 3u", "zabol": "C 1t, T 1u", "kabul": "C 1B 4t"}


@pytest.mark.rule("2nd:8.8.3")
def test_an_air_lift_lets_the_sweep_find_everybody() -> None:
    """Case 77 [C2.Sweep.1 .2]."""
    table = case("coalition", HIDDEN)
    play_box(table, "coalition", "sweep")
    assert moves(table, "4.2.2") == [("coalition-troops", 3, "kabul", "helmand")]
    assert pieces(table, "helmand") == "C 4t, G 1t, T 3a" and pieces(table, "zabol") == "C 1t, T 1a"
    assert activities(table) == ["air-lift"]


@pytest.mark.rule("2nd:8.8.3")
def test_shaded_isr_forbids_the_air_lift() -> None:
    """Case 77 [C2.Sweep.1]: Air Strike instead."""
    table = case("coalition", HIDDEN, lasting=["1-shaded"])
    play_box(table, "coalition", "sweep")
    assert activities(table) == ["air-strike"]
    assert pieces(table, "helmand") == "C 1t, G 1t, T 1u 1a" and pieces(table, "zabol") == "C 1t"


@pytest.mark.rule("2nd:8.8.3")
def test_an_air_lift_that_is_called_off_leaves_the_sweep() -> None:
    """[C2.Sweep.1]: missiles; the rest of the Sweep continues."""
    table = case("coalition", HIDDEN, lasting=["26-shaded"])
    play_on(table, "coalition", others={"taliban": bot("taliban", rolls=[4])})
    assert pieces(table, "helmand") == "C 1t, G 1t, T 1u 2a" and pieces(table, "zabol") == "C 1t, T 1a"
    assert activities(table) == ["air-lift"] and not moves(table)


@pytest.mark.rule("2nd:8.8.4")
def test_an_air_lift_that_is_called_off_leaves_the_assault() -> None:
    """[C2.Assault.1]: missiles; what Troops are there fight on."""
    table = case("coalition", {"kabul": "C 1B 7t", "helmand": "C 1t, T 5a 1B"}, lasting=["26-shaded"])
    play_on(table, "coalition", others={"taliban": bot("taliban", rolls=[4])})
    assert pieces(table, "helmand") == "C 1t, T 4a 1B" and not moves(table)


@pytest.mark.rule("2nd:8.8.3")
def test_isr_finds_taliban_on_a_road_first() -> None:
    """[C2.Sweep.3]: the richest LoC, then the last ones of an Afghan space, then anywhere."""
    spaces = {
        "herat": "C 1t, T 1u",
        "kabul-aibak": "T 1u",
        "kabul-tor-kham": "T 2u, W 1u",
        "balkh": "T 4u",
        "konduz": "T 3u",
    }
    table = case("coalition", spaces, lasting=["1-unshaded"])
    play_box(table, "coalition", "sweep", alone=True)
    assert pieces(table, "kabul-tor-kham") == "T 2a, W 1u" and count(table, "kabul-aibak", "T u") == 1
    roads = {"kabul-aibak": "", "kabul-tor-kham": ""}
    table = case("coalition", spaces | roads, lasting=["1-unshaded"])
    play_box(table, "coalition", "sweep", alone=True)
    assert count(table, "konduz", "T a") == 3 and count(table, "balkh", "T a") == 0


# -- Air Strike -------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.8.3")
def test_bases_then_last_pieces_then_most_guerrillas() -> None:
    """Case 78 [C2.Strike.1]."""
    table = case("coalition", {"zabol": "T 1B", "ghazni": "T 1a", "kandahar": "T 4a", "khowst": "T 2a 1u"})
    plan, _ = plan_activity(table, "coalition", "air-strike", op="sweep")
    assert struck(plan) == ["zabol", "ghazni", "kandahar"]


@pytest.mark.rule("2nd:8.8.3")
def test_warlords_and_kabul_are_not_struck() -> None:
    """[C2.Strike.1]: LoCs may be."""
    table = case("coalition", {"kabul": "T 1a", "herat": "W 2a", "kabul-aibak": "T 1a, W 1a"}, players=["warlords"])
    plan, _ = plan_activity(table, "coalition", "air-strike", op="sweep")
    assert struck(plan) == ["kabul-aibak"] and planned(plan, "remove-enemy", "kabul-aibak") == [6]


@pytest.mark.rule("2nd:8.8.3")
def test_pakistan_wins_ties_only_when_it_cannot_get_worse() -> None:
    """R59 [C2.Strike.1]."""
    spaces = {"waziristan": "T 2a", "herat": "T 2a", "balkh": "T 2a", "ghazni": "T 2a"}

    def first(seed: int) -> str:
        table = case("coalition", spaces, islamabad="sponsorship", hard=True)
        return struck(plan_activity(table, "coalition", "air-strike", op="sweep", seed=seed)[0])[0]

    assert set(in_many_worlds(first, 10)) == {"waziristan"}


@pytest.mark.rule("2nd:8.8.3")
def test_predators_strike_where_the_fewest_guerrillas_are() -> None:
    """Case 101 [C2.Strike.2 .3]: a guarded Base goes, and Islamabad moves one box."""
    table = case(
        "coalition",
        {"waziristan": "T 1u 1B", "northwest-frontier": "T 3u 1B", "herat": "C 1t, T 1u"},
        lasting=["2-unshaded"],
    )
    play_box(table, "coalition", "sweep")
    assert pieces(table, "waziristan") == "T 1u" and pieces(table, "northwest-frontier") == "T 3u 1B"
    assert table.state.islamabad == 3


@pytest.mark.rule("2nd:8.8.3")
def test_reapers_strike_on_where_most_taliban_go() -> None:
    """[in effect: Reapers]: where a Base goes first; Taliban only."""
    table = case("coalition", {"herat": "T 3a", "balkh": "T 2a 1B, W 2a", "ghazni": "W 2a"}, lasting=["3-unshaded"])
    plan, _ = plan_activity(table, "coalition", "air-strike", op="sweep")
    assert planned(plan, "air-strike-again", "balkh") == ["again", "again"]
    assert planned(plan, "air-strike-again", "herat") == []


# -- Assault ----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.8.4")
def test_government_cubes_where_they_first_help() -> None:
    """Case 79 [C2.Assault.2 .3]."""
    table = case("coalition", {"kandahar": "C 2t, G 3t, T 4a 1B", "ghazni": "C 1t, G 2t, T 2a"}, government=6)
    play_box(table, "coalition", "assault")
    assert selected(table) == ["kandahar", "ghazni"] and resources(table, "government") == 3
    assert pieces(table, "kandahar") == "C 2t, G 3t" and pieces(table, "ghazni") == "C 1t, G 2t"
    assert activities(table) == ["air-strike"]


@pytest.mark.rule("2nd:8.8.4")
def test_government_cubes_wherever_a_base_needs_them() -> None:
    """[C2.Assault.3]: a second time, for the Warlord Base; not for Guerrillas."""
    table = case(
        "coalition", {"kandahar": "C 2t, G 3t, T 4a 1B", "herat": "C 1t, G 1t, W 1a 1B", "ghazni": "C 1t, G 2t, T 2a"}
    )
    play_box(table, "coalition", "assault", alone=True)
    assert resources(table, "government") == 34 and pieces(table, "herat") == "C 1t, G 1t"
    assert pieces(table, "ghazni") == "C 1t, G 2t, T 1a"


@pytest.mark.rule("2nd:8.8.4")
def test_an_air_lift_for_a_base_and_four_pieces_more() -> None:
    """Case 102 [C2.Assault.1]."""
    table = case("coalition", {"kabul": "C 1B 7t", "helmand": "C 1t, T 5a 1B"})
    play_box(table, "coalition", "assault")
    assert moves(table, "4.2.2") == [("coalition-troops", 6, "kabul", "helmand")]
    assert pieces(table, "helmand") == "C 7t" and activities(table) == ["air-lift"]
    table = case("coalition", {"kabul": "C 1B 7t", "helmand": "C 1t, T 2a"})
    play_box(table, "coalition", "assault")
    assert pieces(table, "helmand") == "C 1t" and activities(table) == ["air-strike"]


@pytest.mark.rule("2nd:8.8.4")
def test_accidental_guerrillas_make_a_lone_guerrilla_not_worth_it() -> None:
    """[C2.Assault.4]: a Pass; two Guerrillas are worth it."""
    table = case("coalition", {"herat": "C 1t, T 1a"}, lasting=["34-shaded"])
    head = play_box(table, "coalition", "assault")
    assert head.used()["C2.Assault.4"] == 1 and count(table, "herat", "T a") == 1
    table = case("coalition", {"herat": "C 1t, T 1a, W 1a", "balkh": "C 1t, T 1a"}, lasting=["34-shaded"])
    play_box(table, "coalition", "assault", alone=True)
    assert removed(table, "3.2.4") and count(table, "balkh", "T a") == 0


@pytest.mark.rule("2nd:8.8.4")
def test_a_base_of_warlords_makes_an_assault_worth_it() -> None:
    """R50 [C2.Select.3]: any Insurgent Base; Taliban first all the same."""
    table = case("coalition", {"herat": "C 1t, W 1B", "balkh": "G 1p, T 4u"})
    head = play_on(table, "coalition")
    assert head.used()["C2.Select.3"] == 1 and count(table, "herat", "W B") == 0


@pytest.mark.rule("2nd:8.8.4")
def test_no_air_lift_where_only_government_troops_could_come() -> None:
    """[C2.Assault.1]: an Assault takes Coalition Troops."""
    table = case("coalition", {"kabul": "C 1t, G 6t", "helmand": "T 1a 1B", "herat": "C 1t, T 1a"})
    play_box(table, "coalition", "assault")
    assert activities(table) == ["air-strike"] and selected(table) == ["herat"]


@pytest.mark.rule("2nd:8.8.4")
def test_find_fix_finish_finds_a_taliban_first_or_holds_back() -> None:
    """[in effect: Find Fix Finish]: unshaded one is found and goes; shaded at most two go."""
    spaces = {"herat": "C 4t, T 1u 3a, W 1u"}
    for side, left in (("7-unshaded", "C 4t, W 1u"), ("7-shaded", "C 4t, T 1u 1a, W 1u")):
        table = case("coalition", spaces, lasting=[side])
        play_box(table, "coalition", "assault", alone=True)
        assert pieces(table, "herat") == left


@pytest.mark.rule("2nd:8.8.4")
def test_partnering_policy_and_an_empty_purse_leave_the_coalition_alone() -> None:
    """[C2.Assault.3]: no Government cubes join."""
    spaces = {"kandahar": "C 2t, G 3t, T 4a 1B"}
    for table in (case("coalition", spaces, lasting=["10-shaded"]), case("coalition", spaces, government=2)):
        play_box(table, "coalition", "assault", alone=True)
        assert pieces(table, "kandahar") == "C 2t, G 3t, T 2a 1B"


@pytest.mark.rule("2nd:8.8.3")
def test_nato_holds_the_sweep_to_the_two_best_spaces() -> None:
    """[in effect: NATO]: where most Taliban are found."""
    spaces = {"herat": "C 1t, W 1u", "balkh": "C 2t, T 2u", "konduz": "C 1t, T 1u"}
    table = case("coalition", spaces, lasting=["17-shaded"])
    play_box(table, "coalition", "sweep", alone=True)
    assert sorted(selected(table)) == ["balkh", "konduz"]
