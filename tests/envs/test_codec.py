"""Actions and observations: fixed, documented, and honest."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import khyber
from khyber.catalogue import GAMES
from khyber.engine.errors import Error
from khyber.engine.table import Table
from khyber.envs.codec import MAX_NOTATIONS, SPARE, Codec, codec
from khyber.envs.observation import observer


def moments(game: str, seed: int, every: int = 11) -> list[Table[Any]]:
    """Return tables from a random game."""
    source, table, found = random.Random(seed), khyber.new(game, seed=seed), []
    number = 0
    while (decision := table.decision) is not None:
        if number % every == 0:
            found.append(table.fork())
        table.choose(source.choice(decision.options))
        number += 1
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_an_action_and_back(game: str) -> None:
    actions = codec(game)
    for table in moments(game, 3):
        decision = table.decision
        assert decision is not None and not actions.unknown(decision)
        keys = list(decision.options.keys())
        assert [actions.decode(decision, actions.encode(decision, key)) for key in keys] == keys
        assert actions.mask(actions.actions(decision)).sum() == len(keys)
        assert decision.ask in actions.asks


def test_numbers_do_not_depend_on_the_decision() -> None:
    actions = codec("zurmat")
    numbers: dict[str, int] = {}
    for table in moments("zurmat", 4):
        decision = table.decision
        assert decision is not None
        for key in decision.options.keys():  # noqa: SIM118  # not a mapping
            assert numbers.setdefault(key, actions.encode(decision, key)) == actions.encode(decision, key)


def test_unknown_options_take_spare_actions() -> None:
    actions = Codec("zurmat")
    actions._numbers = {}
    decision = khyber.new("zurmat", seed=1).decision
    assert decision is not None
    count = len(decision.options)
    assert sorted(actions.actions(decision)) == [len(actions.keys) + place for place in range(count)]
    assert count <= SPARE


def test_what_a_decision_does_not_offer_is_refused() -> None:
    decision = khyber.new("zurmat", seed=1).decision
    assert decision is not None
    with pytest.raises(Error, match="does not offer"):
        codec("zurmat").encode(decision, "surrender")
    with pytest.raises(Error, match="does not allow"):
        codec("zurmat").decode(decision, 10**6)


def test_a_game_without_numbers_of_its_actions_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("khyber.envs.codec.file", lambda game, path: tmp_path / path)
    with pytest.raises(Error, match="zurmat has no numbers for its actions"):
        Codec("zurmat")


@pytest.mark.parametrize("game", GAMES)
def test_observations_have_every_field_in_bounds(game: str) -> None:
    watching = observer(game)
    fields = watching.fields()
    assert [at for _, at, _, _ in fields] == list(np.cumsum([0, *(size for _, _, size, _ in fields)])[:-1])
    assert all(about for *_, about in fields)
    for table in moments(game, 5):
        for seat in table.game.seats:
            seen = watching.observe(table, seat)
            assert seen.shape == (watching.size,) and seen.dtype == np.float32
            assert seen.min() >= 0 and seen.max() <= 1, [
                name for name, at, size, _ in fields if seen[at : at + size].max(initial=0) > 1
            ]


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(game: str) -> None:
    watching, hidden = observer(game), 0
    for table in moments(game, 6):
        for seat in table.game.seats:
            other = table.imagine(seat, 1)
            hidden += other.state != table.state
            assert np.array_equal(watching.observe(table, seat), watching.observe(other, seat))
    assert hidden, "nothing was hidden: this shows nothing"


@pytest.mark.parametrize("game", GAMES)
def test_different_positions_look_different(game: str) -> None:
    watching = observer(game)
    seen = {watching.observe(table, table.game.seats[0]).tobytes() for table in moments(game, 7)}
    assert len(seen) >= 0.9 * len(moments(game, 7))


def test_the_states_of_past_decisions_are_not_kept() -> None:
    """In Zurmat a decision where a tile is laid has a notation of its own, which looks into its state."""
    listed, met = Codec("zurmat"), 0
    for seed in range(18):
        table, source = khyber.new("zurmat", seed=seed), random.Random(seed)
        while (decision := table.decision) is not None and len(table.steps) < 30:
            met += decision.ask == "tile-place"
            assert len(listed.actions(decision)) == len(decision.values)
            table.choose(source.choice(decision.options))
    assert met > 2 * MAX_NOTATIONS and len(listed._by_value) <= MAX_NOTATIONS
