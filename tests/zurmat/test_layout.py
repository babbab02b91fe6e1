"""The picture of the map: what lies where, and nothing that the seat may not know."""

from __future__ import annotations

import random
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from khyber.engine.table import Table
from khyber.games.zurmat.drawing import shapes
from khyber.games.zurmat.state import State
from tests.server import worlds
from tests.zurmat.tables import SEATS, new

SVG = "{http://www.w3.org/2000/svg}"


def played(seed: int, choices: int, *options: str) -> Table[State]:
    table = new(seed=seed, options=options)
    source = random.Random(seed)
    for _ in range(choices):
        if table.decision is None:
            break
        table.choose(source.randrange(len(table.decision.values)))
    return table


def test_every_road_reaches_the_edges_it_joins() -> None:
    roads: Any = shapes.facts()["roads"]
    for edges, path in roads.items():
        for edge in edges:
            x, y = shapes.EDGES[edge]
            assert f"{x} {y}" in path, (edges, path)


@pytest.mark.parametrize("seed", range(4))
def test_the_picture_shows_every_tile_with_its_units(seed: int) -> None:
    table = played(seed, 150, "notes")
    view: Any = table.view(*SEATS)
    drawn = fromstring(table.svg(*SEATS))
    tiles = {group.get("data-tile"): group for group in drawn.iter(f"{SVG}g") if group.get("data-tile")}
    assert tiles.keys() == view["tiles"].keys()
    for id_, tile in view["tiles"].items():
        kinds = {group.get("data-unit") for group in tiles[id_].iter(f"{SVG}g") if group.get("data-unit")}
        assert kinds == set(tile["units"])
    corners = [group.get("transform") for group in tiles.values()]
    assert len(set(corners)) == len(corners)


def test_the_picture_is_in_both_languages() -> None:
    table = played(1, 120)
    assert "Reclutamento" in table.svg(language="it") and "Recruit" in table.svg(language="en")


@pytest.mark.parametrize("index", range(6))
def test_pictures_of_worlds_that_a_seat_cannot_tell_apart_are_identical(index: int) -> None:
    pair = worlds.zurmat(index)
    assert pair.one.svg(pair.watcher) == pair.other.svg(pair.watcher)
    assert pair.one.view(pair.watcher) == pair.other.view(pair.watcher)
    assert pair.one.svg(*SEATS) != pair.other.svg(*SEATS) or pair.one.state != pair.other.state
