"""Events, Winter, the calendar, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khyber.engine.table import Table
from khyber.games.zurmat.state import State
from tests.zurmat.tables import (
    CROSS,
    NOTHING,
    Facts,
    answer,
    asked,
    at_level,
    board,
    control,
    discs,
    keys,
    logged,
    shown,
    state,
    table,
    tiles,
    units,
)


def event(
    number: int, map_: Mapping[str, Facts] | None = None, dice: tuple[int, ...] = (), **facts: object
) -> Table[State]:
    """A month that begins with that Event: the deck is whole, so that the card drawn is that of the number."""
    return table(map_, facts, step="event", dice=[number, *dice])


def where(playing: Table[State], number: int) -> str:
    return ("deck", "discard", "current", "next", "two", "tile", "coalition", "taliban")[playing.state.lies[number - 1]]


NOBODY = tiles({"01": {"control": "nobody"}})


# -- one by one ---------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:events", "zurmat:event-clarifications")
@pytest.mark.parametrize("number", [2, 3])
def test_villages_declare_of_each_player_s_choice(number: int) -> None:
    playing = event(number, tiles({"08": {"ana": 1}, "07": {"taliban": 1}}))
    assert (asked(playing).seat, asked(playing).ask) == ("coalition", "event-declare")
    answer(playing, "08")
    assert asked(playing).seat == "taliban"
    answer(playing, "07")
    assert (control(playing, "08"), control(playing, "07")) == ("coalition", "taliban")
    assert not logged(playing, "looked")
    assert where(playing, number) == "discard"


@pytest.mark.rule("zurmat:event-clarifications", "zurmat:operations-board")
@pytest.mark.parametrize(
    ("number", "operation", "change"), [(4, "construct", 1), (7, "patrol", -1), (8, "declare", -1), (19, "attack", 1)]
)
def test_some_events_change_a_level_for_both_this_month(number: int, operation: str, change: int) -> None:
    laid = tiles({"01": {"control": "nobody", "ana": 1, "taliban": 1}})
    playing = event(number, laid, coalition={"board": board(operation)}, taliban={"board": board(operation)})
    assert where(playing, number) == "current"
    while not logged(playing, "operation") or len(logged(playing, "operation")) < 2:
        answer(playing, operation if operation in keys(playing) and asked(playing).ask == "turn" else keys(playing)[-1])
    assert [event.params["level"] for event in logged(playing, "operation")] == [4 + change, 4 + change]


@pytest.mark.rule("zurmat:event-clarifications", "zurmat:operations-board")
def test_a_level_does_not_fall_below_0() -> None:
    """Ruling 31."""
    playing = event(7, NOBODY, coalition={"board": ["patrol", "recruit", "construct", "declare", "attack"]})
    while asked(playing).ask != "turn":
        answer(playing, keys(playing)[0])
    answer(playing, "patrol")
    assert logged(playing, "operation")[0].params["level"] == 0


@pytest.mark.rule("zurmat:event-clarifications")
def test_pashtunwali_pays_after_the_coalition_turn_if_it_was_left_in_peace() -> None:
    """Ruling 29: the Taliban place it; the Coalition's turn of the same month; then two discs."""
    playing = event(5, NOBODY)
    assert (asked(playing).seat, asked(playing).ask) == ("taliban", "project")
    answer(playing, "12")
    assert shown(playing, "project") == {"tile": "12", "disturbed": False}
    while asked(playing).ask != "turn":
        answer(playing, keys(playing)[0])
    assert asked(playing).seat == "coalition"
    answer(playing, "construct", "end")
    assert (asked(playing).seat, asked(playing).ask) == ("taliban", "show-discs")
    answer(playing, "place")
    assert sum(discs(playing, "12", "taliban").values()) == 2
    assert (where(playing, 5), shown(playing, "project")) == ("discard", None)
    assert (asked(playing).seat, asked(playing).ask) == ("taliban", "turn")


@pytest.mark.rule("zurmat:event-clarifications")
def test_road_project_is_the_coalition_s_and_the_taliban_may_disturb_it() -> None:
    playing = table(
        tiles({"08": {"taliban": 1}}),
        active="taliban",
        events={"event": 6, "project": "01"},
        taliban={"board": board("patrol")},
    )
    answer(playing, "patrol", "08", "stop")
    assert logged(playing, "disturbed")
    answer(playing, "place")
    assert logged(playing, "project-over")[0].params["success"] == 0
    assert not [e for e in logged(playing, "drew-discs") if e.params["side"] == "coalition"][1:]


