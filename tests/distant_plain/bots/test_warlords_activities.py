"""8.9.3: Cultivate, Traffic and Suborn of the Non-player Warlords."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import FACTION_BY_ID, SPACE_BY_ID, SPACE_IDS
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.warlords.activities import after_operation
from khyber.games.distant_plain.bots.third.warlords.flowchart import WARLORDS_CHART
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, plan_activity, planned, play_box, play_on
from tests.distant_plain.choices import choose
from tests.distant_plain.facts import pieces, resources


def after(table: Table[State], op: str, *spaces: str, seed: int = 0) -> Plan:
    """The activity that follows an Operation just done in these spaces, as it is planned."""
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    state = play.state
    state.op, state.op_by, state.special_allowed = op, FACTION_BY_ID["warlords"], True
    state.op_spaces = bytes(SPACE_BY_ID[space] for space in spaces)
    head = bot("warlords", seed=seed)
    head.plan = Plan(op)
    after_operation(head, play)
    return head.plan


def names(plan: Plan | None, ask: str) -> list[str]:
    """The spaces in store for a question."""
    return [SPACE_IDS[value] for value in planned(plan, ask) if isinstance(value, int)]


# -- Cultivate --------------------------------------------------------------------------------------


@pytest.mark.rule("8.9.3")
def test_nothing_is_cultivated_in_the_last_campaign() -> None:
    """W-09 [W.Cultivate.1]."""
    spaces = {"balkh": "W 3u 1B"}
    plan = after(case("warlords", spaces, unplayed=1), "rally", "balkh")
    assert names(plan, "traffic-space") == ["balkh"] and names(plan, "cultivate-space") == []
    assert plan.followed == {"W.Cultivate.1": 1, "W.Traffic.1": 1}
    assert names(after(case("warlords", spaces, unplayed=2), "rally", "balkh"), "cultivate-space") == ["balkh"]


@pytest.mark.rule("8.9.3")
def test_cultivate_adds_to_a_base_before_it_breaks_new_ground() -> None:
    """W-10 [W.Cultivate.2 .3]."""
    plan = after(case("warlords", {"balkh": "W 3u", "herat": "W 2u 1B"}), "rally", "balkh", "herat")
    assert names(plan, "cultivate-space") == ["herat"] and plan.followed == {"W.Cultivate.2": 1}
    plan = after(case("warlords", {"balkh": "W 3u", "herat": "W 2u"}), "rally", "balkh", "herat")
    assert names(plan, "cultivate-space") == ["balkh"] and plan.followed == {"W.Cultivate.3": 1}


@pytest.mark.rule("8.9.3")
def test_a_fourth_rally_makes_cultivate_possible() -> None:
    """W-11 [W.Cultivate.4, R-W7]."""
    spaces = {"balkh": "W 1u, G 2p", "baghlan": "W 1u, G 2p", "herat": "W 1u, G 2p", "konduz": "W 1u, G 1p"}
    for seed in range(10):
        plan = after(case("warlords", spaces), "rally", "balkh", "baghlan", "herat", seed=seed)
        assert planned(plan, "rally-space") == [SPACE_BY_ID["konduz"], "cultivate"]
        assert planned(plan, "rally-how", "konduz") == [1]
        assert names(plan, "cultivate-space") == ["konduz"] and plan.followed == {"W.Cultivate.4": 1}


@pytest.mark.rule("8.9.3")
def test_the_fourth_rally_is_played_as_it_was_planned() -> None:
    """W-11 on the table: [W.Cultivate.4]."""
    table = case("warlords", {"balkh": "W 1u, G 4p", "baghlan": "W 1u, G 4p", "herat": "W 1u, G 4p"})
    head = play_box(table, "warlords", "rally")
    assert head.used()["W.Cultivate.4"] == 1 and resources(table, "warlords") == 16


@pytest.mark.rule("8.9.3")
def test_no_extra_space_after_a_march() -> None:
    """[W.Cultivate.4]: after Rally only; a March cultivates at its destinations."""
    spaces = {"balkh": "W 1u, G 2p", "konduz": "W 3u"}
    plan = after(case("warlords", spaces), "march", "balkh")
    assert names(plan, "cultivate-space") == [] and names(plan, "rally-space") == []
    plan = after(case("warlords", spaces), "march", "balkh", "konduz")
    assert names(plan, "cultivate-space") == ["konduz"] and planned(plan, "march-from") == ["cultivate"]


# -- Traffic ----------------------------------------------------------------------------------------


@pytest.mark.rule("8.9.3")
def test_traffic_feeds_no_player() -> None:
    """[W.Traffic.1 .2, R-W9]."""
    spaces = {"balkh": "W 2B", "herat": "W 1B, T 2u", "konduz": "W 1B, G 2t", "baghlan": "W 1B, C 1t"}
    plan = after(case("warlords", spaces, unplayed=1), "march", "kabul")
    assert names(plan, "traffic-space")[0] == "balkh"
    assert sorted(names(plan, "traffic-space")) == ["balkh", "herat", "konduz"]
    assert plan.followed == {"W.Cultivate.1": 1, "W.Traffic.1": 1, "W.Traffic.2": 2}
    plan = after(case("warlords", spaces, unplayed=1, players=["taliban"]), "march", "kabul")
    assert names(plan, "traffic-space") == ["balkh", "konduz"]
    plan = after(case("warlords", spaces, unplayed=1, players=["government"]), "march", "kabul")
    assert names(plan, "traffic-space") == ["balkh", "herat"]
    plan = after(case("warlords", spaces, unplayed=1, players=["coalition"]), "march", "kabul")
    assert sorted(names(plan, "traffic-space")) == ["balkh", "herat", "konduz"]


@pytest.mark.rule("8.9.3")
def test_traffic_that_brings_nothing_is_left() -> None:
    """[W.Traffic]: half of one Base is nothing (Counter-Narc)."""
    lasting = ["58-unshaded"]
    assert names(after(case("warlords", {"balkh": "W 1B"}, lasting=lasting), "march", "kabul"), "traffic-space") == []
    plan = after(case("warlords", {"balkh": "W 2B"}, lasting=lasting), "march", "kabul")
    assert names(plan, "traffic-space") == ["balkh"]


# -- Suborn -----------------------------------------------------------------------------------------


@pytest.mark.rule("8.9.3")
def test_suborn_takes_up_to_four_points_from_a_government_player() -> None:
    """W-13 [W.Suborn.1 .2, R-W8]."""
    spaces = {"kabul": "G 3p", "kandahar": "G 3t", "herat": "G 2p", "konduz": "G 5t"}
    table = case("warlords", spaces, players=["government"], warlords=50)
    plan, _ = plan_activity(table, "warlords", "suborn", op="rally")
    assert names(plan, "suborn-space") == ["kabul", "herat", "kandahar"]
    assert plan is not None and plan.followed == {"W.Suborn.1": 2, "W.Suborn.2": 1}
    table = case("warlords", {**spaces, "bamian": "W 1u, opposition"}, players=["government"], warlords=50 + 1)
    play_box(table, "warlords", "terror")  # 1 Resource, then the same Suborn
    assert [pieces(table, space) for space in spaces] == ["", "", "", "G 5t"]
    assert resources(table, "warlords") == 44


@pytest.mark.rule("8.9.3")
def test_suborn_frees_the_most_people_and_keeps_forty_one() -> None:
    """W-14 [W.Suborn.2, .P]."""
    spaces = {"baghlan": "T 1u", "herat": "G 2p"}
    plan, _ = plan_activity(case("warlords", spaces, warlords=44), "warlords", "suborn", op="rally")
    assert names(plan, "suborn-space") == ["baghlan"]
    assert planned(plan, "suborn-how", "baghlan") == ["guerrilla"]
    plan, _ = plan_activity(case("warlords", spaces, warlords=42), "warlords", "suborn", op="rally")
    assert plan is None
    table = case("warlords", {**spaces, "bamian": "W 1u, opposition"}, warlords=44 + 1)
    play_box(table, "warlords", "terror")  # 1 Resource, then the same Suborn
    assert pieces(table, "baghlan") == "" and pieces(table, "herat") == "G 2p" and resources(table, "warlords") == 42


@pytest.mark.rule("8.9.3")
def test_poor_warlords_go_on_from_suborn_to_cultivate_or_to_nothing() -> None:
    """W-14, Res(W) 42, and W-15 [W.SA]."""
    spaces = {"baghlan": "T 1u", "konduz": "W 2u"}
    assert names(after(case("warlords", spaces, warlords=42), "march", "konduz"), "cultivate-space") == ["konduz"]
    plan = after(case("warlords", spaces, warlords=42), "terror", "konduz")
    assert not plan.queues


@pytest.mark.rule("8.9.3")
def test_rich_warlords_suborn_first() -> None:
    """W-15 [W.SA]."""
    spaces = {"baghlan": "T 1u", "konduz": "W 2u"}
    plan = after(case("warlords", spaces, warlords=43), "rally", "konduz")
    assert names(plan, "suborn-space") == ["baghlan"] and not names(plan, "cultivate-space")
    plan = after(case("warlords", spaces, warlords=42), "rally", "konduz")
    assert names(plan, "cultivate-space") == ["konduz"] and not names(plan, "suborn-space")
    plan = after(case("warlords", {"konduz": "W 2u"}, warlords=43), "rally", "konduz")
    assert names(plan, "cultivate-space") == ["konduz"]


@pytest.mark.rule("8.9.3")
def test_a_government_base_goes_before_cubes_where_that_is_enough() -> None:
    """[W.Suborn.2]."""
    spaces = {"balkh": "G 1B 4t, W 4u"}
    plan, _ = plan_activity(case("warlords", spaces, warlords=50), "warlords", "suborn", op="march")
    assert planned(plan, "suborn-how", "balkh") == ["base"]
    plan, _ = plan_activity(case("warlords", {"balkh": "G 1B 4t, W 3u"}, warlords=50), "warlords", "suborn", op="march")
    assert planned(plan, "suborn-how", "balkh") == ["cubes"]
    assert planned(plan, "suborn-troops", "balkh") == [3]


@pytest.mark.rule("8.9.3")
def test_cubes_go_by_lot() -> None:
    """[W.Suborn.2, N.G4]."""

    def troops(seed: int) -> object:
        table = case("warlords", {"balkh": "G 2t 2p, W 2u"}, warlords=50)
        plan, _ = plan_activity(table, "warlords", "suborn", op="march", seed=seed)
        return planned(plan, "suborn-troops", "balkh")[0]

    assert set(in_many_worlds(troops)) == {1, 2}


@pytest.mark.rule("8.9.3")
def test_control_that_only_changes_hands_is_not_removed() -> None:
    """[W.Suborn.2, R-W10]: the Government of a player loses it all the same (.1)."""
    spaces = {"balkh": "G 3t, T 2u"}
    plan, _ = plan_activity(case("warlords", spaces, warlords=50), "warlords", "suborn", op="march")
    assert plan is None
    table = case("warlords", spaces, warlords=50, players=["government"])
    plan, _ = plan_activity(table, "warlords", "suborn", op="march")
    assert names(plan, "suborn-space") == ["balkh"] and plan is not None and plan.followed == {"W.Suborn.1": 1}


@pytest.mark.rule("8.9.3")
def test_between_equal_people_a_players_pieces_go_first() -> None:
    """[W.Suborn.2, N.G1-N.G3]."""
    spaces = {"baghlan": "T 1u", "balkh": "G 1t"}

    def first(seed: int, **more: object) -> object:
        table = case("warlords", spaces, warlords=44, **more)  # type: ignore[arg-type]
        plan, _ = plan_activity(table, "warlords", "suborn", op="march", seed=seed)
        return names(plan, "suborn-space")[0]

    assert set(in_many_worlds(lambda seed: first(seed), 8)) == {"balkh"}
    assert set(in_many_worlds(lambda seed: first(seed, players=["taliban"]), 8)) == {"baghlan"}
    both = in_many_worlds(lambda seed: first(seed, players=["taliban", "coalition"]), 8)
    assert set(both) == {"baghlan"}


@pytest.mark.rule("8.9.3")
def test_nothing_is_suborned_while_an_event_forbids_it() -> None:
    """[W.SA]: Local Truce."""
    assert not after(case("warlords", {"baghlan": "T 1u"}, warlords=50, lasting=["59-unshaded"]), "terror").queues
    assert after(case("warlords", {"baghlan": "T 1u"}, warlords=50), "terror").queues


@pytest.mark.rule("8.9.3")
def test_a_free_suborn_by_an_event_does_not_mind_forty_one_resources() -> None:
    """[N.EventPlay 4, W.Suborn.2]."""
    table = case("warlords", {"baghlan": "T 1u", "herat": "G 2p"}, warlords=5)
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.op_free = True
    plan = WARLORDS_CHART.activity(bot("warlords"), play, "suborn")
    assert names(plan, "suborn-space") == ["baghlan"]


@pytest.mark.rule("8.3.4")
def test_a_free_traffic_by_an_event_goes_past_the_coalition_but_feeds_no_player() -> None:
    """[N.EventPlay 4, W.Traffic.1 .2]: Counter-Narc."""
    spaces = {"balkh": "W 2B, C 1t", "herat": "W 1B, T 3u", "konduz": "W 1B, G 3t"}
    table = case("taliban", spaces, players=["taliban"], card=58, event_open=True)
    choose(table, "event-shaded")
    play_on(table, "warlords")
    assert resources(table, "warlords") == 23 and resources(table, "taliban") == 20 and table.state.patronage == 6


@pytest.mark.rule("8.3.4")
def test_a_free_activity_that_does_nothing_is_declined() -> None:
    """[N.EventPlay 4]."""
    table = case("taliban", {"herat": "W 1B, T 3u"}, players=["taliban"], card=58, event_open=True)
    choose(table, "event-shaded")
    play_on(table, "warlords")
    assert resources(table, "warlords") == 20 and resources(table, "taliban") == 20
