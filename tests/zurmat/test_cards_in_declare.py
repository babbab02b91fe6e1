"""Tactics cards in step 1 of a Declare, while its discs are in hand."""

from __future__ import annotations

import random

import pytest

from khyber.engine.table import Table
from khyber.games.zurmat.state import State
from tests.zurmat.tables import (
    GAME,
    SEATS,
    answer,
    asked,
    at,
    at_level,
    control,
    discs,
    keys,
    logged,
    shown,
    table,
    ticks,
    tiles,
    units,
)
from tests.zurmat.worlds import twin

HIT, MISS = 1, 6
FACTION, NEUTRAL = 90, 1
TILES = ["01", "03", "07", "08", "12"]
SEEN = {"n": 2, "neutral": 1, "faction": 1}


def declaring(
    *hand: str, side: str = "coalition", dice: tuple[int, ...] = (FACTION, NEUTRAL), options: tuple[str, ...] = ()
) -> Table[State]:
    """A Declare at level 2: a Faction and a Neutral disc are in hand."""
    laid = tiles({"12": {"taliban-faction": 1, "taliban-neutral": 1}, "07": {"taliban": 2}, "01": {"us": 2}})
    cards = {"hand": list(hand), "board": at_level(2, "declare")}
    playing = table(
        laid, {side: cards}, active=side, dice=dice, options=list(options), seats=dict.fromkeys(SEATS, "person")
    )
    return answer(playing, "declare")


def check_again(playing: Table[State]) -> None:
    """The position is legal and can be written and read again."""
    GAME.check(playing.state)
    document = GAME.write_position(playing.state)
    again = at(playing.state)
    assert GAME.write_position(again.state) == document
    assert keys(again) == keys(playing)


@pytest.mark.rule("zurmat:tactics", "zurmat:population")
def test_a_card_comes_before_the_discs_of_a_declare_are_placed() -> None:
    """Intel shows where they are needed: its player places the first one with the discs in sight."""
    playing = declaring("intel")
    assert (asked(playing).ask, keys(playing)) == ("place-disc", [*TILES, "play intel"])
    answer(playing, "play intel", "12")
    assert (asked(playing).ask, keys(playing)) == ("place-disc", TILES)
    assert shown(playing, "tiles", "12", "discs", "taliban", to="coalition") == SEEN
    assert shown(playing, "tiles", "12", "discs", "taliban", to="taliban") == {"n": 2}
    check_again(playing)
    answer(playing, "12", "faction")
    assert shown(playing, "tiles", "12", "discs", "taliban", to="coalition") == {"n": 2}
    answer(playing, "03")
    assert (asked(playing).ask, discs(playing, "12", "coalition")) == ("intel", {"faction": 1})


@pytest.mark.rule("zurmat:tactics", "zurmat:population")
@pytest.mark.parametrize("options", [(), ("notes",)])
def test_a_card_comes_between_two_discs_too(options: tuple[str, ...]) -> None:
    playing = declaring("village", options=options)
    answer(playing, "08", "faction")
    assert keys(playing) == [*TILES, "play village"]
    answer(playing, "play village")
    check_again(playing)
    answer(playing, "08")
    assert control(playing, "08") == "coalition"
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"neutral": 1}
    answer(playing, "03", "01", "01")
    assert ticks(playing, "coalition") == [0, 0, 1, 0, 0]


@pytest.mark.rule("zurmat:tactics", "zurmat:card-clarifications", "zurmat:population")
@pytest.mark.parametrize("options", [(), ("notes",)])
@pytest.mark.parametrize(
    ("side", "card", "dest"), [("coalition", "air-assault", "08"), ("taliban", "motorcycles", "08")]
)
def test_the_disc_of_a_card_is_placed_while_those_of_the_declare_wait(
    options: tuple[str, ...], side: str, card: str, dest: str
) -> None:
    playing = declaring(card, side=side, dice=(FACTION, NEUTRAL, FACTION), options=options)
    answer(playing, f"play {card}", dest)
    answer(playing, keys(playing)[-1])
    assert (asked(playing).ask, keys(playing)) == ("show-discs", ["place"])
    assert shown(playing, "sides", side, "drawn", to=side) == {"faction": 1}
    assert shown(playing, "sides", side, "drawn") == 3  # two of the Declare, and this one
    check_again(playing)
    for watcher in ("coalition", "taliban"):
        world = twin(playing, watcher, random.Random(3))
        assert keys(world) == ["place"]
        assert shown(world, "sides", side, "drawn", to=watcher) == shown(playing, "sides", side, "drawn", to=watcher)
    answer(playing, "place")
    assert (discs(playing, dest, side), asked(playing).ask) == ({"faction": 1}, "place-disc")
    assert shown(playing, "sides", side, "drawn", to=side) == {"neutral": 1, "faction": 1}
    answer(playing, "03", "neutral", "03")
    assert (discs(playing, "03", side), asked(playing).ask) == ({"neutral": 1, "faction": 1}, "intel")


@pytest.mark.rule("zurmat:tactics", "zurmat:card-clarifications")
def test_an_air_assault_fights_while_the_discs_wait() -> None:
    playing = declaring("air-assault", dice=(FACTION, NEUTRAL, HIT, HIT, MISS, MISS))
    answer(playing, "play air-assault", "07", "2 us")
    assert (units(playing, "07"), asked(playing).ask) == ({"us": 2}, "place-disc")
    assert shown(playing, "sides", "coalition", "drawn", to="coalition") == {"neutral": 1, "faction": 1}


@pytest.mark.rule("zurmat:tactics", "zurmat:population")
def test_no_card_comes_while_discs_are_placed_outside_a_turn() -> None:
    playing = table(tiles(), step="influence", coalition={"hand": ["intel"]})
    assert (asked(playing).ask, keys(playing)) == ("place-disc", TILES)


@pytest.mark.rule("zurmat:population")
def test_with_an_empty_bag_a_patrol_leaves_nothing_due() -> None:
    """What is due is where discs in hand must go: without discs nothing is."""
    full = {name: {"coalition-neutral": 10, "coalition-faction": 10} for name in TILES}
    full["01"]["us"] = 1
    playing = table(tiles(full), coalition={"hand": ["air-assault", "intel"]})
    answer(playing, "play air-assault", "08")
    assert (asked(playing).ask, bytes(playing.state.due), logged(playing, "drew-discs")) == ("turn", b"", [])
    check_again(playing)
