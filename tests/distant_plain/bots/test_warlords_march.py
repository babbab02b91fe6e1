"""8.9.4: March of the Non-player Warlords."""

from __future__ import annotations

import pytest

from khyber.agents.agent import Seen
from khyber.engine.table import Table
from khyber.games.distant_plain.board import LOCS, SPACE_BY_ID, SPACE_IDS
from khyber.games.distant_plain.bots.third.warlords.flowchart import WARLORDS_CHART
from khyber.games.distant_plain.bots.third.warlords.guards import free_to_go
from khyber.games.distant_plain.play import Play
from khyber.games.distant_plain.state import State
from tests.distant_plain.bots.cases import bot, case, in_many_worlds, play_box, play_on
from tests.distant_plain.bots.event_cards import execute, own
from tests.distant_plain.facts import control, count, pieces, resources

#: Nothing for Cultivate, Traffic or Suborn to do: what is on the map then comes from the March.
NO_BASES = "W 0B"


def guerrillas(table: Table[State], space: str) -> int:
    return count(table, space, "W u") + count(table, space, "W a")


def on_locs(table: Table[State]) -> dict[str, int]:
    """Return the LoCs with Warlord Guerrillas."""
    found = {SPACE_IDS[loc]: guerrillas(table, SPACE_IDS[loc]) for loc in LOCS}
    return {loc: n for loc, n in found.items() if n}


@pytest.mark.rule("8.9.4")
def test_a_base_in_sight_gets_a_hidden_guerrilla() -> None:
    """W-17 [W.March.1]."""
    table = case("warlords", {"balkh": "W 1a 1B", "konduz": "W 2u"})
    head = play_box(table, "warlords", "march")
    assert head.used()["W.March.1"] == 1
    assert count(table, "balkh", "W u") >= 1 and resources(table, "warlords") == 19
    table = case("warlords", {"balkh": "W 1a 2B", "konduz": "W 2u"})
    play_box(table, "warlords", "march")
    assert pieces(table, "balkh") == "W 1u 1a 2B" and pieces(table, "konduz") == "W 1u"


@pytest.mark.rule("8.9.4")
def test_bases_of_more_people_come_first_and_nobody_arrives_in_sight() -> None:
    """[W.March.1]: on Pashtun ground three Taliban Guerrillas would notice it."""
    spaces = {"konduz": "W 2B", "badakhshan": "W 1u", "nuristan": "W 2B"}
    assert set(in_many_worlds(lambda seed: march_once(spaces, seed))) == {"konduz", "nuristan"}
    spaces["nuristan"] = "W 2B, T 3u"
    assert set(in_many_worlds(lambda seed: march_once(spaces, seed))) == {"konduz"}
    spaces = {"herat": "W 2B", "badghis": "W 1u", "faryab": "W 2B, +1pop"}
    assert march_once(spaces, 0) == "faryab"


def march_once(spaces: dict[str, str], seed: int) -> object:
    """Which of the spaces with a Base got the one Guerrilla."""
    table = case("warlords", spaces, warlords=1)
    play_box(table, "warlords", "march", seed=seed)
    return next(space for space, there in spaces.items() if "B" in there and count(table, space, "W u"))


@pytest.mark.rule("8.9.4")
def test_two_guerrillas_go_to_a_loc_active_ones_first() -> None:
    """W-18 [W.March.2]."""
    found = set()
    for seed in range(20):
        table = case("warlords", {"balkh": "W 2u 1a"})
        head = play_box(table, "warlords", "march", seed=seed)
        locs = on_locs(table)
        assert len(locs) == 1 and head.used()["W.March.2"] == 1
        found |= set(locs)
        assert pieces(table, next(iter(locs))) == "W 1u 1a" and pieces(table, "balkh") == "W 1u"
        assert resources(table, "warlords") == 20
    assert found == {"kabul-aibak", "shibirghan-aibak"}


