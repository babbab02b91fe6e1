"""8.9.5, 8.9.6: Terror and Attack of the Non-player Warlords, and the way from box to box."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import WARLORDS
from khyber.games.distant_plain.bots.third.warlords.flowchart import WARLORDS_CHART
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, planned, play_box, play_on
from tests.distant_plain.choices import asked, choose, keys
from tests.distant_plain.facts import control, level, pieces, resources, terror
from tests.distant_plain.positions import at

# -- Terror -----------------------------------------------------------------------------------------


@pytest.mark.rule("8.9.5")
def test_terror_hurts_a_player_first_then_takes_one_more_space() -> None:
    """W-23 [W.Terror.0 .1 .2]."""
    spaces = {
        "kabul": "W 1u, support",
        "balkh": "W 1u, support",
        "khowst": "W 1u, opposition",
        "ghazni": "W 1u, opposition",
    }
    table = case("warlords", spaces, players=["coalition"])
    head = play_box(table, "warlords", "terror")
    assert [level(table, space) for space in spaces] == ["neutral", "neutral", "neutral", "opposition"]
    assert [terror(table, space) for space in spaces] == [1, 1, 1, 0]
    assert head.used() == {"W.Terror.1": 2, "W.Terror.2": 1} and resources(table, "warlords") == 17


@pytest.mark.rule("8.9.5")
def test_terror_takes_three_spaces_at_most_and_spares_the_last_hidden_guerrilla_at_a_base() -> None:
    """[W.Terror.P, W.Keep, expose]."""
    spaces = {
        "kabul": "W 1u 1B, support",
        "balkh": "W 2u 1B, support",
        "khowst": "W 1u, support",
        "ghazni": "W 1u, support",
        "herat": "W 1u, support",
        "bamian": "W 1u, opposition",
    }
    table = case("warlords", spaces, players=["coalition"])
    play_box(table, "warlords", "terror")
    assert level(table, "kabul") == "support" and pieces(table, "balkh") == "W 1u 1a 1B"
    assert level(table, "khowst") == level(table, "balkh") == "neutral" and level(table, "bamian") == "opposition"
    assert sum(level(table, space) == "neutral" for space in spaces) == 3


@pytest.mark.rule("8.9.5")
def test_two_bases_keep_two_hidden_ones_against_find_fix_finish() -> None:
    """[W.FFF, expose]."""
    spaces = {"balkh": "W 2u 2B, support"}
    assert play_box(case("warlords", spaces), "warlords", "terror").used() == {"W.Terror.2": 1}
    assert play_box(case("warlords", spaces, lasting=["7-unshaded"]), "warlords", "terror").used() == {}


@pytest.mark.rule("8.9.5")
def test_the_loop_turns_to_terror_when_a_player_is_ahead() -> None:
    """[W.Loop, W.Terror.0]."""
    spaces = {"khowst": "W 1u, opposition, T 2u", "kabul": "opposition, W 1u"}
    head = play_on(case("warlords", {**spaces, **AHEAD}, players=["taliban"]), "warlords")
    assert head.used()["W.Terror.0"] == 1 and head.used()["W.Terror.1"] == 2


#: Opposition and Bases enough for the Taliban to be ahead.
AHEAD = dict.fromkeys(("nuristan", "kandahar", "paktika", "ghazni", "helmand", "ghowr"), "opposition, T 1u 2B")


@pytest.mark.rule("8.9.5")
def test_terror_is_tried_when_neither_rally_nor_march_is_possible() -> None:
    """[W.Loop, R-W1]."""
    table = case("warlords", {"kabul": "W 1u, G 1t, support"}, available="W 0u")
    head = play_on(table, "warlords")
    assert head.used() == {"W.Terror.2": 1} and level(table, "kabul") == "neutral"


@pytest.mark.rule("8.9.5")
def test_suborn_is_the_activity_beside_terror() -> None:
    """[R-W13]."""
    table = case("warlords", {"balkh": "W 1u, support", "kandahar": "G 2t", "herat": "W 2B"}, warlords=50)
    head = play_box(table, "warlords", "terror")
    assert head.used() == {"W.Terror.2": 1, "W.Suborn.2": 1} and pieces(table, "kandahar") == ""
    table = case("warlords", {"balkh": "W 1u, support", "herat": "W 2B"}, warlords=30)
    assert play_box(table, "warlords", "terror").used() == {"W.Terror.2": 1}


@pytest.mark.rule("8.9.5")
def test_the_elders_are_heard_for_neutral() -> None:
    """[W.Terror, in force: Tribal Elders]: no level costs a Player more, and none is helped."""
    table = at(
        "warlords",
        event="45u",
        warlords=5,
        spaces={"balkh": "W 1u, support", "khowst": "W 1u, opposition"},
        non_players=["warlords"],
    )
    while asked(table) != "warlords turn":
        choose(table, "pass")
    play_box(table, "warlords", "terror")
    assert level(table, "balkh") == level(table, "khowst") == "neutral"


# -- Attack -----------------------------------------------------------------------------------------

ATTACKED = {"balkh": "W 4a, G 6p", "herat": "W 4a, G 1p"}


@pytest.mark.rule("8.9.6")
@pytest.mark.parametrize(("die", "left"), [(4, "G 4p, W 4a"), (5, "G 6p, W 4a")])
def test_an_attack_ends_coin_control_of_a_government_player(die: int, left: str) -> None:
    """W-25 [W.Attack.1]."""
    table = case("warlords", ATTACKED, players=["government"], chance=[die])
    head = play_box(table, "warlords", "attack")
    assert pieces(table, "balkh") == left and pieces(table, "herat") == "G 1p, W 4a"
    assert head.used() == {"W.Attack.1": 1} and resources(table, "warlords") == 19


@pytest.mark.rule("8.9.6")
def test_suborn_follows_an_attack() -> None:
    """W-25, then Suborn [W.SA]."""
    table = case("warlords", {**ATTACKED, "kandahar": "G 2t"}, players=["government"], warlords=50, chance=[4])
    head = play_box(table, "warlords", "attack")
    assert head.used() == {"W.Attack.1": 1, "W.Suborn.1": 1}
    assert pieces(table, "kandahar") == "" and control(table, "balkh") == "none"


def attack_spaces(table: Table[State]) -> list[object]:
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    return list(planned(WARLORDS_CHART.box(bot("warlords"), play, "attack"), "attack-space"))


@pytest.mark.rule("8.9.6")
def test_no_attack_shows_a_hidden_guerrilla_at_a_base() -> None:
    """W-26 [W.Attack.P, R-W14]."""
    spaces = {"balkh": "W 1u 3a 1B, G 6p", "herat": "W 4a, G 1p"}
    assert attack_spaces(case("warlords", spaces, players=["government"])) == []
    spaces["balkh"] = "W 4a 1B, G 6p"
    assert len(attack_spaces(case("warlords", spaces, players=["government"]))) == 1


@pytest.mark.rule("8.9.6")
def test_without_an_attack_the_loop_goes_on_to_terror() -> None:
    """W-26 [W.Loop]: Terror from bullet one, its condition not asked."""
    spaces = {"balkh": "W 1u 3a 1B, G 6p", "herat": "W 4a, G 1p", "konduz": "W 1u, opposition"}
    table = case("warlords", spaces, players=["government"], patronage=40, available="W 0B")
    head = play_on(table, "warlords")
    assert head.used() == {"W.Terror.2": 1} and level(table, "konduz") == "neutral"


@pytest.mark.rule("8.9.6")
def test_coalition_pieces_are_no_reason_to_attack() -> None:
    """W-27 [R-W15]."""
    assert attack_spaces(case("warlords", {"balkh": "W 4a, C 2t"}, players=["coalition"])) == []


@pytest.mark.rule("8.9.6")
def test_a_taliban_base_that_can_be_reached_is_a_reason() -> None:
    """[W.Attack.1]: one Guerrilla in front of it is not enough, two are."""
    for guards, spaces in (("1u", 1), ("2u", 0)):
        table = case("warlords", {"balkh": f"W 4a, T {guards} 1B"}, players=["taliban"])
        assert len(attack_spaces(table)) == spaces
    assert attack_spaces(case("warlords", {"balkh": "W 4a, T 1u 1B"})) == []


@pytest.mark.rule("8.9.6")
def test_what_lowers_a_players_margin_most_goes_first() -> None:
    """[W.Attack.1]: the Taliban Base, though the Coalition ranks higher in 8.2.1."""
    table = case("warlords", {"balkh": "W 4a, C 2t, T 1u 1B"}, players=["taliban"], chance=[3])
    play_box(table, "warlords", "attack")
    assert pieces(table, "balkh") == "C 2t, W 4a"
    table = case("warlords", {"balkh": "W 4a, G 4t 1p 1B, C 1t"}, players=["government"], chance=[3])
    play_box(table, "warlords", "attack")
    assert control(table, "balkh") == "coin"  # 7 against 4: two cubes less are not enough
    table = case("warlords", {"balkh": "W 4a, G 2t, C 4t, T 1a"}, players=["government"], chance=[3])
    play_box(table, "warlords", "attack")
    assert pieces(table, "balkh") == "C 4t, T 1a, W 4a"


@pytest.mark.rule("8.9.6")
def test_four_guerrillas_are_needed() -> None:
    """[W.Attack.P]."""
    assert attack_spaces(case("warlords", {"balkh": "W 3a, G 5p"}, players=["government"])) == []


# -- outside its own turn ---------------------------------------------------------------------------


@pytest.mark.rule("8.2.1")
def test_deserters_are_active_ones_first() -> None:
    """[N.G5]: Desertions & Defections leaves it to the owner."""
    table = case("coalition", {"balkh": "W 2u 2a"}, players=["coalition"], card=61, event_open=True)
    choose(table, "event-unshaded", "balkh")
    head = bot("warlords")
    decision = table.decision
    assert decision is not None and decision.seat == "warlords" and decision.ask == "event-remove"
    assert head.answer(Seen(table, decision).play(), decision) == 2


@pytest.mark.rule("8.3.4")
def test_a_free_march_by_an_event_costs_nothing_and_has_no_activity() -> None:
    """[N.EventPlay 4, W.March.1]: Dostum."""
    table = case(
        "taliban",
        {"konduz": "W 2u 2B", "badakhshan": "W 1B"},
        players=["taliban"],
        card=68,
        event_open=True,
        warlords=0,
    )
    choose(table, "event-shaded")
    while table.decision is not None and table.decision.seat == "taliban":
        open_to_it = keys(table)
        choose(table, "done" if "done" in open_to_it else open_to_it[0])
    play_on(table, "warlords")
    assert pieces(table, "badakhshan") == "W 1u 1B" and table.state.resources[WARLORDS] == 0
