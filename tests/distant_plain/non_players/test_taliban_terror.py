"""8.8.3: Terror and Extort of the Non-player Taliban."""

from __future__ import annotations

import pytest

from tests.distant_plain.non_players.cases import case, plan_activity, planned, play_on
from tests.distant_plain.positions import level, pieces, resources, terror


@pytest.mark.rule("8.8.3")
def test_one_guerrilla_in_kabul_at_support_is_worth_three_points() -> None:
    """T-02 [T.Terror.0 .1]."""
    table = case("taliban", {"kabul": "T 1u, support"})
    head = play_on(table, "taliban")
    assert level(table, "kabul") == "neutral" and terror(table, "kabul") == 1
    assert pieces(table, "kabul") == "T 1a"
    assert head.used() == {"T.Terror.0": 1, "T.Terror.1": 1}


@pytest.mark.rule("8.8.3")
def test_terror_goes_on_after_a_pause_to_extort() -> None:
    """T-06 [T.Terror pause, T.Extort.1]."""
    table = case("taliban", {"kandahar": "T 1u, support", "kabul": "T 1u", "paktika": "T 2u, opposition"}, taliban=1)
    play_on(table, "taliban")
    assert level(table, "kandahar") == "neutral" and level(table, "kabul") == "opposition"
    assert pieces(table, "paktika") == "T 1u 1a"
    assert resources(table, "taliban") == 0


@pytest.mark.rule("8.8.3")
def test_the_last_guerrilla_is_exposed_for_extort_only_without_any_resources() -> None:
    """T-07 [T.Extort.2]."""
    spaces = {"khowst": "T 1u", "zabol": "T 1B 1u"}
    plan, _ = plan_activity(case("taliban", spaces, taliban=0), "taliban", "extort", op="terror")
    assert len(planned(plan, "extort-space")) == 1
    assert plan is not None and plan.followed == {"T.Extort.2": 1}
    plan, _ = plan_activity(case("taliban", spaces, taliban=3), "taliban", "extort", op="terror")
    assert plan is None