@pytest.mark.rule("8.9.4")
@pytest.mark.parametrize(("warlords", "unplayed"), [(45, 3), (20, 1)])
def test_locs_are_ignored_by_the_rich_and_in_the_last_campaign(warlords: int, unplayed: int) -> None:
    """W-18 [W.March.2]."""
    table = case("warlords", {"balkh": "W 2u 1a"}, warlords=warlords, unplayed=unplayed)
    head = play_box(table, "warlords", "march")
    assert on_locs(table) == {} and "W.March.2" not in head.used()


@pytest.mark.rule("8.9.4")
def test_the_loc_of_most_worth_comes_first_and_gets_exactly_two() -> None:
    """[W.March.2]."""
    table = case("warlords", {"kabul": "W 2u 1B", "kabul-tor-kham": "W 1u", "nuristan": "W 1u 1B"}, available=NO_BASES)
    play_box(table, "warlords", "march")
    assert on_locs(table) == {"kabul-tor-kham": 2}


@pytest.mark.rule("8.9.4")
def test_three_guerrillas_are_brought_together_for_a_base() -> None:
    """W-19 [W.March.3]."""

    def brought(seed: int) -> object:
        table = case(
            "warlords", {"baghlan": "W 1u", "konduz": "W 2u", "balkh": "T 2B"}, warlords=45, available=NO_BASES
        )
        head = play_box(table, "warlords", "march", seed=seed)
        assert head.used()["W.March.3"] == 1 and resources(table, "warlords") == 44
        return tuple(space for space in ("baghlan", "konduz") if guerrillas(table, space) == 3)

    assert set(in_many_worlds(brought)) == {("baghlan",), ("konduz",)}


@pytest.mark.rule("8.9.4")
def test_three_come_together_where_there_is_no_coalition_piece() -> None:
    """[W.March.3]: within equal Population."""
    for seed in range(12):
        table = case(
            "warlords",
            {"baghlan": "W 1u, C 1t, T 1u", "konduz": "W 2u", "balkh": "T 2B"},
            warlords=45,
            available=NO_BASES,
        )
        play_box(table, "warlords", "march", seed=seed)
        assert guerrillas(table, "konduz") == 3


@pytest.mark.rule("8.9.4")
def test_those_on_locs_stay_there_while_locs_are_wanted() -> None:
    """[W.March.3, R-W12]."""
    spaces = {"kabul-aibak": "W 2u", "konduz": "W 1u 2B", "baghlan": "W 2u", "samangan": "G 1t"}
    table = case("warlords", spaces, available=NO_BASES)
    play_box(table, "warlords", "march")
    assert on_locs(table)["kabul-aibak"] == 2
    table = case("warlords", spaces, available=NO_BASES, warlords=45)
    play_box(table, "warlords", "march")
    assert guerrillas(table, "kabul-aibak") < 2


@pytest.mark.rule("8.9.4")
def test_control_is_ended_with_no_more_guerrillas_than_needed() -> None:
    """[W.March.4, R-W11]."""
    spaces = {"kabul": "G 2t", "baghlan": "W 3u 1B, T 1B", "khowst": "G 1t"}
    table = case("warlords", spaces, warlords=60, unplayed=1)
    head = play_box(table, "warlords", "march")
    assert head.used()["W.March.4"] == 1
    assert control(table, "kabul") == "none" and guerrillas(table, "kabul") == 2 and guerrillas(table, "baghlan") == 1


@pytest.mark.rule("8.9.4")
def test_control_of_a_player_is_ended_first() -> None:
    """[W.March.4]: within equal Population."""
    spaces = {"konduz": "W 1u", "balkh": "G 1t", "baghlan": "T 1u"}
    for seed in range(8):
        table = case("warlords", spaces, warlords=60, unplayed=1, players=["taliban"])
        play_box(table, "warlords", "march", seed=seed)
        assert (guerrillas(table, "balkh"), guerrillas(table, "baghlan")) == (0, 1)
        table = case("warlords", spaces, warlords=60, unplayed=1, players=["coalition"])
        play_box(table, "warlords", "march", seed=seed)
        assert (guerrillas(table, "balkh"), guerrillas(table, "baghlan")) == (1, 0)


