"""8.6.6, 8.6.1: the Non-player Coalition in the Propaganda Round, and its answers outside its own plans."""

from __future__ import annotations

import pytest

from tests.distant_plain.bots.cases import case, in_many_worlds, play_on
from tests.distant_plain.facts import count, level, pieces, resources, terror

# -- Civic Action -----------------------------------------------------------------------------------


@pytest.mark.rule("8.6.6")
def test_civic_action_at_bases_first_without_taliban() -> None:
    """C-25 [C.Civic.2]."""
    table = case(
        "coalition", {"kabul": "C 1B 2t, G 2t 1p", "kandahar": "C 1B 2t, G 1p, T 1u"}, step="civic-action", government=5
    )
    head = play_on(table, "coalition")
    assert level(table, "kabul") == "support" and level(table, "kandahar") == "neutral"
    assert resources(table, "government") == 2 and head.used() == {"C.Civic.2": 1}


@pytest.mark.rule("8.6.6")
def test_in_the_final_round_civic_action_everywhere_without_limit() -> None:
    """C-26 [C.Civic.1]."""
    spaces = {"herat": "C 1t, G 1p", "kabul": "C 1B 1t, G 1p"}
    table = case("coalition", spaces, step="civic-action", government=6, unplayed=0)
    head = play_on(table, "coalition")
    assert level(table, "herat") == level(table, "kabul") == "support" and resources(table, "government") == 0
    assert head.used() == {"C.Civic.1": 2}
    table = case("coalition", spaces, step="civic-action", government=6)
    play_on(table, "coalition")
    assert level(table, "herat") == "neutral" and level(table, "kabul") == "support"


@pytest.mark.rule("8.6.6")
def test_terror_goes_only_where_a_shift_follows() -> None:
    """[C.Civic.P]."""
    spaces = {"kabul": "C 1B 2t, G 1p, 2terror", "balkh": "C 1B 1t, G 1p, opposition, 1terror"}
    table = case("coalition", spaces, step="civic-action", government=12)
    play_on(table, "coalition")
    assert terror(table, "kabul") == 2 and terror(table, "balkh") == 0
    assert level(table, "balkh") == "neutral" and resources(table, "government") == 6


@pytest.mark.rule("8.6.6")
def test_where_the_government_has_more_troops_the_coalition_does_nothing() -> None:
    """[C.Civic.P]."""
    table = case("coalition", {"kabul": "C 1B 1t, G 2t 1p", "herat": "C 1B 1t, G 1t 1p"}, step="civic-action")
    play_on(table, "coalition")
    assert level(table, "kabul") == "neutral" and level(table, "herat") == "support"


@pytest.mark.rule("8.6.6")
def test_spaces_without_taliban_bases_come_first_then_points() -> None:
    """[C.Civic.2] ranks."""
    spaces = {"kabul": "C 1B 3t, G 1p, T 1B", "konduz": "C 1B 3t, G 1p, T 1u", "herat": "C 1B 3t, G 1p, T 1u"}
    table = case("coalition", spaces, step="civic-action", government=5)
    play_on(table, "coalition")
    assert [level(table, space) for space in spaces] == ["neutral", "support", "neutral"]


@pytest.mark.rule("8.6.1")
def test_elders_bring_support_at_once() -> None:
    """C-35 [C.Elders]."""
    table = case(
        "coalition", {"balkh": "C 1B 1t, G 1p, opposition"}, step="civic-action", government=5, lasting=["45-unshaded"]
    )
    table.state.holders = ((45, 0),)
    head = play_on(table, "coalition")
    assert level(table, "balkh") == "support" and resources(table, "government") == 2
    assert head.used()["C.Elders"] == 1


@pytest.mark.rule("8.6.1", "8.6.5")
def test_elders_bring_support_at_once_in_a_train() -> None:
    """C-35 [C.Elders] in a Civic Action of a Train: one payment."""
    six = dict.fromkeys(("kabul", "baghlan", "balkh", "kandahar", "khowst", "konduz"), "C 1B 1t, G 2p, support")
    table = case("coalition", {**six, "balkh": "C 1B 1t, G 2p, opposition"}, government=9, lasting=["45-unshaded"])
    table.state.holders = ((45, 0),)
    play_on(table, "coalition")
    assert level(table, "balkh") == "support" and resources(table, "government") == 6


