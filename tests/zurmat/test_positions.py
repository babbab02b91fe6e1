"""Positions: written, read, and refused with their place when they cannot be."""

from __future__ import annotations

import random
import tomllib

import pytest

from khyber.engine.errors import BadPosition
from khyber.games.zurmat.state import State
from tests.zurmat.tables import GAME, asked, keys, new, state


def test_every_checkpoint_of_a_game_can_be_written_and_read() -> None:
    playing, source = new(2), random.Random(2)
    while playing.decision is not None:
        playing.choose(source.randrange(len(asked(playing).values)))
    for step in playing.steps:
        checkpoint = State.unpack(step.after)
        assert GAME.read_position(tomllib.loads(GAME.write_position(checkpoint))) == checkpoint


def test_what_is_not_mentioned_is_in_bag_supply_and_deck() -> None:
    bare = GAME.read_position({})
    assert (list(bare.bags), list(bare.supply), sum(bare.deck)) == ([50, 50, 50, 50], [30, 30], 32)
    assert (bare.step, bare.month) == ("turn", 1)


REFUSED = [
    ({"game": "go"}, "game = 'go' is unknown; valid: zurmat"),
    ({"step": "tea"}, "step = 'tea' is unknown; "),
    ({"tile": {"15": {}}}, "unknown tile '15'; valid: 01, 02"),
    ({"tile": {"08": {"north": 1}, "12": {"north": 1}}}, "tile.12: another tile is there"),
    ({"tile": {"08": {"north": 3}}}, "is not beside another tile"),
    ({"tile": {"08": {"north": 1, "turn": 45}}}, "turn = 45 is not 0, 90, 180 or 270"),
    ({"tile": {"01": {"north": 1}}}, "the FOB tile must be in the centre"),
    ({"tile": {"01": {"schools": 3}}}, "schools = 3 is not between 0 and 2"),
    ({"tile": {"01": {"us": 6}}}, "6 US units: there are 5"),
    ({"tile": {"01": {"ana": 20}, "08": {"north": 1, "ana": 20}}}, "40 Afghan units are on the map"),
    ({"tile": {"01": {"ana-moved": 1}}}, "more ana units have moved than are there"),
    ({"tile": {"01": {"tea": 1}}}, "tile.01: unknown field 'tea'; valid: "),
    ({"tile": {"01": {"anna": 1}}}, "tile.01: unknown field 'anna'; did you mean 'ana'?"),
    ({"step": "Patrol"}, "step = 'Patrol' is unknown; did you mean 'patrol'?"),
    ({"turn": {"operation": "recruits"}}, "turn: operation = 'recruits' is unknown; did you mean 'recruit'?"),
    (
        {"taliban": {"objectives": ["take fob", "ring"]}},
        "objectives has an unknown entry 'take fob'; did you mean 'take-fob'?",
    ),
    ({"coalition": {"board": ["attack"] * 5}}, "board should name the five Operations"),
    ({"coalition": {"hand": ["ied"]}}, "hand has an unknown entry 'ied'; valid: "),
    ({"coalition": {"hand": ["drone", "drone"]}}, "there are 1 cards 'drone'"),
    ({"taliban": {"objectives": ["take-fob"]}}, "objectives should be 2, or none"),
    ({"events": {"current": [4], "next": [4]}}, "next has 4: the Event cards are 1 to "),
    ({"step": "place"}, "the step place needs discs in hand"),
    ({"step": "card"}, "the step of a card needs a card"),
    ({"step": "look", "turn": {"then": "turn"}}, "a tile is looked at"),
    ({"step": "patrol"}, "the step patrol needs an Operation"),
    ({"step": "orders"}, "needs 4 Objectives dealt"),
    ({"step": ""}, "the ending cannot be"),
    ({"roadblock": ["01", "08"]}, "on a tile that is not on the map"),
    ({"month": ""}, "needs a month"),
    ({"winter": 4}, "winter = 4 is not between 0 and 3"),
]


@pytest.mark.parametrize(("document", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_cannot_be_is_refused_with_its_place(document: dict[str, object], said: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.read_position(document)
    assert said in str(refused.value)


def test_a_damaged_state_is_refused() -> None:
    damage = (
        ("cell", bytearray(3)),
        ("levels", bytearray(10)),
        ("active", 7),
        ("vps", (1, 2)),
        ("near", bytearray(56)),
        ("bags", bytearray((49, 50, 50, 50))),
        ("supply", bytearray((29, 30))),
    )
    for name, value in damage:
        wrong = state()
        setattr(wrong, name, value)
        with pytest.raises(BadPosition):
            GAME.check(wrong)


def test_a_table_says_where_it_stands() -> None:
    playing = new(3)
    playing.choose(0)
    text = playing.position()
    assert 'game = "zurmat"' in text and "[since]" in text
    assert keys(playing)
