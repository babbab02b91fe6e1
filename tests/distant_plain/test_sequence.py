"""2.3: cards, Eligibility, Passing, Limited Operations, Propaganda cards (conformance cases Q)."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import WARLORDS
from khyber.games.distant_plain.rules.events import free_operation
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, assert_aside_refused, assert_refused, choose, keys
from tests.distant_plain.facts import eligible, pieces, resources, terror
from tests.distant_plain.positions import at, card

# Card 34 has the Factions in the order Taliban, Warlords, Government, Coalition; card 22 in the order Taliban,
# Coalition, Warlords, Government. Cards from 201 on are Propaganda. The Events are made for these tests.
EVERYBODY = ["coalition", "government", "taliban", "warlords"]


def card_34() -> Table[State]:
    return at(step="card", deck=[34, 2, 3, 4], government=10, taliban=1, warlords=1, cards={34: card()})


def taliban_pass_and_warlords_rally() -> Table[State]:
    table = card_34()
    choose(table, "pass", "rally", "konduz", "done")
    return table


# -- Eligibility and Passing ------------------------------------------------------------------------


@pytest.mark.rule("2.3.3")
def test_who_follows_a_faction_that_passes_takes_its_place() -> None:
    """Q1: Taliban Pass, Warlords are 1st and execute an Operation; the Government is 2nd with a Limited one."""
    table = taliban_pass_and_warlords_rally()
    assert resources(table, "taliban") == 2
    assert asked(table) == "government turn-limited"
    assert keys(table) == ["train", "patrol", "sweep", "pass"]
    assert_refused(table, "event-unshaded")


@pytest.mark.rule("2.3.3")
def test_a_second_eligible_that_passes_hands_on_the_same_options() -> None:
    """Q2: the Government's Pass is worth 3, so is the Coalition's, and then the card is over."""
    table = taliban_pass_and_warlords_rally()
    choose(table, "pass")
    assert resources(table, "government") == 13
    assert asked(table) == "coalition turn-limited"
    assert keys(table) == ["train", "patrol", "sweep", "pass"]
    assert_refused(table, "event-unshaded")
    choose(table, "pass")
    assert resources(table, "government") == 16
    assert table.state.played[-1] == 2


@pytest.mark.rule("2.3.6")
def test_only_who_executed_is_ineligible_on_the_next_card() -> None:
    """Q3: after Q2 only the Warlords are."""
    table = taliban_pass_and_warlords_rally()
    choose(table, "pass", "pass")
    assert eligible(table) == ["coalition", "government", "taliban"]


@pytest.mark.rule("2.3.4")
def test_after_the_event_the_second_eligible_has_full_operations() -> None:
    """Q5: Operation, Operation and Special Activity, or Pass; the Event is gone."""
    table = card_34()
    choose(table, "event-unshaded")
    assert asked(table) == "warlords turn"
    assert keys(table) == ["rally", "pass"]
    assert_refused(table, "event-unshaded")
    choose(table, "rally", "konduz")
    assert "cultivate" in keys(table)


@pytest.mark.rule("2.3.4")
def test_no_special_activity_once_the_second_eligible_is_asked() -> None:
    """Q6, ruling 53: the Taliban could have Extorted; now it is too late."""
    table = at("taliban", resources=1, spaces={"zabol": "T 1u 1B"}, to_come=["warlords"], warlords=1)
    choose(table, "rally", "zabol", "1")
    assert "extort" in keys(table)
    choose(table, "done")
    assert asked(table) == "warlords turn-limited"
    assert_refused(table, "extort")
    assert_aside_refused(table, "taliban", "extort")


@pytest.mark.rule("2.3.3")
def test_everybody_may_pass() -> None:
    """Q7: 1 each for the Insurgents, 3 for the Government from either COIN Faction; all stay Eligible."""
    table = card_34()
    choose(table, "pass", "pass", "pass", "pass")
    assert (resources(table, "taliban"), resources(table, "warlords"), resources(table, "government")) == (2, 2, 16)
    assert table.state.played[-1] == 2
    assert eligible(table) == EVERYBODY


@pytest.mark.rule("2.3.2")
def test_a_card_with_one_eligible_faction() -> None:
    """Q9: the Warlords act alone; on the next card the three others are Eligible."""
    table = at(step="card", deck=[34, 2, 3], eligible=["warlords"], warlords=2)
    assert asked(table) == "warlords turn"
    choose(table, "rally", "konduz", "cultivate", "done")
    assert pieces(table, "konduz") == "W 1u 1B"
    assert table.state.played[-1] == 2
    assert eligible(table) == ["coalition", "government", "taliban"]


@pytest.mark.rule("3.1.2", "5.5")
def test_a_free_operation_leaves_eligibility_alone() -> None:
    """Q10: the Warlords March at no cost by the Taliban's Event, and may still become 2nd Eligible."""
    table = at(
        step="card",
        deck=[22, 2, 3],
        spaces={"konduz": "W 2u"},
        cards={22: card(lambda play, faction: free_operation(play, WARLORDS, ["march"]))},
    )
    assert asked(table) == "taliban turn"
    choose(table, "event-unshaded", "march", "balkh", "2")
    assert pieces(table, "balkh") == "W 2u"
    assert resources(table, "warlords") == 0
    assert asked(table) == "coalition turn"
    assert eligible(table) == EVERYBODY
    choose(table, "pass")
    assert asked(table) == "warlords turn"
    choose(table, "pass", "pass")
    assert eligible(table) == ["coalition", "government", "warlords"]