# -- Redeploy ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.6.6")
def test_troops_on_a_loc_go_to_control_kabul_then_to_a_bare_base() -> None:
    """C-27 [C.Redeploy.1 .2 a b]."""
    table = case(
        "coalition",
        {"kabul": "G 1p, W 2u", "kabul-aibak": "C 3t", "balkh": "C 2t", "helmand": "C 1B, G 1p"},
        step="redeploy",
        frozen=True,
    )
    head = play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 2t, G 1p, W 2u" and pieces(table, "helmand") == "C 1t 1B, G 1p"
    assert pieces(table, "balkh") == "C 2t"
    assert head.used() == {"C.Redeploy.1": 1, "C.Redeploy.2a": 2, "C.Redeploy.2b": 1}


@pytest.mark.rule("8.6.6")
def test_the_rest_goes_to_the_base_with_most_people_and_no_support() -> None:
    """C-34 [C.Redeploy.2c .2d]."""
    spaces = {"kabul": "C 1B 1t, G 2p", "konduz": "C 1B 1t, support", "balkh": "C 1B 1t", "kabul-aibak": "C 2t"}
    table = case("coalition", spaces, step="redeploy", frozen=True)
    play_on(table, "coalition")
    assert count(table, "kabul", "C t") == 3

    def together(seed: int) -> object:
        content = {**spaces, "kabul": spaces["kabul"] + ", support", "balkh": spaces["balkh"] + ", support"}
        table = case("coalition", content, step="redeploy", frozen=True)
        play_on(table, "coalition", seed=seed)
        return tuple(count(table, space, "C t") for space in ("kabul", "konduz", "balkh"))

    assert set(in_many_worlds(together)) == {(3, 1, 1), (1, 3, 1), (1, 1, 3)}


@pytest.mark.rule("8.6.6")
def test_equal_bases_share_the_rest_evenly() -> None:
    """[C.Redeploy.2c] N.Even."""
    table = case(
        "coalition",
        {"kabul": "C 1B 1t, G 2p, support", "konduz": "C 1B 1t", "balkh": "C 1B 2t", "kabul-aibak": "C 3t"},
        step="redeploy",
        frozen=True,
    )
    play_on(table, "coalition")
    assert (count(table, "konduz", "C t"), count(table, "balkh", "C t")) == (3, 3)


@pytest.mark.rule("8.6.6")
def test_troops_leave_only_poor_provinces_without_base_and_support() -> None:
    """R-C18 [C.Redeploy.1]."""
    table = case(
        "coalition",
        """
            kabul: C 1B 1t, G 2p
            herat: C 1t
            badghis: C 1t, support
            konduz: C 1t
            farah: C 1t
            ghowr: C 1t, G 1B
        """,
        step="redeploy",
        frozen=True,
    )
    play_on(table, "coalition")
    assert [count(table, s, "C t") for s in ("herat", "badghis", "konduz", "farah", "ghowr")] == [0, 1, 1, 0, 1]


@pytest.mark.rule("8.6.6")
def test_too_few_to_control_kabul_go_elsewhere() -> None:
    """[C.Redeploy.2a]: as many as give Control, or none."""
    table = case(
        "coalition",
        {"kabul": "G 1p, W 4u", "kabul-aibak": "C 1t", "helmand": "C 1B, G 1p"},
        step="redeploy",
        frozen=True,
    )
    play_on(table, "coalition")
    assert count(table, "helmand", "C t") == 1


# -- answers in others' turns and by Capabilities ---------------------------------------------------


@pytest.mark.rule("8.6.3")
def test_a_roadside_bomb_costs_a_government_cube_first() -> None:
    """[in effect: Roadside IEDs]."""
    table = case(
        "coalition",
        {"kandahar": "C 1t, G 1p, T 3u, support", "ghazni": "C 4t, G 2t", "kandahar-kabul": "T 1u"},
        lasting=["23-shaded"],
    )
    play_on(table, "coalition")
    assert count(table, "casualties", "C t") == 0
    assert count(table, "ghazni", "C t") == 3 and count(table, "kandahar", "C t") == 2
    assert count(table, "kandahar", "G t") == 0 and count(table, "available", "G t") > 0


@pytest.mark.rule("8.6.3")
def test_a_roadside_bomb_strikes_where_government_troops_came_along() -> None:
    """[in effect: Roadside IEDs]: of two columns the one with an escort loses a cube."""

    def lost(seed: int) -> object:
        table = case(
            "coalition",
            """
                kandahar: C 1t, G 1p, T 3u, support
                bamian: C 1t, G 2p, T 4u, support
                paktika: C 6t, G 3t
                kandahar-kabul: T 1u
            """,
            lasting=["23-shaded", "57-unshaded"],
        )
        play_on(table, "coalition", seed=seed)
        return count(table, "casualties", "C t"), count(table, "paktika", "G t"), count(table, "kandahar", "G t")

    assert set(in_many_worlds(lost, 10)) == {(0, 2, 0)}
