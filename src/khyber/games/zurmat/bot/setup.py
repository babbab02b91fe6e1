"""bot:standard at set-up: laying tiles, territory, orders, the Operations board."""

from __future__ import annotations

from typing import Final

from khyber.engine.decision import Decision, Value
from khyber.games.zurmat.board import COALITION, OP_IDS, STEPS, Tile, place_of
from khyber.games.zurmat.bot.mind import Standard
from khyber.games.zurmat.play import Play
from khyber.games.zurmat.rules.forces import neighbours
from khyber.games.zurmat.rules.winning import objectives_of

#: What an Objective is worth to a side: its VPs by how likely it is to be met.
ORDERS: Final = (
    {"us-alive": 2.5, "most-schools": 2.3, "most-forts": 2.2, "declare3": 1.9, "patrol3": 1.7, "recruit3": 1.4,
     "most-units": 1.5, "construct3": 1.2, "ring": 1.0, "attack3": 0.8},
    {"most-units": 2.3, "declare3": 1.9, "patrol3": 1.7, "recruit3": 1.5, "most-schools": 1.5, "most-forts": 1.5,
     "construct3": 1.3, "attack3": 0.8, "us-killed": 0.5, "take-fob": 0.4})
#: Operations from the highest level down; those that an Objective counts come first after Patrol.
BOARD: Final = ("patrol", "recruit", "declare", "construct", "attack")


def openness(play: Play, tile: Tile) -> int:
    """How many ways lead through a tile: edges joined inside."""
    return sum(mask.bit_count() - 1 for mask in play.box.joined[tile * 4])


def lay_tile(mind: Standard, play: Play, decision: Decision) -> Value:
    """The Coalition wants roads, the Taliban villages where they end."""
    sign = 1 if mind.side == COALITION else -1
    return mind.best(decision.values, lambda tile: sign * openness(play, int(tile)) if isinstance(tile, int) else 0)


def place_tile(mind: Standard, play: Play, decision: Decision) -> Value:
    """The Coalition keeps the map together, the Taliban stretch it."""
    sign = 1 if mind.side == COALITION else -1

    def closeness(cell: Value) -> float:
        assert isinstance(cell, int)
        east, north = place_of(cell)
        beside = sum(cell + step in play.state.cell for step in STEPS)
        return sign * (beside - 0.5 * (abs(east) + abs(north)))

    return mind.best(decision.values, closeness)


def turn_tile(mind: Standard, play: Play, decision: Decision) -> Value:
    """Any way."""
    return mind.best(decision.values, lambda turn: 0.0)


def distance_to_fob(play: Play, tile: Tile) -> int:
    east, north = place_of(play.state.cell[tile])
    return abs(east) + abs(north)


def territory(mind: Standard, play: Play, decision: Decision) -> Value:
    """Away from the FOB, with many neighbours, and the poppy fields if they are as good."""

    def value(tile: Value) -> float:
        assert isinstance(tile, int)
        far = distance_to_fob(play, tile)
        taken = sum(play.state.control[there] == mind.side for there in neighbours(play.state, tile))
        return min(far, 2) * 2 + len(neighbours(play.state, tile)) + 0.5 * play.box.poppy[tile] - 2 * taken

    return mind.best(decision.values, value)


def split(mind: Standard, play: Play, decision: Decision) -> Value:
    """Half and half."""
    return decision.values[len(decision.values) // 2]


def orders(mind: Standard, play: Play, decision: Decision) -> Value:
    """The two Objectives most likely to pay."""
    worths = ORDERS[mind.side]
    cards = {card.id: card.vp for card in play.box.objectives[mind.side]}

    def value(pair: Value) -> float:
        assert isinstance(pair, tuple)
        return sum(worths.get(str(name), cards[str(name)] / 2) for name in pair)

    kept = mind.best(decision.values, value)
    assert isinstance(kept, tuple)
    mind.note_secretly("orders", objective=kept[0], other=kept[1])
    return kept


def board(mind: Standard, play: Play, decision: Decision) -> Value:
    """Patrol first, to be everywhere soon; then what Objectives count; a Declare needs no level."""
    counted = [OP_IDS[card.operation] for card in objectives_of(play.state, play.box, mind.side) if card.operation >= 0]
    order = ["patrol", *counted, *BOARD]
    return mind.best(decision.values, lambda op: -order.index(OP_IDS[op]) if isinstance(op, int) else 0.0)


RESPONSES: Final = {
    "tile": lay_tile, "tile-place": place_tile, "tile-turn": turn_tile, "territory": territory, "split": split,
    "orders": orders, "board": board}
