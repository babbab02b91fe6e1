"""Battles by card: Bad Intel in an Ambush, and attacks that are left without units."""

from __future__ import annotations

import pytest

from khyber.engine.table import Table
from khyber.games.zurmat.state import State
from tests.zurmat.tables import answer, asked, keys, logged, table, tiles, units
from tests.zurmat.test_bot_choices import chosen

HIT, MISS = 1, 6
#: The Taliban at 07 and 08, beside the Coalition at 01.
BESIDE = tiles({"01": {"ana": 4}, "07": {"taliban": 3}, "08": {"taliban": 3}})


def ambush(*hand: str, laid: object = BESIDE, dice: tuple[int, ...] = ()) -> Table[State]:
    assert isinstance(laid, dict)
    return table(laid, active="taliban", taliban={"hand": ["ambush", *hand]}, dice=dice)


def rolled(playing: Table[State]) -> list[tuple[object, object]]:
    return [(event.params["side"], event.params["n"]) for event in logged(playing, "rolled")]


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
def test_bad_intel_brings_units_into_an_ambush_of_the_talibans_own() -> None:
    """The rulebook calls an Ambush a one-sided battle, and Bad Intel may be played in any battle."""
    playing = ambush("bad-intel", dice=(HIT, HIT, MISS, HIT, MISS))
    answer(playing, "play ambush", "07", "2 taliban")
    assert (asked(playing).seat, asked(playing).ask, keys(playing)) == (
        "taliban",
        "bad-intel",
        ["no", "play bad-intel"],
    )
    answer(playing, "play bad-intel", "from 08", "3 taliban")
    assert rolled(playing) == [("taliban", 5)]  # two from afar, three who came
    assert units(playing, "01") == {"ana": 1, "taliban": 3}
    assert units(playing, "07") == {"taliban": 3}


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
@pytest.mark.parametrize(("units_brought", "dice"), [("1 taliban", 3), ("2 taliban", 3), ("3 taliban", 3)])
def test_those_who_ambush_from_afar_do_not_roll_twice_when_they_come(units_brought: str, dice: int) -> None:
    """Of three at 07 two were chosen: the third comes first, then those who roll anyway."""
    playing = ambush("bad-intel", dice=(MISS,) * 3)
    answer(playing, "play ambush", "07", "2 taliban", "play bad-intel", "from 07", units_brought)
    if asked(playing).ask == "bad-intel-move":
        answer(playing, "done")
    assert rolled(playing) == [("taliban", dice)]


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
@pytest.mark.parametrize(("gone", "dice"), [("1 taliban", 2), ("2 taliban", 1), ("3 taliban", 0)])
def test_units_taken_out_of_an_ambush_do_not_roll(gone: str, dice: int) -> None:
    """Two of the three on the tile ambush; the other one leaves first."""
    laid = tiles({"01": {"ana": 4, "taliban": 3}})
    playing = ambush("bad-intel", laid=laid, dice=(MISS,) * 3)
    answer(playing, "play ambush", "2 taliban", "play bad-intel", "to 08", gone)
    assert rolled(playing) == ([("taliban", dice)] if dice else [])
    assert bool(logged(playing, "no-battle")) is not bool(dice)


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
def test_a_second_bad_intel_may_take_out_those_whom_the_first_brought() -> None:
    playing = ambush("bad-intel", "bad-intel", dice=(MISS,) * 6)
    answer(playing, "play ambush", "07", "2 taliban", "play bad-intel", "from 08", "3 taliban")
    answer(playing, "play bad-intel", "to 12", "2 taliban")
    assert rolled(playing) == [("taliban", 3)]


def test_the_bot_brings_units_into_its_ambush_where_that_pays() -> None:
    """Three dice more against three units; where nobody but the one who ambushes could come, the card is kept."""
    laid = {"01": {"ana": 3}, "07": {"taliban": 1}}
    asking = answer(ambush("bad-intel", laid=tiles(laid, {"08": {"taliban": 3}})), "play ambush", "07")
    assert chosen(asking) == "play bad-intel"
    answer(asking, "play bad-intel")
    assert chosen(asking) == "from 08"
    alone = answer(ambush("bad-intel", laid=tiles(laid)), "play ambush")
    assert (asked(alone).ask, chosen(alone)) == ("bad-intel", "no")


FORT = {"us": 0, "control": "coalition", "forts": 1, "taliban": 2}


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
def test_flyers_who_all_die_to_an_ied_leave_no_fort_to_fight_on() -> None:
    laid = tiles({"01": {"us": 2}, "08": FORT})
    playing = table(laid, coalition={"hand": ["air-assault"]}, taliban={"hand": ["ied"]}, dice=[HIT, HIT])
    answer(playing, "play air-assault", "08", "2 us", "play ied")
    assert units(playing, "08") == {"taliban": 2}
    assert not logged(playing, "battle")
    assert logged(playing, "no-battle")
    assert (asked(playing).ask, playing.state.forts[7]) == ("turn", 1)


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
def test_units_that_stood_there_fight_on_when_the_flyers_are_gone() -> None:
    laid = tiles({"01": {"us": 2}, "08": {**FORT, "ana": 1}})
    playing = table(laid, coalition={"hand": ["air-assault"]}, taliban={"hand": ["ied"]}, dice=[HIT, HIT, *[MISS] * 4])
    answer(playing, "play air-assault", "01", "08", "2 us", "play ied")
    assert rolled(playing)[1:] == [("coalition", 2), ("taliban", 2)]


@pytest.mark.rule("zurmat:card-clarifications", "zurmat:combat")
def test_a_fort_alone_does_not_attack_when_bad_intel_has_taken_the_attackers_out() -> None:
    laid = tiles({"08": {"ana": 2, "taliban": 2, "control": "taliban", "forts": 1}})
    playing = table(
        laid,
        active="taliban",
        taliban={"hand": ["bad-intel"], "board": ["recruit", "construct", "declare", "patrol", "attack"]},
    )
    answer(playing, "attack", "08", "stay", "done", "08", "play bad-intel", "2 taliban")
    assert logged(playing, "no-battle")
    assert not rolled(playing)
    assert units(playing, "08") == {"ana": 2}
