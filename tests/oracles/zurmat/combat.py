"""Resolving combat, with dice that the oracle has laid out beforehand."""

from __future__ import annotations

import random
from itertools import product

from tests.oracles.harness import oracle
from tests.oracles.zurmat.board import ENEMY, KINDS_OF, Board, Turn
from tests.oracles.zurmat.printed import DICE

DIE_OF = {"ana": "afghan", "taliban": "afghan", "us": "us"}


def battle_map(rng: random.Random, side: str) -> tuple[Board, str]:
    """A map on which the side stands beside enemies on one tile, and nowhere else can attack anybody."""
    board = Board(rng)
    tile = rng.choice(sorted(board.place))
    for other in board.place:
        if other != tile:
            board.units[other] = dict.fromkeys(board.units[other], 0)
            board.forts[other] = 0
    for kind in board.units[tile]:
        board.units[tile][kind] = rng.randrange(4)
    if not board.own(side, tile):
        board.units[tile][KINDS_OF[side][0]] = 1
    if not board.hostile(side, tile):
        board.units[tile][KINDS_OF[ENEMY[side]][0]] = rng.randrange(1, 4)
    return board, tile


def dice_of(board: Board, side: str, tile: str) -> list[str]:
    """One die for each unit on the tile, and a Fort die for each Fort of whoever controls it."""
    dice = [DIE_OF[kind] for kind in KINDS_OF[side] for _ in range(board.units[tile][kind])]
    return dice + ["fort"] * board.forts_of(side, tile)


def losses(board: Board, side: str, tile: str, hits: int) -> dict[str, dict[str, int]]:
    """Every way to lose that many units and Forts, or all there are, by its key."""
    there = {kind: board.units[tile][kind] for kind in KINDS_OF[side]} | {"fort": board.forts_of(side, tile)}
    n = min(hits, sum(there.values()))
    ways = (
        {kind: lost for kind, lost in zip(there, counts, strict=True) if lost}
        for counts in product(*(range(most + 1) for most in there.values()))
        if sum(counts) == n
    )
    return {" + ".join(f"{lost} {kind}" for kind, lost in way.items()): way for way in ways}


@oracle("zurmat", "combat", "what a battle costs", relevant=0.8)
def battle(rng: random.Random) -> bool:
    """Everybody rolls at once; Blocks cancel Hits; each side chooses what it loses; Control stays."""
    side = rng.choice(("coalition", "taliban"))
    board, tile = battle_map(rng, side)
    dice = {who: dice_of(board, who, tile) for who in ("coalition", "taliban")}
    rolls = {who: [rng.randrange(1, 7) for _ in dice[who]] for who in dice}
    play = Turn(rng, board, side, "attack", rng.randrange(1, 5), [*rolls["coalition"], *rolls["taliban"]])
    if not play.begins:
        play.differ("an Attack beside enemies is not offered")
    if play.asked == f"{side} attack-from":
        if tile not in play.offered:
            play.differ(f"no unit may fight where it stands, on {tile}")
        play.answer(tile)
    while play.asked.startswith(f"{side} attack-"):  # nobody goes anywhere: the enemies are here
        play.answer("stay" if "stay" in play.offered else "done")
    shown = {who: [DICE[die][roll - 1] for die, roll in zip(dice[who], rolls[who], strict=True)] for who in dice}
    for who in ("coalition", "taliban"):
        hits = max(0, shown[ENEMY[who]].count("hit") - shown[who].count("block"))
        if not hits:
            continue
        ways = losses(board, who, tile, hits)
        lost = ways[play.asks(who, "losses", ways)]
        for kind, n in lost.items():
            if kind == "fort":
                board.forts[tile] -= n
            else:
                board.units[tile][kind] -= n
    play.check_units("turn", "attack", "battle", tiles=[tile])
    here = play.tiles_after("turn", "attack", "battle")[tile]
    assert isinstance(here, dict)
    play.same(here["control"], board.control[tile], "who controls the tile")
    return any("hit" in faces for faces in shown.values())
