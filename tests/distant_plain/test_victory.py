"""Victory (7): position, choices, result. Numbers are those of the conformance cases.

All 26 Coalition pieces are Available in these positions, and 12 Taliban Bases stand where nobody lives, so that
Support and Opposition bring the rest: the margins are easy to count.
"""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import PROPAGANDA_CARDS
from khyber.games.distant_plain.rules.victory import margins
from khyber.games.distant_plain.state import State
from tests.distant_plain.choices import asked, assert_refused, choose, keys
from tests.distant_plain.facts import pieces, resources
from tests.distant_plain.positions import at

FINAL = 4  # the number of Propaganda cards in the Short scenario
TWELVE_BASES = dict.fromkeys(("waziristan", "northwest-frontier", "balochistan", "zabol", "farah", "nimruz"), "T 2B")


def opinions(support: str = "", opposition: str = "") -> dict[str, str]:
    """The 12 Taliban Bases, and the spaces named at Support and at Opposition."""
    return {
        **TWELVE_BASES,
        **dict.fromkeys(support.split(), "support"),
        **dict.fromkeys(opposition.split(), "opposition"),
    }


def ranking(table: Table[State]) -> tuple[str, ...]:
    """The players from first to last; the game must be over."""
    assert table.outcome is not None
    return table.outcome.ranking


def ended(table: Table[State]) -> dict[str, int]:
    """The margins at the end."""
    assert table.outcome is not None
    return dict(table.outcome.margins)


@pytest.mark.rule("7.2")
def test_warlords_need_both_people_without_masters_and_money() -> None:
    """Y2: Uncontrolled 20 is enough, 40 Resources are not more than 40: margin 0, the game goes on."""
    table = at(step="victory", spaces={"kabul": "G 1B", "kandahar": "G 1B"}, warlords=40)
    assert table.view()["totals"] == {
        "support-available": 26,
        "coin-patronage": 5,
        "opposition-bases": 0,
        "uncontrolled": 20,
    }
    assert margins(table.state)[3] == 0
    assert table.outcome is None


@pytest.mark.rule("7.1")
def test_of_two_that_pass_the_check_the_higher_margin_wins() -> None:
    """Y3: Coalition 32 (+2) and Taliban 23 (+3): the Taliban are first, the others by margin (ruling 195)."""
    table = at(
        step="victory",
        patronage=5,
        spaces=opinions(support="kabul kandahar ghazni", opposition="konduz balkh baghlan khowst nuristan helmand"),
    )
    assert ranking(table) == ("taliban", "coalition", "government", "warlords")
    assert ended(table) == {"taliban": 3, "coalition": 2, "government": -30, "warlords": -40}


@pytest.mark.rule("7.1")
def test_ties_go_to_government_then_taliban_then_coalition() -> None:
    """Y4: after the final Round at -2, -2, -2 and Warlords -5: Government, Taliban, Coalition, Warlords."""
    table = at(
        step="redeployed",
        propaganda_played=FINAL,
        patronage=33,
        warlords=35,
        spaces=opinions(support="nuristan", opposition="kandahar khowst konduz"),
    )
    assert ranking(table) == ("government", "taliban", "coalition", "warlords")
    assert ended(table) == {"government": -2, "taliban": -2, "coalition": -2, "warlords": -5}


@pytest.mark.rule("1.5")
def test_a_player_with_two_factions_is_worth_the_lower() -> None:
    """Y6: the game ends for the Taliban (+1); Coalition +1 and Warlords 0 in one hand are worth 0."""
    table = at(
        step="victory",
        options=["no-non-player"],
        players=[0, 1, 2, 0],
        patronage=34,
        warlords=40,
        spaces=opinions(support="kabul kandahar", opposition="khowst konduz balkh nuristan helmand"),
    )
    assert ended(table) == {"coalition": 1, "warlords": 0, "government": -1, "taliban": 1}
    assert ranking(table) == ("taliban", "coalition+warlords", "government")


@pytest.mark.rule("1.5")
def test_two_factions_of_one_player_must_both_pass() -> None:
    """Y6: the Coalition's +1 ends the game only once the Warlords pass as well, with 41 Resources."""
    for money, over in ((40, False), (41, True)):
        table = at(
            step="victory",
            options=["no-non-player"],
            players=[0, 1, 2, 0],
            warlords=money,
            spaces=opinions(support="kabul kandahar"),
        )
        assert margins(table.state)[0] == 1
        assert (table.outcome is not None) == over
    assert ranking(table)[0] == "coalition+warlords"


HIDDEN_AGENDA = [["empty-threat"], [], ["hidden-agenda"], []]


@pytest.mark.rule("7.3")
def test_a_hidden_agenda_revealed_at_the_check_makes_a_margin_of_0_a_victory() -> None:
    """Y7: the Taliban at 20 show their marker before the check: margin 1, and they win."""
    table = at(
        step="victory",
        options=["deception"],
        deception=HIDDEN_AGENDA,
        spaces=opinions(opposition="khowst konduz balkh nuristan"),
    )
    assert margins(table.state)[2] == 0
    choose(table, "keep")  # the Coalition, which has only an Empty Threat
    assert asked(table) == "taliban reveal-agenda"
    choose(table, "reveal")
    assert ranking(table)[0] == "taliban"
    assert ended(table)["taliban"] == 1


@pytest.mark.rule("7.3", "2.3.8")
def test_a_hidden_asset_makes_a_limited_operation_full_on_the_final_event_card() -> None:
    """Y8: an Operation in several spaces with a Special Activity, but no March; and the marker is spent."""
    table = at(
        "taliban",
        resources=3,
        options=["deception"],
        deception=[[], [], ["hidden-asset"], []],
        deck=[PROPAGANDA_CARDS[3]],
        propaganda_played=FINAL - 1,
        spaces={"paktika": "T 2u", "ghazni": "T 1u"},
    )
    assert_refused(table, "march")
    choose(table, "hidden-asset")
    assert_refused(table, "march")
    choose(table, "rally", "extort", "paktika", "done", "paktika", "1", "ghazni", "zabol")
    assert pieces(table, "zabol") == "T 1u"
    assert resources(table, "taliban") == 3 + 1 - 3
    assert table.state.deception[2] == ()
    assert table.state.revealed[2] == ("hidden-asset",)


@pytest.mark.rule("7.3", "2.3.8")
def test_a_hidden_asset_does_not_bring_back_sweep() -> None:
    """Y8: nor may the Government Sweep with it; Train with Govern it may."""
    table = at(
        "government",
        resources=6,
        options=["deception"],
        deception=[[], ["hidden-asset"], [], []],
        deck=[PROPAGANDA_CARDS[3]],
        propaganda_played=FINAL - 1,
        spaces={"herat": "support, G 2t"},
    )
    choose(table, "hidden-asset")
    assert_refused(table, "sweep")
    choose(table, "train")
    assert "govern" in keys(table)
    assert table.state.deception[1] == ()
