"""Declaring loyalty: whose tile it becomes, and which discs stay."""

from __future__ import annotations

import random

from tests.oracles.harness import oracle
from tests.oracles.zurmat.board import ENEMY, Board, Turn


class Declare(Turn):
    """A Declare at level 0: no discs are added, one tile is looked at, one declares its loyalty."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, Board(rng), rng.choice(sorted(ENEMY)), "declare", 0)

    def loyalty(self, side: str, tile: str) -> int:
        """A point for each Faction disc and each unit; the controller has one more for each School."""
        schools = self.board.schools[tile] if self.board.control[tile] == side else 0
        return self.board.discs[tile][f"{side}-faction"] + self.board.own(side, tile) + schools

    def declare(self, tile: str) -> None:
        """The higher loyalty wins and a tie changes nothing; Neutral discs and pairs of Faction discs go back."""
        ours, theirs = (self.loyalty(side, tile) for side in (self.side, ENEMY[self.side]))
        if ours != theirs:
            self.board.control[tile] = self.side if ours > theirs else ENEMY[self.side]
        discs = self.board.discs[tile]
        pairs = min(discs[f"{side}-faction"] for side in ENEMY)
        for side in ENEMY:
            discs[f"{side}-faction"] -= pairs
            discs[f"{side}-neutral"] = 0


@oracle("zurmat", "declare", "whose tile it becomes")
def declare(rng: random.Random) -> bool:
    """Any tile may be looked at, any tile may declare; the others stay as they are."""
    play = Declare(rng)
    if not play.begins:
        play.differ("a Declare is not offered")
    play.asks(play.side, "intel", play.board.place)
    while play.asked == f"{play.side} look":
        play.answer(next(iter(play.offered)))
    tile = play.asks(play.side, "loyalty", play.board.place)
    before = play.board.control[tile]
    play.declare(tile)
    view = play.tiles_after("loyalty")
    for name in play.board.place:
        facts = view[name]
        assert isinstance(facts, dict)
        play.same(facts["control"], play.board.control[name], f"who controls {name}")
        discs = facts["discs"]
        assert isinstance(discs, dict)
        for side in ENEMY:
            known = discs[side]
            assert isinstance(known, dict)
            left = sum(play.board.discs[name][f"{side}-{face}"] for face in ("faction", "neutral"))
            play.same(known["n"], left, f"the discs of the {side} on {name}")
    return before != play.board.control[tile] or sum(play.board.discs[tile].values()) > 0
