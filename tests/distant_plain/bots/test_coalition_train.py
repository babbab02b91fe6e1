"""8.6.5: Train and Surge of the Non-player Coalition."""

from __future__ import annotations

import pytest

from khyber.games.distant_plain.bots.machinery.plan import Plan
from tests.distant_plain.bots.cases import case, in_many_worlds, plan_activity, planned, play_box, play_on
from tests.distant_plain.facts import count, level, pieces, resources, terror

SIX_BASES = dict.fromkeys(("kabul", "baghlan", "balkh", "kandahar", "khowst", "konduz"), "C 1B 1t, G 2p, support")
MANY_TALIBAN_BASES = {
    "balochistan": "T 2B",
    "waziristan": "T 2B",
    "northwest-frontier": "T 2B",
    "nuristan": "T 2B, opposition",
    "khowst": "T 2B, opposition",
    "zabol": "T 1B",
}


def garrison(plan: Plan | None, space: str) -> str:
    """Return the Bases and Troops that a planned Surge leaves in a space."""
    found = [planned(plan, "surge-garrison", space, f"coalition-{kind}") for kind in ("base", "troops")]
    return " ".join(str(n[0]) if n else "-" for n in found)


# -- Train ------------------------------------------------------------------------------------------


@pytest.mark.rule("8.6.5")
def test_opposition_is_won_over_when_player_taliban_are_near_victory() -> None:
    """C-17 [C.Train.2]."""
    spaces = {**MANY_TALIBAN_BASES, "kandahar": "C 2t, G 1p, opposition", "ghazni": "C 1t, opposition"}
    table = case("coalition", spaces, players=["taliban"], available="C 0B")
    head = play_box(table, "coalition", "train")
    assert level(table, "kandahar") == "support" and level(table, "ghazni") == "opposition"
    assert resources(table, "government") == 14
    assert head.used()["C.Train.2"] == 1
    table = case("coalition", {**spaces, "zabol": ""}, players=["taliban"], available="C 0B")
    assert "C.Train.2" not in play_box(table, "coalition", "train").used()


@pytest.mark.rule("8.6.5")
def test_available_bases_go_to_the_map_before_the_train_goes_on() -> None:
    """C-18 [C.Train.3, C.Surge.2 .4a .4c]."""
    at_base = dict.fromkeys(("kabul", "baghlan", "balkh", "konduz"), "C 1B 1t, G 2p")
    table = case("coalition", {**at_base, "kandahar": "G 1t 2p", "herat": "G 1p"}, chance=[4])
    assert count(table, "available", "C t") == 16 and count(table, "available", "C B") == 2
    head = play_on(table, "coalition", rolls=[1])
    assert count(table, "kandahar", "C B") == count(table, "herat", "C B") == 1
    assert count(table, "available", "C t") == 13
    assert table.state.aid == 14
    used = head.used()
    assert used["C.Train.3"] == 1 and used["C.Surge.2"] == 2 and used["C.Surge.4a"] == used["C.Surge.4c"] == 1


@pytest.mark.rule("8.6.5")
def test_civic_action_at_the_base_with_most_people() -> None:
    """C-19 [C.Train.4]."""
    table = case("coalition", {"kabul": "C 1B 1t, G 2p", "baghlan": "C 1B 1t, G 2p"}, government=6)
    play_box(table, "coalition", "train")
    assert level(table, "kabul") == "support" and level(table, "baghlan") == "neutral"
    assert resources(table, "government") == 3


@pytest.mark.rule("8.6.5")
def test_ties_of_civic_action_go_to_other_peoples_then_where_no_taliban_are() -> None:
    """[C.Train.4] ranks."""
    spaces = {
        "balkh": "C 1B 1t, G 2p, T 1u",
        "konduz": "C 1B 1t, G 2p",
        "kandahar": "C 1B 1t, G 2p",
        **dict.fromkeys(("kabul", "baghlan", "khowst"), "C 1B 1t, G 2p, support"),
    }
    table = case("coalition", spaces, government=6)
    play_box(table, "coalition", "train")
    assert level(table, "konduz") == "support"