@pytest.mark.rule("zurmat:event-clarifications")
@pytest.mark.parametrize(
    ("chosen", "disturbed"),
    [
        (["patrol", "01", "12", "stop"], True),
        (["patrol", "01", "08", "stop"], False),
        (["play air-assault", "12", "1 us", "place"], True),
        (["play drone", "12"], True),
        (["play ambush", "1 us"], True),
    ],
)
def test_patrols_and_attacks_by_operation_or_card_disturb(chosen: list[str], disturbed: bool) -> None:
    """Ruling 30: an enemy group entered the tile in a Patrol, or there was a battle or a card attack."""
    here = 0 if chosen[0] in ("patrol", "play air-assault") else 1
    playing = table(
        tiles({"01": {"us": 1}, "12": {"taliban": here}}),
        events={"event": 5, "project": "12"},
        coalition={"board": board("patrol"), "hand": ["air-assault", "drone", "ambush"]},
    )
    for key in chosen:
        if key in keys(playing):
            answer(playing, key)
    assert playing.state.disturbed is disturbed


@pytest.mark.rule("zurmat:event-clarifications", "zurmat:attack")
def test_an_attack_there_disturbs() -> None:
    playing = table(
        tiles({"01": {"us": 1}, "12": {"taliban": 2}}),
        events={"event": 5, "project": "12"},
        coalition={"board": at_level(1, "attack")},
    )
    answer(playing, "attack")
    assert logged(playing, "disturbed")


@pytest.mark.rule("zurmat:event-clarifications")
def test_famine_returns_two_discs_of_a_tile_to_their_bags() -> None:
    laid = tiles({"12": {"coalition-faction": 1, "taliban-neutral": 1, "taliban-faction": 1}, "08": {}})
    playing = event(9, laid, (1, 1, 2, 2))
    returned = [(e.params["side"], e.params["face"]) for e in logged(playing, "returned")]
    assert returned == [("coalition", "faction"), ("taliban", "faction"), ("taliban", "neutral")]
    assert not discs(playing, "12", "coalition") and not discs(playing, "12", "taliban")


@pytest.mark.rule("zurmat:event-clarifications")
def test_famine_may_strike_one_tile_twice() -> None:
    laid = tiles({"12": {"coalition-neutral": 4}, "08": {"taliban-neutral": 1}})
    playing = event(9, laid)
    assert keys(playing) == ["08", "12"]
    answer(playing, "12")
    assert (asked(playing).seat, keys(playing)) == ("taliban", ["08", "12"])
    answer(playing, "12")
    assert discs(playing, "12", "coalition") == {}


@pytest.mark.rule("zurmat:event-clarifications", "zurmat:events")
def test_refugees_are_two_discs_on_one_tile_for_each() -> None:
    """The example: the Coalition draws two discs and places them on one tile, then the Taliban do the same."""
    playing = event(11, NOBODY, (1, 99))
    assert (asked(playing).seat, asked(playing).ask) == ("coalition", "refugees")
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"neutral": 1, "faction": 1}
    answer(playing, "08")
    assert discs(playing, "08", "coalition") == {"neutral": 1, "faction": 1}
    assert asked(playing).seat == "taliban"
    answer(playing, "08")
    assert sum(discs(playing, "08", "taliban").values()) == 2


@pytest.mark.rule("zurmat:events")
def test_a_caravan_carries_discs_unseen_to_the_next_tile() -> None:
    laid = tiles({"08": {"coalition-faction": 1, "taliban-neutral": 2}, "04": {"north": 2}})
    playing = event(15, laid)
    assert keys(playing) == ["08", "none"]
    answer(playing, "08")
    assert keys(playing) == ["04", "01"]
    answer(playing, "04")
    assert keys(playing) == ["coalition", "taliban"]
    answer(playing, "coalition")
    assert keys(playing) == ["taliban", "done"]
    answer(playing, "done", "none")
    assert (discs(playing, "04", "coalition"), discs(playing, "08", "taliban")) == ({"faction": 1}, {"neutral": 2})


@pytest.mark.rule("zurmat:events")
def test_fighting_season_school_year_and_shura() -> None:
    laid = tiles({"07": {"control": "taliban"}})
    season = event(16, laid)
    assert (units(season, "01"), units(season, "07")) == ({"ana": 1}, {"taliban": 1})
    year = event(17, laid)
    answer(year, "01", "none")
    assert (year.state.schools[0], year.state.schools[6]) == (1, 0)
    shura = event(18, laid)
    answer(shura, "08")
    assert (asked(shura).seat, asked(shura).ask) == ("coalition", "look")
    answer(shura, "done", "07", "done")
    assert [e.params["side"] for e in logged(shura, "looked")] == ["coalition", "taliban"]


@pytest.mark.rule("zurmat:events")
def test_a_quiet_month() -> None:
    playing = event(20, NOBODY)
    assert asked(playing).ask == "turn"
    assert where(playing, 20) == "discard"


