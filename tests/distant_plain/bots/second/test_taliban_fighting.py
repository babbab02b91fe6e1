"""2nd:8.7.4, 8.7.5: Attack, Ambush and Terror of the Non-player Taliban of the 2nd printing."""

from __future__ import annotations

import pytest

from tests.distant_plain.bots.cases import in_many_worlds
from tests.distant_plain.bots.looking import activities, removed, selected, with_elders
from tests.distant_plain.bots.second.cases import case, plan_activity, planned, play_box
from tests.distant_plain.facts import count, level, pieces, resources, terror

MANY = {
    "kandahar": "T 1u, C 1t, G 1t",
    "helmand": "T 1u, C 2t, G 2t",
    "kabul": "T 1u, G 1p",
    "ghazni": "T 1u, W 1u",
    "khowst": "T 5a, C 1B, G 3t",
}


@pytest.mark.rule("2nd:8.7.4")
def test_ambushes_that_reach_the_coalition_come_first() -> None:
    """Case 63 [T2.Attack.1 to .3]."""

    def ambushed(seed: int) -> object:
        table = case("taliban", MANY, chance=[6])
        head = play_box(table, "taliban", "attack", seed=seed)
        assert head.used() == {"T2.Attack.1": 3, "T2.Attack.2": 1, "T2.Ambush.1": 3}
        assert activities(table) == ["ambush"] and selected(table) == ["khowst"] and resources(table, "taliban") == 36
        assert pieces(table, "kandahar") == "T 1u 1a" and pieces(table, "casualties").startswith("C 1t")
        return tuple(space for space in ("helmand", "kabul", "ghazni") if count(table, space, "T a"))

    assert set(in_many_worlds(ambushed)) == {("helmand", "kabul"), ("helmand", "ghazni"), ("kabul", "ghazni")}


@pytest.mark.rule("2nd:8.7.4")
def test_with_few_resources_only_the_first_spaces() -> None:
    """[T2.Attack.1, N2.Max.2]."""
    table = case("taliban", MANY, taliban=1)
    head = play_box(table, "taliban", "attack")
    assert head.used() == {"T2.Attack.1": 1, "T2.Ambush.1": 1} and count(table, "kandahar", "C t") == 0


@pytest.mark.rule("2nd:8.7.4")
def test_locs_come_last_among_equals() -> None:
    """[T2.Attack.1, R48]."""
    spaces = {"kabul-tor-kham": "T 1u, C 1t", "zabol": "T 1u, C 1t", "kandahar": "T 1u, C 1t", "helmand": "T 1u, C 1t"}
    table = case("taliban", spaces)
    play_box(table, "taliban", "attack")
    assert count(table, "kabul-tor-kham", "C t") == 1


@pytest.mark.rule("2nd:8.7.4")
def test_ambush_where_guerrillas_are_fewest() -> None:
    """[T2.Ambush.1]: chosen among all spaces of the Attack, those in sight too; ties by what is hit."""
    spaces = {"zabol": "T 7u, C 1t", "kandahar": "T 6u, C 1t", "helmand": "T 8u, C 1t", "ghazni": "T 1u 4a, C 1B, G 2t"}
    table = case("taliban", spaces, chance=[6])
    head = play_box(table, "taliban", "attack")
    assert head.used() == {"T2.Attack.1": 3, "T2.Attack.2": 1, "T2.Ambush.1": 3}
    assert selected(table) == ["helmand"]
    for there in ("G 1p, C 1t", "G 1B 1t"):
        spaces = {
            "zabol": "T 1u, G 3t",
            "kandahar": f"T 1u, {there}",
            "helmand": "T 1u, G 3t",
            "paktika": "T 1u, G 3t",
            "ghazni": "T 1u, G 3t",
        }
        plan, _ = plan_activity(case("taliban", spaces), "taliban", "ambush")
        assert planned(plan, "ambush-space")[0] == 13


