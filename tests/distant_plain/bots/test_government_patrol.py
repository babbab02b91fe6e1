"""8.7.4: Patrol and Govern of the Non-player Government."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khyber.agents.agent import Seen
from khyber.agents.bot import chosen
from khyber.games.distant_plain.board import G_POLICE, G_TROOPS, GOVERNMENT, KABUL, SPACE_BY_ID, Faction
from khyber.games.distant_plain.bots.common.guidelines import own_piece
from khyber.games.distant_plain.bots.machinery.non_player import NonPlayer
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.printing import THIRD
from khyber.games.distant_plain.play import Play, Rules
from khyber.games.distant_plain.rules.events import free_operation
from tests.distant_plain.bots.cases import CARD_NOW, bot, case, plan_activity, planned, play_box, play_on
from tests.distant_plain.bots.looking import activities, moves, removed
from tests.distant_plain.facts import count, level, pieces, resources, terror
from tests.distant_plain.positions import card


@pytest.mark.rule("8.7.4")
def test_taliban_that_rule_one_of_the_best_locs_call_for_a_patrol() -> None:
    """G-13 [G.Patrol.0]."""
    table = case("government", {"kandahar-spin-boldak": "G 1p, T 2u"})
    assert "G.Patrol.0" in play_on(table, "government").used()
    table = case("government", {"kandahar-spin-boldak": "G 2p, T 2u"})
    assert "G.Patrol.0" not in play_on(table, "government").used()


@pytest.mark.rule("8.7.4")
def test_two_pieces_of_players_on_a_loc_call_for_a_patrol() -> None:
    """[G.Patrol.0]: any LoC, and both players together."""
    spaces = {"kabul-aibak": "G 1p, T 1u, W 1u"}
    assert "G.Patrol.0" not in play_on(case("government", spaces), "government").used()
    table = case("government", spaces, players=["taliban"])
    assert "G.Patrol.0" not in play_on(table, "government").used()
    table = case("government", spaces, players=["taliban", "warlords"])
    assert "G.Patrol.0" in play_on(table, "government").used()


@pytest.mark.rule("8.7.4")
def test_exactly_the_cubes_that_give_control_come_to_kabul() -> None:
    """G-14 [G.Patrol.1 .P]."""
    table = case("government", {"kabul": "G 1p, T 2u", "baghlan": "G 4t, T 1u"})
    play_box(table, "government", "patrol")
    assert moves(table, "3.2.2") == [("government-troops", 2, "baghlan", "kabul")]
    assert resources(table, "government") == 17


@pytest.mark.rule("8.7.4")
def test_kabul_gets_all_it_needs_or_none() -> None:
    """[G.Patrol.1]."""
    table = case("government", {"kabul": "T 4u", "baghlan": "G 3t"})
    play_box(table, "government", "patrol")
    assert count(table, "kabul", "G t") == 0 and count(table, "baghlan", "G t") < 3


@pytest.mark.rule("8.7.4")
def test_police_go_before_troops_but_stay_at_bases_and_among_non_pashtun() -> None:
    """[G.Patrol.P, .2b, .2c]."""
    table = case("government", {"kabul": "C 3t", "baghlan": "G 1p 5t", "khowst": "G 2p 1t 1B"})
    play_box(table, "government", "patrol")
    assert count(table, "baghlan", "G p") == 1 and count(table, "khowst", "G p") == 1
    assert moves(table, "3.2.2")[0] == ("government-police", 1, "khowst", "kabul-tor-kham")
    assert count(table, "kabul-tor-kham", "G p") + count(table, "kabul-tor-kham", "G t") == 2


@pytest.mark.rule("8.7.4")
def test_locs_with_a_players_pieces_are_matched_first() -> None:
    """[G.Patrol.2a]: highest Econ first, up to as many as the player has there."""
    table = case(
        "government",
        {"kabul": "C 3t, G 5p", "kabul-aibak": "T 2u, W 3u", "kabul-tor-kham": "T 1u"},
        players=["taliban"],
    )
    play_box(table, "government", "patrol")
    assert moves(table, "3.2.2")[:2] == [
        ("government-police", 2, "kabul", "kabul-tor-kham"),
        ("government-police", 2, "kabul", "kabul-aibak"),
    ]
    assert count(table, "kabul-aibak", "T u") == 0 and count(table, "kabul-aibak", "W u") == 3


@pytest.mark.rule("8.7.4")
def test_cubes_already_on_a_loc_stay_up_to_what_is_wanted_there() -> None:
    """[R-G9]."""
    table = case("government", {"kabul-tor-kham": "G 3p", "kabul": "C 2t"})
    play_box(table, "government", "patrol")
    assert count(table, "kabul-tor-kham", "G p") == 2 and len(moves(table, "3.2.2")) == 1


@pytest.mark.rule("8.7.4")
def test_a_patrol_ends_with_an_assault_where_most_of_a_player_go() -> None:
    """[G.Patrol.A .3]."""
    others = ("kabul-aibak", "shibirghan-aibak", "farah-kandahar", "toraghondi-farah", "kandahar-kabul")
    spaces = dict.fromkeys(others, "G 1p")
    spaces |= {"kabul": "C 1t", "kabul-tor-kham": "G 4p, T 2u", "kandahar-spin-boldak": "G 4p, W 2u"}
    table = case("government", spaces, players=["warlords"])
    play_box(table, "government", "patrol")
    assert pieces(table, "kandahar-spin-boldak") == "G 4p" and count(table, "kabul-tor-kham", "T a") == 2
    table = case("government", spaces)
    play_box(table, "government", "patrol")
    assert count(table, "kabul-tor-kham", "T a") == 0 and count(table, "kandahar-spin-boldak", "W a") == 2


@pytest.mark.rule("8.7.4")
def test_after_a_patrol_govern_comes_first() -> None:
    """[G.SA]."""
    table = case("government", {"kandahar-spin-boldak": "T 2u", "kabul": "G 4p, support"})
    play_on(table, "government")
    assert activities(table) == ["govern"] and level(table, "kabul") == "neutral"


@pytest.mark.rule("8.7.4")
def test_the_most_valuable_loc_is_cleared_first() -> None:
    """Roadside IEDs, unshaded, in the hands of the Government."""
    spaces = {
        "kabul": "C 2t, G 1p",
        "kabul-tor-kham": "G 2p, sabotage",
        "kabul-aibak": "G 1p, sabotage",
        "kandahar-kabul": "G 1p, sabotage",
        "zabol": "G 2p",
    }
    table = case("government", spaces, lasting=["23-unshaded"])
    play_box(table, "government", "patrol")
    assert terror(table, "kabul-tor-kham") == 0
    assert terror(table, "kabul-aibak") + terror(table, "kandahar-kabul") == 1


@pytest.mark.rule("8.2.1")
def test_a_bomb_takes_a_cube_of_a_kind_that_remains() -> None:
    """Roadside IEDs, shaded: ied-space, ied-piece."""
    spaces = {"kabul": "C 2t, G 4p 1t", "kabul-tor-kham": "T 1u"}
    for seed in range(5):
        table = case("government", spaces, lasting=["23-shaded"], players=["taliban"])
        steps, head = len(table.steps), bot("government", seed=seed)
        while table.decision is not None and len(table.steps) == steps:
            decision = table.decision
            if decision.seat == "taliban":
                bombed = next(value for value in decision.values if value != "done")
                table.choose(chosen(decision, bombed))
            else:
                table.choose(chosen(decision, head.answer(Seen(table, decision).play(), decision)))
        lost = removed(table, "3.2.2")
        assert [n for _, n, _ in lost] == [1] and lost[0][0] == "government-police"


@pytest.mark.rule("8.2.1")
def test_each_cube_is_as_likely_to_be_lost() -> None:
    """[N.G5, N.Random]: of four Police and two Troops two in three are Police."""
    state, dice = case("government", {"kabul": "G 4p 2t"}).state, bot("government").dice
    lost = [own_piece(dice, state, KABUL, [G_TROOPS, G_POLICE]) for _ in range(900)]
    assert 540 <= lost.count(G_POLICE) <= 660


# -- Govern -----------------------------------------------------------------------------------------


@pytest.mark.rule("8.7.4")
def test_govern_takes_patronage_in_the_two_largest_spaces_without_a_coalition_base() -> None:
    """G-15 [G.Govern.1]."""
    spaces = {
        "kabul": "C 1B, G 2t, support",
        "balkh": "G 2t, support",
        "konduz": "G 2p, support",
        "herat": "G 2p, support",
    }
    plan, _ = plan_activity(case("government", spaces), "government", "govern", op="patrol")
    assert set(planned(plan, "govern-space")) == {SPACE_BY_ID["balkh"], SPACE_BY_ID["konduz"]}
    table = case("government", spaces)
    play_box(table, "government", "patrol")
    assert table.state.aid == 6 and table.state.patronage == 9
    assert level(table, "balkh") == level(table, "konduz") == "neutral" and level(table, "herat") == "support"


@pytest.mark.rule("8.7.4")
def test_refugees_come_home_beside_a_base_if_there_is_no_patronage_to_take() -> None:
    """[G.Govern.2, R-G11, R-G12]."""
    spaces = {"balkh": "C 1B, G 2t, support", "konduz": "G 2p 1B, support", "herat": "G 2p, support"}
    plan, _ = plan_activity(case("government", spaces, aid=0), "government", "govern", op="patrol")
    assert planned(plan, "govern-space") == [SPACE_BY_ID["konduz"], SPACE_BY_ID["balkh"]]
    assert planned(plan, "govern-how", "konduz") == ["returnees"]
    plan, _ = plan_activity(case("government", spaces, aid=1), "government", "govern", op="patrol")
    assert planned(plan, "govern-space")[0] == SPACE_BY_ID["konduz"]
    assert planned(plan, "govern-how", "konduz") == ["patronage"]
    assert plan is not None and plan.followed == {"G.Govern.1": 1, "G.Govern.2": 1}
    plan, _ = plan_activity(case("government", spaces, patronage=40), "government", "govern", op="patrol")
    assert plan is not None and plan.followed == {"G.Govern.2": 2}


@pytest.mark.rule("8.7.4")
def test_a_limited_patrol_stays_on_one_loc() -> None:
    """[2.3.5]: by an Event that grants a free Limited Patrol; it names the LoC with most to find if nobody moves."""

    def grant(play: Play, faction: Faction) -> Rules:
        yield from free_operation(play, GOVERNMENT, ("patrol",), limited=True)

    table = case(
        "government", {"kabul-aibak": "G 1p, T 1u", "kabul": "C 1t"}, event_open=True, cards={CARD_NOW: card(grant)}
    )
    play_on(table, "government", event_first())
    assert count(table, "kabul-aibak", "T a") == 1
    table = case(
        "government",
        {"kabul-aibak": "G 2p, T 1u", "kabul": "C 1t, G 4p"},
        event_open=True,
        cards={CARD_NOW: card(grant)},
    )
    play_on(table, "government", event_first())
    assert {dest for _, _, _, dest in moves(table, "3.2.2")} == {"kabul-tor-kham"}
    assert resources(table, "government") == 20


def event_first() -> NonPlayer:
    """A bot that executes any Event."""
    return bot("government", printing=replace(THIRD, turn=lambda head, play, decision: Plan("event-unshaded")))