@pytest.mark.rule("8.6.5")
def test_terror_is_removed_only_if_a_shift_can_be_paid_as_well() -> None:
    """[C.Train.P]: two Terror and a level cost 9; with less, another space."""
    spaces = {"kabul": "C 1B 1t, G 2p, 2terror", "baghlan": "C 1B 1t, G 2p"}
    table = case("coalition", spaces, government=8)
    play_box(table, "coalition", "train")
    assert terror(table, "kabul") == 2 and level(table, "baghlan") == "support"
    table = case("coalition", spaces, government=14)
    play_box(table, "coalition", "train")
    assert terror(table, "kabul") == 0 and level(table, "kabul") == "support" and resources(table, "government") == 5


@pytest.mark.rule("8.6.5")
def test_a_train_spends_two_thirds_unless_the_government_is_poor() -> None:
    """[C.Train.P, N.Two3]: 12 Resources allow 8, so two payments."""
    table = case("coalition", {**SIX_BASES, "bamian": "C 1t, opposition, 1terror"}, government=12)
    play_on(table, "coalition")
    assert level(table, "bamian") == "neutral" and resources(table, "government") == 6
    table = case("coalition", {**SIX_BASES, "bamian": "C 1t, opposition"}, government=8)
    play_on(table, "coalition")
    assert level(table, "bamian") == "support" and resources(table, "government") == 2


@pytest.mark.rule("8.6.5")
def test_civic_action_elsewhere_when_all_bases_are_content() -> None:
    """C-21 [C.Train.6]."""
    table = case("coalition", {**SIX_BASES, "bamian": "C 1t, opposition"}, government=9)
    head = play_on(table, "coalition")
    assert level(table, "bamian") == "support" and resources(table, "government") == 3
    assert head.used() == {"C.Train.6": 1}


@pytest.mark.rule("8.6.1")
def test_village_stability_places_police_where_most_people_live() -> None:
    """C-30 [C.Train.VSO]."""
    table = case("coalition", {**SIX_BASES, "bamian": "C 1t, opposition"}, government=9, lasting=["12-unshaded"])
    play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t 1B, G 3p"


@pytest.mark.rule("8.6.1")
def test_village_stability_takes_no_police_from_the_map() -> None:
    """[N.NoRemoval]."""
    table = case(
        "coalition",
        {**SIX_BASES, "bamian": "C 1t, opposition"},
        government=9,
        lasting=["12-unshaded"],
        available="G 0p",
    )
    head = play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t 1B, G 2p" and "C.Train.VSO" not in head.used()


@pytest.mark.rule("8.6.1", "8.6.5")
def test_prts_allow_two_civic_actions() -> None:
    """[C.Train.P, C.Train.4 .6]."""
    spaces = {**SIX_BASES, "kabul": "C 1B 1t, G 2p", "bamian": "C 1t", "herat": "C 1t"}
    table = case("coalition", spaces, government=20, lasting=["18-unshaded"])
    head = play_on(table, "coalition")
    assert level(table, "kabul") == "support" and resources(table, "government") == 14
    assert [level(table, space) for space in ("bamian", "herat")].count("support") == 1
    assert head.used()["C.Train.4"] == head.used()["C.Train.6"] == 1


@pytest.mark.rule("8.6.5")
def test_shaded_prts_keep_civic_action_out_of_pashtun_spaces() -> None:
    """[C.Train.4]."""
    spaces = {**SIX_BASES, "kabul": "C 1B 1t, G 2p", "konduz": "C 1B 1t, G 2p"}
    table = case("coalition", spaces, lasting=["18-shaded"])
    play_on(table, "coalition")
    assert level(table, "kabul") == "neutral" and level(table, "konduz") == "support"