@pytest.mark.rule("2nd:8.7.4")
def test_most_coalition_then_government_then_warlord_pieces_go() -> None:
    """[T2.Attack.3]: a cube that shields is taken to reach a Coalition piece; what is left over goes too."""

    def gone(there: str) -> str:
        table = case("taliban", {"kandahar": f"T 1u, {there}"}, available="T 0u")
        play_box(table, "taliban", "attack")
        return pieces(table, "kandahar")

    assert gone("G 1p, C 2t, W 1u") == "C 1t, T 1a, W 1u"
    assert gone("C 1t 1B, W 1u") == "T 1a, W 1u"
    assert gone("C 1B, G 1B, W 2u") == "T 1a, W 2u"
    assert gone("G 2p 2t, W 1u") == "G 1t 1p, T 1a, W 1u"
    assert gone("G 1t, W 1u 1a") == "T 1a, W 1a"
    assert gone("W 1a 1B") == "T 1a"


@pytest.mark.rule("2nd:8.7.4")
def test_car_bombs_do_without_anybody_underground() -> None:
    """[T2.Ambush.1, in force: Car Bombs]."""
    table = case("taliban", {"kandahar": "T 1a, C 1t"}, lasting=["31-shaded"])
    head = play_box(table, "taliban", "attack")
    assert head.used() == {"T2.Attack.1": 1, "T2.Ambush.1": 1} and count(table, "kandahar", "C t") == 0
    table = case("taliban", {"kandahar": "T 1a, C 1t"})
    assert play_box(table, "taliban", "attack").used() == {}


@pytest.mark.rule("2nd:8.7.4")
def test_talks_spare_the_coalition() -> None:
    """[in force: US-Taliban Talks]: its pieces count as not removable."""
    table = case("taliban", {"kandahar": "T 1u, C 1t", "zabol": "T 4a, C 1t, G 1p"}, lasting=["24-unshaded"])
    assert play_box(table, "taliban", "attack").used() == {}


# -- Terror -----------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.7.5")
def test_sabotage_then_terror_then_extort() -> None:
    """Case 65 [T2.Terror.1 to .3]."""
    table = case("taliban", {"kabul-aibak": "T 1u", "kabul": "T 2u", "helmand": "T 1u, support"}, taliban=1)
    head = play_box(table, "taliban", "terror")
    assert terror(table, "kabul-aibak") == 1 and level(table, "kabul") == "opposition"
    assert level(table, "helmand") == "support" and activities(table) == ["extort"]
    assert resources(table, "taliban") == 2 and pieces(table, "kabul") == "T 2a"
    assert head.used() == {"T2.Terror.1": 1, "T2.Terror.2": 1, "T2.Extort.2": 2}


@pytest.mark.rule("2nd:8.7.5")
def test_no_terror_where_nothing_shifts() -> None:
    """[T2.Terror.2, R49]."""
    table = case(
        "taliban",
        {"zabol": "T 1u", "kandahar": "T 1u, opposition", "waziristan": "T 1u", "kabul-aibak": "T 1u, sabotage"},
    )
    assert play_box(table, "taliban", "terror").used() == {}


@pytest.mark.rule("2nd:8.7.5")
def test_most_people_first() -> None:
    """[T2.Terror.2]: while Resources last."""
    table = case("taliban", {"helmand": "T 1u, support", "kandahar": "T 1u", "khowst": "T 1u, support"}, taliban=2)
    play_box(table, "taliban", "terror")
    assert sorted(selected(table)) == ["kandahar", "khowst"]


@pytest.mark.rule("2nd:8.7.5")
def test_suicide_bombers_where_a_coalition_troop_is_lost() -> None:
    """[in force: Suicide Bombers]."""
    table = case("taliban", {"helmand": "T 1u, C 1t", "kandahar": "T 1u, G 3t"}, lasting=["33-shaded"])
    head = play_box(table, "taliban", "terror", alone=True)
    assert head.used()["T2.Effect.Bomb"] == 1 and pieces(table, "helmand") == "T 1a"
    table = case("taliban", {"kandahar": "T 1u, G 3t 3p"}, lasting=["33-shaded"])
    play_box(table, "taliban", "terror", alone=True)
    assert removed(table, "3.3.4") == [("government-police", 1, "kandahar")]


@pytest.mark.rule("2nd:8.7.1", "2nd:8.7.5")
def test_elders_that_the_taliban_heed_say_opposition() -> None:
    """Case 109 [T2.Mom.2]."""
    table = with_elders(case("taliban", {"helmand": "T 1u, support"}), "taliban")
    head = play_box(table, "taliban", "terror", alone=True)
    assert level(table, "helmand") == "opposition" and head.used()["T2.Mom.2"] == 1