@pytest.mark.rule("8.9.4")
def test_nobody_leaves_where_control_would_arise() -> None:
    """W-21 [W.March.P]."""
    table = case("warlords", {"zabol": "W 1u, G 1t"}, available="W 0u")
    assert free_to_go(table.state, SPACE_BY_ID["zabol"]) == (0, 0, 0)
    play_box(table, "warlords", "march")
    assert pieces(table, "zabol") == "G 1t, W 1u"
    table = case("warlords", {"zabol": "W 3u, G 1t"})
    assert free_to_go(table.state, SPACE_BY_ID["zabol"]) == (2, 0, 2)
    table = case("warlords", {"zabol": "W 1u, G 3t"})
    assert free_to_go(table.state, SPACE_BY_ID["zabol"]) == (1, 0, 1)


@pytest.mark.rule("8.9.4")
def test_as_a_last_resort_all_go_where_most_people_are() -> None:
    """W-22 [W.March.5a, R-W1]."""
    table = case("warlords", {"samangan": "W 1u"}, warlords=1, available="W 0u")
    head = play_on(table, "warlords")
    assert pieces(table, "kabul") == "W 1u" and resources(table, "warlords") == 0
    assert head.used() == {"W.March.5a": 1}


@pytest.mark.rule("8.9.4")
def test_with_nobody_to_move_they_pass() -> None:
    """W-22 [W.March.5b]."""
    table = case("warlords", {"samangan": "W 1u, G 1t"}, warlords=1, available="W 0u")
    head = play_on(table, "warlords")
    assert pieces(table, "samangan") == "G 1t, W 1u" and resources(table, "warlords") == 2
    assert head.used() == {"W.March.5b": 1, "N.Turn": 1}


@pytest.mark.rule("8.9.1")
def test_two_bases_keep_two_guerrillas_against_find_fix_finish() -> None:
    """W-29 [W.FFF]."""
    spaces = {"balkh": "W 3u 2B", "herat": "W 3u 1B"}
    table = case("warlords", spaces, lasting=["7-unshaded"])
    assert free_to_go(table.state, SPACE_BY_ID["balkh"])[2] == 1
    assert free_to_go(table.state, SPACE_BY_ID["herat"])[2] == 2
    assert free_to_go(case("warlords", spaces).state, SPACE_BY_ID["balkh"])[2] == 2


@pytest.mark.rule("8.9.1", "8.9.4")
def test_two_bases_get_a_second_guerrilla_against_find_fix_finish() -> None:
    """[W.FFF, W.March.1]: without the Capability one is enough, and so it is at a single Base."""
    spaces = {"balkh": "W 1u 2B", "konduz": "W 2u"}
    for seed in range(8):
        table = case("warlords", spaces, warlords=45, lasting=["7-unshaded"])
        head = play_box(table, "warlords", "march", seed=seed, alone=True)
        assert head.used()["W.March.1"] == 1 and resources(table, "warlords") == 44
        assert (pieces(table, "balkh"), pieces(table, "konduz")) == ("W 2u 2B", "W 1u")
    for lasting, there in (([], "W 1u 2B"), (["7-shaded"], "W 1u 2B"), (["7-unshaded"], "W 1u 1B")):
        table = case("warlords", {**spaces, "balkh": there}, warlords=45, unplayed=1, lasting=lasting)
        assert "W.March.1" not in play_box(table, "warlords", "march").used()


