"""2nd:8.8.5, 2nd:8.8.6: the Non-player Coalition in a Propaganda Round."""

from __future__ import annotations

import pytest

from tests.distant_plain.bots.second.cases import case, play_on
from tests.distant_plain.facts import count, level, resources, terror


@pytest.mark.rule("2nd:8.8.5")
def test_the_greatest_shift_that_can_be_paid() -> None:
    """Case 81 [C2.Civic.1]."""
    table = case(
        "coalition",
        {"kandahar": "C 2t, G 1p, opposition, 1terror", "kabul": "C 2t, G 1p"},
        government=6,
        step="civic-action",
    )
    play_on(table, "coalition")
    assert level(table, "kabul") == "support" and level(table, "kandahar") == "opposition"
    assert terror(table, "kandahar") == 1 and resources(table, "government") == 3


@pytest.mark.rule("2nd:8.8.5")
def test_equal_shifts_at_opposition_first_then_least_terror() -> None:
    """[C2.Civic.1]."""
    spaces = {"kandahar": "C 1t, G 1p, opposition, 1terror", "balkh": "C 1t, G 1p", "konduz": "C 1t, G 1p, 1terror"}
    table = case("coalition", spaces, government=6, step="civic-action")
    play_on(table, "coalition")
    assert [level(table, space) for space in spaces] == ["neutral", "neutral", "neutral"]
    table = case("coalition", spaces, government=3, step="civic-action")
    play_on(table, "coalition")
    assert [level(table, space) for space in spaces] == ["opposition", "support", "neutral"]


@pytest.mark.rule("2nd:8.8.6")
def test_troops_leave_where_no_police_is() -> None:
    """Case 82 [C2.Redeploy.1]."""
    table = case(
        "coalition",
        {"kandahar-kabul": "C 2t", "samangan": "C 1t, G 1p", "kabul": "C 2t", "konduz": "G 1B"},
        step="redeploy",
        frozen=True,
    )
    play_on(table, "coalition")
    assert [count(table, space, "C t") for space in ("kandahar-kabul", "samangan", "kabul", "konduz")] == [0, 1, 2, 2]


@pytest.mark.rule("2nd:8.8.6")
def test_redeploy_keeps_control_as_it_is() -> None:
    """R64 [C2.Redeploy.1]: two of three may leave Herat."""
    table = case("coalition", {"herat": "C 3t", "kabul": "C 1t"}, step="redeploy", frozen=True)
    play_on(table, "coalition")
    assert count(table, "herat", "C t") == 1 and count(table, "kabul", "C t") == 3
