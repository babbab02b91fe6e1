"""Previews: what a choice would change, up to where nobody can know."""

from __future__ import annotations

import random

import pytest

from khyber.engine.errors import Error, NotOffered
from khyber.engine.play import Rules
from khyber.engine.preview import preview
from khyber.engine.table import Table
from tests.engine.tables import answer, asked, at, new, random_choice, state
from tests.engine.tiny import SEATS, State, Tiny, TinyPlay


@pytest.mark.parametrize("seed", range(8))
def test_a_preview_touches_nothing_and_comes_true(seed: int) -> None:
    table, source = new(seed, "long", ["rich"]), random.Random(seed)
    while table.decision is not None:
        seat, before = asked(table).seat, table.save()
        for key in asked(table).options.keys():  # noqa: SIM118
            shown = preview(table, (seat,), seat, key, seed)
            assert table.save() == before
            trial = table.fork()
            known = len(trial.events(seat))
            trial.choose(key, seat)
            told = trial.events(seat)[known:]
            assert list(shown.events) == told[: len(shown.events)]
            if shown.stopped in ("seat", "question"):
                assert (shown.view, list(shown.events)) == (trial.view(seat), told)
        random_choice(table, source)


def test_a_preview_stops_where_something_is_revealed_even_if_it_could_be_guessed() -> None:
    table = at(state("bid", north="tea", south="tea", discard="tea tea silk silk silk gem gem guard guard guard"))
    answer(table, "tea")
    shown = preview(table, ("south",), "south", "tea", 1)
    assert (shown.stopped, [event.kind for event in shown.events]) == ("reveal", ["offered"])
    assert shown.view["offers"] == {"north": "unseen", "south": "tea"}


def test_what_is_shown_without_saying_so_is_not_shown_in_a_preview() -> None:
    class Careless(Tiny):
        """The first card of the other's hand is discarded, and nobody says that it is revealed."""

        def step(self, play: TinyPlay) -> Rules:
            yield from super().step(play)
            play.emit("coins", "3", "north", 0)
            play.emit("offered", "3", "north", play.state.south[0])
            play.state.discard.append(play.state.south.pop(0))

    table = at(state("turn north", north="tea", south="tea silk gem guard"), game=Careless())
    views = set()
    for seed in range(10):
        shown = preview(table, ("north",), "north", "rest", seed)
        views.add(str(shown))
        assert shown.stopped in ("reveal", "step")  # two worlds may agree by chance
        if shown.stopped == "reveal":
            assert shown.view == table.view("north")
            assert [event.kind for event in shown.events] == ["coins"]
    assert any("reveal" in view for view in views)


def test_a_preview_stops_at_a_die_at_the_end_of_a_step_and_of_the_game() -> None:
    table = at(state("turn north", north="tea", south="", coins=(2, 1)))
    raid = preview(table, ("north",), "north", "raid", 1)
    assert (raid.stopped, raid.events) == ("die", ())
    assert preview(table, ("north",), "north", "rest", 1).stopped == "step"
    assert preview(table, ("north",), "north", "trade", 1).stopped == "question"
    assert preview(table, ("south",), "south", "give", 1).stopped == "seat"
    assert preview(table, SEATS, "south", "give", 1).stopped == "question"
    last = at(state("turn south", coins=(1, 1), rounds=1))
    assert preview(last, ("south",), "south", "rest", 1).stopped == "over"


def test_a_guard_that_may_be_held_is_asked_for_in_every_world() -> None:
    table = at(state("turn north", north="tea", south="guard", coins=(2, 2), rounds=2))
    assert preview(table, ("north",), "north", "raid", 1).stopped == "seat"


def test_previews_of_what_is_not_open() -> None:
    table = at(state("turn north"))
    for seat, key in (("north", "loot"), ("south", "rest"), ("nobody", "rest"), ("nobody", "give")):
        with pytest.raises(NotOffered):
            preview(table, ("north",), seat, key, 1)
    over = at(state("turn south"))
    answer(over, "rest")
    with pytest.raises(NotOffered, match="over"):
        preview(over, ("south",), "south", "rest", 1)


def test_a_rule_that_fails_spoils_the_preview_and_nothing_else() -> None:
    class Broken(Tiny):
        """Nobody rests."""

        def step(self, play: TinyPlay) -> Rules:
            yield from super().step(play)
            raise ZeroDivisionError("nobody rests")

    table: Table[State] = at(state("turn north"), game=Broken())
    before = table.save()
    with pytest.raises(Error, match=r"^cannot preview .rest.$"):
        preview(table, ("north",), "north", "rest", 1)
    assert table.save() == before
