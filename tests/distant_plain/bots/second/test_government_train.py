"""2nd:8.6.2: Train, Govern and Transport of the Non-player Government, and which Operation it selects."""

from __future__ import annotations

import pytest

from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, cubes_placed, moves, selected, with_elders
from tests.distant_plain.bots.second.cases import after_activity, case, plan_activity, play_box, play_on
from tests.distant_plain.facts import count, level, pieces, resources

#: Most cubes are on the map, none where a Base could be built.
FULL = {"herat": "G 6p 6t, support", "balkh": "G 6p 6t", "konduz": "G 6p 6t", "ghazni": "G 5p 5t"}

# -- selection --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.2")
def test_patronage_within_reach_calls_for_a_train() -> None:
    """Case 31 [G2.Select.1]: fourteen pieces are too few, Govern decides."""
    waiting = "G 7t 6p 1B"
    table = case("government", FULL, aid=5, available=waiting)
    head = play_on(table, "government")
    assert head.used()["G2.Select.1"] == 1
    base = FULL | {"herat": "C 1B, G 6p 6t, support"}
    for spaces, aid in ((base, 5), (FULL, 0)):
        other = case("government", spaces, aid=aid, available=waiting)
        assert "G2.Select.1" not in play_on(other, "government").used()


@pytest.mark.rule("2nd:8.6.2")
def test_fifteen_pieces_available_call_for_a_train() -> None:
    """[G2.Select.1]."""
    table = case("government", FULL, aid=0, available="G 7t 7p 1B")
    assert play_on(table, "government").used()["G2.Select.1"] == 1


@pytest.mark.rule("2nd:8.6.2", "2nd:8.6.4")
def test_a_train_in_vain_leads_down_to_patrol_and_sweep_not_to_assault() -> None:
    """Case 41 [G2.None.1]: Sweep comes before the Assault although that is worth it."""
    table = case("government", {"herat": "G 2t 2p, support", "badghis": "G 4t, T 2a"}, available="G 0t 0p 0B", aid=5)
    head = play_on(table, "government")
    assert head.used()["G2.None.1"] == 1 and head.used()["G2.Sweep.1"] == 1
    assert "G2.Assault.1" not in head.used()


@pytest.mark.rule("2nd:8.6.4", "2nd:8.6.5")
def test_sweep_or_assault_by_what_the_assault_would_remove() -> None:
    """[G2.Select.3 .4]."""
    waiting = "G 3t 3p 1B"
    worth_it = play_on(case("government", {"herat": "G 4t, T 2a"}, available=waiting, aid=0), "government").used()
    assert worth_it["G2.Select.4"] == worth_it["G2.Assault.1"] == 1
    too_little = play_on(case("government", {"herat": "G 4t, T 1a 1u"}, available=waiting, aid=0), "government").used()
    assert too_little["G2.Select.3"] == 1 and "G2.Assault.1" not in too_little


# -- Train ------------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.2")
def test_cubes_go_where_fewest_are_police_and_troops_by_turns() -> None:
    """Case 33 [G2.Train.3]."""
    spaces = {"konduz": "G 1B 1t 1p, support", "kabul": "G 2t 2p, support", "herat": "G 1B 3t 2p, support"}
    table = case("government", spaces, government=9, aid=0)
    play_box(table, "government", "train", alone=True)
    assert selected(table) == ["konduz", "kabul", "herat"]
    assert [cubes_placed(table, space) for space in spaces] == [(3, 3)] * 3
    table = case("government", spaces, government=9, aid=0, lasting=["29-shaded"])
    play_box(table, "government", "train", alone=True)
    assert [cubes_placed(table, space) for space in spaces] == [(2, 2)] * 3


@pytest.mark.rule("2nd:8.6.2")
def test_a_civic_action_is_enabled_first() -> None:
    """Case 34 [G2.Train.2 .4]."""
    spaces = {"herat": "G 1B 1p, T 3u", "kabul": "G 2p, support"}
    table = case("government", spaces, government=9, aid=0)
    play_box(table, "government", "train", alone=True)
    assert selected(table) == ["herat", "kabul"] and sum(cubes_placed(table, "herat")) == 6
    assert sum(cubes_placed(table, "kabul")) == 6
    assert level(table, "herat") == "support" and resources(table, "government") == 0
    table = case("government", spaces | {"herat": "C 1B, G 1B 1p, T 3u"}, government=9, aid=0)
    play_box(table, "government", "train", alone=True)
    assert level(table, "herat") == "neutral"


@pytest.mark.rule("2nd:8.6.2")
def test_a_base_replaces_two_police_and_a_troop() -> None:
    """[G2.Train.1]: and there is no Civic Action besides."""
    table = case("government", {"herat": "G 2t 3p", "kabul": "G 1p"}, aid=0)
    play_box(table, "government", "train", alone=True)
    assert pieces(table, "herat") == "G 1t 1p 1B" and level(table, "kabul") == "neutral"
    assert selected(table) == ["herat", "kabul"]


@pytest.mark.rule("2nd:8.6.2")
def test_cubes_in_kabul_and_three_other_spaces_at_most() -> None:
    """R28 [G2.Train.3]."""
    spaces = {"herat": "C 1B", "balkh": "C 1B", "konduz": "G 1B", "ghazni": "G 1B", "badghis": "G 1B"}
    table = case(
        "government",
        {space: f"{text}, G 1p, support" for space, text in spaces.items()} | {"kabul": "G 9p, support"},
        aid=0,
    )
    play_box(table, "government", "train", alone=True)
    assert len(selected(table)) == 4 and "kabul" in selected(table)


