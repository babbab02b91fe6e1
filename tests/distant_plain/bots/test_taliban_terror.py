"""8.8.3: Terror and Extort of the Non-player Taliban."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SPACE_BY_ID
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, plan_activity, planned, play_box, play_on
from tests.distant_plain.bots.looking import with_elders
from tests.distant_plain.facts import level, pieces, resources, terror


def turn_plan(table: Table[State], seed: int = 0) -> Plan:
    """What the Taliban mean to do in their turn."""
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    return THIRD.turn(bot("taliban", seed=seed), play, table.decision)


def spaces(*names: str) -> list[int]:
    return [SPACE_BY_ID[name] for name in names]


@pytest.mark.rule("8.8.3")
def test_one_guerrilla_in_kabul_at_support_is_worth_three_points() -> None:
    """T-02 [T.Terror.0 .1]."""
    table = case("taliban", {"kabul": "T 1u, support"})
    head = play_on(table, "taliban")
    assert level(table, "kabul") == "neutral" and terror(table, "kabul") == 1
    assert pieces(table, "kabul") == "T 1a"
    assert head.used() == {"T.Terror.0": 1, "T.Terror.1": 1}


@pytest.mark.rule("8.8.3", "8.8.4")
def test_two_points_are_not_worth_a_terror() -> None:
    """T-03 [T.Terror.0]."""
    table = case("taliban", {"kandahar": "T 1u, support"})
    head = play_on(table, "taliban")
    assert level(table, "kandahar") == "support" and terror(table, "kandahar") == 0
    assert "T.Rally.0" in head.used() and "T.Terror.1" not in head.used()


@pytest.mark.rule("8.8.3")
def test_support_comes_first_then_neutral_spaces_by_population() -> None:
    """T-05 [T.Terror.1 .2]."""
    table = case(
        "taliban", {"kabul": "T 1u", "kandahar": "T 1u, support", "khowst": "T 1u", "farah": "T 1u"}, taliban=3
    )
    assert planned(turn_plan(table), "terror-space") == spaces("kandahar", "kabul", "khowst")
    play_on(table, "taliban")
    assert level(table, "kandahar") == "neutral"
    assert level(table, "kabul") == level(table, "khowst") == "opposition"
    assert terror(table, "farah") == 0 and terror(table, "kabul") == 1


@pytest.mark.rule("8.8.3")
def test_terror_goes_on_after_a_pause_to_extort() -> None:
    """T-06 [T.Terror pause, T.Extort.1]."""
    table = case("taliban", {"kandahar": "T 1u, support", "kabul": "T 1u", "paktika": "T 2u, opposition"}, taliban=1)
    assert planned(turn_plan(table), "terror-space") == [*spaces("kandahar"), "extort", *spaces("kabul")]
    play_on(table, "taliban")
    assert level(table, "kandahar") == "neutral" and level(table, "kabul") == "opposition"
    assert pieces(table, "paktika") == "T 1u 1a"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("8.8.3")
def test_the_last_guerrilla_is_exposed_for_extort_only_without_any_resources() -> None:
    """T-07 [T.Extort.2]."""
    here = {"khowst": "T 1u", "zabol": "T 1B 1u"}
    plan, _ = plan_activity(case("taliban", here, taliban=0), "taliban", "extort", op="terror")
    assert planned(plan, "extort-space") == spaces("khowst")
    assert plan is not None and plan.followed == {"T.Extort.2": 1}
    plan, _ = plan_activity(case("taliban", here, taliban=3), "taliban", "extort", op="terror")
    assert plan is None


@pytest.mark.rule("8.8.3")
def test_no_guerrilla_at_a_base_is_exposed_if_it_is_the_last() -> None:
    """T.Keep, expose: with two in Kabul one may strike; with one nobody may."""
    table = case("taliban", {"kabul": "T 1B 2u, support"})
    play_box(table, "taliban", "terror")
    assert pieces(table, "kabul") == "T 1u 1a 1B" and level(table, "kabul") == "neutral"
    table = case("taliban", {"kabul": "T 1B 1u, support"})
    play_box(table, "taliban", "terror")
    assert level(table, "kabul") == "support"


@pytest.mark.rule("8.8.1", "8.8.3")
def test_find_fix_finish_keeps_two_guerrillas_out_of_sight() -> None:
    """T.Keep, R-T2: in Afghanistan two must stay, so a third is needed."""
    for there, after in (("T 1B 2u, support", "support"), ("T 1B 3u, support", "neutral")):
        table = case("taliban", {"kabul": there}, lasting=["7-unshaded"])
        play_box(table, "taliban", "terror")
        assert level(table, "kabul") == after


@pytest.mark.rule("8.8.3")
def test_terror_needs_people() -> None:
    """R-T4: neither on LoCs nor where nobody lives."""
    table = case("taliban", {"farah": "T 1u", "kabul-aibak": "T 1u", "zabol": "T 1u"})
    play_box(table, "taliban", "terror")
    assert terror(table, "farah") == terror(table, "kabul-aibak") == terror(table, "zabol") == 0


@pytest.mark.rule("8.8.3")
def test_the_pause_counts_when_the_points_are_weighed() -> None:
    """R-T5: without Resources the 3 points in Kabul come only by way of an Extort; without that there is no Terror."""
    table = case("taliban", {"kabul": "T 1u, support", "ghazni": "T 2u"}, taliban=0)
    head = play_on(table, "taliban")
    assert level(table, "kabul") == "neutral" and "T.Terror.0" in head.used()
    assert pieces(table, "ghazni") == "T 1u 1a" and resources(table, "taliban") == 0
    table = case("taliban", {"kabul": "T 1u, C 1t, support"}, taliban=0)
    play_on(table, "taliban")
    assert level(table, "kabul") == "support"


@pytest.mark.rule("8.8.3")
def test_after_terror_extort_follows_where_it_shows_nobody_who_should_stay_hidden() -> None:
    """8.8.3: in Ghazni at Opposition and on a LoC with two; not with the last one in Zabol, nor for nothing."""
    table = case(
        "taliban",
        """
            kabul: T 1u, support
            ghazni: T 1u, opposition
            kabul-tor-kham: T 2u
            zabol: T 1u
            farah: T 3u, W 1B
        """,
        warlords=0,
    )
    play_on(table, "taliban")
    assert pieces(table, "ghazni") == "T 1a" and pieces(table, "kabul-tor-kham") == "T 1u 1a"
    assert pieces(table, "zabol") == "T 1u" and pieces(table, "farah") == "T 3u, W 1B"
    assert resources(table, "taliban") == 20 - 1 + 1 + 4


@pytest.mark.rule("8.8.3")
def test_extort_takes_from_warlord_bases_what_the_warlords_have() -> None:
    """T.Extort: 2 for a Base."""
    table = case("taliban", {"kabul": "T 1u, support", "ghazni": "T 3u, W 1B"}, warlords=5)
    play_on(table, "taliban")
    assert resources(table, "warlords") == 3


# -- lasting Events ---------------------------------------------------------------------------------


@pytest.mark.rule("8.8.1", "8.8.3")
def test_elders_turn_a_space_straight_to_opposition() -> None:
    """T.Elders: from Support in Kandahar that is 4 points, enough for a Terror."""
    table = with_elders(case("taliban", {"kandahar": "T 1u, support"}), "taliban")
    head = play_on(table, "taliban")
    assert level(table, "kandahar") == "opposition" and "T.Terror.0" in head.used()


@pytest.mark.rule("8.8.1", "8.8.3")
def test_urban_specialists_show_nobody_and_cost_nothing_in_kabul() -> None:
    """Shaded: even the last Guerrilla at a Base may do it. Unshaded: it takes two."""
    table = case("taliban", {"kabul": "T 1B 1u, support"}, taliban=0, lasting=["30-shaded"])
    play_box(table, "taliban", "terror")
    assert level(table, "kabul") == "neutral" and pieces(table, "kabul") == "T 1u 1B"
    for there, after, left in (
        ("T 1u, support", "support", "T 1u"),
        ("T 2u, support", "neutral", "T 2a"),
        ("T 1B 2u, support", "support", "T 2u 1B"),
        ("T 1B 3u, support", "neutral", "T 1u 2a 1B"),
    ):
        table = case("taliban", {"kabul": there}, lasting=["30-unshaded"])
        play_box(table, "taliban", "terror")
        assert level(table, "kabul") == after and pieces(table, "kabul") == left


@pytest.mark.rule("8.8.3", "3.3.4")
@pytest.mark.parametrize(
    ("there", "more", "bombed", "left"),
    [
        ("T 1u 1B, support", [], False, "T 1u 1B"),
        ("T 2u 1B, support", [], True, "T 1u 1B"),
        ("T 1u 1a 1B, support", [], True, "T 1u 1B"),
        ("T 1u, support", [], True, ""),
        ("T 2u 1B, support", ["7-unshaded"], False, "T 2u 1B"),
        ("T 2u 1a 1B, support", ["7-unshaded"], True, "T 2u 1B"),
    ],
)
def test_suicide_bombers_do_not_take_the_last_guerrilla_of_a_base(
    there: str, more: list[str], bombed: bool, left: str
) -> None:
    """[T.Terror.P]: in Kabul no Guerrilla turns Active (30 shaded), but one is removed (33 unshaded)."""
    table = case("taliban", {"kabul": there}, lasting=["30-shaded", "33-unshaded", *more])
    head = play_box(table, "taliban", "terror")
    assert ("T.Terror.1" in head.used()) == bombed
    assert level(table, "kabul") == ("neutral" if bombed else "support")
    assert pieces(table, "kabul") == left


@pytest.mark.rule("8.8.1", "8.8.3")
def test_suicide_bombers_strike_where_a_coalition_troop_dies() -> None:
    """T.Bomb: in Kandahar, though Kabul has more people and would lose COIN Control."""
    table = case("taliban", {"kabul": "T 1u, G 2p, support", "kandahar": "T 1u, C 1t"}, lasting=["33-shaded"])
    head = play_on(table, "taliban")
    assert pieces(table, "casualties") == "C 1t" and pieces(table, "kabul") == "G 2p, T 1a"
    assert head.used()["T.Bomb"] == 1


@pytest.mark.rule("8.8.1", "8.8.3")
def test_suicide_bombers_strike_where_coin_control_is_lost_then_at_the_highest_population() -> None:
    table = case("taliban", {"kabul": "T 1u, G 4t, support", "kandahar": "T 1u, G 2t"}, lasting=["33-shaded"])
    play_on(table, "taliban")
    assert pieces(table, "kandahar") == "G 1t, T 1a" and pieces(table, "kabul") == "G 4t, T 1a"
    table = case("taliban", {"kabul": "T 1u, G 4t, support", "kandahar": "T 1u, G 4t"}, lasting=["33-shaded"])
    play_on(table, "taliban")
    assert pieces(table, "kabul") == "G 3t, T 1a" and pieces(table, "kandahar") == "G 4t, T 1a"


@pytest.mark.rule("8.8.1", "8.8.3")
def test_suicide_bombers_take_troops_or_police_by_lot() -> None:
    def bombed(seed: int) -> str:
        table = case("taliban", {"kabul": "T 1u, G 1t 1p, support"}, lasting=["33-shaded"])
        play_on(table, "taliban", seed=seed)
        return pieces(table, "kabul")

    assert set(in_many_worlds(bombed)) == {"G 1t, T 1a", "G 1p, T 1a"}