@pytest.mark.rule("8.6.5")
def test_a_rich_player_government_gives_patronage_back() -> None:
    """R-C12 [C.Train.1]: and then there is no Civic Action."""
    spaces = {**SIX_BASES, "kabul": "C 1B 1t, G 2p"}
    table = case("coalition", spaces, players=["government"], patronage=11)
    head = play_on(table, "coalition")
    assert table.state.patronage == 8 and resources(table, "government") == 23
    assert level(table, "kabul") == "neutral" and head.used()["C.Train.1"] == 1
    table = case("coalition", spaces, players=["government"], patronage=10)
    play_on(table, "coalition")
    assert table.state.patronage == 10 and level(table, "kabul") == "support"
    table = case("coalition", spaces, patronage=11)
    play_on(table, "coalition")
    assert table.state.patronage == 11


@pytest.mark.rule("8.6.5")
def test_thinly_held_bases_get_police_first() -> None:
    """R-C14 [C.Train.5]: six cubes where there are fewer than two Government pieces, or no Police."""
    spaces = {
        **SIX_BASES,
        "kabul": "C 1B 1t, G 1p, support",
        "balkh": "C 1B 1t, G 3t, support",
        "konduz": "C 1B 1t, G 1p 1B, support",
    }
    table = case("coalition", spaces)
    play_on(table, "coalition")
    assert pieces(table, "kabul") in ("C 1t 1B, G 7p", "C 1t 1B, G 4t 3p", "C 1t 1B, G 3t 4p")
    assert count(table, "balkh", "G p") > 0
    assert pieces(table, "konduz") == "C 1t 1B, G 1p 1B"
    assert resources(table, "government") == 14


@pytest.mark.rule("8.6.5")
def test_cubes_come_from_available_only_and_are_fewer_under_night_letters() -> None:
    """[C.Train.5, N.NoRemoval]."""
    spaces = {**SIX_BASES, "kabul": "C 1B 1t, support"}
    table = case("coalition", spaces, available="G 2p 3t")
    play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t 1B, G 3t 2p"
    table = case("coalition", spaces, available="G 2p 3t", lasting=["29-shaded"])
    play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t 1B, G 2t 2p"


@pytest.mark.rule("8.6.5")
def test_a_base_gets_cubes_once_even_if_no_police_are_left() -> None:
    """[C.Train.5]."""
    table = case("coalition", {**SIX_BASES, "kabul": "C 1B 1t, support"}, available="G 0p 12t")
    play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t 1B, G 6t" and resources(table, "government") == 17


@pytest.mark.rule("8.6.5")
def test_cubes_wait_for_what_civic_action_leaves() -> None:
    """R-C13 [C.Train.5]: Civic Action is paid first; 9 Resources allow 6."""
    table = case("coalition", {**SIX_BASES, "kabul": "C 1B 1t, G 1p, opposition"}, government=9)
    play_on(table, "coalition")
    assert level(table, "kabul") == "support" and pieces(table, "kabul") == "C 1t 1B, G 1p"
    table = case("coalition", {**SIX_BASES, "kabul": "C 1B 1t, G 1p, opposition"}, government=15)
    play_on(table, "coalition")
    assert level(table, "kabul") == "support" and count(table, "kabul", "G p") > 1
    assert resources(table, "government") == 6


@pytest.mark.rule("8.6.5")
def test_a_train_may_be_there_for_a_surge_alone() -> None:
    """C-37 [R-C11]."""
    spaces = {**dict.fromkeys(("kabul", "baghlan", "balkh", "khowst", "konduz"), "C 1B 1t"), "kandahar": "G 1p"}
    table = case("coalition", spaces, government=0, available="C 1B 10t")
    head = play_on(table, "coalition")
    assert count(table, "kandahar", "C B") == 1 and count(table, "kandahar", "C t") >= 1
    assert resources(table, "government") == 0
    assert head.used()["C.Surge.2"] == 1


@pytest.mark.rule("8.6.5")
def test_after_a_train_without_surge_an_air_lift() -> None:
    """8.6.5: Surge, else Air Lift: guards for Oruzgan."""
    spaces = {**SIX_BASES, "kabul": "C 1B 1t, G 4t 2p", "oruzgan": "C 1t, T 1u", "herat": "G 2t"}
    table = case("coalition", spaces)
    head = play_on(table, "coalition")
    assert count(table, "oruzgan", "G t") == 2 and head.used()["C.AirLift.1"] == 1


