"""The Reset Phase (6.6) and the Islamabad track in it (6.6.1)."""

from __future__ import annotations

import random

from tests.oracles.distant_plain.board import INSURGENTS, Board
from tests.oracles.distant_plain.printed import BOXES, MOMENTUM, SPACES
from tests.oracles.distant_plain.rounds import Round
from tests.oracles.distant_plain.talk import SEATS
from tests.oracles.harness import oracle


def reset_islamabad(board: Board) -> None:
    """A Hard marker turns over; any other goes one box toward Backing."""
    if board.hard:
        board.hard = False
    elif board.islamabad == "sponsorship":
        board.islamabad = "backing"
    elif board.islamabad != "backing":
        board.islamabad = BOXES[BOXES.index(board.islamabad) + 1]


@oracle("distant-plain", "6.6", "what is buried, returned, hidden and taken off before the next card")
def reset(rng: random.Random) -> bool:
    play = Round(rng, "reset", "taliban")
    board = play.board
    board.gone["CB"] += board.casualties.pop("CB", 0)
    lost = board.casualties.pop("Ct", 0)
    board.gone["Ct"] += lost // 2
    board.available["Ct"] += lost - lost // 2
    reset_islamabad(board)
    board.terror = dict.fromkeys(SPACES, 0)
    board.lasting -= set(MOMENTUM)
    for space in SPACES:
        for faction in INSURGENTS:
            if not (faction == "taliban" and board.always_active(space)):
                board.hide(faction, space, board.pieces[space][f"{faction[0].upper()}a"])
    view = play.view()
    play.same(view["eligible"], dict.fromkeys(SEATS, True), "who is Eligible")
    play.same(view["sequence"]["step"], "card", "the step after it")
    play.phase_is_over()
    return True


@oracle("distant-plain", "6.6.1", "where the Islamabad marker goes in a Reset")
def islamabad(rng: random.Random) -> bool:
    play = Round(rng, "reset", "taliban")
    before = play.board.islamabad, play.board.hard
    reset_islamabad(play.board)
    engine = Board.of(play.view())
    play.same((engine.islamabad, engine.hard), (play.board.islamabad, play.board.hard), "the Islamabad marker")
    return before != (engine.islamabad, engine.hard)
