"""8.6.3: Air Lift and Air Strike of the Non-player Coalition, and the choice between them."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.board import SPACE_BY_ID
from khyber.games.distant_plain.bots.machinery.plan import Plan
from tests.distant_plain.bots.cases import case, in_many_worlds, plan_activity, planned, play_on
from tests.distant_plain.facts import count, pieces


def struck(plan: Plan | None) -> list[str]:
    names = list(SPACE_BY_ID)
    return [names[int(str(space))] for space in planned(plan, "air-strike-space")]


def troops_after(plan: Plan | None, space: str, kind: str = "government-troops") -> list[object]:
    return list(planned(plan, "air-lift-garrison", space, kind))


# -- Air Strike -------------------------------------------------------------------------------------


@pytest.mark.rule("8.6.3")
def test_bases_are_struck_first_then_guerrillas_at_support() -> None:
    """C-09 [C.AirStrike.1 .2]."""
    table = case(
        "coalition",
        {"helmand": "C 1B, T 1B", "kandahar": "T 1a, support", "paktika": "T 2a, support", "ghazni": "W 1a"},
    )
    plan, _ = plan_activity(table, "coalition", "air-strike", op="assault")
    assert struck(plan) == ["helmand", "kandahar", "paktika"]
    assert plan is not None and plan.followed == {"C.AirStrike.1": 1, "C.AirStrike.2": 2}


@pytest.mark.rule("8.6.3")
def test_no_strike_on_kabul_locs_or_pakistan() -> None:
    """[C.AirStrike.P]."""
    table = case("coalition", {"kabul": "T 1a", "kabul-aibak": "T 1a", "waziristan": "T 1B 1a"})
    assert plan_activity(table, "coalition", "air-strike", op="sweep")[0] is None


@pytest.mark.rule("8.6.3")
def test_a_players_guerrilla_is_struck_before_a_non_players() -> None:
    """[C.AirStrike.2] owner; then Taliban, then Warlords."""
    spaces = {"konduz": "W 2a, T 2a", "herat": "T 2a", "badghis": "W 2a"}
    plan, _ = plan_activity(case("coalition", spaces, players=["warlords"]), "coalition", "air-strike", op="sweep")
    assert sorted(struck(plan)[:2]) == ["badghis", "konduz"]
    assert planned(plan, "remove-enemy", "konduz") == [9]
    plan, _ = plan_activity(case("coalition", spaces), "coalition", "air-strike", op="sweep")
    assert sorted(struck(plan)[:2]) == ["herat", "konduz"]
    assert planned(plan, "remove-enemy", "konduz") == [6]


@pytest.mark.rule("8.6.3")
def test_a_coalition_base_comes_before_a_last_guerrilla() -> None:
    """[C.AirStrike.2] ranks."""
    table = case("coalition", {"herat": "C 1B, T 2a", "badghis": "T 1a", "farah": "T 2a", "nimruz": "T 1a"})
    plan, _ = plan_activity(table, "coalition", "air-strike", op="sweep")
    assert struck(plan)[0] == "herat" and sorted(struck(plan)[1:]) == ["badghis", "nimruz"]


@pytest.mark.rule("8.6.1", "8.6.3")
def test_predators_strike_a_guarded_base_in_pakistan_once() -> None:
    """[C.AirStrike.P]: one past Guerrillas, bare ones besides; never a Guerrilla in Pakistan."""
    spaces = {"waziristan": "T 1B 2u", "northwest-frontier": "T 1B 1u 1a", "balochistan": "T 1a", "herat": "T 1a"}
    table = case("coalition", {**spaces, "kandahar": "C 1t, T 1u, support"}, lasting=["2-unshaded"])
    play_on(table, "coalition")
    bases = [count(table, space, "T B") for space in ("waziristan", "northwest-frontier")]
    assert sorted(bases) == [0, 1]
    assert count(table, "balochistan", "T a") == 1 and count(table, "herat", "T a") == 0
    assert table.state.islamabad == 3


@pytest.mark.rule("8.6.1", "8.6.3")
def test_reapers_go_where_a_base_goes_then_where_most_taliban_go() -> None:
    """[in effect: Reapers]."""
    table = case("coalition", {"herat": "T 3a", "badghis": "W 2a 1B", "farah": "W 3a"}, lasting=["3-unshaded"])
    plan, _ = plan_activity(table, "coalition", "air-strike", op="sweep")
    assert planned(plan, "air-strike-again", "badghis") == ["again", "again"]
    assert planned(plan, "air-strike-again", "herat") == []
    table = case("coalition", {"herat": "T 3a", "badghis": "W 3a 1B", "farah": "W 3a"}, lasting=["3-unshaded"])
    plan, _ = plan_activity(table, "coalition", "air-strike", op="sweep")
    assert planned(plan, "air-strike-again", "herat") == ["again", "again"]


@pytest.mark.rule("8.6.1", "8.6.3")
def test_reapers_are_played_out_on_the_table() -> None:
    """[in effect: Reapers]."""
    table = case("coalition", {"kandahar": "C 1B 3t, T 3u, support", "herat": "T 1a 1B"}, lasting=["3-unshaded"])
    play_on(table, "coalition")
    assert pieces(table, "kandahar") == "C 3t 1B, T 2a" and pieces(table, "herat") == ""


# -- Air Lift ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.6.3")
def test_two_guards_come_from_a_base_that_keeps_two() -> None:
    """C-31 [C.AirLift.P]."""
    table = case("coalition", {"oruzgan": "C 1t, T 1u", "kabul": "C 1B 1t, G 4t"})
    plan, _ = plan_activity(table, "coalition", "air-lift", op="sweep")
    assert plan is not None and plan.followed == {"C.AirLift.1": 1}
    assert set(planned(plan, "air-lift-space")) == {SPACE_BY_ID["oruzgan"], SPACE_BY_ID["kabul"]}
    assert troops_after(plan, "oruzgan") in ([2], []) and troops_after(plan, "kabul") in ([2], [])


@pytest.mark.rule("8.6.3")
def test_government_troops_leave_a_base_until_coalition_troops_outnumber_them() -> None:
    """R-C7 [C.AirLift.2]: exactly as many, to a random space, or none at all."""
    table = case("coalition", {"kabul": "C 1B 3t, G 4t"})
    plan, _ = plan_activity(table, "coalition", "air-lift", op="sweep")
    assert plan is not None and plan.followed == {"C.AirLift.2": 1}
    assert troops_after(plan, "kabul") == [2]
    table = case("coalition", {"kabul": "C 1B 2t, G 4t"})
    assert plan_activity(table, "coalition", "air-lift", op="sweep")[0] is None


@pytest.mark.rule("8.6.3")
def test_crowded_bases_without_support_and_with_most_people_first() -> None:
    """[C.AirLift.2] ranks: with three Troops in all, two bases of two each: one is relieved."""
    spaces = {"kabul": "C 1B 3t, G 4t, support", "balkh": "C 1B 3t, G 4t", "herat": "C 1B 3t, G 4t"}
    plan, _ = plan_activity(case("coalition", spaces), "coalition", "air-lift", op="sweep")
    assert planned(plan, "air-lift-space")[0] == SPACE_BY_ID["balkh"]


@pytest.mark.rule("8.6.3")
def test_arriving_government_troops_do_not_take_over_a_civic_action() -> None:
    """[C.AirLift.2]: where the Coalition decides it must still do so."""

    def destination(seed: int) -> object:
        table = case("coalition", {"kabul": "C 1B 3t, G 4t", "balkh": "C 1t, G 1p", "konduz": "C 3t, G 1p"})
        plan, _ = plan_activity(table, "coalition", "air-lift", op="sweep", seed=seed)
        return planned(plan, "air-lift-space")

    assert all(
        SPACE_BY_ID["balkh"] not in spaces or len(spaces) == 3  # type: ignore[operator,arg-type]
        for spaces in in_many_worlds(destination, 60)
    )


@pytest.mark.rule("8.6.3")
def test_guards_come_first_from_a_crowded_base() -> None:
    """[C.AirLift.1 .2]: and the base is relieved to the full."""
    table = case("coalition", {"oruzgan": "C 1t, T 1u", "kabul": "C 1B 3t, G 5t", "herat": "G 3t", "farah": "G 3t"})
    plan, _ = plan_activity(table, "coalition", "air-lift", op="sweep")
    spaces = planned(plan, "air-lift-space")
    assert SPACE_BY_ID["kabul"] in spaces and SPACE_BY_ID["oruzgan"] in spaces
    assert plan is not None and plan.followed == {"C.AirLift.1": 1, "C.AirLift.2": 1}
    assert troops_after(plan, "kabul") == [2]


@pytest.mark.rule("8.6.3")
def test_no_more_than_three_government_troops_fly() -> None:
    """4.2.2 [C.AirLift.1]."""
    table = case("coalition", {"oruzgan": "C 1t, T 1u", "ghazni": "C 1t, T 1u", "herat": "G 6t"})
    plan, _ = plan_activity(table, "coalition", "air-lift", op="sweep")
    assert troops_after(plan, "herat") == [3]


# -- C.Choose ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.6.3")
def test_a_players_last_piece_at_support_is_struck_although_an_air_lift_is_possible() -> None:
    """C-33 [C.Choose]."""
    table = case(
        "coalition",
        {"helmand": "C 2t, T 1u, support", "kabul": "C 1B 1t, G 4t", "oruzgan": "C 1t, T 1u"},
        players=["taliban"],
    )
    head = play_on(table, "coalition")
    assert pieces(table, "helmand") == "C 2t" and pieces(table, "oruzgan") == "C 1t"
    assert pieces(table, "kabul") == "C 1t 1B, G 4t"
    used = head.used()
    assert used["C.Sweep.1"] == used["C.Sweep.2"] == 1 and used["C.AirStrike.2"] == 2
    said = [
        message.params["space"]
        for message in head.why()
        if message.key.endswith("selected") and message.params["id"] == "C.AirStrike.2"
    ]
    assert said == ["helmand", "oruzgan"]


@pytest.mark.rule("8.6.3")
def test_without_such_a_strike_air_lift_comes_first() -> None:
    """C-33 [C.Choose] with Non-player Taliban: guards for Oruzgan."""
    table = case("coalition", {"helmand": "C 2t, T 1u, support", "kabul": "C 1B 1t, G 4t", "oruzgan": "C 1t, T 1u"})
    head = play_on(table, "coalition")
    assert "C.AirStrike.2" not in head.used() and head.used()["C.AirLift.1"] == 1


@pytest.mark.rule("8.6.3")
def test_a_base_that_can_be_struck_makes_the_choice() -> None:
    """[C.Choose]."""
    table = case(
        "coalition",
        {"helmand": "C 2t, T 1u, support", "kabul": "C 1B 1t, G 4t", "oruzgan": "C 1t, T 1u", "herat": "W 1B"},
    )
    head = play_on(table, "coalition")
    assert count(table, "herat", "W B") == 0 and head.used()["C.AirStrike.1"] == 1