@pytest.mark.rule("2nd:8.6.1", "2nd:8.6.2")
@pytest.mark.parametrize(("friends", "wanted"), [(("herat",), "support"), (("herat", "badghis"), "neutral")])
def test_elders_bring_support_unless_the_coalition_gets_ahead(friends: tuple[str, ...], wanted: str) -> None:
    """Case 50 [G2.Mom.1]: with Support both margins would be -3, or the Coalition's -2 and the Government's -3."""
    spaces = {"kabul": "G 4p, opposition"} | dict.fromkeys(friends, "support")
    table = with_elders(case("government", spaces, government=9, aid=0, patronage=29, available="G 0t 0p 0B, C 20t 3B"))
    head = play_box(table, "government", "train", alone=True)
    assert head.used()["G2.Mom.1"] == 1
    assert level(table, "kabul") == wanted


# -- Govern -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.2")
def test_govern_takes_the_most_patronage_then_settles_empty_lands() -> None:
    """Case 35 [G2.Govern.1 .2]."""
    table = case(
        "government", {"khowst": "G 2p, support", "herat": "G 2p, support", "samangan": "G 1p"}, aid=2, patronage=10
    )
    state = after_activity(table, "government", "govern", op="train")
    assert (state.aid, state.patronage) == (0, 12)
    plan, _ = plan_activity(table, "government", "govern", op="train")
    assert plan is not None and plan.followed == {"G2.Govern.1": 1, "G2.Govern.2": 1}


@pytest.mark.rule("2nd:8.6.2")
def test_without_aid_refugees_come_home_where_there_is_support() -> None:
    """[G2.Govern.3]: a Coalition Base does not matter."""
    plan, _ = plan_activity(case("government", {"herat": "C 1B, G 2p, support"}, aid=0), "government", "govern")
    assert plan is not None and plan.followed == {"G2.Govern.3": 1}


# -- Transport --------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.2")
def test_transport_to_police_who_stand_alone() -> None:
    """Case 37 [G2.Transport.2]."""
    table = case("government", {"kabul": "C 1B, G 5t 2p, T 1u", "bamian": "G 1p"})
    plan, _ = plan_activity(table, "government", "transport", op="sweep")
    assert plan is not None and plan.queues["transport-count", "kabul"] == [4]
    assert plan.followed == {"G2.Transport.1": 1, "G2.Transport.2": 1}


@pytest.mark.rule("2nd:8.6.2")
def test_transport_for_control_of_most_people() -> None:
    """Case 38 [G2.Transport.3]: equal Population, but one is under Taliban Control."""
    table = case("government", {"kabul": "C 1B, G 5t 2p, T 1u", "baghlan": "T 3u", "nuristan": "T 1u, W 1u"})
    plan, head = plan_activity(table, "government", "transport", op="sweep")
    assert plan is not None and plan.followed == {"G2.Transport.1": 1, "G2.Transport.3": 1}
    assert [message.params["space"] for message in head.why() if message.key == "why.selected"] == ["baghlan"]


@pytest.mark.rule("2nd:8.6.2")
def test_the_way_that_costs_nothing() -> None:
    """Case 39 [G2.Transport.R]: straight rather than by a LoC with Guerrillas."""
    table = case("government", {"kabul": "C 1B, G 5t 2p, T 1u", "bamian": "G 1p", "kandahar-kabul": "W 1u"})
    state = after_activity(table, "government", "transport", op="sweep")
    assert state.resources[1] == 40


@pytest.mark.rule("2nd:8.6.2")
def test_only_the_origin_with_the_greatest_excess_is_tried() -> None:
    """R30 [G2.Transport.1]: Konduz has most to spare and nowhere to go; Kabul's Troops are not looked at."""
    spaces = {"konduz": "G 6t", "badakhshan": "C 1t", "baghlan": "C 1t", "balkh": "C 1t", "kabul": "G 3t"}
    assert plan_activity(case("government", spaces), "government", "transport", op="sweep")[0] is None
    plan, _ = plan_activity(case("government", spaces | {"konduz": "G 2t"}), "government", "transport", op="sweep")
    assert plan is not None and plan.queues["transport-count", "kabul"] == [2]


# -- which Special Activity --------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.2", "2nd:8.6.3", "2nd:8.6.4", "2nd:8.6.5")
def test_which_special_activity_follows() -> None:
    """Case 106 [G2.SA.1 .2 .3]."""
    patrol = case(
        "government", {"kabul": "G 5t 2p", "bamian": "G 1p", "kabul-aibak": "G 1p, T 1u", "samangan": "+1pop"}, aid=0
    )
    play_box(patrol, "government", "patrol")
    assert activities(patrol) == ["transport"]
    sweep = case("government", {"kabul": "G 5t 2p, T 1u, support", "bamian": "G 1p"}, aid=9)
    play_box(sweep, "government", "sweep")
    assert activities(sweep) == ["transport"], "although Govern is possible in Kabul"
    assault = case("government", {"kabul": "G 5t 2p, T 1a", "bamian": "G 1p"})
    play_box(assault, "government", "assault")
    assert activities(assault) == ["transport"]
    assert moves(assault, "4.3.2") == [("government-troops", 4, "kabul", "bamian")]


@pytest.mark.rule("2nd:8.6.2")
def test_random_base_province() -> None:
    """[G2.Train.1]: any Province with three cubes, no matter how many people."""
    found = in_many_worlds(lambda seed: _base_in(seed))
    assert set(found) == {"herat", "samangan"}


def _base_in(seed: int) -> str:
    table = case("government", {"herat": "G 3p", "samangan": "G 3t"}, aid=0)
    play_box(table, "government", "train", seed=seed, alone=True)
    return next(space for space in ("herat", "samangan") if count(table, space, "G B"))
