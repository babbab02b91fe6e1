"""The Support Phase: Civic Action (6.4.1) and Sharia (6.4.2)."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import Board
from tests.oracles.distant_plain.printed import AFGHAN, LANDS
from tests.oracles.distant_plain.rounds import Round
from tests.oracles.harness import oracle


def secured(board: Board, faction: str, space: str) -> bool:
    """COIN Control, Troops and Police; whoever has more Troops decides, the Coalition if equal."""
    coalition, government = board.pieces[space]["Ct"], board.pieces[space]["Gt"]
    decides = "government" if government > coalition else "coalition"
    return (
        decides == faction
        and coalition + government > 0
        and board.pieces[space]["Gp"] > 0
        and board.control(space) == "coin"
    )


@oracle("distant-plain", "6.4.1", "where Civic Action can be bought, by whom, and what it does", relevant=0.4)
def civic_action(rng: random.Random) -> bool:
    faction = rng.choice(("coalition", "government"))
    play = Round(
        rng,
        "civic-action",
        faction,
        lambda board: (
            board.resources["government"] >= 3
            and any(secured(board, faction, space) and board.can_influence(space, "support") for space in AFGHAN)
        ),
    )
    bought = 0
    while True:
        spaces = {
            space
            for space in AFGHAN
            if secured(play.board, faction, space)
            and play.board.resources["government"] >= 3
            and play.can_influence(faction, space, "support")
        }
        space = play.asks(faction, "civic-action", {*spaces, "done"})
        if space == "done":
            break
        bought += 1
        play.board.gain("government", -3)
        play.influence(faction, space, "support")
    play.phase_is_over()
    return bought > 0


@oracle("distant-plain", "6.4.2", "where Sharia can be bought, and what it does", relevant=0.4)
def sharia(rng: random.Random) -> bool:
    def heard(board: Board, space: str) -> bool:
        """Taliban Control; by Mullah Omar (36) any Taliban Base in Afghanistan."""
        at_base = board.shaded(36) and space in AFGHAN and board.pieces[space]["TB"] > 0
        return at_base or board.control(space) == "taliban"

    play = Round(
        rng,
        "sharia",
        "taliban",
        lambda board: (
            board.resources["taliban"] > 0
            and any(heard(board, space) and board.can_influence(space, "opposition") for space in LANDS)
        ),
    )
    board = play.board
    bought = 0
    while True:
        spaces = {
            space
            for space in LANDS
            if board.resources["taliban"] and heard(board, space) and play.can_influence("taliban", space, "opposition")
        }
        space = play.asks("taliban", "sharia", {*spaces, "done"})
        if space == "done":
            break
        bought += 1
        board.gain("taliban", -1)
        play.influence("taliban", space, "opposition")
    play.phase_is_over()
    return bought > 0