# -- Winter -------------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:events", "zurmat:event-clarifications")
@pytest.mark.parametrize(("number", "before", "after"), [(12, 0, 1), (13, 1, 2), (14, 0, 2), (14, 2, 3), (12, 3, 3)])
def test_winter_cubes_fill_the_shaded_months_and_more_are_ignored(number: int, before: int, after: int) -> None:
    """Ruling 25."""
    playing = event(number, NOBODY, winter=before)
    assert playing.state.winter == after
    names = ["october", "november", "december"]
    assert shown(playing, "winter") == names[3 - after :]


def last_turn(month: str, winter: int) -> Table[State]:
    """The Taliban's turn of that month is ended."""
    playing = table(tiles({"07": {"control": "taliban"}}), month=month, active="taliban", winter=winter)
    return answer(playing, "recruit")  # at level 0


@pytest.mark.rule("zurmat:months", "zurmat:events")
@pytest.mark.parametrize(
    ("month", "winter", "ending"),
    [
        ("december", 0, "december"),
        ("november", 1, "winter"),
        ("september", 3, "winter"),
        ("october", 3, "winter"),
        ("december", 1, "december"),
        ("november", 0, ""),
        ("september", 2, ""),
    ],
)
def test_the_game_ends_before_the_first_month_of_winter(month: str, winter: int, ending: str) -> None:
    """Ruling 26: a cube on the current month lets it be finished."""
    assert last_turn(month, winter).state.ending == ending


# -- what waits ---------------------------------------------------------------------------------------


@pytest.mark.rule("zurmat:months", "zurmat:event-clarifications")
def test_an_election_waits_two_months_and_is_scored_in_the_third() -> None:
    """The example: revealed in April, moved at the end of April and May, scored at the end of June."""
    laid = tiles({"07": {"control": "taliban"}, "08": {"control": "taliban"}})
    playing = table(laid, step="month-end", month="april", events={"event": 1})
    assert where(playing, 1) == "next"
    for month, place in (("may", "current"), ("june", "taliban")):
        playing = table(laid, step="month-end", month=month, events={where(playing, 1): [1]})
        assert where(playing, 1) == place
    assert shown(playing, "sides", "taliban", "points") == 4
    assert shown(playing, "events", "taliban") == [1]


@pytest.mark.rule("zurmat:months", "zurmat:event-clarifications")
def test_scored_before_discarded() -> None:
    """Ruling 28."""
    playing = table(step="month-end", month="june", events={"current": [1, 4]})
    assert (where(playing, 1), where(playing, 4)) == ("coalition", "discard")


@pytest.mark.rule("zurmat:event-clarifications", "zurmat:months")
def test_with_a_tie_nobody_takes_the_card() -> None:
    playing = table(tiles({"07": {"control": "taliban"}}), step="month-end", month="june", events={"current": [1]})
    assert where(playing, 1) == "discard"
    assert logged(playing, "scored")[0].params["winner"] == "nobody"


@pytest.mark.rule("zurmat:event-clarifications")
@pytest.mark.parametrize(("of", "taker"), [("taliban", "taliban"), ("coalition", "coalition"), ("nobody", "discard")])
def test_the_poppy_harvest_goes_by_poppy_tiles(of: str, taker: str) -> None:
    laid = tiles({"07": {"control": of}, "08": {"control": "taliban"}, "12": {"control": "taliban"}})
    playing = table(laid, step="month-end", month="june", events={"current": [10]})
    assert where(playing, 10) == taker


@pytest.mark.rule("zurmat:event-clarifications", "zurmat:months", "zurmat:winning")
def test_what_still_waits_when_the_game_ends_is_scored_then() -> None:
    """Ruling 27, the example: a Poppy Harvest drawn in October, the game over in November."""
    playing = table(
        tiles({"07": {"control": "taliban"}}),
        step="month-end",
        month="november",
        winter=1,
        events={"next": [10], "two": [1]},
    )
    assert where(playing, 10) == "taliban"
    assert playing.state.vps == (1, 3)
    assert where(playing, 1) == "discard"  # one tile each


# -- winning ------------------------------------------------------------------------------------------


def ended(map_: Mapping[str, Facts], more: Facts = NOTHING, /, **facts: object) -> Table[State]:
    return table(tiles(map_), {**more, **facts}, step="month-end", month="december")


#: Five tiles of each side.
FIVES: Mapping[str, Facts] = {
    **{name: {"control": "coalition"} for name in ("01", "08", "12", "03", "07")},
    **{
        name: {"control": "taliban", "north": 2, "east": east}
        for east, name in enumerate(("02", "04", "05", "06", "09"))
    },
}


