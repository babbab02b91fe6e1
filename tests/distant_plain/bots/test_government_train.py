"""8.7.5, 8.7.6: Train and Sweep of the Non-player Government, and the way from box to box."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.games.distant_plain.board import AVAILABLE, G_POLICE, G_TROOPS, KINDS
from khyber.games.distant_plain.bots.third.government.flowchart import GOVERNMENT_CHART
from khyber.games.distant_plain.bots.third.government.train import split
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import empty
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, planned, play_box, play_on
from tests.distant_plain.bots.looking import activities, cubes_placed, moves, selected, with_elders
from tests.distant_plain.facts import control, count, level, pieces, resources, terror


@pytest.mark.rule("8.7.5")
def test_three_cubes_in_the_largest_province_become_a_base() -> None:
    """G-17 [G.Train.0 .1]."""

    def make(seed: int) -> object:
        table = case("government", {"kandahar": "G 2t 2p", "herat": "G 3t"})
        head = play_on(table, "government", seed=seed)
        assert {"G.Train.0", "G.Train.1"} <= set(head.used()) and count(table, "kandahar", "G B") == 1
        assert count(table, "herat", "G B") == 0 and "G.Train.2" not in head.used()
        return pieces(table, "kandahar")

    assert set(in_many_worlds(make)) == {"G 1t 1B", "G 1p 1B"}


@pytest.mark.rule("8.7.5")
def test_support_is_bought_and_sold_for_patronage() -> None:
    """G-18 [G.Train.2]."""
    table = case("government", {"balkh": "G 2t"})
    head = play_on(table, "government")
    assert selected(table)[0] == "balkh" and count(table, "balkh", "G t") == 2 and count(table, "balkh", "G p") == 0
    assert table.state.aid == 8 and table.state.patronage == 7 and level(table, "balkh") == "neutral"
    assert head.used()["G.Train.2"] == 1 and activities(table) == ["govern"]
    paid = 3 * len(selected(table)) + 3
    assert resources(table, "government") == 20 - paid
    table = case("government", {"balkh": "G 2t, 1terror"})
    assert "G.Train.2" not in play_on(table, "government").used()


@pytest.mark.rule("8.7.5")
def test_a_province_at_support_needs_no_civic_action_and_govern_goes_on_elsewhere() -> None:
    """[G.Train.2, R-G14]: Govern is completed by its own box, and the slot stays open for the last bullet."""
    table = case("government", {"balkh": "G 2t, support", "kabul": "G 2t, support", "herat": "G 2p, opposition"})
    head = play_on(table, "government")
    assert table.state.patronage == 5 + 2 + 3 and level(table, "herat") != "opposition"
    assert {"G.Train.2", "G.Govern.1", "G.Train.4", "G.Train.5"} <= set(head.used())


@pytest.mark.rule("8.7.5")
def test_troops_raised_in_kabul_build_a_base_elsewhere() -> None:
    """G-19 [G.Train.3]."""
    table = case(
        "government",
        """
            kabul: C 1B 1t, G 2t
            khowst: T 1u
            nuristan: T 1u
            kandahar: T 1u
            baghlan: W 1u
            konduz: G 1p
        """,
        aid=0,
    )
    head = play_on(table, "government")
    assert pieces(table, "kabul") == "C 1t 1B, G 3t" and pieces(table, "balkh") == "G 2t 1B"
    assert moves(table, "4.3.2") == [("government-troops", 5, "kabul", "balkh")]
    assert resources(table, "warlords") == 20 and resources(table, "government") == 14
    assert "G.Train.3" in head.used() and activities(table) == ["transport"]


@pytest.mark.rule("8.7.5")
def test_exactly_five_troops_or_none() -> None:
    """[R-G16]: four Available and one there: five, but none would stay."""
    spaces = {"kabul": "C 1B 1t, G 1t", "konduz": "G 1p"}
    table = case("government", spaces, aid=0, available="G 4t")
    assert "G.Train.3" not in play_box(table, "government", "train").used()
    table = case("government", spaces, aid=0, available="G 5t")
    assert "G.Train.3" in play_box(table, "government", "train").used()


@pytest.mark.rule("8.7.5")
def test_cubes_where_fewest_are_then_civic_action_against_opposition() -> None:
    """G-21 [G.Train.4 .5]."""
    table = case(
        "government",
        {"kabul": "C 1B, G 4t", "herat": "G 1p 1B, opposition", "konduz": "G 2p 1B", "balkh": "G 3p 1B"},
        aid=0,
    )
    play_box(table, "government", "train")
    assert selected(table) == ["herat", "konduz", "balkh"]
    assert pieces(table, "herat") == "G 4t 3p 1B" and level(table, "herat") == "neutral"
    assert resources(table, "government") == 8


@pytest.mark.rule("8.7.5")
@pytest.mark.parametrize(
    ("troops", "police", "placed"),
    [
        (4, 2, (4, 2)),
        (4, 1, (4, 1)),
        (3, 0, (3, 0)),
        (1, 9, (1, 5)),
        (9, 0, (6, 0)),
        (2, 0, (2, 0)),
        (2, 2, (2, 2)),
        (0, 9, (0, 6)),
        (5, 5, (4, 2)),
    ],
)
def test_two_troops_more_than_police_as_long_as_there_are_any(
    troops: int, police: int, placed: tuple[int, int]
) -> None:
    """G-22, N-18 [G.Train.P]."""
    state = empty()
    state.pieces[AVAILABLE * KINDS + G_TROOPS] = troops
    state.pieces[AVAILABLE * KINDS + G_POLICE] = police
    assert split(state) == placed
    table = case("government", {"kabul": "C 1B"}, aid=0, government=3, available=f"G {troops}t {police}p")
    play_box(table, "government", "train")
    assert cubes_placed(table, "kabul") == placed


@pytest.mark.rule("8.7.5")
def test_night_letters_allow_four_cubes() -> None:
    """Night Letters, shaded."""
    table = case("government", {"kabul": "C 1B"}, aid=0, government=3, lasting=["29-shaded"])
    play_box(table, "government", "train")
    assert cubes_placed(table, "kabul") == (3, 1)


@pytest.mark.rule("8.7.5")
def test_cubes_never_come_from_the_map() -> None:
    """N-18 [N.NoRemoval]."""
    table = case("government", {"kabul": "C 1B", "balkh": "G 1t"}, aid=0, government=3, available="G 2t 0p")
    play_box(table, "government", "train")
    assert cubes_placed(table, "kabul") == (2, 0) and moves(table, "3.2.1") == []


@pytest.mark.rule("8.7.5")
def test_opposition_is_removed_as_far_as_it_can_be_paid() -> None:
    """[G.Train.5, R-G15]: a further space is selected for it; Terror goes only if a level goes with it."""
    table = case("government", {"kandahar": "G 2t, opposition"}, aid=0, available="G 0t 0p")
    play_box(table, "government", "train")
    assert level(table, "kandahar") == "support" and resources(table, "government") == 11
    table = case("government", {"kandahar": "G 2t, opposition, 1terror"}, aid=0, government=10, available="G 0t 0p")
    play_box(table, "government", "train")
    assert terror(table, "kandahar") == 1 and selected(table) == []


@pytest.mark.rule("8.7.5")
@pytest.mark.parametrize(("purse", "bought"), [(12, 2), (8, 2), (15, 3)])
def test_civic_action_in_a_free_train_keeps_to_two_thirds(purse: int, bought: int) -> None:
    """[N.Two3, G.Train.5]: Terror and a level for 6 of 12 (limit 8) or of 8 (no limit); one level more with 15."""
    table = case("government", {"herat": "G 1t 1p 1B, opposition, 1terror"}, government=purse, aid=0)
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.op_free, play.state.special_allowed = True, False
    plan = GOVERNMENT_CHART.box(bot("government"), play, "train")
    assert planned(plan, "civic-more", "herat") == ["more"] * (bought - 1)


@pytest.mark.rule("8.7.5")
def test_a_province_that_cannot_be_won_over_gives_way_to_a_cheaper_one() -> None:
    """[G.Train.2, R-N17]: 9 for Balkh, at Opposition, is too much; 6 for Konduz is not."""
    for seed in range(5):
        table = case("government", {"balkh": "G 2t, opposition", "konduz": "G 2t"}, government=8)
        play_box(table, "government", "train", seed=seed)
        assert selected(table) == ["konduz"] and table.state.patronage == 7


# -- Sweep ------------------------------------------------------------------------------------------


@pytest.mark.rule("8.7.6")
def test_a_sweep_brings_four_troops_for_control() -> None:
    """G-23 [G.Sweep.1]."""
    table = case("government", {"zabol": "G 5t", "kandahar": "W 1u", "kabul": "G 1p", "khowst": "G 1p"})
    play_box(table, "government", "sweep")
    assert moves(table, "3.2.3") == [("government-troops", 4, "zabol", "kandahar")]
    assert control(table, "kandahar") == "coin" and count(table, "kandahar", "W a") == 1
    assert selected(table) == ["kandahar"] and resources(table, "government") in (16, 17)


@pytest.mark.rule("8.7.6")
def test_the_last_troop_of_a_loc_or_base_does_not_sweep() -> None:
    """G-33 [G.Sweep.P]."""
    table = case("government", {"farah-kandahar": "G 2t", "herat": "G 1t 1B", "kabul": "G 1p", "khowst": "G 1p"})
    play_box(table, "government", "sweep")
    assert moves(table, "3.2.3") == [("government-troops", 1, "farah-kandahar", "kandahar")]
    assert pieces(table, "herat") == "G 1t 1B" and pieces(table, "farah-kandahar") == "G 1t"


@pytest.mark.rule("8.7.6")
def test_a_sweep_in_place_shows_most_of_a_player_first() -> None:
    """[G.Sweep.2]."""
    spaces = {"kabul": "G 2p, T 2u", "balkh": "G 1p, W 1u", "herat": "G 2p, W 2u", "helmand": "G 1p, T 1u"}
    table = case("government", spaces)
    play_box(table, "government", "sweep")
    assert selected(table) == ["kabul", "helmand"]
    table = case("government", spaces, players=["warlords"])
    play_box(table, "government", "sweep")
    assert selected(table) == ["herat", "balkh"]


@pytest.mark.rule("8.7.6")
def test_a_sweep_goes_where_the_way_is_free() -> None:
    """[G.Sweep.1]: of two Provinces alike, the one that costs the Warlords' toll comes second."""

    def make(seed: int) -> object:
        table = case(
            "government",
            """
                zabol: G 5t
                kandahar-kabul: W 1u
                khowst: W 1u
                kandahar: W 1u
                kabul: C 1t
                konduz: C 1t
                nuristan: C 1t
            """,
        )
        play_box(table, "government", "sweep", seed=seed)
        return moves(table, "3.2.3")[0][3]

    assert set(in_many_worlds(make, 10)) == {"kandahar"}


