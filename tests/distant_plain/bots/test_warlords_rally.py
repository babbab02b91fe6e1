"""8.9.3: Rally of the Non-player Warlords."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.decision import Value
from khyber.engine.table import Table
from khyber.games.distant_plain.board import SPACE_BY_ID, SPACE_IDS
from khyber.games.distant_plain.bots.machinery.plan import Plan
from khyber.games.distant_plain.bots.third.warlords.flowchart import WARLORDS_CHART
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, planned, play_box, play_on
from tests.distant_plain.facts import count, pieces, resources


def rally_plan(table: Table[State], *, activity: bool = False, seed: int = 0) -> Plan | None:
    """The Rally box; without `activity` as if the Special Activity had been used."""
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.special_allowed = activity
    return WARLORDS_CHART.box(bot("warlords", seed=seed), play, "rally")


def rally_spaces(table: Table[State], *, seed: int = 0) -> list[str]:
    """The spaces of a Rally with no Special Activity, in order."""
    plan = rally_plan(table, seed=seed)
    return [SPACE_IDS[value] for value in planned(plan, "rally-space") if isinstance(value, int)]


def rally_how(table: Table[State], space: str) -> list[Value]:
    """What it answers in one of its spaces."""
    return planned(rally_plan(table), "rally-how", space)


@pytest.mark.rule("8.9.3")
def test_three_guerrillas_are_reason_enough_to_rally_for_a_base() -> None:
    """W-02 [W.Rally.0 .1b]."""
    table = case("warlords", {"balkh": "W 3u"})
    head = play_on(table, "warlords")
    assert head.used()["W.Rally.0"] == 1 and head.used()["W.Rally.1b"] == 1
    assert count(table, "balkh", "W u") == 1 and count(table, "balkh", "W B") >= 1


@pytest.mark.rule("8.9.3")
def test_active_guerrillas_go_into_the_base_first() -> None:
    """[W.Rally.1b]."""
    table = case("warlords", {"kandahar": "W 3u 1a, C 1B"})
    play_on(table, "warlords")
    assert pieces(table, "kandahar") == "C 1B, W 2u 1B"


@pytest.mark.rule("8.9.3")
def test_a_government_base_is_bought_away_before_the_rally() -> None:
    """W-03 [W.Rally.1a, R-W4]."""
    table = case("warlords", {"konduz": "W 3u 1B, G 1B"}, warlords=43)
    head = play_on(table, "warlords")
    used = head.used()
    assert used["W.Rally.0"] == 1 and used["W.Rally.1a"] == 1 and "W.Suborn.1" not in used
    assert pieces(table, "konduz") == "W 1u 2B" and count(table, "available", "G B") == 3
    paid = [event.params["n"] for event in table.events() if event.kind == "resources"]
    assert paid[:2] == [41, 40] and used["W.Rally.6"] == 1 and resources(table, "warlords") == 39


@pytest.mark.rule("8.9.3")
def test_suborn_for_a_base_is_the_first_thing_planned() -> None:
    """W-03, the order [W.Rally.1a]."""
    plan = rally_plan(case("warlords", {"konduz": "W 3u 1B, G 1B"}, warlords=43), activity=True)
    assert planned(plan, "rally-space")[:2] == ["suborn", SPACE_BY_ID["konduz"]]
    assert planned(plan, "suborn-how", "konduz") == ["base"] and planned(plan, "rally-how", "konduz") == ["base"]


@pytest.mark.rule("8.9.3")
def test_the_base_stays_if_forty_one_resources_would_not_be_left() -> None:
    """W-03, Res(W) 42 [W.Rally.1a, R-W4]."""
    table = case("warlords", {"konduz": "W 3u 1B, G 1B"}, warlords=42)
    head = play_on(table, "warlords")
    assert "W.Rally.0" not in head.used() and "W.Rally.1a" not in head.used()
    assert count(table, "konduz", "G B") == 1


@pytest.mark.rule("8.9.3")
def test_suborn_for_a_base_goes_on_by_its_own_box_before_the_rally() -> None:
    """[W.Rally.1a, W.Suborn.2]: the rest of the same Suborn."""
    table = case(
        "warlords",
        {"konduz": "W 3u 1B, G 1B", "balkh": "W 4a 1B, G 1B", "kandahar": "G 3t", "herat": "G 1t"},
        warlords=60,
    )
    head = play_on(table, "warlords")
    used = head.used()
    assert used["W.Rally.1a"] == 2 and used["W.Suborn.2"] == 1
    assert pieces(table, "konduz") == "W 1u 2B" and pieces(table, "balkh") == "W 2a 2B"
    assert pieces(table, "kandahar") == "" and pieces(table, "herat") == "G 1t"


@pytest.mark.rule("8.9.3")
def test_bases_in_the_way_are_bought_before_others_are_built() -> None:
    """[W.Rally.1a .1b, 8.2.3]: the sub-bullets are sequential; only then does chance choose among the rest."""
    spaces = {"konduz": "W 3u 1B, G 1B", "balkh": "W 3u", "herat": "W 3u", "bamian": "W 3u"}

    def bases(seed: int) -> object:
        table = case("warlords", spaces, warlords=43)
        used = play_on(table, "warlords", seed=seed).used()
        assert used["W.Rally.1a"] == 1 and used["W.Rally.1b"] == 2 and pieces(table, "konduz") == "W 1u 2B"
        return tuple(space for space in spaces if count(table, space, "W B") and space != "konduz")

    assert len(set(in_many_worlds(bases))) == 3


@pytest.mark.rule("8.9.3")
def test_cultivate_comes_in_the_midst_of_a_rally_where_police_are_outnumbered() -> None:
    """W-05 [W.Rally.2b]."""
    table = case("warlords", {"balkh": "W 1u 1B"})
    head = play_box(table, "warlords", "rally")
    assert pieces(table, "balkh") == "W 5u 2B"
    assert head.used()["W.Rally.2b"] == 1


@pytest.mark.rule("8.9.3")
def test_cultivate_comes_after_the_rally_that_outnumbers_police() -> None:
    """[W.Rally.2a]."""
    table = case("warlords", {"balkh": "W 1u 1B, G 2p"})
    head = play_box(table, "warlords", "rally")
    assert pieces(table, "balkh") == "G 2p, W 4u 2B"
    assert head.used()["W.Rally.2a"] == 1 and "W.Rally.2b" not in head.used()


@pytest.mark.rule("8.9.3")
def test_a_province_where_police_would_not_be_outnumbered_is_left_alone() -> None:
    """W-06 [W.Rally.2, AND, R-W5]."""
    table = case("warlords", {"kandahar": "W 1u 1B, G 3p", "herat": "W 1u 1B"})
    head = play_box(table, "warlords", "rally")
    assert head.used()["W.Rally.2b"] == 1
    assert count(table, "herat", "W B") == 2 and count(table, "kandahar", "W B") == 1


@pytest.mark.rule("8.9.3")
def test_cultivate_beside_a_rally_does_not_mind_the_last_campaign() -> None:
    """[W.Rally.2, R-W3]."""
    table = case("warlords", {"balkh": "W 1u 1B"}, unplayed=1)
    play_box(table, "warlords", "rally")
    assert count(table, "balkh", "W B") == 2


@pytest.mark.rule("8.9.3")
@pytest.mark.parametrize(
    ("third", "more"), [("konduz", {"konduz": "W 1u 1B"}), ("bamian", {"bamian": "W 1u"}), ("kabul", {})]
)
def test_lonely_bases_then_other_bases_then_guerrillas_then_people(third: str, more: dict[str, str]) -> None:
    """W-07 [W.Rally.3 .4 .5 .6]."""
    table = case("warlords", {"herat": "W 1B", "balkh": "W 1B, G 1B", **more}, warlords=3)
    assert rally_spaces(table) == ["balkh", "herat", third]


@pytest.mark.rule("8.9.3")
def test_most_bases_decide_between_lonely_bases_of_equal_population() -> None:
    """[W.Rally.3]."""
    table = case("warlords", {"konduz": "W 1B", "balkh": "W 1B, T 1B", "baghlan": "W 1B"}, warlords=1)
    assert rally_spaces(table) == ["balkh"]


@pytest.mark.rule("8.9.3")
def test_a_rally_takes_three_spaces_at_most() -> None:
    """[W.Rally.P]."""
    table = case("warlords", {"konduz": "W 1B", "balkh": "W 1B", "baghlan": "W 1B", "herat": "W 1B"})
    assert sorted(rally_spaces(table)) == ["baghlan", "balkh", "konduz"]


@pytest.mark.rule("8.9.3")
def test_with_no_guerrilla_available_the_active_ones_hide() -> None:
    """[W.Rally.4]: Rally to flip; where nothing can flip there is no Rally."""
    table = case(
        "warlords",
        {"balkh": "W 1u 2a 2B", "konduz": "W 2u 2B", "kandahar": "W 2a 2B", "herat": "W 2B"},
        available="W 0u",
    )
    assert rally_spaces(table) == ["balkh"]
    assert rally_how(table, "balkh") == ["hide"]


@pytest.mark.rule("8.9.3")
def test_a_base_in_pashtun_land_brings_one_guerrilla_only() -> None:
    """[W.Rally.P]."""
    table = case("warlords", {"kandahar": "W 2B", "balkh": "W 2B"})
    assert rally_how(table, "kandahar") == [1] and rally_how(table, "balkh") == [4]
    table = case("warlords", {"balkh": "W 2B"}, available="W 3u")
    assert rally_how(table, "balkh") == [3]


@pytest.mark.rule("8.9.3")
def test_only_one_space_is_taken_for_its_people() -> None:
    """[W.Rally.6]."""
    assert rally_spaces(case("warlords")) == ["kabul"]


@pytest.mark.rule("8.9.3")
def test_guerrillas_without_a_base_are_joined_at_random() -> None:
    """[W.Rally.5]."""
    table = case("warlords", {"bamian": "W 1u", "zabol": "W 1u"}, warlords=1)
    found = in_many_worlds(lambda seed: rally_spaces(table, seed=seed)[0])
    assert set(found) == {"bamian", "zabol"}


@pytest.mark.rule("8.9.3")
def test_a_rally_that_an_event_limits_takes_one_space_and_no_activity() -> None:
    """[N.NotLimited]: Limited by an Event stays Limited."""
    table = case("warlords", {"konduz": "W 3u 1B, G 1B", "balkh": "W 1B", "herat": "W 1B"}, warlords=60)
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.limited, play.state.special_allowed, play.state.op_free = True, False, True
    plan = WARLORDS_CHART.box(bot("warlords"), play, "rally")
    assert [SPACE_IDS[int(value)] for value in planned(plan, "rally-space") if isinstance(value, int)] == ["balkh"]
    assert planned(plan, "suborn-space") == []


@pytest.mark.rule("8.9.3")
def test_a_base_may_leave_one_guerrilla_behind() -> None:
    """[W.Rally.1b, R-W6]."""
    table = case("warlords", {"balkh": "W 3u 1B"})
    play_on(table, "warlords")
    assert pieces(table, "balkh") == "W 1u 2B"
