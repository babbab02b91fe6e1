"""An estimate of a side's chances from the victory points it can count, and what networks read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp
from typing import Final

from khyber.engine.features import Feature, one_of
from khyber.games.zurmat import board
from khyber.games.zurmat.box import Box
from khyber.games.zurmat.features import OBJECTIVES, features
from khyber.games.zurmat.rules.winning import points, winner
from khyber.games.zurmat.state import MOST_POINTS, State

#: Victory points that multiply the odds by e.
SCALE: Final = 3.0
#: What a victory point is worth once the game is decided.
OF_POINTS: Final = 0.002

#: Fields that say nothing as numbers, because they name tiles and cards; a policy reads them another way.
NAMES: Final = ("near", "objectives")
#: What is much, for a policy, of fields whose largest value is hardly ever reached.
MUCH: Final = {
    "units": 6,
    "moved": 6,
    "discs": 6,
    "supply": 10,
    "boxed": 10,
    "ticks": 8,
    "hand": 2,
    "deck": 4,
    "bags": 20,
    "drawn": 4,
}
#: Units of a kind on a tile that a policy tells apart from more of them.
FEW: Final = 4
MONTHS: Final = 11


def winning_chance(state: State, box: Box, seat: str) -> float:
    """Return a side's share of the odds; of a finished game 1, 0 or a half, and a little for the points."""
    side = board.SIDE_BY_ID[seat]
    if state.ending:
        won = winner(state)
        return (0.5 if won is None else float(won == side)) + OF_POINTS * (state.vps[side] - state.vps[1 - side])
    lead = points(state, box, side) - points(state, box, 1 - side)
    return 1 / (1 + exp(-lead / SCALE))


def inputs(box: Box, steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what learners observe (`features.py`), and what they would otherwise have to work out."""

    def controlled(control: bytearray) -> bytes:
        return bytes([who == side for side in board.SIDES for who in control])

    def held(objectives: bytearray) -> bytes:
        return bytes([at in objectives[side * 2 : side * 2 + 2] for side in board.SIDES for at in range(OBJECTIVES)])

    return (
        *features(steps),
        Feature(
            "points", 2, MOST_POINTS, "victory points of each side, Objectives met among them", "", all_points(box)
        ),
        Feature("controlled", 2 * board.TILES, 1, "tiles by the side in control", "control", controlled),
        Feature("held", 2 * OBJECTIVES, 1, "Objectives by side", "objectives", held),
    )


def all_points(box: Box) -> Callable[[State], bytes]:
    def encode(state: State) -> bytes:
        return bytes([min(points(state, box, side), MOST_POINTS) for side in board.SIDES])

    return encode


def policy_inputs(steps: tuple[str, ...]) -> tuple[Feature, ...]:
    """Return what a policy reads: what learners observe, with neighbours, Objectives and small numbers made plain."""
    observed = [replace(one, most=MUCH.get(one.name, one.most)) for one in features(steps) if one.name not in NAMES]
    by_kind = board.TILES * board.KINDS
    return (
        *observed,
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