@pytest.mark.rule("zurmat:winning")
def test_the_scoring_example() -> None:
    """Ruling 39: 5 tiles, 3 Patrols and the Election are 9; 5 tiles, most Afghan units and the Harvest are 10."""
    laid = {**FIVES, "02": {**FIVES["02"], "taliban": 3}}
    playing = ended(
        laid,
        coalition={"completed": {"patrol": 3}, "objectives": ["patrol3", "ring"], "board": board()},
        taliban={"objectives": ["most-units", "attack3"]},
        events={"coalition": [1], "taliban": [10]},
    )
    ring = 4  # beside the example: here the Coalition also holds the tiles around the FOB
    assert playing.state.vps == (9 + ring, 10)
    playing = ended(
        laid,
        coalition={"completed": {"patrol": 3}, "objectives": ["patrol3", "attack3"]},
        taliban={"objectives": ["most-units", "attack3"]},
        events={"coalition": [1], "taliban": [10]},
    )
    outcome = playing.outcome
    assert outcome is not None
    assert (playing.state.vps, outcome.winner, outcome.margins["taliban"]) == ((9, 10), "taliban", 1)


@pytest.mark.rule("zurmat:winning")
def test_a_tie_goes_to_more_tiles() -> None:
    playing = ended(
        {"07": {"control": "taliban"}, "08": {"control": "taliban"}, "12": {"control": "taliban"}},
        events={"coalition": [1]},
    )
    outcome = playing.outcome
    assert outcome is not None
    assert (playing.state.vps, outcome.winner, outcome.ranking) == ((3, 3), "taliban", ("taliban", "coalition"))


@pytest.mark.rule("zurmat:winning")
def test_and_else_it_is_a_draw() -> None:
    """Ruling 39; ruling 40: the FOB tile is a tile like others."""
    playing = ended({"07": {"control": "taliban"}})
    outcome = playing.outcome
    assert outcome is not None
    assert (playing.state.vps, outcome.winner) == ((1, 1), "")


@pytest.mark.rule("zurmat:winning")
@pytest.mark.parametrize(
    ("seat", "objective", "facts", "met"),
    [
        ("coalition", "patrol3", {"coalition": {"completed": {"patrol": 2}}}, False),
        ("taliban", "attack3", {"taliban": {"completed": {"attack": 3}}}, True),
        ("coalition", "recruit3", {"coalition": {"completed": {"recruit": 4}}}, True),
        ("coalition", "construct3", {"coalition": {"completed": {"construct": 3}}}, True),
        ("taliban", "declare3", {"taliban": {"completed": {"declare": 3}}}, True),
        ("coalition", "most-units", {"01": {"us": 5, "ana": 1}, "07": {"taliban": 2}}, False),
        ("taliban", "most-units", {"01": {"us": 5, "ana": 1}, "07": {"taliban": 2}}, True),
        ("coalition", "most-schools", {"01": {"schools": 1}, "07": {"schools": 2}}, True),
        ("taliban", "most-schools", {"01": {"schools": 1}, "07": {"schools": 1, "control": "taliban"}}, False),
        ("taliban", "most-forts", {"01": {"forts": 1}, "07": {"forts": 2, "control": "taliban"}}, True),
        ("coalition", "us-alive", {"01": {"us": 5}}, True),
        ("coalition", "us-alive", {"01": {"us": 4}}, False),
        ("taliban", "us-killed", {"01": {"us": 3}}, True),
        ("taliban", "us-killed", {"01": {"us": 4}}, False),
        ("coalition", "ring", {name: {"control": "coalition"} for name in ("08", "12", "03", "07")}, True),
        ("coalition", "ring", {name: {"control": "coalition"} for name in ("08", "12", "03")}, False),
        ("taliban", "take-fob", {"01": {"control": "taliban"}}, True),
        ("taliban", "take-fob", {}, False),
    ],
)
def test_objectives_are_judged_at_the_end(seat: str, objective: str, facts: Mapping[str, Facts], met: bool) -> None:
    """Rulings 24 and 36."""
    mine = dict(facts.get(seat, {}))
    spare = "attack3" if objective != "attack3" else "patrol3"
    mine["objectives"] = [objective, spare]
    laid = {name: row for name, row in facts.items() if name in CROSS}
    playing = ended(laid, {seat: mine})
    judged = {e.params["objective"]: e.params["success"] for e in logged(playing, "objective-judged")}
    assert judged[objective] == int(met)


@pytest.mark.rule("zurmat:winning")
def test_at_the_end_everything_is_open() -> None:
    playing = ended(
        {"07": {"control": "taliban", "taliban-faction": 2}}, taliban={"objectives": ["take-fob", "patrol3"]}
    )
    assert shown(playing, "sides", "taliban", "objectives") == ["take-fob", "patrol3"]
    assert shown(playing, "tiles", "07", "discs", "taliban", "faction") == 2
    assert state().vps == ()
