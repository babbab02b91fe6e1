"""What an outlook reads: the map tile by tile, its roads, and the rest of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from khyber.engine.features import Feature, MapFields
from khyber.games.zurmat import board
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.evaluation import MUCH, all_points, policy_inputs
from khyber.games.zurmat.rules.roadside import is_blocked
from khyber.games.zurmat.state import State

#: Fields of the whole game, and what is much of those that differ from a policy's.
OVERALL: Final = {
    "step": 1,
    "options": 1,
    "bags": MUCH["bags"],
    "supply": MUCH["supply"],
    "boxed": MUCH["boxed"],
    "levels": 4,
    "ticks": 3,
    "hand": 1,
    "deck": 2,
    "dealt": 1,
    "winter": 3,
    "event": 1,
    "disturbed": 1,
    "active": 1,
    "drawn": MUCH["drawn"],
    "drawer": 1,
    "op": 1,
    "done": 1,
    "level": 4,
    "bonus": 4,
    "left": 4,
    "steps_left": 4,
    "fought": 1,
    "card": 1,
    "looker": 1,
    "held-at": 1,
    "months": 1,
}
#: Fields of a tile.
BY_TILE: Final = {
    "schools": 2,
    "forts": 2,
    "units": MUCH["units"],
    "moved": MUCH["moved"],
    "roadblock": 1,
    "discs": MUCH["discs"],
    "project": 1,
    "struck": 1,
    "entered": 1,
    "look": 1,
    "beside-units": 5,
    "beside-coalition": 3,
    "beside-taliban": 3,
    "beside-forts": 2,
    "coalition": 1,
    "taliban": 1,
    "people": 8,
    "few-units": 4,
}
#: Victory points that are many.
POINTS: Final = 10


def map_fields(box: Box, steps: tuple[str, ...]) -> MapFields:
    """Return the fields; `steps` are the game's."""
    known = {one.name: one for one in policy_inputs(steps)}
    numbers = bytes(at == tile for tile in range(board.TILES) for at in range(board.TILES))
    kinds = board.TILES * board.KINDS
    return MapFields(
        board.TILES,
        (
            *(replace(known[name], most=most) for name, most in OVERALL.items()),
            Feature("lie", board.EVENTS * len(board.LIES_IDS), 1, f"Events: {', '.join(board.LIES_IDS)}", "lies", _lie),
            Feature("points", 2, POINTS, "victory points of each side, Objectives met among them", "", all_points(box)),
        ),
        (
            *(replace(known[name], most=most) for name, most in BY_TILE.items()),
            Feature("some-units", kinds, 1, "whether there are units, by tile, then by kind", "units", _some),
            Feature("laid-by", 2 * board.TILES, 1, "at set-up, whether each side lays the tile", "holder", _laid_by),
            Feature("number", board.TILES**2, 1, "the tile, a 1 at its place", "", lambda state: numbers),
        ),
        (
            Feature("near", 4 * board.TILES, board.NOWHERE, "the tiles next to each, by direction", "near", None),
            Feature("roads", 4 * board.TILES, board.NOWHERE, "those to which a road leads", "", _roads(box)),
        ),
        known["laid"],
    )


def _lie(lies: bytearray) -> bytes:
    return bytes([where == at for where in lies for at in range(len(board.LIES_IDS))])


def _some(units: bytearray) -> bytes:
    return bytes([count > 0 for count in units])


def _laid_by(holder: bytearray) -> bytes:
    return bytes([who == side for who in holder for side in board.SIDES])


def _roads(box: Box) -> Callable[[State], bytes]:
    def roads(state: State) -> bytes:
        near, turn, joined = state.near, state.turn, box.joined
        found = bytearray(near)
        for at, there in enumerate(near):
            if there != board.NOWHERE:
                tile, way = at >> 2, at & 3
                meets = joined[tile * 4 + turn[tile]][way] and joined[there * 4 + turn[there]][way ^ 2]
                if not meets or (state.roadblock and is_blocked(state, tile, there)):
                    found[at] = board.NOWHERE
        return bytes(found)

    return roads