@pytest.mark.rule("8.7.6")
def test_troops_for_a_sweep_are_taken_evenly() -> None:
    """[G.Sweep.1, N.Even]."""

    def make(seed: int) -> object:
        table = case(
            "government", {"zabol": "G 4t", "helmand": "G 4t", "kandahar": "T 3u", "kabul": "G 1p", "khowst": "G 1p"}
        )
        play_box(table, "government", "sweep", seed=seed)
        first = [move for move in moves(table, "3.2.3") if move[3] == "kandahar"]
        return tuple(sorted((n, origin) for _, n, origin, _ in first))

    assert set(in_many_worlds(make, 10)) == {((2, "helmand"), (2, "zabol"))}


@pytest.mark.rule("8.7.6")
def test_after_a_sweep_only_transport_is_tried() -> None:
    """[G.SA]."""
    table = case("government", {"kabul": "G 2p 6t, T 2u, support", "balkh": "G 2t, W 1B"}, available="G 0t 0p")
    play_box(table, "government", "sweep")
    assert activities(table) in ([], ["transport"])


# -- the loop ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.7.5")
def test_train_from_bullet_one_if_nothing_else_is_possible() -> None:
    """G-34 [G.Loop, R-G2]."""
    table = case("government", {"kabul": "C 1t"}, available="G 9t 0p 0B")
    head = play_on(table, "government")
    assert "G.Train.0" not in head.used() and head.used()["G.Train.4"] == 1
    assert cubes_placed(table, "kabul") == (6, 0)


@pytest.mark.rule("8.7.6")
def test_a_government_that_can_do_nothing_passes() -> None:
    """[R-G2]."""
    table = case("government", {"kabul": "C 1t"}, available="G 0t 0p 0B")
    play_on(table, "government")
    assert resources(table, "government") == 23 and selected(table) == []


# -- Tribal Elders ----------------------------------------------------------------------------------


@pytest.mark.rule("8.7.1")
def test_elders_let_the_people_support_up_to_the_margin_of_the_government() -> None:
    """[G.Elders, R-G7]: the Coalition far ahead: Civic Action stops at Neutral, so nothing is sold for Patronage."""
    spaces = {"kandahar": "G 2t, opposition"}
    table = with_elders(case("government", spaces, available="G 0t 0p"))
    head = play_box(table, "government", "train")
    assert level(table, "kandahar") == "neutral" and resources(table, "government") == 14
    assert "G.Train.2" not in head.used() and "G.Elders" in head.used()