# -- Limited Operations -----------------------------------------------------------------------------


@pytest.mark.rule("2.3.5", "3.3.2")
def test_a_limited_march_has_one_destination() -> None:
    """Q11: Waziristan to Kandahar costs nothing at Backing; from Kandahar nobody goes on."""
    table = at(
        "taliban",
        resources=5,
        islamabad="backing",
        acted=["coalition"],
        first_did="operation",
        spaces={"waziristan": "T 3u", "zabol": "T 1u"},
    )
    choose(table, "march", "waziristan", "kandahar", "3")
    assert pieces(table, "kandahar") == "T 3u"
    assert resources(table, "taliban") == 5
    assert_refused(table, "kandahar", "helmand")
    assert keys(table) == ["zabol", "done"]


@pytest.mark.rule("2.3.5")
def test_a_limited_train_keeps_its_follow_up() -> None:
    """Q19: in Kabul the Coalition places 4 cubes for 3 and then gives 3 Patronage back."""
    table = at(
        "coalition",
        resources=10,
        patronage=5,
        acted=["taliban"],
        first_did="operation",
        spaces={"kabul": "C 1B", "khowst": "C 1B"},
    )
    choose(table, "train", "kabul", "2", "2")
    assert pieces(table, "kabul") == "C 1B, G 2t 2p"
    assert resources(table, "government") == 7
    assert_refused(table, "khowst")
    choose(table, "patronage kabul")
    assert resources(table, "government") == 10
    assert table.state.patronage == 2


# -- the final Event card ---------------------------------------------------------------------------


@pytest.mark.rule("2.3.8", "6.6.1")
def test_sponsorship_on_the_final_event_card() -> None:
    """Q13: Rally in several spaces, but no March and no Extort."""
    table = at(
        "taliban",
        resources=5,
        islamabad="sponsorship",
        propaganda_played=3,
        deck=[204],
        spaces={"zabol": "T 2u 1B", "paktika": "T 2u 1B"},
    )
    assert asked(table) == "taliban turn-limited"
    assert_refused(table, "march")
    choose(table, "rally")
    assert_refused(table, "extort")
    choose(table, "zabol", "1", "paktika", "1", "ghazni")
    assert [pieces(table, space) for space in ("zabol", "paktika", "ghazni")] == ["T 3u 1B", "T 3u 1B", "T 1u"]
    assert_refused(table, "extort")


@pytest.mark.rule("2.3.8")
@pytest.mark.parametrize(
    ("second", "operations"),
    [("government", ["train", "patrol", "assault"]), ("warlords", ["rally", "attack", "terror"])],
)
def test_second_eligible_on_the_final_event_card(second: str, operations: list[str]) -> None:
    """Q14: even after the Event a Limited Operation, and neither Sweep nor March, or a Pass."""
    table = at(
        "coalition",
        government=9,
        warlords=9,
        propaganda_played=3,
        deck=[204],
        to_come=[second],
        cards={1: card()},
        spaces={"konduz": "G 2t, W 2u"},
    )
    choose(table, "event-unshaded")
    assert asked(table) == f"{second} turn-limited"
    assert keys(table) == [*operations, "pass"]


@pytest.mark.rule("2.3.8")
def test_the_card_before_the_penultimate_propaganda_is_like_any_other() -> None:
    """Q18, ruling 66: that the final Propaganda card lies right below nobody can know."""
    table = at("taliban", resources=5, propaganda_played=2, deck=[203, 204], spaces={"zabol": "T 1u"})
    assert asked(table) == "taliban turn"
    assert {"rally", "march"} <= set(keys(table))
    choose(table, "march")
    assert "extort" in keys(table)


# -- Propaganda cards -------------------------------------------------------------------------------


@pytest.mark.rule("2.4")
def test_never_two_propaganda_rounds_in_a_row() -> None:
    """Q15: the second card is set aside: no phases, Eligibility as it was, and the next card follows."""
    table = at(
        step="card",
        played=[1, 201],
        deck=[202, 34, 2],
        propaganda_played=1,
        round_held=True,
        eligible=["warlords"],
        warlords=1,
        spaces={"zabol": "1terror"},
    )
    assert asked(table) == "warlords turn"
    assert table.state.played[-1] == 34
    assert table.state.propaganda_played == 2
    assert eligible(table) == ["warlords"]
    assert terror(table, "zabol") == 1


@pytest.mark.rule("2.3.7")
def test_sudden_propaganda_comes_before_the_event_card() -> None:
    """Q17: card 34 lies on the pile as Propaganda shows behind it: Round first, then card 34 with all Eligible."""
    table = at(
        step="card",
        options=["sudden-propaganda"],
        deck=[34, 201, 2, 3],
        eligible=["warlords"],
        taliban=1,
        spaces={"zabol": "1terror"},
    )
    assert table.state.propaganda_played == 1
    assert terror(table, "zabol") == 0
    assert list(table.state.played) == [1, 201, 34]
    assert eligible(table) == EVERYBODY
    assert asked(table) == "taliban turn"


@pytest.mark.rule("2.3.8")
def test_sudden_propaganda_knows_no_final_event_card() -> None:
    """Q17: no limits, although the final Propaganda card shows."""
    table = at(
        "taliban", options=["sudden-propaganda"], propaganda_played=3, deck=[204], resources=5, spaces={"zabol": "T 1u"}
    )
    assert asked(table) == "taliban turn"
    assert "march" in keys(table)
