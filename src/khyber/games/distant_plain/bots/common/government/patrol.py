"""3.2.2: what a Government Patrol is made of."""

from __future__ import annotations

from khyber.games.distant_plain import board
from khyber.games.distant_plain.board import Piece, Space
from khyber.games.distant_plain.bots.machinery.walk import Walk
from khyber.games.distant_plain.rules.forces import move


def open_to(walk: Walk, dest: Space) -> bool:
    """2.3.5: a Limited Patrol goes to one place."""
    return not walk.one_space or dest in walk.state.op_spaces or not walk.state.op_spaces


def move_cube(walk: Walk, origin: Space, piece: Piece, dest: Space) -> None:
    """One more cube of this kind on its way; all of them go together when the Operation is carried out."""
    plan, state = walk.plan, walk.state
    group = plan.queues.get(("move-count", board.SPACE_IDS[origin], board.SPACE_IDS[dest], board.PIECE_IDS[piece]))
    if group:
        count = group[0]
        assert isinstance(count, int)
        group[0] = count + 1
    else:
        plan.put("patrol-from", origin)
        plan.put("patrol-to", dest, space=origin)
        plan.put("patrol-piece", piece, origin=origin, dest=dest)
        plan.put("move-count", 1, origin=origin, dest=dest, piece=piece)
    move(walk.play, "3.2.2", piece, 1, origin, dest)
    state.moved[dest * board.KINDS + piece] += 1
    if dest not in state.op_spaces:
        state.op_spaces += bytes((dest,))
