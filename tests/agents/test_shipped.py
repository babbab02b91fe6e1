"""The networks that come with Khyber: loaded once for each game and its data, left out where they do not fit."""

from __future__ import annotations

import sys
import tracemalloc
from typing import Any

import pytest

import khyber
from khyber.agents.strong import shipped
from khyber.agents.strong.shipped import misfits, networks
from khyber.agents.strong.worth import Worth
from khyber.catalogue import GAMES
from khyber.catalogue import game as find_game
from khyber.engine.features import Feature, number
from khyber.engine.game import Game
from khyber.engine.optional import Evaluation, with_data

DECK = '[1.unshaded]\nsteps = [{ do = "track", track = "aid", gain = 3 }]\n'
TILE = '[tiles.08]\nroads = ["NS", "EW"]\npoppy = true\n'
OWN = {"distant-plain": DECK, "zurmat": TILE}


def own(game: str) -> Game[Any]:
    """Return the game with data of one's own, as every job reads it from its record."""
    data = find_game(game).own_data(OWN[game])  # type: ignore[attr-defined]
    return with_data(find_game(game), data)


@pytest.mark.parametrize("game", OWN)
def test_games_with_the_same_data_of_their_own_share_their_networks(game: str) -> None:
    first = networks(find_game(game).replacing(find_game(game).own_data(OWN[game])))  # type: ignore[attr-defined]
    second = networks(find_game(game).replacing(find_game(game).own_data(OWN[game])))  # type: ignore[attr-defined]
    assert first is second and first.network is not None


@pytest.mark.parametrize("game", OWN)
def test_the_same_data_of_ones_own_are_the_same_game(game: str) -> None:
    assert own(game) is own(game) is not find_game(game)


def test_the_order_of_own_data_counts() -> None:
    """Tactics cards are numbered in the order of the file."""
    cards = ["does = 'units'\nunits = 1\ncopies = 8\n", "does = 'units'\nunits = 2\ncopies = 8\n"]
    game = find_game("zurmat")
    for names in (("one", "two"), ("two", "one")):
        text = "".join(f"[tactics.taliban.{name}]\n{card}" for name, card in zip(names, cards, strict=True))
        box = with_data(game, game.own_data(text)).box  # type: ignore[attr-defined]
        assert [card.id for card in box.tactics[1]] == list(names)


def test_jobs_with_a_deck_of_ones_own_take_no_more_memory_each() -> None:
    """Each job reads its record, seats the agent anew, and lets it plan."""
    table = khyber.new("distant-plain", scenario="short", seed=1, deck=DECK)
    text = table.save()

    def job() -> None:
        again = khyber.load(text)
        Worth.of(again.game).chances(again.state)

    job()
    tracemalloc.start()
    try:
        job()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(5):
            job()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 1_000_000, "a network alone takes several megabytes"


def test_without_numpy_there_are_no_networks_and_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    game = find_game("zurmat")
    found = shipped._loaded.__wrapped__(shipped._Data.of(game))
    assert (found.network, found.policy, found.outlook) == (None, None, None)
    assert not shipped._misfits.__wrapped__(shipped._Data.of(game)), "that is no matter of data"
    state = khyber.new("zurmat", seed=1).state
    assert Worth(game, None).chance(state, "taliban") == Evaluation.of(game).winning_chance(state, "taliban")


@pytest.mark.parametrize("game", GAMES)
def test_the_networks_fit_the_games_as_they_come(game: str) -> None:
    assert not misfits(find_game(game))


# -- other fields -----------------------------------------------------------------------------------


def with_a_field_more(game: str) -> Game[Any]:
    """Return the game with one more field to observe, as after an addition to its data."""
    kind = type(find_game(game))
    more = number("draws", 0, 255, "draws so far")

    class More(kind):  # type: ignore[misc, valid-type]
        def inputs(self) -> tuple[Feature, ...]:
            return (*super().inputs(), more)

    return More()


@pytest.mark.parametrize("game", OWN)
def test_a_network_that_was_trained_on_other_fields_is_left_out(game: str) -> None:
    more = with_a_field_more(game)
    found = networks(more)
    assert found.network is None and misfits(more)
    assert networks(find_game(game)).network is not None, "the game as it comes keeps its own"
    state = khyber.new(game, seed=1).state
    for seat in more.seats:
        assert 0 <= Worth.of(more).chance(state, seat) <= 1


def test_networks_that_still_fit_stay() -> None:
    """Those of Zurmat's map read other fields than the one of the whole game."""
    found = networks(with_a_field_more("zurmat"))
    assert found.policy is not None and found.outlook is not None
