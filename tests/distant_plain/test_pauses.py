"""A player can have the table pause wherever it would otherwise play on by itself (1.5.1, 1.4.1)."""

from __future__ import annotations

import pytest

import khyber
from khyber.engine.table import Table
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asides, asked, assert_aside_refused, choose, keys, take_aside
from tests.distant_plain.facts import control, pieces, resources
from tests.distant_plain.positions import at


def two_attacks(**more: object) -> Table[State]:
    """The Taliban can pay for one Attack; Warlord money would buy the other."""
    return at(
        "taliban",
        resources=1,
        warlords=5,
        spaces={"paktika": "T 2a, G 2p", "ghazni": "T 4a, G 2p"},
        chance=[6, 1],
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("1.5.1", "3.3.3")
def test_warlords_who_asked_for_pauses_fund_an_attack_after_a_failed_one() -> None:
    table = two_attacks()
    choose(table, "attack")
    take_aside(table, "warlords", "pause")
    choose(table, "paktika")
    assert asked(table) == "warlords pause"
    take_aside(table, "warlords", "give taliban 1")
    choose(table, "continue")
    assert asked(table) == "taliban attack-space"
    assert keys(table) == ["ghazni", "done"]
    choose(table, "ghazni")
    assert resources(table, "taliban") == 0
    assert resources(table, "warlords") == 4


@pytest.mark.rule("1.5.1", "3.3.4")
def test_the_taliban_give_during_a_terror_that_leaves_no_choice() -> None:
    """One Underground Guerrilla: without pauses, Terror resolves and ends by itself."""
    table = at("taliban", resources=5, spaces={"zabol": "T 1u"})
    choose(table, "terror")
    assert table.steps, "nobody asked for pauses"
    table = at("taliban", resources=5, spaces={"zabol": "T 1u"})
    take_aside(table, "taliban", "pause")
    choose(table, "terror")
    assert asked(table) == "taliban pause"
    take_aside(table, "taliban", "give warlords 1")
    choose(table, "continue", "continue")
    assert resources(table, "warlords") == 1
    assert resources(table, "taliban") == 3


@pytest.mark.rule("1.5.1")
def test_nobody_sees_a_pause_who_did_not_ask_for_one() -> None:
    table = two_attacks()
    choose(table, "attack", "paktika")
    assert table.steps, "the turn is over"
    assert [entry for step in table.steps for entry in step.listed() if "pause" in entry] == []


@pytest.mark.rule("1.5.1")
def test_a_pause_comes_only_where_something_could_be_given_or_removed() -> None:
    """During a Coalition Sweep the Warlords have nobody to trade with."""
    table = at("coalition", government=9, warlords=5, spaces={"kabul": "C 3t", "helmand": "T 2u"}, to_come=["taliban"])
    take_aside(table, "warlords", "pause")
    choose(table, "sweep")
    assert asked(table).startswith("coalition")


@pytest.mark.rule("1.5.1")
def test_a_player_who_is_asked_anyway_is_not_asked_twice() -> None:
    table = two_attacks()
    take_aside(table, "taliban", "pause")
    choose(table, "attack")
    assert asked(table) == "taliban attack-space"


@pytest.mark.rule("1.5.1")
def test_pauses_last_until_they_are_declined() -> None:
    table = two_attacks(to_come=["warlords"])
    take_aside(table, "warlords", "pause")
    choose(table, "attack", "continue", "paktika", "stop-pausing")
    assert asked(table) == "warlords turn-limited"
    assert "pause" in asides(table, "warlords")
    assert "stop-pausing" not in asides(table, "warlords")


@pytest.mark.rule("1.5.1", "5.1")
def test_an_event_without_choices_pauses_before_and_after_it() -> None:
    """US-Taliban Talks, unshaded, asks for nothing."""
    table = at("government", resources=4, warlords=0, played=[26])
    take_aside(table, "government", "pause")
    choose(table, "event-unshaded")
    assert asked(table) == "government pause"
    take_aside(table, "government", "give warlords 1")
    choose(table, "continue")
    assert asked(table) == "government pause"
    take_aside(table, "government", "give warlords 2")
    choose(table, "continue")
    assert resources(table, "warlords") == 3


@pytest.mark.rule("1.5.1", "4.1")
def test_what_is_given_in_a_pause_leaves_the_question_put_off_an_answer() -> None:
    """Declared and not begun, a Rally in the one space open must stay possible."""
    table = at("taliban", resources=1, spaces={"paktika": "T 1u"}, warlords=0)
    take_aside(table, "taliban", "pause")
    choose(table, "terror")
    assert asked(table) == "taliban pause"
    assert_aside_refused(table, "taliban", "give warlords 1")


@pytest.mark.rule("1.5.1")
def test_gifts_go_back_and_forth_at_one_question() -> None:
    """Nothing limits them: a second gift, one back, Patronage and then Resources."""
    table = at("government", resources=6, warlords=5, patronage=10, spaces={"kabul": "G 2t"})
    choose(table, "train")
    take_aside(table, "government", "give warlords 1", "give warlords 1")
    take_aside(table, "warlords", "give government 3")
    take_aside(table, "government", "patronage 2", "patronage 1", "give warlords 1")
    assert resources(table, "government") == 6 - 2 + 3 - 1
    assert resources(table, "warlords") == 5 + 2 - 3 + 3 + 1
    assert table.state.patronage == 7


@pytest.mark.rule("1.4.1", "3.3.1")
def test_a_rally_with_no_base_available_waits_for_one_to_be_taken_off_the_map() -> None:
    table = at("taliban", resources=3, available="T 0B", spaces={"paktika": "T 3a", "zabol": "T 1B"})
    choose(table, "rally", "paktika")
    assert asked(table) == "taliban rally-how"
    take_aside(table, "taliban", "remove zabol taliban-base")
    choose(table, "base")
    assert pieces(table, "paktika") == "T 1a 1B"
    assert pieces(table, "zabol") == ""
    assert control(table, "paktika") == "taliban"


@pytest.mark.rule("1.4.1", "3.3.1")
def test_a_rally_does_not_wait_for_a_base_that_could_not_be_built() -> None:
    """One Guerrilla cannot become a Base: the table places another by itself."""
    table = at("taliban", resources=1, available="T 0B 5u", spaces={"paktika": "T 1a", "zabol": "T 1B"})
    choose(table, "rally", "paktika")
    assert asked(table) != "taliban rally-how"
    assert pieces(table, "paktika") == "T 1u 1a"


@pytest.mark.rule("1.5.1")
def test_a_non_player_is_never_paused_for() -> None:
    table = at("taliban", resources=1, warlords=5, non_players=["warlords"], spaces={"paktika": "T 2u, G 2p"})
    assert asides(table, "warlords") == []


@pytest.mark.rule("1.5.1")
def test_a_player_gives_to_a_non_player_in_the_midst_of_its_turn() -> None:
    """Non-players are asked nothing by a pause, and people get their chance."""
    table = khyber.new(
        "distant-plain",
        seed=5,
        seats={"coalition": "bot:3rd", "government": "bot:3rd", "taliban": "bot:3rd", "warlords": "person"},
    )
    khyber.advance(table)
    take_aside(table, "warlords", "pause")
    given = 0
    for _ in range(40):
        decision = table.decision
        if decision is None or given:
            break
        if decision.ask == "pause":
            gifts = [key for key in asides(table, "warlords") if key.startswith("give taliban")]
            if gifts:
                take_aside(table, "warlords", gifts[0])
                given += 1
            table.choose("continue")
        else:
            table.choose("pass" if "pass" in keys(table) else keys(table)[0])
        khyber.advance(table)
    assert given == 1
    again = khyber.load(table.save())
    assert again.state == table.state


@pytest.mark.rule("1.5.1")
def test_positions_and_views_say_for_whom_the_table_pauses() -> None:
    table = at("taliban", resources=1, warlords=5, spaces={"paktika": "T 2u, G 2p"}, to_come=["warlords"])
    take_aside(table, "warlords", "pause")
    choose(table, "pass")
    view = table.view()
    sequence = view["sequence"]
    assert isinstance(sequence, dict) and sequence["pausing"] == ["warlords"]
    again = khyber.position("distant-plain", table.position())
    assert again.state == table.state


@pytest.mark.rule("4.3.2", "1.8")
def test_a_toll_that_full_warlords_cannot_take_costs_nothing() -> None:
    """Warlords at 75: a declared Sweep leaves its 3 Resources whichever way the Transport goes."""
    spaces = {"herat": "G 2t", "toraghondi-farah": "W 1u"}
    table = at("government", resources=3, warlords=75, spaces=spaces)
    choose(table, "sweep", "transport", "1")
    assert "toraghondi-farah" in keys(table)
    choose(table, "toraghondi-farah", "done")
    assert resources(table, "government") == 3
    table = at("government", resources=3, warlords=74, spaces=spaces)
    choose(table, "sweep")
    choose(table, "transport", "1")
    assert "toraghondi-farah" not in keys(table)
