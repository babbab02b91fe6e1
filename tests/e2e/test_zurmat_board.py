"""Zurmat on its board: whole games by clicks on tiles, tokens, cards and sheets alone."""

from __future__ import annotations

import pytest
from tools import clicks_zurmat

from tests.e2e.browsing import Serving
from tests.e2e.conftest import Welcoming
from tests.e2e.zurmat_board import BoardPlayer
from tests.server import worlds


def test_a_whole_game_is_played_on_the_board_alone(serving: Serving, visitor: Welcoming) -> None:
    """Other seats, languages and deals: `make soak`, part boards."""
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    anna.new_table("Zurmat", taliban="me")
    anna.at_table()
    # nothing but the board can be clicked: neither the list of options nor the action row
    anna.page.add_style_tag(content="[data-sheet] { display: none !important }")
    player = BoardPlayer(anna, seed=4)
    player.play()
    assert {"tile", "tile-place", "orders", "board", "turn", "place-disc"} <= player.asked
    assert player.carried > 2, "no group was carried"


@pytest.mark.parametrize("index", range(2))
def test_the_board_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(
    serving: Serving, visitor: Welcoming, index: int
) -> None:
    pair = worlds.zurmat(index)
    anna = visitor(serving, width=1280, height=720)
    anna.come("Anna")
    drawn = []
    for world in pair.worlds:
        other = next(seat for seat in world.game.seats if seat != pair.watcher)
        anna.page.goto(anna.imported(world.save(), seats={pair.watcher: "me", other: "bot:standard"}))
        anna.at_table()
        anna.until(lambda: bool(anna.options))
        anna.settle()
        drawn.append(anna.page.locator(".board.zurmat").inner_html())
    assert "data-space" in drawn[0]
    assert drawn[0] == drawn[1]


def test_a_patrol_takes_at_most_three_fifths_of_the_clicks_in_the_list(serving: Serving, visitor: Welcoming) -> None:
    anna = visitor(serving, width=1280, height=720, quick=True)
    anna.come("Anna")
    assert clicks_zurmat.play(anna, serving) <= clicks_zurmat.BUDGET
