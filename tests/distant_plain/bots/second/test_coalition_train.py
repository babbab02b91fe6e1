"""2nd:8.8.2: Train, Surge and Air Lift of the Non-player Coalition."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import SPACE_BY_ID
from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, cubes_placed, moves, placed, removed, selected, with_elders
from tests.distant_plain.bots.second.cases import case, plan_activity, planned, play_box, play_on
from tests.distant_plain.facts import count, level, pieces, resources

# -- selection --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.8.2", "2nd:8.8.3", "2nd:8.8.4")
@pytest.mark.parametrize(
    ("spaces", "step"),
    [
        ({"herat": "G 1p, T 2u", "kabul-aibak": "G 1p, T 1u", "zabol": "T 5u", "kabul": "C 1B 1t"}, "C2.Select.1"),
        ({"herat": "C 2t, T 4u", "kabul": "C 1B 1t"}, "C2.Select.2"),
        ({"herat": "C 4t, T 4a"}, "C2.Select.3"),
    ],
)
def test_train_sweep_or_assault_by_the_taliban_faced(spaces: dict[str, str], step: str) -> None:
    """Case 69 [C2.Select.1 .2 .3]."""
    used = play_on(case("coalition", spaces), "coalition").used()
    assert [name for name in used if "Select" in name] == [step]


@pytest.mark.rule("2nd:8.8.2")
def test_nothing_possible_is_a_pass() -> None:
    """Case 71 [C2.None.1]: and the Government gets 3."""
    table = case("coalition", {}, government=2, patronage=2)
    play_on(table, "coalition")
    assert resources(table, "government") == 5


@pytest.mark.rule("2nd:8.8.2", "2nd:8.8.3")
def test_a_train_in_vain_leads_to_a_sweep() -> None:
    """[C2.None.1]."""
    table = case("coalition", {"herat": "C 1t, T 1u"}, government=0, patronage=0)
    used = play_on(table, "coalition").used()
    assert used["C2.None.1"] == used["C2.Sweep.2"] == 1


# -- Train ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.8.2")
def test_returned_patronage_pays_for_cubes() -> None:
    """Case 70, R52 [C2.Train.1]."""
    table = case("coalition", {"kabul": "C 1B", "herat": "C 1B"}, government=2, patronage=21)
    play_box(table, "coalition", "train", alone=True)
    assert table.state.patronage == 18 and resources(table, "government") == 2
    assert selected(table) == ["kabul"] and cubes_placed(table, "kabul") == (3, 3)


@pytest.mark.rule("2nd:8.8.2")
def test_civic_action_before_cubes_in_the_same_space() -> None:
    """[C2.Train.2]: the greatest shift, then six cubes there."""
    table = case("coalition", {"kandahar": "C 1B 1t, opposition", "herat": "C 1t, opposition"}, government=9)
    play_box(table, "coalition", "train", alone=True)
    assert level(table, "kandahar") == "support" and level(table, "herat") == "opposition"
    assert cubes_placed(table, "kandahar") == (3, 3) and resources(table, "government") == 0


@pytest.mark.rule("2nd:8.8.2")
def test_no_cubes_at_a_crowded_base() -> None:
    """Case 73 [C2.Train.3]."""
    table = case("coalition", {"helmand": "C 1B 1t, G 9t, support", "ghazni": "C 1B 1t, G 2t, support"}, government=3)
    play_box(table, "coalition", "train", alone=True)
    assert selected(table) == ["ghazni"] and cubes_placed(table, "ghazni") == (3, 3)


@pytest.mark.rule("2nd:8.8.2")
def test_prts_allow_two_civic_actions() -> None:
    """Case 97 [C2.Train.2]: with unshaded PRTs."""
    spaces = {"kandahar": "C 1t", "helmand": "C 1t"}
    table = case("coalition", spaces, government=6, lasting=["18-unshaded"])
    play_box(table, "coalition", "train", alone=True)
    assert [level(table, space) for space in spaces] == ["support", "support"]
    table = case("coalition", spaces, government=6)
    play_box(table, "coalition", "train", alone=True)
    assert [level(table, space) for space in spaces] == ["support", "neutral"]


@pytest.mark.rule("2nd:8.8.2")
def test_police_come_from_where_most_are_when_none_is_available() -> None:
    """Case 98, R53 [C2.Train.3]."""
    table = case(
        "coalition",
        {"ghazni": "C 1B 1t, support", "kabul": "G 5p, support", "herat": "G 2p, support"},
        government=3,
        available="G 0t 0p 0B",
    )
    play_box(table, "coalition", "train", alone=True)
    assert moves(table, "3.2.1") == [("government-police", 3, "kabul", "ghazni")]
    assert resources(table, "government") == 0


@pytest.mark.rule("2nd:8.8.2")
def test_village_police_to_troops_with_the_fewest() -> None:
    """Case 99 [C2.Train.4]: with unshaded Village Stability Operations, Available or from where most are."""
    spaces = {"kandahar": "C 1t, G 2p", "helmand": "C 1t", "kabul": "G 5p, support"}
    for box, source in (("G 6p", ""), ("G 0t 0p 0B", "kabul")):
        table = case("coalition", spaces, government=3, lasting=["12-unshaded"], available=box)
        head = play_box(table, "coalition", "train", alone=True)
        assert count(table, "helmand", "G p") == 1 and head.used()["C2.Train.4"] == 1
        assert [move[2] for move in moves(table, "3.2.1")] == ([source] if source else [])


@pytest.mark.rule("2nd:8.8.1")
def test_elders_always_bring_support() -> None:
    """Case 109 [C2.Mom.1]."""
    table = with_elders(case("coalition", {"kandahar": "C 2t, opposition"}, government=3), "coalition")
    head = play_box(table, "coalition", "train", alone=True)
    assert level(table, "kandahar") == "support" and head.used()["C2.Mom.1"] == 1


# -- Surge ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.8.2")
def test_surge_by_a_die_bases_then_troops() -> None:
    """Case 74 [C2.Surge.1 .2 .4]: the Base to Khowst, a Troop each to Khowst, Herat and a random third."""

    def third(seed: int) -> str:
        table = case(
            "coalition",
            """
                khowst: G 1p, support
                konduz: G 1B, support
                herat: G 2p, T 1u, support
                kabul: C 1B, support
            """,
            government=0,
            patronage=9,
            aid=10,
            chance=[5],
        )
        play_box(table, "coalition", "train", rolls=[3], seed=seed)
        assert activities(table) == ["surge"] and table.state.aid == 15
        assert pieces(table, "khowst") == "C 1t 1B, G 1p" and count(table, "herat", "C t") == 1
        return next(space for space in ("konduz", "kabul") if count(table, space, "C t"))

    assert set(in_many_worlds(third)) == {"konduz", "kabul"}


@pytest.mark.rule("2nd:8.8.2")
def test_in_the_last_campaign_one_space_is_left() -> None:
    """Case 75 [C2.Surge.3 .4]: equal Troops, fewest people; Control does not matter."""
    table = case("coalition", {"kabul": "C 3t, G 1p", "helmand": "C 3t, T 1u"}, unplayed=1, aid=10, chance=[4])
    play_box(table, "coalition", "train")
    assert removed(table, "4.2.1") == [("coalition-troops", 3, "helmand")] and table.state.aid == 14


@pytest.mark.rule("2nd:8.8.2")
def test_a_surge_that_places_nothing_gives_way_to_an_air_lift() -> None:
    """Case 103, R55 [C2.SA.1, C2.Lift.1]: no Aid for it."""
    spaces = {"kabul": "C 1B 4t, G 4p", "balkh": "T 1u", "konduz": "W 1u", "herat": "C 1t"}
    table = case("coalition", spaces, available="C 0t 1B", government=3, aid=10)
    head = play_box(table, "coalition", "train", rolls=[1])
    assert activities(table) == ["air-lift"] and table.state.aid == 10
    assert moves(table, "4.2.2") == [("coalition-troops", 3, "kabul", "balkh")]
    assert head.used()["C2.Lift.1"] == 1


@pytest.mark.rule("2nd:8.8.2")
def test_troops_are_spread_evenly_odd_ones_among_taliban() -> None:
    """[C2.Surge.2]: five Troops over three spaces; Kabul without COIN Control gets none (R54)."""
    spaces = {"herat": "G 2p, T 1u", "balkh": "G 1p", "konduz": "G 2p, T 1u"}
    table = case("coalition", spaces | {"kabul": "G 1p, T 1u"}, available="C 5t 0B")
    plan, _ = plan_activity(table, "coalition", "surge", op="train", rolls=[5])
    after = {space: planned(plan, "surge-garrison", space, "coalition-troops") for space in spaces}
    assert after == {"herat": [2], "balkh": [1], "konduz": [2]}
    assert SPACE_BY_ID["kabul"] not in planned(plan, "surge-space")


# -- Air Lift ---------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.8.2")
def test_troops_are_lifted_from_the_two_spaces_with_most_to_spare() -> None:
    """R58 [C2.Lift.0 .1]: one of each kind stays, three Government Troops in all; Control stays."""
    table = case("coalition", {"kabul": "C 5t, G 4t", "herat": "C 3t, T 1u", "konduz": "C 2t, G 3t", "balkh": "T 7u"})
    plan, _ = plan_activity(table, "coalition", "air-lift", op="train")
    assert plan is not None and plan.followed == {"C2.Lift.1": 1}
    assert set(planned(plan, "air-lift-space")) == {SPACE_BY_ID[space] for space in ("kabul", "konduz", "balkh")}
    garrison = {space: planned(plan, "air-lift-garrison", space, "coalition-troops") for space in ("kabul", "konduz")}
    assert garrison == {"kabul": [1], "konduz": [1]}
    assert planned(plan, "air-lift-garrison", "kabul", "government-troops") == [1]


@pytest.mark.rule("2nd:8.8.2")
def test_the_order_of_a_coalition_train_is_its_own() -> None:
    """R52: the Civic Action is seen before the cubes."""
    table = case("coalition", {"kandahar": "C 1B 1t"}, government=6)
    play_box(table, "coalition", "train", alone=True)
    kinds = [event.kind for event in table.all_events()]
    assert kinds.index("level") < kinds.index("placed")
    assert placed(table, "3.2.1")