# -- Surge ------------------------------------------------------------------------------------------


@pytest.mark.rule("8.6.5")
def test_in_the_last_campaign_troops_go_home() -> None:
    """C-22 [C.Surge.1, R-C15]."""
    table = case("coalition", {"kabul": "C 1B 4t", "kandahar": "C 3t", "herat": "C 2t", "bamian": "C 1t"}, unplayed=1)
    assert count(table, "available", "C B") == 5
    plan, _ = plan_activity(table, "coalition", "surge", op="train")
    assert [garrison(plan, space) for space in ("kabul", "kandahar", "herat", "bamian")] == ["1 1", "0 0", "0 0", "- -"]
    assert plan is not None and plan.followed == {"C.Surge.1": 3, "C.Surge.4c": 1}


@pytest.mark.rule("8.6.5")
def test_equal_numbers_go_home_from_where_there_is_no_support() -> None:
    """[C.Surge.1] ties: fewest Support spaces."""
    table = case(
        "coalition", {"kabul": "C 2t, support", "kandahar": "C 2t", "herat": "C 2t", "bamian": "C 2t"}, unplayed=1
    )
    plan, _ = plan_activity(table, "coalition", "surge", op="train")
    assert garrison(plan, "kabul") == "- -"


@pytest.mark.rule("8.6.5")
def test_a_base_moves_to_where_support_is() -> None:
    """C-23 [C.Surge.3]."""
    table = case(
        "coalition",
        {
            "farah": "C 1B 1t",
            **dict.fromkeys(("kabul", "baghlan", "balkh", "khowst", "nuristan"), "C 1B 1t, support"),
            "kandahar": "G 1t 1p, support",
            "konduz": "G 1p",
        },
    )
    plan, _ = plan_activity(table, "coalition", "surge", op="train")
    assert garrison(plan, "farah").startswith("0 ") and garrison(plan, "kandahar").startswith("1 ")
    assert int(garrison(plan, "kandahar")[2]) >= 1
    assert plan is not None and plan.followed["C.Surge.3"] == 1


@pytest.mark.rule("8.6.5")
def test_the_troop_of_the_die_goes_where_the_fewest_stand() -> None:
    """C-39 [C.Surge.2 .4a .4b]."""
    table = case("coalition", {"kabul": "C 1B, G 2p", "kandahar": "G 2p"}, chance=[2])
    plan, head = plan_activity(table, "coalition", "surge", op="train", rolls=[1])
    assert garrison(plan, "kandahar") == "1 1" and garrison(plan, "kabul") == "1 1"
    assert plan is not None and "C.Surge.4b" not in plan.followed
    assert head.dice.asked == ["C.Surge.4a"]  # type: ignore[attr-defined]
    play_on(table, "coalition", rolls=[1])
    assert table.state.aid == 12


@pytest.mark.rule("8.6.5")
def test_without_available_troops_one_comes_from_another_space_with_the_base() -> None:
    """[C.Surge.2]: one of the three spaces is for the giver, the one with the most."""
    full = dict.fromkeys(("kandahar", "balkh", "konduz", "kabul"), "C 1B 2t, G 2p, support")
    table = case("coalition", {**full, "khowst": "C 1B 6t, G 2p, support", "nuristan": "G 2p"}, available="C 0t")
    plan, _ = plan_activity(table, "coalition", "surge", op="train", rolls=[1])
    assert (garrison(plan, "nuristan"), garrison(plan, "khowst"), garrison(plan, "kabul")) == ("1 1", "1 4", "- -")


@pytest.mark.rule("8.6.5")
def test_a_space_that_can_take_a_base_is_not_spent_on_a_troop() -> None:
    """[C.Surge.2]: as many Bases as possible, so three smaller spaces with Troops before one that lacks them."""
    table = case(
        "coalition",
        {
            "kandahar": "G 2p",
            **dict.fromkeys(("herat", "ghazni", "oruzgan"), "C 1t, G 1p"),
            "farah": "C 5t",
            "kabul": "T 1a",
        },
        available="C 0t 3B",
    )
    plan, _ = plan_activity(table, "coalition", "surge", op="train", rolls=[1])
    assert [garrison(plan, name) for name in ("herat", "ghazni", "oruzgan", "kandahar")] == ["1 1"] * 3 + ["- -"]