@pytest.mark.rule("8.9.1", "8.9.4")
def test_two_bases_without_a_hidden_guerrilla_get_two_for_one_payment() -> None:
    """[W.FFF, W.March.1]: from two sources, or from one that can spare two; one if no more can come."""
    for others, came in (
        ({"konduz": "W 1u", "baghlan": "W 1u"}, 2),
        ({"konduz": "W 3u 1B"}, 2),
        ({"konduz": "W 2u 1B", "baghlan": "W 1a"}, 1),
    ):
        table = case("warlords", {"balkh": "W 1a 2B", **others}, warlords=45, unplayed=1, lasting=["7-unshaded"])
        before = sum(guerrillas(table, space) for space in others)
        head = play_box(table, "warlords", "march", alone=True)
        assert head.used()["W.March.1"] == came and pieces(table, "balkh") == f"W {came}u 1a 2B"
        assert resources(table, "warlords") == 44
        assert sum(guerrillas(table, space) for space in others) == before - came


@pytest.mark.rule("8.9.1", "8.9.4")
def test_a_second_guerrilla_stays_away_if_the_group_would_be_seen() -> None:
    """[W.FFF, 3.3.2]: in Nuristan two together beside two Taliban Guerrillas are noticed; one by one they are not."""
    nuristan = {"nuristan": "W 2B, T 2u"}
    table = case("warlords", {**nuristan, "badakhshan": "W 2u"}, warlords=45, unplayed=1, lasting=["7-unshaded"])
    play_box(table, "warlords", "march")
    assert pieces(table, "nuristan") == "T 2u, W 1u 2B"
    table = case(
        "warlords",
        {**nuristan, "badakhshan": "W 1u", "baghlan": "W 1u"},
        warlords=45,
        unplayed=1,
        lasting=["7-unshaded"],
    )
    play_box(table, "warlords", "march")
    assert pieces(table, "nuristan") == "T 2u, W 2u 2B"


@pytest.mark.rule("8.9.1")
def test_an_event_that_moves_warlords_keeps_two_and_brings_two() -> None:
    """[W.FFF]: 8.9.1 covers Events too; no printed card moves Warlord Guerrillas, but a custom card may."""
    steps = '{ do = "move", what = "warlords-guerrilla", n = 9, from = "is(balkh)", dest = "is(konduz, baghlan)" }'
    spaces = {"balkh": "W 4u 2B", "baghlan": "W 1u 2B", "konduz": "W 1u"}
    for lasting, stay in ((["7-unshaded"], 2), ([], 1)):
        arrived = set()
        for seed in range(20):
            table = case("warlords", spaces, event_open=True, cards=own(shaded=steps), lasting=lasting)
            execute(table, "warlords", "shaded", seed=seed)
            assert count(table, "balkh", "W u") == stay
            arrived |= {space for space in ("konduz", "baghlan") if count(table, space, "W u") > 1}
        assert arrived == ({"baghlan"} if lasting else {"konduz", "baghlan"})


@pytest.mark.rule("8.9.4")
def test_the_guerrilla_that_stays_at_a_base_is_a_hidden_one() -> None:
    """[W.Keep, relocate]."""
    table = case("warlords", {"balkh": "W 1u 2a 1B", "herat": "W 2a 1B"})
    assert free_to_go(table.state, SPACE_BY_ID["balkh"]) == (0, 2, 2)
    assert free_to_go(table.state, SPACE_BY_ID["herat"]) == (0, 1, 1)


@pytest.mark.rule("8.9.4")
def test_hidden_guerrillas_go_to_support() -> None:
    """[N.G9, W.March.3]: elsewhere Active ones."""
    for level, there in (("support", "W 3u"), ("", "W 2u 1a")):
        table = case(
            "warlords",
            {"herat": "W 2u 1a 2B", "badghis": f"W 2u, {level}", "faryab": "T 2B", "ghowr": "T 2B"},
            warlords=45,
            available=NO_BASES,
        )
        play_box(table, "warlords", "march")
        assert pieces(table, "badghis") == there


