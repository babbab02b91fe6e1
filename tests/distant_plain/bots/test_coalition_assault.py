"""8.6.4: Assault of the Non-player Coalition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khyber.games.distant_plain.board import COALITION
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.flowcharts import FLOWCHARTS
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.play import Play
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, play_box, play_on
from tests.distant_plain.bots.test_coalition_sweep import Gunner
from tests.distant_plain.facts import count, pieces, resources

LAST_RESORT = {
    **dict.fromkeys(("kabul", "baghlan", "balkh", "kandahar", "khowst", "konduz"), "C 1B 1t"),
    "ghazni": "C 1t, W 1a",
}


@pytest.mark.rule("8.6.4")
def test_a_players_base_falls_to_coalition_troops_alone() -> None:
    """C-10 [C.Assault.0 .1a]."""
    table = case("coalition", {"helmand": "C 3t, T 1B 1a"}, players=["taliban"])
    head = play_on(table, "coalition")
    assert pieces(table, "helmand") == "C 3t" and resources(table, "government") == 20
    assert head.used()["C.Assault.0"] == head.used()["C.Assault.1a"] == 1


@pytest.mark.rule("8.6.4")
def test_government_cubes_are_added_for_a_base() -> None:
    """C-11 [C.Assault.1 help i]."""
    table = case("coalition", {"helmand": "C 1t, G 1t, T 1B 1a"}, players=["taliban"])
    play_on(table, "coalition")
    assert pieces(table, "helmand") == "C 1t, G 1t" and resources(table, "government") == 17


@pytest.mark.rule("8.6.4")
def test_an_air_strike_takes_the_base_that_the_assault_lays_bare() -> None:
    """[C.Assault.1 help ii]: and continues by its own box."""
    table = case("coalition", {"helmand": "C 1t, T 1B 1a", "herat": "W 1a"}, players=["taliban"])
    head = play_on(table, "coalition")
    assert pieces(table, "helmand") == "C 1t" and pieces(table, "herat") == ""
    assert head.used()["C.AirStrike.2"] == 1 and "C.Choose" not in head.used()


@pytest.mark.rule("8.6.4")
def test_an_air_lift_brings_the_troops_that_are_missing_for_a_base() -> None:
    """C-13 [C.Assault.1 help iii]."""
    table = case("coalition", {"helmand": "C 1t, T 1B 2a", "herat": "C 3t"}, players=["taliban"])
    play_box(table, "coalition", "assault")
    assert pieces(table, "helmand") == "C 3t" and pieces(table, "herat") == "C 1t"


@pytest.mark.rule("8.6.4")
def test_an_air_lift_may_bring_the_first_troops() -> None:
    """R-C10 [C.Assault.1 help iii]."""
    table = case("coalition", {"helmand": "T 1B 1a", "herat": "C 3t"}, players=["taliban"])
    play_box(table, "coalition", "assault")
    assert pieces(table, "helmand") == "C 2t" and pieces(table, "herat") == "C 1t"


@pytest.mark.rule("8.6.4")
def test_the_space_that_needs_its_first_troops_comes_last() -> None:
    """R-C10: two Bases from afar against one on the spot."""
    table = case("coalition", {"helmand": "T 2B", "herat": "C 1t, T 1B", "badghis": "C 2t"}, players=["taliban"])
    head = play_box(table, "coalition", "assault")
    said = [
        message.params["space"]
        for message in head.why()
        if message.key.endswith("selected") and message.params["id"] == "C.Assault.1a"
    ]
    assert said == ["herat", "helmand"]
    assert pieces(table, "helmand") == "C 2t"


@pytest.mark.rule("8.6.4")
def test_help_that_does_not_reach_the_goal_is_not_given() -> None:
    """[C.Assault.1]: no cubes, no flight; at Support the Troops strike alone."""
    table = case("coalition", {"kandahar": "C 1t, G 1t, T 1B 5a, support"})
    play_on(table, "coalition")
    assert resources(table, "government") == 20
    assert count(table, "kandahar", "T a") in (3, 4)


@pytest.mark.rule("8.6.4")
def test_government_cubes_join_in_one_space_only() -> None:
    """[C.Assault.P]."""
    spaces = {"helmand": "C 1t, G 1t, T 1B 1a", "farah": "C 1t, G 1t, T 1B 1a", "herat": "C 1t, G 1t, T 1B 1a"}
    table = case("coalition", spaces, players=["taliban"], lasting=["57-unshaded"])
    play_on(table, "coalition")
    assert resources(table, "government") == 17
    assert sorted(count(table, space, "T B") for space in spaces) == [0, 1, 1]


@pytest.mark.rule("8.6.4")
def test_an_assault_that_removed_something_goes_on_everywhere() -> None:
    """C-14 [C.Assault.2]."""
    table = case("coalition", {"helmand": "C 3t, T 1B 1a", "ghazni": "C 1t, W 1a"}, players=["taliban"])
    play_on(table, "coalition")
    assert pieces(table, "helmand") == "C 3t" and pieces(table, "ghazni") == "C 1t"


@pytest.mark.rule("8.6.4")
def test_assault_everywhere_includes_locs_without_government_cubes() -> None:
    """[C.Assault.2]."""
    table = case("coalition", {"helmand": "C 3t, T 1B 1a", "kabul-aibak": "C 1t, G 2p, W 3a"}, players=["taliban"])
    play_on(table, "coalition")
    assert pieces(table, "kabul-aibak") == "C 1t, G 2p, W 2a" and resources(table, "government") == 20


@pytest.mark.rule("8.6.4")
def test_when_nothing_else_is_possible_warlords_are_assaulted() -> None:
    """C-15 [C.Assault.2 last resort, R-C1]."""
    table = case("coalition", LAST_RESORT, government=0)
    head = play_on(table, "coalition")
    assert pieces(table, "ghazni") == "C 1t"
    skipped = [message.params["operation"] for message in head.why() if message.key.endswith("skip")]
    assert skipped == ["train", "sweep", "assault"]
    assert head.used()["C.Assault.2"] == 1


@pytest.mark.rule("8.6.4")
def test_non_player_warlords_at_support_are_no_target_of_the_first_bullet() -> None:
    """R-C2 [C.Assault.0]: the condition holds, the walk finds nothing, Train follows."""
    table = case("coalition", {"kabul": "C 1B 1t, G 2p", "konduz": "C 1t, W 1a, support"})
    head = play_on(table, "coalition")
    assert head.used()["C.Assault.0"] == 1 and count(table, "konduz", "W a") == 1
    assert any(step.startswith("C.Train") for step in head.used())


@pytest.mark.rule("8.6.4")
def test_taliban_at_support_are_assaulted_in_kabul() -> None:
    """C-38 [C.Assault.1b]."""
    table = case("coalition", {"kabul": "C 2t, T 2a, support"})
    head = play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 2t" and resources(table, "government") == 20
    assert head.used()["C.Assault.1b"] == 1


@pytest.mark.rule("8.6.4")
def test_help_at_support_clears_all_enemies_warlords_too() -> None:
    """R-C9 [C.Assault.1b help]."""
    table = case("coalition", {"kabul": "C 1t, G 2p, T 1a, W 2a, support"})
    play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t, G 2p" and resources(table, "government") == 17


@pytest.mark.rule("8.6.4")
def test_more_pieces_at_support_come_first() -> None:
    """[C.Assault.1b] ranks, under shaded NATO: two spaces in all."""
    table = case(
        "coalition",
        {"kandahar": "C 1t, T 1a, support", "khowst": "C 3t, T 3a, support", "paktika": "C 2t, T 2a, support"},
        lasting=["17-shaded"],
    )
    play_on(table, "coalition")
    assert count(table, "khowst", "T a") == count(table, "paktika", "T a") == 0


@pytest.mark.rule("8.6.4")
def test_find_fix_finish_exposes_a_guarded_base() -> None:
    """[C.Assault.1a] under unshaded Find Fix Finish: the last hidden Guerrilla is found first."""
    table = case("coalition", {"helmand": "C 2t, T 1B 1u, W 1u"}, players=["taliban"], lasting=["7-unshaded"])
    play_box(table, "coalition", "assault")
    assert pieces(table, "helmand") == "C 2t, W 1u"


@pytest.mark.rule("8.6.4")
def test_shaded_find_fix_finish_leaves_a_base_that_needs_three() -> None:
    """[C.Assault.0]."""
    table = case("coalition", {"kabul": "C 1B 5t, T 1B 2a"}, players=["taliban"], lasting=["7-shaded"])
    assert "C.Assault.0" not in play_on(table, "coalition").used()


@pytest.mark.rule("8.6.4")
def test_shaded_talks_rule_out_assault() -> None:
    """[in effect: US-Taliban Talks]."""
    table = case("coalition", {"kabul": "C 2t, T 2a, support"}, lasting=["24-shaded"])
    play_on(table, "coalition")
    assert count(table, "kabul", "T a") == 2
    table = case("coalition", LAST_RESORT, government=0, lasting=["24-shaded"])
    play_on(table, "coalition")
    assert count(table, "ghazni", "W a") == 1 and resources(table, "government") == 3


@pytest.mark.rule("8.6.4")
def test_reapers_help_to_reach_a_base() -> None:
    """[C.Assault.1 help ii] with unshaded Reapers: three pieces by air."""
    table = case("coalition", {"helmand": "C 1t, T 1B 3a"}, players=["taliban"], lasting=["3-unshaded"])
    play_on(table, "coalition")
    assert pieces(table, "helmand") == "C 1t"


def assault_box(head: NonPlayer, play: Play, decision: object) -> Plan:
    play.state.limited, play.state.special_allowed = False, True
    return FLOWCHARTS[COALITION].box(head, play, "assault") or Plan("pass")


@pytest.mark.rule("8.6.4")
def test_an_air_lift_called_off_before_the_assault() -> None:
    """R-C8: the first Troops never come; the Assault continues without them."""
    table = case(
        "coalition",
        {"helmand": "T 1B 1a", "herat": "C 3t", "konduz": "C 1t, W 1a"},
        players=["taliban"],
        lasting=["26-shaded"],
    )
    head = bot("coalition", printing=replace(THIRD, turn=assault_box))
    play_on(table, "coalition", head, others={"taliban": Gunner()})
    assert pieces(table, "helmand") == "T 1a 1B" and count(table, "konduz", "W a") == 0


@pytest.mark.rule("8.6.4")
def test_the_base_of_the_best_placed_player_comes_first() -> None:
    """[C.Assault.1a] N.G1, N.G2: one Government Assault only, against the leading player."""

    def fallen(warlords: int, seed: int) -> object:
        table = case(
            "coalition",
            {"helmand": "C 1t, G 1t, T 1B 1a", "herat": "C 1t, G 1t, W 1B 1a"},
            players=["taliban", "warlords"],
            lasting=["57-unshaded"],
            warlords=warlords,
        )
        play_on(table, "coalition", seed=seed)
        return count(table, "helmand", "T B"), count(table, "herat", "W B")

    assert set(in_many_worlds(lambda seed: fallen(40, seed), 20)) == {(1, 0)}
    assert set(in_many_worlds(lambda seed: fallen(20, seed), 20)) == {(0, 1)}
