"""What an outlook reads of the map: its roads."""

from __future__ import annotations

from typing import Any

import pytest

import khyber
from khyber.games.zurmat.ai.map_fields import map_fields
from khyber.games.zurmat.board import ALL_ROADS, COALITION, NOWHERE, TILES
from khyber.games.zurmat.box import printed_box
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.moving import entries_from


@pytest.mark.rule("zurmat:moving")
def test_roads_of_the_map_lead_where_units_can_go() -> None:
    """In the middle of games, with and without a Roadblock, a Coalition unit may enter what the row says."""
    box = printed_box()
    near, roads = (feature.encode for feature in map_fields(box, ()).links)
    assert near is None and roads is not None
    blocked = 0
    for seed in range(8):
        table: Any = khyber.play("zurmat", seed=seed, seats="bot:standard")
        for step in table.steps[40::20]:
            state = step.state
            row, play = roads(state), Play(state, box=box)
            blocked += bool(state.roadblock)
            for tile in range(TILES):
                if state.cell[tile] != NOWHERE:
                    there = {other for other in row[4 * tile : 4 * tile + 4] if other != NOWHERE}
                    assert there == {dest for dest, _ in entries_from(play, COALITION, tile, ALL_ROADS, attacking=True)}
    assert blocked, "some games have a Roadblock"