@pytest.mark.rule("8.9.4")
def test_guerrillas_of_two_priorities_go_as_one_group() -> None:
    """[W.March.1 .3]: one pair of spaces, one group (3.3.2)."""
    table = case("warlords", {"balkh": "W 1a 1B", "konduz": "W 3u 2B"}, warlords=45, available=NO_BASES)
    head = play_box(table, "warlords", "march")
    assert head.used()["W.March.1"] == 1 and head.used()["W.March.3"] == 1
    assert pieces(table, "balkh") == "W 2u 1a 1B" and pieces(table, "konduz") == "W 1u 2B"


@pytest.mark.rule("8.9.4")
def test_a_player_ahead_keeps_the_warlords_from_marching_first() -> None:
    """[W.March.0]."""
    spaces = {"balkh": "W 2u 1a 2B", "khowst": "support, W 1u"}
    head = play_on(case("warlords", spaces, players=["government"], patronage=36), "warlords")
    assert "W.March.0" not in head.used() and head.used()["W.Terror.2"] == 1
    for more in ({"players": ["government"], "patronage": 35}, {"patronage": 36}):
        head = play_on(case("warlords", spaces, **more), "warlords")
        assert head.used()["W.March.0"] == 1


@pytest.mark.rule("8.9.4")
def test_a_source_that_keeps_a_guerrilla_comes_first() -> None:
    """[N.Source, W.March.1]."""
    for seed in range(8):
        table = case("warlords", {"balkh": "W 1a 2B", "konduz": "W 1u", "baghlan": "W 2u"}, unplayed=1)
        play_box(table, "warlords", "march", seed=seed)
        assert pieces(table, "balkh") == "W 1u 1a 2B" and pieces(table, "konduz") == "W 1u"


@pytest.mark.rule("8.9.4")
def test_aerostats_at_a_coalition_base_keep_hidden_guerrillas_away() -> None:
    """[W.March.1, in force: Aerostats]: one would arrive Active."""
    spaces = {"balkh": "W 1a 1B, C 1B", "konduz": "W 2u"}
    assert "W.March.1" in play_box(case("warlords", spaces, unplayed=1), "warlords", "march").used()
    table = case("warlords", spaces, unplayed=1, lasting=["5-unshaded"])
    assert "W.March.1" not in play_box(table, "warlords", "march").used()


@pytest.mark.rule("8.9.4")
def test_a_march_that_an_event_limits_has_one_destination() -> None:
    """[N.NotLimited]."""
    table = case("warlords", {"balkh": "W 1a 2B", "konduz": "W 2u", "herat": "W 1a 2B", "badghis": "W 2u"})
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.limited, play.state.op_free = True, True
    plan = WARLORDS_CHART.box(bot("warlords"), play, "march")
    assert plan is not None and plan.legs == [(SPACE_BY_ID["konduz"], SPACE_BY_ID["balkh"])]


@pytest.mark.rule("8.9.4")
def test_declining_a_free_operation_is_no_pass() -> None:
    """[W.March.5b]: an Event's grant that comes to nothing is not counted as one."""
    table = case("warlords", {"balkh": "W 1u 1B"})
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.op_free = True
    head = bot("warlords")
    assert WARLORDS_CHART.operation(head, play, ("march", "attack")) is None and head.used() == {}


@pytest.mark.rule("8.9.4")
def test_only_those_march_whom_an_event_names() -> None:
    """[N.EventPlay 4]: the movers must begin in certain spaces."""
    table = case("warlords", {"balkh": "W 1a 2B", "konduz": "W 2u", "baghlan": "W 2u"}, unplayed=1)
    assert table.decision is not None
    play = Seen(table, table.decision).play()
    assert isinstance(play, Play)
    play.state.op_free, play.state.op_from = True, 1 << SPACE_BY_ID["konduz"]
    plan = WARLORDS_CHART.box(bot("warlords"), play, "march")
    assert plan is not None and plan.legs == [(SPACE_BY_ID["konduz"], SPACE_BY_ID["balkh"])]
