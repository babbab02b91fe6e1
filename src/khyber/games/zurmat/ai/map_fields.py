"""What outlooks and policies read: the map tile by tile, its roads, and the rest of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from khyber.engine.features import Feature, MapFields, one_of
from khyber.games.zurmat import board
from khyber.games.zurmat.ai.evaluation import all_points
from khyber.games.zurmat.ai.features import OBJECTIVES, features
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.rules.roadside import is_blocked
from khyber.games.zurmat.state import State

#: Units of a kind on a tile that are told apart from more of them.
FEW: Final = 4
MONTHS: Final = 11
#: Fields of the whole game, and how much counts as 1.
OVERALL: Final = {
    "step": 1,
    "options": 1,
    "bags": 20,
    "supply": 10,
    "boxed": 10,
    "levels": 4,
    "ticks": 3,
    "hand": 1,
    "deck": 2,
    "dealt": 1,
    "winter": 3,
    "event": 1,
    "disturbed": 1,
    "active": 1,
    "drawn": 4,
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
#: Fields of a tile, likewise.
BY_TILE: Final = {
    "schools": 2,
    "forts": 2,
    "units": 6,
    "moved": 6,
    "roadblock": 1,
    "discs": 6,
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
    "few-units": FEW,
}
#: Victory points that are many.
POINTS: Final = 10


def map_fields(box: Box, steps: tuple[str, ...]) -> MapFields:
    """Return the fields; `steps` are the game's."""
    known = {one.name: one for one in _plain(steps)}
    numbers = bytes(at == tile for tile in range(board.TILES) for at in range(board.TILES))
    kinds = board.TILES * board.KINDS
    return MapFields(
        board.TILE_IDS,
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
            replace(known["laid"], name="on-map"),
        ),
        (
            Feature("near", 4 * board.TILES, board.NOWHERE, "the tiles next to each, by direction", "near", None),
            Feature("roads", 4 * board.TILES, board.NOWHERE, "those to which a road leads", "", _roads(box)),
        ),
        known["laid"],
        "tile",
        ("n", "level"),
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


def _plain(steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what learners observe, with neighbours, Objectives and small numbers made plain."""
    by_kind = board.TILES * board.KINDS
    return (
        *features(steps),
        Feature("beside-units", by_kind, 5, "units on the tiles next to each, by kind", "", _units_beside),
        _beside("beside-coalition", 1, "tiles next to it that the Coalition controls", _controlled_by(0)),
        _beside("beside-taliban", 1, "tiles next to it that the Taliban control", _controlled_by(1)),
        _beside("beside-forts", 2, "Forts on the tiles next to it", lambda state: state.forts),
        Feature("held-at", 4 * OBJECTIVES, 1, "Objectives, by side and place", "objectives", _objectives),
        _by_tile("coalition", 1, "the Coalition controls the tile", lambda state, tile: state.control[tile] == 0),
        _by_tile("taliban", 1, "the Taliban control the tile", lambda state, tile: state.control[tile] == 1),
        _by_tile("laid", 1, "the tile is on the map", lambda state, tile: state.cell[tile] != board.NOWHERE),
        _by_tile("people", 8, "discs on the tile", _discs_on),
        replace(one_of("month", MONTHS, "the month, a 1 at its place"), name="months"),
        Feature("few-units", by_kind, FEW, f"units by tile, then by kind, at most {FEW}", "units", _few),
    )


def _by_tile(name: str, most: int, about: str, value: Callable[[State, int], int]) -> Feature:
    def encode(state: State) -> bytes:
        return bytes([value(state, tile) for tile in range(board.TILES)])

    return Feature(name, board.TILES, most, about, "", encode)


def _beside(name: str, most: int, about: str, value: Callable[[State], bytes | bytearray]) -> Feature:
    def encode(state: State) -> bytes:
        return bytes(_sums_beside(state, value(state)))

    return Feature(name, board.TILES, most, about, "", encode)


def _sums_beside(state: State, values: bytes | bytearray) -> list[int]:
    """Return for each tile the sum of a value over the tiles next to it.

    Looked up for all neighbours at once: a policy reads this at every choice of a game.
    """
    found = state.near.translate(values.ljust(256, b"\0"))
    return [sum(four) for four in zip(found[::4], found[1::4], found[2::4], found[3::4], strict=True)]


def _units_beside(state: State) -> bytes:
    kinds = [_sums_beside(state, state.units[kind :: board.KINDS]) for kind in range(board.KINDS)]
    return bytes([count for tile in zip(*kinds, strict=True) for count in tile])


def _controlled_by(side: int) -> Callable[[State], bytes]:
    return lambda state: bytes([who == side for who in state.control])


def _discs_on(state: State, tile: int) -> int:
    return min(255, sum(state.discs[board.CELLS * tile : board.CELLS * (tile + 1)]))


def _objectives(objectives: bytearray) -> bytes:
    return bytes([at == held for held in objectives for at in range(OBJECTIVES)])


def _few(units: bytearray) -> bytes:
    return bytes([min(count, FEW) for count in units])