@pytest.mark.rule("8.6.5")
def test_with_more_support_than_available_troops_some_go_home() -> None:
    """R-C16, R-C17 [C.Surge.4a]: off the map, no further than equal."""
    spaces = {"kabul": "C 1B 6t, G 2p, support", "kandahar": "G 2p"}
    table = case("coalition", spaces, available="C 1B 2t")
    plan, _ = plan_activity(table, "coalition", "surge", op="train", rolls=[6])
    # One of two goes along to Kandahar: 1 Available against 3 points of Support, so two come home.
    assert garrison(plan, "kandahar") == "1 1" and garrison(plan, "kabul") == "1 4"


@pytest.mark.rule("8.6.5")
def test_a_bare_base_gets_a_troop() -> None:
    """[C.Surge.4b]."""
    table = case("coalition", {"kabul": "C 1B, G 2p, support", "kandahar": "G 2p"}, available="C 1B 5t")
    plan, _ = plan_activity(table, "coalition", "surge", op="train", rolls=[1])
    assert garrison(plan, "kabul") == "1 1" and plan is not None and plan.followed["C.Surge.4b"] == 1


@pytest.mark.rule("8.6.5")
def test_aid_for_a_player_government_only_with_little_patronage() -> None:
    """[C.Surge.4c]."""
    spaces = {"kabul": "C 1B 1t, G 2p", "kandahar": "G 2p"}
    for patronage, aid in ((5, 13), (6, 10)):
        table = case("coalition", spaces, players=["government"], patronage=patronage, chance=[3])
        play_on(table, "coalition", rolls=[1])
        assert table.state.aid == aid and resources(table, "warlords") == 20


@pytest.mark.rule("8.6.5")
def test_what_aid_cannot_take_goes_to_the_warlords() -> None:
    """[C.Surge.4c]."""
    table = case("coalition", {"kabul": "C 1B 1t, G 2p", "kandahar": "G 2p"}, aid=74, chance=[4])
    play_on(table, "coalition", rolls=[1])
    assert table.state.aid == 75 and resources(table, "warlords") == 23


@pytest.mark.rule("8.6.5")
def test_the_troops_of_a_planned_civic_action_stay_in_the_last_campaign() -> None:
    """[C.Train.2 .3]: what a planned action needs is not moved."""
    spaces = {**MANY_TALIBAN_BASES, "kandahar": "C 2t, G 1p, T 1u, opposition", "ghazni": "C 1t, opposition"}
    table = case("coalition", spaces, players=["taliban"], unplayed=1)
    play_box(table, "coalition", "train")
    assert level(table, "kandahar") == "support" and count(table, "kandahar", "C t") == 1
    assert count(table, "ghazni", "C t") == 0


@pytest.mark.rule("8.6.5")
def test_nothing_moves_nothing_surges() -> None:
    """8.6.5: no piece moves in .1-.3, so no Surge, whatever the die would say."""
    table = case("coalition", SIX_BASES)
    assert plan_activity(table, "coalition", "surge", op="train")[0] is None


@pytest.mark.rule("8.6.5")
def test_troops_of_the_die_go_first_where_there_is_no_support() -> None:
    """[C.Surge.4a]: Support spaces wait."""

    def in_kabul(seed: int) -> object:
        table = case("coalition", {"kabul": "C 1B 1t, G 2p, support", "kandahar": "G 2p"}, available="C 1B 15t")
        plan, _ = plan_activity(table, "coalition", "surge", op="train", rolls=[3], seed=seed)
        return garrison(plan, "kandahar"), garrison(plan, "kabul")

    assert set(in_many_worlds(in_kabul, 10)) == {("1 4", "- -")}
