"""bot:standard at set-up: tiles, territory, Objectives, the Operations board."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import OP_IDS, SEATS, STEPS, TILE_IDS, Tile, place_of
from khyber.games.zurmat.bots.mind import Standard
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import neighbours
from khyber.games.zurmat.rules.winning import objectives_of

#: Value of an Objective to each side, per VP: how likely the bot is to meet it, and how well it fits.
ORDERS: Final = (
    {
        "most-schools": 0.8,
        "most-forts": 0.77,
        "most-units": 0.63,
        "us-alive": 0.63,
        "ring": 0.43,
        "declare3": 0.85,
        "patrol3": 0.5,
        "attack3": 0.2,
        "recruit3": 0.05,
        "construct3": -0.2,
    },
    {
        "most-units": 0.8,
        "declare3": 1.2,
        "patrol3": 0.9,
        "recruit3": 0.8,
        "most-forts": 0.5,
        "us-killed": 0.33,
        "most-schools": 0.3,
        "take-fob": 0.23,
        "construct3": 0.2,
        "attack3": 0.1,
    },
)
UNKNOWN: Final = 0.5
#: Operations from the highest level down; those that our Objectives count go right after Patrol.
BOARD: Final = ("patrol", "declare", "recruit", "attack", "construct")


def openness(play: Play, tile: Tile) -> int:
    """Return how many edges the roads of a tile join."""
    return sum(mask.bit_count() - 1 for mask in play.box.joined[tile * 4])


def lay_tile(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose a tile: through roads for the Coalition, villages for the Taliban."""
    sign = mind.picture(play).weights.roads
    tile = mind.best(decision.values, lambda tile: sign * openness(play, _tile(tile)))
    mind.note("tile", side=SEATS[mind.side], tile=TILE_IDS[_tile(tile)])
    return tile


def _tile(value: Value) -> Tile:
    assert isinstance(value, int)
    return value


def place_tile(mind: Standard, play: Play, decision: Decision) -> Value:
    """Place it close to the other tiles, so that units can move around."""

    def closeness(cell: Value) -> float:
        east, north = place_of(_tile(cell))
        beside = sum(_tile(cell) + step in play.state.cell for step in STEPS)
        return beside - 0.5 * (abs(east) + abs(north))

    cell = mind.best(decision.values, closeness)
    mind.note_answer("tile-place", decision, cell, secret=False)
    return cell


def turn_tile(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose any rotation."""
    way = mind.best(decision.values, lambda turn: 0.0)
    mind.note_answer("tile-turn", decision, way, secret=False)
    return way


def distance_to_fob(play: Play, tile: Tile) -> int:
    east, north = place_of(play.state.cell[tile])
    return abs(east) + abs(north)


def territory(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose a tile away from the FOB with many neighbours, preferably with poppy fields."""

    def value(choice: Value) -> float:
        tile = _tile(choice)
        beside = neighbours(play.state, tile)
        taken = sum(play.state.control[there] == mind.side for there in beside)
        return min(distance_to_fob(play, tile), 2) + len(beside) + 0.5 * play.box.poppy[tile] - 2 * taken

    chosen = mind.best(decision.values, value)
    mind.note("territory", tile=TILE_IDS[_tile(chosen)])
    return chosen


def split(mind: Standard, play: Play, decision: Decision) -> Value:
    """Split the units evenly."""
    mind.note("split")
    return decision.values[len(decision.values) // 2]


def orders(mind: Standard, play: Play, decision: Decision) -> Value:
    """Choose the most valuable pair of Objectives."""
    worths = {card.id: card.vp * ORDERS[mind.side].get(card.id, UNKNOWN) for card in play.box.objectives[mind.side]}

    def value(pair: Value) -> float:
        assert isinstance(pair, tuple)
        return sum(worths[str(name)] for name in pair)

    kept = mind.best(decision.values, value)
    assert isinstance(kept, tuple)
    mind.note_secretly("orders", objective=kept[0], other=kept[1])
    return kept


def board(mind: Standard, play: Play, decision: Decision) -> Value:
    """Put Patrol highest, to spread out early; then what our Objectives count."""
    counted = [OP_IDS[card.operation] for card in objectives_of(play.state, play.box, mind.side) if card.operation >= 0]
    order = ["patrol", *counted, *BOARD]
    chosen = next(op for name in order for op in decision.values if isinstance(op, int) and OP_IDS[op] == name)
    mind.note_secretly("board", operation=OP_IDS[chosen], level=int(decision.about["level"]))
    return chosen


RESPONSES: Final = {
    "tile": lay_tile,
    "tile-place": place_tile,
    "tile-turn": turn_tile,
    "territory": territory,
    "split": split,
    "orders": orders,
    "board": board,
}
