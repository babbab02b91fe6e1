"""2nd:8.6.6, 2nd:8.6.7: the Non-player Government in a Propaganda Round."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.distant_plain.board import COIN_CONTROL, SPACE_BY_ID
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.looking import moves
from tests.distant_plain.bots.second.cases import case, play_on
from tests.distant_plain.facts import count, level, pieces, resources, terror

# -- Civic Action -----------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.6.6")
def test_opposition_first_then_support_without_coalition_bases() -> None:
    """[G2.Civic.1 .2]: highest Population, then fewest Terror; what cannot be paid in full is skipped (R37)."""
    spaces = {"kandahar": "G 2t 1p, opposition, 1terror", "balkh": "G 2t 1p", "herat": "C 1B, G 2t 1p"}
    table = case("government", spaces, government=9, step="civic-action", propaganda_played=1)
    play_on(table, "government")
    assert [level(table, space) for space in spaces] == ["neutral", "support", "neutral"]
    assert terror(table, "kandahar") == 0 and resources(table, "government") == 0
    table = case("government", spaces, government=5, step="civic-action", propaganda_played=1)
    play_on(table, "government")
    assert [level(table, space) for space in spaces] == ["opposition", "support", "neutral"]
    assert terror(table, "kandahar") == 1


@pytest.mark.rule("2nd:8.6.6")
def test_no_support_in_the_final_round() -> None:
    """[G2.Civic.2]."""
    spaces = {"kandahar": "G 2t 1p, opposition", "balkh": "G 2t 1p"}
    table = case("government", spaces, step="civic-action", unplayed=0)
    play_on(table, "government")
    assert [level(table, space) for space in spaces] == ["neutral", "neutral"]


# -- Redeploy ---------------------------------------------------------------------------------------


@pytest.mark.rule("2nd:8.1.2")
def test_police_and_troops_desert_in_turn() -> None:
    """Case 95 [G2.Desert.1]."""
    table = case("government", {"herat": "G 4t 3p"}, step="desertion")
    head = play_on(table, "government")
    assert pieces(table, "herat") == "G 3t 2p" and head.used()["G2.Desert.1"] == 1


@pytest.mark.rule("2nd:8.6.7")
def test_troops_secure_kabul_then_spread() -> None:
    """Case 49 [G2.Redeploy.1 .2]."""
    table = case(
        "government", {"samangan": "G 3t", "kabul": "G 1t, T 1u, W 1u", "konduz": "G 1B"}, step="redeploy", frozen=True
    )
    head = play_on(table, "government")
    assert count(table, "kabul", "G t") == 3 and count(table, "konduz", "G t") == 1
    assert head.used()["G2.Redeploy.1"] == head.used()["G2.Redeploy.2"] == 1


def redeployed(spaces: dict[str, str], *marked: str, seed: int = 0) -> Table[State]:
    """The Government has Redeployed Troops and Police; these spaces are marked COIN Control, as before Desertion."""
    table = case("government", spaces, step="redeploy", frozen=True)
    for name in marked:
        table.state.control[SPACE_BY_ID[name]] = COIN_CONTROL
    for _ in ("redeploy", "redeploy-police"):
        play_on(table, "government", seed=seed)
    return table


@pytest.mark.rule("2nd:8.6.7")
def test_troops_and_police_hold_kabul_together() -> None:
    """[G2.Redeploy.1 .3a]: one Troop and one of two Police, 8 against 7, though Konduz has fewer Troops."""
    spaces = {"kabul": "G 3t 3p, T 7u", "samangan": "G 1t", "herat": "G 2p", "konduz": "G 1B"}
    for seed in range(6):
        table = redeployed(spaces, "kabul", seed=seed)
        assert (pieces(table, "kabul"), pieces(table, "herat")) == ("G 4t 4p, T 7u", "G 1p")
        assert count(table, "konduz", "G t") == 0


@pytest.mark.rule("2nd:8.6.7")
def test_troops_spread_where_kabul_cannot_be_held() -> None:
    """[G2.Redeploy.2]: Police may not come to Kabul (6.5.3), or have Control of their own to keep (8.1.2)."""
    spaces = {"kabul": "G 3t 3p, T 7u", "samangan": "G 1t", "herat": "G 2p", "konduz": "G 1B"}
    for marked, herat in (((), "G 2p"), (("kabul",), "G 2p, T 1u"), (("kabul", "herat"), "G 2p, T 2u")):
        table = redeployed({**spaces, "herat": herat}, *marked)
        assert count(table, "konduz", "G t") == 1 and count(table, "kabul", "G t") == 3


@pytest.mark.rule("2nd:8.6.7")
def test_police_whose_troops_leave_are_not_to_spare() -> None:
    """[G2.Redeploy.1]: without its Troop Samangan needs both Police, so Kabul is given up."""
    spaces = {"kabul": "G 3t 3p, T 7u", "samangan": "G 1t 2p, T 1u", "konduz": "G 1B"}
    table = redeployed(spaces, "kabul")
    assert pieces(table, "samangan") == "G 2p, T 1u" and count(table, "kabul", "G t") == 3
    assert count(table, "konduz", "G t") == 1


@pytest.mark.rule("2nd:8.6.7")
def test_no_more_troops_than_needed_go_to_kabul() -> None:
    """[G2.Redeploy.1 .2]: Troops alone suffice, so no Police leave their place for Kabul."""
    spaces = {"kabul": "G 3t 3p, T 7u", "samangan": "G 4t", "herat": "G 2p", "konduz": "G 1B"}
    table = redeployed(spaces, "kabul")
    assert pieces(table, "kabul") == "G 5t 3p, T 7u" and count(table, "konduz", "G t") == 2


@pytest.mark.rule("2nd:8.6.7")
def test_police_hold_control_that_would_be_lost() -> None:
    """[G2.Redeploy.3a]: Balkh before Herat; Konduz keeps what its own Control needs."""
    spaces = {"balkh": "G 2p, T 2u", "herat": "G 1p, T 1u", "konduz": "G 4p, T 1u"}
    table = case("government", spaces, step="redeploy-police", frozen=True)
    for space in (3, 11):  # both are still marked COIN Control, as before Troops left
        table.state.control[space] = 1
    head = play_on(table, "government")
    assert head.used()["G2.Redeploy.3a"] == 2
    assert [count(table, space, "G p") for space in spaces] == [3, 2, 2]


@pytest.mark.rule("2nd:8.6.7")
def test_two_police_on_the_best_roads_then_evenly() -> None:
    """[G2.Redeploy.3b .3c]: other LoCs give theirs up."""
    table = case(
        "government",
        {"balkh": "G 9p", "herat": "G 1t", "kabul-aibak": "G 1p", "kabul": "G 1t"},
        step="redeploy-police",
        frozen=True,
    )
    play_on(table, "government")
    assert count(table, "kabul-tor-kham", "G p") == count(table, "kandahar-spin-boldak", "G p") == 2
    assert count(table, "kabul-aibak", "G p") == 0
    assert [count(table, space, "G p") for space in ("balkh", "herat", "kabul")] == [2, 2, 2]
    assert len(moves(table, "6.5.3")) == 5
