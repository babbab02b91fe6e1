"""Bounds: every field of a state has one, and what is out of it is refused with the field and what is valid."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khyber
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.bounds import Bounds, Flag, Hands, Number, Numbers, Pairs, Row, Texts, Word, Words, check_bounds
from khyber.engine.errors import BadPosition, BadRecord
from khyber.engine.game import Game
from khyber.engine.record import checked_state
from khyber.games.distant_plain import check as distant_plain
from khyber.games.enduring_freedom import game as enduring_freedom
from khyber.games.enduring_freedom import state as enduring_freedom_state
from khyber.games.zurmat import game as zurmat
from khyber.games.zurmat import state as zurmat_state
from tests.engine.tables import state as tiny_state
from tests.engine.tiny import BOUNDS as TINY_BOUNDS
from tests.engine.tiny import TINY


def bounds_of(game: str) -> Bounds:
    if game == "distant-plain":
        return distant_plain._BOUNDS
    if game == "zurmat":
        return zurmat_state.bounds(zurmat.Zurmat.printed_box(), zurmat.STEPS)
    return enduring_freedom_state.bounds(enduring_freedom.EnduringFreedom.printed_box(), enduring_freedom.STEPS)


def checkpoint(game: str) -> Any:
    """A state in the middle of a game."""
    table, source = khyber.new(game, seed=1), random.Random(1)
    while len(table.steps) < 20:
        assert table.decision is not None
        table.choose(source.randrange(len(table.decision.values)))
    return table.game.state_type.unpack(table.steps[-1].after)


def every_game() -> list[tuple[Game[Any], Bounds, Any]]:
    printed = [(find_game(game), bounds_of(game), checkpoint(game)) for game in GAMES]
    return [(TINY, TINY_BOUNDS, tiny_state()), *printed]


def test_every_field_of_every_game_has_a_bound() -> None:
    for game, bounds, state in every_game():
        assert set(bounds) == set(game.state_type.fields), game.id
        check_bounds(state, bounds)
        game.check(state)


def test_a_number_out_of_its_bounds_is_refused_with_the_field_and_what_is_valid() -> None:
    tried = 0
    for game, bounds, state in every_game():
        for name, bound in bounds.items():
            if not isinstance(bound, Number):
                continue
            for wrong in (bound.low - 1, bound.high + 1, bound.high + 10**60, bound.low - 10**60, True):
                odd = state.copy()
                setattr(odd, name, wrong)
                with pytest.raises(BadPosition, match=rf"^{name} = .*; valid: {bound.valid}$"):
                    game.check(odd)
                tried += 1
    assert tried > 150


def test_an_array_of_another_size_or_with_a_higher_number_is_refused() -> None:
    for game, bounds, state in every_game():
        for name, bound in bounds.items():
            if not isinstance(bound, Row):
                continue
            kind, old = type(getattr(state, name)), bytes(getattr(state, name))
            wrongs = [old + bytes(bound.most + 1 - len(old))]
            if bound.most and bound.high < 254:
                wrongs.append(bytes((bound.high + 1,)) + old[1:])
            for wrong in wrongs:
                odd = state.copy()
                setattr(odd, name, kind(wrong))
                with pytest.raises(BadPosition, match=rf"^{name} (has|holds) "):
                    game.check(odd)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_in_a_record_is_held_to_the_same_bounds(game: str) -> None:
    state = checkpoint(game)
    state.draws = 10**10
    with pytest.raises(BadRecord, match=r"^the record's last state is impossible: draws = .*; valid: 0 to 1000000000$"):
        checked_state(find_game(game), state.pack(), "last state")


@pytest.mark.parametrize(
    ("bound", "right", "wrong"),
    [
        (Number(0, 3), [0, 3], [-1, 4, True, 1.0, "1", None]),
        (Flag(), [True, False], [0, 1, None]),
        (Flag(False), [False], [True]),
        (Word(("a", "")), ["a", ""], ["b", None, ["a"]]),
        (Words(("a", "b")), [(), ("b", "a")], [("a", "a"), ("c",), ["a"], ({},), (1,)]),
        (Texts(1), [(), ("x",), ["x"]], [("x", "y"), (1,), "x"]),
        (Row(3, 1, 2, 255), [b"\1", b"\3\xff"], [b"", b"\4", b"\1\1\1", "a"]),
        (Row(9, 0, 3, once=True), [b"\1\2"], [b"\1\1"]),
        (Numbers(-1, 1, 2), [(), (-1, 1)], [(0,), (2, 0), (0, True)]),
        (Pairs(3, 1, 2), [(), ((3, 1),)], [((4, 0),), ((0, 2),), ((1,),), (1,), ((1, 1),) * 3]),
        (Hands({"a": 2}, 2), [(), (("a",), ())], [((), (), ()), (("b",),), ("a",), (("a", "a", "a"),)]),
    ],
)
def test_what_each_kind_of_bound_lets_pass(bound: Any, right: list[object], wrong: list[object]) -> None:
    assert not any(map(bound.wrong, right)) and all(map(bound.wrong, wrong))
    assert bound.valid
