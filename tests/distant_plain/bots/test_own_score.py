"""8.3.5: in a free action of an Event, no 3rd printing Non-player chooses what would lower its own score."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID
from khyber.games.distant_plain.bots.common.guidelines import score
from khyber.games.distant_plain.bots.second.printing import SECOND
from khyber.games.distant_plain.state import State
from khyber.games.distant_plain.text import catalogue
from tests.distant_plain.bots.cases import case, play_box, play_on
from tests.distant_plain.bots.event_cards import execute, own
from tests.distant_plain.facts import pieces

#: Three Troops and two Guerrillas: a Base for the Troops would give up COIN Control.
THIN = {"balkh": "G 3t, W 2u"}
LIMITED = '{ do = "free-operation", faction = "government", limited = true }'


def points(table: Table[State], seat: str) -> int:
    return score(table.state, FACTION_BY_ID[seat])


def granted(seat: str, steps: str, spaces: dict[str, str], **more: object) -> Table[State]:
    """A position in which the Faction is about to execute these steps."""
    side = {"unshaded" if seat in ("coalition", "government") else "shaded": steps}
    return case(seat, spaces, event_open=True, cards=own(**side), **more)  # type: ignore[arg-type]


@pytest.mark.rule("8.3.5", "8.7.5")
def test_a_free_train_replaces_no_cubes_that_hold_control() -> None:
    """[N.OwnScore] Card 10, executed by the Government: 10 points before it, not 8 after it."""
    table = case("government", THIN, event_open=True, card=10)
    before = points(table, "government")
    head = execute(table, "government", "unshaded")
    assert pieces(table, "balkh") == "G 3t, W 2u" and points(table, "government") >= before
    assert "G.Train.1" not in head.used()


@pytest.mark.rule("8.3.5", "8.7.5")
def test_the_next_province_is_taken_instead() -> None:
    """[N.OwnScore, G.Train.1]: Balkh has more people, but Herat stays under COIN Control."""
    table = granted("government", LIMITED, THIN | {"herat": "G 4t"})
    execute(table, "government", "unshaded")
    assert pieces(table, "balkh") == "G 3t, W 2u" and pieces(table, "herat") == "G 1t 1B"


@pytest.mark.rule("8.7.5")
def test_in_a_turn_of_its_own_the_train_follows_the_flowchart() -> None:
    """[G.Train.1]: the note is about Events."""
    table = case("government", THIN)
    play_box(table, "government", "train", alone=True)
    assert pieces(table, "balkh") == "G 1B, W 2u"


@pytest.mark.rule("2nd:8.4.4", "2nd:8.6.2")
def test_the_2nd_printing_has_no_such_note() -> None:
    """N2.Event.6: its priorities alone decide."""
    table = granted("government", LIMITED, THIN, second_printing=["government"])
    execute(table, "government", "unshaded", printing=SECOND)
    assert pieces(table, "balkh").startswith("G 1B")


@pytest.mark.rule("8.3.5", "8.9.3")
def test_a_free_rally_builds_no_base_that_restores_control() -> None:
    """[N.OwnScore, W.Rally.1b]: with one piece less the Warlords would leave Balkh to COIN."""
    steps = '{ do = "free-operation", faction = "warlords", ops = ["rally"] }'
    table = granted("warlords", steps, {"balkh": "G 3t, W 3u", "herat": "W 3u"})
    before = points(table, "warlords")
    execute(table, "warlords", "shaded")
    assert "W 1u 1B" in pieces(table, "herat") and "1B" not in pieces(table, "balkh")
    assert points(table, "warlords") >= before


@pytest.mark.rule("8.3.5", "8.6.5")
def test_a_free_surge_of_anothers_event_takes_nothing_from_available() -> None:
    """[N.OwnScore, C.Surge.2]: each Base or Troop placed is a point lost; the Government executes card 17."""
    spaces = {"kabul": "G 2p", "balkh": "G 2p", "herat": "G 2p"}
    table = case("government", spaces, event_open=True, card=17)
    before = points(table, "coalition")
    execute(table, "government", "unshaded")
    assert points(table, "coalition") == before and pieces(table, "kabul") == "G 2p"


@pytest.mark.rule("8.3.5", "8.6.5")
def test_the_surge_goes_on_where_it_costs_nothing() -> None:
    """[N.OwnScore, C.Surge.3, C.Surge.4a]: a Base and its Troop move to more people; no Troop lands."""
    spaces = {"farah": "C 1t 1B", "kabul": "G 2p, support", "balkh": "G 2p"}
    table = case("government", spaces, event_open=True, card=17)
    before = points(table, "coalition")
    execute(table, "government", "unshaded")
    assert pieces(table, "kabul") == "C 1t 1B, G 2p" and pieces(table, "farah") == ""
    assert points(table, "coalition") == before


@pytest.mark.rule("8.3.1", "8.3.5", "8.6.5")
def test_an_instruction_to_follow_the_flowchart_is_no_exception() -> None:
    """[N.OwnScore, N.Halo] Card 17 says when the Coalition executes it: a Base is Available; none may be placed."""
    table = case("coalition", {"kabul": "G 2p"}, event_open=True, card=17)
    before, aid = points(table, "coalition"), table.state.aid
    head = play_on(table, "coalition")
    assert head.used() and table.state.aid > aid, "executed for its Aid"
    assert points(table, "coalition") == before and pieces(table, "kabul") == "G 2p"


@pytest.mark.rule("8.3.1", "8.3.5", "8.6.5")
def test_by_nato_the_coalition_still_surges_where_it_costs_nothing() -> None:
    """[C.Surge.3, C.Surge.1]: a Base moves to more people; before the last Propaganda Troops go home."""
    spaces = {"farah": "C 1t 1B", "kabul": "G 2p, support", "balkh": "G 2p"}
    table = case("coalition", spaces, event_open=True, card=17)
    before = points(table, "coalition")
    play_on(table, "coalition")
    assert pieces(table, "kabul") == "C 1t 1B, G 2p" and points(table, "coalition") == before
    last = case("coalition", {"kabul": "C 3t, G 2p"}, event_open=True, card=17, unplayed=1)
    before = points(last, "coalition")
    play_on(last, "coalition")
    assert pieces(last, "kabul") == "G 2p" and points(last, "coalition") == before + 3


@pytest.mark.rule("8.3.5")
def test_what_is_passed_over_is_explained() -> None:
    """In both languages, with the step and the space."""
    table = granted("government", LIMITED, THIN | {"herat": "G 4t"})
    why = [message for message in play_on(table, "government").why() if message.key == "why.own-score"]
    assert [(message.params["id"], message.params["space"]) for message in why] == [("G.Train.1", "balkh")]
    for lang in ("en", "it"):
        said = catalogue(lang).say(why[0])
        assert "Balkh" in said and "8.3.5" in said
